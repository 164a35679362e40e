/* place.c - stores and waiters as their manifests speak of them: sizes, and quantities of the design around them. */
#include "ir/ir.h"
#include "ir/probe.h"

static Expr *find_attr(const PlaceAttr *at, int n, Str name)
{
    for (int i = 0; i < n; i++)
        if (str_eq(at[i].name, name)) return at[i].value;
    return NULL;
}

Expr *store_attr(const Store *s, Str name) { return find_attr(s->attrs.at, s->attrs.n, name); }
Expr *waiters_attr(const Waiters *w, Str name) { return find_attr(w->attrs.at, w->attrs.n, name); }

const Block *place_block(const PlaceView *v) { return v->store ? v->store->block : v->waiters->block; }

/* ---- what is parked ---- */

typedef struct { const Waiters *w; bool parks; } Parks;

static void find_park(const Action *a, void *ctx)
{
    Parks *x = ctx;
    x->parks |= a->kind == A_PARK && (!x->w || a->waiters == x->w);
}

bool waiters_parked_in(const Controller *c, const Waiters *w)
{
    Parks x = { w, false };
    for (int r = 0; r < c->rows.n; r++) actions_walk(c->rows.at[r]->body, find_park, &x);
    return x.parks;
}

bool ctl_parks_event(const Controller *c, const Waiters *w, const Event *base)
{
    Parks x = { w, false };
    for (int s = 0; s < c->states.n; s++)
        for (int i = 0; i < c->events.n; i++) {
            if (event_base(c->events.at[i]) != base) continue;
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[i]);
            for (int r = 0; r < cell->rows.n; r++) actions_walk(cell->rows.at[r]->body, find_park, &x);
        }
    return x.parks;
}

static bool event_has(const Event *e, const Var *v)
{
    if (v->kind == V_STAMP) return e->kind == EV_CORE;
    if (e->msg && str_is(v->name, "from")) return true;
    const Field *at = e->msg ? e->msg->fields.at : e->def ? e->def->fields.at : NULL;
    int n = e->msg ? e->msg->fields.n : e->def ? e->def->fields.n : 0;
    for (int i = 0; i < n; i++)
        if (str_eq(at[i].name, v->name)) return true;
    return false;
}

bool ctl_parks_arg(const Controller *c, const Waiters *w, const Var *v)
{
    if (v->is_read <= 0 && v->kind != V_STAMP) return false;
    for (int i = 0; i < c->base_events.n; i++)
        if (event_has(c->base_events.at[i], v) && ctl_parks_event(c, w, c->base_events.at[i])) return true;
    return false;
}

/* ---- where states are ---- */

bool store_keeps_state(const Controller *c, const Store *s)
{
    for (int i = 0; i < c->states.n; i++)
        if (c->states.at[i]->store == s) return true;
    return c->stores.n == 1 && !s->key && !s->any_victim;
}

bool waiters_keep_state(const Controller *c, const Waiters *w)
{
    for (int i = 0; i < c->states.n; i++)
        if (c->states.at[i]->waiters == w) return true;
    return c->waiters.n == 1 && w->block->fields;
}

bool ctl_whole_state(const Controller *c)
{
    for (int i = 0; i < c->waiters.n; i++) if (c->waiters.at[i]->block->fields) return false;
    return !c->stores.n;
}

typedef struct { const Store *s; bool other; } OfLine;

static void of_line(const Expr *e, void *ctx)
{
    OfLine *x = ctx;
    if (e->op == E_HOME) x->other = true;
    if (e->op != E_VAR) return;
    VarKind v = e->var->kind;
    x->other |= v != V_REG && v != V_INPUT && v != V_CLOCK && (v != V_STORE || e->var->store != x->s);
}

const View *victim_view(const Controller *c, const Store *s, const Victim *v)
{
    for (int i = 0; i < c->views.n; i++) {
        const View *w = c->views.at[i];
        OfLine x = { s, false };
        bool of = false;
        for (int j = 0; j < w->of.n; j++) of |= w->of.at[j] == v->state;
        if (w->when) expr_walk(w->when, of_line, &x);
        if (of && !x.other && str_eq(w->name, v->view)) return w;
    }
    return NULL;
}

Var *probe_field(const Port *p, Str name)
{
    for (int i = 0; i < p->probe->fields.n; i++)
        if (str_eq(p->probe->fields.at[i]->name, name) && !p->probe->fields.at[i]->type->opaque)
            return p->probe->fields.at[i];
    return NULL;
}

bool probe_is_hit(const Port *p, const Field *f)
{
    for (int i = 0; i < p->requests.at[0].fields.n; i++)
        if (str_eq(p->requests.at[0].fields.at[i].name, f->name)) return false;
    return str_is(f->name, "hit") && f->type->kind == TK_BOOL;
}

ProbeFields probe_answers(Arena *a, const Store *s)
{
    ProbeFields all = { 0 };
    for (int i = 0; i < s->probers.n; i++) {
        const Port *p = s->probers.at[i];
        const PortMsg *answer = p->events.at[0]->def;
        for (int f = 0; f < answer->fields.n; f++) {
            bool known = port_brings_back(&p->requests.at[0], &answer->fields.at[f]) != NULL;
            for (int k = 0; k < all.at.n; k++) known |= str_eq(all.at.at[k]->name, answer->fields.at[f].name);
            if (!known) vec_push(a, &all.at, &answer->fields.at[f]);
        }
    }
    return all;
}

bool port_inside(const Port *p) { return p->block || p->probe; }

bool store_victim(const Store *s, const State *st)
{
    for (int i = 0; i < s->victims.n; i++)
        if (s->victims.at[i].state == st) return true;
    return s->any_victim;
}

/* ---- quantities ---- */

static int64_t key_width(const PlaceView *v) { return v->ctl->key ? type_width(v->env, v->ctl->key) : 0; }

/* Number of keys, at most the greatest number. */
static int64_t keys(const PlaceView *v)
{
    const Type *t = v->ctl->key;
    if (!t) return 1;
    if (t->kind == TK_COUNT) return param_eval(v->env, t->size);
    return key_width(v) > 62 ? INT64_MAX : INT64_C(1) << key_width(v);
}

/* As the module holds them: opaque fields lie elsewhere. */
static int64_t fields_width(const PlaceView *v)
{
    int n = v->store ? v->store->fields.n : v->waiters->fields.n;
    Var *const *at = v->store ? v->store->fields.at : v->waiters->fields.at;
    int64_t bits = 0;
    for (int i = 0; i < n; i++)
        if (!at[i]->type->opaque) bits += type_width(v->env, at[i]->type);
    return bits;
}

/* Of the state in an entry, where one is kept. */
static int64_t state_width(const PlaceView *v)
{
    bool kept = v->store ? store_keeps_state(v->ctl, v->store) : waiters_keep_state(v->ctl, v->waiters);
    return kept ? code_bits(v->ctl->states.n) : 0;
}

static int64_t entry_width(const PlaceView *v)
{
    int64_t n = fields_width(v) + state_width(v);
    return n > 0 ? n : 1;
}

static int64_t parked_width(const PlaceView *v)
{
    int64_t n = code_bits(v->ctl->base_events.n);
    for (int i = 0; i < v->ctl->args.n; i++)
        if (ctl_parks_arg(v->ctl, v->waiters, v->ctl->args.at[i]) &&
            v->ctl->args.at[i] != waiters_order(v->waiters))
            n += type_width(v->env, v->ctl->args.at[i]->type);
    return n;
}

/* Bytes of a line: of the first memory, or else of the first opaque field measured in bytes. */
static int64_t line_bytes(const PlaceView *v)
{
    const Controller *c = v->ctl;
    for (int i = 0; i < c->behind.n; i++)
        if (c->behind.at[i]->block->sort == BLOCK_MEMORY && c->behind.at[i]->fields.n)
            return type_width(v->env, c->behind.at[i]->fields.at[0]->type) / 8;
    return 0;
}

static int64_t kept(const PlaceView *v, bool width)
{
    const Store *to = v->store && v->store->backing ? v->store->backing : v->store;
    if (!width) return to->kept.n;
    return to->kept.n ? type_width(v->env, to->kept.at[0].type) : 0;
}

/* Sources whose occurrences may look a key up: so many keys are searched for at a time at most. */
static int64_t askers(const Controller *c)
{
    int n = 0;
    for (int i = 0; i < c->sources.n; i++)
        n += c->sources.at[i].kind != SRC_LEVEL || !c->sources.at[i].event->keyless;
    return n > 0 ? n : 1;
}

static const System *system_of(const PlaceView *v)
{
    return v->system ? v->system : v->p->systems.n ? v->p->systems.at[0] : NULL;
}

const Controller *system_home(const System *s, const Expr *e)
{
    for (int i = 0; s && i < s->homes.n; i++)
        if (s->homes.at[i] == e->ctl || (!e->ctl && s->homes.n == 1)) return s->homes.at[i];
    return NULL;
}

static int64_t slices(const PlaceView *v)
{
    const System *s = system_of(v);
    for (int i = 0; s && i < s->homes.n; i++)
        if (s->homes.at[i] == v->ctl) return place_count(v->env, s, v->ctl);
    return 1;
}

/* Bits of an address in memory of words beside the lines: a part of it is the node's own number. */
static int64_t word_address_width(const PlaceView *v)
{
    int64_t node = type_width(v->env, v->p->t_node), key = key_width(v);
    return key > 16 + node ? 16 : key > node + 1 ? key - node - 1 : 0;
}

static void find_apply(const Action *x, void *ctx)
{
    if (x->kind == A_APPLY) *(bool *)ctx = true;
}

static bool applies(const Controller *c)
{
    bool found = false;
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_apply, &found);
    return found;
}

/* How many sets index= can name; 0: it does not say. */
static int64_t index_values(const PlaceView *v)
{
    const Expr *e = v->store->index;
    return e && e->op == E_MOD ? param_eval(v->env, e->arg[1]) : 0;
}

static int64_t design_param(const PlaceView *v, const char *name)
{
    for (int i = 0; i < v->p->params.n; i++)
        if (!v->p->params.at[i]->owner && str_is(v->p->params.at[i]->name, name))
            return v->env->value[v->p->params.at[i]->id];
    return 0;
}

static int64_t quantity(const PlaceView *v, Str name)
{
    if (str_is(name, "key_width")) return key_width(v);
    if (str_is(name, "keys")) return keys(v);
    if (str_is(name, "fields_width")) return fields_width(v);
    if (str_is(name, "state_width")) return state_width(v);
    if (str_is(name, "entry_width")) return entry_width(v);
    if (str_is(name, "kept_fields")) return kept(v, false);
    if (str_is(name, "kept_width")) return kept(v, true);
    if (str_is(name, "askers")) return askers(v->ctl);
    if (str_is(name, "choices")) return 0; /* of no weight for what it stores */
    if (str_is(name, "stages")) return v->ctl->stages ? param_eval(v->env, v->ctl->stages) : 1;
    if (str_is(name, "indexed")) return v->store->index != NULL;
    if (str_is(name, "index_values")) return index_values(v);
    if (str_is(name, "word_address_width")) return word_address_width(v);
    if (str_is(name, "word_width")) return key_width(v) + entry_width(v);
    if (str_is(name, "line_bytes")) return line_bytes(v);
    if (str_is(name, "parked_width")) return parked_width(v);
    if (str_is(name, "order_width"))
        return waiters_order(v->waiters) ? type_width(v->env, waiters_order(v->waiters)->type) : 1;
    if (str_is(name, "address_width")) return v->ctl->key ? param_eval(v->env, v->ctl->key->size) : 0;
    if (str_is(name, "beat_bytes")) return design_param(v, "BEAT_BYTES");
    if (str_is(name, "memory_slots")) return design_param(v, "MEM_SLOTS");
    if (str_is(name, "slices")) return slices(v);
    if (str_is(name, "rmw")) return applies(v->ctl);
    if (str_is(name, "key")) return v->key;
    return -1;
}

bool place_lookup(void *ctx, Str name, int64_t *out)
{
    const PlaceView *v = ctx;
    enum { PREFIX = sizeof "behind." - 1 };
    bool behind = name.n > PREFIX && str_eq((Str){ name.p, PREFIX }, STR("behind."));
    const Store *back = v->store ? v->store->backing : NULL;
    const Expr *e = behind     ? (back ? store_attr(back, (Str){ name.p + PREFIX, name.n - PREFIX }) : NULL)
                    : v->store ? store_attr(v->store, name)
                               : waiters_attr(v->waiters, name);
    if (e) *out = param_eval(v->env, e);
    else if (behind || block_attr(place_block(v), name)) return false;
    else *out = quantity(v, name);
    return e || *out >= 0;
}

bool place_eval(const PlaceView *v, const BlockExpr *e, int64_t *out, const char **why)
{
    PlaceView copy = *v;
    return block_eval(e, place_lookup, &copy, out, why, NULL);
}

static void find_register(const Expr *e, void *ctx)
{
    if (e->op == E_VAR && e->var->kind == V_REG && !e->var->constant) *(bool *)ctx = true;
}

bool victims_read_registers(const Controller *c, const Store *s)
{
    bool found = false;
    for (int i = 0; i < s->victims.n; i++) {
        const View *w = s->victims.at[i].view.n ? victim_view(c, s, &s->victims.at[i]) : NULL;
        if (w && w->when) expr_walk(w->when, find_register, &found);
    }
    return found;
}
