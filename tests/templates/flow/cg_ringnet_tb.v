// cg_ringnet against one queue per pair of nodes.  Flits carry their sender in the low
// five bits (W >= 6). At the end of each phase all that went in has come out: a ring
// that stands still, or lets one node wait for ever, is seen there.
module cg_ringnet_tb;
  parameter integer STOPS = 3;
  parameter integer W     = 16;
  parameter integer DST_W = 2;
  parameter integer FLITS = 3;
  localparam integer CYCLES = 6000, ROOM = 64, WAIT = 40 * STOPS * FLITS + 40;
  `include "tb_util.vh"

  reg  [STOPS-1:0]       in_valid = 0, in_last = 0, out_ready = 0;
  reg  [STOPS*W-1:0]     in_data = 0;
  reg  [STOPS*DST_W-1:0] in_dst = 0;
  wire [STOPS-1:0]       in_ready, out_valid, out_last;
  wire [STOPS*W-1:0]     out_data;

  cg_ringnet #(.STOPS(STOPS), .W(W), .DST_W(DST_W), .FLITS(FLITS)) u_dut (
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
  integer   flits = 0, worst = 0, longest = 0, sent_alone = 0;

  // far: 1: all to the node before, which is the longest way; 2: all to node 0.
  task drive(input integer p_in, input integer far, input [STOPS-1:0] who);
    integer i;
    for (i = 0; i < STOPS; i = i + 1) begin
      if (left[i] == 0 && who[i] && pct(p_in)) begin
        left[i]   = 1 + rnd(FLITS);
        target[i] = far == 1 ? (i + STOPS - 1) % STOPS : far == 2 ? 0 : rnd(STOPS);
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
      for (i = 0; i < 100 * STOPS * FLITS; i = i + 1) step(0, 100, 0, 0);
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
    repeat (3) @(negedge clk);
    rst = 0;
    // the longest ways, always: each stop wants in and each message goes past all others
    for (i = 0; i < CYCLES; i = i + 1) step(100, 100, 1, all);
    for (i = 0; i < STOPS; i = i + 1) begin
      check(tail[i*STOPS + (i + STOPS - 1) % STOPS] > CYCLES / (8 * STOPS), "each node gets its share");
    end
    drain;
    // all to one node, that takes little: the ring fills up
    for (i = 0; i < CYCLES / 4; i = i + 1) step(100, 10, 2, all);
    drain;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = 10 + rnd(10) * 10; p_out = rnd(11) * 10; end
      step(p_in, p_out, 0, all);
    end
    drain;
    // one node alone has the whole link
    start = flits;
    for (i = 0; i < 400; i = i + 1) step(100, 100, 1, 1);
    check(FLITS == 1 || STOPS < 2 || flits - start > 300, "a node alone sends nearly a flit per cycle");
    drain;
    check(worst < WAIT, "no flit waits for ever");
    for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] > 0, "every pair was used");
    if (errors == 0)
      $display("PASS cg_ringnet STOPS=%0d W=%0d FLITS=%0d: %0d flits, longest wait %0d", STOPS, W, FLITS, flits, worst);
    else $display("FAIL cg_ringnet STOPS=%0d W=%0d FLITS=%0d: %0d errors", STOPS, W, FLITS, errors);
    $finish;
  end
endmodule
