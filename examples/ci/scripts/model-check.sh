#!/bin/sh
# Has the platform compile the data model on a separate branch. model-drop.sh removes that branch.
#   BOARDWRIGHT_TARGET   the target whose branch it starts from
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write data models, used by this job only
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET BOARDWRIGHT_CHANGE
format=text
if [ "${GITHUB_ACTIONS:-}" = true ]; then format=github; fi
boardwright check --target "$BOARDWRIGHT_TARGET" --branch "boardwright/pr-$BOARDWRIGHT_CHANGE" --format "$format"
