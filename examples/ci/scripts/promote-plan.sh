#!/bin/sh
# Shows what promote.sh would do, and writes the hash of that plan, so that promote.sh does exactly this.
#   BOARDWRIGHT_FROM   the target to take content from
#   BOARDWRIGHT_TO     the target to promote it to
#   BOARDWRIGHT_AT     a commit to promote instead of the applied one
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a read-only key is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_FROM BOARDWRIGHT_TO
begin_out
if [ -n "${BOARDWRIGHT_AT:-}" ]; then set -- --at "$BOARDWRIGHT_AT" "$@"; fi
code=0
boardwright promote --from "$BOARDWRIGHT_FROM" --to "$BOARDWRIGHT_TO" --plan "$@" >"$out/promote.txt" || code=$?
cat "$out/promote.txt"
# 5: something is held; the rest can be promoted. Any other status ends the job.
case $code in
  0 | 5) ;;
  *) exit "$code" ;;
esac
sed -n 's/^Apply exactly this: .* --approve \([0-9a-f]\{64\}\)$/\1/p' "$out/promote.txt" >"$out/promote.approve"
