// cg_levels against one queue per pair of nodes.  Flits carry their sender in the low
// five bits (W >= 6). At the end of each phase all that went in has come out: a network
// that stands still, or lets one node wait for ever, is seen there.
module cg_levels_tb;
  parameter integer STOPS = 3;
  parameter integer W     = 16;
  parameter integer DST_W = 2;
  parameter integer GROUPS = 1;
  parameter integer KINDS = 1;
  parameter [16*KINDS-1:0] COUNTS = 3;
  parameter integer LINK_W = 16;
  parameter integer LINK_LATENCY = 0;
  localparam integer FLITS = 4, PARTS = (W + LINK_W - 1) / LINK_W;
  localparam integer DRAIN = 40 * STOPS * FLITS * PARTS + 200;
  localparam integer CYCLES = 6000, ROOM = 256, WAIT = (40 * STOPS * FLITS + 40) * PARTS + LINK_LATENCY;
  `include "tb_util.vh"
  `include "net_tb.vh"

  cg_levels #(.STOPS(STOPS), .W(W), .DST_W(DST_W), .GROUPS(GROUPS), .KINDS(KINDS), .COUNTS(COUNTS),
      .LINK_W(LINK_W), .LINK_LATENCY(LINK_LATENCY)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .in_last_i(in_last), .in_dst_i(in_dst),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data), .out_last_o(out_last));

  reg [STOPS*32-1:0] group;  // of each node

  // A node of another group, if there is one.
  function integer far_from(input integer node);
    integer k;
    begin
      far_from = (node + 1) % STOPS;
      for (k = 0; k < STOPS; k = k + 1) if (group[k*32+:32] != group[node*32+:32]) far_from = k;
    end
  endfunction

  // Kind by kind, in equal shares.
  task share;
    integer k, n, first, count;
    begin
      first = 0;
      for (k = 0; k < KINDS; k = k + 1) begin
        count = COUNTS[16*k+:16];
        for (n = 0; n < count; n = n + 1) group[(first+n)*32+:32] = n / (count / GROUPS);
        first = first + count;
      end
    end
  endtask

  integer i, p_in, p_out, start;
  reg [STOPS-1:0] all;
  initial begin
    net_start;
    all = {STOPS{1'b1}};
    share;
    repeat (3) @(negedge clk);
    rst = 0;
    // everything between groups, to one node of each
    for (i = 0; i < CYCLES; i = i + 1) step(100, 100, 1, all);
    for (i = 0; i < STOPS; i = i + 1)
      check(tail[i*STOPS + far_from(i)] > CYCLES / (8 * STOPS * PARTS), "each node gets its share");
    drain(DRAIN);
    // all to one node, that takes little: the links fill up
    for (i = 0; i < CYCLES / 4; i = i + 1) step(100, 10, 2, all);
    drain(DRAIN);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = 10 + rnd(10) * 10; p_out = rnd(11) * 10; end
      step(p_in, p_out, 0, all);
    end
    drain(DRAIN);
    // one node alone has the whole link: a flit in PARTS cycles
    start = flits;
    for (i = 0; i < 400 * PARTS + LINK_LATENCY; i = i + 1) step(100, 100, 1, 1);
    check(flits - start > 300 && (GROUPS == 1 || flits - start <= 400 + LINK_LATENCY), "the rate of a link");
    drain(DRAIN);
    check(worst < WAIT, "no flit waits for ever");
    for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] > 0, "every pair was used");
    if (errors == 0)
      $display("PASS cg_levels STOPS=%0d GROUPS=%0d W=%0d LINK_W=%0d: %0d flits, longest wait %0d", STOPS, GROUPS, W,
               LINK_W, flits, worst);
    else $display("FAIL cg_levels STOPS=%0d GROUPS=%0d W=%0d LINK_W=%0d: %0d errors", STOPS, GROUPS, W, LINK_W, errors);
    $finish;
  end
endmodule
