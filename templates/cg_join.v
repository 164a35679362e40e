// Join buffer: messages of one key that wait are joined into one, and come out
// in the order of the first of each. Combines the writes of logs (commit unit).
//
// A ring of DEPTH messages. One that comes in is joined to the youngest waiting
// message of its key, if the logic around allows it: it goes into that place, its
// bytes over the older ones. Otherwise it takes a place at the tail, and what
// waits of its key is joined no more; so messages of one key never overtake.
// Nothing is joined to a message that is leaving, nor across one that came in
// with in_alone_i.
//
// Input      in_valid_i / in_ready_o: key in_key_i, bytes in_data_i under
//            in_mask_i, all else of the message in in_side_i. in_alone_i: it is
//            not joined (in_key_i means nothing then).
//            LATE 1: in_key_i is what next_key_i was when next_i was last high; with
//            that the keys of the ring are compared then. next_i only while nothing is
//            offered, or with in_ready_o. LATE 2: besides, it is known a cycle before a
//            message is taken what it can be joined to.
// Joining    combinational, outside: old_side_o is the side of the message that
//            waits (only if there is one); may_i: both can be joined;
//            side_i: the side of both together.
// Output     out_valid_o / out_ready_i: from registers only, stays until accepted.
//            Bytes of out_data_o that no message has brought are arbitrary.
// Rate: one message in and one out per cycle; from input to output 2 cycles. LATE 2:
// one in every second cycle, 3 cycles.
//
// HOLD       a message waits so many cycles for others to join it, the oldest at
//            most until one place is left. 0: not at all; then messages are
//            joined only while they wait for out_ready_i.
// DEPTH, KEY_W, SIDE_W, BYTES >= 1, HOLD >= 0, LATE 0 to 2
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_join #(
    parameter integer DEPTH  = 16,
    parameter integer KEY_W  = 27,
    parameter integer SIDE_W = 40,
    parameter integer BYTES  = 32,
    parameter integer HOLD   = 0,
    parameter integer LATE   = 0
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    // the next message, LATE 1
    input  wire                       next_i,
    input  wire [KEY_W-1:0]           next_key_i,
    // messages in
    input  wire                       in_valid_i,
    output wire                       in_ready_o,
    input  wire [KEY_W-1:0]           in_key_i,
    input  wire [SIDE_W-1:0]          in_side_i,
    input  wire [8*BYTES-1:0]         in_data_i,
    input  wire [BYTES-1:0]           in_mask_i,
    input  wire                       in_alone_i,
    // joining
    output wire [SIDE_W-1:0]          old_side_o,
    input  wire                       may_i,
    input  wire [SIDE_W-1:0]          side_i,
    // messages out
    output wire                       out_valid_o,
    input  wire                       out_ready_i,
    output wire [KEY_W-1:0]           out_key_o,
    output wire [SIDE_W-1:0]          out_side_o,
    output wire [8*BYTES-1:0]         out_data_o,
    // statistics
    output wire [$clog2(DEPTH+1)-1:0] count_o,  // messages in the ring
    output wire                       join_o    // a message is joined in this cycle
);
  localparam integer PW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CW = $clog2(DEPTH + 1);
  localparam integer HW = (HOLD > 0) ? $clog2(HOLD + 1) : 1;
  localparam integer TOP = DEPTH - 1;
  localparam integer NEAR = (DEPTH > 1) ? DEPTH - 1 : 1;
  localparam [PW-1:0] LAST = TOP[PW-1:0];
  localparam [CW-1:0] FULL = DEPTH[CW-1:0];
  localparam [CW-1:0] CLOSE = NEAR[CW-1:0];
  localparam [HW-1:0] LATER = HOLD[HW-1:0];
  localparam [PW-1:0] PTR_ONE = 1;
  localparam [CW-1:0] CNT_ONE = 1;
  localparam [HW-1:0] TIME_ONE = 1;

  generate
    if (DEPTH < 1 || HOLD < 0 || KEY_W < 1 || SIDE_W < 1 || BYTES < 1 || LATE < 0 || LATE > 2) begin : g_illegal
      cg_error_join_sizes_out_of_range u_error ();
    end
  endgenerate

  // Ring. open: the youngest of its key, which others may be joined to.
  reg [PW-1:0]          head_q, tail_q;
  reg [CW-1:0]          count_q;
  reg                   added_q;
  reg [DEPTH-1:0]       open_add_q, open_rest_q;
  wire [DEPTH-1:0]      open_q = added_q ? open_add_q : open_rest_q;
  reg [KEY_W-1:0]       key_q  [0:DEPTH-1];
  reg [SIDE_W-1:0]      side_q [0:DEPTH-1];

  // The oldest `ripe` messages have waited long enough; the next is at `green`.
  // One a cycle comes in, so the time of one is due after that of the one before.
  reg [PW-1:0] green_q;
  reg [CW-1:0] ripe_q;
  reg [HW-1:0] time_q;
  reg [HW-1:0] until_q [0:DEPTH-1];

  // Leaving message, read from the ring.
  reg              w_valid_q;
  reg [KEY_W-1:0]  w_key_q;
  reg [SIDE_W-1:0] w_side_q;

  wire some  = count_q != {CW{1'b0}};
  wire due   = HOLD == 0 || ripe_q != {CW{1'b0}} || count_q >= CLOSE;
  wire leave = some && due && (!w_valid_q || out_ready_i);
  wire early = leave && ripe_q == {CW{1'b0}};
  wire ripen = count_q != ripe_q && until_q[green_q] == time_q;

  // The open message of a key.
  wire [DEPTH-1:0] same;
  wire             add;  // it takes the place at the tail
  wire             again = in_key_i == next_key_i;
  wire             unused_next = &{1'b0, next_i, again};
  genvar g;
  generate
    for (g = 0; g < DEPTH; g = g + 1) begin : g_same
      localparam [PW-1:0] ME = g;
      if (LATE == 0) begin : g_now
        assign same[g] = key_q[g] == in_key_i;
      end else begin : g_before
        reg same_q;
        always @(posedge clk_i) if (next_i) same_q <= (add && tail_q == ME) ? again : key_q[g] == next_key_i;
        assign same[g] = same_q;
      end
    end
  endgenerate
  // That it leaves is known last, and comes last.
  reg [DEPTH-1:0] match;
  reg [PW-1:0]    match_at;
  reg             oldest;  // it is the oldest of all
  integer i;
  always @* begin
    match    = {DEPTH{1'b0}};
    match_at = {PW{1'b0}};
    oldest   = 1'b0;
    i        = 0;
    if (|open_q) for (i = 0; i < DEPTH; i = i + 1) begin
      match[i] = open_q[i] && same[i];
      if (match[i]) match_at = match_at | i[PW-1:0];
      if (match[i] && head_q == i[PW-1:0]) oldest = 1'b1;
    end
  end

  wire          take  = in_valid_i && in_ready_o;
  wire          stays = (|match) && !(leave && oldest);  // the open message, in the ring
  wire          found, looked;  // looked: it is known what waits
  wire [PW-1:0] found_at;
  generate
    if (LATE < 2) begin : g_found_now
      assign looked     = 1'b1;
      assign found      = stays;
      assign found_at   = match_at;
      assign old_side_o = side_q[match_at];
    end else begin : g_found_before
      reg              looked_q, found_q;
      reg [PW-1:0]     found_at_q;
      reg [SIDE_W-1:0] old_side_q;
      always @(`CG_EDGE) begin
        if (rst_i) looked_q <= 1'b0;
        else looked_q <= in_valid_i && !take;
      end
      always @(posedge clk_i) begin
        if (in_valid_i) begin
          found_q    <= stays;
          found_at_q <= match_at;
          old_side_q <= side_q[match_at];
        end
      end
      assign looked     = looked_q;
      assign found      = found_q && !(leave && head_q == found_at_q);
      assign found_at   = found_at_q;
      assign old_side_o = old_side_q;
    end
  endgenerate
  wire          join_ = take && found && may_i && !in_alone_i;
  assign        add   = take && !join_;
  wire [PW-1:0] at    = join_ ? found_at : tail_q;

  // Which are open next, for both verdicts, of which the next cycle chooses: what comes in is joined, or there is
  // nothing; or it takes a place.
  reg [DEPTH-1:0] open_rest, open_add;
  integer o;
  always @* begin
    for (o = 0; o < DEPTH; o = o + 1) begin
      open_rest[o] = open_q[o] && !(leave && head_q == o[PW-1:0]);
      open_add[o]  = !in_alone_i && (tail_q == o[PW-1:0] || (open_rest[o] && !match[o]));
    end
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      head_q    <= {PW{1'b0}};
      tail_q    <= {PW{1'b0}};
      count_q   <= {CW{1'b0}};
      green_q   <= {PW{1'b0}};
      ripe_q    <= {CW{1'b0}};
      time_q    <= {HW{1'b0}};
      added_q     <= 1'b0;
      open_add_q  <= {DEPTH{1'b0}};
      open_rest_q <= {DEPTH{1'b0}};
      w_valid_q <= 1'b0;
    end else begin
      if (add && !leave) count_q <= count_q + CNT_ONE;
      if (leave && !add) count_q <= count_q - CNT_ONE;
      if (add) tail_q <= (tail_q == LAST) ? {PW{1'b0}} : tail_q + PTR_ONE;
      if (leave) head_q <= (head_q == LAST) ? {PW{1'b0}} : head_q + PTR_ONE;
      added_q <= add;
      open_add_q <= open_add;
      open_rest_q <= open_rest;
      if (ripen && !leave) ripe_q <= ripe_q + CNT_ONE;
      if (leave && !early && !ripen) ripe_q <= ripe_q - CNT_ONE;
      if (ripen || early) green_q <= (green_q == LAST) ? {PW{1'b0}} : green_q + PTR_ONE;
      time_q <= time_q + TIME_ONE;
      w_valid_q <= leave || (w_valid_q && !out_ready_i);
    end
  end

  always @(posedge clk_i) begin
    if (take) side_q[at] <= join_ ? side_i : in_side_i;
    if (add) key_q[tail_q] <= in_key_i;
    if (add) until_q[tail_q] <= time_q + LATER;
    if (leave) begin
      w_key_q  <= key_q[head_q];
      w_side_q <= side_q[head_q];
    end
  end

  // A message is never written where one leaves: nothing is joined to that, and the tail is elsewhere while there is
  // room and something waits.
  cg_ram_be_raw #(.BYTES(BYTES), .DEPTH(DEPTH), .AW(PW)) u_data (
      .clk_i(clk_i), .re_i(leave), .raddr_i(head_q), .rdata_o(out_data_o),
      .we_i(take), .waddr_i(at), .wbe_i(in_mask_i), .wdata_i(in_data_i));

  assign in_ready_o  = count_q != FULL && looked;
  assign out_valid_o = w_valid_q;
  assign out_key_o   = w_key_q;
  assign out_side_o  = w_side_q;
  assign count_o     = count_q;
  assign join_o      = join_;

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(join_open) assert ((match & (match - 1'b1)) == {DEPTH{1'b0}});  // one message of a key is open
    `CG_NAME(join_count) assert (count_q <= FULL && ripe_q <= count_q);  // no more than there are places for
    // what leaves is not written
    `CG_NAME(join_apart) assert (!(take && leave) || (at != head_q));
`ifdef FORMAL
    join_apart_reached: cover (take && leave);
    join_open_reached: cover (|match);
    join_count_reached: cover (count_q == FULL);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
