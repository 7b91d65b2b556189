#!/bin/sh
# Carries the commit that is checked out through all waves, on one machine. It stops at the first gate that does not open:
# run it again, and it goes on from there.
#   BOARDWRIGHT_WAVES         how many waves there are
#   BOARDWRIGHT_JOBS          how many targets get the commit side by side: 4 when left out
#   BOARDWRIGHT_WAIT          how long each gate waits, such as 10m
#   BOARDWRIGHT_TOKEN[_T], BOARDWRIGHT_HOST   of the platform: a key that may write
set -eu
: "${BOARDWRIGHT_WAVES:?say how many waves there are}"
commit=$(git rev-parse HEAD)
wave=1
while [ "$wave" -le "$BOARDWRIGHT_WAVES" ]; do
  steps=$(boardwright fleet matrix --wave "$wave")
  # What becomes of each step, the gate finds out by itself.
  printf '%s' "$steps" |
    xargs -r -P "${BOARDWRIGHT_JOBS:-4}" -I '{}' boardwright apply --target '{}' --commit "$commit" --yes || true
  boardwright fleet gate --wave "$wave" --wait "${BOARDWRIGHT_WAIT:-0s}"
  wave=$((wave + 1))
done
