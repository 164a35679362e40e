#!/bin/sh
# The test bench mesi_tb.sv in Icarus or in Verilator; PASSED is asked for.
#   run.sh icarus|verilator [DESIGN]     DESIGN: the folder of MESI (default: rtl_out/mesi)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tool=${1:-} design=${2:-$here/../../rtl_out/mesi}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$design"       # the list of files is seen from here
case $tool in
    icarus)
        iverilog -g2012 -s mesi_tb -o "$out/bench" -c mesi.f "$here/mesi_tb.sv"
        vvp -n "$out/bench" >"$out/log" ;;
    verilator)
        verilator --binary --timing -O1 --top-module mesi_tb --Mdir "$out/obj" -f mesi.f \
            "$here/mesi_tb.sv" >"$out/build" 2>&1 || { cat "$out/build"; exit 1; }
        "$out/obj/Vmesi_tb" >"$out/log" ;;
    *) echo "usage: run.sh icarus|verilator [DESIGN]" >&2; exit 2 ;;
esac
cat "$out/log"
grep -q '^PASSED' "$out/log"
