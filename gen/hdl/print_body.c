/* print_body.c - statements of processes and functions. */
#include "hdl/parts.h"

typedef struct { Arena *a; Buf *b; bool clocked; } Out;

static Str text_of(Out *o, Hx x)
{
    Buf t;
    buf_init(&t, o->a);
    hdl_print_expr(o->a, &t, x);
    return (Str){ t.at, (int)t.n };
}

/* One line, with a comment behind it if there is one; above it where it is too long for that. */
static void put(Out *o, int indent, Str line, Str tail)
{
    bool fits = indent + line.n + tail.n + 4 <= 118;
    if (tail.n && !fits) hdl_print_note(o->a, o->b, indent, tail);
    hdl_layout(o->b, line.p, (size_t)line.n, indent);
    if (tail.n && fits) buf_printf(o->b, " // " STR_FMT, STR_ARG(hdl_comment(o->a, tail)));
    buf_printf(o->b, "\n");
}

static Str set_text(Out *o, const HsStmt *s)
{
    if (s->let) return str_printf(o->a, "release " STR_FMT ";", STR_ARG(text_of(o, s->lhs)));
    return str_printf(o->a, "%s" STR_FMT " %s " STR_FMT ";", s->held ? "force " : "", STR_ARG(text_of(o, s->lhs)),
                      o->clocked && !s->now ? "<=" : "=", STR_ARG(text_of(o, s->rhs)));
}

static void body(Out *o, const HdlBody *b, int indent);

/* A body of one assignment goes on the line of what leads to it. */
static const HsStmt *single(const HdlBody *b)
{
    const HsStmt *one = NULL;
    for (int i = 0; i < b->at.n; i++) {
        const HsStmt *s = b->at.at[i];
        if (s->kind == HS_GROUP && !s->body->at.n) continue;
        if (one || s->kind != HS_SET) return NULL;
        one = s;
    }
    return b->head.n ? NULL : one;
}

static void print_short_if(Out *o, const HsStmt *s, int indent)
{
    for (int i = 0; i < s->arms.n; i++) {
        const HsArm *a = &s->arms.at[i];
        const HsStmt *one = single(a->body);
        Str head = !a->labels.n
                       ? STR("else")
                       : str_printf(o->a, "%sif (" STR_FMT ")", i ? "else " : "", STR_ARG(text_of(o, a->labels.at[0])));
        put(o, indent, str_printf(o->a, STR_FMT "\001" STR_FMT, STR_ARG(head), STR_ARG(set_text(o, one))), one->tail);
    }
}

static void print_if(Out *o, const HsStmt *s, int indent)
{
    bool brief = true;
    Str none = { "", 0 };
    for (int i = 0; i < s->arms.n; i++) brief &= single(s->arms.at[i].body) != NULL;
    if (brief) { print_short_if(o, s, indent); return; }
    for (int i = 0; i < s->arms.n; i++) {
        const HsArm *a = &s->arms.at[i];
        Str head = !a->labels.n ? STR("end else begin")
                                : str_printf(o->a, "%sif (" STR_FMT ") begin", i ? "end else " : "",
                                             STR_ARG(text_of(o, a->labels.at[0])));
        put(o, indent, head, a->body->head);
        body(o, a->body, indent + 2);
    }
    put(o, indent, STR("end"), none);
}

static void print_case(Out *o, const HsStmt *s, int indent)
{
    Str none = { "", 0 };
    const char *apart = s->apart ? "(* parallel_case *) " : "";
    put(o, indent, str_printf(o->a, "%scase (" STR_FMT ")", apart, STR_ARG(text_of(o, s->rhs))), none);
    for (int i = 0; i < s->arms.n; i++) {
        const HsArm *a = &s->arms.at[i];
        const HsStmt *one = single(a->body);
        Str label = { "", 0 };
        for (int k = 0; k < a->labels.n; k++)
            label = str_printf(o->a, STR_FMT "%s" STR_FMT, STR_ARG(label), k ? ",\001" : "",
                               STR_ARG(text_of(o, a->labels.at[k])));
        if (!a->labels.n) label = STR("default");
        if (!a->body->at.n) put(o, indent + 2, str_printf(o->a, STR_FMT ": ;", STR_ARG(label)), a->body->head);
        else if (one)
            put(o, indent + 2, str_printf(o->a, STR_FMT ":\001" STR_FMT, STR_ARG(label), STR_ARG(set_text(o, one))),
                one->tail);
        else {
            put(o, indent + 2, str_printf(o->a, STR_FMT ": begin", STR_ARG(label)), a->body->head);
            body(o, a->body, indent + 4);
            put(o, indent + 2, STR("end"), none);
        }
    }
    put(o, indent, STR("endcase"), none);
}

static void print_for(Out *o, const HsStmt *s, int indent)
{
    Str v = s->var->name, none = { "", 0 };
    Str head =
        str_printf(o->a, "for (" STR_FMT " = " STR_FMT "; " STR_FMT " %s " STR_FMT "; " STR_FMT " = " STR_FMT " %c 1)",
                   STR_ARG(v), STR_ARG(text_of(o, s->lhs)), STR_ARG(v), s->down ? ">=" : "<",
                   STR_ARG(text_of(o, s->rhs)), STR_ARG(v), STR_ARG(v), s->down ? '-' : '+');
    const HsStmt *one = single(s->body);
    if (one) {
        put(o, indent, str_printf(o->a, STR_FMT "\001" STR_FMT, STR_ARG(head), STR_ARG(set_text(o, one))), one->tail);
        return;
    }
    put(o, indent, str_printf(o->a, STR_FMT " begin", STR_ARG(head)), s->body->head);
    body(o, s->body, indent + 2);
    put(o, indent, STR("end"), none);
}

static void body(Out *o, const HdlBody *b, int indent)
{
    for (int i = 0; i < b->at.n; i++) {
        const HsStmt *s = b->at.at[i];
        switch (s->kind) {
        case HS_SET: put(o, indent, set_text(o, s), s->tail); break;
        case HS_CALL: put(o, indent, str_printf(o->a, STR_FMT ";", STR_ARG(text_of(o, s->rhs))), s->tail); break;
        case HS_IF: print_if(o, s, indent); break;
        case HS_CASE: print_case(o, s, indent); break;
        case HS_FOR: print_for(o, s, indent); break;
        case HS_NOTE: hdl_print_note(o->a, o->b, indent, s->text); break;
        case HS_BLANK: buf_printf(o->b, "\n"); break;
        case HS_GROUP: body(o, s->body, indent); break;
        }
    }
}

void hdl_print_body(Buf *b, Arena *a, const HdlBody *x, int indent, bool clocked)
{
    Out o = { a, b, clocked };
    body(&o, x, indent);
}
