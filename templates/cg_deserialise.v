// Assembles flits into messages.
//
// flit_*  valid/ready; flit 0 carries the low bits; flit_last_i ends a message,
//         at the latest in flit ceil(MSG_W / FLIT_W) (checked in simulation;
//         surplus flits are dropped).
// msg_*   valid/ready; flits that were not sent read as zero.
// Every output comes from a register: a finished message moves to an output
// register, and the flits of the next one are collected meanwhile.
// Latency: 1 (the message is offered the cycle after its last flit).
// Rate: one flit per cycle; single-flit messages one per cycle.
// Parameters: MSG_W, FLIT_W bits (>= 1).
module cg_deserialise #(
    parameter integer MSG_W  = 32,
    parameter integer FLIT_W = 8
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              flit_valid_i,
    output wire              flit_ready_o,
    input  wire [FLIT_W-1:0] flit_data_i,
    input  wire              flit_last_i,
    output wire              msg_valid_o,
    input  wire              msg_ready_i,
    output wire [MSG_W-1:0]  msg_data_o
);
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  localparam integer IW = $clog2(FLITS + 1);
  localparam [IW-1:0] OVER = FLITS[IW-1:0];  // more flits than fit
  localparam [IW-1:0] ONE = 1;
  localparam [IW-1:0] FIRST = 0;

  generate
    if (MSG_W < 1 || FLIT_W < 1) begin : g_illegal
      cg_error_deserialise_needs_widths_of_at_least_1 u_error ();
    end
  endgenerate

  reg [MSG_W-1:0] part_d, part_q;  // the message being collected
  reg [IW-1:0]    next_d, next_q;  // its next flit
  reg             full_d, full_q;  // it is complete and waits for the output
  reg             valid_d, valid_q;
  reg [MSG_W-1:0] msg_d, msg_q;

  wire             flit = flit_valid_i && flit_ready_o;
  wire [MSG_W-1:0] merged;  // part_q with the flit of this cycle

  assign flit_ready_o = !full_q;
  assign msg_valid_o  = valid_q;
  assign msg_data_o   = msg_q;

  genvar f;
  generate
    for (f = 0; f < FLITS; f = f + 1) begin : g_slot
      localparam integer SLOT_W = (MSG_W - f * FLIT_W < FLIT_W) ? MSG_W - f * FLIT_W : FLIT_W;
      localparam [IW-1:0] SLOT = f;
      assign merged[f*FLIT_W+:SLOT_W] =
          (next_q == SLOT) ? flit_data_i[SLOT_W-1:0] :
          (next_q == FIRST) ? {SLOT_W{1'b0}} : part_q[f*FLIT_W+:SLOT_W];
    end
    if (FLIT_W > MSG_W) begin : g_wide_flit
      wire unused_bits = &{1'b0, flit_data_i[FLIT_W-1:MSG_W]};
    end
  endgenerate

  always @* begin
    part_d  = part_q;
    next_d  = next_q;
    full_d  = full_q;
    valid_d = valid_q && !msg_ready_i;
    msg_d   = msg_q;
    if (flit) begin
      part_d = merged;
      next_d = flit_last_i ? FIRST : (next_q == OVER) ? OVER : next_q + ONE;
      full_d = flit_last_i;
    end
    if (full_d && !valid_d) begin
      msg_d   = part_d;
      valid_d = 1'b1;
      full_d  = 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      next_q  <= FIRST;
      full_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      next_q  <= next_d;
      full_q  <= full_d;
      valid_q <= valid_d;
    end
  end

  always @(posedge clk_i) begin
    part_q <= part_d;
    msg_q  <= msg_d;
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_i) begin
      // no checks
    end else if (flit && next_q == OVER) begin
      $display("%m: more than %0d flits in a message", FLITS);
      $finish;
    end
  end
`endif

`ifdef COHGEN_CHECKS
  always @(posedge clk_i) if (!rst_i) begin
    deser_flits: assert (!(flit_valid_i && flit_ready_o) || (next_q != OVER));  // a message is not longer than the longest
`ifdef FORMAL
    deser_flits_reached: cover (flit_valid_i && flit_ready_o);
`endif
  end
`endif
endmodule
