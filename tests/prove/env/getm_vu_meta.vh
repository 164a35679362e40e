// What getm_vu may expect of u_meta where it is cut out, of one freely chosen granule: what the proof of cg_meta_table
// says.
//   A look-up that is not put off hits only with the entry that was written last; an entry that may not leave (state R)
//   is there; without a hit the own fields are 0 and the times not below those written last. Clearing forgets, and
//   takes a cycle at least.
// Other granules: anything.
`ifdef FORMAL
  (* anyconst *) reg [ADDR_W-1:0] env_key;
  wire env_seen = t_valid_q && !t_keyless && t_key_q == env_key && !t_hold;
  reg               env_ever_q;
  localparam integer ENV_ENT_W = TS_W + TS_W + TALLY_W + NODE_W + 2;
  reg [ENV_ENT_W-1:0] env_ent_q;                    // written last
  wire [ENV_ENT_W-1:0] env_ent = {meta_state, meta_owner, meta_writes, meta_rts, meta_wts};
  wire [1:0] env_next = (st_next == STATE_F || st_next == STATE_R) ? st_next : 2'd0;
  reg               env_clear_q = 1'b0;
  always @(posedge clk_i) begin
    env_clear_q <= rst_i || (t_fire && st_approx_free);
    if (rst_i || (t_fire && st_approx_free)) begin
      env_ever_q <= 1'b0;
      env_ent_q  <= 0;
    end else if (t_fire && !t_keyless && st_meta_we && t_key_q == env_key) begin
      env_ever_q <= !st_meta_free;
      env_ent_q  <= {env_next, st_meta_owner, st_meta_writes, st_meta_rts, st_meta_wts};
    end
  end
  always @* begin
    if (env_clear_q) assume (!meta_ready);
    if (env_seen && meta_hit) assume (env_ever_q && env_ent == env_ent_q);
    if (env_seen && !meta_hit) assume (env_ent[ENV_ENT_W-1:2*TS_W] == 0 && meta_wts >= env_ent_q[TS_W-1:0]
        && meta_rts >= env_ent_q[2*TS_W-1:TS_W]
                                       && env_ent_q[ENV_ENT_W-1:ENV_ENT_W-2] != STATE_R);
  end
`endif
