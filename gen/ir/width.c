/* width.c - how wide codes and messages are. */
#include "ir/ir.h"

int code_bits(int n)
{
    int b = 1;
    while ((1 << b) < n) b++;
    return b;
}

static const Controller *taker(const Protocol *p, const Message *m)
{
    for (int i = 0; i < p->ctls.n; i++)
        for (int k = 0; k < p->ctls.at[i]->base_events.n; k++)
            if (p->ctls.at[i]->base_events.at[k]->msg == m) return p->ctls.at[i];
    return NULL;
}

static int kinds_on(const Protocol *p, const Network *net)
{
    int n = 0;
    for (int i = 0; i < p->msgs.n; i++) n += p->msgs.at[i]->net == net;
    return n;
}

int64_t message_bits(const Protocol *p, const ParamEnv *env, const Message *m)
{
    const Controller *c = taker(p, m);
    int64_t n = code_bits(kinds_on(p, m->net)) + type_width(env, p->t_node);
    if (c && c->key && !m->keyless) n += type_width(env, c->key);
    for (int i = 0; i < m->fields.n; i++) n += type_width(env, m->fields.at[i].type);
    return n;
}
