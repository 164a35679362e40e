// H3 hash of a key to a row: the exclusive-or of one random word per key bit
// that is set.
//
// The words follow from SEED and WAY alone (a constant function, so that both
// stay parameters), and are such that the hash has full rank: of the first
// min(KEY_W, bits used) key bits no combination hashes to zero, so that aligned
// runs of keys do not collide among themselves. A word that would break this is
// drawn again.
//
// ROWS a power of two: the row is the upper bits of a 16-bit hash, other
// numbers of rows: (hash * ROWS) >> 16.
//
// KEY_W  bits of a key, >= 1
// ROWS   1 .. 65536
// SEED   any; WAY tells the hashes of one seed apart
module cg_h3 #(
    parameter integer KEY_W = 27,
    parameter integer ROWS  = 256,
    parameter integer WAY   = 0,
    parameter [31:0]  SEED  = 32'd1,
    parameter integer ROW_W = (ROWS > 1) ? $clog2(ROWS) : 1  // derived
) (
    input  wire [KEY_W-1:0] key_i,
    output wire [ROW_W-1:0] row_o
);
  generate
    if (KEY_W < 1 || ROWS < 1 || ROWS > 65536) begin : g_illegal
      cg_error_h3_key_or_rows_out_of_range u_error ();
    end
  endgenerate

  localparam integer USED  = (ROWS == (1 << $clog2(ROWS))) ? $clog2(ROWS) : 16;  // bits of the hash that count
  localparam integer RANK  = (KEY_W < USED) ? KEY_W : USED;
  localparam integer TRIES = 64;  // draws for one word

  // Finalizer of MurmurHash3: a random word per number.
  function [31:0] mix(input [31:0] number_v);
    reg [31:0] x_v;
    begin
      x_v = number_v;
      x_v = (x_v ^ (x_v >> 16)) * 32'h85ebca6b;
      x_v = (x_v ^ (x_v >> 13)) * 32'hc2b2ae35;
      mix = x_v ^ (x_v >> 16);
    end
  endfunction

  // All words, that of key bit k at 16 * k. basis[16 * b +: 16] is a combination
  // of earlier words with b as its highest bit, zero if there is none.
  function [16*KEY_W-1:0] words(input [31:0] seed_v);
    reg [16*16-1:0] basis_v;
    reg [31:0]      number_v, drawn_v;
    reg [15:0]      word_v, rest_v;
    reg             good_v;
    integer         k_v, b_v, n_v;
    begin
      words    = {16*KEY_W{1'b0}};
      basis_v  = {256{1'b0}};
      number_v = mix(seed_v + mix(WAY));
      for (k_v = 0; k_v < KEY_W; k_v = k_v + 1) begin
        good_v = 1'b0;
        word_v = 16'd0;
        for (n_v = 0; n_v < TRIES; n_v = n_v + 1) begin
          if (!good_v) begin
            number_v = number_v + 32'h9e3779b9;
            drawn_v  = mix(number_v);
            word_v   = drawn_v[31:16] ^ drawn_v[15:0];
            rest_v   = (USED == 0) ? 16'd0 : word_v & ~(16'hffff >> USED);
            for (b_v = 15; b_v >= 0; b_v = b_v - 1) begin
              if (rest_v[b_v] && basis_v[16*b_v +: 16] != 16'd0) rest_v = rest_v ^ basis_v[16*b_v +: 16];
            end
            good_v = k_v >= RANK || rest_v != 16'd0;
          end
        end
        for (b_v = 0; b_v < 16; b_v = b_v + 1) begin
          if (rest_v[b_v] && (rest_v >> b_v) == 16'd1 && k_v < RANK) basis_v[16*b_v +: 16] = rest_v;
        end
        words[16*k_v +: 16] = word_v;
      end
    end
  endfunction

  localparam [16*KEY_W-1:0] WORDS = words(SEED);

  function [15:0] hash(input [KEY_W-1:0] key_v);
    integer k_v;
    begin
      hash = 16'd0;
      for (k_v = 0; k_v < KEY_W; k_v = k_v + 1) if (key_v[k_v]) hash = hash ^ WORDS[16*k_v +: 16];
    end
  endfunction

  // By shifts: adders for the ones of ROWS only, no multiplier.
  function [31:0] scale(input [15:0] value_v);
    integer n_v;
    begin
      scale = 32'd0;
      for (n_v = 0; n_v < 17; n_v = n_v + 1) if (((ROWS >> n_v) & 1) != 0) scale = scale + ({16'd0, value_v} << n_v);
    end
  endfunction

  wire [31:0] scaled = scale(hash(key_i));

  assign row_o = scaled[16 +: ROW_W];

  wire unused_bits = &{1'b0, scaled};
endmodule
