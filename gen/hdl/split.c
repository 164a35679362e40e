/* split.c - parts of a module as modules of their own: nets that cross their borders become their ports. */
#include "hdl/parts.h"
#include <assert.h>
#include <string.h>

enum { MAX_PARTS = 63 };

HdlScope *hdl_part(HdlModule *m, Str what, Str doc)
{
    assert(m->parts.n < MAX_PARTS);
    HdlPart p = { .scope = NEW(m->a, HdlScope), .doc = doc };
    *p.scope = (HdlScope){ .m = m, .up = m->top, .table = m->top->table };
    p.name = hdl_legal(m->a, str_printf(m->a, STR_FMT "_" STR_FMT, STR_ARG(m->name), STR_ARG(what)));
    p.instance = str_printf(m->a, "u_" STR_FMT, STR_ARG(what));
    hdl_instance(m->top, str_z(m->a, p.name), p.instance);
    p.item = m->top->items.at[m->top->items.n - 1];
    vec_push(m->a, &m->parts, p);
    return p.scope;
}

void hdl_part_clock(HdlModule *m, HdlName *net) { m->part_clock = net; }

int hdl_parts(const HdlModule *m) { return m->parts.n; }
HdlModule *hdl_part_module(const HdlModule *m, int part) { return m->parts.at[part].m; }

/* ---- who mentions a net, who drives it: 0 the module itself, 1 + the part's number ---- */

typedef struct { HdlModule *m; int who; } Seen;

static bool is_net(const HdlName *n)
{
    return n->kind == HDL_INPUT || n->kind == HDL_OUTPUT || n->kind == HDL_WIRE || n->kind == HDL_INTEGER;
}

static void seen_net(const Seen *k, HdlName *n, bool written)
{
    HdlFacts *f = hdl_facts(n);
    uint64_t me = (uint64_t)1 << k->who;
    f->users |= me;
    if (!written) return;
    assert(!(f->drivers & ~me));                /* one part drives all of it */
    f->drivers |= me;
}

static void seen(void *ctx, Hx x, bool written)
{
    Seen *k = ctx;
    bool select = x->kind == HX_BIT || x->kind == HX_PART || x->kind == HX_DOWN;
    if (x->kind == HX_NAME && is_net(x->name)) seen_net(k, x->name, written);
    for (int i = 0; i < x->n; i++) seen(ctx, x->arg[i], written && (x->kind == HX_CONCAT || (select && i == 0)));
}

Str hdl_part_with(const HdlModule *m, Str net)
{
    HdlName *n = names_get(m->top->table, net);
    uint64_t users = n && is_net(n) ? hdl_facts(n)->users : 0;
    for (int i = 0; i < m->parts.n; i++) if (users == (uint64_t)2 << i) return m->parts.at[i].instance;
    return STR("");
}

/* A register is called _q, a port _i or _o: the rest of the name is the port's. */
static Str net_stem(const HdlName *n)
{
    Str s = n->name;
    bool tail = s.n > 2 && s.p[s.n - 2] == '_';
    char c = tail ? s.p[s.n - 1] : 0;
    bool port = n->kind == HDL_INPUT || n->kind == HDL_OUTPUT;
    return c == 'q' || (port && (c == 'i' || c == 'o')) ? (Str){ s.p, s.n - 2 } : s;
}

/* What a part's port for the net is called, without _i or _o. A register keeps its _q where another name of the module
 * would have the same rest: a pin and the register behind it are two ports. */
static Str port_stem(const HdlModule *m, const HdlName *n)
{
    Str stem = net_stem(n);
    if (stem.n == n->name.n || n->kind == HDL_INPUT || n->kind == HDL_OUTPUT) return stem;
    Names *all = m->top->table;
    bool taken = names_get(all, stem) || names_get(all, str_printf(m->a, STR_FMT "_i", STR_ARG(stem))) ||
                 names_get(all, str_printf(m->a, STR_FMT "_o", STR_ARG(stem)));
    return taken ? n->name : stem;
}

/* The name is that of `port`, below, unless it stays in the part. */
Str hdl_driver_of(const HdlModule *m, Str net, Str *name)
{
    HdlName *n = names_get(m->top->table, net);
    const HdlFacts *f = n && is_net(n) ? hdl_facts(n) : NULL;
    *name = net;
    for (int i = 0; f && i < m->parts.n; i++) {
        if (f->drivers != (uint64_t)2 << i) continue;
        if (f->users != f->drivers) *name = str_printf(m->a, STR_FMT "_o", STR_ARG(port_stem(m, n)));
        return m->parts.at[i].instance;
    }
    return STR("");
}

/* The clock and the reset of processes are no expressions. */
static void seen_clock(Seen *k, const HdlItem *it)
{
    HdlName *clk = hdl_find_port(k->m, STR("clk_i")), *rst = hdl_find_port(k->m, STR("rst_i"));
    if (it->kind == HI_CLOCKED && clk) seen_net(k, clk, false);
    if (it->kind == HI_CLOCKED && it->reset && rst) seen_net(k, rst, false);
    for (int i = 0; it->inner && i < it->inner->items.n; i++) seen_clock(k, it->inner->items.at[i]);
}

static void seen_scope(HdlModule *m, const HdlScope *s, int who)
{
    Seen k = { m, who };
    for (int i = 0; i < s->items.n; i++) {
        hdl_visit_item(s->items.at[i], true, seen, &k);
        if (who) seen_clock(&k, s->items.at[i]);
    }
}

/* ---- the same in the part's module ---- */

typedef struct { HdlModule *from, *to; const HdlScope *scope; int who; } Move;

static Hx moved(Move *k, Hx x);

/* What a name of the module is called in the part. */
static HdlName *there(const Move *k, HdlName *n)
{
    const HdlFacts *f = n ? hdl_facts(n) : NULL;
    return f && f->there && f->there_in == k->to ? f->there : n;
}

static HdlName *set_there(const Move *k, HdlName *n, HdlName *to)
{
    hdl_facts(n)->there = to;
    hdl_facts(n)->there_in = k->to;
    return to;
}

static Hx moved(Move *k, Hx x)
{
    if (!x) return NULL;
    HdlName *name = there(k, x->name);
    if (x->kind == HX_NAME) return name->x;
    bool same = name == x->name;
    HdlExpr *y = hx_new(k->to, x->kind, x->n);
    Hx *arg = y->arg;
    for (int i = 0; i < x->n; i++) same &= (arg[i] = moved(k, x->arg[i])) == x->arg[i];
    if (same) return x;
    *y = *x;
    y->arg = arg;
    y->name = name;
    return y;
}

static HdlBody *moved_body(Move *k, const HdlBody *b)
{
    if (!b) return NULL;
    HdlBody *to = NEW(k->to->a, HdlBody);
    *to = *b;
    to->m = k->to;
    if (b->scope == k->scope) to->scope = k->to->top;
    memset(&to->at, 0, sizeof to->at);
    for (int i = 0; i < b->at.n; i++) {
        HsStmt *s = NEW(k->to->a, HsStmt);
        *s = *b->at.at[i];
        s->lhs = moved(k, s->lhs);
        s->rhs = moved(k, s->rhs);
        s->var = there(k, s->var);
        s->body = moved_body(k, s->body);
        s->arms.at = NEW_N(k->to->a, HsArm, s->arms.n + 1);
        for (int j = 0; j < s->arms.n; j++) {
            const HsArm *old = &b->at.at[i]->arms.at[j];
            HsArm *arm = &s->arms.at[j];
            *arm = (HsArm){ .body = moved_body(k, old->body) };
            for (int n = 0; n < old->labels.n; n++) vec_push(k->to->a, &arm->labels, moved(k, old->labels.at[n]));
        }
        vec_push(k->to->a, &to->at, s);
    }
    return to;
}

/* ---- parameters, constants, functions: all, in their order; what nothing mentions is not printed ---- */

static HdlName *twin(Move *k, HdlName *n, HdlScope *s)
{
    HdlName *t = hdl_name_new(k->to, s, n->kind, n->name, NULL);
    t->integer = n->integer;
    t->is_signed = n->is_signed;
    hdl_facts(t)->doc = hdl_facts(n)->doc;
    hdl_facts(t)->bit = hdl_facts(n)->bit;
    return set_there(k, n, t);
}

static void function(Move *k, HdlName *fn, HdlName *to)
{
    HdlItem *it = NEW(k->to->a, HdlItem);
    it->kind = HI_FUNCTION;
    it->text = fn->item->text;
    for (int i = 0; i < fn->item->args.n; i++) {
        vec_push(k->to->a, &it->args, twin(k, fn->item->args.at[i], NULL));
        it->args.at[i]->width = moved(k, fn->item->args.at[i]->width);
    }
    for (int i = 0; i < fn->item->locals.n; i++) {
        vec_push(k->to->a, &it->locals, twin(k, fn->item->locals.at[i], NULL));
        it->locals.at[i]->width = moved(k, fn->item->locals.at[i]->width);
    }
    it->run = moved_body(k, fn->item->run);
    to->item = it;
}

static void heads(Move *k)
{
    for (int i = 0; i < k->from->head.n; i++)
        vec_push(k->to->a, &k->to->head, hdl_facts(twin(k, &k->from->head.at[i]->pub, k->to->top)));
    for (int i = 0; i < k->from->head.n; i++) {
        HdlFacts *f = k->from->head.at[i];
        f->there->width = moved(k, f->pub.width);
        hdl_facts(f->there)->value = moved(k, f->value);
        if (f->pub.kind == HDL_FUNCTION) function(k, &f->pub, f->there);
    }
}

/* ---- ports, nets ---- */

static void port(Move *k, HdlInstance *i, HdlName *n, bool out)
{
    Str name = hdl_free_name(k->to->top, str_printf(k->to->a, STR_FMT "%s", STR_ARG(port_stem(k->from, n)),
                                                    out ? "_o" : "_i"));
    Hx width = moved(k, n->width);
    assert(!n->depth);
    set_there(k, n, out ? hdl_output(k->to, name, width) : hdl_input(k->to, name, width));
    bool clock = k->from->part_clock && n == hdl_find_port(k->from, STR("clk_i"));
    (out ? hdl_out : hdl_in)(i, str_z(k->to->a, name), clock ? k->from->part_clock->x : n->x);
}

typedef struct { VEC(HdlFacts *) at; } Nets;

/* A net of nobody else comes along. */
static bool stays_inside(const HdlFacts *f, uint64_t me)
{
    return f->pub.kind != HDL_INPUT && f->pub.kind != HDL_OUTPUT && f->users == me;
}

static void scope_names(Move *k, HdlScope *s)
{
    for (int i = 0; i < s->names.n; i++) {
        HdlName *n = &s->names.at[i]->pub;
        n->width = moved(k, n->width);
        n->depth = moved(k, n->depth);
        n->scope = s;
    }
}

static void local_nets(Move *k, const Nets *all)
{
    HdlScope *s = k->to->top;
    for (int i = 0; i < all->at.n; i++) {
        if (!stays_inside(all->at.at[i], (uint64_t)1 << k->who)) continue;
        vec_push(k->to->a, &s->names, all->at.at[i]);
        names_put(k->to->a, s->table, all->at.at[i]->pub.name, &all->at.at[i]->pub);
    }
    scope_names(k, s);
}

static void crossing_nets(Move *k, HdlInstance *i, const Nets *all)
{
    uint64_t me = (uint64_t)1 << k->who;
    for (int out = 0; out < 2; out++) {
        hdl_pins(i);
        for (int n = 0; n < all->at.n; n++) {
            const HdlFacts *f = all->at.at[n];
            if (!(f->users & me) || stays_inside(f, me) || (f->drivers == me) != out) continue;
            port(k, i, &all->at.at[n]->pub, out);
        }
    }
}

/* ---- items ---- */

/* Names of instances and generate blocks are taken in the part as well. */
static void take_names(Move *k, const HdlScope *s)
{
    for (int i = 0; i < s->items.n; i++) {
        const HdlItem *it = s->items.at[i];
        if (it->instance) hdl_name_new(k->to, k->to->top, HDL_GENVAR, it->instance->name, NULL);
        if (it->kind == HI_FOR) hdl_name_new(k->to, k->to->top, HDL_GENVAR, it->var->name, NULL);
        if (it->inner) hdl_name_new(k->to, k->to->top, HDL_GENVAR, it->label, NULL);
    }
}

static void move_items(Move *k, HdlScope *s)
{
    for (int i = 0; i < s->items.n; i++) {
        HdlItem *it = s->items.at[i];
        it->lhs = moved(k, it->lhs);
        it->rhs = moved(k, it->rhs);
        it->enable = moved(k, it->enable);
        it->var = there(k, it->var);
        it->reset = moved_body(k, it->reset);
        it->run = moved_body(k, it->run);
        for (int p = 0; it->instance && p < it->instance->params.n; p++)
            it->instance->params.at[p].value = moved(k, it->instance->params.at[p].value);
        for (int p = 0; it->instance && p < it->instance->pins.n; p++)
            it->instance->pins.at[p].x = moved(k, it->instance->pins.at[p].x);
        if (it->instance) it->instance->in = k->to;
        if (!it->inner) continue;
        it->inner->m = k->to;
        if (it->inner->up == k->scope) it->inner->up = k->to->top;
        scope_names(k, it->inner);
        move_items(k, it->inner);
    }
}

static bool is_empty(const HdlScope *s)
{
    for (int i = 0; i < s->items.n; i++)
        if (s->items.at[i]->kind != HI_NOTE && s->items.at[i]->kind != HI_BLANK) return false;
    return true;
}

static Hx same_param(void *ctx, HdlModule *m, const HdlName *param) { (void)ctx; return hdl_find(m, param->name)->x; }

static void part(HdlModule *m, HdlPart *p, int who, const Nets *all)
{
    if (is_empty(p->scope)) { p->item->kind = HI_BLANK; p->item->instance = NULL; return; }
    p->m = hdl_module(m->a, p->name, p->doc);
    Move k = { m, p->m, p->scope, who };
    heads(&k);
    take_names(&k, p->scope);
    local_nets(&k, all);
    crossing_nets(&k, p->item->instance, all);
    move_items(&k, p->scope);
    memcpy(&p->m->top->items, &p->scope->items, sizeof p->scope->items);
    if (p->m->clash.n) m->clash = p->m->clash;
    hdl_seal(p->m);
    hdl_give_params(p->item->instance, p->m, same_param, NULL);
}

void hdl_split(HdlModule *m)
{
    Nets all = { 0 };
    for (int p = 0; p < m->parts.n; p++) hdl_prune(m->parts.at[p].scope);
    for (int i = 0; i < m->ports.n; i++) vec_push(m->a, &all.at, hdl_facts(m->ports.at[i]));
    for (int i = 0; i < m->top->names.n; i++)
        if (m->top->names.at[i]->pub.kind != HDL_INPUT) vec_push(m->a, &all.at, m->top->names.at[i]);
    for (int p = 0; p < m->parts.n; p++) {
        const HdlScope *s = m->parts.at[p].scope;
        for (int i = 0; i < s->names.n; i++) vec_push(m->a, &all.at, s->names.at[i]);
    }
    seen_scope(m, m->top, 0);
    if (m->checks) seen_scope(m, m->checks, 0);
    for (int p = 0; p < m->parts.n; p++) seen_scope(m, m->parts.at[p].scope, p + 1);
    for (int p = 0; p < m->parts.n; p++) part(m, &m->parts.at[p], p + 1, &all);
    m->top->names.n = 0;
    for (int i = 0; i < all.at.n; i++) {
        HdlFacts *f = all.at.at[i];
        if (f->pub.scope->m != m || f->pub.kind == HDL_OUTPUT) continue;       /* moved; not among the nets */
        f->pub.scope = m->top;
        vec_push(m->a, &m->top->names, f);
    }
}
