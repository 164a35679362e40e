/* classes.c - the class rule and circular waits.
 *
 * A network's class orders it: a row triggered from class k sends on classes above k only, so that the highest class
 * always drains. What can wait is a node: a network's head, the core's or a memory port's occurrences, and the room in
 * stores and waiting places. An edge a -> b says: a may have to wait until b moves. A stall waits for whatever changes
 * the state; of several such events the best placed one counts. A circle of edges is a deadlock in the making. */
#include "check/common.h"
#include "check/passes.h"
#include "check/pins.h"
#include "check/writers.h"
#include <limits.h>
#include <stdarg.h>

typedef enum { N_NET, N_END, N_CORE, N_LEVEL, N_PORT, N_STORE, N_WAITERS } NodeKind;
typedef struct Wait { int to; Pos at; const char *why; } Wait;
typedef struct { NodeKind kind; const Controller *c; const void *what; Str name; VEC(Wait) waits; } Waiting;

typedef struct {
    Check *k;
    VEC(Waiting) nodes;
    const Controller *c; CtlFacts *f;
    const State *state; const Event *event; const Row *row;
    int from;                        /* node of the event of the row being looked at */
    Writers writers;                 /* of the registers of c */
    const State *leaving; bool leaves;
    int64_t top, bottom;             /* highest and lowest class of all networks */
} Graph;

/* ---- nodes and edges ---- */

static int node(Graph *g, NodeKind kind, const Controller *c, const void *what, Str name)
{
    for (int i = 0; i < g->nodes.n; i++)
        if (g->nodes.at[i].kind == kind && g->nodes.at[i].c == c && g->nodes.at[i].what == what) return i;
    Waiting p = { .kind = kind, .c = c, .what = what, .name = name };
    vec_push(g->k->a, &g->nodes, p);
    return g->nodes.n - 1;
}

static int event_node(Graph *g, const Controller *c, const Event *e)
{
    switch (e->kind) {
    case EV_MESSAGE: return node(g, N_NET, NULL, e->msg->net, e->msg->net->name);
    case EV_CORE: return node(g, N_CORE, c, NULL, c->name);
    case EV_PORT: return node(g, N_PORT, c, e->port, e->port->name);
    case EV_EVICT: return node(g, N_STORE, c, e->store, e->store->name);
    default: return node(g, N_LEVEL, c, e, e->name);
    }
}

static void edge(Graph *g, int from, int to, Pos at, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* The first reason is kept. */
static void edge(Graph *g, int from, int to, Pos at, const char *fmt, ...)
{
    Waiting *p = &g->nodes.at[from];
    va_list ap;
    for (int i = 0; i < p->waits.n; i++) if (p->waits.at[i].to == to) return;
    va_start(ap, fmt);
    Wait w = { to, at, str_vprintf(g->k->a, fmt, ap).p };
    va_end(ap);
    vec_push(g->k->a, &p->waits, w);
}

/* ---- what one row may have to wait for ---- */

static bool response_class(const Graph *g, const Event *e)
{
    return e->kind == EV_MESSAGE && e->msg->net->class_ == g->top && g->top > g->bottom;
}

#define CELL "state " STR_FMT ", event " STR_FMT ": "
#define CELL_ARGS(g) STR_ARG((g)->state->name), STR_ARG((g)->event->name)

static void check_send(Graph *g, const Action *x)
{
    const Event *e = g->event;
    const Network *to = x->msg->net;
    if (to->most) return;            /* there is always room */
    if (e->kind == EV_MESSAGE && to->class_ <= e->msg->net->class_) {
        diag_error(g->k->d, x->pos,
                   CELL "sends " STR_FMT " on network '" STR_FMT
                        "' of class %lld, but was triggered from class %lld ('" STR_FMT "'): expected a class above it",
                   CELL_ARGS(g), STR_ARG(x->msg->name), STR_ARG(to->name), (long long)to->class_,
                   (long long)e->msg->net->class_, STR_ARG(e->msg->net->name));
        return;
    }
    if (e->kind == EV_PORT && g->top > g->bottom && to->class_ == g->bottom) {
        diag_error(g->k->d, x->pos,
                   CELL "sends " STR_FMT " on network '" STR_FMT "' of the lowest class, but was triggered by '" STR_FMT
                        "', which requests wait for: expected a class above %lld",
                   CELL_ARGS(g), STR_ARG(x->msg->name), STR_ARG(to->name), STR_ARG(e->port->name),
                   (long long)to->class_);
        return;
    }
    edge(g, g->from, node(g, N_NET, NULL, to, to->name), x->pos, CELL "sends " STR_FMT, CELL_ARGS(g),
         STR_ARG(x->msg->name));
}

static bool stored_there(const Graph *g, const Waiters *w)
{
    Stored from = stored_for(g->c, g->state, g->event);
    for (int i = 0; i < from.n; i++) if (from.at[i]->waiters != w) return false;
    return true;
}

/* The condition says that there is an entry free. */
static bool asks_for_room(const Expr *when, const Waiters *w)
{
    if (!when) return false;
    if (when->op == E_AND) return asks_for_room(when->arg[0], w) || asks_for_room(when->arg[1], w);
    return when->op == E_VAR && when->var->kind == V_ROOM && when->var->waiters == w;
}

static void check_allocate(Graph *g, const Action *x)
{
    Str name = x->store ? x->store->name : x->waiters->name;
    if (x->waiters && stored_there(g, x->waiters)) return;      /* re-arms the entry it has */
    if (x->waiters && (asks_for_room(g->row->when, x->waiters) || asks_for_room(g->event->when, x->waiters))) return;
    if (x->waiters && x->waiters->enough) return;               /* there always is one */
    if (response_class(g, g->event)) {
        diag_error(g->k->d, x->pos,
                   CELL "allocates in '" STR_FMT "', but was triggered from the highest class ('" STR_FMT
                        "'), which must never wait for room",
                   CELL_ARGS(g), STR_ARG(name), STR_ARG(g->event->msg->net->name));
        return;
    }
    int to = x->store ? node(g, N_STORE, g->c, x->store, name) : node(g, N_WAITERS, g->c, x->waiters, name);
    edge(g, g->from, to, x->pos, CELL "allocates in '" STR_FMT "'", CELL_ARGS(g), STR_ARG(name));
}

static void needs(const Action *x, void *ctx)
{
    Graph *g = ctx;
    if (x->kind == A_SEND || x->kind == A_MULTICAST) check_send(g, x);
    else if (x->kind == A_ALLOCATE) check_allocate(g, x);
    else if (x->kind == A_PARK && !x->waiters->enough &&
             (has_entries(x->waiters) || block_pools(x->waiters->block)))
        edge(g, g->from, node(g, N_WAITERS, g->c, x->waiters, x->waiters->name), x->pos, CELL "waits for room to park",
             CELL_ARGS(g));
    else if (x->kind == A_REQUEST && x->port->kind == PORT_MEMORY)
        edge(g, g->from, node(g, N_PORT, g->c, x->port, x->port->name), x->pos, CELL "sends " STR_FMT, CELL_ARGS(g),
             STR_ARG(x->def->name));
}

/* ---- ways out ---- */

static void find_leave(const Action *x, void *ctx)
{
    Graph *g = ctx;
    g->leaves |= (x->kind == A_GO && x->go != g->leaving) || x->kind == A_DONE;
}

static bool cell_leaves(Graph *g, const State *row_state, const State *from, const Event *e)
{
    const Cell *cell = cell_at(g->c, row_state, e);
    g->leaving = from;
    g->leaves = false;
    for (int r = 0; r < cell->rows.n && !g->leaves; r++)
        if (cell->rows.at[r]->kind == ROW_ON && !g->f->rows[cell->rows.at[r]->id].dead)
            actions_walk(cell->rows.at[r]->body, find_leave, g);
    return g->leaves;
}

/* The best event that moves a stored state on, or NULL. */
static const Event *way_out(Graph *g, const State *from)
{
    const Event *best = NULL;
    for (int e = 0; e < g->c->events.n; e++) {
        const Event *ev = g->c->events.at[e];
        if (best && check_rank(ev) <= check_rank(best)) continue;
        bool leaves = cell_leaves(g, from, from, ev);
        for (int v = 0; v < g->c->views.n && !leaves; v++)
            leaves = view_covers(g->c->views.at[v], from, ev) && cell_leaves(g, g->c->views.at[v]->as, from, ev);
        if (leaves) best = ev;
    }
    return best;
}

/* A held event can also become another one, or meet another state's rows or another row, when what its refinements,
 * views and guards test changes: what holds it must end, or something that is tried before must hold. */
static Change way_to_change(Graph *g, const State *from, const Event *held)
{
    const Event *base = held->base ? held->base : held;
    Change x = { .w = &g->writers, .held = held };
    bool here = false;
    for (int i = 0; i < base->refinements.n && !here; i++) {
        here = base->refinements.at[i] == held;
        change_find(&x, base->refinements.at[i]->when, !here);
    }
    const Cell *cell = cell_at(g->c, g->state, held);
    here = false;
    for (int i = 0; i < cell->rows.n && !here; i++) {
        here = cell->rows.at[i] == g->row;
        if (cell->rows.at[i]->when) change_find(&x, cell->rows.at[i]->when, !here);
    }
    here = g->state == from;
    for (int i = 0; i < g->c->views.n; i++)
        if (view_covers(g->c->views.at[i], from, held))
            change_find(&x, g->c->views.at[i]->when, here || g->c->views.at[i]->as != g->state);
    return x;
}

static void check_stall(Graph *g)
{
    Stored from = stored_for(g->c, g->state, g->event);
    if (g->event->kind == EV_EVICT) return;      /* another victim will do */
    for (int i = 0; i < from.n; i++) {
        Change change = way_to_change(g, from.at[i], g->event);
        if (change.outside) continue;
        const Event *out = way_out(g, from.at[i]);
        if (!out || (change.best && check_rank(change.best) > check_rank(out))) out = change.best;
        if (!out)
            diag_error(g->k->d, g->row->pos, CELL "held for ever: no row leads out of state " STR_FMT
                       ", or changes what holds it", CELL_ARGS(g),
                       STR_ARG(from.at[i]->name));
        else {
            check_held_behind(g->k, &(Met){ g->c, g->state, g->event, g->row }, out);
            if (g->nodes.at[g->from].kind != N_END) /* looked at once */
                check_shared_way(g->k, &(Met){ g->c, g->state, g->event, g->row }, out);
            edge(g, g->from, event_node(g, g->c, out), g->row->pos, CELL "held until " STR_FMT, CELL_ARGS(g),
                 STR_ARG(out->name));
        }
    }
}

/* ---- the graph of a controller ---- */

/* end: of the events of this network only, as what their head at this controller waits for (node g->from); or NULL. */
static void row_edges(Graph *g, const Network *end)
{
    for (int s = 0; s < g->c->states.n; s++)
        for (int e = 0; e < g->c->events.n; e++) {
            g->state = g->c->states.at[s];
            g->event = g->c->events.at[e];
            const Cell *cell = cell_at(g->c, g->state, g->event);
            if (end && (g->event->kind != EV_MESSAGE || g->event->msg->net != end)) continue;
            if (!end) g->from = event_node(g, g->c, g->event);
            for (int r = 0; r < cell->rows.n; r++) {
                g->row = cell->rows.at[r];
                if (g->row->kind == ROW_STALL) check_stall(g);
                else if (!g->f->rows[g->row->id].dead) actions_walk(cell->rows.at[r]->body, needs, g);
            }
        }
}

typedef struct { Graph *g; const Waiters *w; const Event *best; } Waking;

static void find_wake(const Action *x, void *ctx)
{
    Waking *k = ctx;
    if (x->kind == A_WAKE && x->waiters == k->w && (!k->best || check_rank(k->g->event) > check_rank(k->best)))
        k->best = k->g->event;
}

/* What is parked in a pool stays there until it is woken. */
static void pool_edges(Graph *g)
{
    for (int i = 0; i < g->c->waiters.n; i++) {
        Waking k = { g, g->c->waiters.at[i], NULL };
        for (int e = 0; e < g->c->states.n * g->c->events.n && block_pools(k.w->block); e++) {
            const Cell *cell = &g->c->cells[e];
            g->event = g->c->events.at[e % g->c->events.n];
            for (int r = 0; r < cell->rows.n; r++) actions_walk(cell->rows.at[r]->body, find_wake, &k);
        }
        if (k.best)
            edge(g, node(g, N_WAITERS, g->c, k.w, k.w->name), event_node(g, g->c, k.best), k.w->pos,
                 "what is parked in '" STR_FMT "' waits for " STR_FMT " to wake it", STR_ARG(k.w->name),
                 STR_ARG(k.best->name));
    }
}

/* The head of a network at one controller, with what it waits for there. Where messages for others can stand behind it:
 * at any controller. */
static int end_node(Graph *g, const Controller *c, const Network *net)
{
    const Controller *at = net->topology == NET_CROSSBAR ? c : NULL;
    int known = g->nodes.n, end = node(g, N_END, at, net, net->name);
    Graph was = *g;
    if (end < known) return end;
    for (int i = 0; i < g->k->p->ctls.n; i++) {
        if (at && g->k->p->ctls.at[i] != at) continue;
        g->c = g->k->p->ctls.at[i];
        g->f = &g->k->ctl[g->c->id];
        g->from = end;
        writers_find(&g->writers, g->k, g->c);
        row_edges(g, net);
    }
    was.nodes = g->nodes;
    *g = was;
    return end;
}

/* The best event with a row that sends one of these messages, over all controllers, and which it is; inside: or
 * something that no message has to bring about. */
typedef struct { Graph *g; const Event *of, *best; const Controller *c, *at; bool inside; } Sender;

static void find_sender(const Action *x, void *ctx)
{
    Sender *s = ctx;
    if ((x->kind != A_SEND && x->kind != A_MULTICAST) || x->msg != s->of->msg) return;
    if (s->g->event->kind != EV_MESSAGE) s->inside = true;
    else if (!s->best || check_rank(s->g->event) > check_rank(s->best)) { s->best = s->g->event; s->at = s->c; }
}

static void senders(Sender *s)
{
    for (int c = 0; c < s->g->k->p->ctls.n; c++) {
        const Controller *from = s->c = s->g->k->p->ctls.at[c];
        for (int i = 0; i < from->states.n * from->events.n; i++) {
            s->g->event = from->events.at[i % from->events.n];
            for (int r = 0; r < from->cells[i].rows.n; r++)
                actions_walk(from->cells[i].rows.at[r]->body, find_sender, s);
        }
    }
}

/* What an entry waits for comes by a message, in every case: so it waits for what has to be taken before that message
 * is sent. */
static void asked_edge(Graph *g, const State *st, int entry)
{
    Sender s = { .g = g };
    for (int e = 0; e < g->c->events.n; e++) {
        const Event *ev = g->c->events.at[e];
        bool leaves = cell_leaves(g, st, st, ev);
        for (int v = 0; v < g->c->views.n && !leaves; v++)
            leaves = view_covers(g->c->views.at[v], st, ev) && cell_leaves(g, g->c->views.at[v]->as, st, ev);
        if (!leaves) continue;
        if (ev->kind != EV_MESSAGE) return;
        s.of = ev;
        senders(&s);
    }
    if (!s.best || s.inside) return;
    edge(g, entry, end_node(g, s.at, s.best->msg->net), st->pos,
         "what ends state " STR_FMT " is sent when " STR_FMT " has taken " STR_FMT, STR_ARG(st->name),
         STR_ARG(s.at->name), STR_ARG(s.best->name));
}

/* An entry is free again when its state has moved on; a way when an entry that pins it has, or a victim has left (rows
 * of evict). */
static void room_edges(Graph *g)
{
    for (int s = 0; s < g->c->states.n; s++) {
        const State *st = g->c->states.at[s];
        if (st->at != AT_WAITERS || !has_entries(st->waiters)) continue;
        int entry = node(g, N_WAITERS, g->c, st->waiters, st->waiters->name);
        const Event *out = way_out(g, st);
        if (out)
            edge(g, entry, event_node(g, g->c, out), st->pos, "an entry in state " STR_FMT " is kept until " STR_FMT,
                 STR_ARG(st->name), STR_ARG(out->name));
        asked_edge(g, st, entry);
        for (int i = 0; i < g->c->stores.n; i++)
            if (check_pins(g->k->a, g->c, st, g->c->stores.at[i]))
                edge(g, node(g, N_STORE, g->c, g->c->stores.at[i], g->c->stores.at[i]->name), entry, st->pos,
                     "a line in state " STR_FMT " cannot leave before its entry of '" STR_FMT "' is over",
                     STR_ARG(st->name), STR_ARG(st->waiters->name));
    }
}

static void find_outside(const Expr *e, void *ctx)
{
    const Var *v = expr_reads(e);
    *(bool *)ctx |= v && (v->kind != V_REG || v->constant);
}

/* An entry that is to be woken waits for the condition of its wake. */
static void wake_edges(Graph *g)
{
    for (int i = 0; i < g->c->base_events.n; i++) {
        const Event *e = g->c->base_events.at[i];
        Change x = { .w = &g->writers, .held = e };
        if (e->kind != EV_WAKE || !e->waiters || !e->when || expr_is_const(e->when)) continue;
        expr_walk(e->when, find_outside, &x.outside);
        change_find(&x, e->when, true);
        if (x.outside || x.own) continue;
        if (x.best)
            edge(g, event_node(g, g->c, e), event_node(g, g->c, x.best), e->pos,
                 "wake " STR_FMT " waits for what " STR_FMT " sets", STR_ARG(e->name), STR_ARG(x.best->name));
        else
            diag_error(g->k->d, e->pos, "wake " STR_FMT ": no row sets what it waits for, so the entries are never "
                       "woken, or at once", STR_ARG(e->name));
    }
}

static const Gather *counted_by(const Controller *c, const Action *x)
{
    for (int i = 0; i < c->gathers.n; i++)
        if (x->kind == A_SET && x->dst == c->gathers.at[i]->count && x->value->op == E_SUB) return c->gathers.at[i];
    return NULL;
}

static void find_got(const Action *x, void *ctx)
{
    Graph *g = ctx;
    const Gather *of = counted_by(g->c, x);
    if (of)
        edge(g, event_node(g, g->c, of->all), event_node(g, g->c, g->event), x->pos,
             STR_FMT " comes after all answers, counted at event " STR_FMT, STR_ARG(of->all->name),
             STR_ARG(g->event->name));
}

/* A sweep ends after its last line; a gather after the sweep and the answers. */
static void end_edges(Graph *g)
{
    for (int i = 0; i < g->c->sweeps.n; i++) {
        const Sweep *w = g->c->sweeps.at[i];
        edge(g, event_node(g, g->c, w->end), event_node(g, g->c, w->visit), w->pos,
             STR_FMT " comes after the last line", STR_ARG(w->end->name));
    }
    for (int i = 0; i < g->c->gathers.n; i++)
        if (g->c->gathers.at[i]->after)
            edge(g, event_node(g, g->c, g->c->gathers.at[i]->all), event_node(g, g->c, g->c->gathers.at[i]->after->end),
                 g->c->gathers.at[i]->pos, STR_FMT " comes after its sweep", STR_ARG(g->c->gathers.at[i]->all->name));
    for (int i = 0; i < g->c->states.n * g->c->events.n && g->c->gathers.n; i++) {
        g->event = g->c->events.at[i % g->c->events.n];
        for (int r = 0; r < g->c->cells[i].rows.n; r++) actions_walk(g->c->cells[i].rows.at[r]->body, find_got, g);
    }
}

/* ---- circles ---- */

static const char *node_text(Graph *g, int i)
{
    const Waiting *p = &g->nodes.at[i];
    Buf b;
    buf_init(&b, g->k->a);
    switch (p->kind) {
    case N_NET: buf_printf(&b, "network '" STR_FMT "'", STR_ARG(p->name)); break;
    case N_END:
        buf_printf(&b, "network '" STR_FMT "'", STR_ARG(p->name));
        if (p->c) buf_printf(&b, " at " STR_FMT, STR_ARG(p->c->name));
        break;
    case N_CORE: buf_printf(&b, "the core of " STR_FMT, STR_ARG(p->name)); break;
    case N_LEVEL: buf_printf(&b, "event " STR_FMT, STR_ARG(p->name)); break;
    case N_PORT: buf_printf(&b, "port '" STR_FMT "' of " STR_FMT, STR_ARG(p->name), STR_ARG(p->c->name)); break;
    default: buf_printf(&b, "room in '" STR_FMT "' of " STR_FMT, STR_ARG(p->name), STR_ARG(p->c->name)); break;
    }
    return buf_text(&b);
}

static const Wait *wait_for(const Graph *g, int from, int to)
{
    for (int i = 0; i < g->nodes.at[from].waits.n; i++)
        if (g->nodes.at[from].waits.at[i].to == to) return &g->nodes.at[from].waits.at[i];
    return NULL;
}

/* path: nodes in order, first = last. Whether one through the end of a network comes about depends on sizes. */
static void report_circle(Graph *g, const int *path, int n)
{
    Buf b;
    Pos at = wait_for(g, path[0], path[1])->at;
    buf_init(&b, g->k->a);
    for (int i = 0; i < n; i++) buf_printf(&b, "%s%s", i ? " waits for " : "", node_text(g, path[i]));
    if (g->nodes.at[path[0]].kind != N_END) diag_error(g->k->d, at, "circular wait: %s", buf_text(&b));
    else
        diag_warning(g->k->d, at, "circular wait when room is short: %s; expected a search by verify with the least "
                     "sizes, or that an entry does not keep what its answer needs", buf_text(&b));
    for (int i = 0; i + 1 < n; i++)
        diag_note(g->k->d, wait_for(g, path[i], path[i + 1])->at, "%s", wait_for(g, path[i], path[i + 1])->why);
}

/* The shortest way from start back to itself over nodes not yet on a reported circle: from the end of a network over
 * all, else over nodes >= start that are no such ends. */
static bool find_circle(Graph *g, int start, bool *used)
{
    bool all = g->nodes.at[start].kind == N_END;
    int n = g->nodes.n, head = 0, tail = 0;
    int *queue = NEW_N(g->k->a, int, n + 1), *parent = NEW_N(g->k->a, int, n + 1), *path = NEW_N(g->k->a, int, n + 2);
    for (int i = 0; i < n; i++) parent[i] = -1;
    queue[tail++] = start;
    while (head < tail) {
        int at = queue[head++];
        for (int i = 0; i < g->nodes.at[at].waits.n; i++) {
            int to = g->nodes.at[at].waits.at[i].to, len = 0;
            if (to == start) {
                for (int x = at; x != start; x = parent[x]) len++;
                path[0] = path[len + 1] = start;
                for (int x = at, j = len; x != start; x = parent[x]) path[j--] = x;
                for (int j = 0; j <= len; j++) used[path[j]] = true;
                report_circle(g, path, len + 2);
                return true;
            }
            if (!all && (to < start || g->nodes.at[to].kind == N_END)) continue;
            if (parent[to] < 0 && !used[to]) { parent[to] = at; queue[tail++] = to; }
        }
    }
    return false;
}

void check_classes(Check *k)
{
    Graph g = { .k = k, .top = LLONG_MIN, .bottom = LLONG_MAX };
    for (int i = 0; i < k->p->nets.n; i++) {
        int64_t c = k->p->nets.at[i]->class_;
        g.top = c > g.top ? c : g.top;
        g.bottom = c < g.bottom ? c : g.bottom;
    }
    for (int i = 0; i < k->p->ctls.n; i++) {
        g.c = k->p->ctls.at[i];
        g.f = &k->ctl[i];
        writers_find(&g.writers, k, g.c);
        row_edges(&g, NULL);
        room_edges(&g);
        end_edges(&g);
        pool_edges(&g);
        wake_edges(&g);
    }
    bool *used = NEW_N(k->a, bool, g.nodes.n + 1);
    for (int i = 0; i < g.nodes.n; i++) if (!used[i] && g.nodes.at[i].kind != N_END) find_circle(&g, i, used);
    for (int i = 0; i < g.nodes.n; i++) if (!used[i] && g.nodes.at[i].kind == N_END) find_circle(&g, i, used);
}
