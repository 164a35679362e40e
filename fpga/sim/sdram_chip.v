// An SDRAM chip (single data rate) for simulation: what it is told to do it does, and what the times, the order of
// commands or the refreshes forbid it reports, ends the simulation with, or counts in errors_o.
// Times are in the unit of PERIOD (clk_i): 1 for times in cycles. Bursts have one word; sd_dq_io is driven CL - 1 edges
// after a read, for one cycle.
module sdram_chip #(
  parameter integer ROW_W = 13,
  parameter integer BANK_W = 2,
  parameter integer COL_W = 9,
  parameter integer DQ_BYTES = 2,
  parameter integer A_W = 13,
  parameter integer PERIOD = 40000,
  parameter integer INIT = 200000000,
  parameter integer REFRESH = 7812500,     // in the mean
  parameter integer REFRESHES = 8,         // before the mode register is written
  parameter integer RCD = 21000,
  parameter integer RP = 21000,
  parameter integer RAS = 42000,
  parameter integer RC = 63000,
  parameter integer RFC = 70000,
  parameter integer WR = 15000,
  parameter integer MRD = 2,               // in cycles
  parameter integer STOP = 1               // an error ends the simulation
) (
  input  wire                  clk_i,
  input  wire                  cke_i,
  input  wire                  cs_ni,
  input  wire                  ras_ni,
  input  wire                  cas_ni,
  input  wire                  we_ni,
  input  wire [BANK_W-1:0]     ba_i,
  input  wire [A_W-1:0]        a_i,
  input  wire [DQ_BYTES-1:0]   dqm_i,
  inout  wire [8*DQ_BYTES-1:0] sd_dq_io,
  output integer               errors_o
);
  localparam integer BANKS = 1 << BANK_W;
  localparam integer LONG = 1 << 30;       // cycles, long ago

  reg [8*DQ_BYTES-1:0] mem [0:(1 << (ROW_W + BANK_W + COL_W)) - 1];
  reg [ROW_W-1:0] row [0:BANKS-1];
  reg [BANKS-1:0] open;
  integer since_act [0:BANKS-1], since_pre [0:BANKS-1], since_wr [0:BANKS-1];
  integer since_ref, since_mrs, awake, refreshes, cl, b, k;
  real    alive;                           // cycles since the mode register, and refreshes since
  integer refreshed;
  reg     programmed, closed_once;

  // Words on their way out; the one that is on the pins.
  reg [2:0]            soon;
  reg [8*DQ_BYTES-1:0] word0, word1, out;
  reg [DQ_BYTES-1:0]   out_on, dqm_q;
  genvar g;
  generate
    for (g = 0; g < DQ_BYTES; g = g + 1) begin : g_byte
      assign sd_dq_io[8*g +: 8] = out_on[g] ? out[8*g +: 8] : 8'bz;
    end
  endgenerate

  initial begin
    errors_o = 0; open = 0; since_ref = LONG; since_mrs = LONG; awake = 0; refreshes = 0; cl = 0; alive = 0.0;
    refreshed = 0; programmed = 1'b0; closed_once = 1'b0; soon = 0; out_on = 0; out = 0; dqm_q = 0;
    for (b = 0; b < BANKS; b = b + 1) begin
      since_act[b] = LONG; since_pre[b] = LONG; since_wr[b] = LONG;
    end
  end

  task wrong(input [8*52-1:0] what);
    begin
      errors_o = errors_o + 1;
      if (errors_o <= 10) $display("%0t: SDRAM: %0s", $time, what);
      if (STOP != 0) $finish;
    end
  endtask
  // At least `least` since an event that was `cycles` ago
  task after(input integer cycles, input integer least, input [8*52-1:0] what);
    if (cycles < LONG && cycles * 1.0 * PERIOD < least * 1.0) wrong(what);
  endtask
  task in_use;
    begin
      if (!programmed) wrong("activate, read or write before the mode register");
      after(since_mrs, MRD * PERIOD, "activate, read or write: tMRD");
      after(since_ref, RFC, "activate, read or write: tRFC");
    end
  endtask
  reg [ROW_W+BANK_W+COL_W-1:0] at;

  always @(posedge clk_i) begin
    // What passes with the clock; events of this edge set their counters to 1 below.
    for (b = 0; b < BANKS; b = b + 1) begin
      if (since_act[b] < LONG) since_act[b] = since_act[b] + 1;
      if (since_pre[b] < LONG) since_pre[b] = since_pre[b] + 1;
      if (since_wr[b] < LONG) since_wr[b] = since_wr[b] + 1;
    end
    if (since_ref < LONG) since_ref = since_ref + 1;
    if (since_mrs < LONG) since_mrs = since_mrs + 1;
    if (awake < LONG) awake = awake + 1;
    if (programmed) begin
      alive = alive + 1.0;
      if (alive * PERIOD > (refreshed + 2.0) * REFRESH) begin
        wrong("too few refreshes");
        refreshed = refreshed + 1;
      end
    end

    // What goes out at this edge was asked for cl - 1 edges ago; a mask counts two edges later.
    for (k = 0; k < DQ_BYTES; k = k + 1)
      if (out_on[k] && sd_dq_io[8*k +: 8] !== out[8*k +: 8]) wrong("two drive the data pins");
    out <= (cl == 3) ? word1 : word0;
    out_on <= {DQ_BYTES{(cl == 3) ? soon[1] : soon[0]}} & ~dqm_q;
    word1 <= word0;
    soon <= {soon[1:0], 1'b0};
    dqm_q <= dqm_i;

    if (cke_i !== 1'b1 && awake * 1.0 * PERIOD >= INIT) wrong("CKE");
    if (cke_i && !cs_ni) begin
      at = {row[ba_i], ba_i, a_i[COL_W-1:0]};
      case ({ras_ni, cas_ni, we_ni})
        3'b111: ;
        3'b011: begin // activate
          in_use;
          if (open[ba_i]) wrong("activate: a row is open");
          after(since_pre[ba_i], RP, "activate: tRP");
          after(since_act[ba_i], RC, "activate: tRC");
          open[ba_i] = 1'b1;
          row[ba_i] = a_i[ROW_W-1:0];
          since_act[ba_i] = 0;
        end
        3'b101, 3'b100: begin // read, write
          in_use;
          if (!open[ba_i]) wrong("read, write: no row is open");
          after(since_act[ba_i], RCD, "read, write: tRCD");
          if (a_i[10]) wrong("auto precharge is not known here");
          if (we_ni) begin
            word0 <= mem[at];
            soon[0] <= 1'b1;
          end else begin
            if (|out_on) wrong("write while a word is read");
            if (^(sd_dq_io | {8*DQ_BYTES{&dqm_i}}) === 1'bx) wrong("write: unknown data");
            for (k = 0; k < DQ_BYTES; k = k + 1)
              if (!dqm_i[k]) mem[at][8*k +: 8] = sd_dq_io[8*k +: 8];
            since_wr[ba_i] = 0;
          end
        end
        3'b010: begin // precharge
          if (awake * 1.0 * PERIOD < INIT) wrong("not awake yet");
          after(since_ref, RFC, "precharge: tRFC");
          for (b = 0; b < BANKS; b = b + 1)
            if (a_i[10] || {{(32-BANK_W){1'b0}}, ba_i} == b) begin
              if (open[b]) begin
                after(since_act[b], RAS, "precharge: tRAS");
                after(since_wr[b], WR, "precharge: tWR");
              end
              open[b] = 1'b0;
              since_pre[b] = 0;
            end
          if (a_i[10]) closed_once = 1'b1;
        end
        3'b001: begin // refresh
          if (!closed_once) wrong("refresh before the first precharge");
          if (|open) wrong("refresh: a row is open");
          for (b = 0; b < BANKS; b = b + 1) begin
            after(since_pre[b], RP, "refresh: tRP");
            after(since_act[b], RC, "refresh: tRC");
          end
          after(since_ref, RFC, "refresh: tRFC");
          after(since_mrs, MRD * PERIOD, "refresh too soon after MRS");
          since_ref = 0;
          refreshes = refreshes + 1;
          refreshed = refreshed + 1;
        end
        3'b000: begin // mode register
          if (|open) wrong("mode register: a row is open");
          if (refreshes < REFRESHES) wrong("mode register before the refreshes");
          after(since_ref, RFC, "mode register: tRFC");
          for (b = 0; b < BANKS; b = b + 1) after(since_pre[b], RP, "mode register: tRP");
          if (a_i[2:0] != 3'd0 || a_i[3] || a_i[8:7] != 2'd0 || (a_i[6:4] != 3'd2 && a_i[6:4] != 3'd3))
            wrong("mode register: not known here");
          cl = {29'd0, a_i[6:4]};
          programmed = 1'b1;
          since_mrs = 0;
          refreshed = 0;
        end
        default: wrong("no such command");
      endcase
    end
  end
endmodule
