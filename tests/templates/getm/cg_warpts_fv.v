// Proves for one freely chosen warp and one other: its time stays until an
// advance or its clear; an advance brings a time that is later than the one before
// and than every time reported since the last advance, or says that there is
// none, which is so only when such a time was of the last round, and then it is
// the last one; the times of two warps are never equal.
// OWN_CLOCK = 0: a warp in an attempt keeps the time with which it has begun; one
// that is in none reads the round behind all that was reported to the core and
// behind the attempts that needed a later one, since the first time; if one of
// them was of the last round, the last one and rd_over_o. Low bits: the number.
module cg_warpts_fv #(
    parameter integer WARPS = 3,
    parameter integer TS_W  = 4,
    parameter integer ID_W  = 2,
    parameter integer OWN_CLOCK = 1,
    parameter integer WARP_W = (WARPS > 1) ? $clog2(WARPS) : 1,
    parameter integer NUM_W  = (ID_W > 0) ? ID_W : 1
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire [WARP_W-1:0] rd_warp_i,
    input wire              begin_i,
    input wire              clear_core_i,
    input wire              report_i,
    input wire [WARP_W-1:0] report_warp_i,
    input wire [TS_W-1:0]   report_time_i,
    input wire              advance_i,
    input wire [WARP_W-1:0] advance_warp_i,
    input wire              clear_i,
    input wire [WARP_W-1:0] clear_warp_i
);
  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  generate
  if (OWN_CLOCK != 0) begin : g_own
    (* anyconst *) reg [WARP_W-1:0] c_warp;
    (* anyconst *) reg [WARP_W-1:0] c_other;
    (* anyconst *) reg [NUM_W-1:0]  c_first;
    wire [TS_W-1:0] time_of, other;
    wire            rd_over, over, other_over, other_any;

    // Two copies with the same inputs read two warps.
    cg_warpts #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OWN_CLOCK(1)) u_dut (
        .clk_i(clk_i), .rst_i(rst_i), .first_id_i(c_first), .rd_warp_i(c_warp), .rd_new_i(1'b0), .begin_i(1'b0), .rd_time_o(time_of), .rd_over_o(rd_over),
        .report_i(report_i), .report_warp_i(report_warp_i), .report_time_i(report_time_i),
        .advance_i(advance_i), .advance_warp_i(advance_warp_i), .advance_new_i(1'b0), .clear_i(clear_i), .clear_warp_i(clear_warp_i), .clear_core_i(1'b0), .over_o(over));
    cg_warpts #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OWN_CLOCK(1)) u_other (
        .clk_i(clk_i), .rst_i(rst_i), .first_id_i(c_first), .rd_warp_i(c_other), .rd_new_i(1'b0), .begin_i(1'b0), .rd_time_o(other), .rd_over_o(other_over),
        .report_i(report_i), .report_warp_i(report_warp_i), .report_time_i(report_time_i),
        .advance_i(advance_i), .advance_warp_i(advance_warp_i), .advance_new_i(1'b0), .clear_i(clear_i), .clear_warp_i(clear_warp_i), .clear_core_i(1'b0), .over_o(other_any));

    always @* begin
      if (init_q) assume (rst_i);
      if (!init_q) assume (!rst_i);
      assume (c_warp < WARPS && c_other < WARPS && report_warp_i < WARPS && advance_warp_i < WARPS && clear_warp_i < WARPS);
      if (ID_W > 0) assume (c_first <= (1 << ID_W) - WARPS);
    end

    // The latest report since the last advance, the one of this cycle included.
    reg  [TS_W-1:0] seen_q;
    wire            ours  = report_i && report_warp_i == c_warp;
    wire [TS_W-1:0] seen  = (ours && report_time_i > seen_q) ? report_time_i : seen_q;
    wire            clears = clear_i && clear_warp_i == c_warp;
    wire            moves = advance_i && advance_warp_i == c_warp && !clears;
    reg             past_q, moved_q, cleared_q, over_q;
    reg  [TS_W-1:0] time_q, bound_q;
    always @(posedge clk_i) begin
      seen_q    <= (rst_i || clears || moves) ? {TS_W{1'b0}} : seen;
      past_q    <= !rst_i;
      moved_q   <= moves;
      cleared_q <= clears;
      time_q    <= time_of;
      over_q    <= rd_over;
      bound_q   <= (seen > time_of) ? seen : time_of;
    end

    wire last_round = &bound_q[TS_W-1:ID_W];
    always @(posedge clk_i) begin
      if (!rst_i) begin
        assert (over == other_any && (!rd_over || over));
        if (ID_W > 0 && c_warp != c_other) assert (time_of != other);
        if (past_q && cleared_q) assert (!rd_over && time_of >> ID_W == 0);
        if (past_q && !cleared_q && !moved_q) assert (time_of == time_q && rd_over == over_q);
        if (past_q && !cleared_q && moved_q) begin
          assert (rd_over == (over_q || last_round));
          if (last_round) assert (&time_of[TS_W-1:ID_W]);
          else assert (time_of > bound_q && (time_of >> ID_W) == (bound_q >> ID_W) + 1);
        end
        cover (past_q && moved_q && rd_over && !over_q);
        cover (past_q && moved_q && !rd_over && bound_q != time_q);
        cover (past_q && cleared_q && over_q);
        if (WARPS > 1) cover (over && !rd_over && c_warp != c_other);
      end
    end
  end else begin : g_core
    (* anyconst *) reg [WARP_W-1:0] c_warp;
    (* anyconst *) reg [NUM_W-1:0]  c_first;
    wire [TS_W-1:0] time_of;
    wire            rd_over, over;
    reg [WARPS-1:0] in_q;
    wire begins = begin_i && !in_q[rd_warp_i];
    cg_warpts #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OWN_CLOCK(0)) u_dut (
        .clk_i(clk_i), .rst_i(rst_i), .first_id_i(c_first), .rd_warp_i(rd_warp_i), .rd_new_i(!in_q[rd_warp_i]), .begin_i(begins),
        .rd_time_o(time_of), .rd_over_o(rd_over), .report_i(report_i), .report_warp_i(report_warp_i), .report_time_i(report_time_i),
        .advance_i(advance_i), .advance_warp_i(advance_warp_i), .advance_new_i(!in_q[advance_warp_i]),
        .clear_i(clear_i), .clear_warp_i(clear_warp_i), .clear_core_i(clear_core_i), .over_o(over));
    always @* begin
      if (init_q) assume (rst_i);
      if (!init_q) assume (!rst_i);
      assume (c_warp < WARPS && rd_warp_i < WARPS && report_warp_i < WARPS && advance_warp_i < WARPS && clear_warp_i < WARPS);
      if (ID_W > 0) assume (c_first <= (1 << ID_W) - WARPS);
      // Attempts end before the core's time begins anew.
      if (clear_core_i) assume (in_q == 0 && !begins);
    end

    // The attempt of the chosen warp, and when a later one is needed.
    localparam integer HIGH_W = TS_W - ID_W;
    reg  [TS_W-1:0]   time_q;
    wire              ours = advance_i && advance_warp_i == c_warp && in_q[c_warp];
    reg               need_q;
    reg  [HIGH_W-1:0] least_q;            // the core's round must be later, if need
    wire [HIGH_W-1:0] reported = report_time_i >> ID_W, started = time_q >> ID_W;
    wire              lift = report_i && (!need_q || reported > least_q);
    wire              ends = ours && (!need_q || started > least_q) && (!lift || started > reported);
    reg               quiet_q;            // since the first time no attempt of others has ended
    always @(posedge clk_i) begin
      if (begins && rd_warp_i == c_warp) time_q <= time_of;
      if (rst_i || clear_core_i) begin
        in_q    <= 0;
        need_q  <= 1'b0;
        quiet_q <= 1'b1;
      end else begin
        if (advance_i) in_q[advance_warp_i] <= 1'b0;
        if (begins) in_q[rd_warp_i] <= 1'b1;
        if (report_i || ours) need_q <= 1'b1;
        if (ends) least_q <= started;
        else if (lift) least_q <= reported;
        if (advance_i && !ours) quiet_q <= 1'b0;
      end
    end
    wire last = need_q && &least_q;
    wire [HIGH_W-1:0] round = time_of >> ID_W;
    wire [TS_W-1:0]   low   = time_of - (round << ID_W);
    always @(posedge clk_i) begin
      if (!rst_i) begin
        assert (over == rd_over);
        if (ID_W > 0) assert (low == c_first + rd_warp_i);
        if (in_q[c_warp] && rd_warp_i == c_warp) assert (time_of == time_q);
        if (!in_q[rd_warp_i]) begin
          if (!need_q && quiet_q) assert (round == 0 && !over);
          if (need_q) assert (round > least_q || (over && &round));
          if (need_q && quiet_q) assert (over == last && (last || round == least_q + 1));
          if (over) assert (&round);
        end
        if (in_q[c_warp] && rd_warp_i != c_warp && !in_q[rd_warp_i]) assert (round >= started);
        cover (over && quiet_q);
        cover (need_q && ends && report_i && !over);
        cover (clear_core_i && over);
        if (WARPS > 1 && HIGH_W > 1) cover (in_q[c_warp] && rd_warp_i != c_warp && !in_q[rd_warp_i] && round > started + 1);
      end
    end
  end
  endgenerate
endmodule
