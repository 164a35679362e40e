#!/bin/sh
# Runs a simulator with many seeds, each with other back-pressure, memory latency and bandwidth; stops at the first
# failure and says how to repeat it.
#   seeds.sh FIRST COUNT SIM [simulator option...]
# Prints the number of operations of all runs together.
set -eu
usage="usage: seeds.sh FIRST COUNT SIM [OPTION...]"
first=${1:?$usage} count=${2:?$usage} sim=${3:?$usage}
shift 3
here=$(cd "$(dirname "$0")" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
total=0 seed=$first
[ "$count" -gt 0 ] || { echo "FAIL: no seeds"; exit 1; }
while [ "$seed" -lt $((first + count)) ]; do
    case $((seed % 4)) in
        0) pressure=0 latency=1 bandwidth=200 ;;
        1) pressure=10 latency=20 bandwidth=100 ;;
        2) pressure=40 latency=5 bandwidth=30 ;;
        3) pressure=70 latency=100 bandwidth=200 ;;
    esac
    options="--seed $seed --backpressure $pressure --latency $latency --bandwidth $bandwidth"
    # shellcheck disable=SC2086
    if ! "$sim" "$@" $options >"$log" 2>&1; then
        echo "FAIL seed $seed: $sim $* $options"
        tail -n 60 "$log"
        exit 1
    fi
    n=$(awk -f "$here/judged.awk" "$log")
    if [ -z "$n" ]; then
        echo "FAIL seed $seed: no history, no operation or no verdict: $sim $* $options"
        tail -n 60 "$log"
        exit 1
    fi
    total=$((total + n))
    seed=$((seed + 1))
done
echo "seeds $first to $((seed - 1)): $total operations, no failure"
