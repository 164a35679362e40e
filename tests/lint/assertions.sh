#!/bin/sh
# The assertions in the Verilog (COHGEN_CHECKS) under the tools: Verilator -Wall says nothing, with either style of the
# reset, Icarus takes them and says where one is violated; every port has its kind of net written out, so that a
# file with `default_nettype none before it does not matter.
#   assertions.sh COHGEN
# assertions.settings: specifications in sizes where counters have one bit.
set -eu
cohgen=${1:?usage: assertions.sh COHGEN}
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 n=0

complain() { echo "FAIL $1: $2"; head -n 6 "$scratch/log"; failures=$((failures + 1)); }

while read -r spec sets; do
    name=$(basename "$spec" .xml)
    set --
    for word in $sets; do set -- "$@" --set "$word"; done
    n=$((n + 1))
    for reset in sync async; do
        dir=$scratch/$name-$reset
        "$cohgen" emit "$top/$spec" -o "$dir" --reset $reset "$@" >"$scratch/log" 2>&1 || { complain "$name" emit; continue; }
        (cd "$dir" && verilator --lint-only -Wall --assert -DCOHGEN_CHECKS -Ichecks --top-module "$name" -f "$name.f") \
            >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || complain "$name" "verilator -Wall, $reset"
    done
    (cd "$scratch/$name-sync" && iverilog -g2012 -Wall -Wno-timescale -DCOHGEN_CHECKS -Ichecks -tnull -s "$name" \
        -c "$name.f") >"$scratch/log" 2>&1 && [ ! -s "$scratch/log" ] || complain "$name" iverilog
    grep -nE '^ *(input|output)( +reg| +\[| +[a-z_0-9]+,?$)' "$scratch/$name-sync"/rtl/*.v | grep -v 'output reg' >"$scratch/log" &&
        complain "$name" 'a port without wire or reg'
done <"$here/assertions.settings"

# A violated one, in Icarus: a queue gets an item that has no reservation.
cat >"$scratch/tb.v" <<'END'
module tb;
  reg clk_i = 1'b0, rst_i = 1'b1;
  always #1 clk_i = !clk_i;
  wire valid, room;
  wire [3:0] item;
  cg_credit_fifo #(.W(4), .DEPTH(1)) u (.clk_i(clk_i), .rst_i(rst_i), .reserve_i(1'b0), .room_o(room),
      .cancel_i(1'b0), .push_i(!rst_i), .push_data_i(4'd3), .pop_valid_o(valid), .pop_ready_i(1'b0), .pop_data_o(item));
  initial begin
    #4 rst_i = 1'b0;
    #4 $finish;
  end
endmodule
END
iverilog -g2012 -DCOHGEN_CHECKS -DSYNTHESIS -s tb -o "$scratch/tb.vvp" "$scratch/tb.v" \
    "$top/templates/cg_credit_fifo.v" "$top/templates/cg_fifo.v"
vvp -n "$scratch/tb.vvp" >"$scratch/log"
place=$(grep -n 'CG_NAME(credit_push)' "$top/templates/cg_credit_fifo.v" | cut -d: -f1)
grep -q "^ERROR: .*cg_credit_fifo.v:$place:" "$scratch/log" || complain cg_credit_fifo 'Icarus does not say what is violated'
echo "$n specifications, $failures complaints"
[ "$failures" -eq 0 ] && [ "$n" -gt 0 ]
