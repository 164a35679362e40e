#!/bin/sh
# scripts/fpga_spread.py: an enable that LUTs and multiplexers behind them make for the registers of three instances gets
# a driver for each of two, and Yosys proves that nothing else has changed.
set -eu
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >wide.v <<'VERILOG'
module part #(parameter integer W = 1) (input wire clk_i, input wire go_i, input wire [W-1:0] d_i, output reg [W-1:0] q_o);
  always @(posedge clk_i) if (go_i) q_o <= d_i;
endmodule
module wide (input wire clk_i, input wire [6:0] s_i, input wire [44:0] d_i, output wire [44:0] q_o);
  wire go = s_i[6] ? ^s_i[4:0] : &s_i[5:0];
  part #(.W(24)) u_most (.clk_i(clk_i), .go_i(go), .d_i(d_i[23:0]), .q_o(q_o[23:0]));
  part #(.W(20)) u_many (.clk_i(clk_i), .go_i(go), .d_i(d_i[43:24]), .q_o(q_o[43:24]));
  part #(.W(1)) u_one (.clk_i(clk_i), .go_i(go), .d_i(d_i[44]), .q_o(q_o[44]));
endmodule
VERILOG
yosys -q -p 'read_verilog wide.v; synth_ecp5 -top wide; write_json before.json' >log 2>&1 || { cat log; exit 1; }
# spread READERS WHAT-IT-SAYS
spread() {
    cp before.json after.json
    python3 "$top/scripts/fpga_spread.py" after.json "$1" >said
    grep -qx "$2" said || { echo "FAIL: $1 readers: $(cat said)"; exit 1; }
}
same() {
    for one in before after; do
        echo "design -reset; read_json $one.json; read_verilog -lib +/ecp5/cells_sim.v; hierarchy -top wide"
        echo "expose -evert wide/t:TRELLIS_FF; delete =A:blackbox =A:whitebox =A:lib_whitebox; read_verilog +/ecp5/cells_sim.v; hierarchy -top wide"
        echo "proc; flatten; opt_clean; rename wide $one; write_ilang $one.il"
    done >same.ys
    echo 'design -reset; read_ilang before.il; read_ilang after.il; miter -equiv -flatten before after both
        sat -verify -prove trigger 0 both' >>same.ys
    yosys -q same.ys >log 2>&1
}
spread 16 '1 nets of 16 readers and more, 2 drivers copied'
same || { echo "FAIL: not the same"; tail -n 5 log; exit 1; }
# A copy with another table is found.
python3 - <<'PYTHON'
import json
d = json.load(open("after.json"))
lut = next(c for n, c in d["modules"]["wide"]["cells"].items() if "$for$" in n and c["type"] == "LUT4")
lut["parameters"]["INIT"] = lut["parameters"]["INIT"].translate(str.maketrans("01", "10"))
json.dump(d, open("after.json", "w"))
PYTHON
! same || { echo "FAIL: a wrong copy is not found"; exit 1; }
spread 400 '0 nets of 400 readers and more, 0 drivers copied'
echo PASS
