#!/bin/sh
# scripts/fpga_paths.py: a register, two LUTs (the first with two readers), a register; the times by hand.
set -eu
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ff='"type":"TRELLIS_FF","port_directions":{"CLK":"input","DI":"input","Q":"output"},"connections"'
lut='"type":"LUT4","port_directions":{"A":"input","Z":"output"},"connections"'
cat >"$scratch/top.json" <<JSON
{"modules":{"fpga_top":{"ports":{"clk":{"direction":"input","bits":[2]}},
  "cells":{"a":{$ff:{"CLK":[2],"DI":["0"],"Q":[3]}}, "l":{$lut:{"A":[3],"Z":[4]}}, "m":{$lut:{"A":[4],"Z":[5]}},
           "b":{$ff:{"CLK":[2],"DI":[5],"Q":[6]}}, "c":{$ff:{"CLK":[2],"DI":[4],"Q":[7]}}},
  "netnames":{"u_from.a_q":{"bits":[3]}, "u_to.b_q":{"bits":[6]}, "u_to.c_q":{"bits":[7]}}}}}
JSON
# 0.52 out of a; wires of one, two and one reader: 0.6, 0.72, 0.6; two LUTs of 0.24
expect() {
    python3 "$top/scripts/fpga_paths.py" "$scratch/top.json" "$1" >"$scratch/out"
    grep -qxF "$2" "$scratch/out" || { echo "FAIL: no line '$2' in"; cat "$scratch/out"; exit 1; }
}
expect 2.9 '2.9 ns at worst; 1 of 2 ends are slower than 2.9 ns, 1 pairs of instances'
expect 2.9 '    2.9 ns      1  u_from -> u_to'
expect 2.93 '2.9 ns at worst; 0 of 2 ends are slower than 2.9 ns, 0 pairs of instances'
expect 2 '    2.9 ns      2  u_from -> u_to'
echo PASS
