#!/bin/sh
# Random configurations: any values of the parameters that `cohgen check` accepts make a design that works. Each is
# drawn from what the specification declares (`cohgen params`), emitted, linted, verilated with its assertions on, and
# runs random traffic and litmus tests under different back-pressure.
#   configs.sh DIR N [SEED [SPEC.xml...]]
# SEED: of the first configuration (default: the time); the others count up from it, and `configs.sh DIR 1 SEED` does
# one of them again. SPEC: one is taken for each configuration, by its seed; without any, those of `specs` below. DIR:
# scratch; what failed is left there, in SEED/.
# tests/configs/NAME.limits, for NAME.xml and for all: "limit PARAM LEAST GREATEST reason", drawn from this range
# instead; "run OPTION..." one more run.
# COHGEN, COHGEN_SIM_LIB: the generator and the simulation library. Exit status: 0 no failure, 1 a failure, 2 usage, 3
# environment.
set -eu
usage="usage: configs.sh DIR N [SEED [SPEC.xml...]]"
dir=${1:?$usage} count=${2:?$usage} seed=${3:-$(date +%s)}
shift $(($# < 3 ? $# : 3))
case $count$seed in ''|*[!0-9]*) echo "$usage" >&2; exit 2 ;; esac
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
[ $# -gt 0 ] || set -- specs/rcc/rcc.xml tests/protocols/msi.xml specs/rcc/rollover.xml specs/rcc/wo.xml \
    tests/protocols/toy.xml
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
limits=$top/tests/configs
ATTEMPTS=2000   # draws until one is legal and small enough
CYCLES=20000    # of each random run, less for wide lines and many instances

# Small enough to be verilated and simulated in seconds: instances, and how wide their lines are, bits of their storage,
# entries that are compared with every key, bits under way in the networks, cycles that a message with a line takes.
affordable() { # SET...
    "$cohgen" stats "$spec" "$@" >"$dir/stats" 2>/dev/null || return 1
    { printf '%s\n' "$@" | sed 's/--set=//'; cat "$dir/stats"; } | awk '
        split($1, set, "=") == 2 { value[set[1]] = set[2] }
        /^controller / { n = $4 ~ /^instance/ ? $3 : 1; nodes += n }
        / storage of one instance:/ { bits += n * $5 }
        $1 == "waiters" { entries += n * $4 }
        $1 == "block" { line = $2 }
        END {
            flit = value["FLIT_BITS"]; late = value["NET_LATENCY"]
            print int(line * nodes) >"'"$dir/width"'"
            exit !(nodes <= 20 && line * nodes <= 4000 && bits <= 300000 && entries <= 300 && flit * (late + 4) * nodes <= 300000 && (line / flit + 2) * 256 / (256 - value["THROTTLE"]) + late <= 400)
        }'
}

# The settings of a configuration, in $sets.
draw() { # SEED
    cat "$limits/all.limits" >"$dir/limits"
    [ ! -f "$limits/$name.limits" ] || cat "$limits/$name.limits" >>"$dir/limits"
    "$cohgen" params "$spec" >"$dir/params"
    attempt=0
    while [ $attempt -lt $ATTEMPTS ]; do
        sets=$(awk -v seed=$(($1 % 1000000 * ATTEMPTS + attempt)) -f "$top/scripts/configs_draw.awk" "$dir/limits" \
            "$dir/params" | sed 's/^/--set=/')
        # shellcheck disable=SC2086
        if "$cohgen" check "$spec" $sets >/dev/null 2>&1 && affordable $sets; then return; fi
        attempt=$((attempt + 1))
    done
    echo "configs.sh: no legal configuration of $spec among $ATTEMPTS draws" >&2
    exit 3
}

failed() { # WHAT: with what is in $dir/log
    echo "FAIL $spec, seed $now: $1"
    echo "  cohgen emit $spec -o DIR $(echo "$sets" | tr '\n' ' ')"
    head -n 40 "$dir/log" | sed 's/^/    /'
    echo "  repeat: ./run configs 1 $now $spec"
    rm -rf "${dir:?}/$now"
    cp -r "$dir/design" "$dir/$now"
    failures=$((failures + 1))
}

# run OPTION...: false after a failure, which is reported. A test that the design is too small for is left out.
run() {
    status=0
    "$dir/design/sim" "$@" --seed "$now" --quiet --max-cycles 40000000 --watchdog 1000000 --coverage "$dir/rows" \
        >"$dir/log" 2>&1 || status=$?
    if [ $status = 2 ] \
        && grep -qE '^error: .*(threads, the design only|the port has not as many ids|the test needs more memory than the design can)' "$dir/log"; then return; fi
    [ $status = 0 ] || { failed "sim $* --seed $now: exit $status"; return 1; }
    if [ -f "$dir/rows.$name" ]; then "$dir/design/sim" --coverage-merge --coverage "$dir/rows.$name" \
        "$dir/rows.$name" "$dir/rows" 2>"$dir/log" || {
        failed "coverage"
        return 1
    }
    else mv "$dir/rows" "$dir/rows.$name"; fi
}

# Operations of each warp that take about CYCLES cycles, from a run of three.
operations() {
    "$dir/design/sim" --test random --ops 3 --seed "$now" --max-cycles 40000000 --watchdog 1000000 >"$dir/log" 2>&1 || {
        failed "sim --test random --ops 3 --seed $now --watchdog 1000000"
        return 1
    }
    ops=$(awk -v all=$CYCLES -v width="$(cat "$dir/width")" '$1 == "cycles" {
        n = int(3 * all / $2 * (width > 1000 ? 1000 / width : 1)); print (n > 400 ? 400 : n < 3 ? 3 : n) }' "$dir/log")
}

runs() {
    operations || return 1
    run --test random --ops "$ops" --backpressure 0 --set lines=3 --set delay=0 || return 1
    run --test random --ops "$ops" --backpressure $((now % 8 * 10)) --latency $((now % 3 * 60)) \
        --bandwidth $((20 + now % 5 * 40)) --set evict=30 --set wide=20 || return 1
    run --test litmus --ops 1 "$top"/sim/litmus/SB.litmus "$top"/sim/litmus/MP.litmus || return 1
    sed -n 's/^run //p' "$dir/limits" >"$dir/runs"
    while read -r line; do
        # shellcheck disable=SC2086
        run $line --ops "$ops" || return 1
    done <"$dir/runs"
}

# Some assertions hold by the width of what they count, with some parameters: that is no mistake, hence -Wno-CMPCONST.
one() {
    begin=$(date +%s)
    draw "$now"
    rm -rf "$dir/design"
    # shellcheck disable=SC2086
    COHGEN=$cohgen VERILATE="--assert -Wno-CMPCONST +define+COHGEN_CHECKS +define+COHGEN_CLOSED" COHGEN_QUICK=-O0 \
        "$top/tests/torture/build_sim.sh" "$dir/design" "$spec" $sets >"$dir/log" 2>&1 || {
            failed "emit and verilate"
            return 1
        }
    design=$(basename "$dir"/design/emit/harness/*_harness.sv _harness.sv)
    (cd "$dir/design/emit" && verilator --lint-only -Wall --top-module "$design" -f "$design.f") >"$dir/log" 2>&1 &&
        [ ! -s "$dir/log" ] || {
        failed "verilator -Wall"
        return 1
    }
    runs || return 1
    echo "ok $now $name $(($(date +%s) - begin)) s, $ops operations a warp: $(echo "$sets" | sed 's/^--set=//' | tr '\n' ' ')"
}

rm -f "$dir"/rows*
echo "first seed $seed"
now=$seed failures=0
while [ "$now" -lt $((seed + count)) ]; do
    k=$((now % $#))
    for spec; do [ $k -gt 0 ] || break; k=$((k - 1)); done
    case $spec in /*) ;; *) [ -f "$spec" ] || spec=$top/$spec ;; esac
    name=$(basename "$spec" .xml)
    one || true
    now=$((now + 1))
done
for rows in "$dir"/rows.*; do [ ! -f "$rows" ] || sed -n "s/^# \(.* rows taken\)/${rows##*/rows.}: \1/p" "$rows"; done
echo "seeds $seed to $((now - 1)): $count configurations, $failures failures"
[ "$failures" = 0 ]
