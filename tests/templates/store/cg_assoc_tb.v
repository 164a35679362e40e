// cg_assoc against a way-by-way model of every set, compared in every T cycle.
module cg_assoc_tb;
  parameter integer SETS  = 16;
  parameter integer WAYS  = 2;
  parameter integer TAG_W = 8;
  parameter integer ENT_W = 8;
  parameter integer STAGES = 1;
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer CYCLES = 8000;
  `include "tb_util.vh"

  reg                   rd = 0;
  reg  [SET_W-1:0]      rd_set = 0;
  reg  [TAG_W-1:0]      rd_tag = 0;
  reg                   upd = 0, keep = 0, touch = 0;
  reg  [ENT_W-1:0]      upd_ent = 0;
  wire                  ready, hit, free, victim_ok, stale;
  wire [SET_W-1:0]      set;
  wire [TAG_W-1:0]      tag, victim_tag;
  wire [WAY_W-1:0]      way, victim_way;
  wire [ENT_W-1:0]      ent;
  wire [WAYS-1:0]       way_valid;
  wire [WAYS*ENT_W-1:0] way_ent, look_ent;
  wire [ENT_W-1:0]      note;
  reg  [ENT_W-1:0]      turn = 0, turn_q = 0;
  reg  [WAYS*2-1:0]     vclass;

  cg_assoc #(.SETS(SETS), .WAYS(WAYS), .TAG_W(TAG_W), .ENT_W(ENT_W), .STAGES(STAGES), .NOTE_W(ENT_W)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready),
      .rd_i(rd), .rd_set_i(rd_set), .rd_tag_i(rd_tag),
      .set_o(set), .tag_o(tag), .hit_o(hit), .way_o(way), .free_o(free), .ent_o(ent),
      .way_valid_o(way_valid), .way_ent_o(way_ent), .vclass_i(vclass),
      .victim_ok_o(victim_ok), .victim_way_o(victim_way), .victim_tag_o(victim_tag),
      .upd_i(upd), .upd_keep_i(keep), .upd_ent_i(upd_ent), .touch_i(touch), .stale_o(stale),
      .look_ent_o(look_ent), .note_i(look_ent ^ {WAYS{turn}}), .note_none_i(turn), .note_upd_i(upd_ent ^ turn),
      .note_o(note));

  // What is noted of an entry is what it is, turned by a number that changes.
  always @(posedge clk) begin
    turn   <= turn + 3;
    turn_q <= turn;
  end

  // Class of an entry: any function of it will do.
  function [1:0] class_of(input [ENT_W-1:0] e);
    class_of = {e[0], ^e};
  endfunction
  integer v;
  always @* for (v = 0; v < WAYS; v = v + 1) vclass[2*v +: 2] = class_of(way_ent[v*ENT_W +: ENT_W]);

  // Model, index set * WAYS + way
  reg             m_valid [0:SETS*WAYS-1];
  reg             m_used  [0:SETS*WAYS-1];
  reg [TAG_W-1:0] m_tag   [0:SETS*WAYS-1];
  reg [ENT_W-1:0] m_ent   [0:SETS*WAYS-1];
  integer at, hit_at, free_at, victim_at, rank, best, all_used;
  integer stales = 0, hits = 0, inserts = 0, drops = 0, wraps = 0, no_victim = 0, repeats = 0;

  // Compares what is shown of set s, tag g: before T writes.
  task compare_shown(input integer s, input [TAG_W-1:0] g);
    begin
      hit_at = -1;
      for (at = s * WAYS; at < s * WAYS + WAYS; at = at + 1) begin
        check(way_valid[at - s * WAYS] === m_valid[at], "way_valid_o");
        if (m_valid[at]) check(way_ent[(at - s * WAYS) * ENT_W +: ENT_W] === m_ent[at], "way_ent_o");
        if (m_valid[at] && m_tag[at] === g) hit_at = at;
      end
      check(hit === (hit_at >= 0), "hit_o");
      check(ent === ((hit_at >= 0) ? m_ent[hit_at] : {ENT_W{1'b0}}), "ent_o");
      check(note === ((STAGES < 3) ? {ENT_W{1'b0}} : ent ^ turn_q), "note_o");
    end
  endtask

  // Looks up set s, tag g in the model and compares T's outputs.
  task compare(input integer s, input [TAG_W-1:0] g);
    begin
      hit_at = -1; free_at = -1; victim_at = -1; best = 0;
      for (at = s * WAYS + WAYS - 1; at >= s * WAYS; at = at - 1) begin
        if (!m_valid[at]) free_at = at;
        else begin
          if (m_tag[at] === g) hit_at = at;
          rank = {class_of(m_ent[at]), !m_used[at]};
          if (rank >= 2 && rank >= best) begin best = rank; victim_at = at; end
        end
      end
      check(set === s && tag === g, "set_o, tag_o");
      check(free === (free_at >= 0), "free_o");
      if (hit_at >= 0) check(way === hit_at - s * WAYS, "way_o of a hit");
      else if (free_at >= 0) check(way === free_at - s * WAYS, "way_o of a free way");
      check(victim_ok === (victim_at >= 0), "victim_ok_o");
      if (victim_at >= 0) check(victim_way === victim_at - s * WAYS, "victim_way_o");
      if (victim_at >= 0) check(victim_tag === m_tag[victim_at], "victim_tag_o");
      if (victim_at < 0) no_victim = no_victim + 1;
    end
  endtask

  // Applies the operation driven in T to the model.
  task apply(input integer s, input [TAG_W-1:0] g);
    begin
      at = (hit_at >= 0) ? hit_at : free_at;
      if (upd) begin
        if (hit_at < 0 && keep) inserts = inserts + 1;
        if (hit_at >= 0 && !keep) drops = drops + 1;
        m_used[at]  = m_used[at] && m_valid[at] && keep;
        m_valid[at] = keep;
        m_tag[at]   = g;
        m_ent[at]   = upd_ent;
      end
      if (touch && at >= 0 && m_valid[at]) begin
        m_used[at] = 1;
        all_used = 1;
        for (v = s * WAYS; v < s * WAYS + WAYS; v = v + 1) if (m_valid[v] && !m_used[v]) all_used = 0;
        if (all_used && WAYS > 1) wraps = wraps + 1;
        for (v = s * WAYS; v < s * WAYS + WAYS; v = v + 1) if (all_used && v != at) m_used[v] = 0;
      end
    end
  endtask

  // One cycle: T of the look-up STAGES cycles before, S0 of the next one.
  reg             t_valid = 0, t_stale = 0;
  reg [TAG_W-1:0] t_tag;
  integer         t_set;
  reg             r_valid = 0;
  reg [TAG_W-1:0] r_tag;
  integer         r_set;
  reg             l_valid = 0;
  reg [TAG_W-1:0] l_tag;
  integer         l_set;
  task step(input r, input integer s, input [TAG_W-1:0] g, input u, input kp, input t);
    begin
      upd = 0; touch = 0; keep = kp; upd_ent = $random(seed);
      if (STAGES < 3 ? t_valid : r_valid) compare_shown((STAGES < 3) ? t_set : r_set, (STAGES < 3) ? t_tag : r_tag);
      // what was stale shows what it has found, which nobody may count on: not compared, nothing is written
      hit_at = -1; free_at = -1;
      if (t_valid && !t_stale) compare(t_set, t_tag);
      if (t_valid && hit_at >= 0) hits = hits + 1;
      if (t_valid && u && (hit_at >= 0 || free_at >= 0)) upd = 1;
      if (t_valid && t && !t_stale) touch = 1;
      if (t_valid && !t_stale) apply(t_set, t_tag);
      if (t_valid && upd && (STAGES == 1 ? r && s == t_set : l_valid && l_set == t_set)) repeats = repeats + 1;
      rd = r; rd_set = s; rd_tag = g;
      #1;
      if (STAGES < 3) check(!stale, "stale_o of fewer stages");
      else if (r_valid) check(stale === (t_valid && upd && r_set == t_set), "stale_o");
      t_stale = STAGES == 3 && r_valid && stale;
      if (t_stale) stales = stales + 1;
      t_valid = (STAGES == 1) ? r : (STAGES == 2) ? l_valid : r_valid;
      t_set = (STAGES == 1) ? s : (STAGES == 2) ? l_set : r_set;
      t_tag = (STAGES == 1) ? g : (STAGES == 2) ? l_tag : r_tag;
      r_valid = l_valid; r_set = l_set; r_tag = l_tag;
      l_valid = r; l_set = s; l_tag = g;
      @(negedge clk);
    end
  endtask

  integer i, j, span, tags, p_keep, waited;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (waited = 0; !ready && waited < 2 * SETS + 2; waited = waited + 1) @(negedge clk);
    check(waited == SETS, "ready_o after SETS cycles");
    for (at = 0; at < SETS * WAYS; at = at + 1) begin m_valid[at] = 0; m_used[at] = 0; end
    // directed: every set starts empty; fill one set, hit each way, empty it
    for (i = 0; i < SETS; i = i + 1) step(1, i, i, 0, 0, 0);
    for (i = 0; i < 4; i = i + 1) for (j = 0; j < WAYS; j = j + 1) step(1, SETS - 1, j, 1, i < 3, 1);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin
        span   = 1 + rnd((i % 200 == 0) ? SETS : 1);
        tags   = 1 + rnd(2 * WAYS);
        p_keep = 60 + rnd(40);
      end
      step(pct(90), rnd(span), rnd(tags), pct(60), pct(p_keep), pct(50));
    end
    check(hits > 500 && inserts > 100 && drops > 100, "hits, inserts, drops were reached");
    check(repeats > 200 && no_victim > 20, "forwarding and no victim were reached");
    check(STAGES < 3 || stales > 200, "stale look-ups were reached");
    check(WAYS == 1 || wraps > 50, "full used sets were reached");
    if (errors == 0) $display("PASS cg_assoc SETS=%0d WAYS=%0d STAGES=%0d: %0d hits", SETS, WAYS, STAGES, hits);
    else $display("FAIL cg_assoc SETS=%0d WAYS=%0d: %0d errors", SETS, WAYS, errors);
    $finish;
  end
endmodule
