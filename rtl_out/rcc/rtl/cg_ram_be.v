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
// moves to the memory in a cycle that does not read it. The buffer only changes
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

  // The waiting write, and whether the last read takes bytes from it.
  reg                buf_valid_q;
  reg  [AW-1:0]      buf_addr_q;
  reg  [BYTES-1:0]   buf_be_q;
  reg  [8*BYTES-1:0] buf_data_q;
  reg                fwd_q;

  wire collide  = re_i && we_i && (raddr_i == waddr_i);
  wire read_buf = re_i && buf_valid_q && (raddr_i == buf_addr_q);
  wire same     = we_i && buf_valid_q && (waddr_i == buf_addr_q);

  // The incoming write laid over the waiting one when both are to one word.
  reg  [BYTES-1:0]   mrg_be;
  reg  [8*BYTES-1:0] mrg_data;

  integer i;
  always @* begin
    mrg_be   = wbe_i;
    mrg_data = wdata_i;
    i        = 0;
    if (same) begin
      for (i = 0; i < BYTES; i = i + 1) begin
        if (buf_be_q[i] && !wbe_i[i]) begin
          mrg_be[i]          = 1'b1;
          mrg_data[8*i +: 8] = buf_data_q[8*i +: 8];
        end
      end
    end
  end

  // What goes to the memory: the incoming write unless it has to wait, else
  // the waiting one unless it is being read.
  wire               direct = we_i && !collide;
  wire               drain  = !direct && buf_valid_q && !read_buf;
  wire [AW-1:0]      mem_waddr = direct ? waddr_i : buf_addr_q;
  wire [BYTES-1:0]   mem_wbe   = direct ? mrg_be : buf_be_q;
  wire [8*BYTES-1:0] mem_wdata = direct ? mrg_data : buf_data_q;
  wire [8*BYTES-1:0] mem_rdata;

  always @(posedge clk_i) begin
    buf_valid_q <= collide || (buf_valid_q && !same && (direct || read_buf));
    if (collide) begin
      buf_addr_q <= waddr_i;
      buf_be_q   <= mrg_be;
      buf_data_q <= mrg_data;
    end
    if (re_i) fwd_q <= collide || read_buf;
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

  reg [8*BYTES-1:0] rdata;
  integer k;
  always @* begin
    k     = 0;
    rdata = mem_rdata;
    if (fwd_q) for (k = 0; k < BYTES; k = k + 1) if (buf_be_q[k]) rdata[8*k +: 8] = buf_data_q[8*k +: 8];
  end
  assign rdata_o = rdata;

endmodule
