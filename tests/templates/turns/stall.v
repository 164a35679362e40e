// After a reset nothing that cg_stall shows is unknown, although no register with a key has been written: random keys,
// the first ones parked while lines have never had any, with each number of stages.
module stall_turns;
  reg         clk = 1'b0, rst = 1'b1;
  always #5 clk = ~clk;
  reg  [4:0]  key0, key1, key2;
  reg         want = 1'b0;
  wire [2:0]  bad;

  genvar s;
  generate
    for (s = 1; s <= 3; s = s + 1) begin : g_stages
      wire       has, room, seen_room, stale, rp_valid, idle;
      wire [3:0] line;
      wire [6:0] count;
      wire [4:0] lines;
      reg        stale_q = 1'b0, bad_q = 1'b0;
      wire       shown = ^{has, room, seen_room, stale, line, rp_valid, idle, count, lines};
      cg_stall #(.LINES(16), .ENTRIES(4), .KEY_W(5), .TS_W(5), .PAY_W(5), .STAGES(s)) u_stall (
          .clk_i(clk), .rst_i(rst), .key_i(s == 3 ? key2 : s == 2 ? key1 : key0), .next_key_i(key0), .has_o(has),
          .room_o(room), .seen_room_o(seen_room), .stale_o(stale), .line_o(line),
          .park_i(want && room === 1'b1 && !stale_q && !rst), .ts_i(key1), .pay_i(key1), .wake_i(1'b0),
          .rp_valid_o(rp_valid), .rp_key_o(), .rp_pay_o(), .rp_ts_o(), .rp_take_i(1'b0), .rp_commit_i(1'b0),
          .rp_keep_i(1'b0), .rp_rewind_i(1'b0), .pw_i(1'b0), .pw_idx_i(4'd0), .pw_word_i(2'd0), .pw_we_i(1'b0),
          .count_o(count), .lines_o(lines), .idle_o(idle));
      always @(posedge clk) begin
        stale_q <= stale === 1'b1;
        if (!rst && shown === 1'bx) bad_q <= 1'b1;
      end
      assign bad[s-1] = bad_q || (done && count < 7'd8);
    end
  endgenerate
  reg done = 1'b0;

  initial begin
    key0 = 5'd0; key1 = 5'd0; key2 = 5'd0;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (100) begin
      @(negedge clk);
      key2 = key1;
      key1 = key0;
      key0 = $random;
      want = $random;
    end
    done = 1'b1;
    #1 $display("cg_stall: %0s", bad == 3'd0 ? "nothing is unknown"
      : "FAIL: something is unknown, or too little was parked");
    $finish;
  end
endmodule
