// cg_h3 of a key that is chosen late: with CHOICES each of the keys that it may be
// is hashed by itself, and the row is chosen as the key is.
//
// CHOICES 0: row_o is the row of key_i; keys_i and pick_i mean nothing.
// Otherwise  that of the key in keys_i whose bit in pick_i is set, 0 if none is; no
//            two are. Whoever reads row_o as that of key_i has key_i chosen so.
// at_o       row_o is at_i; with CHOICES low if no key is chosen. The row of each key is compared
//            with at_i before the choice, so that nothing is compared behind it
//
// KEY_W, ROWS, WAY, SEED  as in cg_h3
// CHOICES                 keys to choose from, >= 0
module cg_h3_pick #(
    parameter integer KEY_W    = 27,
    parameter integer ROWS     = 256,
    parameter integer WAY      = 0,
    parameter [31:0]  SEED     = 32'd1,
    parameter integer CHOICES  = 0,
    parameter integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1,    // derived
    parameter integer ROW_W    = (ROWS > 1) ? $clog2(ROWS) : 1  // derived
) (
    input  wire [KEY_W-1:0]          key_i,
    input  wire [CHOICE_W*KEY_W-1:0] keys_i,
    input  wire [CHOICE_W-1:0]       pick_i,
    input  wire [ROW_W-1:0]          at_i,
    output wire [ROW_W-1:0]          row_o,
    output wire                      at_o
);
  genvar g;
  generate
    if (CHOICES < 0) begin : g_illegal
      cg_error_h3_pick_choices_out_of_range u_error ();
    end
    if (CHOICES < 1) begin : g_one
      cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_hash (.key_i(key_i), .row_o(row_o));
      assign at_o = row_o == at_i;
      wire unused_choices = &{1'b0, keys_i, pick_i};
    end else begin : g_each
      wire [CHOICES*ROW_W-1:0] rows;
      for (g = 0; g < CHOICES; g = g + 1) begin : g_key
        cg_h3 #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(WAY), .SEED(SEED)) u_hash (
            .key_i(keys_i[g*KEY_W +: KEY_W]), .row_o(rows[g*ROW_W +: ROW_W]));
      end
      reg [ROW_W-1:0] row;
      reg             at;
      integer i;
      always @* begin
        row = {ROW_W{1'b0}};
        at  = 1'b0;
        for (i = 0; i < CHOICES; i = i + 1) begin
          if (pick_i[i]) row = row | rows[i*ROW_W +: ROW_W];
          at = at || (pick_i[i] && rows[i*ROW_W +: ROW_W] == at_i);
        end
      end
      assign row_o = row;
      assign at_o  = at;
      wire unused_key = &{1'b0, key_i};
    end
  endgenerate
endmodule
