// Requests that wait in banks: the low bits of the key choose a bank, each one a
// cg_wait_queue of ENTRIES / BANKS places that a wake offers whole. Its pins are
// those of cg_wait_queue; the banks take turns in what they offer.
//
// BANKS    a power of two that divides ENTRIES; KEY_W > clog2(BANKS), or one bank
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_wait_banks #(
    parameter integer ENTRIES = 8,
    parameter integer BANKS   = 2,
    parameter integer KEY_W   = 8,
    parameter integer PAY_W   = 8,
    parameter integer STAGES  = 1
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    input  wire [KEY_W-1:0]             next_key_i,
    input  wire [KEY_W-1:0]             key_i,
    output wire                         hit_o,
    output wire                         drain_o,
    output wire                         room_o,
    output wire                         seen_room_o,  // STAGES 3
    output wire                         stale_o,
    input  wire                         park_i,
    input  wire [PAY_W-1:0]             pay_i,
    input  wire                         wake_i,
    input  wire                         wake_all_i,
    output wire                         rp_valid_o,
    output wire [KEY_W-1:0]             rp_key_o,
    output wire [PAY_W-1:0]             rp_pay_o,
    input  wire                         rp_take_i,
    input  wire                         rp_commit_i,
    input  wire                         rp_keep_i,
    input  wire                         rp_rewind_i,
    output wire [$clog2(ENTRIES+1)-1:0] count_o,
    output wire                         idle_o
);
  localparam integer EACH = ENTRIES / BANKS;
  localparam integer CW   = $clog2(ENTRIES + 1);
  localparam integer EW   = $clog2(EACH + 1);
  localparam integer LOW  = $clog2(BANKS);
  localparam integer TAG_W = (KEY_W > LOW) ? KEY_W - LOW : 1;  // as many banks as keys: one bit that says nothing

  generate
    if (BANKS < 1 || (BANKS & (BANKS - 1)) != 0 || ENTRIES < BANKS || EACH * BANKS != ENTRIES || KEY_W < LOW)
    begin : g_illegal
      cg_error_banks_must_be_a_power_of_two_that_divides_entries u_error ();
    end
  endgenerate

  wire [BANKS-1:0]       here, seen, hit, drain, room, seen_room, stale, offer, turn, idle;
  wire [BANKS*TAG_W-1:0] key;
  wire [BANKS*PAY_W-1:0] pay;
  wire [BANKS*EW-1:0]    count;
  reg  [BANKS-1:0]       tk_q;     // the bank that was taken from
  wire                   back = rp_keep_i || rp_rewind_i;
  wire [KEY_W+TAG_W-1:0] wide = {{TAG_W{1'b0}}, key_i};
  wire [KEY_W+TAG_W-1:0] next = {{TAG_W{1'b0}}, next_key_i};

  genvar b;
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : g_bank
      if (LOW == 0) begin : g_one
        assign here[b] = 1'b1;
        assign seen[b] = 1'b1;
      end else begin : g_many
        localparam integer ME = b;
        assign here[b] = wide[LOW-1:0] == ME[LOW-1:0];
        if (STAGES < 3) begin : g_in_t
          assign seen[b] = here[b];
        end else begin : g_before  // the key that is shown is of this bank
          reg seen_q;
          always @(posedge clk_i) seen_q <= next[LOW-1:0] == ME[LOW-1:0];
          assign seen[b] = seen_q;
        end
      end
      cg_wait_queue #(.ENTRIES(EACH), .KEY_W(TAG_W), .PAY_W(PAY_W), .WHOLE(1), .STAGES(STAGES)) u_queue (
          .clk_i(clk_i), .rst_i(rst_i), .next_key_i(next[LOW +: TAG_W]), .key_i(wide[LOW +: TAG_W]),
          .hit_o(hit[b]), .drain_o(drain[b]), .room_o(room[b]), .seen_room_o(seen_room[b]), .stale_o(stale[b]),
          .park_i(park_i && here[b]), .pay_i(pay_i), .wake_i(wake_i && here[b]), .wake_all_i(wake_all_i),
          .rp_valid_o(offer[b]), .rp_key_o(key[b*TAG_W +: TAG_W]), .rp_pay_o(pay[b*PAY_W +: PAY_W]),
          .rp_take_i(rp_take_i && turn[b] && !(back && BANKS > 1)),  // one bank sees to it itself
          .rp_commit_i(rp_commit_i && tk_q[b]), .rp_keep_i(rp_keep_i && tk_q[b]), .rp_rewind_i(rp_rewind_i && tk_q[b]),
          .count_o(count[b*EW +: EW]), .idle_o(idle[b]));
    end
  endgenerate

  assign hit_o      = |(hit & seen);
  assign drain_o    = |(drain & seen);
  assign room_o     = |(room & here);
  assign seen_room_o = |(seen_room & seen);
  assign stale_o    = |(stale & seen);
  assign idle_o     = &idle;
  assign rp_valid_o = |offer;

  // With more stages than one what is offered is taken later than it is looked at: it stays until then.
  wire [((BANKS > 1) ? LOW : 1)-1:0] bank, next_bank;
  wire [BANKS-1:0]                   next_turn;
  wire                               stays;
  cg_rr_arb #(.N(BANKS)) u_turn (
      .clk_i(clk_i), .rst_i(rst_i), .req_i(offer), .advance_i((STAGES == 1) ? rp_take_i && !back : !stays),
      .gnt_o(next_turn), .gnt_idx_o(next_bank));
  generate
    if (STAGES == 1 || BANKS == 1) begin : g_any
      assign stays = 1'b0;
      assign turn  = next_turn;
      assign bank  = next_bank;
    end else begin : g_same
      reg                                turn_valid_q;
      reg [BANKS-1:0]                    turn_q;
      reg [((BANKS > 1) ? LOW : 1)-1:0]  bank_q;
      assign stays = turn_valid_q;
      assign turn  = stays ? turn_q : next_turn;
      assign bank  = stays ? bank_q : next_bank;
      always @(`CG_EDGE) begin
        if (rst_i) turn_valid_q <= 1'b0;
        else turn_valid_q <= rp_valid_o && !rp_take_i;
      end
      always @(posedge clk_i) begin
        turn_q <= turn;
        bank_q <= bank;
      end
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) tk_q <= {BANKS{1'b0}};
    else tk_q <= (BANKS == 1 || (rp_take_i && !back)) ? turn : {BANKS{1'b0}};
  end

  // What the bank in turn offers, and how many wait.
  reg [TAG_W-1:0] at;
  reg [PAY_W-1:0] data;
  reg [CW-1:0]    sum;
  integer         i, j;
  always @* begin
    at   = {TAG_W{1'b0}};
    data = {PAY_W{1'b0}};
    i    = 0;
    if (rp_valid_o) begin
      for (i = 0; i < BANKS; i = i + 1) begin
        if (turn[i]) at = key[i*TAG_W +: TAG_W];
        if (turn[i]) data = pay[i*PAY_W +: PAY_W];
      end
    end
  end
  always @* begin
    sum = {CW{1'b0}};
    for (j = 0; j < BANKS; j = j + 1) sum = sum + {{(CW - EW){1'b0}}, count[j*EW +: EW]};
  end
  generate
    if (LOW == 0) begin : g_key
      wire unused_bank = &{1'b0, bank, 1'b0};
      assign rp_key_o = at;
    end else begin : g_key_low
      wire [TAG_W+LOW-1:0] all = {at, bank};
      wire unused_all = &{1'b0, all, 1'b0};
      assign rp_key_o = all[KEY_W-1:0];
    end
  endgenerate
  assign rp_pay_o = data;
  assign count_o  = sum;
  wire unused = &{1'b0, wide, next, 1'b0};
endmodule
`undef CG_EDGE
