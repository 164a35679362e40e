/* spec.h - a controller of a specification, loaded for the comparison, with the place of each signal in the packed vectors of the harness. */
#ifndef BACKBONE_SPEC_H
#define BACKBONE_SPEC_H
#include "eval/eval.h"

typedef struct {
    Arena *arena;
    Protocol *protocol;
    Controller *ctl;
    Step *step;
    ParamEnv env;
    int n_in, n_out;                 /* signals */
    int *width, *lsb;                /* per signal; lsb within its vector (inputs and outputs count separately) */
    int in_bits, out_bits;
    int walk_in, walk_out;           /* behind the signals: which walk (one-hot) of the module of the walks; whether it runs, and then its outputs in the order of the signals */
} Spec;

/* False after a message on stderr. sets: NAME=VALUE. */
bool spec_load(Spec *s, const char *file, const char *controller, const Str *sets, int n_sets);
/* Frees all of it; of one that did not load as well. */
void spec_free(Spec *s);
/* Signal values to and from packed vectors; `out`: the outputs, else the inputs. */
void spec_pack(const Spec *s, bool out, const uint64_t *values, uint32_t *vector);
void spec_unpack(const Spec *s, bool out, const uint32_t *vector, uint64_t *values);
/* What the module of the walks says; walk: which one is put into a packed vector of inputs. False: nothing runs. */
void spec_put_walk(const Spec *s, int walk, uint32_t *vector);
bool spec_walk(const Spec *s, const uint32_t *vector, uint64_t *values);
/* 32-bit words of a vector. */
static inline int words(int bits) { return (bits + 31) / 32; }
#endif
