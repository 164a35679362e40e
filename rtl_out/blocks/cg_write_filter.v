// Bloom filters, one for each row: which lines have been inserted since the
// row was begun anew? A row is BITS bits in four parts; each part has a hash of
// its own and one bit of it for each line (a parallel Bloom filter).
//
// insert_i   insert line_i in row row_i; with first_i the row held nothing
//            before, whatever the memory has. Otherwise: may it be there?
// outcome_o  0: it may be there; 1: it is not there; 2: it was inserted
// tag_o      tag_i, as it was
// A row that nothing was inserted in with first_i holds anything.
// Handshake: valid/ready on both sides; what is offered stays until it is taken.
// Latency:   2.   Rate: one per cycle.  Order: as asked.
//
// ROWS   how many, 1 .. 2^ROW_W;  ROW_W  bits of a row's number;  LINE_W  bits of a line's (>= 1)
// BITS   of a row, 4 times a power of two, 4 .. 4096;  TAG_W  bits of the tag (>= 1)
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_write_filter #(
    parameter integer ROWS   = 48,
    parameter integer ROW_W  = 6,
    parameter integer LINE_W = 25,
    parameter integer BITS   = 1024,
    parameter integer TAG_W  = 8
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire              req_valid_i,
    output wire              req_ready_o,
    input  wire [ROW_W-1:0]  row_i,
    input  wire [LINE_W-1:0] line_i,
    input  wire              insert_i,
    input  wire              first_i,
    input  wire [TAG_W-1:0]  tag_i,
    output wire              ev_valid_o,
    input  wire              ev_ready_i,
    output wire [1:0]        outcome_o,
    output wire [TAG_W-1:0]  tag_o
);
  localparam integer PARTS  = 4;
  localparam integer PART   = BITS / PARTS;  // bits
  localparam integer PLACE_W = (PART > 1) ? $clog2(PART) : 1;

  generate
    if (ROWS < 1 || ROWS > (1 << ROW_W)) begin : g_illegal_rows
      cg_error_write_filter_rows_must_fit_their_number u_error ();
    end
    if (BITS < PARTS || BITS > 4096 || PART * PARTS != BITS || (1 << $clog2(PART)) != PART) begin : g_illegal
      cg_error_write_filter_bits_must_be_4_times_a_power_of_two u_error ();
    end
  endgenerate

  // The bits of a line: one in each part.
  wire [BITS-1:0] bits;
  genvar g;
  generate
    for (g = 0; g < PARTS; g = g + 1) begin : g_part
      wire [PLACE_W-1:0] place;
      cg_h3 #(.KEY_W(LINE_W), .ROWS(PART), .WAY(g), .SEED(32'd7)) u_hash (.key_i(line_i), .row_o(place));
      assign bits[g*PART +: PART] = {{(PART-1){1'b0}}, 1'b1} << place;
    end
  endgenerate

  // Second cycle: the row is here, it is looked at and written.
  reg             valid_q, insert_q, first_q;
  reg [ROW_W-1:0] row_q;
  reg [BITS-1:0]  bits_q;
  reg [TAG_W-1:0] tag_q;
  reg             same_q;  // the row is the one that was written when it was read
  reg [BITS-1:0]  last_q;  // what was written

  wire            room;
  wire            take = req_valid_i && req_ready_o;
  wire            done = valid_q && room;
  wire            put  = done && insert_q;
  wire [BITS-1:0] row_mem;
  wire [BITS-1:0] row_now = same_q ? last_q : row_mem;
  wire [BITS-1:0] row_new = first_q ? bits_q : row_now | bits_q;
  wire            miss    = |(bits_q & ~row_now);

  assign req_ready_o = !valid_q || room;

  cg_ram_1r1w #(.W(BITS), .DEPTH(ROWS), .AW(ROW_W)) u_rows (
      .clk_i(clk_i), .re_i(take), .raddr_i(row_i), .rdata_o(row_mem),
      .we_i(put), .waddr_i(row_q), .wdata_i(row_new));

  cg_skid #(.W(2 + TAG_W)) u_answer (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(valid_q), .push_ready_o(room), .push_data_i({tag_q, insert_q, !insert_q && miss}),
      .pop_valid_o(ev_valid_o), .pop_ready_i(ev_ready_i), .pop_data_o({tag_o, outcome_o}));

  always @(`CG_EDGE) begin
    if (rst_i) valid_q <= 1'b0;
    else if (take) valid_q <= 1'b1;
    else if (done) valid_q <= 1'b0;
  end

  always @(posedge clk_i) begin
    if (take) begin
      row_q    <= row_i;
      insert_q <= insert_i;
      first_q  <= first_i;
      bits_q   <= bits;
      tag_q    <= tag_i;
      same_q   <= put && row_q == row_i;
    end
    if (put) last_q <= row_new;
  end
endmodule
`undef CG_EDGE
