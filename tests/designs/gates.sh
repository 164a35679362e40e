#!/bin/sh
# A model with clock gates against one without: the same cycles, the same report.
#   gates.sh GATED PLAIN COUNT [simulator option...]
set -eu
usage="usage: gates.sh GATED PLAIN COUNT [OPTION...]"
gated=${1:?$usage} plain=${2:?$usage} count=${3:?$usage}
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
seed=1
while [ "$seed" -le "$count" ]; do
    case $((seed % 4)) in
        0) pressure=0 latency=1 bandwidth=200 ;;
        1) pressure=10 latency=20 bandwidth=100 ;;
        2) pressure=40 latency=5 bandwidth=30 ;;
        3) pressure=70 latency=300 bandwidth=200 ;;
    esac
    options="--seed $seed --backpressure $pressure --latency $latency --bandwidth $bandwidth"
    # shellcheck disable=SC2086
    "$gated" "$@" $options >"$scratch/gated" 2>&1 || { echo "FAIL: $gated $* $options"; tail "$scratch/gated"; exit 1; }
    # shellcheck disable=SC2086
    "$plain" "$@" $options >"$scratch/plain" 2>&1 || { echo "FAIL: $plain $* $options"; tail "$scratch/plain"; exit 1; }
    if ! cmp -s "$scratch/gated" "$scratch/plain"; then
        echo "FAIL: with and without clock gates a run differs: $gated, $plain, $* $options"
        diff "$scratch/gated" "$scratch/plain" | head -n 20
        exit 1
    fi
    grep -q '^cycles  *[1-9]' "$scratch/gated" || { echo "FAIL: no cycles"; exit 1; }
    seed=$((seed + 1))
done
echo "$count runs are the same with and without clock gates"
