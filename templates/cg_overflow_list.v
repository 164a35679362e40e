// Overflow list: entries for which a store has no place, as an array in memory
// behind a plain port; found by a linear search, removed by moving the last one
// into the gap. Slow, and as long as the memory allows.
//
// push_i         the entry push_key_i, push_ent_i joins the list; only with
//                push_ready_o. Its key is not in the list and not in the result.
// find_i         asks for find_key_i; level-sensitive, repeated by the requester
//                until the result register is about its key. It is ignored while
//                the list works, and while a result still waits for its requester (a bounded
//                time, see res_pass_i).
// Result register: res_valid_o, res_key_o; res_found_o with res_ent_o: the entry
//                has left the list and is here, nowhere else. Otherwise the key
//                was not in the list (and can only get there by a push).
// res_take_i     the requester has used the result: the register is free, an
//                entry is the requester's. It may be pushed again in the same
//                cycle: put_ready_o is push_ready_o for this case.
// res_pass_i     the requester has seen the result and could not use it yet:
//                another find_i may replace it; an entry goes back to the list.
//                A result that has outlived 63 cycles of find_i counts as passed
//                on: its requester may be behind one that waits for a search, so
//                that it would never come.
// empty_o        nothing is in the list or on its way to it (the result register
//                aside): any key other than res_key_o is absent.
// flush_i        forgets list and result; ready_o is low until that is done, and
//                nothing is pushed or asked for before.
// Memory: mem_valid_o / mem_ready_i one access to word mem_addr_o, kept until
//   accepted; a read is answered by mem_rvalid_i, mem_rdata_i after any time. At
//   most one read is open; accesses take effect in order. A word is {entry, key}.
//
// KEY_W, ENT_W, ADDR_W >= 1; the list holds up to 2^ADDR_W - 1 entries
module cg_overflow_list #(
    parameter integer KEY_W  = 27,
    parameter integer ENT_W  = 80,
    parameter integer ADDR_W = 16
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   flush_i,
    output wire                   ready_o,
    input  wire                   push_i,
    input  wire [KEY_W-1:0]       push_key_i,
    input  wire [ENT_W-1:0]       push_ent_i,
    output wire                   push_ready_o,
    output wire                   put_ready_o,
    input  wire                   find_i,
    input  wire [KEY_W-1:0]       find_key_i,
    output wire                   res_valid_o,
    output wire [KEY_W-1:0]       res_key_o,
    output wire                   res_found_o,
    output wire [ENT_W-1:0]       res_ent_o,
    input  wire                   res_take_i,
    input  wire                   res_pass_i,
    output wire                   mem_valid_o,
    input  wire                   mem_ready_i,
    output wire                   mem_we_o,
    output wire [ADDR_W-1:0]      mem_addr_o,
    output wire [KEY_W+ENT_W-1:0] mem_wdata_o,
    input  wire                   mem_rvalid_i,
    input  wire [KEY_W+ENT_W-1:0] mem_rdata_i,
    output wire [ADDR_W-1:0]      count_o,
    output wire                   empty_o
);
  localparam [2:0] IDLE = 3'd0, PUSH = 3'd1, READ = 3'd2, WAIT = 3'd3, LAST = 3'd4, LAST_WAIT = 3'd5, MOVE = 3'd6;
  localparam [ADDR_W-1:0] ONE  = 1;
  localparam [ADDR_W-1:0] FULL = {ADDR_W{1'b1}};

  generate
    if (KEY_W < 1 || ENT_W < 1 || ADDR_W < 1) begin : g_illegal
      cg_error_overflow_list_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  reg [2:0]             state_d, state_q;
  reg [ADDR_W-1:0]      count_d, count_q, at_d, at_q;
  reg [KEY_W+ENT_W-1:0] word_q;   // to be written
  reg                   flush_q;  // waits for the end of the work
  reg                   res_valid_d, res_valid_q, res_found_d, res_found_q, passed_d, passed_q;
  reg [KEY_W-1:0]       res_key_q;
  reg [ENT_W-1:0]       res_ent_q;
  reg [5:0]             ignored_q;  // find_i while the result waits

  wire idle  = state_q == IDLE;
  wire holds = res_valid_q && res_found_q;
  wire [ADDR_W-1:0] top = count_q - ONE;
  wire here  = mem_rdata_i[KEY_W-1:0] == res_key_q;

  // While idle: a push; else a search, or before it the return of a result that
  // was passed on.
  wire push    = idle && push_i;
  wire free    = !res_valid_q || passed_q || &ignored_q;
  wire start   = idle && !push_i && find_i && free && !res_take_i;
  wire give    = start && holds;
  wire search  = start && !holds;
  wire nothing = count_q == {ADDR_W{1'b0}};

  always @* begin
    state_d     = state_q;
    count_d     = count_q;
    at_d        = at_q;
    res_valid_d = res_valid_q;
    res_found_d = res_found_q;
    passed_d    = passed_q || res_pass_i;
    if (res_take_i) res_valid_d = 1'b0;
    case (state_q)
      IDLE: begin
        at_d = {ADDR_W{1'b0}};
        if (push || give) state_d = PUSH;
        if (start) begin
          res_valid_d = search && nothing;
          res_found_d = 1'b0;
          passed_d    = 1'b0;
        end
        if (search && !nothing) state_d = READ;
      end
      PUSH: begin
        if (mem_ready_i) begin
          state_d = IDLE;
          count_d = count_q + ONE;
        end
      end
      READ: if (mem_ready_i) state_d = WAIT;
      WAIT: begin
        if (mem_rvalid_i) begin
          at_d    = here ? at_q : at_q + ONE;
          state_d = !here ? READ : LAST;
          if (at_q == top) begin
            state_d     = IDLE;
            res_valid_d = 1'b1;
            res_found_d = here;
            if (here) count_d = top;
          end
        end
      end
      LAST: if (mem_ready_i) state_d = LAST_WAIT;
      LAST_WAIT: if (mem_rvalid_i) state_d = MOVE;
      MOVE: begin
        if (mem_ready_i) begin
          state_d     = IDLE;
          count_d     = top;
          res_valid_d = 1'b1;
          res_found_d = 1'b1;
        end
      end
      default: state_d = IDLE;
    endcase
    if (flush_q && idle) begin
      state_d     = IDLE;
      count_d     = {ADDR_W{1'b0}};
      res_valid_d = 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= IDLE;
      count_q     <= {ADDR_W{1'b0}};
      res_valid_q <= 1'b0;
      res_found_q <= 1'b0;
      passed_q    <= 1'b0;
      ignored_q   <= 6'd0;
      flush_q     <= 1'b0;
    end else begin
      state_q     <= state_d;
      count_q     <= count_d;
      res_valid_q <= res_valid_d;
      res_found_q <= res_found_d;
      passed_q    <= passed_d && res_valid_d;
      if (!res_valid_q || start) ignored_q <= 6'd0;
      else if (find_i && !(&ignored_q)) ignored_q <= ignored_q + 6'd1;
      flush_q     <= flush_i || (flush_q && !idle);
    end
  end

  always @(posedge clk_i) begin
    at_q <= at_d;
    if (search) res_key_q <= find_key_i;
    if (state_q == WAIT && mem_rvalid_i) res_ent_q <= mem_rdata_i[KEY_W +: ENT_W];
    if (push) word_q <= {push_ent_i, push_key_i};
    else if (give) word_q <= {res_ent_q, res_key_q};
    else if (state_q == LAST_WAIT && mem_rvalid_i) word_q <= mem_rdata_i;
  end

  assign ready_o      = !flush_q;
  assign put_ready_o  = idle;
  assign push_ready_o = idle && count_q != FULL && !(holds && count_q + ONE == FULL);
  assign res_valid_o  = res_valid_q;
  assign res_key_o    = res_key_q;
  assign res_found_o  = res_found_q;
  assign res_ent_o    = res_ent_q;
  assign mem_valid_o  = state_q == PUSH || state_q == READ || state_q == LAST || state_q == MOVE;
  assign mem_we_o     = state_q == PUSH || state_q == MOVE;
  assign mem_addr_o   = (state_q == PUSH) ? count_q : (state_q == LAST) ? top : at_q;
  assign mem_wdata_o  = word_q;
  assign count_o      = count_q;
  assign empty_o      = nothing && idle;

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(posedge clk_i) begin
    if (rst_i) begin
    end else if (push_i && !(res_take_i && holds ? put_ready_o : push_ready_o)) begin
      $display("%m: push without push_ready_o");
      $finish;
    end else if ((res_take_i || res_pass_i) && !res_valid_q) begin
      $display("%m: there is no result");
      $finish;
    end
  end
`endif
`endif

`ifdef COHGEN_CHECKS
  always @(posedge clk_i) if (!rst_i) begin
    overflow_push: assert (!(push_i) || (res_take_i && holds ? put_ready_o : push_ready_o));  // a push has room
    overflow_result: assert (!(res_take_i || res_pass_i) || (res_valid_q));  // a result that is used is there
    overflow_answer: assert (!(mem_rvalid_i) || (state_q == WAIT || state_q == LAST_WAIT));  // the memory answers reads only
`ifdef FORMAL
    overflow_push_reached: cover (push_i);
    overflow_result_reached: cover (res_take_i || res_pass_i);
    overflow_answer_reached: cover (mem_rvalid_i);
`endif
  end
`endif
endmodule
