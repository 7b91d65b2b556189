#!/bin/sh
# Takes the checked-out commit through all waves, on one machine. It stops at the first gate that does not open: run it
# again to go on from there.
#   BOARDWRIGHT_WAVES         how many waves there are
#   BOARDWRIGHT_JOBS          how many targets to apply to at the same time (default: 4)
#   BOARDWRIGHT_WAIT          how long each gate waits, such as 10m
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   for the platform: a key that may write
set -eu
: "${BOARDWRIGHT_WAVES:?set it to the number of waves}"
commit=$(git rev-parse HEAD)
wave=1
while [ "$wave" -le "$BOARDWRIGHT_WAVES" ]; do
  steps=$(boardwright fleet matrix --wave "$wave")
  # Ignore failures here: the gate checks the outcome of each step.
  printf '%s' "$steps" |
    xargs -r -P "${BOARDWRIGHT_JOBS:-4}" -I '{}' boardwright apply --target '{}' --commit "$commit" --yes || true
  boardwright fleet gate --wave "$wave" --wait "${BOARDWRIGHT_WAIT:-0s}"
  wave=$((wave + 1))
done
