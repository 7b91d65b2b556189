#!/bin/sh
# For GitHub: shows the problems that plan.sh found in code scanning. Does nothing where code scanning is off.
#   BOARDWRIGHT_OUT      the folder that plan.sh wrote
#   BOARDWRIGHT_COMMIT   the newest commit of the pull request
#   BOARDWRIGHT_CHANGE   the number of the pull request
#   GH_TOKEN             a token that may write security events
. "$(dirname "$0")/common.sh"
[ -n "$out" ] || need BOARDWRIGHT_OUT
need BOARDWRIGHT_COMMIT BOARDWRIGHT_CHANGE GITHUB_REPOSITORY
file=$out/problems.sarif
if [ -L "$file" ]; then fail "$file is a symbolic link, and none of the scripts creates one"; fi
[ -f "$file" ] || exit 0
packed=$(mktemp)
gzip -c "$file" | base64 | tr -d '\n' >"$packed"
gh api "repos/$GITHUB_REPOSITORY/code-scanning/sarifs" --silent \
  -f "commit_sha=$BOARDWRIGHT_COMMIT" -f "ref=refs/pull/$BOARDWRIGHT_CHANGE/head" -F "sarif=@$packed" ||
  echo "GitHub did not take the problems: is code scanning on in this repository?" >&2
rm -f "$packed"
