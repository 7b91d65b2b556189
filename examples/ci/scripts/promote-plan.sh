#!/bin/sh
# Shows what promote.sh would do, and leaves the hash of that for it: then it does exactly this.
#   BOARDWRIGHT_FROM   the target to take content from
#   BOARDWRIGHT_TO     the target to bring it to
#   BOARDWRIGHT_AT     this commit instead of the one that was applied
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may only read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_FROM BOARDWRIGHT_TO
begin_out
if [ -n "${BOARDWRIGHT_AT:-}" ]; then set -- --at "$BOARDWRIGHT_AT" "$@"; fi
code=0
boardwright promote --from "$BOARDWRIGHT_FROM" --to "$BOARDWRIGHT_TO" --plan "$@" >"$out/promote.txt" || code=$?
cat "$out/promote.txt"
# What is held stays, and the rest goes. Everything else that is not well ends here.
case $code in
  0 | 5) ;;
  *) exit "$code" ;;
esac
sed -n 's/^Apply exactly this: .* --approve \([0-9a-f]\{64\}\)$/\1/p' "$out/promote.txt" >"$out/promote.approve"
