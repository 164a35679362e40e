// Proves: items come out once, in order, with their data; the oldest one is
// offered exactly from LATENCY cycles after its push on; LATENCY + 1 items fit.
`include "fv_track.vh"
module cg_delay_fv #(
    parameter integer W       = 1,
    parameter integer LATENCY = 2
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire         push_valid_i,
    input wire [W-1:0] push_data_i,
    input wire         pop_ready_i,
    input wire         pick_i
);
  localparam integer MAX = (LATENCY == 0) ? 1 : LATENCY + 1;
  localparam integer AW = $clog2(LATENCY + 2);
  wire                   push_ready, pop_valid, turn;
  wire [W-1:0]           pop_data;
  wire [$clog2(MAX+1):0] level;
  wire [AW-1:0]          age;

  cg_delay #(.W(W), .LATENCY(LATENCY)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(push_valid_i), .push_ready_o(push_ready), .push_data_i(push_data_i),
      .pop_valid_o(pop_valid), .pop_ready_i(pop_ready_i), .pop_data_o(pop_data));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  fv_track #(.W(W), .MAX(MAX), .MAX_AGE(LATENCY + 1)) u_track (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_i(push_valid_i && push_ready), .push_data_i(push_data_i),
      .pop_i(pop_valid && pop_ready_i), .pop_data_i(pop_data), .pick_i(pick_i),
      .level_o(level), .turn_o(turn), .age_o(age));

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (turn) assert (pop_valid == (age >= LATENCY));
      if (level == 0) assert (!pop_valid);
      assert (push_ready == (level != MAX));
      cover (turn && age == LATENCY && pop_ready_i && level == LATENCY && push_valid_i);
      cover (turn && age > LATENCY);
    end
  end
endmodule
