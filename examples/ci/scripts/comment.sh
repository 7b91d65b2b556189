#!/bin/sh
# Writes one comment on the pull request from the results of plan.sh and try.sh. Needs neither a token for the platform
# nor the project's files.
#   BOARDWRIGHT_OUT         the folder that plan.sh wrote
#   BOARDWRIGHT_TRIED       the folder that try.sh wrote (default: the same one)
#   BOARDWRIGHT_PICTURES    where to see the pictures: the address of a page, or of each picture if it contains {name}
#   GITHUB_TOKEN, GITEA_TOKEN, or GITLAB_TOKEN (or CI_JOB_TOKEN, if it may comment)
. "$(dirname "$0")/common.sh"
[ -n "$out" ] || need BOARDWRIGHT_OUT
tried=${BOARDWRIGHT_TRIED:-$out}
for file in "$out"/*.plan.json "$out"/*.problems.json "$tried/try.json"; do
  if [ -L "$file" ]; then fail "$file is a symbolic link, and none of the scripts creates one"; fi
done
for file in "$out"/*.plan.json; do
  if [ -f "$file" ]; then set -- "$@" "$file"; fi
done
for file in "$out"/*.problems.json; do
  if [ -f "$file" ]; then set -- "$@" --problems "$file"; fi
done
if [ -f "$tried/try.json" ]; then set -- "$@" --try "$tried/try.json"; fi
if [ -n "${BOARDWRIGHT_PICTURES:-}" ]; then set -- "$@" --pictures "$BOARDWRIGHT_PICTURES"; fi
boardwright ci comment -C "$out" "$@"
