/* seen_print.c - says what searches have not looked at. */
#include "verify/seen/seen.h"
#include "verify/seen/marks.h"
#include "util/text.h"
#include <stdarg.h>
#include <string.h>

enum { COLUMNS = 120 };

static const char *const aspects[SEEN_ASPECTS] = { "values that are read and written (no row has performs=)",
                                                   "a second core",
                                                   "a second warp of a core",
                                                   "a second line",
                                                   "a second cell of a line",
                                                   "atomics",
                                                   "what has no key",
                                                   "errors of memory",
                                                   "errors of memory that pass",
                                                   "cores that never stop (only --ops)",
                                                   "all states (each search met a bound)",
                                                   "ways to rest",
                                                   "what <progress> says",
                                                   "whether who waits for others is answered, "
                                                   "but for what <progress> says",
                                                   "requests behind one that waits for others at the port of its core",
                                                   "what waits behind the head of a queue (--queues)",
                                                   "--served",
                                                   "--progress",
                                                   "--fair",
                                                   "values (requests have scopes: litmus tests)",
                                                   "evictions that nothing needs",
                                                   "requests of a warp at both core ports at once",
                                                   "writes to memory under way when another uses the line",
                                                   "a second posted store of a thread (--posted 2)",
                                                   "inputs that change (--set NAME=A,B)",
                                                   "whether a transaction commits in the end while others run",
                                                   "whether a transaction sees its own stores",
                                                   "commits of transactions without accesses" };

typedef struct { FILE *out; const char *title; int column; } Listing;

static void item(Listing *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void item(Listing *l, const char *format, ...)
{
    char text[200];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (!l->column) l->column = fprintf(l->out, "%s", l->title);
    else l->column += fprintf(l->out, ",");
    if (l->column + 2 + n > COLUMNS) l->column = fprintf(l->out, "\n   ") - 1;
    l->column += fprintf(l->out, " %s", text);
}

bool seen_has_core(const Controller *c)
{
    for (int i = 0; i < c->ports.n; i++) if (c->ports.at[i]->kind == PORT_CORE) return true;
    return false;
}

void seen_print_most(const Seen *s, const Protocol *p, FILE *out)
{
    static const char *const names[MOST_SIZES] = { "core", "warp", "line", "cell" },
                      *const of[MOST_SIZES] = { "", " of a core", "", " of a line" };
    Listing l = { out, "the largest, each in some search:", 0 };
    for (int i = 0; i < MOST_SIZES; i++)
        if (s->most[i]) item(&l, "%u %s%s%s", s->most[i], names[i], s->most[i] > 1 ? "s" : "", of[i]);
    for (int i = 0; i < p->ctls.n && i < MAX_CTLS; i++)
        if (s->instances[i] && !seen_has_core(p->ctls.at[i]))
            item(&l, "%u " STR_FMT, s->instances[i], STR_ARG(p->ctls.at[i]->name));
    if (l.column) fprintf(out, "\n");
}

static bool is_one(const Expr *e) { return !e || (e->op == E_NUM && e->num == 1); }

/* There is one of them in all systems that were searched, and there can be more. */
static void item_instances(const Seen *s, const Protocol *p, Listing *l)
{
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        bool more = false;
        for (int j = 0; j < p->systems.n; j++)
            for (int k = 0; k < p->systems.at[j]->places.n; k++)
                more |= p->systems.at[j]->places.at[k].ctl == c && !is_one(p->systems.at[j]->places.at[k].count);
        if (more && !seen_has_core(c) && !(s->second >> i & 1)) item(l, "a second " STR_FMT, STR_ARG(c->name));
    }
}

static void item_stores(const Seen *s, const Controller *c, int ctl, Listing *l)
{
    for (int i = 0; i < c->stores.n && i < MAX_PLACES; i++) {
        const Store *x = c->stores.at[i];
        if (!is_one(store_attr(x, STR("sets"))) && !(s->sets[ctl] >> i & 1))
            item(l, "a second set of " STR_FMT "." STR_FMT, STR_ARG(c->name), STR_ARG(x->name));
        if (!(s->full[ctl] >> i & 1))
            item(l, "two lines in a set of " STR_FMT "." STR_FMT, STR_ARG(c->name), STR_ARG(x->name));
    }
}

/* Those that claim to have enough have been asked whether they do. */
static void item_waiters(const Seen *s, const Controller *c, int ctl, Listing *l)
{
    for (int i = 0; i < c->waiters.n && i < MAX_PLACES; i++)
        if (!(s->lacked[ctl] >> i & 1) && !c->waiters.at[i]->enough)
            item(l, "no room in " STR_FMT "." STR_FMT, STR_ARG(c->name), STR_ARG(c->waiters.at[i]->name));
}

static void item_registers(const Seen *s, const Protocol *p, int ctl, Listing *l)
{
    const Controller *c = p->ctls.at[ctl];
    const uint8_t *at = s->marks + marks_of(p, ctl).regs;
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        bool again = v->array && v != v->array->elem[0];
        if (v->kind == V_INPUT && !v->source && at[i] != 3)
            item(l, STR_FMT "." STR_FMT " %s 0", STR_ARG(c->name), STR_ARG(v->name), at[i] & 1 ? "other than" : "=");
        else if ((v->kind == V_REG ? v->is_written > 0 : v->source && v->is_read) && !at[i] && !again && !v->constant)
            item(l, STR_FMT "." STR_FMT " other than at reset", STR_ARG(c->name), STR_ARG(v->name));
    }
}

/* Each <progress> that has been looked for, and whose condition never held: it says nothing. Their number. */
static int unpromised(const Seen *s, const Protocol *p, int ctl, void (*each)(void *ctx, const Progress *), void *ctx)
{
    const Controller *c = p->ctls.at[ctl];
    int n = 0;
    for (int i = 0; (s->did >> SEEN_LEADS & 1) && i < c->progresses.n && i < SEARCH_PROMISES; i++) {
        if (s->promised[ctl] >> i & 1) continue;
        n++;
        if (each) each(ctx, &c->progresses.at[i]);
    }
    return n;
}

static void item_promise(void *ctx, const Progress *x)
{
    item(ctx, "<progress> '" STR_FMT "' (its condition never held)", STR_ARG(x->name));
}

static void print_promise(void *out, const Progress *x)
{
    fprintf(out, "  never met: the condition of <progress> '" STR_FMT "' (line %d)\n", STR_ARG(x->name), x->pos.line);
}

/* Nothing ever happened at this controller. */
static bool takes_none(const Seen *s, const Protocol *p, int ctl)
{
    const Controller *c = p->ctls.at[ctl];
    bool any = !c->rows.n;
    for (int r = 0; r < c->rows.n; r++) any |= s->marks[marks_of(p, ctl).rows + r] != 0;
    return !any;
}

void seen_print_not(const Seen *s, const Protocol *p, FILE *out)
{
    Listing l = { out, "not looked at:", 0 };
    for (int i = 0; i < SEEN_ASPECTS; i++) if (s->can & ~s->did & 1u << i) item(&l, "%s", aspects[i]);
    item_instances(s, p, &l);
    for (int i = 0; i < p->ctls.n && i < MAX_CTLS; i++) {
        if (s->did >> SEEN_LINES & 1) item_stores(s, p->ctls.at[i], i, &l);
        item_waiters(s, p->ctls.at[i], i, &l);
        item_registers(s, p, i, &l);
    }
    for (int i = 0; i < p->ctls.n && i < MAX_CTLS; i++)
        if (takes_none(s, p, i)) item(&l, "any row of " STR_FMT, STR_ARG(p->ctls.at[i]->name));
    int missed = seen_print_missed(s, p, NULL);
    for (int i = 0; i < p->ctls.n && i < MAX_CTLS; i++) missed -= unpromised(s, p, i, item_promise, &l);
    if (missed) item(&l, "%d rows, states and covers (--coverage)", missed);
    if (l.column) fprintf(out, "\n");
}

void seen_print_row(const Controller *c, const State *s, const Event *e, const Row *row, FILE *out)
{
    if (!c->key || !e->keyless) fprintf(out, STR_FMT " / ", STR_ARG(s->name));
    fprintf(out, STR_FMT " (line %d)\n", STR_ARG(e->name), row->pos.line);
}

static int missed_rows(const Seen *s, const Protocol *p, int ctl, FILE *out)
{
    const Controller *c = p->ctls.at[ctl];
    int n = 0, first = marks_of(p, ctl).rows;
    for (int r = 0; r < c->rows.n; r++) n += c->rows.at[r]->kind == ROW_ON && !s->marks[first + r];
    for (int e = 0; e < c->states.n * c->events.n && out; e++)
        for (int r = 0; r < c->cells[e].rows.n; r++) {
            const Row *row = c->cells[e].rows.at[r];
            if (row->kind != ROW_ON || s->marks[first + row->id]) continue;
            fprintf(out, "  never taken: " STR_FMT ": ", STR_ARG(c->name));
            seen_print_row(c, c->states.at[e / c->events.n], c->events.at[e % c->events.n], row, out);
        }
    return n;
}

int seen_print_promises(const Seen *s, const Protocol *p, FILE *out)
{
    int n = 0;
    for (int i = 0; i < p->ctls.n && i < MAX_CTLS; i++) n += unpromised(s, p, i, out ? print_promise : NULL, out);
    return n;
}

int seen_print_missed(const Seen *s, const Protocol *p, FILE *out)
{
    int n = 0;
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        Marks at = marks_of(p, i);
        n += missed_rows(s, p, i, out);
        for (int t = 0; t < c->states.n; t++) {
            if (s->marks[at.states + t]) continue;
            n++;
            if (out)
                fprintf(out, "  never met: state " STR_FMT " of " STR_FMT "\n", STR_ARG(c->states.at[t]->name),
                        STR_ARG(c->name));
        }
        for (int v = 0; v < c->invariants.n; v++) {
            if (!c->invariants.at[v].cover || s->marks[at.invariants + v]) continue;
            n++;
            if (out)
                fprintf(out, "  never met: cover '" STR_FMT "' of " STR_FMT " (line %d)\n",
                        STR_ARG(c->invariants.at[v].name), STR_ARG(c->name), c->invariants.at[v].pos.line);
        }
    }
    return n + seen_print_promises(s, p, out);
}
