#!/bin/sh
# Stages the preview of a pull request, and asks what its reports answer before and after. Leaves both for comment.sh.
#   BOARDWRIGHT_TARGET   the target that it is put beside
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   BOARDWRIGHT_LINK     the address of a dashboard, with {publicId}, {slug} or {workbook} in it
#   BOARDWRIGHT_BASE     the commit or branch that it shall be merged into
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write content and data models, of this job alone
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
begin_out
set -- stage --target "$BOARDWRIGHT_TARGET" --name "pr-$BOARDWRIGHT_CHANGE" --json
if [ -n "${BOARDWRIGHT_LINK:-}" ]; then set -- "$@" --link "$BOARDWRIGHT_LINK"; fi
# A copy that people edited is left as it is (5), and the comment says so. Everything else that is not well ends here.
code=0
boardwright "$@" >"$out/staged.json" || code=$?
case $code in
  0 | 5) ;;
  *) exit "$code" ;;
esac
set -- numbers --target "$BOARDWRIGHT_TARGET" --preview "pr-$BOARDWRIGHT_CHANGE" --json
if [ -n "${BOARDWRIGHT_BASE:-}" ]; then set -- "$@" --base "$BOARDWRIGHT_BASE"; fi
boardwright "$@" >"$out/numbers.json"
