#!/bin/sh
# One comment on the pull request from what plan.sh and stage.sh left. Needs no token of the platform and none of the project's files.
#   BOARDWRIGHT_OUT         the folder that plan.sh wrote
#   BOARDWRIGHT_STAGED      the folder that stage.sh wrote; the same one if it is not set
#   BOARDWRIGHT_PICTURES    where the pictures can be seen: a page, or with {name} in it each of them
#   GITHUB_TOKEN, GITEA_TOKEN, or GITLAB_TOKEN (CI_JOB_TOKEN where that may comment)
. "$(dirname "$0")/common.sh"
[ -n "$out" ] || need BOARDWRIGHT_OUT
staged=${BOARDWRIGHT_STAGED:-$out}
for file in "$out"/*.plan.json "$out"/*.problems.json "$staged/staged.json" "$staged/numbers.json"; do
  if [ -L "$file" ]; then fail "$file is a link, and no script leaves one"; fi
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
