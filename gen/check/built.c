/* built.c - what the language says and no template is there for. Refused here and not when it is emitted: what check
 * accepts can be built (docs/language.md, section 6). After all other checks, of a protocol without errors. */
#include "check/passes.h"
#include "step/step.h"

enum { WALKS_MAX = 31 };

typedef struct { Check *k; const Controller *c; const Step *s; const Store *memory; int walks; } Built;

/* Opaque, and in bytes: a line. */
static bool is_line(const Type *t) { return t->opaque && t->kind == TK_BYTES; }

/* ---- memory ports ---- */

/* A read has no fields; a write has a line and, if it is not of all bytes, a mask. */
static void check_request(const Built *b, const PortMsg *q, int *reads)
{
    int lines = 0, masks = 0, n = q->fields.n;
    for (int i = 0; i < n; i++) {
        const Type *t = q->fields.at[i].type;
        lines += is_line(t);
        masks += t->opaque && !is_line(t);
    }
    if (n == 0 && (*reads)++)
        diag_error(b->k->d, q->pos, "a second read of a memory port, '" STR_FMT "': there is one, the request without "
                   "fields", STR_ARG(q->name));
    else if (n && (lines != 1 || masks > 1 || lines + masks != n))
        diag_error(b->k->d, q->pos,
                   "a write of a memory port has a line and, if wanted, a mask with a bit for each byte");
}

/* The field of a write that is a line, or a mask; NULL: none. */
static const Field *written(const PortMsg *q, bool mask)
{
    for (int i = 0; i < q->fields.n; i++)
        if (q->fields.at[i].type->opaque && is_line(q->fields.at[i].type) != mask) return &q->fields.at[i];
    return NULL;
}

static void check_alike(const Built *b, const Port *p, bool mask)
{
    const Field *first = NULL;
    for (int i = 0; i < p->requests.n; i++) {
        const Field *f = written(&p->requests.at[i], mask);
        if (f && first && !str_eq(f->name, first->name))
            diag_error(b->k->d, f->pos,
                       "the writes of a memory port call their %s alike: expected '" STR_FMT "', not '" STR_FMT "'",
                       mask ? "mask" : "line", STR_ARG(first->name), STR_ARG(f->name));
        if (f && !first) first = f;
    }
}

static void check_memory_port(const Built *b, const Port *p)
{
    Diags *d = b->k->d;
    if (p->events.n != 1) diag_error(d, p->pos, "a memory port has one event, the fill, not %d", p->events.n);
    for (int i = 0, reads = 0; i < p->requests.n; i++) check_request(b, &p->requests.at[i], &reads);
    for (int mask = 0; mask < 2; mask++) check_alike(b, p, mask);
    for (int i = 0; p->events.n == 1 && i < p->events.at[0]->def->fields.n; i++) {
        const Field *f = &p->events.at[0]->def->fields.at[i];
        if (!is_line(f->type) && f->type->kind != TK_BOOL)
            diag_error(d, f->pos, "the event of a memory port has the line and a bool for errors, nothing else");
    }
    if (!b->c->key || !b->c->key->offset)
        diag_error(d, p->pos, "a memory port needs a key type with offset=, the bytes of a line");
}

/* ---- stores ---- */

/* The fields that the filter keeps come first, in its order: they are the low part of an entry. */
static void check_backing(const Built *b, const Store *s)
{
    const Store *f = s->backing;
    if (!f || (block_pin(s->block, "word_valid_o") && !b->memory)) {
        diag_error(b->k->d, s->pos,
                   "a store of kind " STR_FMT " needs backing=, and a store of lines for the entries without a place",
                   STR_ARG(s->block->kind));
        return;
    }
    for (int i = 0; i < f->kept.n; i++) {
        if (f->kept.at[i].type != f->kept.at[0].type) {
            diag_error(b->k->d, f->kept.at[i].pos, "the fields of a store of kind " STR_FMT " are of one type",
                       STR_ARG(f->block->kind));
            return;
        }
        if (i < s->fields.n && str_eq(s->fields.at[i]->name, f->kept.at[i].name)) continue;
        diag_error(b->k->d, s->pos,
                   "the fields of '" STR_FMT "' come first in a store that it backs, in the same order: expected '"
                   STR_FMT "' here", STR_ARG(f->name), STR_ARG(f->kept.at[i].name));
        return;
    }
}

static void check_store(const Built *b, const Store *s)
{
    Diags *d = b->k->d;
    if (b->c->stores.n > 1 && s->block->behind.n)
        diag_error(d, s->pos, "a store of kind " STR_FMT " is the only one of its controller: two of them, or one "
                   "beside others, would move in the same slots", STR_ARG(s->block->kind));
    for (int j = 0; j < s->fields.n; j++) {
        const Var *v = s->fields.at[j];
        if (v->type->opaque && !s->block->opaque)
            diag_error(d, v->pos, "no opaque fields in a store of kind " STR_FMT ": its entries move in one piece",
                       STR_ARG(s->block->kind));
        else if (v->type->opaque && !is_line(v->type) && s->block->model != BLOCK_MODEL_MAP)
            diag_error(d, v->pos, "an opaque field of a store of kind " STR_FMT " needs a type of whole bytes (bytes=)",
                       STR_ARG(s->block->kind));
    }
    if (s->block->behind.n) check_backing(b, s);
}

/* ---- a store of lines behind the controller ---- */

static bool of_memory(const Built *b, const Expr *e)
{
    return e && e->op == E_VAR && e->var == b->memory->fields.at[0];
}

typedef struct { const Built *b; const Out *out; Str field; } Reads;

/* What it reads goes into one field of the first message of a row, and the row reads before it writes. */
static void find_read(const Action *a, void *ctx)
{
    Reads *x = ctx;
    const Built *b = x->b;
    Str kind = b->memory->block->kind;
    bool sends = a->kind == A_SEND || a->kind == A_MULTICAST || a->kind == A_REQUEST || a->kind == A_REPLY;
    for (int i = 0; i < a->assigns.n; i++) {
        const Out *o = sends && of_memory(b, a->assigns.at[i].value) ? step_out(b->s, a) : NULL;
        Pos at = a->assigns.at[i].pos;
        Str name = a->assigns.at[i].field ? a->assigns.at[i].field->name : a->assigns.at[i].name;
        if (!o) continue;
        if (!o->net || o->lane || a->kind == A_MULTICAST) {
            diag_error(b->k->d, at, "what is read from a store of kind " STR_FMT " goes into the first message of a "
                       "row, to one receiver", STR_ARG(kind));
            continue;
        }
        for (int f = 0; f < o->fields.n; f++)
            if (str_eq(o->fields.at[f].name, name) && o->fields.at[f].sources.at[step_select(b->s, a, i)].version)
                diag_error(b->k->d, at, "a row reads a store of kind " STR_FMT " before it writes it: expected this "
                           "before the write", STR_ARG(kind));
        if (x->out && (x->out != o || !str_eq(x->field, name)))
            diag_error(b->k->d, at, "what is read from a store of kind " STR_FMT " goes into one field of the messages "
                       "of one network: expected '" STR_FMT "' on '" STR_FMT "', as elsewhere", STR_ARG(kind),
                       STR_ARG(x->field), STR_ARG(x->out->net->name));
        else { x->out = o; x->field = name; }
    }
}

static void find_write(const Action *a, void *ctx)
{
    const Built *b = ctx;
    bool writes = (a->kind == A_WRITE || a->kind == A_APPLY) && a->dst == b->memory->fields.at[0];
    if (writes && step_slot(b->s, a)->slot)
        diag_error(b->k->d, a->pos, "a row writes a store of kind " STR_FMT " once: bytes, with a mask or without, or "
                   "by <apply>", STR_ARG(b->memory->block->kind));
}

static void check_memory(Built *b)
{
    const Store *s = b->memory;
    Diags *d = b->k->d;
    for (int i = 0; i < b->c->ports.n; i++)
        if (b->c->ports.at[i]->kind == PORT_MEMORY)
            diag_error(d, s->pos, "a store of kind " STR_FMT " and a memory port at one controller: expected one of "
                       "them, since no order is between the two", STR_ARG(s->block->kind));
    if (!store_attr(s, STR("sets")) || !store_attr(s, STR("ways")))
        diag_error(d, s->pos, "a store of kind " STR_FMT " needs sets= and ways=, of the cache in front of the memory",
                   STR_ARG(s->block->kind));
    if (s->fields.n != 1 || !is_line(s->fields.at[0]->type)) {
        diag_error(d, s->pos, "a store of kind " STR_FMT " has one field, a line of bytes", STR_ARG(s->block->kind));
        return;
    }
    Reads reads = { .b = b };
    for (int i = 0; i < b->c->rows.n; i++) {
        actions_walk(b->c->rows.at[i]->body, find_write, b);
        actions_walk(b->c->rows.at[i]->body, find_read, &reads);
    }
}

static void check_behind(Built *b)
{
    for (int i = 0; i < b->c->behind.n; i++) {
        const Store *s = b->c->behind.at[i];
        if (s->block->sort != BLOCK_MEMORY) continue;
        if (b->memory) {
            diag_error(b->k->d, s->pos, "a second store of kind " STR_FMT ": a controller has one memory behind it, "
                       "with one field", STR_ARG(s->block->kind));
            diag_note(b->k->d, b->memory->pos, "the first one");
        } else b->memory = s;
    }
}

/* ---- wakes, walks and sweeps ---- */

static void check_wake(const Built *b, const Event *e)
{
    if (e->kind != EV_WAKE) return;
    if (e->store && !block_pin(e->store->block, "loc_o"))
        diag_error(b->k->d, e->pos, "no wakes of lines in a store of kind " STR_FMT ": its block does not say where a "
                   "line is", STR_ARG(e->store->block->kind));
    if (e->waiters && !(block_pin(e->waiters->block, "armed_o") && block_pin(e->waiters->block, "idx_o")))
        diag_error(b->k->d, e->pos, "no wakes of entries in waiters of kind " STR_FMT ": its block does not say which "
                   "entry a key has", STR_ARG(e->waiters->block->kind));
}

typedef struct { bool sets; } Sets;
static void find_parked(const Action *a, void *ctx) { ((Sets *)ctx)->sets |= a->kind == A_SET && a->parked; }

static void check_walk(const Action *a, void *ctx)
{
    Built *b = ctx;
    Diags *d = b->k->d;
    Sets x = { 0 };
    if (a->kind == A_FREE && a->waiters)
        diag_error(d, a->pos, "an entry of '" STR_FMT "' goes by <done>, expected no <free> of a waiting place",
                   STR_ARG(a->waiters->name));
    if (a->kind != A_WALK || a->port || walk_clears(a)) return;
    b->walks++;
    if (a->store && a->store->key && !a->store->first)
        diag_error(d, a->pos, "a walk finds lines by the least key that they are about: expected key=\"key / N\" or "
                   "\"key shr N\" of '" STR_FMT "'", STR_ARG(a->store->name));
    if (a->store && !a->store->block->walk_rows)
        diag_error(d, a->pos, "a walk over a store of kind " STR_FMT " frees each of its lines, expected <walk over=\""
                   STR_FMT "\"><free what=\"" STR_FMT "\"/></walk> in the row of an event without key",
                   STR_ARG(a->store->block->kind), STR_ARG(a->store->name), STR_ARG(a->store->name));
    if (a->waiters && !a->waiters->block->walk_rows)
        diag_error(d, a->pos, "no walk over waiters of kind " STR_FMT ", which has no <walk> in its manifest",
                   STR_ARG(a->waiters->block->kind));
    actions_walk(a->body, find_parked, &x);
    if (a->waiters && x.sets && a->waiters->block->walk_rows && !block_pin(a->waiters->block, "pw_i"))
        diag_error(d, a->pos, "a walk over waiters of kind " STR_FMT " sets no fields of what is parked",
                   STR_ARG(a->waiters->block->kind));
}

/* ---- the rest ---- */

/* Of the messages that wait at a port with <join> one field of bytes lies in RAM. */
static void check_join(const Built *b, const Port *p, const Join *j)
{
    const Field *first = NULL;
    for (int i = 0; i < j->msgs.n + p->events.n; i++) {
        const Message *m = i < j->msgs.n ? j->msgs.at[i] : p->events.at[i - j->msgs.n]->msg;
        for (int x = 0; m && m->net == j->net && x < m->fields.n; x++) {
            const Field *f = &m->fields.at[x];
            if (f->join != JOIN_NEWEST || !is_line(f->type)) continue;
            if (first && !str_eq(first->name, f->name)) {
                diag_error(b->k->d, f->pos, "one field of bytes is joined, here is a second one beside '" STR_FMT "'",
                           STR_ARG(first->name));
                return;
            }
            first = f;
        }
    }
}

/* A mask that is kept has no bytes. */
static void check_slots(const Built *b)
{
    for (int i = 0; i < b->s->slots.n; i++) {
        const Slot *s = b->s->slots.at[i];
        if (!is_line(s->var->type) && (s->masks.n || s->apply.n))
            diag_error(b->k->d, s->var->pos, "a mask that is kept is written whole, without mask= or except=");
    }
}

/* Kinds without a module can be tried in all but the Verilog. */
static void check_module(const Built *b, Pos at, const Block *x)
{
    if (x->module) return;
    diag_warning(b->k->d, at, "kind '" STR_FMT "' has no module: `emit` cannot build it", STR_ARG(x->kind));
    b->k->unbuilt = true;
}

static void check_apply(const Action *a, void *ctx)
{
    if (a->kind == A_APPLY && a->block) check_module(ctx, a->pos, a->block);
}

/* Of two stages: what looks up places by itself, or is looked into, counts on one. */
static void no_stages(const Built *b, Pos at, const char *what)
{
    diag_error(b->k->d, at, "%s of a controller with stages= is not built", what);
    diag_note(b->k->d, b->c->stages_pos, "stages= is here");
}

static void check_staged_walk(const Action *a, void *ctx)
{
    Built *b = ctx;
    bool late = a->kind == A_WALK && a->store && !walk_clears(a) && !a->store->block->staged;
    if (late) no_stages(b, a->pos, "a walk over a store whose look-up takes one cycle,");
}

static void check_stages(Built *b)
{
    const Controller *c = b->c;
    if (!c->stages) return;
    int64_t n = param_eval(&b->k->dflt, c->stages);
    if (n < 1 || n > 3) diag_error(b->k->d, c->stages_pos, "stages= is %d, expected 1 to 3", (int)n);
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->probe) no_stages(b, c->ports.at[i]->pos, "a probe");
    for (int i = 0; i < c->stores.n; i++)
        if (c->stores.at[i]->probers.n) no_stages(b, c->stores.at[i]->pos, "a store that others probe,");
    if (b->s->parked.n) no_stages(b, c->pos, "a walk that sets what is parked,");
    const void *store = NULL, *wait = NULL;
    bool several = false;
    for (int i = 0; i < b->s->signals.n; i++) {
        const Action *w = b->s->signals.at[i].kind == SIG_WALK ? b->s->signals.at[i].walk : NULL;
        if (!w || walk_clears(w)) continue;
        several |= (w->store && store && w->store != store) || (w->waiters && wait && w->waiters != wait);
        if (w->store) store = w->store;
        if (w->waiters) wait = w->waiters;
    }
    if (several) no_stages(b, c->pos, "walks over several stores or waiting places");
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, check_staged_walk, b);
}

static void check_controller(Check *k, const Controller *c)
{
    Built b = { .k = k, .c = c, .s = step_build(k->a, k->p, c) };
    check_behind(&b);
    for (int i = 0; i < c->stores.n; i++) {
        check_store(&b, c->stores.at[i]);
        check_module(&b, c->stores.at[i]->pos, c->stores.at[i]->block);
    }
    for (int i = 0; i < c->waiters.n; i++) check_module(&b, c->waiters.at[i]->pos, c->waiters.at[i]->block);
    for (int i = 0; i < c->ports.n; i++) {
        const Port *p = c->ports.at[i];
        if (p->kind == PORT_MEMORY) check_memory_port(&b, p);
        for (int j = 0; j < p->joins.n; j++) check_join(&b, p, p->joins.at[j]);
    }
    for (int i = 0; i < c->base_events.n; i++) check_wake(&b, c->base_events.at[i]);
    if (b.memory) check_memory(&b);
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, check_walk, &b);
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, check_apply, &b);
    if (b.walks > WALKS_MAX)
        diag_error(k->d, c->pos, "%d walks in the rows of a controller, expected at most %d", b.walks, WALKS_MAX);
    check_slots(&b);
    check_stages(&b);
}

void check_built(Check *k)
{
    if (diag_errors(k->d) != k->errors) return;
    for (int i = 0; i < k->p->ctls.n; i++) check_controller(k, k->p->ctls.at[i]);
}
