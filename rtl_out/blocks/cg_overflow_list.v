// Overflow list: entries for which a store has no place, in memory behind a plain
// port, in LISTS lists. A key is in one of them only: the user names it with the
// key, by any function of the key. An entry is found by a linear search of its
// list, and removed by moving the list's last one into the gap. Slow, and as long
// as the memory allows.
//
// push_i         the entry push_key_i, push_ent_i joins list push_list_i; only
//                with push_ready_o. Its key is not in the list and not in the result.
// find_i         asks for find_key_i in find_list_i; level-sensitive, repeated by
//                the requester until the result register is about its key. ASKERS
//                keys are remembered and searched for in the order in which they
//                were first asked for; while so many are, find_i is ignored.
// done_i         a request for find_key_i is done without its result: the key is
//                not asked for any more. Not together with find_i.
// none_o         combinational from find_list_i: nothing is in this list or on its
//                way to it (the result register aside): its keys are absent
// next_none_o    combinational from next_list_i: what none_o is in the next cycle, if
//                writes_o is low then: nothing is on its way to any list
// Result register: res_valid_o, res_key_o; res_found_o with res_ent_o: the entry
//                has left the list and is here, nowhere else. Otherwise the key
//                was not in the list (and can only get there by a push).
// res_take_i     the requester has used the result: the register is free, an
//                entry is the requester's. It may be pushed again in the same
//                cycle: put_ready_o is push_ready_o for this case.
// res_pass_i     the requester has seen the result and could not use it yet:
//                another search may replace it; an entry goes back to its list.
//                It does not count while put_ready_o is low: the list itself may
//                be the reason. A result that has outlived 63 cycles of find_i
//                counts as passed on: its requester may be behind one that waits
//                for a search, so that it would never come.
// due_o          a result waits for its requester, and is not passed on
// So with no more than ASKERS keys asked for at a time, at most ASKERS results of
// other keys come between the first find_i for a key and its result; each stays
// until its requester has seen it, while put_ready_o is high, or 63 cycles of find_i.
// flush_i        forgets lists, result and what was asked for; ready_o is low until
//                that is done, and nothing is pushed or asked for before.
// Memory: mem_valid_o / mem_ready_i one access to word mem_addr_o, kept until
//   accepted; a read is answered by mem_rvalid_i, mem_rdata_i after any time. At
//   most one read is open; accesses take effect in order. A word is {entry, key};
//   its address has the number of its list in the low bits.
//
// KEY_W, ENT_W, ASKERS >= 1; LISTS a power of two; a list holds up to
// 2^ADDR_W / LISTS - 1 entries, 1 at least
// LATE  1: what is asked for, or done, counts a cycle later, and whether a search or a return begins comes from
//       registers alone: no path leads from push_i, find_i, done_i or res_take_i to it. push_ready_o and put_ready_o
//       are low where one begins, and an entry is taken only with put_ready_o.
//       2: it rests for a cycle more before it is ready again. That a search or a return may begin is known a
//       cycle before, and so is whether there is room for a push: of push_list_i as
//       next_list_i in the cycle before. Then push_ready_o is low for a cycle in which an entry leaves a full list,
//       and in a list of which one place is left while a result holds an entry of any list.
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_overflow_list #(
    parameter integer KEY_W  = 27,
    parameter integer ENT_W  = 80,
    parameter integer ADDR_W = 16,
    parameter integer LISTS  = 16,
    parameter integer ASKERS = 4,
    parameter integer LATE   = 0,
    parameter integer LIST_W = (LISTS > 1) ? $clog2(LISTS) : 1  // derived
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   flush_i,
    output wire                   ready_o,
    input  wire                   push_i,
    input  wire [KEY_W-1:0]       push_key_i,
    input  wire [LIST_W-1:0]      push_list_i,
    input  wire [ENT_W-1:0]       push_ent_i,
    output wire                   push_ready_o,
    output wire                   put_ready_o,
    input  wire                   find_i,
    input  wire                   done_i,
    input  wire [KEY_W-1:0]       find_key_i,
    input  wire [LIST_W-1:0]      find_list_i,
    output wire                   none_o,
    input  wire [LIST_W-1:0]      next_list_i,
    output wire                   next_none_o,
    output wire                   writes_o,
    output wire                   res_valid_o,
    output wire [KEY_W-1:0]       res_key_o,
    output wire                   res_found_o,
    output wire [ENT_W-1:0]       res_ent_o,
    input  wire                   res_take_i,
    input  wire                   res_pass_i,
    output wire                   due_o,
    output wire                   mem_valid_o,
    input  wire                   mem_ready_i,
    output wire                   mem_we_o,
    output wire [ADDR_W-1:0]      mem_addr_o,
    output wire [KEY_W+ENT_W-1:0] mem_wdata_o,
    input  wire                   mem_rvalid_i,
    input  wire [KEY_W+ENT_W-1:0] mem_rdata_i,
    output wire [ADDR_W-1:0]      count_o   // entries in all lists
);
  localparam [2:0] IDLE = 3'd0, PUSH = 3'd1, READ = 3'd2, WAIT = 3'd3, LAST = 3'd4, LAST_WAIT = 3'd5, MOVE = 3'd6,
                   WRITTEN = 3'd7;  // with LATE 2, behind PUSH and MOVE: then it is counted
  localparam integer LIST_B = $clog2(LISTS);
  localparam integer AT_W   = (ADDR_W > LIST_B) ? ADDR_W - LIST_B : 1;  // place in a list
  localparam integer ASK_W  = KEY_W + LIST_W;
  localparam [AT_W-1:0]   ONE     = 1;
  localparam [AT_W-1:0]   NONE    = 0;
  localparam [AT_W-1:0]   FULL    = {AT_W{1'b1}};
  localparam [ADDR_W-1:0] ONE_ALL = 1;

  generate
    if (KEY_W < 1 || ENT_W < 1 || ASKERS < 1 || LISTS < 1 || LISTS != (1 << LIST_B)
        || ADDR_W <= LIST_B || LATE < 0 || LATE > 2) begin : g_illegal
      cg_error_overflow_list_sizes u_error ();
    end
  endgenerate

  reg [2:0]              state_d, state_q;
  reg [AT_W-1:0]         at_d, at_q;
  reg [LISTS-1:0]        some_q;   // lists that had an entry since the last flush
  reg [AT_W-1:0]         count_q [0:LISTS-1];  // entries of each of these
  reg [ADDR_W-1:0]       all_q;    // and of all
  reg [LIST_W-1:0]       list_q;   // the list that is worked on
  reg                    more, less;
  reg [KEY_W+ENT_W-1:0]  word_q;   // to be written
  reg                    flush_q;  // waits for the end of the work
  reg                    res_valid_d, res_valid_q, res_found_d, res_found_q, passed_d, passed_q;
  reg [KEY_W-1:0]        res_key_q;
  reg [LIST_W-1:0]       res_list_q;
  reg [ENT_W-1:0]        res_ent_q;
  reg [5:0]              ignored_q;  // find_i while the result waits
  reg                    worn_q;     // 63 of them

  // Keys asked for, the oldest in place 0, without gaps.
  reg [ASKERS-1:0]       ask_valid_d, ask_valid_q;
  reg [ASKERS*ASK_W-1:0] ask_d, ask_q;
  wire [KEY_W-1:0]       ask_key;
  wire [LIST_W-1:0]      ask_list;
  assign {ask_list, ask_key} = ask_q[ASK_W-1:0];

  // What is asked for and what is done, a cycle later with LATE.
  wire              ask, over;
  wire [KEY_W-1:0]  about;
  wire [LIST_W-1:0] about_list;
  generate
    if (LATE == 0) begin : g_now
      assign ask        = find_i;
      assign over       = done_i;
      assign about      = find_key_i;
      assign about_list = find_list_i;
    end else begin : g_later
      reg              ask_now_q, over_q;
      reg [KEY_W-1:0]  about_q;
      reg [LIST_W-1:0] about_list_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          ask_now_q <= 1'b0;
          over_q    <= 1'b0;
        end else begin
          ask_now_q <= find_i && !flush_i;
          over_q    <= done_i && !flush_i;
        end
      end
      always @(posedge clk_i) begin
        about_q      <= find_key_i;
        about_list_q <= find_list_i;
      end
      assign ask        = ask_now_q;
      assign over       = over_q;
      assign about      = about_q;
      assign about_list = about_list_q;
    end
  endgenerate

  wire idle  = state_q == IDLE;
  reg  pushed_q;  // the state before was PUSH
  always @(posedge clk_i) pushed_q <= state_q == PUSH;
  wire writes = state_q == PUSH || (state_q == WRITTEN && pushed_q);  // an entry is on its way to the list
  wire holds = res_valid_q && res_found_q;
  wire here  = mem_rdata_i[KEY_W-1:0] == res_key_q;
  wire [AT_W-1:0] count = some_q[list_q] ? count_q[list_q] : NONE;
  // Where the last entry of the list is, and whether that is the one asked for. A list is worked on for a cycle before
  // the memory answers, so with LATE 2 both come from registers.
  wire [AT_W-1:0] top;
  wire            at_top;
  generate
    if (LATE != 2) begin : g_top_now
      assign top    = count - ONE;
      assign at_top = at_q == top;
    end else begin : g_top_before
      wire [AT_W-1:0] below = count - ONE;
      reg  [AT_W-1:0] top_q;
      reg             at_top_q;
      always @(posedge clk_i) begin
        top_q    <= below;
        at_top_q <= at_q == below;
      end
      assign top    = top_q;
      assign at_top = at_top_q;
    end
  endgenerate
  wire [AT_W-1:0] ask_count = some_q[ask_list] ? count_q[ask_list] : NONE;
  reg             empty_q;  // of the list in which a search has begun

  // While idle: a push; else a search, or before it the return of a result that
  // was passed on.
  wire push   = idle && push_i;
  wire given  = passed_q || worn_q;
  wire ready  = ask_valid_q[0] && (!res_valid_q || given);
  wire soon;      // with LATE 2: it may begin now
  wire rests;     // nothing is worked on, nor about to be
  wire start  = idle && ready && soon && !over && (LATE != 0 || (!push_i && !res_take_i));
  wire give   = start && holds;
  wire search = start && !holds;

  always @* begin
    state_d     = state_q;
    at_d        = at_q;
    more        = 1'b0;
    less        = 1'b0;
    res_valid_d = res_valid_q;
    res_found_d = res_found_q;
    passed_d    = passed_q || (res_pass_i && (LATE == 2 ? rests : idle));
    if (res_take_i) res_valid_d = 1'b0;
    case (state_q)
      IDLE: begin
        at_d = {AT_W{1'b0}};
        if (push || give) state_d = PUSH;
        if (search) state_d = READ;
        if (start) begin
          res_valid_d = 1'b0;
          passed_d    = 1'b0;
        end
      end
      PUSH: begin
        if (mem_ready_i) begin
          state_d = (LATE == 2) ? WRITTEN : IDLE;
          more    = LATE != 2;
        end
      end
      READ: begin
        res_found_d = 1'b0;
        if (empty_q) begin
          state_d     = IDLE;
          res_valid_d = !(done_i && find_key_i == res_key_q) && !(over && about == res_key_q);
        end else if (mem_ready_i) begin
          state_d = WAIT;
        end
      end
      WAIT: begin
        if (mem_rvalid_i) begin
          at_d    = here ? at_q : at_q + ONE;
          state_d = !here ? READ : LAST;
          if (at_top) begin
            state_d     = IDLE;
            res_valid_d = 1'b1;
            res_found_d = here;
            less        = here;
          end
        end
      end
      LAST: if (mem_ready_i) state_d = LAST_WAIT;
      LAST_WAIT: if (mem_rvalid_i) state_d = MOVE;
      MOVE: begin
        if (mem_ready_i) begin
          state_d     = (LATE == 2) ? WRITTEN : IDLE;
          less        = LATE != 2;
          res_valid_d = LATE != 2;
          res_found_d = 1'b1;
        end
      end
      WRITTEN: begin
        state_d     = IDLE;
        more        = pushed_q;
        less        = !pushed_q;
        res_valid_d = !pushed_q || (res_valid_q && !res_take_i);
      end
      default: state_d = IDLE;
    endcase
    if (flush_q && idle) begin
      state_d     = IDLE;
      res_valid_d = 1'b0;
    end
  end

  // A key is remembered once, and not while it is searched for. It leaves its
  // place for a search or when its request is done; those behind it move up.
  wire searching = !idle && state_q != PUSH && !(state_q == WRITTEN && pushed_q);
  reg  [ASKERS-1:0] match;
  reg  leaves, place;
  integer a;
  always @* begin
    ask_valid_d = ask_valid_q;
    ask_d       = ask_q;
    leaves      = search;
    for (a = 0; a < ASKERS; a = a + 1) begin
      match[a] = ask_valid_q[a] && ask_q[a*ASK_W +: KEY_W] == about;
      leaves   = leaves || (over && match[a]);
      if (leaves) begin
        ask_valid_d[a] = 1'b0;
        if (a < ASKERS - 1) begin
          ask_valid_d[a]          = ask_valid_q[(a+1)%ASKERS];
          ask_d[a*ASK_W +: ASK_W] = ask_q[((a+1)%ASKERS)*ASK_W +: ASK_W];
        end
      end
    end
    place = ask && !(|match) && !((searching || (LATE != 0 && res_valid_q)) && about == res_key_q);
    for (a = 0; a < ASKERS; a = a + 1) begin
      if (place && !ask_valid_d[a]) begin
        ask_valid_d[a]            = 1'b1;
        ask_d[a*ASK_W +: ASK_W]   = {about_list, about};
        place                     = 1'b0;
      end
    end
  end

  always @(`CG_EDGE) begin
    if (rst_i) begin
      state_q     <= IDLE;
      some_q      <= {LISTS{1'b0}};
      all_q       <= {ADDR_W{1'b0}};
      res_valid_q <= 1'b0;
      res_found_q <= 1'b0;
      passed_q    <= 1'b0;
      ignored_q   <= 6'd0;
      worn_q      <= 1'b0;
      flush_q     <= 1'b0;
      ask_valid_q <= {ASKERS{1'b0}};
    end else begin
      state_q     <= state_d;
      if (flush_q && idle) begin
        some_q <= {LISTS{1'b0}};
        all_q  <= {ADDR_W{1'b0}};
      end else if (more || less) begin
        some_q[list_q] <= 1'b1;
        all_q          <= more ? all_q + ONE_ALL : all_q - ONE_ALL;
      end
      res_valid_q <= res_valid_d;
      res_found_q <= res_found_d;
      passed_q    <= passed_d && res_valid_d;
      if (!res_valid_q || start) begin
        ignored_q <= 6'd0;
        worn_q    <= 1'b0;
      end else if (ask && !worn_q) begin
        ignored_q <= ignored_q + 6'd1;
        worn_q    <= ignored_q == 6'd62;
      end
      flush_q     <= flush_i || (flush_q && !idle);
      ask_valid_q <= (flush_i || flush_q) ? {ASKERS{1'b0}} : ask_valid_d;
    end
  end

  always @(posedge clk_i) begin
    at_q <= at_d;
    if (search || ask || over) ask_q <= ask_d;
    if (more || less) count_q[list_q] <= more ? count + ONE : top;
    if (give) list_q <= res_list_q;
    else if (search) list_q <= ask_list;
    else if (LATE != 0 ? idle : push) list_q <= push_list_i;
    if (search) {res_list_q, res_key_q} <= {ask_list, ask_key};
    if (search) empty_q <= ask_count == NONE;
    if (state_q == WAIT && mem_rvalid_i) res_ent_q <= mem_rdata_i[KEY_W +: ENT_W];
    if (give) word_q <= {res_ent_q, res_key_q};
    else if (LATE != 0 ? idle : push) word_q <= {push_ent_i, push_key_i};
    else if (state_q == LAST_WAIT && mem_rvalid_i) word_q <= mem_rdata_i;
  end

  // The place of an entry in the result is not given away.
  wire [AT_W-1:0] push_count = some_q[push_list_i] ? count_q[push_list_i] : NONE;
  wire            kept       = holds && res_list_q == push_list_i;
  wire [AT_W-1:0] find_count = some_q[find_list_i] ? count_q[find_list_i] : NONE;

  wire [AT_W-1:0] next_count = some_q[next_list_i] ? count_q[next_list_i] : NONE;

  wire room;  // in the list of push_list_i
  generate
    if (LATE != 2) begin : g_room_now
      assign soon = 1'b1;
      assign room = push_count != FULL && !(kept && push_count + ONE == FULL);
      assign rests = idle && !(LATE == 1 && start);
    end else begin : g_room_before
      reg  soon_q, full_q, last_q, rests_q;
      wire mine = list_q == next_list_i;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          soon_q  <= 1'b0;
          rests_q <= 1'b1;
        end else begin
          soon_q  <= ready;
          rests_q <= idle && !push_i && !ready;
        end
      end
      always @(posedge clk_i) begin
        full_q <= !flush_q && (next_count == FULL || (more && mine && next_count + ONE == FULL));
        last_q <= next_count + ONE == FULL
                  || (mine && (more ? next_count + ONE + ONE == FULL : less && next_count == FULL));
      end
      assign soon = soon_q;
      assign rests = rests_q;
      assign room = !full_q && !(holds && last_q);
      wire unused_count = &{1'b0, push_count, kept};
    end
  endgenerate

  assign ready_o      = !flush_q;
  assign put_ready_o  = rests;
  assign push_ready_o = put_ready_o && room;
  assign none_o       = find_count == NONE && !(writes && list_q == find_list_i);
  assign next_none_o  = next_count == NONE && !(writes && list_q == next_list_i);
  assign writes_o     = writes;
  assign res_valid_o  = res_valid_q;
  assign res_key_o    = res_key_q;
  assign res_found_o  = res_found_q;
  assign res_ent_o    = res_ent_q;
  assign due_o        = res_valid_q && !given;
  assign mem_valid_o  = state_q == PUSH || (state_q == READ && !empty_q) || state_q == LAST || state_q == MOVE;
  assign mem_we_o     = state_q == PUSH || state_q == MOVE;
  assign mem_wdata_o  = word_q;
  assign count_o      = all_q;

  wire [AT_W-1:0] place_at = (state_q == PUSH) ? count : (state_q == LAST) ? top : at_q;
  generate
    if (LISTS > 1) begin : g_lists
      assign mem_addr_o = {place_at, list_q};
    end else begin : g_list
      assign mem_addr_o = place_at;
    end
  endgenerate

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (rst_i) begin
    end else if (push_i && !(res_take_i && holds ? put_ready_o : push_ready_o)) begin
      $display("ERROR: cg_overflow_list: push without push_ready_o");
      $finish;
    end else if ((res_take_i || res_pass_i) && !res_valid_q) begin
      $display("ERROR: cg_overflow_list: there is no result");
      $finish;
    end else if (LATE != 0 && res_take_i && holds && !put_ready_o) begin
      $display("ERROR: cg_overflow_list: an entry is taken that goes back to its list");
      $finish;
    end
  end
`endif
`endif

`ifdef COHGEN_CHECKS
`ifdef __ICARUS__
`define CG_NAME(name)
`else
`define CG_NAME(name) name:
`endif
// verilator lint_off CMPCONST
  always @(`CG_EDGE) if (!rst_i) begin
    // a push has room
    `CG_NAME(overflow_push) assert (!(push_i) || (res_take_i && holds ? put_ready_o : push_ready_o));
    `CG_NAME(overflow_result) assert (!(res_take_i || res_pass_i) || (res_valid_q));  // a result that is used is there
    // an entry that goes back to its list is not taken
    `CG_NAME(overflow_entry) assert (!(LATE != 0 && res_take_i && holds) || (put_ready_o));
    // the memory answers reads only
    `CG_NAME(overflow_answer) assert (!(mem_rvalid_i) || (state_q == WAIT || state_q == LAST_WAIT));
`ifdef FORMAL
    overflow_push_reached: cover (push_i);
    overflow_result_reached: cover (res_take_i || res_pass_i);
    overflow_answer_reached: cover (mem_rvalid_i);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
