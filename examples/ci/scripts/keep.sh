#!/bin/sh
# For GitLab, which takes artifacts only from the checkout: copies a script's results to a new folder there.
#   BOARDWRIGHT_OUT    the folder that the script wrote, outside the checkout
#   BOARDWRIGHT_KEEP   the name of the folder at the top of the checkout
# Not in the project's folder: this runs even if the commit has no such folder.
BOARDWRIGHT_DIR=.
. "$(dirname "$0")/common.sh"
need CI_PROJECT_DIR BOARDWRIGHT_OUT BOARDWRIGHT_KEEP
case $BOARDWRIGHT_KEEP in
  */* | . | ..) fail "BOARDWRIGHT_KEEP must be the name of a folder, not a path" ;;
esac
# Even without results: what a commit put there is no artifact of this job. If it is a symbolic link, remove the link and
# leave what it points to alone.
cd "$CI_PROJECT_DIR"
rm -rf -- "./$BOARDWRIGHT_KEEP"
[ -d "$out" ] || exit 0
mkdir -- "./$BOARDWRIGHT_KEEP"
cp -R -P -- "$out/." "./$BOARDWRIGHT_KEEP/"
