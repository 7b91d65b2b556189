#!/bin/sh
# Checks the files, and plans every target. Leaves the plans, and what is wrong, for comment.sh; and in pictures, each
# changed dashboard before and after, and each plan as a page.
#   BOARDWRIGHT_TARGETS     names, with spaces between them
#   BOARDWRIGHT_BASE        the commit or branch that it shall be merged into; without it everything is told in full
#   BOARDWRIGHT_SNAPSHOTS   a directory that snapshot.sh wrote: plans need no token then
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may only read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGETS
# Target names are not file patterns.
set -f
begin_out
status=0

boardwright validate --format json >"$out/validate.problems.json" || status=1
if [ "${GITHUB_ACTIONS:-}" = true ]; then boardwright validate --format github || status=1; fi
if [ "${GITLAB_CI:-}" = true ]; then boardwright validate --format gitlab >"$out/code-quality.json" || status=1; fi

if [ "$status" = 0 ]; then
  number=10
  for target in $BOARDWRIGHT_TARGETS; do
    number=$((number + 1))
    name=$out/$number-$target
    set -- plan --target "$target" --json --out "$name.plan.json" --pictures "$out/pictures"
    if [ -n "${BOARDWRIGHT_BASE:-}" ]; then set -- "$@" --changed-since "$BOARDWRIGHT_BASE"; fi
    if [ -n "${BOARDWRIGHT_SNAPSHOTS:-}" ]; then
      set -- "$@" --snapshot "$BOARDWRIGHT_SNAPSHOTS/$target.snapshot.json"
    fi
    # A plan that is held or stopped is a plan: the comment says so. Without a plan the job fails.
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
