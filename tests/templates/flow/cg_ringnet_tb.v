// cg_ringnet against one queue per pair of nodes.  Flits carry their sender in the low
// five bits (W >= 6). At the end of each phase all that went in has come out: a ring
// that stands still, or lets one node wait for ever, is seen there.
module cg_ringnet_tb;
  parameter integer STOPS = 3;
  parameter integer W     = 16;
  parameter integer DST_W = 2;
  parameter integer FLITS = 3;
  localparam integer CYCLES = 6000, ROOM = 64, WAIT = 40 * STOPS * FLITS + 40, DRAIN = 100 * STOPS * FLITS;
  `include "tb_util.vh"
  `include "net_tb.vh"

  cg_ringnet #(.STOPS(STOPS), .W(W), .DST_W(DST_W), .FLITS(FLITS)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .in_last_i(in_last), .in_dst_i(in_dst),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data), .out_last_o(out_last));

  // The longest way.
  function integer far_from(input integer node);
    far_from = (node + STOPS - 1) % STOPS;
  endfunction

  integer i, p_in, p_out, start;
  reg [STOPS-1:0] all;
  initial begin
    net_start;
    all = {STOPS{1'b1}};
    repeat (3) @(negedge clk);
    rst = 0;
    // the longest ways, always: each stop wants in and each message goes past all others
    for (i = 0; i < CYCLES; i = i + 1) step(100, 100, 1, all);
    for (i = 0; i < STOPS; i = i + 1) begin
      check(tail[i*STOPS + far_from(i)] > CYCLES / (8 * STOPS), "each node gets its share");
    end
    drain(DRAIN);
    // all to one node, that takes little: the ring fills up
    for (i = 0; i < CYCLES / 4; i = i + 1) step(100, 10, 2, all);
    drain(DRAIN);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = 10 + rnd(10) * 10; p_out = rnd(11) * 10; end
      step(p_in, p_out, 0, all);
    end
    drain(DRAIN);
    // one node alone has the whole link
    start = flits;
    for (i = 0; i < 400; i = i + 1) step(100, 100, 1, 1);
    check(FLITS == 1 || STOPS < 2 || flits - start > 300, "a node alone sends nearly a flit per cycle");
    drain(DRAIN);
    check(worst < WAIT, "no flit waits for ever");
    for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] > 0, "every pair was used");
    if (errors == 0)
      $display("PASS cg_ringnet STOPS=%0d W=%0d FLITS=%0d: %0d flits, longest wait %0d", STOPS, W, FLITS, flits, worst);
    else $display("FAIL cg_ringnet STOPS=%0d W=%0d FLITS=%0d: %0d errors", STOPS, W, FLITS, errors);
    $finish;
  end
endmodule
