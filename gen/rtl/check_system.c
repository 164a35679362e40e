/* check_system.c - assertions about a system: checks/NAME_checks.vh, which its module includes when COHGEN_CHECKS is
 * defined. Of invariants over the system those that speak of registers only (docs/language.md, Invariants over the
 * system): a generate loop for each name of `every`, and registers read inside of the instances. For simulators: Yosys
 * follows no such path, so nothing of it is there with FORMAL. */
#include "rtl/system.h"
#include "util/text.h"

typedef struct { const Var *copy; const Expr *from; Hx x; } Read;
typedef struct { const Bound *of; Hx index; } Name;
typedef struct {
    RtlModule *x;
    RtlTile *const *tiles;
    HdlScope *s;
    VEC(Name) names;
    VEC(Read) reads;
} Spoken;

static Str net_of(RtlModule *x, const Var *v) { return rtl_f(x, STR_FMT "_q", STR_ARG(v->ident)); }

/* ---- which can be translated ---- */

typedef struct { const RtlModule *x; RtlTile *const *tiles; bool ok; } Look;

static void look(const Expr *e, void *ctx)
{
    Look *l = ctx;
    if (e->op == E_EVERY || e->op == E_SOME || e->op == E_COUNT || e->op == E_MSG ||
        e->op == E_STATE || e->op == E_UNKNOWN) l->ok = false;
    if (e->op != E_AT) return;
    const Controller *c = e->of ? e->of->ctl : NULL;
    const Var *v = e->var;
    l->ok = l->ok && c && v && v->kind == V_REG && !v->array && !v->constant && l->tiles[c->id] &&
            hdl_named(l->tiles[c->id]->k->x->m, net_of((RtlModule *)l->x, v));
}

/* Its body, behind the names; NULL: it speaks of something else than registers, or of another clock. */
static const Expr *body_of(const RtlModule *x, const RtlDomain *domains, RtlTile *const *tiles, const Invariant *v)
{
    const Expr *e = v->system;
    if (!e || v->cover) return NULL;
    for (; e->op == E_EVERY; e = e->arg[0]) {
        const Controller *c = e->of->ctl;
        if (!c || !tiles[c->id] || (domains && rtl_domain_at(x, domains, c))) return NULL;
    }
    Look l = { x, tiles, e != v->system };
    expr_walk(e, look, &l);
    return l.ok ? e : NULL;
}

/* ---- what it says ---- */

static Hx index_of(const Spoken *k, const Bound *of)
{
    for (int i = 0; i < k->names.n; i++) if (k->names.at[i].of == of) return k->names.at[i].index;
    return NULL;
}

/* The register of an instance, as a net beside the assertion. */
static Hx inside(Spoken *k, const Expr *e)
{
    RtlModule *x = k->x;
    const Controller *c = e->of->ctl;
    Str part = hdl_part_with(k->tiles[c->id]->k->x->m, net_of(x, e->var));
    HdlStep steps[5] = { { rtl_f(x, "g_" STR_FMT, STR_ARG(rtl_lower(x->r->a, c->name))), index_of(k, e->of) },
                         { STR("u"), NULL } };
    int n = 2;
    if (!x->r->opt->replay) steps[n++] = (HdlStep){ STR("u_ctl"), NULL };
    if (part.n) steps[n++] = (HdlStep){ part, NULL };
    steps[n++] = (HdlStep){ net_of(x, e->var), NULL };
    Str name = rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(e->of->name), STR_ARG(e->var->ident));
    return hdl_is(k->s, name, rtl_width(x, e->var->type), hx_path(x->m, steps, n))->x;
}

/* The same with a variable in the place of each register of an instance. */
static Expr *with_vars(Spoken *k, const Expr *e)
{
    Arena *a = k->x->r->a;
    Expr *copy = NEW(a, Expr);
    *copy = *e;
    for (int i = 0; i < e->n_args; i++) copy->arg[i] = with_vars(k, e->arg[i]);
    if (e->op != E_AT) return copy;
    copy->op = E_VAR;
    for (int i = 0; i < k->reads.n; i++) {
        const Read *r = &k->reads.at[i];
        if (r->from->of == e->of && r->from->var == e->var) { copy->var = (Var *)r->copy; return copy; }
    }
    Var *v = copy->var = NEW(a, Var);
    *v = *e->var;
    vec_push(a, &k->reads, ((Read){ v, e, inside(k, e) }));
    return copy;
}

static Hx read_of(void *ctx, const Var *v)
{
    const Spoken *k = ctx;
    for (int i = 0; i < k->reads.n; i++) if (k->reads.at[i].copy == v) return k->reads.at[i].x;
    return NULL;
}

static void invariant(RtlModule *x, RtlTile *const *tiles, const Invariant *v, const Expr *body, Hx enable)
{
    HdlModule *m = x->m;
    Spoken k = { .x = x, .tiles = tiles, .s = hdl_checks(m) };
    for (const Expr *e = v->system; e != body; e = e->arg[0]) {
        HdlName *i;
        Str stem = rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(v->name), STR_ARG(e->of->name));
        k.s = hdl_for(k.s, rtl_f(x, "g_" STR_FMT, STR_ARG(stem)), str_z(x->r->a, rtl_f(x, "i_" STR_FMT, STR_ARG(stem))),
                      rtl_count(x, e->of->ctl), &i);
        vec_push(x->r->a, &k.names, ((Name){ e->of, i->x }));
    }
    const Expr *test = with_vars(&k, body);
    RtlExpr e = { .x = x, .var = read_of, .ctx = &k, .scope = k.s };
    Hx when = test->op == E_IMPLIES ? rtl_expr(&e, test->arg[0]) : hx_bool(m, 1),
       then = rtl_expr(&e, test->op == E_IMPLIES ? test->arg[1] : test);
    hdl_assert(k.s, rtl_f(x, "inv_" STR_FMT, STR_ARG(v->name)), enable, when, then,
               rtl_f(x, "%s:%d: invariant " STR_FMT ": " STR_FMT, text_file_name(v->pos.file), v->pos.line,
                     STR_ARG(v->name), STR_ARG(text_line(x->r->a, v->text))));
}

void rtl_system_checks(RtlModule *x, const RtlDomain *domains, RtlTile *const *tiles)
{
    HdlModule *m = x->m;
    Hx enable = NULL;
    for (int i = 0; i < x->r->sys->places.n; i++) {
        const Controller *c = x->r->sys->places.at[i].ctl;
        for (int j = 0; j < c->invariants.n; j++) {
            const Expr *body = body_of(x, domains, tiles, &c->invariants.at[j]);
            if (!body) continue;
            if (!enable) {
                HdlScope *s = hdl_checks(m);
                Hx rst = hdl_find_port(m, STR("rst_i"))->x;
                hdl_ifdef(s, "FORMAL", false);
                hdl_note(s, STR("A reset has been seen."));
                HdlName *seen = hdl_wire(s, STR("chk_q"), NULL);
                hdl_from_zero(seen);
                hs_set(hdl_clocked(s, true).reset, seen->x, hx_bool(m, true));
                enable = hdl_is(s, STR("chk"), NULL, hx_and(m, seen->x, hx_not(m, rst)))->x;
                hdl_note(s, STR("---- invariants over the system ----"));
            }
            invariant(x, tiles, &c->invariants.at[j], body, enable);
        }
    }
    if (enable) hdl_endif(hdl_checks(m));
}
