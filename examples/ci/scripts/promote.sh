#!/bin/sh
# Brings what was applied to one target onto another one: what promote-plan.sh showed, and nothing else.
#   BOARDWRIGHT_OUT   the folder that promote-plan.sh wrote
#   BOARDWRIGHT_FROM, BOARDWRIGHT_TO, BOARDWRIGHT_AT   as for promote-plan.sh
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write to the one and read the other
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_FROM BOARDWRIGHT_TO
need_left "$out/promote.approve" promote-plan.sh
approve=$(cat "$out/promote.approve")
if [ -z "$approve" ]; then
  echo "Nothing to promote from $BOARDWRIGHT_FROM to $BOARDWRIGHT_TO."
  exit 0
fi
if [ -n "${BOARDWRIGHT_AT:-}" ]; then set -- --at "$BOARDWRIGHT_AT" "$@"; fi
boardwright promote --from "$BOARDWRIGHT_FROM" --to "$BOARDWRIGHT_TO" --approve "$approve" "$@"
