// One output of cg_xbar: round-robin choice between the inputs that want it,
// held from the first flit of a message to the last, and a register slice.
//
// req_i names the inputs with a flit for this output; take_o (at most one-hot)
// the one whose flit is accepted in this cycle; it depends combinationally on
// req_i.  Latency 1, one flit per cycle.
// Parameters: NIN inputs, W payload bits (>= 1).
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_xbar_out #(
    parameter integer NIN = 2,
    parameter integer W   = 8
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [NIN-1:0]   req_i,
    input  wire [NIN*W-1:0] data_i,
    input  wire [NIN-1:0]   last_i,
    output wire [NIN-1:0]   take_o,
    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [W-1:0]     out_data_o,
    output wire             out_last_o
);
  generate
    if (NIN < 1 || W < 1) begin : g_illegal
      cg_error_xbar_out_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  localparam integer IW = (NIN > 1) ? $clog2(NIN) : 1;
  localparam [NIN-1:0] NONE = 0;

  reg  [NIN-1:0] owner_q;  // the input inside a message, or none
  wire           held = owner_q != NONE;
  wire [NIN-1:0] arb_gnt;
  wire [IW-1:0]  unused_idx;
  wire [NIN-1:0] chosen = held ? owner_q & req_i : arb_gnt;
  wire           valid = chosen != NONE;
  wire           ready;
  wire           last = |(chosen & last_i);
  reg  [W-1:0]   data;

  assign take_o = ready ? chosen : NONE;

  cg_rr_arb #(
      .N(NIN)
  ) u_arb (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .req_i    (req_i),
      .advance_i(ready && !held),
      .gnt_o    (arb_gnt),
      .gnt_idx_o(unused_idx)
  );

  cg_skid #(
      .W(W + 1)
  ) u_slice (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .push_valid_i(valid),
      .push_ready_o(ready),
      .push_data_i ({last, data}),
      .pop_valid_o (out_valid_o),
      .pop_ready_i (out_ready_i),
      .pop_data_o  ({out_last_o, out_data_o})
  );

  integer i;
  always @* begin
    data = {W{1'b0}};
    i    = 0;
    if (valid) for (i = 0; i < NIN; i = i + 1) if (chosen[i]) data = data | data_i[i*W+:W];
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      owner_q <= NONE;
    end else begin
      if (valid && ready) owner_q <= last ? NONE : chosen;
    end
  end
endmodule
`undef CG_EDGE
