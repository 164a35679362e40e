/* stats.c - storage and message sizes from the IR alone. */
#include "emit/stats.h"
#include "emit/table.h"
#include "ir/unit.h"
#include "step/step.h"
#include <inttypes.h>

typedef struct { Buf *out; const Protocol *p; const ParamEnv *env; const Controller *ctl; StatsPlaces all; } Stats;

/* ---- an entry as a list of fields ---- */

typedef VEC(StatsPart) Parts;

static int64_t instances_of(const Stats *s, const Controller *c)
{
    return s->p->systems.n ? place_count(s->env, s->p->systems.at[0], c) : 1;
}

/* parts: of an entry, or NULL. */
static void add_structure(Stats *s, Str name, int64_t entries, int64_t bits, const Parts *parts)
{
    StatsPlace x = { .ctl = s->ctl, .name = name, .instances = instances_of(s, s->ctl), .entries = entries,
                     .bits = bits };
    for (int i = 0; parts && parts->n > 1 && i < parts->n; i++) vec_push(s->out->arena, &x.parts, parts->at[i]);
    if (entries > 0 && bits > 0) vec_push(s->out->arena, &s->all, x);
}

static void add_part(const Stats *s, Parts *l, Str name, int64_t bits)
{
    if (bits > 0) vec_push(s->out->arena, l, ((StatsPart){ name, bits }));
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
        buf_printf(s->out, "    %-16.*s %6" PRId64 "  %5.1f %%\n", STR_ARG(l->at[i].name), l->at[i].bits,
                   100.0 * (double)l->at[i].bits / (double)all);
    buf_printf(s->out, "    %-16s %6" PRId64 "\n", "entry", all);
}

static void add_fields(const Stats *s, Parts *l, Var *const *fields, int n)
{
    for (int i = 0; i < n; i++) {
        int w = type_width(s->env, fields[i]->type);
        add_part(s, l, fields[i]->name, w);
        if (fields[i]->sparse)
            add_part(s, l, str_printf(s->out->arena, STR_FMT ".valid", STR_ARG(fields[i]->name)), w / 8);
    }
}

/* ---- structures ---- */

static int64_t value_of(const PlaceView *v, const BlockExpr *e)
{
    int64_t n;
    return place_eval(v, e, &n, NULL) ? n : 0;
}

/* A parked occurrence keeps its event, and the fields and stamps that rows read of events that can be parked. */
static int64_t occurrence_bits(const Stats *s, const Controller *c, const Waiters *w)
{
    int64_t n = code_bits(c->base_events.n);
    for (int i = 0; i < c->args.n; i++)
        if (ctl_parks_arg(c, w, c->args.at[i])) n += type_width(s->env, c->args.at[i]->type);
    return n;
}

static void table_parts(const Stats *s, const PlaceView *v, const BlockTable *t, Parts *l)
{
    const Block *b = place_block(v);
    for (int i = 0; i < t->parts.n; i++) add_part(s, l, t->parts.at[i].name, value_of(v, t->parts.at[i].bits));
    if (t->occurrence) add_part(s, l, STR("event and fields"), occurrence_bits(s, v->ctl, v->waiters));
    if (!t->entry) return;
    if (v->store)
        for (int i = 0; i < v->store->kept.n; i++)
            add_part(s, l, v->store->kept.at[i].name, type_width(s->env, v->store->kept.at[i].type));
    bool state = v->store ? store_keeps_state(v->ctl, v->store) : waiters_keep_state(v->ctl, v->waiters);
    if (b->sort != BLOCK_FILTER && b->fields && state)
        add_part(s, l, STR("state"), code_bits(v->ctl->states.n)); /* the Verilog has one code for all places */
    if (v->store) add_fields(s, l, v->store->fields.at, v->store->fields.n);
    else add_fields(s, l, v->waiters->fields.at, v->waiters->fields.n);
}

/* The shape with sizes in the place of their names: "4 sets x 2 ways = ". */
static void put_shape(const Stats *s, const PlaceView *v, Str shape)
{
    Str w;
    int64_t n;
    for (bool any = false; (w = str_word(&shape)).n; any = true) {
        buf_printf(s->out, any ? " " : "");
        if (block_attr(place_block(v), w) && place_lookup((void *)v, w, &n)) buf_printf(s->out, "%" PRId64 " ", n);
        buf_put(s->out, w.p, (size_t)w.n);
    }
    buf_printf(s->out, " = ");
}

static int64_t write_table(Stats *s, const PlaceView *v, const BlockTable *t)
{
    Parts l = { 0 };
    int64_t words = value_of(v, t->words);
    Str name = v->store ? v->store->name : v->waiters->name;
    if (t->name.n) name = str_printf(s->out->arena, STR_FMT ", " STR_FMT, STR_ARG(name), STR_ARG(t->name));
    table_parts(s, v, t, &l);
    buf_printf(s->out, "  %s " STR_FMT " (" STR_FMT "): ", v->store ? "store" : "waiters", STR_ARG(name),
               STR_ARG(place_block(v)->kind));
    if (t->shape.n) put_shape(s, v, t->shape);
    buf_printf(s->out, "%" PRId64 " entries, ", words);
    put_bits(s->out, words * total(&l));
    buf_printf(s->out, "\n");
    if (l.n > 1) put_parts(s, &l);
    add_structure(s, name, words, total(&l), &l);
    return words * total(&l);
}

static int64_t write_place(Stats *s, const Controller *c, const Store *store, const Waiters *w)
{
    PlaceView v = { .p = s->p, .env = s->env, .ctl = c, .store = store, .waiters = w };
    const Block *b = place_block(&v);
    int64_t n = 0;
    if (!b->tables.n)
        buf_printf(s->out, "  %s " STR_FMT " (" STR_FMT "): outside\n", store ? "store" : "waiters",
                   STR_ARG(store ? store->name : w->name), STR_ARG(b->kind));
    for (int i = 0; i < b->tables.n; i++) n += write_table(s, &v, &b->tables.at[i]);
    return n;
}

/* What a unit behind a block port stores. */
static int64_t write_unit(Stats *s, const Controller *c, const Port *p)
{
    UnitView v = { c, p, s->env };
    int64_t all = 0, words, bits;
    for (int i = 0; p->block && i < p->block->tables.n; i++) {
        const BlockTable *t = &p->block->tables.at[i];
        Parts l = { 0 };
        const char *why;
        Str name = p->name;
        if (t->name.n) name = str_printf(s->out->arena, STR_FMT ", " STR_FMT, STR_ARG(p->name), STR_ARG(t->name));
        if (!block_eval(t->words, unit_lookup, &v, &words, &why, NULL)) words = 0;
        for (int k = 0; k < t->parts.n; k++) {
            if (!block_eval(t->parts.at[k].bits, unit_lookup, &v, &bits, &why, NULL)) bits = 0;
            add_part(s, &l, t->parts.at[k].name, bits);
        }
        buf_printf(s->out, "  unit " STR_FMT " (" STR_FMT "): %" PRId64 " entries, ", STR_ARG(name),
                   STR_ARG(p->block->kind), words);
        put_bits(s->out, words * total(&l));
        buf_printf(s->out, "\n");
        if (l.n > 1) put_parts(s, &l);
        add_structure(s, name, words, total(&l), &l);
        all += words * total(&l);
    }
    return all;
}

/* The buffers in which messages are joined: kind, sender, key, fields. */
static int64_t write_joins(Stats *s, const Port *p)
{
    int64_t n = 0;
    for (int i = 0; i < p->joins.n; i++) {
        int64_t entries = param_eval(s->env, p->joins.at[i]->entries),
                bits = message_bits(s->p, s->env, p->joins.at[i]->msgs.at[0]);
        buf_printf(s->out, "  join " STR_FMT ": %" PRId64 " messages of %" PRId64 " bits, ",
                   STR_ARG(p->joins.at[i]->net->name), entries, bits);
        put_bits(s->out, entries * bits);
        buf_printf(s->out, "\n");
        add_structure(s, str_printf(s->out->arena, STR_FMT ", joined", STR_ARG(p->joins.at[i]->net->name)), entries,
                      bits, NULL);
        n += entries * bits;
    }
    return n;
}

static int64_t write_registers(Stats *s, const Controller *c)
{
    int64_t n = 0;
    Parts parts = { 0 };
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        if (v->kind != V_REG || v->constant || v->history || (v->array && v != v->array->elem[0])) continue;
        Str name = v->array ? v->array->name : v->name;
        int64_t all = type_width(s->env, v->type);
        for (int k = 0; v->array && k < v->array->n_per; k++) all *= type_values(s->env, v->array->per[k]);
        buf_printf(s->out, "  register %-13.*s %6" PRId64 "\n", STR_ARG(name), all);
        add_part(s, &parts, name, all);
        n += all;
    }
    add_structure(s, STR("registers"), 1, n, &parts);
    return n;
}

int64_t stats_parameter(const Protocol *p, const ParamEnv *env, const char *name, int64_t missing)
{
    for (int i = 0; i < p->params.n; i++)
        if (str_is(p->params.at[i]->name, name)) return env->value[p->params.at[i]->id];
    return missing;
}

static int64_t engine_parameter(const Stats *s, const char *name, int64_t missing)
{
    return stats_parameter(s->p, s->env, name, missing);
}

static int64_t widest_message(const Stats *s, const Network *net)
{
    int64_t most = 0;
    for (int i = 0; i < s->p->msgs.n; i++) {
        int64_t bits = s->p->msgs.at[i]->net == net ? message_bits(s->p, s->env, s->p->msgs.at[i]) : 0;
        if (bits > most) most = bits;
    }
    return most;
}

/* The bits of the number of flits of the longest message. */
static int64_t length_bits(const Stats *s, const Network *net)
{
    int64_t flit = param_eval(s->env, net->width);
    int64_t flits = (widest_message(s, net) + flit - 1) / flit;
    int64_t n = 0;
    while (n < 62 && (INT64_C(1) << n) < flits + 1) n++;
    return n;
}

static int64_t nodes_of(const Stats *s)
{
    int64_t n = 0;
    for (int i = 0; i < s->p->ctls.n; i++) n += instances_of(s, s->p->ctls.at[i]);
    return n;
}

/* A message of it takes its line from a store of lines behind the controller: it waits in the queue, a bit says so. */
static bool waits_for_memory(const Step *step, const Network *net)
{
    for (int i = 0; i < step->outs.n; i++) {
        const Out *o = step->outs.at[i];
        for (int j = 0; o->net == net && j < o->fields.n; j++)
            for (int n = 0; n < o->fields.at[j].sources.n; n++) {
                const Var *v = o->fields.at[j].sources.at[n].var;
                if (v && v->store && v->store->block->sort == BLOCK_MEMORY) return true;
            }
    }
    return false;
}

/* The queue to a network: for each message that a row can send on it whether there is one, its destination (a bit for
 * each node if a row sends to many), length, bits, and whether it waits for memory. */
static int64_t bundle_bits(const Stats *s, const Controller *c, const Network *net)
{
    const Step *step = step_build(s->out->arena, s->p, c);
    int64_t lanes = 0, to = type_width(s->env, s->p->t_node);
    for (int i = 0; i < step->outs.n; i++) {
        if (step->outs.at[i]->net != net) continue;
        lanes++;
        if (step->outs.at[i]->multicast) to = nodes_of(s);
    }
    int64_t message = length_bits(s, net) + widest_message(s, net) + waits_for_memory(step, net);
    return lanes * (1 + to + message);
}

static void add_queues(Stats *s, const Controller *c)
{
    int64_t depth = engine_parameter(s, "QUEUE_DEPTH", 0);
    Arena *a = s->out->arena;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *q = c->ports.at[i];
        for (int k = 0; k < q->nets.n; k++) {
            if (q->kind == PORT_IN)
                add_structure(s, str_printf(a, "queue of " STR_FMT, STR_ARG(q->nets.at[k]->name)), depth,
                              widest_message(s, q->nets.at[k]), NULL);
            if (q->kind == PORT_OUT)
                add_structure(s, str_printf(a, "queue to " STR_FMT, STR_ARG(q->nets.at[k]->name)), depth,
                              bundle_bits(s, c, q->nets.at[k]), NULL);
        }
    }
}

static void write_controller(Stats *s, const Controller *c)
{
    TableCounts n = table_counts(c);
    int64_t bits = 0, instances = instances_of(s, c);
    s->ctl = c;
    buf_printf(s->out,
               "\ncontroller " STR_FMT ": %" PRId64 " instance%s, %d states (%d + %d), %d transitions, %d rows\n",
               STR_ARG(c->name), instances, instances == 1 ? "" : "s", n.states, n.stable, n.states - n.stable,
               n.transitions, n.rows);
    for (int i = 0; i < c->stores.n; i++) bits += write_place(s, c, c->stores.at[i], NULL);
    for (int i = 0; i < c->behind.n; i++) bits += write_place(s, c, c->behind.at[i], NULL);
    for (int i = 0; i < c->waiters.n; i++) bits += write_place(s, c, NULL, c->waiters.at[i]);
    for (int i = 0; i < c->ports.n; i++) bits += write_joins(s, c->ports.at[i]) + write_unit(s, c, c->ports.at[i]);
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
        if (t->kind != TK_INT)
            buf_printf(s->out, "  %-22.*s %6d%s\n", STR_ARG(t->name), type_width(s->env, t),
                       t->opaque ? "  opaque" : "");
    }
}

/* Flits of a message that carry anything but bytes under a mask: what is sent of it in any case (SPARSE_FLITS=1). */
static int64_t least_flits(const Stats *s, const Message *m, int64_t flit)
{
    int64_t at = message_bits(s->p, s->env, m), n = 0, next = 0;
    for (int i = 0; i < m->fields.n; i++) at -= type_width(s->env, m->fields.at[i].type);
    for (int i = -1, from = 0; i < m->fields.n; i++) {
        if (i >= 0) { from = (int)at; at += type_width(s->env, m->fields.at[i].type); }
        if (i >= 0 && m->fields.at[i].mask.n) continue;
        int64_t first = from / flit > next ? from / flit : next, end = (at + flit - 1) / flit;
        if (end > first) n += end - first;
        if (end > next) next = end;
    }
    return n;
}

/* A flit goes over a link of fewer bits in parts. */
static void write_over_link(const Stats *s, const Network *net, int64_t flits)
{
    int64_t flit = param_eval(s->env, net->width), link = param_eval(s->env, net->link_width);
    if (link > flit) link = flit;
    buf_printf(s->out, ", %" PRId64 " of %" PRId64 " over a link", flits * ((flit + link - 1) / link), link);
}

static void write_messages(const Stats *s)
{
    if (!s->p->msgs.n) return;
    bool sparse = engine_parameter(s, "SPARSE_FLITS", 0);
    int64_t of_all = engine_parameter(s, "FLIT_BITS", 0);
    buf_printf(s->out, "\nmessages: kind, sender, key and fields; flits of %" PRId64 " bits\n  %-16s %-12s %6s %6s\n",
               of_all, "", "network", "bits", "flits");
    for (int i = 0; i < s->p->msgs.n; i++) {
        const Message *m = s->p->msgs.at[i];
        int64_t bits = message_bits(s->p, s->env, m), flit = param_eval(s->env, m->net->width);
        buf_printf(s->out, "  %-16.*s %-12.*s %6" PRId64 " %6" PRId64, STR_ARG(m->name), STR_ARG(m->net->name),
                   bits, (bits + flit - 1) / flit);
        int64_t least = least_flits(s, m, flit);
        if (sparse && least < (bits + flit - 1) / flit) buf_printf(s->out, ", %" PRId64 " with no byte", least);
        if (flit != of_all) buf_printf(s->out, ", of %" PRId64 " bits", flit);
        if (m->net->topology == NET_LEVELS) write_over_link(s, m->net, (bits + flit - 1) / flit);
        buf_printf(s->out, "\n");
    }
}

/* Bytes of all structures, in one instance and in the system; rounded up. */
static void write_storage(const Stats *s)
{
    int64_t all = 0;
    buf_printf(s->out, "\nstorage%17s %9s %11s %11s %11s %13s\n", "", "instances", "entries", "bits", "bytes",
               "bytes in all");
    for (int i = 0; i < s->all.n; i++) {
        const StatsPlace *t = &s->all.at[i];
        int64_t bits = t->entries * t->bits;
        buf_printf(s->out, "  %-22.*s %9" PRId64 " %11" PRId64 " %11" PRId64 " %11" PRId64 " %13" PRId64 "\n",
                   STR_ARG(str_printf(s->out->arena, STR_FMT " " STR_FMT, STR_ARG(t->ctl->name), STR_ARG(t->name))),
                   t->instances, t->entries, t->bits, (bits + 7) / 8, (bits * t->instances + 7) / 8);
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
    buf_printf(out, "\nnot included: memories, queues at ports of cores and memories, registers of the pipeline, list "
                    "pointers of the waiting entries\n");
}

StatsPlaces stats_places(Arena *a, const Protocol *p, const ParamEnv *env)
{
    Buf unread;
    Stats s = { .out = &unread, .p = p, .env = env };
    buf_init(&unread, a);
    for (int i = 0; i < p->ctls.n; i++) write_controller(&s, p->ctls.at[i]);
    return s.all;
}

void stats_params(Buf *out, const Protocol *p, const ParamEnv *env)
{
    for (int i = 0; i < p->params.n; i++) {
        const Param *q = p->params.at[i];
        if (q->owner) buf_printf(out, STR_FMT ".", STR_ARG(q->owner->name));
        buf_printf(out, STR_FMT " %" PRId64 " %" PRId64 " %" PRId64 " %s", STR_ARG(q->name), env->value[q->id],
                   param_eval(env, q->min), param_eval(env, q->max), q->in.n ? "" : "-");
        for (int k = 0; k < q->in.n; k++) buf_printf(out, "%s%" PRId64, k ? "," : "", q->in.at[k]);
        buf_printf(out, "\n");
    }
}
