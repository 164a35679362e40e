/* blocks.c - ports of kind="block": what rows ask, what is answered, and what comes unasked. */
#include "verify/model/blocks.h"
#include "ir/probe.h"
#include "verify/model/params.h"
#include "verify/model/roles.h"

enum { MAX_VALUES = 64 };            /* of a field that nobody determines */

static bool request(const Model *m, Diags *d, CtlModel *k, int port, const PortMsg *q)
{
    const Port *p = k->c->ports.at[port];
    BlockRequest *b = &k->block[k->n_block];
    int64_t times = q->times ? param_eval(&m->env, q->times) : 1;
    if (!q->answer.n) return true;
    if (k->n_block == MAX_BLOCK_REQUESTS)
        return model_refuse(d, q->pos, "requests to blocks that are answered", MAX_BLOCK_REQUESTS);
    if (times >= 1 << OWED_TIMES_BITS)
        return model_refuse(d, q->pos, "answers to a request", (1 << OWED_TIMES_BITS) - 1);
    *b = (BlockRequest){ .port = p, .q = q, .port_number = port, .times = (int)times, .probed = -1 };
    for (int i = 0; i < p->events.n; i++)
        if (port_answers(q, p->events.at[i]->name)) b->answers |= UINT64_C(1) << p->events.at[i]->code;
    k->n_block++;
    return true;
}

bool model_blocks(const Model *m, Diags *d, CtlModel *k)
{
    for (int i = 0; i < k->c->ports.n; i++) {
        const Port *p = k->c->ports.at[i];
        uint64_t answers = 0;
        if (p->kind != PORT_BLOCK) continue;
        for (int q = 0; q < p->requests.n; q++) if (!request(m, d, k, i, &p->requests.at[q])) return false;
        for (int q = 0; q < k->n_block; q++) answers |= k->block[q].answers;
        for (int e = 0; e < p->events.n; e++)
            if (!(answers >> p->events.at[e]->code & 1)) k->alone |= UINT64_C(1) << p->events.at[e]->code;
    }
    return true;
}

static int arg_of(const CtlModel *k, Str name)
{
    for (int i = 0; i < k->n_args; i++) if (str_eq(k->args[i].var->name, name)) return i;
    return -1;
}

static bool answered_with(const CtlModel *k, const BlockRequest *b, const Field *f)
{
    for (int e = 0; e < k->n_events; e++)
        for (int i = 0; (b->answers >> e & 1) && i < k->events[e].e->def->fields.n; i++)
            if (str_eq(k->events[e].e->def->fields.at[i].name, f->name)) return true;
    return false;
}

unsigned model_field_values(const Model *m, const Slotted *arg)
{
    int bits = model_role_bits(m, arg->var->type, arg->role);
    int64_t count = arg->var->type->key              ? m->n_keys
                    : arg->var->type->kind == TK_COUNT ? param_eval(&m->env, arg->var->type->size)
                    : arg->var->type->kind == TK_ENUM ? arg->var->type->values.n
                    : arg->role == ROLE_NODE          ? m->n_nodes
                                                      : INT64_MAX;
    if (arg->role == ROLE_DATA || arg->role == ROLE_MASK || arg->role == ROLE_UNMODELLED) return 1;
    if (arg->role == ROLE_STAMP) return (unsigned)m->stamp_max + 1;
    return count < INT64_C(1) << bits ? (unsigned)count : 1u << bits;
}

/* Every request that is answered with the event gives this argument. */
static bool given(const CtlModel *k, const Event *e, int arg)
{
    bool all = (k->alone >> e->code & 1) == 0;
    for (int i = 0; i < k->n_block; i++) {
        const BlockRequest *b = &k->block[i];
        bool kept = (b->answers >> e->code & 1) == 0;
        for (int p = 0; p < b->kept.n; p++) kept |= b->kept.at[p].arg == arg;
        all &= kept;
    }
    return all;
}

/* Every value of the other fields of these events is tried: they must not be too many. */
static bool few_values(const Model *m, Diags *d, const CtlModel *k, const Event *e)
{
    for (int i = 0; i < e->def->fields.n; i++) {
        int arg = arg_of(k, e->def->fields.at[i].name);
        if (arg < 0 || given(k, e, arg) || model_field_values(m, &k->args[arg]) <= MAX_VALUES) continue;
        diag_error(d, e->def->fields.at[i].pos,
                   "verify: every value of '" STR_FMT "' is tried, and there are %u: expected at most %d",
                   STR_ARG(e->def->fields.at[i].name), model_field_values(m, &k->args[arg]), MAX_VALUES);
        return false;
    }
    return true;
}

/* What a probe finds is kept with what the request has given. */
static void probe_layout(const Model *m, const CtlModel *k, BlockRequest *b)
{
    const PortMsg *e = b->port->events.at[0]->def;
    while (b->probed < m->n_ctl - 1 && (b->probed < 0 || m->ctl[b->probed].c != b->port->probed)) b->probed++;
    const CtlModel *of = &m->ctl[b->probed];
    while (of->store[b->probe_store].s != b->port->probe) b->probe_store++;
    const StoreModel *st = &of->store[b->probe_store];
    for (int f = 0; f < e->fields.n; f++) {
        const Field *x = &e->fields.at[f];
        Role r = model_role_of(m, x->type);
        int bits = model_role_bits(m, x->type, r), arg = arg_of(k, x->name), at = 0;
        if (!bits || arg < 0 || port_brings_back(b->q, x)) continue;
        while (at < st->n && st->field[at].var != probe_field(b->port, x->name)) at++;
        bool hit = probe_is_hit(b->port, x) && at == st->n;
        b->probe[b->kept.n] = (Input){ hit ? IN_LINE_HIT : IN_LINE, at, 0, b->probe_store };
        b->field[b->kept.n] = -1;
        b->kept.at[b->kept.n++] = (Part){ arg, r, bits, b->kept.bits };
        b->kept.bits += bits;
    }
}

bool model_blocks_layout(const Model *m, Diags *d, CtlModel *k)
{
    for (int i = 0; i < k->n_block; i++) {
        BlockRequest *b = &k->block[i];
        for (int f = 0; f < b->q->fields.n; f++) {
            const Field *x = &b->q->fields.at[f];
            Role r = model_role_of(m, x->type);
            int bits = model_role_bits(m, x->type, r), arg = arg_of(k, x->name);
            if (!bits || arg < 0 || k->args[arg].var->type != x->type || !answered_with(k, b, x)) continue;
            b->field[b->kept.n] = f;
            b->kept.at[b->kept.n++] = (Part){ arg, r, bits, b->kept.bits };
            b->kept.bits += bits;
        }
        if (b->port->probe) probe_layout(m, k, b);
        if (b->kept.bits > OWED_KEPT_BITS)
            return model_refuse(d, b->q->pos, "bits in a request that its answers bring back", OWED_KEPT_BITS);
        k->owed_wide |= b->kept.bits > 16;
    }
    for (int e = 0; e < k->n_events; e++) {
        const Event *at = k->events[e].e;
        if (at->kind == EV_PORT && at->port->kind == PORT_BLOCK && !few_values(m, d, k, at)) return false;
    }
    return true;
}
