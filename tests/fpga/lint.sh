#!/bin/sh
# Systems without one of their controllers (cohgen emit --open) under two tools, which must be silent.
#   lint.sh COHGEN
set -eu
cohgen=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
complain() { echo "FAIL $1:"; head -6 "$scratch/log"; bad=1; }
# open SPEC DESIGN CONTROLLER SHARE...: SHARE instances at an end
open() {
    spec=$1 design=$2 left=$3
    shift 3
    "$cohgen" emit "$top/specs/$spec" -o "$scratch/$design" --open "$left"
    for share; do
        (cd "$scratch/$design" &&
            verilator --lint-only -Wall --top-module "$design" "-G${left}_SHARE=$share" -f "$design.f") \
            >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] ||
            complain "verilator -Wall: $design without $left, $share at an end"
    done
    (cd "$scratch/$design" && iverilog -g2005 -Wall -Wno-timescale -Wno-sensitivity-entire-array -s "$design" \
        -o "$scratch/netlist" -c "$design.f") \
        >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || complain "iverilog: $design without $left"
}
open rcc/rcc.xml rcc L1 2
open getm/getm.xml getm TX 1
[ $bad -eq 0 ] && echo "ok"
exit $bad
