// Proves of the queue between two clocks, with edges of both at any time: a chosen item is offered when those before it
// are taken, with its data, which has stood still by then; nothing is offered that was not pushed; not more items are
// in it than there are places; and what is pushed is offered, a place that is free shown, STAGES + 1 edges later.
module cg_cross_fv #(
    parameter integer STAGES = 2
) (
    input wire clk_i,  // each step
    input wire push_i, pop_i,  // edges in this step
    input wire push_leaves_i, pop_leaves_i,  // reset
    input wire valid_i, data_i, ready_i, pick_i
);
  localparam integer AW = (STAGES > 2) ? 4 : 3;
  localparam integer S = (STAGES > 0) ? STAGES : 1;
  localparam integer LEAST = (STAGES > 0) ? STAGES + 1 : 1;
  wire ready, valid, data;
  reg push_rst_q = 1'b1, pop_rst_q = 1'b1;
  reg [3:0] push_edges_q = 0, pop_edges_q = 0;  // in reset
  cg_cross #(.W(1), .STAGES(STAGES)) u_dut (
      .push_clk_i(push_i), .push_rst_i(push_rst_q), .push_valid_i(valid_i), .push_ready_o(ready), .push_data_i(data_i),
      .pop_clk_i(pop_i), .pop_rst_i(pop_rst_q), .pop_valid_o(valid), .pop_ready_i(ready_i), .pop_data_o(data));

  // STAGES of 0: each edge of one clock is an edge of the other one.
  reg slow_q;
  always @* if (STAGES == 0) assume (slow_q ? !push_i || pop_i : push_i || !pop_i);
  always @(posedge clk_i) slow_q <= slow_q;

  wire over = push_edges_q >= LEAST && pop_edges_q >= LEAST;
  always @(posedge clk_i) begin
    if (push_i && !over) push_edges_q <= push_edges_q + (push_edges_q != 15);
    if (pop_i && !over) pop_edges_q <= pop_edges_q + (pop_edges_q != 15);
    if (over && push_leaves_i && (STAGES != 0 || pop_leaves_i)) push_rst_q <= 1'b0;
    if (over && pop_leaves_i && (STAGES != 0 || push_leaves_i)) pop_rst_q <= 1'b0;
  end

  wire push = push_i && !push_rst_q && valid_i && ready;
  wire pop = pop_i && !pop_rst_q && ready_i && valid;
  reg [AW:0] pushed_q = 0, popped_q = 0;  // items
  reg chosen_q = 1'b0, fresh_q = 1'b0, mine_q;
  reg [AW:0] at_q;  // the chosen one
  // Edges of the other clock since the last push, since the last item left.
  reg [3:0] seen_q = 0, freed_q = 0;
  wire [AW:0] stored = pushed_q - popped_q;
  always @(posedge clk_i) begin
    if (push) pushed_q <= pushed_q + 1'b1;
    if (pop) popped_q <= popped_q + 1'b1;
    fresh_q <= push;
    if (push && pick_i && !chosen_q) begin
      chosen_q <= 1'b1;
      at_q     <= pushed_q;
      mine_q   <= data_i;
    end else if (pop && at_q == popped_q) chosen_q <= 1'b0;
    if (push) seen_q <= 0;
    else if (pop_i && !pop_rst_q && seen_q <= STAGES) seen_q <= seen_q + 1'b1;
    if (pop) freed_q <= 0;
    else if (push_i && !push_rst_q && freed_q <= STAGES) freed_q <= freed_q + 1'b1;
  end

  // What makes the proof short: the counts, as they are and as they are on their way, are in order.
  localparam integer N = 2 * S + 4;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_push.count_q ;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_push.gray_q ;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_pop.count_q ;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_pop.gray_q ;
  wire [AW:0] push_gray = \u_dut.g_queue.u_push.gray_q ;
  wire [AW:0] pop_gray = \u_dut.g_queue.u_pop.gray_q ;
  always @* begin
    if (over) begin
      assert (\u_dut.g_queue.u_push.count_q == pushed_q);
      assert (\u_dut.g_queue.u_pop.count_q == popped_q);
      assert (push_gray == (pushed_q ^ (pushed_q >> 1)));
      assert (pop_gray == (popped_q ^ (popped_q >> 1)));
    end
  end
  function automatic [AW:0] count(input [AW:0] gray);
    integer k;
    begin
      count[AW] = gray[AW];
      for (k = AW - 1; k >= 0; k = k - 1) count[k] = count[k+1] ^ gray[k];
    end
  endfunction
  (* hierconn *)wire [S*(AW+1)-1:0] \u_dut.g_queue.u_push.u_sync.u_flops.g_stages.stage_q ;
  (* hierconn *)wire [S*(AW+1)-1:0] \u_dut.g_queue.u_pop.u_sync.u_flops.g_stages.stage_q ;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_push.u_sync.before_q ;
  (* hierconn *)wire [AW:0] \u_dut.g_queue.u_pop.u_sync.before_q ;
  // From the oldest on: items that have left, as the pushing side knows it, until now, and so on.
  wire [N*(AW+1)-1:0] way;
  genvar g;
  generate
    for (g = 0; g < S; g = g + 1) begin : g_way
      assign way[g*(AW+1)+:AW+1] = \u_dut.g_queue.u_push.u_sync.u_flops.g_stages.stage_q [(S-1-g)*(AW+1)+:AW+1];
      assign way[(S+2+g)*(AW+1)+:AW+1] = \u_dut.g_queue.u_pop.u_sync.u_flops.g_stages.stage_q [(S-1-g)*(AW+1)+:AW+1];
    end
  endgenerate
  assign way[S*(AW+1)+:AW+1] = \u_dut.g_queue.u_push.u_sync.before_q ;
  assign way[(S+1)*(AW+1)+:AW+1] = pop_gray;
  assign way[(2*S+2)*(AW+1)+:AW+1] = \u_dut.g_queue.u_pop.u_sync.before_q ;
  assign way[(2*S+3)*(AW+1)+:AW+1] = push_gray;
  reg [8:0] sum;
  reg [AW:0] more;
  integer k;
  always @* begin
    sum = 0;
    for (k = 1; k < N; k = k + 1) begin
      more = count(way[k*(AW+1)+:AW+1]) - count(way[(k-1)*(AW+1)+:AW+1]);
      sum = sum + more;
      if (STAGES > 0 && over && (k == S + 1 || k == N - 1)) assert (more <= 1);
    end
    if (STAGES > 0 && over) begin
      assert (sum <= 1 << AW);
      for (k = 0; k < S; k = k + 1) begin
        if (freed_q >= k + 2) assert (way[(S-1-k)*(AW+1)+:AW+1] == pop_gray);
        if (seen_q >= k + 2) assert (way[(2*S+1-k)*(AW+1)+:AW+1] == push_gray);
      end
    end
  end
  always @* begin
    assert (stored <= 1 << AW);
    assert (!chosen_q || at_q - popped_q < stored);
    if (!pop_rst_q && valid) begin
      assert (stored != 0);
      if (chosen_q && at_q == popped_q) assert (data == mine_q);
      if (STAGES > 0) assert (!(fresh_q && stored == 1));  // just written
    end
    if (over && stored != 0 && seen_q > STAGES) assert (valid);
    if (over && stored != 1 << AW && freed_q > STAGES) assert (ready);
    cover (!pop_rst_q && valid && chosen_q && at_q == popped_q && at_q == 3);
    cover (!push_rst_q && !ready);
  end
endmodule
