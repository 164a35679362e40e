// Proves against a shadow of one freely chosen (set, tag): a look-up hits and
// returns the entry exactly as last updated, a tag is in at most one way of a
// set, way_o and the victim are of the promised kind.
// With STAGES 3 what is shown is that of the cycle before T, and T does nothing
// to what was stale. What is noted of an entry is what it is, turned by what is
// given a cycle before it is shown.
// The entries of this bench carry their tag in the low bits.
module cg_assoc_fv #(
    parameter integer SETS  = 2,
    parameter integer WAYS  = 2,
    parameter integer TAG_W = 2,
    parameter integer STAGES = 1,
    parameter integer SET_W = (SETS > 1) ? $clog2(SETS) : 1
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              rd_i,
    input wire [SET_W-1:0]  rd_set_i,
    input wire [TAG_W-1:0]  rd_tag_i,
    input wire [WAYS*2-1:0] vclass_i,
    input wire              upd_i,
    input wire              upd_keep_i,
    input wire              upd_bit_i,
    input wire              touch_i,
    input wire [TAG_W:0]    turn_i
);
  localparam integer ENT_W = TAG_W + 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  wire                  ready, hit, free, victim_ok, stale;
  wire [SET_W-1:0]      set;
  wire [TAG_W-1:0]      tag, victim_tag;
  wire [WAY_W-1:0]      way, victim_way;
  wire [ENT_W-1:0]      ent;
  wire [WAYS-1:0]       way_valid;
  wire [WAYS*ENT_W-1:0] way_ent, look_ent;
  wire [ENT_W-1:0]      note;

  cg_assoc #(.SETS(SETS), .WAYS(WAYS), .TAG_W(TAG_W), .ENT_W(ENT_W), .STAGES(STAGES), .NOTE_W(ENT_W)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
      .rd_i(rd_i), .rd_set_i(rd_set_i), .rd_tag_i(rd_tag_i),
      .set_o(set), .tag_o(tag), .hit_o(hit), .way_o(way), .free_o(free), .ent_o(ent),
      .way_valid_o(way_valid), .way_ent_o(way_ent), .vclass_i(vclass_i),
      .victim_ok_o(victim_ok), .victim_way_o(victim_way), .victim_tag_o(victim_tag),
      .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i({upd_bit_i, tag}), .touch_i(touch_i),
      .stale_o(stale),
      .look_ent_o(look_ent), .note_i(look_ent ^ {WAYS{turn_i}}), .note_none_i(turn_i),
      .note_upd_i({upd_bit_i, tag} ^ turn_i), .note_o(note));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  // Look-ups on their way, what is shown, and what T has of it.
  reg                   look_q, shown_q, t_valid_q, stale_q, hit_q;
  reg [SET_W-1:0]       look_set_q, next_set_q;
  reg [TAG_W-1:0]       look_tag_q, next_tag_q;
  reg [WAYS-1:0]        way_valid_q;
  reg [WAYS*ENT_W-1:0]  way_ent_q;
  reg [WAYS*2-1:0]      vclass_q;
  reg [ENT_W-1:0]       turn_q;
  always @(posedge clk_i) begin
    look_q      <= rd_i && !rst_i;
    shown_q     <= look_q && !rst_i;
    t_valid_q   <= ((STAGES == 1) ? rd_i : (STAGES == 2) ? look_q : shown_q) && !rst_i;
    stale_q     <= STAGES > 2 && shown_q && stale;
    hit_q       <= hit;
    way_valid_q <= way_valid;
    way_ent_q   <= way_ent;
    vclass_q    <= vclass_i;
    turn_q      <= turn_i;
    look_set_q  <= rd_set_i;
    look_tag_q  <= rd_tag_i;
    next_set_q  <= look_set_q;
    next_tag_q  <= look_tag_q;
  end
  wire                  shows       = (STAGES < 3) ? t_valid_q : shown_q;
  wire [SET_W-1:0]      shown_set   = (STAGES < 3) ? set : next_set_q;
  wire [TAG_W-1:0]      shown_tag   = (STAGES < 3) ? tag : next_tag_q;
  wire                  t_hit       = (STAGES < 3) ? hit : hit_q;
  wire [WAYS-1:0]       t_way_valid = (STAGES < 3) ? way_valid : way_valid_q;
  wire [WAYS*ENT_W-1:0] t_way_ent   = (STAGES < 3) ? way_ent : way_ent_q;
  wire [WAYS*2-1:0]     t_vclass    = (STAGES < 3) ? vclass_i : vclass_q;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready) assume (!rd_i);
    assume (rd_set_i < SETS);
    if (!t_valid_q || stale_q) assume (!upd_i && !touch_i);
    if (!t_hit && !free) assume (!upd_i);
  end

  // Shadow of the chosen set and tag.
  (* anyconst *) reg [SET_W-1:0] c_set;
  (* anyconst *) reg [TAG_W-1:0] c_tag;
  reg present_q, bit_q;
  wire ours = t_valid_q && set == c_set && tag == c_tag;
  wire shown_ours = shows && shown_set == c_set && shown_tag == c_tag;

  // Number of valid ways with each property, tags taken from the entries.
  integer w, x;
  reg twice, way_ok, better, may_leave;
  always @* begin
    twice  = 1'b0;
    way_ok = 1'b0;
    better = 1'b0;
    may_leave = 1'b0;
    for (w = 0; w < WAYS; w = w + 1) begin
      for (x = 0; x < w; x = x + 1) begin
        if (way_valid[w] && way_valid[x]
            && way_ent[w*ENT_W +: TAG_W] == way_ent[x*ENT_W +: TAG_W]) twice = 1'b1;
      end
      if (way == w) way_ok = t_hit ? t_way_valid[w] && t_way_ent[w*ENT_W +: TAG_W] == tag : !t_way_valid[w];
      if (t_way_valid[w] && t_vclass[2*w +: 2] != 2'd0) may_leave = 1'b1;
      for (x = 0; x < WAYS; x = x + 1) begin
        if (victim_way == x && t_way_valid[w] && t_vclass[2*w +: 2] > t_vclass[2*x +: 2]) better = 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      present_q <= 1'b0;
    end else if (ours && upd_i) begin
      present_q <= upd_keep_i;
      bit_q     <= upd_bit_i;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q && shows) begin
      assert (!twice);
      if (shown_ours) assert (hit == present_q);
      if (shown_ours) assert (ent == (present_q ? {bit_q, c_tag} : {ENT_W{1'b0}}));
      if (!hit) assert (ent == 0);
      assert (note == ((STAGES < 3) ? {ENT_W{1'b0}} : ent ^ turn_q));
      cover (shown_ours && hit && bit_q);
      if (STAGES < 3) assert (!stale);
      else begin
        assert (stale == (t_valid_q && upd_i && set == shown_set));
        cover (stale && shown_ours && hit && upd_keep_i);
      end
    end
    // what was not stale is still so in T
    if (!init_q && t_valid_q && !stale_q) begin
      if (ours) assert (t_hit == present_q);
      if (t_hit || free) assert (way_ok);
      assert (free == !(&t_way_valid));
      assert (victim_ok == may_leave);
      if (victim_ok) begin
        assert (t_way_valid[victim_way] && t_vclass[2*victim_way +: 2] != 2'd0);
        assert (t_way_ent[victim_way*ENT_W +: TAG_W] == victim_tag);
        assert (!better);
      end
      cover (ours && t_hit && !free && victim_ok && (WAYS == 1 || victim_tag != c_tag));
      cover (ours && !t_hit && !free);
      cover (ours && upd_i && t_hit && !upd_keep_i);
    end
  end
endmodule
