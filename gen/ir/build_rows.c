/* build_rows.c - rows into the cells of the table. */
#include "ir/build.h"
#include <string.h>

typedef struct { const Node *in; Cell *star; const Node *star_node; } StateRows;

static void put_row(Build *b, Controller *c, State *st, Event *e, Row *r)
{
    Cell *cell = cell_at(c, st, e);
    Row *last = cell->rows.n ? cell->rows.at[cell->rows.n - 1] : NULL;
    if (last && !last->when && !r->when) {
        diag_error(b->d, r->pos, "state " STR_FMT ", event " STR_FMT ": this pair is covered twice", STR_ARG(st->name),
                   STR_ARG(e->name));
        diag_note(b->d, last->pos, "first covered here");
        return;
    }
    for (int i = 0; i < cell->rows.n; i++) if (cell->rows.at[i] == r) return;
    vec_push(b->a, &cell->rows, r);
    if (!last || last->when) return;
    cell->rows.at[cell->rows.n - 2] = r;        /* what is the rest stands last, wherever it is written */
    cell->rows.at[cell->rows.n - 1] = last;
}

/* Events without key have rows of their own, in an <in> without state=. */
static bool apart(const Controller *c, const Event *e) { return c->key && e->keyless; }

/* At a controller with key, events with a key have their rows in a state, those without in none, or, where the state is
 * that of the whole controller, in either. */
static bool right_place(Build *b, const Controller *c, const Node *in, const Node *row, const Event *e)
{
    bool stated = node_attr(in, "state").p != NULL;
    if (!c->key || !e || e->keyless != stated || (e->keyless && ctl_whole_state(c))) return true;
    diag_error(b->d, node_attr_pos(row, "event"),
               stated ? "event '" STR_FMT "' has no key: expected its rows in an <in> without state="
                      : "event '" STR_FMT "' has a key: expected its rows in an <in state=\"...\">",
               STR_ARG(e->name));
    return false;
}

static void put_event(Build *b, Controller *c, State *st, Event *e, Row *r)
{
    if (!e->hidden) { put_row(b, c, st, e, r); return; }
    for (int i = 0; i < e->refinements.n; i++)
        put_row(b, c, st, e->refinements.at[i], r); /* a complete base stands for all its refinements */
}

/* The events named in an attribute; true if '*' is among them. */
static bool row_events(Build *b, Controller *c, const Node *n, void *vec)
{
    VEC(Event *) *out = vec;
    Str whole = node_attr(n, "event"), rest = whole, w;
    bool star = false;
    some_word(b, n, "event", "events, or *");
    while ((w = str_word(&rest)).n) {
        if (str_is(w, "*")) { star = true; continue; }
        Event *e = find_event(c, w);
        Pos at = node_attr_pos_at(n, "event", (int)(w.p - whole.p));
        if (!e && find_msg(b, w)) {
            diag_error(b->d, at,
                       "no port of controller '" STR_FMT "' takes network '" STR_FMT "' of message '" STR_FMT "'",
                       STR_ARG(c->name), STR_ARG(find_msg(b, w)->net->name), STR_ARG(w));
        } else if (!e) unknown_event(b, c, at, w);
        else vec_push(b->a, out, e);
    }
    return star;
}

static Row *build_row(Build *b, Controller *c, const Node *n)
{
    Scope s = { .b = b, .ctl = c };
    Row *r = NEW(b->a, Row);
    r->kind = str_is(n->name, "on")                                 ? ROW_ON
              : str_is(n->name, "stall") || str_is(n->name, "hold") ? ROW_STALL
                                                                    : ROW_NEVER;
    r->pos = n->pos;
    r->why = node_attr(n, "why");
    r->doc = node_attr(n, "doc");
    r->id = c->rows.n;
    if (node_attr(n, "when").p) r->when = expr_attr(&s, n, "when", b->p->t_bool);
    if (node_attr(n, "when").p && !r->when) {           /* an error of its own: still a row with a condition */
        r->when = expr_new(b->a, E_NUM, b->p->t_bool, n->pos);
        r->when->num = 1;
    }
    if (r->kind == ROW_ON) r->body = build_body(&s, n);
    vec_push(b->a, &c->rows, r);
    return r;
}

/* <in> without state= holds the rows of events without key; they are kept with the initial state. */
typedef struct { const Node *node; Row *row; } NodeRow;
typedef VEC(const Node *) Nodes;
typedef VEC(State *) States;
/* ins: by State.id, its <in> elements in the order of the file. */
typedef struct { VEC(NodeRow) rows; bool *done, *busy; Nodes *ins; const Node *ctl; } Table;

static void in_state(Build *b, Table *t, const Node *in, State *st, States *out)
{
    Nodes *ins = &t->ins[st->id];
    if (ins->n && ins->at[ins->n - 1] == in) return;        /* named twice */
    vec_push(b->a, ins, in);
    vec_push(b->a, out, st);
}

/* The states of an <in>, each once. */
static States states_of(Build *b, const Controller *c, Table *t, const Node *in)
{
    States out = { 0 };
    Str rest = node_attr(in, "state"), w;
    for (int i = 0; !rest.p && i < (ctl_whole_state(c) ? c->states.n : 1); i++)
        in_state(b, t, in, c->states.at[i], &out);
    while ((w = str_word(&rest)).n) {
        State *st = find_state((Controller *)c, w);
        if (st) in_state(b, t, in, st, &out);
        for (int i = 0; str_is(w, "*") && i < c->states.n; i++) in_state(b, t, in, c->states.at[i], &out);
    }
    return out;
}

static Row *row_of(const Table *t, const Node *n)
{
    for (int i = 0; i < t->rows.n; i++) if (t->rows.at[i].node == n) return t->rows.at[i].row;
    return NULL;
}

static void first_pass(Build *b, Controller *c, Table *t)
{
    for (const Node *in = t->ctl->first; in; in = in->next) {
        if (!str_is(in->name, "in")) continue;
        Str whole = node_attr(in, "state"), rest = whole, w;
        if (!whole.p && !c->key) diag_error(b->d, in->pos, "expected state=: this controller has no key");
        while ((w = str_word(&rest)).n)
            if (!str_is(w, "*") && !find_state(c, w)) {
                Str *all = NEW_N(b->a, Str, c->states.n);
                for (int i = 0; i < c->states.n; i++) all[i] = c->states.at[i]->name;
                unknown_name(b, node_attr_pos_at(in, "state", (int)(w.p - whole.p)), "state", w, all, c->states.n);
            }
        States states = states_of(b, c, t, in);
        for (const Node *r = in->first; r; r = r->next) {
            VEC(Event *) events = { 0 };
            if (str_is(r->name, "as")) continue;
            NodeRow nr = { r, build_row(b, c, r) };
            vec_push(b->a, &t->rows, nr);
            bool star = row_events(b, c, r, &events);
            end_of_sweeps(b, c, nr.row, events.at, events.n);
            if (star && nr.row->kind == ROW_ON)
                diag_error(b->d, node_attr_pos(r, "event"), "'*' is possible in never, stall and as only");
            for (int i = 0; i < events.n; i++)
                for (int k = 0; k < states.n && right_place(b, c, in, r, events.at[i]); k++)
                    put_event(b, c, states.at[k], events.at[i], nr.row);
        }
    }
}

static void finish_state(Build *b, Controller *c, Table *t, State *st);

static bool open_cell(const Controller *c, const State *st, const Event *e)
{
    const Cell *cell = cell_at(c, st, e);
    return !e->hidden && (!cell->rows.n || cell->rows.at[cell->rows.n - 1]->when);
}

static void copy_cell(Build *b, Controller *c, State *to, State *from, Event *e)
{
    Cell *src = cell_at(c, from, e);
    for (int i = 0; i < src->rows.n; i++) put_row(b, c, to, e, src->rows.at[i]);
}

static void unknown_state(Build *b, Controller *c, const Node *r)
{
    Str *all = NEW_N(b->a, Str, c->states.n + 1);
    for (int i = 0; i < c->states.n; i++) all[i] = c->states.at[i]->name;
    unknown_name(b, node_attr_pos(r, "state"), "state", node_attr(r, "state"), all, c->states.n);
}

static void apply_as(Build *b, Controller *c, Table *t, State *st, const Node *r, bool stars)
{
    VEC(Event *) events = { 0 };
    bool star = row_events(b, c, r, &events);
    State *from = find_state(c, node_attr(r, "state"));
    if (!from) {
        if (!stars)
            unknown_state(b, c, r);
        return;
    }
    if (t->busy[from->id]) {
        diag_error(b->d, r->pos, "states " STR_FMT " and " STR_FMT " refer to each other by <as>", STR_ARG(st->name),
                   STR_ARG(from->name));
        return;
    }
    finish_state(b, c, t, from);
    if (!stars)
        for (int i = 0; i < events.n; i++) {
            if (!events.at[i]->hidden) copy_cell(b, c, st, from, events.at[i]);
            for (int k = 0; events.at[i]->hidden && k < events.at[i]->refinements.n; k++)
                copy_cell(b, c, st, from, events.at[i]->refinements.at[k]);
        }
    for (int i = 0; star && stars && i < c->events.n; i++)
        if (open_cell(c, st, c->events.at[i]) && (ctl_whole_state(c) || !apart(c, c->events.at[i])))
            copy_cell(b, c, st, from, c->events.at[i]);
}

static void star_row(Build *b, Controller *c, State *st, Row *r, bool stated)
{
    for (int i = 0; i < c->events.n; i++) {
        Event *e = c->events.at[i];
        bool other = stated ? apart(c, e) && !ctl_whole_state(c) : c->key && !e->keyless;
        if (other || !open_cell(c, st, e)) continue;
        Cell *cell = cell_at(c, st, e);
        cell->star = r->pos;
        vec_push(b->a, &cell->rows, r);
    }
}

static void imply(Build *b, Controller *c, State *st, Event *e, Str why, Row **implied)
{
    if (!open_cell(c, st, e)) return;
    if (!*implied) {
        Row *r = NEW(b->a, Row);
        r->kind = ROW_NEVER; r->pos = e->pos; r->implied = true; r->id = c->rows.n;
        r->why = why;
        vec_push(b->a, &c->rows, r);
        *implied = r;
    }
    vec_push(b->a, &cell_at(c, st, e)->rows, *implied);
}

/* Evictions are offered only for victims, wakes and sweeps in their states only, events without key only as such:
 * elsewhere they cannot happen. */
static void imply_nevers(Build *b, Controller *c)
{
    Row *evict = NULL, *keyless = NULL, *wake = NULL, *sweep = NULL;
    for (int i = 0; i < c->states.n; i++) {
        for (int k = 0; k < c->events.n; k++) {
            Event *e = c->events.at[k];
            if (e->kind == EV_EVICT && !store_victim(e->store, c->states.at[i]))
                imply(b, c, c->states.at[i], e, STR("not a victim in this state"), &evict);
        }
        for (int k = 0; c->key && k < c->events.n; k++) {
            if (i && c->events.at[k]->keyless && !ctl_whole_state(c))
                imply(b, c, c->states.at[i], c->events.at[k], STR("an event without key"), &keyless);
            if (c->events.at[k]->in && c->events.at[k]->in != c->states.at[i])
                imply(b, c, c->states.at[i], c->events.at[k], STR("an event of another state"), &wake);
            if (c->events.at[k]->kind == EV_SWEEP && !sweep_visits(c->events.at[k]->sweep, c->states.at[i]))
                imply(b, c, c->states.at[i], c->events.at[k], STR("no sweep comes here in this state"), &sweep);
        }
    }
}

static void finish_state(Build *b, Controller *c, Table *t, State *st)
{
    static const char *const star_elements[] = { "never", "stall", "hold" };
    if (t->done[st->id]) return;
    t->done[st->id] = t->busy[st->id] = true;
    const Nodes *ins = &t->ins[st->id];
    for (int stars = 0; stars < 2; stars++)
        for (int i = 0; i < ins->n; i++)
            for (const Node *r = ins->at[i]->first; r; r = r->next)
                if (str_is(r->name, "as")) apply_as(b, c, t, st, r, stars);
    for (int i = 0; i < ins->n; i++)
        for (const Node *r = ins->at[i]->first; r; r = r->next)
            for (int k = 0; k < 3; k++) {
                Str rest = node_attr(r, "event"), w;
                if (!str_is(r->name, star_elements[k])) continue;
                while ((w = str_word(&rest)).n)
                    if (str_is(w, "*")) star_row(b, c, st, row_of(t, r), node_attr(ins->at[i], "state").p != NULL);
            }
    t->busy[st->id] = false;
}

void build_rows(Build *b, Controller *c, const Node *n)
{
    Table t = { .done = NEW_N(b->a, bool, c->states.n + 1), .busy = NEW_N(b->a, bool, c->states.n + 1),
                .ins = NEW_N(b->a, Nodes, c->states.n + 1), .ctl = n };
    c->cells = NEW_N(b->a, Cell, c->states.n * c->events.n + 1);
    first_pass(b, c, &t);
    for (int i = 0; i < c->states.n; i++) finish_state(b, c, &t, c->states.at[i]);
    imply_nevers(b, c);
}
