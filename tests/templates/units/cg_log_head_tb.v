// cg_log_head: what it puts in is where it belongs, byte by byte; the rest is as it was.
module cg_log_head_tb;
  parameter integer LINE_BYTES = 16;
  `include "tb_util.vh"

  reg  [31:0]             at;
  reg  [LINE_BYTES-1:0]   mask;
  reg  [8*LINE_BYTES-1:0] was;
  wire [8*LINE_BYTES-1:0] after;
  wire [LINE_BYTES-1:0]   be;

  cg_log_head #(.LINE_BYTES(LINE_BYTES)) u_dut (.at_i(at), .mask_i(mask), .line_i(was), .line_o(after), .be_o(be));

  integer i, k;
  initial begin
    tb_start(1);
    for (i = 0; i < 200; i = i + 1) begin
      at = $random(seed);
      for (k = 0; k < LINE_BYTES; k = k + 1) begin
        mask[k] = $random(seed);
        was[8*k +: 8] = $random(seed);
      end
      #1;
      for (k = 0; k < LINE_BYTES; k = k + 1) begin
        check(be[k] === (k < 4 + LINE_BYTES / 8), "be_o");
        if (k < 4) check(after[8*k +: 8] === ((at >> (8 * k)) & 32'd255), "number");
        else if (k < 4 + LINE_BYTES / 8) check(after[8*k +: 8] === mask[8*(k-4) +: 8], "mask");
        else check(after[8*k +: 8] === was[8*k +: 8], "the rest");
      end
    end
    if (errors == 0) $display("PASS cg_log_head LINE_BYTES=%0d", LINE_BYTES);
    else $display("FAIL cg_log_head LINE_BYTES=%0d: %0d errors", LINE_BYTES, errors);
    $finish;
  end
endmodule
