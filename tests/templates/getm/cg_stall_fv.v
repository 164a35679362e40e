// Proves for a pipeline that keeps to the rules, by a shadow of one freely
// chosen key and one freely chosen request of it (timestamps of one bit):
// - the requests of the key are counted exactly, room and presence follow;
// - what is offered of the key has the lowest timestamp, and among equal ones
//   the chosen request comes after exactly those parked before it, with its own
//   payload: nothing is lost, duplicated or overtaken;
// - the key is offered only while it is awake, and then soon.
module cg_stall_fv #(
    parameter integer LINES   = 2,
    parameter integer ENTRIES = 2,
    parameter integer KEY_W   = 2,
    parameter integer STAGES  = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [KEY_W-1:0] look_key_i,  // of T, with STAGES 2 of the cycle before it, with 3 of the one before
    input wire             park_i,
    input wire             ts_i,
    input wire             pay_i,
    input wire             wake_i,
    input wire             take_i,
    input wire [1:0]       verdict_i,  // 0 commit, 1 keep, else rewind
    input wire             pw_i,       // a walk reads
    input wire             pw_idx_i,
    input wire             pw_word_i,
    input wire             pick_i      // the request parked now is the chosen one
);
  localparam integer CW = $clog2(ENTRIES + 1);
  localparam integer PLACES = LINES * ENTRIES;
  reg  [KEY_W-1:0] look_key_q, seen_key_q;
  always @(posedge clk_i) begin
    look_key_q <= look_key_i;
    seen_key_q <= look_key_q;
  end
  wire [KEY_W-1:0] key_i = STAGES == 1 ? look_key_i : STAGES == 2 ? look_key_q : seen_key_q;
  wire             line;
  reg              pw_q;
  wire             seen_has, room, seen_room, seen_stale, rp_valid, rp_pay, rp_ts, idle;
  // With STAGES 3 as T has it what was shown in the cycle before, and whether that is so no more.
  reg              has_q, room_q, stale_q;
  always @(posedge clk_i) {has_q, room_q, stale_q} <= {seen_has, seen_room, seen_stale};
  wire             has   = STAGES == 3 ? has_q : seen_has;
  wire             stale = STAGES == 3 && stale_q;
  wire [KEY_W-1:0] rp_key;
  wire [$clog2(PLACES+1)-1:0] count;
  wire [$clog2(LINES+1)-1:0]  lines;

  reg              tk_q, tk_ts_q;
  reg [KEY_W-1:0]  tk_key_q;
  wire commit = tk_q && verdict_i == 2'd0;
  wire keep   = tk_q && verdict_i == 2'd1;
  wire rewind = tk_q && verdict_i[1];
  wire taken  = take_i && rp_valid && !keep && !rewind;

  cg_stall #(.LINES(LINES), .ENTRIES(ENTRIES), .KEY_W(KEY_W), .TS_W(1), .PAY_W(1), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .key_i(key_i), .next_key_i(look_key_i), .has_o(seen_has), .room_o(room),
      .seen_room_o(seen_room), .stale_o(seen_stale),
      .park_i(park_i), .ts_i(ts_i), .pay_i(pay_i), .wake_i(wake_i),
      .rp_valid_o(rp_valid), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_ts_o(rp_ts), .rp_take_i(take_i && rp_valid),
      .line_o(line), .pw_i(pw_i), .pw_idx_i(pw_idx_i), .pw_word_i(pw_word_i), .pw_we_i(1'b0),
      .rp_commit_i(commit), .rp_keep_i(keep), .rp_rewind_i(rewind),
      .count_o(count), .lines_o(lines), .idle_o(idle));

  reg init_q = 1'b1;
  reg init2_q = 1'b0;  // something was shown
  always @(posedge clk_i) init2_q <= !init_q && !rst_i;
  wire known = STAGES != 3 || (init2_q && !stale);
  always @(posedge clk_i) init_q <= 1'b0;

  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (tk_q) assume (key_i == tk_key_q && !park_i);
    if (rewind) assume (!wake_i);
    if (stale) assume (!park_i && !wake_i && !commit && !keep);
    if (pw_i) assume (!take_i && pw_idx_i < LINES && pw_word_i < ENTRIES);
    if (pw_i || pw_q) assume (!park_i && !wake_i && !commit && !keep);
    if (park_i) assume (room);
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours   = key_i == c_key;
  wire parked = park_i && ours;
  wire left   = commit && ours;
  wire our_tk    = tk_q && tk_key_q == c_key;
  wire our_offer = rp_valid && rp_key == c_key;

  // Waiting requests of the key with timestamp 0 and 1; the chosen one.
  reg [CW-1:0] low_q, high_q, ahead_q;
  reg          awake_q, chosen_q, ts_q, pay_q;
  reg [1:0]    silent_q;
  wire [CW-1:0] low_n  = low_q + (parked && !ts_i) - (left && !tk_ts_q);
  wire [CW-1:0] high_n = high_q + (parked && ts_i) - (left && tk_ts_q);

  always @(posedge clk_i) begin
    if (rst_i) begin
      tk_q     <= 1'b0;
      pw_q     <= 1'b0;
      low_q    <= 0;
      high_q   <= 0;
      awake_q  <= 1'b0;
      chosen_q <= 1'b0;
      silent_q <= 0;
    end else begin
      tk_q     <= taken;
      pw_q     <= pw_i;
      tk_key_q <= rp_key;
      tk_ts_q  <= rp_ts;
      low_q    <= low_n;
      high_q   <= high_n;
      awake_q  <= ((awake_q && !(keep && ours)) || (wake_i && ours)) && (low_n != 0 || high_n != 0);
      silent_q <= (awake_q && !rp_valid && !tk_q && !park_i && !pw_i && !pw_q) ? silent_q + 1'b1 : 2'd0;
      if (parked && pick_i && !chosen_q) begin
        chosen_q <= 1'b1;
        ts_q     <= ts_i;
        pay_q    <= pay_i;
        ahead_q  <= ts_i ? high_q : low_q;
      end else if (chosen_q && left && tk_ts_q == ts_q) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == 0) chosen_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      assert (low_q + high_q <= ENTRIES);
      assert (count <= PLACES);
      if (ours && known) assert (has == (low_q != 0 || high_q != 0));
      if (ours && known && has) assert (room == (low_q + high_q < ENTRIES));
      if (STAGES == 3 && known) assert (room == room_q);
      if (STAGES != 3) assert (!seen_stale && seen_room == room);
      if (STAGES == 3) cover (stale && ours && has);
      if (STAGES == 3) cover (stale && tk_q && rewind);
      if (our_tk) assert (tk_ts_q ? high_q != 0 : low_q != 0);
      if (chosen_q) assert (ahead_q < (ts_q ? high_q : low_q));
      if (our_offer) begin
        assert (awake_q && !our_tk);
        assert (rp_ts == (low_q == 0));
        assert (low_q != 0 || high_q != 0);
        if (chosen_q && ts_q == rp_ts && ahead_q == 0) assert (rp_pay == pay_q);
      end
      assert (silent_q < 3);
      assert (idle == (count == 0));
      cover (our_offer && taken && low_q != 0 && (ENTRIES == 1 || high_q != 0));
      cover (chosen_q && left && ahead_q == 0 && pay_q && tk_ts_q == ts_q && (ENTRIES == 1 || count != 1));
      cover (rewind && our_tk && chosen_q && ahead_q == 0);
      cover (keep && our_tk && wake_i);
      cover (count == PLACES && ours && !has);
    end
  end
endmodule
