#!/bin/sh
# Promotes from one target to another: exactly what promote-plan.sh showed.
#   BOARDWRIGHT_OUT   the folder that promote-plan.sh wrote
#   BOARDWRIGHT_JOURNAL   a folder outside the checkout for a copy of the journal (default: in RUNNER_TEMP)
#   BOARDWRIGHT_FROM, BOARDWRIGHT_TO, BOARDWRIGHT_AT   as for promote-plan.sh
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write to BOARDWRIGHT_TO and read BOARDWRIGHT_FROM
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_FROM BOARDWRIGHT_TO
need_left "$out/promote.approve" promote-plan.sh
approve=$(cat "$out/promote.approve")
if [ -z "$approve" ]; then
  echo "Nothing to promote from $BOARDWRIGHT_FROM to $BOARDWRIGHT_TO."
  exit 0
fi
if [ -n "${BOARDWRIGHT_AT:-}" ]; then set -- --at "$BOARDWRIGHT_AT" "$@"; fi
keep_journals
boardwright promote --from "$BOARDWRIGHT_FROM" --to "$BOARDWRIGHT_TO" --approve "$approve" "$@"
