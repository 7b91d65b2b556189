#!/bin/sh
# Removes whatever try.sh made and has expired, for whatever reason it was left behind. Run it every night.
#   BOARDWRIGHT_TARGET   the target that it was tried in
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: the same key as for try.sh
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
boardwright try sweep --target "$BOARDWRIGHT_TARGET"
