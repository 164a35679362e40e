/* choices.c - see choices.h. */
#include "verify/model/choices.h"
#include "util/number.h"
#include "verify/model/blocks.h"
#include "verify/model/roles.h"
#include "verify/model/tested.h"

enum { FEW = 8, MOST = 64 };         /* values of a field that are all tried; of all fields of a request */

static bool is_number(const Model *m, const CtlModel *k, const Field *f, Role *r)
{
    *r = model_role_of(m, f->type);
    return *r != ROLE_DATA && *r != ROLE_MASK && !f->stamp && f->type != k->core->id_type;
}

static int arg_of(const CtlModel *k, Str name)
{
    for (int i = 0; i < k->n_args; i++) if (str_eq(k->args[i].var->name, name)) return i;
    return -1;
}

/* Cores and nodes are told apart by number: where they are chosen it is among all of them. */
static bool is_of_cores(Role r) { return r == ROLE_NODE || r == ROLE_CORE || r == ROLE_CORES; }

/* ---- --values ---- */

/* [REQUEST.]FIELD=VALUE,... taken to parts. */
typedef struct { Str whole, of, name, list; } Given;

static Given given_of(Str s)
{
    Given g = { .whole = s };
    int dot = -1, eq = 0;
    for (; eq < s.n && s.p[eq] != '='; eq++) if (s.p[eq] == '.') dot = eq;
    g.of = (Str){ s.p, dot < 0 ? 0 : dot };
    g.name = (Str){ s.p + dot + 1, eq - dot - 1 };
    g.list = eq < s.n ? (Str){ s.p + eq + 1, s.n - eq - 1 } : (Str){ s.p + eq, 0 };
    return g;
}

static bool fits(const Given *g, const Event *e, const Field *f)
{
    return str_eq(g->name, f->name) && (!g->of.n || str_eq(g->of, e->name));
}

static bool take_values(Model *m, Diags *d, const Given *g, const Slotted *arg, Choice *to)
{
    const Type *t = arg->var->type;
    uint16_t *values = NEW_N(m->arena, uint16_t, MOST);
    Str rest = g->list;
    to->n = 0;
    while (rest.n) {
        int n = 0;
        while (n < rest.n && rest.p[n] != ',') n++;
        Str word = { rest.p, n };
        int64_t v = model_value_named(t, word);
        bool known = v >= 0 || number_read(str_z(m->arena, word), &v);
        rest = (Str){ rest.p + n + (n < rest.n), rest.n - n - (n < rest.n) };
        if (!known || v < 0 || v >= model_field_values(m, arg) || to->n == MOST) {
            diag_error(d, arg->var->pos, "verify: --values " STR_FMT ": '" STR_FMT "' is no value of '" STR_FMT
                       "': expected %s0 to %u", STR_ARG(g->whole), STR_ARG(word), STR_ARG(arg->var->name),
                       t->kind == TK_ENUM ? "a name of the type, or " : "", model_field_values(m, arg) - 1);
            return false;
        }
        bool twice = false;
        for (int i = 0; i < to->n; i++) twice |= values[i] == v;
        if (!twice) values[to->n++] = (uint16_t)v;
    }
    to->at = values;
    return true;
}

static bool all_known(const Model *m, Diags *d)
{
    for (int i = 0; i < m->o->values.n; i++) {
        Given g = given_of(m->o->values.at[i]);
        bool known = false, number = false;
        for (int c = 0; c < m->n_ctl; c++)
            for (int e = 0; m->ctl[c].core && e < m->ctl[c].n_events; e++) {
                const Event *at = m->ctl[c].events[e].e;
                Role r;
                for (int f = 0; at->kind == EV_CORE && f < at->def->fields.n; f++) {
                    if (!fits(&g, at, &at->def->fields.at[f])) continue;
                    known = true;
                    number |= is_number(m, &m->ctl[c], &at->def->fields.at[f], &r) && !is_of_cores(r) &&
                              r != ROLE_UNMODELLED;
                }
            }
        if (number && g.list.n) continue;
        diag_error(d, m->p->pos, !g.list.n ? "verify: --values " STR_FMT ": expected FIELD=VALUE,VALUE..."
                   : known ? "verify: --values " STR_FMT ": this field is no number of at most 16 bits that is chosen"
                           : "verify: --values " STR_FMT ": no request of a core has this field", STR_ARG(g.whole));
        return false;
    }
    return true;
}

/* ---- what is chosen ---- */

static bool choose(Model *m, Diags *d, const CtlModel *k, EventMap *e, const Field *f, int *product)
{
    Role r;
    int arg = arg_of(k, f->name);
    if (!is_number(m, k, f, &r) || arg < 0) return true;
    Choice c = { .arg = arg, .plain = !is_of_cores(r) };
    for (int i = 0; i < m->o->values.n; i++) {
        Given g = given_of(m->o->values.at[i]);
        if (fits(&g, e->e, f) && !take_values(m, d, &g, &k->args[arg], &c)) return false;
    }
    bool said = c.n > 0, tested = is_of_cores(r) || model_tests_type(m, f->type);
    unsigned all = r == ROLE_UNMODELLED ? UINT16_MAX : model_field_values(m, &k->args[arg]);
    if (!said && tested && (all <= FEW || is_of_cores(r)) && *product * (int)all <= MOST) {
        uint16_t *values = NEW_N(m->arena, uint16_t, (int)all);
        for (unsigned v = 0; v < all; v++) values[v] = (uint16_t)v;
        c.at = values;
        c.n = (int)all;
    }
    if (said && *product * c.n > MOST) {
        diag_error(d, f->pos, "verify: --values: more than %d ways to make the request '" STR_FMT "'", MOST,
                   STR_ARG(e->e->name));
        return false;
    }
    e->n_taken += tested && (!c.n || (unsigned)c.n < all);
    c.handed = !c.n && !tested;
    if (c.n) *product *= c.n;
    e->choice[e->n_choices++] = c;
    return e->n_choices < MAX_ARGS || model_refuse(d, f->pos, "fields of a request", MAX_ARGS);
}

bool model_choices(Model *m, Diags *d)
{
    int operands = 0;
    if (!all_known(m, d)) return false;
    for (int c = 0; c < m->n_ctl; c++) {
        CtlModel *k = &m->ctl[c];
        for (int i = 0; k->core && i < k->n_events; i++) {
            EventMap *e = &k->events[i];
            int product = 1, plain = 1;
            if (e->e->kind != EV_CORE) continue;
            for (int f = 0; f < e->e->def->fields.n; f++)
                if (!choose(m, d, k, e, &e->e->def->fields.at[f], &product)) return false;
            for (int f = 0; f < e->n_choices; f++) if (e->choice[f].n && e->choice[f].plain) plain *= e->choice[f].n;
            m->n_taken += e->n_taken;
            if (e->op != OP_ATOMIC) continue;
            e->first_chosen = operands;
            operands += plain;
        }
    }
    m->chosen_bits = operands > 1 ? code_bits(operands) : 0;
    return true;
}

unsigned model_operand(const CtlModel *k, int arg, unsigned chosen)
{
    const EventMap *of = NULL;
    for (int i = 0; i < k->n_events; i++)
        if (k->events[i].op == OP_ATOMIC && (unsigned)k->events[i].first_chosen <= chosen &&
            (!of || k->events[i].first_chosen > of->first_chosen))
            of = &k->events[i];
    unsigned at = of ? chosen - (unsigned)of->first_chosen : 0;
    for (int i = 0; of && i < of->n_choices; i++) {
        const Choice *c = &of->choice[i];
        if (!c->n || !c->plain) continue;
        if (c->arg == arg) return c->at[at % (unsigned)c->n];
        at /= (unsigned)c->n;
    }
    return k->operand[arg];
}

/* ---- what is said ---- */

typedef struct { const Model *m; FILE *out; const char *title; bool any; } Listing;

static bool same(const Choice *a, const Choice *b)
{
    bool is = a->arg == b->arg && a->n == b->n && a->handed == b->handed;
    for (int i = 0; is && i < a->n; i++) is = a->at[i] == b->at[i];
    return is;
}

static bool told(const CtlModel *k, int event, const Choice *c)
{
    for (int e = 0; e < event; e++)
        for (int i = 0; i < k->events[e].n_choices; i++) if (same(&k->events[e].choice[i], c)) return true;
    return false;
}

static void item(Listing *l, const CtlModel *k, const Choice *c)
{
    const Type *t = k->args[c->arg].var->type;
    fprintf(l->out, "%s " STR_FMT "." STR_FMT, l->any ? "," : l->title, STR_ARG(k->c->name),
            STR_ARG(k->args[c->arg].var->name));
    l->any = true;
    for (int i = 0; i < c->n; i++) {
        fprintf(l->out, " ");
        model_print_value(l->m, l->out, t, c->at[i]);
    }
}

typedef bool ChoiceIs(const Choice *c);
static bool is_chosen(const Choice *c) { return c->n > 0; }
static bool is_handed(const Choice *c) { return c->handed; }
static bool is_taken(const Choice *c) { return !c->n && !c->handed; }

static void list(Listing *l, ChoiceIs *is, const char *after)
{
    for (int c = 0; c < l->m->n_ctl; c++) {
        const CtlModel *k = &l->m->ctl[c];
        for (int e = 0; e < k->n_events; e++)
            for (int i = 0; i < k->events[e].n_choices; i++) {
                const Choice *x = &k->events[e].choice[i];
                if (!is(x) || told(k, e, x)) continue;
                item(l, k, x);
                fprintf(l->out, "%s", after);
            }
    }
}

void model_print_choices(const Model *m, FILE *out)
{
    Listing l = { m, out, "numbers of requests:", false };
    list(&l, is_chosen, "");
    if (l.any) fprintf(out, "\n");
}

void model_print_handed(const Model *m, FILE *out)
{
    Listing l = { m, out, "one value for all, since rows only hand it on:", false };
    list(&l, is_handed, "");
    if (l.any) fprintf(out, "\n");
}

void model_print_taken(const Model *m, bool *any, FILE *out)
{
    Listing l = { m, out, "not looked at, taken as 0:", *any };
    list(&l, is_taken, " of requests");
    *any = l.any;
}
