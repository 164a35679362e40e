// cg_store_lock against a list of the lines that are locked: they are never
// victims, and stay when they are dropped, as last written; other lines are those
// of a plain list. Walks find every line, locked or not. A line keeps its location,
// which no other has.
module cg_store_lock_tb;
  parameter integer SETS    = 16;
  parameter integer WAYS    = 2;
  parameter integer KEY_W   = 8;
  parameter integer ENT_W   = 8;
  parameter integer INDEXED = 0;
  localparam integer SET_W  = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W  = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer LOC_W  = (SETS * WAYS > 1) ? $clog2(SETS) + $clog2(WAYS) : 1;
  localparam integer KEYS   = 1 << KEY_W;
  localparam integer LINES  = WAYS << $clog2(SETS);
  localparam integer CYCLES = 12000;
  `include "tb_util.vh"

  reg                    rd = 0, walk = 0;
  reg  [KEY_W-1:0]       rd_key = 0, rd_index = 0;
  reg  [SET_W-1:0]       row = 0;
  reg  [WAY_W-1:0]       column = 0;
  reg                    upd = 0, keep = 0, touch = 0;
  reg  [ENT_W-1:0]       upd_ent = 0;
  wire                   ready, hit, room, victim_ok, unused_stale;
  wire [ENT_W-1:0]       ent;
  wire [LOC_W-1:0]       loc;
  wire [WAYS-1:0]        valid;
  wire [WAYS*ENT_W-1:0]  ents;
  wire [KEY_W-1:0]       victim;

  cg_store_lock #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .ENT_W(ENT_W), .INDEXED(INDEXED)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready),
      .rd_i(rd), .rd_key_i(rd_key), .rd_index_i(rd_index),
      .walk_i(walk), .walk_row_i(row), .walk_column_i(column),
      .hit_o(hit), .room_o(room), .ent_o(ent), .loc_o(loc),
      .place_valid_o(valid), .place_ent_o(ents), .vclass_i({2 * WAYS{1'b1}}),
      .victim_ok_o(victim_ok), .victim_key_o(victim),
      .upd_i(upd), .upd_keep_i(keep), .upd_ent_i(upd_ent), .touch_i(touch),
      .stale_o(unused_stale));

  reg             m_valid [0:KEYS-1];
  reg [ENT_W-1:0] m_ent   [0:KEYS-1];
  reg             m_taken [0:(1<<LOC_W)-1];
  reg [KEY_W-1:0] m_key   [0:(1<<LOC_W)-1];
  integer k, used, locked;
  integer refused = 0, dropped = 0, full = 0, stuck = 0, walked = 0;

  function integer set_of(input integer key);
    set_of = key % SETS;
  endfunction

  // What is in the set of a key.
  task count(input integer key);
    begin
      used = 0; locked = 0;
      for (k = 0; k < KEYS; k = k + 1) begin
        if (set_of(k) == set_of(key) && m_valid[k]) begin
          used = used + 1;
          locked = locked + m_ent[k][0];
        end
      end
    end
  endtask

  task compare(input integer key);
    begin
      count(key);
      check(hit === m_valid[key], "hit_o");
      if (m_valid[key]) check(ent === m_ent[key], "ent_o");
      if (m_valid[key]) check(m_taken[loc] && m_key[loc] == key, "loc_o");
      check(room === (used < WAYS), "room_o");
      check(victim_ok === (used > locked), "a victim while a line is not locked");
      if (victim_ok) begin
        check(m_valid[victim] && set_of(victim) == set_of(key), "the victim is in the set");
        check(!m_ent[victim][0], "no victim is locked");
      end
      if (used == WAYS && !m_valid[key]) full = full + 1;
      if (used == WAYS && locked == WAYS) stuck = stuck + 1;
    end
  endtask

  task apply(input integer key);
    begin
      if (upd && keep && !hit) begin
        check(loc < LINES && !m_taken[loc], "a new line has a location of its own");
        m_taken[loc] = 1; m_key[loc] = key;
      end
      if (upd && keep) begin m_valid[key] = 1; m_ent[key] = upd_ent; end
      else if (upd && m_valid[key] && m_ent[key][0]) refused = refused + 1;
      else if (upd) begin dropped = dropped + m_valid[key]; m_valid[key] = 0; if (hit) m_taken[loc] = 0; end
    end
  endtask

  // One cycle: T of the previous look-up, S0 of the next one.
  reg     t_valid = 0;
  integer t_key = 0;
  task step(input r, input integer key, input u, input kp);
    begin
      upd = 0; touch = 0; keep = kp; upd_ent = $random(seed);
      if (t_valid) begin
        compare(t_key);
        upd = u && (hit || room);
        touch = pct(50);
        apply(t_key);
      end
      rd = r; rd_key = key; rd_index = set_of(key);
      t_valid = r; t_key = key;
      @(negedge clk);
    end
  endtask

  // Place after place: each line is found once, locked ones too.
  integer s, w, lines;
  task walk_over;
    begin
      step(0, 0, 0, 0);
      upd = 0; touch = 0; walk = 1; lines = 0;
      for (s = 0; s < SETS; s = s + 1) begin
        for (w = 0; w < WAYS; w = w + 1) begin
          rd = 1; row = s; column = w;
          @(negedge clk);
          rd = 0;
          #1 check(victim_ok === valid[w], "a walk shows the way");
          if (victim_ok) check(m_valid[victim] && set_of(victim) == s, "a walk finds a line");
          walked = walked + victim_ok;
        end
      end
      @(negedge clk);
      walk = 0;
      for (k = 0; k < KEYS; k = k + 1) lines = lines + m_valid[k];
      check(walked == lines, "a walk finds all lines");
    end
  endtask

  integer i, keys, p_keep;
  initial begin
    tb_start(1);
    for (k = 0; k < KEYS; k = k + 1) m_valid[k] = 0;
    for (k = 0; k < (1 << LOC_W); k = k + 1) m_taken[k] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    while (!ready) @(negedge clk);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        keys   = 1 + rnd((i % 200 == 0) ? KEYS : (2 * WAYS * SETS < KEYS) ? 2 * WAYS * SETS : KEYS);
        p_keep = 40 + rnd(60);
      end
      step(pct(90), rnd(keys), pct(60), pct(p_keep));
    end
    walk_over;
    check(refused > 40 && dropped > 40, "locked lines were kept, others dropped");
    check(full > 20 && stuck > 20, "full sets, sets of locked lines were reached");
    if (errors == 0)
      $display("PASS cg_store_lock SETS=%0d WAYS=%0d: %0d kept, %0d dropped", SETS, WAYS, refused, dropped);
    else $display("FAIL cg_store_lock SETS=%0d WAYS=%0d: %0d errors", SETS, WAYS, errors);
    $finish;
  end
endmodule
