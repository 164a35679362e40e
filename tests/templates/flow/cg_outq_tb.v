// cg_outq against a queue of bundles that are walked send by send, compared in
// every cycle.
module cg_outq_tb;
  parameter integer W     = 8;
  parameter integer LANES = 1;
  parameter integer DST_W = 1;
  parameter integer MASK  = 0;
  parameter integer DEPTH = 4;
  parameter integer THROUGH = 1;
  localparam integer CYCLES = 10000;
  localparam integer COPIES = (MASK != 0) ? DST_W : 1;
  localparam integer OUT_W = (MASK != 0) ? ((DST_W > 1) ? $clog2(DST_W) : 1) : DST_W;
  `include "tb_util.vh"

  reg                    reserve = 0, cancel = 0, push = 0, pop_ready = 0;
  reg  [LANES-1:0]       push_valid = 0;
  reg  [LANES*DST_W-1:0] push_dst = 0;
  reg  [LANES*W-1:0]     push_data = 0;
  wire                   room, pop_valid, skips;
  wire [OUT_W-1:0]       pop_dst;
  wire [W-1:0]           pop_data;

  cg_outq #(.W(W), .LANES(LANES), .DST_W(DST_W), .MASK(MASK), .DEPTH(DEPTH), .THROUGH(THROUGH)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .reserve_i(reserve), .room_o(room), .cancel_i(cancel), .push_i(push),
      .push_valid_i(push_valid), .push_dst_i(push_dst), .push_data_i(push_data),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready), .skips_o(skips),
      .pop_dst_o(pop_dst), .pop_data_o(pop_data));

  reg [LANES-1:0]       m_valid [0:31];
  reg [LANES*DST_W-1:0] m_dst [0:31];
  reg [LANES*W-1:0]     m_data [0:31];
  integer head = 0, tail = 0, open = 0;
  integer at = 0;  // the oldest bundle's sends below `at` (lane*COPIES+copy) are done
  integer returns = 0;  // THROUGH 0: a credit is on its way
  integer sent = 0, fell = 0, skipped = 0, cancelled = 0, no_room = 0;

  // The first send of the oldest bundle at or after `from`, or LANES*COPIES.
  function integer next_send(input integer from);
    integer k;
    reg wanted;
    begin
      next_send = LANES * COPIES;
      for (k = LANES * COPIES - 1; k >= from; k = k - 1) begin
        wanted = m_valid[head % 32][k / COPIES];
        if (MASK != 0) wanted = wanted && m_dst[head % 32][k];
        if (wanted) next_send = k;
      end
    end
  endfunction

  task step(input rs, input cn, input ps, input pr);
    integer k, i;
    reg bundle, offered;
    begin
      @(negedge clk);
      reserve   = rs && open + tail - head + returns < DEPTH;
      push      = ps && open + reserve > 0;
      cancel    = cn && open + reserve - push > 0;
      pop_ready = pr;
      for (i = 0; i < LANES * W; i = i + 1) push_data[i] = pct(50);
      for (i = 0; i < LANES * DST_W; i = i + 1) push_dst[i] = pct(40);
      if (pct(10)) push_dst = 0;
      for (i = 0; i < LANES; i = i + 1) push_valid[i] = pct(60);
      if (push_valid == 0) push_valid[rnd(LANES)] = 1'b1;
      #1;
      check(room === (open + tail - head + returns < DEPTH), "room_o");
      if (cancel) cancelled = cancelled + 1;
      if (!room) no_room = no_room + 1;
      if (push && tail == head && pr && pop_valid) fell = fell + 1;
      open = open + reserve - push - cancel;
      bundle  = tail != head;
      if (push) begin
        m_valid[tail % 32] = push_valid;
        m_dst[tail % 32]   = push_dst;
        m_data[tail % 32]  = push_data;
        tail = tail + 1;
      end
      if (THROUGH != 0) bundle = tail != head;
      k       = next_send(at);
      offered = bundle && k < LANES * COPIES;
      check(pop_valid === offered, "pop_valid_o");
      if (offered) begin
        check(pop_data === m_data[head % 32][(k / COPIES) * W +: W], "pop_data_o");
        if (MASK != 0) check(pop_dst === k % COPIES, "pop_dst_o");
        else check(pop_dst === m_dst[head % 32][k * DST_W +: DST_W], "pop_dst_o");
      end
      check(skips === ((bundle && !offered) || returns != 0), "skips_o");
      returns = 0;
      if (offered && pr) begin at = k + 1; sent = sent + 1; end
      if (bundle && !offered) skipped = skipped + 1;
      if (bundle && (pr || !offered) && next_send(at) == LANES * COPIES) begin
        head = head + 1;
        at   = 0;
        returns = 1 - THROUGH;
      end
    end
  endtask

  integer i, start, p_reserve, p_cancel, p_push, p_pop;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < DEPTH + 1; i = i + 1) step(1, 0, 0, 1);
    check(open === DEPTH, "DEPTH reservations");
    for (i = 0; i < DEPTH + 1; i = i + 1) step(0, 1, 0, 1);
    for (i = 0; i < DEPTH + 1; i = i + 1) step(1, 0, 0, 0);
    for (i = 0; i < DEPTH + 1; i = i + 1) step(0, 0, 1, 0);
    for (i = 0; i < DEPTH * LANES * COPIES + 1; i = i + 1) step(0, 0, 0, 1);
    check(head === tail, "drained");
    // a bundle of one message per cycle
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 0, open > 0, 1);
    check(LANES > 1 || MASK != 0 || THROUGH == 0 || head - start >= ((DEPTH > 1) ? 99 : 50), "throughput");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_reserve = rnd(11) * 10;
        p_cancel  = rnd(4) * 10;
        p_push    = rnd(11) * 10;
        p_pop     = rnd(11) * 10;
      end
      step(pct(p_reserve), pct(p_cancel), pct(p_push), pct(p_pop));
    end
    check(fell + 4 * (1 - THROUGH) > 3 && cancelled > 20 && no_room > 20, "all cases were reached");
    check(MASK == 0 || skipped > 5, "bundles with nothing to send were reached");
    if (errors == 0)
      $display("PASS cg_outq W=%0d LANES=%0d DST_W=%0d MASK=%0d DEPTH=%0d THROUGH=%0d: %0d messages",
               W, LANES, DST_W, MASK, DEPTH, THROUGH, sent);
    else
      $display("FAIL cg_outq W=%0d LANES=%0d DST_W=%0d MASK=%0d DEPTH=%0d THROUGH=%0d: %0d errors",
               W, LANES, DST_W, MASK, DEPTH, THROUGH, errors);
    $finish;
  end
endmodule
