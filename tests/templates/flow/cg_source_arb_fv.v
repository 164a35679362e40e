// Proves, for any outcomes (SANE = 0): one-hot grant iff something is valid and it
// is open, only to a valid source, to the best one that has not failed since the last
// completion if there is one; while only failed sources are offered, one that
// stays valid loses to each other at most twice.
//
// SANE = 1 proves no starvation. The outcome of a grant comes in the next cycle:
// fail or completion; a grant given to a source in the cycle it fails is lost. A
// source that is waiting stays valid. While nothing is completed, it is granted
// after at most MOST grants to others, lost ones included; the last source
// reaches that number.
module cg_source_arb_fv #(
    parameter integer N    = 3,
    parameter integer SANE = 0
) (
    input wire         clk_i,
    input wire         rst_i,
    input wire [N-1:0] offer_i,
    input wire         open_i,
    input wire [N-1:0] fail_i,
    input wire         progress_i
);
  localparam [N-1:0] ONE = 1;
  localparam integer MOST = (N - 1) * (N + 4) / 2;
  wire [N-1:0] gnt, pick;
  wire         any;
  wire [N-1:0] valid_i = offer_i & {N{open_i}};  // what can be granted

  cg_source_arb #(.N(N)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .valid_i(offer_i), .open_i(open_i), .fail_i(fail_i),
      .progress_i(progress_i), .gnt_o(gnt), .pick_o(pick), .any_o(any));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  reg  [N-1:0] failed_q;  // since the last completion
  reg  [N-1:0] flying_q;  // granted in the last cycle and not lost
  wire [N-1:0] fresh   = valid_i & ~failed_q;
  wire [N-1:0] granted = gnt & ~fail_i;  // and not lost
  always @(posedge clk_i) begin
    if (rst_i) failed_q <= 0;
    else if (progress_i) failed_q <= 0;
    else failed_q <= failed_q | fail_i;
    if (rst_i) flying_q <= 0;
    else flying_q <= granted;
  end

  always @* begin
    assume ((fail_i & (fail_i - ONE)) == 0);
    if (SANE) assume (progress_i ? flying_q != 0 && fail_i == 0 : fail_i == flying_q);
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((gnt & ~valid_i) == 0);
      assert ((gnt & (gnt - ONE)) == 0);
      assert ((gnt != 0) == (valid_i != 0));
      assert (any == (gnt != 0) && gnt == (pick & {N{open_i}}));
      if (fresh != 0) assert (gnt == (fresh & ~(fresh - ONE)));
      if (N > 1) cover (gnt[N-1] && fresh[N-1] && valid_i == {N{1'b1}});
      cover (gnt[N-1] && fresh == 0 && valid_i == {N{1'b1}});
    end
  end

  genvar i, j;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_source
      if (SANE == 0) begin : g_turn
        for (j = 0; j < N; j = j + 1) begin : g_other
          if (i != j) begin : g_pair
            reg [1:0] lost_q;  // to j, while i is valid whenever anything is
            wire lose = gnt[j] && valid_i[i] && fresh == 0;
            always @(posedge clk_i) begin
              if (rst_i || fresh != 0 || gnt[i] || (valid_i != 0 && !valid_i[i])) lost_q <= 0;
              else if (lose) lost_q <= lost_q + 1'b1;
              if (!rst_i) begin
                assert (!(lose && lost_q == 2));
                if (j < i) cover (lose && lost_q == 1);
              end
            end
          end
        end
      end else begin : g_wait
        reg       waiting_q;  // valid and not granted in the last cycle
        reg [7:0] lost_q;     // grants to others meanwhile
        wire      lose = (gnt & ~(ONE << i)) != 0 && valid_i[i];
        always @* if (waiting_q) assume (valid_i[i]);
        always @(posedge clk_i) begin
          waiting_q <= !rst_i && valid_i[i] && !granted[i];
          if (rst_i || progress_i || granted[i]) lost_q <= 0;
          else if (lose) lost_q <= lost_q + 1'b1;
          if (!rst_i) begin
            assert (lost_q <= MOST);
            if (i == N - 1) cover (lost_q == MOST);
          end
        end
      end
    end
  endgenerate
endmodule
