/* build.c - items of a module and statements of processes. */
#include "hdl/parts.h"
#include <assert.h>

/* ---- items ---- */

HdlItem *hdl_item(HdlScope *s, HiKind kind)
{
    HdlItem *i = NEW(s->m->a, HdlItem);
    assert(!s->m->sealed);
    i->kind = kind;
    vec_push(s->m->a, &s->items, i);
    return i;
}

static HdlBody *body_new(HdlModule *m, HdlScope *s, bool clocked)
{
    HdlBody *b = NEW(m->a, HdlBody);
    b->m = m;
    b->scope = s;
    b->clocked = clocked;
    return b;
}

void hdl_assign(HdlScope *s, Hx lhs, Hx rhs)
{
    HdlItem *i = hdl_item(s, HI_ASSIGN);
    i->lhs = lhs;
    i->rhs = rhs;
}

HdlName *hdl_is(HdlScope *s, Str name, Hx width, Hx value)
{
    HdlName *n = hdl_wire(s, name, width);
    hdl_assign(s, n->x, value);
    return n;
}

HdlName *hdl_lazy(HdlScope *s, Str name, Hx width, Hx value)
{
    HdlName *n = hdl_is(s, name, width, value);
    s->items.at[s->items.n - 1]->lazy = true;
    return n;
}

HdlBody *hdl_comb(HdlScope *s)
{
    HdlItem *i = hdl_item(s, HI_COMB);
    i->run = body_new(s->m, s, false);
    return i->run;
}

HdlClocked hdl_clocked(HdlScope *s, bool with_reset)
{
    HdlItem *i = hdl_item(s, HI_CLOCKED);
    i->run = body_new(s->m, s, true);
    if (with_reset) i->reset = body_new(s->m, s, true);
    return (HdlClocked){ i->reset, i->run };
}

HdlInstance *hdl_instance(HdlScope *s, const char *module, Str name)
{
    HdlItem *i = hdl_item(s, HI_INSTANCE);
    HdlInstance *x = i->instance = NEW(s->m->a, HdlInstance);
    x->in = s->m;
    x->module = str_from(module);
    x->name = hdl_free_name(s, name);
    hdl_name_new(s->m, s, HDL_GENVAR, x->name, NULL);
    return x;
}

void hdl_give_params(HdlInstance *x, const HdlModule *of,
                     Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx)
{
    assert(of->sealed);
    for (int i = 0; i < of->params.n; i++)
        if (!hdl_facts_const(of->params.at[i])->derived) {
            HdlSetting set = { of->params.at[i]->name, map(ctx, x->in, of->params.at[i]) };
            vec_push(x->in->a, &x->params, set);
        }
}

HdlInstance *hdl_instance_of(HdlScope *s, const HdlModule *of, Str name,
                             Hx (*map)(void *ctx, HdlModule *m, const HdlName *param), void *ctx)
{
    HdlInstance *x = hdl_instance(s, str_z(s->m->a, of->name), name);
    hdl_give_params(x, of, map, ctx);
    return x;
}

void hdl_set(HdlInstance *i, const char *param, Hx value)
{
    HdlSetting set = { str_from(param), value };
    vec_push(i->in->a, &i->params, set);
}

static void pin(HdlInstance *i, const char *name, Hx x, bool out)
{
    HdlPin p = { name, x, out, i->new_line };
    i->new_line = false;
    vec_push(i->in->a, &i->pins, p);
}

void hdl_in(HdlInstance *i, const char *name, Hx value) { pin(i, name, value, false); }
void hdl_out(HdlInstance *i, const char *name, Hx target) { pin(i, name, target, true); }
void hdl_pins(HdlInstance *i) { i->new_line = true; }

void hdl_illegal(HdlScope *s, Str label, Hx test, const char *what)
{
    hdl_instance(hdl_if(s, label, test), str_z(s->m->a, str_printf(s->m->a, "cg_error_%s", what)), STR("u_error"));
}

void hdl_note(HdlScope *s, Str text) { hdl_item(s, HI_NOTE)->text = text; }
void hdl_blank(HdlScope *s) { hdl_item(s, HI_BLANK); }
void hdl_unread(HdlScope *s, Hx x) { hdl_item(s, HI_UNREAD)->rhs = x; }
void hdl_keep(HdlScope *s, HdlName *n) { hdl_item(s, HI_KEEP)->var = n; }

void hdl_ifdef(HdlScope *s, const char *macro, bool defined)
{
    HdlItem *i = hdl_item(s, HI_IFDEF);
    i->text = str_from(macro);
    i->defined = defined;
}

void hdl_endif(HdlScope *s) { hdl_item(s, HI_ENDIF); }

/* Of a property: what it asks, and why. */
static HdlItem *property(HdlScope *s, HiKind kind, Hx when, Hx then, Str why)
{
    HdlItem *i = hdl_item(s, kind);
    i->label = (Str){ "", 0 };
    i->lhs = when;
    i->rhs = then;
    i->text = why;
    return i;
}

void hdl_assert(HdlScope *s, Str label, Hx enable, Hx when, Hx then, Str why)
{
    HdlItem *i = property(s, HI_ASSERT, when, then, why);
    i->label = label;
    i->enable = enable;
}
void hdl_cover(HdlScope *s, Str label, Hx enable, Hx when, Str why)
{
    HdlItem *i = property(s, HI_COVER, when, NULL, why);
    i->label = label;
    i->enable = enable;
}
void hdl_assume(HdlScope *s, Hx when, Hx then, Str why) { property(s, HI_ASSUME, when, then, why); }

/* ---- statements ---- */

static HsStmt *stmt(HdlBody *b, HsKind kind)
{
    HsStmt *s = NEW(b->m->a, HsStmt);
    s->kind = kind;
    vec_push(b->m->a, &b->at, s);
    return s;
}

static HdlBody *inner(HdlBody *b) { return body_new(b->m, b->scope, b->clocked); }

static HdlBody *arm(HdlBody *b, HsStmt *s, Hx label)
{
    HsArm x = { .body = inner(b) };
    if (label) vec_push(b->m->a, &x.labels, label);
    vec_push(b->m->a, &s->arms, x);
    return x.body;
}

void hs_set(HdlBody *b, Hx lhs, Hx rhs)
{
    HsStmt *s = stmt(b, HS_SET);
    s->lhs = lhs;
    s->rhs = rhs;
}

HdlBody *hs_if(HdlBody *b, Hx test) { return arm(b, stmt(b, HS_IF), test); }

static HsStmt *last_if(HdlBody *b)
{
    assert(b->at.n && b->at.at[b->at.n - 1]->kind == HS_IF);
    return b->at.at[b->at.n - 1];
}

HdlBody *hs_elif(HdlBody *b, Hx test) { return arm(b, last_if(b), test); }
HdlBody *hs_else(HdlBody *b) { return arm(b, last_if(b), NULL); }

HdlCase *hs_case(HdlBody *b, Hx value)
{
    HdlCase *c = NEW(b->m->a, HdlCase);
    c->m = b->m;
    c->in = b;
    c->stmt = stmt(b, HS_CASE);
    c->stmt->rhs = value;
    return c;
}

HdlCase *hs_case_apart(HdlBody *b)
{
    HdlCase *c = hs_case(b, hx_bool(b->m, 1));
    c->stmt->apart = true;
    return c;
}

HdlBody *hs_arm(HdlCase *c, Hx label) { return arm(c->in, c->stmt, label); }
void hs_label(HdlCase *c, Hx label) { vec_push(c->m->a, &c->stmt->arms.at[c->stmt->arms.n - 1].labels, label); }
HdlBody *hs_default(HdlCase *c) { return arm(c->in, c->stmt, NULL); }

static HdlBody *loop(HdlBody *b, HdlName *var, Hx from, Hx to, bool down)
{
    HsStmt *s = stmt(b, HS_FOR);
    s->var = var;
    s->lhs = from;
    s->rhs = to;
    s->down = down;
    s->body = inner(b);
    return s->body;
}

HdlBody *hs_for(HdlBody *b, HdlName *var, Hx from, Hx below) { return loop(b, var, from, below, false); }
HdlBody *hs_for_down(HdlBody *b, HdlName *var, Hx from, Hx to) { return loop(b, var, from, to, true); }
HdlBody *hs_group(HdlBody *b)
{
    HsStmt *s = stmt(b, HS_GROUP);
    s->body = inner(b);
    return s->body;
}

void hs_note(HdlBody *b, Str text) { stmt(b, HS_NOTE)->text = text; }
void hs_blank(HdlBody *b) { stmt(b, HS_BLANK); }
bool hs_empty(const HdlBody *b) { return b->at.n == 0; }

void hs_tail(HdlBody *b, Str text)
{
    if (b->at.n) b->at.at[b->at.n - 1]->tail = text;
    else b->head = text;
}

void hs_head(HdlBody *b, Str text) { b->head = text; }
