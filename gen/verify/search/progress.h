/* progress.h - progress of a thread that spins. */
#ifndef CG_VERIFY_PROGRESS_H
#define CG_VERIFY_PROGRESS_H
#include "verify/search/search.h"

/* After END_ALL, for --progress: END_PROBLEM if a state at rest is there from which a load that is repeated for ever
 * never reads the newest write. Not with a compact pool. */
SearchEnd search_progress(Search *x);
#endif
