// Store of entries by key: a cuckoo hash table of WAYS x ROWS places, one H3
// hash per way, and a fully associative stash of STASH places; one operation per
// cycle, pipeline of STAGES + 1 stages. A key is in one place at most, in every
// cycle.
//
// After reset and after flush_i the store clears itself: ready_o is low for ROWS
// cycles; no look-up before it is high. flush_i also drops what is in T.
// S0: rd_i with rd_key_i starts a look-up, every cycle if wanted (CHOICES, rd_keys_i, rd_pick_i: see cg_h3_pick;
//   rd_key_i is the chosen one, and none is while bg_grant_i is high).
// T, exactly STAGES cycles later (outputs are meaningless in other cycles):
//   key_o        the key looked up
//   hit_o        it is present; ent_o its entry (all zero on a miss)
//   room_o       on a miss: an insertion now is possible
//   place_valid_o, place_ent_o   the WAYS places the key hashes to, then all of
//                the stash (entries of invalid places: any)
//   vclass_i     combinational from place_ent_o, per place: 0 may not leave
//                (locked), 1 may leave, 2 better to leave, 3 best to leave
// T, same cycle, never refused:
//   upd_i        with upd_keep_i the key's entry becomes upd_ent_i: written in
//                its place on a hit, inserted on a miss (illegal without room_o).
//                Without upd_keep_i the key is removed (on a miss: nothing).
//   An insertion takes the first of: an empty place of its ways; that of the
//   victim with the highest class among them, in turn; an empty place of the
//   stash; that of a victim in the stash; the overflow port. A victim leaves by
//   ev_valid_o, ev_key_o, ev_ent_o in the same cycle and is always taken.
//   ovf_valid_o  the entry inserted (key_o, upd_ent_i) is not kept here: the
//                overflow list takes it; only with ovf_ready_i, which counts as
//                room. Tie ovf_ready_i low where there is no list.
// Background: bg_want_o asks for a slot of S0, bg_urgent_o for one before new
//   requests. bg_grant_i gives it, in place of rd_i: in T one entry of the stash
//   moves to an empty place of its ways, or leaves if it may, or takes the place
//   of a victim, or changes places with a locked entry. After KICKS background
//   slots without a better outcome than a change of places nothing is wanted
//   until an update, so that a table full of locked entries does not take all
//   slots. Nothing is upd_i in that T.
// A look-up sees every update of earlier cycles and of its own cycle.
//
// With STAGES 2 what a look-up shows are registers. Nothing is forwarded to them:
//   stale_o      a place that the key hashes to, or the stash, has changed in the
//                cycle before, or everything was cleared: the other outputs are
//                meaningless, upd_i is not allowed, the look-up has to be repeated.
//                A background step does nothing then.
//   next_hit_o, next_ent_o   what hit_o and ent_o are in the next cycle
//
// With STAGES 3 hit_o, ent_o, place_valid_o and place_ent_o are shown, and vclass_i
// is taken, in the cycle before T, all from registers (next_hit_o, next_ent_o a cycle
// earlier), while the operation before is in T:
//   stale_o      in this cycle too: with what is written now, or was in the cycle
//                before, that is no longer so. In the next cycle upd_i is not allowed.
//                A background step does nothing then.
//
// WAYS, STASH, KEY_W, ENT_W, KICKS >= 1; ROWS 1 .. 65536; SEED of the hashes;
// STAGES 1 to 3
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_cuckoo #(
    parameter integer WAYS   = 4,
    parameter integer ROWS   = 170,
    parameter integer STASH  = 4,
    parameter integer KEY_W  = 27,
    parameter integer ENT_W  = 80,
    parameter integer KICKS  = 16,
    parameter [31:0]  SEED   = 32'd1,
    parameter integer STAGES = 1,
    parameter integer CHOICES = 0,
    parameter integer CHOICE_W = (CHOICES > 0) ? CHOICES : 1,  // derived
    parameter integer PLACES = WAYS + STASH,                   // derived
    parameter integer CNT_W  = $clog2(WAYS * ROWS + STASH + 1)  // derived
) (
    input  wire                        clk_i,
    input  wire                        rst_i,
    input  wire                        flush_i,
    output wire                        ready_o,
    // S0
    input  wire                        rd_i,
    input  wire [KEY_W-1:0]            rd_key_i,
    input  wire [CHOICE_W*KEY_W-1:0]   rd_keys_i,
    input  wire [CHOICE_W-1:0]         rd_pick_i,
    output wire                        bg_want_o,
    output wire                        bg_urgent_o,
    input  wire                        bg_grant_i,
    // T
    output wire [KEY_W-1:0]            key_o,
    output wire                        stale_o,
    output wire                        hit_o,
    output wire [ENT_W-1:0]            ent_o,
    output wire                        next_hit_o,  // STAGES 2
    output wire [ENT_W-1:0]            next_ent_o,
    output wire                        room_o,
    output wire [PLACES-1:0]           place_valid_o,
    output wire [PLACES*ENT_W-1:0]     place_ent_o,
    input  wire [PLACES*2-1:0]         vclass_i,
    input  wire                        upd_i,
    input  wire                        upd_keep_i,
    input  wire [ENT_W-1:0]            upd_ent_i,
    // out
    output wire                        ev_valid_o,
    output wire [KEY_W-1:0]            ev_key_o,
    output wire [ENT_W-1:0]            ev_ent_o,
    input  wire                        ovf_ready_i,
    output wire                        ovf_valid_o,
    // statistics
    output wire [CNT_W-1:0]            count_o,  // entries in ways and stash
    output wire [$clog2(STASH+1)-1:0]  stash_o   // entries in the stash
);
  localparam integer IW    = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam integer SW    = (STASH > 1) ? $clog2(STASH) : 1;
  localparam integer NW    = $clog2(STASH + 1);
  localparam integer RW    = (ROWS > 1) ? $clog2(ROWS) : 1;
  localparam integer KW    = $clog2(KICKS + 1);
  localparam integer ROW_W = 1 + KEY_W + ENT_W;
  localparam integer LAST_ROW   = ROWS - 1;
  localparam integer LAST_WAY   = WAYS - 1;
  localparam integer LAST_STASH = STASH - 1;
  localparam integer LAST_KICK  = KICKS - 1;
  localparam [CNT_W-1:0] CNT_ONE  = 1;
  localparam [KW-1:0]    KICK_ONE = 1;
  localparam [RW-1:0]    ROW_ONE  = 1;
  localparam [IW-1:0]    WAY_ONE  = 1;
  localparam [SW-1:0]    SLOT_ONE = 1;

  generate
    if (WAYS < 1 || ROWS < 1 || ROWS > 65536 || STASH < 1 || KEY_W < 1 || ENT_W < 1 || KICKS < 1 || STAGES < 1
        || STAGES > 3 || CHOICES < 0) begin : g_illegal
      cg_error_cuckoo_sizes_or_stages u_error ();
    end
  endgenerate

  // Clearing, one row per cycle.
  reg          ready_q;
  reg [RW-1:0] clear_q;

  // Stash
  reg [STASH-1:0] st_valid_d, st_valid_q;
  reg [KEY_W-1:0] st_key_q [0:STASH-1];
  reg [ENT_W-1:0] st_ent_q [0:STASH-1];

  // S0: the request's key, or that of the stash entry whose turn it is.
  reg [SW-1:0] bg_turn_q, bg_slot;
  integer b;
  always @* begin
    bg_slot = {SW{1'b0}};
    for (b = STASH - 1; b >= 0; b = b - 1) if (st_valid_q[b]) bg_slot = b[SW-1:0];
    for (b = STASH - 1; b >= 0; b = b - 1) if (st_valid_q[b] && b[SW-1:0] >= bg_turn_q) bg_slot = b[SW-1:0];
  end
  wire             s0     = rd_i || bg_grant_i;
  wire [KEY_W-1:0] bg_key = st_key_q[bg_slot];
  wire [KEY_W-1:0] s0_key;
  wire             s0_takes = STAGES == 3 || s0;  // L lasts one cycle: what it holds without a look-up does not matter

  // The keys that may be hashed, with CHOICES; the last one is that of the stash.
  localparam integer HASHES = (CHOICES > 0) ? CHOICES + 1 : 0;
  localparam integer HASH_W = (CHOICES > 0) ? CHOICES + 1 : 1;
  wire [HASH_W*KEY_W-1:0] hash_keys;
  wire [HASH_W-1:0]       hash_pick;
  generate
    if (CHOICES > 0) begin : g_choices
      assign hash_keys = {bg_key, rd_keys_i};
      assign hash_pick = {bg_grant_i, rd_pick_i};
      reg [KEY_W-1:0] chosen;
      integer h;
      always @* begin
        chosen = {KEY_W{1'b0}};
        for (h = 0; h < HASH_W; h = h + 1) if (hash_pick[h]) chosen = chosen | hash_keys[h*KEY_W +: KEY_W];
      end
      assign s0_key = chosen;
      wire unused_key = &{1'b0, rd_key_i};
    end else begin : g_no_choices
      assign s0_key    = bg_grant_i ? bg_key : rd_key_i;
      assign hash_keys = rd_keys_i;
      assign hash_pick = rd_pick_i;
    end
  endgenerate

  // The stage in which the rows come out of the memories: T, or with STAGES 2 the one before it. With STAGES 3 between
  // the two is one that shows what was found.
  reg             look_rd_q, look_bg_q;
  reg [KEY_W-1:0] look_key_q;
  reg [SW-1:0]    look_slot_q;  // background: the stash place

  // T stage
  wire                  t_rd_q, t_bg_q, t_stale;
  wire                  unused_stale = t_stale;  // read by assertions
  wire [KEY_W-1:0]      t_key_q;
  wire [SW-1:0]         t_slot_q;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      ready_q   <= 1'b0;
      clear_q   <= {RW{1'b0}};
      look_rd_q <= 1'b0;
      look_bg_q <= 1'b0;
      bg_turn_q <= {SW{1'b0}};
    end else if (flush_i) begin
      ready_q   <= 1'b0;
      clear_q   <= {RW{1'b0}};
      look_rd_q <= STAGES != 1 && rd_i;  // it comes as stale
      look_bg_q <= 1'b0;
      bg_turn_q <= {SW{1'b0}};
    end else begin
      look_rd_q <= rd_i;
      look_bg_q <= bg_grant_i && (|st_valid_q);
      if (!ready_q) begin
        ready_q <= clear_q == LAST_ROW[RW-1:0];
        clear_q <= clear_q + ROW_ONE;
      end
      if (bg_grant_i) bg_turn_q <= (bg_slot == LAST_STASH[SW-1:0]) ? {SW{1'b0}} : bg_slot + SLOT_ONE;
    end
  end

  always @(posedge clk_i) begin
    if (s0_takes) begin
      look_key_q  <= s0_key;
      look_slot_q <= bg_slot;
    end
  end

  // Ways: the rows of the key, as they come out and in T, and what is written to one of them.
  wire [WAYS-1:0]       look_way_valid, seen_way_valid, way_valid;
  wire [WAYS-1:0]       look_same;     // with STAGES 3: it has the key looked up
  wire [WAYS*KEY_W-1:0] look_way_key, way_key;
  wire [WAYS*ENT_W-1:0] look_way_ent, seen_way_ent, way_ent;
  wire [WAYS-1:0]       way_touched;   // a row of what is looked up is that of T
  wire [WAYS-1:0]       seen_touched;  // with STAGES 3: a row of what is shown is that of T
  wire                  look_upd, look_bg, seen_upd, seen_bg;  // if there is an update, if there is none
  wire                  seen_moves;  // with STAGES 3: what is shown comes to T
  reg  [WAYS-1:0]       way_we, way_at, may_we;  // may_we: written if there is an update
  reg                   w_valid;
  reg  [KEY_W-1:0]      w_key;
  reg  [ENT_W-1:0]      w_ent;
  genvar g;
  generate
    for (g = 0; g < WAYS; g = g + 1) begin : g_way
      wire [RW-1:0]    s0_row, t_row;
      wire             s0_at;  // it is the one that is written
      reg  [RW-1:0]    look_row_q;
      reg              fwd_q;  // the row comes from the last write
      reg  [ROW_W-1:0] fwd_row_q;
      wire [ROW_W-1:0] mem_row;
      wire             we    = !ready_q || way_we[g];
      wire [RW-1:0]    waddr = ready_q ? t_row : clear_q;
      wire [ROW_W-1:0] wdata = ready_q ? {w_ent, w_key, w_valid} : {ROW_W{1'b0}};

      cg_h3_pick #(.KEY_W(KEY_W), .ROWS(ROWS), .WAY(g), .SEED(SEED), .CHOICES(HASHES)) u_hash (
          .key_i(s0_key), .keys_i(hash_keys), .pick_i(hash_pick), .at_i(waddr), .row_o(s0_row),
          .at_o(s0_at));

      always @(posedge clk_i) begin
        if (s0_takes) begin
          look_row_q <= s0_row;
          fwd_q     <= we && s0_at;
          fwd_row_q <= wdata;
        end
      end

      cg_ram_1r1w #(.W(ROW_W), .DEPTH(ROWS), .AW(RW)) u_rows (
          .clk_i(clk_i), .re_i(s0_takes), .raddr_i(s0_row), .rdata_o(mem_row),
          .we_i(we), .waddr_i(waddr), .wdata_i(wdata));

      wire [ROW_W-1:0] look_row = fwd_q ? fwd_row_q : mem_row;
      if (STAGES == 3) begin : g_same  // both are compared, then one is chosen
        assign look_same[g] = fwd_q ? fwd_row_q[1 +: KEY_W] == look_key_q : mem_row[1 +: KEY_W] == look_key_q;
      end else begin : g_same_later
        assign look_same[g] = 1'b0;
      end
      assign {look_way_ent[g*ENT_W +: ENT_W], look_way_key[g*KEY_W +: KEY_W], look_way_valid[g]} = look_row;
      assign way_touched[g] = t_row == look_row_q;
      if (STAGES == 1) begin : g_one
        assign t_row = look_row_q;
        assign {way_ent[g*ENT_W +: ENT_W], way_key[g*KEY_W +: KEY_W], way_valid[g]} = look_row;
        assign seen_way_valid[g]               = way_valid[g];
        assign seen_way_ent[g*ENT_W +: ENT_W]  = way_ent[g*ENT_W +: ENT_W];
        assign seen_touched[g] = 1'b0;
      end else begin : g_two
        reg [ROW_W-1:0] row_q;
        reg [RW-1:0]    t_row_q;
        always @(posedge clk_i) begin
          if (look_rd_q || look_bg_q) begin
            row_q   <= look_row;
            t_row_q <= look_row_q;
          end
        end
        assign seen_way_valid[g]              = row_q[0];
        assign seen_way_ent[g*ENT_W +: ENT_W] = row_q[1 + KEY_W +: ENT_W];
        if (STAGES == 2) begin : g_seen_in_t
          assign t_row = t_row_q;
          assign {way_ent[g*ENT_W +: ENT_W], way_key[g*KEY_W +: KEY_W], way_valid[g]} = row_q;
          assign seen_touched[g] = 1'b0;
        end else begin : g_seen_before
          reg [ROW_W-1:0] op_q;
          reg [RW-1:0]    op_row_q;
          always @(posedge clk_i) begin
            if (seen_moves) begin
              op_q     <= row_q;
              op_row_q <= t_row_q;
            end
          end
          assign t_row = op_row_q;
          assign {way_ent[g*ENT_W +: ENT_W], way_key[g*KEY_W +: KEY_W], way_valid[g]} = op_q;
          assign seen_touched[g] = op_row_q == t_row_q;
        end
      end
    end
  endgenerate

  wire [STASH*KEY_W-1:0] st_key;
  wire [STASH*ENT_W-1:0] st_ent;
  generate
    for (g = 0; g < STASH; g = g + 1) begin : g_stash
      assign st_key[g*KEY_W +: KEY_W] = st_key_q[g];
      assign st_ent[g*ENT_W +: ENT_W] = st_ent_q[g];
    end
  endgenerate

  // All places side by side: ways, then stash.
  wire [PLACES-1:0]       valid = {st_valid_q, seen_way_valid};
  wire [PLACES*ENT_W-1:0] ents  = {st_ent, seen_way_ent};

  // Which of them has the key, and its entry.
  wire [PLACES-1:0]       look_valid = {st_valid_q, look_way_valid};
  wire [PLACES*KEY_W-1:0] look_keys  = {st_key, look_way_key};
  wire [PLACES*ENT_W-1:0] look_ents  = {st_ent, look_way_ent};
  reg  [PLACES-1:0]       look_match;
  reg  [ENT_W-1:0]        look_ent;
  integer i;
  always @* begin
    look_match = {PLACES{1'b0}};
    look_ent   = {ENT_W{1'b0}};
    i          = 0;
    if (look_rd_q || look_bg_q) for (i = 0; i < PLACES; i = i + 1) begin
      if (STAGES == 3 && i < WAYS) look_match[i] = look_valid[i] && look_same[i];
      else look_match[i] = look_valid[i] && look_keys[i*KEY_W +: KEY_W] == look_key_q;
      if (look_match[i]) look_ent = look_ent | look_ents[i*ENT_W +: ENT_W];
    end
  end

  assign next_hit_o = |look_match;
  assign next_ent_o = look_ent;

  wire [PLACES-1:0] match;
  wire              t_hit;
  wire              cleared = flush_i || !ready_q;
  generate
    if (STAGES == 1) begin : g_t_is_look
      assign t_rd_q   = look_rd_q;
      assign t_bg_q   = look_bg_q;
      assign t_key_q  = look_key_q;
      assign t_slot_q = look_slot_q;
      assign t_stale  = 1'b0;
      assign stale_o  = 1'b0;
      assign match    = look_match;
      assign t_hit    = |match;
      assign hit_o    = t_hit;
      assign ent_o    = look_ent;
      assign seen_moves = 1'b0;
      wire unused_touched = &{1'b0, look_upd, look_bg, seen_upd, seen_bg, seen_moves, look_way_key, way_ent,
                              cleared};
    end else begin : g_t_behind_look
      reg              rd_q, bg_q, stale_q, hit_q;
      reg [KEY_W-1:0]  key_q;
      reg [SW-1:0]     slot_q;
      reg [PLACES-1:0] match_q;
      reg [ENT_W-1:0]  ent_q;
      wire             touched = (upd ? look_upd : look_bg) || cleared;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          rd_q    <= 1'b0;
          bg_q    <= 1'b0;
          stale_q <= 1'b0;
        end else begin
          rd_q    <= look_rd_q;
          bg_q    <= look_bg_q && !touched;
          stale_q <= look_rd_q && touched;
        end
      end
      always @(posedge clk_i) begin
        if (look_rd_q || look_bg_q) begin
          key_q   <= look_key_q;
          slot_q  <= look_slot_q;
          match_q <= look_match;
          ent_q   <= look_ent;
        end
        hit_q <= next_hit_o;
      end
      assign hit_o = hit_q;
      assign ent_o = ent_q;
      if (STAGES == 2) begin : g_shows_in_t
        assign t_rd_q   = rd_q;
        assign t_bg_q   = bg_q;
        assign t_key_q  = key_q;
        assign t_slot_q = slot_q;
        assign t_stale  = stale_q;
        assign stale_o  = stale_q;
        assign match    = match_q;
        assign t_hit    = hit_q;
        assign seen_moves = 1'b0;
        wire unused_seen = &{1'b0, seen_upd, seen_bg, seen_moves};
      end else begin : g_shows_before
        reg              op_rd_q, op_bg_q, op_stale_q, op_hit_q;
        reg [KEY_W-1:0]  op_key_q;
        reg [SW-1:0]     op_slot_q;
        reg [PLACES-1:0] op_match_q;
        wire             late = (upd ? seen_upd : seen_bg) || cleared;
        assign seen_moves = rd_q || bg_q;
        assign stale_o    = rd_q && (stale_q || late);
        always @(`CG_EDGE) begin
          if (rst_i) begin
            op_rd_q    <= 1'b0;
            op_bg_q    <= 1'b0;
            op_stale_q <= 1'b0;
          end else begin
            op_rd_q    <= rd_q;
            op_bg_q    <= bg_q && !late;
            op_stale_q <= stale_o;
          end
        end
        always @(posedge clk_i) begin
          if (seen_moves) begin
            op_key_q   <= key_q;
            op_slot_q  <= slot_q;
            op_match_q <= match_q;
            op_hit_q   <= hit_q;
          end
        end
        assign t_rd_q   = op_rd_q;
        assign t_bg_q   = op_bg_q;
        assign t_key_q  = op_key_q;
        assign t_slot_q = op_slot_q;
        assign t_stale  = op_stale_q;
        assign match    = op_match_q;
        assign t_hit    = op_hit_q;
      end
    end
  endgenerate

  assign ready_o       = ready_q;
  assign key_o         = t_key_q;
  assign place_valid_o = valid;
  assign place_ent_o   = ents;

  // Where an entry could go: empty places, and places of the highest class.
  reg [WAYS-1:0]  seen_best, way_of_class;
  reg [STASH-1:0] seen_st_best;
  integer c, v;
  always @* begin
    seen_best    = {WAYS{1'b0}};
    way_of_class = {WAYS{1'b0}};
    seen_st_best = {STASH{1'b0}};
    for (c = 1; c < 4; c = c + 1) begin
      for (v = 0; v < WAYS; v = v + 1) way_of_class[v] = seen_way_valid[v] && vclass_i[2*v +: 2] == c[1:0];
      if (|way_of_class) seen_best = way_of_class;
    end
    for (v = 0; v < STASH; v = v + 1) seen_st_best[v] = st_valid_q[v] && vclass_i[2*(WAYS + v) +: 2] != 2'd0;
  end
  wire [WAYS-1:0]  way_best;
  wire [STASH-1:0] st_best;
  generate
    if (STAGES < 3) begin : g_best
      assign way_best = seen_best;
      assign st_best  = seen_st_best;
    end else begin : g_best_before
      reg [WAYS-1:0]  way_best_q;
      reg [STASH-1:0] st_best_q;
      always @(posedge clk_i) begin
        if (seen_moves) begin
          way_best_q <= seen_best;
          st_best_q  <= seen_st_best;
        end
      end
      assign way_best = way_best_q;
      assign st_best  = st_best_q;
    end
  endgenerate

  // With STAGES 3 from registers: if one of the places has changed since it was shown, nothing is updated.
  wire way_empty_ok, way_best_ok, st_empty_ok, st_best_ok, own_room;
  generate
    if (STAGES < 3) begin : g_room
      assign way_empty_ok = !(&way_valid);
      assign way_best_ok  = |way_best;
      assign st_empty_ok  = !(&st_valid_q);
      assign st_best_ok   = |st_best;
      assign own_room     = way_empty_ok || way_best_ok || st_empty_ok || st_best_ok;
    end else begin : g_room_before
      wire way_empty = !(&seen_way_valid);
      wire st_empty  = !(&st_valid_q);
      reg  way_empty_q, way_best_ok_q, st_empty_q, st_best_ok_q, room_q;
      always @(posedge clk_i) begin
        if (seen_moves) begin
          way_empty_q   <= way_empty;
          way_best_ok_q <= |seen_best;
          st_empty_q    <= st_empty;
          st_best_ok_q  <= |seen_st_best;
          room_q        <= way_empty || (|seen_best) || st_empty || (|seen_st_best);
        end
      end
      assign way_empty_ok = way_empty_q;
      assign way_best_ok  = way_best_ok_q;
      assign st_empty_ok  = st_empty_q;
      assign st_best_ok   = st_best_ok_q;
      assign own_room     = room_q;
    end
  endgenerate

  assign room_o = own_room || ovf_ready_i;

  // The way: the lowest empty one; else victims in turn; else, to change places,
  // in the turn of the stash place, so that an entry does not go back to the way
  // that it just left.
  reg  [IW-1:0]       turn_q, way_sel;
  reg  [STASH*IW-1:0] st_turn_q;
  reg  [SW-1:0]       st_sel;
  reg  [IW-1:0]       from;
  integer o;
  always @* begin
    from = turn_q;
    o    = 0;
    if (t_bg_q && !way_best_ok) begin
      for (o = 0; o < STASH; o = o + 1) if (t_slot_q == o[SW-1:0]) from = st_turn_q[o*IW +: IW];
    end
  end
  wire [WAYS-1:0] way_cand = way_empty_ok ? ~way_valid : way_best_ok ? way_best : {WAYS{1'b1}};
  integer n;
  always @* begin
    way_sel = {IW{1'b0}};
    st_sel  = {SW{1'b0}};
    for (n = WAYS - 1; n >= 0; n = n - 1) if (way_cand[n]) way_sel = n[IW-1:0];
    for (n = WAYS - 1; n >= 0; n = n - 1) if (!way_empty_ok && way_cand[n] && n[IW-1:0] >= from) way_sel = n[IW-1:0];
    for (n = STASH - 1; n >= 0; n = n - 1) if (st_best[n]) st_sel = n[SW-1:0];
    for (n = STASH - 1; n >= 0; n = n - 1) if (!st_valid_q[n]) st_sel = n[SW-1:0];
  end

  // The operation. A background step does nothing if its entry is gone. Whether there is an update is known last: what
  // it would do, and what a background step does, is known before.
  wire [STASH-1:0] st_match = match[WAYS +: STASH];
  wire upd     = t_rd_q && upd_i;
  wire bg      = t_bg_q && st_match[t_slot_q];
  wire bg_own  = bg && st_best[t_slot_q] && !way_empty_ok;  // leaves from the stash
  wire bg_way  = bg && !bg_own;                             // goes to a way
  wire has_way = way_empty_ok || way_best_ok;
  wire may_way = upd_keep_i && !t_hit && has_way;           // an update inserts into a way, or into the stash
  wire may_st  = upd_keep_i && !t_hit && !has_way && (st_empty_ok || st_best_ok);
  wire to_way  = (upd && may_way) || bg_way;
  wire replace = to_way && !way_empty_ok;                   // the way's entry leaves the way
  wire swap    = bg_way && !has_way;                        // and goes to the stash

  reg  [KEY_W-1:0] sel_key;
  reg  [ENT_W-1:0] sel_ent;
  wire [SW-1:0]    out_sel = bg_own ? t_slot_q : st_sel;
  integer y;
  always @* begin
    sel_key = way_key[0 +: KEY_W];
    sel_ent = way_ent[0 +: ENT_W];
    for (y = 1; y < WAYS; y = y + 1) begin
      if (way_sel == y[IW-1:0]) begin
        sel_key = way_key[y*KEY_W +: KEY_W];
        sel_ent = way_ent[y*ENT_W +: ENT_W];
      end
    end
  end

  // What leaves a way, or the stash, is chosen without the update.
  wire may_ev  = (may_way && !way_empty_ok) || (may_st && !st_empty_ok);
  wire bg_ev   = bg_own || (bg_way && !way_empty_ok && way_best_ok);
  wire ev_way  = t_bg_q ? !bg_own : has_way;
  assign ovf_valid_o = upd && upd_keep_i && !t_hit && !has_way && !st_empty_ok && !st_best_ok;
  assign ev_valid_o  = bg_ev || (upd && may_ev);
  assign ev_key_o    = ev_way ? sel_key : st_key_q[out_sel];
  assign ev_ent_o    = ev_way ? sel_ent : st_ent_q[out_sel];

  wire [ENT_W-1:0] bg_ent = st_ent_q[t_slot_q];
  integer m;
  always @* begin
    w_valid = !(upd && t_hit) || upd_keep_i;
    w_key   = t_key_q;
    w_ent   = bg ? bg_ent : upd_ent_i;
    for (m = 0; m < WAYS; m = m + 1) begin
      way_at[m] = way_sel == m[IW-1:0];
      may_we[m] = match[m] || (may_way && way_at[m]);
      way_we[m] = (upd && may_we[m]) || (bg_way && way_at[m]);
    end
  end

  // The stash place that is written: of the entry that was found, a free one or a victim's, or that of the step.
  wire         st_we = (upd && (|st_match || may_st)) || swap;

  // What the operation changes is known for both cases: with an update, and without.
  wire st_upd = (|st_match) || may_st;
  assign look_upd = (|(may_we & way_touched)) || st_upd;
  assign look_bg  = bg;
  assign seen_upd = (|(may_we & seen_touched)) || st_upd;
  assign seen_bg  = bg;
  reg [SW-1:0] st_at;
  integer s;
  always @* begin
    st_at = swap ? t_slot_q : st_sel;
    s     = 0;
    if (upd && t_hit) for (s = 0; s < STASH; s = s + 1) if (st_match[s]) st_at = s[SW-1:0];
    st_valid_d = st_valid_q;
    if (bg) st_valid_d[t_slot_q] = 1'b0;
    if (st_we) st_valid_d[st_at] = swap || upd_keep_i;
  end

  wire [IW-1:0] way_next = (way_sel == LAST_WAY[IW-1:0]) ? {IW{1'b0}} : way_sel + WAY_ONE;

  // Background steps since the last update that only changed places.
  reg [KW-1:0]    kicks_q;
  reg             kicks_left_q;  // fewer than KICKS
  reg [CNT_W-1:0] count_q;
  wire            kicks_left = kicks_left_q;
  wire            gain       = upd && (may_way || may_st);
  wire            lose       = bg_ev || (upd && (may_ev || (!upd_keep_i && t_hit)));

  integer z;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      st_valid_q <= {STASH{1'b0}};
      turn_q     <= {IW{1'b0}};
      st_turn_q  <= {STASH*IW{1'b0}};
      kicks_q    <= {KW{1'b0}};
      kicks_left_q <= 1'b1;
      count_q    <= {CNT_W{1'b0}};
    end else if (flush_i) begin
      st_valid_q <= {STASH{1'b0}};
      turn_q     <= {IW{1'b0}};
      st_turn_q  <= {STASH*IW{1'b0}};
      kicks_q    <= {KW{1'b0}};
      kicks_left_q <= 1'b1;
      count_q    <= {CNT_W{1'b0}};
    end else begin
      st_valid_q <= st_valid_d;
      if (replace && !swap) turn_q <= way_next;
      if (swap) for (z = 0; z < STASH; z = z + 1) if (t_slot_q == z[SW-1:0]) st_turn_q[z*IW +: IW] <= way_next;
      if (upd) begin
        kicks_q      <= {KW{1'b0}};
        kicks_left_q <= 1'b1;
      end else if (swap && kicks_left) begin
        kicks_q      <= kicks_q + KICK_ONE;
        kicks_left_q <= kicks_q != LAST_KICK[KW-1:0];
      end
      if (gain && !lose) count_q <= count_q + CNT_ONE;
      if (lose && !gain) count_q <= count_q - CNT_ONE;
    end
  end

  always @(posedge clk_i) begin
    if (st_we) begin
      st_key_q[st_at] <= swap ? sel_key : t_key_q;
      st_ent_q[st_at] <= swap ? sel_ent : upd_ent_i;
    end
  end

  reg [NW-1:0] stash;
  integer q;
  always @* begin
    stash = {NW{1'b0}};
    for (q = 0; q < STASH; q = q + 1) stash = stash + {{(NW - 1){1'b0}}, st_valid_q[q]};
  end

  assign count_o     = count_q;
  assign stash_o     = stash;
  assign bg_want_o   = ready_q && (|st_valid_q) && kicks_left;
  assign bg_urgent_o = ready_q && (&st_valid_q) && kicks_left;

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if (s0 && (!ready_q || (rd_i && bg_grant_i))) begin
      $display("ERROR: cg_cuckoo: look-up before ready_o, or together with a background slot");
      $finish;
    end else if (upd && upd_keep_i && !t_hit && !room_o) begin
      $display("ERROR: cg_cuckoo: insertion without room");
      $finish;
    end else if (upd_i && (!t_rd_q || t_stale)) begin
      $display("ERROR: cg_cuckoo: update without a look-up that has just come to T");
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
    `CG_NAME(cuckoo_ready) assert (!(s0) || (ready_q));  // a look-up waits for the clearing
    // one look-up per slot
    `CG_NAME(cuckoo_slot) assert (!(bg_grant_i) || (!rd_i && (CHOICES == 0 || rd_pick_i == {CHOICE_W{1'b0}})));
    `CG_NAME(cuckoo_room) assert (!(upd && upd_keep_i && !t_hit) || (room_o));  // an insertion has a place
    `CG_NAME(cuckoo_look) assert (!(upd_i) || (t_rd_q && !t_stale));  // an update follows a look-up
    // a key is in one place
    `CG_NAME(cuckoo_one_place) assert (!((t_rd_q || t_bg_q) && !t_stale && t_hit)
        || ((match & (match - 1'b1)) == {PLACES{1'b0}}));
`ifdef FORMAL
    cuckoo_ready_reached: cover (s0);
    cuckoo_slot_reached: cover (bg_grant_i);
    cuckoo_room_reached: cover (upd && upd_keep_i && !t_hit);
    cuckoo_look_reached: cover (upd_i);
    cuckoo_one_place_reached: cover ((t_rd_q || t_bg_q) && t_hit);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
