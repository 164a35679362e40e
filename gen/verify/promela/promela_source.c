/* promela_source.c - what is offered to an instance: messages, answers of memory, parked requests, evictions, requests
 * of a core. */
#include "verify/promela/promela_parts.h"
#include "verify/model/roles.h"
#include <string.h>

/* ---- the occurrence's event and fields ---- */

static const Var *arg_of(const Controller *c, Str field)
{
    for (int i = 0; i < c->args.n; i++) if (str_eq(c->args.at[i]->name, field)) return c->args.at[i];
    return NULL;
}

bool pml_takes(const CtlModel *k, const Network *net)
{
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (e->kind == EV_MESSAGE && e->msg->net == net) return true;
    }
    return false;
}

const char *pml_keyless(Pml *x, const CtlModel *k)
{
    const char *text = NULL;
    for (int i = 0; k->c->key && i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (e->keyless) text = pml_text(x, "%s%sbase == %s", text ? text : "", text ? " || " : "",
                                        pml_event(x, k->c, e));
    }
    return text;
}

bool pml_entry_keeps(const CtlModel *k) { return k->n_waits && !k->wait[0].stall; }

static void from_network(Pml *x, const CtlModel *k, const Network *net)
{
    const char *name = pml_name(x, k->c->name), *bag = pml_text(x, pml_net_joins(x, net) ? "%s_one" : "%s_bag[at]",
                                                                pml_name(x, net->name));
    pml_line(x, 0,
             "inline %s_from_%s() {   /* message `at` */\n  me = %s.to - %d; key = %s.key; a_from = %s.from; base = "
             "NOBODY;\n  if",
             name, pml_name(x, net->name), bag, pml_base(x, k->c), bag, bag);
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        Scalars f = { 0 };
        if (e->kind != EV_MESSAGE || e->msg->net != net) continue;
        for (int j = 0; j < e->msg->fields.n; j++)
            if (arg_of(k->c, e->msg->fields.at[j].name))
                pml_add(x, &f, e->msg->fields.at[j].name, e->msg->fields.at[j].type, NULL);
        pml_line(x, 1, ":: %s.kind == %s -> base = %s;", bag, pml_message(x, e->msg), pml_event(x, k->c, e));
        pml_copy(x, 2, &f, (PmlPart){ "", 'a' }, &(PmlPart){ pml_text(x, "%s.", bag), 'm' });
    }
    pml_line(x, 0, "  :: else -> skip;\n  fi;\n}");
}

static void from_memory(Pml *x, const CtlModel *k)
{
    const Event *e = k->mem->events.at[0];
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "inline %s_from_memory() {\n  base = %s;", pml_name(x, k->c->name), pml_event(x, k->c, e));
    for (int i = 0; i < e->def->fields.n; i++) {
        const Field *f = &e->def->fields.at[i];
        if (!arg_of(k->c, f->name)) continue;
        if (f->type->kind == TK_BOOL) pml_line(x, 1, "a_%s = BAD(key);", pml_name(x, f->name));
        for (int c = 0; pml_role(x, f->type) == ROLE_DATA && c < x->m->n_cells; c++)
            pml_line(x, 1,
                     "a_%s[%d] = (BAD(key) -> 0 : (%s_here.before[key] > 0 -> %s_here.was[key * CELLS + %d] : "
                     "memory[key * CELLS + %d]));",
                     pml_name(x, f->name), c, name, name, c, c);
    }
    pml_line(x, 0, "}");
}

/* Requests about a line keep their order: what is read already is what was there before a write that comes now. Reads
 * before each of two writes are not followed. */
static void reads_before(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    int cells = x->m->n_cells;
    pml_line(x, 0, "inline %s_no_before() {\n  %s_here.before[key] = 0;", name, name);
    for (int c = 0; c < cells; c++) pml_line(x, 1, "%s_here.was[key * CELLS + %d] = 0;", name, c);
    pml_line(x, 0, "}\ninline %s_read() {\n  %s_here.reads[key]--;\n  if", name, name);
    pml_line(x, 1, ":: %s_here.before[key] > 1 -> %s_here.before[key]--;", name, name);
    pml_line(x, 1, ":: %s_here.before[key] <= 1 -> %s_no_before();\n  fi;", name, name);
    pml_line(x, 0, "}\ninline %s_before() {\n  if\n  :: %s_here.reads[key] == %s_here.before[key] -> skip;", name, name,
             name);
    pml_line(x, 1,
             ":: %s_here.reads[key] != %s_here.before[key] && %s_here.before[key] > 0 -> beyond = 1;\n  :: else ->",
             name, name, name);
    pml_line(x, 2, "%s_here.before[key] = %s_here.reads[key];", name, name);
    for (int c = 0; c < cells; c++)
        pml_line(x, 2, "%s_here.was[key * CELLS + %d] = memory[key * CELLS + %d];", name, c, c);
    pml_line(x, 0, "  fi;\n}");
}

static void from_parked(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars args = pml_args(x, k->c);
    pml_line(x, 0, "inline %s_from_parked() {\n  base = %s_entry.list[0].base; replayed = 1; must_hit = %s_entry.must;",
             name, name, name);
    pml_copy(x, 1, &args, (PmlPart){ "", 'a' }, &(PmlPart){ pml_text(x, "%s_entry.list[0].", name), 'p' });
    pml_line(x, 0, "}");
}

const char *pml_id_name(Pml *x, const CtlModel *k)
{
    const Type *id = NULL;
    const char *one = "0", *by_event = "0";
    bool several = false;
    for (int i = 0; i < x->m->n_ctl; i++) if (x->m->ctl[i].core) id = x->m->ctl[i].core->id_type;
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        const Field *f = model_event_field_of(e, id);
        if (!f || !arg_of(k->c, f->name)) continue;
        const char *name = pml_text(x, "a_%s", pml_name(x, f->name));
        several |= one[0] == 'a' && strcmp(one, name) != 0;
        one = name;
        by_event = pml_text(x, "(base == %s -> %s : %s)", pml_event(x, k->c, e), name, by_event);
    }
    return several ? by_event : one;
}

static void from_core(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    pml_line(x, 0, "inline %s_from_core() {   /* event base, for warp `warp`, about cell `cell` */\n  if", name);
    for (int i = 0; i < k->c->base_events.n; i++) {
        const Event *e = k->c->base_events.at[i];
        if (e->kind != EV_CORE) continue;
        pml_line(x, 1, ":: base == %s ->%s", pml_event(x, k->c, e), "");
        const Field *id = model_event_field_of(e, k->core->id_type);
        bool any = id && arg_of(k->c, id->name);
        if (any) pml_line(x, 2, "a_%s = warp;", pml_name(x, id->name));
        for (int j = 0; j < e->def->fields.n; j++) {
            const Field *f = &e->def->fields.at[j];
            Role r = pml_role(x, f->type);
            if (!arg_of(k->c, f->name)) continue;
            if (r == ROLE_DATA) pml_line(x, 2, "a_%s[cell] = PENDING + me * WARPS + warp;", pml_name(x, f->name));
            else if (r == ROLE_MASK && x->m->n_cells > 1) pml_line(x, 2, "a_%s = 1 << cell;", pml_name(x, f->name));
            bool has = k->events[e->code].op == OP_ATOMIC && f->type != k->core->id_type;
            int operand = has ? pml_operand(x, f->name) : 0;
            if (operand) pml_line(x, 2, "a_%s = %d;", pml_name(x, f->name), operand);
            any |= r == ROLE_DATA || (r == ROLE_MASK && x->m->n_cells > 1) || operand;
        }
        if (!any) pml_line(x, 2, "skip;");
    }
    pml_line(x, 0, "  :: else -> skip;\n  fi;\n}");
}

void pml_occurrences(Pml *x, const CtlModel *k)
{
    for (int i = 0; i < x->m->p->nets.n; i++)
        if (pml_takes(k, x->m->p->nets.at[i])) from_network(x, k, x->m->p->nets.at[i]);
    if (k->mem) from_memory(x, k);
    if (k->mem) reads_before(x, k);
    if (k->n_waits) from_parked(x, k);
    if (k->core) from_core(x, k);
    pml_joins(x, k);
}

/* ---- which there are ---- */

const char *pml_victims(Pml *x, const Site *w)
{
    const CtlModel *k = w->k;
    const Store *s = k->store[0].s;
    const char *text = "0";
    for (int i = 0; i < s->victims.n; i++) {
        const Victim *v = &s->victims.at[i];
        const View *view = v->view.n ? victim_view(k->c, s, v) : NULL;
        text = pml_text(x, "%s || %s.state == %s%s", text, w->line, pml_state(x, k->c, v->state),
                        view && view->when ? pml_text(x, " && %s", pml_expr(w, view->when)) : "");
    }
    return text;
}

/* The place of a key in an instance, both by number. */
static Site numbered(Pml *x, const CtlModel *k, int inst, int key)
{
    Site w = pml_site(x, k, BEFORE_ROW);
    w.me = pml_text(x, "%d", inst);
    w.key = pml_text(x, "%d", key);
    w.here = pml_text(x, "%s_at[%d]", w.name, inst);
    w.line = pml_text(x, "%s.line[%d]", w.here, key);
    w.entry = pml_text(x, "%s.entry[%d]", w.here, key);
    return w;
}

const Event *pml_evict(const Controller *c)
{
    for (int i = 0; i < c->base_events.n; i++) if (c->base_events.at[i]->kind == EV_EVICT) return c->base_events.at[i];
    return NULL;
}

void pml_pick_work(Pml *x, const CtlModel *k)
{
    int first = pml_base(x, k->c), count = pml_count(x, k->c);
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const char *net = pml_name(x, x->m->p->nets.at[n]->name);
        if (!pml_takes(k, x->m->p->nets.at[n])) continue;
        pml_line(
            x, 0,
            "#define PICK(i) :: d_step { %s_NEXT(i) && %s_bag[i].to >= %d && %s_bag[i].to < %d -> src = %d; at = i; }",
            net, net, first, net, first + count, n + 1);
        for (int i = 0; i < MAX_MSGS; i++) pml_line(x, 3, "PICK(%d)", i);
        pml_line(x, 0, "#undef PICK");
    }
    for (int i = 0; i < count; i++)
        for (int q = 0; q < x->m->n_keys; q++) {
            Site w = numbered(x, k, i, q);
            const char *here = w.here, *take = pml_text(x, "me = %d; key = %d;", i, q);
            const Event *evict = pml_evict(k->c);
            if (k->mem) pml_line(x, 3, ":: d_step { %s.reads[%d] > 0 -> src = FROM_MEMORY; %s }", here, q, take);
            if (k->n_waits)
                pml_line(x, 3,
                         ":: d_step { %s.entry[%d].valid && %s.entry[%d].drain && %s.entry[%d].n > 0 -> src = "
                         "FROM_PARKED; %s }",
                         here, q, here, q, here, q, take);
            if (k->n_stores && evict)
                pml_line(x, 3, ":: d_step { %s.line[%d].present && (%s)%s -> src = FROM_EVICTION; base = %s; %s }",
                         here, q, pml_victims(x, &w),
                         pml_entry_keeps(k) ? pml_text(x, " && !%s.entry[%d].valid", here, q) : "",
                         pml_event(x, k->c, evict), take);
            for (int e = 0; e < k->c->base_events.n; e++)
                if (k->c->base_events.at[e]->kind == EV_WAKE || (k->c->base_events.at[e]->kind == EV_WISH && !q))
                    pml_line(x, 3, ":: d_step { %s -> src = FROM_WAKE; base = %s; %s }",
                             pml_wakes(x, &w, k->c->base_events.at[e]), pml_event(x, k->c, k->c->base_events.at[e]),
                             take);
        }
}

const char *pml_wakes(Pml *x, const Site *w, const Event *e)
{
    if (e->kind == EV_WISH) return pml_text(x, "%s == 0 && %s", w->key, pml_expr(w, e->when));
    const char *in = e->in ? pml_text(x, " && %s == %s", pml_stored(x, w->k, w->here, w->line, w->entry),
                                      pml_state(x, w->k->c, e->in))
                           : "";
    return pml_text(x, "%s.present%s && %s", w->line, in, pml_expr(w, e->when));
}

/* As EventMap.op says. */
static const char *operation(Pml *x, const CtlModel *k, const Event *e)
{
    int op = k->events[e->code].op;
    static const char *const names[] = { [OP_LOAD] = "LOAD", [OP_STORE] = "STORE", [OP_ATOMIC] = "ATOMIC",
                                         [OP_FENCE] = "FENCE" };
    if (op < OP_OTHER) return names[op];
    return op > OP_OTHER ? pml_text(x, "OTHER + %d", op - OP_OTHER) : "OTHER";
}

/* A thread may make the request: has operations left, or a transaction to end. */
static const char *may_ask(Pml *x, const CtlModel *k, const Event *e, int thread)
{
    if (k->events[e->code].ends) return pml_text(x, " && %s", pml_tx_open(x, thread));
    return x->m->o->ops ? pml_text(x, " && thread[%d].left > 0", thread) : "";
}

void pml_pick_request(Pml *x, const CtlModel *k)
{
    const Model *m = x->m;
    for (int i = 0; i < pml_count(x, k->c); i++)
        for (int w = 0; w < m->n_warps; w++)
            for (int e = 0; e < k->c->base_events.n; e++) {
                const Event *b = k->c->base_events.at[e];
                if (b->kind != EV_CORE || (m->o->no_atomics && k->events[b->code].op == OP_ATOMIC)) continue;
                if (m->tx && b->def->outside) continue;      /* no line is outside of transactions */
                for (int q = 0; q < (b->keyless ? 1 : m->n_keys); q++)
                    for (int c = 0; c < (b->keyless ? 1 : m->n_cells); c++)
                        pml_line(x, 3,
                                 ":: d_step { !cut && thread[%d].op == 0%s -> src = FROM_CORE; me = %d; warp = %d; "
                                 "base = %s; key = %d; cell = %d; }",
                                 i * m->n_warps + w,
                                 may_ask(x, k, b, i * m->n_warps + w), i, w, pml_event(x, k->c, b), q, c);
            }
}

void pml_take_request(Pml *x, const CtlModel *k)
{
    const char *ends = "";
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->events[k->c->base_events.at[i]->code].ends)
            ends = pml_text(x, "%s && base != %s", ends, pml_event(x, k->c, k->c->base_events.at[i]));
    pml_line(x, 3,
             ":: can && src == FROM_CORE ->\n        t = me * WARPS + warp;\n        thread[t].key = key; "
             "thread[t].cell = cell;");
    if (pml_timed(x)) pml_line(x, 4, "thread[t].time = %s;", pml_core_time(x, k));
    if (x->m->o->ops) pml_line(x, 4, "if :: thread[t].left > 0%s -> thread[t].left--; :: else -> skip; fi;", ends);
    pml_line(x, 4, "if");
    for (int i = 0; i < k->c->base_events.n; i++)
        if (k->c->base_events.at[i]->kind == EV_CORE)
            pml_line(x, 4, ":: base == %s -> thread[t].op = %s;", pml_event(x, k->c, k->c->base_events.at[i]),
                     operation(x, k, k->c->base_events.at[i]));
    pml_line(x, 4, "fi;");
    if (x->m->tx)
        pml_line(x, 4, "if :: thread[t].op == STORE -> k = key; lose_all(); k = 0; :: else -> skip; fi;   /* over its "
                       "own */");
}
