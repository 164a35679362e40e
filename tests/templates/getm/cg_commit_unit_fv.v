// Proves by one freely chosen entry of one freely chosen region: it alone of
// its region carries a count (one) and writes a 1 into the byte; older entries of
// the region write 0 or nothing, younger ones nothing. Then there is exactly one
// release of the region, after the memory behind the write port holds the 1; the
// unit is not idle before, and the 1 stays. Counts and bytes are moved, added and
// laid over each other without regard to their value but for sums that do not
// fit, which the other regions reach; so this stands for every entry.
// Offers are kept until accepted.
module cg_commit_unit_fv #(
    parameter integer DEPTH  = 2,
    parameter integer ADDR_W = 1,
    parameter integer CNT_W  = 1,
    parameter integer HOLD   = 0
) (
    input wire              clk_i,
    input wire              rst_i,
    input wire              in_valid_i,
    input wire [ADDR_W-1:0] in_addr_i,
    input wire              in_bit_i,
    input wire              in_mask_i,
    input wire [CNT_W-1:0]  in_cnt_i,
    input wire              in_last_i,
    input wire              pick_i,  // the entry offered now is the chosen one
    input wire              wr_ready_i,
    input wire              rel_ready_i
);
  localparam integer CW = $clog2(DEPTH + 1);
  wire              in_ready, wr_valid, rel_valid, rel_part, merge, idle, wr_mask;
  wire [ADDR_W-1:0] wr_addr, rel_addr;
  wire [7:0]        wr_data;
  wire [CNT_W-1:0]  rel_cnt;
  wire [CW-1:0]     count;

  cg_commit_unit #(.DEPTH(DEPTH), .ADDR_W(ADDR_W), .BYTES(1), .SPLIT(1), .CNT_W(CNT_W), .HOLD(HOLD)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_addr_i(in_addr_i),
      .in_data_i({7'd0, in_bit_i}), .in_mask_i(in_mask_i), .in_cnt_i(in_cnt_i), .in_last_i(in_last_i),
      .wr_valid_o(wr_valid), .wr_ready_i(wr_ready_i), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_mask_o(wr_mask),
      .rel_valid_o(rel_valid), .rel_ready_i(rel_ready_i), .rel_addr_o(rel_addr), .rel_part_o(rel_part), .rel_cnt_o(rel_cnt),
      .count_o(count), .merge_o(merge), .idle_o(idle));

  (* anyconst *) reg [ADDR_W-1:0] c_addr;
  reg  chosen_q, released_q, mem_q;
  wire ours = in_valid_i && in_addr_i == c_addr;
  wire in   = ours && in_ready && pick_i && !chosen_q;
  wire out  = rel_valid && rel_ready_i && rel_addr == c_addr;
  wire wr   = wr_valid && wr_ready_i && wr_addr == c_addr;

  // Two cycles of reset let the memory of the ring settle.
  reg [1:0] age_q = 2'd0;
  wire      init = age_q < 2'd2;
  always @(posedge clk_i) if (init) age_q <= age_q + 2'd1;
  always @* begin
    if (init) assume (rst_i);
    if (!init) assume (!rst_i);
    if (ours) begin
      assume (in_cnt_i == (pick_i && !chosen_q));
      assume (in_bit_i == (pick_i && !chosen_q));
      if (pick_i && !chosen_q) assume (in_mask_i);
      if (chosen_q) assume (!in_mask_i);
    end
  end

  reg              wr_wait_q, rel_wait_q;
  reg [ADDR_W-1:0] wr_addr_q, rel_addr_q;
  always @(posedge clk_i) begin
    if (rst_i) begin
      chosen_q   <= 1'b0;
      released_q <= 1'b0;
      mem_q      <= 1'b0;
      wr_wait_q  <= 1'b0;
      rel_wait_q <= 1'b0;
    end else begin
      if (in) chosen_q <= 1'b1;
      if (out) released_q <= 1'b1;
      if (wr) mem_q <= wr_data[0];
      wr_wait_q  <= wr_valid && !wr_ready_i;
      rel_wait_q <= rel_valid && !rel_ready_i;
    end
    wr_addr_q  <= wr_addr;
    rel_addr_q <= rel_addr;
  end

  always @(posedge clk_i) begin
    if (!init) begin
      assert (count <= DEPTH);
      if (out) assert (chosen_q && !released_q && rel_cnt == 1 && mem_q);
      if (released_q) assert (mem_q);
      if (idle && chosen_q) assert (released_q);
      if (rel_valid) assert (rel_part == 0 && rel_cnt != 0);
      if (wr_valid) assert (wr_mask);
      if (wr_wait_q) assert (wr_valid && wr_addr == wr_addr_q);
      if (rel_wait_q) assert (rel_valid && rel_addr == rel_addr_q);
      cover (merge && in);
      cover (merge && ours && chosen_q && !released_q);
      cover (merge && !ours && in_mask_i && count == DEPTH - 1);
      cover (out && count == DEPTH);
      cover (idle && chosen_q);
    end
  end
endmodule
