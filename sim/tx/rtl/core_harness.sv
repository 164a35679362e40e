// cg_tx_core behind two packed vectors of 32-bit words, in the order of core_model.h. i[32*0+14 +: 2] chooses between times of 48 bits whose low 6 are the number of the
// warp, times of 48 bits without (figure 4.7 has such), and times of 6 bits, 4 of them the number, which end soon.
// i[17]: each warp has its own clock.
module core_harness (input bit clk, input bit [32*16-1:0] i, output bit [32*19-1:0] o);
  for (genvar c = 0; c < 6; c++) begin : g_core
    localparam int k = c % 3;
    localparam int TS_W = (k == 2) ? 6 : 48;
    localparam int ID_W = (k == 0) ? 6 : (k == 1) ? 0 : 4;
    localparam int NUM_W = (k == 1) ? 1 : ID_W;
    wire mine = i[14 +: 2] == k[1:0] && i[17] == (c >= 3);
    wire acc_ready, ask_valid, ans_ready, rsp_valid, log_ready, out_valid, out_mark, out_drain, over, idle, error;
    wire ask_dst, out_dst;
    wire [TS_W-1:0] ask_time;
    wire [15:0] quit;
    wire [4:0] rsp_tag;
    wire [3:0] out_warp;
    wire [31:0] out_key;
    wire [7:0] out_n, out_mask;
    wire [255:0] out_data;
    cg_tx_core #(.WARPS(16), .TS_W(TS_W), .ID_W(ID_W), .OPEN(8), .TAG_W(5), .KEY_W(32), .WORDS(8), .N_W(8), .LOG_ENTRIES(4), .PARTS(2), .HOME_SHIFT(3), .MARKERS(1), .OWN_CLOCK(c / 3)) u (
      .clk_i(clk), .rst_i(i[0]), .first_id_i(i[32*1 +: NUM_W]), .limit_i(i[32*2 +: 5]), .stop_i(mine & i[1]), .resume_i(mine & i[16]), .roll_warp_i(i[32*15 +: 4]), .quit_o(quit), .over_o(over), .idle_o(idle), .error_o(error),
      .acc_valid_i(mine & i[2]), .acc_ready_o(acc_ready), .acc_warp_i(i[32*3 +: 4]), .acc_tx_i(i[3]), .acc_store_i(i[4]), .acc_tag_i(i[32*4 +: 5]), .acc_key_i(i[32*5 +: 32]),
      .ask_valid_o(ask_valid), .ask_ready_i(i[5]), .ask_dst_o(ask_dst), .ask_time_o(ask_time),
      .ans_valid_i(mine & i[6]), .ans_ready_o(ans_ready), .ans_warp_i(i[32*6 +: 4]), .ans_key_i(i[32*7 +: 32]), .ans_abort_i(i[7]), .ans_seen_i(i[32*8 +: TS_W]),
      .rsp_valid_o(rsp_valid), .rsp_ready_i(i[8]), .rsp_tag_o(rsp_tag),
      .log_valid_i(mine & i[9]), .log_ready_o(log_ready), .log_warp_i(i[32*10 +: 4]), .log_key_i(i[32*11 +: 32]), .log_write_i(i[10]), .log_word_i(i[32*12 +: 3]),
      .log_data_i(i[32*13 +: 32]), .log_n_i(i[32*14 +: 8]), .log_last_i(i[11]), .log_again_i(i[12]),
      .out_valid_o(out_valid), .out_ready_i(i[13]), .out_mark_o(out_mark), .out_drain_o(out_drain), .out_dst_o(out_dst), .out_warp_o(out_warp), .out_key_o(out_key), .out_n_o(out_n),
      .out_mask_o(out_mask), .out_data_o(out_data));
    wire [32*19-1:0] all = {16'd0, quit, out_data, 24'd0, out_mask, 24'd0, out_n, out_key, 28'd0, out_warp, 31'd0, out_dst, 27'd0, rsp_tag, 64'(ask_time), 31'd0, ask_dst,
                            21'd0, out_drain, error, idle, over, out_mark, out_valid, log_ready, rsp_valid, ans_ready, ask_valid, acc_ready};
  end
  assign o = i[17] ? (i[15] ? g_core[5].all : i[14] ? g_core[4].all : g_core[3].all) : i[15] ? g_core[2].all : i[14] ? g_core[1].all : g_core[0].all;
endmodule
