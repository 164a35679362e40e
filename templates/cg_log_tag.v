// Reads the head of an entry of a write log, as cg_log_head has written it.
//
// at_o, mask_o   number and mask of the line
// outcome_o      1: the mask names some, and not all, bytes of a part of GRAIN
//                bytes, counted from the line's first
// tag_o          tag_i, as it was
// Handshake: valid/ready on both sides; what is offered stays until it is taken.
// Latency:   1.   Rate: one head per cycle.  Order: as asked.
//
// LINE_BITS  bits of a line, a multiple of 64;  TAG_W  bits of the tag (>= 1)
// GRAIN      bytes of a part: 1, 2, 4 or 8
module cg_log_tag #(
    parameter integer LINE_BITS = 512,
    parameter integer TAG_W     = 8,
    parameter integer GRAIN     = 1,
    parameter integer MASK_W    = LINE_BITS / 8  // derived
) (
    input  wire                 clk_i,
    input  wire                 rst_i,
    input  wire                 req_valid_i,
    output wire                 req_ready_o,
    input  wire [LINE_BITS-1:0] line_i,
    input  wire [TAG_W-1:0]     tag_i,
    output wire                 ev_valid_o,
    input  wire                 ev_ready_i,
    output wire [31:0]          at_o,
    output wire [MASK_W-1:0]    mask_o,
    output wire                 outcome_o,
    output wire [TAG_W-1:0]     tag_o
);
  localparam integer HEAD = 32 + MASK_W;  // bits

  generate
    if (LINE_BITS < 64 || LINE_BITS % 64 != 0 || TAG_W < 1) begin : g_illegal
      cg_error_log_tag_needs_lines_of_8_bytes_and_a_tag u_error ();
    end
    if (GRAIN != 1 && GRAIN != 2 && GRAIN != 4 && GRAIN != 8) begin : g_illegal_grain
      cg_error_log_tag_has_parts_of_1_2_4_or_8_bytes u_error ();
    end
  endgenerate

  wire [MASK_W/GRAIN-1:0] torn;
  genvar g;
  generate
    for (g = 0; g < MASK_W / GRAIN; g = g + 1) begin : g_part
      wire [GRAIN-1:0] part = mask_o[GRAIN*g +: GRAIN];
      assign torn[g] = |part && !(&part);
    end
  endgenerate
  assign outcome_o = |torn;

  cg_skid #(.W(HEAD + TAG_W)) u_answer (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(req_valid_i), .push_ready_o(req_ready_o), .push_data_i({tag_i, line_i[HEAD-1:0]}),
      .pop_valid_o(ev_valid_o), .pop_ready_i(ev_ready_i), .pop_data_o({tag_o, mask_o, at_o}));

  wire _unused_ok = &{1'b0, line_i};
endmodule
