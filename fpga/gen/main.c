/* main.c - fpga_top BOARD.xml UNIT.xml -o DIR [--sdram]: writes fpga_top.v, fpga_pll.v, pins.lpf or pins.pcf,
 * report.txt (what the board prints; numbers that are known only when it runs are dots), flow.sh (the same for a shell
 * script), with --sdram fpga_chip.v (the chip for a simulation).
 * fpga_top --list UNIT.xml...: a line for each, NAME BOARD block|sdram DOC (which memories it can have).
 * Exit status: 0 done, 1 a description is wrong, 2 wrong command line, 3 cannot write. */
#include "fpga.h"
#include "util/diag.h"
#include "util/outset.h"
#include <stdio.h>
#include <string.h>

bool fpga_signature(const FpgaUnit *u, uint32_t *signature)
{
    if (strcmp(u->program, "threads") == 0) *signature = fpga_threads(u);
    else if (strcmp(u->program, "fragments") == 0) *signature = fpga_fragments(u);
    else if (strcmp(u->program, "transfers") == 0) *signature = fpga_transfers(u);
    else return false;
    return true;
}

static void expected(const Buf *report, uint32_t signature, Buf *out)
{
    for (size_t i = 0; i < report->n; i++) {
        char c = report->at[i];
        if (c == 16 || c == 17) buf_printf(out, "........");
        else if (c == 18 || c == 19) buf_printf(out, "%08X", (unsigned)signature);
        else if (c == 20) buf_printf(out, "PASS");
        else if (c != '\r') buf_put(out, &c, 1);
    }
}

static void flow(const FpgaBoard *b, const FpgaUnit *u, double mhz, Buf *out)
{
    buf_printf(out, "board='%s'\nfamily='%s'\ndevice='%s'\npackage='%s'\nspeed='%s'\nprogrammer='%s'\n", b->name,
               b->family, b->device, b->package, b->speed, b->programmer);
    buf_printf(out, "unit='%s'\nspec='%s'\nemit='%s'\nfiles='%s'\nmodule='%s'\n", u->name, u->spec, u->emit, u->files,
               u->module);
    buf_printf(out, "mhz=%.4f\ntarget=%.6g\nits_seed=%d\nspread=%d\n", mhz, u->target, u->seed, u->spread);
}

static int make(Arena *a, char **argv, bool sdram)
{
    FpgaBoard board;
    FpgaUnit unit;
    uint32_t signature;
    if (!fpga_read_board(a, argv[1], &board) || !fpga_read_unit(a, argv[2], &unit)) return 1;
    if (!fpga_signature(&unit, &signature)) return 1;
    if (sdram && (!board.sdram.there || !unit.sdram)) {
        fprintf(stderr, "%s:1: error: the %s has no SDRAM\n", argv[board.sdram.there ? 2 : 1],
                board.sdram.there ? "unit" : "board");
        return 1;
    }
    Buf top, pll, pins, report, text, settings, chip;
    Buf *const all[] = { &top, &pll, &pins, &report, &text, &settings, &chip };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) buf_init(all[i], a);
    double mhz = unit.mhz;
    if (!fpga_pll(&board, &mhz, &pll)) {
        fprintf(stderr, "%s: error: no setting of the PLL makes %g MHz of %g MHz\n", argv[1], unit.mhz,
                board.clock_mhz);
        return 1;
    }
    fpga_top(&board, &unit, mhz, signature, sdram, &top);
    fpga_pins(&board, sdram, &pins);
    if (sdram) fpga_sdram_clock(&board, &pll);
    if (sdram) fpga_sdram_chip(&board.sdram, mhz, &chip);
    fpga_report(&board, &unit, mhz, &report);
    expected(&report, signature, &text);
    flow(&board, &unit, mhz, &settings);
    OutSet *o = outset_create(a, argv[4]);
    outset_add(o, "fpga_top.v", &top);
    outset_add(o, "fpga_pll.v", &pll);
    outset_add(o, strcmp(board.family, "ecp5") == 0 ? "pins.lpf" : "pins.pcf", &pins);
    outset_add(o, "report.txt", &text);
    outset_add(o, "flow.sh", &settings);
    if (sdram) outset_add(o, "fpga_chip.v", &chip);
    Diags *d = diags_create(a);
    bool written = outset_commit(o, d);
    diag_print(d, stderr, false, 10);
    return written ? 0 : 3;
}

static int list(Arena *a, char **files)
{
    int status = 0;
    for (; *files; files++) {
        FpgaUnit u;
        if (!fpga_read_unit(a, *files, &u)) status = 1;
        else printf("%s %s %s %s\n", u.name, u.board, u.sdram ? "sdram" : "block", u.doc);
    }
    return status;
}

int main(int argc, char **argv)
{
    bool lists = argc > 2 && strcmp(argv[1], "--list") == 0;
    bool sdram = argc == 6 && strcmp(argv[5], "--sdram") == 0;
    if (!lists && (argc != 5 + sdram || strcmp(argv[3], "-o") != 0)) {
        fprintf(stderr, "usage: fpga_top BOARD.xml UNIT.xml -o DIR [--sdram] | --list UNIT.xml...\n");
        return 2;
    }
    Arena *a = arena_create((size_t)256 << 20);
    int status = lists ? list(a, argv + 2) : make(a, argv, sdram);
    arena_destroy(a);
    return status;
}
