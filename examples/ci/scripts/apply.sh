#!/bin/sh
# Makes a target what the commit says. The journal of the run is in .boardwright/runs.
#   BOARDWRIGHT_TARGET    the target
#   BOARDWRIGHT_APPROVE   the hash of the plan that was approved: nothing else is applied then
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
if [ -n "${BOARDWRIGHT_APPROVE:-}" ]; then
  set -- --approve "$BOARDWRIGHT_APPROVE" "$@"
else
  set -- --yes "$@"
fi
boardwright apply --target "$BOARDWRIGHT_TARGET" "$@"
