/* usage.c - what is declared but not used, sent but not taken. Names that appear in conditions over the system count as
 * used. */
#include "check/common.h"
#include "check/passes.h"
#include <ctype.h>

typedef struct { bool *param, *type; } Used;

static void mark(Check *k, Expr *e, void *ctx)
{
    Used *u = ctx;
    if (e->op == E_PARAM) u->param[e->param->id] = true;
    if (e->type && e->type->id < k->p->types.n && k->p->types.at[e->type->id] == e->type) u->type[e->type->id] = true;
    for (int i = 0; i < e->n_args; i++) mark(k, e->arg[i], ctx);
}

/* Is the word in a condition over the whole system, which is kept as text? */
static bool in_text(const Check *k, Str word)
{
    for (int c = 0; c < k->p->ctls.n; c++)
        for (int i = 0; i < k->p->ctls.at[c]->invariants.n; i++) {
            const Invariant *v = &k->p->ctls.at[c]->invariants.at[i];
            for (int at = 0; !v->test && at + word.n <= v->text.n; at++) {
                bool begins = at == 0 || !(isalnum((unsigned char)v->text.p[at - 1]) || v->text.p[at - 1] == '_');
                bool ends = at + word.n == v->text.n ||
                            !(isalnum((unsigned char)v->text.p[at + word.n]) || v->text.p[at + word.n] == '_');
                if (begins && ends && str_eq((Str){ v->text.p + at, word.n }, word)) return true;
            }
        }
    return false;
}

/* ---- parameters and types ---- */

static void mark_fields(Used *u, const Field *f, int n)
{
    for (int i = 0; i < n; i++) u->type[f[i].type->id] = true;
}

static void mark_declarations(Check *k, Used *u)
{
    for (int i = 0; i < k->p->msgs.n; i++) mark_fields(u, k->p->msgs.at[i]->fields.at, k->p->msgs.at[i]->fields.n);
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        if (c->key) u->type[c->key->id] = true;
        for (int v = 0; v < c->vars.n; v++) if (c->vars.at[v]->kind != V_STATE) u->type[c->vars.at[v]->type->id] = true;
        for (int p = 0; p < c->ports.n; p++) {
            const Port *port = c->ports.at[p];
            if (port->id_type) u->type[port->id_type->id] = true;
            for (int m = 0; m < port->requests.n; m++)
                mark_fields(u, port->requests.at[m].fields.at, port->requests.at[m].fields.n);
            for (int m = 0; m < port->replies.n; m++)
                mark_fields(u, port->replies.at[m].fields.at, port->replies.at[m].fields.n);
        }
    }
}

/* Parameters of the tool stand at the protocol itself. */
static bool not_ours(const Check *k, const Param *q)
{
    return q->pos.line == k->p->pos.line && q->pos.col == k->p->pos.col;
}

static void report_params_types(Check *k)
{
    Used u = { NEW_N(k->a, bool, k->p->params.n + 1), NEW_N(k->a, bool, k->p->types.n + 1) };
    each_expr(k, mark, &u);
    mark_declarations(k, &u);
    for (int i = 0; i < k->p->params.n; i++)
        if (!u.param[i] && !k->p->params.at[i]->tool && !not_ours(k, k->p->params.at[i]) &&
            !in_text(k, k->p->params.at[i]->name))
            diag_warning(k->d, k->p->params.at[i]->pos, "parameter '" STR_FMT "' is not used",
                         STR_ARG(k->p->params.at[i]->name));
    for (int i = 0; i < k->p->types.n; i++)
        if (!u.type[i] && k->p->types.at[i]->pos.line && !in_text(k, k->p->types.at[i]->name))
            diag_warning(k->d, k->p->types.at[i]->pos, "type '" STR_FMT "' is not used",
                         STR_ARG(k->p->types.at[i]->name));
}

/* ---- messages, networks, ports ---- */

static bool carries(const Check *k, PortKind kind, const Network *n)
{
    for (int c = 0; c < k->p->ctls.n; c++)
        for (int i = 0; i < k->p->ctls.at[c]->ports.n; i++) {
            const Port *p = k->p->ctls.at[c]->ports.at[i];
            for (int j = 0; p->kind == kind && j < p->nets.n; j++) if (p->nets.at[j] == n) return true;
        }
    return false;
}

static void report_messages(Check *k)
{
    for (int i = 0; i < k->p->nets.n; i++) {
        const Network *n = k->p->nets.at[i];
        bool given = carries(k, PORT_OUT, n), taken = carries(k, PORT_IN, n);
        if (!given || !taken)
            diag_warning(k->d, n->pos, "network '" STR_FMT "' is %s", STR_ARG(n->name),
                         given   ? "given by a port, but no controller takes it"
                         : taken ? "taken by a port, but no controller gives it"
                                 : "not used");
    }
    for (int i = 0; i < k->p->msgs.n; i++) {
        const Message *m = k->p->msgs.at[i];
        if (!m->sent && !m->taken) diag_warning(k->d, m->pos, "message '" STR_FMT "' is not used", STR_ARG(m->name));
        else if (!m->sent) diag_warning(k->d, m->pos, "message '" STR_FMT "' is sent by no row", STR_ARG(m->name));
    }
}

/* Messages of a network that leaves the system are not ours to follow. */
static void report_lost(Check *k)
{
    for (int i = 0; i < k->p->msgs.n; i++) {
        const Message *m = k->p->msgs.at[i];
        if (m->sent && !m->taken && carries(k, PORT_IN, m->net))
            diag_error(k->d, m->pos, "message '" STR_FMT "' is sent, but no controller has a row for it",
                       STR_ARG(m->name));
    }
}

static void report_port(Check *k, const Port *p)
{
    for (int i = 0; i < p->requests.n; i++)
        if (!p->requests.at[i].used)
            diag_warning(k->d, p->requests.at[i].pos, "request '" STR_FMT "' is sent by no row",
                         STR_ARG(p->requests.at[i].name));
    for (int i = 0; i < p->replies.n; i++)
        if (!p->replies.at[i].used)
            diag_warning(k->d, p->replies.at[i].pos, "reply '" STR_FMT "' is given by no row",
                         STR_ARG(p->replies.at[i].name));
}

/* ---- fields and registers ---- */

/* performs= names the operation by the port's id. */
static bool is_id(const Check *k, const Type *t)
{
    for (int c = 0; c < k->p->ctls.n; c++)
        for (int i = 0; i < k->p->ctls.at[c]->ports.n; i++)
            if (k->p->ctls.at[c]->ports.at[i]->id_type == t) return true;
    return false;
}

static bool read_by_taker(const Check *k, const Message *m, Str field)
{
    for (int c = 0; c < k->p->ctls.n; c++) {
        const Controller *ctl = k->p->ctls.at[c];
        for (int e = 0; e < ctl->events.n; e++)
            if (ctl->events.at[e]->msg == m && ctl_arg(ctl, field) && ctl_arg(ctl, field)->is_read > 0) return true;
    }
    return false;
}

static void report_fields(Check *k)
{
    for (int i = 0; i < k->p->msgs.n; i++)
        for (int f = 0; f < k->p->msgs.at[i]->fields.n; f++) {
            const Message *m = k->p->msgs.at[i];
            const Field *x = &m->fields.at[f];
            if (m->taken && !is_id(k, x->type) && !read_by_taker(k, m, x->name))
                diag_warning(k->d, x->pos, "field '" STR_FMT "' of message '" STR_FMT "' is read by no row",
                             STR_ARG(x->name), STR_ARG(m->name));
        }
}

static void report_event_fields(Check *k, const Controller *c, const Port *p)
{
    for (int e = 0; e < p->events.n; e++)
        for (int f = 0; p->events.at[e]->def && f < p->events.at[e]->def->fields.n; f++) {
            const Field *x = &p->events.at[e]->def->fields.at[f];
            const Var *v = ctl_arg(c, x->name);
            if (v && v->is_read <= 0 && !is_id(k, x->type))
                diag_warning(k->d, x->pos, "field '" STR_FMT "' of event '" STR_FMT "' is read by no row",
                             STR_ARG(x->name), STR_ARG(p->events.at[e]->name));
        }
}

static void report_var(Check *k, const Var *v)
{
    const char *kind = v->history ? "history" : v->kind == V_REG ? "register" : v->kind == V_INPUT ? "input" : "field";
    Str owner = v->store ? v->store->name : v->waiters ? v->waiters->name : (Str){ "", 0 };
    Str name = v->array ? v->array->name : v->name;
    if (v->array && v != v->array->elem[0]) return;
    if ((v->kind != V_REG && v->kind != V_INPUT && v->kind != V_STORE && v->kind != V_WAITER) || in_text(k, name))
        return;
    bool outside = v->kind == V_INPUT || v->constant;
    if (v->kept || (v->is_read > 0 && (v->is_written > 0 || outside))) return;
    const char *what = v->is_read > 0 ? "is never set" : v->is_written > 0 ? "is set but never read" : "is not used";
    if (v->is_read > 0 && v->kind == V_REG) what = "is never set: a parameter would do";
    diag_warning(k->d, v->pos, "%s '" STR_FMT "%s" STR_FMT "' %s", kind, STR_ARG(owner), owner.n ? "." : "",
                 STR_ARG(name), what);
}

/* ---- sweeps and gathers ---- */

typedef struct { const Sweep *w; const Gather *g; bool started, expected, got; } Driven;

static void find_drive(const Action *x, void *ctx)
{
    Driven *y = ctx;
    y->started |= x->kind == A_START && x->sweep == y->w;
    if (!y->g || x->kind != A_SET || x->dst != y->g->count) return;
    y->expected |= x->value->op == E_ADD;
    y->got |= x->value->op == E_SUB;
}

static Driven driven(const Controller *c, const Sweep *w, const Gather *g)
{
    Driven y = { .w = w, .g = g };
    for (int i = 0; i < c->rows.n; i++) actions_walk(c->rows.at[i]->body, find_drive, &y);
    return y;
}

static void report_driven(Check *k, const Controller *c)
{
    for (int i = 0; i < c->sweeps.n; i++)
        if (!driven(c, c->sweeps.at[i], NULL).started)
            diag_warning(k->d, c->sweeps.at[i]->pos, "sweep '" STR_FMT "' is started by no row",
                         STR_ARG(c->sweeps.at[i]->name));
    for (int i = 0; i < c->gathers.n; i++) {
        Driven y = driven(c, NULL, c->gathers.at[i]);
        if (!y.expected || !y.got)
            diag_warning(k->d, c->gathers.at[i]->pos, "gather '" STR_FMT "': no row has <%s>",
                         STR_ARG(c->gathers.at[i]->name), y.expected ? "got" : "expect");
    }
}

/* ---- lets ---- */

typedef struct { Check *k; const Row *row; const Var *let; bool read; } Naming;

static void find_name(const Expr *e, void *ctx)
{
    Naming *n = ctx;
    n->read |= e->op == E_VAR && e->var == n->let;
}

static void find_in_expr(Expr *e, void *ctx) { expr_walk(e, find_name, ctx); }

static void find_in_action(const Action *x, void *ctx) { action_exprs(x, find_in_expr, ctx); }

static void report_let(const Action *x, void *ctx)
{
    Naming n = *(Naming *)ctx;
    if (x->kind != A_LET || !x->dst) return;
    n.let = x->dst;
    actions_walk(n.row->body, find_in_action, &n);
    if (!n.read) diag_warning(n.k->d, x->pos, "<let> '" STR_FMT "' is not used", STR_ARG(x->dst->name));
}

static void report_lets(Check *k, const Controller *c)
{
    for (int i = 0; i < c->rows.n; i++) {
        Naming n = { .k = k, .row = c->rows.at[i] };
        actions_walk(n.row->body, report_let, &n);
    }
}

void check_usage(Check *k)
{
    report_lost(k);
    if (diag_errors(k->d) > k->errors) return;    /* what is not used may be a consequence */
    report_params_types(k);
    report_messages(k);
    check_clocks_read(k);
    report_fields(k);
    for (int i = 0; i < k->p->ctls.n; i++) {
        const Controller *c = k->p->ctls.at[i];
        for (int p = 0; p < c->ports.n; p++) {
            report_port(k, c->ports.at[p]);
            report_event_fields(k, c, c->ports.at[p]);
        }
        for (int v = 0; v < c->vars.n; v++) report_var(k, c->vars.at[v]);
        report_driven(k, c);
        report_lets(k, c);
    }
}
