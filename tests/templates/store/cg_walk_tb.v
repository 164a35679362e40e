// cg_walk against a list of what it has to visit, cycle by cycle, with places
// that hold something at random.
module cg_walk_tb;
  parameter integer WALKS        = 2;
  parameter integer OVER_ENTRIES = 2;
  parameter integer SETS         = 4;
  parameter integer WAYS         = 2;
  parameter integer ENTRIES      = 3;
  parameter integer WORDS        = 1;
  parameter integer STAGES       = 1;
  localparam integer WORD_W = (WORDS > 1) ? $clog2(WORDS) : 1;
  wire [WORD_W-1:0] word;
  wire              last;
  integer           want_word = 0;
  reg               want_last = 0;
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer IDX_W = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  `include "tb_util.vh"

  reg  [WALKS-1:0] start = 0;
  reg              there = 0;
  wire             busy, lines, read, apply;
  wire [SET_W-1:0] set;
  wire [WAY_W-1:0] way;
  wire [IDX_W-1:0] idx, at;
  wire [WALKS-1:0] walk;
  cg_walk #(.WALKS(WALKS), .OVER_ENTRIES(OVER_ENTRIES), .SETS(SETS), .WAYS(WAYS), .ENTRIES(ENTRIES), .WORDS(WORDS),
      .STAGES(STAGES)) u_dut (
      .clk_i(clk), .rst_i(rst), .start_i(start), .busy_o(busy), .lines_o(lines), .read_o(read), .set_o(set),
      .way_o(way), .idx_o(idx),
      .there_i(there), .apply_o(apply), .walk_o(walk), .at_o(at), .word_o(word), .last_o(last));

  reg     want_apply = 0, new_apply = 0, new_last = 0;
  integer want_walk, want_at, new_walk = 0, new_at = 0, visits = 0, done = 0;

  // One cycle of a walk: what S0 says, and what T says of the cycle before.
  task cycle(input integer w, input integer s, input integer place, input of_entry, input scan);
    integer i;
    for (i = 1; i <= STAGES; i = i + 1) begin
      there = pct(60);
      start = $random(seed);                      // no longer looked at
      #1;
      check(busy === 1'b1 && read === 1'b1, "busy_o, read_o");
      check(lines === !of_entry, "lines_o");
      if (of_entry) check(idx === place && word === want_word, "idx_o, word_o");
      else check(set === s, "set_o");
      if (!of_entry && !scan) check(way === place, "way_o");
      verdict;
      if (i == STAGES) begin
        visits = visits + (there && !scan);
        wants(there && !scan, w, place, !of_entry || want_word == WORDS - 1);
        want_word = (!of_entry || want_word == WORDS - 1) ? 0 : want_word + 1;
      end else begin
        wants(0, 0, 0, 0);
      end
      @(negedge clk);
    end
  endtask

  // What T has to say STAGES cycles later, of three stages the one before it.
  task wants(input a, input integer w, input integer place, input l);
    begin
      want_apply = (STAGES > 1) ? new_apply : a;
      want_walk  = (STAGES > 1) ? new_walk : w;
      want_at    = (STAGES > 1) ? new_at : place;
      want_last  = (STAGES > 1) ? new_last : l;
      new_apply  = a;
      new_walk   = w;
      new_at     = place;
      new_last   = l;
    end
  endtask

  task verdict;
    begin
      check(apply === want_apply, "apply_o");
      if (want_apply) check(walk === (1 << want_walk), "walk_o");
      if (want_apply) check(last === want_last, "last_o");
      if (want_apply && OVER_ENTRIES[want_walk]) check(at === want_at, "at_o");
    end
  endtask

  task rest(input [WALKS-1:0] next);
    begin
      start = next;
      #1;
      check(busy === 1'b0 && lines === 1'b0 && read === 1'b0, "at rest");
      verdict;
      wants(0, 0, 0, 0);
      @(negedge clk);
    end
  endtask

  task run(input [WALKS-1:0] which);
    integer w, s, p;
    begin
      rest(which);
      for (w = 0; w < WALKS; w = w + 1) if (which[w]) begin
        done = done + 1;
        if (OVER_ENTRIES[w]) for (p = 0; p < ENTRIES * WORDS; p = p + 1) cycle(w, 0, p / WORDS, 1, 0);
        else for (s = 0; s < SETS; s = s + 1) for (p = -1; p < WAYS; p = p + 1) cycle(w, s, p, 0, p < 0);
      end
      start = 0;
    end
  endtask

  integer i;
  initial begin
    tb_start(1);
    repeat (2) @(negedge clk);
    rst = 0;
    for (i = 0; i < WALKS; i = i + 1) run(1 << i);
    run({WALKS{1'b1}});
    repeat (300) begin
      run($random(seed));
      repeat (rnd(3)) rest(0);
    end
    rest(0);
    check(visits > 0 && done > 100, "walks were done");
    if (errors == 0) $display(
        "PASS cg_walk WALKS=%0d OVER_ENTRIES=%0d SETS=%0d WAYS=%0d ENTRIES=%0d: %0d walks, %0d places", WALKS,
        OVER_ENTRIES, SETS, WAYS, ENTRIES, done, visits);
    else $display("FAIL cg_walk: %0d errors", errors);
    $finish;
  end
endmodule
