// cg_deserialise against a model of one message being collected and up to two
// finished ones, compared in every cycle.
module cg_deserialise_tb;
  parameter integer MSG_W  = 32;
  parameter integer FLIT_W = 8;
  localparam integer CYCLES = 5000;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  `include "tb_util.vh"

  reg               flit_valid = 0, flit_last = 0, msg_ready = 0;
  reg  [FLIT_W-1:0] flit_data = 0;
  wire              flit_ready, msg_valid;
  wire [MSG_W-1:0]  msg_data;

  cg_deserialise #(.MSG_W(MSG_W), .FLIT_W(FLIT_W)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .flit_valid_i(flit_valid), .flit_ready_o(flit_ready),
      .flit_data_i(flit_data), .flit_last_i(flit_last),
      .msg_valid_o(msg_valid), .msg_ready_i(msg_ready), .msg_data_o(msg_data));

  reg [FLITS*FLIT_W-1:0] part = 0;
  reg [MSG_W-1:0]        done [0:7];
  integer                at = 0, head = 0, tail = 0;  // finished: head .. tail-1
  integer                waited = 0, short_msgs = 0;

  // last is a wish; the FLITS-th flit is always the last one
  task step(input fv, input last, input mr);
    reg accept, leave;
    integer k;
    begin
      @(negedge clk);
      flit_valid = fv;
      flit_last  = last || at == FLITS - 1;
      msg_ready  = mr;
      for (k = 0; k < FLIT_W; k = k + 1) flit_data[k] = pct(50);
      #1;
      check(flit_ready === (tail - head < 2), "flit_ready_o");
      check(msg_valid === (tail != head), "msg_valid_o");
      if (tail != head) check(msg_data === done[head % 8], "msg_data_o");
      accept = fv && flit_ready;
      leave  = mr && msg_valid;
      if (accept && msg_valid && !mr) waited = waited + 1;
      if (leave) head = head + 1;
      if (accept) begin
        if (at == 0) part = 0;
        part[at*FLIT_W +: FLIT_W] = flit_data;
        if (flit_last && at < FLITS - 1) short_msgs = short_msgs + 1;
        at = at + 1;
        if (flit_last) begin done[tail % 8] = part; tail = tail + 1; at = 0; end
      end
    end
  endtask

  integer i, start, p_flit, p_last, p_msg;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: single flits, full messages, then a blocked output
    for (i = 0; i < 101; i = i + 1) step(1, 1, 1);
    check(head === 100, "one single-flit message per cycle");
    start = head;
    for (i = 0; i < 20 * FLITS; i = i + 1) step(1, 0, 1);
    check(head - start === 20, "no gap between messages");
    for (i = 0; i < 3 * FLITS; i = i + 1) step(1, 0, 0);
    check(tail - head === 2, "two finished messages");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_flit = 10 + rnd(10) * 10;
        p_last = rnd(11) * 10;
        p_msg  = rnd(11) * 10;
      end
      step(pct(p_flit), pct(p_last), pct(p_msg));
    end
    check(head > 200 && waited > 20, "flits were collected while a message waited");
    check(FLITS == 1 || short_msgs > 20, "short messages were reached");
    if (errors == 0)
      $display("PASS cg_deserialise MSG_W=%0d FLIT_W=%0d: %0d messages", MSG_W, FLIT_W, head);
    else $display("FAIL cg_deserialise MSG_W=%0d FLIT_W=%0d: %0d errors", MSG_W, FLIT_W, errors);
    $finish;
  end
endmodule
