// Proves for one freely chosen key, with two maxima or a small filter as
// approximate table and a memory of any speed: a look-up that is not put off says whether the key is
// tracked and returns its entry, wherever that lies; a locked entry is never
// lost; a key that is not tracked reads bounds not below what it had when its entry
// left, or than bounds it read before. An entry that is removed is not tracked any
// more and leaves nothing in the bounds. A flush forgets all of it. Entries are one
// own bit (locked) and one field.
module cg_meta_table_fv #(
    parameter integer WAYS  = 1,
    parameter integer ROWS  = 1,
    parameter integer STASH = 1,
    parameter integer KEY_W = 2,
    parameter integer MEM_W = 1,  // a list holds up to 2^MEM_W / LISTS - 1 entries
    parameter integer LISTS = 1,
    parameter integer ASKERS = 1,
    parameter integer FILTER_ROWS = 0,  // of one way; 0: two maxima
    parameter integer FLUSH = 0,        // 1: it is flushed at any time
    parameter integer STAGES = 1
) (
    input wire             clk_i,
    input wire             rst_i,
    input wire             flush_i,
    input wire             rd_i,
    input wire [KEY_W-1:0] rd_key_i,
    input wire             bg_grant_i,
    input wire             live_i,
    input wire             fire_i,
    input wire             upd_i,
    input wire             upd_keep_i,
    input wire [1:0]       upd_ent_i,
    input wire             mem_ready_i,
    input wire             answer_i
);
  localparam integer PLACES = WAYS + STASH;
  localparam integer CNT_W  = $clog2(WAYS * ROWS + STASH + 1);
  localparam integer WORD_W = KEY_W + 2;
  wire                      ready, want, urgent, seen_hit, seen_stale, room, put_off, mem_valid, mem_we, spill;
  wire [KEY_W-1:0]          key;
  wire [1:0]                seen_ent;
  wire [PLACES-1:0]         place_valid;
  wire [PLACES*2-1:0]       place_ent;
  reg  [PLACES*2-1:0]       vclass;
  wire [MEM_W-1:0]          mem_addr, overflow;
  wire [WORD_W-1:0]         mem_wdata;
  wire [CNT_W-1:0]          count;
  wire [$clog2(STASH+1)-1:0] stash;
  integer v;
  always @* for (v = 0; v < PLACES; v = v + 1) vclass[2*v +: 2] = {1'b0, !place_ent[2*v + 1]};

  // Memory of the list, one read open.
  localparam integer WORDS = 1 << MEM_W;
  reg               open_q;
  reg  [MEM_W-1:0]  at_q;
  reg  [WORD_W-1:0] memory [0:WORDS-1];
  wire [WORD_W-1:0] word   = memory[at_q];
  wire              rvalid = open_q && answer_i;
  wire              access = mem_valid && mem_ready_i;
  always @(posedge clk_i) begin
    if (rst_i) open_q <= 1'b0;
    else open_q <= (open_q && !rvalid) || (access && !mem_we);
    if (access && !mem_we) at_q <= mem_addr;
    if (access && mem_we) memory[mem_addr] <= mem_wdata;
  end

  // With STAGES 3 as T has it what was shown in the cycle before.
  reg        hit_q, stale_q;
  reg  [1:0] ent_q;
  always @(posedge clk_i) {hit_q, stale_q, ent_q} <= {seen_hit, seen_stale, seen_ent};
  wire       hit   = STAGES == 3 ? hit_q : seen_hit;
  wire [1:0] ent   = STAGES == 3 ? ent_q : seen_ent;
  wire       stale = STAGES == 3 && stale_q;
  wire       later = put_off || stale;

  cg_meta_table #(
      .WAYS(WAYS), .ROWS(ROWS), .STASH(STASH), .KEY_W(KEY_W), .OWN_W(1), .FIELDS(1), .TS_W(1),
      .FILTER_WAYS(1), .FILTER_ROWS(FILTER_ROWS), .MEM_ADDR_W(MEM_W), .MEM_LISTS(LISTS), .ASKERS(ASKERS), .KICKS(1),
      .STAGES(STAGES)
  ) u_dut (
      .clk_i(clk_i), .rst_i(rst_i), .flush_i(flush_i), .ready_o(ready), .rd_i(rd_i), .rd_key_i(rd_key_i), 
      .rd_keys_i(rd_key_i), .rd_pick_i(1'b1),
      .bg_want_o(want), .bg_urgent_o(urgent), .bg_grant_i(bg_grant_i),
      .live_i(live_i && !stale), .key_o(key), .hit_o(seen_hit), .ent_o(seen_ent), .room_o(room), .later_o(put_off),
      .stale_o(seen_stale),
      .place_valid_o(place_valid), .place_ent_o(place_ent), .vclass_i(vclass),
      .fire_i(fire_i), .upd_i(upd_i), .upd_keep_i(upd_keep_i), .upd_ent_i(upd_ent_i),
      .mem_valid_o(mem_valid), .mem_ready_i(mem_ready_i), .mem_we_o(mem_we), .mem_addr_o(mem_addr),
      .mem_wdata_o(mem_wdata),
      .mem_rvalid_i(rvalid), .mem_rdata_i(word),
      .count_o(count), .stash_o(stash), .overflow_o(overflow), .spill_o(spill));

  reg init_q = 1'b1;
  reg look_q, rd_q, op_q;  // a look-up one cycle ago, two, and three
  wire t_q = STAGES == 1 ? look_q : STAGES == 2 ? rd_q : op_q;
  always @(posedge clk_i) begin
    init_q <= 1'b0;
    look_q <= rd_i && !rst_i && (STAGES != 1 || !flush_i);
    rd_q   <= look_q && !rst_i;
    op_q   <= rd_q && !rst_i;
  end

  (* anyconst *) reg [KEY_W-1:0] c_key;
  wire ours = t_q && live_i && key == c_key && !later;
  wire mine = ours && fire_i && upd_i && upd_keep_i;
  wire drop = ours && fire_i && upd_i && !upd_keep_i;
  always @* begin
    if (init_q) assume (rst_i);
    if (!init_q) assume (!rst_i);
    if (FLUSH == 0) assume (!flush_i);
    if (!ready) assume (!rd_i && !bg_grant_i);
    assume (!rd_i || !bg_grant_i);
    if (!t_q || !live_i || later) assume (!fire_i);
    if (!fire_i || (!room && upd_keep_i)) assume (!upd_i);
    if (mine && ent[0]) assume (upd_ent_i[0]);  // fields do not fall
  end

  reg locked_q, most_q, ever_q;
  reg floor_q;           // bounds that it has read
  reg list_q, removed_q; // its entry went to the list when it was last fired; it was removed from there since
  reg flushed_q, spilled_q;  // the list was flushed while it held something; since then it was used
  always @(posedge clk_i) begin
    if (rst_i) begin
      flushed_q <= 1'b0;
      spilled_q <= 1'b0;
    end else begin
      if (flush_i && overflow != 0) flushed_q <= 1'b1;
      if (flush_i) spilled_q <= 1'b0;
      else if (mine && spill) spilled_q <= 1'b1;
    end
    if (rst_i || flush_i) begin  // forgets what is updated in this cycle, too
      locked_q  <= 1'b0;
      most_q    <= 1'b0;
      ever_q    <= 1'b0;
      floor_q   <= 1'b0;
      list_q    <= 1'b0;
      removed_q <= 1'b0;
    end else begin
      if (mine) begin
        locked_q <= upd_ent_i[1];
        most_q   <= upd_ent_i[0];
        ever_q   <= 1'b1;
      end else if (drop) begin
        locked_q <= 1'b0;
        most_q   <= floor_q || (!hit && ent[0]);
        ever_q   <= 1'b0;
      end
      if (ours && !hit && ent[0]) floor_q <= 1'b1;
      if (ours && fire_i) list_q <= spill;
      if (drop && list_q && hit) removed_q <= 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (!init_q && t_q) begin
      if (ours) assert (ent[1] == locked_q);
      if (ours && locked_q) assert (hit && ent[0] == most_q);
      if (ours && hit) assert (ever_q && ent[0] == most_q);
      if (ours && !hit) assert (ent[0] >= most_q);
      cover (ours && hit && overflow == WORDS - LISTS && count == WAYS * ROWS + STASH);
      cover (mine && spill && locked_q);
      cover (key == c_key && put_off && locked_q);
      if (STAGES == 3) cover (key == c_key && stale && locked_q);
      cover (ours && !hit && ever_q && overflow != 0);
      cover (ours && !hit && removed_q && !ever_q);
      cover (ours && hit && removed_q);
      if (FLUSH != 0) cover (ours && flushed_q && locked_q && spilled_q);
    end
  end
endmodule
