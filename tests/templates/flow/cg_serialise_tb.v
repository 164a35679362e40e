// cg_serialise against a model that holds one message and a flit number,
// compared in every cycle.
module cg_serialise_tb;
  parameter integer MSG_W  = 32;
  parameter integer FLIT_W = 8;
  parameter integer LEN_W  = 3;
  parameter integer DST_W  = 1;
  localparam integer CYCLES = 5000;
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  `include "tb_util.vh"

  reg               msg_valid = 0, flit_ready = 0;
  reg  [MSG_W-1:0]  msg_data = 0;
  reg  [LEN_W-1:0]  msg_flits = 1;
  reg  [DST_W-1:0]  msg_dst = 0;
  wire              msg_ready, flit_valid, flit_last;
  wire [FLIT_W-1:0] flit_data;
  wire [DST_W-1:0]  flit_dst;

  cg_serialise #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LEN_W(LEN_W), .DST_W(DST_W)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .msg_valid_i(msg_valid), .msg_ready_o(msg_ready), .msg_data_i(msg_data),
      .msg_flits_i(msg_flits), .msg_dst_i(msg_dst),
      .flit_valid_o(flit_valid), .flit_ready_i(flit_ready), .flit_data_o(flit_data),
      .flit_last_o(flit_last), .flit_dst_o(flit_dst));

  reg [FLITS*FLIT_W-1:0] cur = 0;  // zero-extended
  reg [DST_W-1:0]        cur_dst = 0;
  integer                cur_flits = 0, at = 0;  // busy while at < cur_flits
  integer                messages = 0, flits = 0, single = 0;

  task step(input mv, input [LEN_W-1:0] len, input fr);
    reg accept, leave;
    integer k;
    begin
      @(negedge clk);
      msg_valid  = mv;
      msg_flits  = len;
      flit_ready = fr;
      msg_dst    = $random(seed);
      for (k = 0; k < MSG_W; k = k + 1) msg_data[k] = pct(50);
      #1;
      check(flit_valid === (at < cur_flits), "flit_valid_o");
      check(msg_ready === (at >= cur_flits || (at == cur_flits - 1 && fr)), "msg_ready_o");
      if (at < cur_flits) begin
        check(flit_data === cur[at*FLIT_W +: FLIT_W], "flit_data_o");
        check(flit_last === (at == cur_flits - 1), "flit_last_o");
        check(flit_dst === cur_dst, "flit_dst_o");
      end
      accept = mv && msg_ready;
      leave  = fr && flit_valid;
      if (leave) begin at = at + 1; flits = flits + 1; end
      if (accept) begin
        cur       = msg_data;
        cur_dst   = msg_dst;
        cur_flits = len;
        at        = 0;
        messages  = messages + 1;
        if (len == 1) single = single + 1;
      end
    end
  endtask

  integer i, start, p_msg, p_flit;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: full-length messages, then single flits, without a gap
    start = flits;
    for (i = 0; i < 100; i = i + 1) step(1, FLITS, 1);
    check(flits - start === 99, "no gap between messages");
    for (i = 0; i <= FLITS; i = i + 1) step(0, 1, 1);
    start = flits;
    for (i = 0; i < 100; i = i + 1) step(1, 1, 1);
    check(flits - start === 99, "one single-flit message per cycle");
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_msg = 10 + rnd(10) * 10; p_flit = rnd(11) * 10; end
      step(pct(p_msg), 1 + rnd(FLITS), pct(p_flit));
    end
    check(messages > 200 && single > 20, "messages of all lengths were sent");
    if (errors == 0)
      $display("PASS cg_serialise MSG_W=%0d FLIT_W=%0d: %0d messages, %0d flits",
               MSG_W, FLIT_W, messages, flits);
    else $display("FAIL cg_serialise MSG_W=%0d FLIT_W=%0d: %0d errors", MSG_W, FLIT_W, errors);
    $finish;
  end
endmodule
