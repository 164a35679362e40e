/* leads.h - <progress>: whenever the one, some time later the other. */
#ifndef CG_VERIFY_LEADS_H
#define CG_VERIFY_LEADS_H
#include "verify/search/search.h"

/* The specification has one. */
bool leads_any(const Model *m);
/* After END_ALL: from each state that comes after `when` and before `leadsto` a run without new requests leads to
 * `leadsto`; else it is a problem. Not with a compact pool. */
SearchEnd search_leads(Search *x);
#endif
