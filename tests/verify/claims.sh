#!/bin/sh
# What waiters and networks claim, enough= and most=, in the emitted Verilog: a simulation with checks ends where a claim
# does not hold, and else not. COHGEN: the program; the simulation library is that of the build.
. "$(dirname "$0")/lib.sh"
export VERILATE="--assert -Wno-CMPCONST +define+COHGEN_CHECKS +define+COHGEN_CLOSED" COHGEN_QUICK=-O0 JOBS=1
# runs NAME FILE STATUS TEXT PARAM=VALUE...: so does a simulation of it.
runs() {
    name=$1 file=$2 status=$3 text=$4 code=0
    shift 4
    for set; do set -- "$@" "--set=$set"; shift; done
    if ! "$top/tests/torture/build_sim.sh" "$tmp/$name" "$file" "$@" >"$tmp/log" 2>&1; then
        echo "FAIL $name: not built"; tail -n 5 "$tmp/log"; failed=1; return
    fi
    "$tmp/$name/sim" --ops 2000 >"$tmp/log" 2>&1 || code=$?
    if { [ "$status" = 0 ] && [ $code != 0 ]; } || { [ "$status" = 1 ] && [ $code = 0 ]; } || ! grep -q "$text" "$tmp/log"; then
        echo "FAIL $name: exit status $code, expected ${status} and '$text'"; tail -n 5 "$tmp/log"; failed=1
    else echo "ok   $name"; fi
}
small="CORES=4 WARPS=4 LINE_BYTES=16 L1.SETS=2 L1.WAYS=2 L1.DEPTH=4 DIR.SETS=4 DIR.WAYS=4 DIR.MSHRS=1"
wrong tests/protocols/msi.xml enough 's/(<waiters name="mshr" kind="mshr" entries="MSHRS" depth="DEPTH")>$/\1 enough="yes">/'
# shellcheck disable=SC2086
{
runs too_few "$tmp/enough.xml" 1 closed_enough_mshr $small L1.MSHRS=2
runs enough "$tmp/enough.xml" 0 . $small L1.MSHRS=32
wrong tests/protocols/msi.xml most 's/<network name="request" /&most="MOST" /; s/<param name="CORES"/<param name="MOST" default="1" min="1" max="64"\/>&/'
runs too_many "$tmp/most.xml" 1 closed_most_request $small L1.MSHRS=8 MOST=1 QUEUE_DEPTH=3
runs all_fit "$tmp/most.xml" 0 . $small L1.MSHRS=8 MOST=32 QUEUE_DEPTH=32
}
exit $failed
