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
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
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

  localparam integer PAD_W = FLITS * FLIT_W;

  reg [PAD_W-1:0] part_q;  // the message being collected
  reg [IW-1:0]    next_q;  // its next flit
  reg             full_q;  // it is complete and waits for the output
  reg             valid_q;
  reg [PAD_W-1:0] msg_q;

  wire flit = flit_valid_i && flit_ready_o;
  wire open = !valid_q || msg_ready_i;                    // the output register is free
  wire load = open && (full_q || (flit && flit_last_i));  // and takes a message

  assign flit_ready_o = !full_q;
  assign msg_valid_o  = valid_q;
  assign msg_data_o   = msg_q[MSG_W-1:0];

  generate
    if (PAD_W > MSG_W) begin : g_pad
      wire unused_bits = &{1'b0, msg_q[PAD_W-1:MSG_W]};
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) begin
      next_q  <= FIRST;
      full_q  <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (flit) next_q <= flit_last_i ? FIRST : (next_q == OVER) ? OVER : next_q + ONE;
      if (flit) full_q <= flit_last_i && !open;
      else if (open) full_q <= 1'b0;
      if (open) valid_q <= load;
    end
  end

  // The first flit clears the others.
  integer f, g;
  always @(posedge clk_i) begin
    if (flit && !(flit_last_i && open)) begin
      for (f = 0; f < FLITS; f = f + 1) begin
        if (next_q == f[IW-1:0]) part_q[f*FLIT_W+:FLIT_W] <= flit_data_i;
        else if (next_q == FIRST) part_q[f*FLIT_W+:FLIT_W] <= {FLIT_W{1'b0}};
      end
    end
  end

  always @(posedge clk_i) begin
    if (load) begin
      if (full_q || next_q != FIRST) msg_q <= part_q;
      else msg_q <= {PAD_W{1'b0}};
      if (!full_q) begin
        for (g = 0; g < FLITS; g = g + 1) if (next_q == g[IW-1:0]) msg_q[g*FLIT_W+:FLIT_W] <= flit_data_i;
      end
    end
  end

`ifndef SYNTHESIS
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if (flit && next_q == OVER) begin
      $display("ERROR: cg_deserialise: more than %0d flits in a message", FLITS);
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
  always @(`CG_EDGE) if (!rst_i) begin
    // a message is not longer than the longest
    `CG_NAME(deser_flits) assert (!(flit_valid_i && flit_ready_o) || (next_q != OVER));
`ifdef FORMAL
    deser_flits_reached: cover (flit_valid_i && flit_ready_o);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
