// Keeps a source of occurrences from losing every free place in an output
// queue to others that happen to try at the right moment.
//
// valid_i  sources with something to offer
// src_i    (one-hot or zero) source of the occurrence that is tried this cycle
// here_i   the same, or where src_i is zero any: of what is there and is not tried, known before src_i
// able_i   it lacks nothing but, perhaps, room in output queues
// need_i   queues it sends to;  room_i  queues with room
// ok_o     all of them have room, and none is kept for another source;
//          combinational; means nothing while nothing is tried
// busy_o   some source is remembered: it moves
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
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_out_turn #(
    parameter integer N    = 4,
    parameter integer OUTS = 2,
    parameter integer PATIENCE = 8
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
    if (N < 1 || OUTS < 1 || PATIENCE < 0 || PATIENCE > 16) begin : g_illegal
      cg_error_out_turn_needs_at_least_one_source_and_queue u_error ();
    end
  endgenerate

  localparam [N-1:0] ONE = 1;
  localparam [N-1:0] NONE = 0;

  reg [N-1:0]      waits_q;   // lacked only room when last tried
  reg [N*OUTS-1:0] needs_q;   // what it needed then, by source
  reg [N-1:0]      holder_q;  // one-hot, of waits_q; zero if none waits
  reg [2:0]        idle_q;    // cycles without an offer of the holder
  wire             late;      // it has been the holder for long

  reg [OUTS-1:0] kept;
  integer i;
  always @* begin
    kept = {OUTS{1'b0}};
    i    = 0;
    if (|(holder_q & ~here_i)) for (i = 0; i < N; i = i + 1) if (holder_q[i]) kept = kept | needs_q[i*OUTS +: OUTS];
  end
  assign ok_o = (need_i & ~(room_i & ~kept)) == {OUTS{1'b0}};

  assign busy_o = waits_q != NONE;

  // The holder as long as it waits, else the next that does. Nothing moves while none waits and none begins to.
  // Whether this one lacks room is known last: what follows is worked out for both cases, 0 and 1.
  wire lacks  = able_i && !ok_o;
  reg  [N-1:0] offer_q;  // offers are known late: a cycle later is early enough
  always @(posedge clk_i) offer_q <= valid_i;
  wire absent = (holder_q & (src_i | offer_q)) == NONE;
  wire [2*N-1:0] waits_d, holder_d;
  wire [1:0]     stays;  // the holder does
  genvar c;
  generate
    for (c = 0; c < 2; c = c + 1) begin : g_case
      reg [N-1:0] waits, holder, above, pool;
      always @* begin
        waits  = (c == 1) ? waits_q | src_i : waits_q & ~src_i;
        holder = holder_q;
        if (absent && &idle_q) waits = waits & ~holder_q;
        above = waits & ~(holder_q | (holder_q - ONE));
        pool  = |above ? above : waits;
        if ((holder_q & waits) == NONE || late) holder = pool & (~pool + ONE);
      end
      assign waits_d[c*N +: N]  = waits;
      assign holder_d[c*N +: N] = holder;
      assign stays[c]           = holder == holder_q;
    end
  endgenerate
  wire moves = lacks || waits_q != NONE;
  wire stay  = lacks ? stays[1] : stays[0];

  always @(`CG_EDGE) begin
    if (rst_i) begin
      waits_q  <= NONE;
      holder_q <= NONE;
      idle_q   <= 3'd0;
    end else if (moves) begin
      waits_q  <= lacks ? waits_d[N +: N] : waits_d[0 +: N];
      holder_q <= lacks ? holder_d[N +: N] : holder_d[0 +: N];
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
    if (lacks) for (k = 0; k < N; k = k + 1) if (src_i[k]) needs_q[k*OUTS +: OUTS] <= need_i;
  end

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(turn_source) assert (!(|src_i) || ((src_i & (src_i - ONE)) == {N{1'b0}}));  // one source
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
