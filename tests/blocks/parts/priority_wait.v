// Waiting requests, the greatest value of a field first: a stall buffer that compares the complement.
module priority_wait #(
    parameter integer LINES   = 4,
    parameter integer DEPTH   = 4,
    parameter integer KEY_W   = 8,
    parameter integer ORDER_W = 8,
    parameter integer PAY_W   = 8
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire [KEY_W-1:0]                 key_i,
    output wire                             hit_o,
    output wire                             park_room_o,
    output wire                             idle_o,
    input  wire                             park_i,
    input  wire [PAY_W-1:0]                 pay_i,
    input  wire [ORDER_W-1:0]               order_i,
    input  wire                             replay_i,
    output wire                             rp_valid_o,
    output wire [KEY_W-1:0]                 rp_key_o,
    output wire [PAY_W-1:0]                 rp_pay_o,
    output wire [ORDER_W-1:0]               rp_order_o,
    input  wire                             rp_take_i,
    input  wire                             rp_commit_i,
    input  wire                             rp_keep_i,
    input  wire                             rp_rewind_i,
    output wire [$clog2(LINES*DEPTH+1)-1:0] parked
);
  wire [ORDER_W-1:0]         rp_ts;
  wire [$clog2(LINES+1)-1:0] lines;
  localparam integer LW = (LINES > 1) ? $clog2(LINES) : 1;
  localparam integer EW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  wire                       seen_room, stale;  // of three stages
  wire [LW-1:0]              line;  // of walks, which these waiters have none of
  cg_stall #(.LINES(LINES), .ENTRIES(DEPTH), .KEY_W(KEY_W), .TS_W(ORDER_W), .PAY_W(PAY_W)) u_stall (
    .clk_i(clk_i), .rst_i(rst_i), .key_i(key_i), .next_key_i(key_i), .has_o(hit_o), .room_o(park_room_o),
    .seen_room_o(seen_room), .stale_o(stale),
    .park_i(park_i), .ts_i(~order_i), .pay_i(pay_i), .wake_i(replay_i),
    .rp_valid_o(rp_valid_o), .rp_key_o(rp_key_o), .rp_pay_o(rp_pay_o), .rp_ts_o(rp_ts),
    .rp_take_i(rp_take_i), .rp_commit_i(rp_commit_i), .rp_keep_i(rp_keep_i), .rp_rewind_i(rp_rewind_i),
    .line_o(line), .pw_i(1'b0), .pw_idx_i({LW{1'b0}}), .pw_word_i({EW{1'b0}}), .pw_we_i(1'b0),
    .count_o(parked), .lines_o(lines), .idle_o(idle_o));
  assign rp_order_o = ~rp_ts;
  wire unused = &{1'b0, lines, line, seen_room, stale, 1'b0};
endmodule
