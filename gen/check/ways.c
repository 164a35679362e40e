/* ways.c - networks with ways that messages for several receivers share: a message that is stalled can stand in front
 * of the one that would end its wait. */
#include "check/common.h"

typedef struct { const Message *of; bool sent; } Sends;

static void find_send(const Action *x, void *ctx)
{
    Sends *s = ctx;
    s->sent |= (x->kind == A_SEND || x->kind == A_MULTICAST) && x->msg == s->of;
}

static bool row_sends(const Row *r, const Message *of)
{
    Sends s = { of, false };
    actions_walk(r->body, find_send, &s);
    return s.sent;
}

typedef struct { const Protocol *p; const Network *net; bool *asked; } Way; /* asked: by the number of a message */

static bool comes_apart(const Way *w, const Message *m);

/* An event that does not need a message of this network to be taken before. */
static bool apart(const Way *w, const Event *e)
{
    if (e->kind != EV_MESSAGE) return true;
    return e->msg->net != w->net && comes_apart(w, e->msg);
}

static int number_of(const Protocol *p, const Message *m)
{
    for (int i = 0; i < p->msgs.n; i++) if (p->msgs.at[i] == m) return i;
    return 0;
}

/* Some row that sends this message is not the row of a message of this network, nor of one that needs that. */
static bool comes_apart(const Way *w, const Message *m)
{
    bool *asked = &w->asked[number_of(w->p, m)];
    if (*asked) return false;
    *asked = true;
    for (int c = 0; c < w->p->ctls.n; c++) {
        const Controller *at = w->p->ctls.at[c];
        for (int i = 0; i < at->states.n * at->events.n; i++)
            for (int r = 0; r < at->cells[i].rows.n; r++)
                if (row_sends(at->cells[i].rows.at[r], m) && apart(w, at->events.at[i % at->events.n])) return true;
    }
    return false;
}

void check_shared_way(Check *k, const Met *m, const Event *out)
{
    if (m->event->kind != EV_MESSAGE || out->kind != EV_MESSAGE) return;
    const Network *net = m->event->msg->net;
    Way w = { k->p, net, NEW_N(k->a, bool, k->p->msgs.n + 1) };
    if (net->topology == NET_CROSSBAR || apart(&w, out)) return;
    diag_warning(k->d, m->row->pos,
                 "state " STR_FMT ", event " STR_FMT ": held until " STR_FMT ", which is sent when a message of "
                 "network '" STR_FMT "' has been taken elsewhere; that message can stand behind this one, since the "
                 "network is no crossbar; expected <park/>, or a crossbar",
                 STR_ARG(m->state->name), STR_ARG(m->event->name), STR_ARG(out->name), STR_ARG(net->name));
}
