// cg_rmw32: every operation on corner and random operands against expressions
// written out here, in every word; only the chosen one is enabled.
module cg_rmw32_tb;
  parameter integer LINE_BYTES = 64;
  localparam integer WORDS = LINE_BYTES / 4;
  localparam integer WW = (WORDS > 1) ? $clog2(WORDS) : 1;
  `include "tb_util.vh"

  reg  [2:0]              op = 0;
  reg  [WW-1:0]           word = 0;
  reg  [31:0]             a = 0, b = 0, old, expected;
  reg  [8*LINE_BYTES-1:0] line_in = 0;
  wire [8*LINE_BYTES-1:0] line_out;
  wire [LINE_BYTES-1:0]   be;
  integer swaps = 0, runs = 0, i, k;

  cg_rmw32 #(.LINE_BYTES(LINE_BYTES)) u_dut (
      .op_i(op), .word_i(word), .a_i(a), .b_i(b), .line_i(line_in), .line_o(line_out), .be_o(be));

  task one(input [2:0] o, input integer w, input [31:0] av, input [31:0] bv, input [31:0] was);
    begin
      op = o; word = w; a = av; b = bv; old = was;
      line_in[32*w +: 32] = was;
      #1;
      if (o == 0) expected = was + av;
      if (o == 1) expected = av;
      if (o == 2) expected = was;
      if (o == 2 && was == av) begin expected = bv; swaps = swaps + 1; end
      if (o == 3) expected = (was < av) ? was : av;
      if (o == 4) expected = (was < av) ? av : was;
      if (o == 5) expected = was & av;
      if (o == 6) expected = was | av;
      if (o == 7) expected = was ^ av;
      for (k = 0; k < WORDS; k = k + 1) begin
        check(line_out[32*k +: 32] === expected, "line_o");
        check(be[4*k +: 4] === ((k == w) ? 4'hf : 4'h0), "be_o");
      end
      runs = runs + 1;
    end
  endtask

  reg [31:0] was, av;
  initial begin
    tb_start(1);
    for (i = 0; i < 8; i = i + 1) begin
      one(i, 0, 32'hffffffff, 32'h12345678, 32'h1);          // wrap, unsigned order
      one(i, WORDS - 1, 32'h1, 32'h12345678, 32'h80000000);  // not a signed order
      one(i, WORDS - 1, 32'h7, 32'habcdef01, 32'h7);         // equal
    end
    for (i = 0; i < 4000; i = i + 1) begin
      for (k = 0; k < WORDS; k = k + 1) line_in[32*k +: 32] = $random(seed);
      was = $random(seed);
      av = pct(30) ? was : $random(seed);
      one(rnd(8), rnd(WORDS), av, $random(seed), was);
    end
    check(swaps > 50, "swaps were reached");
    if (errors == 0) $display("PASS cg_rmw32 LINE_BYTES=%0d: %0d runs", LINE_BYTES, runs);
    else $display("FAIL cg_rmw32 LINE_BYTES=%0d: %0d errors", LINE_BYTES, errors);
    $finish;
  end
endmodule
