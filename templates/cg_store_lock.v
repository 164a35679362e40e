// Set-associative store by key whose lines can be locked: cg_store_assoc, where
// bit 0 of an entry is its lock.
//
// A locked line is never a victim, and an update that would drop it
// (upd_keep_i low) leaves it as it is: it stays until an update of its key has
// written an entry with bit 0 clear. Ports, timing and parameters are those of
// cg_store_assoc; ENT_W counts the lock. With STAGES 3 the entry that an update
// leaves as it is is what was shown in the cycle before.
module cg_store_lock #(
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
  generate
    if (SETS < 1 || WAYS < 1 || KEY_W < 1 || ENT_W < 1 || INDEXED < 0 || INDEXED > 1 || STAGES < 1
        || STAGES > 3) begin : g_illegal
      cg_error_store_lock_sizes_or_stages u_error ();
    end
  endgenerate

  wire                shown  = hit_o && ent_o[0];
  wire                locked;  // in T
  wire [ENT_W-1:0]    kept;
  wire                stays  = locked && !upd_keep_i;
  wire [2*WAYS-1:0]   vclass;

  genvar way;
  generate
    for (way = 0; way < WAYS; way = way + 1) begin : g_class
      assign vclass[2*way +: 2] = place_ent_o[way*ENT_W] ? 2'd0 : vclass_i[2*way +: 2];
    end
    if (STAGES < 3) begin : g_at_once
      assign locked = shown;
      assign kept   = ent_o;
    end else begin : g_later
      reg             locked_q;
      reg [ENT_W-1:0] kept_q;
      always @(posedge clk_i) begin
        locked_q <= shown;
        kept_q   <= ent_o;
      end
      assign locked = locked_q;
      assign kept   = kept_q;
    end
  endgenerate

  cg_store_assoc #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .ENT_W(ENT_W), .INDEXED(INDEXED), .STAGES(STAGES)) u_store (
    .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready_o),
    .rd_i(rd_i), .rd_key_i(rd_key_i), .rd_index_i(rd_index_i),
    .walk_i(walk_i), .walk_row_i(walk_row_i), .walk_column_i(walk_column_i),
    .hit_o(hit_o), .room_o(room_o), .ent_o(ent_o), .loc_o(loc_o),
    .place_valid_o(place_valid_o), .place_ent_o(place_ent_o), .vclass_i(vclass),
    .victim_ok_o(victim_ok_o), .victim_key_o(victim_key_o),
    .upd_i(upd_i), .upd_keep_i(upd_keep_i || stays), .upd_ent_i(stays ? kept : upd_ent_i), .touch_i(touch_i),
    .stale_o(stale_o));
endmodule
