// Where a key belongs in a cg_llc: its set and tag, and back. Combinational.
//
// The low bits of a key choose the set; where keys go round SLICES caches, those
// above the bits that all keys of a cache share, turned by the latter: one to one
// for this cache's own keys, and others that come to it spread as well.
//
// key_i -> set_o, tag_o; set_i, tag_i -> key_o is the inverse.
//
// SETS    power of two;  SLICES >= 1, caches that keys go round, by key mod SLICES
// KEY_W   more than a set's number, by the bits that keys share and by one at least
module cg_llc_set #(
    parameter integer SETS   = 64,
    parameter integer SLICES = 1,
    parameter integer KEY_W  = 27,
    parameter integer SET_W  = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer TAG_W  = KEY_W - $clog2(SETS)            // derived
) (
    input  wire [KEY_W-1:0] key_i,
    output wire [SET_W-1:0] set_o,
    output wire [TAG_W-1:0] tag_o,
    input  wire [SET_W-1:0] set_i,
    input  wire [TAG_W-1:0] tag_i,
    output wire [KEY_W-1:0] key_o
);
  localparam integer SET_B = $clog2(SETS);         // bits of a key that choose the set
  localparam integer SKIP  = shared_bits(SLICES);  // low bits that all keys here share

  function integer shared_bits(input integer slices_v);
    integer rest_v;
    begin
      shared_bits = 0;
      for (rest_v = slices_v; rest_v > 1 && rest_v % 2 == 0; rest_v = rest_v / 2) shared_bits = shared_bits + 1;
    end
  endfunction

  generate
    if (SETS < 1 || SETS != (1 << SET_B) || SLICES < 1 || TAG_W < 1 || TAG_W < SKIP) begin : g_illegal
      cg_error_llc_set_sizes u_error ();
    end
  endgenerate

  wire [KEY_W-1:0] there, back;      // the bits that all keys here share on top
  wire [SET_W-1:0] there_by, back_by;  // these bits, as wide as a set's number
  assign tag_o = there[KEY_W-1:SET_B];
  generate
    if (SKIP > 0) begin : g_slices
      wire [SET_W+SKIP-1:0] there_wide = {{SET_W{1'b0}}, key_i[SKIP-1:0]};
      wire [SET_W+SKIP-1:0] back_wide  = {{SET_W{1'b0}}, tag_i[TAG_W-1-:SKIP]};
      wire unused_wide = ^{there_wide, back_wide};
      assign there    = {key_i[SKIP-1:0], key_i[KEY_W-1:SKIP]};
      assign key_o    = {back[KEY_W-SKIP-1:0], back[KEY_W-1-:SKIP]};
      assign there_by = there_wide[SET_W-1:0];
      assign back_by  = back_wide[SET_W-1:0];
    end else begin : g_slice
      assign there    = key_i;
      assign key_o    = back;
      assign there_by = {SET_W{1'b0}};
      assign back_by  = {SET_W{1'b0}};
    end
    if (SETS > 1) begin : g_sets
      assign set_o = there[SET_B-1:0] ^ there_by;
      assign back  = {tag_i, set_i ^ back_by};
    end else begin : g_set
      wire unused_set = ^{there_by, back_by, set_i};
      assign set_o = 1'b0;
      assign back  = tag_i;
    end
  endgenerate
endmodule
