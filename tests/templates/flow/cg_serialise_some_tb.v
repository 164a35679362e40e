// cg_serialise_some against a model that holds one message and the flits that
// are left, compared in every cycle.
module cg_serialise_some_tb;
  parameter integer MSG_W  = 32;
  parameter integer FLIT_W = 8;
  parameter integer LEN_W  = 3;
  parameter integer DST_W  = 1;
  parameter integer SPARSE = 1;
  localparam integer CYCLES = 5000;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  `include "tb_util.vh"

  reg               msg_valid = 0, flit_ready = 0;
  reg  [MSG_W-1:0]  msg_data = 0;
  reg  [LEN_W-1:0]  msg_flits = 1;
  reg  [FLITS-1:0]  msg_present = 1;
  reg  [DST_W-1:0]  msg_dst = 0;
  wire              msg_ready, flit_valid, flit_last;
  wire [FLIT_W-1:0] flit_data;
  wire [DST_W-1:0]  flit_dst;

  cg_serialise_some #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(DST_W), .SPARSE(SPARSE)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .msg_valid_i(msg_valid), .msg_ready_o(msg_ready), .msg_data_i(msg_data),
      .msg_flits_i(msg_flits), .msg_present_i(msg_present), .msg_dst_i(msg_dst),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o(flit_dst));

  reg [FLITS*FLIT_W-1:0] cur = 0;  // zero-extended
  reg [DST_W-1:0]        cur_dst = 0;
  reg [FLITS-1:0]        left = 0;
  integer                at, messages = 0, flits = 0, gaps = 0, k;

  task step(input mv, input integer density, input fr);
    reg accept, leave;
    begin
      @(negedge clk);
      msg_valid  = mv;
      flit_ready = fr;
      msg_dst    = $random(seed);
      for (k = 0; k < FLITS; k = k + 1) msg_present[k] = k == 0 || pct(density);
      msg_flits = 1 + rnd(FLITS);
      for (k = 0; k < MSG_W; k = k + 1) msg_data[k] = pct(50);
      #1;
      at = 0;
      while (at < FLITS - 1 && !left[at]) at = at + 1;
      check(flit_valid === (left != 0), "flit_valid_o");
      check(msg_ready === (left == 0 || (left == (1 << at) && fr)), "msg_ready_o");
      if (left != 0) begin
        check(flit_data === cur[at*FLIT_W +: FLIT_W], "flit_data_o");
        check(flit_last === (left == (1 << at)), "flit_last_o");
        check(flit_dst === cur_dst, "flit_dst_o");
      end
      accept = mv && msg_ready;
      leave  = fr && flit_valid;
      if (leave) begin left[at] = 1'b0; flits = flits + 1; end
      if (accept) begin
        cur      = msg_data;
        cur_dst  = msg_dst;
        messages = messages + 1;
        for (k = 0; k < FLITS; k = k + 1) left[k] = SPARSE ? msg_present[k] : k < msg_flits;
        if (SPARSE && ~msg_present != 0) gaps = gaps + 1;
      end
    end
  endtask

  integer i, start, p_msg, p_some, p_flit;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    start = flits;
    for (i = 0; i < 20 * FLITS + 1; i = i + 1) step(1, 100, 1);
    check(flits - start === 20 * FLITS, "no gap between messages");
    for (i = 0; i < FLITS; i = i + 1) step(0, 0, 1);
    start = messages;
    for (i = 0; i < 101; i = i + 1) step(1, 0, 1);
    if (SPARSE) check(messages - start === 101, "messages of one flit, one per cycle");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_msg  = 10 + rnd(10) * 10;
        p_some = rnd(11) * 10;
        p_flit = 10 + rnd(10) * 10;
      end
      step(pct(p_msg), p_some, pct(p_flit));
    end
    check(messages > 100, "messages were sent");
    check(FLITS == 1 || !SPARSE || gaps > 50, "flits were left out");
    if (errors == 0) $display("PASS cg_serialise_some MSG_W=%0d FLIT_W=%0d: %0d messages", MSG_W, FLIT_W, messages);
    else $display("FAIL cg_serialise_some MSG_W=%0d FLIT_W=%0d: %0d errors", MSG_W, FLIT_W, errors);
    $finish;
  end
endmodule
