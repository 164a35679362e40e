/* sending.c - what a row sends, asks of memory and answers. */
#include "verify/step/sending.h"
#include "eval/expr.h"
#include "verify/model/choices.h"
#include "verify/model/roles.h"
#include "verify/state/owed.h"
#include <inttypes.h>

static void leave_bound(Sending *x, ModelBound why)
{
    x->bound = true;
    x->f->bounds |= 1u << why;
}

static bool role_is_data(const Type *t) { return t->opaque && t->kind == TK_BYTES; }

static unsigned field_value(const Data *d, const OutMap *o, int field)
{
    const struct OutField *f = &o->out->fields.at[field];
    unsigned v = (unsigned)d->out[o->src_sel[field]];
    if (!f->type->opaque) return v;
    if (!f->sources.n) return 0;
    const OpaqueSource *src = &f->sources.at[v < (unsigned)f->sources.n ? v : 0];
    return row_value(d, src->var, src->version).data;
}

/* A part of a line that goes to a thread is the one that its atomic is about: the operand of that type. The part holds
 * all cells of the model. */
static void part_holds(const Data *d, const OutMap *o, int field, Fired *f)
{
    const Model *m = d->m;
    int number = o->part[field];
    if (number < 0 || d->thread < 0 || d->s->thread[d->thread].op != OP_ATOMIC) return;
    for (int c = 0; c < m->n_ctl; c++)
        for (int a = 0; a < m->ctl[c].n_args && m->ctl[c].core; a++) {
            if (m->ctl[c].args[a].var->type != o->out->fields.at[number].type ||
                field_value(d, o, number) == model_operand(&m->ctl[c], a, d->s->thread[d->thread].chosen))
                continue;
            model_problem(f, P_VALUE, "part " STR_FMT " is not the one that the atomic is about",
                          STR_ARG(o->out->fields.at[number].name));
            return;
        }
}

/* Of several messages with data that to the core of the access hands it on. */
static void data_sent(Sending *x, int to, unsigned v)
{
    const Model *m = x->d->m;
    bool own = x->d->thread >= 0 && m->inst[to].core == x->d->thread / m->n_warps;
    if (x->sent_own && !own) return;
    x->sent_data = v;
    x->sent_any = true;
    x->sent_own = own;
}

/* The line that a message is about. One that is not looked at ends the search. */
static int line_of_message(Sending *x, const OutMap *o, const Message *msg)
{
    const Data *d = x->d;
    if (o->key < 0 || msg->keyless) return d->o->key;
    uint64_t key = d->out[o->key];
    if (x->verbose) fprintf(x->verbose, " about line %" PRIu64, key);
    if (key < (uint64_t)d->m->n_keys) return (int)key;
    model_problem(x->f, P_LIMIT,
                  "message " STR_FMT " is about line %" PRIu64 ", but lines 0 to %d are looked at (--lines %d)",
                  STR_ARG(msg->name), key, d->m->n_keys - 1, d->m->n_keys);
    return d->o->key;
}

/* Of data with a mask only the cells under it are sent: whoever reads another one reads nothing. */
static unsigned under_mask(const Data *d, const OutMap *o, const MessageMap *map, int i, unsigned v)
{
    const Message *msg = map->m;
    const Field *mask = d->m->n_cells > 1 && msg->fields.at[i].mask.n ? msg_field(msg, msg->fields.at[i].mask) : NULL;
    int field = mask ? o->field[msg->code][mask - msg->fields.at] : -1;
    if (field < 0) return v;
    unsigned cells = field_value(d, o, field), none = d->m->program ? VALUE_NONE : NONE;
    for (int c = 0; c < d->m->n_cells; c++) if (!(cells >> c & 1)) v = state_cell_put(v, c, none);
    return v;
}

static Str ctl_name(const Model *m, int ctl) { return m->ctl[ctl].c->name; }

/* Somebody is there who takes the message. */
static bool receiver_holds(Sending *x, const MessageMap *map, uint64_t to)
{
    const Model *m = x->d->m;
    Str name = map->m->name;
    if (to & CODE_NOWHERE) {
        int ctl = (int)(to >> 32 & 0xff), n = 0;
        for (int i = 0; i < m->n_inst; i++) n += m->inst[i].ctl == ctl;
        if (x->verbose)
            fprintf(x->verbose, " to " STR_FMT "[%u]", STR_ARG(ctl_name(m, ctl)), (unsigned)(to & UINT32_MAX));
        model_problem(x->f, P_CONSERVATION,
                      "message " STR_FMT " is sent to " STR_FMT "[%u], which is not there: of " STR_FMT " there %s %d",
                      STR_ARG(name), STR_ARG(ctl_name(m, ctl)), (unsigned)(to & UINT32_MAX), STR_ARG(ctl_name(m, ctl)),
                      n == 1 ? "is" : "are", n);
    }
    else if (to >= (uint64_t)m->n_inst) {
        if (x->verbose) fprintf(x->verbose, " to node %" PRIu64, to);
        model_problem(x->f, P_CONSERVATION, "message " STR_FMT " is sent to node %" PRIu64 ", but nodes are 0 to %d",
                      STR_ARG(name), to, m->n_inst - 1);
    }
    else if (map->event[m->inst[to].ctl] < 0) {
        const Instance *at = &m->inst[to];
        if (x->verbose) fprintf(x->verbose, " to " STR_FMT "[%d]", STR_ARG(ctl_name(m, at->ctl)), at->index);
        model_problem(x->f, P_CONSERVATION, "message " STR_FMT " is sent to " STR_FMT "[%d], which has no row for it",
                      STR_ARG(name), STR_ARG(ctl_name(m, at->ctl)), at->index);
    }
    else return true;
    return false;
}

static void send_one(Sending *x, const OutMap *o, const MessageMap *map, uint64_t node)
{
    const Data *d = x->d;
    const Message *msg = map->m;
    const Instance *at = &d->m->inst[d->o->inst];
    if (x->verbose) fprintf(x->verbose, ", sends " STR_FMT, STR_ARG(msg->name));
    if (!receiver_holds(x, map, node)) return;
    int to = (int)node;
    int key = line_of_message(x, o, msg);
    bool own = o->key < 0 || msg->keyless || (!d->o->keyless && key == d->o->key);
    uint64_t w = state_msg_head(msg->net->id, at->node, to, msg->code, msg->keyless ? 0 : key);
    for (int i = 0; i < map->body.n; i++) {
        const Part *p = &map->body.at[i];
        int field = o->field[msg->code][i];
        if (field < 0 || !p->bits) continue;
        unsigned v = under_mask(d, o, map, i, field_value(d, o, field));
        if (!model_follows(d->m, p->role, msg->fields.at[i].type, v)) leave_bound(x, BOUND_TIME);
        if (p->role == ROLE_DATA && own) { data_sent(x, to, v); part_holds(d, o, field, x->f); }
        if (x->verbose && p->role != ROLE_DATA && p->role != ROLE_MASK) {
            fprintf(x->verbose, " " STR_FMT "=", STR_ARG(msg->fields.at[i].name));
            model_print_value(d->m, x->verbose, msg->fields.at[i].type, v);
        }
        w = state_part_put(p, w, v);
    }
    if (x->verbose) {
        const Instance *t = &d->m->inst[to];
        fprintf(x->verbose, " to " STR_FMT "[%d]", STR_ARG(d->m->ctl[t->ctl].c->name), t->index);
    }
    if (x->next->n_msgs == MAX_MSGS) { leave_bound(x, BOUND_MESSAGES); return; }
    state_send(d->m, x->next, w);
    int vf = d->m->version_field[at->ctl][o - d->k->outs];
    if (vf >= 0 && own && d->thread >= 0 && d->m->inst[to].core == d->thread / d->m->n_warps &&
        msg_field(msg, o->out->fields.at[vf].name))
        x->time = (int)field_value(d, o, vf);
}

static void send_out(Sending *x, const OutMap *o)
{
    const Data *d = x->d;
    const MessageMap *map = &d->m->kind[o->out->net->id][d->out[o->kind]];
    uint64_t to = d->out[o->to];
    if (!o->multicast || (to & CODE_NOWHERE)) { send_one(x, o, map, to); return; }
    for (int i = 0; i < 63; i++) if (to >> i & 1) send_one(x, o, map, (uint64_t)i);
}

/* What is read already is what was there before the write that comes now. Reads before each of two writes are not
 * followed. */
static void keep_before(Sending *x, uint8_t reads, ReadsBefore *before, uint16_t was)
{
    if (reads == before->n) return;
    if (before->n) leave_bound(x, BOUND_READS);
    else *before = (ReadsBefore){ reads, was };
}

/* A line goes back to memory: whoever reads it next must find something in every cell. Behind a port with key= the
 * lines of several keys can be one: what is in them is not followed then. */
static void write_back(Sending *x, const Port *p, uint16_t data)
{
    const Model *m = x->d->m;
    int key = x->d->o->key;
    Inst *here = &x->next->inst[x->d->o->inst];
    if (p == x->d->k->side) {
        keep_before(x, here->side_reads[key], &here->side_before[key], x->next->side[key]);
        if (m->side_known) x->next->side[key] = data;
        return;
    }
    keep_before(x, here->reads[key], &here->before[key], x->next->mem[key]);
    x->next->mem[key] = data;
    for (int c = 0; c < m->n_cells && !m->program; c++)
        if (state_cell_get(data, c) == NONE)
            model_problem(x->f, P_VALUE, "line %d is written back, but what it holds was never read from memory", key);
}

/* The line after a write to memory: under a mask, if the request has one. */
static uint16_t line_after(const Sending *x, const OutMap *o, const PortMsg *q, unsigned data)
{
    const Data *d = x->d;
    unsigned was = o->out->port == d->k->side ? x->next->side[d->o->key] : x->next->mem[d->o->key];
    for (int i = 0; i < q->fields.n && d->m->n_cells > 1; i++)
        for (int k = 0; k < o->out->fields.n && model_role_of(d->m, q->fields.at[i].type) == ROLE_MASK; k++) {
            if (!str_eq(o->out->fields.at[k].name, q->fields.at[i].name)) continue;
            for (int c = 0; c < d->m->n_cells; c++)
                if (!(field_value(d, o, k) >> c & 1)) data = state_cell_put(data, c, state_cell_get(was, c));
        }
    return (uint16_t)data;
}

static void request_out(Sending *x, const OutMap *o)
{
    const Data *d = x->d;
    const Port *p = o->out->port;
    const PortMsg *q = &p->requests.at[d->out[o->kind]];
    uint8_t *reads = p == d->k->side ? x->next->inst[d->o->inst].side_reads : x->next->inst[d->o->inst].reads;
    if (p != d->k->side)
        atomic_fetch_or_explicit(&(q->fields.n ? d->m->memory_written : d->m->memory_read)[d->o->inst],
                                 1u << d->o->key, memory_order_relaxed);
    if (x->verbose) fprintf(x->verbose, ", memory " STR_FMT, STR_ARG(q->name));
    for (int i = 0; i < q->fields.n; i++) {
        for (int k = 0; k < o->out->fields.n; k++)
            if (str_eq(o->out->fields.at[k].name, q->fields.at[i].name) && role_is_data(q->fields.at[i].type))
                write_back(x, p, line_after(x, o, q, field_value(d, o, k)));
    }
    if (!q->fields.n && ++reads[d->o->key] > MAX_READS) leave_bound(x, BOUND_READS);
}

/* What another controller's store has of the key now: of a node that is no instance of it nothing is there. */
static uint64_t probed(const Sending *x, const OutMap *o, const BlockRequest *b, const Input *in)
{
    const Data *d = x->d;
    uint64_t node = UINT64_MAX;
    for (int f = 0; f < o->out->fields.n; f++)
        if (str_is(o->out->fields.at[f].name, "at")) node = field_value(d, o, f);
    int inst = node < (uint64_t)d->m->n_nodes ? model_node_inst(d->m, (int)node) : -1;
    if (inst < 0 || d->m->inst[inst].ctl != b->probed) return 0;
    const Line *l = state_line_of_key(&d->m->ctl[b->probed], &x->next->inst[inst], b->probe_store, d->o->key);
    if (!l->present) return 0;
    return in->kind == IN_LINE_HIT ? 1 : l->field[in->index];
}

/* What answers will have of the request is kept with it. */
static void block_out(Sending *x, const OutMap *o)
{
    const Data *d = x->d;
    const PortMsg *q = &o->out->port->requests.at[d->out[o->kind]];
    if (x->verbose) fprintf(x->verbose, ", asks " STR_FMT " " STR_FMT, STR_ARG(o->out->port->name), STR_ARG(q->name));
    for (int i = 0; i < d->k->n_block; i++) {
        const BlockRequest *b = &d->k->block[i];
        Owed owed = { i, d->o->key, b->times, 0 };
        if (b->q != q) continue;
        for (int p = 0; p < b->kept.n; p++)
            if (b->field[p] < 0) owed.kept |= probed(x, o, b, &b->probe[p]) << b->kept.at[p].shift;
        for (int p = 0; p < b->kept.n; p++)
            for (int f = 0; f < o->out->fields.n && b->field[p] >= 0; f++)
                if (str_eq(o->out->fields.at[f].name, q->fields.at[b->field[p]].name))
                    owed.kept |= (uint64_t)field_value(d, o, f) << b->kept.at[p].shift;
        if (!owed_add(d->k, &x->next->inst[d->o->inst], &owed)) leave_bound(x, BOUND_OWED);
    }
}

static void reply_out(Sending *x, const OutMap *o)
{
    const Data *d = x->d;
    const PortMsg *q = &o->out->port->replies.at[d->out[o->kind]];
    int core = d->m->inst[d->o->inst].core;
    x->answer = q;
    x->reply_thread = core * d->m->n_warps;
    x->replied = true;
    for (int i = 0; i < q->fields.n; i++)
        for (int k = 0; k < o->out->fields.n; k++) {
            if (!str_eq(o->out->fields.at[k].name, q->fields.at[i].name)) continue;
            if (q->fields.at[i].type == d->k->core->id_type) x->reply_thread += (int)field_value(d, o, k);
            if (role_is_data(q->fields.at[i].type)) { x->reply_data = field_value(d, o, k); x->reply_any = true; }
            if (model_field_is_error(&q->fields.at[i])) x->reply_error = (int)field_value(d, o, k);
        }
    if (x->verbose)
        fprintf(x->verbose, ", answers " STR_FMT " to warp %d", STR_ARG(q->name),
                x->reply_thread - core * d->m->n_warps);
}

void step_send_all(Sending *x)
{
    const CtlModel *k = x->d->k;
    for (int i = 0; i < k->n_outs; i++) {
        const OutMap *o = &k->outs[i];
        if (!x->d->out[o->valid]) continue;
        if (o->out->net) send_out(x, o);
        else if (o->out->port->kind == PORT_CORE) reply_out(x, o);
        else if (o->out->port->kind == PORT_BLOCK) block_out(x, o);
        else request_out(x, o);
    }
}
