// Network as a ring: one stop per node, one way round, messages cut through.
//
// in_*   valid/ready per node; in_dst_i is the node that the message is for, the same
//        in every flit of it; in_last_i ends it.  in_ready_o depends on registers and
//        on in_valid_i of the node itself.
// out_*  valid/ready per node, from registers.  Flits of a message follow one another.
// A message of node i comes to i + 1, i + 2, ... and leaves at its own; one for node i
// itself goes once round.  Messages between two nodes stay in order.  A message whose
// node does not take it holds up all behind it on the ring, so what a node waits for
// must not be on the same network (`cohgen check`).
// Latency: one cycle per stop.   Rate: one flit per cycle and link.
//
// No deadlock: a stop holds three messages whole.  One goes on where the next stop has
// room for one, and enters the ring only where it has room for two (a bubble is left),
// so not all stops are ever full of messages that must go on.
// No starvation: a token goes round.  Between two visits of it a stop lets in as many
// messages as there are stops at most; it keeps the token while a message waits and
// none went in since the last visit, until the others have used up theirs.
//
// Parameters: STOPS nodes, W payload bits, DST_W destination bits (2**DST_W >= STOPS),
// FLITS most flits of a message (all >= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_ringnet #(
    parameter integer STOPS = 2,
    parameter integer W     = 8,
    parameter integer DST_W = 1,
    parameter integer FLITS = 2
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [STOPS-1:0]       in_valid_i,
    output wire [STOPS-1:0]       in_ready_o,
    input  wire [STOPS*W-1:0]     in_data_i,
    input  wire [STOPS-1:0]       in_last_i,
    input  wire [STOPS*DST_W-1:0] in_dst_i,
    output wire [STOPS-1:0]       out_valid_o,
    input  wire [STOPS-1:0]       out_ready_i,
    output wire [STOPS*W-1:0]     out_data_o,
    output wire [STOPS-1:0]       out_last_o
);
  generate
    if (STOPS < 1 || W < 1 || FLITS < 1 || DST_W < 1 || DST_W < $clog2(STOPS)) begin : g_illegal
      cg_error_ringnet_dst_w_too_small_or_a_parameter_below_1 u_error ();
    end
  endgenerate

  localparam integer LINK_W = DST_W + 1 + W;

  // of link i, from stop i - 1 to stop i
  wire [STOPS-1:0]        valid;
  wire [STOPS*LINK_W-1:0] flit;
  wire [STOPS*2-1:0]      room;
  wire [STOPS-1:0]        token;

  genvar i;
  generate
    for (i = 0; i < STOPS; i = i + 1) begin : g_stop
      localparam integer NEXT = (i + 1 < STOPS) ? i + 1 : 0;
      cg_ringnet_stop #(
          .STOPS(STOPS),
          .STOP (i),
          .W    (W),
          .DST_W(DST_W),
          .FLITS(FLITS)
      ) u_stop (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .in_valid_i  (in_valid_i[i]),
          .in_ready_o  (in_ready_o[i]),
          .in_flit_i   ({in_dst_i[i*DST_W+:DST_W], in_last_i[i], in_data_i[i*W+:W]}),
          .out_valid_o (out_valid_o[i]),
          .out_ready_i (out_ready_i[i]),
          .out_data_o  (out_data_o[i*W+:W]),
          .out_last_o  (out_last_o[i]),
          .up_valid_i  (valid[i]),
          .up_flit_i   (flit[i*LINK_W+:LINK_W]),
          .up_room_o   (room[i*2+:2]),
          .down_valid_o(valid[NEXT]),
          .down_flit_o (flit[NEXT*LINK_W+:LINK_W]),
          .down_room_i (room[NEXT*2+:2]),
          .token_i     (token[i]),
          .token_o     (token[NEXT])
      );
    end
  endgenerate

`ifndef SYNTHESIS
  integer         n, m;
  reg [STOPS-1:0] known;
  always @* begin
    known = {STOPS{1'b0}};
    for (n = 0; n < STOPS; n = n + 1)
      for (m = 0; m < STOPS; m = m + 1)
        if (in_dst_i[n*DST_W+:DST_W] == m[DST_W-1:0]) known[n] = 1'b1;
  end
  always @(`CG_EDGE) begin
    if (rst_i) begin
      // no checks
    end else if ((in_valid_i & ~known) != {STOPS{1'b0}}) begin
      $display("ERROR: cg_ringnet: in_dst_i names no node");
      $finish;
    end
  end
`endif
endmodule
`undef CG_EDGE
