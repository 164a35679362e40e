#!/bin/sh
# What mutants have found and was mended: the specifications of found/ are emitted, and three tools take the Verilog
# without a word.
#   found.sh COHGEN
set -eu
cohgen=${1:?usage: found.sh COHGEN}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 n=0

complain() { echo "FAIL $1"; head -6 "$scratch/log"; failures=$((failures + 1)); }

# quiet WHAT COMMAND...: it ends with 0 and says nothing.
quiet() {
    what=$1
    shift
    "$@" >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || complain "$what"
}

# A mask that entries keep, and that no row sets: a stock file without one write.
sed -e 's/protocol name="zunit"/protocol name="unset_mask"/' -e 's|<write to="slot.mask"[^>]*/>||' \
    "$here/../../protocols/zunit.xml" >"$scratch/unset_mask.xml"

for spec in "$here"/found/*.xml "$scratch/unset_mask.xml"; do
    top=$(basename "$spec" .xml)
    n=$((n + 1))
    rm -rf "$scratch/design"
    "$cohgen" emit "$spec" -o "$scratch/design" >"$scratch/log" 2>&1 || { complain "emit $top"; continue; }
    cd "$scratch/design"
    quiet "verilator $top" verilator --lint-only -Wall --top-module "$top" -f "$top.f"
    quiet "iverilog $top" iverilog -g2005 -tnull -Wall -Wno-timescale -s "$top" -c "$top.f"
    quiet "yosys $top" yosys -q -p \
        "read_verilog $(echo rtl/*.v); hierarchy -check -top $top; proc; opt_expr; opt_clean; check -assert;
        select -assert-none t:\$dlatch t:\$mul"
    cd "$here"
done
echo "$n specifications, $failures complaints"
[ "$failures" -eq 0 ]
