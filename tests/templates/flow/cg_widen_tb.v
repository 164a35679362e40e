// cg_narrow and cg_widen, one behind the other, against a queue of flits.
module cg_widen_tb;
  parameter integer W      = 16;
  parameter integer PART_W = 5;
  parameter integer SIDE_W = 3;
  localparam integer CYCLES = 4000, ROOM = 4, PARTS = (W + PART_W - 1) / PART_W;
  `include "tb_util.vh"

  reg               in_valid = 0, in_last = 0, out_ready = 0;
  reg  [W-1:0]      in_data = 0;
  reg  [SIDE_W-1:0] in_side = 0;
  wire              in_ready, part_valid, part_ready, part_last, out_valid, out_last;
  wire [PART_W-1:0] part;
  wire [SIDE_W-1:0] part_side, out_side;
  wire [W-1:0]      out_data;

  cg_narrow #(.W(W), .PART_W(PART_W), .SIDE_W(SIDE_W)) u_narrow (
      .clk_i(clk), .rst_i(rst), .flit_valid_i(in_valid), .flit_ready_o(in_ready), .flit_data_i(in_data),
      .flit_last_i(in_last), .flit_side_i(in_side), .part_valid_o(part_valid), .part_ready_i(part_ready),
      .part_data_o(part), .part_last_o(part_last), .part_side_o(part_side));
  cg_widen #(.W(W), .PART_W(PART_W), .SIDE_W(SIDE_W)) u_dut (
      .clk_i(clk), .rst_i(rst), .part_valid_i(part_valid), .part_ready_o(part_ready), .part_data_i(part),
      .part_last_i(part_last), .part_side_i(part_side), .flit_valid_o(out_valid), .flit_ready_i(out_ready),
      .flit_data_o(out_data), .flit_last_o(out_last), .flit_side_o(out_side));

  reg     gone;
  integer i, flits = 0, parts = 0, p_in, p_out;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = i < 500 ? 100 : 10 + rnd(91); p_out = i < 500 ? 100 : 10 + rnd(91); end
      @(negedge clk);
      if (!in_valid && pct(p_in)) begin
        in_valid = 1'b1;
        in_last  = $random(seed);
        in_data  = $random(seed);
        in_side  = $random(seed);
      end
      out_ready = pct(p_out);
      #1;
      if (part_valid && part_ready) parts = parts + 1;
      check((in_valid && in_ready) === (out_valid && out_ready), "a flit goes in with its last part");
      if (out_valid) check({out_side, out_last, out_data} === {in_side, in_last, in_data}, "the flit");
      if (out_valid && out_ready) begin
        flits = flits + 1;
        check(parts === PARTS, "parts of a flit");
        parts = 0;
      end
      check(i >= 500 || i % 100 != 99 || flits >= i / PARTS - 1, "a part per cycle");
      gone = in_valid && in_ready;
      @(posedge clk);
      #1;
      if (gone) in_valid = 1'b0;
    end
    check(flits > CYCLES / (8 * PARTS), "flits came through");
    if (errors == 0) $display("PASS cg_widen W=%0d PART_W=%0d: %0d flits", W, PART_W, flits);
    else $display("FAIL cg_widen W=%0d PART_W=%0d: %0d errors", W, PART_W, errors);
    $finish;
  end
endmodule
