// Requests that wait by key, the oldest first: one pool of ENTRIES places for all
// keys. A request that is woken is offered again; one that has to wait again
// keeps its age.
//
// T stage, look-up (combinational from key_i; with STAGES 2 key_i is next_key_i of the
// cycle before wherever anything is looked up or done, and keys are compared there):
//   hit_o        a request of this key waits
//   drain_o      a request of this key is awake: what came later has to wait
//   room_o       one more can park: a place is free
//   With STAGES 3 key_i is next_key_i of two cycles before. In the cycle between
//   hit_o and drain_o, and with seen_room_o what room_o is, are shown, while the
//   operation before is in T, and
//   stale_o      what it does there may change that: T, in the next cycle, may not
//                park, wake, keep or commit; what was taken is rewound
// T stage, operations of the same cycle:
//   park_i       pay_i waits for key_i; only with room_o
//   wake_i       WHOLE 0: the oldest request of the key is awake; WHOLE 1: all of
//                the key are (no effect without one)
//   wake_all_i   the same for every key
//   Effects apply in the order verdict (below), park, wake.
// Replay side, a source of requests for S0:
//   rp_valid_o, rp_key_o, rp_pay_o   a request that is awake, and of its key the
//                oldest; rp_take_i: S0 takes it (ignored in a cycle with rp_keep_i
//                or rp_rewind_i)
//   verdict in T, the cycle after the take, when key_i is its key: exactly one of
//   rp_commit_i  it leaves
//   rp_keep_i    it waits again, with its age; the key sleeps
//   rp_rewind_i  it stays awake, and is offered again
// Requests that are awake take turns. A wake is followed by an offer two cycles
// later at the earliest, a verdict by the next offer of the same key likewise; with
// STAGES 3, three.
//
// ENTRIES, KEY_W, PAY_W  >= 1;  WHOLE 0 or 1;  STAGES 1 to 3
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_wait_queue #(
    parameter integer ENTRIES = 4,
    parameter integer KEY_W   = 8,
    parameter integer PAY_W   = 8,
    parameter integer WHOLE   = 0,
    parameter integer STAGES  = 1
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    // T: look-up
    input  wire [KEY_W-1:0]             next_key_i,
    input  wire [KEY_W-1:0]             key_i,
    output wire                         hit_o,
    output wire                         drain_o,
    output wire                         room_o,
    output wire                         seen_room_o,  // STAGES 3
    output wire                         stale_o,
    // T: operations
    input  wire                         park_i,
    input  wire [PAY_W-1:0]             pay_i,
    input  wire                         wake_i,
    input  wire                         wake_all_i,
    // replay
    output wire                         rp_valid_o,
    output wire [KEY_W-1:0]             rp_key_o,
    output wire [PAY_W-1:0]             rp_pay_o,
    input  wire                         rp_take_i,
    input  wire                         rp_commit_i,
    input  wire                         rp_keep_i,
    input  wire                         rp_rewind_i,
    // statistics
    output wire [$clog2(ENTRIES+1)-1:0] count_o,  // waiting requests
    output wire                         idle_o
);
  localparam integer AW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer RW = $clog2(ENTRIES + 1);
  localparam [RW-1:0] R_ONE = 1;

  generate
    if (ENTRIES < 1 || KEY_W < 1 || PAY_W < 1 || WHOLE < 0 || WHOLE > 1 || STAGES < 1 || STAGES > 3) begin : g_illegal
      cg_error_wait_queue_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // By place. The rank of a request counts the older ones of its key: the one of rank 0 is the oldest.
  reg  [ENTRIES-1:0] valid_q, awake_q;
  wire [ENTRIES-1:0] same, seen, oldest, second;  // same: as the key in T; seen: as the key that is shown
  reg  [RW-1:0]      count_q;

  // Replay pipeline: offered (of_*), then taken (tk_*).
  reg           of_valid_q, tk_valid_q;
  reg  [AW-1:0] of_at_q, tk_at_q, turn_q;
  wire          commit = tk_valid_q && rp_commit_i;
  wire          keep   = tk_valid_q && rp_keep_i;
  wire          rewind = tk_valid_q && rp_rewind_i;
  wire          wanted = of_valid_q && rp_take_i;
  wire          take   = wanted && !keep && !rewind;
  // With two stages what is fetched does not wait for what T says: if the take is refused, another one may be offered
  // in the next cycle, and this one in its turn.
  wire          leaves = STAGES > 1 ? wanted : take;

  // Look-up: the requests of the key, how many, and the lowest free place.
  wire [ENTRIES-1:0] match = valid_q & same;
  reg  [RW-1:0]      older;
  reg  [AW-1:0]      place;
  integer l;
  always @* begin
    older = {RW{1'b0}};
    place = {AW{1'b0}};
    l     = 0;
    if (|valid_q) begin
      for (l = ENTRIES - 1; l >= 0; l = l - 1) begin
        older = older + {{(RW - 1){1'b0}}, match[l]};
        if (!valid_q[l]) place = l[AW-1:0];
      end
    end
  end
  wire               here  = |match;
  wire [ENTRIES-1:0] shown = valid_q & seen;
  assign hit_o       = |shown;
  assign drain_o     = |(shown & awake_q);
  assign seen_room_o = !(&valid_q);
  wire   park        = park_i && room_o;

  // In T a verdict and an operation are for one key, and a request that parks is not a replay.
  wire next_same = key_i == next_key_i;
  wire unused_next = &{1'b0, next_same};
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_place
      localparam [AW-1:0] ME = e;
      reg  [KEY_W-1:0] key_q;
      reg  [RW-1:0]    rank_q;
      wire             enter = park && place == ME;

      if (STAGES == 1) begin : g_one
        assign same[e] = key_q == key_i;
        assign seen[e] = same[e];
      end else begin : g_two
        reg same_q;
        always @(posedge clk_i) same_q <= enter ? next_same : key_q == next_key_i;
        assign seen[e] = same_q;
        if (STAGES == 2) begin : g_in_t
          assign same[e] = same_q;
        end else begin : g_before  // what enters now is of another key, or what is shown is stale
          reg op_same_q;
          always @(posedge clk_i) op_same_q <= same_q && !enter;
          assign same[e] = op_same_q;
        end
      end
      assign oldest[e] = rank_q == {RW{1'b0}};
      assign second[e] = rank_q == R_ONE;

      always @(posedge clk_i) begin
        if (enter) key_q <= key_i;
        if (enter || (commit && match[e])) rank_q <= enter ? older : rank_q - R_ONE;
      end
    end
  endgenerate

  wire [ENTRIES-1:0] entered = park ? {{(ENTRIES - 1){1'b0}}, 1'b1} << place : {ENTRIES{1'b0}};
  wire [ENTRIES-1:0] gone    = commit ? {{(ENTRIES - 1){1'b0}}, 1'b1} << tk_at_q : {ENTRIES{1'b0}};
  wire [ENTRIES-1:0] valid_d = (valid_q & ~gone) | entered;
  // The first of its key after verdict and park; of other keys as they were.
  wire [ENTRIES-1:0] first   = (commit ? (match & second) | (oldest & ~same) : oldest & valid_q)
                               | (here ? {ENTRIES{1'b0}} : entered);
  wire [ENTRIES-1:0] of_key  = match | entered;
  wire [ENTRIES-1:0] which   = (WHOLE != 0) ? {ENTRIES{1'b1}} : first;
  wire [ENTRIES-1:0] woken   = which & (wake_all_i ? {ENTRIES{1'b1}} : wake_i ? of_key : {ENTRIES{1'b0}});
  wire [ENTRIES-1:0] awake_d = ((awake_q & ~(keep ? match : {ENTRIES{1'b0}})) | woken) & valid_d;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      valid_q <= {ENTRIES{1'b0}};
      awake_q <= {ENTRIES{1'b0}};
      count_q <= {RW{1'b0}};
    end else begin
      if (park || commit) valid_q <= valid_d;
      if (commit || keep || wake_i || wake_all_i) awake_q <= awake_d;
      if (park && !commit) count_q <= count_q + R_ONE;
      if (commit && !park) count_q <= count_q - R_ONE;
    end
  end
  assign count_o = count_q;
  assign idle_o  = !(|valid_q);

  generate
    if (STAGES < 3) begin : g_at_once
      assign room_o  = seen_room_o;
      assign stale_o = 1'b0;
    end else begin : g_later
      // Whether the key that is shown is the one in T is known a cycle before. Room is what was shown, unless that was
      // stale: for the last place, whatever the key.
      localparam [RW-1:0] ONE_LEFT = ENTRIES[RW-1:0] - R_ONE;
      reg [KEY_W-1:0] seen_key_q;
      reg             of_t_q, room_q;
      always @(posedge clk_i) begin
        seen_key_q <= next_key_i;
        of_t_q     <= next_key_i == seen_key_q;
        room_q     <= seen_room_o;
      end
      wire writes = park || commit || keep || (wake_i && here);
      assign room_o  = room_q;
      assign stale_o = (of_t_q && writes) || (wake_all_i && hit_o)
                       || (park && count_q == ONE_LEFT) || (commit && !seen_room_o);
    end
  endgenerate

  // Fetch while the offered request is taken, or when none is offered: the next one in turn that is awake, the oldest
  // of its key, and neither offered nor taken.
  reg  [ENTRIES-1:0] more;
  reg  [AW-1:0]      pick;
  wire               pick_ok = |more;
  wire [AW-1:0]      next;  // what is fetched, if it still can be
  wire               next_ok;
  wire               fetch   = next_ok && (!of_valid_q || leaves);
  integer k;
  always @* begin
    more = awake_q & oldest;
    if (of_valid_q) more[of_at_q] = 1'b0;
    if (tk_valid_q) more[tk_at_q] = 1'b0;
  end
  always @* begin
    pick = {AW{1'b0}};
    k    = 0;
    if (pick_ok) begin
      for (k = ENTRIES - 1; k >= 0; k = k - 1) if (more[k]) pick = k[AW-1:0];
      for (k = ENTRIES - 1; k >= 0; k = k - 1) if (more[k] && k[AW-1:0] > turn_q) pick = k[AW-1:0];
    end
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      of_valid_q <= 1'b0;
      of_at_q    <= {AW{1'b0}};
      tk_valid_q <= 1'b0;
      tk_at_q    <= {AW{1'b0}};
      turn_q     <= {AW{1'b0}};
    end else begin
      of_valid_q <= fetch || (of_valid_q && !take);
      tk_valid_q <= take;
      if (fetch) of_at_q <= next;
      if (fetch) turn_q <= next;
      if (leaves) tk_at_q <= of_at_q;
    end
  end

  // With STAGES 3 it is chosen in the cycle before.
  generate
    if (STAGES < 3) begin : g_chosen
      assign next    = pick;
      assign next_ok = pick_ok;
    end else begin : g_before
      reg [AW-1:0] pick_q;
      always @(posedge clk_i) pick_q <= pick;
      assign next    = pick_q;
      assign next_ok = more[pick_q];
    end
  endgenerate

  // The key of what is offered.
  wire [KEY_W-1:0] keys [0:ENTRIES-1];
  genvar n;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : g_key
      assign keys[n] = g_place[n].key_q;
    end
  endgenerate
  assign rp_valid_o = of_valid_q;
  assign rp_key_o   = keys[of_at_q];

  cg_ram_1r1w #(
      .W     (PAY_W),
      .DEPTH (ENTRIES),
      .AW    (AW)
  ) u_pay (
      .clk_i   (clk_i),
      .re_i    (fetch),
      .raddr_i (next),
      .rdata_o (rp_pay_o),
      .we_i    (park),
      .waddr_i (place),
      .wdata_i (pay_i)
  );

  wire verdict_ok = {1'b0, rp_commit_i} + {1'b0, rp_keep_i} + {1'b0, rp_rewind_i} == {1'b0, tk_valid_q};
  wire unused_verdict_ok = verdict_ok;  // but for assertions

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if (park_i && !room_o) begin
      $display("ERROR: cg_wait_queue: park without room");
      $finish;
    end else if (!verdict_ok) begin
      $display("ERROR: cg_wait_queue: a take needs exactly one verdict in the next cycle");
      $finish;
    end else if (rp_take_i && !rp_valid_o) begin
      $display("ERROR: cg_wait_queue: take without an offer");
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
    `CG_NAME(wait_park) assert (!(park_i) || (room_o));  // a parked request has a place
    // a taken request gets one verdict in the next cycle
    `CG_NAME(wait_verdict) assert (!(tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i) || (verdict_ok));
    `CG_NAME(wait_take) assert (!(rp_take_i) || (rp_valid_o));  // what is taken was offered
    // a replay is looked up by its own key and not parked anew
    `CG_NAME(wait_key) assert (!(tk_valid_q) || (same[tk_at_q] && !park_i));
    // a request that failed does nothing
    `CG_NAME(wait_rewind) assert (!(rp_rewind_i) || (!park_i && !wake_i && !wake_all_i));
    `CG_NAME(wait_bound) assert (!(&valid_q) || (count_q == ENTRIES[RW-1:0]));  // the count of requests
`ifdef FORMAL
    wait_park_reached: cover (park_i);
    wait_verdict_reached: cover (tk_valid_q || rp_commit_i || rp_keep_i || rp_rewind_i);
    wait_take_reached: cover (rp_take_i);
    wait_key_reached: cover (tk_valid_q);
    wait_rewind_reached: cover (rp_rewind_i);
    wait_bound_reached: cover (&valid_q);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
