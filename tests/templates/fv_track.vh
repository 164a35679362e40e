// Included by formal benches of queues (outside of a module).
//
// fv_track: what goes in comes out, once, in order.  pick_i chooses one item
// when it is pushed; level_o counts the items inside; turn_o is high while the
// chosen item is the oldest, and age_o counts the cycles since its push (it
// stops at MAX_AGE).  An item pushed into an empty queue may leave in the same
// cycle if FALL is 1.
module fv_track #(
    parameter integer W       = 1,
    parameter integer MAX     = 2,  // most items inside
    parameter integer FALL    = 0,
    parameter integer MAX_AGE = 1
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    input  wire                         push_i,
    input  wire [W-1:0]                 push_data_i,
    input  wire                         pop_i,
    input  wire [W-1:0]                 pop_data_i,
    input  wire                         pick_i,
    output wire [$clog2(MAX+1):0]       level_o,
    output wire                         turn_o,
    output wire [$clog2(MAX_AGE+1)-1:0] age_o
);
  localparam integer AW = $clog2(MAX_AGE + 1);
  reg                    chosen_q;
  reg [W-1:0]            data_q;
  reg [$clog2(MAX+1):0]  level_q, ahead_q;
  reg [AW-1:0]           age_q;

  wire through = FALL && level_q == 0 && push_i && pop_i;
  wire pick = push_i && pick_i && !chosen_q && !through;

  assign level_o = level_q;
  assign turn_o  = chosen_q && ahead_q == 0;
  assign age_o   = age_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      chosen_q <= 1'b0;
      level_q  <= 0;
      ahead_q  <= 0;
      age_q    <= 0;
    end else begin
      level_q <= level_q + push_i - pop_i;
      if (pick) begin
        chosen_q <= 1'b1;
        data_q   <= push_data_i;
        ahead_q  <= level_q - pop_i;
        age_q    <= 1;
      end else if (chosen_q) begin
        if (pop_i) ahead_q <= ahead_q - 1'b1;
        if (pop_i && turn_o) chosen_q <= 1'b0;
        if (age_q != MAX_AGE) age_q <= age_q + 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (level_q <= MAX);
      if (pop_i) assert (level_q != 0 || (FALL && push_i));
      if (chosen_q) assert (ahead_q < level_q);
      if (turn_o && pop_i) assert (pop_data_i == data_q);
      if (through) assert (pop_data_i == push_data_i);
      if (MAX > 1) cover (turn_o && pop_i && push_i);
      cover (turn_o && pop_i && data_q[W-1]);
      cover (turn_o && pop_i && !data_q[W-1]);
      cover (chosen_q && ahead_q == MAX - 1);
      cover (level_q == MAX);
    end
  end
endmodule
