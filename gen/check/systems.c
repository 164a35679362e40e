/* systems.c - what is placed, sizes of what is placed, and the nodes that messages go to. */
#include "check/common.h"
#include "check/passes.h"
#include "step/step.h"
#include <inttypes.h>
#include <string.h>

/* homeless: it was said where the system is that has no home. */
typedef struct { Check *k; const System *s; ParamEnv env; Controller *c; bool homeless; } Sys;

static void size_at_least_1(Sys *y, const Expr *e, Pos at, const char *what, Str name)
{
    int64_t n = e ? param_eval(&y->env, e) : 1;
    if (n < 1)
        diag_error(y->k->d, at, "'" STR_FMT "': %s is %" PRId64 " in system '" STR_FMT "', expected at least 1",
                   STR_ARG(name), what, n, STR_ARG(y->s->name));
}

/* ---- sizes of stores and waiters: limits of their manifests ---- */

static PlaceView place_at(const Sys *y, const Store *st, const Waiters *w)
{
    return (PlaceView){ .p = y->k->p, .env = &y->env, .system = y->s, .ctl = y->c, .store = st, .waiters = w };
}

static Str place_name(const PlaceView *v) { return v->store ? v->store->name : v->waiters->name; }

/* False: out of range, or an attribute that has no value: rules do not speak of it. */
static bool check_size(Sys *y, const PlaceView *v, const BlockAttr *q)
{
    int64_t n;
    Pos at = v->store ? v->store->pos : v->waiters->pos;
    if (!place_lookup((void *)v, q->name, &n)) return false;
    if (n >= q->min && n <= q->max) return true;
    if (n < q->min)
        diag_error(y->k->d, at,
                   "'" STR_FMT "': " STR_FMT "= is %" PRId64 " in system '" STR_FMT "', expected at least %" PRId64,
                   STR_ARG(place_name(v)), STR_ARG(q->name), n, STR_ARG(y->s->name), q->min);
    else
        diag_error(y->k->d, at,
                   "'" STR_FMT "': " STR_FMT "= is %" PRId64 " in system '" STR_FMT "', expected at most %" PRId64,
                   STR_ARG(place_name(v)), STR_ARG(q->name), n, STR_ARG(y->s->name), q->max);
    return false;
}

/* "sets 3, keys 8": the values that a test speaks of, each once. */
static Str values_of(Sys *y, const PlaceView *v, const BlockExpr *e, Str so_far)
{
    int64_t n;
    Str text = str_printf(y->k->a, STR_FMT " ", STR_ARG(e->name));
    bool known = false;
    for (int i = 0; i + text.n <= so_far.n; i++)
        known |= (i == 0 || so_far.p[i - 1] == ' ') && str_eq((Str){ so_far.p + i, text.n }, text);
    if (e->op == BX_NAME && !known && place_lookup((void *)v, e->name, &n))
        so_far = str_printf(y->k->a, STR_FMT "%s" STR_FMT "%" PRId64, STR_ARG(so_far), so_far.n ? ", " : "",
                            STR_ARG(text), n);
    for (int i = 0; i < e->n; i++) so_far = values_of(y, v, e->arg[i], so_far);
    return so_far;
}

static void check_rule(Sys *y, const PlaceView *v, const BlockRule *r)
{
    int64_t holds;
    const char *why = NULL;
    Pos at = v->store ? v->store->pos : v->waiters->pos;
    Str kind = place_block(v)->kind;
    if (!place_eval(v, r->test, &holds, &why))
        diag_error(y->k->d, at,
                   "'" STR_FMT "', of kind " STR_FMT ", in system '" STR_FMT "': a rule of the kind has no value: %s",
                   STR_ARG(place_name(v)), STR_ARG(kind), STR_ARG(y->s->name), why);
    else if (!holds)
        diag_error(y->k->d, at,
                   "'" STR_FMT "', of kind " STR_FMT ", in system '" STR_FMT "': " STR_FMT " (" STR_FMT ")",
                   STR_ARG(place_name(v)), STR_ARG(kind), STR_ARG(y->s->name), STR_ARG(r->why),
                   STR_ARG(values_of(y, v, r->test, STR(""))));
    else return;
    if (!place_block(v)->stock) diag_note(y->k->d, r->pos, "the rule is here");
}

static void check_place(Sys *y, const PlaceView *v)
{
    const Block *b = place_block(v);
    bool fine = true;
    for (int i = 0; i < b->attrs.n; i++) fine &= check_size(y, v, &b->attrs.at[i]);
    for (int i = 0; fine && i < b->rules.n; i++) check_rule(y, v, &b->rules.at[i]);
}

/* ---- receivers ---- */

static bool takes(const Controller *c, const Message *m)
{
    for (int i = 0; i < c->events.n; i++) if (c->events.at[i]->msg == m) return true;
    return false;
}

static void check_home(Sys *y, const Expr *e)
{
    const System *s = y->s;
    if (system_home(s, e)) return;
    if (e->ctl)
        diag_error(y->k->d, e->pos, "system '" STR_FMT "' has no <home of=\"" STR_FMT "\" by=\"key\"/>",
                   STR_ARG(s->name), STR_ARG(e->ctl->name));
    else if (s->homes.n)
        diag_error(y->k->d, e->pos, "system '" STR_FMT "' has %d homes, expected which: home(" STR_FMT ")",
                   STR_ARG(s->name), s->homes.n, STR_ARG(s->homes.at[0]->name));
    else {
        diag_error(y->k->d, e->pos, "'home' is used, but system '" STR_FMT "' has no <home of=\"...\" by=\"key\"/>",
                   STR_ARG(s->name));
        if (!y->homeless) diag_note(y->k->d, s->pos, "system '" STR_FMT "' is here", STR_ARG(s->name));
        y->homeless = true;
    }
}

/* CTL(number): it is there. */
static void check_instance(Sys *y, const Expr *e)
{
    int64_t n = place_count(&y->env, y->s, e->ctl), i = param_eval(&y->env, e->arg[0]);
    if (i >= 0 && i < n) return;
    diag_error(y->k->d, e->pos,
               "'" STR_FMT "(%" PRId64 ")' is not there: system '" STR_FMT "' has %" PRId64 " instance%s of '" STR_FMT
               "', expected a number below %" PRId64,
               STR_ARG(e->ctl->name), i, STR_ARG(y->s->name), n, n == 1 ? "" : "s", STR_ARG(e->ctl->name), n);
}

/* This argument of a ?: is not the one that the system's parameters choose. */
static bool never_taken(const Sys *y, const Expr *e, int arg)
{
    bool known = e->op == E_COND && arg > 0 && expr_is_const(e->arg[0]);
    return known && (param_eval(&y->env, e->arg[0]) != 0) != (arg == 1);
}

static void check_expr(Sys *y, const Expr *e)
{
    if (!e) return;
    if (e->op == E_HOME || (e->op == E_AT && !e->var && e->num)) check_home(y, e);
    if (e->op == E_NODE_OF && !e->n_args) {
        int64_t n = place_count(&y->env, y->s, e->ctl);
        if (n != 1)
            diag_error(y->k->d, e->pos, "'" STR_FMT "' has %" PRId64 " instances in system '" STR_FMT
                       "', expected one (or home, or a field of type node)",
                       STR_ARG(e->ctl->name), n, STR_ARG(y->s->name));
    }
    if (e->op == E_NODE_OF && e->n_args && expr_is_const(e->arg[0])) check_instance(y, e);
    for (int i = 0; i < e->n_args; i++) if (!never_taken(y, e, i)) check_expr(y, e->arg[i]);
}

typedef struct { Sys *y; const Action *x; const Expr *count; bool told; } Bits;

/* Of the system that is emitted the number of instances is a parameter: the bits are enough at its greatest too. */
static void enough_bits(const Expr *e, void *ctx)
{
    Bits *b = ctx;
    const Check *k = b->y->k;
    if (e->op != E_PARAM || b->told || !k->high.value) return;          /* the values of --set: looked at before */
    ParamEnv env = k->dflt;
    env.value = NEW_N(k->a, int64_t, k->p->params.n + 1);
    for (int i = 0; i < k->p->params.n; i++) env.value[i] = k->dflt.value[i];
    env.value[e->param->id] = k->high.value[e->param->id];
    Str name = e->param->name;
    int64_t n = param_eval(&env, b->count);
    int w = type_width(&env, b->x->to->type);
    if (w >= n || !check_is_legal(k, &env)) return;
    b->told = true;
    diag_error(k->d, b->x->to->pos,
               "the bit vector has %d bits, but with " STR_FMT "=%" PRId64 " there are %" PRId64 " instances of '"
               STR_FMT "': expected a type with a bit for each at every value, as bits=\"" STR_FMT "\"",
               w, STR_ARG(name), env.value[e->param->id], n, STR_ARG(b->x->ctl->name), STR_ARG(name));
}

static void check_takes(Sys *y, const Action *x, const Controller *to)
{
    if (to && !takes(to, x->msg))
        diag_error(y->k->d, x->pos, "message '" STR_FMT "' is sent to '" STR_FMT "', which has no row for it",
                   STR_ARG(x->msg->name), STR_ARG(to->name));
}

/* to= of a <send>, as far as it says whose instance that is. */
static void check_goal(Sys *y, const Action *x, const Expr *e)
{
    for (int i = 1; e->op == E_COND && i < 3; i++) if (!never_taken(y, e, i)) check_goal(y, x, e->arg[i]);
    check_takes(y, x,
                e->op == E_HOME                           ? system_home(y->s, e)
                : e->op == E_NODE_OF                      ? e->ctl
                : e->op == E_VAR && e->var->kind == V_ME  ? y->c
                                                          : NULL);
}

static void check_receiver(Sys *y, const Action *x)
{
    const Controller *to = x->kind == A_MULTICAST ? x->ctl : NULL;
    if (x->kind == A_SEND && x->to) check_goal(y, x, x->to);
    check_takes(y, x, to);
    if (x->kind == A_MULTICAST && to && x->to) {
        int64_t n = place_count(&y->env, y->s, to);
        int w = type_width(&y->env, x->to->type);
        if (x->to->type->kind != TK_INT && w < n)
            diag_error(y->k->d, x->to->pos,
                       "the bit vector has %d bits for %" PRId64 " instances of '" STR_FMT "' in system '" STR_FMT "'",
                       w, n, STR_ARG(to->name), STR_ARG(y->s->name));
        Bits b = { .y = y, .x = x, .told = w < n };
        for (int i = 0; i < y->s->places.n && y->s == y->k->p->systems.at[0]; i++)
            if (y->s->places.at[i].ctl == to && (b.count = y->s->places.at[i].count))
                expr_walk(b.count, enough_bits, &b);
    }
}

static void check_action(Sys *y, const Action *x)
{
    if (x->kind == A_SEND || x->kind == A_MULTICAST) check_receiver(y, x);
    check_expr(y, x->to);
    check_expr(y, x->key);
    check_expr(y, x->value);
    for (int i = 0; i < x->assigns.n; i++) check_expr(y, x->assigns.at[i].value);
    for (int i = 0; i < x->branches.n; i++) check_expr(y, x->branches.at[i].test);
}

/* Not what stands in a <when> that the system's parameters rule out. */
static void check_body(Sys *y, const Action *body)
{
    for (const Action *x = body; x; x = x->next) {
        check_action(y, x);
        for (int i = 0; i < x->branches.n; i++) {
            const Expr *test = x->branches.at[i].test;
            bool known = test && expr_is_const(test), holds = known && param_eval(&y->env, test);
            if (!known || holds) check_body(y, x->branches.at[i].body);
            if (holds) break;
        }
        check_body(y, x->body);
    }
}

static void check_join(Sys *y, const Join *j)
{
    int64_t hold = j->hold ? param_eval(&y->env, j->hold) : 0;
    size_at_least_1(y, j->entries, j->pos, "entries=", j->net->name);
    if (hold < 0)
        diag_error(y->k->d, j->pos,
                   "'" STR_FMT "': hold= is %" PRId64 " in system '" STR_FMT "', expected cycles, 0 or more",
                   STR_ARG(j->net->name), hold, STR_ARG(y->s->name));
}

/* Answers of a block to one request. */
static void check_times(Sys *y, const PortMsg *q)
{
    int64_t n = q->times ? param_eval(&y->env, q->times) : 1;
    if (n < 1 || n > 65535)
        diag_error(y->k->d, q->pos,
                   "'" STR_FMT "': times= is %" PRId64 " in system '" STR_FMT "', expected 1 to 65535 answers",
                   STR_ARG(q->name), n, STR_ARG(y->s->name));
}

/* Each GPU has as many instances as any other. */
static void check_gpus(Sys *y, const Port *p)
{
    int64_t n = place_count(&y->env, y->s, y->c), gpus = p->gpus ? param_eval(&y->env, p->gpus) : 1;
    if (gpus >= 1 && n % gpus == 0) return;
    diag_error(y->k->d, p->gpus->pos,
               "port '" STR_FMT "': gpus= is %" PRId64 " in system '" STR_FMT "', expected a number that divides the %"
               PRId64 " instances of '" STR_FMT "'",
               STR_ARG(p->name), gpus, STR_ARG(y->s->name), n, STR_ARG(y->c->name));
}

static void check_pace(Sys *y, const Sweep *w)
{
    int64_t n = w->pace ? param_eval(&y->env, w->pace) : 1;
    if (n < 1 || n > 65535)
        diag_error(y->k->d, w->pace->pos,
                   "sweep '" STR_FMT "': pace= is %" PRId64 " in system '" STR_FMT "', expected 1 to 65535 cycles",
                   STR_ARG(w->name), n, STR_ARG(y->s->name));
}

/* ---- systems ---- */

/* Registers that hold the number of the instance. */
static void check_index(Sys *y, const Var *v)
{
    int64_t n = place_count(&y->env, y->s, y->c), values = type_values(&y->env, v->type);
    if (v->constant && v->type->kind <= TK_COUNT && values < n)
        diag_error(y->k->d, v->pos,
                   "'" STR_FMT "' has the numbers of %" PRId64 " instances in system '" STR_FMT "', but '" STR_FMT
                   "' has %" PRId64 " values only",
                   STR_ARG(v->name), n, STR_ARG(y->s->name), STR_ARG(v->type->name), values);
}

/* An input shows the register of one instance, or a bit of each. */
static void check_wire(Sys *y, const Var *v)
{
    if (!v->source) return;
    int64_t n = place_count(&y->env, y->s, v->of), want = v->each ? type_width(&y->env, v->type) : 1;
    if (n == want) return;
    diag_error(y->k->d, v->pos,
               "'" STR_FMT "' shows '" STR_FMT "' of " STR_FMT ", of which system '" STR_FMT "' has %" PRId64
               ": expected %" PRId64 "%s",
               STR_ARG(v->name), STR_ARG(v->source->name), STR_ARG(v->of->name), STR_ARG(y->s->name), n, want,
               v->each ? ", an instance for each bit" : "");
}

static void check_placed(Sys *y)
{
    Controller *c = y->c;
    for (int i = 0; i < c->regs.n; i++) check_wire(y, c->regs.at[i]);
    for (int i = 0; i < c->regs.n; i++) check_index(y, c->regs.at[i]);
    for (int i = 0; i < c->stores.n + c->behind.n + c->waiters.n; i++) {
        int behind = i - c->stores.n, waiting = behind - c->behind.n;
        const Store *st = behind < 0 ? c->stores.at[i] : waiting < 0 ? c->behind.at[behind] : NULL;
        PlaceView v = place_at(y, st, st ? NULL : c->waiters.at[waiting]);
        check_place(y, &v);
    }
    check_lines(y->k, c, &y->env, str_printf(y->k->a, " in system '" STR_FMT "'", STR_ARG(y->s->name)).p);
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < c->ports.at[i]->joins.n; j++) check_join(y, c->ports.at[i]->joins.at[j]);
    for (int i = 0; i < c->ports.n; i++)
        for (int j = 0; j < c->ports.at[i]->requests.n; j++) check_times(y, &c->ports.at[i]->requests.at[j]);
    for (int i = 0; i < c->ports.n; i++) check_gpus(y, c->ports.at[i]);
    for (int i = 0; i < c->sweeps.n; i++) check_pace(y, c->sweeps.at[i]);
    for (int i = 0; i < c->rows.n; i++) check_body(y, c->rows.at[i]->body);
    for (int i = 0; i < c->invariants.n; i++) check_expr(y, c->invariants.at[i].system);
}

static bool is_placed(const System *s, const Controller *c)
{
    for (int i = 0; i < s->places.n; i++) if (s->places.at[i].ctl == c) return true;
    return false;
}

/* Numbers of nodes, and remainders of keys by them, have few bits in the hardware. */
static void check_nodes(Sys *y)
{
    enum { NODES_MAX = 1024 };
    int64_t n = node_count(&y->env, y->s);
    if (n > NODES_MAX)
        diag_error(y->k->d, y->s->pos, "system '" STR_FMT "' has %" PRId64 " instances in all, expected at most %d",
                   STR_ARG(y->s->name), n, NODES_MAX);
}

static void check_homes(const Sys *y)
{
    for (int i = 0; i < y->s->homes.n; i++) {
        const Controller *home = y->s->homes.at[i];
        const char *why = !is_placed(y->s, home) ? "is not placed" : !home->key ? "has no key=" : NULL;
        if (why)
            diag_error(y->k->d, y->s->pos, "system '" STR_FMT "': the home of keys, '" STR_FMT "', %s",
                       STR_ARG(y->s->name), STR_ARG(home->name), why);
    }
}

/* ---- clocks ---- */

static bool stages_fit(int64_t n) { return n == -1 || n == 0 || (n >= 2 && n <= 8); }

static const ClockDomain *domain_at(const System *s, const Controller *c)
{
    for (int i = 0; i < s->places.n; i++) if (s->places.at[i].ctl == c) return s->places.at[i].domain;
    return NULL;
}

/* A wire between two clocks has that of the system at one end. */
static void check_wire_crossing(Sys *y, const Place *pl, const Var *v)
{
    const ClockDomain *from = domain_at(y->s, v->of);
    if (!from || from == pl->domain) return;
    diag_error(y->k->d, pl->pos,
               "input '" STR_FMT "' of '" STR_FMT "' leads from domain '" STR_FMT "' to domain '" STR_FMT
               "': expected the system's clock at one end",
               STR_ARG(v->name), STR_ARG(pl->ctl->name), STR_ARG(from->name), STR_ARG(pl->domain->name));
}

/* A controller on another clock meets the rest of the system in its networks, and in registers that are shown, only. */
static void check_crossings(Sys *y, const Place *pl)
{
    const Controller *c = pl->ctl;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *q = c->ports.at[i];
        bool leads_out = q->kind == PORT_CORE || q->kind == PORT_MEMORY || (q->kind == PORT_BLOCK && !q->block);
        if (leads_out)
            diag_error(y->k->d, pl->pos,
                       "'" STR_FMT "' is in domain '" STR_FMT "', but its port '" STR_FMT
                       "' leads out of it: expected networks, and blocks with a unit, only",
                       STR_ARG(c->name), STR_ARG(pl->domain->name), STR_ARG(q->name));
    }
    for (int i = 0; i < c->regs.n; i++)
        if (c->regs.at[i]->source) check_wire_crossing(y, pl, c->regs.at[i]);
        else if (c->regs.at[i]->kind == V_INPUT)
            diag_error(y->k->d, pl->pos,
                       "'" STR_FMT "' is in domain '" STR_FMT "', but its input '" STR_FMT
                       "' comes from outside: expected inputs with of= only", STR_ARG(c->name),
                       STR_ARG(pl->domain->name), STR_ARG(c->regs.at[i]->name));
    for (int i = 0; i < c->stores.n; i++)
        if (c->stores.at[i]->probers.n)
            diag_error(y->k->d, pl->pos, "'" STR_FMT "' is in domain '" STR_FMT "', but port '" STR_FMT
                       "' of another controller looks into its store '" STR_FMT "'",
                       STR_ARG(c->name), STR_ARG(pl->domain->name), STR_ARG(c->stores.at[i]->probers.at[0]->name),
                       STR_ARG(c->stores.at[i]->name));
}

static void check_domains(Sys *y)
{
    const System *s = y->s;
    for (int i = 0; i < s->domains.n; i++) {
        const ClockDomain *d = s->domains.at[i];
        bool used = false;
        for (int j = 0; j < s->places.n; j++) used |= s->places.at[j].domain == d;
        if (!used) diag_warning(y->k->d, d->pos, "domain '" STR_FMT "' has no place", STR_ARG(d->name));
        Str when = str_printf(y->k->a, "the parameters of system '" STR_FMT "'", STR_ARG(s->name));
        if (!check_value_of(y->k, &y->env, d->stages, when.p)) continue;
        int64_t n = param_eval(&y->env, d->stages);
        if (!stages_fit(n))
            diag_error(y->k->d, d->pos, "domain '" STR_FMT "': stages= is %" PRId64 " in system '" STR_FMT
                       "', expected -1 (one clock), 0 (edges of one are edges of the other) or 2 to 8 (flip-flops of "
                       "a synchroniser)", STR_ARG(d->name), n, STR_ARG(s->name));
    }
    for (int i = 0; i < s->places.n; i++) if (s->places.at[i].domain) check_crossings(y, &s->places.at[i]);
}

typedef struct { const char *attr; Expr *value; Pos pos; int64_t min, max; } NetNumber;

static bool check_net_number(Sys *y, const Network *n, NetNumber a)
{
    Str when = str_printf(y->k->a, "the parameters of system '" STR_FMT "'", STR_ARG(y->s->name));
    if (!check_value_of(y->k, &y->env, a.value, when.p)) return false;
    int64_t v = param_eval(&y->env, a.value);
    if (v < a.min || v > a.max)
        diag_error(y->k->d, a.pos, "network '" STR_FMT "': %s= is %" PRId64 " in system '" STR_FMT
                   "', expected %" PRId64 " to %" PRId64, STR_ARG(n->name), a.attr, v, STR_ARG(y->s->name), a.min,
                   a.max);
    return v >= a.min && v <= a.max;
}

/* Each group has equally many instances of each controller. */
static void check_levels(Sys *y, const Network *n)
{
    check_net_number(y, n, (NetNumber){ "link_width", n->link_width, n->link_width_pos, 1, NET_WIDTH_MAX });
    check_net_number(y, n, (NetNumber){ "link_latency", n->link_latency, n->link_latency_pos, 0, NET_LATENCY_MAX });
    if (!check_net_number(y, n, (NetNumber){ "groups", n->groups, n->groups_pos, 1, NET_GROUPS_MAX })) return;
    int64_t groups = param_eval(&y->env, n->groups);
    for (int i = 0; i < y->s->places.n; i++) {
        int64_t count = param_eval(&y->env, y->s->places.at[i].count);
        if (count % groups != 0)
            diag_error(y->k->d, n->groups_pos, "network '" STR_FMT "': %" PRId64 " groups do not share out the %" PRId64
                       " instances of " STR_FMT " in system '" STR_FMT "': expected a divisor of each number",
                       STR_ARG(n->name), groups, count, STR_ARG(y->s->places.at[i].ctl->name), STR_ARG(y->s->name));
    }
}

static int64_t queue_depth(const Sys *y)
{
    const Protocol *p = y->k->p;
    for (int i = 0; i < p->params.n; i++)
        if (p->params.at[i]->tool && str_is(p->params.at[i]->name, "QUEUE_DEPTH"))
            return y->env.value[p->params.at[i]->id];
    return 0;
}

/* Queues hold what their networks say that there is at most. */
static void check_most(Sys *y, const Network *n)
{
    if (!check_net_number(y, n, (NetNumber){ "most", n->most, n->most_pos, 1, QUEUE_DEPTH_MAX })) return;
    int64_t most = param_eval(&y->env, n->most), room = queue_depth(y);
    if (most > room)
        diag_error(y->k->d, n->most_pos, "network '" STR_FMT "': most= is %" PRId64 " in system '" STR_FMT
                   "', where a queue holds QUEUE_DEPTH=%" PRId64 ": expected at most that, or deeper queues",
                   STR_ARG(n->name), most, STR_ARG(y->s->name), room);
}

static void check_nets(Sys *y)
{
    for (int i = 0; i < y->k->p->nets.n; i++) {
        const Network *n = y->k->p->nets.at[i];
        check_net_number(y, n, (NetNumber){ "width", n->width, n->width_pos, NET_WIDTH_MIN, NET_WIDTH_MAX });
        check_net_number(y, n, (NetNumber){ "latency", n->latency, n->latency_pos, 0, NET_LATENCY_MAX });
        if (n->most) check_most(y, n);
        if (n->topology == NET_LEVELS) check_levels(y, n);
    }
}

static void check_system(Check *k, const System *s, const ParamEnv *env)
{
    Sys y = { .k = k, .s = s, .env = *env };
    Str when = str_printf(k->a, "the parameters of system '" STR_FMT "'", STR_ARG(s->name));
    for (int i = 0; i < s->places.n; i++)
        if (check_value_of(k, env, s->places.at[i].count, when.p) && param_eval(&y.env, s->places.at[i].count) < 1)
            diag_error(k->d, s->places.at[i].pos, "%" PRId64 " instances of '" STR_FMT "', expected at least 1",
                       param_eval(&y.env, s->places.at[i].count), STR_ARG(s->places.at[i].ctl->name));
    check_nodes(&y);
    check_homes(&y);
    check_domains(&y);
    check_nets(&y);
    check_clocks(k, s, env);
    for (int i = 0; i < k->p->ctls.n; i++) {
        y.c = k->p->ctls.at[i];
        if (is_placed(s, y.c)) check_placed(&y);
        else if (s == k->p->systems.at[0])
            diag_error(k->d, y.c->pos, "controller '" STR_FMT "' is not placed in the first system, '" STR_FMT
                       "': expected <place controller=\"" STR_FMT "\" count=\"...\"/>",
                       STR_ARG(y.c->name), STR_ARG(s->name), STR_ARG(y.c->name));
    }
}

static ParamEnv values_of_system(const Check *k, const System *s)
{
    ParamEnv env;
    param_env(k->a, diags_create(k->a), k->p, s, (ParamSets){ 0 }, &env);
    return env;
}

static void timers_of_system(Check *k, const System *s, const ParamEnv *env)
{
    for (int i = 0; i < k->p->ctls.n; i++)
        if (is_placed(s, k->p->ctls.at[i])) check_timers(k, s, env, k->p->ctls.at[i]);
}

void check_chosen(Check *k, const ParamEnv *env)
{
    const System *s = k->p->systems.at[0];
    ParamEnv own = values_of_system(k, s);
    check_system(k, s, env);
    if (memcmp(own.value, env->value, sizeof *env->value * (size_t)k->p->params.n)) timers_of_system(k, s, env);
}

/* Its places do not say how many there are: the first system's do. */
static void counts_not_used(Check *k, const System *s, const ParamEnv *env)
{
    const System *first = k->p->systems.at[0];
    for (int i = 0; i < s->places.n; i++) {
        const Place *at = &s->places.at[i];
        int64_t own = place_count(env, s, at->ctl), used = place_count(env, first, at->ctl);
        if (own != used)
            diag_warning(k->d, at->pos, "%lld '" STR_FMT "' in system '" STR_FMT "' are not used: the first system, '"
                         STR_FMT "', says which there are, %lld with these parameters", (long long)own,
                         STR_ARG(at->ctl->name), STR_ARG(s->name), STR_ARG(first->name), (long long)used);
    }
    for (int i = 0; s->places.n && i < first->places.n; i++)
        if (!is_placed(s, first->places.at[i].ctl))
            diag_warning(k->d, s->pos, "system '" STR_FMT "' leaves '" STR_FMT "' out, which is there all the same: "
                         "the first system, '" STR_FMT "', says which there are", STR_ARG(s->name),
                         STR_ARG(first->places.at[i].ctl->name), STR_ARG(first->name));
}

void check_systems(Check *k)
{
    for (int i = 0; i < k->p->systems.n; i++) {
        ParamEnv env = values_of_system(k, k->p->systems.at[i]);
        check_system(k, k->p->systems.at[i], &env);
        timers_of_system(k, k->p->systems.at[i], &env);
        if (i) counts_not_used(k, k->p->systems.at[i], &env);
    }
    if (!k->p->systems.n && k->p->ctls.n)
        diag_warning(k->d, k->p->pos,
                     "no <system>: there is nothing to emit, expected one that places the controllers");
}
