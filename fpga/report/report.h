/* report.h - what Yosys and nextpnr have written of a prototype (docs/fpga.md). */
#ifndef COHGEN_FPGA_REPORT_H
#define COHGEN_FPGA_REPORT_H
#include "tools.h"

typedef struct { double luts, flipflops, rams; } FpgaCells;
/* The instances that a critical path goes through one after the other, and how many ns it is in each. */
typedef struct { const char *name; double ns; } FpgaPart;
typedef VEC(FpgaPart) FpgaPath;

/* family: ecp5 or ice40. pnr: the log of nextpnr; stat: of Yosys. */
FpgaCells fpga_placed(Arena *a, const char *family, const char *pnr, const char *stat);
/* MHz: the last figure for a clock; 0 if there is none. */
double fpga_fastest(Arena *a, const char *pnr);
/* The last path of a clock. Nets belong to what drives them; the netlist is flat, so a cell is called by the net that
 * it was made of. */
FpgaPath fpga_path(Arena *a, const char *pnr);
/* Of a Xilinx 7. LUTs: of up to six inputs, and those that are small RAMs; RAMs: of 36 Kbit, one of 18 is half of
 * one. */
FpgaCells fpga_xc7(Arena *a, const char *stat);
#endif
