// The coarsest upper bound of what was inserted: one maximum per field for all
// keys. Same ports, timing and promise as cg_bloom_max, without its clearing
// time; keys are accepted and ignored.
//
// FIELDS, W, KEY_W >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_max_regs #(
    parameter integer KEY_W  = 27,
    parameter integer FIELDS = 2,
    parameter integer W      = 32
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                flush_i,
    output wire                ready_o,
    // S0
    input  wire                rd_i,
    input  wire [KEY_W-1:0]    rd_key_i,
    // T
    output wire [FIELDS*W-1:0] val_o,
    // insertion
    input  wire                ins_i,
    input  wire [KEY_W-1:0]    ins_key_i,
    input  wire [FIELDS*W-1:0] ins_val_i
);
  generate
    if (FIELDS < 1 || W < 1 || KEY_W < 1) begin : g_illegal
      cg_error_max_regs_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  reg [FIELDS*W-1:0] max_d, max_q;
  reg                ready_q;
  integer f;
  always @* begin
    max_d = max_q;
    f     = 0;
    if (ins_i) begin
      for (f = 0; f < FIELDS; f = f + 1) begin
        if (ins_val_i[f*W +: W] > max_q[f*W +: W]) max_d[f*W +: W] = ins_val_i[f*W +: W];
      end
    end
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      max_q   <= {FIELDS*W{1'b0}};
      ready_q <= 1'b0;
    end else if (flush_i) begin
      max_q   <= {FIELDS*W{1'b0}};
      ready_q <= 1'b0;
    end else begin
      max_q   <= max_d;
      ready_q <= 1'b1;
    end
  end

  assign ready_o = ready_q;
  assign val_o   = max_q;

  wire unused_keys = &{1'b0, rd_i, rd_key_i, ins_key_i};
endmodule
`undef CG_EDGE
