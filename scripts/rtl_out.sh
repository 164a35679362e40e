#!/bin/sh
# The stock designs in rtl_out/, as `cohgen emit` writes them.
#   rtl_out.sh            writes rtl_out/
#   rtl_out.sh --check [DESIGN...]
#                         generates them anew elsewhere, compares byte for byte, and takes each through Verilator -Wall, Icarus (Verilog-2005)
#                         and Yosys, which must have nothing to say; the form with asynchronous reset through Verilator
# COHGEN: the generator (default: build/cohgen). Exit status: 0 fine, 1 not, 2 wrong command line, 3 something is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cohgen=${COHGEN:-$top/build/cohgen}
[ -x "$cohgen" ] || { echo "rtl_out.sh: no generator at $cohgen: build it first" >&2; exit 3; }

designs="rcc rcc_small"
# parameters DESIGN: its specification, and what differs from the default parameters.
parameters() {
    case $1 in
        rcc) echo specs/rcc/rcc.xml ;;
        rcc_small) echo specs/rcc/rcc.xml --set=CORES=2 --set=WARPS=4 --set=BANKS=1 --set=LINE_BYTES=16 \
            --set=L1.SETS=4 --set=L1.WAYS=2 --set=L1.MSHRS=4 --set=L1.DEPTH=4 --set=L2.SETS=4 --set=L2.WAYS=2 --set=L2.MSHRS=4 --set=L2.DEPTH=4 ;;
    esac
}
# emit DESIGN DIR [OPTION...]: from the top folder, so that the files do not depend on where it lies.
emit() {
    design=$1 dir=$2
    shift 2
    # shellcheck disable=SC2046
    (cd "$top" && "$cohgen" emit $(parameters "$design") -o "$dir" "$@")
}

# tool NAME COMMAND...: passes if it succeeds and says nothing.
tool() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ]; then echo "ok $name"; else
        echo "FAIL $name:"
        head -n 40 "$scratch/log"
        bad=1
    fi
}
# lint NAME DIR TOP, tools NAME DIR TOP: Verilator alone, or the three tools, on DIR/rtl.
lint() { tool "$1 verilator" verilator --lint-only -Wall -y "$2/rtl" --top-module "$3" "$2/rtl/$3.v"; }
tools() {
    lint "$@"
    tool "$1 icarus" iverilog -g2005 -Wall -y "$2/rtl" -s "$3" -o "$scratch/null" "$2/rtl/$3.v"
    tool "$1 yosys" yosys -q -p "read_verilog $2/rtl/*.v; hierarchy -check -top $3; proc
        select -assert-none t:\$dlatch t:\$_DLATCH_P_ t:\$_DLATCH_N_; check -assert"
}

check() {
    for tool in verilator iverilog yosys; do command -v $tool >/dev/null || { echo "rtl_out.sh: $tool is not installed" >&2; exit 3; }; done
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    bad=0
    for d in ${*:-$designs}; do
        [ -n "$(parameters "$d")" ] || { echo "rtl_out.sh: no design $d (there are: $designs)" >&2; exit 2; }
        emit "$d" "$scratch/new/$d"
        emit "$d" "$scratch/async/$d" --reset=async
        main=$(basename "$scratch/new/$d"/*.f .f) # the file list is named after the top module
        tools "$d" "$scratch/new/$d" "$main"
        lint "$d, asynchronous reset" "$scratch/async/$d" "$main"
        if diff -r "$top/rtl_out/$d" "$scratch/new/$d" >"$scratch/diff" 2>&1; then echo "ok $d is what the generator writes"; else
            echo "FAIL rtl_out/$d is not what the generator writes (run scripts/rtl_out.sh):"
            head -n 20 "$scratch/diff"
            bad=1
        fi
    done
    exit $bad
}

case ${1:-} in
    --check) shift; check "$@" ;;
    "") rm -rf "$top/rtl_out"; for d in $designs; do emit "$d" "$top/rtl_out/$d"; done ;;
    *) echo "usage: rtl_out.sh [--check [DESIGN...]]" >&2; exit 2 ;;
esac
