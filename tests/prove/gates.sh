#!/bin/sh
# The proof of a clock gate: it holds, and fails for a gate that stays shut when a timer's period is over.
#   gates.sh PROVE [all]      all: two stages, for which no mistake is tried
set -eu
prove=${1:?usage: gates.sh PROVE [all]}
[ -z "${2-}" ] || exec "$prove" gates rcc_l1_staged
"$prove" gates rcc_l1
out=$("$prove" gates '--verilog=s/ \|\| level_tick_over//; s/level_tick_over \|\| //' rcc_l1 || true)
echo "$out"
case $out in *VIOLATED*) ;; *) echo "FAIL: no counterexample"; exit 1 ;; esac
