// Leads a controller over all places of its store or of its miss-status file,
// one in STAGES cycles, while nothing else uses the look-up.
//
// start_i  (ignored while busy_o) walks to do, the lowest first
// busy_o   from the next cycle on: the look-up belongs to the walks; low when
//          the last place has been looked up, with STAGES 1 in the cycle of its
//          apply_o
// S0, while busy_o, for STAGES cycles each; it is the last one that counts:
//   read_o   starts a look-up.  Entries: of the key of entry idx_o.
//            Lines (lines_o): at first of nothing but the set set_o; then of the
//            key of way way_o, whose row is in T, since the same set was read
//            STAGES cycles before
//   there_i  combinational: that entry or way holds something
// T, STAGES cycles after it (2, if STAGES is 3: what is found is shown then):
//   apply_o  there_i was high, the key is looked up; walk_o (one-hot) says for
//            which walk, at_o which entry it came from
// Each entry is looked up WORDS times in a row, for what is parked there: word_o
// (S0) counts, last_o (T) says that it is the last time (always, of a line).
// Over lines a walk takes SETS * (WAYS + 1) * STAGES cycles, over entries
// ENTRIES * WORDS * STAGES.
//
// STAGES 1 to 3: of the look-up, and with more than 1 WORDS is 1
// WALKS  1 to 31; OVER_ENTRIES bit i: walk i goes over entries; the others >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_walk #(
    parameter integer WALKS        = 1,
    parameter integer OVER_ENTRIES = 0,
    parameter integer SETS         = 4,
    parameter integer WAYS         = 2,
    parameter integer ENTRIES      = 2,
    parameter integer WORDS        = 1,
    parameter integer STAGES       = 1,
    parameter integer SET_W        = (SETS > 1) ? $clog2(SETS) : 1,       // derived
    parameter integer WAY_W        = (WAYS > 1) ? $clog2(WAYS) : 1,       // derived
    parameter integer IDX_W        = (ENTRIES > 1) ? $clog2(ENTRIES) : 1, // derived
    parameter integer WORD_W       = (WORDS > 1) ? $clog2(WORDS) : 1      // derived
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [WALKS-1:0] start_i,
    output wire             busy_o,
    output wire             lines_o,
    output wire             read_o,
    output wire [SET_W-1:0] set_o,
    output wire [WAY_W-1:0] way_o,
    output wire [IDX_W-1:0] idx_o,
    input  wire             there_i,
    output wire             apply_o,
    output wire [WALKS-1:0] walk_o,
    output wire [IDX_W-1:0] at_o,
    output wire [WORD_W-1:0] word_o,
    output wire             last_o
);
  generate
    if (OVER_ENTRIES < 0 || STAGES < 1 || STAGES > 3 || (STAGES > 1 && WORDS > 1) || WALKS < 1 || WALKS > 31
        || SETS < 1 || WAYS < 1
        || ENTRIES < 1 || WORDS < 1) begin : g_illegal
      cg_error_walk_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // A set has the positions 0 (the set itself) to WAYS, entries 0 to ENTRIES - 1.
  localparam integer PW      = $clog2(((WAYS + 1 > ENTRIES) ? WAYS + 1 : ENTRIES) + 1);
  localparam integer TOP_SET = SETS - 1;
  localparam integer TOP_IDX = ENTRIES - 1;
  localparam [SET_W-1:0] LAST_SET = TOP_SET[SET_W-1:0];
  localparam [PW-1:0]    LAST_IDX = TOP_IDX[PW-1:0];
  localparam [PW-1:0]    LAST_WAY = WAYS[PW-1:0];
  localparam [PW-1:0]    POS_ONE  = 1;
  localparam [SET_W-1:0] SET_ONE  = 1;
  localparam integer TOP_WORD = WORDS - 1;
  localparam [WORD_W-1:0] LAST_WORD = TOP_WORD[WORD_W-1:0];
  localparam [WORD_W-1:0] WORD_ONE  = 1;
  localparam [WALKS-1:0] OVER     = OVER_ENTRIES[WALKS-1:0];
  localparam [WALKS-1:0] ONE      = 1;

  reg [WALKS-1:0] todo_q, walk_q;
  reg [SET_W-1:0] set_q;
  reg [PW-1:0]    pos_q;
  reg [IDX_W-1:0] at_q;
  reg             apply_q, last_q;
  reg [WORD_W-1:0] word_q;
  wire             turn;  // the last cycle of a place in S0

  wire [WALKS-1:0] now     = todo_q & (~todo_q + ONE);
  wire             entries = |(now & OVER);
  wire             last    = !entries || word_q == LAST_WORD;
  wire             wrap    = turn && last && pos_q == (entries ? LAST_IDX : LAST_WAY);
  wire             over    = wrap && (entries || set_q == LAST_SET);
  wire [PW-1:0]    way     = pos_q - POS_ONE;

  assign busy_o  = |todo_q;
  assign read_o  = busy_o;
  assign lines_o = busy_o && !entries;
  assign set_o   = set_q;
  assign way_o   = way[WAY_W-1:0];
  assign idx_o   = pos_q[IDX_W-1:0];
  assign word_o  = word_q;

  generate
    if (PW > WAY_W) begin : g_way
      wire unused = &{1'b0, way[PW-1:WAY_W], 1'b0};
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) begin
      todo_q  <= {WALKS{1'b0}};
      set_q   <= {SET_W{1'b0}};
      pos_q   <= {PW{1'b0}};
      word_q  <= {WORD_W{1'b0}};
      apply_q <= 1'b0;
    end else begin
      apply_q <= turn && (entries || pos_q != {PW{1'b0}}) && there_i;
      if (!busy_o) todo_q <= start_i;
      else begin
        if (turn) word_q <= last ? {WORD_W{1'b0}} : word_q + WORD_ONE;
        if (turn && last) pos_q <= wrap ? {PW{1'b0}} : pos_q + POS_ONE;
        if (wrap && !entries) set_q <= over ? {SET_W{1'b0}} : set_q + SET_ONE;
        if (over) todo_q <= todo_q & ~now;
      end
    end
  end

  always @(posedge clk_i) begin
    walk_q <= now;
    at_q   <= pos_q[IDX_W-1:0];
    last_q <= last;
  end

  generate
    if (STAGES == 1) begin : g_one
      assign turn    = busy_o;
      assign apply_o = apply_q;
      assign walk_o  = walk_q;
      assign at_o    = at_q;
      assign last_o  = last_q;
    end else begin : g_two
      // STAGES cycles in S0 for each place: in the last one T shows what was read in the one before the first.
      reg             next_q, last_cycle_q, t_apply_q, t_last_q;
      reg [WALKS-1:0] t_walk_q;
      reg [IDX_W-1:0] t_at_q;
      assign turn    = busy_o && last_cycle_q;
      assign apply_o = t_apply_q;
      assign walk_o  = t_walk_q;
      assign at_o    = t_at_q;
      assign last_o  = t_last_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          next_q       <= 1'b0;
          last_cycle_q <= 1'b0;
          t_apply_q    <= 1'b0;
        end else begin
          next_q       <= busy_o && !next_q && !last_cycle_q;
          last_cycle_q <= (STAGES == 2) ? busy_o && !last_cycle_q : next_q;
          t_apply_q    <= apply_q;
        end
      end
      always @(posedge clk_i) begin
        if (apply_q) begin  // not in every cycle: they would move behind a clock gate that is shut
          t_walk_q <= walk_q;
          t_at_q   <= at_q;
          t_last_q <= last_q;
        end
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
