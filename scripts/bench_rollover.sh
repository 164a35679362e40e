#!/bin/sh
# Cycles of a rollover of logical time, measured on the emitted Verilog of RCC:
# bench_rollover.sh [--spec FILE] [--most N] [TABLE...]
# Tables (default: all):
#   size   against cores and banks, small caches: from the row in which a bank first meets the last time to the row in
#          which the last L1 takes RESUME, and how long an L1 took no request of its core: from STOP to its first one
#          after RESUME (warps without a pause, so that one waits there); means over all rollovers of a run
#   walk   against the sets of the caches, which are walked
#   share  of all cycles, with times of 4, 8 and 12 bits
# --spec: other tables with the same messages; --most: only so many cores and banks. COHGEN_BUILD: the build folder
# (default build), with cohgen and the simulation library.
# What is read are the rows that fired (--rows of the simulator); nothing is timed. Exit status: 0 fine, 1 a run failed,
# 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
spec=$top/specs/rcc/rcc.xml most=16 tables=
grep -q 'message name="RESUME"' "$spec" || spec=$top/specs/rcc/rollover.xml
usage() { sed -n '2,13s/^# \{0,1\}//p' "$0"; }
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --spec) spec=${2:?--spec: which file?}; shift 2 ;;
        --most) most=${2:?--most: a number is missing}; shift 2 ;;
        size|walk|share) tables="$tables $1"; shift ;;
        *) echo "bench_rollover.sh: unknown word '$1'" >&2; usage >&2; exit 2 ;;
    esac
done
work=$build/bench_rollover
mkdir -p "$work"
# Small designs that run for a second.
export COHGEN_QUICK=-O0 COHGEN="$build/cohgen" COHGEN_SIM_LIB="$build/sim/libcohgen_sim.a"
others="WARPS=4 LINE_BYTES=4 GUARD=0 L1.MSHRS=4 L1.DEPTH=4 L2.MSHRS=4 L2.DEPTH=4"
caches="L1.SETS=4 L1.WAYS=2 L2.SETS=4 L2.WAYS=2"
leases() {
    if grep -q 'param name="LEASE_MIN"' "$spec"; then echo "LEASE_MIN=$1 LEASE_MAX=$1"; else echo "LEASE=$1"; fi
}

# measure OPS PARAM=VALUE...: "cycles rollovers MEAN MOST idle MEAN share PERCENT" of a run of so many operations for
# each warp
measure() {
    ops=$1
    shift
    # shellcheck disable=SC2086
    set -- "$@" $others
    dir=$work/$(echo "$spec $*" | cksum | cut -d' ' -f1)
    # shellcheck disable=SC2046
    "$top/tests/torture/build_sim.sh" "$dir" "$spec" $(for p; do echo "--set $p"; done) >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 3
    }
    "$dir/sim" --test random --ops "$ops" --set delay=0 --set lines=16 --backpressure 0 --jitter 0 --seed 1 \
        --rows "$work/rows" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
    awk '
        function register(name,   i) { for (i = 9; i <= NF; i++) if (index($i, name "=") == 1)
            return substr($i, length(name) + 2) + 0; return 0 }
        FNR == NR { if ($1 == "cycles") all = $2;
            for (i = 1; i <= NF; i++) if ($i ~ /^CORES=/) cores = substr($i, 7) + 0; next }
        $2 == "L2" && !begun && register("full") { begun = $1 }
        $2 == "L1" && $6 == "STOP" && !($3 in stop) { stop[$3] = $1 }
        $2 == "L1" && $6 == "RESUME" {
            if ($3 in stop) { from[$3] = stop[$3]; delete stop[$3] }
            if (register("stopped")) stop[$3] = $1                      # the next STOP had overtaken it
            if (++resumed == cores) { length_ = $1 - begun; sum += length_; if (length_ > longest) longest = length_;
                rollovers++; begun = resumed = 0 }
        }
        $2 == "L1" && ($3 in from) && $6 ~ /^(load|store|atomic)/ { idle += $1 - from[$3]; idles++; delete from[$3] }
        END { if (!rollovers) { print "no rollover"; exit 1 }
              printf "%d %d %.1f %d %.1f %.2f\n", all, rollovers, sum / rollovers, longest, idles ? idle / idles : 0,
                  100 * sum / all }' "$work/log" "$work/rows" || {
                  echo "bench_rollover.sh: no rollover in $*" >&2; exit 1; }
}

size() {
    printf '\n== size: %s, WARPS=4 TS_BITS=4, a word for a line, caches %s: cycles of a rollover / in which a core was not served\n' "$(basename "$spec")" "$caches"
    printf '%8s' 'cores'
    for b in 1 2 4 8; do [ "$b" -gt "$most" ] || printf ' %10s %5s' "$b bank$([ $b = 1 ] || echo s)" ''; done
    echo
    for c in 1 2 4 8 16; do
        [ "$c" -le "$most" ] || continue
        printf '%8d' "$c"
        for b in 1 2 4 8; do
            [ "$b" -le "$most" ] || continue
            # shellcheck disable=SC2046,SC2086
            line=$(measure $((1600 / c)) CORES=$c BANKS=$b TS_BITS=4 $(leases 1) $caches)
            echo "$line" | awk '{ printf " %10.1f/%5.1f", $3, $5 }'
        done
        echo
    done
}

walk() {
    printf '\n== walk: CORES=4 BANKS=4 WARPS=4 TS_BITS=4, caches of 2 ways\n%10s %10s %12s %12s %12s\n' 'L1 sets' \
        'L2 sets' 'rollovers' 'cycles' 'not served'
    for sets in "1 1" "4 4" "16 16" "64 16" "16 64" "64 64"; do
        # shellcheck disable=SC2046
        line=$(measure 400 CORES=4 BANKS=4 TS_BITS=4 $(leases 1) L1.SETS="${sets% *}" L1.WAYS=2 L2.SETS="${sets#* }" \
            L2.WAYS=2)
        echo "$sets $line" | awk '{ printf "%10d %10d %12d %12.1f %12.1f\n", $1, $2, $4, $5, $7 }'
    done
}

share() {
    printf '\n== share: CORES=4 BANKS=2 WARPS=4, leases of 1 and of 8, caches %s: rollovers of a run of random traffic without pauses\n%8s %6s %10s %10s %12s %18s %10s\n' "$caches" 'bits' 'lease' 'cycles' 'rollovers' 'each' 'cycles between' 'share'
    for bits in 4 8 12; do
        for lease in 1 8; do
            # shellcheck disable=SC2046,SC2086
            line=$(measure $((bits < 12 ? 2000 : 20000)) CORES=4 BANKS=2 TS_BITS=$bits $(leases $lease) $caches)
            echo "$bits $lease $line" |
                awk '{ printf "%8d %6d %10d %10d %12.1f %18.1f %8.2f %%\n", $1, $2, $3, $4, $5, $3 / $4, $8 }'
        done
    done
}

for t in ${tables:-size walk share}; do "$t"; done
