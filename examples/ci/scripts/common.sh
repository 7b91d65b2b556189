# Sourced by the scripts beside it. They run in the directory of the project, or in the one that BOARDWRIGHT_DIR names,
# and leave what later jobs need in .boardwright/ci, or in what BOARDWRIGHT_OUT names.
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

scripts=$(cd "$(dirname "$0")" && pwd)
cd "${BOARDWRIGHT_DIR:-.}"
out=${BOARDWRIGHT_OUT:-.boardwright/ci}
mkdir -p "$out"
mask_tokens
