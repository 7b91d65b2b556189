#!/bin/sh
# Saves what is live to files, for plans without a token. The files hold everything that the key may read.
#   BOARDWRIGHT_TARGETS     target names, separated by spaces
#   BOARDWRIGHT_SNAPSHOTS   the folder for the files: outside the checkout
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a read-only key is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGETS BOARDWRIGHT_SNAPSHOTS
# Target names are not file patterns, so no globbing.
set -f
require_outside "$BOARDWRIGHT_SNAPSHOTS"
mkdir -p -- "$BOARDWRIGHT_SNAPSHOTS"
for target in $BOARDWRIGHT_TARGETS; do
  boardwright export --target "$target" --snapshot "$BOARDWRIGHT_SNAPSHOTS/$target.snapshot.json"
done
