#!/bin/sh
# Writes one comment on the pull request from the results of plan.sh and stage.sh. Needs neither a token for the platform
# nor the project's files.
#   BOARDWRIGHT_OUT         the folder that plan.sh wrote
#   BOARDWRIGHT_STAGED      the folder that stage.sh wrote (default: the same one)
#   BOARDWRIGHT_PICTURES    where to see the pictures: the address of a page, or of each picture if it contains {name}
#   GITHUB_TOKEN, GITEA_TOKEN, or GITLAB_TOKEN (or CI_JOB_TOKEN, if it may comment)
. "$(dirname "$0")/common.sh"
[ -n "$out" ] || need BOARDWRIGHT_OUT
staged=${BOARDWRIGHT_STAGED:-$out}
for file in "$out"/*.plan.json "$out"/*.problems.json "$staged/staged.json" "$staged/numbers.json"; do
  if [ -L "$file" ]; then fail "$file is a symbolic link, and none of the scripts creates one"; fi
done
for file in "$out"/*.plan.json; do
  if [ -f "$file" ]; then set -- "$@" "$file"; fi
done
for file in "$out"/*.problems.json; do
  if [ -f "$file" ]; then set -- "$@" --problems "$file"; fi
done
if [ -f "$staged/staged.json" ]; then set -- "$@" --staged "$staged/staged.json"; fi
if [ -f "$staged/numbers.json" ]; then set -- "$@" --numbers "$staged/numbers.json"; fi
if [ -n "${BOARDWRIGHT_PICTURES:-}" ]; then set -- "$@" --pictures "$BOARDWRIGHT_PICTURES"; fi
boardwright comment -C "$out" "$@"
