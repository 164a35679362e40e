// Network on two levels: a crossbar for the nodes of each group, and one between groups.
//
// in_*   valid/ready per node; in_dst_i is the node that the message is for, the same
//        in every flit of it; in_last_i ends it.  in_ready_o depends combinationally on
//        in_valid_i and in_dst_i of the nodes of its group.
// out_*  valid/ready per node, from registers.  Flits of a message follow one another.
// A group has one link out and one in, of LINK_W bits: a flit for another group goes
// there in ceil(W / LINK_W) cycles, beside it the node that it is for.  Messages between
// two nodes stay in order.
// Latency: 1 in a group; 3 + LINK_LATENCY between groups, and the parts of a flit.
//
// No deadlock: node, crossbar, link out, crossbar between groups, link in, crossbar, node
// - each waits only for what stands behind it in this list.  A message whose node does
// not take it holds up those behind it that came over the same link, so what a node waits
// for must not be on the same network (`cohgen check`).
// No starvation: each output of a crossbar lets its inputs in in turn, by messages.
//
// Parameters: STOPS nodes, W payload bits, DST_W destination bits (2**DST_W >= STOPS),
// LINK_W (all >= 1), LINK_LATENCY (>= 0), GROUPS.  KINDS, COUNTS: nodes are numbered kind
// by kind, COUNTS has the number of each kind in 16 bits, the first kind lowest, in all
// STOPS; those of a kind are shared out to the groups in their order, equally many to
// each.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_levels #(
    parameter integer        STOPS        = 2,
    parameter integer        W            = 8,
    parameter integer        DST_W        = 1,
    parameter integer        GROUPS       = 1,
    parameter integer        KINDS        = 1,
    parameter [16*KINDS-1:0] COUNTS       = {KINDS{16'd2}},
    parameter integer        LINK_W       = 8,
    parameter integer        LINK_LATENCY = 0
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
  function divides;
    input integer groups_v;
    integer k_v, count_v;
    begin
      divides = 1'b1;
      for (k_v = 0; k_v < KINDS; k_v = k_v + 1) begin
        count_v = {16'd0, COUNTS[16*k_v+:16]};
        if (count_v % groups_v != 0) divides = 1'b0;
      end
    end
  endfunction
  // of all kinds
  function integer counted;
    input integer kinds_v;
    integer k_v;
    begin
      counted = 0;
      for (k_v = 0; k_v < kinds_v; k_v = k_v + 1) counted = counted + {16'd0, COUNTS[16*k_v+:16]};
    end
  endfunction
  generate
    if (STOPS < 1 || W < 1 || LINK_W < 1 || LINK_LATENCY < 0 || DST_W < 1 || DST_W < $clog2(STOPS)) begin : g_illegal
      cg_error_levels_dst_w_too_small_or_a_parameter_below_1 u_error ();
    end
    if (GROUPS < 1 || !divides((GROUPS < 1) ? 1 : GROUPS)) begin : g_uneven
      cg_error_levels_groups_must_divide_the_nodes_of_each_kind u_error ();
    end
    if (counted(KINDS) != STOPS) begin : g_uncounted
      cg_error_levels_counts_must_add_up_to_stops u_error ();
    end
  endgenerate

  localparam integer MINE = STOPS / GROUPS;  // nodes of a group
  localparam integer ENDS = MINE + 1;        // of its crossbar: the last one is the link
  localparam integer PLACE_W = $clog2(ENDS);
  localparam integer GROUP_W = (GROUPS > 1) ? $clog2(GROUPS) : 1;
  localparam integer FLIT_W = DST_W + W;
  localparam integer SIDE_W = DST_W;
  localparam integer PART_W = (LINK_W < W) ? LINK_W : W;
  localparam integer FAR_W = SIDE_W + PART_W;

  // Of each node: its place in its group, above it the number of the group.
  function [64*STOPS-1:0] map_of;
    input integer groups_v;
    integer k_v, n_v, first_v, base_v, count_v, each_v;
    begin
      map_of = {(64 * STOPS) {1'b0}};
      first_v  = 0;
      base_v   = 0;
      for (k_v = 0; k_v < KINDS; k_v = k_v + 1) begin
        count_v = {16'd0, COUNTS[16*k_v+:16]};
        each_v  = count_v / groups_v;
        for (n_v = 0; n_v < each_v * groups_v; n_v = n_v + 1) begin
          map_of[64*(first_v+n_v)+:32]    = base_v + n_v % each_v;
          map_of[64*(first_v+n_v)+32+:32] = n_v / each_v;
        end
        first_v = first_v + count_v;
        base_v  = base_v + each_v;
      end
    end
  endfunction
  localparam [64*STOPS-1:0] MAP = map_of(GROUPS);

  // by group: ends of its crossbar
  wire [GROUPS*ENDS-1:0]         near_valid, near_ready, near_last, sent_valid, sent_ready, sent_last;
  wire [GROUPS*ENDS*FLIT_W-1:0]  near_flit, sent_flit;
  wire [GROUPS*ENDS*PLACE_W-1:0] near_to;
  // by group: its links
  wire [GROUPS-1:0]              up_valid, up_ready, up_last, down_valid, down_ready, down_last;
  wire [GROUPS*FAR_W-1:0]        up_part, down_part;
  wire [GROUPS*GROUP_W-1:0]      up_to;

  genvar n, g;
  generate
    for (n = 0; n < STOPS; n = n + 1) begin : g_node
      // ends of the crossbars in the order of the groups
      localparam integer G = MAP[64*n+32+:32];
      localparam integer AT = G * ENDS + MAP[64*n+:32];
      wire [GROUP_W-1:0] unused_group;
      cg_levels_place #(
          .STOPS    (STOPS),
          .DST_W    (DST_W),
          .MAP      (MAP),
          .GROUP    (G),
          .ELSEWHERE(MINE),
          .PLACE_W  (PLACE_W),
          .GROUP_W  (GROUP_W)
      ) u_place (
          .node_i (in_dst_i[n*DST_W+:DST_W]),
          .place_o(near_to[AT*PLACE_W+:PLACE_W]),
          .group_o(unused_group)
      );
      assign near_valid[AT] = in_valid_i[n];
      assign near_last[AT] = in_last_i[n];
      assign near_flit[AT*FLIT_W+:FLIT_W] = {in_dst_i[n*DST_W+:DST_W], in_data_i[n*W+:W]};
      assign in_ready_o[n] = near_ready[AT];
      assign out_valid_o[n] = sent_valid[AT];
      assign out_last_o[n] = sent_last[AT];
      assign out_data_o[n*W+:W] = sent_flit[AT*FLIT_W+:W];
      assign sent_ready[AT] = out_ready_i[n];
      wire unused_dst = &{1'b0, sent_flit[AT*FLIT_W+W+:DST_W], unused_group};
    end

    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      localparam integer LINK = g * ENDS + MINE;
      cg_xbar #(
          .NIN  (ENDS),
          .NOUT (ENDS),
          .W    (FLIT_W),
          .DST_W(PLACE_W)
      ) u_near (
          .clk_i      (clk_i),
          .rst_i      (rst_i),
          .in_valid_i (near_valid[g*ENDS+:ENDS]),
          .in_ready_o (near_ready[g*ENDS+:ENDS]),
          .in_data_i  (near_flit[g*ENDS*FLIT_W+:ENDS*FLIT_W]),
          .in_last_i  (near_last[g*ENDS+:ENDS]),
          .in_dst_i   (near_to[g*ENDS*PLACE_W+:ENDS*PLACE_W]),
          .out_valid_o(sent_valid[g*ENDS+:ENDS]),
          .out_ready_i(sent_ready[g*ENDS+:ENDS]),
          .out_data_o (sent_flit[g*ENDS*FLIT_W+:ENDS*FLIT_W]),
          .out_last_o (sent_last[g*ENDS+:ENDS])
      );

      // ---- the link out ----
      wire              part_valid, part_ready, part_last;
      wire [PART_W-1:0] part;
      wire [SIDE_W-1:0] part_dst;
      cg_narrow #(
          .W     (W),
          .PART_W(PART_W),
          .SIDE_W(SIDE_W)
      ) u_narrow (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .flit_valid_i(sent_valid[LINK]),
          .flit_ready_o(sent_ready[LINK]),
          .flit_data_i (sent_flit[LINK*FLIT_W+:W]),
          .flit_last_i (sent_last[LINK]),
          .flit_side_i (sent_flit[LINK*FLIT_W+W+:DST_W]),
          .part_valid_o(part_valid),
          .part_ready_i(part_ready),
          .part_data_o (part),
          .part_last_o (part_last),
          .part_side_o (part_dst)
      );
      cg_delay #(
          .W      (FAR_W + 1),
          .LATENCY(LINK_LATENCY)
      ) u_link (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .push_valid_i(part_valid),
          .push_ready_o(part_ready),
          .push_data_i ({part_last, part_dst, part}),
          .pop_valid_o (up_valid[g]),
          .pop_ready_i (up_ready[g]),
          .pop_data_o  ({up_last[g], up_part[g*FAR_W+:FAR_W]})
      );
      wire [PLACE_W-1:0] unused_place;
      cg_levels_place #(
          .STOPS    (STOPS),
          .DST_W    (DST_W),
          .MAP      (MAP),
          .GROUP    (g),
          .ELSEWHERE(MINE),
          .PLACE_W  (PLACE_W),
          .GROUP_W  (GROUP_W)
      ) u_out_place (
          .node_i (up_part[g*FAR_W+PART_W+:DST_W]),
          .place_o(unused_place),
          .group_o(up_to[g*GROUP_W+:GROUP_W])
      );

      // ---- the link in ----
      wire [DST_W-1:0]   in_dst;
      wire [W-1:0]       in_data;
      wire [GROUP_W-1:0] unused_group;
      cg_widen #(
          .W     (W),
          .PART_W(PART_W),
          .SIDE_W(SIDE_W)
      ) u_widen (
          .clk_i       (clk_i),
          .rst_i       (rst_i),
          .part_valid_i(down_valid[g]),
          .part_ready_o(down_ready[g]),
          .part_data_i (down_part[g*FAR_W+:PART_W]),
          .part_last_i (down_last[g]),
          .part_side_i (down_part[g*FAR_W+PART_W+:SIDE_W]),
          .flit_valid_o(near_valid[LINK]),
          .flit_ready_i(near_ready[LINK]),
          .flit_data_o (in_data),
          .flit_last_o (near_last[LINK]),
          .flit_side_o (in_dst)
      );
      assign near_flit[LINK*FLIT_W+:FLIT_W] = {in_dst, in_data};
      cg_levels_place #(
          .STOPS    (STOPS),
          .DST_W    (DST_W),
          .MAP      (MAP),
          .GROUP    (g),
          .ELSEWHERE(MINE),
          .PLACE_W  (PLACE_W),
          .GROUP_W  (GROUP_W)
      ) u_in_place (
          .node_i (in_dst),
          .place_o(near_to[LINK*PLACE_W+:PLACE_W]),
          .group_o(unused_group)
      );
      wire unused = &{1'b0, unused_place, unused_group};
    end
  endgenerate

  cg_xbar #(
      .NIN  (GROUPS),
      .NOUT (GROUPS),
      .W    (FAR_W),
      .DST_W(GROUP_W)
  ) u_far (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .in_valid_i (up_valid),
      .in_ready_o (up_ready),
      .in_data_i  (up_part),
      .in_last_i  (up_last),
      .in_dst_i   (up_to),
      .out_valid_o(down_valid),
      .out_ready_i(down_ready),
      .out_data_o (down_part),
      .out_last_o (down_last)
  );
endmodule
`undef CG_EDGE
