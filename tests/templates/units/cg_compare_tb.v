// cg_compare against a queue of answers, computed byte by byte from the highest one.
module cg_compare_tb;
  parameter integer WORDS = 4;
  parameter integer TAG_W = 9;
  localparam integer CYCLES = 3000;
  `include "tb_util.vh"

  reg                 req_valid = 0, ev_ready = 0;
  reg  [32*WORDS-1:0] old = 0, fresh = 0;
  reg  [4*WORDS-1:0]  mask = 0;
  reg  [TAG_W-1:0]    tag = 0;
  wire                req_ready, ev_valid, outcome;
  wire [4*WORDS-1:0]  result;
  wire [TAG_W-1:0]    back;

  cg_compare #(.WORDS(WORDS), .TAG_W(TAG_W)) u_dut (
      .clk_i(clk), .rst_i(rst), .req_valid_i(req_valid), .req_ready_o(req_ready), .old_i(old), .new_i(fresh),
      .mask_i(mask), .tag_i(tag), .ev_valid_o(ev_valid), .ev_ready_i(ev_ready), .outcome_o(outcome),
      .result_o(result), .tag_o(back));

  reg [4*WORDS-1:0] wanted [0:15];
  reg [TAG_W-1:0]   tags [0:15];
  integer head = 0, tail = 0, some = 0, none = 0, ties = 0;

  // The first byte from the top that differs decides; if none does, the new word is equal.
  function [4*WORDS-1:0] answer(input [32*WORDS-1:0] a, input [32*WORDS-1:0] b, input [4*WORDS-1:0] m);
    integer w, k, sign;
    begin
      answer = 0;
      for (w = 0; w < WORDS; w = w + 1) begin
        sign = 0;
        for (k = 3; k >= 0; k = k - 1)
          if (sign == 0 && b[8*(4*w+k) +: 8] != a[8*(4*w+k) +: 8])
            sign = b[8*(4*w+k) +: 8] < a[8*(4*w+k) +: 8] ? 1 : 2;
        if (sign == 0 && m[4*w +: 4] == 4'hf) ties = ties + 1;
        if (sign != 2 && m[4*w] && m[4*w+1] && m[4*w+2] && m[4*w+3]) answer[4*w +: 4] = 4'hf;
      end
    end
  endfunction

  task operands;
    integer w;
    begin
      for (w = 0; w < WORDS; w = w + 1) begin
        old[32*w +: 32] = $random(seed);
        // often equal, or different in one byte only
        fresh[32*w +: 32] = old[32*w +: 32];
        if (pct(50)) fresh[32*w +: 32] = $random(seed);
        else if (pct(60)) fresh[32*w + 8*rnd(4) +: 8] = $random(seed);
        mask[4*w +: 4] = pct(60) ? 4'hf : $random(seed);
      end
      if (pct(20)) mask = 0;
      tag = {$random(seed), $random(seed)};
    end
  endtask

  task step(input pv, input pr);
    begin
      @(negedge clk);
      req_valid = pv;
      ev_ready  = pr;
      operands;
      #1;
      check(ev_valid === (tail != head), "ev_valid_o");
      check(req_ready === (tail - head < 2), "req_ready_o");
      if (tail != head) begin
        check(result === wanted[head % 16], "result_o");
        check(outcome === (wanted[head % 16] == 0), "outcome_o");
        check(back === tags[head % 16], "tag_o");
      end
      if (pr && ev_valid) begin
        if (outcome) none = none + 1;
        else some = some + 1;
        head = head + 1;
      end
      if (pv && req_ready) begin
        wanted[tail % 16] = answer(old, fresh, mask);
        tags[tail % 16] = tag;
        tail = tail + 1;
      end
    end
  endtask

  integer i, start;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < 4; i = i + 1) step(1, 0);
    check(tail === 2, "two answers wait");
    for (i = 0; i < 4; i = i + 1) step(0, 1);
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1);
    check(head - start === 99, "one comparison per cycle");
    for (i = 0; i < CYCLES; i = i + 1) step(pct(70), pct(60));
    check(some > 100 && none > 100 && ties > 100, "both outcomes and ties were reached");
    if (errors == 0) $display("PASS cg_compare WORDS=%0d TAG_W=%0d: %0d comparisons", WORDS, TAG_W, head);
    else $display("FAIL cg_compare WORDS=%0d TAG_W=%0d: %0d errors", WORDS, TAG_W, errors);
    $finish;
  end
endmodule
