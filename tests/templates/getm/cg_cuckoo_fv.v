// Proves against a shadow of one freely chosen key: a look-up hits and returns
// the entry exactly as last updated; the key leaves only by removal, by an
// eviction while it may leave, or over the overflow port when it is inserted; it
// is evicted with its own entry; the number of entries never passes what there
// are places for. Bit 0 of an entry: it may leave.
module cg_cuckoo_fv #(
    parameter integer WAYS  = 2,
    parameter integer ROWS  = 2,
    parameter integer STASH = 1,
    parameter integer KEY_W = 2,
    parameter integer STAGES = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             flush_i,
    input wire             rd_i,
    input wire [KEY_W-1:0] rd_key_i,
    input wire             bg_grant_i,
    input wire             upd_i,
    input wire             upd_keep_i,
    input wire [1:0]       upd_ent_i,
    input wire             ovf_ready_i
);
  localparam integer PLACES = WAYS + STASH;
  localparam integer CNT_W  = $clog2(WAYS * ROWS + STASH + 1);
  wire                      ready, want, urgent, seen_hit, next_hit, room, seen_stale, ev_valid, ovf_valid;
  wire [KEY_W-1:0]          key, ev_key;
  wire [1:0]                seen_ent, next_ent, ev_ent;
  wire [PLACES-1:0]         place_valid;
  wire [PLACES*2-1:0]       place_ent;
  reg  [PLACES*2-1:0]       vclass;
  wire [CNT_W-1:0]          count;
  wire [$clog2(STASH+1)-1:0] stash;
  integer v;
  always @* for (v = 0; v < PLACES; v = v + 1) vclass[2*v +: 2] = {1'b0, place_ent[2*v]};

  cg_cuckoo #(.WAYS(WAYS), .ROWS(ROWS), .STASH(STASH), .KEY_W(KEY_W), .ENT_W(2), .KICKS(1), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), 
      .rd_keys_i(rd_key_i), .rd_pick_i(1'b1),
      .bg_want_o(want), .bg_urgent_o(urgent), .bg_grant_i(bg_grant_i),
      .key_o(key), .stale_o(seen_stale), .hit_o(seen_hit), .ent_o(seen_ent),
      .next_hit_o(next_hit), .next_ent_o(next_ent), .room_o(room),
      .place_valid_o(place_valid), .place_ent_o(place_ent), .vclass_i(vclass),
      .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i(upd_ent_i),
      .ev_valid_o(ev_valid), .ev_key_o(ev_key), .ev_ent_o(ev_ent),
      .ovf_ready_i(ovf_ready_i), .ovf_valid_o(ovf_valid), .count_o(count), .stash_o(stash));

  reg init_q = 1'b1;
  reg look_rd_q, look_bg_q, rd_q, bg_q, op_rd_q, op_bg_q;  // one cycle after S0, two, and three
  // With STAGES 3 as T has it what was shown in the cycle before.
  reg       hit_q, stale_q;
  reg [1:0] ent_was_q;
  wire       hit   = STAGES == 3 ? hit_q : seen_hit;
  wire       stale = STAGES == 3 ? stale_q : seen_stale;
  wire [1:0] ent   = STAGES == 3 ? ent_was_q : seen_ent;
  always @(posedge clk_i) begin
    init_q    <= 1'b0;
    look_rd_q <= rd_i && !rst_i && (STAGES != 1 || !flush_i);
    look_bg_q <= bg_grant_i && !rst_i && !flush_i;
    rd_q      <= look_rd_q && !rst_i;
    bg_q      <= look_bg_q && !rst_i && !flush_i;
    op_rd_q   <= rd_q && !rst_i;
    op_bg_q   <= bg_q && !rst_i && !flush_i;
    {hit_q, stale_q, ent_was_q} <= {seen_hit, seen_stale, seen_ent};
  end
  wire rd     = STAGES == 1 ? look_rd_q : STAGES == 2 ? rd_q : op_rd_q;
  wire t_rd_q = rd && !stale;
  wire t_bg_q = STAGES == 1 ? look_bg_q : STAGES == 2 ? bg_q : op_bg_q;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready) assume (!rd_i && !bg_grant_i);
    assume (!rd_i || !bg_grant_i);
    if (!t_rd_q) assume (!upd_i);
    if (!hit && !room && upd_keep_i) assume (!upd_i);
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  reg       in_q;
  reg [1:0] ent_q;
  wire ours   = t_rd_q && key == c_key;
  wire stored = ours && upd_i && upd_keep_i && !ovf_valid;
  wire gone   = ev_valid && ev_key == c_key;

  always @(posedge clk_i) begin
    if (rst_i || flush_i) begin
      in_q <= 1'b0;
    end else begin
      if (ours && upd_i && !upd_keep_i) in_q <= 1'b0;
      if (gone) in_q <= 1'b0;
      if (stored) in_q <= 1'b1;
    end
    if (stored) ent_q <= upd_ent_i;
  end

  reg [1:0] past_upd_q;
  always @(posedge clk_i) past_upd_q <= {past_upd_q[0], t_rd_q && upd_i};

  reg       next_hit_q;
  reg [1:0] next_ent_q;
  always @(posedge clk_i) begin
    next_hit_q <= next_hit;
    next_ent_q <= next_ent;
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      if (STAGES == 2 && ours) assert (hit == next_hit_q && ent == next_ent_q);
      if (STAGES == 3 && rd_q) assert (seen_hit == next_hit_q && seen_ent == next_ent_q);
      if (ours) assert (hit == in_q);
      if (ours) assert (ent == (in_q ? ent_q : 2'd0));
      if (gone) assert (in_q && ent_q[0] && ev_ent == ent_q && !ours);
      if (ovf_valid) assert (ovf_ready_i && upd_i && upd_keep_i && !hit && !ev_valid);
      if (ev_valid) assert (t_bg_q || (upd_i && upd_keep_i && !hit));
      if (in_q) assert (count != 0);
      assert (count <= WAYS * ROWS + STASH);
      assert (stash <= count);
      if (STAGES != 1) cover (rd && stale && key == c_key && in_q);
      if (STAGES == 3) cover (t_rd_q && past_upd_q[1] && key == c_key && in_q);  // nothing of its own was written
      cover (ours && hit && ent_q == 2'b10 && stash == STASH && count > STASH);
      cover (gone && t_bg_q);
      cover (gone && !t_bg_q);
      cover (ovf_valid && in_q);
      cover (ours && !hit && !room && count == WAYS * ROWS + STASH);
    end
  end
endmodule
