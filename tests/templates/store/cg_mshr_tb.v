// cg_mshr against a list model of every entry: each look-up, each offer.
// The bench plays the pipeline: S0 takes an offer or makes up a request, T gives
// the verdict and a random legal operation.
module cg_mshr_tb;
  parameter integer ENTRIES = 4;
  parameter integer DEPTH   = 4;
  parameter integer KEY_W   = 4;
  parameter integer FLD_W   = 8;
  parameter integer PAY_W   = 12;
  parameter integer STAGES  = 1;
  localparam integer IW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer WW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  localparam integer CYCLES = (STAGES < 3) ? 30000 : 50000;
  `include "tb_util.vh"

  reg  [KEY_W-1:0] key = 0, t_key = 0;  // t_key: of the next cycle; with three stages it is shown then, and in T after
  reg  [KEY_W-1:0] s_key = 0;           // of what is shown
  reg              op = 0, alloc = 0, park = 0, replay = 0, must_hit = 0, done = 0;
  reg  [FLD_W-1:0] fld_in = 0;
  reg  [PAY_W-1:0] pay = 0;
  reg              pw = 0, pw_we = 0;
  reg  [IW-1:0]    pw_idx = 0;
  reg  [WW-1:0]    pw_word = 0;
  reg              rp_take = 0, rp_commit = 0, rp_keep = 0, rp_rewind = 0;
  wire             hit, armed, drain, must, room, park_room, rp_valid, rp_stop, idle, stale;
  wire [IW-1:0]    idx, rp_idx;
  wire [FLD_W-1:0] fld;
  wire [KEY_W-1:0] rp_key;
  wire [PAY_W-1:0] rp_pay;
  wire [$clog2(ENTRIES+1)-1:0] count;

  cg_mshr #(.ENTRIES(ENTRIES), .DEPTH(DEPTH), .KEY_W(KEY_W), .FLD_W(FLD_W), .PAY_W(PAY_W), .STAGES(STAGES)) u_dut (
      .clk_i(clk), .rst_i(rst), .next_key_i(t_key), .key_i(key), .hit_o(hit), .idx_o(idx), .fld_o(fld),
      .armed_o(armed), .drain_o(drain), .must_o(must), .room_o(room), .park_room_o(park_room),
      .op_i(op), .alloc_i(alloc), .fld_i(fld_in), .park_i(park), .pay_i(pay),
      .replay_i(replay), .must_i(must_hit), .done_i(done),
      .rp_valid_o(rp_valid), .rp_idx_o(rp_idx), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_stop_o(rp_stop),
      .rp_take_i(rp_take), .rp_commit_i(rp_commit), .rp_keep_i(rp_keep), .rp_rewind_i(rp_rewind),
      .rp_parks_i(rp_keep || !op), .stale_o(stale),
      .pw_i(pw), .pw_idx_i(pw_idx), .pw_word_i(pw_word), .pw_we_i(pw_we),
      .count_o(count), .idle_o(idle));

  // Model
  reg             m_valid [0:ENTRIES-1];
  reg             m_armed [0:ENTRIES-1];
  reg             m_drain [0:ENTRIES-1];
  reg             m_must  [0:ENTRIES-1];
  reg             m_fin   [0:ENTRIES-1];
  reg [KEY_W-1:0] m_key   [0:ENTRIES-1];
  reg [FLD_W-1:0] m_fld   [0:ENTRIES-1];
  integer         m_len   [0:ENTRIES-1];
  reg [PAY_W-1:0] m_list  [0:ENTRIES*DEPTH-1];
  integer at, m_hit, m_free, m_used, waiting, silence = 0;
  integer commits = 0, keeps = 0, rewinds = 0, full_lists = 0, full_file = 0, freed_late = 0, stops = 0;
  integer rearms = 0, musts = 0, commit_ops = 0, turns = 0, last_idx = 0, n;

  reg             t_req = 0, t_tk = 0;  // T holds a new request, a replay
  reg             t_stale = 0, r_req = 0, r_tk = 0, l_tk = 0;  // with three stages; r: what is shown
  integer         m_shown, stales = 0;
  reg             rooms = 1;            // some entry was free in the cycle before, and has not been taken
  integer         tk_idx = 0;

  // Compares look-up and offer with the model.
  task compare;
    begin
      m_hit = -1; m_free = -1; m_used = 0; waiting = 0; m_shown = -1;
      for (at = ENTRIES - 1; at >= 0; at = at - 1) begin
        if (m_valid[at] && m_key[at] === key) m_hit = at;
        if (m_valid[at] && m_key[at] === s_key) m_shown = at;
        if (!m_valid[at]) m_free = at; else m_used = m_used + 1;
        if (m_valid[at] && m_drain[at] && m_len[at] > (t_tk && tk_idx == at)) waiting = waiting + 1;
      end
      check(hit === (m_shown >= 0), "hit_o");
      if (t_stale) begin end
      else if (m_hit >= 0) check(idx === m_hit, "idx_o of a hit");
      else if (STAGES == 3 && room) check(!m_valid[idx], "idx_o of some free entry");  // free for a cycle and more
      else if (STAGES < 3 && m_free >= 0) check(idx === m_free, "idx_o of a free entry");
      check(fld === ((m_shown >= 0) ? m_fld[m_shown] : {FLD_W{1'b0}}), "fld_o");
      check(armed === (m_shown >= 0 && m_armed[m_shown]), "armed_o");
      check(drain === (m_shown >= 0 && m_drain[m_shown]), "drain_o");
      check(must === (m_shown >= 0 && m_must[m_shown]), "must_o");
      // with three stages an entry that was freed in the cycle before is not free yet
      if (!t_stale) check(room === (m_hit >= 0 || (m_free >= 0 && (STAGES < 3 || rooms))), "room_o");
      if (!t_stale) check(park_room === (m_hit < 0 || m_len[m_hit] < DEPTH), "park_room_o");
      check(count === m_used && idle === (m_used == 0), "count_o, idle_o");
      if (rp_valid) begin
        n = (t_tk && tk_idx == rp_idx);
        check(m_valid[rp_idx] && m_drain[rp_idx] && m_len[rp_idx] > n, "offer of a draining entry");
        check(rp_key === m_key[rp_idx], "rp_key_o");
        check(rp_pay === m_list[rp_idx * DEPTH + n], "rp_pay_o in list order");
      end
      silence = (waiting > 0 && !rp_valid) ? silence + 1 : 0;
      check(silence <= ((STAGES < 3) ? 2 : 4), "items wait without an offer");
      if (m_hit >= 0 && m_len[m_hit] == DEPTH) full_lists = full_lists + 1;
      if (m_used == ENTRIES) full_file = full_file + 1;
    end
  endtask

  // Applies verdict and operation to the model.
  task apply;
    integer e;
    begin
      if (rp_commit) begin
        for (n = 1; n < m_len[tk_idx]; n = n + 1) m_list[tk_idx * DEPTH + n - 1] = m_list[tk_idx * DEPTH + n];
        m_len[tk_idx] = m_len[tk_idx] - 1;
        m_must[tk_idx] = 0;
      end
      if (rp_keep) begin m_drain[tk_idx] = 0; m_must[tk_idx] = 0; end
      e = (m_hit >= 0) ? m_hit : m_free;
      if (op) begin
        if (alloc) begin
          if (m_hit >= 0) rearms = rearms + 1;
          m_valid[e] = 1; m_armed[e] = 1; m_drain[e] = 0; m_must[e] = 0; m_fin[e] = 0; m_key[e] = key;
        end
        m_fld[e] = fld_in;
        if (park) begin m_list[e * DEPTH + m_len[e]] = pay; m_len[e] = m_len[e] + 1; end
        if (replay) m_drain[e] = 1;
        if (replay && must_hit) m_must[e] = 1;
        if (done) begin m_armed[e] = 0; m_fin[e] = 1; end
      end
      for (e = 0; e < ENTRIES; e = e + 1) if (m_len[e] == 0) begin
        m_drain[e] = 0; m_must[e] = 0;
        if (m_fin[e] && m_valid[e] && !op) freed_late = freed_late + 1;
        if (m_fin[e]) m_valid[e] = 0;
      end
      for (e = 0; e < ENTRIES; e = e + 1) if (m_must[e]) musts = musts + 1;
      commits = commits + rp_commit; keeps = keeps + rp_keep; rewinds = rewinds + rp_rewind;
      if (rp_commit && op) commit_ops = commit_ops + 1;
    end
  endtask

  // One cycle. want: 0 random, 1 take and commit only. The operation bits are
  // wishes, dropped where they are not allowed.
  integer left;
  task step(input commit_only, input p_op, input al, input pk, input rp, input mu, input dn,
            input take, input new_req, input [KEY_W-1:0] new_key, input integer verdict);
    begin
      key = (STAGES < 3) ? t_key : s_key;
      s_key = t_key;
      op = 0; rp_commit = 0; rp_keep = 0; rp_rewind = 0;
      rp_take = 0; pay = $random(seed); fld_in = $random(seed);
      #1 compare;
      check(!t_tk || t_stale || STAGES > 2 || m_drain[tk_idx], "what is replayed is of a list that is offered");
      if (t_tk) begin
        rp_commit = !t_stale && (commit_only || verdict < 60);
        rp_keep   = !t_stale && !rp_commit && verdict < 75;
        rp_rewind = !rp_commit && !rp_keep;
      end
      alloc = al; park = pk && !t_tk && park_room; replay = rp; must_hit = mu; done = dn;
      op = p_op && !rp_rewind && !t_stale && (t_tk || t_req) && (m_hit >= 0 || (alloc && room));
      // done on a list needs a replay
      left = ((m_hit >= 0) ? m_len[m_hit] : 0) + park - (rp_commit && tk_idx == m_hit);
      if (left > 0 && !replay && !(m_hit >= 0 && m_drain[m_hit] && !alloc && !rp_keep)) done = 0;
      // with three stages what was offered two cycles ago is taken if it has been offered ever since
      l_tk = take && rp_valid && (STAGES < 3 || !r_tk);
      rp_take = (STAGES < 3) ? l_tk : r_tk && rp_valid;
      #1;
      check(!rp_valid || rp_stop === (STAGES < 3 && op && alloc && !replay && m_hit == rp_idx), "rp_stop_o");
      if (rp_take && rp_stop) stops = stops + 1;
      check(stale === (STAGES == 3 && s_key == key && (op || rp_commit || rp_keep)), "stale_o");
      t_stale = stale;
      if (stale) stales = stales + 1;
      rooms = m_used + (op && m_hit < 0) < ENTRIES;
      apply;
      t_tk = rp_take && !rp_keep && !rp_rewind && !rp_stop;
      t_req = (STAGES < 3) ? !rp_take && new_req : r_req;
      r_req = !l_tk && new_req;
      r_tk = l_tk;
      if (t_tk && rp_idx != last_idx) turns = turns + 1;
      if (t_tk) last_idx = rp_idx;
      tk_idx = rp_idx;
      t_key = l_tk ? rp_key : new_key;
      @(negedge clk);
    end
  endtask

  // A walk over all payloads, of which some are turned over; what is taken is
  // put back. In the last cycle only T is at work.
  integer w, walks = 0;
  task walk;
    begin
      for (w = 0; w <= ENTRIES * DEPTH; w = w + 1) begin
        key       = t_key; s_key = t_key; op = 0; rp_take = 0; rp_commit = 0; rp_keep = 0;
        rp_rewind = t_tk;
        pw        = w < ENTRIES * DEPTH;
        pw_idx    = w / DEPTH;
        pw_word   = w % DEPTH;
        #1;
        check(!rp_valid || w == 0, "nothing is offered in a walk");
        pw_we = w > 0;
        pay   = ~rp_pay;
        t_tk  = 0;
        @(negedge clk);
      end
      pw = 0; pw_we = 0; rp_rewind = 0; t_req = 0; r_req = 0; r_tk = 0; t_stale = 0; silence = 0; walks = walks + 1;
      rooms = count < ENTRIES;
      for (w = 0; w < ENTRIES * DEPTH; w = w + 1) m_list[w] = ~m_list[w];
    end
  endtask

  integer i, p_take, p_new, p_op, p_alloc, p_done, keys, start;
  initial begin
    tb_start(1);
    for (at = 0; at < ENTRIES; at = at + 1) begin
      m_valid[at] = 0; m_armed[at] = 0; m_drain[at] = 0; m_must[at] = 0; m_fin[at] = 0; m_len[at] = 0;
    end
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: fill one list, replay it with done at full rate
    step(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0);
    if (STAGES < 3) begin
      for (i = 0; i < DEPTH; i = i + 1) step(0, 1, i == 0, 1, 0, 0, 0, 0, 1, 1, 0);
      step(0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0);
      start = commits;
      for (i = 0; i < DEPTH + 2; i = i + 1) step(1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0);
      check(commits - start == DEPTH, "replay of one item per cycle");
      check(idle, "entry freed with its last item");
    end
    // random
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        p_take = 40 + rnd(61); p_new = 30 + rnd(71); p_done = rnd(60);
        p_op = 30 + rnd(66); p_alloc = 5 + rnd(50);
        keys = 1 + rnd(2 * ENTRIES);
      end
      if (pct(1)) walk;
      step(0, pct(p_op), pct(p_alloc), pct(80), pct(25), pct(50), pct(p_done), pct(p_take), pct(p_new),
           rnd(keys), rnd(100));
    end
    // empty the file
    for (i = 0; i < ((STAGES < 3) ? 8 : 32) * ENTRIES * (DEPTH + 4); i = i + 1)
      step(1, 1, 0, 0, 1, 0, 1, 1, STAGES < 3 || i % 4 == 0, m_key[((STAGES < 3) ? i : i / 4) % ENTRIES], 0);
    check(idle, "empty at the end");
    check(STAGES < 3 || stales > 500, "stale look-ups were reached");
    check(STAGES > 2 || stops > 20, "an offer was stopped as it was taken");
    check(commits > 500 && keeps > 100 && rewinds > 100, "all verdicts were reached");
    check(rearms > 100 && musts > 100 && freed_late > 20 && commit_ops > 100, "all operations were reached");
    check(full_lists > 100 && full_file > 100, "full lists and a full file were reached");
    check(ENTRIES == 1 || turns > 100, "several entries drain together");
    if (errors == 0) $display("PASS cg_mshr ENTRIES=%0d DEPTH=%0d STAGES=%0d: %0d commits", ENTRIES, DEPTH, STAGES,
        commits);
    else $display("FAIL cg_mshr ENTRIES=%0d DEPTH=%0d: %0d errors", ENTRIES, DEPTH, errors);
    $finish;
  end
endmodule
