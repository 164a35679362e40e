/* rtl.h - a design of tests/prove/configurations. */
#ifndef COHGEN_PROVE_RTL_H
#define COHGEN_PROVE_RTL_H
#include "prove.h"

typedef struct {
    const char *name, *spec, *module, *scope; /* scope: free, env, system */
    const char *among, *but;                  /* names of assertions; but may be NULL */
    int depth;                                /* cycles for covers */
    bool by_name;
    Words engines, envs, cuts, sees, queues, edits, chparams, sets;
    char *dir;
    bool merged;                              /* s.aig is there: a.aig with what always agrees merged */
    Words asserts, covers;                    /* names, in the order of the outputs of a.aig and c.aig */
} RtlDesign;

RtlDesign rtl_read(Prove *p, const ProveEntry *e);
/* Emits it, and writes a.aig (assertions) and c.aig (covers) to its folder. False: p->log says why. */
bool rtl_translate(Prove *p, const ProveRtl *r, RtlDesign *d);
#endif
