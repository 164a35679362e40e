/* step.c - rows as terms: each row is executed on its own from the same start; the outputs are those of the row whose condition holds. */
#include "smt/parts.h"

/* The output of this kind and owner; fields: of this name. */
static int output(const Smt *x, SignalKind k, const void *owner)
{
    for (int i = x->s->n_inputs; i < x->s->signals.n; i++) {
        const Signal *g = &x->s->signals.at[i];
        if (g->kind == k && (!owner || g->var == owner || g->store == owner || g->waiters == owner || (const void *)g->o == owner || (const void *)g->s == owner || (const void *)g->walk == owner)) return i;
    }
    return -1;
}

static void set_output(Smt *x, World *w, SignalKind k, const void *owner, Str value)
{
    int i = output(x, k, owner);
    if (i >= 0) w->signal[i] = value;
}

static void raise_output(Smt *x, World *w, SignalKind k, const void *owner) { set_output(x, w, k, owner, STR("#b1")); }

static int out_width(const Smt *x, int i) { return signal_width(x->env, &x->s->signals.at[i]); }

/* The value of an expression in the form in which a signal keeps it. */
static Str kept(Smt *x, World *w, const Expr *e, const Type *t, Str guard)
{
    Str v = value(x, w, e, t, &guard);
    return t->kind == TK_BOOL ? define(x, 1, as_bit(x, v)) : define(x, type_width(x->env, t), v);
}

/* ---- worlds ---- */

static World copy(Smt *x, const World *from)
{
    const Controller *c = x->s->ctl;
    World w = { NEW_N(x->a, Str, x->s->signals.n + 1), NEW_N(x->a, Str, c->stores.n + 1), NEW_N(x->a, Str, c->waiters.n + 1), from->overflow, from->error };
    for (int i = 0; i < x->s->signals.n; i++) w.signal[i] = from->signal[i];
    for (int i = 0; i < c->stores.n; i++) w.store_hit[i] = from->store_hit[i];
    for (int i = 0; i < c->waiters.n; i++) w.wait_hit[i] = from->wait_hit[i];
    return w;
}

/* into: what holds if c, else what held in into. */
static void merge(Smt *x, Str c, const World *yes, World *into)
{
    const Controller *k = x->s->ctl;
    for (int i = x->s->n_inputs; i < x->s->signals.n; i++) into->signal[i] = define(x, out_width(x, i), ite(x, c, yes->signal[i], into->signal[i]));
    for (int i = 0; i < k->stores.n; i++) into->store_hit[i] = define(x, 0, ite(x, c, yes->store_hit[i], into->store_hit[i]));
    for (int i = 0; i < k->waiters.n; i++) into->wait_hit[i] = define(x, 0, ite(x, c, yes->wait_hit[i], into->wait_hit[i]));
    into->overflow = define(x, 0, ite(x, c, yes->overflow, into->overflow));
    into->error = define(x, 0, ite(x, c, yes->error, into->error));
}

/* An input's bit as a condition; an input that nothing reads is not there. */
static Str hit_input(Smt *x, VarKind kind, const void *owner)
{
    for (int i = 0; i < x->s->n_inputs; i++) {
        const Var *v = x->s->signals.at[i].var;
        if (v && v->kind == kind && (v->store == owner || v->waiters == owner)) return as_bool(x, x->s->signals.at[i].name);
    }
    return smt_false;
}

static Str own_input(const Smt *x, const Var *v)
{
    for (int i = 0; i < x->s->n_inputs; i++) if (x->s->signals.at[i].var == v) return x->s->signals.at[i].name;
    return (Str){ "", 0 };
}

/* Before any action: nothing is sent or written; registers and fields as they are, fields of a line that is not there as `absent` says. */
static World start(Smt *x)
{
    const Controller *c = x->s->ctl;
    World w = { NEW_N(x->a, Str, x->s->signals.n + 1), NEW_N(x->a, Str, c->stores.n + 1), NEW_N(x->a, Str, c->waiters.n + 1), smt_false, smt_false };
    for (int i = 0; i < c->stores.n; i++) w.store_hit[i] = define(x, 0, hit_input(x, V_STORE_HIT, c->stores.at[i]));
    for (int i = 0; i < c->waiters.n; i++) w.wait_hit[i] = define(x, 0, hit_input(x, V_WAITER_HIT, c->waiters.at[i]));
    for (int pass = 0; pass < 3; pass++)               /* registers and entries, then what may be computed from them: fields of lines, stamps */
        for (int i = x->s->n_inputs; i < x->s->signals.n; i++) {
            const Signal *g = &x->s->signals.at[i];
            const Var *v = g->var;
            int n = out_width(x, i);
            if (g->kind == SIG_STAMP && pass == 2) w.signal[i] = define(x, n, ite(x, STR("(= replay_i #b1)"), own_input(x, v), kept(x, &(World){ w.signal, w.store_hit, w.wait_hit, smt_false, smt_false }, v->stamp, v->type, smt_false)));
            else if (g->kind == SIG_VAR && v->backed && pass == 1) w.signal[i] = own_input(x, v);
            else if (g->kind == SIG_VAR && v->kind == V_STORE && pass == 1) {
                World scratch = copy(x, &w);
                Str absent = v->absent ? kept(x, &scratch, v->absent, v->type, smt_false) : number(x, 0, n);
                w.signal[i] = define(x, n, ite(x, hit_input(x, V_STORE_HIT, v->store), own_input(x, v), absent));
            } else if (pass == 0) {
                w.signal[i] = g->kind == SIG_VAR && v->kind != V_STORE ? own_input(x, v) : g->kind == SIG_NEXT || g->kind == SIG_VIEW ? STR("state_i") : number(x, 0, n);
            }
        }
    return w;
}

/* ---- actions ---- */

static void body(Smt *x, World *w, const Action *a, Str guard);

static void fields(Smt *x, World *w, const Action *a, Str guard)
{
    for (int i = 0; i < a->assigns.n; i++)
        for (int k = x->s->n_inputs; k < x->s->signals.n; k++) {
            const Signal *g = &x->s->signals.at[k];
            bool of_field = g->kind == SIG_SEND_FIELD || g->kind == SIG_SEND_SEL || g->kind == SIG_REQ_FIELD || g->kind == SIG_REQ_SEL || g->kind == SIG_REPLY_FIELD || g->kind == SIG_REPLY_SEL;
            if (!of_field || g->o != step_out(x->s, a) || !str_eq(step_out(x->s, a)->fields.at[g->field].name, a->assigns.at[i].name)) continue;
            const Type *t = a->assigns.at[i].field->type;
            w->signal[k] = t->opaque ? number(x, step_select(x->s, a, i), g->width) : kept(x, w, a->assigns.at[i].value, t, guard);
        }
}

/* Who gets it: a node, or where the network also carries multicasts one bit for each node. */
static Str receivers(Smt *x, World *w, const Action *a, Str guard)
{
    Str to = kept(x, w, a->to, a->to->type, guard);
    int nodes = (int)node_count(x->env, x->p->systems.at[0]), n = type_width(x->env, a->to->type);
    if (!step_out(x->s, a)->multicast) return to;
    Str all = { "", 0 };
    for (int i = nodes - 1; i >= 0; i--) {
        Str bit;
        if (a->kind == A_SEND) bit = as_bit(x, term(x, "(= " STR_FMT " " STR_FMT ")", STR_ARG(to), STR_ARG(number(x, i, n))));
        else {
            int64_t k = i - place_base(x->env, x->p->systems.at[0], a->ctl);
            bool there = k >= 0 && k < place_count(x->env, x->p->systems.at[0], a->ctl) && k < n;
            bit = there ? term(x, "((_ extract %d %d) " STR_FMT ")", (int)k, (int)k, STR_ARG(to)) : STR("#b0");
        }
        all = all.n ? term(x, "(concat " STR_FMT " " STR_FMT ")", STR_ARG(all), STR_ARG(bit)) : bit;
    }
    return define(x, nodes, all);
}

static void send(Smt *x, World *w, const Action *a, Str guard)
{
    int kind = output(x, SIG_SEND_KIND, step_out(x->s, a));
    raise_output(x, w, SIG_SEND_VALID, step_out(x->s, a));
    w->signal[kind] = number(x, a->msg->code, out_width(x, kind));
    set_output(x, w, SIG_SEND_TO, step_out(x->s, a), receivers(x, w, a, guard));
    fields(x, w, a, guard);
}

static void port(Smt *x, World *w, const Action *a, Str guard)
{
    bool reply = a->kind == A_REPLY;
    int kind = output(x, reply ? SIG_REPLY_KIND : SIG_REQ_KIND, step_out(x->s, a));
    raise_output(x, w, reply ? SIG_REPLY_VALID : SIG_REQ_VALID, step_out(x->s, a));
    w->signal[kind] = number(x, a->def - (reply ? a->port->replies.at : a->port->requests.at), out_width(x, kind));
    fields(x, w, a, guard);
}

static void write(Smt *x, World *w, const Action *a, Str guard)
{
    int sel = output(x, SIG_WRITE_SEL, step_slot(x->s, a)), mask = output(x, SIG_WRITE_MASK, step_slot(x->s, a));
    raise_output(x, w, SIG_WRITE_VALID, step_slot(x->s, a));
    if (a->kind == A_WRITE) {
        w->signal[sel] = number(x, step_select(x->s, a, 0), out_width(x, sel));
        if (a->mask) w->signal[mask] = number(x, step_select(x->s, a, 1), out_width(x, mask));
        return;
    }
    w->signal[sel] = number(x, step_slot(x->s, a)->sources.n, out_width(x, sel));
    for (int k = x->s->n_inputs; k < x->s->signals.n; k++) {
        const Signal *g = &x->s->signals.at[k];
        for (int i = 0; g->kind == SIG_APPLY_OPERAND && g->s == step_slot(x->s, a) && i < a->assigns.n; i++)
            if (str_eq(step_slot(x->s, a)->operands.at[g->operand].name, a->assigns.at[i].name)) w->signal[k] = kept(x, w, a->assigns.at[i].value, g->type, guard);
    }
}

static void reset_fields(Smt *x, World *w, Var *const *at, int n, Str guard)
{
    for (int i = 0; i < n; i++) {
        const Expr *r = at[i]->reset ? at[i]->reset : at[i]->store ? at[i]->absent : NULL;
        int k = at[i]->backed && !r ? -1 : output(x, SIG_VAR, at[i]);
        if (k >= 0) w->signal[k] = r ? kept(x, w, r, at[i]->type, guard) : number(x, 0, out_width(x, k));
    }
}

static void allocate(Smt *x, World *w, const Action *a, Str guard)
{
    const Controller *c = x->s->ctl;
    if (a->waiters) {
        raise_output(x, w, SIG_WAIT_ALLOC, a->waiters);
        raise_output(x, w, SIG_WAIT_WE, a->waiters);
        reset_fields(x, w, a->waiters->fields.at, a->waiters->fields.n, guard);
        for (int i = 0; i < c->waiters.n; i++) if (c->waiters.at[i] == a->waiters) w->wait_hit[i] = smt_true;
        return;
    }
    for (int i = 0; i < c->stores.n; i++) {
        if (c->stores.at[i] != a->store) continue;
        World old = copy(x, w);
        Str hit = old.store_hit[i];
        raise_output(x, w, SIG_STORE_ALLOC, a->store);
        raise_output(x, w, SIG_STORE_WE, a->store);
        reset_fields(x, w, a->store->fields.at, a->store->fields.n, define(x, 0, and_(x, guard, term(x, "(not " STR_FMT ")", STR_ARG(hit)))));
        w->store_hit[i] = smt_true;
        merge(x, hit, &old, w);                        /* a line that is there stays as it is */
    }
}

static void go_to(Smt *x, World *w, const Action *a)
{
    const Controller *c = x->s->ctl;
    set_output(x, w, SIG_NEXT, NULL, number(x, a->go->id, code_bits(c->states.n)));
    if (a->go->at == AT_WAITERS) raise_output(x, w, SIG_WAIT_WE, a->go->waiters);
    if (a->go->at == AT_STORE) raise_output(x, w, SIG_STORE_WE, a->go->store);
    for (int i = 0; i < c->stores.n; i++) {            /* the line goes, or learns that an entry keeps the state now */
        if (a->go->at != AT_NONE && a->go->at != AT_WAITERS) continue;
        int we = output(x, SIG_STORE_WE, c->stores.at[i]), gone = output(x, SIG_STORE_FREE, c->stores.at[i]);
        w->signal[we] = define(x, 1, ite(x, w->store_hit[i], STR("#b1"), w->signal[we]));
        if (a->go->at == AT_NONE) w->signal[gone] = define(x, 1, ite(x, w->store_hit[i], STR("#b1"), w->signal[gone]));
    }
}

/* The last branch first: each earlier one whose test holds wins over what is there so far. */
static void choose(Smt *x, World *w, const Action *a, Str guard)
{
    World before = copy(x, w);
    Str *taken = NEW_N(x->a, Str, a->branches.n + 1), rest = smt_true;
    World *after = NEW_N(x->a, World, a->branches.n + 1);
    for (int i = 0; i < a->branches.n; i++) {
        Str test = define(x, 0, condition(x, &before, a->branches.at[i].test));
        taken[i] = define(x, 0, and_(x, rest, test));
        after[i] = copy(x, &before);
        body(x, &after[i], a->branches.at[i].body, define(x, 0, and_(x, guard, taken[i])));
        rest = define(x, 0, and_(x, rest, term(x, "(not " STR_FMT ")", STR_ARG(test))));
    }
    for (int i = a->branches.n - 1; i >= 0; i--) merge(x, taken[i], &after[i], w);
}

static void assign(Smt *x, World *w, const Action *a, Str guard)
{
    if (a->dst->kind == V_HISTORY) return;
    set_output(x, w, SIG_VAR, a->dst, kept(x, w, a->value, a->dst->type, guard));
    if (a->dst->store) raise_output(x, w, SIG_STORE_WE, a->dst->store);
    if (a->dst->waiters) raise_output(x, w, SIG_WAIT_WE, a->dst->waiters);
}

static void action(Smt *x, World *w, const Action *a, Str guard)
{
    switch (a->kind) {
    case A_SET: assign(x, w, a, guard); break;
    case A_WRITE: case A_APPLY: write(x, w, a, guard); break;
    case A_SEND: case A_MULTICAST: send(x, w, a, guard); break;
    case A_REQUEST: case A_REPLY: port(x, w, a, guard); break;
    case A_ALLOCATE: allocate(x, w, a, guard); break;
    case A_FREE:
        if (!a->store) goto unknown;
        raise_output(x, w, SIG_STORE_FREE, a->store);
        if (!str_is(a->store->kind, "bloom")) raise_output(x, w, SIG_STORE_WE, a->store);
        break;
    case A_PARK: raise_output(x, w, SIG_PARK, a->waiters); break;
    case A_REPLAY:
        raise_output(x, w, SIG_REPLAY, a->waiters);
        if (a->must_hit) raise_output(x, w, SIG_MUST, a->waiters);
        break;
    case A_DONE: raise_output(x, w, SIG_DONE, a->waiters); break;
    case A_GO: go_to(x, w, a); break;
    case A_WALK: raise_output(x, w, SIG_WALK, a); break;      /* that it takes place */
    case A_CHOOSE: choose(x, w, a, guard); break;
    case A_ERROR: w->error = smt_true; break;
    default: unknown: diag_error(x->d, a->pos, "step: this action is not translated"); break;
    }
    if (a->performs) {
        int k = output(x, SIG_PERFORMS, NULL);
        int n = x->s->signals.at[k].width;
        w->signal[k] = define(x, n, term(x, "(bvor " STR_FMT " " STR_FMT ")", STR_ARG(w->signal[k]), STR_ARG(number(x, a->performs, n))));
    }
}

static void body(Smt *x, World *w, const Action *a, Str guard)
{
    for (; a; a = a->next) action(x, w, a, guard);
}

/* ---- which row ---- */

static Str is_code(Smt *x, const char *name, Str code) { return term(x, "(= %s " STR_FMT ")", name, STR_ARG(code)); }

/* The refined event: `refined`. The last condition that is tried is put in first. */
static void refinement(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    int n = code_bits(c->events.n), in = code_bits(c->base_events.n);
    Str r = number(x, 0, n), legal = smt_false;
    for (int i = 0; i < c->base_events.n; i++) {
        const Event *b = c->base_events.at[i];
        Str is = is_code(x, "event_i", number(x, b->code, in)), one = number(x, b->id, n);
        for (int k = b->refinements.n - 1; k >= 0; k--) {
            const Event *e = b->refinements.at[k];
            Str when = e->otherwise ? smt_true : condition(x, w, e->when);
            one = define(x, n, ite(x, when, number(x, e->id, n), one));
        }
        r = define(x, n, ite(x, is, one, r));
        legal = or_(x, legal, is);
    }
    say(x, STR("legal_event"), 0, legal);
    say(x, STR("refined"), n, r);
}

/* The state whose rows count: `seen`. */
static void views(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    int n = code_bits(c->states.n), ne = code_bits(c->events.n);
    Str r = STR("state_i");
    for (int i = c->views.n - 1; i >= 0; i--) {
        const View *v = c->views.at[i];
        Str of = smt_false, at = v->events.n ? smt_false : smt_true;
        for (int k = 0; k < v->of.n; k++) of = or_(x, of, is_code(x, "state_i", number(x, v->of.at[k]->id, n)));
        for (int k = 0; k < c->events.n && c->key && !v->events.n; k++)     /* of all events with a key */
            if (c->events.at[k]->keyless) at = and_(x, at, term(x, "(not " STR_FMT ")", STR_ARG(is_code(x, "refined", number(x, c->events.at[k]->id, ne)))));
        for (int k = 0; k < v->events.n; k++) {
            at = or_(x, at, is_code(x, "refined", number(x, v->events.at[k]->id, ne)));
            for (int j = 0; j < v->events.at[k]->refinements.n; j++) at = or_(x, at, is_code(x, "refined", number(x, v->events.at[k]->refinements.at[j]->id, ne)));
        }
        r = define(x, n, ite(x, define(x, 0, and_(x, and_(x, of, at), condition(x, w, v->when))), number(x, v->as->id, n), r));
    }
    say(x, STR("seen"), n, r);
}

/* When each row is the one: in one of its cells, its guard holds and that of no row before it. */
static Str *row_conditions(Smt *x, World *w)
{
    const Controller *c = x->s->ctl;
    Str *when = NEW_N(x->a, Str, c->rows.n + 1), *guard = NEW_N(x->a, Str, c->rows.n + 1);
    for (int i = 0; i < c->rows.n; i++) {
        when[i] = smt_false;
        guard[i] = define(x, 0, condition(x, w, c->rows.at[i]->when));
    }
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], c->events.at[e]);
            Str here = and_(x, is_code(x, "seen", number(x, s, code_bits(c->states.n))), is_code(x, "refined", number(x, e, code_bits(c->events.n))));
            if (cell->rows.n) here = define(x, 0, and_(x, STR("legal_event"), here));
            for (int k = 0; k < cell->rows.n; k++) {
                int id = cell->rows.at[k]->id;
                when[id] = define(x, 0, or_(x, when[id], and_(x, here, guard[id])));
                here = define(x, 0, and_(x, here, term(x, "(not " STR_FMT ")", STR_ARG(guard[id]))));
            }
        }
    return when;
}

static void row(Smt *x, World *w, const Row *r)
{
    int act = output(x, SIG_ACT, NULL), id = output(x, SIG_ROW, NULL), over = output(x, SIG_OVERFLOW, NULL);
    body(x, w, r->body, smt_true);
    Str does = number(x, r->kind == ROW_STALL ? ACT_STALL : r->kind == ROW_NEVER ? ACT_NEVER : ACT_FIRE, 2);
    w->signal[act] = define(x, 2, ite(x, or_(x, w->overflow, w->error), number(x, ACT_NEVER, 2), does));
    w->signal[over] = define(x, 1, as_bit(x, w->overflow));
    w->signal[id] = number(x, r->id, out_width(x, id));
}

bool smt_step(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env, Step *s, Buf *out)
{
    Smt x = { a, d, p, env, s, out, 0 };
    int before = diag_errors(d);
    for (int i = 0; i < s->n_inputs; i++) buf_printf(out, "(declare-const " STR_FMT " (_ BitVec %d))\n", STR_ARG(s->signals.at[i].name), signal_width(env, &s->signals.at[i]));
    World begin = start(&x), end = copy(&x, &begin);
    refinement(&x, &begin);
    views(&x, &begin);
    Str *when = row_conditions(&x, &begin);
    end.signal[output(&x, SIG_ACT, NULL)] = number(&x, ACT_NEVER, 2);
    for (int i = 0; i < s->ctl->rows.n; i++) {
        World w = copy(&x, &begin);
        row(&x, &w, s->ctl->rows.at[i]);
        merge(&x, when[i], &w, &end);
    }
    for (int i = s->n_inputs; i < s->signals.n; i++) {
        const Signal *g = &s->signals.at[i];
        Str t = g->kind == SIG_EVENT ? STR("refined") : g->kind == SIG_VIEW ? STR("seen") : end.signal[i];
        say(&x, g->name, out_width(&x, i), t);
    }
    return diag_errors(d) == before;
}
