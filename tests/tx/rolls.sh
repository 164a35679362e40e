#!/bin/sh
# Rollover of timestamps with cores in C in front of the validation units in Verilog: times of 6 bits. Each run must pass all checks, and have had so many rollovers; attempts must have been ended by them.
#   rolls.sh TX_GETM PARTITIONS
# SEED: the first seed (default 1).
set -eu
program=$1 parts=$2
seed=${SEED:-1}
machine="--partitions $parts --ts-bits 6 --max-cycles 5000000 --backoff 5 --backoff-most 50"
all=0 ended=0
# runs COUNT ARGUMENT...: with a seed each
runs() {
    n=$1
    shift
    while [ "$n" -gt 0 ]; do
        # shellcheck disable=SC2086
        out=$("$program" "$@" $machine --seed "$seed") || { echo "FAIL: $* $machine --seed $seed"; exit 1; }
        line=$(echo "$out" | sed -n 's/^rollovers *\([0-9]*\), attempts of warps ended by them \([0-9]*\)$/\1 \2/p')
        rolls=${line% *} quits=${line#* }
        [ "${rolls:-0}" -ge 3 ] || { echo "FAIL: ${rolls:-0} rollovers: $* $machine --seed $seed"; exit 1; }
        all=$((all + rolls)) ended=$((ended + quits))
        seed=$((seed + 1))
        n=$((n - 1))
    done
}
for end in "" "--own-clock"; do
    # shellcheck disable=SC2086
    {
        runs 2 random --cores 2 --warps 4 --lanes 4 $end
        runs 1 random --cores 4 --warps 2 --lanes 1 --set words=6 --set transactions=15 $end
        runs 1 atm --cores 2 --warps 4 --lanes 2 --set accounts=60 --set transfers=4 $end
        runs 1 random --cores 2 --warps 4 --lanes 2 --limit 2 --set words=40 --set stride=4 $end
    }
done
[ $all -ge 60 ] && [ $ended -ge 20 ] || { echo "FAIL: $all rollovers, $ended attempts ended by them"; exit 1; }
echo "ok: seeds ${SEED:-1} to $((seed - 1)): $all rollovers, $ended attempts of warps ended by them"
