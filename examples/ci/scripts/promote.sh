#!/bin/sh
# Brings what was applied to one target onto another one: what promote-plan.sh showed, and nothing else.
#   BOARDWRIGHT_FROM, BOARDWRIGHT_TO, BOARDWRIGHT_AT   as for promote-plan.sh
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write to the one and read the other
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_FROM BOARDWRIGHT_TO
[ -f "$out/promote.approve" ] || fail "there is no $out/promote.approve: promote-plan.sh comes first, in this job or in one before it"
approve=$(cat "$out/promote.approve")
if [ -z "$approve" ]; then
  echo "Nothing to promote from $BOARDWRIGHT_FROM to $BOARDWRIGHT_TO."
  exit 0
fi
if [ -n "${BOARDWRIGHT_AT:-}" ]; then set -- --at "$BOARDWRIGHT_AT" "$@"; fi
boardwright promote --from "$BOARDWRIGHT_FROM" --to "$BOARDWRIGHT_TO" --approve "$approve" "$@"
