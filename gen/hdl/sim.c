/* sim.c - what test benches need beside the netlist: functions in C, processes at any edge, paths into instances. */
#include "hdl/parts.h"

HdlName *hdl_import(HdlModule *m, Str name, bool result)
{
    HdlItem *i = hdl_item(m->top, HI_IMPORT);
    int at = m->top->items.n - 1;
    for (; at > 0 && m->top->items.at[at - 1]->kind != HI_IMPORT; at--) m->top->items.at[at] = m->top->items.at[at - 1];
    m->top->items.at[at] = i;                   /* before all that is no import */
    HdlName *fn = hdl_name_new(m, m->top, HDL_IMPORT, hdl_free_name(m->top, name), NULL);
    fn->integer = result;
    fn->item = i;
    i->var = fn;
    return fn;
}

void hdl_import_arg(HdlModule *m, HdlName *fn, const char *name, Hx width, bool out)
{
    HdlName *n = hdl_name_new(m, NULL, HDL_ARG, str_from(name), width);
    hdl_facts(n)->driven = out;
    vec_push(m->a, &((HdlItem *)fn->item)->args, n);          /* made above */
}

static HdlBody *process(HdlScope *s, HiKind kind, Hx clock)
{
    HdlItem *i = hdl_item(s, kind);
    i->run = NEW(s->m->a, HdlBody);
    i->run->m = s->m;
    i->run->scope = s;
    i->run->clocked = clock != NULL;
    i->rhs = clock;
    return i->run;
}

HdlBody *hdl_at(HdlScope *s, Hx clock) { return process(s, HI_AT, clock); }
HdlBody *hdl_at_fall(HdlScope *s, Hx clock) { return process(s, HI_AT_FALL, clock); }
HdlBody *hdl_initial(HdlScope *s) { return process(s, HI_INITIAL, NULL); }

HdlName *hdl_named(const HdlModule *m, Str name) { return names_get(m->top->table, name); }

void hs_let(HdlBody *b, Hx lhs, Hx rhs)
{
    hs_set(b, lhs, rhs);
    b->at.at[b->at.n - 1]->now = true;
}

void hs_force(HdlBody *b, Hx lhs, Hx rhs)
{
    hs_let(b, lhs, rhs);
    b->at.at[b->at.n - 1]->held = true;
}

void hs_release(HdlBody *b, Hx lhs)
{
    hs_let(b, lhs, NULL);
    b->at.at[b->at.n - 1]->let = true;
}

void hs_call(HdlBody *b, Hx call)
{
    HsStmt *s = NEW(b->m->a, HsStmt);
    s->kind = HS_CALL;
    s->rhs = call;
    vec_push(b->m->a, &b->at, s);
}

Hx hx_path(HdlModule *m, const HdlStep *steps, int n)
{
    int indices = 0, at = 0;
    for (int i = 0; i < n; i++) indices += steps[i].index != NULL;
    HdlExpr *x = hx_new(m, HX_PATH, indices);
    Str *piece = NEW_N(m->a, Str, indices + 1), text = STR("");
    for (int i = 0; i < n; i++) {
        text = str_printf(m->a, STR_FMT "%s" STR_FMT, STR_ARG(text),
                          !i                   ? ""
                          : steps[i - 1].index ? "]."
                                               : ".",
                          STR_ARG(steps[i].name));
        if (!steps[i].index) continue;
        x->arg[at] = steps[i].index;
        piece[at++] = str_printf(m->a, STR_FMT "[", STR_ARG(text));
        text = STR("");
    }
    piece[at] = n && steps[n - 1].index ? STR("]") : text;
    x->piece = piece;
    return x;
}

Hx hx_sized(HdlModule *m, int bits, Hx a)
{
    HdlExpr *x = hx_new(m, HX_SIZED, 1);
    x->bits = bits;
    x->arg[0] = a;
    return x;
}

Hx hx_ones_in(HdlModule *m, Hx a)
{
    static const char text[] = "$countones";
    HdlExpr *x = hx_new(m, HX_SYSTEM, 1);
    x->text = text;
    x->arg[0] = a;
    return x;
}

static HdlItem *named_item(HdlScope *s, HiKind kind, Str name)
{
    HdlItem *i = hdl_item(s, kind);
    i->text = hdl_free_name(s, name);
    hdl_name_new(s->m, s, HDL_GENVAR, i->text, NULL);
    return i;
}

Str hdl_labels(HdlScope *s, Str name, int bits, const Str *labels, int n)
{
    HdlItem *i = named_item(s, HI_LABELS, name);
    i->bits = bits;
    i->labels = labels;
    i->n_labels = n;
    return i->text;
}

void hdl_shown(HdlScope *s, Str name, Str labels, Hx value)
{
    HdlItem *i = named_item(s, HI_SHOWN, name);
    i->label = labels;
    i->rhs = value;
}

/* ---- text ---- */

typedef struct { Arena *a; Buf *b; } Out;

static Str text_of(Out *o, Hx x)
{
    Buf t;
    buf_init(&t, o->a);
    hdl_print_expr(o->a, &t, x);
    return (Str){ t.at, (int)t.n };
}

static void put(Out *o, int indent, Str line)
{
    hdl_layout(o->b, line.p, (size_t)line.n, indent);
    buf_printf(o->b, "\n");
}

static void print_import(Out *o, const HdlItem *it, int indent)
{
    Str args = STR("");
    for (int i = 0; i < it->args.n; i++) {
        const HdlName *n = it->args.at[i];
        Str type = n->width ? str_printf(o->a, "bit [" STR_FMT "-1:0]", STR_ARG(text_of(o, n->width))) : STR("int");
        args = str_printf(o->a, STR_FMT "%s%s " STR_FMT " " STR_FMT, STR_ARG(args), i ? ",\001" : "",
                          hdl_facts_const(n)->driven ? "output" : "input", STR_ARG(type), STR_ARG(n->name));
    }
    put(o, indent,
        str_printf(o->a, "import \"DPI-C\" function %s " STR_FMT "(" STR_FMT ");", it->var->integer ? "int" : "void",
                   STR_ARG(it->var->name), STR_ARG(args)));
}

static void print_process(Out *o, const HdlItem *it, int indent)
{
    if (it->kind == HI_INITIAL) put(o, indent, STR("initial begin"));
    else
        put(o, indent,
            str_printf(o->a, "always @(%s " STR_FMT ") begin", it->kind == HI_AT ? "posedge" : "negedge",
                       STR_ARG(text_of(o, it->rhs))));
    hdl_print_body(o->b, o->a, it->run, indent + 2, it->kind != HI_INITIAL);
    put(o, indent, STR("end"));
}

/* Labels are numbered, since two of them may be the same in legal characters. */
static void print_labels(Out *o, const HdlItem *it, int indent)
{
    Str line = str_printf(o->a, "typedef enum bit [%d:0] {", it->bits - 1);
    for (int i = 0; i < it->n_labels; i++)
        line = str_printf(o->a, STR_FMT "%s" STR_FMT "_%d = %d'd%d", STR_ARG(line), i ? ",\001" : "",
                          STR_ARG(hdl_legal(o->a, it->labels[i])), i, it->bits, i);
    put(o, indent, str_printf(o->a, STR_FMT "} " STR_FMT ";", STR_ARG(line), STR_ARG(it->text)));
}

static void print_shown(Out *o, const HdlItem *it, int indent)
{
    put(o, indent, str_printf(o->a, STR_FMT " " STR_FMT ";", STR_ARG(it->label), STR_ARG(it->text)));
    put(o, indent,
        str_printf(o->a, "assign " STR_FMT " = " STR_FMT "'(" STR_FMT ");", STR_ARG(it->text), STR_ARG(it->label),
                   STR_ARG(text_of(o, it->rhs))));
}

bool hdl_print_sim(Arena *a, Buf *b, const HdlItem *it, int indent)
{
    Out o = { a, b };
    switch (it->kind) {
    case HI_IMPORT: print_import(&o, it, indent); return true;
    case HI_AT: case HI_AT_FALL: case HI_INITIAL: print_process(&o, it, indent); return true;
    case HI_LABELS: print_labels(&o, it, indent); return true;
    case HI_SHOWN: print_shown(&o, it, indent); return true;
    default: return false;
    }
}
