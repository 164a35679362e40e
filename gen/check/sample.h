/* sample.h - looks for values of a controller's variables for which something holds: all of them if there are few, else
 * corner values, values equal to or next to one another, literals of the conditions, and random ones. The same ones on
 * every run. */
#ifndef CG_CHECK_SAMPLE_H
#define CG_CHECK_SAMPLE_H
#include "check/facts.h"
#include "eval/expr.h"

enum { DOMAIN_VARS = 48, DOMAIN_LITERALS = 48, EXHAUSTIVE_MAX = 2048 };

/* The variables and numbers that conditions speak of. */
typedef struct {
    Var *var[DOMAIN_VARS]; int n;
    int64_t literal[DOMAIN_LITERALS]; int n_literals;
    bool params;                     /* a parameter takes part: another setting can give another answer */
    bool cut;                        /* more variables than fit */
    bool state;                      /* the state takes part */
} Domain;

typedef struct {
    Check *k; CtlFacts *f; Controller *c;
    ExprContext cx;
    const Code **row, **view, **event;   /* compiled conditions, by Row.id, index of the view, Event.id; NULL without */
    uint64_t *vars;                  /* by Var.id: the current assignment */
    const State *stored;             /* the current stored state */
    int state_var;                   /* Var.id of the state */
    uint64_t random;
} Sampler;

void sampler_init(Sampler *s, Check *k, CtlFacts *f);
void domain_add(Sampler *s, Domain *d, const Expr *e);

typedef struct {
    const State *const *stored; int n_stored;    /* stored states to try */
    const State *row_state;          /* the assignment must lead to this state's rows, or NULL: any */
    const Event *event;              /* and be an occurrence of this event; with row_state */
    int budget;                      /* samples, when not all values are tried */
    bool (*found)(Sampler *, void *);
    void *ctx;
} Search;

typedef struct {
    bool found, all;
    int fit;
} Result; /* all: every assignment was tried; fit: how many reached `found` */

Result search(Sampler *s, const Domain *d, const Search *q);
bool   holds(const Sampler *s, const Code *c);
/* "line.exp = 3, msg.now = 4": the current values of the domain's variables, the first few. */
const char *assignment(Sampler *s, const Domain *d);
#endif
