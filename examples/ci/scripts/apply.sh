#!/bin/sh
# Makes a target what the commit says, if that is what was approved. The journal of the run is in .boardwright/runs.
#   BOARDWRIGHT_TARGET        the target
#   BOARDWRIGHT_APPROVE       the hash of a plan that somebody approved; without it, what the merged pull request showed
#   BOARDWRIGHT_DIRECT_PUSH   `allow`: a commit that came without a pull request is applied as it is
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write
#   GITHUB_TOKEN, GITEA_TOKEN or GITLAB_TOKEN of the forge, to look for the pull request: one that may read is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
if [ -n "${BOARDWRIGHT_APPROVE:-}" ]; then
  set -- --approve "$BOARDWRIGHT_APPROVE" "$@"
else
  if [ "${BOARDWRIGHT_DIRECT_PUSH:-}" = allow ]; then set -- --allow-direct-push "$@"; fi
  set -- --as-approved "$@"
fi
boardwright apply --target "$BOARDWRIGHT_TARGET" "$@"
