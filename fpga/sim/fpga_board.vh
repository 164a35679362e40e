// Included inside a bench before its instance of fpga_top: what a board has besides clock and serial line. FPGA_PINS
// are the connections to it.
// FPGA_BUTTON  there is a button, and this is its level; FPGA_SDRAM: there is SDRAM (fpga_chip)
`ifdef FPGA_BUTTON
`define FPGA_PINS_BUTTON , .button_pin_i(`FPGA_BUTTON)
`else
`define FPGA_PINS_BUTTON
`endif
`ifdef FPGA_SDRAM
`define FPGA_PINS_SDRAM , .sdram_clk_pin_o(sd_clk), .sdram_cke_pin_o(sd_cke), .sdram_cs_pin_o(sd_cs), \
    .sdram_ras_pin_o(sd_ras), .sdram_cas_pin_o(sd_cas), .sdram_we_pin_o(sd_we), .sdram_ba_pin_o(sd_ba), \
    .sdram_a_pin_o(sd_a), .sdram_dqm_pin_o(sd_dqm), .sdram_dq_pin_io(sd_dq)
wire sd_clk, sd_cke, sd_cs, sd_ras, sd_cas, sd_we;
wire [1:0] sd_ba, sd_dqm;
wire [12:0] sd_a;
wire [15:0] sd_dq;
fpga_chip u_chip (
  .clk_i(sd_clk), .cke_i(sd_cke), .cs_ni(sd_cs), .ras_ni(sd_ras), .cas_ni(sd_cas), .we_ni(sd_we), .ba_i(sd_ba),
  .a_i(sd_a), .dqm_i(sd_dqm), .dq_io(sd_dq)
);
`else
`define FPGA_PINS_SDRAM
`endif
`define FPGA_PINS `FPGA_PINS_BUTTON `FPGA_PINS_SDRAM
