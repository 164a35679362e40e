// Proves that set and tag say which key it is: no two keys share both.
module cg_llc_set_fv #(
    parameter integer SETS   = 4,
    parameter integer SLICES = 6,
    parameter integer KEY_W  = 8
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [KEY_W-1:0] key_i
);
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer TAG_W = KEY_W - $clog2(SETS);
  wire [SET_W-1:0] set;
  wire [TAG_W-1:0] tag;
  wire [KEY_W-1:0] back;
  cg_llc_set #(.SETS(SETS), .SLICES(SLICES), .KEY_W(KEY_W)) u_dut (
      .key_i(key_i), .set_o(set), .tag_o(tag), .set_i(set), .tag_i(tag), .key_o(back));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (back == key_i);
      cover (set == {SET_W{1'b1}} && tag == {TAG_W{1'b1}});
    end
  end
endmodule
