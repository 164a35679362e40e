// What getm_vu may expect of u_share where it is cut out: an answer to a row stays until it is taken. All else that
// comes from blocks that are cut out is free.
`ifdef FORMAL
  wire memory_rsp_valid, memory_rsp_ready;          // of getm_vu_out (see=)
  wire [BLOCK_W-1:0] memory_rsp_data;
  reg               env_rsp_q = 1'b0;
  reg [BLOCK_W-1:0] env_data_q;
  always @* if (env_rsp_q) assume (memory_rsp_valid && memory_rsp_data == env_data_q);
  always @(posedge clk_i) begin
    env_rsp_q  <= !rst_i && memory_rsp_valid && !memory_rsp_ready;
    env_data_q <= memory_rsp_data;
  end
`endif
