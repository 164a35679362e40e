// Proves for one freely chosen key, whatever the memory's times: it is found if
// and only if it was pushed and not taken since, with its entry; it is in the
// list or in the result, never both, and room for it is never given away; if it
// is asked for, and searches end, its result comes after ASKERS others at most.
// The memory is part of the bench.
module cg_overflow_list_fv #(
    parameter integer KEY_W  = 2,
    parameter integer ADDR_W = 2,
    parameter integer LISTS  = 1,
    parameter integer ASKERS = 1,
    parameter integer LATE   = 0
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             flush_i,
    input wire             push_i,
    input wire [KEY_W-1:0] push_key_i,
    input wire             push_ent_i,
    input wire             find_i,
    input wire             done_i,
    input wire [KEY_W-1:0] find_key_i,
    input wire [((LISTS > 1) ? $clog2(LISTS) : 1)-1:0] next_i,  // the list that is asked about, of the next cycle
    input wire             take_i,
    input wire             pass_i,
    input wire             mem_ready_i,
    input wire             answer_i
);
  wire              ready, push_ready, put_ready, res_valid, res_found, res_ent, mem_valid, mem_we, none, next_none,
      writes, due;
  wire [KEY_W-1:0]  res_key;
  wire [ADDR_W-1:0] mem_addr, count;
  wire [KEY_W:0]    mem_wdata;
  reg               open_q;
  reg  [ADDR_W-1:0] at_q;
  localparam integer WORDS = 1 << ADDR_W;
  localparam integer LIST_W = (LISTS > 1) ? $clog2(LISTS) : 1;
  reg  [KEY_W:0]    memory [0:WORDS-1];
  wire [KEY_W:0]    word = memory[at_q];
  wire              rvalid = open_q && answer_i;

  wire [LIST_W-1:0] push_list = (LISTS > 1) ? push_key_i[LIST_W-1:0] : {LIST_W{1'b0}};
  wire [LIST_W-1:0] find_list = (LISTS > 1) ? find_key_i[LIST_W-1:0] : {LIST_W{1'b0}};

  cg_overflow_list #(.KEY_W(KEY_W), .ENT_W(1), .ADDR_W(ADDR_W), .LISTS(LISTS), .ASKERS(ASKERS), .LATE(LATE)) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(ready),
      .push_i(push_i), .push_key_i(push_key_i), .push_list_i(push_list), .push_ent_i(push_ent_i),
      .push_ready_o(push_ready), .put_ready_o(put_ready),
      .find_i(find_i), .done_i(done_i), .find_key_i(find_key_i), .find_list_i(find_list), .none_o(none),
      .next_list_i(next_i), .next_none_o(next_none), .writes_o(writes), .res_valid_o(res_valid), .res_key_o(res_key),
      .res_found_o(res_found),
      .res_ent_o(res_ent), .res_take_i(take_i), .res_pass_i(pass_i), .due_o(due),
      .mem_valid_o(mem_valid), .mem_ready_i(mem_ready_i), .mem_we_o(mem_we), .mem_addr_o(mem_addr),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(rvalid), .mem_rdata_i(word), .count_o(count));

  always @(posedge clk_i) begin
    if (rst_i) begin
      open_q <= 1'b0;
    end else begin
      if (rvalid) open_q <= 1'b0;
      if (mem_valid && mem_ready_i && !mem_we) begin
        open_q <= 1'b1;
        at_q   <= mem_addr;
      end
    end
    if (mem_valid && mem_ready_i && mem_we) memory[mem_addr] <= mem_wdata;
  end

  reg [LIST_W-1:0] next_list_q;
  reg init_q = 1'b1;
  always @(posedge clk_i) init_q <= 1'b0;

  (* anyconst *) reg [KEY_W-1:0] c_key;
  reg  in_q, ent_q;
  wire holds = res_valid && res_found;
  wire ours  = res_valid && res_key == c_key;
  wire put   = take_i && holds && push_i;  // the entry taken comes back
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (!ready) assume (!push_i && !find_i && !done_i);
    if (find_i) assume (!done_i);
    if (!res_valid) assume (!take_i && !pass_i);
    if (LATE != 0 && holds && !put_ready) assume (!take_i);
    if (push_i) assume (put ? put_ready : push_ready);
    if (put) assume (push_key_i == res_key);
    if (LATE == 2 && push_i && !put) assume (push_list == next_list_q);
    if (push_i && push_key_i == c_key) assume (put || (!in_q && !(ours && !take_i)));
  end

  always @(posedge clk_i) begin
    if (rst_i || flush_i) begin
      in_q <= 1'b0;
    end else begin
      if (ours && take_i) in_q <= 1'b0;
      if (push_i && push_key_i == c_key) in_q <= 1'b1;
    end
    if (push_i && push_key_i == c_key) ent_q <= push_ent_i;
  end

  // Results of other keys since ours was asked for. With as many places as keys
  // none is forgotten.
  reg       asked_q, before_q;
  reg [3:0] others_q;
  wire      over  = !asked_q || ours || (done_i && find_key_i == c_key) || flush_i || !ready;
  always @(posedge clk_i) begin
    before_q <= res_valid && !rst_i;
    asked_q  <= !rst_i && !flush_i && ready && ((asked_q && !over) || (find_i && find_key_i == c_key && !ours));
    if (rst_i || over) others_q <= 4'd0;
    else if (res_valid && !before_q && others_q != 4'd15) others_q <= others_q + 4'd1;
  end

  // What is said of the next cycle.
  reg              next_q;
  always @(posedge clk_i) begin
    next_q      <= next_none && !rst_i;
    next_list_q <= next_i;
  end

  always @(posedge clk_i) begin
    if (!init_q) begin
      if (next_q && !writes && find_list == next_list_q) assert (none);
      cover (next_q && !writes && find_list == next_list_q);
      if (ours && ready) assert (res_found == in_q);
      if (ours && ready && res_found) assert (res_ent == ent_q);
      if (none && in_q && ready && find_key_i == c_key) assert (ours);
      if (ASKERS >= (1 << KEY_W)) assert (others_q < ASKERS);
      if (res_valid && ready) assert (put_ready || !put);
      assert (!open_q || !mem_valid);
      if (mem_valid && !mem_we && LISTS == 1) assert (mem_addr < count);
      if (mem_valid && mem_we) assert (mem_addr >> $clog2(LISTS) <= count
          && mem_addr >> $clog2(LISTS) != WORDS / LISTS - 1);
      cover (ours && res_found && ent_q && count == WORDS - LISTS - 1);
      cover (ours && !res_found && count != 0);
      cover (put && ours);
      cover (holds && pass_i && count != 0);
      cover (none && in_q && find_i);
      cover (asked_q && others_q == ((ASKERS < (1 << KEY_W)) ? ASKERS : ASKERS - 1));
    end
  end
endmodule
