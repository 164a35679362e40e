/* name.c - modules and the names in them. */
#include "hdl/parts.h"
#include <ctype.h>
#include <string.h>

/* ---- which names are taken ---- */

static HdlName *visible(const HdlScope *s, Str name)
{
    for (; s; s = s->up) {
        HdlName *n = names_get(s->table, name);
        if (n) return n;
    }
    return NULL;
}

Str hdl_free_name(HdlScope *s, Str wanted)
{
    Str legal = hdl_legal(s->m->a, wanted), name = legal;
    for (int i = 2; visible(s, name); i++) name = str_printf(s->m->a, STR_FMT "_%d", STR_ARG(legal), i);
    return name;
}

/* ---- making them ---- */

HdlName *hdl_name_new(HdlModule *m, HdlScope *s, HdlKind kind, Str name, Hx width)
{
    HdlFacts *f = NEW(m->a, HdlFacts);
    f->ref.kind = HX_NAME;
    f->ref.name = &f->pub;
    f->pub = (HdlName){ .kind = kind, .name = name, .x = &f->ref, .width = width, .scope = s };
    if (s) names_put(m->a, s->table, name, &f->pub);
    return &f->pub;
}

static HdlScope *scope_new(HdlModule *m, HdlScope *up, Str label)
{
    HdlScope *s = NEW(m->a, HdlScope);
    s->m = m;
    s->up = up;
    s->label = label;
    s->table = NEW(m->a, Names);
    return s;
}

HdlModule *hdl_module(Arena *a, Str wanted, Str doc)
{
    HdlModule *m = NEW(a, HdlModule);
    m->a = a;
    m->name = hdl_legal(a, wanted);
    m->doc = doc;
    m->top = scope_new(m, NULL, (Str){ "", 0 });
    return m;
}

Str hdl_module_name(const HdlModule *m) { return m->name; }
HdlScope *hdl_items(HdlModule *m) { return m->top; }
Arena *hdl_arena(const HdlModule *m) { return m->a; }
Str hdl_clash(const HdlModule *m) { return m->clash; }

HdlScope *hdl_checks(HdlModule *m)
{
    if (!m->checks) m->checks = scope_new(m, m->top, (Str){ "", 0 });
    return m->checks;
}

bool hdl_has_checks(const HdlModule *m) { return m->checks != NULL; }

HdlName *hdl_find(const HdlModule *m, Str name)
{
    HdlName *n = names_get(m->top->table, name);
    return n && (n->kind == HDL_PARAM || n->kind == HDL_CONST || n->kind == HDL_FUNCTION) ? n : NULL;
}

/* A name that must be as it is: of a parameter, a port. */
static HdlName *fixed(HdlModule *m, HdlKind kind, Str wanted, Hx width)
{
    Str name = hdl_legal(m->a, wanted);
    if (names_get(m->top->table, name)) m->clash = name;
    return hdl_name_new(m, m->top, kind, name, width);
}

static HdlName *head(HdlModule *m, HdlName *n) { vec_push(m->a, &m->head, hdl_facts(n)); return n; }

HdlName *hdl_param(HdlModule *m, Str name, int64_t value)
{
    HdlName *n = head(m, fixed(m, HDL_PARAM, name, NULL));
    n->integer = true;
    hdl_facts(n)->value = hx_int(m, value);
    return n;
}

static HdlName *constant(HdlModule *m, Str wanted, Hx width, Hx value, bool bit)
{
    Str name = hdl_legal(m->a, wanted);
    HdlName *n = names_get(m->top->table, name);
    if (n && (n->kind != HDL_CONST || !hx_same(hdl_facts(n)->value, value))) m->clash = name;
    if (n) return n;
    n = head(m, hdl_name_new(m, m->top, HDL_CONST, name, width));
    n->integer = !width && !bit;
    hdl_facts(n)->bit = bit;
    hdl_facts(n)->value = value;
    return n;
}

HdlName *hdl_const(HdlModule *m, Str name, Hx width, Hx value) { return constant(m, name, width, value, false); }
HdlName *hdl_const_bit(HdlModule *m, Str name, Hx value) { return constant(m, name, NULL, value, true); }

HdlName *hdl_const_of(HdlModule *m, Str stem, Hx width, Hx value)
{
    int64_t number;
    bool plain = hx_is_int(value, &number);             /* a plain number is equal to others by chance */
    for (int i = 0; i < m->head.n && !plain; i++) {
        HdlFacts *f = m->head.at[i];
        if (f->pub.kind == HDL_CONST && hx_same(f->value, value) && hx_same(f->pub.width, width)) return &f->pub;
    }
    return hdl_const(m, hdl_free_name(m->top, stem), width, value);
}

static HdlName *port(HdlModule *m, HdlKind kind, Str name, Hx width)
{
    HdlName *n = fixed(m, kind, name, width);
    vec_push(m->a, &m->ports, n);
    hdl_facts(n)->declared = true;
    hdl_facts(n)->driven = kind == HDL_INPUT;
    if (kind == HDL_INPUT) vec_push(m->a, &m->top->names, hdl_facts(n));
    return n;
}

HdlName *hdl_input(HdlModule *m, Str name, Hx width) { return port(m, HDL_INPUT, name, width); }
HdlName *hdl_output(HdlModule *m, Str name, Hx width) { return port(m, HDL_OUTPUT, name, width); }

HdlName *hdl_find_port(const HdlModule *m, Str name)
{
    for (int i = 0; i < m->ports.n; i++) if (str_eq(m->ports.at[i]->name, name)) return m->ports.at[i];
    return NULL;
}

int hdl_ports(const HdlModule *m, HdlName *const **at)
{
    *at = m->ports.at;
    return m->ports.n;
}

static HdlName *net(HdlScope *s, HdlKind kind, Str name, Hx width, Hx depth)
{
    HdlName *n = hdl_name_new(s->m, s, kind, hdl_free_name(s, name), width);
    n->depth = depth;
    n->integer = kind == HDL_INTEGER;
    vec_push(s->m->a, &s->names, hdl_facts(n));
    return n;
}

HdlName *hdl_wire(HdlScope *s, Str name, Hx width) { return net(s, HDL_WIRE, name, width, NULL); }
HdlName *hdl_memory(HdlScope *s, Str name, Hx width, Hx depth) { return net(s, HDL_WIRE, name, width, depth); }
HdlName *hdl_integer(HdlScope *s, Str name) { return net(s, HDL_INTEGER, name, NULL, NULL); }

HdlName *hdl_find_net(const HdlScope *s, Str name) { return names_get(s->table, name); }
void hdl_from_zero(HdlName *reg) { hdl_facts(reg)->zero = true; }
void hdl_keep_net(HdlScope *s, HdlName *net) { (void)s; hdl_facts(net)->keep = true; }

/* ---- functions ---- */

HdlName *hdl_function(HdlModule *m, Str name, Hx width)
{
    HdlItem *i = NEW(m->a, HdlItem);
    HdlName *fn = head(m, hdl_name_new(m, m->top, HDL_FUNCTION, hdl_free_name(m->top, name), width));
    i->kind = HI_FUNCTION;
    i->run = NEW(m->a, HdlBody);
    i->run->m = m;
    fn->item = i;
    return fn;
}

static HdlItem *own(HdlName *fn) { return (HdlItem *)fn->item; }      /* made here */

void hdl_function_doc(HdlName *fn, Str text) { own(fn)->text = text; }
HdlBody *hdl_function_body(HdlName *fn) { return own(fn)->run; }

HdlName *hdl_arg(HdlModule *m, HdlName *fn, const char *name, Hx width)
{
    HdlName *n = hdl_name_new(m, NULL, HDL_ARG, hdl_free_name(m->top, str_from(name)), width);
    vec_push(m->a, &own(fn)->args, n);
    return n;
}

HdlName *hdl_local(HdlModule *m, HdlName *fn, const char *name, Hx width)
{
    HdlName *n = hdl_name_new(m, NULL, HDL_ARG, hdl_free_name(m->top, str_from(name)), width);
    vec_push(m->a, &own(fn)->locals, n);
    return n;
}

HdlName *hdl_loop(HdlModule *m, HdlName *fn, const char *name)
{
    HdlName *n = hdl_local(m, fn, name, NULL);
    n->kind = HDL_INTEGER;
    n->integer = true;
    return n;
}

/* ---- generate blocks ---- */

HdlScope *hdl_for(HdlScope *s, Str label, const char *var, Hx count, HdlName **i)
{
    HdlItem *item = hdl_item(s, HI_FOR);
    item->label = hdl_free_name(s, label);
    item->var = hdl_name_new(s->m, s, HDL_GENVAR, hdl_free_name(s, str_from(var)), NULL);
    item->rhs = count;
    item->inner = scope_new(s->m, s, item->label);
    hdl_name_new(s->m, s, HDL_GENVAR, item->label, NULL);         /* the label is taken too */
    *i = item->var;
    return item->inner;
}

HdlScope *hdl_if(HdlScope *s, Str label, Hx test)
{
    HdlItem *item = hdl_item(s, HI_IF);
    item->label = hdl_free_name(s, label);
    item->rhs = test;
    item->inner = scope_new(s->m, s, item->label);
    hdl_name_new(s->m, s, HDL_GENVAR, item->label, NULL);
    return item->inner;
}
