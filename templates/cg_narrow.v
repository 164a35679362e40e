// From flits to parts of them, for a link that is narrower.
//
// flit_*  valid/ready; kept until it is taken, which is with its last part.
// part_*  valid/ready; part 0 has the low bits; part_side_o is the flit's, the same in
//         each of its parts; part_last_o: the last part of a flit with flit_last_i.
// Combinational, but for the count of parts.   Rate: one part per cycle.
// Parameters: W bits of a flit, PART_W of a part, SIDE_W beside (all >= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_narrow #(
    parameter integer W      = 32,
    parameter integer PART_W = 8,
    parameter integer SIDE_W = 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              flit_valid_i,
    output wire              flit_ready_o,
    input  wire [W-1:0]      flit_data_i,
    input  wire              flit_last_i,
    input  wire [SIDE_W-1:0] flit_side_i,
    output wire              part_valid_o,
    input  wire              part_ready_i,
    output wire [PART_W-1:0] part_data_o,
    output wire              part_last_o,
    output wire [SIDE_W-1:0] part_side_o
);
  localparam integer PARTS = (W + PART_W - 1) / PART_W;
  localparam integer PAD_W = PARTS * PART_W;

  wire [PAD_W-1:0] padded;
  assign part_valid_o = flit_valid_i;
  assign part_side_o  = flit_side_i;

  generate
    if (W < 1 || PART_W < 1 || SIDE_W < 1) begin : g_illegal
      cg_error_narrow_needs_widths_of_at_least_1 u_error ();
    end
    if (PAD_W > W) begin : g_pad
      assign padded = {{(PAD_W - W) {1'b0}}, flit_data_i};
    end else begin : g_exact
      assign padded = flit_data_i;
    end
    if (PARTS <= 1) begin : g_wire
      wire unused_clk = &{1'b0, clk_i, rst_i};
      assign flit_ready_o = part_ready_i;
      assign part_data_o  = padded;
      assign part_last_o  = flit_last_i;
    end else begin : g_parts
      localparam integer CW = $clog2(PARTS);
      localparam integer TOP = PARTS - 1;
      localparam [CW-1:0] LAST = TOP[CW-1:0];
      localparam [CW-1:0] ONE = 1;

      reg  [CW-1:0] at_q;  // the part that goes next
      wire          last = at_q == LAST;
      assign flit_ready_o = part_ready_i && last;
      assign part_last_o  = flit_last_i && last;
      always @(`CG_EDGE) begin
        if (rst_i) at_q <= {CW{1'b0}};
        else if (flit_valid_i && part_ready_i) at_q <= last ? {CW{1'b0}} : at_q + ONE;
      end

      reg [PART_W-1:0] part;
      integer          p;
      always @* begin
        part = {PART_W{1'b0}};
        for (p = 0; p < PARTS; p = p + 1) if (at_q == p[CW-1:0]) part = padded[p*PART_W+:PART_W];
      end
      assign part_data_o = part;
    end
  endgenerate
endmodule
`undef CG_EDGE
