/* table_notation.c - expressions and actions as short text. */
#include "emit/table_notation.h"
#include "util/text.h"

static void put_expr(Buf *b, const Expr *e, const char *occ, int outer);

/* ---- expressions ---- */

static void put_var(Buf *b, const Var *v, const char *occ)
{
    switch (v->kind) {
    case V_STORE: buf_printf(b, STR_FMT "." STR_FMT, STR_ARG(v->store->name), STR_ARG(v->name)); break;
    case V_WAITER: buf_printf(b, STR_FMT "." STR_FMT, STR_ARG(v->waiters->name), STR_ARG(v->name)); break;
    case V_ARG: case V_STAMP: buf_printf(b, "%s." STR_FMT, occ, STR_ARG(v->name)); break;
    case V_KEY: buf_printf(b, "key"); break;
    case V_ME: buf_printf(b, "me"); break;
    case V_STATE: buf_printf(b, "state"); break;
    case V_STORE_HIT: buf_printf(b, STR_FMT ".hit", STR_ARG(v->store->name)); break;
    case V_WAITER_HIT: buf_printf(b, STR_FMT ".hit", STR_ARG(v->waiters->name)); break;
    case V_ROOM: {
        Str owner = v->port ? v->port->name : v->waiters ? v->waiters->name : v->name;
        buf_printf(b, STR_FMT ".room", STR_ARG(owner));
        break;
    }
    case V_FIRST: buf_printf(b, STR_FMT ".first", STR_ARG(v->name)); break;
    case V_EMPTY: buf_printf(b, STR_FMT ".empty", STR_ARG(v->name)); break;
    default: buf_printf(b, STR_FMT, STR_ARG(v->name));
    }
}

/* Binding strength as in the language, weakest first; 0: written as a function. */
static int strength(ExprOp op)
{
    switch (op) {
    case E_COND: return 1;
    case E_IMPLIES: return 2;
    case E_OR: return 3;
    case E_AND: return 4;
    case E_NOT: return 5;
    case E_EQ: case E_NE: case E_LT: case E_LE: case E_GT: case E_GE: return 6;
    case E_BITOR: case E_BITXOR: return 7;
    case E_BITAND: case E_WITHOUT: return 8;
    case E_SHL: case E_SHR: return 9;
    case E_ADD: case E_SUB: return 10;
    case E_MUL: case E_DIV: case E_MOD: return 11;
    case E_NEG: return 12;
    default: return 0;
    }
}

static const char *symbol(ExprOp op)
{
    switch (op) {
    case E_NOT: return "not ";
    case E_NEG: return "-";
    case E_OR: return " or ";
    case E_AND: return " and ";
    case E_IMPLIES: return " implies ";
    case E_EQ: return " == ";
    case E_NE: return " != ";
    case E_LT: return " < ";
    case E_LE: return " <= ";
    case E_GT: return " > ";
    case E_GE: return " >= ";
    case E_ADD: return " + ";
    case E_SUB: return " - ";
    case E_MUL: return "*";
    case E_DIV: return "/";
    case E_MOD: return " % ";
    case E_BITAND: return " bitand ";
    case E_BITOR: return " bitor ";
    case E_BITXOR: return " bitxor ";
    case E_WITHOUT: return " without ";
    case E_SHL: return " shl ";
    case E_SHR: return " shr ";
    case E_MAX: return "max";
    case E_MIN: return "min";
    case E_CLOG2: return "clog2";
    case E_POW2: return "pow2";
    case E_POPCOUNT: return "popcount";
    case E_ONEHOT: return "onehot";
    case E_FIRST: return "first";
    case E_ANY: return "any";
    case E_ALL: return "all";
    case E_BIT: return "bit";
    case E_BEFORE: return "before";
    case E_AFTER: return "after";
    case E_EVERY: return "every";
    case E_SOME: return "some";
    case E_COUNT: return "count";
    case E_ARGMIN: return "argmin";
    case E_ARGMAX: return "argmax";
    case E_FIND: return "first";
    default: return "?";
    }
}

/* max(max(a, b), c) is written max(a, b, c), as it was in the specification. */
static void put_arguments(Buf *b, const Expr *e, const char *occ, ExprOp op)
{
    for (int i = 0; i < e->n_args; i++) {
        if (i) buf_printf(b, ", ");
        if (e->arg[i]->op == op && (op == E_MAX || op == E_MIN)) put_arguments(b, e->arg[i], occ, op);
        else put_expr(b, e->arg[i], occ, 0);
    }
}

static void put_call(Buf *b, const Expr *e, const char *occ, Str name)
{
    buf_printf(b, STR_FMT "(", STR_ARG(name));
    put_arguments(b, e, occ, e->op);
    buf_printf(b, ")");
}

static void put_operator(Buf *b, const Expr *e, const char *occ, int s)
{
    if (e->n_args == 1) {
        buf_printf(b, "%s", symbol(e->op));
        put_expr(b, e->arg[0], occ, s);
    } else if (e->op == E_COND) {
        put_expr(b, e->arg[0], occ, s + 1);
        buf_printf(b, " ? ");
        put_expr(b, e->arg[1], occ, s);
        buf_printf(b, " : ");
        put_expr(b, e->arg[2], occ, s);
    } else {
        put_expr(b, e->arg[0], occ, s);
        buf_printf(b, "%s", symbol(e->op));
        put_expr(b, e->arg[1], occ, s + 1);
    }
}

static void put_state(Buf *b, const Expr *e)
{
    if (e->ctl && e->num >= 0 && e->num < e->ctl->states.n)
        buf_printf(b, STR_FMT, STR_ARG(e->ctl->states.at[e->num]->name));
    else buf_printf(b, STR_FMT, STR_ARG(e->text));
}

static void put_number(Buf *b, const Expr *e)
{
    const Type *t = e->type;
    if (t && t->kind == TK_BOOL) buf_printf(b, "%s", e->num ? "true" : "false");
    else if (t && t->kind == TK_ENUM && e->num >= 0 && e->num < t->values.n)
        buf_printf(b, STR_FMT, STR_ARG(t->values.at[e->num]));
    else buf_printf(b, "%lld", (long long)e->num);
}

/* busy[r][s] */
static void put_element(Buf *b, const Expr *e, const char *occ)
{
    buf_printf(b, STR_FMT, STR_ARG(e->var->array->name));
    for (int i = 0; i < e->n_args; i++) {
        buf_printf(b, "[");
        put_expr(b, e->arg[i], occ, 0);
        buf_printf(b, "]");
    }
}

/* first g in gpu from last: ready[g] */
static void put_quantifier(Buf *b, const Expr *e, const char *occ, int outer)
{
    buf_printf(b, "%s%s " STR_FMT " in " STR_FMT, outer ? "(" : "", symbol(e->op), STR_ARG(e->of->name),
               STR_ARG(e->of->per->name));
    if (e->arg[1]) { buf_printf(b, " from "); put_expr(b, e->arg[1], occ, 1); }
    buf_printf(b, ": ");
    put_expr(b, e->arg[0], occ, 0);
    if (outer) buf_printf(b, ")");
}

static void put_expr(Buf *b, const Expr *e, const char *occ, int outer)
{
    int s = strength(e->op);
    switch (e->op) {
    case E_NUM: put_number(b, e); return;
    case E_PARAM: buf_printf(b, STR_FMT, STR_ARG(e->param->name)); return;
    case E_VAR: put_var(b, e->var, occ); return;
    case E_STATE: put_state(b, e); return;
    case E_UNKNOWN: buf_printf(b, STR_FMT, STR_ARG(e->text)); return;
    case E_HOME:
        buf_printf(b, "home");
        if (e->ctl) buf_printf(b, "(" STR_FMT ")", STR_ARG(e->ctl->name));
        return;
    case E_NODE_OF:
        buf_printf(b, STR_FMT, STR_ARG(e->ctl->name));
        if (e->n_args) { buf_printf(b, "["); put_expr(b, e->arg[0], occ, 0); buf_printf(b, "]"); }
        return;
    case E_CONVERT: put_call(b, e, occ, e->type->name); return;
    case E_INDEX: buf_printf(b, STR_FMT, STR_ARG(e->of->name)); return;
    case E_ELEM: put_element(b, e, occ); return;
    case E_EVERY: case E_SOME: case E_COUNT: case E_ARGMIN: case E_ARGMAX: case E_FIND:
        put_quantifier(b, e, occ, outer);
        return;
    default: break;
    }
    if (!s) { put_call(b, e, occ, str_from(symbol(e->op))); return; }
    if (s < outer) buf_printf(b, "(");
    put_operator(b, e, occ, s);
    if (s < outer) buf_printf(b, ")");
}

static Str finish(const Buf *b) { return (Str){ b->at, (int)b->n }; }

Str notation_expr(Arena *a, const Expr *e, const char *occ)
{
    Buf b;
    buf_init(&b, a);
    put_expr(&b, e, occ, 0);
    return finish(&b);
}

Str notation_var(Arena *a, const Var *v, const char *occ)
{
    Buf b;
    buf_init(&b, a);
    put_var(&b, v, occ);
    return finish(&b);
}

const char *notation_occurrence(const Event *e)
{
    const Event *base = e->base ? e->base : e;
    return base->kind == EV_CORE ? "req" : "msg";
}

/* ---- actions ---- */

static bool is_opaque(const Expr *e) { return e && e->type && e->type->opaque; }

/* A field that takes the register, the field of the occurrence, or the opaque data of its own name needs no value
 * beside it. */
static bool is_namesake(const Assign *x)
{
    const Expr *e = x->value;
    if (e->op != E_VAR || !str_eq(e->var->name, x->name)) return false;
    return is_opaque(e) || e->var->kind == V_REG || e->var->kind == V_ARG || e->var->kind == V_STAMP;
}

/* {now, exp=line.exp, data} */
static void put_fields(Buf *b, const Action *a, const char *occ)
{
    const char *sep = "{";
    for (int i = 0; i < a->assigns.n; i++) {
        const Assign *x = &a->assigns.at[i];
        const Assign *part = i + 1 < a->assigns.n && a->assigns.at[i + 1].part ? &a->assigns.at[i + 1] : NULL;
        if (!x->value || x->part) continue;
        buf_printf(b, "%s" STR_FMT, sep, STR_ARG(x->name));
        if (part || !is_namesake(x)) { buf_printf(b, "=%s", part ? "part(" : ""); put_expr(b, x->value, occ, 0); }
        if (part) { buf_printf(b, ", "); put_expr(b, part->value, occ, 0); buf_printf(b, ")"); }
        sep = ", ";
    }
    if (*sep == ',') buf_printf(b, "}");
}

static bool is_sender(const Expr *e) { return e->op == E_VAR && e->var->kind == V_ARG && str_is(e->var->name, "from"); }

static void put_send(Buf *b, const Action *a, const char *occ)
{
    buf_printf(b, STR_FMT, STR_ARG(a->msg ? a->msg->name : a->def->name));
    put_fields(b, a, occ);
    if (a->key) { buf_printf(b, " @ "); put_expr(b, a->key, occ, 0); }
    if (!a->to || a->to->op == E_HOME || is_sender(a->to)) return;
    buf_printf(b, a->kind == A_MULTICAST ? " to each of " : " to ");
    put_expr(b, a->to, occ, 0);
}

static void put_places(Buf *b, const char *verb, const Action *a)
{
    buf_printf(b, "%s", verb);
    if (a->store) buf_printf(b, " " STR_FMT, STR_ARG(a->store->name));
    if (a->waiters) buf_printf(b, " " STR_FMT, STR_ARG(a->waiters->name));
}

static void put_apply(Buf *b, const Action *a, const char *occ)
{
    if (a->result) buf_printf(b, STR_FMT ", ", STR_ARG(a->result->name));
    put_var(b, a->dst, occ);
    buf_printf(b, "=" STR_FMT "(", STR_ARG(a->what));
    for (int i = 0; i < a->assigns.n; i++) {
        if (i) buf_printf(b, ", ");
        put_expr(b, a->assigns.at[i].value, occ, 0);
    }
    buf_printf(b, ")");
}

static void put_action(Buf *b, const Action *a, const char *occ)
{
    switch (a->kind) {
    case A_SET: case A_WRITE:
        if (a->place) put_element(b, a->place, occ);
        else put_var(b, a->dst, a->parked ? "parked" : occ);
        buf_printf(b, a->joins == JOINS_OR ? " += " : a->joins == JOINS_WITHOUT ? " -= " : "=");
        put_expr(b, a->value, occ, 0);
        if (a->mask) {
            buf_printf(b, a->under == JOINS_WITHOUT ? " but for " : " under ");
            put_expr(b, a->mask, occ, 0);
        }
        break;
    case A_APPLY: put_apply(b, a, occ); break;
    case A_SEND: case A_MULTICAST: case A_REQUEST: case A_REPLY: put_send(b, a, occ); break;
    case A_ALLOCATE: put_places(b, "alloc", a); break;
    case A_FREE: put_places(b, "free", a); break;
    case A_PARK: buf_printf(b, "park"); break;
    case A_REPLAY: buf_printf(b, a->must_hit ? "replay (first must hit)" : "replay"); break;
    case A_DONE: buf_printf(b, "done"); break;
    case A_LOCK: put_places(b, "lock", a); break;
    case A_UNLOCK: put_places(b, "unlock", a); break;
    case A_WAKE: put_places(b, "wake", a); break;
    case A_GO: buf_printf(b, "→ " STR_FMT, STR_ARG(a->go->name)); break;
    case A_ERROR: buf_printf(b, "error: " STR_FMT, STR_ARG(text_line(b->arena, a->what))); break;
    case A_START: buf_printf(b, "start " STR_FMT, STR_ARG(a->sweep->name)); break;
    case A_LET:
        buf_printf(b, "let " STR_FMT "=", STR_ARG(a->dst->name));
        put_expr(b, a->value, occ, 0);
        break;
    case A_CHOOSE: case A_WALK: case A_EACH: break;
    }
}

static void begin_line(Arena *a, Buf *b, int indent)
{
    buf_init(b, a);
    for (int i = 0; i < indent; i++) buf_printf(b, "  ");
}

static void choose_lines(Arena *ar, Lines *out, const Action *a, const char *occ, int indent)
{
    for (int i = 0; i < a->branches.n; i++) {
        const Branch *br = &a->branches.at[i];
        Buf b;
        begin_line(ar, &b, indent);
        buf_printf(&b, !br->test ? "else:" : i ? "else if " : "if ");
        if (br->test) { put_expr(&b, br->test, occ, 0); buf_printf(&b, ":"); }
        vec_push(ar, out, finish(&b));
        notation_actions(ar, out, br->body, occ, indent + 1);
    }
}

static void walk_lines(Arena *ar, Lines *out, const Action *a, const char *occ, int indent)
{
    Buf b;
    begin_line(ar, &b, indent);
    if (a->kind == A_EACH)
        buf_printf(&b, "each " STR_FMT " in " STR_FMT, STR_ARG(a->index->name), STR_ARG(a->index->per->name));
    else put_places(&b, "each", a);
    if (a->where) { buf_printf(&b, " with "); put_expr(&b, a->where, occ, 0); }
    buf_printf(&b, ":");
    vec_push(ar, out, finish(&b));
    notation_actions(ar, out, a->body, occ, indent + 1);
}

void notation_actions(Arena *ar, Lines *out, const Action *body, const char *occ, int indent)
{
    for (const Action *a = body; a; a = a->next) {
        Buf b;
        if (a->kind == A_CHOOSE) { choose_lines(ar, out, a, occ, indent); continue; }
        if (a->kind == A_WALK || a->kind == A_EACH) { walk_lines(ar, out, a, occ, indent); continue; }
        if (a->kind == A_SET && a->dst->kept && a->dst->type->kind == TK_BOOL) continue;   /* by another action */
        begin_line(ar, &b, indent);
        put_action(&b, a, occ);
        vec_push(ar, out, finish(&b));
    }
}

static bool only_never(const Cell *cell)
{
    for (int i = 0; i < cell->rows.n; i++)
        if (cell->rows.at[i]->kind != ROW_NEVER) return false;
    return true;
}

void notation_row(Arena *a, Lines *out, const Row *r, const Event *e)
{
    const char *occ = notation_occurrence(e);
    int before = out->n, indent = r->when != NULL;
    if (r->when) vec_push(a, out, str_printf(a, "[" STR_FMT "]", STR_ARG(notation_expr(a, r->when, occ))));
    if (r->kind == ROW_STALL) vec_push(a, out, str_printf(a, "%sstall", indent ? "  " : ""));
    else if (r->kind == ROW_NEVER) vec_push(a, out, str_printf(a, "%s–", indent ? "  " : ""));
    else notation_actions(a, out, r->body, occ, indent);
    if (out->n == before || (r->when && out->n == before + 1)) vec_push(a, out, STR("(nothing)"));
}

void notation_cell(Arena *a, Lines *out, const Cell *cell, const Event *e)
{
    if (only_never(cell)) { vec_push(a, out, STR("–")); return; }
    for (int i = 0; i < cell->rows.n; i++) notation_row(a, out, cell->rows.at[i], e);
}
