#!/bin/sh
# The command line of cohgen_tx with its exit codes, and steps that must be found different or bad.
#   cli.sh COHGEN_TX STEPS
set -eu
program=$1 steps=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# expect CODE ARGUMENT...
expect() {
    want=$1
    shift
    code=0
    "$program" "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
    [ "$code" = "$want" ] || {
        echo "cohgen_tx $*: exit status $code, not $want"
        cat "$scratch/out" "$scratch/err"
        exit 1
    }
}
small="--cores 2 --warps 2 --lanes 2 --partitions 1"
expect 0 --help
expect 0 --list
# shellcheck disable=SC2086
{
    expect 0 random $small
    expect 0 random $small --quiet --set words=9
    expect 2 random $small --set words=0
    expect 2 random $small --set nonsense=1
    expect 1 random $small --max-cycles 100
}
expect 0 --version
# Every test of the simulator runs here; a name of its own is not taken for one of transactions.
for test in bfs hashtable stealing ht tx_atm reduce spin; do
    # shellcheck disable=SC2086
    expect 0 --test "$test" $small
    grep -q "^test  *$test, seed 1, 2 cores" "$scratch/out" || { cat "$scratch/out"; exit 1; }
done
# The history of what they do outside of transactions is judged: litmus tests on threads of one warp, too.
# shellcheck disable=SC2086
{
    expect 0 --test litmus $small "$(dirname "$0")/../../sim/litmus/IRIW.litmus"
    grep -q '^history  *[1-9][0-9]* operations.*: sequentially consistent$' "$scratch/out" || { cat "$scratch/out"; exit 1; }
}
expect 2 --test matmul --ahead 2
expect 2 --test nonsense
expect 2 random --latency 30    # of the memory behind the emitted unit
expect 2
expect 2 random --lanez 2
grep -q "did you mean '--lanes'" "$scratch/err" || { cat "$scratch/err"; exit 1; }
# Computing between accesses takes time, the same in each run.
cycles() { "$program" "$@" | sed -n 's/^cycles *//p'; }
# shellcheck disable=SC2086
{
    plain=$(cycles random $small) slow=$(cycles random $small --think 500)
    [ "$slow" -gt $((2 * plain)) ] || { echo "--think 500: $slow cycles, without $plain"; exit 1; }
    [ "$slow" = "$(cycles random $small --think 500)" ] || { echo "--think: not the same twice"; exit 1; }
}
# All figures of a run as a table: nothing of a core's cycles is lost.
# shellcheck disable=SC2086
expect 0 atm $small --set accounts=20 --stats "$scratch/stats.csv"
awk -F, '/^run,all,cycles,/ { run = $NF } /^core,0,cycles/ { core += $NF } /transactions.committed,,,[1-9]/ { tx++ }
    END { exit !(run > 100 && core == run && tx == 1) }' "$scratch/stats.csv" || { cat "$scratch/stats.csv"; exit 1; }
expect 2 nonsense
expect 2 random atm
expect 2 random --nonsense=1
expect 2 random --nonsense
expect 2 random --cores 0
expect 2 random --cores
expect 2 random --granule 48
expect 2 random --set x
expect 2 random -s
expect 2 --steps
expect 2 --steps "$scratch/nothing"
expect 0 --steps "$steps"
expect 1 --steps "$steps" --published-text
# Each number of the file matters: with any one changed the run is different.
n=0
for line in $(grep -nE '^(answer .* abort|meta|answer .* ok)' "$steps" | cut -d: -f1); do
    sed -E "${line}s/ok\$/abort 3/; ${line}s/abort 21/abort 22/; ${line}s/writes 1 owner tx1/writes 1 owner tx2/; ${line}s/writes 1 owner tx2/writes 2 owner tx2/; ${line}s/wts ([0-9])/wts 9\\1/" "$steps" >"$scratch/steps"
    expect 1 --quiet --steps "$scratch/steps"
    n=$((n + 1))
done
[ $n -ge 15 ] || { echo "only $n lines changed"; exit 1; }
for bad in 'send tx1 LD' 'send tx1 XX A 1' 'send tx1 LD a 1' 'send t1 LD A 1' 'answer tx1' 'answer tx1 abort x' \
    'meta A rts 1' 'nonsense'; do
    echo "$bad" >"$scratch/steps"
    expect 2 --quiet --steps "$scratch/steps"
    grep -q ':1:[0-9]*: error: ' "$scratch/err" || { echo "no place in: $(cat "$scratch/err")"; exit 1; }
done
echo "ok: $n changed lines found"
