// Proves for a pipeline that keeps to the rules, by a shadow of one freely chosen
// key and one freely chosen request of it:
// - the requests of the key are counted exactly, room and presence follow;
// - what is offered of the key is its oldest request: the chosen one comes after
//   exactly those parked before it, with its own payload: nothing is lost,
//   duplicated or overtaken;
// - the key is offered only while one is awake, and something is offered soon.
module cg_wait_banks_fv #(
    parameter integer ENTRIES = 2,
    parameter integer BANKS   = 2,
    parameter integer KEY_W   = 2,
    parameter integer STAGES  = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [KEY_W-1:0] look_key_i,  // of T, with STAGES 2 of the cycle before it, with 3 of the one before
    input wire             park_i,
    input wire             pay_i,
    input wire             wake_i,
    input wire             wake_all_i,
    input wire             take_i,
    input wire [1:0]       verdict_i,  // 0 commit, 1 keep, else rewind
    input wire             pick_i      // the request parked now is the chosen one
);
  localparam integer CW = $clog2(ENTRIES + 1);
  reg  [KEY_W-1:0] look_key_q, seen_key_q;
  always @(posedge clk_i) begin
    look_key_q <= look_key_i;
    seen_key_q <= look_key_q;
  end
  wire [KEY_W-1:0] key_i = STAGES == 1 ? look_key_i : STAGES == 2 ? look_key_q : seen_key_q;
  wire             seen_hit, seen_drain, room, seen_room, seen_stale, rp_valid, rp_pay, idle;
  // With STAGES 3 as T has it what was shown in the cycle before, and whether that is so no more.
  reg              hit_q, drain_q, room_q, stale_q;
  always @(posedge clk_i) {hit_q, drain_q, room_q, stale_q} <= {seen_hit, seen_drain, seen_room, seen_stale};
  wire             hit   = STAGES == 3 ? hit_q : seen_hit;
  wire             drain = STAGES == 3 ? drain_q : seen_drain;
  wire             stale = STAGES == 3 && stale_q;
  wire [KEY_W-1:0] rp_key;
  wire [CW-1:0]    count;

  reg              tk_q;
  reg [KEY_W-1:0]  tk_key_q;
  wire commit = tk_q && verdict_i == 2'd0;
  wire keep   = tk_q && verdict_i == 2'd1;
  wire rewind = tk_q && verdict_i[1];
  wire taken  = take_i && rp_valid && !keep && !rewind;

  cg_wait_banks #(.ENTRIES(ENTRIES), .KEY_W(KEY_W), .PAY_W(1), .BANKS(BANKS), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .next_key_i(look_key_i), .key_i(key_i),
      .hit_o(seen_hit), .drain_o(seen_drain), .room_o(room),
      .seen_room_o(seen_room), .stale_o(seen_stale),
      .park_i(park_i), .pay_i(pay_i), .wake_i(wake_i), .wake_all_i(wake_all_i),
      .rp_valid_o(rp_valid), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_take_i(take_i && rp_valid),
      .rp_commit_i(commit), .rp_keep_i(keep), .rp_rewind_i(rewind), .count_o(count), .idle_o(idle));

  reg init_q = 1'b1;
  reg init2_q = 1'b0;  // something was shown
  always @(posedge clk_i) init2_q <= !init_q && !rst_i;
  wire known = STAGES != 3 || (init2_q && !stale);
  always @(posedge clk_i) init_q <= 1'b0;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (tk_q) assume (key_i == tk_key_q && !park_i && !wake_all_i);
    if (rewind) assume (!wake_i);
    if (stale) assume (!park_i && !wake_i && !commit && !keep);
    if (park_i) assume (room);
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours   = key_i == c_key;
  wire parked = park_i && ours;
  wire left   = commit && ours;
  wire wakes  = (wake_i && ours) || wake_all_i;
  wire our_tk    = tk_q && tk_key_q == c_key;
  wire our_offer = rp_valid && rp_key == c_key;

  // Waiting requests of the key, how many of them are awake, the chosen one.
  reg [CW-1:0] n_q, awake_q, ahead_q;
  reg          stays_q;  // something is offered, and was not taken
  // of other keys of its bank
  reg [CW-1:0] other_q;
  wire         aside = key_i != c_key && (BANKS == 1 || ((key_i ^ c_key) & (BANKS - 1)) == 0);
  reg          chosen_q, pay_q;
  reg [1:0]    silent_q;
  wire [CW-1:0] n      = n_q + parked - left;
  wire [CW-1:0] stays  = (keep && ours) ? 0 : awake_q - (left && awake_q != 0);
  wire [CW-1:0] become = !wakes ? stays : n;

  always @(posedge clk_i) begin
    if (rst_i) begin
      tk_q     <= 1'b0;
      n_q      <= 0;
      awake_q  <= 0;
      other_q  <= 0;
      chosen_q <= 1'b0;
      silent_q <= 0;
      stays_q  <= 1'b0;
    end else begin
      tk_q     <= taken;
      tk_key_q <= rp_key;
      stays_q  <= rp_valid && !take_i;
      n_q      <= n;
      awake_q  <= become;
      other_q  <= other_q + (park_i && aside) - (commit && aside);
      silent_q <= (awake_q != 0 && !rp_valid && !tk_q) ? silent_q + 1'b1 : 2'd0;
      if (parked && pick_i && !chosen_q) begin
        chosen_q <= 1'b1;
        pay_q    <= pay_i;
        ahead_q  <= n_q;
      end else if (chosen_q && left) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == 0) chosen_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      assert (n_q <= count && count <= ENTRIES);
      assert (awake_q <= n_q);
      if (ours && known) assert (hit == (n_q != 0) && drain == (awake_q != 0));
      if (ours && known) assert (room == (n_q + other_q < ENTRIES / BANKS));
      if (STAGES == 3 && known) assert (room == room_q);
      if (STAGES != 3) assert (!seen_stale && seen_room == room);
      if (STAGES == 3) cover (stale && ours && hit);
      if (STAGES == 3) cover (stale && tk_q && rewind);
      // what is taken later than it is looked at stays until then
      if (STAGES > 1 && stays_q) assert (rp_valid && rp_key == tk_key_q);
      if (our_tk) assert (awake_q != 0);
      if (chosen_q) assert (ahead_q < n_q);
      if (our_offer) begin
        assert (awake_q != 0 && !our_tk);
        if (chosen_q && ahead_q == 0) assert (rp_pay == pay_q);
      end
      assert (silent_q < (STAGES == 3 ? 3 : 2));
      assert (idle == (count == 0));
      cover (our_offer && taken && chosen_q && ahead_q == 0 && n_q == ENTRIES / BANKS);
      cover (chosen_q && left && ahead_q == 0 && pay_q && (ENTRIES == 1 || count != 1));
      cover (rewind && our_tk && chosen_q && ahead_q == 0);
      cover (keep && our_tk && wake_i);
      cover (wake_all_i && count == ENTRIES && (ENTRIES == BANKS || n_q == 1));
    end
  end
endmodule
