#!/bin/sh
# Stages the preview of a pull request, and compares the numbers of its reports before and after. Writes both for comment.sh.
#   BOARDWRIGHT_TARGET   the target to stage it beside
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   BOARDWRIGHT_LINK     the address of a dashboard, containing {publicId}, {slug} or {workbook}
#   BOARDWRIGHT_BASE     the commit or branch to merge into
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write content and data models, used by this job only
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
begin_out
set -- stage --target "$BOARDWRIGHT_TARGET" --name "pr-$BOARDWRIGHT_CHANGE" --json
if [ -n "${BOARDWRIGHT_LINK:-}" ]; then set -- "$@" --link "$BOARDWRIGHT_LINK"; fi
# 5: a copy that somebody edited was left alone, and the comment says so. Any other status ends the job.
code=0
boardwright "$@" >"$out/staged.json" || code=$?
case $code in
  0 | 5) ;;
  *) exit "$code" ;;
esac
set -- numbers --target "$BOARDWRIGHT_TARGET" --preview "pr-$BOARDWRIGHT_CHANGE" --json
if [ -n "${BOARDWRIGHT_BASE:-}" ]; then set -- "$@" --base "$BOARDWRIGHT_BASE"; fi
boardwright "$@" >"$out/numbers.json"
