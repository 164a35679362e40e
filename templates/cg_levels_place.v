// Where a node of cg_levels is: its group, and its place in it.  Combinational.
//
// MAP: of each node 64 bits, the first node lowest: its place, above it its group.
// place_o is ELSEWHERE for a node of another group than GROUP.
// Parameters: STOPS nodes, DST_W bits of their numbers, PLACE_W and GROUP_W of what comes
// out.
module cg_levels_place #(
    parameter integer        STOPS     = 2,
    parameter integer        DST_W     = 1,
    parameter [64*STOPS-1:0] MAP       = {(64 * STOPS) {1'b0}},
    parameter integer        GROUP     = 0,
    parameter integer        ELSEWHERE = 2,
    parameter integer        PLACE_W   = 2,
    parameter integer        GROUP_W   = 1
) (
    input  wire [DST_W-1:0]   node_i,
    output reg  [PLACE_W-1:0] place_o,
    output reg  [GROUP_W-1:0] group_o
);
  generate
    if (STOPS < 1 || DST_W < 1 || GROUP < 0 || ELSEWHERE < 0 || PLACE_W < 1 || GROUP_W < 1) begin : g_illegal
      cg_error_levels_place_sizes u_error ();
    end
  endgenerate

  wire [STOPS*PLACE_W-1:0] place;
  wire [STOPS*GROUP_W-1:0] group;
  genvar n;
  generate
    for (n = 0; n < STOPS; n = n + 1) begin : g_node
      localparam integer IN = MAP[64*n+32+:32];
      localparam integer NEAR = (IN == GROUP) ? MAP[64*n+:32] : ELSEWHERE;
      localparam integer NODE = n;
      wire here = node_i == NODE[DST_W-1:0];
      assign place[n*PLACE_W+:PLACE_W] = here ? NEAR[PLACE_W-1:0] : {PLACE_W{1'b0}};
      assign group[n*GROUP_W+:GROUP_W] = here ? IN[GROUP_W-1:0] : {GROUP_W{1'b0}};
    end
  endgenerate

  integer i;
  always @* begin
    place_o = {PLACE_W{1'b0}};
    group_o = {GROUP_W{1'b0}};
    for (i = 0; i < STOPS; i = i + 1) begin
      place_o = place_o | place[i*PLACE_W+:PLACE_W];
      group_o = group_o | group[i*GROUP_W+:GROUP_W];
    end
  end
endmodule
