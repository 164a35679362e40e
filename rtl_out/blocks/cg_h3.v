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
  function [31:0] mix(input [31:0] number);
    reg [31:0] x;
    begin
      x   = number;
      x   = (x ^ (x >> 16)) * 32'h85ebca6b;
      x   = (x ^ (x >> 13)) * 32'hc2b2ae35;
      mix = x ^ (x >> 16);
    end
  endfunction

  // All words, that of key bit k at 16 * k. basis[16 * b +: 16] is a combination
  // of earlier words with b as its highest bit, zero if there is none.
  function [16*KEY_W-1:0] words(input [31:0] seed);
    reg [16*16-1:0] basis;
    reg [31:0]      number, drawn;
    reg [15:0]      word, rest;
    reg             good;
    integer         k, b, n;
    begin
      words  = {16*KEY_W{1'b0}};
      basis  = {256{1'b0}};
      number = mix(seed + mix(WAY));
      for (k = 0; k < KEY_W; k = k + 1) begin
        good = 1'b0;
        word = 16'd0;
        for (n = 0; n < TRIES; n = n + 1) begin
          if (!good) begin
            number = number + 32'h9e3779b9;
            drawn  = mix(number);
            word   = drawn[31:16] ^ drawn[15:0];
            rest   = (USED == 0) ? 16'd0 : word & ~(16'hffff >> USED);
            for (b = 15; b >= 0; b = b - 1) begin
              if (rest[b] && basis[16*b +: 16] != 16'd0) rest = rest ^ basis[16*b +: 16];
            end
            good = k >= RANK || rest != 16'd0;
          end
        end
        for (b = 0; b < 16; b = b + 1) begin
          if (rest[b] && (rest >> b) == 16'd1 && k < RANK) basis[16*b +: 16] = rest;
        end
        words[16*k +: 16] = word;
      end
    end
  endfunction

  localparam [16*KEY_W-1:0] WORDS = words(SEED);

  function [15:0] hash(input [KEY_W-1:0] key);
    integer k;
    begin
      hash = 16'd0;
      for (k = 0; k < KEY_W; k = k + 1) if (key[k]) hash = hash ^ WORDS[16*k +: 16];
    end
  endfunction

  // By shifts: adders for the ones of ROWS only, no multiplier.
  function [31:0] scale(input [15:0] value);
    integer n;
    begin
      scale = 32'd0;
      for (n = 0; n < 17; n = n + 1) if (((ROWS >> n) & 1) != 0) scale = scale + ({16'd0, value} << n);
    end
  endfunction

  wire [31:0] scaled = scale(hash(key_i));

  assign row_o = scaled[16 +: ROW_W];

  wire unused_bits = &{1'b0, scaled};
endmodule
