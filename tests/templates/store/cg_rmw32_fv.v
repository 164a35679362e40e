// Proves for every input: each word of the line is the result of the operation,
// and exactly the bytes of the chosen word are enabled.
module cg_rmw32_fv #(
    parameter integer LINE_BYTES = 8,
    parameter integer WW = (LINE_BYTES > 4) ? $clog2(LINE_BYTES / 4) : 1
) (
    input wire                    clk_i,
    input wire [2:0]              op_i,
    input wire [WW-1:0]           word_i,
    input wire [31:0]             a_i,
    input wire [31:0]             b_i,
    input wire [8*LINE_BYTES-1:0] line_i
);
  wire [8*LINE_BYTES-1:0] line;
  wire [LINE_BYTES-1:0]   be;

  cg_rmw32 #(.LINE_BYTES(LINE_BYTES)) u_dut (
      .op_i(op_i), .word_i(word_i), .a_i(a_i), .b_i(b_i), .line_i(line_i),
      .line_o(line), .be_o(be));

  wire [31:0] was = line_i[32*word_i +: 32];
  wire [31:0] now = line[32*word_i +: 32];

  integer w;
  always @* assume (word_i < LINE_BYTES / 4);
  always @(posedge clk_i) begin
    for (w = 0; w < LINE_BYTES / 4; w = w + 1) begin
      assert (be[4*w +: 4] == ((word_i == w) ? 4'hf : 4'h0));
      assert (line[32*w +: 32] == now);
    end
    if (op_i == 3'd0) assert (now - a_i == was);
    if (op_i == 3'd1) assert (now == a_i);
    if (op_i == 3'd2) assert (now == ((was == a_i) ? b_i : was));
    if (op_i == 3'd3) assert (now <= a_i && now <= was && (now == a_i || now == was));
    if (op_i == 3'd4) assert (now >= a_i && now >= was && (now == a_i || now == was));
    if (op_i == 3'd5) assert (~now == (~was | ~a_i));
    if (op_i == 3'd6) assert (~now == (~was & ~a_i));
    if (op_i == 3'd7) assert ((now ^ a_i) == was);
    cover (op_i == 3'd2 && was == a_i && now != was);
    cover (op_i == 3'd3 && now != was);
    cover (op_i == 3'd4 && now == was && a_i != was);
  end
endmodule
