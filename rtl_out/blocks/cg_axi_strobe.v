// Write strobes beside a cg_axi_line, for lines of which only some bytes are
// written: what is loaded with a line goes out beat by beat with it.
//
// load_i   the line is taken (wr_valid_i and wr_ready_o): be_i has a bit for each
//          of its bytes
// next_i   a beat is taken (m_axi_wvalid and m_axi_wready)
// strb_o   the strobes of the beat that is offered
//
// LINE_BYTES  power of two >= 2;  BEAT_BYTES  power of two, 1 .. LINE_BYTES
module cg_axi_strobe #(
    parameter integer LINE_BYTES = 64,
    parameter integer BEAT_BYTES = 8
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  load_i,
    input  wire [LINE_BYTES-1:0] be_i,
    input  wire                  next_i,
    output wire [BEAT_BYTES-1:0] strb_o
);
  generate
    if (LINE_BYTES < 2 || BEAT_BYTES < 1 || BEAT_BYTES > LINE_BYTES) begin : g_illegal
      cg_error_strobes_of_a_beat_are_part_of_a_line u_error ();
    end
  endgenerate

  reg [LINE_BYTES-1:0] be_q;
  always @(posedge clk_i) begin
    if (load_i) be_q <= be_i;
    else if (next_i) be_q <= be_q >> BEAT_BYTES;
  end
  assign strb_o = be_q[BEAT_BYTES-1:0];

  wire unused = &{1'b0, rst_i, 1'b0};
endmodule
