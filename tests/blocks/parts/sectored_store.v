// Direct-mapped store of sectors: SECTORS neighbouring keys share a tag, each has a valid bit and an entry.
// A look-up started in one cycle is answered in the next; updates of that cycle are seen by later ones.
// SETS, SECTORS powers of two, SECTORS >= 2.
module sectored_store #(
    parameter integer SETS    = 4,
    parameter integer SECTORS = 4,
    parameter integer KEY_W   = 12,
    parameter integer ENT_W   = 4,
    parameter integer SET_W   = (SETS > 1) ? $clog2(SETS) : 1,  // derived
    parameter integer SEC_W   = $clog2(SECTORS),                // derived
    parameter integer USED_W  = $clog2(SETS * SECTORS + 1)      // derived
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    output wire                     ready,
    input  wire                     look,
    input  wire [KEY_W-1:0]         look_key,
    input  wire                     walk,
    input  wire [SET_W-1:0]         walk_set,
    input  wire [SEC_W-1:0]         walk_sector,
    output wire                     hit,
    output wire [ENT_W-1:0]         ent,
    output wire                     room,
    output wire [$clog2(SETS*SECTORS)-1:0] loc,
    output wire [SECTORS-1:0]       held,
    output wire [SECTORS*ENT_W-1:0] entries,
    input  wire [2*SECTORS-1:0]     leave,
    output wire                     victim,
    output wire [KEY_W-1:0]         victim_key,
    input  wire                     put,
    input  wire                     keep,
    input  wire [ENT_W-1:0]         put_ent,
    output wire [USED_W-1:0]        used
);
  localparam integer LOW_W = $clog2(SETS) + SEC_W;
  localparam integer TAG_W = (KEY_W > LOW_W) ? KEY_W - LOW_W : 1;

  reg  [TAG_W-1:0]         tag_q [0:SETS-1];
  reg  [SECTORS*ENT_W-1:0] ent_q [0:SETS-1];
  reg  [SETS*SECTORS-1:0]  valid_q;
  reg  [USED_W-1:0]        used_q;
  reg  [KEY_W-1:0]         key_q;
  reg  [SET_W-1:0]         set_q;

  wire [SET_W+KEY_W-1:0] wide = {{SET_W{1'b0}}, look_key >> SEC_W};
  wire [SET_W-1:0]       set = (SETS > 1) ? wide[SET_W-1:0] : {SET_W{1'b0}};
  always @(posedge clk_i) if (look) begin
    key_q <= look_key;
    set_q <= walk ? walk_set : set;
  end

  wire [KEY_W-1:0] high = key_q >> LOW_W;
  wire [TAG_W-1:0] tag = high[TAG_W-1:0];
  wire [SEC_W-1:0] sector = key_q[SEC_W-1:0];
  wire             same = tag_q[set_q] == tag;
  wire             known = same && held[sector];

  assign ready   = 1'b1;
  assign held    = valid_q[set_q*SECTORS +: SECTORS];
  assign entries = ent_q[set_q];
  assign hit     = known;
  assign ent     = known ? entries[sector*ENT_W +: ENT_W] : {ENT_W{1'b0}};
  assign room    = same || held == {SECTORS{1'b0}};
  wire [SET_W+SEC_W-1:0] line = {set_q, sector};
  assign loc     = line[LOW_W-1:0];
  assign used    = used_q;

  // The sector that leaves: of a frame in the way the one that leaves most gladly, the first of equals; in a walk the
  // one named.
  reg             found;
  reg [SEC_W-1:0] first;
  reg [1:0]       best;
  integer i;
  always @* begin
    found = 1'b0;
    first = {SEC_W{1'b0}};
    best  = 2'd0;
    for (i = 0; i < SECTORS; i = i + 1)
      if (held[i] && leave[2*i +: 2] > best) begin
        found = 1'b1;
        first = i[SEC_W-1:0];
        best  = leave[2*i +: 2];
      end
  end
  wire [SEC_W-1:0] gone = walk ? walk_sector : first;
  wire [KEY_W+SET_W+SEC_W+TAG_W-1:0] frame_key = ({{(KEY_W + SET_W + SEC_W){1'b0}}, tag_q[set_q]} << LOW_W)
                                               | ((SETS > 1) ? {{(KEY_W + TAG_W + SEC_W){1'b0}}, set_q} << SEC_W :
                                                   {(KEY_W + SET_W + SEC_W + TAG_W){1'b0}});
  assign victim     = walk ? held[walk_sector] : found;
  assign victim_key = frame_key[KEY_W-1:0] | {{(KEY_W - SEC_W){1'b0}}, gone};
  wire unused = &{1'b0, line, wide, frame_key[KEY_W+SET_W+SEC_W+TAG_W-1:KEY_W], high, 1'b0};

  always @(posedge clk_i) begin
    if (rst_i) begin
      valid_q <= {SETS*SECTORS{1'b0}};
      used_q  <= {USED_W{1'b0}};
    end else if (put) begin
      valid_q[set_q*SECTORS + {{(32-SEC_W){1'b0}}, sector}] <= keep;
      if (keep && !known) used_q <= used_q + 1'b1;
      if (!keep && known) used_q <= used_q - 1'b1;
    end
  end
  always @(posedge clk_i) if (put && keep) begin
    tag_q[set_q] <= tag;
    ent_q[set_q][sector*ENT_W +: ENT_W] <= put_ent;
  end
endmodule
