// Proves cg_walk for one place of one walk that the solver chooses: from the
// start of that walk to its end the place is looked up once, in T it is applied
// exactly if it holds something, and of a way nothing but its own set was read in
// the cycle before. And that the walks end.
module cg_walk_fv #(
    parameter integer     WALKS        = 2,
    parameter [WALKS-1:0] OVER_ENTRIES = 2,
    parameter integer     SETS         = 2,
    parameter integer     WAYS         = 2,
    parameter integer     ENTRIES      = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [WALKS-1:0] start_i,
    input wire             there_i,
    input wire [7:0]       walk_any_i,
    input wire [7:0]       set_any_i,
    input wire [7:0]       place_any_i
);
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  localparam integer IDX_W = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer MOST  = WALKS * ((SETS * (WAYS + 1) > ENTRIES) ? SETS * (WAYS + 1) : ENTRIES);
  wire             busy, lines, read, apply;
  wire [SET_W-1:0] set;
  wire [WAY_W-1:0] way;
  wire [IDX_W-1:0] idx, at;
  wire [WALKS-1:0] walk;
  cg_walk #(.WALKS(WALKS), .OVER_ENTRIES(OVER_ENTRIES), .SETS(SETS), .WAYS(WAYS), .ENTRIES(ENTRIES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .start_i(start_i), .busy_o(busy), .lines_o(lines), .read_o(read), .set_o(set),
      .way_o(way), .idx_o(idx),
      .there_i(there_i), .apply_o(apply), .walk_o(walk), .at_o(at));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);

  // The chosen place: of walk w_q the way or entry p_q (of set s_q).
  reg [7:0] w_q, s_q, p_q;
  always @(posedge clk_i) begin
    if (init_q) begin w_q <= walk_any_i; s_q <= set_any_i; p_q <= place_any_i; end
  end
  wire of_entries = |((OVER_ENTRIES >> w_q) & {{(WALKS-1){1'b0}}, 1'b1});
  always @* if (!init_q) assume (w_q < WALKS && s_q < SETS && p_q < (of_entries ? ENTRIES : WAYS));

  // The walk at work: the lowest of those that were asked for and are not over.
  reg  [WALKS-1:0] left_q;
  wire [WALKS-1:0] mine = {{(WALKS-1){1'b0}}, 1'b1} << w_q;
  reg              asked_q, done_q, late_q, busy_q, place_q, full_q;
  reg  [7:0]       was_set_q, count_q;
  reg              was_lines_q;
  wire             whole = !busy_q || !was_lines_q || was_set_q != set;  // of this set nothing has been read yet
  reg  [7:0]       next_q;                                               // the next way of the set
  wire             scan  = lines && next_q == 0;
  wire             here  = busy && (lines ? !of_entries && set == s_q && !scan && way == p_q : of_entries && idx == p_q)
      && current == mine;
  wire [WALKS-1:0] current = left_q & (~left_q + 1'b1);
  wire             end_now = busy && (lines ? set == SETS - 1 && next_q == WAYS : idx == ENTRIES - 1);

  always @(posedge clk_i) begin
    if (rst_i) begin
      left_q <= 0; asked_q <= 0; done_q <= 0; busy_q <= 0; place_q <= 0; next_q <= 0; count_q <= 0; full_q <= 0;
    end else begin
      busy_q      <= busy;
      was_lines_q <= lines;
      was_set_q   <= set;
      place_q     <= here;
      full_q      <= busy && !scan && there_i;
      late_q      <= there_i;
      next_q      <= !lines || next_q == WAYS ? 8'd0 : next_q + 8'd1;
      count_q     <= busy ? count_q + 8'd1 : 8'd0;
      if (!busy) begin
        left_q  <= start_i;
        asked_q <= |(start_i & mine);
        done_q  <= 1'b0;
      end else begin
        if (end_now) left_q <= left_q & ~current;
        if (here) done_q <= 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i && !init_q) begin
      assert (busy == (left_q != 0));
      assert (read == busy);
      assert (!lines || busy);
      assert (!busy || lines == !(|(current & OVER_ENTRIES)));
      assert (count_q <= MOST);                                          // they end
      if (here) assert (asked_q && !done_q);                             // once
      if (!busy && asked_q) assert (done_q);                             // and not never
      if (lines && !scan) assert (busy_q && was_lines_q && was_set_q == set && way == next_q - 1);  // its row is in T
      assert (apply == full_q);
      if (place_q) assert (apply == late_q);
      if (place_q && apply) assert (walk == mine && (!of_entries || at == p_q));
      cover (place_q && apply);
      cover (place_q && !apply);
      cover (!busy && busy_q && done_q);
    end
  end
endmodule
