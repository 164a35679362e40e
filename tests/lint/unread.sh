#!/bin/sh
# What only an invariant reads leaves no unused signal in the Verilog: an invariant of toy.xml that asks for mshr.hit,
# which no row does.
#   unread.sh COHGEN
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd) cohgen=${1:?usage: unread.sh COHGEN}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sed 's|<state name="I" at="none" initial="yes"/>|<invariant name="kept" test="not mshr.hit or line.hit"/>&|' \
    "$top/tests/protocols/toy.xml" >"$scratch/toy.xml"
grep -q kept "$scratch/toy.xml"
"$cohgen" emit "$scratch/toy.xml" -o "$scratch/design"
cd "$scratch/design"
verilator --lint-only -Wall --top-module toy -f toy.f >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || {
    cat "$scratch/log"
    exit 1
}
