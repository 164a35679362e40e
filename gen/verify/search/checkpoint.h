/* checkpoint.h - a search that has not come to its end, in a file, to go on from there. */
#ifndef CG_VERIFY_CHECKPOINT_H
#define CG_VERIFY_CHECKPOINT_H
#include "util/diag.h"
#include "verify/search/search.h"

/* What is left to do of the present level: runs of its states, and states that were reached but not stored yet. */
typedef struct { const PoolRun *todo; size_t n_todo; const uint8_t *reached; size_t n_reached; } Frontier;

/* The same specification, program and options can go on with it; with more memory, if x->filled. False: errno says why.
 */
bool checkpoint_write(const Search *x, const Frontier *left, const char *path);
/* Before search_all, into a search that has its pool and nothing else. 0, or the exit status after a message. */
int checkpoint_read(Search *x, Diags *d, const char *path);
/* Model.noted, into a file; and from one, beside what is noted here. False: the file does not hold it. */
void checkpoint_put_noted(const Model *m, SaveFile *to);
bool checkpoint_get_noted(const Model *m, SaveFile *from);
/* The options that make a difference for what is found, as a text. */
Str checkpoint_options(const Model *m);
#endif
