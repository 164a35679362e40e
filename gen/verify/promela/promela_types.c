/* promela_types.c - names, constants and the variables that make up a state. */
#include "ir/request.h"
#include "verify/model/roles.h"
#include "verify/promela/promela_parts.h"
#include "util/text.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* ---- names ---- */

/* Dots of refined events become two underscores. */
const char *pml_name(Pml *x, Str s)
{
    char *at = arena_alloc(x->a, 2 * (size_t)s.n + 1);
    int n = 0;
    for (int i = 0; i < s.n; i++) {
        at[n++] = s.p[i] == '.' || s.p[i] == '-' ? '_' : s.p[i];
        if (s.p[i] == '.') at[n++] = '_';
    }
    return at;
}

const char *pml_state(Pml *x, const Controller *c, const State *s)
{
    return pml_text(x, "st_%s_%s", pml_name(x, c->name), pml_name(x, s->name));
}
const char *pml_event(Pml *x, const Controller *c, const Event *e)
{
    return pml_text(x, "ev_%s_%s", pml_name(x, c->name), pml_name(x, e->name));
}
const char *pml_message(Pml *x, const Message *m) { return pml_text(x, "m_%s", pml_name(x, m->name)); }

const char *pml_pos(Pml *x, Pos at)
{
    Str name = str_printf(x->a, "%s", text_file_name(at.file));
    for (char *p = (char *)name.p; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-+", *p)) *p = '_'; /* it stands in comments and formats */
    return pml_text(x, "%s:%d", name.p, at.line);
}

int pml_base(const Pml *x, const Controller *c) { return (int)place_base(&x->m->env, x->m->p->systems.at[0], c); }
int pml_count(const Pml *x, const Controller *c) { return (int)place_count(&x->m->env, x->m->p->systems.at[0], c); }

/* ---- fields ---- */

/* Opaque data are contents of cells, masks one bit for each; what is wider than the checker models is left out. */
Role pml_role(const Pml *x, const Type *t)
{
    if (t->opaque) return t->kind == TK_BYTES ? ROLE_DATA : ROLE_MASK;
    if (t == x->m->stamp) return ROLE_STAMP;
    return model_is_wide(x->m, t) ? ROLE_UNMODELLED : ROLE_PLAIN;
}

static const char *storage(const Pml *x, const Type *t)
{
    if (t->opaque) return "byte";
    if (t->kind == TK_BOOL) return "bool";
    return t->is_signed ? "short" : type_width(&x->m->env, t) <= 8 ? "byte" : "int";
}

int pml_elems(const Pml *x, const Array *of)
{
    int64_t n = type_values(&x->m->env, of->per[0]);
    return (int)(of->n_per > 1 ? n * type_values(&x->m->env, of->per[1]) : n);
}

const char *pml_cell(Pml *x, const char *data, const char *cell)
{
    size_t n = strlen(data);
    return pml_text(x, n && data[n - 1] == ' ' ? "%s%s]" : "%s[%s]", data, cell);
}

bool pml_add(Pml *x, Scalars *to, Str name, const Type *t, const Var *v)
{
    Role r = pml_role(x, t);
    const char *z = pml_name(x, name);
    bool kept = v && v->kind != V_ARG && v->kind != V_STAMP;
    if ((r == ROLE_UNMODELLED && kept) || (r == ROLE_MASK && x->m->n_cells == 1)) return false;
    for (int i = 0; i < to->of.n; i++) if (strcmp(to->of.at[i].name, z) == 0) return false;
    Scalar s = { z, r == ROLE_UNMODELLED ? "byte" : storage(x, t), r, r == ROLE_DATA, v && v->sparse,
                 v && v->array ? pml_elems(x, v->array) : 0, v };
    vec_push(x->a, &to->of, s);
    return true;
}

int pml_operand(Pml *x, Str arg)
{
    int n = 0, found = 0;
    for (int i = 0; x->core && i < x->core->base_events.n; i++) {
        const Event *e = x->core->base_events.at[i];
        for (int k = 0; e->kind == EV_CORE && request_kind(e->def) == REQUEST_ATOMIC && k < e->def->fields.n; k++) {
            const Type *t = e->def->fields.at[k].type;
            int value = t->opaque                           ? 0
                        : pml_role(x, t) == ROLE_UNMODELLED ? ++n % OPERANDS
                                                            : t->kind == TK_ENUM && t->values.n > 1;
            if (str_eq(e->def->fields.at[k].name, arg)) found = value;
        }
    }
    return found;
}

Scalars pml_message_fields(Pml *x, const Network *net)
{
    Scalars s = { 0 };
    for (int i = 0; i < x->m->p->msgs.n; i++) {
        const Message *m = x->m->p->msgs.at[i];
        for (int k = 0; m->net == net && k < m->fields.n; k++)
            pml_add(x, &s, m->fields.at[k].name, m->fields.at[k].type, NULL);
    }
    return s;
}

Scalars pml_args(Pml *x, const Controller *c)
{
    Scalars s = { 0 };
    for (int i = 0; i < c->args.n; i++) pml_add(x, &s, c->args.at[i]->name, c->args.at[i]->type, c->args.at[i]);
    return s;
}

Scalars pml_all_args(Pml *x)
{
    Scalars s = { 0 };
    pml_add(x, &s, STR("from"), x->m->p->t_node, NULL);
    for (int i = 0; i < x->m->n_ctl; i++) {
        Scalars of = pml_args(x, x->m->ctl[i].c);
        for (int k = 0; k < of.of.n; k++) pml_add(x, &s, of.of.at[k].var->name, of.of.at[k].var->type, NULL);
    }
    return s;
}

Scalars pml_fields(Pml *x, Var *const *at, int n)
{
    Scalars s = { 0 };
    for (int i = 0; i < n; i++) pml_add(x, &s, at[i]->name, at[i]->type, at[i]);
    return s;
}

Scalars pml_registers(Pml *x, const Controller *c)
{
    Scalars s = { 0 };
    for (int i = 0; i < c->regs.n; i++)
        if (c->regs.at[i]->kind == V_REG && c->regs.at[i]->is_written && !c->regs.at[i]->constant)
            pml_add(x, &s, c->regs.at[i]->array ? c->regs.at[i]->array->name : c->regs.at[i]->name,
                    c->regs.at[i]->type, c->regs.at[i]);
    return s;
}

void pml_copy(Pml *x, int depth, const Scalars *s, PmlPart to, const PmlPart *from)
{
    for (int i = 0; i < s->of.n; i++) {
        const Scalar *f = &s->of.at[i];
        int n = f->cells ? x->m->n_cells : f->elems ? f->elems : 1;
        for (int c = 0; c < n; c++) {
            const char *cell = f->cells || f->elems ? pml_text(x, "[%d]", c) : "";
            if (from)
                pml_line(x, depth, "%s%c_%s%s = %s%c_%s%s;", to.at, to.letter, f->name, cell, from->at, from->letter,
                         f->name, cell);
            else pml_line(x, depth, "%s%c_%s%s = 0;", to.at, to.letter, f->name, cell);
        }
        if (f->sparse && !from) pml_line(x, depth, "%s%c_%s_have = 0;", to.at, to.letter, f->name);
    }
}

static void declare(Pml *x, int depth, const Scalars *s, char letter, bool resets)
{
    for (int i = 0; i < s->of.n; i++) {
        const Scalar *f = &s->of.at[i];
        int64_t reset = resets && f->var && f->var->reset ? pml_number(x, f->var->reset, f->var->type) : 0;
        const char *many = f->cells ? "[CELLS]" : f->elems ? pml_text(x, "[%d]", f->elems) : "";
        pml_line(x, depth, reset ? "%s %c_%s%s = %" PRId64 ";" : "%s %c_%s%s;", f->type, letter, f->name, many, reset);
        if (f->sparse) pml_line(x, depth, "byte %c_%s_have;   /* cells that were written */", letter, f->name);
    }
}

/* ---- constants ---- */

static void define(Pml *x, const char *name, int value) { pml_line(x, 0, "#define %-24s %d", name, value); }

static void controller_names(Pml *x, const Controller *c)
{
    pml_line(x, 0, "/* %s: states, events */", pml_name(x, c->name));
    for (int i = 0; i < c->states.n; i++) define(x, pml_state(x, c, c->states.at[i]), i);
    for (int i = 0; i < c->events.n; i++) define(x, pml_event(x, c, c->events.at[i]), i);
}

void pml_constants(Pml *x)
{
    const Model *m = x->m;
    pml_line(x, 0,
             "#ifndef MESSAGES\n#define MESSAGES %d          /* room of each network; what would go beyond it is not "
             "followed */\n#endif",
             MAX_MSGS);
    define(x, "KEYS", m->n_keys);
    define(x, "CELLS", m->n_cells);
    define(x, "WARPS", m->n_warps);
    define(x, "THREADS", m->n_threads);
    define(x, "NODES", m->n_nodes);
    if (m->stamp) define(x, "STAMP_MAX", m->stamp_max);
    pml_line(x, 0, "#define BAD(key) (key >= KEYS - %d)   /* memory cannot read this line */", m->o->bad_lines);
    pml_line(x, 0, "#define NOBODY 255");
    pml_line(x, 0, "\n/* operations in progress; what an access does */");
    pml_line(x, 0,
             "#define LOAD 1\n#define STORE 2\n#define ATOMIC 3\n#define OTHER 4\n#define FENCE 200\n#define READS "
             "%d\n#define WRITES %d",
             PERFORMS_READ, PERFORMS_WRITE);
    if (m->tx)
        pml_line(x, 0, "#define COMMITS %d\n#define ABORTS %d", PERFORMS_COMMIT, PERFORMS_ABORT);
    pml_line(x, 0, "\n/* Contents of a cell: 0 none, 1 the newest write, 2 to %d older ones that are still somewhere,\n"
                   "   PENDING + t the write of thread t that has not taken effect. */", WRITES);
    pml_line(x, 0, "#define NEWEST 1\n#define OLDEST %d\n#define PENDING 8\n", WRITES);
    pml_line(x, 0,
             "/* where an occurrence comes from: a network (1, 2, ...) or */\n#define FROM_MEMORY 101\n#define "
             "FROM_PARKED 102\n"
             "#define FROM_EVICTION 103\n#define FROM_CORE 104\n#define FROM_WAKE 105\n");
    pml_line(x, 0, "#define MAX(a, b) ((a) > (b) -> (a) : (b))\n#define MIN(a, b) ((a) < (b) -> (a) : (b))");
    pml_line(
        x, 0,
        "#define SIGNED(v, half) ((((v) + (half)) & (2 * (half) - 1)) - (half))   /* wraps to -half .. half - 1 */\n");
    for (int i = 0; i < m->p->msgs.n; i++) define(x, pml_message(x, m->p->msgs.at[i]), i + 1);
    for (int i = 0; i < m->n_ctl; i++) controller_names(x, m->ctl[i].c);
}

/* ---- variables ---- */

static void controller_types(Pml *x, const CtlModel *k)
{
    const char *name = pml_name(x, k->c->name);
    Scalars regs = pml_registers(x, k->c), args = pml_args(x, k->c);
    if (k->n_stores) {
        Scalars line = pml_fields(x, k->store[0].s->fields.at, k->store[0].s->fields.n);
        pml_line(x, 0, "typedef %s_line_t {\n  bool present;\n  byte state;   /* 0 while an entry holds the state */",
                 name);
        declare(x, 1, &line, 'l', false);
        pml_line(x, 0, "}");
    }
    if (k->n_waits) {
        Scalars entry = pml_fields(x, k->wait[0].w->fields.at, k->wait[0].w->fields.n);
        pml_line(x, 0, "typedef %s_item_t {   /* a parked request */\n  byte base;", name);
        declare(x, 1, &args, 'p', false);
        pml_line(x, 0,
                 "}\ntypedef %s_entry_t {\n  bool valid;\n  bool armed;   /* holds the key's state */\n  bool drain;   "
                 "/* offers its list */\n"
                 "  bool must;    /* nothing else before the first of the list */\n  bool fin;     /* free when the "
                 "list is empty */\n  byte state;",
                 name);
        declare(x, 1, &entry, 'e', false);
        pml_line(x, 0, "  byte n;\n  %s_item_t list[%d];\n}", name, k->wait[0].depth);
    }
    pml_line(x, 0, "typedef %s_t {", name);
    declare(x, 1, &regs, 'r', true);
    if (k->whole) pml_line(x, 1, "byte state;");
    if (k->mem) {
        pml_line(x, 1, "byte reads[KEYS];   /* asked of memory, not answered; */");
        pml_line(x, 1, "byte before[KEYS];  /* so many of them before a write, and */");
        pml_line(x, 1, "byte was[%d];        /* what cell c of key k held then, at k * CELLS + c */",
                 x->m->n_keys * x->m->n_cells);
    }
    if (k->n_stores) pml_line(x, 1, "%s_line_t line[KEYS];", name);
    if (k->n_waits) pml_line(x, 1, "%s_entry_t entry[KEYS];", name);
    pml_line(x, 0, "}\n%s_t %s_at[%d];", name, name, pml_count(x, k->c));
    pml_line(x, 0,
             "#define %s_here %s_at[me]\n#define %s_line %s_at[me].line[key]\n#define %s_entry %s_at[me].entry[key]\n",
             name, name, name, name, name, name);
}

static void network_types(Pml *x, const Network *net)
{
    const char *name = pml_name(x, net->name);
    Scalars f = pml_message_fields(x, net);
    pml_line(x, 0, "typedef %s_t {\n  byte kind;\n  byte from;\n  byte to;\n  byte key;", name);
    declare(x, 1, &f, 'm', false);
    pml_line(x, 0, "}\n%s_t %s_bag[MESSAGES];\nbyte %s_n;\n", name, name, name);
}

static Scalars all_lets(Pml *x)
{
    Scalars s = { 0 };
    for (int i = 0; i < x->m->n_ctl; i++)
        for (int k = 0; k < x->m->ctl[i].c->vars.n; k++) {
            const Var *v = x->m->ctl[i].c->vars.at[k];
            if (v->kind == V_LET) pml_add(x, &s, v->name, v->type, v);
        }
    return s;
}

void pml_declarations(Pml *x)
{
    const Model *m = x->m;
    const char *time = m->tx ? "byte" : m->stamp ? storage(x, m->stamp) : "byte";
    Scalars args = pml_all_args(x), fields = { 0 };
    pml_line(x, 0, "\n/* ---- the state ---- */\n");
    for (int i = 0; i < m->n_ctl; i++) controller_types(x, &m->ctl[i]);
    pml_line(x, 0, "/* Networks: messages in a fixed order, so that equal bags are equal arrays. */");
    for (int i = 0; i < m->p->nets.n; i++) network_types(x, m->p->nets.at[i]);
    pml_line(x, 0,
             "/* The operation of each thread; time: of its issue, once it has taken effect its own; read: once it "
             "has, which write it\n"
             "   has read. */\ntypedef thread_t {\n  byte op;\n  byte key;\n"
             "  byte cell;\n  bool performed;\n  byte read;");
    if (pml_timed(x)) pml_line(x, 1, "%s time;", time);
    if (m->o->ops) pml_line(x, 1, "byte left = %d;", m->o->ops);
    pml_line(x, 0,
             "}\nthread_t thread[THREADS];\nbyte memory[%d] = NEWEST;   /* of cell c of key k at k * CELLS + c */\n",
             m->n_keys * m->n_cells);
    pml_line(x, 0,
             "/* The writes of a cell that are still somewhere, newest first%s. */\ntypedef writes_t {\n  byte n = 1;",
             m->tx      ? "; ver: 1 + the transaction that wrote it, next: that of the one after it"
             : m->stamp ? "; ver: time, next: time of the one after it, lastread: latest read of the newest"
                        : "");
    if (pml_timed(x)) pml_line(x, 0, "  %s lastread;", time);
    if (pml_ordered(x)) pml_line(x, 0, "  %s ver[OLDEST];\n  %s next[OLDEST];", time, time);
    pml_line(x, 0, "}\nwrites_t writes[%d];\nbool cut;   /* a step has left the bounds: everything else is 0 */\n",
             m->n_keys * m->n_cells);
    if (m->tx) pml_tx_state(x);
    pml_line(x, 0,
             "/* Properties: each assertion names the one that it belongs to. Always false. */\n"
             "bool never_row; bool overflow; bool invariant; bool value; bool order; bool conservation; bool deadlock; "
             "bool livelock;%s\n", m->tx ? " bool serialisability;" : "");
    pml_line(x, 0, "/* ---- scratch: 0 between steps ---- */\n");
    pml_line(x, 0, "/* the occurrence: where from, number of the message, instance, key, ..., base event */\n"
                   "byte src; byte at; byte me; byte node; byte key; byte cell; byte warp; byte base;");
    pml_line(x, 0, "byte ev; byte st; byte old; byte next;   /* refined event, viewed, stored and next state */");
    pml_line(x, 0,
             "bool replayed; bool must_hit; bool can; bool beyond; bool do_free; bool do_park; bool do_replay; bool "
             "do_must; bool do_done;");
    pml_line(
        x, 0,
        "/* the access: what it reads, what an atomic is applied to, what the row hands on; answered: 1 + the thread;\n"
        "   excused: memory could not read the line; when: 1 + the time that the answer carries */\n"
        "byte t; byte acts; byte seen[CELLS]; bool applies; byte applied[CELLS]; bool hands; byte handed[CELLS];\n"
        "byte answered; bool excused; byte given[CELLS]; int when;");
    pml_line(x, 0, "byte i; byte j; byte w; byte k; byte c; byte used; byte kept; int to; int moment;");
    declare(x, 0, &args, 'a', false);
    for (int i = 0; i < m->p->nets.n; i++) {
        Scalars f = pml_message_fields(x, m->p->nets.at[i]);
        for (int k = 0; k < f.of.n; k++) {
            bool known = false;
            for (int j = 0; j < fields.of.n; j++) known |= strcmp(fields.of.at[j].name, f.of.at[k].name) == 0;
            if (!known) vec_push(x->a, &fields.of, f.of.at[k]);
        }
    }
    declare(x, 0, &fields, 'n', false);
    Scalars lets = all_lets(x);
    declare(x, 0, &lets, 'v', false);
    pml_join_state(x);
    pml_line(x, 0,
             "\ninline clear() {\n  src = 0; at = 0; me = 0; node = 0; key = 0; cell = 0; warp = 0; base = 0; ev = 0; "
             "st = 0; old = 0; next = 0;\n"
             "  replayed = 0; must_hit = 0; can = 0; beyond = 0; do_free = 0; do_park = 0; do_replay = 0; do_must = 0; "
             "do_done = 0;\n"
             "  t = 0; acts = 0; applies = 0; hands = 0; answered = 0; excused = 0; when = 0; i = 0; j = 0; k = 0; c = "
             "0; used = 0; kept = 0; to = 0; moment = 0;");
    for (int i = 0; i < m->n_cells; i++)
        pml_line(x, 1, "seen[%d] = 0; applied[%d] = 0; handed[%d] = 0; given[%d] = 0;", i, i, i, i);
    pml_copy(x, 1, &args, (PmlPart){ "", 'a' }, NULL);
    pml_copy(x, 1, &lets, (PmlPart){ "", 'v' }, NULL);
    pml_join_clear(x);
    pml_line(x, 0, "}");
}
