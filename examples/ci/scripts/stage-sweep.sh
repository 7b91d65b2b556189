#!/bin/sh
# Removes every preview that has expired, however it was left. Run it every night.
#   BOARDWRIGHT_TARGET   the target that previews are beside
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: the key of stage.sh
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
boardwright stage --target "$BOARDWRIGHT_TARGET" --sweep
