// Proves: a flit is named just when it has a bit of a part that is meant.
module cg_flits_of_fv #(
    parameter integer MSG_W  = 12,
    parameter integer FLIT_W = 3,
    parameter integer LSB    = 2,
    parameter integer PARTS  = 4,
    parameter integer PART_W = 2
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire [PARTS-1:0] parts_i
);
  localparam integer FLITS = (MSG_W + FLIT_W - 1) / FLIT_W;
  wire [FLITS-1:0] flits;
  cg_flits_of #(.MSG_W(MSG_W), .FLIT_W(FLIT_W), .LSB(LSB), .PARTS(PARTS), .PART_W(PART_W)) u_dut (
      .parts_i(parts_i), .flits_o(flits));
  reg [FLITS-1:0] expected;
  integer k;
  always @* begin
    expected = 0;
    for (k = 0; k < PARTS * PART_W; k = k + 1) if (parts_i[k/PART_W]) expected[(LSB+k)/FLIT_W] = 1'b1;
  end
  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert (flits == expected);
      cover (flits != 0 && parts_i == 1);
    end
  end
endmodule
