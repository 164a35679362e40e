// A core with a program of a few loads and stores, one at a time: core 0 writes two values and raises a flag, core 1
// waits for the flag and then must find them. Word 0 of a line holds the value.
module core #(
  parameter integer ME = 0,
  parameter integer ADDR_W = 28,
  parameter integer LINE_BYTES = 16
) (
  input  clk_i,
  input  rst_i,
  output req_valid_o,
  input  req_ready_i,
  output req_store_o,
  output [ADDR_W-1:0] req_key_o,
  output [LINE_BYTES-1:0] req_mask_o,
  output [8 * LINE_BYTES-1:0] req_data_o,
  input  rep_valid_i,
  input  [8 * LINE_BYTES-1:0] rep_data_i,
  output done_o,
  output failed_o
);
  localparam [2:0] STORE = 3'd0;    // this value
  localparam [2:0] UNTIL = 3'd1;    // load until the value is there
  localparam [2:0] LOAD = 3'd2;     // the value must be there
  localparam [2:0] HIT = 3'd3;      // and in the second cycle behind that in which the load was taken
  localparam [2:0] END = 3'd4;
  localparam [7:0] DATA = 8'd3;
  localparam [7:0] MORE = 8'd19;    // of the same set, if there are four
  localparam [7:0] FLAG = 8'd5;

  // The program: what, the line, the value.
  reg [2:0] pc_q;
  reg [42:0] step;
  always @* begin
    step = {END, 8'd0, 32'd0};
    if (ME == 0) case (pc_q)
      3'd0: step = {STORE, DATA, 32'hC0FFEE01};
      3'd1: step = {STORE, MORE, 32'h600DCAFE};
      3'd2: step = {STORE, FLAG, 32'd1};
      3'd3: step = {LOAD, DATA, 32'hC0FFEE01};
      default: step = {END, 8'd0, 32'd0};
    endcase else case (pc_q)
      3'd0: step = {LOAD, DATA + 8'd1, 32'd0};
      3'd1: step = {UNTIL, FLAG, 32'd1};
      3'd2: step = {LOAD, DATA, 32'hC0FFEE01};
      3'd3: step = {LOAD, MORE, 32'h600DCAFE};
      3'd4: step = {HIT, DATA, 32'hC0FFEE01};
      default: step = {END, 8'd0, 32'd0};
    endcase
  end
  wire [2:0] what = step[42:40];
  wire [31:0] value = step[31:0];

  reg sent_q, failed_q;
  reg [15:0] cycles_q;              // since the request was taken
  assign req_valid_o = !sent_q && !done_o;
  assign req_store_o = what == STORE;
  assign req_key_o = {{(ADDR_W - 8){1'b0}}, step[39:32]};
  assign req_mask_o = {{(LINE_BYTES - 4){1'b0}}, 4'b1111};
  assign req_data_o = {{(8 * LINE_BYTES - 32){1'b0}}, value};
  assign done_o = what == END;
  assign failed_o = failed_q;
  wire right = rep_data_i[31:0] == value;
  always @(posedge clk_i) begin
    if (rst_i) begin
      pc_q <= 3'd0;
      sent_q <= 1'b0;
      failed_q <= 1'b0;
      cycles_q <= 16'd0;
    end else begin
      cycles_q <= sent_q ? cycles_q + 16'd1 : 16'd1;
      if (req_valid_o && req_ready_i) sent_q <= 1'b1;
      if (rep_valid_i) begin
        sent_q <= 1'b0;
        if (what != UNTIL || right) pc_q <= pc_q + 3'd1;
        if ((what == LOAD || what == HIT) && !right) failed_q <= 1'b1;
        if (what == HIT && cycles_q != 16'd2) failed_q <= 1'b1;
      end
    end
  end

  wire unused = &{1'b0, rep_data_i, 1'b0};
endmodule
