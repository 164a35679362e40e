#!/bin/sh
# Runs random tests on simulators in turn until the time is over: random traffic of several kinds, litmus tests,
# kernels, each with its own seed, back-pressure, latency and bandwidth. Stops at the first failure, shrinks it to a
# short trace and prints that with the seed.
#   soak.sh SECONDS SEED "SIM [OPTION...]"...
# SEED: of the first run; the others count up from it. SIM with its options: a design, and what its runs have in common,
# such as the value of a pin; with --model weak there are no kernels, since they rely on sequential consistency. The
# present folder gets the trace of a failure, soak-SEED.trace, and for each SIM, of the name sim_NAME, the row coverage
# of its runs, soak-NAME.html.
# Exit status: 0 no failure, 1 a failure, 2 usage, 3 environment.
set -eu
usage="usage: soak.sh SECONDS SEED \"SIM [OPTION...]\"..."
[ $# -ge 3 ] || { echo "$usage" >&2; exit 2; }
seconds=$1 seed=$2
shift 2
case $seconds in ''|*[!0-9]*) echo "$usage" >&2; exit 2 ;; esac
case $seed in ''|*[!0-9]*) echo "$usage" >&2; exit 2 ;; esac
litmus=$(cd "$(dirname "$0")/../sim/litmus" && pwd)
log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT
echo "first seed $seed"

all_kinds() {
    cat <<END
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
}

# The lines "SIM OPTION..." of a simulator, without what its design cannot do.
kinds_of() { # SIM OPTION...
    case " $* " in *" --model weak "*) all_kinds | grep -E 'random|litmus' ;; *) all_kinds ;; esac \
        | while read -r words; do
        status=0
        # shellcheck disable=SC2086
        "$@" $words --max-cycles 1 >"$log" 2>&1 || status=$?
        [ $status = 2 ] || echo "$* $words"
    done
}

run() { # SIM OPTION...: with settings drawn from the seed
    sim=$1 file=soak-$seed.trace status=0
    name=$(basename "$sim")
    rows=$log.${name#sim_}
    set -- "$@" --seed "$seed" --backpressure $((seed / 3 % 4 * 25)) --latency $((seed / 12 % 3 * 40 + 1)) \
        --bandwidth $((seed / 36 % 3 * 80 + 40))
    "$@" --quiet --shrink "$file" --coverage "$log.run" >"$log" 2>&1 || status=$?
    if [ $status = 0 ]; then
        if [ -f "$rows" ]; then
            "$sim" --coverage-merge --coverage "$rows" "$rows" "$log.run"
        else
            mv "$log.run" "$rows"
        fi
        return
    fi
    echo "FAIL: $*"
    cat "$log"
    [ ! -f "$file" ] || echo "trace: $(pwd)/$file"
    exit $status
}

# Each simulator runs one of its kinds, then the next one has its turn.
for words; do
    # shellcheck disable=SC2086
    kinds_of $words >"$log.kinds"
    [ -s "$log.kinds" ] || { echo "soak: the design can run none of the tests:"; cat "$log"; exit 2; }
    awk -v sim="$((k = ${k:-0} + 1))" '{ print NR, sim, $0 }' "$log.kinds" >>"$log.list"
done
sort -n -k1,1 -k2,2 "$log.list" | cut -d' ' -f3- >"$log.turns"

end=$(($(date +%s) + seconds)) n=0
more() { [ $n = 0 ] || [ "$(date +%s)" -lt $end ]; } # one run at least, however slow the machine is
while more; do
    while read -r words <&3 && more; do
        # shellcheck disable=SC2086
        run $words
        n=$((n + 1)) seed=$((seed + 1))
    done 3<"$log.turns"
done
echo "$n runs, no failure; the next seed is $seed"
for words; do
    sim=${words%% *}
    name=$(basename "$sim")
    name=${name#sim_}
    [ ! -f "$log.$name" ] || {
        "$sim" --coverage-merge --coverage "soak-$name.html" "$log.$name"
        sed -n "s/^# \(.* rows taken\)/$name: \1/p" "$log.$name"
    }
done
