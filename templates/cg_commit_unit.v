// Commit unit: takes the entries of write logs, coalesces those of one region of
// BYTES bytes, writes whole regions to the cache, and after each write releases
// the reservations of its granules.
//
// A ring of DEPTH regions in order of arrival. An entry whose region waits in the
// ring is merged into it: its bytes over the older ones, its counts added. An
// entry is not merged into a region that is leaving, nor where a count would
// overflow; it then goes to the tail. Writes and releases of one region are in
// the order of arrival.
//
// Entry      in_valid_i / in_ready_o: region in_addr_i, bytes in_data_i under
//            in_mask_i (none for the log of an aborted transaction), and for each
//            granule of the region (SPLIT > 1: granules smaller than a region)
//            the number of reservations to release. in_last_i ends a log.
// Write      wr_valid_o / wr_ready_i: bytes outside of wr_mask_o are arbitrary.
//            Regions without bytes are not written.
// Release    rel_valid_o / rel_ready_i: rel_cnt_o reservations of granule
//            rel_part_o in region rel_addr_o, never 0, after the write of their
//            bytes has been accepted. Granules larger than a region: several
//            releases, one per region.
// Rate: one entry, one write and one release per cycle. valid outputs depend on
// registers only and stay until accepted.
//
// HOLD       a region leaves when more than HOLD wait, or the end of a log came
//            in behind it: what can be merged while logs arrive slower than the
//            cache takes them. 0: it leaves at once.
// DEPTH > HOLD; ADDR_W, BYTES, SPLIT, CNT_W >= 1
module cg_commit_unit #(
    parameter integer DEPTH  = 16,
    parameter integer ADDR_W = 27,
    parameter integer BYTES  = 32,
    parameter integer SPLIT  = 1,
    parameter integer CNT_W  = 8,
    parameter integer HOLD   = 0,
    parameter integer PART_W = (SPLIT > 1) ? $clog2(SPLIT) : 1  // derived
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    // log entries
    input  wire                       in_valid_i,
    output wire                       in_ready_o,
    input  wire [ADDR_W-1:0]          in_addr_i,
    input  wire [8*BYTES-1:0]         in_data_i,
    input  wire [BYTES-1:0]           in_mask_i,
    input  wire [SPLIT*CNT_W-1:0]     in_cnt_i,
    input  wire                       in_last_i,
    // cache
    output wire                       wr_valid_o,
    input  wire                       wr_ready_i,
    output wire [ADDR_W-1:0]          wr_addr_o,
    output wire [8*BYTES-1:0]         wr_data_o,
    output wire [BYTES-1:0]           wr_mask_o,
    // releases
    output wire                       rel_valid_o,
    input  wire                       rel_ready_i,
    output wire [ADDR_W-1:0]          rel_addr_o,
    output wire [PART_W-1:0]          rel_part_o,
    output wire [CNT_W-1:0]           rel_cnt_o,
    // statistics
    output wire [$clog2(DEPTH+1)-1:0] count_o,  // regions in the ring
    output wire                       merge_o,  // an entry is merged in this cycle
    output wire                       idle_o
);
  localparam integer CNTS_W = SPLIT * CNT_W;
  localparam integer PW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CW = $clog2(DEPTH + 1);
  localparam integer TOP = DEPTH - 1;
  localparam [PW-1:0] LAST = TOP[PW-1:0];
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [CW-1:0] KEEP = HOLD[CW-1:0];
  localparam [PW-1:0] PTR_ONE = 1;
  localparam [CW-1:0] CNT_ONE = 1;

  generate
    if (DEPTH <= HOLD || HOLD < 0 || ADDR_W < 1 || BYTES < 1 || SPLIT < 1 || CNT_W < 1) begin : g_illegal
      cg_error_commit_unit_sizes_out_of_range u_error ();
    end
  endgenerate

  // Ring. open: entries may be merged into it.
  reg [PW-1:0]           head_q, tail_q;
  reg [CW-1:0]           count_q, count_d, drain_q;  // drain: the oldest that need not wait
  reg [DEPTH-1:0]        open_q;
  reg [DEPTH*ADDR_W-1:0] addr_q;
  reg [BYTES-1:0]        mask_q [0:DEPTH-1];
  reg [CNTS_W-1:0]       cnts_q [0:DEPTH-1];

  // Leaving region, read from the ring, then its releases.
  reg              w_valid_q;
  reg [ADDR_W-1:0] w_addr_q;
  reg [BYTES-1:0]  w_mask_q;
  reg [CNTS_W-1:0] w_cnts_q;
  wire             rel_room;

  wire w_plain = w_mask_q == {BYTES{1'b0}};
  wire w_done  = w_valid_q && rel_room && (w_plain || wr_ready_i);
  wire leave   = count_q != {CW{1'b0}} && (count_q > KEEP || drain_q != {CW{1'b0}}) && (!w_valid_q || w_done);

  // The open region of an entry.
  reg [DEPTH-1:0] match;
  reg [PW-1:0]    match_at;
  integer i;
  always @* begin
    match    = {DEPTH{1'b0}};
    match_at = {PW{1'b0}};
    for (i = 0; i < DEPTH; i = i + 1) begin
      match[i] = open_q[i] && addr_q[i*ADDR_W +: ADDR_W] == in_addr_i && !(leave && head_q == i[PW-1:0]);
      if (match[i]) match_at = match_at | i[PW-1:0];
    end
  end

  // Sums of the counts; one that does not fit prevents the merge.
  wire [CNTS_W-1:0] old_cnts = cnts_q[match_at];
  reg  [CNTS_W-1:0] sums;
  reg               fits, carry;
  integer s;
  always @* begin
    sums  = {CNTS_W{1'b0}};
    fits  = 1'b1;
    carry = 1'b0;
    for (s = 0; s < SPLIT; s = s + 1) begin
      {carry, sums[s*CNT_W +: CNT_W]} = {1'b0, old_cnts[s*CNT_W +: CNT_W]} + {1'b0, in_cnt_i[s*CNT_W +: CNT_W]};
      if (carry) fits = 1'b0;
    end
  end

  wire          take  = in_valid_i && in_ready_o;
  wire          found = |match;
  wire          merge = take && found && fits;
  wire          add   = take && !merge;
  wire [PW-1:0] at    = merge ? match_at : tail_q;

  always @* begin
    count_d = count_q;
    if (add && !leave) count_d = count_q + CNT_ONE;
    if (leave && !add) count_d = count_q - CNT_ONE;
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      head_q    <= {PW{1'b0}};
      tail_q    <= {PW{1'b0}};
      count_q   <= {CW{1'b0}};
      drain_q   <= {CW{1'b0}};
      open_q    <= {DEPTH{1'b0}};
      w_valid_q <= 1'b0;
    end else begin
      count_q <= count_d;
      if (add) tail_q <= (tail_q == LAST) ? {PW{1'b0}} : tail_q + PTR_ONE;
      if (leave) head_q <= (head_q == LAST) ? {PW{1'b0}} : head_q + PTR_ONE;
      if (leave) open_q[head_q] <= 1'b0;
      if (add && found) open_q[match_at] <= 1'b0;  // its counts are full
      if (add) open_q[tail_q] <= 1'b1;
      if (take && in_last_i) drain_q <= count_d;
      else if (leave && drain_q != {CW{1'b0}}) drain_q <= drain_q - CNT_ONE;
      w_valid_q <= leave || (w_valid_q && !w_done);
    end
  end

  always @(posedge clk_i) begin
    if (take) begin
      mask_q[at] <= merge ? mask_q[match_at] | in_mask_i : in_mask_i;
      cnts_q[at] <= merge ? sums : in_cnt_i;
    end
    if (add) addr_q[tail_q*ADDR_W +: ADDR_W] <= in_addr_i;
    if (leave) begin
      w_addr_q <= addr_q[head_q*ADDR_W +: ADDR_W];
      w_mask_q <= mask_q[head_q];
      w_cnts_q <= cnts_q[head_q];
    end
  end

  cg_ram_be #(.BYTES(BYTES), .DEPTH(DEPTH), .AW(PW)) u_data (
      .clk_i(clk_i), .re_i(leave), .raddr_i(head_q), .rdata_o(wr_data_o),
      .we_i(take), .waddr_i(at), .wbe_i(in_mask_i), .wdata_i(in_data_i));

  // Releases wait for their turn behind the write.
  wire [CNTS_W-1:0]     rel_cnts;
  wire                  rel_waits, rel_next;
  wire [1:0]            rel_level;
  wire                  rel_push = w_done && w_cnts_q != {CNTS_W{1'b0}};
  cg_fifo #(.W(ADDR_W + CNTS_W), .DEPTH(2)) u_rel (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(rel_push), .push_ready_o(rel_room), .push_data_i({w_addr_q, w_cnts_q}),
      .pop_valid_o(rel_waits), .pop_ready_i(rel_next), .pop_data_o({rel_addr_o, rel_cnts}), .count_o(rel_level));

  // Granules of the region still to release, the lowest first.
  reg [SPLIT-1:0]  sent_q, left, others;
  reg [PART_W-1:0] part;
  integer p;
  always @* begin
    part = {PART_W{1'b0}};
    for (p = SPLIT - 1; p >= 0; p = p - 1) begin
      left[p] = rel_cnts[p*CNT_W +: CNT_W] != {CNT_W{1'b0}} && !sent_q[p];
      if (left[p]) part = p[PART_W-1:0];
    end
    others = left & (left - 1'b1);
  end

  wire rel_fire = rel_waits && rel_ready_i;
  assign rel_next = rel_fire && others == {SPLIT{1'b0}};

  always @(posedge clk_i) begin
    if (rst_i) sent_q <= {SPLIT{1'b0}};
    else if (rel_next) sent_q <= {SPLIT{1'b0}};
    else if (rel_fire) sent_q[part] <= 1'b1;
  end

  assign in_ready_o  = count_q != FULL;
  assign wr_valid_o  = w_valid_q && rel_room && !w_plain;
  assign wr_addr_o   = w_addr_q;
  assign wr_mask_o   = w_mask_q;
  assign rel_valid_o = rel_waits;
  assign rel_part_o  = part;
  assign rel_cnt_o   = rel_cnts[part*CNT_W +: CNT_W];
  assign count_o     = count_q;
  assign merge_o     = merge;
  assign idle_o      = count_q == {CW{1'b0}} && !w_valid_q && rel_level == 2'd0;

`ifdef COHGEN_CHECKS
  always @(posedge clk_i) if (!rst_i) begin
    commit_open: assert ((match & (match - 1'b1)) == {DEPTH{1'b0}});  // a region is open once
    commit_count: assert (count_q <= FULL && drain_q <= count_q);  // no more than there are places for
    commit_release: assert (!(rel_valid_o) || (rel_cnt_o != {CNT_W{1'b0}}));  // a release releases something
`ifdef FORMAL
    commit_open_reached: cover (|match);
    commit_count_reached: cover (count_q == FULL);
    commit_release_reached: cover (rel_valid_o);
`endif
  end
`endif
endmodule
