#!/bin/sh
# One comment on the pull request from what plan.sh left. Needs no token of the platform and none of the project's files.
#   BOARDWRIGHT_PICTURES    where the pictures can be seen: a page, or with {name} in it each of them
#   GITHUB_TOKEN, or GITLAB_TOKEN (CI_JOB_TOKEN where that may comment)
. "$(dirname "$0")/common.sh"
for file in "$out"/*.plan.json; do
  if [ -f "$file" ]; then set -- "$@" "$file"; fi
done
for file in "$out"/*.problems.json; do
  if [ -f "$file" ]; then set -- "$@" --problems "$file"; fi
done
if [ -f "$out/changed" ]; then set -- "$@" --changed "$out/changed"; fi
if [ -n "${BOARDWRIGHT_PICTURES:-}" ]; then set -- "$@" --pictures "$BOARDWRIGHT_PICTURES"; fi
boardwright comment -C "$out" "$@"
