/* partition.h - a search that several processes share: each has the states whose hash falls to it. */
#ifndef CG_VERIFY_PARTITION_H
#define CG_VERIFY_PARTITION_H
#include "util/diag.h"
#include "verify/search/search.h"

/* For --partition: joins the others; 0, or the exit status after a message. */
int  partition_begin(Search *x, Diags *d);
void partition_end(Search *x);
/* After a search that several have made: what all have found together. */
uint64_t partition_states(const Search *x);
/* Why END_PARTNER. */
const char *partition_why(const Search *x);
/* END_PROBLEM: this process has the run, and from now on x is about nothing else; else the number of the one that has.
 */
bool partition_shows(Search *x, int *who);
#endif
