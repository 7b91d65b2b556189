#!/bin/sh
# Looks for UI edits, and leaves them as a patch for drift-propose.sh. An empty patch: there is nothing to take.
#   BOARDWRIGHT_TARGET   the target
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may only read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
[ -z "$(git status --porcelain -- .)" ] || fail "there are files that are not committed"
: >"$out/drift.patch"
code=0
boardwright drift --target "$BOARDWRIGHT_TARGET" >"$out/drift.txt" || code=$?
cat "$out/drift.txt"
case $code in
  0) exit 0 ;;
  2) ;;
  *) exit "$code" ;;
esac
boardwright export --target "$BOARDWRIGHT_TARGET"
git add --all -- .
git diff --cached --binary --full-index --no-color --no-ext-diff >"$out/drift.patch"
git reset --quiet --hard
