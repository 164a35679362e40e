/* program_parts.h - a litmus test placed on the threads of a model. */
#ifndef CG_VERIFY_PROGRAM_PARTS_H
#define CG_VERIFY_PROGRAM_PARTS_H
#include "verify/state/program.h"
#include "litmus/litmus.h"

/* of: the test's thread that runs on a model's thread, -1: none. line: of each variable. */
struct Program { const Litmus *t; int of[MAX_THREADS], line[LITMUS_VARIABLES]; bool fences; };
#endif
