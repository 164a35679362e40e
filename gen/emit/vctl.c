/* vctl.c - the controller around a transition function. */
#include "emit/vctl.h"
#include <stdarg.h>

void put(Ctl *k, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&k->m->body, fmt, ap);
    va_end(ap);
    buf_put(&k->m->body, "\n", 1);
}

bool arg_used(const Var *v) { return v->is_read > 0 || v->kind == V_STAMP; }

Str sum_width(Ctl *k, Str start, const Type *t) { return f(k->e, STR_FMT "%s" STR_FMT, STR_ARG(start), start.n ? " + " : "", STR_ARG(v_width(k->m, t))); }

Str zeros(Ctl *k, const Type *t) { return t->kind == TK_BOOL ? STR("1'b0") : f(k->e, "{" STR_FMT "{1'b0}}", STR_ARG(v_width(k->m, t))); }

bool has_wide_data(const Type *t) { return t->opaque && t->kind == TK_BYTES; }

Str loc_width(Ctl *k) { return f(k->e, STR_FMT "_LOC_W", STR_ARG(upper(k->e->a, k->store->name))); }

bool event_parks(const Controller *c, const Event *base) { return ctl_parks_event(c, base); }
bool parked_args(const Controller *c, const Var *v) { return ctl_parks_arg(c, v); }

bool ctl_orders(const Ctl *k, const Var *v) { return k->stall && k->stall->least == v; }

/* ---- what this emitter can build so far ---- */

static void unbuilt_action(const Action *a, void *ctx)
{
    Ctl *k = ctx;
    const char *name = a->kind == A_LOCK ? "lock" : a->kind == A_UNLOCK ? "unlock" : a->kind == A_WAKE ? "wake" : a->kind == A_FREE && a->waiters ? "free (of a waiting place)" : NULL;
    if (name) diag_error(k->e->d, a->pos, "emit: the action %s is not built yet", name);
}

static void check_memory_port(Ctl *k, const Port *p)
{
    if (p->events.n != 1) diag_error(k->e->d, p->pos, "emit: a memory port has one event, the fill, not %d", p->events.n);
    if (p->requests.n > 2) diag_error(k->e->d, p->pos, "emit: a memory port has a read and a write request, not %d requests", p->requests.n);
    if (!k->c->key || !k->c->key->offset) diag_error(k->e->d, p->pos, "emit: a memory port needs a key type with offset=, the bytes of a line");
}

static void choose_store(Ctl *k, Store *s)
{
    bool hashed = str_is(s->block->kind, "cuckoo"), keyed = hashed || str_is(s->block->kind, "assoc");
    if (!keyed) diag_error(k->e->d, s->pos, "emit: no template for a store of kind '" STR_FMT "' yet, expected assoc, cuckoo, bloom or memory", STR_ARG(s->block->kind));
    else if (k->store) diag_error(k->e->d, s->pos, "emit: a controller can have one store of kind assoc or cuckoo so far");
    else { k->store = s; k->hashed = hashed; }
    for (int j = 0; j < s->fields.n; j++)
        if (s->fields.at[j]->type->opaque && (hashed || !has_wide_data(s->fields.at[j]->type)))
            diag_error(k->e->d, s->fields.at[j]->pos, hashed ? "emit: no opaque fields in a store of kind cuckoo so far" : "emit: an opaque field of a store needs a type of whole bytes");
}

static void choose_waiters(Ctl *k, Waiters *w)
{
    bool mshr = str_is(w->block->kind, "mshr");
    if (!mshr && !str_is(w->block->kind, "stall")) diag_error(k->e->d, w->pos, "emit: no template for waiters of kind '" STR_FMT "' yet, expected mshr or stall", STR_ARG(w->block->kind));
    else if (k->wait || k->stall) diag_error(k->e->d, w->pos, "emit: a controller can have one mshr or stall buffer so far");
    else if (mshr) k->wait = w;
    else k->stall = w;
}

static bool supported(Ctl *k)
{
    const Controller *c = k->c;
    int before = diag_errors(k->e->d);
    for (int i = 0; i < c->stores.n; i++) choose_store(k, c->stores.at[i]);
    for (int i = 0; i < c->behind.n; i++) {
        if (!str_is(c->behind.at[i]->block->kind, "memory")) continue;     /* a filter comes with the store that it backs */
        if (k->memory) diag_error(k->e->d, c->behind.at[i]->pos, "emit: a controller can have one store of kind memory so far");
        k->memory = c->behind.at[i];
    }
    for (int i = 0; i < c->waiters.n; i++) choose_waiters(k, c->waiters.at[i]);
    for (int i = 0; i < c->ports.n; i++) {
        Port *p = c->ports.at[i];
        if (p->kind == PORT_BLOCK) diag_error(k->e->d, p->pos, "emit: ports of kind block are not built yet");
        if ((p->kind == PORT_CORE && k->core) || (p->kind == PORT_MEMORY && k->mem)) diag_error(k->e->d, p->pos, "emit: a second port of this kind is not built yet");
        if (p->kind == PORT_CORE) k->core = p;
        if (p->kind == PORT_MEMORY) { k->mem = p; check_memory_port(k, p); }
    }
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *e = c->base_events.at[i];
        if (e->kind == EV_WAKE && (!e->store || e->store != k->store || k->hashed)) diag_error(k->e->d, e->pos, "emit: wakes of lines in a store of kind assoc only, so far");
        k->keyless |= e->keyless;
    }
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, unbuilt_action, k);
    if (!c->key) diag_error(k->e->d, c->pos, "emit: a controller without key is not built yet");
    if (k->memory && !ctl_memory_supported(k)) return false;
    if (k->hashed && !ctl_cuckoo_supported(k)) return false;
    return walk_supported(k) && diag_errors(k->e->d) == before;
}

Module *emit_controller(Emit *e, Step *s, const Module *step, const Module *walk)
{
    Ctl k = { .e = e, .m = module_new(e, s->ctl), .c = s->ctl, .s = s, .evict_src = -1, .replay_src = -1, .overflow_src = -1, .step = step };
    if (!supported(&k)) return NULL;
    k.n_sources = k.c->sources.n;
    for (int i = 0; i < k.c->base_events.n; i++) if (k.c->base_events.at[i]->kind == EV_OVERFLOW) k.overflow_src = k.n_sources++;
    for (int i = 0; i < k.c->sources.n; i++) {
        if (k.c->sources.at[i].kind == SRC_EVICT) k.evict_src = i;
        if (k.c->sources.at[i].kind == SRC_REPLAY) k.replay_src = i;
    }
    for (int i = 0; i < s->walks.n; i++) k.walks += !walk_clears(s->walks.at[i]);
    ctl_ports(&k);
    ctl_sources(&k);
    ctl_stage0(&k);
    ctl_lookup(&k);
    ctl_levels(&k);
    if (walk) ctl_walk(&k);
    ctl_transition(&k);
    if (walk) ctl_walk_step(&k, walk);
    ctl_state(&k);
    ctl_data(&k);
    ctl_outputs(&k);
    Str name = f(e, STR_FMT "_" STR_FMT, STR_ARG(e->design), STR_ARG(lower(e->a, k.c->name)));
    Module *checks = emit_checks(&k);
    module_include_checks(k.m, checks, name);
    module_write(k.m, name,
                 Z(e, f(e, "Controller " STR_FMT "%s" STR_FMT ". Pipeline: S0 choose and read, T look up and decide, D move data.", STR_ARG(k.c->name), k.c->doc.n ? ": " : "", STR_ARG(k.c->doc))));
    module_write_checks(checks, k.m, name);
    return k.m;
}
