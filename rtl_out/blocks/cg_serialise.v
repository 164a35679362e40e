// Cuts messages into flits.
//
// msg_*   valid/ready; msg_flits_i is the number of flits to send,
//         1 .. ceil(MSG_W / FLIT_W) (checked in simulation).
// flit_*  valid/ready; flit 0 carries the low bits; flit_last_o marks the last
//         one; flit_dst_o is the message's destination in every flit.
// Latency: 1 (flit_* come from registers; the first flit is offered the cycle
// after the message was accepted).  msg_ready_o depends combinationally on
// flit_ready_i.
// Rate: one flit per cycle, no gap between messages.
// Parameters: MSG_W, FLIT_W, DST_W bits (>= 1), LEN_W bits of msg_flits_i, enough
// for ceil(MSG_W / FLIT_W).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_serialise #(
    parameter integer MSG_W  = 32,
    parameter integer FLIT_W = 8,
    parameter integer LEN_W  = 3,
    parameter integer DST_W  = 1
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              msg_valid_i,
    output wire              msg_ready_o,
    input  wire [MSG_W-1:0]  msg_data_i,
    input  wire [LEN_W-1:0]  msg_flits_i,
    input  wire [DST_W-1:0]  msg_dst_i,
    output wire              flit_valid_o,
    input  wire              flit_ready_i,
    output wire [FLIT_W-1:0] flit_data_o,
    output wire              flit_last_o,
    output wire [DST_W-1:0]  flit_dst_o
);
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  localparam integer PAD_W = FLITS * FLIT_W;
  localparam [LEN_W-1:0] ONE = 1;
  localparam [LEN_W-1:0] NONE = 0;

  generate
    if (MSG_W < 1 || FLIT_W < 1 || DST_W < 1 || LEN_W < $clog2(FLITS + 1)) begin : g_illegal
      cg_error_serialise_len_w_too_small_or_a_width_below_1 u_error ();
    end
  endgenerate

  reg [PAD_W-1:0] data_q;  // the next flit is lowest
  reg [LEN_W-1:0] left_q;  // flits not sent yet
  reg [DST_W-1:0] dst_q;

  wire [PAD_W-1:0] padded;
  generate
    if (PAD_W > MSG_W) begin : g_pad
      assign padded = {{(PAD_W - MSG_W) {1'b0}}, msg_data_i};
    end else begin : g_exact
      assign padded = msg_data_i;
    end
  endgenerate

  assign flit_valid_o = left_q != NONE;
  assign flit_last_o  = left_q == ONE;
  assign flit_data_o  = data_q[FLIT_W-1:0];
  assign flit_dst_o   = dst_q;
  assign msg_ready_o  = !flit_valid_o || (flit_last_o && flit_ready_i);

  wire load = msg_valid_i && msg_ready_o;
  wire send = flit_valid_o && flit_ready_i;

  always @(`CG_EDGE) begin
    if (rst_i) begin
      left_q <= NONE;
    end else begin
      if (load) left_q <= msg_flits_i;
      else if (send) left_q <= left_q - ONE;
    end
  end

  always @(posedge clk_i) begin
    if (load) begin
      data_q <= padded;
      dst_q  <= msg_dst_i;
    end else if (send) begin
      data_q <= data_q >> FLIT_W;
    end
  end

`ifndef SYNTHESIS
  wire [31:0] flits = {{(32 - LEN_W) {1'b0}}, msg_flits_i};
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if (msg_valid_i && (flits < 1 || flits > FLITS)) begin
      $display("ERROR: cg_serialise: msg_flits_i %0d is not in 1 .. %0d", msg_flits_i, FLITS);
      $finish;
    end
  end
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  wire [31:0] chk_flits = {{(32 - LEN_W){1'b0}}, msg_flits_i};
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(ser_flits) assert (!(msg_valid_i) || (chk_flits >= 1 && chk_flits <= FLITS));  // a message has a length
`ifdef FORMAL
    ser_flits_reached: cover (msg_valid_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
