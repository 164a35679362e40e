// Stall buffer: requests that wait for their key, in LINES lines of ENTRIES
// places. A line belongs to one key while it holds a request; a request carries
// a timestamp, and those of a woken key are offered again in the order of their
// timestamps, equal ones in the order of their parking.
//
// T stage, look-up (combinational from key_i; with STAGES 2 key_i is next_key_i of the
// cycle before, with which the keys of all lines are compared then):
//   has_o        a request of this key waits
//   room_o       one more of this key can park: its line has a free place, or it
//                has no line and a line is free
//   With STAGES 3 key_i is next_key_i of two cycles before. In the cycle between
//   has_o, and with seen_room_o what room_o is, are shown, while the operation before
//   is in T, and
//   stale_o      what it does there changes that: T, in the next cycle, may not park,
//                wake or commit; what was taken is rewound
// T stage, operations of the same cycle:
//   park_i       pay_i, ts_i wait for key_i; only with room_o
//   wake_i       the key is awake (no effect without a waiting request)
//   Effects apply in the order verdict (below), park, wake.
// Replay side, a source of requests for S0:
//   rp_valid_o, rp_key_o, rp_pay_o, rp_ts_o   the request with the lowest timestamp of
//                an awake key; withdrawn when the key's requests change.
//                rp_take_i: S0 takes it (ignored in a cycle with rp_keep_i or
//                rp_rewind_i)
//   verdict in T, the cycle after the take, when key_i is its key: exactly one of
//   rp_commit_i  it leaves; the next of the key is offered while it is awake
//   rp_keep_i    it waits again, with its timestamp and age: the key sleeps
//   rp_rewind_i  offer it again
// Walks, while nothing else uses the look-up and the replay side:
//   pw_i  S0: place pw_word_i of line pw_idx_i is read; what was offered is withdrawn.
//         T: rp_pay_o and rp_ts_o are those of that place, and pw_we_i writes pay_i
//         and ts_i there. A place without a request may be read and written too. Not
//         written with STAGES 2 and 3: there a request that parks finds its place in the
//         order of its line, so that nothing is compared when one is fetched
//   line_o  T: the line of key_i; if it has none, the one that it would get
// A key is awake from a wake until a keep or until it has no request. Awake keys
// take turns. A wake is followed by an offer two cycles later at the earliest, a
// verdict by the next offer of the same key likewise: a key replays one request
// in three cycles, several keys one per cycle.
//
// LINES, ENTRIES, KEY_W, TS_W, PAY_W  >= 1, STAGES 1 to 3
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_stall #(
    parameter integer LINES   = 4,
    parameter integer ENTRIES = 4,
    parameter integer KEY_W   = 8,
    parameter integer TS_W    = 8,
    parameter integer PAY_W   = 8,
    parameter integer STAGES  = 1,
    parameter integer PLACES  = LINES * ENTRIES,                         // derived
    parameter integer LW      = (LINES > 1) ? $clog2(LINES) : 1,         // derived
    parameter integer EW      = (ENTRIES > 1) ? $clog2(ENTRIES) : 1      // derived
) (
    input  wire                        clk_i,
    input  wire                        rst_i,
    // T: look-up
    input  wire [KEY_W-1:0]            key_i,
    input  wire [KEY_W-1:0]            next_key_i,
    output wire                        has_o,
    output wire                        room_o,
    output wire                        seen_room_o,  // STAGES 3
    output wire                        stale_o,
    output wire [LW-1:0]               line_o,
    // T: operations
    input  wire                        park_i,
    input  wire [TS_W-1:0]             ts_i,
    input  wire [PAY_W-1:0]            pay_i,
    input  wire                        wake_i,
    // replay
    output wire                        rp_valid_o,
    output wire [KEY_W-1:0]            rp_key_o,
    output wire [PAY_W-1:0]            rp_pay_o,
    output wire [TS_W-1:0]             rp_ts_o,
    input  wire                        rp_take_i,
    input  wire                        rp_commit_i,
    input  wire                        rp_keep_i,
    input  wire                        rp_rewind_i,
    // walks
    input  wire                        pw_i,
    input  wire [LW-1:0]               pw_idx_i,
    input  wire [EW-1:0]               pw_word_i,
    input  wire                        pw_we_i,
    // statistics
    output wire [$clog2(PLACES+1)-1:0] count_o,  // waiting requests
    output wire [$clog2(LINES+1)-1:0]  lines_o,  // keys with waiting requests
    output wire                        idle_o
);
  localparam integer AW = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam integer NW = $clog2(PLACES + 1);
  localparam integer MW = $clog2(LINES + 1);
  localparam [NW-1:0] N_ONE = 1;
  localparam [EW-1:0] E_ONE = 1;

  generate
    if (LINES < 1 || ENTRIES < 1 || KEY_W < 1 || TS_W < 1 || PAY_W < 1 || STAGES < 1 || STAGES > 3) begin : g_illegal
      cg_error_stall_sizes_or_stages u_error ();
    end
  endgenerate

  // line * ENTRIES + entry by shifts: adders for the ones of ENTRIES only, no multiplier.
  function [AW-1:0] address(input [LW-1:0] line_v, input [EW-1:0] entry_v);
    integer n_v;
    begin
      address = {{(AW - EW){1'b0}}, entry_v};
      for (n_v = 0; n_v < AW; n_v = n_v + 1) begin
        if (((ENTRIES >> n_v) & 1) != 0) address = address + ({{(AW - LW){1'b0}}, line_v} << n_v);
      end
    end
  endfunction

  // The places of a line are numbered 0 to ENTRIES - 1; what all lines keep at one number is a small memory of its own.
  // A line is in use while a place of it is.
  reg [LINES-1:0] awake_d, awake_q;
  reg [KEY_W-1:0] key_q [0:LINES-1];
  reg [NW-1:0]    count_q;
  reg [LW-1:0]    pick;  // the line to be fetched from

  // Replay pipeline: offered (of_*), then taken (tk_*).
  reg           of_valid_d, of_valid_q, tk_valid_q;
  reg  [LW-1:0] of_line_d, of_line_q, tk_line_q, turn_q;
  reg  [EW-1:0] of_entry_q, tk_entry_q;
  reg  [TS_W-1:0] of_ts_q;
  wire          commit = tk_valid_q && rp_commit_i;
  wire          keep   = tk_valid_q && rp_keep_i;
  wire          rewind = tk_valid_q && rp_rewind_i;
  wire          wanted = of_valid_q && rp_take_i;
  wire          take   = wanted && !keep && !rewind;
  // With two stages what is fetched does not wait for what T says: if the take is refused, another line may be offered
  // in the next cycle, and this one in its turn.
  wire          leaves = STAGES == 1 ? take : wanted;

  // By place: whether it is taken, of the line looked up, of the verdict's, of
  // the line to be fetched from; the ranks and timestamps of these lines, and
  // the timestamps of the line offered.
  wire [ENTRIES-1:0]        line_valid, pick_valid, tk_valid;
  wire [ENTRIES*EW-1:0]     tk_rank, pick_rank;
  wire [ENTRIES*TS_W-1:0]   pick_ts, of_ts;
  wire [ENTRIES*LINES-1:0]  taken;  // bit entry * LINES + line

  // Look-up: the key's line, or a free one, and the lowest free place of it.
  wire [LINES-1:0] same, seen;  // in T; of what is shown
  wire             begins;  // the line of key_i is taken into use
  wire [LW-1:0]    line;
  wire             next_same = key_i == next_key_i;
  genvar y;
  generate
    for (y = 0; y < LINES; y = y + 1) begin : g_same
      localparam [LW-1:0] ME = y;
      if (STAGES == 1) begin : g_one
        assign same[y] = key_q[y] == key_i;
        assign seen[y] = same[y];
      end else begin : g_two
        reg same_q;
        always @(posedge clk_i) same_q <= (begins && line == ME) ? next_same : key_q[y] == next_key_i;
        if (STAGES == 2) begin : g_in_t
          assign same[y] = same_q;
          assign seen[y] = same_q;
        end else begin : g_before
          reg op_same_q;
          always @(posedge clk_i) op_same_q <= same_q;
          assign same[y] = op_same_q;
          assign seen[y] = same_q;
        end
      end
    end
  endgenerate
  wire unused_next = &{1'b0, next_same};
  reg [LINES-1:0] used, full, match;
  reg [LW-1:0]    hit_line, free_line;
  reg [MW-1:0]    lines;
  integer l, u;
  always @* begin
    used = {LINES{1'b0}};
    full = {LINES{1'b1}};
    for (u = 0; u < ENTRIES; u = u + 1) begin
      used = used | taken[u*LINES +: LINES];
      full = full & taken[u*LINES +: LINES];
    end
  end
  always @* begin
    match     = {LINES{1'b0}};
    hit_line  = {LW{1'b0}};
    free_line = {LW{1'b0}};
    lines     = {MW{1'b0}};
    for (l = LINES - 1; l >= 0; l = l - 1) begin
      if (used[l] && same[l]) begin
        match[l] = 1'b1;
        hit_line = hit_line | l[LW-1:0];
      end
      if (!used[l]) free_line = l[LW-1:0];
      lines = lines + {{(MW - 1){1'b0}}, used[l]};
    end
  end

  wire          has  = |match;
  assign line = has ? hit_line : free_line;
  // With STAGES 2 and 3 the rank counts those of the line that come first, by timestamp and age.
  wire [ENTRIES-1:0] behind;  // what is in the line and has a higher timestamp than ts_i
  reg  [EW-1:0] place, older;
  integer p;
  always @* begin
    place = {EW{1'b0}};
    older = {EW{1'b0}};
    for (p = ENTRIES - 1; p >= 0; p = p - 1) begin
      if (!line_valid[p]) place = p[EW-1:0];
      if (line_valid[p] && !behind[p]) older = older + E_ONE;  // only used while one place is free
    end
  end

  assign line_o = line;
  generate
    if (STAGES < 3) begin : g_room
      assign room_o = |(match & ~full) || !(has || &used);
    end else begin : g_room_seen  // what has not become stale since it was shown
      reg room_q;
      always @(posedge clk_i) room_q <= seen_room_o;
      assign room_o = room_q;
    end
  endgenerate

  wire park = park_i && room_o;
  assign begins = park && !has;

  // What is shown of the key that comes to T next. What T does changes it if it parks one in the key's line, or takes
  // the last one or the first of all places out of it; if the key has no line, if another one begins, or the first is
  // free.
  wire [LINES-1:0] shown = seen & used;
  wire             touched;
  reg  [LW-1:0]    seen_line;
  integer h;
  always @* begin
    seen_line = {LW{1'b0}};
    for (h = LINES - 1; h >= 0; h = h - 1) if (shown[h]) seen_line = seen_line | h[LW-1:0];
  end
  wire unused_seen = &{1'b0, seen_line};
  assign has_o       = |shown;
  assign seen_room_o = |(shown & ~full) || !(|shown || &used);
  assign stale_o     = STAGES == 3 && touched;

  // In T a verdict and an operation are for one key, and a request that parks
  // is not a replay: at most one of park, commit. The rank of a request counts
  // the older ones of its line, with STAGES 2 all that come before it.
  // The verdict, known last, comes last.
  reg [EW-1:0] gone_rank;
  integer r;
  always @* begin
    gone_rank = {EW{1'b0}};
    r         = 0;
    if (tk_valid_q) for (r = 0; r < ENTRIES; r = r + 1) if (tk_entry_q == r[EW-1:0]) gone_rank = tk_rank[r*EW +: EW];
  end

  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      localparam [EW-1:0] ME = e;
      reg  [LINES-1:0] valid_q;
      reg  [TS_W-1:0]  ts_q   [0:LINES-1];
      reg  [EW-1:0]    rank_q [0:LINES-1];
      wire             enter = park && place == ME;
      wire             younger    = tk_rank[e*EW +: EW] > gone_rank;
      wire             older_gone = commit && younger;
      wire             pushed;  // the one that parks comes before it

      assign taken[e*LINES +: LINES]   = valid_q;
      assign line_valid[e]             = valid_q[line];
      assign pick_valid[e]             = valid_q[pick];
      assign tk_valid[e]               = valid_q[tk_line_q];
      assign tk_rank[e*EW +: EW]       = rank_q[tk_line_q];
      assign pick_rank[e*EW +: EW]     = rank_q[pick];
      assign pick_ts[e*TS_W +: TS_W]   = ts_q[pick];
      assign of_ts[e*TS_W +: TS_W]     = ts_q[of_line_q];

      always @(`CG_EDGE) begin
        if (rst_i) begin
          valid_q <= {LINES{1'b0}};
        end else begin
          if (commit && tk_entry_q == ME) valid_q[tk_line_q] <= 1'b0;
          if (enter) valid_q[line] <= 1'b1;
        end
      end

      if (STAGES == 1) begin : g_age
        assign behind[e] = 1'b0;
        assign pushed    = 1'b0;
      end else begin : g_sorted
        wire [TS_W-1:0] there;  // in the key's line; with STAGES 3 read a cycle before, when it is shown
        if (STAGES == 2) begin : g_now
          assign there = ts_q[line];
        end else begin : g_read
          reg [TS_W-1:0] there_q;
          always @(posedge clk_i) there_q <= ts_q[seen_line];
          assign there = there_q;
        end
        assign behind[e] = line_valid[e] && there > ts_i;
        assign pushed    = park && behind[e];
      end
      wire [EW-1:0] line_rank = rank_q[line];

      always @(posedge clk_i) begin
        if (enter || pushed || older_gone) rank_q[(enter || pushed) ? line : tk_line_q] <=
            enter ? older : pushed ? line_rank + E_ONE : tk_rank[e*EW +: EW] - E_ONE;
        if (enter || (pw_we_i && of_entry_q == ME)) ts_q[enter ? line : of_line_q] <= ts_i;
      end
    end
  endgenerate

  // A line without requests is not awake.
  reg [LINES-1:0] used_d;
  reg             others;  // the line of the verdict has requests besides it
  integer q;
  always @* begin
    others = 1'b0;
    for (q = 0; q < ENTRIES; q = q + 1) if (tk_valid[q] && tk_entry_q != q[EW-1:0]) others = 1'b1;
    used_d = used;
    if (commit && !others) used_d[tk_line_q] = 1'b0;
    if (park) used_d[line] = 1'b1;
    awake_d = awake_q;
    if (keep) awake_d[tk_line_q] = 1'b0;
    if (wake_i && (has || park)) awake_d[line] = 1'b1;
    awake_d = awake_d & used_d;
  end

  assign touched = (park && (shown[line] || (begins && !(|shown))))
                   || (commit && (seen[tk_line_q] ? full[tk_line_q] || !others : !others && (&used)));

  always @(`CG_EDGE) begin
    if (rst_i) begin
      awake_q <= {LINES{1'b0}};
      count_q <= {NW{1'b0}};
    end else begin
      awake_q <= awake_d;
      if (park && !commit) count_q <= count_q + N_ONE;
      if (commit && !park) count_q <= count_q - N_ONE;
    end
  end

  always @(posedge clk_i) begin
    if (begins) key_q[line] <= key_i;
  end

  assign count_o = count_q;
  assign lines_o = lines;
  assign idle_o  = count_q == {NW{1'b0}};

  // Fetch while the offered request is taken, or when none is offered: the next
  // line in turn that is awake and neither offered nor taken. What is chosen comes
  // from registers alone; if the line changes now, it is withdrawn before it is
  // offered, and the line keeps its turn.
  reg [LINES-1:0] more;
  reg             pick_ok;
  integer k;
  always @* begin
    more = awake_q;
    if (of_valid_q) more[of_line_q] = 1'b0;
    if (tk_valid_q) more[tk_line_q] = 1'b0;
    pick_ok = |more;
    pick    = {LW{1'b0}};
    k       = 0;
    if (pick_ok) begin
      for (k = LINES - 1; k >= 0; k = k - 1) if (more[k]) pick = k[LW-1:0];
      for (k = LINES - 1; k >= 0; k = k - 1) if (more[k] && k[LW-1:0] > turn_q) pick = k[LW-1:0];
    end
  end

  reg  pw_q;  // a place from outside is in T: it may be written
  wire fetch = pick_ok && (!of_valid_q || leaves) && !pw_i && !pw_q;

  // Lowest timestamp of the line, then the oldest, by pairs; or the one of the lowest rank.
  wire [EW-1:0]   first;
  wire [TS_W-1:0] first_ts;
  generate
  if (STAGES == 1) begin : g_compared
    localparam integer AGE_W = TS_W + EW;
    reg [ENTRIES-1:0]       here;
    reg [ENTRIES*AGE_W-1:0] age;
    reg [ENTRIES*EW-1:0]    number;
    integer f, step;
    always @* begin
      here   = pick_valid;
      age    = {ENTRIES*AGE_W{1'b0}};
      number = {ENTRIES*EW{1'b0}};
      f      = 0;
      step   = 1;
      if (pick_ok) begin
        for (f = 0; f < ENTRIES; f = f + 1) begin
          age[f*AGE_W +: AGE_W] = {pick_ts[f*TS_W +: TS_W], pick_rank[f*EW +: EW]};
          number[f*EW +: EW]    = f[EW-1:0];
        end
        for (step = 1; step < ENTRIES; step = 2 * step) begin
          for (f = 0; f + step < ENTRIES; f = f + 2 * step) begin
            if (here[f + step] && (!here[f] || age[(f + step)*AGE_W +: AGE_W] < age[f*AGE_W +: AGE_W])) begin
              here[f]               = 1'b1;
              age[f*AGE_W +: AGE_W] = age[(f + step)*AGE_W +: AGE_W];
              number[f*EW +: EW]    = number[(f + step)*EW +: EW];
            end
          end
        end
      end
    end
    assign first    = number[0 +: EW];
    assign first_ts = age[EW +: TS_W];
    wire unused_age = &{1'b0, age, number, here};
  end else begin : g_first
    reg [EW-1:0]   lowest;
    reg [TS_W-1:0] lowest_ts;
    integer f;
    always @* begin
      lowest    = {EW{1'b0}};
      lowest_ts = {TS_W{1'b0}};
      for (f = 0; f < ENTRIES; f = f + 1) if (pick_valid[f] && pick_rank[f*EW +: EW] == {EW{1'b0}}) begin
        lowest    = lowest | f[EW-1:0];
        lowest_ts = lowest_ts | pick_ts[f*TS_W +: TS_W];
      end
    end
    assign first    = lowest;
    assign first_ts = lowest_ts;
    wire unused_ok = pick_ok;
  end
  endgenerate
  wire          changed = park && line == pick;  // the line to be fetched from

  always @* begin
    of_valid_d = fetch ? !changed : of_valid_q && !take && !(park && line == of_line_q);
    of_line_d  = pw_i ? pw_idx_i : fetch ? pick : of_line_q;
    if (pw_i) of_valid_d = 1'b0;
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      of_valid_q <= 1'b0;
      of_line_q  <= {LW{1'b0}};
      pw_q       <= 1'b0;
      tk_valid_q <= 1'b0;
      tk_line_q  <= {LW{1'b0}};
      turn_q     <= {LW{1'b0}};
    end else begin
      of_valid_q <= of_valid_d;
      of_line_q  <= of_line_d;
      pw_q       <= pw_i;
      tk_valid_q <= take;
      if (leaves) tk_line_q <= of_line_q;
      if (fetch && !changed) turn_q <= pick;
    end
  end

  always @(posedge clk_i) begin
    if (pw_i || fetch) of_entry_q <= pw_i ? pw_word_i : first;
    if (fetch) of_ts_q <= first_ts;
    if (leaves) tk_entry_q <= of_entry_q;
  end

  cg_ram_1r1w #(
      .W     (PAY_W),
      .DEPTH (PLACES),
      .AW    (AW)
  ) u_pay (
      .clk_i   (clk_i),
      .re_i    (fetch || pw_i),
      .raddr_i (pw_i ? address(pw_idx_i, pw_word_i) : address(pick, first)),
      .rdata_o (rp_pay_o),
      .we_i    (park || pw_we_i),
      .waddr_i (pw_we_i ? address(of_line_q, of_entry_q) : address(line, place)),
      .wdata_i (pay_i)
  );

  assign rp_valid_o = of_valid_q;
  assign rp_key_o   = key_q[of_line_q];

  reg [TS_W-1:0] pw_ts;  // of the place that a walk has read
  integer t;
  always @* begin
    pw_ts = of_ts[0 +: TS_W];
    for (t = 1; t < ENTRIES; t = t + 1) if (of_entry_q == t[EW-1:0]) pw_ts = of_ts[t*TS_W +: TS_W];
  end
  assign rp_ts_o = pw_q ? pw_ts : of_ts_q;

  wire verdict_ok = {1'b0, rp_commit_i} + {1'b0, rp_keep_i} + {1'b0, rp_rewind_i} == {1'b0, tk_valid_q};
  wire unused_verdict_ok = verdict_ok;  // but for assertions

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if (park_i && !room_o) begin
      $display("ERROR: cg_stall: park without room");
      $finish;
    end else if (!verdict_ok) begin
      $display("ERROR: cg_stall: a take needs exactly one verdict in the next cycle");
      $finish;
    end else if (rp_take_i && !rp_valid_o) begin
      $display("ERROR: cg_stall: take without an offer");
      $finish;
    end else if (STAGES != 1 && pw_we_i) begin
      $display("ERROR: cg_stall: a place is written, and its line is kept in order");
      $finish;
    end
  end
`endif
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(stall_park) assert (!(park_i) || (room_o));  // a parked request has a place
    // a taken request gets one verdict in the next cycle
    `CG_NAME(stall_verdict) assert (!(tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i) || (verdict_ok));
    `CG_NAME(stall_take) assert (!(rp_take_i) || (rp_valid_o));  // what is taken was offered
    // a replay is looked up by its own key and not parked anew
    `CG_NAME(stall_key) assert (!(tk_valid_q) || (key_i == key_q[tk_line_q] && !park_i));
    `CG_NAME(stall_rewind) assert (!(rp_rewind_i) || (!park_i && !wake_i));  // a request that failed does nothing
    // a place is written in the cycle after it was read
    `CG_NAME(stall_place) assert (!(pw_we_i) || (pw_q && !park_i && !rp_commit_i && STAGES == 1));
    `CG_NAME(stall_unique) assert (!(has_o) || ((match & (match - 1'b1)) == {LINES{1'b0}}));  // a key has one line
`ifdef FORMAL
    stall_park_reached: cover (park_i);
    stall_verdict_reached: cover (tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i);
    stall_take_reached: cover (rp_take_i);
    stall_key_reached: cover (tk_valid_q);
    stall_rewind_reached: cover (rp_rewind_i);
    stall_place_reached: cover (pw_we_i);
    stall_unique_reached: cover (has_o);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
