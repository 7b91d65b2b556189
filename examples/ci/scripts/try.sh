#!/bin/sh
# Looks at a pull request before it is merged: compiles its data model on a branch, copies the dashboards that it changes,
# and compares the numbers of their reports. Writes what came of it for comment.sh.
#   BOARDWRIGHT_TARGET   the target to try it in
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   BOARDWRIGHT_BASE     the commit or branch to merge into
#   BOARDWRIGHT_PART     model: only compile, with a key that may write nothing but data models
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write content and data models, used by this job only
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
begin_out
set -- try ${BOARDWRIGHT_PART:+"$BOARDWRIGHT_PART"} --target "$BOARDWRIGHT_TARGET" --name "pr-$BOARDWRIGHT_CHANGE" --json
if [ -n "${BOARDWRIGHT_BASE:-}" ] && [ -z "${BOARDWRIGHT_PART:-}" ]; then set -- "$@" --base "$BOARDWRIGHT_BASE"; fi
code=0
boardwright "$@" >"$out/try.json" || code=$?
# Without a document there is nothing to comment on.
[ -s "$out/try.json" ] || rm -f "$out/try.json"
# 5: a copy that somebody edited was left alone, and the comment says so. Any other status fails the job.
[ "$code" = 5 ] || exit "$code"
