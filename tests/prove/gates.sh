#!/bin/sh
# The proof of a clock gate: it holds, and fails for a gate that stays shut when a timer's period is over.
#   gates.sh COHGEN
set -eu
COHGEN=${1:?usage: gates.sh COHGEN}
export COHGEN
prove=$(cd "$(dirname "$0")/../.." && pwd)/scripts/prove_gates.sh
"$prove" rcc_l1
out=$("$prove" '--verilog=s/ \|\| level_tick_over//; s/level_tick_over \|\| //' rcc_l1 || true)
echo "$out"
case $out in *VIOLATED*) ;; *) echo "FAIL: no counterexample"; exit 1 ;; esac
