#!/bin/sh
# Removes what try.sh made. Run it when the pull request is closed. Takes the same variables.
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
boardwright try drop --target "$BOARDWRIGHT_TARGET" --name "pr-$BOARDWRIGHT_CHANGE"
