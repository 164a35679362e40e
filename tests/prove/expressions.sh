#!/usr/bin/env bash
# Random expressions of truth values and numbers: what `check` takes, Verilator takes without a warning, and the terms
# of `cohgen step` are well-sorted and equal to the Verilog.
#   expressions.sh COHGEN PROVE [SEED [SPECIFICATIONS]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
COHGEN=$1 prove=$2
seed=${3:-1} n=${4:-4}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
complain() { echo "FAIL seed $1: $2"; head -n 12 "$scratch/log"; failed=1; }
for i in $(seq "$seed" $((seed + n - 1))); do
  dir=$scratch/$i spec=$scratch/$i.xml
  awk -v seed="$i" -v rows=16 -f "$here/expressions.awk" >"$spec"
  "$COHGEN" check "$spec" >"$scratch/log" 2>&1 || { complain "$i" "check refuses it"; continue; }
  "$COHGEN" emit "$spec" -o "$dir" >"$scratch/log" 2>&1 || { complain "$i" "emit"; continue; }
  "$COHGEN" step "$spec" -o "$dir" >"$scratch/log" 2>&1 || { complain "$i" "step"; continue; }
  (cd "$dir" && verilator --lint-only -Wall -f expressions.f --top-module expressions) >"$scratch/log" 2>&1 ||
    complain "$i" "a warning of Verilator"
  z3 "$dir"/expressions_a_step.smt2 >"$scratch/log" 2>&1 || true
  ! grep -q error "$scratch/log" || { complain "$i" "the terms are not well-sorted"; continue; }
  "$prove" step --name="seed $i" --from="$dir" >"$scratch/log" 2>&1 ||
    complain "$i" "the terms differ from the Verilog"
  tail -n 1 "$scratch/log"
done
[ $failed = 0 ]
