// Proves against a shadow of one freely chosen (set, tag): a look-up hits and
// returns the entry exactly as last updated, a tag is in at most one way of a
// set, way_o and the victim are of the promised kind.
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
    input wire              touch_i
);
  localparam integer ENT_W = TAG_W + 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  wire                  ready, hit, free, victim_ok;
  wire [SET_W-1:0]      set;
  wire [TAG_W-1:0]      tag, victim_tag;
  wire [WAY_W-1:0]      way, victim_way;
  wire [ENT_W-1:0]      ent;
  wire [WAYS-1:0]       way_valid;
  wire [WAYS*ENT_W-1:0] way_ent;

  cg_assoc #(.SETS(SETS), .WAYS(WAYS), .TAG_W(TAG_W), .ENT_W(ENT_W), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
      .rd_i(rd_i), .rd_set_i(rd_set_i), .rd_tag_i(rd_tag_i),
      .set_o(set), .tag_o(tag), .hit_o(hit), .way_o(way), .free_o(free), .ent_o(ent),
      .way_valid_o(way_valid), .way_ent_o(way_ent), .vclass_i(vclass_i),
      .victim_ok_o(victim_ok), .victim_way_o(victim_way), .victim_tag_o(victim_tag),
      .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i({upd_bit_i, tag}), .touch_i(touch_i));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  reg look_q, t_valid_q;
  always @(posedge clk_i) begin
    look_q    <= rd_i && !rst_i;
    t_valid_q <= ((STAGES == 1) ? rd_i : look_q) && !rst_i;
  end

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready) assume (!rd_i);
    assume (rd_set_i < SETS);
    if (!t_valid_q) assume (!upd_i && !touch_i);
    if (!hit && !free) assume (!upd_i);
  end

  // Shadow of the chosen set and tag.
  (* anyconst *) reg [SET_W-1:0] c_set;
  (* anyconst *) reg [TAG_W-1:0] c_tag;
  reg present_q, bit_q;
  wire ours = t_valid_q && set == c_set && tag == c_tag;

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
      if (way == w) way_ok = hit ? way_valid[w] && way_ent[w*ENT_W +: TAG_W] == tag : !way_valid[w];
      if (way_valid[w] && vclass_i[2*w +: 2] != 2'd0) may_leave = 1'b1;
      for (x = 0; x < WAYS; x = x + 1) begin
        if (victim_way == x && way_valid[w] && vclass_i[2*w +: 2] > vclass_i[2*x +: 2]) better = 1'b1;
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
    if (!init_q && t_valid_q) begin
      assert (!twice);
      if (hit || free) assert (way_ok);
      if (ours) assert (hit == present_q);
      if (ours) assert (ent == (present_q ? {bit_q, c_tag} : {ENT_W{1'b0}}));
      if (!hit) assert (ent == 0);
      assert (free == !(&way_valid));
      assert (victim_ok == may_leave);
      if (victim_ok) begin
        assert (way_valid[victim_way] && vclass_i[2*victim_way +: 2] != 2'd0);
        assert (way_ent[victim_way*ENT_W +: TAG_W] == victim_tag);
        assert (!better);
      end
      cover (ours && hit && bit_q);
      cover (ours && hit && !free && victim_ok && (WAYS == 1 || victim_tag != c_tag));
      cover (ours && !hit && !free);
      cover (ours && upd_i && hit && !upd_keep_i);
    end
  end
endmodule
