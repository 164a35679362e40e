// cg_sdram: where reads and writes are always offered, both go on.
`timescale 1ns / 1ps
module sdram_turns;
  localparam integer CYCLES = 5000;

  reg     clk = 1'b0, rst = 1'b1;
  wire    arready, awready;
  integer reads = 0, writes = 0;
  always #5 clk = !clk;

  cg_sdram #(.ADDR_W(10), .ROW_W(3), .COL_W(4), .T_INIT(10), .T_REFRESH(60)) u_sdram (
    .clk_i(clk), .rst_i(rst), .arvalid_i(1'b1), .arready_o(arready), .araddr_i(10'd0), .arid_i(1'b0), .arlen_i(8'd0),
    .rready_i(1'b1), .awvalid_i(1'b1), .awready_o(awready), .awaddr_i(10'd64), .awid_i(1'b0), .awlen_i(8'd0),
    .wvalid_i(1'b1), .wdata_i(32'd0), .wstrb_i(4'hf), .bready_i(1'b1), .sd_dq_i(16'd0));

  always @(posedge clk)
    if (!rst) begin
      if (arready) reads = reads + 1;
      if (awready) writes = writes + 1;
    end

  initial begin
    repeat (3) @(negedge clk);
    rst = 1'b0;
    repeat (CYCLES) @(negedge clk);
    $display("cg_sdram: %0d reads, %0d writes", reads, writes);
    if (reads < 200 || writes < 200) $display("FAIL cg_sdram: turns");
    $finish;
  end
endmodule
