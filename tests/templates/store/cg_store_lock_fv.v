// Proves by a shadow of one freely chosen key: once its line has been written
// with the lock set it is there, as last written, until an update has written it
// with the lock clear: not dropped, not evicted, not overwritten by others; and a
// victim is never a locked line. A line that is not locked leaves when it is
// dropped. With STAGES 3 what is shown is that of the cycle before T, and T does
// nothing to what was stale.
module cg_store_lock_fv #(
    parameter integer SETS  = 2,
    parameter integer WAYS  = 2,
    parameter integer KEY_W = 2,
    parameter integer STAGES = 1
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              rd_i,
    input wire [KEY_W-1:0]  rd_key_i,
    input wire [WAYS*2-1:0] vclass_i,
    input wire              upd_i,
    input wire              upd_keep_i,
    input wire              upd_lock_i,
    input wire              upd_bit_i,
    input wire              touch_i
);
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  wire                   ready, hit, room, victim_ok, stale;
  wire [1:0]             ent;
  wire [((SETS * WAYS > 1) ? $clog2(SETS) + $clog2(WAYS) : 1)-1:0] loc;
  wire [WAYS-1:0]        valid;
  wire [2*WAYS-1:0]      ents;
  wire [KEY_W-1:0]       victim;

  cg_store_lock #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .ENT_W(2), .INDEXED(0), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .ready_o(ready),
      .rd_i(rd_i), .rd_key_i(rd_key_i), .rd_index_i(rd_key_i),
      .walk_i(1'b0), .walk_row_i({SET_W{1'b0}}), .walk_column_i({WAY_W{1'b0}}),
      .hit_o(hit), .room_o(room), .ent_o(ent), .loc_o(loc),
      .place_valid_o(valid), .place_ent_o(ents), .vclass_i(vclass_i),
      .victim_ok_o(victim_ok), .victim_key_o(victim),
      .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i({upd_bit_i, upd_lock_i}), .touch_i(touch_i),
      .stale_o(stale));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  reg             t_q, look_q, shown_q, stale_q, hit_q;
  reg [1:0]       ent_q;
  reg [KEY_W-1:0] key_q, look_key_q, shown_key_q;
  always @(posedge clk_i) begin
    look_q      <= rd_i && !rst_i;
    look_key_q  <= rd_key_i;
    shown_q     <= look_q && !rst_i;
    shown_key_q <= look_key_q;
    t_q         <= ((STAGES == 1) ? rd_i : (STAGES == 2) ? look_q : shown_q) && !rst_i;
    key_q       <= (STAGES == 1) ? rd_key_i : (STAGES == 2) ? look_key_q : shown_key_q;
    stale_q     <= STAGES == 3 && stale && shown_q;
    hit_q       <= hit;
    ent_q       <= ent;
  end
  wire       t_hit = (STAGES < 3) ? hit : hit_q;  // what T has of what was shown
  wire [1:0] t_ent = (STAGES < 3) ? ent : ent_q;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready) assume (!rd_i);
    if (!t_q || stale_q) assume (!upd_i && !touch_i);
    if (!t_hit && !room) assume (!upd_i);
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours = t_q && key_q == c_key;
  reg  there_q, lock_q, bit_q;
  wire free = !upd_keep_i && !(there_q && lock_q);
  always @(posedge clk_i) begin
    if (rst_i) begin
      there_q <= 1'b0;
    end else if (ours && upd_i) begin
      there_q <= !free;
      if (upd_keep_i) lock_q <= upd_lock_i;
      if (upd_keep_i) bit_q <= upd_bit_i;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q && t_q && !stale_q) begin
      if (ours) assert (t_hit == there_q);
      if (ours && there_q) assert (t_ent == {bit_q, lock_q});
      if (victim_ok && victim == c_key) assert (there_q && !lock_q);
      cover (ours && there_q && lock_q && upd_i && !upd_keep_i);
      cover (ours && there_q && lock_q && upd_i && upd_keep_i && !upd_lock_i);
      cover (ours && there_q && !lock_q && upd_i && !upd_keep_i);
      cover (!ours && there_q && lock_q && !t_hit && (WAYS == 1 ? !victim_ok : victim_ok) && !room);
      cover (victim_ok && victim == c_key);
    end
    if (STAGES < 3) assert (init_q || !stale);
    else cover (!init_q && stale_q && ours && there_q && lock_q);
  end
endmodule
