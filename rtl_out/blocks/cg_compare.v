// Comparison of the words of two lines, pair by pair: where is the new one less or equal?
//
// Word i is bits 32*i +: 32, without sign. It counts if its four bits of mask_i are set.
// outcome_o   0: some word that counts is less or equal in new_i; 1: none is.
// result_o    the bytes of these words.
// tag_o       tag_i, as it was.
// Handshake: valid/ready on both sides; what is offered stays until it is taken.
// Latency:   1.   Rate: one comparison per cycle.  Order: as asked.
// Parameters: WORDS words of a line (>= 1), TAG_W bits of the tag (>= 1).
module cg_compare #(
    parameter integer WORDS = 32,
    parameter integer TAG_W = 8
) (
    input  wire                clk_i,
    input  wire                rst_i,
    input  wire                req_valid_i,
    output wire                req_ready_o,
    input  wire [32*WORDS-1:0] old_i,
    input  wire [32*WORDS-1:0] new_i,
    input  wire [4*WORDS-1:0]  mask_i,
    input  wire [TAG_W-1:0]    tag_i,
    output wire                ev_valid_o,
    input  wire                ev_ready_i,
    output wire                outcome_o,
    output wire [4*WORDS-1:0]  result_o,
    output wire [TAG_W-1:0]    tag_o
);
  generate
    if (WORDS < 1 || TAG_W < 1) begin : g_illegal
      cg_error_compare_needs_words_and_a_tag u_error ();
    end
  endgenerate

  wire [WORDS-1:0]   less;
  wire [4*WORDS-1:0] result;

  genvar g;
  generate
    for (g = 0; g < WORDS; g = g + 1) begin : g_word
      assign less[g] = (&mask_i[4*g +: 4]) && (new_i[32*g +: 32] <= old_i[32*g +: 32]);
      assign result[4*g +: 4] = {4{less[g]}};
    end
  endgenerate

  cg_skid #(.W(4 * WORDS + TAG_W)) u_answer (
      .clk_i(clk_i), .rst_i(rst_i),
      .push_valid_i(req_valid_i), .push_ready_o(req_ready_o), .push_data_i({tag_i, result}),
      .pop_valid_o(ev_valid_o), .pop_ready_i(ev_ready_i), .pop_data_o({tag_o, result_o}));

  assign outcome_o = !(|result_o);
endmodule
