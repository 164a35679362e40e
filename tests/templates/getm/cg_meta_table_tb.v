// cg_meta_table driven by cg_meta_table_test.c; an entry may leave when its own
// fields are zero.
module cg_meta_table_tb;
  parameter integer WAYS        = 4;
  parameter integer ROWS        = 8;
  parameter integer STASH       = 4;
  parameter integer KEY_W       = 27;
  parameter integer OWN_W       = 8;
  parameter integer FIELDS      = 2;
  parameter integer TS_W        = 12;
  parameter integer FILTER_WAYS = 4;
  parameter integer FILTER_ROWS = 5;
  parameter integer MEM_ADDR_W  = 10;
  parameter integer MEM_LISTS   = 4;
  parameter integer ASKERS      = 5;
  parameter [31:0]  SEED        = 32'd1;
  parameter integer STAGES      = 1;
  parameter integer CHOICES = 0;
  localparam integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1;
  localparam integer ENT_W  = OWN_W + FIELDS * TS_W;
  localparam integer PLACES = WAYS + STASH;
  localparam integer CNT_W  = $clog2(WAYS * ROWS + STASH + 1);
  localparam integer WORD_PARTS = (KEY_W + ENT_W + 31) / 32;
  `include "vpi_bench.vh"

  reg                       flush = 0, rd = 0, bg_grant = 0, live = 1, fire = 0, upd = 0, keep = 0;
  reg  [KEY_W-1:0]          rd_key = 0;
  // The last of the keys to choose from is looked up, the others are not it.
  wire [CHOICE_W*KEY_W-1:0] rd_keys = {CHOICE_W{~rd_key}} ^ ({CHOICE_W*KEY_W{1'b1}} << ((CHOICE_W - 1) * KEY_W));
  wire [CHOICE_W-1:0]       rd_pick = {CHOICE_W{rd}} & ({CHOICE_W{1'b1}} << (CHOICE_W - 1));
  reg  [ENT_W-1:0]          upd_ent = 0;
  reg                       mem_ready = 0, mem_rvalid = 0;
  reg  [KEY_W+ENT_W-1:0]    mem_rdata = 0;
  wire                      ready, bg_want, bg_urgent, seen_hit, seen_stale, room, later, mem_valid, mem_we, spill;
  wire [KEY_W-1:0]          key;
  wire [ENT_W-1:0]          seen_ent;
  wire [PLACES-1:0]         place_valid;
  wire [PLACES*ENT_W-1:0]   place_ent;
  reg  [PLACES*2-1:0]       vclass;
  wire [MEM_ADDR_W-1:0]     mem_addr, overflow;
  wire [KEY_W+ENT_W-1:0]    mem_wdata;
  wire [CNT_W-1:0]          count;
  wire [$clog2(STASH+1)-1:0] stash;
  integer v;
  always @* for (v = 0; v < PLACES; v = v + 1) vclass[2*v +: 2] =
      {1'b0, place_ent[v*ENT_W + FIELDS*TS_W +: OWN_W] == 0};

  // What is shown; with STAGES 3 as T has it, a cycle later.
  reg                       hit_q, stale_q;
  reg  [ENT_W-1:0]          ent_q;
  always @(posedge clk) {hit_q, stale_q, ent_q} <= {seen_hit, seen_stale, seen_ent};
  wire                      hit = STAGES == 3 ? hit_q : seen_hit;
  wire [ENT_W-1:0]          ent = STAGES == 3 ? ent_q : seen_ent;
  // What was shown is not so in T.
  wire                      old = STAGES == 3 && stale_q;

  cg_meta_table #(
      .WAYS(WAYS), .ROWS(ROWS), .STASH(STASH), .KEY_W(KEY_W), .OWN_W(OWN_W), .FIELDS(FIELDS), .TS_W(TS_W),
      .FILTER_WAYS(FILTER_WAYS), .FILTER_ROWS(FILTER_ROWS), .MEM_ADDR_W(MEM_ADDR_W), .MEM_LISTS(MEM_LISTS),
      .ASKERS(ASKERS), .SEED(SEED),
      .STAGES(STAGES), .CHOICES(CHOICES)
  ) u_dut (
      .clk_i(clk), .rst_i(rst), .flush_i(flush), .ready_o(ready), .rd_i(rd), .rd_key_i(rd_key),
      .rd_keys_i(rd_keys), .rd_pick_i(rd_pick),
      .bg_want_o(bg_want), .bg_urgent_o(bg_urgent), .bg_grant_i(bg_grant),
      .live_i(live), .key_o(key), .hit_o(seen_hit), .ent_o(seen_ent), .room_o(room),
      .later_o(later), .stale_o(seen_stale),
      .place_valid_o(place_valid), .place_ent_o(place_ent), .vclass_i(vclass),
      .fire_i(fire), .upd_i(upd), .upd_keep_i(keep), .upd_ent_i(upd_ent),
      .mem_valid_o(mem_valid), .mem_ready_i(mem_ready), .mem_we_o(mem_we), .mem_addr_o(mem_addr),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(mem_rvalid), .mem_rdata_i(mem_rdata),
      .count_o(count), .stash_o(stash), .overflow_o(overflow), .spill_o(spill));

  // What leaves the table for the filter, for the model.
  wire             ev_valid = u_dut.ev_valid;
  wire [KEY_W-1:0] ev_key   = u_dut.ev_key;
  wire [ENT_W-1:0] ev_ent   = u_dut.ev_ent;

  // A search has ended; the look-up in T is of its key.
  wire result   = u_dut.res_valid;
  wire answered = u_dut.answered;
  // It is put off for what was written in the cycle before, with STAGES 3 in the two before.
  wire stale        = STAGES == 3 ? old : u_dut.stale;
  wire filter_stale = STAGES == 3 ? old : u_dut.filter_stale;
endmodule
