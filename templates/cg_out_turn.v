// Keeps a source of occurrences from losing every free place in an output
// queue to others that happen to try at the right moment.
//
// valid_i  sources with something to offer
// src_i    (one-hot or zero) source of the occurrence that is tried this cycle
// here_i   src_i, known before it: the source of what is there, whether it is tried or not. Where src_i is
//          not zero it is equal to it, elsewhere it may be any source or zero. What is kept for the holder
//          is not kept while it is the one here. With LATE that of the next cycle
// able_i   it lacks nothing but, perhaps, room in output queues
// need_i   queues it sends to;  room_i  queues with room
// ok_o     all of them have room, and none is kept for another source;
//          combinational; means nothing while nothing is tried
// busy_o   some source is remembered, or is about to be: it moves
//
// Sources that lacked only room are remembered. One of them is the holder: the
// queues it needs are kept for it until it is tried again. Then it goes ahead,
// or lacks room still and stays the holder, or lacks something else and is
// forgotten. The next holder is the next higher index that is remembered, so
// that one waits for at most N - 1 others. A holder that offers nothing for
// 8 cycles is forgotten too. There is one holder at a time: no two wait for
// each other. A queue that the holder waits for may drain only after another
// source has run, which needs a queue that is kept for the holder: so after
// 2^PATIENCE cycles the next one that is remembered becomes the holder.
//
// N  sources, >= 1;  OUTS  queues, >= 1;  PATIENCE  0: a holder is never hurried; 1 .. 16
// LATE  1: what came of a try is remembered a cycle later, and what is kept for the holder comes from a register,
//       another cycle later, so that no path leads from the verdict to the next holder, nor from the holder to the
//       verdict; each other one may go ahead three times then, one of them once more
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_out_turn #(
    parameter integer N    = 4,
    parameter integer OUTS = 2,
    parameter integer PATIENCE = 8,
    parameter integer LATE = 0
) (
    input  wire            clk_i,
    input  wire            rst_i,
    input  wire [N-1:0]    valid_i,
    input  wire [N-1:0]    src_i,
    input  wire [N-1:0]    here_i,
    input  wire            able_i,
    input  wire [OUTS-1:0] need_i,
    input  wire [OUTS-1:0] room_i,
    output wire            ok_o,
    output wire            busy_o
);
  generate
    if (N < 1 || OUTS < 1 || PATIENCE < 0 || PATIENCE > 16 || LATE < 0 || LATE > 1) begin : g_illegal
      cg_error_out_turn_needs_at_least_one_source_and_queue u_error ();
    end
  endgenerate

  localparam [N-1:0] NONE = 0;

  reg [N-1:0]      waits_q;   // lacked only room when last tried
  reg [N*OUTS-1:0] needs_q;   // what it needed then, by source
  reg [N-1:0]      holder_q;  // one-hot, of waits_q; zero if none waits
  reg [2:0]        idle_q;    // cycles without an offer of the holder
  wire             late;      // it has been the holder for long

  wire [OUTS-1:0] kept;       // for the holder, if another one is tried
  assign ok_o = (need_i & ~(room_i & ~kept)) == {OUTS{1'b0}};

  // What came of the try.
  wire            lacks = able_i && !ok_o;
  wire            lacked;
  wire [N-1:0]    tried;
  wire [OUTS-1:0] wanted;
  generate
    if (LATE == 0) begin : g_now
      assign lacked = lacks;
      assign tried  = src_i;
      assign wanted = need_i;
    end else begin : g_later
      reg            lacked_q;
      reg [N-1:0]    tried_q;
      reg [OUTS-1:0] wanted_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          lacked_q <= 1'b0;
          tried_q  <= NONE;
        end else if (|src_i || busy_o) begin  // else nothing is remembered: nothing moves
          lacked_q <= lacks;
          tried_q  <= src_i;
        end
      end
      always @(posedge clk_i) if (|src_i) wanted_q <= need_i;
      assign lacked = lacked_q;
      assign tried  = tried_q;
      assign wanted = wanted_q;
    end
  endgenerate

  assign busy_o = waits_q != NONE || (LATE != 0 && lacked);

  // The holder as long as it waits, else the next that does. Nothing moves while none waits and none begins to.
  // Whether this one lacks room is known last: what follows is worked out for both cases, 0 and 1.
  reg  [N-1:0] offer_q;  // offers are known late: a cycle later is early enough
  always @(posedge clk_i) offer_q <= valid_i;
  wire absent = (holder_q & (tried | offer_q)) == NONE;
  // Sources above the holder; as those above the first of a pool below, by doubling, not by a carry chain: synthesis
  // works out nothing across one.
  reg [N-1:0] over_holder;
  integer     d;
  always @(holder_q) begin  // of one source there is nothing above, but @* wants something to wait for
    over_holder = holder_q << 1;
    for (d = 1; d < N; d = d * 2) over_holder = over_holder | (over_holder << d);
  end
  wire [2*N-1:0] waits_d, holder_d;
  wire [1:0]     stays;  // the holder does
  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : g_case
      reg [N-1:0] waits, holder, above, over_above, over_waits;
      integer     s;
      always @* begin
        waits  = (c == 1) ? waits_q | tried : waits_q & ~tried;
        holder = holder_q;
        if (absent && &idle_q) waits = waits & ~holder_q;
        above      = waits & over_holder;
        over_above = above << 1;
        over_waits = waits << 1;
        s          = 0;
        if ((holder_q & waits) == NONE || late) begin
          for (s = 1; s < N; s = s * 2) begin
            over_above = over_above | (over_above << s);
            over_waits = over_waits | (over_waits << s);
          end
          holder = |above ? above & ~over_above : waits & ~over_waits;
        end
      end
      assign waits_d[c*N +: N]  = waits;
      assign holder_d[c*N +: N] = holder;
      // With LATE without the choice: of those that wait the holder goes only for another one.
      assign stays[c] = (LATE == 0) ? holder == holder_q
          : |(holder_q & waits) ? !late || (waits & ~holder_q) == NONE : holder_q == NONE && waits == NONE;
    end
  endgenerate
  wire moves = lacked || waits_q != NONE;
  wire stay  = lacked ? stays[1] : stays[0];

  wire [N-1:0] holder_next = !moves ? holder_q : lacked ? holder_d[N +: N] : holder_d[0 +: N];
  generate
    if (LATE == 0) begin : g_kept
      reg [OUTS-1:0] of_holder;
      integer i;
      always @* begin
        of_holder = {OUTS{1'b0}};
        for (i = 0; i < N; i = i + 1) if (holder_q[i]) of_holder = of_holder | needs_q[i*OUTS +: OUTS];
      end
      assign kept = |(holder_q & ~here_i) ? of_holder : {OUTS{1'b0}};
    end else begin : g_kept_q
      reg [OUTS-1:0] of_holder, kept_q;
      integer i;
      always @* begin
        of_holder = {OUTS{1'b0}};
        for (i = 0; i < N; i = i + 1) if (holder_q[i]) of_holder = of_holder | needs_q[i*OUTS +: OUTS];
      end
      always @(`CG_EDGE) begin
        if (rst_i) kept_q <= {OUTS{1'b0}};
        else kept_q <= |(holder_q & ~here_i) ? of_holder : {OUTS{1'b0}};
      end
      assign kept = kept_q;
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) begin
      waits_q  <= NONE;
      holder_q <= NONE;
      idle_q   <= 3'd0;
    end else if (moves) begin
      waits_q  <= lacked ? waits_d[N +: N] : waits_d[0 +: N];
      holder_q <= holder_next;
      idle_q   <= (absent && stay) ? idle_q + 3'd1 : 3'd0;
    end
  end

  generate
    if (PATIENCE == 0) begin : g_patient
      assign late = 1'b0;
    end else begin : g_hurried
      reg [PATIENCE-1:0] age_q;  // cycles with this holder
      assign late = &age_q;
      always @(`CG_EDGE) begin
        if (rst_i) age_q <= {PATIENCE{1'b0}};
        else if (moves)
          age_q <= (stay && !late) ? age_q + {{(PATIENCE-1){1'b0}}, 1'b1} : {PATIENCE{1'b0}};
      end
    end
  endgenerate

  integer k;
  always @(posedge clk_i) begin
    if (lacked) for (k = 0; k < N; k = k + 1) if (tried[k]) needs_q[k*OUTS +: OUTS] <= wanted;
  end

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(turn_source) assert (!(|src_i) || ((src_i & (src_i - 1'b1)) == {N{1'b0}}));  // one source
    `CG_NAME(turn_able) assert (!(able_i) || (|src_i));  // what is able has a source
`ifdef FORMAL
    turn_source_reached: cover (|src_i);
    turn_able_reached: cover (able_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
