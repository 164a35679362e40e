/* layout.c - how messages and parked requests are packed into 64 bits. */
#include "verify/model/layout.h"
#include "verify/model/blocks.h"
#include "verify/model/roles.h"

static int arg_named(const CtlModel *k, Str name)
{
    for (int i = 0; i < k->n_args; i++) if (str_eq(k->args[i].var->name, name)) return i;
    return -1;
}

static void push_part(Layout *l, Part p)
{
    if (p.role == ROLE_DATA) l->data[l->n_data++] = l->n;
    if (p.role >= ROLE_NODE && p.role <= ROLE_DATA) l->named[l->n_named++] = l->n;
    l->at[l->n++] = p;
    l->bits += p.bits;
}

static void add_part(const Model *m, Layout *l, const Type *t, int arg)
{
    Role r = model_role_of(m, t);
    int bits = model_role_bits(m, t, r);
    if (bits && l->n < MAX_ARGS) push_part(l, (Part){ arg, r, bits, l->bits });
}

static void out_fields(OutMap *o, const Message *x)
{
    if (o->out->net != x->net) return;
    for (int i = 0; i < x->fields.n; i++) {
        o->field[x->code][i] = -1;
        for (int k = 0; k < o->out->fields.n; k++)
            if (str_eq(o->out->fields.at[k].name, x->fields.at[i].name)) o->field[x->code][i] = (int8_t)k;
    }
}

static bool message_layouts(Model *m, Diags *d)
{
    for (int i = 0; i < m->p->msgs.n; i++) {
        const Message *x = m->p->msgs.at[i];
        if (x->code >= MAX_KINDS) return model_refuse(d, x->pos, "messages of a network", MAX_KINDS);
        MessageMap *map = &m->kind[x->net->id][x->code];
        map->m = x;
        if (code_bits(x->code + 1) > m->kind_bits[x->net->id]) m->kind_bits[x->net->id] = code_bits(x->code + 1);
        for (int k = 0; k < x->fields.n; k++) {
            Role r = model_role_of(m, x->fields.at[k].type);
            int bits = model_role_bits(m, x->fields.at[k].type, r);
            if (map->body.n == MAX_ARGS) return model_refuse(d, x->pos, "fields of a message", MAX_ARGS);
            push_part(&map->body, (Part){ k, r, bits, map->body.bits });
        }
        for (int c = 0; c < m->n_ctl; c++) {
            map->event[c] = -1;
            for (int e = 0; e < m->ctl[c].n_events; e++)
                if (m->ctl[c].events[e].e->kind == EV_MESSAGE && m->ctl[c].events[e].e->msg == x)
                    map->event[c] = (int8_t)e;
            for (int k = 0; k < x->fields.n; k++) map->arg[c][k] = (int8_t)arg_named(&m->ctl[c], x->fields.at[k].name);
            for (int k = 0; k < m->ctl[c].n_outs; k++) out_fields(&m->ctl[c].outs[k], x);
        }
        if (map->body.bits > HEAD_SHIFT) return model_refuse(d, x->pos, "bits in a message for this model", HEAD_SHIFT);
        m->keyless[x->net->id] |= (uint16_t)(x->keyless << x->code);
        m->renamed[x->net->id] |= (uint16_t)((map->body.n_named > 0) << x->code);
    }
    return true;
}

/* What a parked request keeps: its fields, who sent it, its stamps. */
static bool park_layout(Model *m, Diags *d, CtlModel *k, EventMap *e)
{
    const Event *b = e->e;
    Layout *l = &e->park;
    if (b->kind == EV_EVICT || b->kind >= EV_TIMER || e->keyless || !k->n_waits) return true;
    if (b->kind == EV_MESSAGE && k->arg_from >= 0) add_part(m, l, m->p->t_node, k->arg_from);
    int n = b->kind == EV_MESSAGE ? b->msg->fields.n : b->def->fields.n;
    const Field *f = b->kind == EV_MESSAGE ? b->msg->fields.at : b->def->fields.at;
    for (int i = 0; i < n; i++) {
        int arg = arg_named(k, f[i].name);
        if (arg >= 0) add_part(m, l, f[i].type, arg);
    }
    for (int i = 0; i < k->n_args && b->kind == EV_CORE; i++)
        if (k->args[i].var->kind == V_STAMP) add_part(m, l, k->args[i].var->type, i);
    for (int i = 0; i < k->n_waits; i++) if (k->wait[i].aged) l->age_bits = code_bits(MAX_DEPTH);
    l->age = l->bits;
    l->bits += l->age_bits;
    return l->bits <= EVENT_SHIFT || model_refuse(d, b->pos, "bits in a parked request for this model", EVENT_SHIFT);
}

static void slotted_bits(const Model *m, Slotted *s, int n)
{
    for (int i = 0; i < n; i++)
        s[i].bits = s[i].role == ROLE_UNMODELLED ? 0 : model_role_bits(m, s[i].var->type, s[i].role);
}

/* The field of the event that names the thread: that of the type that the core port has for it. */
static int id_arg(const CtlModel *k, const Event *e, const Type *id)
{
    const Field *found = model_event_field_of(e, id);
    return found ? arg_named(k, found->name) : -1;
}

/* Network, sender, receiver, kind and key, from the low bits on: the network says how wide the kind is. */
static void head_codes(Model *m)
{
    const int heads = 1 << HEAD_BITS, nets = m->p->nets.n;
    HeadCode *packed = NEW_N(m->arena, HeadCode, heads), *unpacked = NEW_N(m->arena, HeadCode, heads);
    for (int h = 0; h < heads; h++) {
        uint64_t x = (uint64_t)h << KEY_SHIFT;
        int net = (int)(x >> NET_SHIFT), from = (int)(x >> FROM_SHIFT & 7), to = (int)(x >> TO_SHIFT & 7),
            kind = (int)(x >> KIND_SHIFT & 15), key = (int)(x >> KEY_SHIFT & 3);
        if (net >= nets || from >= m->n_nodes || to >= m->n_nodes || kind >> m->kind_bits[net] || key >= m->n_keys)
            continue;
        int kind_at = m->net_bits + 2 * m->node_bits, key_at = kind_at + m->kind_bits[net],
            bits = key_at + m->key_bits,
            code = net | from << m->net_bits | to << (m->net_bits + m->node_bits) | kind << kind_at | key << key_at;
        uint8_t body = (uint8_t)m->kind[net][kind].body.bits;
        packed[h] = (HeadCode){ (uint16_t)code, (uint8_t)bits, body };
        for (int i = code; i < heads; i += 1 << bits) unpacked[i] = (HeadCode){ (uint16_t)h, (uint8_t)bits, body };
    }
    m->packed = packed;
    m->unpacked = unpacked;
}

bool model_layouts(Model *m, Diags *d)
{
    const Type *id = NULL;
    for (int i = 0; i < m->n_ctl; i++) if (m->ctl[i].core) id = m->ctl[i].core->id_type;
    for (int i = 0; i < m->n_ctl; i++) {
        CtlModel *k = &m->ctl[i];
        slotted_bits(m, k->regs, k->n_regs);
        for (int j = 0; j < k->n_stores; j++) slotted_bits(m, k->store[j].field, k->store[j].n);
        for (int j = 0; j < k->n_waits; j++) slotted_bits(m, k->wait[j].field, k->wait[j].n);
        slotted_bits(m, k->args, k->n_args);
        if (!model_blocks_layout(m, d, k)) return false;
        for (int e = 0; e < k->n_events; e++) {
            k->events[e].id = id_arg(k, k->events[e].e, id);
            k->events[e].parked = m->o->races && ctl_parks_event(k->c, NULL, k->events[e].e) ? k->n_parked++ : -1;
            if (!park_layout(m, d, k, &k->events[e])) return false;
        }
    }
    if (!message_layouts(m, d)) return false;
    head_codes(m);
    return true;
}
