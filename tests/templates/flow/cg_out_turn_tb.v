// cg_out_turn against a model, and the case it is for: two sources take turns,
// room appears only where the second one tries, and the first is served still.
module cg_out_turn_tb;
  parameter integer N    = 4;
  parameter integer OUTS = 3;
  parameter integer PATIENCE = 8;
  parameter integer LATE = 0;
  localparam integer CYCLES = 20000;
  localparam [N-1:0] ONE = 1;
  `include "tb_util.vh"

  reg  [N-1:0]    valid = 0, src = 0, here = 0;
  reg             able = 0;
  reg  [OUTS-1:0] need = 0, room = 0;
  wire            ok;

  cg_out_turn #(.N(N), .OUTS(OUTS), .PATIENCE(PATIENCE), .LATE(LATE)) u_dut (
      .clk_i(clk), .rst_i(rst), .valid_i(valid), .src_i(src), .here_i(here), .able_i(able),
      .need_i(need), .room_i(room), .ok_o(ok));

  integer holder = -1, quiet = 0, age = 0, tried, q, n_next, was;
  reg              waits [0:N-1];
  reg [OUTS-1:0]   needs [0:N-1];
  reg expected;
  reg [N-1:0] offered = 0;  // in the cycle before
  integer kept_seen = 0, forgotten_seen = 0, served_seen = 0, passed_seen = 0, hurried_seen = 0;

  // The next source that waits after from, from itself last; -1: none.
  function integer following(input integer from);
    integer j;
    begin
      following = -1;
      for (j = N; j >= 1; j = j - 1) if (waits[(from + N + j) % N]) following = (from + N + j) % N;
    end
  endfunction

  task step(input integer s, input [N-1:0] v, input a, input [OUTS-1:0] n, input [OUTS-1:0] r);
    begin
      @(negedge clk);
      tried = s;
      src   = (s < 0) ? {N{1'b0}} : ONE << s;
      here  = (s < 0) ? ONE << rnd(N) : src;
      offered = valid;
      valid = v;
      able  = a && s >= 0;
      need  = n;
      room  = r;
      #1;
      expected = 1;
      for (q = 0; q < OUTS; q = q + 1)
        if (need[q] && (!room[q] || (holder >= 0 && holder != tried && needs[(holder < 0) ? 0 : holder][q])))
            expected = 0;
      check(s < 0 || ok === expected, "ok_o");
      if (able && !expected && (need & ~room) == 0) kept_seen = kept_seen + 1;
      if (able && expected && holder >= 0 && holder == tried) served_seen = served_seen + 1;
      if (tried >= 0) begin
        waits[tried] = able && !expected;
        needs[tried] = need;
      end
      if (holder >= 0 && holder != tried && !offered[(holder < 0) ? 0 : holder]) quiet = quiet + 1;
      else quiet = 0;
      if (quiet == 8) begin
        waits[holder]  = 0;
        forgotten_seen = forgotten_seen + 1;
      end
      was = holder;
      if (holder < 0 || !waits[(holder < 0) ? 0 : holder] || (PATIENCE > 0 && age == (1 << PATIENCE) - 1)) begin
        n_next = following(holder < 0 ? N - 1 : holder);
        if (holder >= 0 && n_next >= 0) passed_seen = passed_seen + 1;
        holder = n_next;
        if (holder != was) quiet = 0;
        if (waits[was < 0 ? 0 : was] && was >= 0 && holder != was) hurried_seen = hurried_seen + 1;
      end
      age = holder >= 0 && holder == was && age != (1 << PATIENCE) - 1 ? age + 1 : 0;
    end
  endtask

  reg filled;
  integer i, s, p_room, p_valid, p_try, served;
  initial begin
    tb_start(1);
    @(negedge clk) rst = 0;
    for (i = 0; i < N; i = i + 1) waits[i] = 0;
    if (N > 1) begin // room once in 34 cycles, where source 1 is tried, twice in a row; source 0 in between
      served = 0;
      filled = 0;
      for (i = 0; i < 3400; i = i + 1) begin
        if (i % 34 == 1) filled = 1;
        step(i % 3 == 0 ? 0 : 1, {N{1'b1}}, 1, {OUTS{1'b1}}, {OUTS{filled}});
        if (ok) filled = 0;
        if (ok && i % 3 == 0) served = served + 1;
      end
      check(served >= 40, "source 0 is served every other time");
    end
    for (i = 0; i < CYCLES; i = i + 1) begin
      if (i % 100 == 0) begin p_room = rnd(10) * 10; p_valid = rnd(11) * 10; p_try = pct(50) ? 80 : 10; end
      s = pct(p_try) ? rnd(N) : -1;
      step(s, {N{pct(p_valid)}} & ~(ONE << rnd(N)), pct(80), {$random} & {OUTS{1'b1}},
          pct(p_room) ? {OUTS{1'b1}} : {$random} & {OUTS{1'b1}});
    end
    check(N == 1 || kept_seen > 50, "queues were kept");
    check(served_seen > 50, "holders were served");
    check(N == 1 || passed_seen > 50, "holders followed holders");
    check(N == 1 || PATIENCE == 0 || PATIENCE > 3 || hurried_seen > 50, "holders were hurried");
    check(forgotten_seen > 5, "holders were forgotten");
    if (errors == 0) $display("PASS cg_out_turn N=%0d OUTS=%0d: %0d kept, %0d served, %0d forgotten", N, OUTS,
        kept_seen, served_seen, forgotten_seen);
    else $display("FAIL cg_out_turn N=%0d OUTS=%0d: %0d errors", N, OUTS, errors);
    $finish;
  end
endmodule
