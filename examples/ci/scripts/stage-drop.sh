#!/bin/sh
# Removes the preview that stage.sh staged. Run it when the pull request is closed. Takes the same variables.
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
boardwright stage --target "$BOARDWRIGHT_TARGET" --name "pr-$BOARDWRIGHT_CHANGE" --drop
