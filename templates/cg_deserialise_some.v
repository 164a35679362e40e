// Assembles flits into messages of which some flits were left out.
//
// As cg_deserialise, and: head_o is the message as far as it has come, zeros
// behind; present_i, bit f, made of head_o: flit f is sent. It must be right for
// the next flit that is sent as soon as all before it are there; bit 0 is set.
// Flits that were not sent read as zero.
// SPARSE = 0: all are sent, present_i does not matter; it is cg_deserialise.
// Latency: 1 (the message is offered the cycle after its last flit).
// Rate: one flit per cycle; single-flit messages one per cycle.
// Parameters: MSG_W, FLIT_W bits (>= 1); SPARSE 0 or 1.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_deserialise_some #(
    parameter integer MSG_W  = 32,
    parameter integer FLIT_W = 8,
    parameter integer SPARSE = 1,
    parameter integer FLITS  = (MSG_W + FLIT_W - 1) / FLIT_W  // derived
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              flit_valid_i,
    output wire              flit_ready_o,
    input  wire [FLIT_W-1:0] flit_data_i,
    input  wire              flit_last_i,
    output wire [MSG_W-1:0]  head_o,
    input  wire [FLITS-1:0]  present_i,
    output wire              msg_valid_o,
    input  wire              msg_ready_i,
    output wire [MSG_W-1:0]  msg_data_o
);
  localparam integer PAD_W = FLITS * FLIT_W;
  localparam [FLITS-1:0] ONE = 1;

  generate
    if (MSG_W < 1 || FLIT_W < 1 || SPARSE < 0 || SPARSE > 1) begin : g_illegal
      cg_error_deserialise_some_needs_widths_of_at_least_1 u_error ();
    end
    if (SPARSE == 0) begin : g_all
      wire unused = &{1'b0, present_i, ONE};
      assign head_o = {MSG_W{1'b0}};
      cg_deserialise #(
          .MSG_W(MSG_W),
          .FLIT_W(FLIT_W)
      ) u_all (
          .clk_i(clk_i),
          .rst_i(rst_i),
          .flit_valid_i(flit_valid_i),
          .flit_ready_o(flit_ready_o),
          .flit_data_i(flit_data_i),
          .flit_last_i(flit_last_i),
          .msg_valid_o(msg_valid_o),
          .msg_ready_i(msg_ready_i),
          .msg_data_o(msg_data_o)
      );
    end else begin : g_some
      reg  [PAD_W-1:0] part_q;   // the message being collected
      reg  [FLITS-1:0] later_q;  // flits behind the latest one; all: it has none yet
      reg              full_q;   // it is complete and waits for the output
      reg              valid_q;
      reg  [PAD_W-1:0] msg_q;

      wire             start = &later_q;  // nothing is known of the head yet, but that it has a first flit
      wire [FLITS-1:0] open  = present_i & later_q;
      wire [FLITS-1:0] next  = start ? ONE : open & (~open + ONE);  // the flit that comes
      wire [FLITS-1:0] upto  = next | (next - ONE);
      wire             flit  = flit_valid_i && flit_ready_o;
      wire             free  = !valid_q || msg_ready_i;                    // the output register
      wire             load  = free && (full_q || (flit && flit_last_i));  // takes a message

      reg  [PAD_W-1:0] whole;  // with the flit that comes; the first one clears the others
      integer f;
      always @* begin
        for (f = 0; f < FLITS; f = f + 1) begin
          whole[f*FLIT_W+:FLIT_W] = next[f] ? flit_data_i : part_q[f*FLIT_W+:FLIT_W] & {FLIT_W{!start}};
        end
      end

      assign flit_ready_o = !full_q;
      assign head_o       = part_q[MSG_W-1:0];
      assign msg_valid_o  = valid_q;
      assign msg_data_o   = msg_q[MSG_W-1:0];
      if (PAD_W > MSG_W) begin : g_pad
        wire unused_bits = &{1'b0, msg_q[PAD_W-1:MSG_W]};
      end

      always @(`CG_EDGE) begin
        if (rst_i) begin
          later_q <= {FLITS{1'b1}};
          full_q  <= 1'b0;
          valid_q <= 1'b0;
        end else begin
          if (flit) later_q <= flit_last_i ? {FLITS{1'b1}} : later_q & ~upto;
          if (flit) full_q <= flit_last_i && !free;
          else if (free) full_q <= 1'b0;
          if (free) valid_q <= load;
        end
      end
      always @(posedge clk_i) if (flit) part_q <= whole;
      always @(posedge clk_i) if (load) msg_q <= full_q ? part_q : whole;

`ifndef SYNTHESIS
      always @(`CG_EDGE) begin
        if (rst_i) begin
          // no checks
        end else if (flit && open == {FLITS{1'b0}}) begin
          $display("ERROR: cg_deserialise_some: a flit that the message has not");
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
        `CG_NAME(some_flits) assert (!flit || (open != {FLITS{1'b0}}));  // the message has this flit
`ifdef FORMAL
        some_left_out: cover (flit && !start && next != (later_q & (~later_q + ONE)));
`endif
      end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
    end
  endgenerate
endmodule
`undef CG_EDGE
