/* clocks.c - physical time: its steps, how far instances may be apart, and who reads it. */
#include "check/passes.h"
#include <inttypes.h>

enum { EVERY_MAX = 1 << 24 };

static bool is_read(const Check *k, const Clock *c)
{
    for (int i = 0; i < k->p->ctls.n; i++) if (k->p->ctls.at[i]->clocks.at[c->id]->is_read) return true;
    return false;
}

static int64_t value(Check *k, const Expr *e, const System *s, const ParamEnv *env, int64_t missing)
{
    Str when = str_printf(k->a, "the parameters of system '" STR_FMT "'", STR_ARG(s->name));
    return e && check_value_of(k, env, e, when.p) ? param_eval(env, e) : missing;
}

/* A clock counts cycles of the system: in another domain they are others. */
static void in_domain(Check *k, const System *s, const Clock *c)
{
    for (int i = 0; i < s->places.n; i++) {
        const Place *pl = &s->places.at[i];
        if (pl->domain && pl->ctl->clocks.at[c->id]->is_read)
            diag_error(k->d, pl->pos,
                       "'" STR_FMT "' is in domain '" STR_FMT "', and reads the time '" STR_FMT
                       "', which counts cycles of the system's clock: expected no domain",
                       STR_ARG(pl->ctl->name), STR_ARG(pl->domain->name), STR_ARG(c->name));
    }
}

void check_clocks(Check *k, const System *s, const ParamEnv *env)
{
    for (int i = 0; i < k->p->clocks.n; i++) {
        const Clock *c = k->p->clocks.at[i];
        int64_t every = value(k, c->every, s, env, 1), skew = value(k, c->skew, s, env, 0);
        int bits = type_width(env, c->type);
        int64_t most = bits < 4 ? 0 : bits > 16 ? 1000 : (INT64_C(1) << (bits - 2)) - 1;
        if (every < 1 || every > EVERY_MAX)
            diag_error(k->d, c->every->pos,
                       "clock '" STR_FMT "': every= is %" PRId64 " in system '" STR_FMT "', expected 1 to %d cycles",
                       STR_ARG(c->name), every, STR_ARG(s->name), EVERY_MAX);
        if (skew < 0 || skew > most)
            diag_error(k->d, c->skew->pos,
                       "clock '" STR_FMT "': skew= is %" PRId64 " in system '" STR_FMT "', expected 0 to %" PRId64
                       " ticks with a type of %d bits",
                       STR_ARG(c->name), skew, STR_ARG(s->name), most, bits);
        in_domain(k, s, c);
    }
}

void check_clocks_read(Check *k)
{
    for (int i = 0; i < k->p->clocks.n; i++)
        if (!is_read(k, k->p->clocks.at[i]))
            diag_warning(k->d, k->p->clocks.at[i]->pos, "clock '" STR_FMT "' is not used",
                         STR_ARG(k->p->clocks.at[i]->name));
}
