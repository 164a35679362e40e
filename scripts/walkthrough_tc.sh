#!/bin/sh
# The timelines of temporal coherence (the primer's tables 10.4 and 10.7) in the emitted Verilog, tick by tick: message
# passing between two CTAs, with flag, data1 and data2 leased to SM2 until 35, 30 and 20. A tick has 8 cycles and a hop of
# the networks takes 5 ticks, as in the tables; the program is issued when they say. Each row that fires, with the tick in
# which it does, is compared with the published steps (tb/walkthrough/*.steps), and what the loads have read.
#   walkthrough_tc.sh [cohgen emit OPTION...]
# Exit status: 0 as published, 1 different, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Tick 0 of the tables is tick 200 here; leases take 50. From the ACK of a store to the next request of its warp are 3
# cycles, so 5 more make it come a tick later, in the same cycle of the tick.
start=200 lease=50

# trace OPERATION...: SM3, which has no part in the example, brings its lines into L2; seven of its warps load lines of
# their own, one cycle after the other, which shows when a tick begins (`rows` below). All these leases are over when
# three warps of SM2 take the leases that the example begins with.
at() { echo $(((start + $1) * 8 - 1)); } # the row comes 10 cycles later, in the middle of its tick
trace() {
    echo "cohgen-trace 1"
    for data in 80 88 90; do echo "2 0 load 0x$data 4"; done
    for warp in 1 2 3 4 5 6 7; do echo "2 $warp load 0x${warp}0 4"; done
    for warp in 1 2 3 4 5 6 7; do echo "2 $warp load 0x${warp}8 4"; done
    echo "1 1 load 0x90 4 after $(at $((20 - lease - 5)))"
    echo "1 2 load 0x80 4 after $(at $((30 - lease - 5)))"
    echo "1 3 load 0x88 4 after $(at $((35 - lease - 5)))"
    for operation; do echo "$operation"; done
}
# Rows of the example, as TICK WHERE LINE EVENT STATES MESSAGE [until=TIME]. The first cycle of tick 0 is the only one
# that agrees with all leases that L2 gives (ts is the tick, and $lease more).
rows() {
    awk -v start=$start -v lease=$lease '
        NR == FNR {
            if ($2 == "L2" && $6 == "GETV" && $7 != "F" && match($0, / line.ts=[0-9]+/)) {
                t = substr($0, RSTART + 9, RLENGTH - 9) - lease
                if (low == "" || $1 - 8 * t - 7 > low) low = $1 - 8 * t - 7
                if (high == "" || $1 - 8 * t < high) high = $1 - 8 * t
            }
            next
        }
        FNR == 1 && low != high { print "the first cycle of a tick is from " low " to " high; exit }
        {
            tick = int(($1 - low) / 8) - start
            if (tick < 1 || $4 !~ /^(0x10|0x11|0x12|-)$/) next
            sends = until = ""
            for (i = 8; i <= NF; i++) {
                if ($i ~ /^sends=/) { sends = $i; sub(/^sends=/, " ", sends); sub(/>.*/, "", sends) }
                if ($i ~ /^until\[0\]=/ && $6 ~ /^ACK/) until = " until=" substr($i, 10) - start
            }
            print tick, $2 == "L2" ? "L2" : "SM" $3 + 1, \
                ($4 == "0x10" ? "data1" : $4 == "0x11" ? "flag" : $4 == "0x12" ? "data2" : "-") " " $6 " " $5 ">" $7 \
                sends until
        }' "$scratch/rows" "$scratch/rows"
}
failed=0
# table PROTOCOL COLUMN TITLE SETTINGS OPERATION...: the rows are those of this column of the steps
table() {
    protocol=$1 column=$2 title=$3 settings=$4
    shift 4
    # shellcheck disable=SC2086
    COHGEN_QUICK=-O1 COHGEN=${COHGEN:-$build/cohgen} COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a \
        "$top/tests/torture/build_sim.sh" "$scratch/$protocol$column" "$top/specs/tc/$protocol.xml" --set=CORES=3 \
        --set=WARPS=8 --set=BANKS=1 --set=LINE_BYTES=8 --set=L1.SETS=16 --set=L1.WAYS=2 --set=L1.MSHRS=8 \
        --set=L2.SETS=16 --set=L2.WAYS=2 --set=L2.MSHRS=8 --set=LEASE=$lease --set=EVERY=8 --set=NET_LATENCY=35 \
        --set=FLIT_BITS=256 --set=BEAT_BYTES=8 $settings >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 3; }
    trace "$@" >"$scratch/trace"
    "$scratch/$protocol$column/sim" --test trace "$scratch/trace" --backpressure 0 --jitter 0 --model weak \
        --rows-all --rows "$scratch/rows" --axe "$scratch/axe" >"$scratch/out" || { tail -n 3 "$scratch/out"; exit 1; }
    rows >"$scratch/are"
    steps=$top/tb/walkthrough/$protocol.steps
    awk -F ' *[|] *' -v column="$column" '/^[0-9]/ {
        n = split(column > NF ? $4 : $column, row, /, /)
        for (i = 1; i <= n; i++) if (row[i] != "") print $1, $2, row[i] }' "$steps" >"$scratch/published"
    echo "$title"
    grep '^[0-9]' "$steps" | cut -d '|' -f 1-3 | sed 's/^/  /'
    if cmp -s "$scratch/are" "$scratch/published"; then
        echo "  as published$(if grep -q '(published' "$steps"; then echo ", but for the time in brackets (errata, T8)"; fi)"
    else
        echo "  DIFFERENT (< as published, > as it is):"
        diff "$scratch/published" "$scratch/are" | sed 's/^/  /' || true
        failed=1
    fi
    if grep -q '# 0x88 == 0x13' "$scratch/axe" && grep -q '# 0x90 == 0x12' "$scratch/axe"; then
        echo "  Ld1 reads SET, Ld2 reads NEW"
    else
        echo "  DIFFERENT: Ld1 or Ld2 reads an old value"
        failed=1
    fi
}
options=$*
strong() {
    table tcs "$@" "0 0 store 0x80 4 0x11 after $(at 1)" "0 0 store 0x90 4 0x12 after 5" \
        "0 0 store 0x88 4 0x13 after 5" "1 0 load 0x88 4 after $(at 50)" "1 0 load 0x90 4 after 5"
}
strong 4 "table 10.4: TC-strong; the store waits at the head of its bank's requests (HEAD=1)" "--set=HEAD=1 $options"
strong 5 "table 10.4: TC-strong; the store waits in its entry (HEAD=0)" "--set=HEAD=0 $options"
table tcw 4 "table 10.7: TC-weak" "$options" "0 0 store 0x80 4 0x11 after $(at 1)" "0 0 store 0x90 4 0x12 after 5" \
    "0 0 fence after 5" "0 0 store 0x88 4 0x13" "1 0 load 0x88 4 after $(at 40)" "1 0 load 0x90 4 after 5"
exit $failed
