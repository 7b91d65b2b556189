#!/bin/sh
# Keeps one pull request open with the UI edits that drift-read.sh found, and closes it when there are none left. Needs
# neither a token for the platform nor the project's files: the forge makes the commit.
#   BOARDWRIGHT_OUT           the folder that drift-read.sh wrote
#   BOARDWRIGHT_TARGET        the target
#   BOARDWRIGHT_BASE_BRANCH   the branch to merge into (default: main)
#   GITHUB_TOKEN, GITEA_TOKEN (a user's: on Gitea a job's own token may not push) or GITLAB_TOKEN
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
need_left "$out/drift.json" drift-read.sh
need_left "$out/drift.txt" drift-read.sh
boardwright ci propose --branch "boardwright/drift-$BOARDWRIGHT_TARGET" --base "${BOARDWRIGHT_BASE_BRANCH:-main}" \
  --title "Take UI edits from $BOARDWRIGHT_TARGET into git" --text "$out/drift.txt" --changes "$out/drift.json"
