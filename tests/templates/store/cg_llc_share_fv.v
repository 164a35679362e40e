// Proves cg_llc_share in front of any cache that answers in order: an answer goes
// to the user that asked, requests pass unchanged, and a user that waits is served
// when the cache has accepted one request of the other.
module cg_llc_share_fv #(
    parameter integer OPEN = 2
) (
    input wire       clk_i,
    input wire       rst_i,
    input wire       row_v_i,
    input wire       row_rd_i,
    input wire [1:0] row_key_i,
    input wire       row_take_i,
    input wire       word_v_i,
    input wire       word_we_i,
    input wire       word_at_i,
    input wire       req_ready_i,
    input wire       rsp_v_i
);
  wire       row_ready, row_rsp, word_ready, word_rsp, req_v, req_rd, rsp_ready, req_be, word_rdata;
  wire [7:0] row_rdata, req_data;
  wire [1:0] req_key;
  wire [3:0] req_rmw;
  cg_llc_share #(.KEY_W(2), .LINE_BYTES(1), .WORD_AW(1), .WORD_W(1), .OPEN(OPEN)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .row_req_valid_i(row_v_i), .row_req_ready_o(row_ready), .row_req_key_i(row_key_i), .row_req_rd_i(row_rd_i),
      .row_req_rmw_i({!row_rd_i, 3'd5}), .row_req_be_i(!row_rd_i), .row_req_wdata_i(8'd0),
      .row_rsp_valid_o(row_rsp), .row_rsp_ready_i(row_take_i), .row_rsp_data_o(row_rdata),
      .word_valid_i(word_v_i), .word_ready_o(word_ready), .word_we_i(word_we_i), .word_addr_i(word_at_i),
      .word_wdata_i(1'b0),
      .word_rvalid_o(word_rsp), .word_rdata_o(word_rdata),
      .llc_req_valid_o(req_v), .llc_req_ready_i(req_ready_i), .llc_req_key_o(req_key), .llc_req_rd_o(req_rd),
      .llc_req_rmw_o(req_rmw), .llc_req_be_o(req_be), .llc_req_wdata_o(req_data),
      .llc_rsp_valid_i(rsp_v_i), .llc_rsp_ready_o(rsp_ready), .llc_rsp_data_i(8'd0));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  // Who asked, oldest lowest: 1 the words. At most OPEN reads.
  reg  [OPEN-1:0] who_q;
  reg  [3:0]      n_q;
  wire ask  = req_v && req_ready_i && req_rd;
  wire done = rsp_v_i && rsp_ready;
  wire [3:0] left = n_q - {3'd0, done};
  always @(posedge clk_i) begin
    if (rst_i) begin
      n_q   <= 4'd0;
      who_q <= {OPEN{1'b0}};
    end else begin
      n_q   <= left + {3'd0, ask};
      who_q <= (done ? who_q >> 1 : who_q) | (ask && word_ready ? ({{(OPEN - 1){1'b0}}, 1'b1} << left) : {OPEN{1'b0}});
    end
  end
  // The cache answers reads that it has accepted in an earlier cycle, and an offer stays.
  reg wait_q;
  always @(posedge clk_i) wait_q <= !rst_i && rsp_v_i && !rsp_ready;
  always @* begin
    if (rsp_v_i) assume (n_q != 4'd0);
    if (wait_q) assume (rsp_v_i);
  end

  reg row_lost_q, word_lost_q;  // waited while the other was served, twice running is too often
  always @(posedge clk_i) begin
    row_lost_q  <= !rst_i && row_v_i && word_ready;
    word_lost_q <= !rst_i && word_v_i && row_ready && req_v;
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (n_q <= OPEN);
      assert (!(row_rsp && word_rsp));
      if (row_rsp) assert (!who_q[0]);
      if (word_rsp) assert (who_q[0] && done);
      if (row_v_i && row_ready) assert (req_v && req_ready_i && req_key == row_key_i && req_rd == row_rd_i
          && req_rmw == {!row_rd_i, 3'd5} && !word_ready);
      if (word_ready) assert (word_v_i && req_v && req_ready_i && req_key == {1'b1, word_at_i} && req_rd == !word_we_i
          && req_rmw == 4'd0);
      if (row_lost_q && row_v_i) assert (!word_ready);
      if (word_lost_q && word_v_i) assert (!(row_v_i && row_ready));
      cover (row_rsp && who_q[0] == 1'b0 && n_q == OPEN);
      cover (word_rsp && n_q == OPEN);
      cover (row_lost_q && row_v_i && row_ready);
      cover (word_lost_q && word_ready);
    end
  end
endmodule
