/* arithmetic.c - random expressions over parameters, evaluated in C and by the tools that read the emitted Verilog.
 *   arithmetic DIR SEED EXPRESSIONS SETTINGS
 * Writes DIR/mK.v for each of SETTINGS values of the parameters, and DIR/bench.v that gives each module its values: a
 * constant that is not what param_eval says names a module cg_error_... that there is not. Prints how many of
 * the expressions have a value, and of each operator how often it was compared. */
#include "check/check.h"
#include "read/read.h"
#include "rtl/module.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMS = 5, TYPES = 4, OPERATORS = E_UNKNOWN };

static const struct { const char *name; int64_t min, max; } params[PARAMS] = {
    { "A", INT32_MIN, INT32_MAX }, { "B", -7, 9 }, { "C", 0, 40 }, { "D", 1, 64 }, { "E", 0, 65536 }
};
/* Of registers, whose reset values are constants of a type. */
static const struct { const char *name, *attrs; } types[TYPES] = {
    { "wide", "bits=\"64\"" }, { "tally", "bits=\"40\" signed=\"yes\"" }, { "small", "bits=\"9\"" },
    { "low", "bits=\"5\" signed=\"yes\"" }
};

typedef struct { Arena *a; uint64_t random; Buf text; } Maker;

static uint64_t pick(Maker *k, uint64_t n)
{
    k->random ^= k->random << 13;
    k->random ^= k->random >> 7;
    k->random ^= k->random << 17;
    return (k->random >> 11) % n;
}

/* ---- texts ---- */

static Str integer(Maker *k, int depth, bool wide);

/* STR_ARG names its argument twice: texts are made first. */
static Str prefixed(Maker *k, const char *what, Str x) { return str_printf(k->a, "%s" STR_FMT ")", what, STR_ARG(x)); }

static Str truth(Maker *k, int depth, bool wide)
{
    static const char *const compare[] = { "eq", "ne", "lt", "le", "gt", "ge" };
    static const char *const logic[] = { "and", "or", "implies" };
    Str x = integer(k, depth - 1, wide), y = integer(k, depth - 1, wide);
    if (depth <= 1 || pick(k, 3) == 0)
        return str_printf(k->a, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(x), compare[pick(k, 6)], STR_ARG(y));
    if (pick(k, 4) == 0) return prefixed(k, "(not ", truth(k, depth - 1, wide));
    Str a = pick(k, 3) ? truth(k, depth - 1, wide) : x, b = pick(k, 3) ? truth(k, depth - 1, wide) : y;
    return str_printf(k->a, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(a), logic[pick(k, 3)], STR_ARG(b));
}

static Str leaf(Maker *k, bool wide)
{
    static const int64_t literals[] = { 0, 1, 1,  2,  2,  3,   3,    4,     5,
                                        7, 8, 16, 31, 32, 255, 4095, 65536, INT32_MAX };
    if (wide && pick(k, 6) == 0) return str_printf(k->a, "%" PRId64, INT64_C(1) << (31 + pick(k, 31)));
    if (pick(k, 3)) return str_from(params[pick(k, PARAMS)].name);
    int64_t n = literals[pick(k, sizeof literals / sizeof *literals)];
    return str_printf(k->a, pick(k, 4) ? "%" PRId64 : "(0 - %" PRId64 ")", n);
}

static Str integer(Maker *k, int depth, bool wide)
{
    static const char *const infix[] = { "+",     "-",      "*",       "/",   "%",  "bitand",
                                         "bitor", "bitxor", "without", "shl", "shr" };
    static const char *const calls[] = { "max", "min" };
    if (depth <= 0) return leaf(k, wide);
    Str x = integer(k, depth - 1, wide), y = integer(k, depth - 1, wide), test;
    switch (pick(k, 8)) {
    case 0: return prefixed(k, "clog2(", integer(k, depth - 1, false));
    case 1: return prefixed(k, "pow2(", integer(k, depth - 1, false));
    case 2: return str_printf(k->a, "%s(" STR_FMT ", " STR_FMT ")", calls[pick(k, 2)], STR_ARG(x), STR_ARG(y));
    case 3:
        test = truth(k, depth - 1, wide);
        return str_printf(k->a, "(" STR_FMT " ? " STR_FMT " : " STR_FMT ")", STR_ARG(test), STR_ARG(x), STR_ARG(y));
    case 4: return str_printf(k->a, "(-(0 + " STR_FMT "))", STR_ARG(x));     /* no literal: those must fit */
    default: {
        const char *op = infix[pick(k, 11)];
        bool shift = op[0] == 's';
        Str by = shift ? integer(k, pick(k, 2) ? 0 : depth - 1, false) : y;
        return str_printf(k->a, "(" STR_FMT " %s " STR_FMT ")", STR_ARG(x), op, STR_ARG(by));
    }
    }
}

/* Half of the expressions are parameters' defaults, half are reset values of registers, some truth values. */
static void write_spec(Maker *k, int n)
{
    Buf *b = &k->text;
    buf_printf(b, "<protocol name=\"p\">\n");
    for (int i = 0; i < PARAMS; i++)
        buf_printf(b, "<param name=\"%s\" default=\"1\" min=\"%" PRId64 "\" max=\"%" PRId64 "\"/>\n", params[i].name,
                   params[i].min, params[i].max);
    for (int i = 0; i < n; i++) {
        Str text = pick(k, 5) ? integer(k, 3, false) : truth(k, 3, false);
        buf_printf(b, "<param name=\"X%d\" default=\"" STR_FMT "\" min=\"0\" max=\"0\"/>\n", i, STR_ARG(text));
    }
    for (int i = 0; i < TYPES; i++) buf_printf(b, "<type name=\"%s\" %s/>\n", types[i].name, types[i].attrs);
    buf_printf(b, "<controller name=\"L\">\n");
    for (int i = 0; i < n; i++) {
        bool flag = i % 4 == 0;
        Str text = flag ? truth(k, 3, false) : integer(k, 3, true);
        buf_printf(b, "<register name=\"r%d\" type=\"%s\" reset=\"" STR_FMT "\"/>\n", i,
                   flag ? "bool" : types[pick(k, TYPES)].name, STR_ARG(text));
    }
    buf_printf(b, "</controller>\n</protocol>\n");
}

/* ---- one setting ---- */

typedef struct {
    Maker *k;
    Protocol *p;
    ParamEnv env;
    RtlModule *x;
    int compared, without, of[OPERATORS];
} Run;

static void count(const Expr *e, void *ctx) { ((Run *)ctx)->of[e->op]++; }

static void settle(Run *r)
{
    static const int64_t often[] = { 0, 1, 2, 3, 4, 7, 31, 32 };
    for (int i = 0; i < PARAMS; i++) {
        int64_t v = often[pick(r->k, 8)], span = params[i].max - params[i].min;
        switch (pick(r->k, 8)) {
        case 0: v = params[i].min; break;
        case 1: v = params[i].max; break;
        case 2: v = params[i].min + (int64_t)pick(r->k, (uint64_t)span + 1); break;
        default: break;
        }
        r->env.value[i] = v < params[i].min || v > params[i].max ? params[i].min : v;
    }
}

/* In the module: the constant, and what there is not if it is something else. */
static void compare(Run *r, const Expr *e, const Type *t, const char *name, int number)
{
    RtlModule *x = r->x;
    HdlModule *m = x->m;
    ParamFault f = { 0 };
    int64_t v;
    if (!e) return;
    bool is_number = t && t->kind != TK_BOOL;
    int width = is_number ? type_width(&r->env, t) : 64;
    if (!param_value(&r->env, e, &v, &f) || (is_number && !param_fits(&r->env, e, width, t->is_signed))) {
        r->without++;
        if (f.at) param_fault_text(r->k->a, &f);
        return;
    }
    Hx is = t ? rtl_const(x, e, t) : rtl_int(x, e);
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    Hx ought = is_number && e->op != E_NUM ? hx_lit(m, width, (uint64_t)v & mask) : hx_int(m, v);
    r->compared++;
    expr_walk(e, count, r);
    if (e->op == E_NUM) return;
    Str label = rtl_f(x, "g_%s%d", name, number);
    hdl_illegal(hdl_items(m), label, hx_ne(m, is, ought), str_z(r->k->a, rtl_f(x, "%s%d", name, number)));
}

static void write_file(const char *dir, const char *name, const Buf *b)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(b->at, 1, b->n, f) != b->n || fclose(f)) {
        fprintf(stderr, "arithmetic: cannot write %s\n", path);
        exit(3);
    }
}

static void one_setting(Run *r, const char *dir, int number, Buf *bench)
{
    EmitOptions opt = { .input_sha256 = "0123456789abcdef" };
    Rtl rtl = { .a = r->k->a, .p = r->p, .env = &r->env, .opt = &opt, .design = str_printf(r->k->a, "m%d", number) };
    HdlName *const *used;
    HdlStyle style = rtl_style(&rtl);
    Buf text;
    Controller *c = r->p->ctls.at[0];
    ParamEnv ones = { r->p, NEW_N(r->k->a, int64_t, r->p->params.n + 1) };
    settle(r);
    rtl.env = &ones;                /* the values come from outside: the text is symbolic */
    r->x = rtl_module(&rtl, NULL, (Str){ "", 0 }, STR("expressions"));
    hdl_input(r->x->m, STR("clk_i"), NULL);
    for (int i = PARAMS; i < r->p->params.n; i++)
        if (r->p->params.at[i]->name.p[0] == 'X') compare(r, r->p->params.at[i]->dflt, NULL, "param", i);
    for (int i = 0; i < c->regs.n; i++) compare(r, c->regs.at[i]->reset, c->regs.at[i]->type, "reg", i);
    hdl_seal(r->x->m);
    buf_init(&text, r->k->a);
    hdl_print(r->x->m, &style, &text);
    write_file(dir, str_printf(r->k->a, "m%d.v", number).p, &text);
    buf_printf(bench, "  m%d #(", number);
    int n = hdl_used_params(r->x->m, &used);
    for (int i = 0; i < n; i++)
        for (int q = 0; q < PARAMS; q++)
            if (str_is(used[i]->name, params[q].name)) {
                buf_printf(bench, "%s.%s(", i ? ", " : "", params[q].name);
                if (r->env.value[q] == INT32_MIN) buf_printf(bench, "32'sh80000000)");
                else buf_printf(bench, "%" PRId64 ")", r->env.value[q]);
            }
    buf_printf(bench, ") u%d(.clk_i(clk_i));\n", number);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: arithmetic DIR SEED EXPRESSIONS SETTINGS\n");
        return 2;
    }
    Arena *a = arena_create((size_t)1 << 30);
    Diags *d = diags_create(a);
    Maker k = { .a = a, .random = 88172645463325252u + (uint64_t)atoll(argv[2]) * 2654435761u };
    buf_init(&k.text, a);
    write_spec(&k, atoi(argv[3]));
    write_file(argv[1], "spec.xml", &k.text);
    const Node *root = read_memory(a, d, "spec.xml", k.text.at, k.text.n);
    Protocol *p = root ? ir_build(a, d, root) : NULL;
    if (!p || diag_errors(d)) {
        diag_print(d, stderr, false, 20);
        return 1;
    }
    Run r = { .k = &k, .p = p, .env = { p, NEW_N(a, int64_t, p->params.n + 1) } };
    Buf bench;
    buf_init(&bench, a);
    buf_printf(&bench, "module bench(input clk_i);\n");
    for (int i = 0; i < atoi(argv[4]); i++) one_setting(&r, argv[1], i, &bench);
    buf_printf(&bench, "endmodule\n");
    write_file(argv[1], "bench.v", &bench);
    printf("%d compared, %d without a value\n", r.compared, r.without);
    for (int i = E_NOT; i <= E_POW2; i++)
        if (!r.of[i]) printf("never compared: operator %d\n", i);
    arena_destroy(a);
    return 0;
}
