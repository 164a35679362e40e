// Of one freely chosen granule: reservations, owner and times at a look-up are those that the rows executed so far have
// given it, however often the entry has moved between table, stash, list and filter. Told by the messages and answers
// alone: Ok reserves, Commit and Cleanup give back.
`ifdef FORMAL
  // constants of getm_vu_step.v
  localparam [2:0] ENV_VALUE = 3'd0, ENV_OK = 3'd1;
  localparam [3:0] ENV_COMMIT = 4'd0, ENV_CLEANUP = 4'd1, ENV_LD = 4'd3;
  reg [TALLY_W-1:0] env_writes_q;
  reg [NODE_W-1:0]  env_owner_q;
  reg [TS_W-1:0]    env_wts_q, env_rts_q;
  wire env_fire  = t_fire && !t_keyless && t_key_q == env_key;
  wire env_ok    = env_fire && st_answer0_valid && st_answer0_kind == ENV_OK;
  wire env_value = env_fire && t_event_q == ENV_LD && st_answer0_valid && st_answer0_kind == ENV_VALUE;
  wire env_back  = env_fire && (t_event_q == ENV_COMMIT || t_event_q == ENV_CLEANUP);
  always @(posedge clk_i)
    if (rst_i || (t_fire && st_approx_free)) begin   // reset, or rollover: no time counts any more
      env_writes_q <= 0;
      env_wts_q    <= 0;
      env_rts_q    <= 0;
    end else begin
      if (env_ok) begin
        env_writes_q <= env_writes_q + 1'b1;
        env_owner_q  <= t_msg_from_q;
        env_wts_q    <= t_msg_warpts_q + 1'b1;
      end
      if (env_value && t_msg_warpts_q > env_rts_q) env_rts_q <= t_msg_warpts_q;
      if (env_back) env_writes_q <= env_writes_q - t_msg_n_q;
    end
  always @(posedge clk_i) if (chk) begin
    // reservations and owner of a granule are neither lost nor invented
    env_reserved: assert (!(env_seen) || (meta_writes == env_writes_q
        && (env_writes_q == 0 || (meta_owner == env_owner_q && meta_wts == env_wts_q))));
    env_reserved_reached: cover (env_seen && env_writes_q != 0);
    // times of a granule are never below those given, exact while it is reserved
    env_times: assert (!(env_seen) || (meta_wts >= env_wts_q && meta_rts >= env_rts_q));
    env_times_reached: cover (env_seen && env_wts_q != 0 && env_rts_q != 0);
    // reserved is a state: of this granule what the invariant says of all, and a line that is there has a state of
    // lines
    env_state: assert (!(env_seen) || ((t_state == STATE_R) == (env_writes_q != 0)
        && (!meta_hit || meta_state == STATE_F || meta_state == STATE_R)));
    env_state_reached: cover (env_seen && meta_hit && env_writes_q == 0 && env_wts_q != 0);
    // counters do not go below zero or beyond their end
    env_counts: assert (!(env_back) || (t_msg_n_q <= env_writes_q));
    env_counts_reached: cover (env_back && t_msg_n_q == env_writes_q && t_msg_n_q > 1);
  end
`endif
