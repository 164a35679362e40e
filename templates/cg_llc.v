// Slice of a last-level cache for one controller: set-associative, write-back,
// in order, over an AXI4 memory that holds every line.
//
// req_*   valid/ready. A request reads, writes or both: with req_rd_i it is
//         answered by the line as it was BEFORE its own write; the bytes of
//         req_wdata_i with req_be_i set are written. A request with neither
//         does nothing.
// req_rmw_i  with RMW: {1, op}: a read-modify-write of one word. req_be_i names
//         its four bytes; the low 32 bits of req_wdata_i are operand a, the next
//         32 operand b (operations: cg_rmw32). Otherwise 4'd0. It takes no longer
//         than a read.
// rsp_*   valid/ready; one answer for each request with req_rd_i, in order of
//         the requests. rsp_err_o: the memory answered the read of this line
//         with an error; rsp_data_o is then what came with it.
// Key:    the address of a line. Its low bits choose the set; where keys go round
//         SLICES caches, those above the bits that all keys of a cache share,
//         turned by the latter (one to one for this cache's own keys; others
//         that come here, such as a list in memory, spread as well).
// Hits:   one request per cycle, also to one line back to back; the answer
//         comes 2 cycles after the request was accepted.
// Misses: one at a time. Requests behind it wait in the queue, which accepts
//         until it is full. A line that was read or written long ago (not
//         recently used) leaves; it is written back if dirty, while the line
//         missed is being read. A write of all bytes without req_rd_i takes its
//         place without a read. No read passes a write of its line: see
//         cg_axi_line.
// Errors: a line whose read failed stays, never dirty, and is answered with
//         rsp_err_o until it is written as a whole or leaves; a write of some
//         of its bytes shows until then and is lost (drop_o for one cycle).
//         wr_err_o: for one cycle, for each write-back the memory answered
//         with an error.
// After reset the tags clear themselves: req_ready_o is low for SETS cycles.
// idle_o: no request, answer or access to the memory is under way or offered;
//         dirty lines may be left.
//
// SETS       power of two; WAYS >= 1
// SLICES     caches that keys go round, by key mod SLICES; >= 1
// ADDR_W, LINE_BYTES, BEAT_BYTES, WR_SLOTS (write-backs in flight): as in
//            cg_axi_line; keys have more bits than a set index
// QUEUE      requests that wait, >= 1; a request per cycle from 2 on
// RESPONSES  answers that wait, >= 1; a read per cycle from 3 on
// LATE       1: what the queue offers comes from registers, a cycle later
//            2: besides, the look-up takes two cycles, and what a read-modify-write
//            makes is a register before it is written: one request in every second
//            cycle, its answer a cycle later still
// RMW        1: there are read-modify-writes; lines then have 8 bytes at least
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_llc #(
    parameter integer SETS       = 64,
    parameter integer WAYS       = 4,
    parameter integer SLICES     = 1,
    parameter integer ADDR_W     = 32,
    parameter integer LINE_BYTES = 32,
    parameter integer BEAT_BYTES = 8,
    parameter integer WR_SLOTS   = 2,
    parameter integer QUEUE      = 4,
    parameter integer RESPONSES  = 4,
    parameter integer RMW        = 0,
    parameter integer LATE       = 0,
    parameter integer KEY_W = ADDR_W - $clog2(LINE_BYTES),           // derived
    parameter integer WID_W = (WR_SLOTS > 1) ? $clog2(WR_SLOTS) : 1  // derived
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    req_valid_i,
    output wire                    req_ready_o,
    input  wire [KEY_W-1:0]        req_key_i,
    input  wire                    req_rd_i,
    input  wire [3:0]              req_rmw_i,
    input  wire [LINE_BYTES-1:0]   req_be_i,
    input  wire [8*LINE_BYTES-1:0] req_wdata_i,
    output wire                    rsp_valid_o,
    input  wire                    rsp_ready_i,
    output wire [8*LINE_BYTES-1:0] rsp_data_o,
    output wire                    rsp_err_o,
    output wire                    drop_o,
    output wire                    wr_err_o,
    output wire                    idle_o,
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    output wire [ADDR_W-1:0]       m_axi_araddr,
    output wire                    m_axi_arid,
    output wire [7:0]              m_axi_arlen,
    output wire [2:0]              m_axi_arsize,
    output wire [1:0]              m_axi_arburst,
    output wire                    m_axi_arlock,
    output wire [3:0]              m_axi_arcache,
    output wire [2:0]              m_axi_arprot,
    output wire [3:0]              m_axi_arqos,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready,
    input  wire                    m_axi_rid,
    input  wire [8*BEAT_BYTES-1:0] m_axi_rdata,
    input  wire [1:0]              m_axi_rresp,
    input  wire                    m_axi_rlast,
    output wire                    m_axi_awvalid,
    input  wire                    m_axi_awready,
    output wire [ADDR_W-1:0]       m_axi_awaddr,
    output wire [WID_W-1:0]        m_axi_awid,
    output wire [7:0]              m_axi_awlen,
    output wire [2:0]              m_axi_awsize,
    output wire [1:0]              m_axi_awburst,
    output wire                    m_axi_awlock,
    output wire [3:0]              m_axi_awcache,
    output wire [2:0]              m_axi_awprot,
    output wire [3:0]              m_axi_awqos,
    output wire                    m_axi_wvalid,
    input  wire                    m_axi_wready,
    output wire [8*BEAT_BYTES-1:0] m_axi_wdata,
    output wire [BEAT_BYTES-1:0]   m_axi_wstrb,
    output wire                    m_axi_wlast,
    input  wire                    m_axi_bvalid,
    output wire                    m_axi_bready,
    input  wire [WID_W-1:0]        m_axi_bid,
    input  wire [1:0]              m_axi_bresp
);
  localparam integer LINE_W = 8 * LINE_BYTES;
  localparam integer SET_B  = $clog2(SETS);                   // bits of a key that choose the set
  localparam integer SET_W  = (SETS > 1) ? SET_B : 1;
  localparam integer WAY_W  = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer TAG_W  = KEY_W - SET_B;
  localparam integer PLACES = SETS * WAYS;
  localparam integer AW     = (PLACES > 1) ? $clog2(PLACES) : 1;
  localparam [LINE_BYTES-1:0] ALL  = {LINE_BYTES{1'b1}};
  localparam [LINE_BYTES-1:0] NONE = {LINE_BYTES{1'b0}};

  generate
    if (SETS < 1 || SETS != (1 << SET_B) || WAYS < 1 || TAG_W < 1 || QUEUE < 1 || RESPONSES < 1 || RMW < 0 || RMW > 1
        || LATE < 0 || LATE > 2 || (RMW != 0 && LINE_BYTES < 8)) begin : g_illegal
      cg_error_llc_sizes u_error ();
    end
  endgenerate

  // S0: the head of the queue, or a line that has to leave
  wire                  tags_ready, head_valid, head_rd, room, queue_ready, take;
  wire [KEY_W-1:0]      head_key;
  wire [LINE_BYTES-1:0] head_be;
  wire [LINE_W-1:0]     head_wdata;
  wire [3:0]            head_rmw;

  // L, with LATE 2 only: the tags are compared
  reg                   l_valid_q, l_evict_q;

  // T: the look-up's result
  reg                   t_valid_q;   // of the request taken in the cycle before (LATE 2: two cycles before)
  reg                   t_evict_q;   // of the line that leaves
  reg                   t_rd_q;
  reg  [3:0]            t_rmw_q;
  reg  [LINE_BYTES-1:0] t_be_q;
  reg  [LINE_W-1:0]     t_wdata_q;
  wire [SET_W-1:0]      t_set;
  wire [WAY_W-1:0]      t_way;
  wire [TAG_W-1:0]      victim_tag;
  wire                  hit, free, bad, dirty;
  wire [AW-1:0]         t_place;     // where the line is, or goes

  // D: bytes read are here, bytes written go to the memory
  reg                   d_rd_q, d_bad_q, d_we_q, d_drop_q;
  reg                   d_made_q;    // LATE 2: a read-modify-write is being made, and goes there a cycle later
  reg  [LINE_BYTES-1:0] d_be_q;
  reg  [3:0]            d_rmw_q;
  reg  [LINE_W-1:0]     d_wdata_q;
  reg  [AW-1:0]         d_place_q;
  wire [LINE_W-1:0]     d_line;

  // A miss: the queue is rewound to its request, which is looked up again when
  // all that is said by these is done.
  reg                   miss_q;
  reg                   evict_q;     // the victim is to be looked up
  reg                   wb_q;        // it is to be written back
  reg                   ask_q;       // the line is to be asked for
  reg                   fetch_q;     // it has not been installed
  reg  [KEY_W-1:0]      victim_q;

  wire                  rd_ready, wr_ready, fill_valid, fill_err, axi_idle;
  wire [LINE_W-1:0]     fill_data;

  // ---- queue of requests
  wire resume = !evict_q && !l_evict_q && !t_evict_q && !wb_q && (!fetch_q || fill_valid);

  // With LATE 2 the request is in these registers for two cycles, so what it writes is known in T.
  wire t_write, t_all;
  generate
    if (LATE < 2) begin : g_bytes
      assign t_write = t_be_q != NONE;
      assign t_all   = t_be_q == ALL;
    end else begin : g_bytes_before
      reg write_q, all_q;
      always @(posedge clk_i) begin
        write_q <= t_be_q != NONE;
        all_q   <= t_be_q == ALL;
      end
      assign t_write = write_q;
      assign t_all   = all_q;
    end
  endgenerate
  wire t_reads   = t_rd_q || t_rmw_q[3];   // what the line was is needed
  wire install   = t_valid_q && fetch_q;
  wire t_ok      = hit || install || (t_all && !t_reads && free) || !(t_rd_q || t_write);
  wire t_done    = t_valid_q && t_ok;
  wire t_miss    = t_valid_q && !t_ok;
  wire t_keep    = t_done && (t_rd_q || t_write);

  wire   makes       = LATE == 2 && t_rmw_q[3];
  assign take        = head_valid && !l_valid_q && (!miss_q || resume) && (!head_rd || room);
  assign req_ready_o = tags_ready && queue_ready;

  // Requests of a cache without read-modify-writes have no room for them.
  localparam integer QUEUE_W = KEY_W + 1 + LINE_BYTES + LINE_W + ((RMW != 0) ? 4 : 0);
  wire [QUEUE_W-1:0] queue_in, head;
  assign {head_key, head_rd, head_be, head_wdata} = head[KEY_W+LINE_BYTES+LINE_W:0];
  generate
    if (RMW != 0) begin : g_queue_rmw
      assign queue_in = {req_rmw_i, req_key_i, req_rd_i, req_be_i, req_wdata_i};
      assign head_rmw = head[QUEUE_W-1:QUEUE_W-4];
    end else begin : g_queue
      wire unused_rmw = &{1'b0, req_rmw_i};
      assign queue_in = {req_key_i, req_rd_i, req_be_i, req_wdata_i};
      assign head_rmw = 4'd0;
    end
  endgenerate

  wire [QUEUE_W-1:0] queue_item;
  wire unused_item = &{1'b0, queue_item, 1'b0};
  cg_rewind_fifo #(
      .W      (QUEUE_W),
      .DEPTH  (QUEUE),
      .THROUGH((LATE == 0) ? 1 : 0)
  ) u_queue (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .push_valid_i(req_valid_i && tags_ready),
      .push_ready_o(queue_ready),
      .push_data_i (queue_in),
      .take_valid_o(head_valid),
      .take_data_o (head),
      .take_i      (take),
      .commit_i    (t_done),
      .rewind_i    (t_miss),
      .fx_i        (1'b0),
      .fx_idx_i    ({((QUEUE > 1) ? $clog2(QUEUE) : 1) {1'b0}}),
      .fx_data_o   (queue_item),
      .fx_data_i   ({QUEUE_W{1'b0}})
  );

  // ---- tags. An entry is {read failed, dirty}; never both.
  wire [KEY_W-1:0] s0_key = evict_q ? victim_q : head_key;
  wire             was_bad = hit ? bad : install && fill_err;
  wire             now_bad = was_bad && !t_all;
  wire             now_dirty = t_all || (((hit && dirty) || t_write) && !was_bad);
  wire [SET_W-1:0] s0_set;
  wire [TAG_W-1:0] s0_tag;
  wire [KEY_W-1:0] victim;
  cg_llc_set #(
      .SETS  (SETS),
      .SLICES(SLICES),
      .KEY_W (KEY_W)
  ) u_set (
      .key_i(s0_key),
      .set_o(s0_set),
      .tag_o(s0_tag),
      .set_i(t_set),
      .tag_i(victim_tag),
      .key_o(victim)
  );

  generate
    if (SETS > 1 && WAYS > 1) begin : g_places
      assign t_place = {t_way, t_set};
    end else if (SETS > 1) begin : g_sets_only
      wire unused_t_way = t_way;
      assign t_place = t_set;
    end else begin : g_ways_only
      wire unused_t_set = t_set;
      assign t_place = t_way;
    end
  endgenerate

  wire [WAYS-1:0]   unused_valid;
  wire [2*WAYS-1:0] unused_ents, unused_look;
  wire [WAY_W-1:0]  unused_way;
  wire [TAG_W-1:0]  unused_tag;
  wire              unused_victim_ok, unused_stale, unused_note;
  cg_assoc #(
      .SETS (SETS),
      .WAYS (WAYS),
      .TAG_W(TAG_W),
      .ENT_W(2),
      .STAGES((LATE == 2) ? 2 : 1)
  ) u_tags (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .ready_o     (tags_ready),
      .rd_i        (take || evict_q),
      .rd_set_i    (s0_set),
      .rd_tag_i    (s0_tag),
      .set_o       (t_set),
      .tag_o       (unused_tag),
      .hit_o       (hit),
      .way_o       (t_way),
      .free_o      (free),
      .ent_o       ({bad, dirty}),
      .look_ent_o  (unused_look),
      .note_i      ({WAYS{1'b0}}),
      .note_none_i (1'b0),
      .note_upd_i  (1'b0),
      .note_o      (unused_note),
      .way_valid_o (unused_valid),
      .way_ent_o   (unused_ents),
      .vclass_i    ({WAYS{2'd1}}),
      .victim_ok_o (unused_victim_ok),
      .victim_way_o(unused_way),
      .victim_tag_o(victim_tag),
      .stale_o     (unused_stale),
      .upd_i       (t_keep || t_evict_q),
      .upd_keep_i  (t_keep),
      .upd_ent_i   ({now_bad, now_dirty}),
      .touch_i     (t_keep)
  );

  // ---- lines
  cg_llc_lines #(
      .PLACES    (PLACES),
      .LINE_BYTES(LINE_BYTES),
      .RMW       (RMW),
      .LATE      ((LATE == 2) ? 1 : 0),
      .AW        (AW)
  ) u_lines (
      .clk_i    (clk_i),
      .rd_i     ((t_valid_q && t_reads) || t_evict_q),
      .install_i(install),
      .place_i  (t_place),
      .line_i   (fill_data),
      .line_o   (d_line),
      .we_i     (d_we_q),
      .wplace_i (d_place_q),
      .be_i     (d_be_q),
      .wdata_i  (d_wdata_q),
      .rmw_i    (d_rmw_q)
  );

  // ---- answers: room is taken in S0 and given back by a miss
  cg_credit_fifo #(
      .W    (1 + LINE_W),
      .DEPTH(RESPONSES)
  ) u_answers (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .reserve_i  (take && head_rd && !t_miss),
      .room_o     (room),
      .cancel_i   (t_miss && t_rd_q),
      .push_i     (d_rd_q),
      .push_data_i({d_bad_q, d_line}),
      .pop_valid_o(rsp_valid_o),
      .pop_ready_i(rsp_ready_i),
      .pop_data_o ({rsp_err_o, rsp_data_o})
  );

  // ---- memory. The head of the queue is the request that missed.
  wire [KEY_W-1:0] unused_fill_addr;
  wire             unused_fill_tag;
  cg_axi_line #(
      .ADDR_W    (ADDR_W),
      .LINE_BYTES(LINE_BYTES),
      .BEAT_BYTES(BEAT_BYTES),
      .RD_SLOTS  (1),
      .WR_SLOTS  (WR_SLOTS),
      .TAG_W     (1)
  ) u_memory (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .rd_valid_i   (ask_q),
      .rd_ready_o   (rd_ready),
      .rd_addr_i    (head_key),
      .rd_tag_i     (1'b0),
      .wr_valid_i   (wb_q),
      .wr_ready_o   (wr_ready),
      .wr_addr_i    (victim_q),
      .wr_data_i    (d_line),
      .fill_valid_o (fill_valid),
      .fill_ready_i (install),
      .fill_addr_o  (unused_fill_addr),
      .fill_tag_o   (unused_fill_tag),
      .fill_data_o  (fill_data),
      .fill_err_o   (fill_err),
      .wr_err_o     (wr_err_o),
      .idle_o       (axi_idle),
      .m_axi_arvalid(m_axi_arvalid),
      .m_axi_arready(m_axi_arready),
      .m_axi_araddr (m_axi_araddr),
      .m_axi_arid   (m_axi_arid),
      .m_axi_arlen  (m_axi_arlen),
      .m_axi_arsize (m_axi_arsize),
      .m_axi_arburst(m_axi_arburst),
      .m_axi_arlock (m_axi_arlock),
      .m_axi_arcache(m_axi_arcache),
      .m_axi_arprot (m_axi_arprot),
      .m_axi_arqos  (m_axi_arqos),
      .m_axi_rvalid (m_axi_rvalid),
      .m_axi_rready (m_axi_rready),
      .m_axi_rid    (m_axi_rid),
      .m_axi_rdata  (m_axi_rdata),
      .m_axi_rresp  (m_axi_rresp),
      .m_axi_rlast  (m_axi_rlast),
      .m_axi_awvalid(m_axi_awvalid),
      .m_axi_awready(m_axi_awready),
      .m_axi_awaddr (m_axi_awaddr),
      .m_axi_awid   (m_axi_awid),
      .m_axi_awlen  (m_axi_awlen),
      .m_axi_awsize (m_axi_awsize),
      .m_axi_awburst(m_axi_awburst),
      .m_axi_awlock (m_axi_awlock),
      .m_axi_awcache(m_axi_awcache),
      .m_axi_awprot (m_axi_awprot),
      .m_axi_awqos  (m_axi_awqos),
      .m_axi_wvalid (m_axi_wvalid),
      .m_axi_wready (m_axi_wready),
      .m_axi_wdata  (m_axi_wdata),
      .m_axi_wstrb  (m_axi_wstrb),
      .m_axi_wlast  (m_axi_wlast),
      .m_axi_bvalid (m_axi_bvalid),
      .m_axi_bready (m_axi_bready),
      .m_axi_bid    (m_axi_bid),
      .m_axi_bresp  (m_axi_bresp)
  );

  always @(`CG_EDGE) begin
    if (rst_i) begin
      l_valid_q <= 1'b0;
      l_evict_q <= 1'b0;
      t_valid_q <= 1'b0;
      t_evict_q <= 1'b0;
      d_rd_q    <= 1'b0;
      d_we_q    <= 1'b0;
      d_made_q  <= 1'b0;
      d_drop_q  <= 1'b0;
      miss_q    <= 1'b0;
      evict_q   <= 1'b0;
      wb_q      <= 1'b0;
      ask_q     <= 1'b0;
      fetch_q   <= 1'b0;
    end else begin
      l_valid_q <= LATE == 2 && take && !t_miss;
      l_evict_q <= LATE == 2 && evict_q;
      t_valid_q <= (LATE == 2) ? l_valid_q : take && !t_miss;
      t_evict_q <= (LATE == 2) ? l_evict_q : evict_q;
      d_rd_q    <= t_done && t_rd_q;
      d_we_q    <= (t_done && t_write && !makes) || d_made_q;
      d_made_q  <= t_done && makes;
      d_drop_q  <= t_done && t_write && now_bad;
      miss_q    <= t_miss || (miss_q && !take);
      evict_q   <= t_miss && !free;
      wb_q      <= (t_evict_q && dirty) || (wb_q && !wr_ready);
      ask_q     <= (t_miss && (t_rd_q || !t_all)) || (ask_q && !rd_ready);
      fetch_q   <= (t_miss && (t_rd_q || !t_all)) || (fetch_q && !install);
    end
  end

  always @(posedge clk_i) begin
    if (take) begin
      t_rd_q    <= head_rd;
      t_rmw_q   <= (RMW != 0) ? head_rmw : 4'd0;
      t_be_q    <= head_be;
      t_wdata_q <= head_wdata;
    end
    if (t_miss) victim_q <= victim;
    if (t_done) begin
      d_bad_q   <= was_bad;
      d_be_q    <= t_be_q;
      d_rmw_q   <= t_rmw_q;
      d_wdata_q <= t_wdata_q;
      d_place_q <= t_place;
    end
  end

  assign drop_o = d_drop_q;
  assign idle_o = tags_ready && !head_valid && !(LATE != 0 && req_valid_i)
               && !l_valid_q && !t_valid_q && !d_we_q && !d_made_q && !rsp_valid_o && axi_idle;

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    // a line arrives once, where there is room
    `CG_NAME(llc_install) assert (!(install) || (fill_valid && !hit && free && !d_we_q && !d_made_q));
    `CG_NAME(llc_evict) assert (!(t_evict_q) || (hit && miss_q));  // the line that leaves is there
    // a line whose read failed is never written back
    `CG_NAME(llc_clean) assert (!((t_valid_q || t_evict_q) && bad) || (!dirty));
    // what is being made is of the line that stays in d_line
    `CG_NAME(llc_makes) assert (!(d_made_q) || (!t_valid_q && !t_evict_q && !d_we_q));
    // a line to be written back stays in d_line
    `CG_NAME(llc_hold) assert (!(wb_q) || (miss_q && !t_valid_q && !t_evict_q));
`ifdef FORMAL
    llc_install_reached: cover (install);
    llc_evict_reached: cover (t_evict_q);
    llc_clean_reached: cover ((t_valid_q || t_evict_q) && bad);
    llc_hold_reached: cover (wb_q);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
