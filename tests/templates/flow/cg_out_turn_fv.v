// Proves: an occurrence goes ahead only with room in every queue it needs, and
// with room unless some source lost for room before. With one queue: a source
// that lacked room, goes on offering and lacks nothing else sees at most N - 1
// others go ahead into the queue before it does (PATIENCE 0). With SHUT only
// queue 0 ever has room: a source that is tried every other cycle and needs no
// other queue goes ahead within N * 2^PATIENCE + 2 cycles, whoever waits for
// the others. With LATE each of the others may go ahead three times, one of them once
// more, and it takes two cycles more.
module cg_out_turn_fv #(
    parameter integer N    = 2,
    parameter integer OUTS = 1,
    parameter integer PATIENCE = 0,
    parameter integer SHUT = 0,
    parameter integer LATE = 0
) (
    input wire            clk_i,
    input wire            rst_i,
    input wire [N-1:0]    valid_i,
    input wire [N-1:0]    src_i,
    input wire [N-1:0]    other_i,  // what is in T and not tried; with LATE what may be tried next
    input wire            able_i,
    input wire [OUTS-1:0] need_i,
    input wire [OUTS-1:0] room_i
);
  localparam [N-1:0] ONE = 1;
  localparam [3:0] MOST = (LATE != 0) ? 3 * N - 2 : N - 1;
  wire ok;

  cg_out_turn #(.N(N), .OUTS(OUTS), .PATIENCE(PATIENCE), .LATE(LATE)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i), .src_i(src_i), .here_i(LATE == 0 && |src_i ? src_i : other_i),
      .able_i(able_i),
      .need_i(need_i), .room_i(room_i), .ok_o(ok));

  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;
  always @* begin
    if (init_q) assume (rst_i);
    assume ((src_i & (src_i - ONE)) == 0);
    if (src_i == 0) assume (!able_i);
  end
  reg [N-1:0] next_q;
  always @(posedge clk_i) next_q <= other_i;
  always @* if (LATE != 0 && src_i != 0) assume (src_i == next_q);

  // Source 0 tries every other cycle; how long it has been at it.
  reg       even_q;
  reg [7:0] trying_q;
  always @(posedge clk_i) begin
    even_q   <= rst_i || !even_q;
    trying_q <= (rst_i || (src_i[0] && able_i && ok)) ? 8'd0 : trying_q + 8'd1;
  end
  always @* if (SHUT != 0) begin
    assume (room_i == 1);
    assume (valid_i[0]);
    assume (src_i[0] == (!rst_i && even_q));
    if (src_i[0]) assume (able_i && need_i == 1);
  end

  // Source 0 from when it lacks room until it goes ahead or lacks something else.
  reg       wait_q;
  reg [3:0] beaten_q;    // others that went ahead meanwhile
  reg       lost_q;      // some source has lost for room
  wire      lost = able_i && !ok;
  wire      beat = able_i && ok && need_i[0];
  always @* if (wait_q) assume (valid_i[0]);
  always @(posedge clk_i) begin
    if (rst_i) begin
      wait_q   <= 0;
      beaten_q <= 0;
      lost_q   <= 0;
    end else begin
      lost_q <= lost_q || lost;
      if (src_i[0]) wait_q <= lost && need_i[0];
      if (src_i[0]) beaten_q <= wait_q ? beaten_q : 0;
      else if (beat) beaten_q <= beaten_q + 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (ok) assert ((need_i & ~room_i) == 0);
      if (!lost_q) assert (ok == ((need_i & ~room_i) == 0));
      if (SHUT != 0) assert (trying_q <= N * (1 << PATIENCE) + 2 + 2 * LATE);
      if (SHUT != 0) cover (src_i[0] && !ok && trying_q > (1 << PATIENCE) - 2);
      if (OUTS == 1 && PATIENCE == 0) begin
        assert (!(wait_q && beat && !src_i[0] && beaten_q == MOST));
        if (N > 1) cover (wait_q && beat && src_i[0] && beaten_q == MOST);
      end
      if (N > 1) cover (src_i[0] && able_i && !ok && (need_i & ~room_i) == 0);
      cover (wait_q && src_i[0] && able_i && ok);
      if (OUTS > 1 && SHUT == 0) cover (wait_q && !src_i[0] && able_i && ok && need_i != 0);
    end
  end
endmodule
