/* harness_watch.c - invariants over the system for simulation: what is read of the rows, and the tests as terms
 * (sim/model/watch.h). */
#include "rtl/harness.h"
#include "rtl/module.h"
#include "util/text.h"
#include <inttypes.h>

/* As in watch.h, and in sim/invariants/world.h. */
enum { WATCHED_MAX = 64, NAMES_MAX = 8, FIELDS_MAX = 16, CLOCKS_MAX = 4 };

typedef struct { const char *op; int of, at, arg[3]; uint64_t num, mask, sign, other; } Term;
/* why: it cannot be told by the rows, or NULL. */
typedef struct { Harn *h; const char *why; const Bound *names[NAMES_MAX]; int n_names; VEC(Term) terms; } Test;

static HarnCtl *placed(Harn *h, const Controller *c, int *index)
{
    for (*index = 0; *index < h->ctls.n; ++*index) if (h->ctls.at[*index].ctl == c) return &h->ctls.at[*index];
    return NULL;
}

/* ---- what is read ---- */

static bool behind_rows(const Controller *c, const Var *v)
{
    for (int i = 0; i < c->sweeps.n; i++) if (c->sweeps.at[i]->busy == v) return true;
    for (int i = 0; i < c->gathers.n; i++)
        if (c->gathers.at[i]->open == v || c->gathers.at[i]->count == v) return true;
    for (int i = 0; i < c->events.n; i++) if (c->events.at[i]->over == v) return true;
    return false;
}

/* The counter of a clock in a controller that has one, or NULL: all of them count alike. */
static const Var *counter_of(const Harn *h, const Clock *clock, const HarnCtl **in)
{
    for (int i = 0; i < h->ctls.n; i++) {
        const Controller *c = h->ctls.at[i].ctl;
        for (int k = 0; k < c->clocks.n; k++) {
            const Var *v = c->clocks.at[k];
            if (v->clock != clock || !v->is_read) continue;
            *in = &h->ctls.at[i];
            return v;
        }
    }
    return NULL;
}

/* Number of the clock among those that are read; -1: there is no room. */
static int watched_clock(Harn *h, const Clock *clock)
{
    int i = 0;
    while (i < h->clocks.n && h->clocks.at[i] != clock) i++;
    if (i == CLOCKS_MAX) return -1;
    if (i == h->clocks.n) vec_push(h->r->a, &h->clocks, clock);
    return i;
}

/* Why rows do not tell what the variable is, or NULL. */
static const char *hidden(Harn *h, const Controller *c, const Var *v)
{
    const HarnCtl *in;
    const Store *s = v->store;
    switch (v->kind) {
    case V_STATE: return NULL;
    case V_REG:
        return v->array ? "a register with per=" : behind_rows(c, v) ? "a register that changes without a row" : NULL;
    case V_STORE: case V_STORE_HIT:
        return s->key || s->any_victim || s->block->sort != BLOCK_STORE ? "such a store" : NULL;
    case V_WAITER: case V_WAITER_HIT: return NULL;
    case V_CLOCK:
        if (!counter_of(h, v->clock, &in)) return "a time that no row reads";
        return watched_clock(h, v->clock) < 0 ? "so many clocks" : NULL;
    default: return "such a variable";
    }
}

/* Number of the variable among those that are watched; -1: there is no room. */
static int watched(Harn *h, HarnCtl *c, const Var *v)
{
    int i = 0;
    while (i < c->watched.n && c->watched.at[i] != v) i++;
    if (i == WATCHED_MAX) return -1;
    if (i == c->watched.n) vec_push(h->r->a, &c->watched, v);
    return i;
}

static int watched_field(Harn *h, const Network *net, Str name)
{
    int i = 0;
    while (i < h->fields.n && (h->fields.at[i].net != net || !str_eq(h->fields.at[i].name, name))) i++;
    if (i == FIELDS_MAX) return -1;
    HarnField f = { net, name };
    if (i == h->fields.n) vec_push(h->r->a, &h->fields, f);
    return i;
}

static void find_read(const Expr *e, void *ctx)
{
    Harn *h = ctx;
    int index;
    HarnCtl *c = e->op == E_AT && e->of && e->var ? placed(h, e->of->ctl, &index) : NULL;
    if (c && !hidden(h, c->ctl, e->var)) watched(h, c, e->var);
    if (e->op == E_MSG && e->num == MSG_FIELD) watched_field(h, e->of->net, e->text);
}

void harn_watch(Harn *h)
{
    for (int i = 0; i < h->ctls.n && !h->r->opt->replay; i++) {
        const Controller *c = h->ctls.at[i].ctl;
        for (int k = 0; k < c->invariants.n; k++) {
            if (!c->invariants.at[k].system || c->invariants.at[k].cover) continue;
            h->watches = true;
            expr_walk(c->invariants.at[k].system, find_read, h);
        }
    }
}

static void seen(Harn *h, HarnCtl *c, Str name, Hx x, int width)
{
    ObsField f = { name, x, width };
    vec_push(h->r->a, &c->seen, f);
}

static void place_seen(Harn *h, HarnCtl *c, Str name, const void *owner)
{
    static const struct { SignalKind kind; const char *name; } says[] = {
        { SIG_STORE_ALLOC, "alloc" }, { SIG_STORE_FREE, "free" }, { SIG_WAIT_ALLOC, "alloc" }, { SIG_DONE, "done" },
    };
    bool is_watched = false;
    for (int i = 0; i < c->watched.n; i++)
        is_watched |= c->watched.at[i]->store == owner || c->watched.at[i]->waiters == owner;
    if (!is_watched) return;
    seen(h, c, harn_f(h, STR_FMT ":hit", STR_ARG(name)),
         harn_inside(h, c, harn_f(h, STR_FMT "_hit", STR_ARG(name)).p), 1);
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        int g = step_signal(c->step, says[i].kind, owner);
        if (g < 0) continue;
        seen(h, c, harn_f(h, STR_FMT ":%s", STR_ARG(name), says[i].name), harn_step(h, c, &c->step->signals.at[g]), 1);
    }
}

static bool is_field(const Harn *h, const Network *net, Str name)
{
    for (int i = 0; i < h->fields.n; i++)
        if (h->fields.at[i].net == net && str_eq(h->fields.at[i].name, name)) return true;
    return false;
}

/* Key and watched fields of what rows send. */
static void send_seen(Harn *h, HarnCtl *c, const Out *o, int number)
{
    for (int i = c->step->n_inputs; i < c->step->signals.n; i++) {
        const Signal *g = &c->step->signals.at[i];
        bool field = g->kind == SIG_SEND_FIELD && g->o == o && is_field(h, o->net, o->fields.at[g->field].name);
        if (g->o != o || !(field || g->kind == SIG_SEND_KEY)) continue;
        Str name = field ? o->fields.at[g->field].name : STR("key");
        seen(h, c, harn_f(h, "send%d:" STR_FMT, number, STR_ARG(name)), harn_step(h, c, g),
             signal_width(h->r->env, g));
    }
}

void harn_watch_seen(Harn *h, HarnCtl *c)
{
    int number = 0;
    if (!h->watches) return;
    for (int i = 0; i < h->clocks.n; i++) {
        const HarnCtl *in = NULL;
        const Var *v = counter_of(h, h->clocks.at[i], &in);
        seen(h, c, harn_f(h, "now:" STR_FMT, STR_ARG(v->name)),
             harn_inside_first(h, in, harn_f(h, STR_FMT "_q", STR_ARG(v->ident))), type_width(h->r->env, v->type));
    }
    for (int i = 0; i < c->ctl->stores.n; i++) place_seen(h, c, c->ctl->stores.at[i]->name, c->ctl->stores.at[i]);
    for (int i = 0; i < c->ctl->waiters.n; i++) place_seen(h, c, c->ctl->waiters.at[i]->name, c->ctl->waiters.at[i]);
    for (int i = 0; i < c->step->outs.n; i++)
        if (c->step->outs.at[i]->net) send_seen(h, c, c->step->outs.at[i], number++);
}

/* ---- terms ---- */

static int refuse(Test *t, const char *why)
{
    if (!t->why) t->why = why;
    return 0;
}

static uint64_t ones(int bits) { return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }
static int width(const Test *t, const Type *x)
{
    return !x || x->kind == TK_INT ? 64 : type_width(t->h->r->env, x);
}

static int push(Test *t, Term x)
{
    vec_push(t->h->r->a, &t->terms, x);
    return t->terms.n - 1;
}

static int name_of(Test *t, const Bound *b)
{
    for (int i = 0; i < t->n_names; i++) if (t->names[i] == b) return i;
    if (t->n_names == NAMES_MAX) return refuse(t, "so many names");
    t->names[t->n_names] = b;
    return t->n_names++;
}

static int number(Test *t, uint64_t v) { return push(t, (Term){ .op = "NUM", .num = v }); }

static int home(Test *t, const Expr *e)
{
    Rtl *r = t->h->r;
    const Controller *c = system_home(r->sys, e);
    if (!c) return refuse(t, "home, of which this system has none");
    uint64_t n = (uint64_t)place_count(r->env, r->sys, c), base = (uint64_t)place_base(r->env, r->sys, c);
    return push(t, (Term){ .op = "HOME", .of = name_of(t, e->at), .num = base, .other = n ? n : 1 });
}

static int at_place(Test *t, const Expr *e)
{
    int index;
    if (!e->var && e->num) return home(t, e);
    if (!e->var) return push(t, (Term){ .op = e->of ? "NODE" : "KEY", .of = name_of(t, e->of ? e->of : e->at) });
    HarnCtl *c = placed(t->h, e->of->ctl, &index);
    const char *why = hidden(t->h, e->of->ctl, e->var);
    if (!c || why) return refuse(t, c ? why : "a controller that this system has not");
    int i = watched(t->h, c, e->var);
    if (i < 0) return refuse(t, "so many variables");
    return push(t, (Term){ .op = "VALUE", .of = name_of(t, e->of), .at = e->at ? name_of(t, e->at) : 0,
                           .num = (uint64_t)i });
}

static void find_walk(const Action *a, void *ctx) { *(bool *)ctx |= a->kind == A_WALK && a->port; }

/* Messages do not stay what they were when they were sent. */
static bool messages_change(const Protocol *p, const Network *net)
{
    bool found = false;
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        for (int k = 0; k < c->rows.n; k++) actions_walk(c->rows.at[k]->body, find_walk, &found);
        for (int k = 0; k < c->ports.n; k++)
            for (int j = 0; j < c->ports.at[k]->joins.n; j++) found |= c->ports.at[k]->joins.at[j]->net == net;
    }
    return found;
}

static int of_message(Test *t, const Expr *e)
{
    static const char *const parts[] = { [MSG_TYPE] = "TYPE", [MSG_KEY] = "KEY", [MSG_FROM] = "FROM", [MSG_TO] = "TO",
                                         [MSG_FIELD] = "FIELD" };
    int field = e->num == MSG_FIELD ? watched_field(t->h, e->of->net, e->text) : 0;
    if (field < 0) return refuse(t, "so many fields of messages");
    return push(t, (Term){ .op = parts[e->num], .of = name_of(t, e->of), .num = (uint64_t)field });
}

static int term(Test *t, const Expr *e);

static int of_all(Test *t, const Expr *e)
{
    int index = 0;
    if (e->of->per) return refuse(t, "a name that counts registers");
    if (e->of->ctl && !placed(t->h, e->of->ctl, &index)) return refuse(t, "a controller that this system has not");
    if (e->of->net && messages_change(t->h->r->p, e->of->net))
        return refuse(t, "messages that are joined, or that a walk changes");
    if (e->op == E_COUNT && e->of->key) return refuse(t, "a count of lines");
    int of = name_of(t, e->of);
    return push(t, (Term){ .op = e->op == E_EVERY ? "EVERY" : e->op == E_SOME ? "SOME" : "COUNT", .of = of,
                           .arg = { term(t, e->arg[0]) }, .mask = ones(width(t, e->type)) });
}

static const char *sum(const Expr *e)
{
    bool add = e->op == E_ADD;
    Overflow o = !e->type || e->type->kind == TK_INT ? OVF_WRAP : e->type->overflow;
    return o == OVF_SATURATE ? (add ? "ADD_SAT" : "SUB_SAT") : o == OVF_ERROR ? (add ? "ADD_CHECK" : "SUB_CHECK")
                                                                              : add ? "ADD" : "SUB";
}

static const char *operation(const Expr *e)
{
    static const char *const names[] = {
        [E_NOT] = "NOT", [E_OR] = "OR", [E_AND] = "AND", [E_IMPLIES] = "IMPLIES", [E_EQ] = "EQ", [E_NE] = "NE",
        [E_LT] = "LT", [E_GT] = "LT", [E_LE] = "LE", [E_GE] = "LE", [E_MUL] = "MUL", [E_DIV] = "DIV", [E_MOD] = "MOD",
        [E_BITAND] = "BITAND", [E_BITOR] = "BITOR", [E_BITXOR] = "BITXOR", [E_WITHOUT] = "WITHOUT", [E_COND] = "COND",
        [E_MAX] = "MAX", [E_MIN] = "MIN", [E_POPCOUNT] = "POPCOUNT", [E_ONEHOT] = "ONEHOT", [E_ANY] = "ANY",
        [E_ALL] = "ALL", [E_BIT] = "BIT", [E_CONVERT] = "CONVERT",
        [E_BEFORE] = "BEFORE", [E_AFTER] = "BEFORE",
    };
    if (e->op == E_ADD || e->op == E_SUB) return sum(e);
    return (size_t)e->op < sizeof names / sizeof *names ? names[e->op] : NULL;
}

/* With the widths and signs of gen/eval. */
static int operator_term(Test *t, const Expr *e)
{
    Term x = { .op = operation(e), .mask = ones(width(t, e->type)) };
    const Type *of = e->n_args ? e->arg[0]->type : NULL;
    bool typed = (e->op >= E_EQ && e->op <= E_WITHOUT) || e->op == E_MAX || e->op == E_MIN ||
                 e->op == E_BEFORE || e->op == E_AFTER;
    bool swaps = e->op == E_GT || e->op == E_GE || e->op == E_AFTER;
    if (!x.op) return refuse(t, "such an operator");
    if (e->op != E_CONVERT && e->n_args > 1 && (!of || of->kind == TK_INT)) of = e->arg[1]->type;
    if (e->op == E_MAX || e->op == E_MIN || e->op == E_ADD || e->op == E_SUB) of = e->type;
    if (of && (of->is_signed || of->kind == TK_INT)) x.sign = UINT64_C(1) << (width(t, of) - 1);
    x.other = ones(width(t, of));
    for (int i = 0; i < e->n_args; i++) {
        const Expr *a = e->arg[i];
        bool value = expr_is_const(a), result = e->op == E_COND && i > 0;
        uint64_t mask = result ? x.mask : typed ? x.other : ones(width(t, a->type));
        int k = value ? number(t, (uint64_t)param_eval(t->h->r->env, a) & mask) : term(t, a);
        x.arg[swaps && i < 2 ? !i : i] = k;
    }
    return push(t, x);
}

static int term(Test *t, const Expr *e)
{
    if (t->why) return 0;
    if (e->op == E_EVERY || e->op == E_SOME || e->op == E_COUNT) return of_all(t, e);
    if (e->op == E_STATE) return number(t, (uint64_t)e->num);
    if (expr_is_const(e)) return number(t, (uint64_t)param_eval(t->h->r->env, e) & ones(width(t, e->type)));
    if (e->op == E_AT) return at_place(t, e);
    if (e->op == E_MSG) return of_message(t, e);
    return operator_term(t, e);
}

/* ---- tables ---- */

static void names(const Test *t, Buf *b, int number)
{
    buf_printf(b, "static const CgBound invariant%d_names[] = {", number);
    for (int i = 0; i < t->n_names; i++) {
        const Bound *n = t->names[i];
        int index = 0;
        if (n->ctl) placed(t->h, n->ctl, &index);
        buf_printf(b, "{\"" STR_FMT "\", %s, %d, %d}, ", STR_ARG(n->name),
                   n->ctl ? "CG_INSTANCES" : n->net ? "CG_MESSAGES" : "CG_LINES", n->net ? n->net->id : index,
                   n->msg ? n->msg->code : -1);
    }
    buf_printf(b, "{0}};\nstatic const CgTerm invariant%d_terms[] = {\n", number);
    for (int i = 0; i < t->terms.n; i++) {
        const Term *x = &t->terms.at[i];
        buf_printf(b, "    {CG_T_%s, %d, %d, %d, %d, %d", x->op, x->of, x->at, x->arg[0], x->arg[1], x->arg[2]);
        const uint64_t numbers[] = { x->num, x->mask, x->sign, x->other };
        for (int k = 0; k < 4; k++) buf_printf(b, ", UINT64_C(%" PRIu64 ")", numbers[k]);
        buf_printf(b, "},\n");
    }
    buf_printf(b, "    {0}};\n");
}

/* A string of C in pieces, a line for each. */
static void in_pieces(Arena *a, Buf *b, Str s)
{
    enum { PIECE = 80 };
    while (s.n > PIECE) {
        int n = PIECE;
        while (n > 1 && s.p[n - 1] != ' ') n--;
        if (n == 1) n = PIECE;
        buf_printf(b, "\n     \"" STR_FMT "\"", STR_ARG(text_string(a, (Str){ s.p, n })));
        s = (Str){ s.p + n, s.n - n };
    }
    buf_printf(b, "\n     \"" STR_FMT "\", ", STR_ARG(text_string(a, s)));
}

static void invariant(Harn *h, Buf *b, Buf *list, const Controller *c, const Invariant *v, int number)
{
    Test t = { .h = h };
    Arena *a = h->r->a;
    term(&t, v->system);
    if (t.why) t.n_names = t.terms.n = 0;
    names(&t, b, number);
    Str file = text_string(a, str_from(text_file_name(v->pos.file)));
    buf_printf(list, "    {\"" STR_FMT "\", \"" STR_FMT "\",", STR_ARG(v->name), STR_ARG(c->name));
    in_pieces(a, list, text_line(a, v->text));
    buf_printf(list, "\"" STR_FMT "\", %d, ", STR_ARG(file), v->pos.line);
    if (t.why) buf_printf(list, "\"%s\", ", t.why);
    else buf_printf(list, "0, ");
    buf_printf(list, "invariant%d_names, %d, invariant%d_terms, %d},\n", number, t.n_names, number, t.terms.n);
}

static void value(Harn *h, Buf *b, const HarnCtl *c, const Var *v)
{
    bool of_line = v->store || v->waiters || (v->kind == V_STATE && !ctl_whole_state(c->ctl));
    bool hit = v->kind == V_STORE_HIT || v->kind == V_WAITER_HIT;
    const char *kind = v->kind == V_STATE ? "CG_STATE" : hit ? "CG_HIT" : of_line ? "CG_FIELD"
                     : v->kind == V_CLOCK ? "CG_TIME" : v->constant ? "CG_INDEX" : "CG_REGISTER";
    const Expr *from = v->kind == V_REG ? v->reset : v->kind == V_STORE ? v->absent : NULL;
    uint64_t otherwise = from ? (uint64_t)param_eval(h->r->env, from) : 0;
    if (!hit && v->kind != V_STATE) otherwise &= ones(type_width(h->r->env, v->type));
    if (v->kind == V_CLOCK) otherwise = (uint64_t)watched_clock(h, v->clock);
    bool unknown = v->backed || (v->kind == V_REG && !v->reset && !v->constant);
    Str place = v->store ? v->store->name : v->waiters ? v->waiters->name : STR("");
    buf_printf(b, "{%s, %d, %d, ", kind, of_line, unknown);
    if (place.n) buf_printf(b, "\"" STR_FMT "\", ", STR_ARG(place));
    else buf_printf(b, "0, ");
    Str name = hit ? STR("hit") : v->kind == V_STATE ? STR("state") : v->name;
    buf_printf(b, "\"" STR_FMT "\", UINT64_C(%" PRIu64 ")}, ", STR_ARG(name), otherwise);
}

static void find_any_walk(const Action *a, void *ctx) { *(bool *)ctx |= a->kind == A_WALK; }

static void controller(Harn *h, Buf *b, Buf *list, const HarnCtl *c, int number)
{
    int n = 0;
    buf_printf(b, "static const CgWatched ctl%d_watched[] = {", number);
    for (int i = 0; i < c->watched.n; i++) value(h, b, c, c->watched.at[i]);
    buf_printf(b, "{0}};\nstatic const uint16_t ctl%d_walks[] = {", number);
    for (int i = 0; i < c->ctl->rows.n; i++) {
        bool walk = false;
        actions_walk(c->ctl->rows.at[i]->body, find_any_walk, &walk);
        if (!walk) continue;
        buf_printf(b, "%d, ", i);
        n++;
    }
    buf_printf(b, "0};\n");
    buf_printf(list, "    {%" PRId64 ", ctl%d_watched, %d, ctl%d_walks, %d},\n",
               place_base(h->r->env, h->r->sys, c->ctl), number, c->watched.n, number, n);
}

void harn_watch_tables(Harn *h, Buf *b)
{
    Buf ctls, tests;
    int n = 0;
    const Protocol *p = h->r->p;
    if (!h->watches) return;
    buf_init(&ctls, h->r->a); buf_init(&tests, h->r->a);
    buf_printf(b, "\n/* ---- invariants over the system ---- */\n");
    for (int i = 0; i < h->ctls.n; i++) {
        const Controller *c = h->ctls.at[i].ctl;
        for (int k = 0; k < c->invariants.n; k++)
            if (c->invariants.at[k].system && !c->invariants.at[k].cover)
                invariant(h, b, &tests, c, &c->invariants.at[k], n++);
    }
    for (int i = 0; i < h->ctls.n; i++) controller(h, b, &ctls, &h->ctls.at[i], i);
    buf_printf(b,
               "static const CgWatchedController watched[] = {\n%.*s    {0}};\nstatic const CgInvariant invariants[] = "
               "{\n%.*s    {0}};\nstatic const CgWatchedField watched_fields[] = {",
               (int)ctls.n, ctls.at, (int)tests.n, tests.at);
    for (int i = 0; i < h->fields.n; i++)
        buf_printf(b, "{%d, \"" STR_FMT "\"}, ", h->fields.at[i].net->id, STR_ARG(h->fields.at[i].name));
    buf_printf(b, "{0}};\nstatic const char *const watched_clocks[] = {");
    for (int i = 0; i < h->clocks.n; i++) buf_printf(b, "\"" STR_FMT "\", ", STR_ARG(h->clocks.at[i]->name));
    buf_printf(b, "0};\nstatic const CgWatchedMessage watched_messages[] = {");
    for (int i = 0; i < p->msgs.n; i++)
        buf_printf(b, "{%d, %d, \"" STR_FMT "\"}, ", p->msgs.at[i]->net->id, p->msgs.at[i]->code,
                   STR_ARG(p->msgs.at[i]->name));
    buf_printf(b,
               "{0}};\nstatic const CgWatch watch = {watched, watched_fields, %d, watched_messages, %d, invariants, "
               "%d, watched_clocks, %d};\n\n",
               h->fields.n, p->msgs.n, n, h->clocks.n);
}
