#!/bin/sh
# Keeps one pull request with the UI edits of drift-read.sh, and closes it when they are gone.
#   BOARDWRIGHT_TARGET        the target
#   BOARDWRIGHT_BASE_BRANCH   the branch to merge into (default: main); it is checked out, as it was for drift-read.sh
#   BOARDWRIGHT_PUSH_URL      where to push to (default: origin)
#   GITHUB_TOKEN or GITLAB_TOKEN
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
base=${BOARDWRIGHT_BASE_BRANCH:-main}
branch=boardwright/drift-$BOARDWRIGHT_TARGET
push=${BOARDWRIGHT_PUSH_URL:-origin}
title="Take UI edits from $BOARDWRIGHT_TARGET into git"
export GIT_AUTHOR_NAME=Boardwright GIT_COMMITTER_NAME=Boardwright
export GIT_AUTHOR_EMAIL="${BOARDWRIGHT_GIT_EMAIL:-boardwright@ci.invalid}"
export GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"

old=
if git fetch --quiet origin "+refs/heads/$branch:refs/remotes/origin/$branch" 2>/dev/null; then
  old=$(git rev-parse "refs/remotes/origin/$branch")
fi
others=
if [ -n "$old" ]; then
  others=$(git log --format=%ae "HEAD..$old" | grep -vxF "$GIT_AUTHOR_EMAIL" || true)
fi

if [ ! -s "$out/drift.patch" ]; then
  boardwright propose --branch "$branch" --close
  if [ -n "$old" ] && [ -z "$others" ]; then git push --quiet "$push" "--force-with-lease=$branch:$old" ":refs/heads/$branch"; fi
  exit 0
fi

if [ -n "$others" ]; then
  echo "Somebody else committed to $branch: it is left as it is." >&2
else
  start=$(git rev-parse HEAD)
  (cd "$(git rev-parse --show-toplevel)" && git apply --index -) <"$out/drift.patch"
  git commit --quiet --no-verify --message "$title"
  made=$(git rev-parse HEAD)
  if [ -z "$old" ] || ! git diff --quiet "$old" "$made" || ! git merge-base --is-ancestor "$start" "$old"; then
    git push --quiet "$push" "--force-with-lease=$branch:$old" "$made:refs/heads/$branch"
  fi
  git reset --quiet --hard "$start"
fi
boardwright propose --branch "$branch" --base "$base" --title "$title" --text "$out/drift.txt"
