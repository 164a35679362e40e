#!/bin/sh
# limits.sh: a design whose parameters are set beyond their ranges, lists and rules at the instance stops elaboration at
# a module that names the parameter or the rule; the ends themselves do not.
set -eu
cd "$(dirname "$0")/../../rtl_out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
# icarus DESIGN P=V...
icarus() {
    design=$1
    shift
    (cd "$design" && iverilog -g2005 -s "$design" $(printf " -P$design.%s" "$@") -o "$scratch/out" -c "$design.f") \
        >"$scratch/log" 2>&1
}
refused() {
    what=$1
    shift
    if icarus "$@" || ! grep -q "cg_error_$what" "$scratch/log"; then
        echo "FAIL: $*: expected cg_error_$what"; head -n 3 "$scratch/log"; bad=1
    fi
}
taken() { icarus "$@" || { echo "FAIL: $* is legal"; head -n 3 "$scratch/log"; bad=1; }; }
small="CORES=2 L1_SETS=2 L2_SETS=2"
refused banks_is_not rcc $small BANKS=3
refused lease_min_is_not rcc $small LEASE_MIN=0
refused queue_depth_is_not rcc $small QUEUE_DEPTH=2
refused rule_1_does_not_hold rcc $small BANKS=2 LEASE_MIN=64 LEASE_MAX=32
taken rcc $small BANKS=2 QUEUE_DEPTH=3 LEASE_MIN=1 LEASE_MAX=1
refused cores_is_not mesi CORES=1 L1_SETS=2 DIR_SETS=2
refused cores_is_not mesi CORES=65 L1_SETS=2 DIR_SETS=2
taken mesi CORES=2 L1_SETS=2 DIR_SETS=2
refused l1_stages_is_fixed mesi CORES=2 L1_SETS=2 DIR_SETS=2 L1_STAGES=2
# the two others
if verilator --lint-only -Wall --top-module mesi -GCORES=1 -Imesi/rtl mesi/rtl/*.v >"$scratch/log" 2>&1 ||
    ! grep -q cg_error_cores_is_not "$scratch/log"; then
    echo "FAIL: Verilator takes a system of one core"; bad=1
fi
if (cd mesi && yosys -q -p "read_verilog -Irtl $(tr '\n' ' ' <mesi.f); chparam -set CORES 1 mesi; hierarchy -check -top mesi") \
    >"$scratch/log" 2>&1 || ! grep -q cg_error_cores_is_not "$scratch/log"; then
    echo "FAIL: Yosys takes a system of one core"; bad=1
fi
[ $bad = 0 ] && echo "ok"
exit $bad
