// What an RCC L1 may expect of the banks: an answer is to a request that left this L1 and is not answered yet.
//   DATA for a load to a thread whose GETS is open for that line, OLD to one whose ATOMIC is, ACK to one whose WRITE
//   is; RENEW only if a GETS for that line is open that named a lease (exp above 0).
//   STOP when none is open, or one of which the DRAINED has left (it can overtake the RESUME); RESUME when a DRAINED
//   has left that is not answered.
// Times, error bits and data are free; answers come in any order.
`ifdef FORMAL
  localparam integer ENV_IDS = 1 << WARP_W;
  // of each thread: 0 nothing, 1 GETS, 2 GETS with a lease, 3 WRITE, 4 ATOMIC
  reg [3*ENV_IDS-1:0]      env_open_q = 0;
  reg [ADDR_W*ENV_IDS-1:0] env_key_q;
  wire [WARP_W-1:0] env_out_id   = req_out_msg_o[REQ_HDR_W +: WARP_W];
  wire [REQ_KIND_W-1:0] env_out_kind = req_out_msg_o[REQ_KIND_W-1:0];
  wire              env_leased   = req_out_msg_o[REQ_HDR_W + WARP_W + TS_W +: TS_W] != 0;
  wire [WARP_W-1:0] env_in_id    = resp_in_msg_i[RESP_HDR_W +: WARP_W];
  wire [ADDR_W-1:0] env_in_key   = resp_in_msg_i[RESP_KIND_W + NODE_W +: ADDR_W];
  wire [RESP_KIND_W-1:0] env_in_kind  = resp_in_msg_i[RESP_KIND_W-1:0];
  wire [2:0]        env_of_in    = env_open_q[3*env_in_id +: 3];
  reg [1:0]         env_stops_q = 0;                 // STOPs without their RESUME
  reg               env_drained_q = 0;               // a DRAINED is not answered
  integer env_i;
  reg [WARP_W-1:0] env_renewed;                      // the thread whose GETS is answered by a RENEW
  reg              env_can_renew;
  always @* begin
    env_can_renew = 1'b0;
    env_renewed = 0;
    for (env_i = 0; env_i < ENV_IDS; env_i = env_i + 1)
      if (env_open_q[3*env_i +: 3] == 3'd2 && env_key_q[ADDR_W*env_i +: ADDR_W] == env_in_key) begin
        env_can_renew = 1'b1;
        env_renewed = env_i;
      end
  end
  wire env_same_key = env_key_q[ADDR_W*env_in_id +: ADDR_W] == env_in_key;
  wire env_legal = env_in_kind == 0 ? env_same_key && (env_of_in == 3'd1 || env_of_in == 3'd2) :
                   env_in_kind == 1 ? env_can_renew :
                   env_in_kind == 2 ? env_same_key && env_of_in == 3'd3 : env_in_kind == 3 ? env_same_key
                       && env_of_in == 3'd4 :
                   env_in_kind == 4 ? env_stops_q == 0 || (env_stops_q == 1 && env_drained_q) : env_drained_q;
  always @* if (resp_in_valid_i) assume (env_legal);
  always @(posedge clk_i)
    if (rst_i) begin
      env_open_q <= 0;
      env_stops_q <= 0;
      env_drained_q <= 1'b0;
    end else begin
      if (resp_in_valid_i && resp_in_ready_o && env_in_kind < 4)
          env_open_q[3*(env_in_kind == 1 ? env_renewed : env_in_id) +: 3] <= 3'd0;
      if (resp_in_valid_i && resp_in_ready_o && env_in_kind == 4) env_stops_q <= env_stops_q + 1;
      if (resp_in_valid_i && resp_in_ready_o && env_in_kind == 5) begin
        env_stops_q <= env_stops_q - 1;
        env_drained_q <= 1'b0;
      end
      if (req_out_valid_o && req_out_ready_i && env_out_kind == 3) env_drained_q <= 1'b1;
      if (req_out_valid_o && req_out_ready_i && env_out_kind < 3) begin
        env_open_q[3*env_out_id +: 3] <= env_out_kind == 0 ? (env_leased ? 3'd2 : 3'd1) : env_out_kind == 1 ? 3'd3 :
            3'd4;
        env_key_q[ADDR_W*env_out_id +: ADDR_W] <= req_out_msg_o[REQ_KIND_W + NODE_W +: ADDR_W];
      end
    end
  // the bookkeeping is exact only with one message of a thread at a time
  always @(posedge clk_i) if (chk) begin
    // a thread has one message at the banks
    env_one_message: assert (!(req_out_valid_o && env_out_kind < 3) || env_open_q[3*env_out_id +: 3] == 3'd0);
    env_one_message_reached: cover (req_out_valid_o && env_open_q != 0);
  end
`endif
