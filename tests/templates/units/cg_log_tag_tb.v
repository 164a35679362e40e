// cg_log_tag reads what cg_log_head has written, in order, with the tags; and says which masks tear a part.
module cg_log_tag_tb;
  parameter integer LINE_BITS = 128;
  parameter integer TAG_W = 5;
  parameter integer GRAIN = 4;
  localparam integer BYTES = LINE_BITS / 8;
  `include "tb_util.vh"

  reg                  req_valid = 0, ev_ready = 0;
  reg  [31:0]          at = 0;
  reg  [BYTES-1:0]     mask = 0;
  reg  [LINE_BITS-1:0] was = 0;
  reg  [TAG_W-1:0]     tag = 0;
  wire [LINE_BITS-1:0] line;
  wire [BYTES-1:0]     be;
  wire                 req_ready, ev_valid, torn;
  wire [31:0]          at_back;
  wire [BYTES-1:0]     mask_back;
  wire [TAG_W-1:0]     tag_back;

  cg_log_head #(.LINE_BYTES(BYTES)) u_head (.at_i(at), .mask_i(mask), .line_i(was), .line_o(line), .be_o(be));
  cg_log_tag #(.LINE_BITS(LINE_BITS), .TAG_W(TAG_W), .GRAIN(GRAIN)) u_dut (
      .clk_i(clk), .rst_i(rst), .req_valid_i(req_valid), .req_ready_o(req_ready), .line_i(line), .tag_i(tag),
      .ev_valid_o(ev_valid), .ev_ready_i(ev_ready), .at_o(at_back), .mask_o(mask_back), .outcome_o(torn),
      .tag_o(tag_back));

  function tears(input [BYTES-1:0] m);
    integer k, n;
    begin
      tears = 0;
      n = 0;
      for (k = 0; k < BYTES; k = k + 1) begin
        n = n + m[k];
        if (k % GRAIN == GRAIN - 1) begin
          if (n != 0 && n != GRAIN) tears = 1;
          n = 0;
        end
      end
    end
  endfunction

  reg [31:0]      ats [0:15];
  reg [BYTES-1:0] masks [0:15];
  reg [TAG_W-1:0] tags [0:15];
  integer head = 0, tail = 0;
  reg [1:0] seen = 0;
  integer i = 0;

  task step(input pv, input pr);
    integer k;
    begin
      @(negedge clk);
      req_valid = pv;
      ev_ready  = pr;
      at        = $random(seed);
      tag       = $random(seed);
      for (k = 0; k < BYTES; k = k + 1) mask[k] = k % GRAIN == 0 || i % 3 == 0 ? $random(seed) : mask[k - 1];
      for (k = 0; k < BYTES; k = k + 1) was[8*k +: 8] = $random(seed);
      #1;
      check(ev_valid === (tail != head), "ev_valid_o");
      if (ev_valid) begin
        check(at_back === ats[head % 16], "at_o");
        check(mask_back === masks[head % 16], "mask_o");
        check(tag_back === tags[head % 16], "tag_o");
        check(torn === tears(masks[head % 16]), "outcome_o");
        seen[torn] = 1;
        if (pr) head = head + 1;
      end
      if (pv && req_ready) begin
        ats[tail % 16] = at;
        masks[tail % 16] = mask;
        tags[tail % 16] = tag;
        tail = tail + 1;
      end
    end
  endtask

  integer start;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < 4; i = i + 1) step(1, 0);
    for (i = 0; i < 4; i = i + 1) step(0, 1);
    start = head;
    for (i = 0; i < 100; i = i + 1) step(1, 1);
    check(head - start === 99, "one per cycle");
    for (i = 0; i < 1000; i = i + 1) step(pct(70), pct(60));
    check(GRAIN == 1 || seen == 2'b11, "both outcomes are seen");
    if (errors == 0) $display("PASS cg_log_tag LINE_BITS=%0d TAG_W=%0d: %0d heads", LINE_BITS, TAG_W, head);
    else $display("FAIL cg_log_tag LINE_BITS=%0d TAG_W=%0d: %0d errors", LINE_BITS, TAG_W, errors);
    $finish;
  end
endmodule
