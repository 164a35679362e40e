// Which flits of a message carry some of the parts of a field that are meant.
//
// parts_i   bit p: part p is meant, bits LSB + p * PART_W .. + PART_W - 1 of the message
// flits_o   bit f: flit f, bits f * FLIT_W .. + FLIT_W - 1 of the message, has a bit of such a part
// Combinational.
// MSG_W, FLIT_W, PARTS, PART_W >= 1; LSB >= 0; the parts end within MSG_W
module cg_flits_of #(
    parameter integer MSG_W  = 32,
    parameter integer FLIT_W = 8,
    parameter integer LSB    = 0,
    parameter integer PARTS  = 1,
    parameter integer PART_W = 8,
    parameter integer FLITS  = (MSG_W + FLIT_W - 1) / FLIT_W  // derived
) (
    input  wire [PARTS-1:0] parts_i,
    output wire [FLITS-1:0] flits_o
);
  generate
    if (MSG_W < 1 || FLIT_W < 1 || PARTS < 1 || PART_W < 1 || LSB < 0 || LSB + PARTS * PART_W > MSG_W) begin : g_illegal
      cg_error_flits_of_parts_beyond_the_message u_error ();
    end
  endgenerate

  genvar f;
  generate
    for (f = 0; f < FLITS; f = f + 1) begin : g_flit
      localparam integer FROM = f * FLIT_W - LSB;  // of the flit, seen from part 0
      localparam integer TO   = FROM + FLIT_W - 1;
      localparam integer LOW  = (FROM > 0) ? FROM / PART_W : 0;
      localparam integer LAST = (TO < 0) ? -1 : TO / PART_W;
      localparam integer HIGH = (LAST < PARTS) ? LAST : PARTS - 1;
      if (HIGH < LOW) begin : g_none
        assign flits_o[f] = 1'b0;
      end else begin : g_some
        assign flits_o[f] = |parts_i[HIGH:LOW];
      end
    end
  endgenerate
endmodule
