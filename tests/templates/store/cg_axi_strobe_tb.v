// cg_axi_strobe against the bytes that were loaded, beat by beat, with pauses.
module cg_axi_strobe_tb;
  parameter integer LINE_BYTES = 64;
  parameter integer BEAT_BYTES = 8;
  localparam integer BEATS = LINE_BYTES / BEAT_BYTES;
  `include "tb_util.vh"

  reg                   load = 0, next = 0;
  reg  [LINE_BYTES-1:0] be = 0, now = 0;
  wire [BEAT_BYTES-1:0] strb;
  cg_axi_strobe #(.LINE_BYTES(LINE_BYTES), .BEAT_BYTES(BEAT_BYTES)) u_dut (
      .clk_i(clk), .rst_i(rst), .load_i(load), .be_i(be), .next_i(next), .strb_o(strb));

  integer i, b, k, some = 0;
  initial begin
    tb_start(1);
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < 400; i = i + 1) begin
      for (k = 0; k < LINE_BYTES; k = k + 1) now[k] = pct(i % 3 * 50);
      be = now; load = 1;
      @(negedge clk);
      load = 0; be = 0;
      b = 0;
      while (b < BEATS) begin
        next = pct(60);
        #1 check(strb === now[b*BEAT_BYTES +: BEAT_BYTES], "strobes of the beat");
        some = some + |strb;
        @(negedge clk);
        if (next) b = b + 1;
      end
      next = 0;
      repeat (rnd(3)) @(negedge clk);
    end
    check(some > 100, "beats with bytes");
    if (errors == 0)
      $display("PASS cg_axi_strobe LINE_BYTES=%0d BEAT_BYTES=%0d: %0d with bytes", LINE_BYTES, BEAT_BYTES, some);
    else $display("FAIL cg_axi_strobe LINE_BYTES=%0d BEAT_BYTES=%0d: %0d errors", LINE_BYTES, BEAT_BYTES, errors);
    $finish;
  end
endmodule
