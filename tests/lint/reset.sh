#!/bin/sh
# The style of the reset reaches every block: a simulator without a clock edge sees an asynchronous reset act, and a
# synchronous one not.
#   reset.sh COHGEN SPEC.xml TOP
set -eu
cohgen=${1:?usage: reset.sh COHGEN SPEC.xml TOP} spec=$2 top=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/tb.v" <<'END'
module tb;
  reg clk_i, rst_i;
  wire ready;
  cg_skid #(.W(1)) u (.clk_i(clk_i), .rst_i(rst_i), .push_valid_i(1'b0), .push_ready_o(ready), .push_data_i(1'b0),
                      .pop_valid_o(), .pop_ready_i(1'b0), .pop_data_o());
  initial begin
    clk_i = 1'b0;
    rst_i = 1'b0;
    #1 rst_i = 1'b1;
    #1 if (ready === 1'b1) $display("async"); else $display("sync");
  end
endmodule
END
for reset in sync async; do
    "$cohgen" emit "$spec" -o "$scratch/$reset" --reset $reset >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    # No register with a reset branch may move at another edge than its style says.
    for file in "$scratch/$reset"/rtl/*.v; do
        iverilog -g2005 -E -o "$scratch/plain.v" "$file"
        if [ $reset = async ] && grep -A1 'always @(posedge clk_i) begin' "$scratch/plain.v" |
            grep -q 'if (rst_i) begin'; then
            echo "FAIL $top: $(basename "$file") has a synchronous reset"
            exit 1
        fi
        if [ $reset = sync ] && grep -q 'posedge rst_i' "$scratch/plain.v"; then
            echo "FAIL $top: $(basename "$file") has an asynchronous reset"
            exit 1
        fi
    done
    # What a register is reset to is a constant, of every block that is made for this style.
    if [ $reset = async ]; then
        for file in "$scratch/$reset"/rtl/cg_*.v; do
            set_=
            case $file in */cg_throttle.v) set_="chparam -set LEVEL 64 cg_throttle;" ;; esac
            ! yosys -p "read_verilog $file; $set_ hierarchy -libdir $scratch/$reset/rtl; proc" 2>&1 |
                grep -q 'Async reset value .* is not constant' ||
                { echo "FAIL $top: a reset value of $(basename "$file") is not a constant"; exit 1; }
        done
    fi
    [ -f "$scratch/$reset/rtl/cg_skid.v" ] || continue
    iverilog -g2005 -s tb -o "$scratch/tb.vvp" "$scratch/tb.v" "$scratch/$reset/rtl/cg_skid.v"
    got=$(vvp -n "$scratch/tb.vvp")
    [ "$got" = $reset ] || { echo "FAIL $top: the reset of a block is $got, $reset was asked for"; exit 1; }
done
echo "ok   $top: both styles of the reset"
