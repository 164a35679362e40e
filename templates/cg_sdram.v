// SDRAM (single data rate, one chip) behind an AXI4 port: bursts of whole beats (INCR), one transaction at a time.
//
// A burst reads or writes word by word (the chip's burst length is 1), one a cycle as long as the row stays the same;
// the row stays open until another one is asked for, or a refresh is due. Behind reset: T_INIT cycles, precharge of all
// banks, REFRESHES refreshes, the mode register; then ready_o, and a refresh in every T_REFRESH cycles.
//
// AXI       addresses are of bytes, those beyond the chip repeat it; a beat is aligned; every response is OKAY, since
//           nothing can fail; awlen_i counts the beats, wlast_i is not looked at
// sd_...    the chip's pins, from registers; sd_dq_oe_o: the chip's data pins are driven from here
// T_...     cycles from a command until the next one that it restrains, 1: the next cycle. T_RCD activate to read,
//           write; T_RP precharge to activate, refresh; T_RAS activate to precharge (with T_RP at least the chip's
//           tRC); T_RFC refresh to activate; T_WR a written word to precharge; T_MRD the mode register to activate
// LATE      0: the chip's clock is clk_i inverted, so what goes there and back has half a cycle each; 1: it is clk_i
// One row of one bank is open at a time, so times between banks (tRRD) do not arise.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_sdram #(
    parameter integer ADDR_W     = 25,
    parameter integer BEAT_BYTES = 4,
    parameter integer ID_W       = 1,
    parameter integer DQ_BYTES   = 2,
    parameter integer ROW_W      = 13,
    parameter integer BANK_W     = 2,
    parameter integer COL_W      = 9,
    parameter integer CL         = 2,
    parameter integer LATE       = 0,
    parameter integer T_INIT     = 5000,
    parameter integer REFRESHES  = 8,
    parameter integer T_REFRESH  = 195,
    parameter integer T_RCD      = 1,
    parameter integer T_RP       = 1,
    parameter integer T_RAS      = 2,
    parameter integer T_RFC      = 2,
    parameter integer T_WR       = 1,
    parameter integer T_MRD      = 2,
    parameter integer SD_A_W     = (ROW_W > 11) ? ROW_W : 11  // derived: A10 has a meaning of its own
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    output wire                    ready_o,
    input  wire                    arvalid_i,
    output wire                    arready_o,
    input  wire [ADDR_W-1:0]       araddr_i,
    input  wire [ID_W-1:0]         arid_i,
    input  wire [7:0]              arlen_i,
    output wire                    rvalid_o,
    input  wire                    rready_i,
    output wire [ID_W-1:0]         rid_o,
    output wire [8*BEAT_BYTES-1:0] rdata_o,
    output wire                    rlast_o,
    input  wire                    awvalid_i,
    output wire                    awready_o,
    input  wire [ADDR_W-1:0]       awaddr_i,
    input  wire [ID_W-1:0]         awid_i,
    input  wire [7:0]              awlen_i,
    input  wire                    wvalid_i,
    output wire                    wready_o,
    input  wire [8*BEAT_BYTES-1:0] wdata_i,
    input  wire [BEAT_BYTES-1:0]   wstrb_i,
    output wire                    bvalid_o,
    input  wire                    bready_i,
    output wire [ID_W-1:0]         bid_o,
    output wire                    sd_cs_no,
    output wire                    sd_ras_no,
    output wire                    sd_cas_no,
    output wire                    sd_we_no,
    output wire [BANK_W-1:0]       sd_ba_o,
    output wire [SD_A_W-1:0]       sd_a_o,
    output wire [DQ_BYTES-1:0]     sd_dqm_o,
    output wire [8*DQ_BYTES-1:0]   sd_dq_o,
    output wire                    sd_dq_oe_o,
    input  wire [8*DQ_BYTES-1:0]   sd_dq_i
);
  localparam integer WORDS = BEAT_BYTES / DQ_BYTES;               // of a beat
  localparam integer WORD_W = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam integer LOW = $clog2(BEAT_BYTES);
  localparam integer AT_W = ADDR_W - LOW;                         // the number of a beat
  localparam integer PLACE_W = ROW_W + BANK_W + COL_W;            // the number of a word in the chip
  localparam integer DATA_W = 8 * BEAT_BYTES;
  localparam integer DQ_W = 8 * DQ_BYTES;
  localparam integer BACK = CL + LATE;                            // cycles until a word is in dq_q, less one
  localparam integer ROOM = (BACK + 3) / WORDS + 2;               // beats on their way, or that wait for rready_i
  localparam integer LAST_WORD = WORDS - 1;
  localparam integer LONGEST = (T_INIT > T_RFC) ? T_INIT : T_RFC;
  localparam integer WAIT_W = $clog2(LONGEST + T_RCD + T_RP + T_MRD);
  localparam integer HELD_W = $clog2(T_RAS + T_WR + 1);
  localparam integer DUE_W = $clog2(T_REFRESH);
  localparam integer BOOT_W = $clog2(REFRESHES + 2);
  // What is left of a time when its command is on the pins.
  localparam integer INIT = T_INIT, RCD = T_RCD - 1, RP = T_RP - 1, RFC = T_RFC - 1, MRD = T_MRD - 1;
  localparam integer RAS = T_RAS - 1, WR = T_WR - 1, DUE = T_REFRESH - 1, SET_MODE = REFRESHES + 1;
  localparam [2:0] NOP = 3'b111, ACT = 3'b011, RD = 3'b101, WRI = 3'b100, PRE = 3'b010, REF = 3'b001, MRS = 3'b000;
  localparam [31:0] MODE = CL << 4;                               // bursts of one word

  generate
    if (ID_W < 1 || DQ_BYTES < 1 || ROW_W < 1 || BANK_W < 1 || COL_W < 1 || CL < 2 || CL > 3 || LATE < 0
        || LATE > 1 || BEAT_BYTES < DQ_BYTES || WORDS * DQ_BYTES != BEAT_BYTES ||
        (1 << LOW) != BEAT_BYTES || ADDR_W <= LOW || COL_W > 10 || (1 << COL_W) < WORDS
        || REFRESHES < 1) begin : g_illegal
      cg_error_sdram_sizes u_error ();
    end
    if (T_INIT < 1 || T_RCD < 1 || T_RP < 1 || T_RAS < 1 || T_RFC < 1 || T_WR < 1 || T_MRD < 1 ||
        T_REFRESH < 4 + T_RCD + T_RAS + T_WR + T_RP + T_RFC) begin : g_illegal_times
      cg_error_sdram_times u_error ();
    end
  endgenerate

  // The transaction: what is left of it on the chip's side (issue_q), and until its last response (busy_q).
  reg              busy_q, issue_q, write_q, turn_q;
  reg [ID_W-1:0]   id_q;
  reg [AT_W-1:0]   at_q;
  reg [7:0]        left_q, back_left_q;
  reg [WORD_W-1:0] word_q;
  // A beat that is being written.
  reg                  full_q, written_q;
  reg [DATA_W-1:0]     data_q;
  reg [BEAT_BYTES-1:0] strb_q;
  // The chip: what has to pass before the next command, before a precharge; the row that is open.
  reg                    booting_q, due_q, open_q;
  reg [BOOT_W-1:0]       boot_q;
  reg [WAIT_W-1:0]       wait_q;
  reg [HELD_W-1:0]       ras_q, wr_q;
  reg [DUE_W-1:0]        until_q;
  reg [ROW_W+BANK_W-1:0] row_q;

  wire [PLACE_W-1:0] place;
  generate
    if (WORDS > 1) begin : g_words
      wire [PLACE_W+AT_W+WORD_W-1:0] wide = {{PLACE_W{1'b0}}, at_q, word_q};
      assign place = wide[PLACE_W-1:0];
      wire unused = &{1'b0, wide[PLACE_W+AT_W+WORD_W-1:PLACE_W], 1'b0};
    end else begin : g_word
      wire [PLACE_W+AT_W-1:0] wide = {{PLACE_W{1'b0}}, at_q};
      assign place = wide[PLACE_W-1:0];
      wire unused = &{1'b0, wide[PLACE_W+AT_W-1:PLACE_W], 1'b0};
    end
  endgenerate
  wire [ROW_W+BANK_W-1:0] row = place[PLACE_W-1:COL_W];
  wire                    last_word = word_q == LAST_WORD[WORD_W-1:0];
  wire                    room;
  wire                    may_close = ras_q == {HELD_W{1'b0}} && wr_q == {HELD_W{1'b0}};

  // The command of this cycle; it is on the pins in the next.
  reg [2:0] command;
  always @* begin
    command = NOP;
    if (wait_q != {WAIT_W{1'b0}}) command = NOP;
    else if (booting_q) command = boot_q == {BOOT_W{1'b0}} ? PRE : boot_q == SET_MODE[BOOT_W-1:0] ? MRS : REF;
    else if (due_q) command = !open_q ? REF : may_close ? PRE : NOP;
    else if (issue_q) begin
      if (!open_q) command = ACT;
      else if (row != row_q) command = may_close ? PRE : NOP;
      else if (write_q) command = full_q ? WRI : NOP;
      else command = room ? RD : NOP;
    end
  end
  wire word_done = command == RD || command == WRI;
  wire beat_done = word_done && last_word;

  wire free = !busy_q && !booting_q;
  assign arready_o = free && !(awvalid_i && turn_q);
  assign awready_o = free && !(arvalid_i && !turn_q);
  wire ar = arvalid_i && arready_o;
  wire aw = awvalid_i && awready_o;
  assign wready_o = issue_q && write_q && !full_q;
  assign bvalid_o = written_q;
  assign bid_o = id_q;
  assign rid_o = id_q;
  assign rlast_o = back_left_q == 8'd0;
  assign ready_o = !booting_q;
  wire r = rvalid_o && rready_i;

  localparam [AT_W-1:0]   AT_ONE = 1;
  localparam [WORD_W-1:0] WORD_ONE = 1;
  localparam [WAIT_W-1:0] WAIT_ONE = 1;
  localparam [HELD_W-1:0] HELD_ONE = 1;
  localparam [DUE_W-1:0]  DUE_ONE = 1;
  localparam [BOOT_W-1:0] BOOT_ONE = 1;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      busy_q    <= 1'b0;
      issue_q   <= 1'b0;
      turn_q    <= 1'b0;
      full_q    <= 1'b0;
      written_q <= 1'b0;
    end else begin
      if (ar || aw) begin
        busy_q  <= 1'b1;
        issue_q <= 1'b1;
        turn_q  <= ar;
      end
      if (beat_done && left_q == 8'd0) issue_q <= 1'b0;
      if (r && rlast_o || written_q && bready_i) busy_q <= 1'b0;
      if (wvalid_i && wready_o) full_q <= 1'b1;
      else if (beat_done) full_q <= 1'b0;
      if (command == WRI && last_word && left_q == 8'd0) written_q <= 1'b1;
      else if (bready_i) written_q <= 1'b0;
    end
  end
  always @(posedge clk_i) begin
    if (ar || aw) begin
      write_q     <= aw;
      id_q        <= aw ? awid_i : arid_i;
      at_q        <= aw ? awaddr_i[ADDR_W-1:LOW] : araddr_i[ADDR_W-1:LOW];
      left_q      <= aw ? awlen_i : arlen_i;
      back_left_q <= arlen_i;
      word_q      <= {WORD_W{1'b0}};
    end else begin
      if (word_done) word_q <= last_word ? {WORD_W{1'b0}} : word_q + WORD_ONE;
      if (beat_done) begin
        at_q   <= at_q + AT_ONE;
        left_q <= left_q - 8'd1;
      end
      if (r) back_left_q <= back_left_q - 8'd1;
    end
    if (wvalid_i && wready_o) begin
      data_q <= wdata_i;
      strb_q <= wstrb_i;
    end else if (command == WRI) begin
      data_q <= data_q >> DQ_W;
      strb_q <= strb_q >> DQ_BYTES;
    end
  end

  // Times.
  always @(`CG_EDGE) begin
    if (rst_i) begin
      booting_q <= 1'b1;
      boot_q    <= {BOOT_W{1'b0}};
      wait_q    <= INIT[WAIT_W-1:0];
      ras_q     <= {HELD_W{1'b0}};
      wr_q      <= {HELD_W{1'b0}};
      until_q   <= DUE[DUE_W-1:0];
      due_q     <= 1'b0;
      open_q    <= 1'b0;
    end else begin
      case (command)
        ACT:     wait_q <= RCD[WAIT_W-1:0];
        PRE:     wait_q <= RP[WAIT_W-1:0];
        REF:     wait_q <= RFC[WAIT_W-1:0];
        MRS:     wait_q <= MRD[WAIT_W-1:0];
        default: if (wait_q != {WAIT_W{1'b0}}) wait_q <= wait_q - WAIT_ONE;
      endcase
      if (command == ACT) ras_q <= RAS[HELD_W-1:0];
      else if (ras_q != {HELD_W{1'b0}}) ras_q <= ras_q - HELD_ONE;
      if (command == WRI) wr_q <= WR[HELD_W-1:0];
      else if (wr_q != {HELD_W{1'b0}}) wr_q <= wr_q - HELD_ONE;
      if (command == ACT) open_q <= 1'b1;
      else if (command == PRE) open_q <= 1'b0;
      if (booting_q && wait_q == {WAIT_W{1'b0}}) begin
        boot_q <= boot_q + BOOT_ONE;
        if (command == MRS) booting_q <= 1'b0;
      end
      until_q <= (booting_q || until_q == {DUE_W{1'b0}}) ? DUE[DUE_W-1:0] : until_q - DUE_ONE;
      if (until_q == {DUE_W{1'b0}}) due_q <= 1'b1;
      else if (command == REF) due_q <= 1'b0;
    end
  end
  always @(posedge clk_i) if (command == ACT) row_q <= row;

  // The pins.
  reg                cs_q, oe_q;
  reg [2:0]          command_q;
  reg [BANK_W-1:0]   ba_q;
  reg [SD_A_W-1:0]   a_q;
  reg [DQ_BYTES-1:0] dqm_q;
  reg [DQ_W-1:0]     out_q, dq_q;
  wire [SD_A_W+ROW_W+COL_W-1:0] row_wide = {{(SD_A_W+COL_W){1'b0}}, place[PLACE_W-1:PLACE_W-ROW_W]};
  wire [SD_A_W+COL_W-1:0]       col_wide = {{SD_A_W{1'b0}}, place[COL_W-1:0]};
  localparam [SD_A_W-1:0] ALL = 1 << 10;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      cs_q      <= 1'b0;
      command_q <= NOP;
      oe_q      <= 1'b0;
    end else begin
      cs_q      <= 1'b1;
      command_q <= command;
      oe_q      <= command == WRI;
    end
  end
  always @(posedge clk_i) begin
    if (command != NOP) begin
      ba_q <= command == MRS ? {BANK_W{1'b0}} : place[COL_W+BANK_W-1:COL_W];
      a_q  <= command == ACT ? row_wide[SD_A_W-1:0] : command == PRE ? ALL :
              command == MRS ? MODE[SD_A_W-1:0] : col_wide[SD_A_W-1:0];
    end
    dqm_q <= {DQ_BYTES{booting_q}} | ~strb_q[DQ_BYTES-1:0] & {DQ_BYTES{write_q}};
    if (command == WRI) out_q <= data_q[DQ_W-1:0];
    dq_q <= sd_dq_i;
  end
  assign sd_cs_no = !cs_q;
  assign {sd_ras_no, sd_cas_no, sd_we_no} = command_q;
  assign sd_ba_o = ba_q;
  assign sd_a_o = a_q;
  assign sd_dqm_o = dqm_q;
  assign sd_dq_o = out_q;
  assign sd_dq_oe_o = oe_q;

  // Words that come back become beats.
  reg  [BACK:0]          back_q;
  reg  [DATA_W-1:0]      beat_q;
  reg  [WORD_W-1:0]      got_q;
  wire [DATA_W+DQ_W-1:0] beat = {dq_q, beat_q};
  wire                   whole = back_q[BACK] && got_q == LAST_WORD[WORD_W-1:0];
  localparam integer ROOM_W = $clog2(ROOM + 1);
  localparam [ROOM_W-1:0] ROOM_ALL = ROOM[ROOM_W-1:0], ROOM_ONE = 1;
  reg  [ROOM_W-1:0]      room_q;
  wire                   first = command == RD && word_q == {WORD_W{1'b0}};
  assign room = room_q != {ROOM_W{1'b0}} || word_q != {WORD_W{1'b0}};
  always @(`CG_EDGE) begin
    if (rst_i) begin
      back_q <= {(BACK+1){1'b0}};
      got_q  <= {WORD_W{1'b0}};
      room_q <= ROOM_ALL;
    end else begin
      back_q <= {back_q[BACK-1:0], command == RD};
      if (back_q[BACK]) got_q <= whole ? {WORD_W{1'b0}} : got_q + WORD_ONE;
      if (first && !r) room_q <= room_q - ROOM_ONE;
      else if (r && !first) room_q <= room_q + ROOM_ONE;
    end
  end
  always @(posedge clk_i) if (back_q[BACK]) beat_q <= beat[DATA_W+DQ_W-1:DQ_W];
  wire              never_full;
  wire [ROOM_W-1:0] waiting;
  cg_fifo #(.W(DATA_W), .DEPTH(ROOM)) u_beats (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(whole), .push_ready_o(never_full), .push_data_i(beat[DATA_W+DQ_W-1:DQ_W]),
      .pop_valid_o(rvalid_o), .pop_ready_i(rready_i), .pop_data_o(rdata_o), .count_o(waiting));

  wire unused = &{1'b0, araddr_i, awaddr_i, row_wide, col_wide, beat[DQ_W-1:0], never_full, waiting, 1'b0};
endmodule
`undef CG_EDGE
