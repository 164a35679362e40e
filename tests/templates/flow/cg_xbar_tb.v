// cg_xbar against one queue per pair of input and output.  Flits carry their
// input in the low five bits (W >= 6).
module cg_xbar_tb;
  parameter integer NIN   = 2;
  parameter integer NOUT  = 2;
  parameter integer W     = 16;
  parameter integer DST_W = 1;
  localparam integer CYCLES = 4000;
  `include "tb_util.vh"

  reg  [NIN-1:0]       in_valid, in_last = 0;
  initial #1 in_valid = 0;  // a change, so that each always @* begins to know it
  reg  [NIN*W-1:0]     in_data = 0;
  reg  [NIN*DST_W-1:0] in_dst = 0;
  reg  [NOUT-1:0]      out_ready = 0;
  wire [NIN-1:0]       in_ready;
  wire [NOUT-1:0]      out_valid, out_last;
  wire [NOUT*W-1:0]    out_data;

  cg_xbar #(.NIN(NIN), .NOUT(NOUT), .W(W), .DST_W(DST_W)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .in_last_i(in_last), .in_dst_i(in_dst),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data),
      .out_last_o(out_last));

  // Queue of the flits {last, data} between input i and output o: row i*NOUT+o.
  reg [W:0] pair [0:NIN*NOUT*8-1];
  integer   head [0:NIN*NOUT-1];
  integer   tail [0:NIN*NOUT-1];
  integer   left [0:NIN-1];    // flits of the message at input i
  integer   target [0:NIN-1];  // its output
  integer   owner [0:NOUT-1]; // input inside a message at output o, or -1
  integer   passed [0:NIN-1];  // messages of others that began at its output
                               // since this message's first flit was offered
  reg [NIN-1:0] first;         // the flit at input i is a message's first
  integer   flits = 0, busiest = 0, worst = 0;

  // Moves the inputs on: a new flit where there is none.  fixed >= 0: all
  // messages have `fixed` flits and input i goes to output i % NOUT.
  task drive(input integer p_in, input integer fixed);
    integer i;
    for (i = 0; i < NIN; i = i + 1) begin
      if (left[i] == 0 && pct(p_in)) begin
        left[i]   = (fixed > 0) ? fixed : 1 + rnd(4);
        target[i] = (fixed > 0) ? i % NOUT : rnd(NOUT);
        first[i]  = 1'b1;
        passed[i] = 0;
      end
      // once offered a flit stays; gaps inside a message are allowed
      if (!in_valid[i] && left[i] > 0 && pct(p_in)) begin
        in_valid[i]              = 1'b1;
        in_last[i]               = left[i] == 1;
        in_dst[i*DST_W +: DST_W] = target[i];
        in_data[i*W +: W]        = {$random(seed), i[4:0]};
      end
    end
  endtask

  // Called before the clock edge: takes accepted flits into the queues.
  task accept;
    integer i, k, q;
    for (i = 0; i < NIN; i = i + 1) begin
      if (in_valid[i] && in_ready[i]) begin
        q = i * NOUT + target[i];
        pair[q*8 + tail[q] % 8] = {in_last[i], in_data[i*W +: W]};
        tail[q] = tail[q] + 1;
        if (first[i])
          for (k = 0; k < NIN; k = k + 1)
            if (k != i && in_valid[k] && first[k] && target[k] == target[i]) begin
              passed[k] = passed[k] + 1;
              if (passed[k] > worst) worst = passed[k];
            end
      end
    end
    for (i = 0; i < NIN; i = i + 1)
      if (in_valid[i] && in_ready[i]) begin
        left[i]     = left[i] - 1;
        first[i]    = 1'b0;
      end
  endtask

  task deliver;
    integer o, src, q, now;
    begin
      now = 0;
      for (o = 0; o < NOUT; o = o + 1) begin
        if (out_valid[o] && out_ready[o]) begin
          src = out_data[o*W +: 5];
          q   = src * NOUT + o;
          check(src < NIN, "source of a flit");
          check(owner[o] < 0 || owner[o] == src, "messages do not interleave");
          check(head[q] < tail[q], "nothing appears from nowhere");
          check({out_last[o], out_data[o*W +: W]} === pair[q*8 + head[q] % 8], "flit of the pair");
          head[q]   = head[q] + 1;
          owner[o] = out_last[o] ? -1 : src;
          flits     = flits + 1;
          now       = now + 1;
        end
      end
      if (now > busiest) busiest = now;
    end
  endtask

  task step(input integer p_in, input integer p_out, input integer fixed);
    integer o;
    reg [NIN-1:0] gone;
    begin
      @(negedge clk);
      drive(p_in, fixed);
      for (o = 0; o < NOUT; o = o + 1) out_ready[o] = pct(p_out);
      #1;
      deliver;  // before accept: what comes out was accepted in an earlier cycle
      gone = in_valid & in_ready;
      accept;
      @(posedge clk);
      #1;
      in_valid = in_valid & ~gone;
    end
  endtask

  integer i, start, p_in, p_out, pairs;
  initial begin
    tb_start(1);
    for (i = 0; i < NIN * NOUT; i = i + 1) begin head[i] = 0; tail[i] = 0; end
    for (i = 0; i < NIN; i = i + 1) begin left[i] = 0; target[i] = 0; passed[i] = 0; end
    for (i = 0; i < NOUT; i = i + 1) owner[i] = -1;
    first = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: every input to its own output; all used outputs busy every cycle
    for (i = 0; i < 101; i = i + 1) step(100, 100, 1);
    pairs = (NIN < NOUT) ? NIN : NOUT;
    check(flits === 100 * pairs, "outputs transfer in parallel, every cycle");
    start = flits;
    for (i = 0; i < 100; i = i + 1) step(100, 100, 3);
    check(flits - start === 100 * pairs, "no gap between messages");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_in = 10 + rnd(10) * 10; p_out = rnd(11) * 10; end
      step(p_in, p_out, 0);
    end
    check(worst <= NIN - 1, "passed by at most NIN-1 messages");
    check(NIN < 3 || worst > 1, "contention was reached");
    // finish the messages under way, then everything must have arrived
    for (i = 0; i < 400 * NIN; i = i + 1) step((left[i % NIN] > 0) ? 100 : 0, 100, 0);
    for (i = 0; i < 60 * NIN; i = i + 1) begin
      @(negedge clk);
      out_ready = {NOUT{1'b1}};
      in_valid = 0;
      #1 deliver;
    end
    for (i = 0; i < NIN * NOUT; i = i + 1) begin
      check(head[i] === tail[i], "no flit was lost");
      check(head[i] > 0, "every pair was used");
    end
    check(busiest >= pairs, "all outputs at once");
    if (errors == 0)
      $display("PASS cg_xbar NIN=%0d NOUT=%0d W=%0d: %0d flits", NIN, NOUT, W, flits);
    else $display("FAIL cg_xbar NIN=%0d NOUT=%0d W=%0d: %0d errors", NIN, NOUT, W, errors);
    $finish;
  end
endmodule
