// Cuts messages into flits, and leaves out those that carry nothing.
//
// As cg_serialise, and: msg_present_i, bit f: flit f is sent; bit 0 is set
// (checked in simulation). The others are not: the receiver finds out which by
// itself (cg_deserialise_some). flit_last_o marks the last one that is sent.
// SPARSE = 0: all are sent, msg_present_i does not matter; it is cg_serialise.
// Latency: 1; the flit is chosen from registers by what is left to send.
// Rate: one flit per cycle, no gap between messages, none for what is left out.
// Parameters: MSG_W, FLIT_W, DST_W bits (>= 1), LEN_W bits of msg_flits_i, enough
// for ceil(MSG_W / FLIT_W); SPARSE 0 or 1.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_serialise_some #(
    parameter integer MSG_W  = 32,
    parameter integer FLIT_W = 8,
    parameter integer LEN_W  = 3,
    parameter integer DST_W  = 1,
    parameter integer SPARSE = 1,
    parameter integer FLITS  = (MSG_W + FLIT_W - 1) / FLIT_W  // derived
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              msg_valid_i,
    output wire              msg_ready_o,
    input  wire [MSG_W-1:0]  msg_data_i,
    input  wire [LEN_W-1:0]  msg_flits_i,
    input  wire [FLITS-1:0]  msg_present_i,
    input  wire [DST_W-1:0]  msg_dst_i,
    output wire              flit_valid_o,
    input  wire              flit_ready_i,
    output wire [FLIT_W-1:0] flit_data_o,
    output wire              flit_last_o,
    output wire [DST_W-1:0]  flit_dst_o
);
  localparam integer PAD_W = FLITS * FLIT_W;
  localparam [FLITS-1:0] ONE = 1;
  localparam [FLITS-1:0] NONE = 0;

  generate
    if (MSG_W < 1 || FLIT_W < 1 || DST_W < 1 || LEN_W < $clog2(FLITS + 1) || SPARSE < 0 || SPARSE > 1) begin : g_illegal
      cg_error_serialise_some_len_w_too_small_or_a_width_below_1 u_error ();
    end
    if (SPARSE == 0) begin : g_all
      wire unused = &{1'b0, msg_present_i, ONE, NONE};
      cg_serialise #(
          .MSG_W(MSG_W),
          .FLIT_W(FLIT_W),
          .LEN_W(LEN_W),
          .DST_W(DST_W)
      ) u_all (
          .clk_i(clk_i),
          .rst_i(rst_i),
          .msg_valid_i(msg_valid_i),
          .msg_ready_o(msg_ready_o),
          .msg_data_i(msg_data_i),
          .msg_flits_i(msg_flits_i),
          .msg_dst_i(msg_dst_i),
          .flit_valid_o(flit_valid_o),
          .flit_ready_i(flit_ready_i),
          .flit_data_o(flit_data_o),
          .flit_last_o(flit_last_o),
          .flit_dst_o(flit_dst_o)
      );
    end else begin : g_some
      reg  [PAD_W-1:0] data_q;
      reg  [FLITS-1:0] left_q;  // flits not sent yet
      reg  [DST_W-1:0] dst_q;
      reg  [FLIT_W-1:0] flit;
      wire [FLITS-1:0] next = left_q & (~left_q + ONE);  // the lowest of them
      wire [PAD_W-1:0] padded;
      wire             unused = &{1'b0, msg_flits_i};
      if (PAD_W > MSG_W) begin : g_pad
        assign padded = {{(PAD_W - MSG_W) {1'b0}}, msg_data_i};
      end else begin : g_exact
        assign padded = msg_data_i;
      end

      integer f;
      always @* begin
        flit = {FLIT_W{1'b0}};
        for (f = 0; f < FLITS; f = f + 1) flit = flit | (data_q[f*FLIT_W+:FLIT_W] & {FLIT_W{next[f]}});
      end

      assign flit_valid_o = left_q != NONE;
      assign flit_last_o  = flit_valid_o && left_q == next;
      assign flit_data_o  = flit;
      assign flit_dst_o   = dst_q;
      assign msg_ready_o  = !flit_valid_o || (flit_last_o && flit_ready_i);

      wire load = msg_valid_i && msg_ready_o;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          left_q <= NONE;
        end else begin
          if (load) left_q <= msg_present_i;
          else if (flit_ready_i) left_q <= left_q & ~next;
        end
      end
      always @(posedge clk_i) begin
        if (load) begin
          data_q <= padded;
          dst_q  <= msg_dst_i;
        end
      end

`ifndef SYNTHESIS
      always @(`CG_EDGE) begin
        if (rst_i) begin
          // no checks
        end else if (msg_valid_i && !msg_present_i[0]) begin
          $display("ERROR: cg_serialise_some: the first flit is left out");
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
        `CG_NAME(some_first) assert (!msg_valid_i || msg_present_i[0]);  // the first flit is sent
`ifdef FORMAL
        some_less: cover (msg_valid_i && msg_present_i != {FLITS{1'b1}});
`endif
      end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
    end
  endgenerate
endmodule
`undef CG_EDGE
