#!/bin/sh
# For GitLab, which takes artifacts from the checkout alone: copies what a script left into a new folder there.
#   BOARDWRIGHT_OUT    the folder that the script wrote, beside the checkout
#   BOARDWRIGHT_KEEP   the name of the folder at the top of the checkout
. "$(dirname "$0")/common.sh"
need CI_PROJECT_DIR BOARDWRIGHT_OUT BOARDWRIGHT_KEEP
case $BOARDWRIGHT_KEEP in
  */* | . | ..) fail "BOARDWRIGHT_KEEP is the name of a folder, not a path" ;;
esac
[ -d "$out" ] || exit 0
# A link that stands there is removed, and what it leads to stays.
cd "$CI_PROJECT_DIR"
rm -rf -- "./$BOARDWRIGHT_KEEP"
mkdir -- "./$BOARDWRIGHT_KEEP"
cp -R -P -- "$out/." "./$BOARDWRIGHT_KEEP/"
