// Proves for one freely chosen warp and granule, as long as error_o is low:
// - the log of a transaction gives back as many reservations as its stores were
//   granted (that the messages give back what the log does: cg_log_unit)
// - one access of a warp and granule is under way at a time, and its answer
//   comes with its tag; every answer to an access is passed on
// - all accesses of a transaction ask at one time, those of the next at a later
//   one if this one has got reservations or is run again, unless there is none
// - between Stop and Resume no access of a transaction goes; the marker goes once,
//   when all accesses are answered and the log has given back what was granted,
//   and no message of the log comes behind it; after Resume times begin anew (with
//   OWN_CLOCK = 0 of the core, at the first Resume, until an attempt or refusal of
//   any warp moves it)
// - not more warps are in transactions than the limit says.
module cg_tx_core_fv #(
    parameter integer TS_W = 3,
    parameter integer OWN_CLOCK = 1
) (
    input wire            clk_i,
    input wire            rst_i,
    input wire            acc_valid_i, acc_warp_i, acc_tx_i, acc_store_i, acc_tag_i, acc_key_i, ask_ready_i,
    input wire            ans_valid_i, ans_warp_i, ans_key_i, ans_abort_i, rsp_ready_i,
    input wire [TS_W-1:0] ans_seen_i,
    input wire            log_valid_i, log_warp_i, log_key_i, log_write_i, log_last_i, log_again_i, out_ready_i,
    input wire [1:0]      log_n_i,
    input wire            stop_i, resume_i, roll_warp_i
);
  wire            acc_ready, ask_valid, ans_ready, rsp_valid, rsp_tag, log_ready, out_valid, out_mark, out_drain, out_warp, out_key, over, idle, error, ask_dst, out_dst;
  wire [TS_W-1:0] ask_time;
  wire [1:0]      quit;
  wire [1:0]      out_n, out_mask;
  wire [63:0]     out_data;
  (* anyconst *) reg [1:0] c_limit;
  (* anyconst *) reg       c_warp, c_key;

  cg_tx_core #(.WARPS(2), .TS_W(TS_W), .ID_W(1), .OPEN(2), .TAG_W(1), .KEY_W(1), .WORDS(2), .N_W(2), .COUNT_W(3), .LOG_ENTRIES(3), .PARTS(1), .HOME_SHIFT(0), .OWN_CLOCK(OWN_CLOCK)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .first_id_i(1'b0), .limit_i(c_limit), .stop_i(stop_i), .resume_i(resume_i), .roll_warp_i(roll_warp_i), .quit_o(quit), .over_o(over), .idle_o(idle), .error_o(error),
      .acc_valid_i(acc_valid_i), .acc_ready_o(acc_ready), .acc_warp_i(acc_warp_i), .acc_tx_i(acc_tx_i), .acc_store_i(acc_store_i), .acc_tag_i(acc_tag_i),
      .acc_key_i(acc_key_i), .ask_valid_o(ask_valid), .ask_ready_i(ask_ready_i), .ask_dst_o(ask_dst), .ask_time_o(ask_time),
      .ans_valid_i(ans_valid_i), .ans_ready_o(ans_ready), .ans_warp_i(ans_warp_i), .ans_key_i(ans_key_i), .ans_abort_i(ans_abort_i), .ans_seen_i(ans_seen_i),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(rsp_ready_i), .rsp_tag_o(rsp_tag),
      .log_valid_i(log_valid_i), .log_ready_o(log_ready), .log_warp_i(log_warp_i), .log_key_i(log_key_i), .log_write_i(log_write_i), .log_word_i(1'b0),
      .log_data_i(32'd0), .log_n_i(log_n_i), .log_last_i(log_last_i), .log_again_i(log_again_i),
      .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_mark_o(out_mark), .out_drain_o(out_drain), .out_dst_o(out_dst), .out_warp_o(out_warp), .out_key_o(out_key),
      .out_n_o(out_n), .out_mask_o(out_mask), .out_data_o(out_data));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  wire asks  = ask_valid && ask_ready_i;
  wire ours  = asks && acc_warp_i == c_warp && acc_key_i == c_key;
  wire goes  = rsp_valid && rsp_ready_i && ans_warp_i == c_warp && ans_key_i == c_key;
  wire log   = log_valid_i && log_ready;
  wire ends  = log && log_last_i && log_warp_i == c_warp;
  wire out   = out_valid && out_ready_i && out_warp == c_warp;
  wire gives = out && !out_drain;
  wire drain = out && out_drain;

  // The accesses of the chosen warp to both granules: under way, of a
  // transaction, a store, with a tag.
  reg [1:0] open_q, tx_q, store_q, tag_q;
  wire answer = rsp_valid && rsp_ready_i && ans_warp_i == c_warp;
  wire grant  = answer && tx_q[ans_key_i] && store_q[ans_key_i] && !ans_abort_i;
  always @(posedge clk_i) begin
    if (rst_i) open_q <= 2'b00;
    else begin
      if (answer) open_q[ans_key_i] <= 1'b0;
      if (asks && acc_warp_i == c_warp) open_q[acc_key_i] <= 1'b1;
    end
    if (asks && acc_warp_i == c_warp) begin
      tx_q[acc_key_i]    <= acc_tx_i;
      store_q[acc_key_i] <= acc_store_i;
      tag_q[acc_key_i]   <= acc_tag_i;
    end
  end

  // Reservations of the present transaction that were granted, and those that its
  // log has given back so far.
  reg [2:0]  granted_q, given_q;
  reg        got_q, ended_q, equal_q;
  wire       part  = log && log_warp_i == c_warp;
  wire [2:0] given = given_q + {1'b0, log_n_i};
  always @(posedge clk_i) begin
    if (rst_i) begin
      granted_q <= 3'd0;
      given_q   <= 3'd0;
      got_q     <= 1'b0;
      ended_q   <= 1'b0;
    end else begin
      granted_q <= ends ? 3'd0 : granted_q + {2'd0, grant};
      given_q   <= ends ? 3'd0 : part ? given : given_q;
      got_q     <= !ends && (got_q || grant);
      ended_q   <= ends;
    end
    equal_q <= given == granted_q;
  end
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (grant) assume (granted_q < 3'd7);
    if (part) assume ({1'b0, given_q} + {2'b0, log_n_i} < 4'd8);
  end

  // Times: of the transaction, and of the one before with the bound for the next.
  reg            timed_q, bound_q;   // the transaction has asked; the next time must be later
  reg [TS_W-1:0] time_q;
  wire           times = asks && acc_tx_i && acc_warp_i == c_warp;
  always @(posedge clk_i) begin
    if (rst_i) begin
      timed_q <= 1'b0;
      bound_q <= 1'b0;
    end else begin
      if (times) time_q <= ask_time;
      if (ends) begin
        timed_q <= 1'b0;
        bound_q <= timed_q && (got_q || log_again_i);
      end else if (times) timed_q <= 1'b1;
      if (resume) bound_q <= 1'b0;
    end
  end

  // Between Stop and Resume; the marker; no log has ended since Resume.
  reg  stopped_q, marked_q, fresh_q;
  reg [1:0] stops_q;   // of both warps
  wire moves = (log && log_last_i) || (rsp_valid && rsp_ready_i && ans_abort_i);
  wire resume = resume_i && roll_warp_i == c_warp;
  always @(posedge clk_i) begin
    if (rst_i) begin
      stopped_q <= 1'b0;
      marked_q  <= 1'b0;
      fresh_q   <= 1'b0;
      stops_q   <= 2'b00;
    end else begin
      if (stop_i) stops_q[roll_warp_i] <= 1'b1;
      if (resume_i) stops_q[roll_warp_i] <= 1'b0;
      if (stop_i && roll_warp_i == c_warp) stopped_q <= 1'b1;
      if (resume) stopped_q <= 1'b0;
      if (drain) marked_q <= 1'b1;
      if (resume) marked_q <= 1'b0;
      if (OWN_CLOCK != 0) fresh_q <= resume || (fresh_q && !ends);
      else fresh_q <= (resume_i && stops_q == 2'b11) || (fresh_q && !moves);
    end
  end

  // Warps in transactions.
  reg [1:0] in_q;
  always @(posedge clk_i) begin
    if (rst_i) in_q <= 2'b00;
    else begin
      if (log && log_last_i && !log_again_i) in_q[log_warp_i] <= 1'b0;
      if (asks && acc_tx_i) in_q[acc_warp_i] <= 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i && !error) begin
      if (ended_q) assert (equal_q);
      if (idle) assert (open_q == 2'b00 && in_q == 2'b00 && !stopped_q);
      if (ours) assert (!open_q[c_key]);
      if (ans_valid_i && ans_warp_i == c_warp && ans_key_i == c_key) assert (rsp_valid == open_q[c_key]);
      if (goes) assert (rsp_tag == tag_q[c_key]);
      if (times && timed_q) assert (ask_time == time_q);
      if (times && !timed_q && bound_q) assert (ask_time > time_q || (over && &ask_time[TS_W-1:1]));
      if (times) assert (!stopped_q && !marked_q);
      if (times && !timed_q && fresh_q) assert (ask_time == {{TS_W - 1{1'b0}}, c_warp});
      if (drain) assert (stopped_q && !marked_q && (open_q & tx_q) == 2'b00 && granted_q == 3'd0 && given_q == 3'd0);
      if (marked_q) assert (!gives);
      if (stopped_q && timed_q) assert (quit[c_warp]);
      if (!stopped_q) assert (!quit[c_warp]);
      if (asks && acc_tx_i) assert (c_limit == 0 || in_q[acc_warp_i] || {1'b0, in_q[0]} + {1'b0, in_q[1]} < c_limit);
      cover (idle && time_q != 0 && got_q == 1'b0 && bound_q && !timed_q);
      cover (gives && out_n == 2'd3 && got_q);
      cover (ends && granted_q == 3'd4);
      cover (times && !timed_q && bound_q);
      cover (acc_valid_i && acc_tx_i && ask_ready_i && !acc_ready && open_q == 2'b00 && in_q[0] + in_q[1] == 1 && c_limit == 1);
      cover (over);
      cover (drain && ended_q == 1'b0 && time_q != 0);
      cover (times && fresh_q && !timed_q && time_q != 0);
      cover (quit[c_warp] && granted_q == 3'd2);
    end
    if (!rst_i) cover (error);
  end
endmodule
