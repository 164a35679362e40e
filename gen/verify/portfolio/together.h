/* together.h - what one search of a portfolio has and another one too, and none has both. */
#ifndef CG_VERIFY_TOGETHER_H
#define CG_VERIFY_TOGETHER_H
#include "ir/plan.h"
#include "verify/seen/seen.h"

/* A search that was made: the options that it had, and what it has looked at. */
typedef struct { const VerifyOptions *o; const Seen *seen; } TogetherSearch;

/* "the same in all searches: LINE_BYTES=4 (default 128), ...": parameters of the protocol that no search has at
 * their default, and all at one value. */
void together_print_same(Arena *a, const Protocol *p, const TogetherSearch *search, int n, FILE *out);
/* "not looked at together: ..." on lines of at most 120 columns, if there is something: a second core, warp, line, cell
 * or instance, atomics, events without key, errors of memory, queues, litmus tests, inputs that are not 0, and values
 * of parameters that differ from search to search. */
void together_print(Arena *a, const Protocol *p, const TogetherSearch *search, int n, FILE *out);
#endif
