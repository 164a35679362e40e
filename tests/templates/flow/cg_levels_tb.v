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
  localparam integer CYCLES = 6000, ROOM = 256, WAIT = (40 * STOPS * FLITS + 40) * PARTS + LINK_LATENCY;
  `include "tb_util.vh"

  reg  [STOPS-1:0]       in_valid = 0, in_last = 0, out_ready = 0;
  reg  [STOPS*W-1:0]     in_data = 0;
  reg  [STOPS*DST_W-1:0] in_dst = 0;
  wire [STOPS-1:0]       in_ready, out_valid, out_last;
  wire [STOPS*W-1:0]     out_data;

  cg_levels #(.STOPS(STOPS), .W(W), .DST_W(DST_W), .GROUPS(GROUPS), .KINDS(KINDS), .COUNTS(COUNTS),
      .LINK_W(LINK_W), .LINK_LATENCY(LINK_LATENCY)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .in_last_i(in_last), .in_dst_i(in_dst),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data), .out_last_o(out_last));

  // Queue of the flits {last, data} from node i to node o: row i*STOPS+o.
  reg [W:0] pair [0:STOPS*STOPS*ROOM-1];
  integer   head [0:STOPS*STOPS-1];
  integer   tail [0:STOPS*STOPS-1];
  integer   left [0:STOPS-1];    // flits of the message at node i
  integer   target [0:STOPS-1];
  integer   owner [0:STOPS-1];   // sender of the message that is leaving at node o, or -1
  integer   waited [0:STOPS-1];  // cycles that the flit at node i waits
  integer   flits = 0, worst = 0;
  reg [STOPS*32-1:0] group;      // of each node

  // A node of another group, if there is one.
  function integer elsewhere(input integer i);
    integer k;
    begin
      elsewhere = (i + 1) % STOPS;
      for (k = 0; k < STOPS; k = k + 1) if (group[k*32+:32] != group[i*32+:32]) elsewhere = k;
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

  // far: 1: all to one node of another group, over one link; 2: all to node 0.
  task drive(input integer p_in, input integer far, input [STOPS-1:0] who);
    integer i;
    for (i = 0; i < STOPS; i = i + 1) begin
      if (left[i] == 0 && who[i] && pct(p_in)) begin
        left[i]   = 1 + rnd(FLITS);
        target[i] = far == 1 ? elsewhere(i) : far == 2 ? 0 : rnd(STOPS);
      end
      if (!in_valid[i] && left[i] > 0 && pct(p_in > 0 ? 50 + p_in : 100)) begin
        in_valid[i]              = 1'b1;
        in_last[i]               = left[i] == 1;
        in_dst[i*DST_W +: DST_W] = target[i];
        in_data[i*W +: W]        = {$random(seed), i[4:0]};
        waited[i]                = 0;
      end
    end
  endtask

  task deliver;
    integer o, src, q;
    for (o = 0; o < STOPS; o = o + 1)
      if (out_valid[o] && out_ready[o]) begin
        src = out_data[o*W +: 5];
        q   = src * STOPS + o;
        check(src < STOPS, "sender of a flit");
        check(owner[o] < 0 || owner[o] == src, "messages do not interleave");
        check(head[q] < tail[q], "nothing appears from nowhere");
        check({out_last[o], out_data[o*W +: W]} === pair[q*ROOM + head[q] % ROOM], "flit of the pair");
        head[q]  = head[q] + 1;
        owner[o] = out_last[o] ? -1 : src;
        flits    = flits + 1;
      end
  endtask

  task step(input integer p_in, input integer p_out, input integer far, input [STOPS-1:0] who);
    integer i, q;
    reg [STOPS-1:0] gone;
    begin
      @(negedge clk);
      drive(p_in, far, who);
      for (i = 0; i < STOPS; i = i + 1) out_ready[i] = pct(p_out);
      #1;
      deliver;
      gone = in_valid & in_ready;
      for (i = 0; i < STOPS; i = i + 1) begin
        if (gone[i]) begin
          q = i * STOPS + target[i];
          pair[q*ROOM + tail[q] % ROOM] = {in_last[i], in_data[i*W +: W]};
          tail[q] = tail[q] + 1;
          left[i] = left[i] - 1;
          check(tail[q] - head[q] <= ROOM, "the bench has room");
        end else if (in_valid[i] && p_out == 100) begin
          waited[i] = waited[i] + 1;
          if (waited[i] > worst) worst = waited[i];
        end
      end
      @(posedge clk);
      #1;
      in_valid = in_valid & ~gone;
    end
  endtask

  task drain;
    integer i;
    begin
      for (i = 0; i < 40 * STOPS * FLITS * PARTS + 200; i = i + 1) step(0, 100, 0, 0);
      for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] === tail[i], "all that went in has come out");
      check(in_valid === 0, "all that waited went in");
    end
  endtask

  integer i, p_in, p_out, start;
  reg [STOPS-1:0] all;
  initial begin
    tb_start(1);
    all = {STOPS{1'b1}};
    for (i = 0; i < STOPS * STOPS; i = i + 1) begin head[i] = 0; tail[i] = 0; end
    for (i = 0; i < STOPS; i = i + 1) begin left[i] = 0; target[i] = 0; owner[i] = -1; waited[i] = 0; end
    share;
    repeat (3) @(negedge clk);
    rst = 0;
    // everything between groups, to one node of each
    for (i = 0; i < CYCLES; i = i + 1) step(100, 100, 1, all);
    for (i = 0; i < STOPS; i = i + 1)
      check(tail[i*STOPS + elsewhere(i)] > CYCLES / (8 * STOPS * PARTS), "each node gets its share");
    drain;
    // all to one node, that takes little: the links fill up
    for (i = 0; i < CYCLES / 4; i = i + 1) step(100, 10, 2, all);
    drain;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = 10 + rnd(10) * 10; p_out = rnd(11) * 10; end
      step(p_in, p_out, 0, all);
    end
    drain;
    // one node alone has the whole link: a flit in PARTS cycles
    start = flits;
    for (i = 0; i < 400 * PARTS + LINK_LATENCY; i = i + 1) step(100, 100, 1, 1);
    check(flits - start > 300 && (GROUPS == 1 || flits - start <= 400 + LINK_LATENCY), "the rate of a link");
    drain;
    check(worst < WAIT, "no flit waits for ever");
    for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] > 0, "every pair was used");
    if (errors == 0)
      $display("PASS cg_levels STOPS=%0d GROUPS=%0d W=%0d LINK_W=%0d: %0d flits, longest wait %0d", STOPS, GROUPS, W,
               LINK_W, flits, worst);
    else $display("FAIL cg_levels STOPS=%0d GROUPS=%0d W=%0d LINK_W=%0d: %0d errors", STOPS, GROUPS, W, LINK_W, errors);
    $finish;
  end
endmodule
