#!/bin/sh
# Applies the commit to a target, but only if that is what was approved. The journal of the run is in .boardwright/runs.
#   BOARDWRIGHT_TARGET        the target
#   BOARDWRIGHT_JOURNAL       a folder outside the checkout for a copy of the journal (default: in RUNNER_TEMP)
#   BOARDWRIGHT_APPROVE       the hash of the approved plan; without it, the plan that the merged pull request showed
#   BOARDWRIGHT_DIRECT_PUSH   `allow`: also apply a commit that was pushed without a pull request
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write
#   GITHUB_TOKEN, GITEA_TOKEN or GITLAB_TOKEN   for the forge, to find the pull request: read access is enough
. "$(dirname "$0")/common.sh"
need BOARDWRIGHT_TARGET
if [ -n "${BOARDWRIGHT_APPROVE:-}" ]; then
  set -- --approve "$BOARDWRIGHT_APPROVE" "$@"
else
  if [ "${BOARDWRIGHT_DIRECT_PUSH:-}" = allow ]; then set -- --accept direct-push "$@"; fi
  set -- --approve pull-request "$@"
fi
keep_journals
boardwright apply --target "$BOARDWRIGHT_TARGET" "$@"
