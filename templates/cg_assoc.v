// Set-associative store of entries with a replacement hint, one operation per
// cycle, pipeline of STAGES + 1 stages, S0 to T.
//
// After reset the store clears itself: ready_o is low for SETS cycles, and no
// read may be started before it is high.
// S0: rd_i with rd_set_i, rd_tag_i starts a look-up, every cycle if wanted.
// T, exactly STAGES cycles later (outputs are meaningless in other cycles):
//   hit_o        the tag is present; ent_o its entry (all zero on a miss)
//   way_o        the way that hit; on a miss the lowest free way if free_o
//   way_valid_o, way_ent_o   all ways of the set (entries of invalid ways: any)
//   vclass_i     combinational from way_ent_o, per way: 0 may not leave,
//                1 may leave, 2 better to leave, 3 best to leave
//   victim_*     the valid way with the highest class above 0, not recently
//                used ones first, then the lowest index
// T, same cycle, never refused:
//   upd_i        writes way_o: with upd_keep_i the entry becomes upd_ent_i
//                under T's tag, without it the way becomes invalid. Illegal
//                when the look-up missed and free_o is low.
//   touch_i      marks way_o recently used if it is valid afterwards; if all
//                valid ways would be marked, the others are unmarked.
// T sees every update of earlier cycles (forwarded). With STAGES 2 the tags are
// compared in the cycle before T, and all that T shows comes from registers but
// for the choice among the ways. With STAGES 3 hit_o, ent_o, way_valid_o and
// way_ent_o are shown, and vclass_i is taken, in the cycle before T, all from
// registers, while the operation before is in T. They are what that one has found:
//   stale_o      it writes the set that is shown: in the next cycle T may neither
//                update nor touch, and has to be looked up again
// and of what is shown users may note something a cycle before (zeros else):
//   look_ent_o   entries of all ways of the set that is shown next (invalid: any)
//   note_i       combinational from it, per way: NOTE_W bits about that entry;
//                note_upd_i about upd_ent_i, note_none_i about all zeros
//   note_o       with ent_o, what was noted of it
//
// STAGES 1 to 3
// SETS, WAYS   >= 1; a set index stays below SETS
// TAG_W, ENT_W, NOTE_W   bits of a tag, of an entry, of a note, >= 1
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_assoc #(
    parameter integer SETS  = 16,
    parameter integer WAYS  = 2,
    parameter integer TAG_W = 8,
    parameter integer ENT_W = 8,
    parameter integer STAGES = 1,
    parameter integer NOTE_W = 1,
    parameter integer SET_W = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer WAY_W = (WAYS > 1) ? $clog2(WAYS) : 1   // derived
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    output wire                  ready_o,
    // S0
    input  wire                  rd_i,
    input  wire [SET_W-1:0]      rd_set_i,
    input  wire [TAG_W-1:0]      rd_tag_i,
    // T
    output wire [SET_W-1:0]      set_o,
    output wire [TAG_W-1:0]      tag_o,
    output wire                  hit_o,
    output wire [WAY_W-1:0]      way_o,
    output wire                  free_o,
    output wire [ENT_W-1:0]      ent_o,
    output wire [WAYS*ENT_W-1:0] look_ent_o,
    input  wire [WAYS*NOTE_W-1:0] note_i,
    input  wire [NOTE_W-1:0]     note_none_i,
    input  wire [NOTE_W-1:0]     note_upd_i,
    output wire [NOTE_W-1:0]     note_o,
    output wire [WAYS-1:0]       way_valid_o,
    output wire [WAYS*ENT_W-1:0] way_ent_o,
    input  wire [WAYS*2-1:0]     vclass_i,
    output wire                  victim_ok_o,
    output wire [WAY_W-1:0]      victim_way_o,
    output wire [TAG_W-1:0]      victim_tag_o,
    output wire                  stale_o,
    input  wire                  upd_i,
    input  wire                  upd_keep_i,
    input  wire [ENT_W-1:0]      upd_ent_i,
    input  wire                  touch_i
);
  // A memory per way holds entry, tag and valid bit, and is written only for that way; another one holds the used bits.
  localparam integer CELL_W = ENT_W + TAG_W + 1;
  localparam integer TOP    = SETS - 1;
  localparam [SET_W-1:0] LAST    = TOP[SET_W-1:0];
  localparam [SET_W-1:0] SET_ONE = 1;
  localparam [WAYS-1:0]  NONE    = 0;
  localparam [WAYS-1:0]  WAY_ONE = 1;

  generate
    if (SETS < 1 || WAYS < 1 || TAG_W < 1 || ENT_W < 1 || NOTE_W < 1 || STAGES < 1 || STAGES > 3) begin : g_illegal
      cg_error_assoc_sizes_must_be_at_least_1 u_error ();
    end
  endgenerate

  // Clearing after reset, one set per cycle.
  reg             ready_q;
  reg [SET_W-1:0] clear_q;
  // What is shown: T, with STAGES 3 the cycle before it.
  reg             t_valid_q;
  reg [SET_W-1:0] set_q;
  reg [TAG_W-1:0] tag_q;
  wire            fwd_used;     // the used bits come from the last write
  reg [WAYS-1:0]  used_fwd_q;
  // What is shown next.
  wire             look;
  wire [SET_W-1:0] look_set;
  wire [TAG_W-1:0] look_tag;

  wire [WAYS-1:0]       used_mem;
  wire [WAYS-1:0]       used_read = fwd_used ? used_fwd_q : used_mem;
  wire [WAYS-1:0]       used;
  wire [WAYS-1:0]       valid, match;
  wire [WAYS*TAG_W-1:0] tags;
  wire [WAYS*ENT_W-1:0] ents, were;

  // What T writes: where it has found what.
  wire                  op_valid;
  wire [SET_W-1:0]      op_set;
  wire [TAG_W-1:0]      op_tag;
  wire [WAYS-1:0]       op_ways, op_match, op_used;
  wire [WAYS*TAG_W-1:0] op_tags;
  wire [WAYS*2-1:0]     op_class;
  wire                  op_hit = |op_match;
  wire                  op_free;  // some way is

  // Look-up
  wire [WAYS-1:0] unused_way = ~op_ways;
  reg [WAY_W-1:0] hit_way, free_way;
  reg [ENT_W-1:0] hit_ent;
  integer i;
  always @* begin
    hit_way  = {WAY_W{1'b0}};
    free_way = {WAY_W{1'b0}};
    hit_ent  = {ENT_W{1'b0}};
    for (i = WAYS - 1; i >= 0; i = i - 1) begin
      if (op_match[i]) hit_way = hit_way | i[WAY_W-1:0];
      if (match[i]) hit_ent = hit_ent | ents[i*ENT_W +: ENT_W];
      if (unused_way[i]) free_way = i[WAY_W-1:0];
    end
  end

  assign ready_o     = ready_q;
  assign set_o       = op_set;
  assign tag_o       = op_tag;
  assign way_o       = op_hit ? hit_way : free_way;
  assign free_o      = op_free;
  assign way_valid_o = valid;
  assign way_ent_o   = ents;
  assign look_ent_o  = were;

  // Victim: the first of six rank masks (class 3 unused, class 3 used, class 2
  // unused, ...) that is not empty, then its lowest way.
  reg [WAYS-1:0]  class_hi, class_lo, best, cand;
  reg [WAY_W-1:0] victim_way;
  reg [TAG_W-1:0] victim_tag;
  integer w;
  always @* begin
    class_hi   = NONE;
    class_lo   = NONE;
    best       = NONE;
    cand       = NONE;
    victim_way = {WAY_W{1'b0}};
    victim_tag = {TAG_W{1'b0}};
    w          = 0;
    if (op_valid) begin
      for (w = 0; w < WAYS; w = w + 1) begin
        class_hi[w] = op_ways[w] && op_class[2*w+1];
        class_lo[w] = op_ways[w] && op_class[2*w];
      end
      best = |(class_hi & class_lo) ? class_hi & class_lo : |class_hi ? class_hi : class_lo;
      cand = |(best & ~op_used) ? best & ~op_used : best;
      cand = cand & (~cand + WAY_ONE);
      for (w = WAYS - 1; w >= 0; w = w - 1) begin
        if (cand[w]) victim_way = w[WAY_W-1:0];
        if (cand[w]) victim_tag = op_tags[w*TAG_W +: TAG_W];
      end
    end
  end

  assign victim_ok_o  = |cand;
  assign victim_way_o = victim_way;
  assign victim_tag_o = victim_tag;

  // What this operation writes: the cell of its way, and the used bits.
  wire             op   = op_valid && (upd_i || touch_i);
  wire [WAYS-1:0]  free_sel = unused_way & (~unused_way + WAY_ONE);
  wire [WAYS-1:0]  sel  = op_hit ? op_match : free_sel;
  wire [WAYS-1:0]  gone = upd_i ? sel : NONE;  // the way as it was
  wire             stays = upd_i ? upd_keep_i : op_hit;
  reg  [WAYS-1:0]  used_n;
  always @* begin
    used_n = op_used;
    if (op) begin
      used_n = op_used & (~gone | (upd_keep_i ? op_ways : NONE));
      if (touch_i && stays) begin
        used_n = used_n | sel;
        if (&(used_n | ~(op_ways | sel))) used_n = sel;
      end
    end
  end

  wire             again  = rd_i && rd_set_i == op_set;
  wire             used_we = !ready_q || op;
  wire [SET_W-1:0] waddr  = ready_q ? op_set : clear_q;
  assign stale_o = STAGES > 2 && op_valid && upd_i && op_set == set_q;
  // With two stages and more the set that is read, which S0 knows late, is compared with what was written, a cycle
  // later.
  wire             same_row;
  // With STAGES 3: what is found of the key that is shown next (were), and of the key in T there is what it writes.
  wire [WAYS-1:0]       found, found_after;

  genvar g;
  generate
    for (g = 0; g < WAYS; g = g + 1) begin : g_way
      wire               fwd;  // the cell comes from the last write
      reg  [CELL_W-1:0]  fwd_cell_q;
      wire [CELL_W-1:0]  mem_cell;
      wire [CELL_W-1:0]  here   = fwd ? fwd_cell_q : mem_cell;
      wire               we     = !ready_q || (op_valid && upd_i && sel[g]);
      wire [CELL_W-1:0]  cell_n = {upd_ent_i, op_tag, ready_q && upd_keep_i};

      wire [CELL_W-1:0]  in_t;

      assign valid[g]                = in_t[0];
      assign tags[g*TAG_W +: TAG_W]  = in_t[1 +: TAG_W];
      assign ents[g*ENT_W +: ENT_W]  = in_t[1 + TAG_W +: ENT_W];
      if (STAGES == 1) begin : g_same
        assign in_t     = here;
        assign match[g] = here[TAG_W:0] == {tag_q, 1'b1};
        assign found[g]       = match[g];
        assign found_after[g] = match[g];
        assign were[g*ENT_W +: ENT_W] = ents[g*ENT_W +: ENT_W];
      end else begin : g_next
        reg [CELL_W-1:0] cell_q;
        reg              match_q;
        // What T writes is what comes next. (Nothing is looked up while it is cleared.)
        wire             next_too = (STAGES == 2) ? we && look_set == op_set
                                                  : upd_i && op_valid && sel[g] && look_set == op_set;
        wire             same     = here[TAG_W:0] == {look_tag, 1'b1};
        wire             hit      = next_too ? look_tag == op_tag && upd_keep_i : same;
        always @(posedge clk_i) begin
          if (look) begin
            if (next_too) cell_q <= cell_n;
            else cell_q <= here;
            match_q <= hit;
          end
        end
        assign in_t     = cell_q;
        assign match[g] = match_q;
        assign found[g]       = same;
        assign found_after[g] = (sel[g] && look_set == op_set) ? look_tag == op_tag && upd_keep_i : same;
        assign were[g*ENT_W +: ENT_W] = here[1 + TAG_W +: ENT_W];
      end

      if (STAGES == 1) begin : g_fwd_one
        reg fwd_q;
        assign fwd = fwd_q;
        always @(posedge clk_i) begin
          if (rd_i) fwd_q <= we && again;
          if (we && again) fwd_cell_q <= cell_n;
        end
      end else begin : g_fwd
        reg we_q;
        assign fwd = we_q && same_row;
        always @(posedge clk_i) begin
          if (rd_i) we_q <= we;  // not in every cycle: it would move behind a clock gate that is shut
          if (we) fwd_cell_q <= cell_n;
        end
      end

      if (STAGES < 3) begin : g_cell
        cg_ram_1r1w #(
            .W     (CELL_W),
            .DEPTH (SETS),
            .AW    (SET_W)
        ) u_cell (
            .clk_i   (clk_i),
            .re_i    (rd_i),
            .raddr_i (rd_set_i),
            .rdata_o (mem_cell),
            .we_i    (we),
            .waddr_i (waddr),
            .wdata_i (cell_n)
        );
      end else begin : g_late_cell
        cg_ram_1r1w_late #(
            .W     (CELL_W),
            .DEPTH (SETS),
            .AW    (SET_W)
        ) u_cell (
            .clk_i   (clk_i),
            .re_i    (rd_i),
            .raddr_i (rd_set_i),
            .rdata_o (mem_cell),
            .we_i    (we),
            .waddr_i (waddr),
            .wdata_i (cell_n)
        );
      end
    end
  endgenerate

  generate
    if (STAGES == 1) begin : g_one
      assign look     = rd_i;
      assign look_set = rd_set_i;
      assign look_tag = rd_tag_i;
      assign used     = used_read;
      reg    fwd_used_q;
      assign fwd_used = fwd_used_q;
      assign same_row = again;
      wire   unused_row = &{1'b0, same_row};
      always @(posedge clk_i) begin
        if (rd_i) fwd_used_q <= used_we && again;
        if (used_we && again) used_fwd_q <= used_n;
      end
    end else begin : g_two
      reg             look_q;
      reg [SET_W-1:0] look_set_q;
      reg [TAG_W-1:0] look_tag_q;
      reg [WAYS-1:0]  used_q;
      reg [SET_W-1:0] wset_q;  // of what was written last
      reg             used_we_q;
      assign same_row = wset_q == look_set_q;
      assign fwd_used = used_we_q && same_row;
      always @(posedge clk_i) begin
        wset_q    <= op_set;
        if (rd_i) used_we_q <= used_we;
        if (used_we) used_fwd_q <= used_n;
      end
      wire unused_again = &{1'b0, again};
      assign look     = look_q;
      assign look_set = look_set_q;
      assign look_tag = look_tag_q;
      assign used     = used_q;
      always @(`CG_EDGE) begin
        if (rst_i) look_q <= 1'b0;
        else look_q <= rd_i;
      end
      always @(posedge clk_i) begin
        if (rd_i) begin
          look_set_q <= rd_set_i;
          look_tag_q <= rd_tag_i;
        end
        if (look) used_q <= (used_we && look_set == op_set) ? used_n : used_read;
      end
    end
    if (STAGES < 3) begin : g_at_once
      assign op_valid = t_valid_q;
      assign op_set   = set_q;
      assign op_tag   = tag_q;
      assign op_ways  = valid;
      assign op_match = match;
      assign op_used  = used;
      assign op_tags  = tags;
      assign op_class = vclass_i;
      assign op_free  = |unused_way;
      assign hit_o    = |match;
      assign ent_o    = hit_ent;
      assign note_o   = {NOTE_W{1'b0}};
      wire unused_were = &{1'b0, found, found_after, note_i, note_none_i, note_upd_i};
    end else begin : g_later
      reg                  op_valid_q;
      reg [SET_W-1:0]      op_set_q;
      reg [TAG_W-1:0]      op_tag_q;
      reg [WAYS-1:0]       op_ways_q, op_match_q, op_used_q;
      reg [WAYS*TAG_W-1:0] op_tags_q;
      reg [WAYS*2-1:0]     op_class_q;
      reg [ENT_W-1:0]      ent_q, was;
      reg                  hit_q, free_q;
      reg [NOTE_W-1:0]     note_q, noted;
      wire                 ours = upd_i && op_valid && op_set == look_set && op_tag == look_tag;
      integer y;
      always @* begin
        was = {ENT_W{1'b0}};
        noted = |found ? {NOTE_W{1'b0}} : note_none_i;
        for (y = 0; y < WAYS; y = y + 1) begin
          if (found[y]) was = was | were[y*ENT_W +: ENT_W];
          if (found[y]) noted = noted | note_i[y*NOTE_W +: NOTE_W];
        end
      end
      assign op_valid = op_valid_q;
      assign op_set   = op_set_q;
      assign op_tag   = op_tag_q;
      assign op_ways  = op_ways_q;
      assign op_match = op_match_q;
      assign op_used  = op_used_q;
      assign op_tags  = op_tags_q;
      assign op_class = op_class_q;
      assign op_free  = free_q;
      assign hit_o    = hit_q;
      assign ent_o    = ent_q;
      assign note_o   = note_q;
      always @(`CG_EDGE) begin
        if (rst_i) op_valid_q <= 1'b0;
        else op_valid_q <= t_valid_q;
      end
      always @(posedge clk_i) begin
        // Whether T writes is known last: both cases, then the choice.
        if (look) hit_q <= (upd_i && op_valid) ? |found_after : |found;
        if (look) ent_q <= !ours ? was : upd_keep_i ? upd_ent_i : {ENT_W{1'b0}};
        if (look) note_q <= !ours ? noted : upd_keep_i ? note_upd_i : note_none_i;
        if (t_valid_q) begin
          op_set_q   <= set_q;
          op_tag_q   <= tag_q;
          op_ways_q  <= valid;
          free_q     <= !(&valid);
          op_match_q <= match;
          op_used_q  <= (used_we && op_set_q == set_q) ? used_n : used;
          op_tags_q  <= tags;
          op_class_q <= vclass_i;
        end
      end
      wire unused_ent = &{1'b0, hit_ent};
    end
  endgenerate

  generate
    if (STAGES < 3) begin : g_used
      cg_ram_1r1w #(
          .W     (WAYS),
          .DEPTH (SETS),
          .AW    (SET_W)
      ) u_used (
          .clk_i   (clk_i),
          .re_i    (rd_i),
          .raddr_i (rd_set_i),
          .rdata_o (used_mem),
          .we_i    (used_we),
          .waddr_i (waddr),
          .wdata_i (ready_q ? used_n : NONE)
      );
    end else begin : g_late_used
      cg_ram_1r1w_late #(
          .W     (WAYS),
          .DEPTH (SETS),
          .AW    (SET_W)
      ) u_used (
          .clk_i   (clk_i),
          .re_i    (rd_i),
          .raddr_i (rd_set_i),
          .rdata_o (used_mem),
          .we_i    (used_we),
          .waddr_i (waddr),
          .wdata_i (ready_q ? used_n : NONE)
      );
    end
  endgenerate

  always @(`CG_EDGE) begin
    if (rst_i) begin
      ready_q   <= 1'b0;
      clear_q   <= {SET_W{1'b0}};
      t_valid_q <= 1'b0;
    end else begin
      t_valid_q <= look;
      if (!ready_q) begin
        ready_q <= clear_q == LAST;
        clear_q <= clear_q + SET_ONE;
      end
    end
  end

  always @(posedge clk_i) begin
    if (look) begin
      set_q <= look_set;
      tag_q <= look_tag;
    end
  end

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(`CG_EDGE) begin
    if (!rst_i) begin
      if (rd_i && !ready_q) begin
        $display("ERROR: cg_assoc: look-up before ready_o");
        $finish;
      end
      if (upd_i || touch_i) begin
        if (!op_valid) begin
          $display("ERROR: cg_assoc: update without a look-up");
          $finish;
        end else if (upd_i && !op_hit && !free_o) begin
          $display("ERROR: cg_assoc: update of a missing entry in a full set");
          $finish;
        end
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
    `CG_NAME(assoc_ready) assert (!(rd_i) || (ready_q));  // a look-up waits for the clearing
    `CG_NAME(assoc_set) assert (!(rd_i) || ({{(32 - SET_W){1'b0}}, rd_set_i} < SETS));  // a set that exists
    `CG_NAME(assoc_room) assert (!(op_valid && upd_i) || (op_hit || free_o));  // an update has a way
    `CG_NAME(assoc_look) assert (!(upd_i || touch_i) || (op_valid));  // an update follows a look-up
    // A walk also looks up what the key of an entry without one is: unknown in simulation, and no hit.
    if (t_valid_q && hit_o)
      `CG_NAME(assoc_one_way) assert ((match & (match - 1'b1)) == {WAYS{1'b0}});  // at most one way hits
`ifdef FORMAL
    assoc_ready_reached: cover (rd_i);
    assoc_set_reached: cover (rd_i);
    assoc_room_reached: cover (op_valid && upd_i);
    assoc_look_reached: cover (upd_i || touch_i);
    assoc_one_way_reached: cover (t_valid_q && hit_o);
`endif
  end
// verilator lint_on CMPCONST
`undef CG_NAME
`endif
endmodule
`undef CG_EDGE
