// Proves for a pipeline that keeps to the rules, by following one freely chosen
// parked request and one freely chosen key:
// - the chosen request is never lost, duplicated or overtaken: exactly the
//   requests ahead of it commit first, and it is offered with its own payload;
// - a key is in at most one entry, and the look-up agrees with a shadow of it;
// - an entry is freed only with an empty list; only draining entries offer.
module cg_mshr_fv #(
    parameter integer ENTRIES = 2,
    parameter integer DEPTH   = 2,
    parameter integer KEY_W   = 2,
    parameter integer PAY_W   = 1,
    parameter integer STAGES  = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [KEY_W-1:0] any_key_i,
    input wire             op_i,
    input wire             alloc_i,
    input wire             fld_i,
    input wire             park_i,
    input wire [PAY_W-1:0] pay_i,
    input wire             replay_i,
    input wire             must_i,
    input wire             done_i,
    input wire             take_i,
    input wire             other_i,    // what is said where it means nothing
    input wire [1:0]       verdict_i,  // 0 commit, 1 keep, else rewind
    input wire             walk_i,     // payloads are read from outside, and left as they are
    input wire [7:0]       walk_at_i,
    input wire             pick_i      // the request parked now is the chosen one
);
  localparam integer IW = (ENTRIES > 1) ? $clog2(ENTRIES) : 1;
  localparam integer CW = $clog2(DEPTH + 1);
  // The key in T: with two stages known a cycle before, with three two, and the one that is shown.
  reg  [KEY_W-1:0] next_key_q, last_key_q;
  wire [KEY_W-1:0] shown_key = (STAGES == 1) ? any_key_i : next_key_q;
  wire [KEY_W-1:0] key_i = (STAGES < 3) ? shown_key : last_key_q;
  always @(posedge clk_i) next_key_q <= any_key_i;
  always @(posedge clk_i) last_key_q <= next_key_q;
  wire             hit, fld, armed, drain, must, room, park_room, rp_valid, idle, stale;
  reg              stale_q, hit_q;
  always @(posedge clk_i) stale_q <= stale && !rst_i;
  always @(posedge clk_i) hit_q <= hit && !rst_i;
  wire             t_hit = (STAGES < 3) ? hit : hit_q;
  wire [IW-1:0]    idx, rp_idx;
  wire [KEY_W-1:0] rp_key;
  wire [PAY_W-1:0] rp_pay;
  wire [$clog2(ENTRIES+1)-1:0] count;

  reg              tk_q;      // T holds a replay
  reg [KEY_W-1:0]  tk_key_q;
  wire commit = tk_q && verdict_i == 2'd0;
  wire keep   = tk_q && verdict_i == 2'd1;
  wire rewind = tk_q && verdict_i[1];
  wire parks  = (op_i && tk_q) ? keep : other_i;
  wire rp_stop;
  wire taken  = take_i && rp_valid && !keep && !rewind && !rp_stop;
  wire walk   = walk_i;
  reg  walk_q;
  localparam integer WW = (DEPTH > 1) ? $clog2(DEPTH) : 1;
  wire [IW-1:0] walk_idx_i  = walk_at_i[IW-1:0];
  wire [WW-1:0] walk_word_i = walk_at_i[7:8-WW];
  always @(posedge clk_i) walk_q <= walk_i && !rst_i;
  always @* if (walk_i) assume (walk_idx_i < ENTRIES && walk_word_i < DEPTH && !op_i && !take_i && (!tk_q || rewind));
  always @* if (walk_q) assume (!op_i && !take_i);

  cg_mshr #(.ENTRIES(ENTRIES), .DEPTH(DEPTH), .KEY_W(KEY_W), .FLD_W(1), .PAY_W(PAY_W), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .next_key_i(any_key_i), .key_i(key_i), .hit_o(hit), .idx_o(idx), .fld_o(fld),
      .armed_o(armed), .drain_o(drain), .must_o(must), .room_o(room), .park_room_o(park_room),
      .op_i(op_i), .alloc_i(alloc_i), .fld_i(fld_i), .park_i(park_i), .pay_i(pay_i),
      .replay_i(replay_i), .must_i(must_i), .done_i(done_i), .stale_o(stale),
      .rp_valid_o(rp_valid), .rp_idx_o(rp_idx), .rp_key_o(rp_key), .rp_pay_o(rp_pay), .rp_stop_o(rp_stop),
      .rp_take_i(take_i && rp_valid), .rp_commit_i(commit), .rp_keep_i(keep), .rp_rewind_i(rewind), .rp_parks_i(parks),
      .pw_i(walk), .pw_idx_i(walk_idx_i), .pw_word_i(walk_word_i), .pw_we_i(1'b0),
      .count_o(count), .idle_o(idle));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours   = key_i == c_key;
  wire shown  = shown_key == c_key;
  wire op     = op_i && ours;
  wire parked = op && park_i;
  wire out    = commit && ours;  // in T the key is the replay's

  // Rules of the pipeline
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (tk_q) assume (key_i == tk_key_q && !park_i);
    if (rewind) assume (!op_i);
    if (op_i) assume (t_hit || (alloc_i && room));
    if (STAGES > 2 && tk_q) assume (!take_i);
    if (stale_q) assume (!op_i && !commit && !keep);
    if (op_i && park_i) assume (park_room);
  end

  // Shadow of the chosen key: present, list length, flags; and of the chosen
  // request: requests ahead of it, payload.
  reg             in_q, armed_q, drain_q, must_q, fin_q, fld_q;
  reg [CW-1:0]    len_q, len;
  reg             chosen_q;
  reg [CW-1:0]    ahead_q;
  reg [PAY_W-1:0] pay_q;
  reg in, arm, drn, mst, fin;
  always @* begin
    in  = in_q; arm = armed_q; drn = drain_q; mst = must_q; fin = fin_q;
    len = len_q + parked - out;
    if (out) mst = 1'b0;
    if (keep && ours) begin drn = 1'b0; mst = 1'b0; end
    if (op && alloc_i) begin in = 1'b1; arm = 1'b1; drn = 1'b0; mst = 1'b0; fin = 1'b0; end
    if (op && replay_i) begin drn = 1'b1; mst = mst || must_i; end
    if (op && done_i) begin arm = 1'b0; fin = 1'b1; end
    if (len == 0) begin drn = 1'b0; mst = 1'b0; if (fin) in = 1'b0; end
  end

  wire chosen_out = chosen_q && out && ahead_q == 0;

  always @(posedge clk_i) begin
    if (rst_i) begin
      tk_q     <= 1'b0;
      in_q     <= 1'b0;
      armed_q  <= 1'b0;
      drain_q  <= 1'b0;
      must_q   <= 1'b0;
      fin_q    <= 1'b0;
      len_q    <= 0;
      chosen_q <= 1'b0;
    end else begin
      tk_q     <= taken;
      tk_key_q <= rp_key;
      in_q     <= in;
      armed_q  <= arm;
      drain_q  <= drn;
      must_q   <= mst;
      fin_q    <= fin;
      len_q    <= len;
      if (op) fld_q <= fld_i;
      if (parked && pick_i && !chosen_q) begin
        chosen_q <= 1'b1;
        pay_q    <= pay_i;
        ahead_q  <= len_q;
      end else if (chosen_q && out) begin
        ahead_q <= ahead_q - 1'b1;
        if (ahead_q == 0) chosen_q <= 1'b0;
      end
    end
  end

  // A request of the chosen key offered now has this many ahead of it.
  wire       our_tk    = tk_q && tk_key_q == c_key;
  wire       our_offer = rp_valid && rp_key == c_key;

  always @(posedge clk_i) begin
    if (!init_q) begin
      assert (len_q <= DEPTH);
      if (chosen_q) assert (in_q && ahead_q < len_q);
      assert (stale == (STAGES > 2 && shown_key == key_i && (op_i || commit || keep)));
      if (shown) begin
        assert (hit == in_q);
        assert (armed == (in_q && armed_q));
        assert (drain == (in_q && drain_q));
        assert (must == (in_q && must_q));
        assert (fld == (in_q && fld_q));
      end
      // what was not stale is still so in T
      if (ours && !stale_q) begin
        assert (t_hit == in_q);
        assert (park_room == (!in_q || len_q < DEPTH));
      end
      cover (STAGES < 3 || (stale && shown && op_i && drain));
      if (len_q != 0) assert (in_q);
      if (our_tk) assert (len_q != 0);
      if (our_tk && STAGES < 3) assert (drain_q);  // nothing is replayed of a list that is not offered
      cover (STAGES > 2 || (rp_stop && our_offer && take_i));
      if (our_offer) assert (in_q && drain_q && len_q > our_tk);
      if (our_offer && chosen_q && ahead_q == our_tk) assert (rp_pay == pay_q);
      assert (idle == (count == 0));
      cover (our_offer && taken && (DEPTH == 1 || STAGES > 2 || (our_tk && commit)));
      cover (chosen_out && pay_q == {PAY_W{1'b1}});
      cover (rewind && our_tk && chosen_q && ahead_q == 0);
      cover (keep && our_tk && op && alloc_i);
      cover (out && in_q && !in);
      cover (count == ENTRIES && ours && !t_hit && !stale_q);
      cover (must && our_offer && shown);
    end
  end
endmodule
