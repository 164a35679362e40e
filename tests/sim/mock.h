/* mock.h - a design written in C for testing the simulator: CORES ports with WARPS threads each in front of one ideal
 * memory, which performs each operation at one moment of its life, in random order between threads. A small cache of
 * whole lines sits before two AXI masters. Its faults are what the checks of the simulator must find. */
#ifndef COHGEN_TESTS_SIM_MOCK_H
#define COHGEN_TESTS_SIM_MOCK_H
#include "model/model.h"

enum { MOCK_CORES = 4, MOCK_WARPS = 4, MOCK_LINE = 16, MOCK_BEAT = 8, MOCK_BANKS = 2, MOCK_KEY_BITS = 20 };

typedef enum {
    MOCK_SC,            /* no fault */
    MOCK_STORE_BUFFER,  /* a store is answered before it performs */
    MOCK_STALE,         /* loads may return a line as it was some time ago */
    MOCK_LOST,          /* now and then a request is never answered */
    MOCK_TWICE,         /* now and then a request is answered twice */
    MOCK_TORN_ATOMIC,   /* an atomic reads some time before it writes */
    MOCK_ERROR,         /* the error bit rises after a while */
    MOCK_SILENT,        /* no fault, but the rows report no performed writes */
    MOCK_BAD_BURST,     /* the AXI address is not held while it waits */
    MOCK_WRONG_KEY,     /* a row reports a performed write of another line */
    MOCK_WRONG_FLAG,    /* now and then an answer says error for no reason, or does not say so */
    MOCK_WRONG_REPLY,   /* now and then a load is answered as if it were something else */
    MOCK_ENDS,          /* after a while it ends the simulation, as an assertion does */
    MOCK_FAULTS
} MockFault;

extern const char *const mock_fault_names[MOCK_FAULTS];
/* For models created from now on; the program mock_sim takes it from the environment variable MOCK_FAULT. */
void mock_set_fault(MockFault fault);

/* Layout of the vectors; mock_design.c describes it in tables, mock_model.c uses it. */
enum {
    IN_RST = 0,
    IN_CORES = 32,
    IN_CORE_STRIDE = 288,
    IN_MEM = IN_CORES + MOCK_CORES * IN_CORE_STRIDE,
    IN_MEM_STRIDE = 96,
    IN_BITS = IN_MEM + MOCK_BANKS * IN_MEM_STRIDE,
    OUT_ERROR = 0,
    OUT_FLITS = 1,
    OUT_CORES = 64,
    OUT_CORE_STRIDE = 160,
    OUT_MEM = OUT_CORES + MOCK_CORES * OUT_CORE_STRIDE,
    OUT_MEM_STRIDE = 256,
    OUT_STAGE = OUT_MEM + MOCK_BANKS * OUT_MEM_STRIDE,
    OUT_STAGE_STRIDE = 24,
    OUT_HELD = OUT_STAGE + MOCK_CORES * OUT_STAGE_STRIDE,
    OUT_BITS = OUT_HELD + 32
};
/* Row numbers of the mock's only controller. */
enum { ROW_LOAD_HIT, ROW_LOAD_MISS, ROW_STORE, ROW_ATOMIC, ROW_FENCE, ROW_RENEW, ROW_NEVER, ROW_STALL, MOCK_ROWS };
/* Codes of what a cache does in a cycle: MOCK_NO_LINE, MOCK_PENDING = a load, another request is due whose line is not
 * there. */
enum { MOCK_IDLE, MOCK_SERVES, MOCK_NO_LINE, MOCK_PENDING };
#endif
