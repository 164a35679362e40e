// Included by formal benches of approximate tables (outside of a module).
//
// fv_filter: for one freely chosen key, a look-up is never below a value
// inserted under it, and never below what an earlier look-up gave, until a
// flush. One field; others are the same logic side by side.
module fv_filter #(
    parameter integer KEY_W = 2,
    parameter integer W     = 2,
    parameter integer STAGES = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             flush_i,
    input wire             ready_i,
    input wire             rd_i,
    input wire [KEY_W-1:0] rd_key_i,
    input wire [W-1:0]     val_i,
    input wire             stale_i,
    input wire             ins_i,
    input wire [KEY_W-1:0] ins_key_i,
    input wire [W-1:0]     ins_val_i
);
  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready_i) assume (!rd_i && !ins_i);
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  reg         look_q, rd_q, op_q;  // a look-up of the chosen key, one, two, three cycles ago
  wire        ours_q = (STAGES == 1 ? look_q : STAGES == 2 ? rd_q : op_q) && !stale_i;
  reg [W-1:0] most_q, seen_q;     // inserted under the key; seen in look-ups
  always @(posedge clk_i) begin
    look_q <= rd_i && rd_key_i == c_key && !rst_i && !flush_i;
    rd_q   <= look_q && !rst_i;
    op_q   <= rd_q && !rst_i;
    if (rst_i || flush_i) begin
      most_q <= {W{1'b0}};
      seen_q <= {W{1'b0}};
    end else begin
      if (ins_i && ins_key_i == c_key && ins_val_i > most_q) most_q <= ins_val_i;
      if (ours_q) seen_q <= val_i;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q && ours_q) begin
      assert (val_i >= most_q);
      assert (val_i >= seen_q);
      cover (val_i == most_q && most_q == {W{1'b1}});
      cover (val_i > most_q && (W == 1 || most_q != 0));
      cover (val_i == 0);
      cover ((W == 1 || seen_q != 0) && val_i > seen_q);
    end
  end
endmodule
