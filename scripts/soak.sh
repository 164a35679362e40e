#!/bin/sh
# Runs random tests on a simulator until the time is over: random traffic of several kinds, litmus tests, kernels, each with its own seed, back-pressure,
# latency and bandwidth. Stops at the first failure, shrinks it to a short trace and prints that with the seed.
#   soak.sh SIM SECONDS [SEED] [simulator option...]
# SEED: of the first run (default: the time); the others count up from it. The present folder gets the trace of a failure, soak-SEED.trace, and the row
# coverage of all runs together, soak.html.
# Exit status: 0 no failure, 1 a failure, 2 usage, 3 environment.
set -eu
usage="usage: soak.sh SIM SECONDS [SEED] [OPTION...]"
sim=${1:?$usage} seconds=${2:?$usage}
shift 2
seed=$(date +%s)
case ${1:-} in [0-9]*) seed=$1; shift ;; esac
case $seconds in ''|*[!0-9]*) echo "$usage" >&2; exit 2 ;; esac
litmus=$(cd "$(dirname "$0")/../sim/litmus" && pwd)
log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT
echo "first seed $seed"

# The kinds of runs, of which those that the design cannot do are left out.
cat >"$log.kinds" <<END
--test random --ops 500
--test random --ops 500 --set lines=16 --set evict=40 --set evict_lines=64
--test random --ops 300 --set loads=30 --set stores=20 --set atomics=50 --set lines=2
--test random --ops 300 --set wide=60 --set words=4 --set delay=0
--test generic --ops 300
--test litmus --ops 1 $(echo "$litmus"/*.litmus "$litmus"/fenced/*.litmus)
--test stencil
--test bfs --set grid=1
--test hashtable
--test histogram --set n=300
--test stealing
END
kinds=$(while read -r words; do
    status=0
    # shellcheck disable=SC2086
    "$sim" $words "$@" --max-cycles 1 >"$log" 2>&1 || status=$?
    [ $status = 2 ] || printf '%s|' "$words"
done <"$log.kinds")
[ -n "$kinds" ] || { echo "soak: the design can run none of the tests:"; cat "$log"; exit 2; }

run() { # SEED WORDS...: with settings drawn from the seed
    set -- "$@" --seed "$1" --backpressure $(($1 / 3 % 4 * 25)) --latency $(($1 / 12 % 3 * 40 + 1)) --bandwidth $(($1 / 36 % 3 * 80 + 40))
    file=soak-$1.trace
    shift
    status=0
    "$sim" "$@" --quiet --shrink "$file" --coverage "$log.run" >"$log" 2>&1 || status=$?
    if [ $status = 0 ]; then
        if [ -f "$log.all" ]; then "$sim" --coverage-merge --coverage "$log.all" "$log.all" "$log.run"; else mv "$log.run" "$log.all"; fi
        return
    fi
    echo "FAIL: $sim $*"
    cat "$log"
    [ ! -f "$file" ] || echo "trace: $(pwd)/$file"
    exit $status
}

end=$(($(date +%s) + seconds)) n=0
while [ "$(date +%s)" -lt $end ]; do
    IFS='|'
    for words in $kinds; do
        unset IFS
        # shellcheck disable=SC2086
        run "$seed" $words "$@"
        n=$((n + 1)) seed=$((seed + 1))
        [ "$(date +%s)" -lt $end ] || break
    done
    unset IFS
done
echo "$n runs, no failure; the next seed is $seed"
[ ! -f "$log.all" ] || { "$sim" --coverage-merge --coverage soak.html "$log.all"; sed -n 's/^# //p' "$log.all"; }
