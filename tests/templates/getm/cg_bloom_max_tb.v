// cg_bloom_max driven by cg_bloom_max_test.c.
module cg_bloom_max_tb;
  parameter integer WAYS   = 4;
  parameter integer ROWS   = 64;
  parameter integer KEY_W  = 27;
  parameter integer FIELDS = 2;
  parameter integer W      = 32;
  parameter [31:0]  SEED   = 32'd1;
  parameter integer STAGES = 1;
  parameter integer CHOICES = 0;
  localparam integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1;
  `include "vpi_bench.vh"

  reg                 flush = 0, rd = 0, ins = 0;
  reg  [KEY_W-1:0]    rd_key = 0, ins_key = 0;
  // The last of the keys to choose from is looked up, the others are not it.
  wire [CHOICE_W*KEY_W-1:0] rd_keys = {CHOICE_W{~rd_key}} ^ ({CHOICE_W*KEY_W{1'b1}} << ((CHOICE_W - 1) * KEY_W));
  wire [CHOICE_W-1:0]       rd_pick = {CHOICE_W{rd}} & ({CHOICE_W{1'b1}} << (CHOICE_W - 1));
  reg  [FIELDS*W-1:0] ins_val = 0;
  wire                ready, seen_stale;
  wire [FIELDS*W-1:0] seen_val;
  // With STAGES 3 as T has it, a cycle later.
  reg                 stale_q;
  reg  [FIELDS*W-1:0] val_q;
  always @(posedge clk) {stale_q, val_q} <= {seen_stale, seen_val};
  wire                stale = STAGES == 3 ? stale_q : seen_stale;
  wire [FIELDS*W-1:0] val   = STAGES == 3 ? val_q : seen_val;

  cg_bloom_max #(.WAYS(WAYS), .ROWS(ROWS), .KEY_W(KEY_W), .FIELDS(FIELDS), .W(W), .SEED(SEED),
      .STAGES(STAGES), .CHOICES(CHOICES)) u_dut (
      .clk_i(clk), .rst_i(rst), .flush_i(flush), .ready_o(ready),
      .rd_i(rd), .rd_key_i(rd_key),
      .rd_keys_i(rd_keys), .rd_pick_i(rd_pick), .val_o(seen_val), .stale_o(seen_stale), .next_val_o(),
      .ins_i(ins), .ins_key_i(ins_key), .ins_val_i(ins_val));
endmodule
