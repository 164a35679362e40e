// Proves: one-hot grant iff there is a request, only to a client that requests,
// index and grant agree, and a client that keeps requesting is granted in at
// most the N-th cycle with advance_i.
module cg_rr_arb_fv #(
    parameter integer N = 3
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire [N-1:0] req_i,
    input wire         advance_i
);
  localparam integer IW = (N > 1) ? $clog2(N) : 1;
  localparam [N-1:0] ONE = 1;
  wire [N-1:0]  gnt;
  wire [IW-1:0] idx;

  cg_rr_arb #(.N(N)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .req_i(req_i), .advance_i(advance_i),
      .gnt_o(gnt), .gnt_idx_o(idx));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_client
      reg [IW+1:0] waited_q;  // lost advances since the request rose
      always @(posedge clk_i) begin
        if (rst_i || !req_i[i] || (gnt[i] && advance_i)) waited_q <= 0;
        else if (advance_i) waited_q <= waited_q + 1'b1;
        if (!rst_i) begin
          assert (waited_q < N);
          if (req_i[i] && advance_i) assert (gnt[i] || waited_q < N - 1);
          cover (gnt[i] && advance_i && waited_q == N - 1);
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((gnt & ~req_i) == 0);
      assert ((gnt & (gnt - ONE)) == 0);
      assert ((gnt != 0) == (req_i != 0));
      assert (gnt == ((req_i != 0) ? ONE << idx : 0));
      if (req_i == 0) assert (idx == 0);
      cover (req_i == {N{1'b1}} && gnt[N-1] && !advance_i);
    end
  end
endmodule
