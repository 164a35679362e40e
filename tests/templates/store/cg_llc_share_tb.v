// cg_llc_share with a memory of lines behind it that answers in order after
// random times: each user reads what it wrote last, in its order.
module cg_llc_share_tb;
  parameter integer KEY_W = 6, LINE_BYTES = 4, WORD_AW = 3, WORD_W = 20, OPEN = 3;
  `include "tb_util.vh"
  localparam integer LINE_W = 8 * LINE_BYTES, KEYS = 1 << KEY_W, WORDS = 1 << WORD_AW, LONG = 64;

  reg                   row_v = 0, row_rd = 0, row_take = 0, word_v = 0, word_we = 0, req_ready = 0;
  reg  [KEY_W-1:0]      row_key = 0;
  reg  [LINE_BYTES-1:0] row_be = 0;
  reg  [LINE_W-1:0]     row_data = 0;
  wire [3:0]            row_rmw = {row_v && !row_rd, row_data[2:0]}; // goes with the request
  wire [3:0]            req_rmw;
  reg  [WORD_AW-1:0]    word_at = 0;
  reg  [WORD_W-1:0]     word_data = 0;
  wire                  row_ready, row_rsp, word_ready, word_rsp, req_v, req_rd, rsp_ready;
  wire [LINE_W-1:0]     row_rdata, req_data;
  wire [WORD_W-1:0]     word_rdata;
  wire [KEY_W-1:0]      req_key;
  wire [LINE_BYTES-1:0] req_be;
  reg                   rsp_v = 0;
  reg  [LINE_W-1:0]     rsp_data = 0;

  cg_llc_share #(.KEY_W(KEY_W), .LINE_BYTES(LINE_BYTES), .WORD_AW(WORD_AW), .WORD_W(WORD_W), .OPEN(OPEN)) u_dut (
      .clk_i(clk), .rst_i(rst),
      .row_req_valid_i(row_v), .row_req_ready_o(row_ready), .row_req_key_i(row_key), .row_req_rd_i(row_rd),
      .row_req_rmw_i(row_rmw), .row_req_be_i(row_be), .row_req_wdata_i(row_data),
      .row_rsp_valid_o(row_rsp), .row_rsp_ready_i(row_take), .row_rsp_data_o(row_rdata),
      .word_valid_i(word_v), .word_ready_o(word_ready), .word_we_i(word_we), .word_addr_i(word_at),
      .word_wdata_i(word_data),
      .word_rvalid_o(word_rsp), .word_rdata_o(word_rdata),
      .llc_req_valid_o(req_v), .llc_req_ready_i(req_ready), .llc_req_key_o(req_key), .llc_req_rd_o(req_rd),
      .llc_req_rmw_o(req_rmw), .llc_req_be_o(req_be), .llc_req_wdata_o(req_data),
      .llc_rsp_valid_i(rsp_v), .llc_rsp_ready_o(rsp_ready), .llc_rsp_data_i(rsp_data));

  // The cache: lines, and answers to come.
  reg [LINE_W-1:0] line [0:KEYS-1], answer [0:LONG-1];
  integer first, last;
  // What the users wrote and expect, by their own order.
  reg [LINE_W-1:0] row_line [0:KEYS-1], row_want [0:LONG-1];
  reg [WORD_W-1:0] word_is [0:WORDS-1], word_want;
  integer row_first, row_last, b, i, rows, words, both;
  reg     word_open, row_gone, word_gone, rsp_gone; // gone: accepted, to be taken back behind the clock edge

  task accepted;
    begin
      if (req_v && req_ready) begin
        if (req_rd) begin
          answer[last % LONG] = line[req_key];
          last = last + 1;
        end
        for (b = 0; b < LINE_BYTES; b = b + 1) if (req_be[b]) line[req_key][8*b +: 8] = req_data[8*b +: 8];
      end
      if (row_v && row_ready) begin
        check(!(word_v && word_ready), "one request at a time");
        check(req_v && req_ready && req_key === row_key && req_rmw === row_rmw, "a row's request reaches the cache");
        if (row_rd) begin
          row_want[row_last % LONG] = row_line[row_key];
          row_last = row_last + 1;
        end
        for (b = 0; b < LINE_BYTES; b = b + 1) if (row_be[b]) row_line[row_key][8*b +: 8] = row_data[8*b +: 8];
        row_gone = 1;
      end
      if (word_v && word_ready) begin
        check(req_v && req_ready && (&req_key[KEY_W-1:WORD_AW]) && req_key[WORD_AW-1:0] === word_at && req_rmw === 4'd0,
            "a word's place in memory");
        if (word_we) word_is[word_at] = word_data;
        else begin
          word_want = word_is[word_at];
          word_open = 1;
        end
        word_gone = 1;
      end
    end
  endtask

  task answered;
    begin
      check(!(row_rsp && word_rsp), "an answer has one receiver");
      if (row_rsp) begin
        check(row_first < row_last && row_rdata === row_want[row_first % LONG], "a row's answer");
        if (row_take) begin
          row_first = row_first + 1;
          rows = rows + 1;
        end
      end
      if (word_rsp) begin
        check(word_open && word_rdata === word_want, "a word's answer");
        word_open = 0;
        words = words + 1;
      end
      if (rsp_v && rsp_ready) begin
        first = first + 1;
        rsp_gone = 1;
      end
    end
  endtask

  initial begin
    tb_start(1);
    first = 0; last = 0; row_first = 0; row_last = 0; rows = 0; words = 0; both = 0; word_open = 0;
    for (i = 0; i < KEYS; i = i + 1) begin line[i] = 0; row_line[i] = 0; end
    for (i = 0; i < WORDS; i = i + 1) word_is[i] = 0;
    repeat (2) @(negedge clk);
    rst = 0;
    for (i = 0; i < 20000; i = i + 1) begin
      if (!row_v && pct(60)) begin
        row_v = 1; row_key = rnd(KEYS - WORDS); row_rd = pct(60); row_be = row_rd ? 0 : rnd(1 << LINE_BYTES);
            row_data = rnd(1 << 30);
      end
      if (!word_v && !word_open && pct(50)) begin
        word_v = 1; word_we = pct(50); word_at = rnd(WORDS); word_data = rnd(1 << 30);
      end
      if (!rsp_v && first < last && pct(40)) begin rsp_v = 1; rsp_data = answer[first % LONG]; end
      req_ready = pct(70) && last - first < 8;
      row_take = pct(60);
      #1;
      both = both + (row_v && word_v && req_v && req_ready);
      row_gone = 0; word_gone = 0; rsp_gone = 0;
      answered;
      accepted;
      @(negedge clk);
      if (row_gone) row_v = 0;
      if (word_gone) word_v = 0;
      if (rsp_gone) rsp_v = 0;
    end
    check(rows > 500 && words > 500 && both > 500, "both users were served, also against each other");
    if (errors == 0) $display("PASS cg_llc_share OPEN=%0d WORD_W=%0d: %0d rows, %0d words read", OPEN, WORD_W, rows,
        words);
    else $display("FAIL cg_llc_share OPEN=%0d WORD_W=%0d: %0d errors", OPEN, WORD_W, errors);
    $finish;
  end
endmodule
