/* stats.c - storage and message sizes from the IR alone. */
#include "emit/stats.h"
#include "emit/table.h"
#include "emit/vctl.h"
#include "step/step.h"
#include <inttypes.h>

/* A structure of a controller, for the table at the end; bits: of an entry. */
typedef struct { Str owner, name; int64_t instances, entries, bits; } Structure;
typedef struct { Buf *out; const Protocol *p; const ParamEnv *env; const Controller *ctl; VEC(Structure) all; } Stats;

/* ---- an entry as a list of fields ---- */

typedef struct { Str name; int64_t bits; } Part;
typedef VEC(Part) Parts;

static int64_t instances_of(const Stats *s, const Controller *c) { return s->p->systems.n ? place_count(s->env, s->p->systems.at[0], c) : 1; }

static void add_structure(Stats *s, Str name, int64_t entries, int64_t bits)
{
    if (entries > 0 && bits > 0) vec_push(s->out->arena, &s->all, ((Structure){ s->ctl->name, name, instances_of(s, s->ctl), entries, bits }));
}

static void add_part(const Stats *s, Parts *l, Str name, int64_t bits)
{
    if (bits > 0) vec_push(s->out->arena, l, ((Part){ name, bits }));
}

static int64_t total(const Parts *l)
{
    int64_t n = 0;
    for (int i = 0; i < l->n; i++) n += l->at[i].bits;
    return n;
}

static void put_bits(Buf *b, int64_t bits)
{
    if (bits % 8 == 0 && bits >= 8 * 1024) buf_printf(b, "%" PRId64 " bits (%.1f KB)", bits, (double)bits / 8 / 1024);
    else buf_printf(b, "%" PRId64 " bits", bits);
}

static void put_parts(const Stats *s, const Parts *l)
{
    int64_t all = total(l);
    for (int i = 0; i < l->n; i++)
        buf_printf(s->out, "    %-16.*s %6" PRId64 "  %5.1f %%\n", STR_ARG(l->at[i].name), l->at[i].bits, 100.0 * (double)l->at[i].bits / (double)all);
    buf_printf(s->out, "    %-16s %6" PRId64 "\n", "entry", all);
}

/* States that are kept at one place, plus one: kept elsewhere (a waiting entry hides the store's) or no entry. */
static int state_bits(const Controller *c, const void *place)
{
    int n = 1;
    for (int i = 0; i < c->states.n; i++) n += c->states.at[i]->store == place || c->states.at[i]->waiters == place;
    return code_bits(n);
}

static int key_width(const Stats *s, const Controller *c) { return c->key ? type_width(s->env, c->key) : 0; }

static void add_fields(const Stats *s, Parts *l, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++) {
        int w = type_width(s->env, fields[i]->type);
        add_part(s, l, fields[i]->name, w);
        if (fields[i]->sparse) add_part(s, l, str_printf(s->out->arena, STR_FMT ".valid", STR_ARG(fields[i]->name)), w / 8);
    }
}

/* ---- structures ---- */

static int64_t size_or(const Stats *s, const Expr *e, int64_t missing) { return e ? param_eval(s->env, e) : missing; }

/* The low key bits that select the set need not be stored; an index function of the specification keeps the whole key. */
static int64_t tag_bits(const Stats *s, const Controller *c, const Store *store, int64_t sets)
{
    int64_t key = key_width(s, c), index = 0;
    if (!str_is(store->kind, "assoc") || store->index) return key;
    while ((INT64_C(1) << index) < sets) index++;
    return key > index ? key - index : 0;
}

static int64_t write_store(Stats *s, const Controller *c, const Store *store)
{
    Parts l = { 0 };
    int64_t sets = size_or(s, store->sets, 1), ways = size_or(s, store->ways, 1), n = size_or(s, store->entries, sets * ways);
    bool assoc = str_is(store->kind, "assoc"), bloom = str_is(store->kind, "bloom"), cuckoo = str_is(store->kind, "cuckoo");
    if (str_is(store->kind, "memory")) { buf_printf(s->out, "  store " STR_FMT " (memory): outside\n", STR_ARG(store->name)); return 0; }
    if (bloom || cuckoo) n = size_or(s, store->ways, 1) * size_or(s, store->rows, 1) + size_or(s, store->stash, 0);
    for (int i = 0; i < store->kept.n; i++) add_part(s, &l, store->kept.at[i].name, type_width(s->env, store->kept.at[i].type));
    add_part(s, &l, STR("valid"), cuckoo);
    if (!bloom) add_part(s, &l, STR("tag"), tag_bits(s, c, store, sets));
    add_part(s, &l, STR("valid"), assoc);
    add_part(s, &l, STR("recently used"), assoc);
    if (!bloom) add_part(s, &l, STR("state"), state_bits(c, store));
    add_fields(s, &l, store->fields.at, store->fields.n);
    buf_printf(s->out, "  store " STR_FMT " (" STR_FMT "): ", STR_ARG(store->name), STR_ARG(store->kind));
    if (cuckoo || bloom) buf_printf(s->out, "%" PRId64 " ways x %" PRId64 " rows%s = ", size_or(s, store->ways, 1), size_or(s, store->rows, 1), size_or(s, store->stash, 0) ? " + stash" : "");
    if (store->sets && store->ways) buf_printf(s->out, "%" PRId64 " sets x %" PRId64 " ways = ", sets, ways);
    buf_printf(s->out, "%" PRId64 " entries, ", n);
    put_bits(s->out, n * total(&l));
    buf_printf(s->out, "\n");
    put_parts(s, &l);
    add_structure(s, store->name, n, total(&l));
    return n * total(&l);
}

/* A parked occurrence keeps its event, and the fields and stamps that rows read of events that can be parked. */
static int64_t occurrence_bits(const Stats *s, const Controller *c)
{
    int64_t n = code_bits(c->base_events.n);
    for (int i = 0; i < c->args.n; i++) if (parked_args(c, c->args.at[i])) n += type_width(s->env, c->args.at[i]->type);
    return n;
}

static int64_t write_waiters(Stats *s, const Controller *c, const Waiters *w)
{
    Parts l = { 0 };
    int64_t entries = size_or(s, w->entries, 1), depth = size_or(s, w->depth, 0), parked = entries * depth * occurrence_bits(s, c);
    add_part(s, &l, STR("key"), key_width(s, c));
    if (!str_is(w->kind, "stall")) add_part(s, &l, STR("state"), state_bits(c, w));
    add_fields(s, &l, w->fields.at, w->fields.n);
    buf_printf(s->out, "  waiters " STR_FMT " (" STR_FMT "): %" PRId64 " entries, ", STR_ARG(w->name), STR_ARG(w->kind), entries);
    put_bits(s->out, entries * total(&l));
    if (depth) {
        buf_printf(s->out, "; up to %" PRId64 " x %" PRId64 " parked of %" PRId64 " bits, ", entries, depth, occurrence_bits(s, c));
        put_bits(s->out, parked);
    }
    buf_printf(s->out, "\n");
    put_parts(s, &l);
    add_structure(s, w->name, entries, total(&l));
    add_structure(s, str_printf(s->out->arena, STR_FMT ", parked", STR_ARG(w->name)), entries * depth, occurrence_bits(s, c));
    return entries * total(&l) + parked;
}

/* The buffers in which messages are joined: kind, sender, key, fields. */
static int64_t write_joins(Stats *s, const Port *p)
{
    int64_t n = 0;
    for (int i = 0; i < p->joins.n; i++) {
        int64_t entries = param_eval(s->env, p->joins.at[i]->entries), bits = stats_message_bits(s->p, s->env, p->joins.at[i]->msgs.at[0]);
        buf_printf(s->out, "  join " STR_FMT ": %" PRId64 " messages of %" PRId64 " bits, ", STR_ARG(p->joins.at[i]->net->name), entries, bits);
        put_bits(s->out, entries * bits);
        buf_printf(s->out, "\n");
        add_structure(s, str_printf(s->out->arena, STR_FMT ", joined", STR_ARG(p->joins.at[i]->net->name)), entries, bits);
        n += entries * bits;
    }
    return n;
}

static int64_t write_registers(Stats *s, const Controller *c)
{
    int64_t n = 0;
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        if (v->kind != V_REG || v->constant) continue;
        buf_printf(s->out, "  register %-13.*s %6d\n", STR_ARG(v->name), type_width(s->env, v->type));
        n += type_width(s->env, v->type);
    }
    add_structure(s, STR("registers"), 1, n);
    return n;
}

static int64_t engine_parameter(const Stats *s, const char *name, int64_t missing)
{
    for (int i = 0; i < s->p->params.n; i++)
        if (str_is(s->p->params.at[i]->name, name)) return s->env->value[s->p->params.at[i]->id];
    return missing;
}

static int64_t widest_message(const Stats *s, const Network *net)
{
    int64_t most = 0;
    for (int i = 0; i < s->p->msgs.n; i++) {
        int64_t bits = s->p->msgs.at[i]->net == net ? stats_message_bits(s->p, s->env, s->p->msgs.at[i]) : 0;
        if (bits > most) most = bits;
    }
    return most;
}

/* Queues between a controller and the networks: messages whole; on the way out with their destination. */
static void add_queues(Stats *s, const Controller *c)
{
    int64_t depth = engine_parameter(s, "QUEUE_DEPTH", 0);
    Arena *a = s->out->arena;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *q = c->ports.at[i];
        for (int k = 0; k < q->nets.n; k++) {
            if (q->kind == PORT_IN) add_structure(s, str_printf(a, "queue of " STR_FMT, STR_ARG(q->nets.at[k]->name)), depth, widest_message(s, q->nets.at[k]));
            if (q->kind == PORT_OUT) add_structure(s, str_printf(a, "queue to " STR_FMT, STR_ARG(q->nets.at[k]->name)), depth, widest_message(s, q->nets.at[k]) + type_width(s->env, s->p->t_node));
        }
    }
}

static void write_controller(Stats *s, const Controller *c)
{
    TableCounts n = table_counts(c);
    int64_t bits = 0, instances = instances_of(s, c);
    s->ctl = c;
    buf_printf(s->out, "\ncontroller " STR_FMT ": %" PRId64 " instance%s, %d states (%d + %d), %d transitions, %d rows\n", STR_ARG(c->name), instances,
               instances == 1 ? "" : "s", n.states, n.stable, n.states - n.stable, n.transitions, n.rows);
    for (int i = 0; i < c->stores.n; i++) bits += write_store(s, c, c->stores.at[i]);
    for (int i = 0; i < c->behind.n; i++) bits += write_store(s, c, c->behind.at[i]);
    for (int i = 0; i < c->waiters.n; i++) bits += write_waiters(s, c, c->waiters.at[i]);
    for (int i = 0; i < c->ports.n; i++) bits += write_joins(s, c->ports.at[i]);
    bits += write_registers(s, c);
    buf_printf(s->out, "  storage of one instance: ");
    put_bits(s->out, bits);
    buf_printf(s->out, "\n");
    add_queues(s, c);
}

/* ---- types and messages ---- */

static void write_types(const Stats *s)
{
    buf_printf(s->out, "\ntypes (bits)\n");
    for (int i = 0; i < s->p->types.n; i++) {
        const Type *t = s->p->types.at[i];
        if (t->kind != TK_INT) buf_printf(s->out, "  %-22.*s %6d%s\n", STR_ARG(t->name), type_width(s->env, t), t->opaque ? "  opaque" : "");
    }
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

int64_t stats_message_bits(const Protocol *p, const ParamEnv *env, const Message *m)
{
    const Controller *c = taker(p, m);
    int64_t n = code_bits(kinds_on(p, m->net)) + type_width(env, p->t_node);
    if (c && c->key && !m->keyless) n += type_width(env, c->key);
    for (int i = 0; i < m->fields.n; i++) n += type_width(env, m->fields.at[i].type);
    return n;
}

static void write_messages(const Stats *s)
{
    if (!s->p->msgs.n) return;
    int64_t flit = engine_parameter(s, "FLIT_BITS", STATS_FLIT_BITS);
    buf_printf(s->out, "\nmessages: kind, sender, key and fields; flits of %" PRId64 " bits\n  %-16s %-12s %6s %6s\n", flit, "", "network", "bits", "flits");
    for (int i = 0; i < s->p->msgs.n; i++) {
        const Message *m = s->p->msgs.at[i];
        int64_t bits = stats_message_bits(s->p, s->env, m);
        buf_printf(s->out, "  %-16.*s %-12.*s %6" PRId64 " %6" PRId64 "\n", STR_ARG(m->name), STR_ARG(m->net->name), bits,
                   (bits + flit - 1) / flit);
    }
}

/* Bytes of all structures, in one instance and in the system; rounded up. */
static void write_storage(const Stats *s)
{
    int64_t all = 0;
    buf_printf(s->out, "\nstorage%17s %9s %11s %11s %11s %13s\n", "", "instances", "entries", "bits", "bytes", "bytes in all");
    for (int i = 0; i < s->all.n; i++) {
        const Structure *t = &s->all.at[i];
        int64_t bits = t->entries * t->bits;
        buf_printf(s->out, "  %-22.*s %9" PRId64 " %11" PRId64 " %11" PRId64 " %11" PRId64 " %13" PRId64 "\n", STR_ARG(str_printf(s->out->arena, STR_FMT " " STR_FMT, STR_ARG(t->owner), STR_ARG(t->name))), t->instances,
                   t->entries, t->bits, (bits + 7) / 8, (bits * t->instances + 7) / 8);
        all += bits * t->instances;
    }
    buf_printf(s->out, "  %-22s %9s %11s %11s %11s %13" PRId64 "\n", "all", "", "", "", "", (all + 7) / 8);
}

static void write_parameters(const Stats *s)
{
    buf_printf(s->out, STR_FMT ":", STR_ARG(s->p->name));
    for (int i = 0; i < s->p->params.n; i++) {
        const Param *q = s->p->params.at[i];
        buf_printf(s->out, " ");
        if (q->owner) buf_printf(s->out, STR_FMT ".", STR_ARG(q->owner->name));
        buf_printf(s->out, STR_FMT "=%" PRId64, STR_ARG(q->name), s->env->value[q->id]);
    }
    buf_printf(s->out, "\n");
}

void stats_write(Buf *out, const Protocol *p, const ParamEnv *env)
{
    Stats s = { .out = out, .p = p, .env = env };
    write_parameters(&s);
    for (int i = 0; i < p->ctls.n; i++) write_controller(&s, p->ctls.at[i]);
    write_types(&s);
    write_messages(&s);
    write_storage(&s);
    buf_printf(out, "\nnot included: stores of kind memory, queues at ports of cores and memories, registers of the pipeline, list pointers of the waiting entries\n");
}

void stats_params(Buf *out, const Protocol *p, const ParamEnv *env)
{
    for (int i = 0; i < p->params.n; i++) {
        const Param *q = p->params.at[i];
        if (q->owner) buf_printf(out, STR_FMT ".", STR_ARG(q->owner->name));
        buf_printf(out, STR_FMT " %" PRId64 " %" PRId64 " %" PRId64 " %s", STR_ARG(q->name), env->value[q->id], param_eval(env, q->min), param_eval(env, q->max), q->in.n ? "" : "-");
        for (int k = 0; k < q->in.n; k++) buf_printf(out, "%s%" PRId64, k ? "," : "", q->in.at[k]);
        buf_printf(out, "\n");
    }
}
