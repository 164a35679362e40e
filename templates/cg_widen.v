// From parts to flits: the other end of cg_narrow.
//
// part_*  valid/ready; part 0 has the low bits.  PARTS = ceil(W / PART_W) make a flit.
// flit_*  valid/ready; offered with its last part, whose part_last_i and part_side_i are
//         those of the flit; so flit_valid_o depends combinationally on part_valid_i.
// Latency: 0 from the last part.   Rate: one part per cycle.
// Parameters: W bits of a flit, PART_W of a part, SIDE_W beside (all >= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_widen #(
    parameter integer W      = 32,
    parameter integer PART_W = 8,
    parameter integer SIDE_W = 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              part_valid_i,
    output wire              part_ready_o,
    input  wire [PART_W-1:0] part_data_i,
    input  wire              part_last_i,
    input  wire [SIDE_W-1:0] part_side_i,
    output wire              flit_valid_o,
    input  wire              flit_ready_i,
    output wire [W-1:0]      flit_data_o,
    output wire              flit_last_o,
    output wire [SIDE_W-1:0] flit_side_o
);
  localparam integer PARTS = (W + PART_W - 1) / PART_W;
  localparam integer PAD_W = PARTS * PART_W;

  wire [PAD_W-1:0] whole;
  assign flit_data_o = whole[W-1:0];
  assign flit_last_o = part_last_i;
  assign flit_side_o = part_side_i;

  generate
    if (W < 1 || PART_W < 1 || SIDE_W < 1) begin : g_illegal
      cg_error_widen_needs_widths_of_at_least_1 u_error ();
    end
    if (PAD_W > W) begin : g_pad
      wire unused_bits = &{1'b0, whole[PAD_W-1:W]};
    end
    if (PARTS <= 1) begin : g_wire
      wire unused_clk = &{1'b0, clk_i, rst_i};
      assign part_ready_o = flit_ready_i;
      assign flit_valid_o = part_valid_i;
      assign whole        = part_data_i;
    end else begin : g_parts
      localparam integer CW = $clog2(PARTS);
      localparam integer TOP = PARTS - 1;
      localparam [CW-1:0] LAST = TOP[CW-1:0];
      localparam [CW-1:0] ONE = 1;

      reg  [CW-1:0]             at_q;    // the part that comes next
      reg  [PAD_W-PART_W-1:0]   parts_q; // those before the last one
      wire                      last = at_q == LAST;
      assign part_ready_o = !last || flit_ready_i;
      assign flit_valid_o = part_valid_i && last;
      assign whole        = {part_data_i, parts_q};
      always @(`CG_EDGE) begin
        if (rst_i) at_q <= {CW{1'b0}};
        else if (part_valid_i && part_ready_o) at_q <= last ? {CW{1'b0}} : at_q + ONE;
      end

      integer p;
      always @(posedge clk_i) begin
        for (p = 0; p < PARTS - 1; p = p + 1)
          if (part_valid_i && at_q == p[CW-1:0]) parts_q[p*PART_W+:PART_W] <= part_data_i;
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
