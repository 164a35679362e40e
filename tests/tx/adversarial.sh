#!/bin/sh
# Rare situations of the validation unit in Verilog: each run must pass all checks of tx.rtl, and the situation must
# have arisen so many times (sim/tx/rtl/situations.h).
#   adversarial.sh TX_GETM
# SEED: the first seed (default 1).
set -eu
program=$1
seed=${SEED:-1}
machine="--partitions 1 --ts-bits 32 --max-cycles 5000000 --quiet --situations"
# situation NAME 'CONDITION...' ARGUMENT...: conditions like full:1000, at least; entries:-8, at most
situation() {
    name=$1 conditions=$2
    shift 2
    # shellcheck disable=SC2086
    counts=$("$program" "$@" $machine --seed "$seed" 2>&1) || {
        echo "$counts"
        echo "FAIL: $name: $* $machine --seed $seed"
        exit 1
    }
    for c in $conditions; do
        want=${c#*:}
        got=$(echo "$counts" | sed -n "s/^situations .* ${c%%:*}=\([0-9]*\).*/\1/p")
        case $want in
            -*) [ "${got:-999999}" -le "${want#-}" ] ;;
            *) [ "${got:-0}" -ge "$want" ] ;;
        esac || {
            echo "$counts"
            echo "FAIL: $name: ${c%%:*} is ${got:-missing}, not $want: $* $machine --seed $seed"
            exit 1
        }
    done
    echo "$name, seed $seed:$(echo "$counts" | sed -n 's/^situations//p')"
    seed=$((seed + 1))
}
fast="--backoff 5 --backoff-most 20"
# shellcheck disable=SC2086
{
    situation "one granule, stall buffer full, requests before those that wake" \
        "granules:-1 parked:100 full:300 between:30" \
        random --cores 4 --warps 4 --lanes 1 --set words=2 --set stride=4 --set transactions=10 --set stores=60 $fast
    situation "commits and clean-ups mixed" "mixed:100 same:15" random --cores 4 --warps 4 --lanes 1 --set words=4 \
        --set stride=32 --set transactions=20 --set stores=60 $fast
    situation "all hashes equal, everything held" \
        "entries:-8 outside:10 spills:30 mixed:10 held_ask:1000 held_answer:100 held_memory:100" \
        random --cores 4 --warps 4 --lanes 1 --set words=40 --set stride=32 --set transactions=4 --set accesses=10 \
            --set stores=80 --collide --backpressure 40 --backoff 20 --backoff-most 100
    situation "120 reservations, 8 places" "entries:-8 outside:80 spills:100 held_log:1000" long --cores 2 --warps 2 \
        --lanes 2 --set granules=15 --set array=16 --set stripes=8 --collide
    situation "288 reservations, 11 places" "entries:-11 outside:150 spills:300 held_log:1000" long --cores 2 \
        --warps 2 --lanes 2 --set granules=36 --set array=38 --set stripes=8 --collide
}
echo "ok: seeds ${SEED:-1} to $((seed - 1))"
