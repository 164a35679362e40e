// What a core of GETM with lanes may expect, of each thread (a lane of a warp), at the row that takes a message:
//   An answer is to an access of the thread that has been sent and is not answered, of its granule: Value and Abort to
//   Ld, Ok and Abort to St, and so on. A request comes from a thread that has an answer to every one before.
// Times and data are free; answers come in any order, a Stop and a Resume at any time.
`ifdef FORMAL
  // constants of getm_lanes_tx_step.v
  localparam [4:0] ENV_STORE = 5'd1, ENV_VALUE = 5'd6, ENV_OK = 5'd7, ENV_ABORT = 5'd8, ENV_DONE = 5'd9,
      ENV_OLD = 5'd10;
  localparam [2:0] ENV_LD = 3'd0, ENV_ST = 3'd1, ENV_READ = 3'd2, ENV_WRITE = 3'd3, ENV_ATOMIC = 3'd4;
  localparam integer ENV_THREADS = WARPS * LANES;
  reg [ENV_THREADS-1:0]        env_asked_q = 0;        // a request has been taken and not answered
  reg [ENV_THREADS-1:0]        env_sent_q = 0;         // an access is at the unit
  reg [3*ENV_THREADS-1:0]      env_kind_q;             // which
  reg [ADDR_W*ENV_THREADS-1:0] env_at_q;               // of which granule
  wire env_answer = t_src_q[0] && t_event_q >= ENV_VALUE && t_event_q <= ENV_OLD;
  wire env_core   = t_src_q[SOURCES-1];
  wire [2:0] env_kind = env_kind_q[3*t_msg_thread_q +: 3];
  wire env_fits = t_event_q == ENV_VALUE ? env_kind == ENV_LD || env_kind == ENV_READ :
                  t_event_q == ENV_OK    ? env_kind == ENV_ST :
                  t_event_q == ENV_ABORT ? env_kind == ENV_LD || env_kind == ENV_ST :
                  t_event_q == ENV_DONE  ? env_kind == ENV_WRITE : env_kind == ENV_ATOMIC;
  always @* if (t_valid_q && env_answer)
      assume (env_fits && env_sent_q[t_msg_thread_q] && env_at_q[ADDR_W*t_msg_thread_q +: ADDR_W] == t_key_q);
  always @* if (t_valid_q && (env_core || t_src_q[0])) assume (t_known_q);
  always @* if (t_valid_q && env_core) assume (!env_asked_q[t_msg_thread_q]);
  always @(posedge clk_i)
    if (rst_i) begin
      env_asked_q <= 0;
      env_sent_q <= 0;
    end else if (t_fire) begin
      if (env_core) env_asked_q[t_msg_thread_q] <= 1'b1;
      if (st_core_rep_valid) env_asked_q[st_core_rep_thread] <= 1'b0;
      if (env_answer) env_sent_q[t_msg_thread_q] <= 1'b0;
      if (st_ask0_valid) begin
        env_sent_q[st_ask0_thread] <= 1'b1;
        env_kind_q[3*st_ask0_thread +: 3] <= st_ask0_kind;
        env_at_q[ADDR_W*st_ask0_thread +: ADDR_W] <= t_key_q;
      end
    end
  always @(posedge clk_i) if (chk) begin
    // a reply is to a request that is not answered
    env_reply: assert (!(t_fire && st_core_rep_valid) || env_asked_q[st_core_rep_thread]
        || (env_core && st_core_rep_thread == t_msg_thread_q));
    env_reply_reached: cover (t_fire && st_core_rep_valid && !env_core);
    // a thread has one access at the unit
    env_one_access: assert (!(t_fire && st_ask0_valid) || !env_sent_q[st_ask0_thread]);
    env_one_access_reached: cover (t_fire && st_ask0_valid && env_sent_q != 0);
    // who waits at the unit has asked
    env_asked: assert (!(env_sent_q != 0) || !(|(env_sent_q & ~env_asked_q)));
    env_asked_reached: cover (env_sent_q != 0 && env_answer);
  end
`endif
