#!/bin/sh
# Looks for UI edits, and writes them as file changes for drift-propose.sh. Does not touch the tree.
#   BOARDWRIGHT_TARGET   the target
#   BOARDWRIGHT_NEW      1: also take new objects that people or programs created live
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a read-only key is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
begin_out
code=0
boardwright status --ui-edits --target "$BOARDWRIGHT_TARGET" >"$out/drift.txt" || code=$?
cat "$out/drift.txt"
case $code/${BOARDWRIGHT_NEW:-} in
  0/1 | 2/1) boardwright export --target "$BOARDWRIGHT_TARGET" --new --changes "$out/drift.json" ;;
  0/*) echo '{"format": 1, "commit": null, "files": []}' >"$out/drift.json" ;;
  2/*) boardwright export --target "$BOARDWRIGHT_TARGET" --changes "$out/drift.json" ;;
  *) exit "$code" ;;
esac
