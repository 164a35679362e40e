// cg_rr_arb against a model that scans the clients from the one after the last
// winner, compared in every cycle.
module cg_rr_arb_tb;
  parameter integer N = 2;
  localparam integer CYCLES = 5000;
  `include "tb_util.vh"

  reg  [N-1:0] req = 0;
  reg          advance = 0;
  wire [N-1:0] gnt;
  wire [((N > 1) ? $clog2(N) : 1)-1:0] idx;

  cg_rr_arb #(.N(N)) u_dut (
      .clk_i(clk), .rst_i(rst), .req_i(req), .advance_i(advance),
      .gnt_o(gnt), .gnt_idx_o(idx));

  integer last = N - 1;
  integer wins [0:N-1];
  integer held = 0;

  task step(input [N-1:0] rq, input ad);
    integer k, winner;
    begin
      @(negedge clk);
      req     = rq;
      advance = ad;
      #1;
      winner = -1;
      for (k = N; k >= 1; k = k - 1)
        if (rq[(last + k) % N]) winner = (last + k) % N;
      if (winner < 0) begin
        check(gnt === 0 && idx === 0, "no request, no grant");
      end else begin
        check(gnt === ({{N{1'b0}}, 1'b1} << winner), "gnt_o");
        check(idx === winner, "gnt_idx_o");
        if (ad) begin last = winner; wins[winner] = wins[winner] + 1; end
        else held = held + 1;
      end
    end
  endtask

  integer i, k, p_req, p_adv;
  reg [N-1:0] rq;
  initial begin
    tb_start(1);
    for (i = 0; i < N; i = i + 1) wins[i] = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    // directed: all request, each wins once per round
    for (i = 0; i < 4 * N; i = i + 1) step({N{1'b1}}, 1);
    for (i = 0; i < N; i = i + 1) check(wins[i] === 4, "equal shares");
    step({N{1'b0}}, 1);
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 50 == 0) begin p_req = rnd(11) * 10; p_adv = 10 + rnd(10) * 10; end
      for (k = 0; k < N; k = k + 1) rq[k] = pct(p_req);
      step(rq, pct(p_adv));
    end
    for (i = 0; i < N; i = i + 1) check(wins[i] > 20, "every client won");
    check(held > 20, "grants without advance were reached");
    if (errors == 0) $display("PASS cg_rr_arb N=%0d: client 0 won %0d times", N, wins[0]);
    else $display("FAIL cg_rr_arb N=%0d: %0d errors", N, errors);
    $finish;
  end
endmodule
