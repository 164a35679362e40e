#!/bin/sh
# Parameter arithmetic is the same in C and in Verilog: random expressions at corner values, compared by three tools at
# elaboration (see arithmetic.c).
#   arithmetic.sh PROGRAM [SEED [EXPRESSIONS [SETTINGS]]]
set -eu
program=${1:?usage: arithmetic.sh PROGRAM [SEED [EXPRESSIONS [SETTINGS]]]} seed=${2:-1}
expressions=${3:-120} settings=${4:-24}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() { echo "FAIL seed $seed: $1"; grep -v '^ *$' "$scratch/log" | head -n 12; failures=$((failures + 1)); }

"$program" "$scratch" "$seed" "$expressions" "$settings" >"$scratch/counts" 2>&1 || { cat "$scratch/counts"; exit 1; }
cat "$scratch/counts"
! grep -q 'never compared' "$scratch/counts" || failures=$((failures + 1))
cd "$scratch"
iverilog -g2005 -s bench -o bench.vvp bench.v m*.v >log 2>&1 || fail "Icarus and C differ"
verilator --lint-only -Wno-fatal -Wno-lint --top-module bench bench.v m*.v >log 2>&1 || fail "Verilator and C differ"
yosys -q -p "read_verilog -defer bench.v m*.v; hierarchy -check -top bench" >log 2>&1 || fail "Yosys and C differ"
echo "seed $seed: $failures failures"
[ $failures = 0 ]
