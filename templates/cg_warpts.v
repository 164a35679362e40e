// The logical times (warpts) of a core's warps. The low ID_W bits of a time are
// the number of its warp in the whole machine, so that no two warps ever have
// the same; only the rest is stored. ID_W = 0: warps may have equal times.
//
// OWN_CLOCK = 0: an attempt begins at the latest time of the core, behind all that
// its warps were reported, and behind those of attempts that had to be followed
// by later ones.  1: each warp by itself goes on from its own time.
//
// Read (combinational):   rd_time_o of warp rd_warp_i; rd_over_o: it should be
//                         later than the last one there is, which it is instead.
//                         rd_new_i: it is in no attempt
// begin_i    warp rd_warp_i, in no attempt so far (rd_new_i), begins one at the time
//            that is read
// report_i   warp report_warp_i was refused; report_time_i stood in its way
// advance_i  the attempt of warp advance_warp_i is over, and the next must be later
//            (advance_new_i: it was in none). OWN_CLOCK = 1: the warp gets its time
//            of the next round, the times with equal upper bits, behind its present
//            one and all that were reported since its last advance, one in this
//            cycle included. There may be none: then rd_over_o is high for it, and
//            over_o, until clear_i. OWN_CLOCK = 0: the core's time goes behind it,
//            and with each report behind that, at once; over and rd_over_o are the
//            core's
// clear_i    warp clear_warp_i to its first time, nothing reported (wins over
//            others). OWN_CLOCK = 0: in its place the core, with clear_core_i
// Times read change in the next cycle. first_id_i: number of warp 0; constant.
//
// WARPS >= 1; TS_W > ID_W; ID_W = 0 or 2**ID_W >= all warps of the machine
`ifndef CG_EDGE
`define CG_EDGE posedge clk_i
`endif
module cg_warpts #(
    parameter integer WARPS     = 48,
    parameter integer TS_W      = 32,
    parameter integer ID_W      = 10,
    parameter integer OWN_CLOCK = 0,
    parameter integer WARP_W    = (WARPS > 1) ? $clog2(WARPS) : 1,  // derived
    parameter integer NUM_W     = (ID_W > 0) ? ID_W : 1             // derived
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire [NUM_W-1:0]  first_id_i,
    input  wire [WARP_W-1:0] rd_warp_i,
    input  wire              rd_new_i,
    output wire [TS_W-1:0]   rd_time_o,
    output wire              rd_over_o,
    input  wire              begin_i,
    input  wire              report_i,
    input  wire [WARP_W-1:0] report_warp_i,
    input  wire [TS_W-1:0]   report_time_i,
    input  wire              advance_i,
    input  wire [WARP_W-1:0] advance_warp_i,
    input  wire              advance_new_i,
    input  wire              clear_i,
    input  wire [WARP_W-1:0] clear_warp_i,
    input  wire              clear_core_i,
    output wire              over_o
);
  generate
    if (WARPS < 1 || ID_W < 0 || TS_W <= ID_W || (ID_W > 0 && ID_W < $clog2(WARPS))) begin : g_illegal
      cg_error_warpts_needs_a_warp_and_bits_for_its_number_and_time u_error ();
    end
  endgenerate

  localparam integer HIGH_W = TS_W - ID_W;
  localparam [HIGH_W-1:0] ONE = 1;

  wire [HIGH_W-1:0] rd_high;   // of the time read
  wire [HIGH_W-1:0] reported = report_time_i[TS_W-1:ID_W];

  generate
    if (ID_W == 0) begin : g_high_only
      assign rd_time_o = rd_high;
      wire unused = &{1'b0, first_id_i};
    end else begin : g_number
      wire [ID_W+WARP_W-1:0] number = {{WARP_W{1'b0}}, first_id_i} + {{ID_W{1'b0}}, rd_warp_i};
      wire [ID_W-1:0]        low    = report_time_i[ID_W-1:0];  // do not matter
      wire unused = &{1'b0, number[ID_W+WARP_W-1:ID_W], low};
      assign rd_time_o = {rd_high, number[ID_W-1:0]};
    end
  endgenerate

  generate
    if (OWN_CLOCK != 0) begin : g_own
      reg [HIGH_W-1:0] high_q[0:WARPS-1];  // of the present time
      reg [HIGH_W-1:0] seen_q[0:WARPS-1];  // of the latest reported one
      reg [WARPS-1:0]  over_q;
      assign rd_high   = high_q[rd_warp_i];
      assign rd_over_o = over_q[rd_warp_i];
      assign over_o    = |over_q;
      wire unused = &{1'b0, rd_new_i, begin_i, advance_new_i, clear_core_i};

      wire [HIGH_W-1:0] seen_last = seen_q[report_warp_i];
      wire [HIGH_W-1:0] seen_d    = (reported > seen_last) ? reported : seen_last;
      wire              both      = report_i && report_warp_i == advance_warp_i;
      wire [HIGH_W-1:0] seen_now  = both ? seen_d : seen_q[advance_warp_i];
      wire [HIGH_W-1:0] present   = high_q[advance_warp_i];
      wire [HIGH_W-1:0] latest    = (seen_now > present) ? seen_now : present;

      integer i;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          over_q <= {WARPS{1'b0}};
          for (i = 0; i < WARPS; i = i + 1) begin
            high_q[i] <= {HIGH_W{1'b0}};
            seen_q[i] <= {HIGH_W{1'b0}};
          end
        end else begin
          if (report_i) seen_q[report_warp_i] <= seen_d;
          if (advance_i) begin
            seen_q[advance_warp_i] <= {HIGH_W{1'b0}};
            if (&latest) over_q[advance_warp_i] <= 1'b1;
            high_q[advance_warp_i] <= (&latest) ? latest : latest + ONE;
          end
          if (clear_i) begin
            over_q[clear_warp_i] <= 1'b0;
            high_q[clear_warp_i] <= {HIGH_W{1'b0}};
            seen_q[clear_warp_i] <= {HIGH_W{1'b0}};
          end
        end
      end
    end else begin : g_core
      reg [HIGH_W-1:0] start_q[0:WARPS-1];  // of the attempt
      reg [HIGH_W-1:0] core_q;              // of the next one
      reg              over_q;
      assign rd_high   = rd_new_i ? core_q : start_q[rd_warp_i];
      assign rd_over_o = over_q;
      assign over_o    = over_q;
      wire unused = &{1'b0, report_warp_i, clear_i, clear_warp_i};

      // The latest time that the next one must be behind, if one has to move.
      wire [HIGH_W-1:0] present = advance_new_i ? core_q : start_q[advance_warp_i];
      wire              higher  = report_i && (!advance_i || reported > present);
      wire [HIGH_W-1:0] latest  = higher ? reported : present;
      wire              moves   = (report_i || advance_i) && latest >= core_q;
      always @(posedge clk_i) if (begin_i) start_q[rd_warp_i] <= core_q;
      always @(`CG_EDGE) begin
        if (rst_i) begin
          over_q <= 1'b0;
          core_q <= {HIGH_W{1'b0}};
        end else if (clear_core_i) begin
          over_q <= 1'b0;
          core_q <= {HIGH_W{1'b0}};
        end else if (moves) begin
          if (&latest) over_q <= 1'b1;
          core_q <= (&latest) ? latest : latest + ONE;
        end
      end
    end
  endgenerate
endmodule
`undef CG_EDGE
