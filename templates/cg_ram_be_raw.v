// Memory with one read port and one byte-enabled write port: the part of
// cg_ram_be that a user replaces by a memory macro.
//
// Read:  raddr_i is sampled with re_i; rdata_o is valid from the next cycle and
//        holds until the next re_i.
// Write: the bytes of wdata_i with wbe_i set go to waddr_i when we_i is high.
// cg_ram_be never reads and writes one address in the same cycle; should it
// happen, the data read is UNDEFINED. Contents are undefined after power-up.
//
// BYTES  bytes of a word, >= 1
// DEPTH  words, >= 1
// AW     address bits
module cg_ram_be_raw #(
  parameter BYTES = 4,
  parameter DEPTH = 16,
  parameter AW    = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  wire               clk_i,
  input  wire               re_i,
  input  wire [AW-1:0]      raddr_i,
  output wire [8*BYTES-1:0] rdata_o,
  input  wire               we_i,
  input  wire [AW-1:0]      waddr_i,
  input  wire [BYTES-1:0]   wbe_i,
  input  wire [8*BYTES-1:0] wdata_i
);
  generate
    if (BYTES < 1 || DEPTH < 1 || (1 << AW) < DEPTH) begin : g_illegal
      cg_error_bytes_and_depth_must_be_at_least_1_and_aw_reach_depth u_error ();
    end
  endgenerate


`ifdef SYNTHESIS
  `define CG_RAM_BE_LANES
`endif
`ifdef FORMAL
  `define CG_RAM_BE_LANES
`endif
`ifdef CG_RAM_BE_LANES
  // A lane for each byte, as synthesis tools expect it. Banks of up to 32 bytes: one block RAM group each.
  localparam BANK  = 32;
  localparam BANKS = (BYTES + BANK - 1) / BANK;

  genvar g;
  generate
    for (g = 0; g < BANKS; g = g + 1) begin : g_bank
      localparam FIRST = g * BANK;
      localparam NB    = (BYTES - FIRST < BANK) ? BYTES - FIRST : BANK;

      (* no_rw_check *)
      reg [8*NB-1:0] mem [0:DEPTH-1];
      reg [8*NB-1:0] rdata_q;
      integer b;

      always @(posedge clk_i) begin
        for (b = 0; b < NB; b = b + 1) begin
          if (we_i && wbe_i[FIRST+b]) mem[waddr_i][8*b +: 8] <= wdata_i[8*(FIRST+b) +: 8];
        end
      end

  `ifdef FORMAL
      wire [8*NB-1:0] undefined = $anyseq;
      always @(posedge clk_i) begin
        if (re_i) rdata_q <= (we_i && waddr_i == raddr_i) ? undefined : mem[raddr_i];
      end
  `else
      always @(posedge clk_i) begin
        if (re_i) rdata_q <= mem[raddr_i];
      end
  `endif

      assign rdata_o[8*FIRST +: 8*NB] = rdata_q;
    end
  endgenerate
`else
  // A model for simulators, which need a tenth of the code for it. The bytes are
  // assigned at once, not at the end of the step: only this process reads them,
  // and it has read before. So nothing has to be kept aside in every cycle.
  reg [8*BYTES-1:0] mem [0:DEPTH-1];
  reg [8*BYTES-1:0] rdata_q;
  integer b;

  // verilator lint_off BLKSEQ
  always @(posedge clk_i) begin
    if (re_i) rdata_q <= (we_i && waddr_i == raddr_i) ? {8*BYTES{1'bx}} : mem[raddr_i];
    if (we_i && &wbe_i) mem[waddr_i] = wdata_i;
    else if (we_i) for (b = 0; b < BYTES; b = b + 1) if (wbe_i[b]) mem[waddr_i][8*b +: 8] = wdata_i[8*b +: 8];
  end
  // verilator lint_on BLKSEQ

  assign rdata_o = rdata_q;
`endif

`undef CG_RAM_BE_LANES
endmodule
