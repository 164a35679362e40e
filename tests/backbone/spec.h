/* spec.h - a controller of a specification, loaded for the comparison, with the place of each signal in the packed
 * vectors of the harness. */
#ifndef BACKBONE_SPEC_H
#define BACKBONE_SPEC_H
#include "eval/eval.h"
#include "lower/lower.h"

typedef struct {
    Arena *arena;
    Protocol *protocol;
    Controller *ctl;
    Step *step;
    ParamEnv env;
    int n_in, n_out;                 /* signals */
    int *width, *lsb;                /* per signal; lsb within its vector (inputs and outputs count separately) */
    int in_bits, out_bits;
    int walk_in, walk_out; /* behind the signals: which walk (one-hot) of the module of the walks, then what the row has
                              said (walk_arg); whether it runs, and then its outputs in the order of the signals, value
                              and whether it is set of each field of what is parked */
    const Lowered *low;
    int visiting;                    /* walks that the module has, and of each the action (rtl_walk_visiting) */
    const Action **visits;
    bool *walk_output;               /* per signal: is it an output of that module? */
    int *walk_arg; /* per signal: lsb of a SIG_WALK_ARG among the inputs, of a field's value and bit (by number in
                      Step.parked) among the outputs */
    int *parked;
} Spec;

/* False after a message on stderr. sets: NAME=VALUE. */
bool spec_load(Spec *s, const char *file, const char *controller, const Str *sets, int n_sets);
/* Frees all of it; of one that did not load as well. */
void spec_free(Spec *s);
/* Signal values to and from packed vectors; `out`: the outputs, else the inputs. */
void spec_pack(const Spec *s, bool out, const uint64_t *values, uint32_t *vector);
void spec_unpack(const Spec *s, bool out, const uint32_t *vector, uint64_t *values);
/* What the module of the walks says; walk: which one is put into a packed vector of inputs, with what its row has said.
 * False: nothing runs. */
void spec_put_walk(const Spec *s, int walk, const uint64_t *row_out, uint32_t *vector);
/* parked[Var.id]: as eval_walk(). */
bool spec_walk(const Spec *s, const uint32_t *vector, uint64_t *values, uint64_t *parked);
/* 32-bit words of a vector. */
static inline int words(int bits) { return (bits + 31) / 32; }
#endif
