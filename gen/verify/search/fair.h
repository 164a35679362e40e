/* fair.h - the priority of sources: what is ready is not passed over for ever. */
#ifndef CG_VERIFY_FAIR_H
#define CG_VERIFY_FAIR_H
#include "verify/search/search.h"

/* After END_ALL, not with a compact pool: a run without end in which a source is ready in every state and its instance
 * takes better ones (<priority>) again and again is a problem; x->loop is the part that can be repeated. */
SearchEnd search_fair(Search *x);
/* Says it of x->loop, in the numbers that this instance and line have where it is told. */
void fair_tell(Search *x, int inst, int key);
#endif
