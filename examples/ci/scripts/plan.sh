#!/bin/sh
# Validates the files, and plans every target. Writes the plans and any problems for comment.sh, and to the folder
# pictures, each changed dashboard before and after, and each plan as a page.
#   BOARDWRIGHT_TARGETS     target names, separated by spaces
#   BOARDWRIGHT_BASE        the commit or branch to merge into; without it, the comment shows everything in full
#   BOARDWRIGHT_SNAPSHOTS   a directory that snapshot.sh wrote: plan against that, without a token
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a read-only key is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGETS
# Target names are not file patterns, so no globbing.
set -f
begin_out
status=0

boardwright validate --json >"$out/validate.problems.json" || status=1
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  boardwright validate --format github || status=1
  boardwright validate --format sarif >"$out/problems.sarif" || status=1
fi
if [ "${GITLAB_CI:-}" = true ]; then
  boardwright validate --format gitlab >"$out/code-quality.json" || status=1
  boardwright validate --format junit >"$out/junit.xml" || status=1
fi

if [ "$status" = 0 ]; then
  number=10
  for target in $BOARDWRIGHT_TARGETS; do
    number=$((number + 1))
    name=$out/$number-$target
    set -- plan --target "$target" --json --out "$name.plan.json" --pictures "$out/pictures"
    if [ -n "${BOARDWRIGHT_SNAPSHOTS:-}" ]; then
      set -- "$@" --snapshot "$BOARDWRIGHT_SNAPSHOTS/$target.snapshot.json"
    fi
    # A plan that is stopped, or has something held, is still a plan: the comment says so. Only a missing plan fails the job.
    boardwright "$@" >/dev/null 2>"$name.said" || true
    cat "$name.said" >&2
    if [ ! -f "$name.plan.json" ]; then
      mv "$name.said" "$name.problems.json"
      status=1
    fi
    rm -f "$name.said"
  done
fi

BOARDWRIGHT_DIR=. BOARDWRIGHT_OUT="$out" sh "$scripts/comment.sh" --out "$out/comment.md"
cat "$out/comment.md"
exit "$status"
