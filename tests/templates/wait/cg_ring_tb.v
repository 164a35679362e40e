// Random operations on a ring against a list of places in the order in which they were taken.
module cg_ring_tb;
  parameter integer ENTRIES = 4;
  parameter integer KEY_W   = 3;
  parameter integer FLD_W   = 8;
  localparam integer IW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer EW = $clog2(ENTRIES + 1);
  localparam integer KEYS = 1 << KEY_W;
`include "tb_util.vh"

  reg  [KEY_W-1:0] key;
  reg              op, alloc, done;
  reg  [FLD_W-1:0] fld;
  wire             hit, armed, first, room, idle;
  wire [IW-1:0]    idx, head;
  wire [FLD_W-1:0] fld_out;
  wire [EW-1:0]    count, places;

  cg_ring #(
      .ENTRIES (ENTRIES),
      .KEY_W   (KEY_W),
      .FLD_W   (FLD_W)
  ) dut (
      .clk_i (clk), .rst_i (rst), .key_i (key), .hit_o (hit), .idx_o (idx), .fld_o (fld_out), .armed_o (armed),
      .first_o (first), .room_o (room), .op_i (op), .alloc_i (alloc), .fld_i (fld), .done_i (done), .head_o (head),
      .count_o (count), .places_o (places), .idle_o (idle)
  );

  // The list: item 0 is the oldest place, whose entry is in use.
  reg              used [0:ENTRIES];
  reg  [KEY_W-1:0] keys [0:ENTRIES];
  reg  [FLD_W-1:0] flds [0:ENTRIES];
  integer          n, base, at, k, cycle, alive, full, holes, wraps;

  task drop_oldest;                        // and the done ones behind it
    begin
      while (n > 0 && !used[0]) begin
        for (k = 0; k + 1 < n; k = k + 1) begin
          used[k] = used[k+1];
          keys[k] = keys[k+1];
          flds[k] = flds[k+1];
        end
        n    = n - 1;
        base = (base + 1) % ENTRIES;
        if (base == 0) wraps = wraps + 1;
      end
    end
  endtask

  initial begin
    tb_start(1);
    n = 0; base = 0; full = 0; holes = 0; wraps = 0;
    op = 0; alloc = 0; done = 0; key = 0; fld = 0;
    repeat (3) @(negedge clk);
    rst = 0;
    for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
      key   = rnd(KEYS);
      alloc = pct(cycle % 2000 < 1000 ? 80 : 40);
      done  = pct(cycle % 1000 < 500 ? 20 : 60);
      for (k = 0; k < FLD_W; k = k + 1) fld[k] = rnd(2);
      op    = 0;
      #1;
      at = -1;
      alive = 0;
      for (k = 0; k < n; k = k + 1) begin
        if (used[k]) alive = alive + 1;
        if (used[k] && keys[k] == key) at = k;
      end
      check(hit == (at >= 0) && armed == hit, "hit");
      check(first == (at == 0), "first");
      check(room == (at >= 0 || n < ENTRIES), "room");
      check(idx == (base + (at >= 0 ? at : n)) % ENTRIES || (at < 0 && n == ENTRIES), "idx");
      check(fld_out == (at >= 0 ? flds[at] : {FLD_W{1'b0}}), "fields");
      check(count == alive && places == n && idle == (alive == 0), "counts");
      check(alive == 0 || head == base, "head");
      if (n == ENTRIES) full = full + 1;
      if (alive < n) holes = holes + 1;
      op = pct(80) && (at >= 0 || (alloc && n < ENTRIES));
      @(negedge clk);
      if (op && at < 0 && !done) begin
        used[n] = 1'b1; keys[n] = key; flds[n] = fld;
        n = n + 1;
      end else if (op && at >= 0) begin
        flds[at] = fld;
        if (done) used[at] = 1'b0;
        drop_oldest;
      end
    end
    check(full > 0 && wraps > 5, "the ring was full, and went round");
    check(holes > 0 || ENTRIES == 1, "an entry was done before an older one");
    if (errors == 0) $display("PASS cg_ring %0d entries, %0d times round, full in %0d cycles", ENTRIES, wraps, full);
    else $display("FAIL cg_ring %0d errors", errors);
    $finish;
  end
endmodule
