/* ctl_data.c - stage D: opaque data is read with the address found in T, merged, written. Its registers move only when
 * a row has fired. */
#include "rtl/ctl.h"

static bool late(const Signal *g)
{
    return g->kind >= SIG_SEND_VALID && g->kind <= SIG_APPLY_OPERAND;
} /* decided in T, used in D */

static Str base_of(Str port) { return (Str){ port.p, port.n - 2 }; }

int ctl_slots_of(const Ctl *k, const Var *v)
{
    int n = 0;
    for (int i = 0; i < k->step->slots.n; i++) n += k->step->slots.at[i]->var == v;
    return n;
}

static bool has_data(const Ctl *k, const Var *v) { return v->type->opaque && (ctl_slots_of(k, v) || v->is_read); }

/* Some message, reply or write takes this version of the field. */
static bool version_read(const Ctl *k, const Var *v, int version)
{
    for (int i = 0; i < k->step->outs.n; i++)
        for (int j = 0; j < k->step->outs.at[i]->fields.n; j++) {
            const struct OutField *f = &k->step->outs.at[i]->fields.at[j];
            for (int s = 0; s < f->sources.n; s++)
                if (f->sources.at[s].var == v && f->sources.at[s].version == version) return true;
        }
    for (int i = 0; i < k->step->slots.n; i++) {
        const Slot *s = k->step->slots.at[i];
        for (int j = 0; j < s->sources.n; j++)
            if (s->sources.at[j].var == v && s->sources.at[j].version == version) return true;
        for (int j = 0; j < s->masks.n; j++)
            if (s->masks.at[j].var == v && s->masks.at[j].version == version) return true;
        for (int o = 0; o < s->operands.n; o++)
            for (int j = 0; j < s->operands.at[o].sources.n; j++)
                if (s->operands.at[o].sources.at[j].var == v && s->operands.at[o].sources.at[j].version == version)
                    return true;
    }
    return false;
}

/* ---- sources ---- */

Hx ctl_opaque_source(Ctl *k, const OpaqueSource *s)
{
    if (s->var->kind == V_ARG) return k->d_arg[s->var->id]->x;
    return k->version[s->var->id][s->version]->x;
}

/* Part number `at` of an opaque value; none if there are not so many. */
static Hx part_of(Ctl *k, const struct OutField *f, const OpaqueSource *s, const Type *number, Hx at)
{
    HdlModule *m = k->m;
    const Type *whole = s->var->type;
    Hx pw = rtl_bits(k->x, f->type), nw = rtl_bits(k->x, number),
       count = hx_div(m, rtl_int(k->x, whole->size), rtl_int(k->x, f->type->size));
    HdlName *part = hdl_wire(k->s, rtl_f(k->x, "part_" STR_FMT "_" STR_FMT, STR_ARG(rtl_lower(k->r->a, whole->name)),
                                         STR_ARG(rtl_lower(k->r->a, f->type->name))), pw),
            *i = hdl_integer(k->s, STR("i"));
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, part->x, hx_zeros(m, pw));
    Hx here = hx_eq(m, at, hx_part(m, i->x, hx_int(m, 0), nw));
    Hx value = hx_part(m, ctl_opaque_source(k, s), hx_mul(m, pw, i->x), pw);
    hs_set(hs_for(b, i, hx_int(m, 0), count), part->x,
           hx_bor(m, part->x, hx_band(m, value, hx_repeat(m, pw, here))));
    return part->x;
}

/* The bytes of a source that count: all, or the valid ones of a sparse field. */
static Hx source_bytes(Ctl *k, const OpaqueSource *s, Hx bytes)
{
    if (s->var->sparse) return k->version_bytes[s->var->id][s->version]->x;
    return hx_ones(k->m, bytes);
}

/* What is old, but for the bytes that are written: a loop that is passed over where no row writes. That a row does is
 * known from the beginning of D; which bytes may be found by a data path, and late. */
static void merge(Ctl *k, const Slot *s, Hx old, const HdlName *data, const HdlName *be, Hx now)
{
    HdlModule *m = k->m;
    Hx bytes = rtl_int(k->x, s->var->type->size), eight = hx_int(m, 8);
    HdlName *i = hdl_integer(k->s, STR("i")), *into = k->version[s->var->id][s->slot + 1];
    HdlBody *b = hdl_comb(k->s);
    hs_set(b, i->x, hx_int(m, 0));
    hs_set(b, into->x, old);
    HdlBody *each = hs_for(hs_if(b, now), i, hx_int(m, 0), bytes);
    Hx at = hx_mul(m, eight, i->x);
    hs_set(hs_if(each, hx_bit(m, be->x, i->x)), hx_part(m, into->x, at, eight), hx_part(m, data->x, at, eight));
}

/* ---- blocks that are applied ---- */

const struct Operand *ctl_operand(const Slot *s, const char *name)
{
    for (int j = 0; j < s->operands.n; j++) if (str_is(s->operands.at[j].name, name)) return &s->operands.at[j];
    return NULL;
}

static int operand_signal(const Ctl *k, const Slot *s, const char *name)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (g->kind == SIG_APPLY_OPERAND && g->s == s && str_is(s->operands.at[g->operand].name, name)) return i;
    }
    return -1;
}

Hx ctl_operand_value(Ctl *k, const Slot *s, const char *name)
{
    int i = operand_signal(k, s, name);
    return i >= 0 ? k->d[i]->x : hx_bool(k->m, 0);
}

/* An opaque operand: one of its sources, as the row says. */
static Hx opaque_operand(Ctl *k, const Slot *s, const struct Operand *o, Str stem)
{
    HdlModule *m = k->m;
    if (o->sources.n == 1) return ctl_opaque_source(k, &o->sources.at[0]);
    Hx select = ctl_operand_value(k, s, str_z(k->r->a, o->name));
    HdlName *to = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(o->name)),
                           rtl_width(k->x, o->type));
    HdlCase *c = hs_case(hdl_comb(k->s), select);
    for (int i = 0; i < o->sources.n; i++)
        hs_set(hs_arm(c, hx_lit(m, code_bits(o->sources.n), (uint64_t)i)), to->x,
               ctl_opaque_source(k, &o->sources.at[i]));
    hs_set(hs_default(c), to->x, rtl_zeros(k->x, o->type));
    return to->x;
}

/* Three bits: the operation of cg_rmw32; a type of fewer has the first operations only. */
Hx ctl_rmw_op(Ctl *k, const Slot *s)
{
    const struct Operand *op = ctl_operand(s, "op");
    int bits = op && op->type->kind == TK_ENUM ? code_bits(op->type->values.n) : 3;
    Hx v = ctl_operand_value(k, s, "op");
    return bits < 3 ? hx_cat2(k->m, hx_lit(k->m, 3 - bits, 0), v) : v;
}

static const BlockOperand *block_operand(const Block *b, Str name)
{
    for (int i = 0; i < b->operands.n; i++) if (str_eq(b->operands.at[i].name, name)) return &b->operands.at[i];
    return NULL;
}

/* An enum of fewer bits than the pin has stands in its low ones. */
static Hx operand_pin(Ctl *k, const Slot *s, const struct Operand *o, const BlockOperand *pin)
{
    Hx v = ctl_operand_value(k, s, str_z(k->r->a, o->name));
    int64_t bits = pin->bits && pin->bits->op == BX_NUM ? pin->bits->num : 0;
    int own = o->type->kind == TK_ENUM ? code_bits(o->type->values.n) : 0;
    return pin->fewer && own && own < bits ? hx_cat2(k->m, hx_lit(k->m, (int)bits - own, 0), v) : v;
}

/* What names the bytes that this slot's data path writes. */
static void name_result(Ctl *k, const Slot *s, const HdlName *be)
{
    for (int i = 0; i < k->c->vars.n; i++) {
        const Var *v = k->c->vars.at[i];
        if (v->kind == V_APPLIED && v->written == s->var) hdl_assign(k->s, k->version[v->id][s->slot + 1]->x, be->x);
    }
}

/* A quantity of the manifest: bits of an operand, else bytes of the line. */
typedef struct { Ctl *k; const Slot *s; } Applied;

static Hx applied_quantity(void *ctx, Str name)
{
    const Applied *a = ctx;
    for (int i = 0; i < a->s->operands.n; i++)
        if (str_eq(a->s->operands.at[i].name, name)) return rtl_bits(a->k->x, a->s->operands.at[i].type);
    return rtl_int(a->k->x, a->s->var->type->size);
}

static void apply_block(Ctl *k, const Slot *s, HdlName **data, HdlName **be)
{
    const Block *b = block_find(k->r->p->blocks, BLOCK_APPLY, s->apply);
    Str stem = rtl_f(k->x, STR_FMT "_wr%d", STR_ARG(s->var->ident), s->slot);
    Hx bytes = rtl_int(k->x, s->var->type->size);
    if (!b || !b->module) {
        diag_error(k->r->d, s->var->pos, "emit: no template for the data-path block '" STR_FMT "'", STR_ARG(s->apply));
        return;
    }
    if (ctl_memory_applies(k, s)) { ctl_memory_rmw(k, s, data, be); return; }
    *data = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_applied", STR_ARG(stem)), rtl_width(k->x, s->var->type));
    *be = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_applied_be", STR_ARG(stem)), bytes);
    Hx *operand = NEW_N(k->r->a, Hx, s->operands.n + 1);
    for (int j = 0; j < s->operands.n; j++) {
        const struct Operand *o = &s->operands.at[j];
        operand[j] = o->type->opaque ? opaque_operand(k, s, o, stem) : operand_pin(k, s, o, block_operand(b, o->name));
    }
    Applied applied = { k, s };
    HdlInstance *i =
        hdl_instance(k->s, b->module, rtl_f(k->x, "u_" STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(s->apply)));
    for (int j = 0; j < b->params.n; j++)
        hdl_set(i, str_z(k->r->a, b->params.at[j].name),
                rtl_block_value(k->x, b->params.at[j].value, applied_quantity, &applied));
    for (int j = 0; j < s->operands.n; j++) {
        const char *role = str_z(k->r->a, rtl_f(k->x, STR_FMT "_i", STR_ARG(s->operands.at[j].name)));
        hdl_in(i, block_pin(b, role), operand[j]);
    }
    hdl_in(i, block_pin(b, "line_i"), k->version[s->var->id][s->slot]->x);
    hdl_out(i, block_pin(b, "line_o"), (*data)->x);
    hdl_out(i, block_pin(b, "be_o"), (*be)->x);
    name_result(k, s, *be);
}

/* ---- writes ---- */

/* The row in D writes by this slot, perhaps no byte. */
static Hx slot_writes(Ctl *k, const Slot *s)
{
    return hx_and(k->m, k->d_valid->x, k->d[ctl_signal(k, SIG_WRITE_VALID, s)]->x);
}

/* A block reads this version. */
static bool slot_applies(const Ctl *k, const Var *v, int version)
{
    for (int i = 0; i < k->step->slots.n; i++) {
        const Slot *s = k->step->slots.at[i];
        if (s->var == v && s->slot == version && s->apply.n) return true;
    }
    return false;
}

/* One write slot: version n to version n+1 of the field. */
void ctl_write_slot(Ctl *k, const Slot *s)
{
    HdlModule *m = k->m;
    const Var *v = s->var;
    Str stem = rtl_f(k->x, STR_FMT "_wr%d", STR_ARG(v->ident), s->slot);
    Hx bytes = rtl_int(k->x, v->type->size), w = rtl_width(k->x, v->type), none = hx_zeros(m, bytes),
       old = k->version[v->id][s->slot]->x;
    HdlName *applied = NULL, *applied_be = NULL, *data = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_data", STR_ARG(stem)), w);
    HdlName *src_be = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_src_be", STR_ARG(stem)), bytes),
            *be = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_be", STR_ARG(stem)), bytes);
    int sel_bits = code_bits(s->sources.n + (s->apply.n > 0)), mask_bits = code_bits(s->masks.n + 1);
    Hx sel = k->d[ctl_signal(k, SIG_WRITE_SEL, s)]->x, now = slot_writes(k, s);
    if (s->apply.n) apply_block(k, s, &applied, &applied_be);
    HdlBody *b = hdl_comb(k->s);
    HdlCase *by_source = hs_case(b, sel);
    for (int i = 0; i < s->sources.n + (applied != NULL); i++) {
        HdlBody *arm = hs_arm(by_source, hx_lit(m, sel_bits, (uint64_t)i));
        bool block = i == s->sources.n;
        hs_set(arm, data->x, block ? applied->x : ctl_opaque_source(k, &s->sources.at[i]));
        hs_set(arm, src_be->x, block ? applied_be->x : source_bytes(k, &s->sources.at[i], bytes));
    }
    HdlBody *rest = hs_default(by_source);
    hs_set(rest, data->x, old);
    hs_set(rest, src_be->x, none);
    HdlCase *by_mask = s->masks.n ? hs_case(b, k->d[ctl_signal(k, SIG_WRITE_MASK, s)]->x) : NULL;
    for (int i = 0; i < s->masks.n; i++)
        hs_set(hs_arm(by_mask, hx_lit(m, mask_bits, (uint64_t)i + 1)), be->x,
               hx_band(m, src_be->x, ctl_bytes_under(k, &s->masks.at[i])));
    hs_set(by_mask ? hs_default(by_mask) : b, be->x, src_be->x);
    hs_set(hs_if(b, hx_not(m, now)), be->x, none);
    k->written[v->id] = be;
    if (!k->version[v->id][s->slot + 1]) return;
    /* else memory merges by its byte enables: what other bytes are does not matter, nor for a slot behind this one */
    bool merged = version_read(k, v, s->slot + 1) || s->slot > 0 || slot_applies(k, v, s->slot + 1);
    if (merged) merge(k, s, old, data, be, now);
    else hdl_assign(k->s, k->version[v->id][s->slot + 1]->x, data->x);
    if (v->sparse)
        hdl_assign(k->s, k->version_bytes[v->id][s->slot + 1]->x,
                   hx_bor(m, k->version_bytes[v->id][s->slot]->x, be->x));
}

/* ---- memories ---- */

static void versions(Ctl *k, const Var *v, int n)
{
    Hx bytes = rtl_int(k->x, v->type->size);
    k->version[v->id] = NEW_N(k->r->a, HdlName *, n + 2);
    k->version_bytes[v->id] = NEW_N(k->r->a, HdlName *, n + 2);
    for (int i = 0; i <= n; i++) {
        k->version[v->id][i] =
            hdl_wire(k->s, rtl_f(k->x, STR_FMT "_v%d", STR_ARG(v->ident), i), rtl_width(k->x, v->type));
        if (v->sparse)
            k->version_bytes[v->id][i] = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_bytes_v%d", STR_ARG(v->ident), i), bytes);
    }
}

/* One for each version that a data path makes. */
static void results(Ctl *k, const Var *v)
{
    k->version[v->id] = NEW_N(k->r->a, HdlName *, ctl_slots_of(k, v->written) + 2);
    for (int i = 0; i < k->step->slots.n; i++) {
        const Slot *s = k->step->slots.at[i];
        if (s->var == v->written && s->apply.n)
            k->version[v->id][s->slot + 1] =
                hdl_wire(k->s, rtl_f(k->x, STR_FMT "_v%d", STR_ARG(v->ident), s->slot + 1), rtl_width(k->x, v->type));
    }
}

/* One valid bit per byte, cleared when the entry is allocated. */
static void valid_bytes(Ctl *k, const Var *v, int n, Hx words, Hx any)
{
    HdlModule *m = k->m;
    const CtlWait *e = ctl_wait_of(k, v->waiters);
    Hx bytes = rtl_int(k->x, v->type->size);
    HdlName *mem = hdl_memory(k->s, rtl_f(k->x, STR_FMT "_bytes_q", STR_ARG(v->ident)), bytes, words);
    hdl_note(k->s, STR("One valid bit per byte, cleared when the entry is allocated."));
    hdl_assign(k->s, k->version_bytes[v->id][0]->x,
               hx_cond(m, e->d_alloc->x, hx_zeros(m, bytes), hx_bit(m, mem->x, e->d_idx->x)));
    Hx write = hx_and(m, k->d_valid->x, hx_or(m, e->d_alloc->x, any));
    hs_set(hs_if(hdl_clocked(k->s, false).run, write), hx_bit(m, mem->x, e->d_idx->x), k->version_bytes[v->id][n]->x);
}

static void data_memory(Ctl *k, const Var *v, Hx addr_t, Hx addr_d, Hx words, Hx addr_w)
{
    HdlModule *m = k->m;
    int n = ctl_slots_of(k, v);
    Hx bytes = rtl_int(k->x, v->type->size), any = NULL, now = NULL;
    for (int j = 0; j < k->step->slots.n; j++)
        if (k->step->slots.at[j]->var == v) now = hx_or(m, now, slot_writes(k, k->step->slots.at[j]));
    if (!now) now = hx_bool(m, 0);
    HdlName *be = hdl_wire(k->s, rtl_f(k->x, STR_FMT "_be", STR_ARG(v->ident)), bytes);
    const char *memory = ctl_late(k) ? "cg_ram_be_early" : "cg_ram_be";     /* three stages: D begins with registers */
    HdlInstance *i = hdl_instance(k->s, memory, rtl_f(k->x, "u_" STR_FMT, STR_ARG(v->ident)));
    hdl_in(i, "clk_i", ctl_clk(k));
    hdl_set(i, "BYTES", bytes);
    hdl_set(i, "DEPTH", words);
    hdl_set(i, "AW", addr_w);
    hdl_pins(i);
    hdl_in(i, "re_i", ctl_to_d(k));
    hdl_in(i, "raddr_i", addr_t);
    hdl_out(i, "rdata_o", k->version[v->id][0]->x);
    hdl_pins(i);
    hdl_in(i, "we_i", now);
    hdl_in(i, "waddr_i", addr_d);
    hdl_in(i, "wbe_i", be->x);
    hdl_in(i, "wdata_i", k->version[v->id][n]->x);
    for (int j = 0; j < k->step->slots.n; j++) {
        if (k->step->slots.at[j]->var != v) continue;
        ctl_write_slot(k, k->step->slots.at[j]);
        any = hx_bor(m, any, k->written[v->id]->x);
    }
    hdl_assign(k->s, be->x, any ? any : hx_zeros(m, bytes));
    if (v->sparse) valid_bytes(k, v, n, words, now);
    hdl_blank(k->s);
}

/* ---- registers ---- */

static HdlName *later(Ctl *k, HdlBody *b, Str name, Hx width, Hx from)
{
    HdlName *q = hdl_wire(k->s, rtl_f(k->x, "d_" STR_FMT "_q", STR_ARG(name)), width);
    hs_set(b, q->x, from);
    return q;
}

/* Of a slot of an opaque field; else of what is sent. */
static bool of_slot(const Signal *g) { return g->s != NULL; }

/* It chooses among one source: nobody asks. */
static bool one_source(const Signal *g)
{
    if (g->kind == SIG_WRITE_MASK) return !g->s->masks.n;
    if (g->kind == SIG_APPLY_OPERAND)
        return g->s->operands.at[g->operand].type->opaque && g->s->operands.at[g->operand].sources.n == 1;
    bool sel = g->kind == SIG_SEND_SEL || g->kind == SIG_REQ_SEL || g->kind == SIG_REPLY_SEL;
    return sel && g->o->fields.at[g->field].sources.n == 1;
}

/* D takes what is in T whether it runs or not: the verdict is known last, and d_valid says it in time. */
static HdlBody *from_t(Ctl *k) { return hs_if(hdl_clocked(k->s, false).run, ctl_to_d(k)); }

static void d_signals(Ctl *k, HdlBody *b, bool slots)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        if (late(g) && of_slot(g) == slots && !one_source(g))
            k->d[i] = later(k, b, base_of(g->name), rtl_signal_width(k->x, g), k->st[i]->x);
    }
}

/* What a row sends, and of which key. */
static void sent_registers(Ctl *k)
{
    ctl_in(k, CTL_OUT);
    hdl_note(k->s, STR("What the row sends: registers of D."));
    HdlBody *b = from_t(k);
    d_signals(k, b, false);
    if (k->t_key) k->d_key = later(k, b, STR("key"), rtl_width(k->x, k->c->key), k->t_key->x);
    hdl_blank(k->s);
    ctl_in(k, CTL_DATA);
}

/* Words in a memory of their own, which are kept only if a row writes them; data of a line or more always is. */
static bool is_kept(const Ctl *k, const Var *v)
{
    return has_data(k, v) && (v->kind == V_STORE || rtl_wide_data(v->type) || ctl_slots_of(k, v));
}

static bool any_data(const Ctl *k, Var *const *fields, int n, bool sparse)
{
    for (int i = 0; i < n; i++) if (is_kept(k, fields[i]) && (!sparse || fields[i]->sparse)) return true;
    return false;
}

/* Where in stores and waiting places the opaque data of the row lies. */
static void place_registers(Ctl *k, HdlBody *b)
{
    for (int i = 0; i < k->n_stores; i++) {
        CtlStore *l = &k->stores[i];
        Str name = k->n_stores > 1 ? rtl_f(k->x, STR_FMT "_loc", STR_ARG(l->s->name)) : STR("loc");
        if (any_data(k, l->s->fields.at, l->s->fields.n, false)) l->d_loc = later(k, b, name, l->loc_w, l->loc->x);
        for (int j = 0; j < l->s->fields.n && !l->d_new; j++) {
            const Var *v = l->s->fields.at[j];
            if (!has_data(k, v) || rtl_wide_data(v->type)) continue;
            l->d_new = later(k, b, rtl_f(k->x, STR_FMT "_new", STR_ARG(l->s->name)), NULL,
                             hx_and(k->m, ctl_st(k, SIG_STORE_ALLOC, l->s),
                                    hx_not(k->m, ctl_late(k) ? l->t_hit->x : l->hit->x)));
        }
    }
    for (int i = 0; i < k->n_waits; i++) {
        CtlWait *e = &k->waits[i];
        Str n = e->w->name, name = k->n_waits > 1 ? rtl_f(k->x, STR_FMT "_idx", STR_ARG(n)) : STR("idx");
        if (any_data(k, e->w->fields.at, e->w->fields.n, false)) e->d_idx = later(k, b, name, e->idx_w, e->idx->x);
        if (any_data(k, e->w->fields.at, e->w->fields.n, true))
            e->d_alloc =
                later(k, b, rtl_f(k->x, STR_FMT "_alloc", STR_ARG(n)), NULL, ctl_st(k, SIG_WAIT_ALLOC, e->w));
    }
}

static void d_registers(Ctl *k)
{
    HdlClocked c = hdl_clocked(k->s, true);
    hs_set(c.reset, k->d_valid->x, hx_bool(k->m, 0));
    hs_set(c.run, k->d_valid->x, k->t_fire->x);
    sent_registers(k);
    HdlBody *b = from_t(k);
    d_signals(k, b, true);
    for (int i = 0; i < k->c->args.n; i++) {
        const Var *v = k->c->args.at[i];
        if (v->type->opaque && rtl_arg_used(v))
            k->d_arg[v->id] = later(k, b, v->ident, rtl_width(k->x, v->type), k->t_arg[v->id]->x);
    }
    place_registers(k, b);
    if (k->memory) ctl_memory_data(k);
    hdl_blank(k->s);
}

void ctl_data(Ctl *k)
{
    hdl_note(k->s, STR("---- D: move data ----"));
    for (int i = 0; i < k->c->vars.n; i++) {
        const Var *v = k->c->vars.at[i];
        if ((v->kind == V_STORE || v->kind == V_WAITER) && has_data(k, v) && !(k->memory && v->store == k->memory))
            versions(k, v, ctl_slots_of(k, v));
        if (v->kind == V_APPLIED) results(k, v);
    }
    d_registers(k);
    for (int j = 0; j < k->n_stores; j++) {
        const CtlStore *l = &k->stores[j];
        for (int i = 0; i < l->s->fields.n; i++) {
            const Var *v = l->s->fields.at[i];
            if (has_data(k, v) && !rtl_wide_data(v->type)) ctl_line_mask(k, v, l);
            else if (has_data(k, v))
                data_memory(k, v, l->loc->x, l->d_loc->x, l->lines, l->loc_w);
        }
    }
    for (int j = 0; j < k->n_waits; j++) {
        const CtlWait *e = &k->waits[j];
        for (int i = 0; i < e->w->fields.n; i++) {
            const Var *v = e->w->fields.at[i];
            if (has_data(k, v) && rtl_wide_data(v->type))
                data_memory(k, v, e->idx->x, e->d_idx->x, e->entries, e->idx_w);
            else if (has_data(k, v)) ctl_entry_mask(k, v, e);
        }
    }
}

/* ---- fields of what is sent ---- */

static int field_signal(const Ctl *k, const Out *o, int field)
{
    for (int i = k->step->n_inputs; i < k->step->signals.n; i++) {
        const Signal *g = &k->step->signals.at[i];
        bool is = g->kind == SIG_SEND_FIELD || g->kind == SIG_SEND_SEL || g->kind == SIG_REQ_FIELD ||
                  g->kind == SIG_REQ_SEL || g->kind == SIG_REPLY_FIELD || g->kind == SIG_REPLY_SEL;
        if (is && g->o == o && g->field == field) return i;
    }
    return -1;
}

/* The value of a field in D: a register, or a multiplexer over opaque sources. */
Hx ctl_out_value(Ctl *k, const Out *o, int field)
{
    int i = field_signal(k, o, field);
    return o->fields.at[field].type->opaque ? k->out_field[i]->x : k->d[i]->x;
}

static int field_index(const Out *o, Str name)
{
    for (int i = 0; i < o->fields.n; i++) if (str_eq(o->fields.at[i].name, name)) return i;
    return -1;
}

/* What a field takes from a source: the whole, or a part of it. */
static Hx taken(Ctl *k, const Out *o, const struct OutField *f, const OpaqueSource *s)
{
    const Type *whole = s->var->type;
    if (whole == f->type) return ctl_opaque_source(k, s);
    int at = field_index(o, rtl_f(k->x, STR_FMT "_part", STR_ARG(f->name)));
    return part_of(k, f, s, o->fields.at[at].type, ctl_out_value(k, o, at));
}

void ctl_opaque_muxes(Ctl *k, const Out *o)
{
    HdlModule *m = k->m;
    Str stem = ctl_out_stem(k, o);
    for (int i = 0; i < o->fields.n; i++) {
        const struct OutField *f = &o->fields.at[i];
        int at = field_signal(k, o, i), bits = code_bits(f->sources.n);
        if (!f->type->opaque) continue;
        k->out_field[at] =
            hdl_wire(k->s, rtl_f(k->x, STR_FMT "_" STR_FMT, STR_ARG(stem), STR_ARG(f->name)), rtl_width(k->x, f->type));
        if (f->sources.n == 1) { hdl_assign(k->s, k->out_field[at]->x, taken(k, o, f, &f->sources.at[0])); continue; }
        HdlCase *c = hs_case(hdl_comb(k->s), k->d[at]->x);
        for (int j = 0; j < f->sources.n; j++)
            hs_set(hs_arm(c, hx_lit(m, bits, (uint64_t)j)), k->out_field[at]->x, taken(k, o, f, &f->sources.at[j]));
        hs_set(hs_default(c), k->out_field[at]->x, rtl_zeros(k->x, f->type));
    }
}
