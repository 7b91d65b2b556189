#!/bin/sh
# Keeps one pull request with the UI edits of drift-read.sh, and closes it when they are gone. Needs no token of the platform
# and none of the project's files: the forge makes the commit.
#   BOARDWRIGHT_OUT           the folder that drift-read.sh wrote
#   BOARDWRIGHT_TARGET        the target
#   BOARDWRIGHT_BASE_BRANCH   the branch to merge into (default: main)
#   GITHUB_TOKEN, GITEA_TOKEN (of a user: a job may not push there) or GITLAB_TOKEN
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
need_left "$out/drift.json" drift-read.sh
need_left "$out/drift.txt" drift-read.sh
boardwright propose --branch "boardwright/drift-$BOARDWRIGHT_TARGET" --base "${BOARDWRIGHT_BASE_BRANCH:-main}" \
  --title "Take UI edits from $BOARDWRIGHT_TARGET into git" --text "$out/drift.txt" --changes "$out/drift.json"
