// Entries by key in a ring: places are given out one after the other, at the tail,
// and are free again from the oldest entry on. An entry that is done before older
// ones leaves its place taken until these are done too.
//
// T stage, look-up (combinational from key_i):
//   hit_o, idx_o   the entry of the key; on a miss idx_o is the place that an
//                  allocation would take;  fld_o its fields (zero on a miss)
//   armed_o        as hit_o
//   first_o        the entry of the key is the oldest
//   room_o         hit, or the place at the tail is free
// T stage, operations in the same cycle when op_i is high:
//   alloc_i   miss: take the place at the tail. Hit: it stays where it is
//   fld_i     is written on every op_i with a hit or alloc_i
//   done_i    the entry is over. If it was the oldest, the next one that is in
//             use is from the next cycle on; an entry that is allocated and done
//             at once takes no place
// Whole state:
//   head_o    the place of the oldest entry; idle_o: there is none
//   count_o   entries in use;  places_o: from the oldest to the tail
//
// ENTRIES, KEY_W, FLD_W  >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_ring #(
    parameter integer ENTRIES = 4,
    parameter integer KEY_W   = 8,
    parameter integer FLD_W   = 8,
    parameter integer IW      = (ENTRIES > 1) ? $clog2(ENTRIES) : 1 // derived
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    // T: look-up
    input  wire [KEY_W-1:0]             key_i,
    output wire                         hit_o,
    output wire [IW-1:0]                idx_o,
    output wire [FLD_W-1:0]             fld_o,
    output wire                         armed_o,
    output wire                         first_o,
    output wire                         room_o,
    // T: operations
    input  wire                         op_i,
    input  wire                         alloc_i,
    input  wire [FLD_W-1:0]             fld_i,
    input  wire                         done_i,
    // the ring
    output wire [IW-1:0]                head_o,
    output wire [$clog2(ENTRIES+1)-1:0] count_o,
    output wire [$clog2(ENTRIES+1)-1:0] places_o,
    output wire                         idle_o
);
  localparam integer      EW      = $clog2(ENTRIES + 1);
  localparam [EW-1:0]     ALL     = ENTRIES[EW-1:0];
  localparam [EW-1:0]     E_ONE   = 1;
  localparam integer      LAST_I  = ENTRIES - 1;
  localparam [IW-1:0]     LAST    = LAST_I[IW-1:0];
  localparam [IW-1:0]     I_ONE   = 1;

  generate
    if (ENTRIES < 1 || KEY_W < 1 || FLD_W < 1) begin : g_illegal
      cg_error_ring_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  reg [ENTRIES-1:0] valid_q;
  reg [KEY_W-1:0]   keys_q [0:ENTRIES-1];
  reg [FLD_W-1:0]   fld_q  [0:ENTRIES-1];
  reg [IW-1:0]      head_q, tail_q;        // the oldest entry, or with none the tail; the next place
  reg [EW-1:0]      places_q, count_q;

  // Look-up
  wire [ENTRIES-1:0] match;
  reg  [IW-1:0]      hit_idx;
  genvar e;
  generate
    for (e = 0; e < ENTRIES; e = e + 1) begin : g_entry
      assign match[e] = valid_q[e] && keys_q[e] == key_i;
    end
  endgenerate
  integer i;
  always @* begin
    hit_idx = {IW{1'b0}};
    for (i = 0; i < ENTRIES; i = i + 1) if (match[i]) hit_idx = hit_idx | i[IW-1:0];
  end
  assign hit_o    = |match;
  assign idx_o    = hit_o ? hit_idx : tail_q;
  assign fld_o    = hit_o ? fld_q[hit_idx] : {FLD_W{1'b0}};
  assign armed_o  = hit_o;
  assign first_o  = hit_o && hit_idx == head_q;
  assign room_o   = hit_o || places_q != ALL;
  assign head_o   = head_q;
  assign count_o  = count_q;
  assign places_o = places_q;
  assign idle_o   = !(|valid_q);

  wire op_ok = op_i && (hit_o || (alloc_i && room_o));
  wire takes = op_ok && !hit_o && !done_i;
  wire frees = op_ok && hit_o && done_i;
  wire turns = frees && first_o;           // the head moves on

  // The oldest entry behind the head: the first one after its place, else the first one of all; with none the tail.
  reg           later_ok, first_ok;
  reg  [IW-1:0] later, first;
  integer n;
  always @* begin
    later_ok = 1'b0;
    first_ok = 1'b0;
    later    = {IW{1'b0}};
    first    = {IW{1'b0}};
    n        = 0;
    if (turns) begin
      for (n = ENTRIES - 1; n >= 0; n = n - 1) begin
        if (valid_q[n] && n[IW-1:0] != head_q) begin
          first    = n[IW-1:0];
          first_ok = 1'b1;
          if (n[IW-1:0] > head_q) begin
            later    = n[IW-1:0];
            later_ok = 1'b1;
          end
        end
      end
    end
  end
  wire [IW-1:0] next  = later_ok ? later : first_ok ? first : tail_q;
  // Places from there to the tail, of which one at least is taken.
  wire [IW:0]   ahead = (tail_q > next) ? {1'b0, tail_q} - {1'b0, next}
                                        : {1'b0, LAST} - {1'b0, next} + {1'b0, tail_q} + {{IW{1'b0}}, 1'b1};

  wire          unused_ahead = &{1'b0, ahead[IW]};

  always @(`CG_EDGE) begin
    if (rst_i) begin
      valid_q  <= {ENTRIES{1'b0}};
      head_q   <= {IW{1'b0}};
      tail_q   <= {IW{1'b0}};
      places_q <= {EW{1'b0}};
      count_q  <= {EW{1'b0}};
    end else if (takes) begin
      valid_q[tail_q] <= 1'b1;
      tail_q          <= (tail_q == LAST) ? {IW{1'b0}} : tail_q + I_ONE;
      places_q        <= places_q + E_ONE;
      count_q         <= count_q + E_ONE;
    end else if (frees) begin
      valid_q[hit_idx] <= 1'b0;
      count_q          <= count_q - E_ONE;
      if (turns) begin
        head_q   <= next;
        places_q <= (count_q == E_ONE) ? {EW{1'b0}} : ahead[EW-1:0];
      end
    end
  end

  always @(posedge clk_i) begin
    if (takes) keys_q[tail_q] <= key_i;
    if (op_ok && !frees) fld_q[idx_o] <= fld_i;
  end

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (!rst_i) begin
      if (op_i && !op_ok) begin
        $display("ERROR: cg_ring: operation without an entry");
        $finish;
      end
      if ((count_q == {EW{1'b0}}) != !(|valid_q) || (count_q != {EW{1'b0}} && !valid_q[head_q])
          || count_q > places_q) begin
        $display("ERROR: cg_ring: the head is not the oldest entry");
        $finish;
      end
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
    `CG_NAME(ring_entry) assert (!(op_i) || (op_ok));  // an operation has an entry
    `CG_NAME(ring_head) assert (!(|valid_q) || (valid_q[head_q]));  // the head is an entry
    // the head of an empty ring is its tail
    `CG_NAME(ring_empty) assert (|valid_q || (head_q == tail_q && places_q == {EW{1'b0}} && count_q == {EW{1'b0}}));
    `CG_NAME(ring_count) assert (count_q <= places_q && places_q <= ALL);  // never more places than there are
    `CG_NAME(ring_tail) assert (!(places_q != ALL) || (!valid_q[tail_q]));  // the next place is free if one is
    `CG_NAME(ring_unique) assert (!(hit_o) || ((match & (match - 1'b1)) == {ENTRIES{1'b0}}));  // a key is in one entry
`ifdef FORMAL
    ring_entry_reached: cover (op_i);
    ring_head_reached: cover (|valid_q);
    ring_empty_reached: cover (!(|valid_q));
    ring_full_reached: cover (places_q == ALL);
    ring_turns_reached: cover (turns);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
