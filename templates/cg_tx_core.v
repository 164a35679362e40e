// A core's end of GETM's transactional memory: WARPS warps behind one port.
// It keeps the times of the warps, matches answers, serialises write logs and
// counts reservations; programs and the contents of logs are the core's.
//
// Accesses (valid/ready; may be exchanged for another while not taken), one per
// cycle, combinational to ask_*:
//   acc_warp_i, acc_key_i   warp, granule     acc_tag_i  comes back with the answer
//   acc_tx_i    of a transaction; 0: an ordinary one, which only is matched
//   acc_store_i of a transaction: asks for a reservation
// An access waits while one of its warp and granule is under way, OPEN are, its
// warp is stopped and it is of a transaction, or LIMIT warps of others are in
// transactions (limit_i, 0: none; constant while warps are). A warp comes in with
// its first access.
// ask_*     the message to partition ask_dst_o; time of the warp ask_time_o;
//           whatever else belongs to it is on acc_*
// ans_*     answer for warp and granule, in any order; refused: ans_abort_i, and
//           the time that stood in the way
// rsp_*     combinational from ans_*: the tag of the access; the rest is on ans_*
// log_*     when all accesses of a transaction are answered: its write log as in
//           cg_log_unit, an empty entry if there is none; before the entry with
//           log_last_i has been taken its warp makes no accesses.  With it:
//   log_again_i   the transaction failed and is run again, at a later time: the
//                 warp stays in.  0: it is out; its next one is at a later time
//                 too if this one had reserved something (docs/errata.md, G3)
// out_*     messages of the log, as in cg_log_unit; out_drain_o instead: all that
//           warp out_warp_o had sent of transactions is in front of this
// idle_o    no access under way, no warp in a transaction or stopped, no log
// error_o   sticky: the logs of a transaction did not give back as many
//           reservations as its stores had got, or had data without; a log came before the answers, an
//           access before the end of the log; an answer that nobody waits for; a
//           Stop of a stopped warp, a Resume of one that is not or has not drained
//
// Rollover (docs/errata.md, G12), each warp by itself; no handshake:
// over_o    a warp, or the core, is at the last time, whose upper bits are ones.  Partitions
//           must refuse what asks at it, and stop the warps
// stop_i    warp roll_warp_i: no more accesses of transactions.  Those under way
//           are answered as always; quit_o of the warp is high until it has given
//           its log: the core ends the transaction, as failed unless all its
//           accesses have been made and granted.  Behind the log, or at once if
//           the warp has made no access since its last, out_drain_o goes to every
//           partition
// resume_i  warp roll_warp_i is at its first time again, and goes on
//
// Partition of a granule: (key >> HOME_SHIFT) mod PARTS.  Times: cg_warpts.  With
// OWN_CLOCK = 0 an attempt has the core's latest time from its first access on; the
// core's first time comes with a Resume when all warps are stopped that have begun
// an attempt since: with the first one of a rollover.
// WARPS, OPEN, TAG_W, COUNT_W >= 1; reservations of a warp at a time < 2**COUNT_W;
// the rest: cg_warpts, cg_log_unit
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_tx_core #(
    parameter integer WARPS       = 48,
    parameter integer TS_W        = 32,
    parameter integer ID_W        = 10,
    parameter integer OPEN        = 16,
    parameter integer TAG_W       = 5,
    parameter integer KEY_W       = 27,
    parameter integer WORDS       = 8,
    parameter integer N_W         = 8,
    parameter integer COUNT_W     = 16,
    parameter integer LOG_ENTRIES = 8,
    parameter integer PARTS       = 6,
    parameter integer HOME_SHIFT  = 3,
    parameter integer MARKERS     = 0,
    parameter integer OWN_CLOCK   = 0,
    parameter integer WARP_W      = (WARPS > 1) ? $clog2(WARPS) : 1,  // derived
    parameter integer NUM_W       = (ID_W > 0) ? ID_W : 1,            // derived
    parameter integer LIMIT_W     = $clog2(WARPS + 1),                // derived
    parameter integer WORD_W      = $clog2(WORDS),                    // derived
    parameter integer DST_W       = (PARTS > 1) ? $clog2(PARTS) : 1   // derived
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire [NUM_W-1:0]    first_id_i,
    input  wire [LIMIT_W-1:0]  limit_i,
    input  wire                stop_i,
    input  wire                resume_i,
    input  wire [WARP_W-1:0]   roll_warp_i,
    output wire [WARPS-1:0]    quit_o,
    output wire                over_o,
    output wire                idle_o,
    output wire                error_o,

    input  wire                acc_valid_i,
    output wire                acc_ready_o,
    input  wire [WARP_W-1:0]   acc_warp_i,
    input  wire                acc_tx_i,
    input  wire                acc_store_i,
    input  wire [TAG_W-1:0]    acc_tag_i,
    input  wire [KEY_W-1:0]    acc_key_i,
    output wire                ask_valid_o,
    input  wire                ask_ready_i,
    output wire [DST_W-1:0]    ask_dst_o,
    output wire [TS_W-1:0]     ask_time_o,

    input  wire                ans_valid_i,
    output wire                ans_ready_o,
    input  wire [WARP_W-1:0]   ans_warp_i,
    input  wire [KEY_W-1:0]    ans_key_i,
    input  wire                ans_abort_i,
    input  wire [TS_W-1:0]     ans_seen_i,
    output wire                rsp_valid_o,
    input  wire                rsp_ready_i,
    output wire [TAG_W-1:0]    rsp_tag_o,

    input  wire                log_valid_i,
    output wire                log_ready_o,
    input  wire [WARP_W-1:0]   log_warp_i,
    input  wire [KEY_W-1:0]    log_key_i,
    input  wire                log_write_i,
    input  wire [WORD_W-1:0]   log_word_i,
    input  wire [31:0]         log_data_i,
    input  wire [N_W-1:0]      log_n_i,
    input  wire                log_last_i,
    input  wire                log_again_i,
    output wire                out_valid_o,
    input  wire                out_ready_i,
    output wire                out_mark_o,
    output wire                out_drain_o,
    output wire [DST_W-1:0]    out_dst_o,
    output wire [WARP_W-1:0]   out_warp_o,
    output wire [KEY_W-1:0]    out_key_o,
    output wire [N_W-1:0]      out_n_o,
    output wire [WORDS-1:0]    out_mask_o,
    output wire [WORDS*32-1:0] out_data_o
);
  generate
    if (OPEN < 1 || TAG_W < 1 || COUNT_W < N_W) begin : g_illegal
      cg_error_tx_core_needs_open_and_tag_bits_and_count_bits_for_n u_error ();
    end
  endgenerate

  localparam [KEY_W-1:0] PARTITIONS = PARTS[KEY_W-1:0];

  // ---- accesses under way ----

  reg [OPEN-1:0]   used_q;
  reg [OPEN-1:0]   tx_q, store_q;
  reg [WARP_W-1:0] warp_q[0:OPEN-1];
  reg [KEY_W-1:0]  key_q[0:OPEN-1];
  reg [TAG_W-1:0]  tag_q[0:OPEN-1];

  reg [OPEN-1:0]  free, found;   // one-hot: the first free place; the place of the answer
  reg             twice, early;  // acc: one of its warp and granule is there; log: one of its warp is
  reg [TAG_W-1:0] tag;
  integer         i;
  always @* begin
    twice = 1'b0;
    early = 1'b0;
    tag   = {TAG_W{1'b0}};
    free  = {OPEN{1'b0}};
    for (i = 0; i < OPEN; i = i + 1) begin
      if (!used_q[i] && free == {OPEN{1'b0}}) free[i] = 1'b1;
      found[i] = used_q[i] && warp_q[i] == ans_warp_i && key_q[i] == ans_key_i;
      if (found[i]) tag = tag | tag_q[i];  // there is at most one
      if (used_q[i] && warp_q[i] == acc_warp_i && key_q[i] == acc_key_i) twice = 1'b1;
      if (used_q[i] && tx_q[i] && warp_q[i] == log_warp_i) early = 1'b1;
    end
  end

  wire expected = |found;
  wire answered = ans_valid_i && expected && rsp_ready_i;
  wire of_tx    = |(found & tx_q);
  wire refused  = answered && of_tx && ans_abort_i;
  wire reserved = answered && of_tx && !ans_abort_i && |(found & store_q);
  assign rsp_valid_o = ans_valid_i && expected;
  assign rsp_tag_o   = tag;
  assign ans_ready_o = expected ? rsp_ready_i : 1'b1;

  // ---- warps in transactions ----

  reg  [WARPS-1:0]   in_q;     // has made an access of a transaction that is not over
  reg  [WARPS-1:0]   got_q;    // it has got a reservation
  reg  [LIMIT_W-1:0] ins_q;    // warps in
  reg  [COUNT_W-1:0] held_q[0:WARPS-1];
  wire               at_end;
  reg  [WARPS-1:0]   open_q;   // has made an access of a transaction since the end of its last log
  reg  [WARPS-1:0]   stop_q;   // between Stop and Resume
  wire               place = in_q[acc_warp_i] || limit_i == {LIMIT_W{1'b0}} || ins_q < limit_i;
  wire               may   = free != {OPEN{1'b0}} && !twice && (!acc_tx_i || (place && !stop_q[acc_warp_i]));
  wire               take  = acc_valid_i && acc_ready_o;
  wire               enter = take && acc_tx_i && !in_q[acc_warp_i];
  wire               log   = log_valid_i && log_ready_o;
  wire               last  = log && log_last_i;
  wire               leave = last && !log_again_i && in_q[log_warp_i];
  wire [KEY_W+DST_W-1:0] home = {{DST_W{1'b0}}, (acc_key_i >> HOME_SHIFT) % PARTITIONS};
  assign ask_valid_o = acc_valid_i && may;
  assign acc_ready_o = ask_ready_i && may;
  assign ask_dst_o   = home[DST_W-1:0];
  wire unused = &{1'b0, home[KEY_W+DST_W-1:DST_W], at_end};

  always @(`CG_EDGE) begin
    if (rst_i) begin
      used_q <= {OPEN{1'b0}};
      in_q   <= {WARPS{1'b0}};
      open_q <= {WARPS{1'b0}};
      ins_q  <= {LIMIT_W{1'b0}};
    end else begin
      used_q <= (used_q | (take ? free : {OPEN{1'b0}})) & ~(answered ? found : {OPEN{1'b0}});
      ins_q  <= ins_q + {{LIMIT_W - 1{1'b0}}, enter} - {{LIMIT_W - 1{1'b0}}, leave};
      if (enter) in_q[acc_warp_i] <= 1'b1;
      if (leave) in_q[log_warp_i] <= 1'b0;
      if (last) open_q[log_warp_i] <= 1'b0;
      if (take && acc_tx_i) open_q[acc_warp_i] <= 1'b1;
    end
  end

  integer k;
  always @(posedge clk_i) begin
    for (k = 0; k < OPEN; k = k + 1) begin
      if (take && free[k]) begin
        tx_q[k]    <= acc_tx_i;
        store_q[k] <= acc_store_i;
        warp_q[k]  <= acc_warp_i;
        key_q[k]   <= acc_key_i;
        tag_q[k]   <= acc_tag_i;
      end
    end
  end

  wire              news    = !open_q[acc_warp_i], afresh = !open_q[log_warp_i];   // in no attempt
  wire              starts  = take && acc_tx_i && news;
  reg  [WARPS-1:0]  began_q;  // has begun an attempt since the core's first time
  wire              anew    = resume_i && (began_q & ~stop_q) == {WARPS{1'b0}};
  always @(`CG_EDGE) begin
    if (rst_i) began_q <= {WARPS{1'b0}};
    else begin
      if (anew) began_q <= {WARPS{1'b0}};
      if (starts) began_q[acc_warp_i] <= 1'b1;
    end
  end
  cg_warpts #(.WARPS(WARPS), .TS_W(TS_W), .ID_W(ID_W), .OWN_CLOCK(OWN_CLOCK)) u_times (
      .clk_i(clk_i), .rst_i(rst_i), .first_id_i(first_id_i), .rd_warp_i(acc_warp_i), .rd_new_i(news), .rd_time_o(ask_time_o), .rd_over_o(at_end),
      .begin_i(starts), .report_i(refused), .report_warp_i(ans_warp_i), .report_time_i(ans_seen_i),
      .advance_i(last && (log_again_i || got_q[log_warp_i])), .advance_warp_i(log_warp_i), .advance_new_i(afresh),
      .clear_i(resume_i), .clear_warp_i(roll_warp_i), .clear_core_i(anew), .over_o(over_o));

  // ---- the log, and what must come out of it ----

  reg               drain_q;   // a warp's markers are being sent
  wire              log_idle, log_out, log_mark;
  wire [DST_W-1:0]  log_dst;
  wire [WARP_W-1:0] log_wid;
  cg_log_unit #(.ENTRIES(LOG_ENTRIES), .KEY_W(KEY_W), .WORDS(WORDS), .N_W(N_W), .WID_W(WARP_W), .PARTS(PARTS), .HOME_SHIFT(HOME_SHIFT), .MARKERS(MARKERS)) u_log (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(log_valid_i), .in_ready_o(log_ready_o), .in_key_i(log_key_i), .in_wid_i(log_warp_i),
      .in_write_i(log_write_i), .in_word_i(log_word_i), .in_data_i(log_data_i), .in_n_i(log_n_i), .in_last_i(log_last_i),
      .out_valid_o(log_out), .out_ready_i(out_ready_i && !drain_q), .out_mark_o(log_mark), .out_dst_o(log_dst), .out_wid_o(log_wid),
      .out_key_o(out_key_o), .out_n_o(out_n_o), .out_mask_o(out_mask_o), .out_data_o(out_data_o), .idle_o(log_idle));
  assign idle_o = log_idle && used_q == {OPEN{1'b0}} && in_q == {WARPS{1'b0}} && stop_q == {WARPS{1'b0}};

  // ---- rollover: what a stopped warp leaves behind its log ----

  localparam integer TOP_PART = PARTS - 1;
  localparam [DST_W-1:0] LAST_PART = TOP_PART[DST_W-1:0];
  localparam [DST_W-1:0] PART_ONE  = 1;
  reg  [WARPS-1:0]  marked_q;
  reg  [WARP_W-1:0] drain_warp_q, drains;
  reg  [DST_W-1:0]  drain_part_q;
  wire [WARPS-1:0]  drain    = stop_q & ~open_q & ~marked_q;
  wire              drain_go = drain_q && out_ready_i;
  wire              drained  = drain_go && drain_part_q == LAST_PART;
  integer           d;
  always @* begin
    drains = {WARP_W{1'b0}};
    for (d = WARPS - 1; d >= 0; d = d - 1) if (drain[d]) drains = d[WARP_W-1:0];
  end
  always @(`CG_EDGE) begin
    if (rst_i) begin
      stop_q       <= {WARPS{1'b0}};
      marked_q     <= {WARPS{1'b0}};
      drain_q      <= 1'b0;
      drain_part_q <= {DST_W{1'b0}};
      drain_warp_q <= {WARP_W{1'b0}};
    end else begin
      if (stop_i) stop_q[roll_warp_i] <= 1'b1;
      if (resume_i) stop_q[roll_warp_i] <= 1'b0;
      if (resume_i) marked_q[roll_warp_i] <= 1'b0;
      if (drained) marked_q[drain_warp_q] <= 1'b1;
      if (drain_go) drain_part_q <= drained ? {DST_W{1'b0}} : drain_part_q + PART_ONE;
      if (!drain_q) drain_warp_q <= drains;
      drain_q <= drain_q ? !drained : log_idle && drain != {WARPS{1'b0}};   // idle: the log is out
    end
  end
  wire unrolled = (stop_i && stop_q[roll_warp_i]) || (resume_i && !marked_q[roll_warp_i]);
  assign quit_o      = stop_q & open_q;
  assign out_drain_o = drain_q;
  assign out_valid_o = drain_q || log_out;
  assign out_mark_o  = !drain_q && log_mark;
  assign out_dst_o   = drain_q ? drain_part_q : log_dst;
  assign out_warp_o  = drain_q ? drain_warp_q : log_wid;

  // ---- what must not be ----

  localparam [COUNT_W-1:0] ONE = 1;
  wire [COUNT_W-1:0] given = {{COUNT_W - N_W{1'b0}}, log_n_i};
  wire [COUNT_W-1:0] held  = held_q[log_warp_i];
  wire [COUNT_W-1:0] rest  = held - given;
  reg                begun_q, error_q;   // begun: a log has, and has not ended
  reg  [WARP_W-1:0]  begun_warp_q;
  wire               hasty = take && acc_tx_i && ((begun_q && acc_warp_i == begun_warp_q) || (log && acc_warp_i == log_warp_i));
  wire               mixed = log && begun_q && log_warp_i != begun_warp_q;
  wire               wrong = log && (early || held < given || (log_write_i && held == {COUNT_W{1'b0}}) || (log_last_i && rest != {COUNT_W{1'b0}}));
  integer            w;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      got_q   <= {WARPS{1'b0}};
      begun_q <= 1'b0;
      error_q <= 1'b0;
      for (w = 0; w < WARPS; w = w + 1) held_q[w] <= {COUNT_W{1'b0}};
    end else begin
      if (log) held_q[log_warp_i] <= rest;
      if (reserved) held_q[ans_warp_i] <= held_q[ans_warp_i] + ONE;
      if (last) got_q[log_warp_i] <= 1'b0;
      if (reserved) got_q[ans_warp_i] <= 1'b1;
      if (log) begun_q <= !log_last_i;
      if (hasty || mixed || wrong || unrolled || (ans_valid_i && !expected)) error_q <= 1'b1;
    end
    if (log) begun_warp_q <= log_warp_i;
  end
  assign error_o = error_q;
endmodule
`undef CG_EDGE
