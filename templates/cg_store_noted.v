// Set-associative store by key for three stages, as cg_store_assoc, of whose
// entries something is noted a cycle before they are shown: look_ent_o, note_i,
// note_none_i, note_upd_i and note_o as cg_assoc.
//
// SETS      >= 1; a power of two unless INDEXED. WAYS >= 1
// KEY_W, ENT_W, NOTE_W  bits of a key, of an entry, of a note, >= 1
// INDEXED   1: the index is not a slice of the key: the whole key is the tag
// STAGES    3, no other number
module cg_store_noted #(
    parameter integer SETS    = 16,
    parameter integer WAYS    = 2,
    parameter integer KEY_W   = 8,
    parameter integer ENT_W   = 8,
    parameter integer INDEXED = 0,
    parameter integer STAGES  = 3,
    parameter integer NOTE_W  = 1,
    parameter integer SET_W   = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer WAY_W   = (WAYS > 1) ? $clog2(WAYS) : 1,  // derived
    parameter integer LOC_W   = (SETS * WAYS > 1) ? $clog2(SETS) + $clog2(WAYS) : 1  // derived
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    output wire                   ready_o,
    // S0
    input  wire                   rd_i,
    input  wire [KEY_W-1:0]       rd_key_i,
    input  wire [KEY_W-1:0]       rd_index_i,
    input  wire                   walk_i,
    input  wire [SET_W-1:0]       walk_row_i,
    input  wire [WAY_W-1:0]       walk_column_i,
    // T
    output wire                   hit_o,
    output wire                   room_o,
    output wire [ENT_W-1:0]       ent_o,
    output wire [WAYS*ENT_W-1:0]  look_ent_o,
    input  wire [WAYS*NOTE_W-1:0] note_i,
    input  wire [NOTE_W-1:0]      note_none_i,
    input  wire [NOTE_W-1:0]      note_upd_i,
    output wire [NOTE_W-1:0]      note_o,
    output wire [LOC_W-1:0]       loc_o,
    output wire [WAYS-1:0]        place_valid_o,
    output wire [WAYS*ENT_W-1:0]  place_ent_o,
    input  wire [WAYS*2-1:0]      vclass_i,
    output wire                   victim_ok_o,
    output wire [KEY_W-1:0]       victim_key_o,
    input  wire                   upd_i,
    input  wire                   upd_keep_i,
    input  wire [ENT_W-1:0]       upd_ent_i,
    input  wire                   touch_i,
    output wire                   stale_o
);
  localparam integer LOW_W = $clog2(SETS);  // bits of the key that are the set
  localparam integer SPLIT = (INDEXED == 0 && KEY_W > LOW_W) ? LOW_W : 0;
  // as many sets as keys: a tag of one bit that says nothing new
  localparam integer TAG_W = (INDEXED != 0) ? KEY_W : (KEY_W > LOW_W) ? KEY_W - LOW_W : 1;

  generate
    if (SETS < 1 || WAYS < 1 || KEY_W < 1 || ENT_W < 1 || INDEXED < 0 || INDEXED > 1 || STAGES != 3
        || NOTE_W < 1) begin : g_illegal_sizes
      cg_error_store_noted_sizes_or_stages u_error ();
    end
    if (INDEXED == 0 && (SETS & (SETS - 1)) != 0) begin : g_illegal
      cg_error_sets_must_be_a_power_of_two u_error ();
    end
  endgenerate

  wire [KEY_W-1:0]       index = (INDEXED != 0) ? rd_index_i : rd_key_i;
  wire [SET_W+KEY_W-1:0] wide = {{SET_W{1'b0}}, index};
  wire [SET_W-1:0]       set = (SETS > 1) ? wide[SET_W-1:0] : {SET_W{1'b0}};
  wire [SET_W-1:0]       t_set;
  wire [WAY_W-1:0]       t_way, victim_way;
  wire [TAG_W-1:0]       t_tag, victim_tag;
  wire [2*WAYS-1:0]      vclass;

  genvar way;
  generate
    for (way = 0; way < WAYS; way = way + 1) begin : g_class
      assign vclass[2*way +: 2] = walk_i ? {2{walk_column_i == way[WAY_W-1:0]}} : vclass_i[2*way +: 2];
    end
    if (SPLIT != 0) begin : g_split
      assign victim_key_o = {victim_tag, t_set[LOW_W-1:0]};
    end else if (INDEXED == 0 && KEY_W <= LOW_W) begin : g_all_set
      assign victim_key_o = t_set[KEY_W-1:0];
    end else begin : g_all_tag
      assign victim_key_o = victim_tag;
    end
    // Data of all ways without a gap, where SETS is a power of two.
    if (WAYS == 1) begin : g_loc_set
      assign loc_o = t_set;
    end else if (SETS == 1) begin : g_loc_way
      assign loc_o = t_way;
    end else begin : g_loc
      assign loc_o = {t_way, t_set};
    end
  endgenerate

  cg_assoc #(.SETS(SETS), .WAYS(WAYS), .TAG_W(TAG_W), .ENT_W(ENT_W), .STAGES(STAGES), .NOTE_W(NOTE_W)) u_assoc (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready_o),
    .rd_i(rd_i), .rd_set_i(walk_i ? walk_row_i : set), .rd_tag_i(rd_key_i[KEY_W-1 -: TAG_W]),
    .set_o(t_set), .tag_o(t_tag), .hit_o(hit_o), .way_o(t_way), .free_o(room_o), .ent_o(ent_o),
    .look_ent_o(look_ent_o), .note_i(note_i), .note_none_i(note_none_i), .note_upd_i(note_upd_i), .note_o(note_o),
    .way_valid_o(place_valid_o), .way_ent_o(place_ent_o), .vclass_i(vclass),
    .victim_ok_o(victim_ok_o), .victim_way_o(victim_way), .victim_tag_o(victim_tag),
    .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i(upd_ent_i), .touch_i(touch_i), .stale_o(stale_o));

  wire unused = &{1'b0, rd_key_i, rd_index_i, wide, t_set, t_way, t_tag, victim_way, victim_tag, 1'b0};
endmodule
