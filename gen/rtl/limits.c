/* limits.c - what parameters may be, in the Verilog: an instance that sets one to a value that `check` refuses stops
 * elaboration at a module cg_error_... that is not there. */
#include "rtl/system.h"

/* The parameters of an expression are all in this module. */
typedef struct { const RtlModule *x; bool all; } Known;

static void find_unknown(const Expr *e, void *ctx)
{
    Known *k = ctx;
    if (e->op == E_PARAM && !k->x->param[e->param->id]) k->all = false;
}

bool rtl_known(const RtlModule *x, const Expr *e)
{
    Known k = { x, true };
    expr_walk(e, find_unknown, &k);
    return k.all;
}

static Hx either(HdlModule *m, Hx a, Hx b) { return a ? hx_or(m, a, b) : b; }

/* Beyond one end. A comparison that no integer meets is left out: tools warn of it. */
static Hx beyond(RtlModule *x, Hx value, const Expr *end, bool above)
{
    if (!end || !rtl_known(x, end)) return NULL;
    if (end->op == E_NUM && end->num == (above ? INT32_MAX : INT32_MIN)) return NULL;
    return (above ? hx_gt : hx_lt)(x->m, value, rtl_int(x, end));
}

/* No value of the list; those that the ends exclude are no values. NULL: there is no list. */
static Hx not_in(RtlModule *x, Hx value, const Param *p)
{
    Hx none = NULL;
    for (int i = 0; i < p->in.n; i++) {
        int64_t v = p->in.at[i];
        if ((p->min && p->min->op == E_NUM && v < p->min->num) || (p->max && p->max->op == E_NUM && v > p->max->num))
            continue;
        Hx other = hx_ne(x->m, value, hx_int(x->m, v));
        none = none ? hx_and(x->m, none, other) : other;
    }
    return none;
}

/* Whether the list says what this end says. */
static bool listed(const Param *p, const Expr *end) { return p->in.n && end && end->op == E_NUM; }

/* Two underscores in the name of a module that is not there mislead Verilator. */
static Str single(RtlModule *x, Str name)
{
    char *text = arena_alloc(x->r->a, (size_t)name.n + 1);
    int n = 0;
    for (int i = 0; i < name.n; i++)
        if (name.p[i] != '_' || (n && text[n - 1] != '_')) text[n++] = name.p[i];
    while (n && text[n - 1] == '_') n--;
    return (Str){ text, n };
}

typedef struct { const Param *p; bool found; } Sought;

static void find_param(const Expr *e, void *ctx)
{
    Sought *s = ctx;
    s->found |= e->op == E_PARAM && e->param == s->p;
}

bool rtl_fixed(const Rtl *r, const Param *p)
{
    Sought s = { p, false };
    for (int i = 0; i < r->p->ctls.n; i++)
        if (r->p->ctls.at[i]->stages) expr_walk(r->p->ctls.at[i]->stages, find_param, &s);
    return s.found;
}

static void fixed(RtlModule *x, const Param *p, HdlName *n)
{
    Str name = rtl_lower(x->r->a, n->name);
    hdl_illegal(hdl_items(x->m), rtl_f(x, "g_fixed_" STR_FMT, STR_ARG(name)),
                hx_ne(x->m, n->x, hx_int(x->m, x->r->env->value[p->id])),
                str_z(x->r->a, rtl_f(x, STR_FMT "_is_fixed_by_emit", STR_ARG(single(x, name)))));
}

static void limit(RtlModule *x, const Param *p)
{
    HdlName *n = x->param[p->id];
    if (!n) return;
    if (rtl_fixed(x->r, p)) { fixed(x, p, n); return; }
    Hx wrong = not_in(x, n->x, p);
    Hx low = listed(p, p->min) ? NULL : beyond(x, n->x, p->min, false);
    Hx high = listed(p, p->max) ? NULL : beyond(x, n->x, p->max, true);
    if (low) wrong = either(x->m, wrong, low);
    if (high) wrong = either(x->m, wrong, high);
    if (!wrong) return;
    Str name = rtl_lower(x->r->a, n->name);
    hdl_illegal(hdl_items(x->m), rtl_f(x, "g_illegal_" STR_FMT, STR_ARG(name)), wrong,
                str_z(x->r->a, rtl_f(x, STR_FMT "_is_not_one_of_its_values", STR_ARG(single(x, name)))));
}

static void rule(RtlModule *x, const Rule *r, int number)
{
    if (!rtl_known(x, r->test)) return;
    hdl_note(hdl_items(x->m), rtl_f(x, "Rule %d: " STR_FMT, number, STR_ARG(r->why)));
    hdl_illegal(hdl_items(x->m), rtl_f(x, "g_illegal_rule_%d", number), hx_not(x->m, rtl_truth(x, r->test)),
                str_z(x->r->a, rtl_f(x, "rule_%d_does_not_hold", number)));
}

void rtl_limits(RtlModule *x)
{
    const Protocol *p = x->r->p;
    hdl_blank(hdl_items(x->m));
    hdl_note(hdl_items(x->m), STR("Values of the parameters that are refused."));
    for (int i = 0; i < p->params.n; i++) limit(x, p->params.at[i]);
    for (int i = 0; i < p->rules.n; i++) rule(x, &p->rules.at[i], i + 1);
}
