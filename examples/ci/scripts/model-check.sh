#!/bin/sh
# Has the platform compile the data model on a branch of its own. model-drop.sh removes that branch again.
#   BOARDWRIGHT_TARGET   the target whose branch it is made of
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write data models, of this job alone
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
format=text
if [ "${GITHUB_ACTIONS:-}" = true ]; then format=github; fi
boardwright check --target "$BOARDWRIGHT_TARGET" --branch "boardwright/pr-$BOARDWRIGHT_CHANGE" --format "$format"
