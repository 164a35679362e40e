/* promela_join.c - messages that wait at a port become one (docs/language.md, "Joined messages"). What is joined is a
 * copy: the messages go when a row takes it. */
#include "verify/promela/promela_parts.h"

const Join *pml_join(const CtlModel *k, const Network *net)
{
    for (int i = 0; i < k->c->ports.n; i++)
        for (int j = 0; j < k->c->ports.at[i]->joins.n; j++)
            if (k->c->ports.at[i]->joins.at[j]->net == net) return k->c->ports.at[i]->joins.at[j];
    return NULL;
}

bool pml_net_joins(const Pml *x, const Network *net)
{
    for (int i = 0; i < x->m->n_ctl; i++) if (pml_join(&x->m->ctl[i], net)) return true;
    return false;
}

void pml_join_state(Pml *x)
{
    bool any = false;
    for (int i = 0; i < x->m->p->nets.n; i++) {
        const char *net = pml_name(x, x->m->p->nets.at[i]->name);
        if (!pml_net_joins(x, x->m->p->nets.at[i])) continue;
        pml_line(x, 0, "%s_t %s_one;", net, net);
        any = true;
    }
    if (any) pml_line(x, 0, "int also; byte last;   /* joined with it: a bit for each message; the last of them */");
}

static void set_one(Pml *x, int depth, const Network *net, const char *from)
{
    const char *one = pml_text(x, "%s_one", pml_name(x, net->name));
    static const char *const head[] = { "kind", "from", "to", "key" };
    Scalars f = pml_message_fields(x, net);
    PmlPart part = { from ? pml_text(x, "%s.", from) : "", 'm' };
    for (int i = 0; i < 4; i++)
        pml_line(x, depth, "%s.%s = %s;", one, head[i], from ? pml_text(x, "%s.%s", from, head[i]) : "0");
    pml_copy(x, depth, &f, (PmlPart){ pml_text(x, "%s.", one), 'm' }, from ? &part : NULL);
}

void pml_join_clear(Pml *x)
{
    bool any = false;
    for (int i = 0; i < x->m->p->nets.n; i++) {
        if (!pml_net_joins(x, x->m->p->nets.at[i])) continue;
        set_one(x, 1, x->m->p->nets.at[i], NULL);
        any = true;
    }
    if (any) pml_line(x, 1, "also = 0; last = 0;");
}

/* ---- two messages ---- */

/* Of the field `name` in `at`; "0": the message has none. */
static const char *part_of(Pml *x, const Message *m, const Field *f, const char *at)
{
    return msg_field(m, f->name) ? pml_text(x, "%s.m_%s", at, pml_name(x, f->name)) : "0";
}

static int bits_of(const Pml *x, const Field *f)
{
    return pml_role(x, f->type) == ROLE_UNMODELLED ? clog2_of(OPERANDS) : type_width(&x->m->env, f->type);
}

static bool kept(const Pml *x, const Field *f)
{
    return !(pml_role(x, f->type) == ROLE_MASK && x->m->n_cells == 1);
}

/* What keeps an older message of kind a and a newer one of kind b apart: unequal fields, a sum that does not fit. */
static const char *fits(Pml *x, const Message *a, const Message *b, const Message *both, const char *one,
                        const char *other)
{
    const char *text = pml_text(x, "%s.kind == %s && %s.kind == %s", one, pml_message(x, a), other, pml_message(x, b));
    for (int i = 0; i < both->fields.n; i++) {
        const Field *f = &both->fields.at[i];
        const char *l = part_of(x, a, f, one), *r = part_of(x, b, f, other);
        if (!kept(x, f)) continue;
        if (f->join == JOIN_SUM) text = pml_text(x, "%s && %s + %s < %d", text, l, r, 1 << bits_of(x, f));
        if (f->join != JOIN_SAME) continue;
        for (int c = 0; pml_role(x, f->type) == ROLE_DATA && c < x->m->n_cells; c++)
            text = pml_text(x, "%s && %s[%d] == %s[%d]", text, l, c, r, c);
        if (pml_role(x, f->type) != ROLE_DATA) text = pml_text(x, "%s && %s == %s", text, l, r);
    }
    return text;
}

/* The newer one's, of data the cells under its mask. */
static void newest(Pml *x, const Message *a, const Message *b, const Field *f, const char *other, const char *to)
{
    const char *newer = part_of(x, b, f, other);
    const Field *mask = f->mask.n && x->m->n_cells > 1 ? msg_field(b, f->mask) : NULL;
    if (!msg_field(b, f->name)) return;
    for (int c = 0; pml_role(x, f->type) == ROLE_DATA && c < x->m->n_cells; c++)
        if (mask && msg_field(a, f->name))
            pml_line(x, 2, "if :: (%s >> %d) & 1 -> %s[%d] = %s[%d]; :: else -> skip; fi;", part_of(x, b, mask, other),
                     c, to, c, newer, c);
        else pml_line(x, 2, "%s[%d] = %s[%d];", to, c, newer, c);
    if (pml_role(x, f->type) != ROLE_DATA) pml_line(x, 2, "%s = %s;", to, newer);
}

static void become(Pml *x, const Message *a, const Message *b, const Message *both, const char *one, const char *other)
{
    for (int i = 0; i < both->fields.n; i++) {
        const Field *f = &both->fields.at[i];
        const char *l = part_of(x, a, f, one), *r = part_of(x, b, f, other),
                   *to = pml_text(x, "%s.m_%s", one, pml_name(x, f->name));
        if (!kept(x, f)) continue;
        switch (f->join) {
        case JOIN_SAME: break;
        case JOIN_SUM: pml_line(x, 2, "%s = %s + %s;", to, l, r); break;
        case JOIN_OR: pml_line(x, 2, "%s = %s | %s;", to, l, r); break;
        case JOIN_MAX: pml_line(x, 2, "%s = MAX(%s, %s);", to, l, r); break;
        case JOIN_NEWEST: newest(x, a, b, f, other, to); break;
        }
    }
}

/* ---- which can be joined ---- */

static const char *joinable(Pml *x, const Join *j, const char *at)
{
    const char *text = "";
    for (int i = 0; i < j->msgs.n; i++)
        text = pml_text(x, "%s%s%s.kind == %s", text, i ? " || " : "", at, pml_message(x, j->msgs.at[i]));
    return pml_text(x, "(%s)", text);
}

/* In a network with an order only those behind, and none passes another one of its key, or one that stays alone. */
static const char *in_turn(Pml *x, const Join *j, int at)
{
    const char *net = pml_name(x, j->net->name), *text = pml_text(x, " && %d > last", at);
    for (int i = 1; i < at; i++) {
        const char *m = pml_text(x, "%s_bag[%d]", net, i);
        text = pml_text(x, "%s && (%d <= last || %s.from != %s_one.from || %s.to != %s_one.to || (%s && %s.key != "
                           "%s_one.key))",
                        text, i, m, net, m, net, joinable(x, j, m), m, net);
    }
    return text;
}

/* The message is joined: the kind is that of the two which comes first in the list. */
static void join_one(Pml *x, const CtlModel *k, const Join *j)
{
    const char *net = pml_name(x, j->net->name), *name = pml_name(x, k->c->name), *one = pml_text(x, "%s_one", net),
               *other = pml_text(x, "%s_bag[w]", net), *macro = "0";
    for (int a = 0; a < j->msgs.n; a++)
        for (int b = 0; b < j->msgs.n; b++) {
            const Message *l = j->msgs.at[a], *r = j->msgs.at[b], *both = a < b ? l : r;
            macro = pml_text(x, "%s || (%s)", macro, fits(x, l, r, both, one, pml_text(x, "%s_bag[i]", net)));
        }
    pml_line(x, 0, "#define %s_fits_%s(i) (%s)", name, net, macro);
    pml_line(x, 0, "inline %s_join_%s() {   /* message w */\n  if", name, net);
    for (int a = 0; a < j->msgs.n; a++)
        for (int b = 0; b < j->msgs.n; b++) {
            const Message *l = j->msgs.at[a], *r = j->msgs.at[b], *both = a < b ? l : r;
            pml_line(x, 1, ":: %s.kind == %s && %s.kind == %s ->", one, pml_message(x, l), other, pml_message(x, r));
            become(x, l, r, both, one, other);
            pml_line(x, 2, "%s.kind = %s;", one, pml_message(x, both));
        }
    pml_line(x, 0, "  fi;\n  also = also | (1 << w); last = w; w = 0;\n}");
}

void pml_joins(Pml *x, const CtlModel *k)
{
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const Network *net = x->m->p->nets.at[n];
        const Join *j = pml_join(k, net);
        if (j) join_one(x, k, j);
    }
}

/* Message i, from source `src`. */
static void option(Pml *x, const CtlModel *k, const Join *j, int src, int i)
{
    const char *name = pml_name(x, k->c->name), *z = pml_name(x, j->net->name), *of = pml_text(x, "%s_bag[%d]", z, i);
    pml_line(x, 3,
             ":: d_step { src == %d && %s_n > %d && at != %d && !((also >> %d) & 1) && %s.from == %s_one.from && %s.to "
             "== %s_one.to && %s.key == %s_one.key && %s_fits_%s(%d)%s -> w = %d; %s_join_%s(); }",
             src, z, i, i, i, of, z, of, z, of, z, name, z, i, j->net->pair_order ? in_turn(x, j, i) : "", i, name, z);
}

void pml_pick_joined(Pml *x, const CtlModel *k)
{
    for (int n = 0; n < x->m->p->nets.n; n++) {
        const Network *net = x->m->p->nets.at[n];
        const char *z = pml_name(x, net->name);
        const Join *j = pml_join(k, net);
        if (!pml_net_joins(x, net) || !pml_takes(k, net)) continue;
        pml_line(x, 3, "if :: src == %d -> %s_alone(); :: else -> skip; fi;", n + 1, z);
        if (!j) continue;
        pml_line(x, 3, "do   /* with others that wait there, in any order */");
        for (int i = 0; i < MAX_MSGS; i++) option(x, k, j, n + 1, i);
        pml_line(x, 3, ":: break;\n      od;\n      skip;");
    }
}

/* ---- the network ---- */

void pml_join_network(Pml *x, const Network *net)
{
    const char *z = pml_name(x, net->name);
    if (!pml_net_joins(x, net)) return;
    pml_line(x, 0, "inline %s_alone() {   /* message `at` */", z);
    set_one(x, 1, net, pml_text(x, "%s_bag[at]", z));
    pml_line(x, 0, "  last = at;\n}");
    pml_line(x, 0,
             "inline %s_take() {   /* it, and those that it was joined with */\n  also = also | (1 << at);\n"
             "  j = %s_n;\n  do\n  :: j > 0 ->\n    j--;\n"
             "    if :: (also >> j) & 1 -> at = j; %s_remove(); :: else -> skip; fi;\n"
             "  :: else -> break;\n  od;\n  j = 0;\n}\n",
             z, z, z);
}
