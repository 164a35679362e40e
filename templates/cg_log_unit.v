// Takes the write log of a warp whose transactions are over, entry by entry,
// and sends to the memory partitions what ends them: one message per granule,
// as far as entries of one granule come while it still waits here.
//
// Entries (valid/ready, one per cycle; warps one after the other):
//   in_key_i    granule           in_wid_i  warp, the same in all entries of a log
//   in_write_i  in_data_i is the new value of word in_word_i: the store's thread
//               has committed; a later entry for the same word replaces it
//   in_n_i      reservations that the store got, 0 if an entry behind it has
//               them; 0 without in_write_i: the entry is empty
//   in_last_i   end of the log.  The next log is taken when this one is out
// Of each granule the last entry must have in_n_i > 0: so no data leave behind
// the message that gives the last reservation back.
// Messages (valid/ready, out_* stay while they wait), one per cycle:
//   out_dst_o   partition of the granule: region (key >> HOME_SHIFT) mod PARTS
//   out_n_o     reservations given back; the counts of a log and granule must add
//               up to less than 2**N_W
//   out_mask_o  words with data; none: CLEANUP, else COMMIT
//   out_mark_o  instead: nothing of this log comes behind it. One to each partition,
//               after all other messages (MARKERS = 1)
// A message waits until ENTRIES - 1 granules do, or the log has ended.
//
// ENTRIES >= 3; WORDS >= 2; KEY_W <= 32; HOME_SHIFT < KEY_W; others >= 1; MARKERS 0 or 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_log_unit #(
    parameter integer ENTRIES    = 8,
    parameter integer KEY_W      = 27,
    parameter integer WORDS      = 8,
    parameter integer N_W        = 8,
    parameter integer WID_W      = 10,
    parameter integer PARTS      = 6,
    parameter integer HOME_SHIFT = 3,
    parameter integer MARKERS    = 1,
    parameter integer WORD_W     = $clog2(WORDS),                      // derived
    parameter integer DST_W      = (PARTS > 1) ? $clog2(PARTS) : 1     // derived
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                in_valid_i,
    output wire                in_ready_o,
    input  wire [KEY_W-1:0]    in_key_i,
    input  wire [WID_W-1:0]    in_wid_i,
    input  wire                in_write_i,
    input  wire [WORD_W-1:0]   in_word_i,
    input  wire [31:0]         in_data_i,
    input  wire [N_W-1:0]      in_n_i,
    input  wire                in_last_i,
    output wire                out_valid_o,
    input  wire                out_ready_i,
    output wire                out_mark_o,
    output wire [DST_W-1:0]    out_dst_o,
    output wire [WID_W-1:0]    out_wid_o,
    output wire [KEY_W-1:0]    out_key_o,
    output wire [N_W-1:0]      out_n_o,
    output wire [WORDS-1:0]    out_mask_o,
    output wire [WORDS*32-1:0] out_data_o,
    output wire                idle_o
);
  generate
    if (ENTRIES < 3 || WORDS < 2 || KEY_W < 1 || N_W < 1 || WID_W < 1 || PARTS < 1 || HOME_SHIFT < 0 || HOME_SHIFT >= KEY_W || KEY_W > 32 || (KEY_W < 32 && (PARTS >> KEY_W) != 0) || MARKERS < 0 || MARKERS > 1) begin : g_illegal
      cg_error_log_unit_sizes_are_at_least_1_words_2_entries_3 u_error ();
    end
  endgenerate

  localparam integer SLOT_W   = $clog2(ENTRIES);
  localparam integer COUNT_W  = $clog2(ENTRIES + 1);
  localparam integer TOP      = ENTRIES - 1;
  localparam integer TOP_PART = PARTS - 1;
  localparam [SLOT_W-1:0]  LAST_SLOT = TOP[SLOT_W-1:0];
  localparam [COUNT_W-1:0] FULL      = ENTRIES[COUNT_W-1:0];
  localparam [COUNT_W-1:0] OFFER     = TOP[COUNT_W-1:0];
  localparam [COUNT_W-1:0] ONE       = 1;
  localparam [SLOT_W-1:0]  SLOT_ONE  = 1;
  localparam [DST_W-1:0]   LAST_PART = TOP_PART[DST_W-1:0];
  localparam [DST_W-1:0]   PART_ONE  = 1;
  localparam [KEY_W-1:0]   PARTITIONS = PARTS[KEY_W-1:0];

  localparam [1:0] TAKE = 2'd0, DRAIN = 2'd1, MARK = 2'd2;
  reg [1:0]          state_d, state_q;
  reg [COUNT_W-1:0]  count_d, count_q;
  reg [SLOT_W-1:0]   head_d, head_q;    // the oldest slot
  reg [SLOT_W-1:0]   tail_d, tail_q;    // the next free one
  reg [DST_W-1:0]    part_d, part_q;    // of the next marker
  reg [WID_W-1:0]    wid_q;
  reg [ENTRIES-1:0]  used_d, used_q;
  reg [KEY_W-1:0]    key_q[0:ENTRIES-1];
  reg [N_W-1:0]      n_q[0:ENTRIES-1];
  reg [WORDS-1:0]    mask_q[0:ENTRIES-1];
  reg [WORDS*32-1:0] data_q[0:ENTRIES-1];

  // The oldest is offered; from then on it does not change any more.
  wire offer = count_q >= OFFER || (state_q == DRAIN && count_q != 0);
  wire pop   = offer && out_ready_i;
  wire take  = in_valid_i && in_ready_o;
  wire holds = in_write_i || in_n_i != {N_W{1'b0}};

  // The slot that the entry joins.
  reg              hit;
  reg [SLOT_W-1:0] hit_slot;
  integer          i;
  always @* begin
    hit      = 1'b0;
    hit_slot = {SLOT_W{1'b0}};
    for (i = 0; i < ENTRIES; i = i + 1) begin
      if (used_q[i] && key_q[i] == in_key_i && !(offer && head_q == i[SLOT_W-1:0])) begin
        hit      = 1'b1;
        hit_slot = hit_slot | i[SLOT_W-1:0];  // there is at most one
      end
    end
  end
  wire push = take && holds && !hit;
  wire merge = take && holds && hit;

  wire [SLOT_W-1:0] slot     = hit ? hit_slot : tail_q;
  wire [WORDS-1:0]  one_word = in_write_i ? ({{WORDS - 1{1'b0}}, 1'b1} << in_word_i) : {WORDS{1'b0}};

  reg  [WORDS*32-1:0] data_d;
  integer             w;
  always @* begin
    data_d = push ? {WORDS * 32{1'b0}} : data_q[slot];
    for (w = 0; w < WORDS; w = w + 1) begin
      if (one_word[w]) data_d[w*32 +: 32] = in_data_i;
    end
  end

  always @(posedge clk_i) begin
    if (push || merge) begin
      key_q[slot]  <= in_key_i;
      n_q[slot]    <= push ? in_n_i : n_q[slot] + in_n_i;
      mask_q[slot] <= push ? one_word : mask_q[slot] | one_word;
      data_q[slot] <= data_d;
    end
    if (take) wid_q <= in_wid_i;
  end

  wire marks = state_q == MARK;
  always @* begin
    state_d = state_q;
    part_d  = part_q;
    case (state_q)
      TAKE:    if (take && in_last_i) state_d = DRAIN;
      DRAIN:   if (count_q == 0 || (count_q == ONE && pop)) state_d = (MARKERS != 0) ? MARK : TAKE;
      default: begin
        if (out_ready_i) part_d = (part_q == LAST_PART) ? {DST_W{1'b0}} : part_q + PART_ONE;
        if (out_ready_i && part_q == LAST_PART) state_d = TAKE;
      end
    endcase
    count_d = count_q + {{COUNT_W - 1{1'b0}}, push} - {{COUNT_W - 1{1'b0}}, pop};
    head_d  = !pop ? head_q : (head_q == LAST_SLOT) ? {SLOT_W{1'b0}} : head_q + SLOT_ONE;
    tail_d  = !push ? tail_q : (tail_q == LAST_SLOT) ? {SLOT_W{1'b0}} : tail_q + SLOT_ONE;
    used_d  = used_q;
    if (pop) used_d[head_q] = 1'b0;
    if (push) used_d[tail_q] = 1'b1;
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      state_q <= TAKE;
      count_q <= {COUNT_W{1'b0}};
      head_q  <= {SLOT_W{1'b0}};
      tail_q  <= {SLOT_W{1'b0}};
      part_q  <= {DST_W{1'b0}};
      used_q  <= {ENTRIES{1'b0}};
    end else begin
      state_q <= state_d;
      count_q <= count_d;
      head_q  <= head_d;
      tail_q  <= tail_d;
      part_q  <= part_d;
      used_q  <= used_d;
    end
  end

  // Partition of the oldest granule.
  wire [KEY_W+DST_W-1:0] home = {{DST_W{1'b0}}, (key_q[head_q] >> HOME_SHIFT) % PARTITIONS};
  wire unused = &{1'b0, home[KEY_W+DST_W-1:DST_W]};

  assign in_ready_o  = state_q == TAKE && count_q != FULL;
  assign out_valid_o = offer || marks;
  assign out_mark_o  = marks;
  assign out_dst_o   = marks ? part_q : home[DST_W-1:0];
  assign out_wid_o   = wid_q;
  assign out_key_o   = key_q[head_q];
  assign out_n_o     = n_q[head_q];
  assign out_mask_o  = mask_q[head_q];
  assign out_data_o  = data_q[head_q];
  assign idle_o      = state_q == TAKE && count_q == 0;
endmodule
`undef CG_EDGE
