# Sourced by the scripts beside it. They run in the current directory, or in BOARDWRIGHT_DIR if it is set, and write their
# results for later jobs to the folder BOARDWRIGHT_OUT, or to a temporary one if it is not set.
set -eu

fail() {
  echo "$*" >&2
  exit 64
}

# need NAME...: fails unless these variables are set.
need() {
  for name in "$@"; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || fail "$name is not set: see the comments in the pipeline file"
  done
}

# Keeps tokens out of GitHub's logs, even if a program prints them. GitLab masks variables marked as masked in its settings.
mask_tokens() {
  [ "${GITHUB_ACTIONS:-}" = true ] || return 0
  for name in $(env | sed -n 's/^\(BOARDWRIGHT_TOKEN[A-Z0-9_]*\)=..*/\1/p'); do
    eval "value=\$$name"
    # Masking a very short value would garble the whole log.
    if [ "${#value}" -ge 8 ]; then echo "::add-mask::$value"; fi
  done
}

# GitLab gives unprotected variables to every pipeline, even to a fork's pipeline that a member starts.
refuse_unprotected() {
  if [ "${GITLAB_CI:-}" != true ] || [ "${CI_COMMIT_REF_PROTECTED:-}" = true ]; then return 0; fi
  for name in $(env | sed -n -e 's/^\(BOARDWRIGHT_[A-Z0-9_]*TOKEN[A-Z0-9_]*\)=..*/\1/p' -e 's/^\(GITLAB_TOKEN\)=..*/\1/p'); do
    fail "$name is not protected: this branch is unprotected, yet its pipeline can read it. Mark it as protected in Settings > CI/CD > Variables"
  done
}

# Never write inside the checkout: any path there may be a symbolic link that a pull request planted.
require_outside() {
  case $1/ in
    */../*) fail "$1: the path of an output folder must not contain .." ;;
  esac
  for top in "$PWD" "${GITHUB_WORKSPACE:-}" "${CI_PROJECT_DIR:-}"; do
    [ -n "$top" ] || continue
    case $1/ in
      "$top"/*) fail "$1 is inside the checkout, where a pull request may have planted a link: choose a folder outside it" ;;
    esac
  done
}

# need_left FILE SCRIPT: fails unless SCRIPT has written FILE, as a regular file and not as a symbolic link.
need_left() {
  if [ -L "$1" ]; then fail "$1 is a symbolic link, and none of the scripts creates one"; fi
  [ -f "$1" ] || fail "$1 does not exist: run $2 first, in this job or in an earlier one"
}

# Creates an empty output folder. Removes what was there before, without following links.
begin_out() {
  if [ -z "$out" ]; then
    out=$(mktemp -d)
    echo "Writing results to $out" >&2
  fi
  require_outside "$out"
  rm -rf -- "$out"
  mkdir -p -- "$out"
}

# From now on, copies each new journal to the folder BOARDWRIGHT_JOURNAL, however the script ends. Others in
# .boardwright/runs may come from a commit.
keep_journals() {
  journal=${BOARDWRIGHT_JOURNAL:-${RUNNER_TEMP:+$RUNNER_TEMP/boardwright-journal}}
  [ -n "$journal" ] || return 0
  require_outside "$journal"
  rm -rf -- "$journal"
  mkdir -p -- "$journal"
  started=$(mktemp)
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap copy_journals EXIT
}

copy_journals() {
  status=$?
  if [ -d .boardwright/runs ]; then
    find .boardwright/runs -type f -name '*.jsonl' -newer "$started" -exec cp -- {} "$journal/" \;
  fi
  rm -f -- "$started"
  exit "$status"
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
