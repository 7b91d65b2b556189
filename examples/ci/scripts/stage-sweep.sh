#!/bin/sh
# Removes every expired preview, for whatever reason it was left behind. Run it every night.
#   BOARDWRIGHT_TARGET   the target whose previews to remove
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: the same key as for stage.sh
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
boardwright stage --target "$BOARDWRIGHT_TARGET" --sweep
