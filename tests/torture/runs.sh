#!/bin/sh
# Runs one simulation with many tests and seeds: runs.sh SIM FIRST_SEED SEEDS OPS LITMUS_OPS [mix...]
# OPS: operations of each warp in a random run. LITMUS_OPS: runs of each litmus placement, 0 = no litmus tests. Mixes:
# those below, default all.
# PRESSURES: percentages of back-pressure, default "0 10 50 90". STOP=1: end at the first failure.
# Every failure is printed with the command that repeats it; exit status 1 then. The last line counts runs, operations
# and failures.
set -u
[ $# -ge 5 ] || { echo "usage: runs.sh SIM FIRST_SEED SEEDS OPS LITMUS_OPS [mix...]" >&2; exit 2; }
top=$(cd "$(dirname "$0")/../.." && pwd)
sim=$1 first=$2 seeds=$3 ops=$4 litmus=$5
shift 5
mixes=${*:-plain atomics one_line sharing evict stores hot slow apart rmw}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
runs=0 failures=0 total=0

mix_options() {
    case $1 in
        plain)    echo "--test random" ;;
        atomics)  echo "--test random --set loads=10 --set stores=10 --set atomics=80 --set lines=2" ;;
        one_line) echo "--test random --set lines=1 --set delay=0 --set evict=0" ;;
        sharing)  echo "--test random --set lines=2 --set words=0 --set wide=40" ;;
        evict)    echo "--test random --set lines=12 --set evict=50 --set evict_lines=48" ;;
        stores)   echo "--test random --set loads=30 --set stores=70 --set atomics=5 --set lines=4 --set evict=20" ;;
        hot)      echo "--test random --set delay=0 --set lines=3 --set evict=10 --set wide=20" ;;
        slow)     echo "--test random --latency 150 --jitter 200 --bandwidth 30 --set evict=30" ;;
        # Few lines, nothing else that moves logical time, and warps that are rarely busy at once: for mistakes of a
        # single tick.
        apart)    echo "--test random --set lines=4 --set words=1 --set loads=60 --set stores=40 --set atomics=0" \
            "--set evict=0 --set delay=200" ;;
        rmw)      echo "--test random --set lines=3 --set words=1 --set loads=50 --set stores=5 --set atomics=50" \
            "--set evict=0 --set delay=200" ;;
        errors)   echo "--test errors --set lines=40 --mem-error 128:256" ;;
        generic)  echo "--test generic" ;;
        bfs)      echo "--test kernel bfs --set scale=6" ;;
        *) echo "runs.sh: no mix is called $1" >&2; return 2 ;;
    esac
}

# try SEED PRESSURE OPTION...
try() {
    seed=$1 pressure=$2
    shift 2
    set -- "$@" --seed "$seed" --backpressure "$pressure" --max-cycles 20000000
    runs=$((runs + 1))
    if timeout "${LIMIT:-300}" "$sim" "$@" >"$log" 2>&1; then
        n=$(awk -f "$top/tests/designs/judged.awk" "$log")
        total=$((total + ${n:-0}))
        [ -z "$n" ] || return
        echo "no history, no operation or no verdict"
    fi
    failures=$((failures + 1))
    echo "FAILED: $sim $*"
    grep -v '^seed' "$log" | head -n "${LINES_SHOWN:-30}" | sed 's/^/    /'
    [ -z "${STOP-}" ] || exit 1
}

for mix in $mixes; do
    options=$(mix_options "$mix") || exit 2
    ops_option="--ops $ops"
    [ "$mix" != bfs ] || ops_option=
    seed=$first
    while [ "$seed" -lt $((first + seeds)) ]; do
        for pressure in ${PRESSURES:-0 10 50 90}; do
            # shellcheck disable=SC2086
            try "$seed" "$pressure" $options $ops_option
        done
        seed=$((seed + 1))
    done
done
if [ "$litmus" -gt 0 ]; then
    for pressure in ${PRESSURES:-0 10 50 90}; do
        try "$first" "$pressure" --test litmus --ops "$litmus" "$top"/sim/litmus/*.litmus
    done
fi
echo "$sim: seeds $first to $((first + seeds - 1)), $runs runs, $total operations, $failures failures"
[ "$failures" -eq 0 ] && [ $runs -gt 0 ]
