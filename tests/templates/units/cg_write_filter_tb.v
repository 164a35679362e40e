// cg_write_filter against lists of what was inserted: nothing that was is missed, and of what was not few are taken for
// it. 16 lines a row at most.
module cg_write_filter_tb;
  parameter integer ROWS   = 8;
  parameter integer ROW_W  = 3;
  parameter integer LINE_W = 25;
  parameter integer BITS   = 256;
  parameter integer TAG_W  = 9;
  localparam integer CYCLES = 6000;
  localparam integer MOST = 16;
  `include "tb_util.vh"

  reg               req_valid = 0, ev_ready = 0, insert = 0, first = 0;
  reg  [ROW_W-1:0]  row = 0;
  reg  [LINE_W-1:0] line = 0;
  reg  [TAG_W-1:0]  tag = 0;
  wire              req_ready, ev_valid;
  wire [1:0]        outcome;
  wire [TAG_W-1:0]  back;

  cg_write_filter #(.ROWS(ROWS), .ROW_W(ROW_W), .LINE_W(LINE_W), .BITS(BITS), .TAG_W(TAG_W)) u_dut (
      .clk_i(clk), .rst_i(rst), .req_valid_i(req_valid), .req_ready_o(req_ready), .row_i(row), .line_i(line),
      .insert_i(insert), .first_i(first), .tag_i(tag), .ev_valid_o(ev_valid), .ev_ready_i(ev_ready),
      .outcome_o(outcome), .tag_o(back));

  reg [LINE_W-1:0] held [0:ROWS*MOST-1];
  integer          count [0:ROWS-1];
  reg [1:0]        wanted [0:15];        // 2 kept, 0 maybe, 1: either
  reg [TAG_W-1:0]  tags [0:15];
  integer head = 0, tail = 0, hits = 0, misses = 0, wrong = 0, level = 0;

  function is_held(input integer r, input [LINE_W-1:0] l);
    integer i;
    begin
      is_held = 0;
      for (i = 0; i < count[r]; i = i + 1) if (held[r*MOST+i] == l) is_held = 1;
    end
  endfunction

  task operands;
    begin
      row    = rnd(ROWS);
      line   = $random(seed);
      insert = pct(40);
      if (count[row] == 0) insert = 1;
      first = insert && (count[row] == 0 || count[row] == MOST || pct(5));
      if (!insert && pct(50)) line = held[row*MOST+rnd(count[row])];
      tag = $random(seed);
    end
  endtask

  task step(input pv, input pr);
    begin
      @(negedge clk);
      req_valid = pv;
      ev_ready  = pr;
      operands;
      #1;
      if (ev_valid) begin
        check(tail != head, "an answer to something");
        check(back === tags[head % 16], "tag_o");
        if (wanted[head % 16] == 2) check(outcome === 2, "it was inserted");
        else if (wanted[head % 16] == 0) check(outcome === 0, "what was inserted is found");
        else check(outcome === 0 || outcome === 1, "a look-up is answered");
        if (wanted[head % 16] == 0) hits = hits + 1;
        if (wanted[head % 16] == 1) misses = misses + 1;
        if (wanted[head % 16] == 1 && outcome == 0) wrong = wrong + 1;
        if (pr) head = head + 1;
      end
      if (pv && req_ready) begin
        wanted[tail % 16] = insert ? 2 : is_held(row, line) ? 0 : 1;
        tags[tail % 16] = tag;
        tail = tail + 1;
        if (insert) begin
          if (first) count[row] = 0;
          held[row*MOST+count[row]] = line;
          count[row] = count[row] + 1;
        end
      end
    end
  endtask

  integer i, start;
  initial begin
    tb_start(1);
    for (i = 0; i < ROWS; i = i + 1) count[i] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < 8; i = i + 1) step(1, 0);
    check(tail === 3, "three wait");
    for (i = 0; i < 6; i = i + 1) step(0, 1);
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1);
    check(head - start === 98, "one per cycle");
    for (i = 0; i < CYCLES; i = i + 1) step(pct(70), pct(60));
    check(hits > 300 && misses > 300, "both kinds of look-up were reached");
    // 16 lines in four parts of BITS / 4: at most (16 / (BITS / 4))^4
    if (BITS >= 256) check(wrong * 100 < misses * (BITS >= 1024 ? 1 : 4), "few are taken for others");
    if (errors == 0)
      $display("PASS cg_write_filter ROW_W=%0d BITS=%0d: %0d of %0d absent lines taken for others", ROW_W, BITS, wrong,
               misses);
    else $display("FAIL cg_write_filter ROW_W=%0d BITS=%0d: %0d errors", ROW_W, BITS, errors);
    $finish;
  end
endmodule
