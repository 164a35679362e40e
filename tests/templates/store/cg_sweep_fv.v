// Proves cg_sweep for one place that the solver chooses: from start to end it is
// looked at once, and if it holds a key, that key and no other is offered until
// it is over; nothing else is done in between. And each look is followed by two
// cycles at least without one.
module cg_sweep_fv #(
    parameter integer SETS  = 2,
    parameter integer WAYS  = 2,
    parameter integer PACE  = 1,
    parameter integer STAGES = 1,
    parameter integer KEY_W = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             run_i,
    input wire             start_i,
    input wire             look_i,
    input wire             there_i,
    input wire [KEY_W-1:0] key_i,
    input wire             over_i,
    input wire [7:0]       place_any_i
);
  localparam integer SET_W = (SETS > 1) ? $clog2(SETS) : 1;
  localparam integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1;
  wire             want, peek, offer, ended;
  wire [SET_W-1:0] row;
  wire [WAY_W-1:0] col;
  wire [KEY_W-1:0] key;
  cg_sweep #(.SETS(SETS), .WAYS(WAYS), .KEY_W(KEY_W), .PACE(PACE), .STAGES(STAGES)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .run_i(run_i), .start_i(start_i), .want_o(want), .look_i(look_i), .peek_o(peek),
      .row_o(row), .col_o(col), .there_i(there_i), .key_i(key_i), .offer_o(offer), .key_o(key), .over_i(over_i),
      .end_o(ended));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* if (init_q) assume (rst_i);
  always @* if (!want) assume (!look_i);
  // run_i as a register that start_i sets and only the end clears
  reg run_q;
  always @* if (!init_q) assume (run_i == run_q);
  always @(posedge clk_i) begin
    if (rst_i) run_q <= 1'b0;
    else run_q <= start_i || (run_i && !(ended && over_i));
  end

  reg [7:0] place_q;
  always @(posedge clk_i) if (init_q) place_q <= place_any_i;
  always @* if (!init_q) assume (place_q < SETS * WAYS);
  wire       here = row * WAYS + col == place_q;
  reg        looked_q, owed_q, got_q, peek_q, look_q, t_q;
  reg  [2:0] quiet_q;
  wire       in_t = STAGES == 3 ? t_q : peek;  // what is there
  reg  [KEY_W-1:0] held_q;

  always @(posedge clk_i) begin
    look_q <= look_i && !start_i && !rst_i && run_i;
    peek_q <= (STAGES == 1 ? look_i : look_q) && !start_i && !rst_i && run_i;
    t_q    <= peek_q && !start_i && !rst_i && run_i;
    if (rst_i || start_i || !run_i) begin
      looked_q <= 1'b0; owed_q <= 1'b0; got_q <= 1'b0; quiet_q <= 3'd0;
    end else begin
      quiet_q <= look_i ? STAGES + 1 : (quiet_q != 0) ? quiet_q - 3'd1 : 3'd0;
      if (look_i && here) looked_q <= 1'b1;
      if (in_t && here && there_i) begin owed_q <= 1'b1; held_q <= key_i; end
      if (offer && here && over_i) begin owed_q <= 1'b0; got_q <= 1'b1; end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i && !init_q) begin
      assert (peek == peek_q);
      assert (want + peek + offer + ended <= 1);
      if (look_i) assert (quiet_q == 0);
      if (look_i && here) assert (!looked_q);                            // once
      if (ended) assert (looked_q && !owed_q);                           // and not never
      if (owed_q) assert (offer && here && key == held_q);               // until it is over
      if (offer && here) assert (owed_q);
      cover (ended && got_q);
      cover (ended && !got_q);
      cover (offer && start_i);
    end
  end
endmodule
