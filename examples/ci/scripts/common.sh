# Sourced by the scripts beside it. They run in the directory of the project, or in the one that BOARDWRIGHT_DIR names,
# and leave what later jobs need in the folder that BOARDWRIGHT_OUT names: without it, in a temporary one.
set -eu

fail() {
  echo "$*" >&2
  exit 64
}

# need NAME...: these variables are set.
need() {
  for name in "$@"; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || fail "$name is not set: see the comments in the pipeline's file"
  done
}

# No log shows a token, even if a program prints it. GitLab masks the variables that are marked so in its settings.
mask_tokens() {
  [ "${GITHUB_ACTIONS:-}" = true ] || return 0
  for name in $(env | sed -n 's/^\(BOARDWRIGHT_TOKEN[A-Z0-9_]*\)=..*/\1/p'); do
    eval "value=\$$name"
    # What is too short for a token would mask letters.
    if [ "${#value}" -ge 8 ]; then echo "::add-mask::$value"; fi
  done
}

# GitLab gives variables that are not protected to every pipeline, also to one of a fork that a member starts.
refuse_unprotected() {
  if [ "${GITLAB_CI:-}" != true ] || [ "${CI_COMMIT_REF_PROTECTED:-}" = true ]; then return 0; fi
  for name in $(env | sed -n -e 's/^\(BOARDWRIGHT_[A-Z0-9_]*TOKEN[A-Z0-9_]*\)=..*/\1/p' -e 's/^\(GITLAB_TOKEN\)=..*/\1/p'); do
    fail "$name is not protected: this branch is not, and sees it all the same. Mark it as protected in Settings > CI/CD > Variables"
  done
}

# Whatever is below the checkout may be a link that a pull request planted: nothing is written there.
require_outside() {
  case $1/ in
    */../*) fail "$1: no .. in the name of a folder that is written to" ;;
  esac
  for top in "$PWD" "${GITHUB_WORKSPACE:-}" "${CI_PROJECT_DIR:-}"; do
    [ -n "$top" ] || continue
    case $1/ in
      "$top"/*) fail "$1 is below the checkout, where a pull request may have put a link: name a folder beside it" ;;
    esac
  done
}

# need_left FILE: an earlier script left it, as a file and not as a link to another one.
need_left() {
  if [ -L "$1" ]; then fail "$1 is a link, and no script leaves one"; fi
  [ -f "$1" ] || fail "there is no $1: $2 comes first, in this job or in one before it"
}

# A new folder for what this script leaves. What was there is gone, and no link in it is followed.
begin_out() {
  if [ -z "$out" ]; then
    out=$(mktemp -d)
    echo "What this leaves is in $out" >&2
  fi
  require_outside "$out"
  rm -rf -- "$out"
  mkdir -p -- "$out"
}

scripts=$(cd "$(dirname "$0")" && pwd)
cd "${BOARDWRIGHT_DIR:-.}"
refuse_unprotected
out=${BOARDWRIGHT_OUT:-${RUNNER_TEMP:+$RUNNER_TEMP/boardwright-ci}}
case $out in
  '' | /*) ;;
  *) out=$PWD/$out ;;
esac
mask_tokens
