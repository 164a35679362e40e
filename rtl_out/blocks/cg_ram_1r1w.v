// Memory with one read and one write port (simple dual port, block-RAM shaped).
//
// Read:  raddr_i is sampled with re_i; rdata_o is valid from the next cycle and
//        holds until the next re_i.
// Write: wdata_i goes to waddr_i at the clock edge where we_i is high.
// A read and a write of the same address in the same cycle: the write is done,
// the data read is UNDEFINED (unknown in simulation, arbitrary in a proof), so
// users forward. Contents are undefined after power-up.
//
// W      bits of a word, >= 1
// DEPTH  words, >= 1 (need not be a power of two; addresses stay below DEPTH)
// AW     address bits
//
// The body is the one place to replace by a memory macro.
module cg_ram_1r1w #(
  parameter W     = 8,
  parameter DEPTH = 16,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire          clk_i,
  input  wire          re_i,
  input  wire [AW-1:0] raddr_i,
  output wire [W-1:0]  rdata_o,
  input  wire          we_i,
  input  wire [AW-1:0] waddr_i,
  input  wire [W-1:0]  wdata_i
);

  generate
    if (W < 1 || DEPTH < 1) begin : g_bad_size
      cg_error_w_and_depth_must_be_at_least_1 u_error ();
    end
    if ((1 << AW) < DEPTH) begin : g_bad_aw
      cg_error_aw_does_not_reach_depth u_error ();
    end
  endgenerate

  (* no_rw_check *)
  reg [W-1:0] mem [0:DEPTH-1];
  reg [W-1:0] rdata_q;

  always @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= wdata_i;
  end

`ifdef FORMAL
  wire [W-1:0] undefined = $anyseq;
  always @(posedge clk_i) begin
    if (re_i) rdata_q <= (we_i && waddr_i == raddr_i) ? undefined : mem[raddr_i];
  end
`elsif SYNTHESIS
  always @(posedge clk_i) begin
    if (re_i) rdata_q <= mem[raddr_i];
  end
`else
  always @(posedge clk_i) begin
    if (re_i) rdata_q <= (we_i && waddr_i == raddr_i) ? {W{1'bx}} : mem[raddr_i];
  end
`endif

  assign rdata_o = rdata_q;

endmodule
