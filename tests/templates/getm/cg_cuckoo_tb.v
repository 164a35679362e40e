// cg_cuckoo driven from C; the lowest two bits of an entry are its class.
module cg_cuckoo_tb;
  parameter integer WAYS  = 4;
  parameter integer ROWS  = 170;
  parameter integer STASH = 4;
  parameter integer KEY_W = 27;
  parameter integer ENT_W = 40;
  parameter integer KICKS = 16;
  parameter [31:0]  SEED  = 32'd1;
  parameter integer STAGES = 1;
  parameter integer CHOICES = 0;
  localparam integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1;
  localparam integer PLACES = WAYS + STASH;
  localparam integer CNT_W  = $clog2(WAYS * ROWS + STASH + 1);
  `include "vpi_bench.vh"

  reg                       flush = 0, rd = 0, bg_grant = 0, upd = 0, keep = 0, ovf_ready = 0;
  reg  [KEY_W-1:0]          rd_key = 0;
  // The last of the keys to choose from is looked up, the others are not it.
  wire [CHOICE_W*KEY_W-1:0] rd_keys = {CHOICE_W{~rd_key}} ^ ({CHOICE_W*KEY_W{1'b1}} << ((CHOICE_W - 1) * KEY_W));
  wire [CHOICE_W-1:0]       rd_pick = {CHOICE_W{rd}} & ({CHOICE_W{1'b1}} << (CHOICE_W - 1));
  reg  [ENT_W-1:0]          upd_ent = 0;
  wire                      ready, bg_want, bg_urgent, seen_hit, room, seen_stale, ev_valid, ovf_valid;
  wire [KEY_W-1:0]          key, ev_key;
  wire [ENT_W-1:0]          seen_ent, ev_ent;
  wire [PLACES-1:0]         seen_valid;
  wire [PLACES*ENT_W-1:0]   seen_places;
  reg  [PLACES*2-1:0]       vclass;
  wire [CNT_W-1:0]          count;
  wire [$clog2(STASH+1)-1:0] stash;

  // What is shown, and, for the test, valid places that may not leave; with STAGES 3 as T has it, a cycle later.
  reg  [PLACES-1:0]         seen_locked;
  integer v;
  always @* begin
    for (v = 0; v < PLACES; v = v + 1) begin
      vclass[2*v +: 2] = seen_places[v*ENT_W +: 2];
      seen_locked[v] = seen_valid[v] && seen_places[v*ENT_W +: 2] == 2'd0;
    end
  end
  reg                       hit_q, stale_q;
  reg  [ENT_W-1:0]          ent_q;
  reg  [PLACES-1:0]         valid_q, locked_q;
  always @(posedge clk) {hit_q, stale_q, ent_q, valid_q, locked_q} <=
      {seen_hit, seen_stale, seen_ent, seen_valid, seen_locked};
  wire                      hit         = STAGES == 3 ? hit_q : seen_hit;
  wire                      stale       = STAGES == 3 ? stale_q : seen_stale;
  wire [ENT_W-1:0]          ent         = STAGES == 3 ? ent_q : seen_ent;
  wire [PLACES-1:0]         place_valid = STAGES == 3 ? valid_q : seen_valid;
  wire [PLACES-1:0]         locked      = STAGES == 3 ? locked_q : seen_locked;

  cg_cuckoo #(.WAYS(WAYS), .ROWS(ROWS), .STASH(STASH), .KEY_W(KEY_W), .ENT_W(ENT_W), .KICKS(KICKS), .SEED(SEED),
      .STAGES(STAGES), .CHOICES(CHOICES)) u_dut (
      .clk_i(clk), .rst_i(rst), .flush_i(flush), .ready_o(ready), .rd_i(rd), .rd_key_i(rd_key),
      .rd_keys_i(rd_keys), .rd_pick_i(rd_pick),
      .bg_want_o(bg_want), .bg_urgent_o(bg_urgent), .bg_grant_i(bg_grant),
      .key_o(key), .stale_o(seen_stale), .hit_o(seen_hit), .ent_o(seen_ent),
      .next_hit_o(), .next_ent_o(), .room_o(room),
      .place_valid_o(seen_valid), .place_ent_o(seen_places), .vclass_i(vclass),
      .upd_i(upd), .upd_keep_i(keep), .upd_ent_i(upd_ent),
      .ev_valid_o(ev_valid), .ev_key_o(ev_key), .ev_ent_o(ev_ent),
      .ovf_ready_i(ovf_ready), .ovf_valid_o(ovf_valid), .count_o(count), .stash_o(stash));
endmodule
