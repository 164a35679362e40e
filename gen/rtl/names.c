/* names.c - parameters, widths, codes, nodes and messages of a specification in one module. */
#include "rtl/module.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static Str mapped(Arena *a, Str s, int (*fn)(int))
{
    char *p = arena_alloc(a, (size_t)s.n + 1);
    for (int i = 0; i < s.n; i++) p[i] = (char)(isalnum((unsigned char)s.p[i]) ? fn((unsigned char)s.p[i]) : '_');
    return (Str){ p, s.n };
}

Str rtl_upper(Arena *a, Str s) { return mapped(a, s, toupper); }
Str rtl_lower(Arena *a, Str s) { return mapped(a, s, tolower); }

Str rtl_f(const RtlModule *x, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *p = arena_alloc(x->r->a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(ap);
    return (Str){ p, n };
}

static Str up(const RtlModule *x, Str s, const char *tail)
{
    return rtl_f(x, STR_FMT "%s", STR_ARG(rtl_upper(x->r->a, s)), tail);
}

/* A constant under this name, or one like it if the name is taken. */
static HdlName *constant(RtlModule *x, Str name, Hx width, Hx value)
{
    Str free = hdl_free_name(hdl_items(x->m), name);
    return hdl_const(x->m, free, width, value);
}

static HdlName *code(RtlModule *x, Str name, int bits, int value)
{
    Str free = hdl_free_name(hdl_items(x->m), name);
    if (bits == 1) return hdl_const_bit(x->m, free, hx_lit(x->m, 1, (uint64_t)value));
    return hdl_const(x->m, free, hx_int(x->m, bits), hx_lit(x->m, bits, (uint64_t)value));
}

/* ---- parameters ---- */

/* Nets and instances begin with a small letter: a parameter never has the name of one. */
static Str param_name(const RtlModule *x, const Param *q)
{
    if (q->owner && q->owner != x->ctl)
        return rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(rtl_upper(x->r->a, q->owner->name)), STR_ARG(q->name));
    bool small = q->name.p[0] >= 'a' && q->name.p[0] <= 'z';
    return small ? rtl_f(x, "P_" STR_FMT, STR_ARG(q->name)) : q->name;
}

static void declare_params(RtlModule *x)
{
    const Protocol *p = x->r->p;
    x->param = NEW_N(x->r->a, HdlName *, p->params.n + 1);
    for (int i = 0; i < p->params.n; i++) {
        const Param *q = p->params.at[i];
        if (x->ctl && q->owner && q->owner != x->ctl) continue;
        x->param[q->id] = hdl_param(x->m, param_name(x, q), x->r->env->value[q->id]);
    }
}

Hx rtl_tool_param(RtlModule *x, const char *name)
{
    const Protocol *p = x->r->p;
    for (int i = 0; i < p->params.n; i++)
        if (!p->params.at[i]->owner && str_is(p->params.at[i]->name, name)) return x->param[p->params.at[i]->id]->x;
    return hx_int(x->m, 0);
}

Hx rtl_flit_bits(RtlModule *x, const Network *n) { return rtl_int(x, n->width); }

static Hx binary(RtlModule *x, ExprOp op, Hx a, Hx b)
{
    HdlModule *m = x->m;
    switch (op) {
    case E_OR: return hx_or(m, a, b);
    case E_AND: return hx_and(m, a, b);
    case E_IMPLIES: return hx_or(m, hx_not(m, a), b);
    case E_EQ: return hx_eq(m, a, b);
    case E_NE: return hx_ne(m, a, b);
    case E_LT: return hx_lt(m, a, b);
    case E_LE: return hx_le(m, a, b);
    case E_GT: return hx_gt(m, a, b);
    case E_GE: return hx_ge(m, a, b);
    case E_SUB: return hx_sub(m, a, b);
    case E_MUL: return hx_mul(m, a, b);
    case E_DIV: return hx_div(m, a, b);
    case E_MOD: return hx_mod(m, a, b);
    case E_BITAND: return hx_band(m, a, b);
    case E_BITOR: return hx_bor(m, a, b);
    case E_BITXOR: return hx_bxor(m, a, b);
    case E_WITHOUT: return hx_band(m, a, hx_inv(m, b));
    case E_SHL: return hx_shl(m, a, b);
    case E_SHR: return hx_shr(m, a, b);
    case E_MAX: case E_MIN: return rtl_greatest(x, op == E_MAX, a, b);
    default: return hx_add(m, a, b);
    }
}

/* The text of an operand stands there twice: one that is such a choice itself gets a name, or nested ones would double
 * with each level. */
static Hx named(RtlModule *x, Hx a, Str stem)
{
    return hx_has_cond(a) ? hdl_const_of(x->m, stem, NULL, a)->x : a;
}

Hx rtl_greatest(RtlModule *x, bool max, Hx a, Hx b)
{
    a = named(x, a, STR("VALUE"));
    b = named(x, b, STR("VALUE"));
    return hx_cond(x->m, max ? hx_gt(x->m, a, b) : hx_lt(x->m, a, b), a, b);
}

Hx rtl_int(RtlModule *x, const Expr *e)
{
    Hx a = e->n_args > 0 ? rtl_int(x, e->arg[0]) : NULL, b = e->n_args > 1 ? rtl_int(x, e->arg[1]) : NULL;
    switch (e->op) {
    case E_NUM: return hx_int(x->m, e->num);
    case E_PARAM: return x->param[e->param->id]->x;
    case E_NOT:             /* two of them make 0 or 1 of a number */
        return e->arg[0]->op == E_NOT ? hx_ne(x->m, rtl_int(x, e->arg[0]->arg[0]), hx_int(x->m, 0)) : hx_not(x->m, a);
    case E_NEG: return hx_neg(x->m, a);
    case E_CLOG2: return hx_clog2(x->m, a);
    case E_POW2: return hx_shl(x->m, hx_int(x->m, 1), a);
    case E_CONVERT: return a;
    case E_COND: return hx_cond(x->m, a, b, rtl_int(x, e->arg[2]));
    default: return binary(x, e->op, a, b);
    }
}

/* ---- widths ---- */

static Hx at_least_1(RtlModule *x, Hx n)
{
    return hx_cond(x->m, hx_lt(x->m, n, hx_int(x->m, 1)), hx_int(x->m, 1), n);
}

static Hx index_width(RtlModule *x, Hx n)
{
    return hx_cond(x->m, hx_gt(x->m, n, hx_int(x->m, 1)), hx_clog2(x->m, n), hx_int(x->m, 1));
}

static bool plain_number(const Type *t)
{
    return (t->kind == TK_BITS && t->size->op == E_NUM && !t->name.n) || str_is(t->name, "state");
}

static void declare_width(RtlModule *x, const Type *t)
{
    Str name = up(x, t->name, "_W");
    Hx size, value;
    if (t->kind == TK_BOOL || t->kind == TK_INT || t->kind == TK_NODE || plain_number(t)) return;
    if (t->kind == TK_ENUM) { x->width[t->id] = constant(x, name, NULL, hx_int(x->m, code_bits(t->values.n))); return; }
    size = named(x, rtl_int(x, t->size), up(x, t->name, "_SIZE"));
    if (t->kind == TK_BYTES) value = hx_mul(x->m, hx_int(x->m, 8), size);
    else if (t->kind == TK_COUNT) value = index_width(x, size);
    else if (t->key && t->offset) value = hx_sub(x->m, size, hx_clog2(x->m, rtl_int(x, t->offset)));
    else value = t->size->op == E_NUM || t->size->op == E_PARAM ? size : at_least_1(x, size);
    x->width[t->id] = constant(x, name, NULL, value);
}

Hx rtl_bits(RtlModule *x, const Type *t)
{
    if (t->kind == TK_BOOL) return hx_int(x->m, 1);
    if (t->kind == TK_INT) return hx_int(x->m, 32);
    if (t->kind == TK_NODE) return x->node_w->x;
    if (plain_number(t)) return hx_int(x->m, t->size->num);
    return x->width[t->id]->x;
}

Hx rtl_width(RtlModule *x, const Type *t) { return t->kind == TK_BOOL ? NULL : rtl_bits(x, t); }
Hx rtl_code_width(RtlModule *x, int bits) { return bits > 1 ? hx_int(x->m, bits) : NULL; }
Hx rtl_zeros(RtlModule *x, const Type *t) { return hx_zeros(x->m, rtl_width(x, t)); }

/* ---- codes ---- */

static void declare_codes(RtlModule *x)
{
    const Controller *c = x->ctl;
    x->state = NEW_N(x->r->a, HdlName *, c->states.n + 1);
    x->event = NEW_N(x->r->a, HdlName *, c->base_events.n + 1);
    x->refined = NEW_N(x->r->a, HdlName *, c->events.n + 1);
    for (int i = 0; i < c->states.n; i++)
        x->state[i] = code(x, rtl_f(x, "STATE_" STR_FMT, STR_ARG(rtl_upper(x->r->a, c->states.at[i]->name))),
                           code_bits(c->states.n), c->states.at[i]->id);
    for (int i = 0; i < c->base_events.n; i++)
        x->event[i] = code(x, rtl_f(x, "EVENT_" STR_FMT, STR_ARG(rtl_upper(x->r->a, c->base_events.at[i]->name))),
                           code_bits(c->base_events.n), c->base_events.at[i]->code);
    for (int i = 0; i < c->events.n; i++)
        x->refined[i] = code(x, rtl_f(x, "CASE_" STR_FMT, STR_ARG(rtl_upper(x->r->a, c->events.at[i]->name))),
                             code_bits(c->events.n), c->events.at[i]->id);
}

Hx rtl_state(RtlModule *x, const State *s) { return x->state[s->id]->x; }
Hx rtl_event(RtlModule *x, const Event *base) { return x->event[base->code]->x; }
Hx rtl_refined(RtlModule *x, const Event *e) { return x->refined[e->id]->x; }

Hx rtl_port_code(RtlModule *x, const Port *p, Str name, int value, int n, char what)
{
    Str text = rtl_f(x, "%c_" STR_FMT "_" STR_FMT, what, STR_ARG(rtl_upper(x->r->a, p->name)),
                     STR_ARG(rtl_upper(x->r->a, name)));
    int bits = code_bits(n);
    HdlName *fn = rtl_fn(x, what == 'Q' ? "Q" : "A", p, (const char *)p + value); /* once for each code of each port */
    return (fn ? fn : rtl_fn_made(x, what == 'Q' ? "Q" : "A", p, (const char *)p + value, code(x, text, bits, value)))
        ->x;
}

/* ---- nodes ---- */

static void declare_nodes(RtlModule *x)
{
    const System *s = x->r->sys;
    Hx base = hx_int(x->m, 0);
    x->count = NEW_N(x->r->a, HdlName *, x->r->p->ctls.n + 1);
    x->base = NEW_N(x->r->a, HdlName *, x->r->p->ctls.n + 1);
    for (int i = 0; s && i < s->places.n; i++) {
        const Place *pl = &s->places.at[i];
        HdlName *count = constant(x, up(x, pl->ctl->name, "_COUNT"), NULL, rtl_int(x, pl->count));
        HdlName *first = constant(x, up(x, pl->ctl->name, "_BASE"), NULL, base);
        if (!x->count[pl->ctl->id]) { x->count[pl->ctl->id] = count; x->base[pl->ctl->id] = first; }
        base = hx_add(x->m, first->x, count->x);
    }
    x->nodes = constant(x, STR("NODES"), NULL, base);
    x->node_w = constant(x, STR("NODE_W"), NULL, index_width(x, x->nodes->x));
}

Hx rtl_count(RtlModule *x, const Controller *c) { return x->count[c->id]->x; }
Hx rtl_base(RtlModule *x, const Controller *c) { return x->base[c->id]->x; }

/* ---- messages: low bits first kind, from, key, then the fields in the order of their declaration ---- */

bool rtl_net_keyed(const Protocol *p, const Network *n)
{
    for (int i = 0; i < p->msgs.n; i++) if (p->msgs.at[i]->net == n && !p->msgs.at[i]->keyless) return true;
    return false;
}

Hx rtl_key_width(RtlModule *x)
{
    if (x->ctl && x->ctl->key) return rtl_bits(x, x->ctl->key);
    for (int i = 0; i < x->r->p->ctls.n; i++)
        if (x->r->p->ctls.at[i]->key) return rtl_bits(x, x->r->p->ctls.at[i]->key);
    return hx_int(x->m, 1);
}

static int msg_index(const RtlModule *x, const Message *m)
{
    for (int i = 0; i < x->r->p->msgs.n; i++) if (x->r->p->msgs.at[i] == m) return i;
    return 0;
}

Hx rtl_msg(RtlModule *x, const Message *m) { return x->msg[msg_index(x, m)]->x; }
Hx rtl_msg_bits(RtlModule *x, const Message *m) { return x->msg_bits[msg_index(x, m)]->x; }
const RtlNet *rtl_net(RtlModule *x, const Network *n) { return &x->net[n->id]; }

Hx rtl_msg_body(RtlModule *x, const Message *m)
{
    const RtlNet *n = rtl_net(x, m->net);
    return m->keyless ? hx_add(x->m, n->kind_w->x, x->node_w->x) : n->hdr_w->x;
}

static void declare_message(RtlModule *x, int at, int kind_bits)
{
    const Message *msg = x->r->p->msgs.at[at];
    Hx w = rtl_msg_body(x, msg);
    for (int j = 0; j < msg->fields.n; j++) w = hx_add(x->m, w, rtl_bits(x, msg->fields.at[j].type));
    x->msg_bits[at] = constant(x, rtl_f(x, "MSG_" STR_FMT "_BITS", STR_ARG(rtl_upper(x->r->a, msg->name))), NULL, w);
    x->msg[at] = code(x, rtl_f(x, "MSG_" STR_FMT, STR_ARG(rtl_upper(x->r->a, msg->name))), kind_bits, msg->code);
}

static void declare_network(RtlModule *x, const Network *n)
{
    const Protocol *p = x->r->p;
    RtlNet *k = &x->net[n->id];
    int kinds = 0, seen = 0;
    Hx most = hx_int(x->m, 1);
    for (int i = 0; i < p->msgs.n; i++) kinds += p->msgs.at[i]->net == n;
    k->kind_w = constant(x, up(x, n->name, "_KIND_W"), NULL, hx_int(x->m, code_bits(kinds)));
    k->hdr_w = constant(x, up(x, n->name, "_HDR_W"), NULL,
                        hx_add(x->m, hx_add(x->m, k->kind_w->x, x->node_w->x), rtl_key_width(x)));
    for (int i = 0; i < p->msgs.n; i++) {
        if (p->msgs.at[i]->net != n) continue;
        declare_message(x, i, code_bits(kinds));
        Hx bits = x->msg_bits[i]->x;
        Hx larger = seen ? hx_cond(x->m, hx_gt(x->m, most, bits), most, bits) : bits;
        seen++;
        if (seen > 1 && seen < kinds)
            larger =
                constant(x, rtl_f(x, STR_FMT "_MAX_%d", STR_ARG(rtl_upper(x->r->a, n->name)), seen - 1), NULL, larger)
                    ->x;
        most = larger;
    }
    k->bits = constant(x, up(x, n->name, "_BITS"), NULL, most);
    Hx flit = rtl_flit_bits(x, n), one = hx_int(x->m, 1);
    Hx flits = hx_div(x->m, hx_sub(x->m, hx_add(x->m, k->bits->x, flit), one), flit);
    k->len_w = constant(x, up(x, n->name, "_LEN_W"), NULL, hx_clog2(x->m, hx_add(x->m, flits, one)));
}

Hx rtl_msg_flits(RtlModule *x, const Message *m)
{
    Str name = up(x, m->name, "_FLITS");
    HdlName *have = rtl_fn(x, "flits", m, NULL);
    if (have) return have->x;
    Hx flit = rtl_flit_bits(x, m->net), bits = rtl_msg_bits(x, m), len = rtl_net(x, m->net)->len_w->x;
    Hx n = hx_div(x->m, hx_sub(x->m, hx_add(x->m, bits, flit), hx_int(x->m, 1)), flit);
    HdlName *integer = constant(x, rtl_f(x, "MSG_" STR_FMT "_I", STR_ARG(name)), NULL, n);
    HdlName *sized =
        constant(x, rtl_f(x, "MSG_" STR_FMT, STR_ARG(name)), len, hx_part(x->m, integer->x, hx_int(x->m, 0), len));
    return rtl_fn_made(x, "flits", m, NULL, sized)->x;
}

/* ---- modules ---- */

/* What a function is found by: the bytes of its arguments. */
enum { FN_KEY = 64 };
static Str fn_key(char *key, const char *op, const void *a, const void *b)
{
    const void *about[2] = { a, b };
    size_t n = strnlen(op, FN_KEY - sizeof about);
    memcpy(key, op, n);
    memcpy(key + n, about, sizeof about);
    return (Str){ key, (int)(n + sizeof about) };
}

HdlName *rtl_fn(RtlModule *x, const char *op, const void *a, const void *b)
{
    char key[FN_KEY];
    return names_get(&x->fns, fn_key(key, op, a, b));
}

HdlName *rtl_fn_made(RtlModule *x, const char *op, const void *a, const void *b, HdlName *fn)
{
    char key[FN_KEY];
    Str k = fn_key(key, op, a, b);
    names_put(x->r->a, &x->fns, str_copy(x->r->a, k.p, k.n), fn);
    return fn;
}

RtlModule *rtl_module(Rtl *r, const Controller *ctl, Str what, Str doc)
{
    RtlModule *x = NEW(r->a, RtlModule);
    const Protocol *p = r->p;
    x->r = r;
    x->ctl = ctl;
    Str name = what.n ? rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(r->design), STR_ARG(what)) : r->design;
    x->m = hdl_module(r->a, name, doc);
    x->width = NEW_N(r->a, HdlName *, p->types.n + 1);
    x->msg = NEW_N(r->a, HdlName *, p->msgs.n + 1);
    x->msg_bits = NEW_N(r->a, HdlName *, p->msgs.n + 1);
    x->net = NEW_N(r->a, RtlNet, p->nets.n + 1);
    declare_params(x);
    declare_nodes(x);
    for (int i = 0; i < p->types.n; i++) declare_width(x, p->types.at[i]);
    for (int i = 0; i < p->nets.n; i++) declare_network(x, p->nets.at[i]);
    if (ctl) declare_codes(x);
    return x;
}

Hx rtl_map_param(void *ctx, HdlModule *m, const HdlName *param)
{
    const RtlModule *const *both = ctx;         /* the one that has the parameter, the one that is to name it */
    if (param == both[0]->miss || param == both[0]->sends || param == both[0]->noted) return hx_int(m, 1);
    for (int i = 0; i < both[0]->r->p->params.n; i++)
        if (both[0]->param[i] == param) return both[1]->param[i]->x;
    return param->x;
}

HdlInstance *rtl_instance(RtlModule *x, HdlScope *s, const RtlModule *of, Str name)
{
    const RtlModule *both[2] = { of, x };
    return hdl_instance_of(s, of->m, name, rtl_map_param, both);
}

HdlStyle rtl_style(const Rtl *r)
{
    static const char text[] = "Generated by cohgen " COHGEN_VERSION " from " STR_FMT " (sha256 %.16s); do not edit.";
    return (HdlStyle){ str_printf(r->a, text, STR_ARG(r->p->name), r->opt->input_sha256).p, r->opt->async_reset };
}

static void write_module(RtlModule *x, HdlModule *m)
{
    Rtl *r = x->r;
    Str name = hdl_module_name(m);
    HdlStyle style = rtl_style(r);
    if (x->ctl && x->ctl == r->open) return;            /* left out: only its shape is wanted */
    bool taken = str_eq(name, rtl_f(x, STR_FMT "_harness", STR_ARG(r->design))) ||
                 str_eq(name, rtl_f(x, STR_FMT "_tb", STR_ARG(r->design)));
    for (int i = 0; i <= r->modules.n; i++)
        if (i < r->modules.n ? str_eq(hdl_module_name(r->modules.at[i]), name) : taken)
            diag_error(r->d, x->ctl ? x->ctl->pos : r->p->pos,
                       "emit: two modules would both be called '" STR_FMT "': rename a controller", STR_ARG(name));
    Buf *text = NEW(r->a, Buf);
    buf_init(text, r->a);
    hdl_print(m, &style, text);
    if (hdl_has_checks(m)) {
        Buf *checks = NEW(r->a, Buf);
        buf_init(checks, r->a);
        hdl_print_checks(m, &style, checks);
        outset_add(r->out, str_z(r->a, rtl_f(x, "checks/" STR_FMT "_checks.vh", STR_ARG(name))), checks);
    }
    outset_add(r->out, str_z(r->a, rtl_f(x, "rtl/" STR_FMT ".v", STR_ARG(name))), text);
    vec_push(r->a, &r->modules, m);
}

static bool clashes(const RtlModule *x)
{
    Str clash = hdl_clash(x->m);
    if (clash.n)
        diag_error(x->r->d, x->ctl ? x->ctl->pos : x->r->p->pos,
                   "emit: two things of this design would both be called '" STR_FMT "': rename one of them",
                   STR_ARG(clash));
    return clash.n;
}

bool rtl_write(RtlModule *x)
{
    if (clashes(x)) return false;                       /* before parts: each finds names in the module */
    hdl_split(x->m);
    if (clashes(x)) return false;
    hdl_seal(x->m);
    for (int i = 0; i < hdl_parts(x->m); i++)
        if (hdl_part_module(x->m, i)) write_module(x, hdl_part_module(x->m, i));
    write_module(x, x->m);
    return true;
}

/* ---- rows ---- */

/* Of all rows at once: the table is gone through twice, state by state and event by event. */
static RtlSpan *spans(RtlModule *x)
{
    const Controller *c = x->ctl;
    int n = c->rows.n, *state = NEW_N(x->r->a, int, n + 1), *event = NEW_N(x->r->a, int, n + 1);
    RtlSpan *all = NEW_N(x->r->a, RtlSpan, n + 1);
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < c->events.n; e++) {
            const Cell *cell = &c->cells[s * c->events.n + e];
            for (int r = 0; r < cell->rows.n; r++) {
                int id = cell->rows.at[r]->id;
                if (state[id] == s + 1) continue;
                if (!all[id].states++) all[id].first_state = s;
                state[id] = s + 1;
            }
        }
    for (int e = 0; e < c->events.n; e++)
        for (int s = 0; s < c->states.n; s++) {
            const Cell *cell = &c->cells[s * c->events.n + e];
            for (int r = 0; r < cell->rows.n; r++) {
                int id = cell->rows.at[r]->id;
                if (event[id] == e + 1) continue;
                if (all[id].events < 2) all[id].event[all[id].events] = e;
                all[id].events++;
                all[id].keyed |= !c->events.at[e]->keyless;
                event[id] = e + 1;
            }
        }
    return all;
}

Str rtl_row_name(RtlModule *x, const Row *r)
{
    const Controller *c = x->ctl;
    if (!x->span) x->span = spans(x);
    const RtlSpan *at = &x->span[r->id];
    Str state = { "", 0 }, text = { "", 0 };
    if (at->states == 1 && c->states.n > 1 && at->keyed)
        state = rtl_f(x, "_" STR_FMT, STR_ARG(rtl_upper(x->r->a, c->states.at[at->first_state]->name)));
    for (int i = 0; i < at->events && i < 2; i++)
        text = rtl_f(x, STR_FMT "_" STR_FMT, STR_ARG(text),
                     STR_ARG(rtl_upper(x->r->a, c->events.at[at->event[i]]->name)));
    return rtl_f(x, "ROW" STR_FMT STR_FMT "%s_%d", STR_ARG(state), STR_ARG(text), at->events > 2 ? "_ETC" : "",
                 r->pos.line);
}
