// Proves: a chosen send (bundle, lane, copy) leaves once, after exactly the
// sends before it, with its data and destination; nothing else leaves; the queue
// never waits longer than its empty bundles take; room_o never allows more than
// DEPTH bundles.
module cg_outq_fv #(
    parameter integer W     = 1,
    parameter integer LANES = 2,
    parameter integer DST_W = 2,
    parameter integer MASK  = 1,
    parameter integer DEPTH = 2,
    parameter integer THROUGH = 1
) (
    input wire                   clk_i,
    input wire                   rst_i,
    input wire                   reserve_i,
    input wire                   cancel_i,
    input wire                   push_i,
    input wire [LANES-1:0]       push_valid_i,
    input wire [LANES*DST_W-1:0] push_dst_i,
    input wire [LANES*W-1:0]     push_data_i,
    input wire                   pop_ready_i,
    input wire                   pick_i
);
  localparam integer COPIES = (MASK != 0) ? DST_W : 1;
  localparam integer SENDS = LANES * COPIES;
  localparam integer OUT_W = (MASK != 0) ? ((DST_W > 1) ? $clog2(DST_W) : 1) : DST_W;
  localparam integer CW = $clog2(DEPTH * SENDS + 1) + 1;
  (* anyconst *) reg [CW-1:0] which;  // the chosen send, lane * COPIES + copy

  wire             room, pop_valid;
  wire [OUT_W-1:0] pop_dst;
  wire [W-1:0]     pop_data;

  cg_outq #(.W(W), .LANES(LANES), .DST_W(DST_W), .MASK(MASK), .DEPTH(DEPTH), .THROUGH(THROUGH)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .reserve_i(reserve_i), .room_o(room), .cancel_i(cancel_i), .push_i(push_i),
      .push_valid_i(push_valid_i), .push_dst_i(push_dst_i), .push_data_i(push_data_i),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready_i),
      .pop_dst_o(pop_dst), .pop_data_o(pop_data));

  reg [CW-1:0] open_q;     // reservations neither filled nor cancelled
  reg [CW-1:0] pending_q;  // sends inside
  reg [CW-1:0] idle_q;     // cycles without an offer although sends are inside
  reg          chosen_q;
  reg [CW-1:0] ahead_q;    // sends before the chosen one
  reg [W-1:0]  data_q;
  reg [OUT_W-1:0] dst_q;

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    assume (which < SENDS);
    if (init_q) assume (rst_i);
    if (rst_i) assume (!push_i && !reserve_i && !cancel_i);
    if (!rst_i && !init_q) begin
      if (!room) assume (!reserve_i);
      assume (open_q + reserve_i >= push_i + cancel_i);
    end
    if (push_i) assume (push_valid_i != 0);
  end

  // Sends of the bundle being pushed: all of them, and those before `which`.
  reg [CW-1:0]  total, before;
  reg           wanted, has_which;
  reg [W-1:0]   lane_data;
  reg [OUT_W-1:0] lane_dst;
  integer k;
  always @* begin
    total     = 0;
    before    = 0;
    has_which = 1'b0;
    lane_data = 0;
    lane_dst  = 0;
    for (k = 0; k < SENDS; k = k + 1) begin
      wanted = push_valid_i[k/COPIES] && (MASK == 0 || push_dst_i[k]);
      if (wanted && k < which) before = before + 1'b1;
      if (wanted) total = total + 1'b1;
      if (k == which) begin
        has_which = wanted;
        lane_data = push_data_i[(k/COPIES)*W+:W];
        lane_dst  = (MASK != 0) ? k % COPIES : push_dst_i[(k/COPIES)*DST_W+:DST_W];
      end
    end
  end
  wire pop    = pop_valid && pop_ready_i;
  wire pick   = push_i && pick_i && has_which && !chosen_q;
  wire direct = pick && pending_q == 0 && before == 0 && pop_valid && THROUGH != 0;  // offered at once
  wire [CW-1:0] inside_now = pending_q + (push_i ? total : 0);
  wire [CW-1:0] shown_now = (THROUGH != 0) ? inside_now : pending_q;  // may be offered

  always @(posedge clk_i) begin
    if (rst_i) begin
      open_q    <= 0;
      pending_q <= 0;
      idle_q    <= 0;
      chosen_q  <= 1'b0;
      ahead_q   <= 0;
    end else begin
      open_q    <= open_q + reserve_i - push_i - cancel_i;
      pending_q <= inside_now - pop;
      idle_q    <= (shown_now != 0 && !pop_valid) ? idle_q + 1'b1 : 0;
      if (pick) begin
        chosen_q <= !(direct && pop);
        ahead_q  <= pending_q + before - pop;
        data_q   <= lane_data;
        dst_q    <= lane_dst;
      end else if (chosen_q && pop) begin
        ahead_q  <= ahead_q - 1'b1;
        chosen_q <= ahead_q != 0;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (open_q <= DEPTH);
      assert (pending_q + (open_q * SENDS) <= DEPTH * SENDS);
      if (pop_valid) assert (shown_now != 0);
      assert (idle_q < DEPTH);
      if (chosen_q) assert (ahead_q < pending_q);
      if (chosen_q && ahead_q == 0 && pop_valid) assert (pop_data == data_q && pop_dst == dst_q);
      if (direct) assert (pop_data == lane_data && pop_dst == lane_dst);
      if (open_q == DEPTH) assert (!room);
      if (MASK == 0 && shown_now != 0) assert (pop_valid);
      cover (chosen_q && ahead_q == 0 && pop && which == SENDS - 1);
      if (DEPTH > 1) cover (chosen_q && ahead_q == SENDS);
      if (THROUGH != 0) cover (direct && pop);
      cover (pending_q == DEPTH * SENDS && !room);
      if (MASK != 0) cover (push_i && total == 0);
      if (MASK != 0 && DEPTH > 1 && THROUGH != 0) cover (idle_q == DEPTH - 1 && pending_q != 0);
    end
  end
endmodule
