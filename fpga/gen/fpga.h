/* fpga.h - tops for boards: descriptions (XML) of a board and of a unit that drives itself become Verilog, constraints,
 * and the report that the board is to print. */
#ifndef CG_FPGA_H
#define CG_FPGA_H
#include "util/buf.h"
#include "util/str.h"
#include <stdbool.h>
#include <stdint.h>

enum { FPGA_MOST = 32 };

typedef struct { const char *name, *pin; bool active; } FpgaPin; /* active: the level that means yes */
/* The SDRAM of a board: its size, its times in ns, its pins in groups. */
enum { FPGA_CLK, FPGA_CKE, FPGA_CS, FPGA_RAS, FPGA_CAS, FPGA_WE, FPGA_BA, FPGA_A, FPGA_DQM, FPGA_DQ, FPGA_SDRAM_PINS };
typedef struct {
    bool there;
    int rows, columns, cl, refreshes;                        /* bits of a row's and a column's number */
    double init, refresh, rcd, rp, ras, rc, rfc, wr;
    const char *pins[FPGA_SDRAM_PINS];
} FpgaSdram;
typedef struct {
    const char *name, *family, *device, *package, *speed, *programmer;
    const char *clock_pin, *uart_pin;
    double clock_mhz;
    int baud;
    bool has_button;
    FpgaPin button, leds[FPGA_MOST], holds[FPGA_MOST]; /* holds: pins that are constant */
    int n_leds, n_holds;
    FpgaSdram sdram;
} FpgaBoard;

typedef struct { const char *name; int value; } FpgaParam;
typedef struct {
    const char *name, *board, *module, *spec, *emit, *files, *program, *doc; /* board: its own, if none is asked for */
    double mhz, target; /* of its clock on a board; that it should reach */
    int limit;          /* cycles after which it has failed */
    int seed;           /* of placement, where none is asked for */
    int spread;         /* what so many read is copied before placement (scripts/fpga_spread.py) */
    bool sdram;         /* its module can have SDRAM for a memory */
    FpgaParam params[FPGA_MOST];
    int n_params;
} FpgaUnit;

/* False: what is wrong was said on stderr, with file and line. */
bool fpga_read_board(Arena *a, const char *path, FpgaBoard *out);
bool fpga_read_unit(Arena *a, const char *path, FpgaUnit *out);
/* The parameter's value, or `otherwise`. */
int  fpga_param(const FpgaUnit *u, const char *name, int otherwise);

/* What the unit's program must have for a signature when it is done; false: no such program. */
bool fpga_signature(const FpgaUnit *u, uint32_t *signature);
uint32_t fpga_threads(const FpgaUnit *u);
uint32_t fpga_fragments(const FpgaUnit *u);
uint32_t fpga_transfers(const FpgaUnit *u);
/* The next random number of fpga/lib. */
static inline uint32_t fpga_random(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}
static inline uint32_t fpga_mix(uint32_t sig, uint32_t value) { return (sig << 1 | sig >> 31) ^ value; }
static inline uint32_t fpga_seed(uint32_t who) { return UINT32_C(0x6C078965) ^ who * 0x101; }

/* The PLL that makes at most mhz of the board's clock, as nearly as it can; mhz becomes what it makes. False: it cannot
 * make three quarters of it. */
bool fpga_pll(const FpgaBoard *b, double *mhz, Buf *verilog);
/* sdram: the unit's memory is the board's SDRAM. */
void fpga_top(const FpgaBoard *b, const FpgaUnit *u, double mhz, uint32_t signature, bool sdram, Buf *verilog);
void fpga_report(const FpgaBoard *b, const FpgaUnit *u, double mhz, Buf *text); /* numbers: bytes 16 to 20 */
void fpga_pins(const FpgaBoard *b, bool sdram, Buf *constraints);
/* One pin: where it is, and that it is one of 3.3 V. */
void fpga_place(const FpgaBoard *b, const char *port, const char *pin, bool pull_up, Buf *constraints);

/* The SDRAM's part of the top: ports, the parameter of the unit, wires to the pins; of the constraints; its clock's way
 * out; the chip for a simulation, which is told the times as the description has them. */
void fpga_sdram_ports(const FpgaSdram *s, Buf *verilog);
void fpga_sdram_parameter(const FpgaSdram *s, double mhz, Buf *verilog);
void fpga_sdram_wires(Buf *verilog);
void fpga_sdram_pins(const FpgaBoard *b, Buf *constraints);
void fpga_sdram_clock(const FpgaBoard *b, Buf *verilog);
void fpga_sdram_chip(const FpgaSdram *s, double mhz, Buf *verilog);
#endif
