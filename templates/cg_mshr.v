// Miss-status file: one entry per key with outstanding work, each with fields
// and an in-order list of parked requests that are replayed later.
//
// T stage, look-up (combinational from key_i):
//   hit_o, idx_o   the entry of the key; on a miss idx_o is what an allocation
//                  would take;  fld_o its fields (zero on a miss)
//   armed_o        hit, and the entry holds live state (not only a list)
//   drain_o        hit, and its list is being replayed
//   must_o         hit, and a must-hit replay has not committed yet
//   room_o         hit, or an entry is free;  park_room_o  miss, or list not full
// T stage, operations in the same cycle when op_i is high:
//   alloc_i   miss: take an entry, armed, list empty. Hit: arm it again, the
//             list stays. Either way drain, must and free-at-end are cleared.
//   fld_i     is written on every op_i with a hit or alloc_i
//   park_i    append pay_i to the list (the request is not itself a replay)
//   replay_i  offer the list from its head; with must_i also set must. Both
//             only if the list is not empty after this cycle.
//   done_i    no longer armed; free as soon as the list is empty, which may be
//             at once. With a list left it needs a replay, now or before.
//   Effects apply in the order verdict (below), alloc, park, replay, done.
// Replay side, a source of requests for S0, sustained one per cycle:
//   rp_valid_o, rp_idx_o, rp_key_o, rp_pay_o   offer, withdrawn when the entry
//             stops draining;  rp_take_i   S0 takes it (ignored in a cycle with
//             rp_keep_i or rp_rewind_i)
//   verdict in T, the cycle after the take, exactly one of
//   rp_commit_i  remove it; clears must; frees an entry that is done and empty
//   rp_keep_i    it parked again: stays the head; clears drain and must
//   rp_rewind_i  offer it again, in order
// A replay_i is followed by an offer two cycles later at the earliest.
// Several draining entries take turns.
//
// ENTRIES, DEPTH (parked requests of an entry), KEY_W, FLD_W, PAY_W  >= 1
module cg_mshr #(
    parameter integer ENTRIES = 4,
    parameter integer DEPTH   = 4,
    parameter integer KEY_W   = 8,
    parameter integer FLD_W   = 8,
    parameter integer PAY_W   = 8,
    parameter integer IW      = (ENTRIES > 1) ? $clog2(ENTRIES) : 1  // derived
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    // T: look-up
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
    // replay
    output wire                         rp_valid_o,
    output wire [IW-1:0]                rp_idx_o,
    output wire [KEY_W-1:0]             rp_key_o,
    output wire [PAY_W-1:0]             rp_pay_o,
    input  wire                         rp_take_i,
    input  wire                         rp_commit_i,
    input  wire                         rp_keep_i,
    input  wire                         rp_rewind_i,
    output wire [$clog2(ENTRIES+1)-1:0] count_o,
    output wire                         idle_o
);
  localparam integer CW    = $clog2(DEPTH + 1);                // length of a list
  localparam integer EW    = $clog2(ENTRIES + 1);
  localparam integer WORDS = ENTRIES * DEPTH;
  localparam integer AW    = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam [CW-1:0] FULL    = DEPTH[CW-1:0];
  localparam [CW-1:0] CNT_ONE = 1;
  localparam [EW-1:0] ENT_ONE = 1;

  generate
    if (ENTRIES < 1 || DEPTH < 1 || KEY_W < 1 || FLD_W < 1 || PAY_W < 1) begin : g_illegal
      cg_error_mshr_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // The address n <= 2 places (at most DEPTH) after p in a list that ends at last.
  function [AW-1:0] place(input [AW-1:0] p, input [1:0] n, input [AW-1:0] last);
    integer sum;
    begin
      sum = {{(32 - AW){1'b0}}, p} + {30'd0, n};
      if (sum > {{(32 - AW){1'b0}}, last}) sum = sum - DEPTH;
      place = sum[AW-1:0];
    end
  endfunction

  // Entry state, from the generate loop below.
  wire [ENTRIES-1:0]       valid, armed, drain, must, drain_n;
  wire [ENTRIES-1:0]       more;       // draining with an item not yet fetched
  wire [ENTRIES-1:0]       list_room;
  wire [ENTRIES*KEY_W-1:0] keys;
  wire [ENTRIES*FLD_W-1:0] flds;
  wire [ENTRIES*AW-1:0]    tails, nexts;  // address of the next park, next fetch

  // Replay pipeline: a fetched item is offered (of_*), then taken (tk_*).
  reg           of_valid_d, of_valid_q, tk_valid_q;
  reg  [IW-1:0] of_idx_d, of_idx_q, tk_idx_q;
  reg  [IW-1:0] turn_q;                // entry fetched last
  wire          commit = tk_valid_q && rp_commit_i;
  wire          keep   = tk_valid_q && rp_keep_i;
  wire          rewind = tk_valid_q && rp_rewind_i;
  wire          take   = of_valid_q && rp_take_i && !keep && !rewind;

  // Look-up
  reg [ENTRIES-1:0] match;
  reg [IW-1:0]      hit_idx, free_idx;
  reg [FLD_W-1:0]   hit_fld;
  reg [EW-1:0]      count;
  integer i;
  always @* begin
    hit_idx  = {IW{1'b0}};
    free_idx = {IW{1'b0}};
    hit_fld  = {FLD_W{1'b0}};
    count    = {EW{1'b0}};
    for (i = ENTRIES - 1; i >= 0; i = i - 1) begin
      match[i] = valid[i] && keys[i*KEY_W +: KEY_W] == key_i;
      if (match[i]) hit_idx = hit_idx | i[IW-1:0];
      if (match[i]) hit_fld = hit_fld | flds[i*FLD_W +: FLD_W];
      if (!valid[i]) free_idx = i[IW-1:0];
      if (valid[i]) count = count + ENT_ONE;
    end
  end

  assign hit_o       = |match;
  assign idx_o       = hit_o ? hit_idx : free_idx;
  assign fld_o       = hit_fld;
  assign armed_o     = |(match & armed);
  assign drain_o     = |(match & drain);
  assign must_o      = |(match & must);
  assign room_o      = hit_o || !(&valid);
  assign park_room_o = !hit_o || |(match & list_room);
  assign count_o     = count;
  assign idle_o      = !(|valid);

  wire op_ok   = op_i && (hit_o || (alloc_i && room_o));
  wire park_ok = op_ok && park_i && park_room_o;

  genvar g;
  generate
    for (g = 0; g < ENTRIES; g = g + 1) begin : g_entry
      localparam [IW-1:0] ME = g;
      localparam integer BOTTOM = g * DEPTH;       // the list's part of the
      localparam integer TOP    = BOTTOM + DEPTH - 1;  // payload memory
      localparam [AW-1:0] FIRST = BOTTOM[AW-1:0];
      localparam [AW-1:0] LAST  = TOP[AW-1:0];
      reg             valid_d, armed_d, drain_d, must_d, fin_d;
      reg             valid_q, armed_q, drain_q, must_q, fin_q;  // fin: free at end
      reg [CW-1:0]    cnt_d, cnt_q;                              // list length
      reg [AW-1:0]    head_d, head_q, tail_d, tail_q;            // addresses
      reg [KEY_W-1:0] key_q;
      reg [FLD_W-1:0] fld_q;

      wire op_me   = op_ok && idx_o == ME;
      wire mine    = tk_idx_q == ME;
      // items taken or offered: they are at the front of the list
      wire [1:0] ahead = {1'b0, tk_valid_q && mine} + {1'b0, of_valid_q && of_idx_q == ME};

      always @* begin
        valid_d = valid_q;
        armed_d = armed_q;
        drain_d = drain_q;
        must_d  = must_q;
        fin_d   = fin_q;
        cnt_d   = cnt_q;
        head_d  = head_q;
        tail_d  = tail_q;
        if (commit && mine) begin
          cnt_d  = cnt_d - CNT_ONE;
          head_d = place(head_q, 2'd1, LAST);
          must_d = 1'b0;
        end
        if (keep && mine) begin
          drain_d = 1'b0;
          must_d  = 1'b0;
        end
        if (op_me && alloc_i) begin
          valid_d = 1'b1;
          armed_d = 1'b1;
          drain_d = 1'b0;
          must_d  = 1'b0;
          fin_d   = 1'b0;
        end
        if (op_me && park_ok) begin
          cnt_d  = cnt_d + CNT_ONE;
          tail_d = place(tail_q, 2'd1, LAST);
        end
        if (op_me && replay_i) begin
          drain_d = 1'b1;
          must_d  = must_d || must_i;
        end
        if (op_me && done_i) begin
          armed_d = 1'b0;
          fin_d   = 1'b1;
        end
        if (cnt_d == {CW{1'b0}}) begin
          drain_d = 1'b0;
          must_d  = 1'b0;
          if (fin_d) valid_d = 1'b0;
        end
      end

      always @(posedge clk_i) begin
        if (rst_i) begin
          valid_q <= 1'b0;
          armed_q <= 1'b0;
          drain_q <= 1'b0;
          must_q  <= 1'b0;
          fin_q   <= 1'b0;
          cnt_q   <= {CW{1'b0}};
          head_q  <= FIRST;
          tail_q  <= FIRST;
        end else begin
          valid_q <= valid_d;
          armed_q <= armed_d;
          drain_q <= drain_d;
          must_q  <= must_d;
          fin_q   <= fin_d;
          cnt_q   <= cnt_d;
          head_q  <= head_d;
          tail_q  <= tail_d;
        end
      end

      always @(posedge clk_i) begin
        if (op_me) begin
          key_q <= key_i;
          fld_q <= fld_i;
        end
      end

      assign valid[g]                = valid_q;
      assign armed[g]                = armed_q;
      assign drain[g]                = drain_q;
      assign must[g]                 = must_q;
      assign drain_n[g]              = drain_d;
      assign more[g]                 = drain_q && {2'b00, cnt_q} > {{CW{1'b0}}, ahead};
      assign list_room[g]            = cnt_q != FULL;
      assign keys[g*KEY_W +: KEY_W]  = key_q;
      assign flds[g*FLD_W +: FLD_W]  = fld_q;
      assign tails[g*AW +: AW]       = tail_q;
      assign nexts[g*AW +: AW]       = place(head_q, ahead, LAST);
    end
  endgenerate

  // Fetch the next item while the offered one is taken, or when none is
  // offered: the first entry with more items after the one fetched last.
  reg           pick_ok;
  reg  [IW-1:0] pick;
  integer k;
  always @* begin
    pick_ok = |more;
    pick    = {IW{1'b0}};
    for (k = ENTRIES - 1; k >= 0; k = k - 1) if (more[k]) pick = k[IW-1:0];
    for (k = ENTRIES - 1; k >= 0; k = k - 1) if (more[k] && k[IW-1:0] > turn_q) pick = k[IW-1:0];
  end

  wire fetch = pick_ok && (!of_valid_q || take);

  // An offer stays only while its entry drains, and not in front of an item
  // of the same entry that has to be offered again.
  always @* begin
    of_valid_d = fetch || (of_valid_q && !take);
    of_idx_d   = fetch ? pick : of_idx_q;
    if (!drain_n[of_idx_d]) of_valid_d = 1'b0;
    if ((rewind || keep) && of_idx_d == tk_idx_q) of_valid_d = 1'b0;
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      of_valid_q <= 1'b0;
      of_idx_q   <= {IW{1'b0}};
      tk_valid_q <= 1'b0;
      tk_idx_q   <= {IW{1'b0}};
      turn_q     <= {IW{1'b0}};
    end else begin
      of_valid_q <= of_valid_d;
      of_idx_q   <= of_idx_d;
      tk_valid_q <= take;
      if (take) tk_idx_q <= of_idx_q;
      if (fetch) turn_q <= pick;
    end
  end

  cg_ram_1r1w #(
      .W     (PAY_W),
      .DEPTH (WORDS),
      .AW    (AW)
  ) u_pay (
      .clk_i   (clk_i),
      .re_i    (fetch),
      .raddr_i (nexts[pick*AW +: AW]),
      .rdata_o (rp_pay_o),
      .we_i    (park_ok),
      .waddr_i (tails[idx_o*AW +: AW]),
      .wdata_i (pay_i)
  );

  assign rp_valid_o = of_valid_q;
  assign rp_idx_o   = of_idx_q;
  assign rp_key_o   = keys[of_idx_q*KEY_W +: KEY_W];

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(posedge clk_i) begin
    if (rst_i) begin
    end else if (op_i && !op_ok) begin
      $display("%m: operation without an entry");
      $finish;
    end else if (op_i && park_i && !park_room_o) begin
      $display("%m: park in a full list");
      $finish;
    end else if ({1'b0, rp_commit_i} + {1'b0, rp_keep_i} + {1'b0, rp_rewind_i} != {1'b0, tk_valid_q}) begin
      $display("%m: a take needs exactly one verdict in the next cycle");
      $finish;
    end else if (rp_take_i && !rp_valid_o) begin
      $display("%m: take without an offer");
      $finish;
    end
  end
`endif
`endif
endmodule
