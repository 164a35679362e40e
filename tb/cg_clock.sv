// The clock of a stand-alone test bench, as sim/model/boundary.h wants it: clk rises, the design works, sample rises,
// and the simulator decides what is driven from the next rise on.
module cg_clock (output bit clk, output bit sample);
  import "DPI-C" context function int  tb_init(input string args);
  import "DPI-C" context function void tb_step(output bit done);
  import "DPI-C" context function int  tb_finish();
  import "DPI-C" function void tb_exit(input int code);
  string args;
  bit    done;
  int    code;
  initial begin
    if (!$value$plusargs("args=%s", args)) args = "";
    code = tb_init(args);
    if (code != 0) tb_exit(code);
    tb_step(done);
    while (!done) begin
      clk = 1;
      sample = 0;
      #5 clk = 0;
      #4 sample = 1;
      #1 tb_step(done);
    end
    code = tb_finish();
    if (code != 0) tb_exit(code);
    $finish;
  end
endmodule
