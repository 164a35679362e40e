// Byte-enabled memory with one read and one write port and write-to-read
// forwarding: a read sees every write of the same or an earlier cycle.
//
// Read:  raddr_i is sampled with re_i; rdata_o is valid from the next cycle and
//        holds until the next re_i.
// Write: the bytes of wdata_i with wbe_i set go to waddr_i when we_i is high.
// One read and one write every cycle, never refused.
//
// The inner cg_ram_be_raw never reads and writes one address in the same cycle:
// a write that meets a read of its address waits in a one-word buffer, and
// moves to the memory in a cycle that does not read it. Its data only change
// together with a read, which keeps rdata_o stable between reads.
//
// No reset: let one cycle without access pass before use (as during reset).
// Contents are undefined after power-up.
//
// BYTES  bytes of a word, >= 1
// DEPTH  words, >= 1 (need not be a power of two; addresses stay below DEPTH)
// AW     address bits
module cg_ram_be #(
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
    if (BYTES < 1 || DEPTH < 1) begin : g_bad_size
      cg_error_bytes_and_depth_must_be_at_least_1 u_error ();
    end
    if ((1 << AW) < DEPTH) begin : g_bad_aw
      cg_error_aw_does_not_reach_depth u_error ();
    end
  endgenerate

  // The waiting write, and which bytes the last read takes from it.
  reg                buf_valid_q;
  reg  [AW-1:0]      buf_addr_q;
  reg  [BYTES-1:0]   buf_be_q;
  reg  [8*BYTES-1:0] buf_data_q;
  reg                fwd_q;
  reg  [BYTES-1:0]   fwd_be_q;

  wire collide  = re_i && we_i && (raddr_i == waddr_i);
  wire read_buf = re_i && buf_valid_q && (raddr_i == buf_addr_q);
  wire same     = we_i && buf_valid_q && (waddr_i == buf_addr_q);

  // What goes to the memory: the incoming write unless it has to wait, else
  // the waiting one unless it is being read. Bytes of the waiting one that are
  // written directly meanwhile are taken out of it.
  wire               direct = we_i && !collide;
  wire               drain  = !direct && buf_valid_q && !read_buf;
  wire [AW-1:0]      mem_waddr = direct ? waddr_i : buf_addr_q;
  wire [BYTES-1:0]   mem_wbe   = direct ? wbe_i : buf_be_q;
  reg  [8*BYTES-1:0] mem_wdata;
  wire [8*BYTES-1:0] mem_rdata;

  always @* begin
    if (direct) mem_wdata = wdata_i;
    else mem_wdata = buf_data_q;
  end

  wire [BYTES-1:0] wait_be = same ? wbe_i | buf_be_q : wbe_i;  // of the write that has to wait
  integer i;
  always @(posedge clk_i) begin
    buf_valid_q <= collide || (buf_valid_q && (direct || read_buf));
    if (collide) begin
      buf_addr_q <= waddr_i;
      buf_be_q   <= wait_be;
      for (i = 0; i < BYTES; i = i + 1) if (wbe_i[i]) buf_data_q[8*i +: 8] <= wdata_i[8*i +: 8];
    end else if (direct && same) begin
      buf_be_q <= buf_be_q & ~wbe_i;
    end
    if (re_i) begin
      fwd_q    <= collide || read_buf;
      fwd_be_q <= collide ? wait_be : read_buf ? buf_be_q : {BYTES{1'b0}};
    end
  end

  cg_ram_be_raw #(
    .BYTES (BYTES),
    .DEPTH (DEPTH),
    .AW    (AW)
  ) u_raw (
    .clk_i   (clk_i),
    .re_i    (re_i),
    .raddr_i (raddr_i),
    .rdata_o (mem_rdata),
    .we_i    (direct || drain),
    .waddr_i (mem_waddr),
    .wbe_i   (mem_wbe),
    .wdata_i (mem_wdata)
  );

  // In words of four bytes: simulators need less for them.
  localparam WORDS = (BYTES + 3) / 4;
  localparam PAD   = 4 * WORDS - BYTES;
  wire [32*WORDS-1:0] from_mem = {{(8*PAD){1'b0}}, mem_rdata};
  wire [32*WORDS-1:0] from_buf = {{(8*PAD){1'b0}}, buf_data_q};
  wire [4*WORDS-1:0]  use_buf  = {{PAD{1'b0}}, fwd_be_q};
  reg  [32*WORDS-1:0] rdata;
  integer w;
`ifdef SYNTHESIS
  wire some = 1'b1;
`else
  wire some = fwd_q;  // says nothing new: simulators are spared the words
`endif
  wire unused_fwd = fwd_q;
  always @* begin
    rdata = from_mem;
    w     = 0;
    if (some) begin
      for (w = 0; w < WORDS; w = w + 1) begin
        if (use_buf[4*w])     rdata[32*w +: 8]      = from_buf[32*w +: 8];
        if (use_buf[4*w + 1]) rdata[32*w + 8 +: 8]  = from_buf[32*w + 8 +: 8];
        if (use_buf[4*w + 2]) rdata[32*w + 16 +: 8] = from_buf[32*w + 16 +: 8];
        if (use_buf[4*w + 3]) rdata[32*w + 24 +: 8] = from_buf[32*w + 24 +: 8];
      end
    end
  end
  assign rdata_o = rdata[8*BYTES-1:0];

  generate
    if (PAD > 0) begin : g_pad
      wire unused = &{1'b0, rdata[32*WORDS-1:8*BYTES]};
    end
  endgenerate

endmodule
