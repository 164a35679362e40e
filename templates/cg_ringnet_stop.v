// One stop of cg_ringnet: three messages on their way, what enters and leaves here.
//
// A flit: {node it is for, last, data}.
// in_*    from the node; in_ready_o depends on registers and in_valid_i
// out_*   to the node, from registers
// up_*    from the stop before; it sends the first flit of a message only where
//         up_room_o (messages that fit; from registers) was not 0, and the rest at will
// down_*  to the next one, the same
// token_* a pulse: the token goes from stop to stop (see cg_ringnet)
// Latency from up_* or in_* to out_* or down_*: 1.   Rate: one flit per cycle.
// Parameters: as cg_ringnet's; STOP its number. Stop 0 has the token after a reset.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_ringnet_stop #(
    parameter integer STOPS  = 2,
    parameter integer STOP   = 0,
    parameter integer W      = 8,
    parameter integer DST_W  = 1,
    parameter integer FLITS  = 2,
    parameter integer LINK_W = DST_W + 1 + W // derived
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              in_valid_i,
    output wire              in_ready_o,
    input  wire [LINK_W-1:0] in_flit_i,
    output wire              out_valid_o,
    input  wire              out_ready_i,
    output wire [W-1:0]      out_data_o,
    output wire              out_last_o,
    input  wire              up_valid_i,
    input  wire [LINK_W-1:0] up_flit_i,
    output wire [1:0]        up_room_o,
    output wire              down_valid_o,
    output wire [LINK_W-1:0] down_flit_o,
    input  wire [1:0]        down_room_i,
    input  wire              token_i,
    output wire              token_o
);
  generate
    if (STOPS < 1 || STOP < 0 || STOP >= STOPS || W < 1 || DST_W < 1 || FLITS < 1) begin : g_illegal
      cg_error_ringnet_stop_sizes u_error ();
    end
  endgenerate

  localparam integer CW = $clog2(STOPS + 1);
  localparam [CW-1:0] QUOTA = STOPS[CW-1:0];
  localparam [CW-1:0] ONE = 1;
  localparam [DST_W-1:0] HERE = STOP[DST_W-1:0];

  // ---- messages on their way ----
  wire              held, take, unused_fits;
  wire [LINK_W-1:0] oldest;
  /* verilator lint_off PINCONNECTEMPTY */
  cg_fifo #(
      .W    (LINK_W),
      .DEPTH(3 * FLITS)
  ) u_fifo (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .push_valid_i(up_valid_i),
      .push_ready_o(unused_fits),
      .push_data_i (up_flit_i),
      .pop_valid_o (held),
      .pop_ready_i (take),
      .pop_data_o  (oldest),
      .count_o     ()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  wire here = oldest[W+1+:DST_W] == HERE;

  // Places of messages, of which there are three (with two no message could enter right
  // behind another): taken by a first flit, free again behind the last one.
  reg [1:0] room_q;
  reg       within_q;  // the link before is inside of a message
  wire      begins = up_valid_i && !within_q;
  wire      ends = held && take && oldest[W];
  assign up_room_o = room_q;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      room_q   <= 2'd3;
      within_q <= 1'b0;
    end else begin
      if (begins && !ends) room_q <= room_q - 2'd1;
      if (ends && !begins) room_q <= room_q + 2'd1;
      if (up_valid_i) within_q <= !up_flit_i[W];
    end
  end

  // ---- the link to the next stop ----
  reg  on_q, enter_q;  // inside of a message that goes on, that enters
  reg  turn_q;         // what enters is preferred
  wire allowed;
  wire goes = held && !here;
  wire may_go = goes && down_room_i != 2'd0;
  wire may_enter = in_valid_i && allowed && down_room_i[1];
  wire idle = !on_q && !enter_q;
  wire enter = idle && may_enter && (turn_q || !may_go);
  wire go = idle && may_go && !enter;
  wire from_node = enter || (enter_q && in_valid_i);
  wire from_ring = go || (on_q && goes);

  assign down_valid_o = from_node || from_ring;
  assign down_flit_o  = from_node ? in_flit_i : oldest;
  assign in_ready_o   = from_node;
  assign take         = from_ring || (held && here && out_ready_i);
  assign out_valid_o  = held && here;
  assign out_data_o   = oldest[0+:W];
  assign out_last_o   = oldest[W];
  always @(`CG_EDGE) begin
    if (rst_i) begin
      on_q    <= 1'b0;
      enter_q <= 1'b0;
      turn_q  <= 1'b0;
    end else begin
      if (from_node) enter_q <= !in_flit_i[W];
      if (from_ring) on_q <= !oldest[W];
      if (enter || go) turn_q <= go;
    end
  end

  // ---- the token ----
  reg           token_q, entered_q;  // a message went in since the last visit
  reg  [CW-1:0] left_q;
  wire          satisfied = !in_valid_i || entered_q || enter_q;
  assign allowed = left_q != {CW{1'b0}};
  assign token_o = token_q && satisfied;
  always @(`CG_EDGE) begin
    if (rst_i) begin
      token_q   <= STOP == 0;
      entered_q <= 1'b0;
      left_q    <= QUOTA;
    end else begin
      if (token_i) token_q <= 1'b1;
      else if (token_o) token_q <= 1'b0;
      if (token_o) entered_q <= enter;
      else if (enter) entered_q <= 1'b1;
      if (token_o) left_q <= enter ? QUOTA - ONE : QUOTA;
      else if (enter) left_q <= left_q - ONE;
    end
  end

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    `CG_NAME(ringnet_room) assert (!begins || room_q != 2'd0);  // a message comes only where there is room
    `CG_NAME(ringnet_fits) assert (!up_valid_i || unused_fits);  // so each of its flits finds a place
`ifdef FORMAL
    ringnet_full: cover (room_q == 2'd0);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
