#!/bin/sh
# One comment on the pull request from what plan.sh left. Needs no token of the platform and none of the project's files.
#   BOARDWRIGHT_OUT         the folder that plan.sh wrote
#   BOARDWRIGHT_PICTURES    where the pictures can be seen: a page, or with {name} in it each of them
#   GITHUB_TOKEN, or GITLAB_TOKEN (CI_JOB_TOKEN where that may comment)
. "$(dirname "$0")/common.sh"
[ -n "$out" ] || need BOARDWRIGHT_OUT
for file in "$out"/*.plan.json "$out"/*.problems.json; do
  if [ -L "$file" ]; then fail "$file is a link, and plan.sh leaves none"; fi
done
for file in "$out"/*.plan.json; do
  if [ -f "$file" ]; then set -- "$@" "$file"; fi
done
for file in "$out"/*.problems.json; do
  if [ -f "$file" ]; then set -- "$@" --problems "$file"; fi
done
if [ -n "${BOARDWRIGHT_PICTURES:-}" ]; then set -- "$@" --pictures "$BOARDWRIGHT_PICTURES"; fi
boardwright comment -C "$out" "$@"
