// Included behind tb_util.vh in the bench of a network: the ends of its nodes, and one queue for each pair of them,
// with which each flit that comes out is compared. Flits carry their sender in the low five bits. The bench has STOPS
// nodes, W, DST_W, FLITS (of the longest message), ROOM (of a queue) and a function far_from(node): a node that is far.
reg  [STOPS-1:0]       in_valid = 0, in_last = 0, out_ready = 0;
reg  [STOPS*W-1:0]     in_data = 0;
reg  [STOPS*DST_W-1:0] in_dst = 0;
wire [STOPS-1:0]       in_ready, out_valid, out_last;
wire [STOPS*W-1:0]     out_data;

// Queue of the flits {last, data} from node i to node o: row i*STOPS+o.
reg [W:0] pair [0:STOPS*STOPS*ROOM-1];
integer   head [0:STOPS*STOPS-1];
integer   tail [0:STOPS*STOPS-1];
integer   left [0:STOPS-1];    // flits of the message at node i
integer   target [0:STOPS-1];
integer   owner [0:STOPS-1];   // sender of the message that is leaving at node o, or -1
integer   waited [0:STOPS-1];  // cycles that the flit at node i waits
integer   flits = 0, worst = 0;

// far: 1: all to the node that is far from them; 2: all to node 0.
task drive(input integer p_in, input integer far, input [STOPS-1:0] who);
  integer i;
  for (i = 0; i < STOPS; i = i + 1) begin
    if (left[i] == 0 && who[i] && pct(p_in)) begin
      left[i]   = 1 + rnd(FLITS);
      target[i] = far == 1 ? far_from(i) : far == 2 ? 0 : rnd(STOPS);
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

// Cycles until the network is empty.
task drain(input integer cycles);
  integer i;
  begin
    for (i = 0; i < cycles; i = i + 1) step(0, 100, 0, 0);
    for (i = 0; i < STOPS * STOPS; i = i + 1) check(head[i] === tail[i], "all that went in has come out");
    check(in_valid === 0, "all that waited went in");
  end
endtask

task net_start;
  integer i;
  begin
    tb_start(1);
    for (i = 0; i < STOPS * STOPS; i = i + 1) begin head[i] = 0; tail[i] = 0; end
    for (i = 0; i < STOPS; i = i + 1) begin left[i] = 0; target[i] = 0; owner[i] = -1; waited[i] = 0; end
  end
endtask
