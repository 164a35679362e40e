/* node.c - numbers of nodes: of a controller's instances, of a key's home. */
#include "rtl/module.h"

Hx rtl_as_node(RtlModule *x, Str stem, Hx n)
{
    HdlName *name = hdl_name_of(n);
    if (!name) name = hdl_const_of(x->m, stem, NULL, n);
    return hx_part(x->m, name->x, hx_int(x->m, 0), x->node_w->x);
}

Hx rtl_first_node(RtlModule *x, const Controller *c)
{
    HdlName *have = rtl_fn(x, "node", c, NULL);
    if (have) return have->x;
    Str name = hdl_free_name(hdl_items(x->m), rtl_f(x, STR_FMT "_NODE", STR_ARG(rtl_upper(x->r->a, c->name))));
    return rtl_fn_made(x, "node", c, NULL,
                       hdl_const(x->m, name, x->node_w->x, rtl_as_node(x, STR("BASE"), rtl_base(x, c))))
        ->x;
}

/* Whether a number of instances is a power of two for every legal value of the params. */
static bool always_power_of_2(const Expr *n)
{
    if (n->op == E_NUM) return n->num > 0 && (n->num & (n->num - 1)) == 0;
    if (n->op != E_PARAM || !n->param->in.n) return false;
    for (int i = 0; i < n->param->in.n; i++)
        if (n->param->in.at[i] < 1 || (n->param->in.at[i] & (n->param->in.at[i] - 1)) != 0) return false;
    return true;
}

/* The bits of a key by their weights modulo the number of instances, less than 64 times that, then the rest. */
static void home_of_any(RtlModule *x, HdlName *fn, const HdlName *k, Hx count, Hx node)
{
    HdlModule *m = x->m;
    HdlName *i = hdl_loop(m, fn, "i"), *weight = hdl_loop(m, fn, "weight"),
            *total = hdl_local(m, fn, "sum", hx_int(m, 16));
    Hx low = hx_part(m, weight->x, hx_int(m, 0), hx_int(m, 16));
    HdlBody *b = hdl_function_body(fn);
    hs_set(b, total->x, hx_lit(m, 16, 0));
    hs_set(b, weight->x, hx_mod(m, hx_int(m, 1), count));
    HdlBody *each = hs_for(b, i, hx_int(m, 0), rtl_key_width(x));
    hs_set(hs_if(each, hx_bit(m, k->x, i->x)), total->x, hx_add(m, total->x, low));
    hs_set(each, weight->x, hx_mod(m, hx_mul(m, hx_int(m, 2), weight->x), count));
    HdlBody *rest = hs_for_down(b, i, hx_int(m, 5), hx_int(m, 0));
    hs_set(rest, weight->x, hx_shl(m, count, i->x));
    hs_set(hs_if(rest, hx_ge(m, total->x, low)), total->x, hx_sub(m, total->x, low));
    hs_set(hs_for(b, i, hx_int(m, 0), x->node_w->x), hx_bit(m, fn->x, i->x),
           hx_bit(m, total->x, hx_mod(m, i->x, hx_int(m, 16))));
    hs_set(b, fn->x, hx_add(m, fn->x, node));
}

/* Of a number of nodes' width the home that it is modulo a power of two. */
static Hx home_of_power(RtlModule *x, HdlScope *s, Hx key, const Controller *home)
{
    HdlModule *m = x->m;
    Hx last = hx_sub(m, rtl_count(x, home), hx_int(m, 1));
    Str of = rtl_upper(x->r->a, home->name);
    HdlName *mask = rtl_fn(x, "home_last", home, NULL);
    if (!mask)
        mask = rtl_fn_made(x, "home_last", home, NULL,
                           hdl_const(m, hdl_free_name(s, rtl_f(x, STR_FMT "_LAST", STR_ARG(of))), x->node_w->x,
                                     rtl_as_node(x, rtl_f(x, STR_FMT "_LAST_I", STR_ARG(of)), last)));
    return hx_add(m, rtl_first_node(x, home), hx_band(m, key, mask->x));
}

static const Expr *home_count(const RtlModule *x, const Controller *home)
{
    const System *sys = x->r->sys;
    const Expr *count = NULL;
    for (int i = 0; i < sys->places.n; i++) if (sys->places.at[i].ctl == home) count = sys->places.at[i].count;
    return count && always_power_of_2(count) ? NULL : count;
}

static Str home_suffix(RtlModule *x, const Controller *home)
{
    return x->r->sys->homes.n > 1 ? rtl_f(x, "_" STR_FMT, STR_ARG(rtl_lower(x->r->a, home->name))) : STR("");
}

HdlName *rtl_home_function(RtlModule *x, const Controller *home)
{
    HdlModule *m = x->m;
    HdlName *fn = rtl_fn(x, "home_node", home, NULL);
    if (fn) return fn;
    Hx w = x->node_w->x, kw = rtl_key_width(x);
    fn = hdl_function(m, rtl_f(x, "home_node" STR_FMT, STR_ARG(home_suffix(x, home))), w);
    hdl_function_doc(fn, rtl_f(x, "Keys are interleaved over the " STR_FMT " instances: the key modulo their number.",
                               STR_ARG(home->name)));
    HdlName *k = hdl_arg(m, fn, "k", kw);
    if (home_count(x, home)) home_of_any(x, fn, k, rtl_count(x, home), rtl_first_node(x, home));
    else {
        HdlName *i = hdl_loop(m, fn, "i");
        HdlBody *b = hdl_function_body(fn);
        hs_set(hs_for(b, i, hx_int(m, 0), w), hx_bit(m, fn->x, i->x),
               hx_cond(m, hx_lt(m, i->x, kw), hx_bit(m, k->x, hx_mod(m, i->x, kw)), hx_bool(m, 0)));
        hs_set(b, fn->x, home_of_power(x, hdl_items(m), fn->x, home));
    }
    return rtl_fn_made(x, "home_node", home, NULL, fn);
}

/* Keys go round the instances. */
HdlName *rtl_home(RtlModule *x, const Controller *home, Hx key)
{
    HdlModule *m = x->m;
    HdlScope *s = hdl_items(m);
    Hx w = x->node_w->x;
    Str net = rtl_f(x, "key_home" STR_FMT, STR_ARG(home_suffix(x, home)));
    if (home_count(x, home)) return hdl_lazy(s, net, w, hx_call(m, rtl_home_function(x, home), 1, key));
    HdlName *wide = hdl_lazy(s, STR("key_wide"), hx_add(m, w, rtl_key_width(x)), hx_cat2(m, hx_zeros(m, w), key));
    return hdl_lazy(s, net, w, home_of_power(x, s, hx_part(m, wide->x, hx_int(m, 0), w), home));
}
