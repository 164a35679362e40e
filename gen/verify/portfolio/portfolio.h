/* portfolio.h - the searches that a specification names (<verify>), each in a process of its own. */
#ifndef CG_VERIFY_PORTFOLIO_H
#define CG_VERIFY_PORTFOLIO_H
#include "ir/plan.h"
#include "verify/seen/seen.h"

/* What a search leaves besides its text. quiet: the text does not say what was not looked at; title: of the problem
 * that was found, or NULL. */
typedef struct {
    Diags *diags;
    bool quiet, bounded;
    const char *title;
    uint64_t states, transitions, allowed;
    int tests;                       /* litmus tests that could be run */
    double seconds;
    Seen seen;
} Found;

/* One search; its exit status. */
typedef int PortfolioSearch(Arena *a, const Protocol *p, const VerifyOptions *o, FILE *out, Found *found);

/* All of them, at most o->threads at once, in the order of the file: a line for each, the run that shows what is wrong
 * with one, and a summary. Exit status: 2 if one cannot be made, 1 if one fails, 3 if one has not come to its end, 0.
 */
int portfolio_run(Arena *a, const Protocol *p, const VerifyOptions *o, FILE *out, PortfolioSearch *search);
/* What the plan asks for, where o does not say otherwise. */
VerifyOptions portfolio_options(Arena *a, const SearchPlan *plan, const VerifyOptions *o);
#endif
