/* use.c - which names a module mentions: what is declared, what becomes a parameter, which nets nobody reads. */
#include "hdl/parts.h"

/* ---- visiting ---- */

static void visit_body(const HdlBody *b, HdlVisit fn, void *ctx)
{
    for (int i = 0; b && i < b->at.n; i++) {
        const HsStmt *s = b->at.at[i];
        if (s->lhs) fn(ctx, s->lhs, s->kind == HS_SET);
        if (s->rhs) fn(ctx, s->rhs, false);
        if (s->var) fn(ctx, s->var->x, true);
        for (int k = 0; k < s->arms.n; k++) {
            for (int j = 0; j < s->arms.at[k].labels.n; j++) fn(ctx, s->arms.at[k].labels.at[j], false);
            visit_body(s->arms.at[k].body, fn, ctx);
        }
        visit_body(s->body, fn, ctx);
    }
}

void hdl_visit_item(const HdlItem *i, bool inner, HdlVisit fn, void *ctx)
{
    if (i->lhs) fn(ctx, i->lhs, i->kind == HI_ASSIGN);
    if (i->rhs) fn(ctx, i->rhs, false);
    if (i->enable) fn(ctx, i->enable, false);
    if (i->kind == HI_KEEP) fn(ctx, i->var->x, false);
    if (i->instance) {
        for (int k = 0; k < i->instance->params.n; k++) fn(ctx, i->instance->params.at[k].value, false);
        for (int k = 0; k < i->instance->pins.n; k++)
            if (i->instance->pins.at[k].x) fn(ctx, i->instance->pins.at[k].x, i->instance->pins.at[k].out);
    }
    visit_body(i->reset, fn, ctx);
    visit_body(i->run, fn, ctx);
    for (int k = 0; inner && i->inner && k < i->inner->items.n; k++)
        hdl_visit_item(i->inner->items.at[k], true, fn, ctx);
}

/* ---- marking ---- */

typedef struct { HdlModule *m; bool process, checks, derive; } Mark;

static void mark(void *ctx, Hx x, bool written);

static void mark_head(Mark *k, HdlFacts *f)
{
    bool *flag = k->derive ? &f->derived : k->checks ? &f->used_in_checks : &f->used;
    if (*flag) return;
    if (k->derive && f->pub.kind == HDL_FUNCTION) return;
    *flag = true;
    Mark inner = *k;
    inner.process = false;
    if (f->pub.width) mark(&inner, f->pub.width, false);
    if (f->value) mark(&inner, f->value, false);
    if (f->pub.kind != HDL_FUNCTION) return;
    for (int i = 0; i < f->pub.item->args.n; i++)
        if (f->pub.item->args.at[i]->width) mark(&inner, f->pub.item->args.at[i]->width, false);
    for (int i = 0; i < f->pub.item->locals.n; i++)
        if (f->pub.item->locals.at[i]->width) mark(&inner, f->pub.item->locals.at[i]->width, false);
    visit_body(f->pub.item->run, mark, &inner);
}

static bool in_checks(const HdlModule *m, const HdlScope *s)
{
    while (s && s != m->checks) s = s->up;
    return s != NULL;
}

static void mark_net(Mark *k, HdlFacts *f, bool written, bool part)
{
    bool own =
        k->checks == in_checks(k->m, f->pub.scope); /* assertions are not always there: they do not count as readers */
    if (!f->mentioned) {
        f->mentioned = true;
        Mark width = { .m = k->m, .checks = k->checks };
        if (f->pub.width) mark(&width, f->pub.width, false);
        if (f->pub.depth) mark(&width, f->pub.depth, false);
    }
    if (written) f->driven = true;
    if (written && k->process) f->variable = true;
    if (!written && own) *(part ? &f->read_part : &f->read) = true;
}

static void mark_name(Mark *k, HdlName *n, bool written, bool part)
{
    HdlFacts *f = hdl_facts(n);
    switch (n->kind) {
    case HDL_PARAM: case HDL_CONST: case HDL_FUNCTION: mark_head(k, f); break;
    case HDL_INPUT: case HDL_OUTPUT: case HDL_WIRE: case HDL_INTEGER: mark_net(k, f, written, part); break;
    case HDL_GENVAR: case HDL_ARG: case HDL_IMPORT: break;
    }
}

/* What C writes is a target. */
static bool c_writes(Hx call, int arg)
{
    return call->kind == HX_CALL && call->name->kind == HDL_IMPORT && hdl_facts(call->name->item->args.at[arg])->driven;
}

static void mark(void *ctx, Hx x, bool written)
{
    Mark *k = ctx;
    bool select = x->kind == HX_BIT || x->kind == HX_PART || x->kind == HX_DOWN;
    if (x->kind == HX_NAME || x->kind == HX_CALL) mark_name(k, x->name, written, false);
    for (int i = 0; i < x->n; i++) {
        bool base = select && i == 0;
        if (base && x->arg[0]->kind == HX_NAME) mark_name(k, x->arg[0]->name, written, !x->arg[0]->name->depth);
        else mark(k, x->arg[i], c_writes(x, i) || (written && (base || x->kind == HX_CONCAT)));
    }
}

static bool is_process(HiKind k)
{
    return k == HI_COMB || k == HI_CLOCKED || k == HI_AT || k == HI_AT_FALL || k == HI_INITIAL;
}

/* Processes at the clock's edge do not mention it by an expression. */
static void mark_clock(HdlModule *m, const HdlItem *it)
{
    HdlName *clk = hdl_find_port(m, STR("clk_i")), *rst = hdl_find_port(m, STR("rst_i"));
    if (it->kind != HI_CLOCKED) return;
    if (clk) hdl_facts(clk)->read = true;
    if (rst && it->reset) hdl_facts(rst)->read = true;
}

/* True if something new was marked: a lazy assignment counts once its target is mentioned. */
static bool mark_scope(HdlModule *m, HdlScope *s, bool checks)
{
    bool more = false;
    for (int i = 0; i < s->items.n; i++) {
        HdlItem *it = s->items.at[i];
        Mark k = { .m = m, .process = is_process(it->kind), .checks = checks };
        if (it->inner) more |= mark_scope(m, it->inner, checks);
        if (it->marked || (it->lazy && !hdl_facts(it->lhs->name)->mentioned)) continue;
        it->marked = more = true;
        hdl_visit_item(it, false, mark, &k);
        if (!checks) mark_clock(m, it);
    }
    return more;
}

/* Nets that are driven, and read by nobody or only in part. */
static void sink(HdlModule *m, HdlScope *s)
{
    for (int i = 0; i < s->names.n; i++) {
        HdlFacts *f = s->names.at[i];
        bool net = f->pub.kind == HDL_INPUT || f->pub.kind == HDL_WIRE;
        if (net && !f->pub.depth && !f->read && (f->mentioned || f->pub.kind == HDL_INPUT)) vec_push(m->a, &s->sunk, f);
    }
    for (int i = 0; i < s->items.n; i++) if (s->items.at[i]->inner) sink(m, s->items.at[i]->inner);
}

static void instantiated(HdlModule *m, const HdlScope *s)
{
    for (int i = 0; s && i < s->items.n; i++) {
        const HdlItem *it = s->items.at[i];
        bool known = false;
        if (it->inner) instantiated(m, it->inner);
        if (!it->instance) continue;
        for (int k = 0; k < m->modules.n; k++) known |= str_eq(m->modules.at[k], it->instance->module);
        if (!known) vec_push(m->a, &m->modules, it->instance->module);
    }
}

void hdl_seal(HdlModule *m)
{
    if (m->sealed) return;
    Mark ports = { .m = m }, derive = { .m = m, .derive = true };
    hdl_prune(m->top);
    for (bool more = true; more;) {
        more = mark_scope(m, m->top, false);
        if (m->checks) more |= mark_scope(m, m->checks, true);
    }
    for (int i = 0; i < m->ports.n; i++) {
        if (!m->ports.at[i]->width) continue;
        mark(&ports, m->ports.at[i]->width, false);
        mark(&derive, m->ports.at[i]->width, false); /* a name is declared before its use: these become parameters */
    }
    for (int i = 0; i < m->head.n; i++) {
        HdlFacts *f = m->head.at[i];
        f->only_checked = f->pub.kind == HDL_PARAM && f->used_in_checks && !f->used && !f->derived;
        if (f->pub.kind == HDL_PARAM) f->used |= f->used_in_checks;
        if (f->pub.kind == HDL_PARAM) f->derived = false;
        f->used |= f->derived;
        if (f->pub.kind == HDL_PARAM && f->used) vec_push(m->a, &m->params, &f->pub);
    }
    sink(m, m->top);
    if (m->checks) sink(m, m->checks);
    instantiated(m, m->top);
    m->sealed = true;
}

int hdl_used_params(const HdlModule *m, HdlName *const **at)
{
    *at = m->params.at;
    return m->params.n;
}

int hdl_instantiated(const HdlModule *m, Str **names)
{
    *names = m->modules.at;
    return m->modules.n;
}

bool hdl_is_read(const HdlModule *m, const HdlName *net)
{
    (void)m;
    return hdl_facts_const(net)->read || hdl_facts_const(net)->read_part;
}
