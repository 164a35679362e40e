/* op_trace.h - traces of the operations that warps offer to the design: a text format, its reader, its writer.
 *
 *   cohgen-trace 1                        first line
 *   design rcc                            of which the trace was recorded; for the reader of the file
 *   option latency 20                     an option of the simulator, taken unless the command line gives it: seed
 *                                         latency jitter bandwidth backpressure mem-error write-error model watchdog
 *                                         max-cycles pin
 *   memory 0x40 0x7 8 9                   what memory holds before the first operation: words of 32 bits from this
 *                                         address on; zero elsewhere
 *   0 3 load 0x40 4                       core, warp, operation, byte address, bytes
 *   0 3 store 0x44 4 0x1234               ... and the value: a number as wide as the access, the byte at the lowest
 *                                         address in its lowest digits
 *   1 0 store 0x40 16 0x5000000000000 mask 0xff0    only bytes 4 to 11
 *   1 0 atomic 0x40 4 add 1               add exchange min max and or xor, with one operand
 *   1 0 atomic 0x40 4 cas 5 6             6 is stored if the word holds 5
 *   1 1 fence
 *   2 0 request GETS key 0x5 now 0x10     any request of a port: its event, key and fields by their names in the
 *                                         specification
 *   1 1 load 0x40 4 as acquire gpu        behind the access or fence: how strong it is, in order and scope
 * and behind any operation
 *   after 12                              it is ready 12 cycles after the answer to the operation of its warp before it
 *                                         (or after the start); default 0
 *   unchecked                             not part of the history that is judged
 * An access lies within one line. The operations of a warp are done one after the other, in the order of the file;
 * nothing else is ordered. # begins a comment line.
 * A line has at most 1 MiB, a file 1 GiB and 20 million lines, the initial memory 16 Mi words (lines.h, and below). */
#ifndef COHGEN_SIM_OP_TRACE_H
#define COHGEN_SIM_OP_TRACE_H
#include "cores/core.h"
#include "memory/pages.h"

enum { SIM_MAX_REQUEST_WORDS = 256, SIM_MAX_MEMORY_WORDS = 1 << 24 }; /* of a request's image; of the initial memory */

typedef struct {
    uint32_t core, warp;
    uint8_t kind, op;          /* SimKind, LitmusOp */
    uint8_t strong, scope;     /* LitmusOrder, LitmusScope; 0: plain */
    bool unchecked, masked;
    uint32_t size, a, b;
    uint64_t address, after;
    /* place in SimOpTrace.bytes: data, then the mask (one bit per byte) if `masked`; of SIM_OTHER: the image, as
     * words */
    size_t bytes;
} SimTraceOp;

typedef struct SimOpTrace {
    SimTraceOp *ops; size_t n_ops, cap_ops;
    uint8_t *bytes; size_t n_bytes, cap_bytes;
    struct SimTraceWord { uint64_t address; uint32_t value; } *memory; size_t n_memory, cap_memory;
    struct SimTraceOption { char name[16], value[64]; } *options; size_t n_options, cap_options;
} SimOpTrace;

/* Reads a file for this design; prints every error with its place and returns NULL if there are any. */
SimOpTrace *sim_op_trace_read(const CgDesign *design, const char *file);
/* Writes it; `op_text` prints one operation without its end of line. */
void sim_op_trace_write(const SimOpTrace *t, const CgDesign *design, FILE *out);
void sim_op_trace_print(const SimOpTrace *t, const CgDesign *design, const SimTraceOp *op, FILE *out);
void sim_op_trace_free(SimOpTrace *t);

void sim_op_trace_option(SimOpTrace *t, const char *name, const char *value);
void sim_op_trace_memory(SimOpTrace *t, uint64_t address, uint32_t value);
/* Appends room for n bytes, zeroed; returns its place. */
size_t sim_op_trace_bytes(SimOpTrace *t, size_t n);
/* The core port of a core of the design, or NULL; *first: number of its first core. */
const CgCorePort *sim_port_of_core(const CgDesign *design, uint32_t core, uint32_t *first);

/* The recorder: notes in a SimOpTrace what the cores offer; for SimCores.offered. */
void sim_record(void *trace, const SimCores *c, const SimThread *thread, const uint32_t *in);
/* Adds the initial memory. */
void sim_record_memory(SimOpTrace *t, const SimPages *initial);
#endif
