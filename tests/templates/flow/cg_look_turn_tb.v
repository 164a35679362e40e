// cg_look_turn against a model, compared in every cycle; and rows that look when they have the turn: all get their
// share.
module cg_look_turn_tb;
  parameter integer N        = 2;
  parameter integer PATIENCE = 5;
  localparam integer CYCLES = 20000;
  localparam [N-1:0] ONE = 1;
  `include "tb_util.vh"

  reg  [N-1:0] want = 0, look = 0;
  wire [N-1:0] turn;

  cg_look_turn #(.N(N), .PATIENCE(PATIENCE)) u_dut (
      .clk_i(clk), .rst_i(rst), .want_i(want), .look_i(look), .turn_o(turn));

  integer holder = 0, age = 0, moved = 0, hurried = 0, k, next;
  integer looks [0:N-1];
  reg [N-1:0] wants = 0;
  reg late;

  task step(input [N-1:0] w, input [N-1:0] l);
    begin
      @(negedge clk);
      check(turn === ONE << holder, "turn_o");
      want  = w;
      look  = l;
      late  = age == (1 << PATIENCE) - 1;
      wants = (wants | w) & ~l;
      if (late) wants[holder] = 1'b0;
      next = -1;
      for (k = N - 1; k >= 1; k = k - 1) if (wants[(holder + k) % N]) next = (holder + k) % N;
      if (next >= 0 && (late || !wants[holder])) begin
        if (late) hurried = hurried + 1;
        holder = next;
        age    = 0;
        moved  = moved + 1;
      end else if (next < 0) age = 0;
      else age = age + 1;
      for (k = 0; k < N; k = k + 1) if (l[k]) looks[k] = looks[k] + 1;
    end
  endtask

  integer i, p_want, p_run;
  reg [N-1:0] rows, ran;
  initial begin
    tb_start(1);
    for (i = 0; i < N; i = i + 1) looks[i] = 0;
    repeat (3) @(negedge clk);
    rst  = 0;
    rows = 0;
    ran  = 0;
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_want = rnd(11) * 10; p_run = rnd(11) * 10; end
      for (k = 0; k < N; k = k + 1) if (!rows[k]) rows[k] = pct(p_want);
      // A row runs in this cycle if it has the turn, and what else it needs; it looks in the next one.
      step(rows & ~(ONE << holder), ran);
      ran  = pct(p_run) ? rows & turn : {N{1'b0}};
      rows = rows & ~ran;
    end
    for (i = 0; i < N; i = i + 1) check(looks[i] > 100, "each has looked");
    check(N == 1 || (moved > 100 && hurried > 10), "the turn went on");
    if (errors == 0) $display("PASS cg_look_turn N=%0d: moved %0d times, %0d of them late", N, moved, hurried);
    else $display("FAIL cg_look_turn N=%0d: %0d errors", N, errors);
    $finish;
  end
endmodule
