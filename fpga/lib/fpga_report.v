// Prints TEXT, LENGTH bytes with the first one in the highest place, when start_i has risen, and again PAUSE cycles
// behind each end (0: once). Bytes 16 to 19 stand for number 0 to 3 of values_i in eight hexadecimal digits, byte 20
// for PASS or FAIL by pass_i.
module fpga_report #(
  parameter integer LENGTH = 4,
  parameter [8*LENGTH-1:0] TEXT = 32'd0,
  parameter integer DIVISOR = 217,
  parameter integer PAUSE = 0
) (
  input  wire         clk_i,
  input  wire         rst_i,
  input  wire         start_i,
  input  wire         pass_i,
  input  wire [127:0] values_i,
  output wire         tx_o
);
  localparam integer AT_W = $clog2(LENGTH + 1);
  localparam integer END = LENGTH;
  localparam integer LAST = LENGTH - 1;
  localparam [AT_W-1:0] ONE = 1;
  localparam integer PAUSE_LAST = PAUSE - 1;
  localparam [31:0] PASS_TEXT = "PASS";
  localparam [31:0] FAIL_TEXT = "FAIL";

  reg [AT_W-1:0] at_q;
  reg [2:0]  digit_q;
  reg [7:0]  here_q;      // of TEXT, at at_q; known one cycle later
  reg        here_valid_q;
  reg [31:0] pause_q;
  wire       ready;

  wire number = here_q[7:2] == 6'd4;
  wire verdict = here_q == 8'd20;
  wire [31:0] value = values_i[{here_q[1:0], 5'd0} +: 32];
  wire [3:0] nibble = value[{~digit_q, 2'd0} +: 4];
  wire [7:0] hex = nibble < 4'd10 ? {4'h3, nibble} : 8'h37 + {4'd0, nibble};
  wire [31:0] word = pass_i ? PASS_TEXT : FAIL_TEXT;
  wire [7:0] letter = word[{~digit_q[1:0], 3'd0} +: 8];
  wire last = number ? digit_q == 3'd7 : !verdict || digit_q == 3'd3;
  wire go = here_valid_q && ready;

  always @(posedge clk_i) begin
    here_q <= at_q == END[AT_W-1:0] ? 8'd0 : TEXT[{LAST[AT_W-1:0] - at_q, 3'd0} +: 8];
    here_valid_q <= !rst_i && start_i && at_q != END[AT_W-1:0] && !(go && last);
    if (rst_i) begin
      at_q <= {AT_W{1'b0}};
      digit_q <= 3'd0;
      pause_q <= 32'd0;
    end else if (go) begin
      digit_q <= last ? 3'd0 : digit_q + 3'd1;
      if (last) at_q <= at_q + ONE;
      pause_q <= 32'd0;
    end else if (at_q == END[AT_W-1:0] && PAUSE != 0) begin
      pause_q <= pause_q + 32'd1;
      if (pause_q == PAUSE_LAST) at_q <= {AT_W{1'b0}};
    end
  end

  fpga_uart #(.DIVISOR(DIVISOR)) u_uart (
    .clk_i(clk_i), .rst_i(rst_i), .valid_i(here_valid_q), .ready_o(ready),
    .byte_i(number ? hex : verdict ? letter : here_q), .tx_o(tx_o)
  );
endmodule
