#!/bin/sh
# STC, emitted and simulated, with its variants and beside the machine whose software manages release consistency
# (specs/stc). docs/stc.md has the results.
# `./run bench stc --help` lists tables and options.
# Exit status: 0 fine, 1 a run failed, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
which="reuse copies share grid spills"
work=$build/bench_stc jobs=${JOBS:-2} cus=8 warps=24 sets=16 ways=64 period=100 bits=4 lines=8 latency=200 net=8 lease=200
all="idle programs leases periods change bands bits cache generations"
usage() {
    cat <<END
Usage: ./run bench stc [OPTION...] [TABLE...]
Tables (default: all):
  programs  for each program and variant: cycles, against the baseline (fences: where each fence of each wavefront
            forgets the L1 of its unit; TCS: TC-strong, leases of --lease cycles, stores wait at the head of the bank),
            load hits, changes of epoch, blocked stores, demands, share of epoch messages, BSQ occupancy (lines, mean
            and most of a unit)
  leases    TC-strong with leases of 50 to 800 cycles, and with stores that wait in their entry
  periods   time against the baseline for periods of the EMU of 50 to 450 cycles
  idle      cycles of a change of epoch while units do nothing: 8, 16 and 32 units with a small L1 and short queues
  change    cycles of a change of epoch: in programs
  bands     adaptive bands where the demands move SEB: from SEB 12 and 16 on, arrays of 8 to 32 lines a wavefront
  bits      time against the baseline for 8, 16 and 32 epochs
  cache     the same for an L1 of 16 KB (a quarter of the sets) and of 64 KB, with 32 lines a wavefront
  generations  time for generations of 16, 8 and 4 bits: what walks that free all lines take
Options:
  --only "PROGRAM..."  of the table programs: these (default $which)
  --cus N --warps N --sets N --ways N --period N --bits N --lines N --latency N --net N --lease N
            units, ids of each (a third of them wavefronts, two stores of each posted), size of the L1, cycles between
            two wake-ups, band bits, lines of each wavefront, cycles of memory and of a flit on its way, of a lease
            of TC-strong (default $cus, $warps, $sets, $ways, $period, $bits, $lines, $latency, $net, $lease)
END
}
SPEC_EDIT=${SPEC_EDIT:-$build/tests/tools/spec_edit}
. "$top/scripts/variants.sh"
wrong() { echo "bench stc: $1" >&2; usage >&2; exit 2; }
tables=
while [ $# -gt 0 ]; do
    case $1 in
        --help) usage; exit 0 ;;
        --cus|--warps|--sets|--ways|--period|--bits|--lines|--latency|--net|--lease)
            case ${2:-} in ''|*[!0-9]*) wrong "$1: a number is missing" ;; esac
            export "${1#--}=$2"
            shift 2 ;;
        --only) which=${2:?--only: a program is missing}; shift 2 ;;
        *) case " $all " in *" $1 "*) tables="$tables $1" ;; *) wrong "no table or option '$1'" ;; esac; shift ;;
    esac
done
work=$work/${cus}x${warps}_${sets}x${ways}_${bits}_$net
mkdir -p "$work"
cp "$top/specs/stc/l2.xml" "$top/specs/stc/baseline.xml" "$work"
variant_stc >"$work/stc.xml"

# copy NAME: another design of the same specification
copy() { cp "$work/stc.xml" "$work/$1.xml"; }
# simulator NAME PARAM=VALUE...: builds $work/NAME/sim
simulator() {
    name=$1
    shift
    for p; do shift; set -- "$@" "--set=$p"; done
    echo "building $name ..." >&2
    COHGEN_QUICK=-O1 COHGEN=$build/cohgen COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a JOBS=$jobs \
        "$top/tests/torture/build_sim.sh" "$work/$name" "$work/$name.xml" "--set=CUS=$cus" "--set=WARPS=$warps" \
        "--set=CU.SETS=$sets" "--set=CU.WAYS=$ways" --set=FLIT_BITS=1024 "--set=NET_LATENCY=$net" --set=BEAT_BYTES=32 \
        --set=MEM_SLOTS=16 "$@" >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 3; }
}
# measure DESIGN PROGRAM OPTION...: leaves the report in out, figures in csv, rows in rows.
measure() {
    sim=$work/$1/sim program=$2
    shift 2
    rm -f "$work/figures.csv"
    "$sim" --test "$program" --set "lines=$lines" --posted 2 --model weak --latency "$latency" --jitter 0 \
        --backpressure 0 --watchdog 200000 --stats "$work/figures.csv" --rows /dev/fd/3 "$@" \
        3>&1 >"$work/out" 2>&1 | awk '
        $2 == "EMU" && $7 == "PREPARE" && was != "PREPARE" { since = $1; busy = 0 }
        $2 == "CU" && $6 == "PrepareEpochChange" && / ready=0/ { busy = 1 }
        $2 == "EMU" && $7 == "SLEEP" && was != "SLEEP" && since {
            n++; took = $1 - since; sum += took; since = 0
            if (!busy) { idle++; if (took > slow) slow = took }
        }
        $2 == "EMU" { was = $7 }
        $2 == "CU" { area[$3] += (held[$3]) * ($1 - at[$3]); at[$3] = $1; last = $1 }
        $2 == "CU" && $5 != "B" && $7 == "B" { if (++held[$3] > most) most = held[$3] }
        $2 == "CU" && $5 == "B" && $7 != "B" { held[$3]-- }
        END {
            for (u in area) { all += area[u]; units++ }
            printf "%d %.1f %.1f %d ", n, n ? sum / n : 0, last ? all / last / (units ? units : 1) : 0, most
            printf "%d %d\n", idle, slow
        }' >"$work/rows"
    grep -q '^PASSED' "$work/out" || { tail -n 3 "$work/out"; exit 1; } >&2
}
# The value of a register of the EMU in the end, or how often it was set.
register() { awk -F, -v of="reg.$1" '$1 == "EMU" && $3 == of { print $6 }' "$work/figures.csv"; }
names="NV ES AB MB"
pin() { case $1 in NV) echo 0 ;; ES) echo 1 ;; AB) echo 2 ;; MB) echo 3 ;; esac; }
cycles() { awk '$1 == "cycles" { print $2 }' "$work/out"; }
hits() { sed -n 's/^load hits .*(\(.*\)%)/\1/p' "$work/out"; }
# Of all messages the share of those of epochs, as if the four steps of $1 changes were messages to and from each unit;
# of rows how often they fired; of messages how many.
share() {
    awk -F, -v more="$((4 * cus * $1))" '$1 == "message" && $3 == "sent" { all += $6; if ($2 ~ /Epoch/) some += $6 }
        END { printf "%.1f", 100 * (some + more) / (all + more) }' "$work/figures.csv"
}
fired() {
    awk -F, -v at="$1" '$1 == "row" && $3 == "fired" && $2 ~ at { n += $6 } END { print n + 0 }' "$work/figures.csv"
}
sent() { awk -F, -v of="$1" '$1 == "message" && $2 == of && $3 == "sent" { print $6 }' "$work/figures.csv"; }
both() {
    [ $((period % 50)) = 0 ] || wrong "--period: expected a multiple of 50"
    simulator stc PERIOD=50 "N=$bits"
    simulator baseline
}
# TC-strong with the same L1s and L2; the lease, and whether stores wait at the head of the bank, are input pins.
strong() {
    variant_tc tcs "$work"
    echo "building tcs ..." >&2
    COHGEN_QUICK=-O1 COHGEN=$build/cohgen COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a JOBS=$jobs \
        "$top/tests/torture/build_sim.sh" "$work/tcs" "$work/tcs.xml" "--set=CORES=$cus" "--set=WARPS=$warps" \
        --set=BANKS=1 --set=LINE_BYTES=64 "--set=L1.SETS=$sets" "--set=L1.WAYS=$ways" --set=L1.MSHRS=32 \
        "--set=L1.DEPTH=$warps" --set=L2.SETS=512 --set=L2.WAYS=16 --set=L2.MSHRS=32 --set=L2.DEPTH=8 \
        --set=FLIT_BITS=1024 "--set=NET_LATENCY=$net" --set=BEAT_BYTES=32 --set=MEM_SLOTS=16 \
        >"$work/tcs.log" 2>&1 || { cat "$work/tcs.log" >&2; exit 3; }
}
# temporal LEASE HEAD: its pins
temporal() { echo "--pin LEASE=$1 --pin HEAD=$2"; }
# variant NAME [PERIOD]: pins
pins() { echo "--pin VARIANT=$(pin "$1") --pin SKIP=$((${2:-$period} / 50 - 1))"; }
# The baseline acquires in one wavefront of each unit between two kernels, and its releases wait for own stores only.
beside=baseline
reference() { measure "$beside" "$1" --set leads=1; cycles; }
against() { awk "BEGIN { printf \"%+.1f\", 100 * ($1 / $2 - 1) }"; }
programs() {
    both
    strong
    echo "$cus units, $warps ids of each, L1 of $sets x $ways lines, period $period, $bits band bits"
    printf '%-8s %-9s %8s %7s %6s %8s %8s %8s %7s %6s %5s\n' program variant cycles '%' 'hits %' changes blocked \
        demands 'epoch %' bsq most
    for program in $which; do
        base=$(reference "$program")
        printf '%-8s %-9s %8d %7s %6s\n' "$program" baseline "$base" '' "$(hits)"
        measure baseline "$program"
        of=$(cycles)
        printf '%-8s %-9s %8d %7s %6s\n' "$program" fences "$of" "$(against "$of" "$base")" "$(hits)"
        # shellcheck disable=SC2046
        measure tcs "$program" --set leads=1 $(temporal "$lease" 1)
        of=$(cycles)
        printf '%-8s %-9s %8d %7s %6s\n' "$program" TCS "$of" "$(against "$of" "$base")" "$(hits)"
        for name in $names; do
            # shellcheck disable=SC2046
            measure stc "$program" --set leads=1 $(pins "$name")
            read -r changes _ bsq most _ <"$work/rows"
            of=$(cycles)
            printf '%-8s %-9s %8d %7s %6s %8d %8d %8d %7s %6s %5d\n' "$program" "$name" "$of" \
                "$(against "$of" "$base")" "$(hits)" "$changes" \
                "$(fired '^CU/[IV]/store.blocked')" "$(sent EpochDemand)" "$(share "$changes")" "$bsq" "$most"
        done
    done
}
leases() {
    strong
    simulator baseline
    echo "$cus units: TC-strong, time against the baseline in %, stores that wait at the head of the bank or in their entry"
    printf '%-8s %-6s %8s %8s %8s %8s %8s\n' program waits 50 100 200 400 800
    for program in $which; do
        base=$(reference "$program")
        for head in 1 0; do
            row=$(printf '%-8s %-6s' "$program" "$([ $head = 1 ] && echo head || echo entry)")
            for length in 50 100 200 400 800; do
                # shellcheck disable=SC2046
                measure tcs "$program" --set leads=1 $(temporal $length $head)
                row="$row $(printf %8s "$(against "$(cycles)" "$base")")"
            done
            echo "$row"
        done
    done
}
idle() {
    echo "cycles from PrepareEpochChange to the last DoneAck, when no unit has a store under way: the most"
    printf '%-6s %8s\n' units cycles
    for n in 8 16 32; do
        cp "$top/specs/stc/stc.xml" "$work/idle$n.xml"
        echo "building idle$n ..." >&2
        COHGEN_QUICK=-O0 COHGEN=$build/cohgen COHGEN_SIM_LIB=$build/sim/libcohgen_sim.a JOBS=$jobs \
            "$top/tests/torture/build_sim.sh" "$work/idle$n" "$work/idle$n.xml" --set=VARIANT=0 "--set=CUS=$n" \
            --set=WARPS=3 --set=WORDS=1 --set=CU.SETS=1 --set=CU.WAYS=1 --set=BSQ=1 --set=CU.DEPTH=1 --set=MISSES=1 \
            --set=L2.SETS=2 --set=L2.WAYS=2 --set=L2.MSHRS=2 --set=L2.DEPTH=1 --set=FLIT_BITS=256 \
            >"$work/idle$n.log" 2>&1 || { cat "$work/idle$n.log" >&2; exit 3; }
        # One wavefront of one unit waits for memory: all others do nothing. NV changes epochs all the same.
        measure "idle$n" copies --cores 1 --warps 1 --set lines=1 --set work=1000
        read -r _ _ _ _ changes slow <"$work/rows"
        printf '%-6d %8d  (%d changes)\n' "$n" "$slow" "$changes"
    done
}
# Periods of the EMU: cycles of each program, against the baseline.
periods() {
    both
    echo "$cus units: time against the baseline in % for periods of the EMU"
    printf '%-8s %-8s %7s %7s %7s %7s %7s\n' program variant 50 100 200 300 450
    for program in reuse copies grid spills; do
        base=$(reference "$program")
        for name in ES MB; do
            printf '%-8s %-8s' "$program" "$name"
            for every in 50 100 200 300 450; do
                # shellcheck disable=SC2046
                measure stc "$program" --set leads=1 $(pins "$name" $every)
                printf ' %7s' "$(against "$(cycles)" "$base")"
            done
            echo
        done
    done
}
change() {
    simulator stc PERIOD=50 "N=$bits"
    variant_stc_whole_stores >"$work/l2_whole.xml"
    "$SPEC_EDIT" "$work/stc.xml" set '//use[@file="l2.xml"]/@file' l2_whole.xml >"$work/whole.xml"
    simulator whole PERIOD=50 "N=$bits"
    echo "$cus units: cycles from PrepareEpochChange to the last DoneAck, mean; whole: without a fetch of what is written"
    printf '%-8s %8s %8s\n' program cycles whole
    for program in reuse copies grid; do
        # shellcheck disable=SC2046
        measure stc "$program" $(pins AB)
        read -r changes mean _ <"$work/rows"
        # shellcheck disable=SC2046
        measure whole "$program" $(pins AB)
        read -r others less _ <"$work/rows"
        printf '%-8s %8s %8s  (%d and %d changes)\n' "$program" "$mean" "$less" "$changes" "$others"
    done
}
# Where SEB moves: DESIGN SEB PROGRAM LINES
bands() {
    both
    copy stc16
    simulator stc16 PERIOD=50 "N=$bits" SEB=16
    echo "$cus units, period $period: SEB at first and in the end, how often it moved"
    printf '%-8s %5s %-8s %8s %7s %6s %8s %9s %5s %5s %5s\n' program lines variant cycles '%' 'hits %' changes \
        conflicts first end moves
    for row in stc16:16:grid:8 stc16:16:grid:16 stc16:16:reuse:16 stc16:16:copies:16 stc:12:reuse:16 stc:12:copies:16 \
        stc:12:grid:16 stc:12:grid:32; do
        lines=${row##*:} row=${row%:*}
        program=${row##*:} row=${row%:*}
        seb=${row#*:} design=${row%:*}
        base=$(reference "$program")
        printf '%-8s %5d %-8s %8d %7s %6s\n' "$program" "$lines" baseline "$base" '' "$(hits)"
        for name in ES AB MB; do
            # shellcheck disable=SC2046
            measure "$design" "$program" --set leads=1 $(pins "$name")
            read -r changes _ <"$work/rows"
            of=$(cycles)
            printf '%-8s %5d %-8s %8d %7s %6s %8d %9d %5d %5d %5d\n' "$program" "$lines" "$name" "$of" \
                "$(against "$of" "$base")" "$(hits)" "$changes" "$(sent EpochConflict)" "$seb" "$(register seb.value)" \
                $(($(register seb.changes) - 1))
        done
    done
}
# rows DESIGN NAME: time of programs against the baseline that is built
rows() {
    for program in reuse copies grid spills; do
        base=$(reference "$program")
        for name in ES MB; do
            # shellcheck disable=SC2046
            measure "$1" "$program" --set leads=1 $(pins "$name")
            printf '%-8s %-8s %-8s %8d %8d %7s %6s\n' "$2" "$program" "$name" "$base" "$(cycles)" \
                "$(against "$(cycles)" "$base")" "$(hits)"
        done
    done
}
bits() {
    simulator baseline
    printf '%-8s %-8s %-8s %8s %8s %7s %6s\n' epochs program variant baseline cycles '%' 'hits %'
    for n in 3 4 5; do
        copy "stc_n$n"
        simulator "stc_n$n" PERIOD=50 "N=$n" SEB_MAX=27
        rows "stc_n$n" $((1 << n))
    done
}
cache() {
    both
    copy stc_small
    cp "$work/baseline.xml" "$work/baseline_small.xml"
    all_sets=$sets all_lines=$lines lines=32
    sets=$((sets / 4))
    simulator stc_small PERIOD=50 "N=$bits"
    simulator baseline_small
    printf '%-8s %-8s %-8s %8s %8s %7s %6s\n' sets program variant baseline cycles '%' 'hits %'
    beside=baseline_small
    rows stc_small "$sets"
    beside=baseline sets=$all_sets
    rows stc "$sets"
    lines=$all_lines
}
generations() {
    for n in 4 8 16; do
        copy "stc_gen$n"
        simulator "stc_gen$n" PERIOD=50 "N=$bits" "GEN=$n"
    done
    printf '%-8s %-8s %4s %8s %8s %7s\n' program variant bits changes cycles '%'
    for program in share spills; do
        for name in NV ES MB; do
            for n in 16 8 4; do
                # shellcheck disable=SC2046
                measure "stc_gen$n" "$program" --set leads=1 $(pins "$name")
                read -r changes _ <"$work/rows"
                [ $n != 16 ] || base=$(cycles)
                printf '%-8s %-8s %4d %8d %8d %7s\n' "$program" "$name" "$n" "$changes" "$(cycles)" \
                    "$(against "$(cycles)" "$base")"
            done
        done
    done
}
for table in ${tables:-$all}; do $table; done
