// Two users of one last-level cache (cg_llc): the rows of a controller, and a
// block that keeps words of its own in memory (cg_overflow_list). The words lie
// in the last 2^WORD_AW lines of memory, one in each, low bits first.
//
// row_req_*, row_rsp_*   as req_* and rsp_* of cg_llc
// word_*   one access to word word_addr_i, kept until word_ready_o; a read is
//          answered by word_rvalid_o for one cycle. One read may be open.
// llc_*    to the cache
// Each user's accesses take effect in its order; when both want one they take
// turns. Combinational from request to llc_req_*; answers likewise.
//
// OPEN     reads that the cache may hold, requests and answers, >= 1: a row's read
//          waits while so many are open
// WORD_AW < KEY_W, WORD_W <= 8 * LINE_BYTES
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_llc_share #(
    parameter integer KEY_W      = 27,
    parameter integer LINE_BYTES = 32,
    parameter integer WORD_AW    = 16,
    parameter integer WORD_W     = 110,
    parameter integer OPEN       = 8
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    row_req_valid_i,
    output wire                    row_req_ready_o,
    input  wire [KEY_W-1:0]        row_req_key_i,
    input  wire                    row_req_rd_i,
    input  wire [3:0]              row_req_rmw_i,
    input  wire [LINE_BYTES-1:0]   row_req_be_i,
    input  wire [8*LINE_BYTES-1:0] row_req_wdata_i,
    output wire                    row_rsp_valid_o,
    input  wire                    row_rsp_ready_i,
    output wire [8*LINE_BYTES-1:0] row_rsp_data_o,
    input  wire                    word_valid_i,
    output wire                    word_ready_o,
    input  wire                    word_we_i,
    input  wire [WORD_AW-1:0]      word_addr_i,
    input  wire [WORD_W-1:0]       word_wdata_i,
    output wire                    word_rvalid_o,
    output wire [WORD_W-1:0]       word_rdata_o,
    output wire                    llc_req_valid_o,
    input  wire                    llc_req_ready_i,
    output wire [KEY_W-1:0]        llc_req_key_o,
    output wire                    llc_req_rd_o,
    output wire [3:0]              llc_req_rmw_o,
    output wire [LINE_BYTES-1:0]   llc_req_be_o,
    output wire [8*LINE_BYTES-1:0] llc_req_wdata_o,
    input  wire                    llc_rsp_valid_i,
    output wire                    llc_rsp_ready_o,
    input  wire [8*LINE_BYTES-1:0] llc_rsp_data_i
);
  localparam integer LINE_W = 8 * LINE_BYTES;

  generate
    if (WORD_AW < 1 || WORD_AW >= KEY_W || WORD_W < 1 || WORD_W > LINE_W || OPEN < 1) begin : g_illegal
      cg_error_llc_share_word_does_not_fit_a_line u_error ();
    end
  endgenerate

  // Whose answer comes next: one bit for each open read.
  wire note_ready, note_valid, note_word;
  wire [$clog2(OPEN+1)-1:0] note_count;
  reg  turn_q;  // the user that was served last: 1 the words
  wire pick_word = word_valid_i && (!row_req_valid_i || !turn_q);
  wire rd        = pick_word ? !word_we_i : row_req_rd_i;
  wire go        = llc_req_valid_o && llc_req_ready_i;

  cg_fifo #(.W(1), .DEPTH(OPEN)) u_open (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(go && rd), .push_ready_o(note_ready), .push_data_i(pick_word),
      .pop_valid_o(note_valid), .pop_ready_i(llc_rsp_valid_i && llc_rsp_ready_o), .pop_data_o(note_word),
      .count_o(note_count));

  always @(`CG_EDGE) begin
    if (rst_i) turn_q <= 1'b0;
    else if (go) turn_q <= pick_word;
  end

  wire unused_note = &{1'b0, note_count};

  wire [LINE_W-1:0] word_line;
  assign word_line[WORD_W-1:0] = word_wdata_i;
  generate
    if (LINE_W > WORD_W) begin : g_rest
      assign word_line[LINE_W-1:WORD_W] = {(LINE_W - WORD_W){1'b0}};
    end
  endgenerate

  assign llc_req_valid_o = (pick_word || row_req_valid_i) && (!rd || note_ready);
  assign llc_req_key_o   = pick_word ? {{(KEY_W - WORD_AW){1'b1}}, word_addr_i} : row_req_key_i;
  assign llc_req_rd_o    = rd;
  assign llc_req_rmw_o   = pick_word ? 4'd0 : row_req_rmw_i;
  assign llc_req_be_o    = pick_word ? {LINE_BYTES{word_we_i}} : row_req_be_i;
  assign llc_req_wdata_o = pick_word ? word_line : row_req_wdata_i;
  assign word_ready_o    = go && pick_word;
  assign row_req_ready_o = llc_req_ready_i && !pick_word && (!rd || note_ready);

  assign row_rsp_valid_o = llc_rsp_valid_i && note_valid && !note_word;
  assign row_rsp_data_o  = llc_rsp_data_i;
  assign word_rvalid_o   = llc_rsp_valid_i && note_valid && note_word;
  assign word_rdata_o    = llc_rsp_data_i[WORD_W-1:0];
  assign llc_rsp_ready_o = note_valid && (note_word || row_rsp_ready_i);
endmodule
`undef CG_EDGE
