// Entries of cg_mshr that are emptied take turns: two into which requests are parked again and again, in one group of
// eight, do not keep the replays of a third one waiting.
`timescale 1ns / 1ps
module mshr_turns;
  localparam integer N = 16;
  localparam integer CYCLES = 3000;

  reg        clk = 1'b0, rst = 1'b1, op = 1'b0, alloc = 1'b0, park = 1'b0, replay = 1'b0, take = 1'b0, commit = 1'b0;
  reg  [7:0] key = 8'd0;
  wire       valid, hit;
  wire [3:0] at, idx;
  integer    i, cycle, entry, count[0:N-1], third;
  always #5 clk = !clk;

  cg_mshr #(.ENTRIES(N), .DEPTH(4), .KEY_W(8), .FLD_W(1), .PAY_W(4)) u_mshr (
    .clk_i(clk), .rst_i(rst), .next_key_i(8'd0), .key_i(key), .hit_o(hit), .idx_o(idx), .op_i(op), .alloc_i(alloc),
    .fld_i(1'b0), .park_i(park), .pay_i(4'd0), .replay_i(replay), .must_i(1'b0), .done_i(1'b0), .rp_valid_o(valid),
    .rp_idx_o(at), .rp_take_i(take), .rp_commit_i(commit), .rp_keep_i(1'b0), .rp_rewind_i(1'b0), .rp_parks_i(1'b0),
    .pw_i(1'b0), .pw_idx_i(4'd0), .pw_word_i(2'd0), .pw_we_i(1'b0));

  task tick;
    begin
      @(negedge clk);
      cycle = cycle + 1;
    end
  endtask

  initial begin
    for (i = 0; i < N; i = i + 1) count[i] = 0;
    cycle = 0;
    third = 0;
    repeat (2) tick;
    rst = 1'b0;
    op = 1'b1;
    park = 1'b1;
    for (i = 0; i < 3 * N; i = i + 1) begin   // each entry with three requests
      key = i % N;
      alloc = i < N;
      tick;
    end
    park = 1'b0;
    replay = 1'b1;
    key = 8'd5; tick;
    key = 8'd6; tick;
    key = 8'd12; tick;
    op = 1'b0;
    replay = 1'b0;
    while (cycle < CYCLES) begin
      #1 take = valid;
      entry = at;
      tick;
      if (take) begin
        take = 1'b0;
        commit = 1'b1;
        count[entry] = count[entry] + 1;
        if (entry == 12 && count[entry] == 3) third = cycle;
        tick;
        commit = 1'b0;
        if (entry != 12) begin                // parked again
          key = entry;
          op = 1'b1;
          park = 1'b1;
          tick;
          op = 1'b0;
          park = 1'b0;
        end
      end
    end
    $display("cg_mshr: %0d, %0d, %0d replays; the third entry was empty in cycle %0d", count[5], count[6], count[12],
             third);
    if (count[12] != 3 || third > 200 || count[5] < CYCLES / 8 || count[6] < CYCLES / 8)
      $display("FAIL cg_mshr: turns");
    $finish;
  end
endmodule
