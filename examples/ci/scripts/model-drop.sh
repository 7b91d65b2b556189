#!/bin/sh
# Removes the branch that model-check.sh created. Run it when the pull request is closed. Takes the same variables.
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
boardwright check --target "$BOARDWRIGHT_TARGET" --branch "boardwright/pr-$BOARDWRIGHT_CHANGE" --drop
