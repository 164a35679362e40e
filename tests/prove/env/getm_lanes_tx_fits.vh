// A transaction that is alone in its attempt does not ask for more granules than the log has (with getm_lanes_tx.vh).
`ifdef FORMAL
  localparam integer ENV_LOG = LOG;
  wire [SET_W-1:0] env_others = (open_q | done_q | lost_q) & ~({{(SET_W-1){1'b0}}, 1'b1} << t_msg_thread_q);
  always @* if (t_valid_q && env_core && t_event_q <= ENV_STORE) // of one warp
      assume (log_hit || held_q != ENV_LOG[LINES_W-1:0] || env_others != 0);
`endif
