#!/bin/sh
# Systems without one of their controllers (cohgen emit --open), and the GETM system of fpga/getm around one, under
# three tools, which must be silent.
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

rtl=$scratch/getm/rtl
# system NAME=VALUE...
system() {
    verilator --lint-only -Wall --top-module getm_system "-I$rtl" -y "$rtl" -y "$top/templates" -y "$top/fpga/getm" \
        $(printf ' -G%s' "$@") "$top/fpga/getm/getm_system.v" >"$scratch/log" 2>&1 &&
        [ ! -s "$scratch/log" ] || complain "verilator -Wall: getm_system $*"
    iverilog -g2005 -I "$rtl" -y "$rtl" -y "$top/templates" -y "$top/fpga/getm" -s getm_system \
        $(printf ' -Pgetm_system.%s' "$@") -o "$scratch/netlist" "$top/fpga/getm/getm_system.v" >"$scratch/log" \
        2>&1 || complain "iverilog: getm_system $*"
}
system CORES=2 CORE_WARPS=4
system CORES=1 CORE_WARPS=1 PARTS=2 GRANULE=16 TS_BITS=16 FLIT_BITS=64 LOG_ENTRIES=3 OPEN=1
system CORES=3 CORE_WARPS=5 PARTS=6 GRANULE=128 TS_BITS=48 WRITES=7 OPEN=16 BEAT_BYTES=16
yosys -q -p "read_verilog -I$rtl $top/fpga/getm/getm_system.v $top/fpga/getm/getm_core.v
    hierarchy -check -libdir $rtl -libdir $top/templates -top getm_system -chparam VU_ROWS 4 -chparam VU_LLC_SETS 4 -chparam VU_APPROX_ROWS 2
    proc; select -assert-none t:\$dlatch; check -assert" >"$scratch/log" 2>&1 || complain "yosys: getm_system"
[ $bad -eq 0 ] && echo "ok"
exit $bad
