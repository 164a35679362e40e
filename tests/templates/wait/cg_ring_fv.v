// Proves by a shadow of which places are in use, from the oldest on, and of one freely chosen key:
// - the key is found at its place with its own field until it is done, and not after;
// - the head is the oldest entry that is not done, and moves on only as these are done;
// - a place is free again as soon as all older entries are done, and not before.
module cg_ring_fv #(
    parameter integer ENTRIES = 2,
    parameter integer KEY_W   = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [KEY_W-1:0] key_i,
    input wire             op_i,
    input wire             alloc_i,
    input wire             done_i,
    input wire             fld_i
);
  localparam integer IW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer EW = $clog2(ENTRIES + 1);
  wire          hit, fld, armed, first, room, idle;
  wire [IW-1:0] idx, head;
  wire [EW-1:0] count, places;

  cg_ring #(.ENTRIES(ENTRIES), .KEY_W(KEY_W), .FLD_W(1)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .key_i(key_i), .hit_o(hit), .idx_o(idx), .fld_o(fld), .armed_o(armed),
      .first_o(first), .room_o(room), .op_i(op_i), .alloc_i(alloc_i), .fld_i(fld_i), .done_i(done_i), .head_o(head),
      .count_o(count), .places_o(places), .idle_o(idle));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (op_i) assume (hit || (alloc_i && room));
  end

  // Places in use, bit 0 the oldest; how many there are, done ones too.
  reg [ENTRIES-1:0] used_q, used;
  reg [EW-1:0]      n_q, n;
  reg [EW-1:0]      gone;
  wire [EW-1:0]     at = (idx >= head) ? idx - head : idx + ENTRIES[EW-1:0] - head;
  integer           i;
  always @* begin
    used = used_q;
    n    = n_q;
    gone = 0;
    if (op_i && !hit && !done_i) begin
      used[n_q] = 1'b1;
      n         = n_q + 1'b1;
    end
    if (op_i && hit && done_i) used[at] = 1'b0;
    for (i = 0; i < ENTRIES; i = i + 1) begin
      if (n != 0 && !used[0]) begin
        used = used >> 1;
        n    = n - 1'b1;
        gone = gone + 1'b1;
      end
    end
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours = key_i == c_key;
  reg          here_q, fld_q;
  reg [EW-1:0] at_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      used_q <= 0;
      n_q    <= 0;
      here_q <= 1'b0;
    end else begin
      used_q <= used;
      n_q    <= n;
      at_q   <= at_q - gone;
      if (ours && op_i) begin
        here_q <= !done_i;
        fld_q  <= fld_i;
        if (!here_q) at_q <= n_q;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      assert (places == n_q && n_q <= ENTRIES);
      assert (idle == (n_q == 0) && idle == (count == 0));
      if (n_q != 0) assert (used_q[0]);
      if (ours) assert (hit == here_q && armed == hit && fld == (here_q && fld_q)
          && room == (here_q || n_q != ENTRIES));
      if (ours && here_q) assert (at == at_q && used_q[at_q] && first == (at_q == 0));
      cover (ours && here_q && first && op_i && done_i && gone != 0 && (ENTRIES == 1 || n_q == ENTRIES));
      cover (ours && op_i && !hit && !done_i && n_q + 1 == ENTRIES);
      cover (ENTRIES == 1 || (ours && here_q && !first && op_i && done_i && gone == 0));
      cover (ENTRIES < 3 || gone == 2);
    end
  end
endmodule
