/* promela_row.c - each row as a guarded command: its actions one after the other. */
#include "verify/promela/promela_parts.h"
#include <string.h>

typedef struct { Site w; int depth; } Body;

static const char *data_of(const Body *b, const Expr *e)
{
    const Var *v = e->var;
    Pml *x = b->w.x;
    if (v == b->w.k->memory) return "memory[key * CELLS + ";
    switch (v->kind) {
    case V_STORE: return pml_text(x, "%s_line.l_%s", b->w.name, pml_name(x, v->name));
    case V_WAITER: return pml_text(x, "%s_entry.e_%s", b->w.name, pml_name(x, v->name));
    default: return pml_text(x, "a_%s", pml_name(x, v->name));
    }
}

static const char *cell_of(Pml *x, const char *data, int c) { return pml_cell(x, data, pml_text(x, "%d", c)); }

/* The data that an access reads. */
static void note_seen(const Body *b, const char *data)
{
    for (int c = 0; c < b->w.x->m->n_cells; c++)
        pml_line(b->w.x, b->depth, "seen[%d] = %s;", c, cell_of(b->w.x, data, c));
}

static void write_data(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const Var *from = a->value->var;
    const char *dst = data_of(b, &(Expr){ .var = a->dst }), *src = data_of(b, a->value);
    bool masked = a->mask && x->m->n_cells > 1;
    if (a->performs & PERFORMS_READ) note_seen(b, src);
    for (int c = 0; c < x->m->n_cells; c++) {
        const char *when = "";
        if (masked) when = pml_text(x, "((%s >> %d) & 1)", data_of(b, a->mask), c);
        if (from->sparse) when = pml_text(x, "%s%s((%s_have >> %d) & 1)", when, *when ? " && " : "", src, c);
        const char *have = a->dst->sparse ? pml_text(x, " %s_have = %s_have | %d;", dst, dst, 1 << c) : "";
        const char *to = cell_of(x, dst, c), *value = cell_of(x, src, c);
        if (*when) pml_line(x, b->depth, "if :: %s -> %s = %s;%s :: else -> skip; fi;", when, to, value, have);
        else pml_line(x, b->depth, "%s = %s;%s", to, value, have);
    }
}

/* Read-modify-write of the cell that the thread's operation is about. */
static void apply_block(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const char *dst = data_of(b, &(Expr){ .var = a->dst });
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *s = &a->assigns.at[i];
        bool known = false;
        for (int k = 0; x->core && k < x->core->args.n; k++) known |= str_eq(x->core->args.at[k]->name, s->name);
        if (pml_role(x, s->value->type) != ROLE_UNMODELLED) pml_checks(&b->w, b->depth, s->value);
        if (known)
            pml_line(x, b->depth, "assert(value || t == NOBODY || %s == %d);   /* operand " STR_FMT " */",
                     pml_expr(&b->w, s->value), pml_operand(x, s->name), STR_ARG(s->name));
    }
    if (a->performs & PERFORMS_READ) note_seen(b, dst);
    for (int c = 0; c < x->m->n_cells; c++)
        pml_line(x, b->depth, "applied[%d] = (applies -> applied[%d] : %s);", c, c, cell_of(x, dst, c));
    pml_line(x, b->depth,
             "applies = 1;\n%*sif :: t != NOBODY -> %s = PENDING + t; :: else -> skip; fi;",
             2 * b->depth, "", pml_cell(x, dst, "thread[t].cell"));
}

static void reset_fields(const Body *b, const Scalars *s, const char *place, char letter)
{
    Pml *x = b->w.x;
    for (int i = 0; i < s->of.n; i++) {
        const Scalar *f = &s->of.at[i];
        const Expr *reset = f->var->reset ? f->var->reset : f->var->kind == V_STORE ? f->var->absent : NULL;
        if (!f->cells)
            pml_line(x, b->depth + 1, "%s.%c_%s = %d;", place, letter, f->name,
                     reset ? (int)pml_number(x, reset, f->var->type) : 0);
    }
}

static void allocate(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const CtlModel *k = b->w.k;
    const char *line = pml_text(x, "%s_line", b->w.name), *entry = pml_text(x, "%s_entry", b->w.name);
    if (a->store) {
        Scalars f = pml_fields(x, k->store[0].s->fields.at, k->store[0].s->fields.n);
        pml_line(x, b->depth, "if\n%*s:: !%s.present -> %s.present = 1;", 2 * b->depth, "", line, line);
        reset_fields(b, &f, line, 'l');
        pml_line(x, b->depth, ":: else -> skip;\n%*sfi;", 2 * b->depth, "");
    }
    if (!a->waiters) return;
    Scalars f = pml_fields(x, k->wait[0].w->fields.at, k->wait[0].w->fields.n);
    pml_line(x, b->depth, "%s.valid = 1; %s.armed = 1; %s.drain = 0; %s.must = 0; %s.fin = 0;", entry, entry, entry,
             entry, entry);
    Body at = *b;
    at.depth--;
    reset_fields(&at, &f, entry, 'e');
    for (int i = 0; i < f.of.n; i++)
        for (int c = 0; f.of.at[i].sparse && c < x->m->n_cells; c++)
            pml_line(x, b->depth, "%s.e_%s[%d] = 0; %s.e_%s_have = 0;", entry, f.of.at[i].name, c, entry,
                     f.of.at[i].name);
}

static bool gives_cells(const Pml *x, const Assign *s) { return s->field && pml_role(x, s->field->type) == ROLE_DATA; }

/* The mask that a message gives with this field, or NULL: what is not under it is not sent. */
static const char *mask_of(const Body *b, const Action *a, const Field *f)
{
    for (int i = 0; f->mask.n && i < a->assigns.n; i++)
        if (str_eq(a->assigns.at[i].name, f->mask)) return data_of(b, a->assigns.at[i].value);
    return NULL;
}

static void fields(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *s = &a->assigns.at[i];
        const char *name = pml_name(x, s->name);
        Role r = pml_role(x, s->field->type);
        if (s->part) continue;       /* a part of a line is all its cells here */
        if (r == ROLE_MASK && x->m->n_cells == 1) continue;
        if (r == ROLE_UNMODELLED)
            pml_line(x, b->depth, "n_%s = %s & %d;", name, pml_expr(&b->w, s->value), OPERANDS - 1);
        if (r == ROLE_MASK) pml_line(x, b->depth, "n_%s = %s;", name, data_of(b, s->value));
        const char *mask = r == ROLE_DATA && x->m->n_cells > 1 ? mask_of(b, a, s->field) : NULL;
        for (int c = 0; r == ROLE_DATA && c < x->m->n_cells; c++) {
            const char *sent = cell_of(x, data_of(b, s->value), c);
            if (mask) sent = pml_text(x, "((%s >> %d) & 1 -> %s : 0)", mask, c, sent);
            pml_line(x, b->depth, "n_%s[%d] = %s;", name, c, sent);
        }
        if (r == ROLE_MASK || r == ROLE_DATA || r == ROLE_UNMODELLED) continue;
        pml_checks(&b->w, b->depth, s->value);
        pml_line(x, b->depth, "n_%s = %s;", name, pml_expr(&b->w, s->value));
    }
}

/* Data that is handed on: to the thread of the access, if this is where it performs, or if it goes to its core. to: the
 * receiver of a message ("NODES": of a multicast, nobody), NULL: the core itself. */
static void note_handed(const Body *b, const Action *a, const char *to)
{
    Pml *x = b->w.x;
    bool own = !to || b->w.k->core || strcmp(to, "a_from") == 0 || (a->performs & PERFORMS_READ);
    for (int i = 0; i < a->assigns.n; i++) {
        if (!gives_cells(x, &a->assigns.at[i])) continue;
        const char *data = data_of(b, a->assigns.at[i].value);
        if (a->performs & PERFORMS_READ) note_seen(b, data);
        for (int c = 0; c < x->m->n_cells; c++) {
            const char *hands = pml_text(x, "hands = 1; handed[%d] = %s;", c, cell_of(x, data, c));
            if (own) pml_line(x, b->depth, "%s", hands);
            else pml_line(x, b->depth, "if :: %s == a_from -> %s :: else -> skip; fi;", to, hands);
        }
    }
}

/* The time that an answer to the sender carries is that of the access. */
static void note_time(const Body *b, const Action *a, const char *to)
{
    Pml *x = b->w.x;
    for (int i = 0; x->version && i < a->assigns.n; i++) {
        const char *name = pml_name(x, a->assigns.at[i].name);
        if (!str_is(a->assigns.at[i].name, x->version)) continue;
        if (strcmp(to, "a_from") == 0) pml_line(x, b->depth, "when = 1 + n_%s;", name);
        else pml_line(x, b->depth, "if :: %s == a_from -> when = 1 + n_%s; :: else -> skip; fi;", to, name);
    }
}

static int instances(const Pml *x, const Controller *c)
{
    int n = 0;
    for (int i = 0; i < x->m->n_inst; i++) n += x->m->ctl[x->m->inst[i].ctl].c == c;
    return n;
}

/* CTL(number) is there. when: "" or a condition, with "||" behind it, under which nothing is asked. */
static void number_holds(const Body *b, const Expr *e, const char *when)
{
    Pml *x = b->w.x;
    if (e->op == E_COND) {
        const char *test = pml_expr(&b->w, e->arg[0]);
        number_holds(b, e->arg[1], pml_text(x, "%s!(%s) || ", when, test));
        number_holds(b, e->arg[2], pml_text(x, "%s(%s) || ", when, test));
    }
    if (e->op != E_NODE_OF || !e->n_args || expr_is_const(e->arg[0])) return;
    pml_line(x, b->depth, "assert(conservation || %s%s < %d);", when, pml_expr(&b->w, e->arg[0]),
             instances(x, e->ctl));
}

/* Node `to` has a row for the message. */
static void receiver_holds(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const char *text = "";
    bool all = true;
    for (int i = 0; i < x->m->n_ctl; i++) {
        const Controller *c = x->m->ctl[i].c;
        int first = pml_base(x, c), n = instances(x, c);
        if (x->m->kind[a->msg->net->id][a->msg->code].event[i] < 0) { all &= !n; continue; }
        text = pml_text(x, "%s || (to >= %d && to < %d)", text, first, first + n);
    }
    if (!all) pml_line(x, b->depth, "assert(conservation%s);", text);
}

static void send(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const char *net = pml_name(x, a->msg->net->name), *message = pml_message(x, a->msg), *who = pml_expr(&b->w, a->to),
               *about = a->msg->keyless ? "0" : "key";
    note_handed(b, a, a->kind == A_SEND ? who : "NODES");
    pml_checks(&b->w, b->depth, a->to);
    if (a->kind == A_SEND) {
        fields(b, a);
        note_time(b, a, who);
        number_holds(b, a->to, "");
        pml_line(x, b->depth, "to = %s;", who);
        if (a->to->op != E_NODE_OF && a->to->op != E_HOME) receiver_holds(b, a);
        pml_line(x, b->depth, "%s_send(%s, %s);", net, message, about);
        return;
    }
    int base = pml_base(x, a->ctl), width = type_width(&x->m->env, a->to->type);
    Body in = *b;
    in.depth++;
    pml_line(x, b->depth, "used = %s;", who);
    for (int i = 0; i < width && base + i < x->m->n_nodes; i++) {
        pml_line(x, b->depth, "if\n%*s:: (used >> %d) & 1 ->", 2 * b->depth, "", i);
        fields(&in, a);
        note_time(&in, a, pml_text(x, "%d", base + i));
        pml_line(x, in.depth, "to = %d; %s_send(%s, %s);", base + i, net, message, about);
        pml_line(x, b->depth, ":: else -> skip;\n%*sfi;", 2 * b->depth, "");
    }
    pml_line(x, b->depth, "used = 0;");
}

/* The mask of a request to memory, or NULL. */
static const char *mask_of_write(const Body *b, const Action *a)
{
    for (int i = 0; i < a->assigns.n && b->w.x->m->n_cells > 1; i++) {
        const Assign *s = &a->assigns.at[i];
        if (s->field && pml_role(b->w.x, s->field->type) == ROLE_MASK) return data_of(b, s->value);
    }
    return NULL;
}

static void request(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    bool writes = a->def->fields.n > 0;
    if (writes) pml_line(x, b->depth, "%s_before();", b->w.name);
    for (int i = 0; i < a->assigns.n; i++) {
        if (!gives_cells(x, &a->assigns.at[i])) continue;
        const char *data = data_of(b, a->assigns.at[i].value), *mask = mask_of_write(b, a);
        for (int c = 0; c < x->m->n_cells; c++) {
            const char *set = pml_text(x, "assert(value || %s != 0); memory[key * CELLS + %d] = %s;",
                                       cell_of(x, data, c), c, cell_of(x, data, c));
            if (mask) pml_line(x, b->depth, "if :: (%s >> %d) & 1 -> %s :: else -> skip; fi;", mask, c, set);
            else pml_line(x, b->depth, "%s", set);
        }
    }
    if (!writes)
        pml_line(x, b->depth, "if :: %s_here.reads[key] == 3 -> beyond = 1; :: else -> %s_here.reads[key]++; fi;",
                 b->w.name, b->w.name);
}

static void reply(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    const char *id = "0";
    note_handed(b, a, NULL);
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *s = &a->assigns.at[i];
        for (int c = 0; gives_cells(x, s) && c < x->m->n_cells; c++)
            pml_line(x, b->depth, "given[%d] = %s;", c, cell_of(x, data_of(b, s->value), c));
        if (pml_role(x, s->field->type) == ROLE_UNMODELLED || s->field->type->opaque) continue;
        pml_checks(&b->w, b->depth, s->value);
        if (model_field_is_error(s->field))
            pml_line(x, b->depth, "excused = %s;\n%*sassert(value || excused == BAD(key));", pml_expr(&b->w, s->value),
                     2 * b->depth, "");
        if (s->field->type == b->w.k->core->id_type) id = pml_expr(&b->w, s->value);
    }
    pml_line(x, b->depth, "answered = 1 + me * WARPS + %s;", id);
}

static void actions(const Body *b, const Action *body);

static void choose(const Body *b, const Action *a)
{
    Body in = *b;
    bool closed = false;
    in.depth++;
    pml_line(b->w.x, b->depth, "if");
    for (int i = 0; i < a->branches.n; i++) {
        const Branch *r = &a->branches.at[i];
        Site test = b->w;
        test.checked = false;
        closed |= !r->test;
        pml_line(b->w.x, b->depth, ":: %s ->", r->test ? pml_expr(&test, r->test) : "else");
        size_t before = b->w.x->out->n;
        actions(&in, r->body);
        if (b->w.x->out->n == before) pml_line(b->w.x, in.depth, "skip;");
    }
    if (!closed) pml_line(b->w.x, b->depth, ":: else -> skip;");
    pml_line(b->w.x, b->depth, "fi;");
}

static void go(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    pml_line(x, b->depth, "next = %s;", pml_state(x, b->w.k->c, a->go));
    if (a->go->at == AT_NONE && b->w.k->n_stores)
        pml_line(x, b->depth, "do_free = do_free || %s_line.present;", b->w.name);
}

/* Outside of the array nothing is set. */
static void set_element(const Body *b, const Action *a)
{
    Site plain = b->w;
    const char *inside, *dst = pml_element(&plain, a->place, &inside);
    for (int i = 0; i < a->place->n_args; i++) pml_checks(&b->w, b->depth, a->place->arg[i]);
    pml_checks(&b->w, b->depth, a->value);
    const char *value = pml_expr(&b->w, a->value);
    if (inside) pml_line(b->w.x, b->depth, "if :: %s -> %s = %s; :: else -> skip; fi;", inside, dst, value);
    else pml_line(b->w.x, b->depth, "%s = %s;", dst, value);
}

static void set(const Body *b, const Action *a)
{
    if (pml_role(b->w.x, a->dst->type) == ROLE_UNMODELLED) return;
    if (a->place) { set_element(b, a); return; }
    Site plain = b->w;
    const char *dst = a->dst->kind == V_STORE
                          ? pml_text(b->w.x, "%s_line.l_%s", b->w.name, pml_name(b->w.x, a->dst->name))
                          : pml_expr(&plain, &(Expr){ .op = E_VAR, .var = a->dst });
    pml_checks(&b->w, b->depth, a->value);
    pml_line(b->w.x, b->depth, "%s = %s;", dst, pml_expr(&b->w, a->value));
}

static void action(const Body *b, const Action *a);

/* Of all lines of the store, in a row that is about none. */
static void walk(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    Body in = *b;
    in.depth += 2;
    pml_line(x, b->depth, "for (key : 0 .. KEYS - 1) {");
    pml_line(x, b->depth + 1, "if :: %s.present && %s ->", b->w.line, a->where ? pml_expr(&b->w, a->where) : "true");
    for (const Action *s = a->body; s; s = s->next)
        if (s->kind == A_FREE) pml_line(x, in.depth, "%s_no_line();", b->w.name);
        else action(&in, s);
    pml_line(x, b->depth + 1, ":: else -> skip;\n%*sfi;", 2 * b->depth + 2, "");
    pml_line(x, b->depth, "}\n%*skey = 0;", 2 * b->depth, "");
}

static void let(const Body *b, const Action *a)
{
    pml_checks(&b->w, b->depth, a->value);
    pml_line(b->w.x, b->depth, "v_%s = %s;", pml_name(b->w.x, a->dst->name), pml_expr(&b->w, a->value));
}

static void each(const Body *b, const Action *a)
{
    int64_t n = type_values(&b->w.x->m->env, a->index->per);
    for (int i = 0; i < n; i++) {
        Chosen c = { a->index, i, b->w.chosen };
        Body in = *b;
        in.w.chosen = &c;
        actions(&in, a->body);
    }
}

static void action(const Body *b, const Action *a)
{
    Pml *x = b->w.x;
    switch (a->kind) {
    case A_SET: set(b, a); break;
    case A_WRITE: write_data(b, a); break;
    case A_APPLY: apply_block(b, a); break;
    case A_SEND: case A_MULTICAST: send(b, a); break;
    case A_REQUEST: request(b, a); break;
    case A_REPLY: reply(b, a); break;
    case A_ALLOCATE: allocate(b, a); break;
    case A_FREE: if (a->store) pml_line(x, b->depth, "do_free = 1;"); break;
    case A_PARK: pml_line(x, b->depth, "do_park = 1;"); break;
    case A_REPLAY: pml_line(x, b->depth, "do_replay = 1;%s", a->must_hit ? " do_must = 1;" : ""); break;
    case A_DONE: pml_line(x, b->depth, "do_done = 1;"); break;
    case A_GO: go(b, a); break;
    case A_CHOOSE: choose(b, a); break;
    case A_ERROR: pml_line(x, b->depth, "assert(never_row);   /* %s: error */", pml_pos(x, a->pos)); break;
    case A_LET: let(b, a); break;
    case A_EACH: each(b, a); break;
    case A_WALK: walk(b, a); break;
    case A_LOCK: case A_UNLOCK: case A_WAKE: case A_START:
        break;                                             /* refused before */
    }
    if (a->performs) pml_line(x, b->depth, "acts = acts | %d;", a->performs);
}

static void actions(const Body *b, const Action *body)
{
    for (const Action *a = body; a; a = a->next) action(b, a);
}

enum { TITLE_PRINTED = 60 };         /* a row of more cells is named by its place alone */

void pml_rows(Pml *x, const CtlModel *k, int depth)
{
    const Controller *c = k->c;
    const char *name = pml_name(x, c->name);
    pml_line(x, depth, "if");
    for (int i = 0; i < c->rows.n; i++) {
        const Row *row = c->rows.at[i];
        const char *cells = pml_title(x, k, row);
        if (!*cells) continue;
        pml_line(x, depth, "/* %s%s%s%s */", pml_pos(x, row->pos), cells, row->kind == ROW_STALL ? ": waits" : "",
                 row->implied ? ": no victim in this state" : "");
        if (row->kind == ROW_STALL) continue;
        pml_line(x, depth, ":: can && %s_row%d -> d_step {", name, row->id);
        pml_line(x, depth + 1, "printf(\"step %s[%%d] line %%d: %s%s\\n\", me, key);", name, pml_pos(x, row->pos),
                 strlen(cells) < TITLE_PRINTED ? cells : "");
        if (row->kind == ROW_NEVER) pml_line(x, depth + 1, "assert(never_row);");
        else actions(&(Body){ pml_site(x, k, IN_ROW), depth + 1 }, row->body);
        pml_line(x, depth, "}");
    }
    pml_line(x, depth, ":: !can -> skip;");
    pml_line(x, depth, "fi;");
}
