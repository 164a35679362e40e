// cg_sweep against a list of the places, with places that hold something at
// random, occurrences that take their time, and sweeps that begin again.
module cg_sweep_tb;
  parameter integer SETS  = 4;
  parameter integer WAYS  = 2;
  parameter integer KEY_W = 8;
  parameter integer PACE  = 1;
  parameter integer STAGES = 1;
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer LEAST = (PACE > STAGES + 2) ? PACE : STAGES + 2;
  `include "tb_util.vh"

  reg              run = 0, start = 0, look = 0, there = 0, over = 0;
  reg  [KEY_W-1:0] key = 0, held = 0;
  wire             want, peek, offer, done;
  wire [SET_W-1:0] row;
  wire [WAY_W-1:0] col;
  wire [KEY_W-1:0] offered;
  cg_sweep #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .PACE(PACE), .STAGES(STAGES)) u_dut (
      .clk_i(clk), .rst_i(rst), .run_i(run), .start_i(start), .want_o(want), .look_i(look), .peek_o(peek),
      .row_o(row), .col_o(col), .there_i(there), .key_i(key), .offer_o(offer), .key_o(offered), .over_i(over),
      .end_o(done));

  integer place, last_look, cycle = 0, wait_left, sweeps = 0, offers = 0;
  reg     was_look = 0, look_before = 0, was_peek = 0, broken;

  wire in_t = STAGES == 3 ? was_peek : peek;  // what is there is known

  always @(posedge clk) cycle <= cycle + 1;

  // One cycle: what the sweep says, and what it gets.
  task step;
    begin
      there = pct(50);
      key   = $random(seed);
      over  = offer ? pct(40) : pct(20);          // without offer_o it means nothing
      #1;
      look = want && pct(60);
      #1;
      check(peek === was_look, "peek_o");
      check(!(want && (peek || offer || done)), "want_o");
      if (want || peek || in_t) check(row * WAYS + col === place, "place");
      if (look) begin
        check(last_look < 0 || cycle - last_look >= LEAST, "pace");
        last_look = cycle;
      end
      if (in_t) begin
        held = key;
        if (!there) place = place + 1;
      end
      if (offer) begin
        check(offered === held && row * WAYS + col === place, "offer_o");
        offers = offers + 1;
        if (over) place = place + 1;
      end
      check(!done || place === SETS * WAYS, "end_o");
      was_peek = was_look;
      was_look = STAGES == 1 ? look : look_before;
      look_before = look;
      @(negedge clk);
    end
  endtask

  task begin_at_first(input go_on);
    begin
      start = 1;
      look  = 0;
      over  = 0;
      if (!go_on) run = 0;
      @(negedge clk);
      start     = 0;
      run       = 1;
      place     = 0;
      last_look = -1;
      was_look  = 0;
      was_peek  = 0;
      look_before = 0;
    end
  endtask

  initial begin
    tb_start(1);
    repeat (2) @(negedge clk);
    rst = 0;
    repeat (200) begin
      begin_at_first(pct(30));
      broken    = pct(30);
      wait_left = broken ? rnd(4 * SETS * WAYS) + 1 : 1000000;
      while (!done && wait_left > 0) begin
        step;
        wait_left = wait_left - 1;
      end
      if (done) begin
        sweeps = sweeps + 1;
        repeat (rnd(4)) begin
          step;
          check(done === 1'b1, "end_o stays");
        end
        if (pct(50)) begin
          run = 0;
          repeat (1 + rnd(3)) begin
            @(negedge clk);
            check(!want && !offer && !done, "at rest");
          end
        end
      end
    end
    check(sweeps > 100 && offers > 100, "the bench visits places");
    if (errors == 0)
      $display("PASS cg_sweep SETS=%0d WAYS=%0d KEY_W=%0d PACE=%0d: %0d sweeps to the end, %0d offers", SETS, WAYS,
          KEY_W,
               PACE, sweeps, offers);
    else $display("FAIL cg_sweep: %0d errors", errors);
    $finish;
  end
endmodule
