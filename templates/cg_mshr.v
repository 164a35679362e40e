// Miss-status file: one entry per key with outstanding work, each with fields
// and an in-order list of parked requests that are replayed later.
//
// T stage, look-up (combinational from key_i; with STAGES 2 from registers: key_i
// is next_key_i of the cycle before, with which all keys are compared then; with
// STAGES 3 key_i is next_key_i of two cycles before, and hit_o, fld_o, armed_o,
// drain_o and must_o are shown in the cycle between):
//   hit_o, idx_o   the entry of the key; on a miss idx_o is what an allocation
//                  would take;  fld_o its fields (zero on a miss)
//   armed_o        hit, and the entry holds live state (not only a list)
//   drain_o        hit, and its list is being replayed
//   must_o         hit, and a must-hit replay has not committed yet
//   room_o         hit, or an entry is free (STAGES 3: but for one that is freed in the cycle before);
//   park_room_o    miss, or list not full
// T stage, operations in the same cycle when op_i is high, which is known last: the
// others say what the operation would be, and mean nothing without it
//   alloc_i   miss: take an entry, armed, list empty. Hit: arm it again, the
//             list stays. Either way drain, must and free-at-end are cleared.
//   fld_i     is written on every op_i with a hit or alloc_i
//   park_i    append pay_i to the list (the request is not itself a replay)
//   replay_i  offer the list from its head; with must_i also set must. Both
//             only if the list is not empty after this cycle.
//   done_i    no longer armed; free as soon as the list is empty, which may be
//             at once. With a list left it needs a replay, now or before.
//   stale_o   STAGES 3: what is shown is of the key in T, whose entry changes: in
//             the next cycle there is no operation and no verdict but a rewind
//   Effects apply in the order verdict (below), alloc, park, replay, done.
// Replay side, a source of requests for S0, sustained one per cycle:
//   rp_valid_o, rp_idx_o, rp_key_o, rp_pay_o   offer, withdrawn when the entry
//             stops draining;  rp_take_i   S0 takes it (ignored in a cycle with
//             rp_keep_i, rp_rewind_i or rp_stop_o)
//   rp_stop_o  the operation takes the entry of the offer into use again, without
//             replay: what is offered stays in the list (STAGES 3: see stale_o)
//             With STAGES 3 nothing is taken while a verdict is due
//   verdict in T, the cycle after the take, exactly one of
//   rp_commit_i  remove it; clears must; frees an entry that is done and empty
//   rp_keep_i    it parked again: stays the head; clears drain and must
//   rp_rewind_i  offer it again, in order
//             With an operation the verdict is rp_keep_i if rp_parks_i is high, known
//             before op_i as the operation's pins are, and rp_commit_i if it is low
// Payloads from outside, while nothing is taken or parked and no verdict is due
// but rewinds:
//   pw_i  S0: word pw_word_i of the list memory of entry pw_idx_i is read;
//         nothing is offered from the next cycle on.  T, the cycle after it:
//         rp_pay_o is that word, and pw_we_i writes pay_i there
// busy_o    some list is being replayed, or a request of one is in T: it moves
// A replay_i is followed by an offer two cycles later at the earliest, with STAGES 3 three.
// Several draining entries take turns.
//
// STAGES 1 to 3; ENTRIES, DEPTH (parked requests of an entry), KEY_W, FLD_W, PAY_W  >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_mshr #(
    parameter integer ENTRIES = 4,
    parameter integer DEPTH   = 4,
    parameter integer KEY_W   = 8,
    parameter integer FLD_W   = 8,
    parameter integer PAY_W   = 8,
    parameter integer STAGES  = 1,
    parameter integer IW      = (ENTRIES > 1) ? $clog2(ENTRIES) : 1, // derived
    parameter integer PW      = (DEPTH > 1) ? $clog2(DEPTH) : 1      // derived
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    // T: look-up
    input  wire [KEY_W-1:0]             next_key_i,
    input  wire [KEY_W-1:0]             key_i,
    output wire                         hit_o,
    output wire [IW-1:0]                idx_o,
    output wire [FLD_W-1:0]             fld_o,
    output wire                         armed_o,
    output wire                         drain_o,
    output wire                         must_o,
    output wire                         room_o,
    output wire                         park_room_o,
    // T: operations
    input  wire                         op_i,
    input  wire                         alloc_i,
    input  wire [FLD_W-1:0]             fld_i,
    input  wire                         park_i,
    input  wire [PAY_W-1:0]             pay_i,
    input  wire                         replay_i,
    input  wire                         must_i,
    input  wire                         done_i,
    output wire                         stale_o,
    // replay
    output wire                         rp_valid_o,
    output wire [IW-1:0]                rp_idx_o,
    output wire [KEY_W-1:0]             rp_key_o,
    output wire [PAY_W-1:0]             rp_pay_o,
    output wire                         rp_stop_o,
    input  wire                         rp_take_i,
    input  wire                         rp_commit_i,
    input  wire                         rp_keep_i,
    input  wire                         rp_rewind_i,
    input  wire                         rp_parks_i,
    // payloads from outside
    input  wire                         pw_i,
    input  wire [IW-1:0]                pw_idx_i,
    input  wire [PW-1:0]                pw_word_i,
    input  wire                         pw_we_i,
    output wire [$clog2(ENTRIES+1)-1:0] count_o,
    output wire                         busy_o,
    output wire                         idle_o
);
  localparam integer CW    = $clog2(DEPTH + 1);                // length of a list
  localparam integer EW    = $clog2(ENTRIES + 1);
  localparam integer WORDS = ENTRIES * DEPTH;
  localparam integer AW    = (WORDS > 1) ? $clog2(WORDS) : 1;
  // Entries are looked through in groups: simulators skip a group in which there is nothing to find.
  localparam integer GROUP  = 8;
  localparam integer GROUPS = (ENTRIES + GROUP - 1) / GROUP;
  localparam integer SPARE  = GROUPS * GROUP - ENTRIES;
  localparam [CW-1:0] FULL    = DEPTH[CW-1:0];
  localparam [CW-1:0] EMPTY   = 0;
  localparam [CW-1:0] CNT_ONE = 1;
  localparam [EW-1:0] E_ONE   = 1;
  localparam [EW-1:0] ALL     = ENTRIES[EW-1:0];
  localparam [EW-1:0] E_TWO   = E_ONE + E_ONE;  // with one entry 0: never asked for
  localparam integer     LAST_I = DEPTH - 1;                   // places of a list: 0 .. DEPTH - 1
  localparam [PW-1:0]    LAST   = LAST_I[PW-1:0];
  localparam [PW-1:0]    P_ONE  = 1;
  localparam [PW+1:0]    PLACES = DEPTH[PW+1:0];

  generate
    if (ENTRIES < 1 || DEPTH < 1 || KEY_W < 1 || FLD_W < 1 || PAY_W < 1 || STAGES < 1 || STAGES > 3) begin : g_illegal
      cg_error_mshr_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // Entry state. In a cycle only two entries change: that of the operation
  // and that of the verdict. Lists are set up when their entry is taken.
  reg [ENTRIES-1:0] valid_q, armed_q, drain_q, must_q, fin_q;  // fin: free at end
  reg [ENTRIES*KEY_W-1:0] keys_q;  // one vector, but for fixed slices only: Icarus looks at all words of an array in @*
  reg [FLD_W-1:0]   fld_q  [0:ENTRIES-1];
  reg [CW-1:0]      cnt_q  [0:ENTRIES-1];  // length of the list
  reg [PW-1:0]      head_q [0:ENTRIES-1];  // place of the oldest
  reg [PW-1:0]      tail_q [0:ENTRIES-1];  // place of the next park
  reg [EW-1:0]      count_q;               // valid entries
  reg               idle_q;                // there is none

  // Replay pipeline: a fetched item is offered (of_*), then taken (tk_*).
  reg           of_valid_q, tk_valid_q;
  reg  [IW-1:0] of_idx_q, tk_idx_q;
  reg  [IW-1:0] turn_q;                // entry fetched last
  wire          commit = tk_valid_q && rp_commit_i;
  wire          keep   = tk_valid_q && rp_keep_i;
  wire          rewind = tk_valid_q && rp_rewind_i;
  wire          offers = of_valid_q && drain_q[of_idx_q];  // only while its entry drains
  wire          refused = STAGES < 3 && (keep || rewind || rp_stop_o);
  // With two stages what is fetched does not wait for what T says: if the take is refused, nothing is offered in the
  // next cycle, and the item is fetched again.
  wire          wanted = offers && rp_take_i;
  wire          take   = wanted && !refused;
  wire          leaves = STAGES == 2 ? wanted : take;

  // Look-up: the entry of the key, and the lowest free one.
  wire [GROUPS*GROUP-1:0] live = {{SPARE{1'b0}}, valid_q};
  wire [GROUPS*GROUP-1:0] full = {{SPARE{1'b1}}, valid_q};
  wire [KEY_W-1:0]        look_key = (STAGES == 1) ? key_i : next_key_i;
  reg  [ENTRIES-1:0]      same_key;
  reg  [IW-1:0]           same_idx, free_idx;
  wire [ENTRIES-1:0]      match;      // what is shown
  wire [IW-1:0]           hit_idx;
  wire [FLD_W-1:0]        hit_fld;
  wire                    hit_armed;
  wire                    op_hit, op_armed, op_drain, op_must, op_fin;  // what T has found
  wire [IW-1:0]           op_idx;
  wire [IW-1:0]           entry;      // that of T: the one found, or the one that it can take
  wire [IW-1:0]           to_take;    // which T takes if it takes one
  wire [CW-1:0]           op_cnt;
  wire                    op_room, op_park_room;
  wire                    op_none;    // STAGES 3: what was shown was stale, there is no operation
  wire                    settles;    // entries have changed, what is shown of them goes on to T
  wire [PW-1:0]           op_tail;
  reg                     found;
  integer g, i, h, j;
  always @* begin
    same_idx = {IW{1'b0}};
    same_key = {ENTRIES{1'b0}};
    i        = 0;
    for (g = 0; g < GROUPS; g = g + 1) begin
      if (|live[g*GROUP +: GROUP]) begin
        for (i = g * GROUP; i < g * GROUP + GROUP && i < ENTRIES; i = i + 1) begin
          if (valid_q[i] && keys_q[i*KEY_W +: KEY_W] == look_key) begin
            same_key[i] = 1'b1;
            same_idx    = same_idx | i[IW-1:0];
          end
        end
      end
    end
  end
  always @* begin
    free_idx = {IW{1'b0}};
    found    = 1'b0;
    j        = 0;
    for (h = 0; h < GROUPS; h = h + 1) begin
      if (!found && !(&full[h*GROUP +: GROUP])) begin
        found = 1'b1;
        for (j = h * GROUP + GROUP - 1; j >= h * GROUP; j = j - 1) if (!full[j]) free_idx = j[IW-1:0];
      end
    end
  end

  assign hit_o       = |match;
  assign idx_o       = entry;
  assign fld_o       = hit_fld;
  assign armed_o     = hit_armed;
  assign drain_o     = |(match & drain_q);
  assign must_o      = |(match & must_q);
  assign room_o      = op_room;
  assign park_room_o = op_park_room;
  assign count_o     = count_q;
  assign idle_o      = idle_q;

  assign rp_stop_o = STAGES < 3 && of_valid_q && op_i && alloc_i && !replay_i && op_hit && op_idx == of_idx_q;

  wire parks   = park_i && park_room_o;
  wire op_ok   = op_i && (op_hit || (alloc_i && room_o));
  wire park_ok = op_ok && parks;

  // Lengths after this cycle, of the verdict's entry and of the operation's: what becomes of that one is worked out
  // before op_i is known.
  wire          same     = tk_valid_q && idx_o == tk_idx_q;
  wire [CW-1:0] cnt_tk   = cnt_q[tk_idx_q];
  wire [CW-1:0] cnt_tk_d = cnt_tk - CNT_ONE;
  wire [CW-1:0] cnt_op   = !op_hit ? EMPTY : same ? cnt_tk : op_cnt;
  wire          one_less = same && !rp_parks_i;
  wire [CW-1:0] cnt_more = cnt_op + CNT_ONE;
  wire [CW-1:0] cnt_less = cnt_op - CNT_ONE;
  wire [CW-1:0] cnt_op_d = (parks == one_less) ? cnt_op : parks ? cnt_more : cnt_less;
  wire [PW-1:0] head_tk  = head_q[tk_idx_q];
  wire [PW-1:0] tail_op  = op_hit ? op_tail : {PW{1'b0}};

  // The verdict's entry after this cycle, unless the operation is on it too
  wire tk_over    = commit && cnt_tk == CNT_ONE;
  wire tk_drain_d = drain_q[tk_idx_q] && !keep && !tk_over;
  wire tk_frees   = tk_over && fin_q[tk_idx_q] && !(op_ok && same);

  // The operation's entry after this cycle, the verdict included
  wire op_empty   = (parks == one_less) ? cnt_op == EMPTY : !parks && cnt_op == CNT_ONE;
  wire op_armed_d = !done_i && (alloc_i || op_armed);
  wire op_fin_d   = done_i || (!alloc_i && op_fin);
  wire op_drain_d = !op_empty && (replay_i || (!alloc_i && op_drain && !(same && rp_parks_i)));
  wire op_must_d  = !op_empty && ((replay_i && must_i) || (!alloc_i && op_must && !same));
  wire op_over    = op_empty && op_fin_d;
  wire op_frees   = op_ok && op_over;
  wire op_takes   = op_ok && !op_hit;

  // None is left: worked out with and without the operation.
  wire tk_last    = tk_over && fin_q[tk_idx_q];
  wire idle_op    = op_hit ? (op_over && (tk_last && !same ? count_q == E_TWO : count_q == E_ONE))
                           : (op_over && (tk_last ? count_q == E_ONE : idle_q));
  wire idle_else  = tk_last ? count_q == E_ONE : idle_q;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      valid_q <= {ENTRIES{1'b0}};
      armed_q <= {ENTRIES{1'b0}};
      drain_q <= {ENTRIES{1'b0}};
      must_q  <= {ENTRIES{1'b0}};
      fin_q   <= {ENTRIES{1'b0}};
      count_q <= {EW{1'b0}};
      idle_q  <= 1'b1;
    end else begin
      idle_q  <= op_ok ? idle_op : idle_else;
      if (commit || keep) begin
        must_q[tk_idx_q]  <= 1'b0;
        drain_q[tk_idx_q] <= tk_drain_d;
        if (tk_frees) valid_q[tk_idx_q] <= 1'b0;
      end
      if (op_ok) begin
        valid_q[idx_o] <= !op_over;
        armed_q[idx_o] <= op_armed_d;
        drain_q[idx_o] <= op_drain_d;
        must_q[idx_o]  <= op_must_d;
        fin_q[idx_o]   <= op_fin_d;
      end
      if ((op_ok && op_hit == op_over) || tk_frees) begin
        count_q <= count_q + {{(EW-1){1'b0}}, op_takes} - {{(EW-1){1'b0}}, op_frees} - {{(EW-1){1'b0}}, tk_frees};
      end
    end
  end

  always @(posedge clk_i) begin
    if (commit) begin
      cnt_q[tk_idx_q]  <= cnt_tk_d;
      head_q[tk_idx_q] <= (head_tk == LAST) ? {PW{1'b0}} : head_tk + P_ONE;
    end
    if (op_ok) begin
      fld_q[idx_o]  <= fld_i;
      cnt_q[idx_o]  <= cnt_op_d;
      tail_q[idx_o] <= !parks ? tail_op : (tail_op == LAST) ? {PW{1'b0}} : tail_op + P_ONE;
      if (!op_hit) begin
        head_q[idx_o] <= {PW{1'b0}};
      end
    end
  end

  // With two and more stages: what the next key will find, whatever happens in T meanwhile.
  generate
    if (STAGES == 1) begin : g_one
      wire unused = &{1'b0, next_key_i, to_take};
      assign match     = same_key;
      assign hit_idx   = same_idx;
      assign hit_fld   = hit_o ? fld_q[same_idx] : {FLD_W{1'b0}};
      assign hit_armed = |(match & armed_q);
    end else begin : g_two
      // Which entry has the key, or will if T takes one for it: whether T does so, and whether it frees what was found,
      // is in valid_q by then.
      localparam [ENTRIES-1:0] FIRST = 1;
      reg  [ENTRIES-1:0] match_q;
      reg  [IW-1:0]      idx_q;
      wire [ENTRIES-1:0] next_free = (FIRST << to_take) & ~valid_q;
      wire               of_t      = key_i == next_key_i;
      always @(`CG_EDGE) begin
        if (rst_i) match_q <= {ENTRIES{1'b0}};
        else match_q <= same_key | (of_t ? next_free : {ENTRIES{1'b0}});
      end
      // Its fields and whether it is armed (which only a valid entry is), or what T makes of them meanwhile.
      wire             kept_armed = |(same_key & armed_q);
      wire [FLD_W-1:0] kept_fld   = |same_key ? fld_q[same_idx] : {FLD_W{1'b0}};
      always @(posedge clk_i) idx_q <= |same_key ? same_idx : to_take;
      assign match   = match_q & valid_q;
      assign hit_idx = idx_q;
      if (STAGES == 2) begin : g_choose
        // The verdict is known last: the choice is all that is in front of what is shown.
        reg             written_q, kept_armed_q, new_armed_q;
        reg [FLD_W-1:0] kept_fld_q, new_fld_q;
        always @(`CG_EDGE) begin
          if (rst_i) begin
            written_q    <= 1'b0;
            kept_armed_q <= 1'b0;
            kept_fld_q   <= {FLD_W{1'b0}};
          end else begin
            written_q    <= of_t && (op_ok || tk_frees);
            kept_armed_q <= kept_armed;
            kept_fld_q   <= kept_fld;
          end
        end
        always @(posedge clk_i) begin
          new_armed_q <= op_ok && op_armed_d;
          new_fld_q   <= (op_ok && !op_over) ? fld_i : {FLD_W{1'b0}};
        end
        assign hit_fld   = written_q ? new_fld_q : kept_fld_q;
        assign hit_armed = written_q ? new_armed_q : kept_armed_q;
      end else begin : g_chosen
        // The table comes next: nothing is in front of what is shown. The verdict is known last, so all cases are made
        // before it.
        reg              shown_armed_q;
        reg  [FLD_W-1:0] shown_fld_q;
        wire             op_armed_n = of_t ? op_armed_d : kept_armed;
        wire [FLD_W-1:0] op_fld_n   = !of_t ? kept_fld : op_over ? {FLD_W{1'b0}} : fld_i;
        wire             gone       = of_t && tk_over && fin_q[tk_idx_q];  // if there is no operation
        always @(`CG_EDGE) begin
          if (rst_i) begin
            shown_armed_q <= 1'b0;
            shown_fld_q   <= {FLD_W{1'b0}};
          end else begin
            shown_armed_q <= op_ok ? op_armed_n : kept_armed && !gone;
            shown_fld_q   <= op_ok ? op_fld_n : gone ? {FLD_W{1'b0}} : kept_fld;
          end
        end
        assign hit_fld   = shown_fld_q;
        assign hit_armed = shown_armed_q;
      end
    end
    if (STAGES < 3) begin : g_at_once
      assign op_hit   = hit_o;
      assign op_idx   = hit_idx;
      assign op_armed = armed_o;
      assign op_drain = drain_o;
      assign op_must  = must_o;
      assign op_fin   = |(match & fin_q);
      assign op_cnt   = cnt_q[hit_idx];
      assign op_tail  = tail_q[hit_idx];
      assign op_room      = op_hit || !(&valid_q);
      assign op_park_room = !op_hit || op_cnt != FULL;
      assign entry    = op_hit ? op_idx : free_idx;
      assign to_take  = free_idx;
      assign stale_o  = 1'b0;
      assign op_none  = 1'b0;
      assign settles  = 1'b0;
    end else begin : g_later
      // What was shown stays true in T, unless it was stale.
      reg             hit_q, op_armed_q, op_drain_q, op_must_q, op_fin_q, same_q, room_q, park_room_q, none_q;
      reg [IW-1:0]    op_idx_q;
      reg [CW-1:0]    op_cnt_q;
      reg [PW-1:0]    op_tail_q;
      reg [KEY_W-1:0] shown_key_q;
      reg [1:0]       changed_q;
      reg [IW-1:0]    entry_q, to_take_q, other_idx;
      assign op_hit   = hit_q;
      assign op_idx   = op_idx_q;
      assign op_armed = op_armed_q;
      assign op_drain = op_drain_q;
      assign op_must  = op_must_q;
      assign op_fin   = op_fin_q;
      assign op_cnt   = op_cnt_q;
      assign op_tail  = op_tail_q;
      assign op_room      = room_q;
      assign op_park_room = park_room_q;
      assign op_none  = none_q;
      // Is one left, whether T takes one or not? What T frees counts a cycle later.
      // Which one, is known a cycle earlier: the lowest that is free, but for the one that T takes now.
      reg             some_other;
      integer         a, c;
      always @* begin
        other_idx  = {IW{1'b0}};
        some_other = 1'b0;
        a          = 0;
        for (c = 0; c < GROUPS; c = c + 1) begin
          if (!some_other && !(&full[c*GROUP +: GROUP])) begin
            for (a = c * GROUP + GROUP - 1; a >= c * GROUP; a = a - 1) begin
              if (!full[a] && a[IW-1:0] != to_take_q) begin
                other_idx  = a[IW-1:0];
                some_other = 1'b1;
              end
            end
          end
        end
      end
      wire [IW-1:0] free_n = op_takes ? other_idx : free_idx;
      assign entry   = entry_q;
      assign to_take = to_take_q;
      wire one = count_q != ALL, two = one && count_q != ALL - E_ONE;
      assign stale_o  = same_q && (op_ok || commit || keep);
      always @(`CG_EDGE) begin
        if (rst_i) begin
          hit_q       <= 1'b0;
          entry_q     <= {IW{1'b0}};
          to_take_q   <= {IW{1'b0}};
          room_q      <= 1'b1;
          park_room_q <= 1'b1;
          none_q      <= 1'b0;
          changed_q   <= 2'd3;
        end else begin
          hit_q       <= hit_o;
          entry_q     <= hit_o ? hit_idx : free_n;
          to_take_q   <= free_n;
          room_q      <= hit_o || (op_takes ? two : one);
          park_room_q <= !hit_o || cnt_q[hit_idx] != FULL;
          none_q      <= stale_o;
          changed_q   <= {changed_q[0], op_ok || commit || keep};
        end
      end
      assign settles = |changed_q;
      always @(posedge clk_i) begin
        op_idx_q    <= hit_idx;
        op_armed_q  <= armed_o;
        op_drain_q  <= drain_o;
        op_must_q   <= must_o;
        op_fin_q    <= |(match & fin_q);
        op_cnt_q    <= cnt_q[hit_idx];
        op_tail_q   <= tail_q[hit_idx];
        shown_key_q <= next_key_i;
        same_q      <= next_key_i == shown_key_q;
      end
    end
  endgenerate

  integer n, w;
  always @(posedge clk_i) begin
    if (op_takes) begin
      for (n = 0; n < GROUPS; n = n + 1) begin
        for (w = n * GROUP; w < n * GROUP + GROUP && w < ENTRIES; w = w + 1) begin
          if (idx_o == w[IW-1:0]) keys_q[w*KEY_W +: KEY_W] <= key_i;
        end
      end
    end
  end

  // Entries with an item not yet fetched: those that drain, less where all
  // items are taken or offered. These are at the front of the list. (What is offered of an entry that does not drain
  // counts as well here: of that one nothing is fetched.)
  wire [1:0] ahead_tk = {1'b0, tk_valid_q} + {1'b0, of_valid_q && of_idx_q == tk_idx_q};
  wire [1:0] ahead_of = {1'b0, of_valid_q} + {1'b0, tk_valid_q && of_idx_q == tk_idx_q};
  wire       rest_tk  = {2'b00, cnt_tk} > {{CW{1'b0}}, ahead_tk};
  wire       rest_of  = {2'b00, cnt_q[of_idx_q]} > {{CW{1'b0}}, ahead_of};
  reg  [ENTRIES-1:0]      more;
  wire [GROUPS*GROUP-1:0] look = {{SPARE{1'b0}}, more};
  always @* begin
    more = drain_q;
    if (tk_valid_q && !rest_tk) more[tk_idx_q] = 1'b0;
    if (of_valid_q && !rest_of) more[of_idx_q] = 1'b0;
  end

  // Fetch the next item while the offered one is taken, or when none is
  // offered: the first entry with more items after the one fetched last.
  wire          some = |more;
  reg           later_ok;  // there is one after the one fetched last
  reg  [IW-1:0] first, later;
  wire [IW-1:0] chosen = later_ok ? later : first;
  wire          fetch;
  wire          pick_ok;
  wire [IW-1:0] pick;
  generate
    if (STAGES < 3) begin : g_pick
      assign pick_ok = some;
      assign pick    = chosen;
    end else begin : g_pick_q
      // Chosen a cycle earlier. If nothing was fetched meanwhile the entry has more still, as long as it drains.
      reg          picked_q;
      reg [IW-1:0] pick_q;
      assign pick_ok = picked_q && drain_q[pick_q];
      assign pick    = pick_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          picked_q <= 1'b0;
          pick_q   <= {IW{1'b0}};
        end else begin
          picked_q <= some && !fetch;
          if (some) pick_q <= chosen;
        end
      end
    end
  endgenerate
  integer m, k;
  always @* begin
    later_ok = 1'b0;
    first    = {IW{1'b0}};
    later    = {IW{1'b0}};
    k        = 0;
    m        = 0;
    if (some) begin
      for (m = GROUPS - 1; m >= 0; m = m - 1) begin
        if (|look[m*GROUP +: GROUP]) begin
          for (k = m * GROUP + GROUP - 1; k >= m * GROUP; k = k - 1) begin
            if (look[k]) first = k[IW-1:0];
            if (look[k] && k[IW-1:0] > turn_q) begin
              later    = k[IW-1:0];
              later_ok = 1'b1;
            end
          end
        end
      end
    end
  end

  reg  pw_q;  // a word from outside is in T: it may be written
  assign busy_o = (|drain_q) || of_valid_q || tk_valid_q || pw_q || settles;
  assign fetch = pick_ok && (!offers || leaves) && !pw_i && !pw_q;

  // An offer does not stay in front of an item of the same entry that has to be offered again.
  wire          of_at_tk = tk_valid_q && (fetch ? pick : of_idx_q) == tk_idx_q;
  wire          of_stays = !((rewind || keep) && of_at_tk);

  always @(`CG_EDGE) begin
    if (rst_i) begin
      of_valid_q <= 1'b0;
      of_idx_q   <= {IW{1'b0}};
      tk_valid_q <= 1'b0;
      tk_idx_q   <= {IW{1'b0}};
      turn_q     <= {IW{1'b0}};
    end else begin
      tk_valid_q <= take;
      if (fetch || of_valid_q) of_valid_q <= (fetch || (offers && !leaves)) && of_stays && !pw_i && (take || !leaves);
      if (fetch) of_idx_q <= pick;
      if (leaves) tk_idx_q <= of_idx_q;
      if (fetch) turn_q <= pick;
    end
  end

  // The item to fetch is the head, or behind those that are taken or offered (at most DEPTH places), which are of two
  // entries at most: their places are known before the pick is. (No function: Verilator would compile each tile anew.)
  wire [PW+1:0] sum_tk      = {2'b00, head_tk} + {{PW{1'b0}}, ahead_tk};
  wire [PW+1:0] sum_of      = {2'b00, head_q[of_idx_q]} + {{PW{1'b0}}, ahead_of};
  wire [PW+1:0] wrapped_tk  = sum_tk >= PLACES ? sum_tk - PLACES : sum_tk;
  wire [PW+1:0] wrapped_of  = sum_of >= PLACES ? sum_of - PLACES : sum_of;
  wire [PW-1:0] place_tk    = wrapped_tk[PW-1:0];
  wire [PW-1:0] place_of    = wrapped_of[PW-1:0];
  wire          high_unused = &{1'b0, wrapped_tk[PW+1:PW], wrapped_of[PW+1:PW]};
  wire [PW-1:0] fetch_place = pick == of_idx_q ? place_of : pick == tk_idx_q ? place_tk : head_q[pick];

  // The memory of a list starts at index * DEPTH: by shifts, which cost adders for the ones of DEPTH only, and no
  // multiplier.
  reg [AW-1:0] fetch_at, park_at, pw_at_q;
  integer      s;
  always @(posedge clk_i) if (pw_i) pw_at_q <= fetch_at;
  always @(`CG_EDGE) begin
    if (rst_i) pw_q <= 1'b0;
    else pw_q <= pw_i;
  end
  always @* begin
    fetch_at = {{(AW-PW){1'b0}}, pw_i ? pw_word_i : fetch_place};
    park_at  = {{(AW-PW){1'b0}}, tail_op};
    for (s = 0; s < AW; s = s + 1) begin
      if (((DEPTH >> s) & 1) != 0) begin
        fetch_at = fetch_at + ({{(AW-IW){1'b0}}, pw_i ? pw_idx_i : pick} << s);
        park_at  = park_at + ({{(AW-IW){1'b0}}, idx_o} << s);
      end
    end
  end

  // With STAGES 3 what may be parked is written whether it is or not: its place is free, and op_i is known late.
  wire park_we = (STAGES < 3) ? park_ok : parks && room_o && !op_none;

  cg_ram_1r1w #(
      .W     (PAY_W),
      .DEPTH (WORDS),
      .AW    (AW)
  ) u_pay (
      .clk_i   (clk_i),
      .re_i    (fetch || pw_i),
      .raddr_i (fetch_at),
      .rdata_o (rp_pay_o),
      .we_i    (park_we || pw_we_i),
      .waddr_i (pw_we_i ? pw_at_q : park_at),
      .wdata_i (pay_i)
  );

  assign rp_valid_o = offers;
  assign rp_idx_o   = of_idx_q;

  // The key of what is offered; with STAGES 3 of what is fetched, through a register.
  wire [IW-1:0]   key_at = (STAGES < 3) ? of_idx_q : pick;
  wire            keyed  = (STAGES < 3) ? of_valid_q : fetch;
  reg [KEY_W-1:0] rp_key;
  integer r, x;
  always @* begin
    rp_key = {KEY_W{1'b0}};
    r      = 0;
    x      = 0;
    if (keyed) begin
      for (r = 0; r < GROUPS; r = r + 1) begin
        for (x = r * GROUP; x < r * GROUP + GROUP && x < ENTRIES; x = x + 1) begin
          if (key_at == x[IW-1:0]) rp_key = rp_key | keys_q[x*KEY_W +: KEY_W];
        end
      end
    end
  end
  generate
    if (STAGES < 3) begin : g_key
      assign rp_key_o = rp_key;
    end else begin : g_key_q
      reg [KEY_W-1:0] rp_key_q;
      always @(posedge clk_i) if (fetch) rp_key_q <= rp_key;
      assign rp_key_o = rp_key_q;
    end
  endgenerate

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (!rst_i) begin
      if (op_i) begin
        if (!op_ok) begin
          $display("ERROR: cg_mshr: operation without an entry");
          $finish;
        end else if (park_i && !park_room_o) begin
          $display("ERROR: cg_mshr: park in a full list");
          $finish;
        end
      end
      if (tk_valid_q ? {1'b0, rp_commit_i} + {1'b0, rp_keep_i} + {1'b0, rp_rewind_i} != 2'd1
                     : rp_commit_i || rp_keep_i || rp_rewind_i) begin
        $display("ERROR: cg_mshr: a take needs exactly one verdict in the next cycle");
        $finish;
      end
      if (rp_take_i && !rp_valid_o) begin
        $display("ERROR: cg_mshr: take without an offer");
        $finish;
      end
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
    `CG_NAME(mshr_entry) assert (!(op_i) || (op_ok));  // an operation has an entry
    `CG_NAME(mshr_park) assert (!(op_i && park_i) || (park_room_o));  // a parked request has a place
    // a taken request gets one verdict in the next cycle
    `CG_NAME(mshr_verdict) assert (!(tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i)
        || ({1'b0, rp_commit_i} + {1'b0, rp_keep_i} + {1'b0, rp_rewind_i} == {1'b0, tk_valid_q}));
    `CG_NAME(mshr_take) assert (!(rp_take_i) || (rp_valid_o));  // what is taken was offered
    // a replay is looked up by its own key and not parked anew
    `CG_NAME(mshr_key) assert (!(tk_valid_q) || (key_i == keys_q[tk_idx_q*KEY_W +: KEY_W] && !park_i));
    `CG_NAME(mshr_rewind) assert (!(rp_rewind_i) || (!op_i));  // a request that failed does nothing
    `CG_NAME(mshr_unique) assert (!(hit_o) || ((match & (match - 1'b1)) == {ENTRIES{1'b0}}));  // a key is in one entry
    `CG_NAME(mshr_bound) assert (!(&valid_q) || (count_q == ENTRIES[EW-1:0]));  // the count of entries
    `CG_NAME(mshr_length) assert (!(hit_o) || (cnt_q[hit_idx] <= FULL));  // never more than DEPTH parked requests
`ifdef FORMAL
    mshr_entry_reached: cover (op_i);
    mshr_park_reached: cover (op_i && park_i);
    mshr_verdict_reached: cover (tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i);
    mshr_take_reached: cover (rp_take_i);
    mshr_key_reached: cover (tk_valid_q);
    mshr_rewind_reached: cover (rp_rewind_i);
    mshr_unique_reached: cover (hit_o);
    mshr_bound_reached: cover (&valid_q);
    mshr_length_reached: cover (hit_o);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
