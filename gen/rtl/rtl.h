/* rtl.h - from the checked IR to a netlist of Verilog modules, and to files. */
#ifndef CG_RTL_RTL_H
#define CG_RTL_RTL_H
#include "ir/ir.h"
#include "util/outset.h"

typedef struct {
    bool async_reset;
    bool keyed;  /* of a replay: timers and wishes do not happen */
    bool replay; /* the test bench of replays instead: no networks, messages and evictions come from the test bench */
    const char
        *open; /* name of a controller that is left out: its ends of the networks become ports of the system; or NULL */
    const char *input_sha256;     /* of the specification's text, for the banner */
} EmitOptions;

/* Adds the RTL, the templates it uses, the file list and the test bench harness of the first system to out (with
 * `open`: the places of its messages, no harness). False if the design cannot be emitted (reported in d); then out must
 * not be committed. */
bool emit_design(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, const EmitOptions *opt, OutSet *out);
#endif
