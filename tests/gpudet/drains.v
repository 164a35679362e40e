// One read of a block at an L2 of one line, and Drains without end. Memory answers LATENCY cycles after the last
// Drained, a time at which the sweep is about to come to the line that has just been fetched.
`timescale 1ns/1ns
module drains;
  integer latency, pause;
  initial if (!$value$plusargs("latency=%d", latency) || !$value$plusargs("pause=%d", pause)) $finish;
  localparam integer READ = 0, DRAIN = 2, DATA = 0, DRAINED = 4, CYCLES = 5000;  // kinds, as in the package

  reg          clk = 1'b0, rst = 1'b1, ask = 1'b0, asked = 1'b0, away = 1'b0, told = 1'b0, counts = 1'b0;
  reg          full = 1'b0, last = 1'b0, busy = 1'b0;
  reg  [255:0] message = 0;
  reg  [1:0]   id = 0;
  wire [255:0] answer;
  wire [1:0]   read_id;
  wire         ask_ready, answers, reads, data_ready, error;
  integer      cycle = 0, fetched = 0, drained = 0, wait_q = 0, pause_q = 0;
  always #5 clk = !clk;

  zunit_l2 u_l2 (
      .clk_i(clk), .rst_i(rst), .node_i(2'd2), .colour_in_valid_i(1'b0), .colour_in_msg_i(0),
      .ask_in_valid_i(ask), .ask_in_ready_o(ask_ready), .ask_in_msg_i(message),
      .answer_out_valid_o(answers), .answer_out_ready_i(1'b1), .answer_out_msg_o(answer),
      .mem_axi_arvalid_o(reads), .mem_axi_arready_i(1'b1), .mem_axi_arid_o(read_id),
      .mem_axi_rvalid_i(full), .mem_axi_rready_o(data_ready), .mem_axi_rid_i(id), .mem_axi_rdata_i(32'h1234),
      .mem_axi_rresp_i(2'b00), .mem_axi_rlast_i(last),
      .mem_axi_awready_i(1'b1), .mem_axi_wready_i(1'b1), .mem_axi_bvalid_i(1'b0), .mem_axi_bid_i(2'd0),
      .mem_axi_bresp_i(2'b00), .error_o(error));

  always @(posedge clk) begin
    cycle <= cycle + 1;
    rst   <= cycle < 5;
    if (cycle > 8) begin
      told <= answers && answer[2:0] == DRAINED;
      if (reads) begin busy <= 1'b1; id <= read_id; wait_q <= latency; fetched <= fetched + 1; counts <= 1'b0; end
      else if (busy && wait_q != 0 && (told || counts)) begin wait_q <= wait_q - 1; counts <= 1'b1; end
      if (busy && !full && wait_q == 1) begin full <= 1'b1; last <= 1'b0; end
      if (full && data_ready) begin last <= 1'b1; if (last) begin full <= 1'b0; busy <= 1'b0; end end
      if (ask && ask_ready) begin ask <= 1'b0; asked <= 1'b1; away <= asked; end
      else if (!ask && !asked) begin ask <= 1'b1; message <= READ; end
      else if (!ask && !away && pause_q == 0) begin ask <= 1'b1; message <= DRAIN; end
      else if (!ask && !away) pause_q <= pause_q - 1;
      if (answers && answer[2:0] == DRAINED) begin drained <= drained + 1; away <= 1'b0; pause_q <= pause; end
      if (error || cycle == CYCLES || (answers && answer[2:0] == DATA)) begin
        $display("%0s, %0d drains, %0d reads of memory", error ? "error" : cycle == CYCLES ? "starves" : "answered",
                 drained, fetched);
        $finish;
      end
    end
  end
endmodule
