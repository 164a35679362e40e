// A core's end of the emitted GETM system: cg_tx_core behind the messages of
// specs/getm/getm.xml, which getm_messages.vh describes (cohgen emit --open TX).
// CORE_WARPS warps, numbers first_i, first_i + 1, ... of the machine's WARPS.
//
// Accesses as in cg_tx_core, of kind acc_kind_i: MSG_LD, MSG_ST in a transaction;
// outside, of words that no transaction uses: MSG_READ, MSG_WRITE (acc_data_i where
// acc_mask_i has a bit per byte), MSG_ATOMIC (acc_op_i on word acc_word_i, operands
// acc_a_i, acc_b_i: operations of the table).  acc_key_i: a granule.
// rsp_* (valid/ready): the answer to the access of warp rsp_warp_i with
// tag rsp_tag_o: rsp_abort_o refused; else rsp_data_o is the granule that a load
// or read has found, or the atomic before it wrote.
// log_*, limit_i, idle_o, error_o as in cg_tx_core.
// The table's Commit brings whole granules: the log gives every word of a granule
// that it writes (load it in the transaction), all in a row; only the last entry
// of the granule has log_n_i > 0.
// Rollover (docs/getm.md): the messages are dealt with here. A warp with quit_o
// has to give its log, as in cg_tx_core; until times begin anew accesses of its
// transactions are not taken.  over_o: a warp is at its last time.
// ask_*, net_log_*, answer_*: one end of the networks of module getm with
// TX_SHARE = CORE_WARPS and EARLY >= 2**$clog2(WARPS), so that all units refuse
// the last time of every warp.
// OPEN accesses under way; OWN_CLOCK: cg_warpts; the rest are the parameters of module getm.
// Latency: an access is with the network 1 cycle after it was taken, an answer
// with the core in its own.
module getm_core (
    clk_i, rst_i, first_i, limit_i, quit_o, over_o, idle_o, error_o,
    acc_valid_i, acc_ready_o, acc_warp_i, acc_kind_i, acc_tag_i, acc_key_i, acc_mask_i, acc_data_i, acc_op_i, acc_word_i, acc_a_i, acc_b_i,
    rsp_valid_o, rsp_ready_i, rsp_warp_o, rsp_tag_o, rsp_abort_o, rsp_data_o,
    log_valid_i, log_ready_o, log_warp_i, log_key_i, log_write_i, log_word_i, log_data_i, log_n_i, log_last_i, log_again_i,
    ask_valid_o, ask_ready_i, ask_dst_o, ask_flits_o, ask_msg_o,
    net_log_valid_o, net_log_ready_i, net_log_dst_o, net_log_flits_o, net_log_msg_o,
    answer_valid_i, answer_ready_o, answer_index_i, answer_msg_i);
  parameter integer CORE_WARPS  = 4;
  parameter integer OPEN        = 8;
  parameter integer TAG_W       = 5;
  parameter integer LOG_ENTRIES = 4;
  parameter integer WARPS       = 4;
  parameter integer PARTS       = 1;
  parameter integer TS_BITS     = 32;
  parameter integer GRANULE     = 32;
  parameter integer WRITES      = 255;
  parameter integer FLIT_BITS   = 32;
  parameter integer OWN_CLOCK   = 0;
  `include "getm_messages.vh"
  // OWN_: no type of the table may be called so
  localparam integer OWN_WARP_W  = (CORE_WARPS > 1) ? $clog2(CORE_WARPS) : 1;
  localparam integer LIMIT_W = $clog2(CORE_WARPS + 1);
  localparam integer WORDS   = GRANULE / 4;
  localparam integer OWN_WORD_W  = $clog2(WORDS);
  localparam integer ID_W    = (WARPS > 1) ? $clog2(WARPS) : 1;
  localparam integer DST_W   = (VU_COUNT > 1) ? $clog2(VU_COUNT) : 1;

  input  wire                  clk_i, rst_i;
  input  wire [ID_W-1:0]       first_i;
  input  wire [LIMIT_W-1:0]    limit_i;
  output wire [CORE_WARPS-1:0] quit_o;
  output wire                  over_o, idle_o, error_o;
  input  wire                  acc_valid_i;
  output wire                  acc_ready_o;
  input  wire [OWN_WARP_W-1:0]     acc_warp_i;
  input  wire [ASK_KIND_W-1:0] acc_kind_i;
  input  wire [TAG_W-1:0]      acc_tag_i;
  input  wire [ADDR_W-1:0]     acc_key_i;
  input  wire [MASK_W-1:0]     acc_mask_i;
  input  wire [BLOCK_W-1:0]    acc_data_i;
  input  wire [OP_W-1:0]       acc_op_i;
  input  wire [OWN_WORD_W-1:0] acc_word_i;
  input  wire [VALUE_W-1:0]    acc_a_i, acc_b_i;
  output wire                  rsp_valid_o, rsp_abort_o;
  input  wire                  rsp_ready_i;
  output wire [OWN_WARP_W-1:0]     rsp_warp_o;
  output wire [TAG_W-1:0]      rsp_tag_o;
  output wire [BLOCK_W-1:0]    rsp_data_o;
  input  wire                  log_valid_i, log_write_i, log_last_i, log_again_i;
  output wire                  log_ready_o;
  input  wire [OWN_WARP_W-1:0]     log_warp_i;
  input  wire [ADDR_W-1:0]     log_key_i;
  input  wire [OWN_WORD_W-1:0]     log_word_i;
  input  wire [31:0]           log_data_i;
  input  wire [TALLY_W-1:0]    log_n_i;
  output wire                  ask_valid_o;
  input  wire                  ask_ready_i;
  output wire [NODE_W-1:0]     ask_dst_o;
  output wire [ASK_LEN_W-1:0]  ask_flits_o;
  output wire [ASK_BITS-1:0]   ask_msg_o;
  output wire                  net_log_valid_o;
  input  wire                  net_log_ready_i;
  output wire [NODE_W-1:0]     net_log_dst_o;
  output wire [LOG_LEN_W-1:0]  net_log_flits_o;
  output wire [LOG_BITS-1:0]   net_log_msg_o;
  input  wire                  answer_valid_i;
  output wire                  answer_ready_o;
  input  wire [NODE_W-1:0]     answer_index_i;   // the warp, in the machine
  input  wire [ANSWER_BITS-1:0] answer_msg_i;

  // ---- answers ----
  wire [ANSWER_KIND_W-1:0] kind  = answer_msg_i[ANSWER_KIND_W-1:0];
  wire [NODE_W-1:0]        local_warp = answer_index_i - {{NODE_W - ID_W{1'b0}}, first_i};
  wire                     abort = kind == MSG_ABORT;
  wire                     stop = kind == MSG_STOP, resume = kind == MSG_RESUME;
  wire                     ans_ready;
  assign answer_ready_o = stop || resume || ans_ready;
  assign rsp_warp_o  = local_warp[OWN_WARP_W-1:0];
  assign rsp_abort_o = abort;
  assign rsp_data_o  = answer_msg_i[MSG_VALUE_DATA_LSB +: MSG_VALUE_DATA_W];

  // ---- the core's end ----
  wire                  push_valid, push_ready, mark, drain;
  wire [DST_W-1:0]      ask_home, log_home;
  wire [TS_W-1:0]       now;
  wire [OWN_WARP_W-1:0]     log_warp;
  wire [ADDR_W-1:0]     log_key;
  wire [TALLY_W-1:0]    log_n;
  wire [WORDS-1:0]      log_mask;
  wire [BLOCK_W-1:0]    log_data;
  cg_tx_core #(.WARPS(CORE_WARPS), .TS_W(TS_W), .ID_W(ID_W), .OPEN(OPEN), .TAG_W(TAG_W), .KEY_W(ADDR_W), .WORDS(WORDS), .N_W(TALLY_W), .COUNT_W(TALLY_W + 8),
      .LOG_ENTRIES(LOG_ENTRIES), .PARTS(VU_COUNT), .HOME_SHIFT(0), .MARKERS(0), .OWN_CLOCK(OWN_CLOCK)) u_end (
      .clk_i(clk_i), .rst_i(rst_i), .first_id_i(first_i), .limit_i(limit_i),
      .stop_i(answer_valid_i && stop), .resume_i(answer_valid_i && resume), .roll_warp_i(rsp_warp_o), .quit_o(quit_o), .over_o(over_o), .idle_o(idle_o), .error_o(error_o),
      .acc_valid_i(acc_valid_i), .acc_ready_o(acc_ready_o), .acc_warp_i(acc_warp_i), .acc_tx_i(acc_kind_i == MSG_LD || acc_kind_i == MSG_ST), .acc_store_i(acc_kind_i == MSG_ST), .acc_tag_i(acc_tag_i),
      .acc_key_i(acc_key_i), .ask_valid_o(push_valid), .ask_ready_i(push_ready), .ask_dst_o(ask_home), .ask_time_o(now),
      .ans_valid_i(answer_valid_i && !stop && !resume), .ans_ready_o(ans_ready), .ans_warp_i(rsp_warp_o), .ans_key_i(answer_msg_i[ANSWER_KEY_LSB +: ADDR_W]), .ans_abort_i(abort),
      .ans_seen_i(answer_msg_i[MSG_ABORT_SEEN_LSB +: MSG_ABORT_SEEN_W]), .rsp_valid_o(rsp_valid_o), .rsp_ready_i(rsp_ready_i), .rsp_tag_o(rsp_tag_o),
      .log_valid_i(log_valid_i), .log_ready_o(log_ready_o), .log_warp_i(log_warp_i), .log_key_i(log_key_i), .log_write_i(log_write_i), .log_word_i(log_word_i),
      .log_data_i(log_data_i), .log_n_i(log_n_i), .log_last_i(log_last_i), .log_again_i(log_again_i),
      .out_valid_o(net_log_valid_o), .out_ready_i(net_log_ready_i), .out_mark_o(mark), .out_drain_o(drain), .out_dst_o(log_home), .out_warp_o(log_warp), .out_key_o(log_key), .out_n_o(log_n),
      .out_mask_o(log_mask), .out_data_o(log_data));

  // ---- requests ----
  localparam integer FIRST_NODE = TX_BASE;
  localparam integer FIRST_HOME = VU_BASE;
  localparam [NODE_W-1:0] TX_NODE = FIRST_NODE[NODE_W-1:0];
  localparam [NODE_W-1:0] VU_NODE = FIRST_HOME[NODE_W-1:0];
  localparam integer LD_FLITS     = MSG_LD_FLITS;   // St is of the same size
  localparam integer READ_FLITS   = MSG_READ_FLITS;
  localparam integer WRITE_FLITS  = MSG_WRITE_FLITS;
  localparam integer ATOMIC_FLITS = MSG_ATOMIC_FLITS;
  wire [NODE_W-1:0] core_node = TX_NODE + {{NODE_W - ID_W{1'b0}}, first_i};
  reg  [ASK_BITS-1:0] ask;
  always @* begin
    ask = {ASK_BITS{1'b0}};
    ask[0 +: ASK_KIND_W] = acc_kind_i;
    ask[ASK_FROM_LSB +: NODE_W] = core_node + {{NODE_W - OWN_WARP_W{1'b0}}, acc_warp_i};
    ask[ASK_KEY_LSB +: ADDR_W] = acc_key_i;
    case (acc_kind_i)
      MSG_LD, MSG_ST: ask[MSG_LD_WARPTS_LSB +: MSG_LD_WARPTS_W] = now;
      MSG_WRITE: begin
        ask[MSG_WRITE_MASK_LSB +: MSG_WRITE_MASK_W] = acc_mask_i;
        ask[MSG_WRITE_DATA_LSB +: MSG_WRITE_DATA_W] = acc_data_i;
      end
      MSG_ATOMIC: begin
        ask[MSG_ATOMIC_OP_LSB +: MSG_ATOMIC_OP_W]     = acc_op_i;
        ask[MSG_ATOMIC_WORD_LSB +: MSG_ATOMIC_WORD_W] = acc_word_i;
        ask[MSG_ATOMIC_A_LSB +: MSG_ATOMIC_A_W]       = acc_a_i;
        ask[MSG_ATOMIC_B_LSB +: MSG_ATOMIC_B_W]       = acc_b_i;
      end
      default: ;
    endcase
  end
  wire [1:0]       count;
  wire [DST_W-1:0] ask_to;
  cg_fifo #(.W(DST_W + ASK_BITS), .DEPTH(2)) u_asks (
      .clk_i(clk_i), .rst_i(rst_i), .push_valid_i(push_valid), .push_ready_o(push_ready), .push_data_i({ask_home, ask}),
      .pop_valid_o(ask_valid_o), .pop_ready_i(ask_ready_i), .pop_data_o({ask_to, ask_msg_o}), .count_o(count));
  assign ask_dst_o   = VU_NODE + {{NODE_W - DST_W{1'b0}}, ask_to};
  wire [ASK_KIND_W-1:0] going = ask_msg_o[ASK_KIND_W-1:0];
  assign ask_flits_o = (going == MSG_READ) ? READ_FLITS[ASK_LEN_W-1:0] : (going == MSG_WRITE) ? WRITE_FLITS[ASK_LEN_W-1:0]
      : (going == MSG_ATOMIC) ? ATOMIC_FLITS[ASK_LEN_W-1:0] : LD_FLITS[ASK_LEN_W-1:0];

  // ---- the log ----
  localparam integer COMMIT_FLITS  = MSG_COMMIT_FLITS;
  localparam integer CLEANUP_FLITS = MSG_CLEANUP_FLITS;
  localparam integer DRAINED_FLITS = MSG_DRAINED_FLITS;
  wire commits = !drain && log_mask != {WORDS{1'b0}};
  reg  [LOG_BITS-1:0] log;
  always @* begin
    log = {LOG_BITS{1'b0}};
    log[0 +: LOG_KIND_W] = drain ? MSG_DRAINED : commits ? MSG_COMMIT : MSG_CLEANUP;
    log[LOG_FROM_LSB +: NODE_W] = core_node + {{NODE_W - OWN_WARP_W{1'b0}}, log_warp};
    if (!drain) begin
      log[LOG_KEY_LSB +: ADDR_W] = log_key;
      log[MSG_COMMIT_N_LSB +: MSG_COMMIT_N_W] = log_n;
    end
    if (commits) log[MSG_COMMIT_DATA_LSB +: MSG_COMMIT_DATA_W] = log_data;
  end
  assign net_log_msg_o   = log;
  assign net_log_dst_o   = VU_NODE + {{NODE_W - DST_W{1'b0}}, log_home};
  assign net_log_flits_o = drain ? DRAINED_FLITS[LOG_LEN_W-1:0] : commits ? COMMIT_FLITS[LOG_LEN_W-1:0] : CLEANUP_FLITS[LOG_LEN_W-1:0];
  wire unused = &{1'b0, mark, count, local_warp, answer_msg_i};
endmodule
