#!/bin/sh
# Looks for UI edits, and leaves them as changes of files for drift-propose.sh. The tree stays as it is.
#   BOARDWRIGHT_TARGET   the target
#   BOARDWRIGHT_NEW      1: what people or programs created live comes, too
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may only read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
begin_out
code=0
boardwright drift --target "$BOARDWRIGHT_TARGET" >"$out/drift.txt" || code=$?
cat "$out/drift.txt"
case $code/${BOARDWRIGHT_NEW:-} in
  0/1 | 2/1) boardwright export --target "$BOARDWRIGHT_TARGET" --new --changes "$out/drift.json" ;;
  0/*) echo '{"format": 1, "commit": null, "files": []}' >"$out/drift.json" ;;
  2/*) boardwright export --target "$BOARDWRIGHT_TARGET" --changes "$out/drift.json" ;;
  *) exit "$code" ;;
esac
