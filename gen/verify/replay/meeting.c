/* meeting.c - messages that are joined: how long a design holds them, and which comes first. */
#include "verify/replay/meeting.h"
#include "verify/state/joined.h"

enum { HOLD_CYCLES = MAX_MSGS + 8 };

/* A legal value of a parameter that is `least` or more, if there is one; the one that it has will do. */
static int64_t at_least(const Model *m, const Param *q, int64_t least)
{
    int64_t now = m->env.value[q->id], most = param_eval(&m->env, q->max), best = now;
    if (now >= least) return now;
    for (int i = 0; i < q->in.n; i++)
        if (best < least && q->in.at[i] > best) best = q->in.at[i];
    return q->in.n ? best : least < most ? least : most;
}

static int64_t size_of(const Model *m, const Expr *e, int64_t least)
{
    return !e ? 0 : e->op == E_PARAM ? at_least(m, e->param, least) : param_eval(&m->env, e);
}

int64_t meeting_hold(const Model *m, const Join *j) { return size_of(m, j->hold, HOLD_CYCLES); }
int64_t meeting_places(const Model *m, const Join *j) { return size_of(m, j->entries, MEETING_PLACES); }

static bool is_param(const Expr *e, const Param *q) { return e && e->op == E_PARAM && e->param == q; }

static int64_t rule_wants(const Model *m, const Join *j, const Param *q)
{
    return is_param(j->hold, q) ? meeting_hold(m, j) : is_param(j->entries, q) ? meeting_places(m, j) : -1;
}

int64_t meeting_wants(const Model *m, const Param *q)
{
    int64_t most = -1;
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->ports.n; k++)
            for (int n = 0; n < m->ctl[i].c->ports.at[k]->joins.n; n++) {
                int64_t want = rule_wants(m, m->ctl[i].c->ports.at[k]->joins.at[n], q);
                if (want > most) most = want;
            }
    return most;
}

typedef struct { const Model *m; const SysState *s; uint64_t all; int *order; } Meeting;

/* The messages `left` join x one after the other, from place n of the order on. */
static bool find_order(const Meeting *t, uint64_t x, uint32_t left, int n)
{
    const Join *j = joined_by(t->m, x);
    if (!left) return x == t->all;
    for (int i = 0; i < t->s->n_msgs; i++) {
        uint64_t both;
        if (!(left >> i & 1) || !joined(t->m, j, x, t->s->msg[i], &both)) continue;
        t->order[n] = i;
        if (find_order(t, both, left & ~(UINT32_C(1) << i), n + 1)) return true;
    }
    return false;
}

bool meeting_order(const Model *m, const SysState *s, const Occurrence *o, int *order)
{
    order[0] = o->at;
    return find_order(&(Meeting){ m, s, o->msg, order }, s->msg[o->at], o->also, 1);
}
