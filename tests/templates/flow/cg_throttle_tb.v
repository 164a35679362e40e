// cg_throttle against a model of its random sequence, compared in every cycle.
// The polynomial of the model is shown to be primitive, so that every state but
// zero lies on one cycle; the share of passing cycles and the longest pause are
// measured, and two seeds that differ in one bit must give different pauses.
module cg_throttle_tb;
  parameter integer LEVEL = 64;
  localparam integer CYCLES = 60000;
  localparam [31:0] TAPS = 32'h8020_0003;  // x^32 + x^22 + x^2 + x (+ 1)
  `include "tb_util.vh"

  reg         valid = 0, ready = 0;
  reg  [15:0] number = 0;
  wire        ready_out, valid_out, valid_2, ready_2;
  reg  [15:0] flip = 16'd1;

  cg_throttle #(.LEVEL(LEVEL)) u_dut (
      .clk_i(clk), .rst_i(rst), .seed_i(number), .valid_i(valid), .ready_o(ready_out),
      .valid_o(valid_out), .ready_i(ready));
  cg_throttle #(.LEVEL(LEVEL)) u_other (
      .clk_i(clk), .rst_i(rst), .seed_i(number ^ flip), .valid_i(valid), .ready_o(ready_2),
      .valid_o(valid_2), .ready_i(ready));

  reg [31:0] state;
  reg        fresh;
  integer pause, longest = 0, passes = 0, moved = 0, differ = 0, asked = 0;

  // Longest pause in cycles, counted over all 2^32 - 1 states; for a LEVEL in
  // between, the one of the next level listed.
  function integer worst(input integer level);
    worst = (level == 0) ? 0 : (level <= 1) ? 24 : (level <= 64) ? 30 : (level <= 128) ? 31
          : (level <= 192) ? 95 : (level <= 240) ? 533 : 9998;
  endfunction

  // a * b modulo the polynomial, over GF(2)
  function [31:0] times(input [31:0] a, input [31:0] b);
    integer k;
    begin
      times = 0;
      for (k = 31; k >= 0; k = k - 1) begin
        times = {times[30:0], 1'b0} ^ (times[31] ? {TAPS[30:0], 1'b1} : 32'd0);
        if (b[k]) times = times ^ a;
      end
    end
  endfunction

  // x^e modulo the polynomial
  function [31:0] power(input [31:0] e);
    integer k;
    begin
      power = 1;
      for (k = 31; k >= 0; k = k - 1) begin
        power = times(power, power);
        if (e[k]) power = times(power, 32'd2);
      end
    end
  endfunction

  // The order of x is 2^32 - 1 = 3 * 5 * 17 * 257 * 65537 and no proper divisor.
  task check_primitive;
    begin
      check(TAPS[31], "degree 32");
      check(power(32'hFFFF_FFFF) === 1, "x^(2^32-1) is 1");
      check(power(32'hFFFF_FFFF / 3) !== 1, "order, 3");
      check(power(32'hFFFF_FFFF / 5) !== 1, "order, 5");
      check(power(32'hFFFF_FFFF / 17) !== 1, "order, 17");
      check(power(32'hFFFF_FFFF / 257) !== 1, "order, 257");
      check(power(32'hFFFF_FFFF / 65537) !== 1, "order, 65537");
    end
  endtask

  task restart(input [15:0] s);
    begin
      @(negedge clk);
      rst    = 1;
      number = s;
      flip   = 16'd1 << rnd(16);
      @(negedge clk);
      rst    = 0;
      fresh  = 1'b1;
      state  = {s, 16'hACE1};
      pause  = 0;
    end
  endtask

  // One cycle; starts after a negedge.
  task step(input v, input r);
    reg pass;
    begin
      valid = v;
      ready = r;
      #1;
      pass = state[7:0] >= LEVEL;
      check(valid_out === (v && pass), "valid_o");
      check(ready_out === (r && pass), "ready_o");
      check((valid_out && r) === (v && ready_out), "both sides transfer together");
      if (valid_out && r) moved = moved + 1;
      if (v && r) begin
        asked = asked + 1;
        if (valid_out !== valid_2) differ = differ + 1;
      end
      passes = passes + pass;
      pause  = pass ? 0 : pause + 1;
      if (pause > longest) longest = pause;
      state = {state[30:0], ^(state & TAPS)};
      @(negedge clk);
      if (fresh) begin  // no longer looked at
        number = $random(seed);
        flip   = $random(seed);
        fresh  = 1'b0;
      end
    end
  endtask

  // Passing cycles against the mean, with five standard deviations of room; a
  // pause leans towards the next, at most threefold in variance.
  task check_share;
    real off;
    begin
      off = passes * 256.0 - CYCLES * (256.0 - LEVEL);
      check(off * off <= 75.0 * CYCLES * LEVEL * (256.0 - LEVEL), "share of passing cycles");
      off = 2.0 * CYCLES * LEVEL * (256.0 - LEVEL) / 65536.0;
      check(differ >= off / 2, "two seeds differ");
    end
  endtask

  integer i, p_valid, p_ready;
  initial begin
    tb_start(1);
    check_primitive;
    // directed: all seeds that might be special, a stream each
    for (i = 0; i < 18; i = i + 1) begin
      restart((i < 16) ? 16'd1 << i : (i == 16) ? 16'h0000 : 16'hFFFF);
      repeat (300) step(1, 1);
    end
    restart($random(seed));
    passes = 0; differ = 0; moved = 0;
    for (i = 0; i < CYCLES; i = i + 1) step(1, 1);
    check(moved === passes, "every passing cycle moves an item");
    check_share;
    restart($random(seed));
    for (i = 0; i < CYCLES / 4; i = i + 1) begin
      if (i % 100 == 0) begin p_valid = rnd(11) * 10; p_ready = rnd(11) * 10; end
      step(pct(p_valid), pct(p_ready));
    end
    check(longest <= worst(LEVEL), "longest pause");
    check(LEVEL == 0 || longest > 0, "pauses were reached");
    if (errors == 0) $display("PASS cg_throttle LEVEL=%0d: %0d of %0d cycles passed, longest pause %0d",
                              LEVEL, passes, CYCLES + CYCLES / 4, longest);
    else $display("FAIL cg_throttle LEVEL=%0d: %0d errors", LEVEL, errors);
    $finish;
  end
endmodule
