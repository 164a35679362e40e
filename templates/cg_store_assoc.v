// Set-associative store by key: cg_assoc with the split of a key into set and
// tag, and with a look-up of place after place for walks. The work is done in
// cg_store_noted, which also notes something of entries.
//
// The timing is that of cg_assoc: S0 starts a look-up, STAGES cycles later is T.
// S0: rd_i with rd_key_i; rd_index_i selects the set: its low bits (INDEXED),
//     else it is not looked at and the low bits of the key do.
//     While walk_i is high, set walk_row_i is read whatever the key, and in T
//     way walk_column_i is the victim: victim_ok_o says that it holds a key.
// T:  hit_o, ent_o, room_o (a way for the key, if it has none), loc_o (where
//     the opaque data of the way lies), all ways for the choice of a victim,
//     victim_key_o; upd_i, touch_i, stale_o as cg_assoc.
//
// SETS      >= 1; a power of two unless INDEXED. WAYS >= 1
// KEY_W, ENT_W  bits of a key and of an entry, >= 1
// INDEXED   1: the index is not a slice of the key: the whole key is the tag
module cg_store_assoc #(
    parameter integer SETS    = 16,
    parameter integer WAYS    = 2,
    parameter integer KEY_W   = 8,
    parameter integer ENT_W   = 8,
    parameter integer INDEXED = 0,
    parameter integer STAGES  = 1,
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
  wire [WAYS*ENT_W-1:0] look_ent;  // nothing is noted of entries
  wire                  note;
  cg_store_noted #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .ENT_W(ENT_W), .INDEXED(INDEXED), .STAGES(STAGES)) u_noted (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready_o),
    .rd_i(rd_i), .rd_key_i(rd_key_i), .rd_index_i(rd_index_i),
    .walk_i(walk_i), .walk_row_i(walk_row_i), .walk_column_i(walk_column_i),
    .hit_o(hit_o), .room_o(room_o), .ent_o(ent_o),
    .look_ent_o(look_ent), .note_i({WAYS{1'b0}}), .note_none_i(1'b0), .note_upd_i(1'b0), .note_o(note),
    .loc_o(loc_o), .place_valid_o(place_valid_o), .place_ent_o(place_ent_o), .vclass_i(vclass_i),
    .victim_ok_o(victim_ok_o), .victim_key_o(victim_key_o),
    .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i(upd_ent_i), .touch_i(touch_i), .stale_o(stale_o));

  wire unused = &{1'b0, look_ent, note, 1'b0};
endmodule
