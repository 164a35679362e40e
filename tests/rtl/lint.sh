#!/bin/sh
# An emitted design must be accepted without a word by Verilator -Wall, by Icarus (Verilog-2005) and by Yosys, without latches.
#   lint.sh COHGEN SPEC.xml [cohgen emit OPTION...]
set -eu
cohgen=${1:?usage: lint.sh COHGEN SPEC.xml [OPTION...]} spec=${2:?usage: lint.sh COHGEN SPEC.xml [OPTION...]}
shift 2
blocks=$(cd "$(dirname "$0")/../../templates" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$cohgen" emit "$spec" -o "$scratch/out" "$@"
rtl=$scratch/out/rtl
# The top module is the one named as the protocol.
top=$(sed -n 's/^ *<protocol .*name="\([A-Za-z_0-9]*\)".*/\1/p' "$spec" | tr A-Z a-z)
[ -f "$rtl/$top.v" ] || { echo "FAIL: no module $top among the emitted files:"; ls "$rtl"; exit 1; }

bad=0
# tool NAME COMMAND...: passes if it succeeds and says nothing.
tool() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ]; then echo "ok $top $name"; else
        echo "FAIL $top $name:"; head -n 40 "$scratch/log"; bad=1
    fi
}
tool verilator verilator --lint-only -Wall -y "$rtl" -y "$blocks" --top-module "$top" "$rtl/$top.v"
tool icarus iverilog -g2005 -Wall -y "$rtl" -y "$blocks" -s "$top" -o "$scratch/null" "$rtl/$top.v"
tool yosys yosys -q -p "read_verilog $rtl/*.v; hierarchy -check -libdir $rtl -libdir $blocks -top $top; proc
    select -assert-none t:\$dlatch t:\$_DLATCH_P_ t:\$_DLATCH_N_; check -assert"
exit $bad
