#!/bin/sh
# Writes what is live into files, for plans without a token. They hold all that the key may read.
#   BOARDWRIGHT_TARGETS     names, with spaces between them
#   BOARDWRIGHT_SNAPSHOTS   the folder for them: not below the checkout
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may only read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGETS BOARDWRIGHT_SNAPSHOTS
# Target names are not file patterns.
set -f
require_outside "$BOARDWRIGHT_SNAPSHOTS"
mkdir -p -- "$BOARDWRIGHT_SNAPSHOTS"
for target in $BOARDWRIGHT_TARGETS; do
  boardwright export --target "$target" --snapshot "$BOARDWRIGHT_SNAPSHOTS/$target.snapshot.json"
done
