/* promela_net.c - networks: bags kept as sorted arrays; order="pair": sorted by sender and receiver only, so that the
 * messages between two nodes stay in order. */
#include "verify/promela/promela_parts.h"

/* The new message stands before another: compared by the parts in order. */
static void before(Pml *x, const Network *net, const char *name, const Scalars *f)
{
    VEC(const char *) parts = { 0 };
    static const char *const head[] = { "from", "to", "kind", "key" };
    for (int i = 0; i < (net->pair_order ? 2 : 4); i++) vec_push(x->a, &parts, head[i]);
    for (int i = 0; i < f->of.n && !net->pair_order; i++)
        for (int c = 0; c < (f->of.at[i].cells ? x->m->n_cells : 1); c++)
            vec_push(x->a, &parts,
                     f->of.at[i].cells ? pml_text(x, "m_%s[%d]", f->of.at[i].name, c)
                                       : pml_text(x, "m_%s", f->of.at[i].name));
    const char *text = "0";
    for (int i = parts.n - 1; i >= 0; i--) {
        const char *own =
            i < 4 && parts.at[i][1] != '_' ? pml_text(x, "n_%s", parts.at[i]) : pml_text(x, "n%s", parts.at[i] + 1);
        const char *other = pml_text(x, "%s_bag[i - 1].%s", name, parts.at[i]);
        text = i == parts.n - 1 ? pml_text(x, "%s < %s", own, other)
                                : pml_text(x, "%s < %s || (%s == %s && (%s))", own, other, own, other, text);
    }
    pml_line(x, 0, "#define %s_BEFORE (%s)", name, text);
}

static void copy_message(Pml *x, int depth, const Scalars *f, const char *dst, const char *src)
{
    pml_line(x, depth, "%s.kind = %s.kind; %s.from = %s.from; %s.to = %s.to; %s.key = %s.key;", dst, src, dst, src, dst,
             src, dst, src);
    pml_copy(x, depth, f, (PmlPart){ pml_text(x, "%s.", dst), 'm' }, &(PmlPart){ pml_text(x, "%s.", src), 'm' });
}

static void zero_message(Pml *x, int depth, const Scalars *f, const char *dst)
{
    pml_line(x, depth, "%s.kind = 0; %s.from = 0; %s.to = 0; %s.key = 0;", dst, dst, dst, dst);
    pml_copy(x, depth, f, (PmlPart){ pml_text(x, "%s.", dst), 'm' }, NULL);
}

static void network(Pml *x, const Network *net)
{
    const char *name = pml_name(x, net->name);
    Scalars f = pml_message_fields(x, net);
    before(x, net, name, &f);
    pml_line(x, 0, "#define %s_NEXT(i) (%s_n > i%s)", name, name,
             net->pair_order
                 ? pml_text(x,
                            " && (i == 0 || %s_bag[i - 1].from != %s_bag[i].from || %s_bag[i - 1].to != %s_bag[i].to)",
                            name, name, name, name)
                 : "");
    pml_line(x, 0,
             "inline %s_send(message, about) {   /* to node `to`; its fields are in n_... */\n  n_kind = message; "
             "n_from = node; n_to = to; n_key = about;",
             name);
    pml_line(x, 0,
             "  assert(conservation || to < NODES);\n  if\n  :: %s_n == MESSAGES -> beyond = 1;\n  :: else ->\n    i = "
             "%s_n;\n    do\n"
             "    :: i > 0 && %s_BEFORE ->",
             name, name, name);
    copy_message(x, 3, &f, pml_text(x, "%s_bag[i]", name), pml_text(x, "%s_bag[i - 1]", name));
    pml_line(x, 0, "      i--;\n    :: else -> break;\n    od;");
    pml_line(x, 2, "%s_bag[i].kind = n_kind; %s_bag[i].from = n_from; %s_bag[i].to = n_to; %s_bag[i].key = n_key;",
             name, name, name, name);
    pml_copy(x, 2, &f, (PmlPart){ pml_text(x, "%s_bag[i].", name), 'm' }, &(PmlPart){ "", 'n' });
    pml_line(x, 0, "    %s_n++;\n  fi;", name);
    for (int i = 0; i < f.of.n; i++)
        if (f.of.at[i].role == ROLE_STAMP)
            pml_line(x, 1, "if :: n_%s > STAMP_MAX -> beyond = 1; :: else -> skip; fi;", f.of.at[i].name);
    pml_line(x, 0, "  n_kind = 0; n_from = 0; n_to = 0; n_key = 0; i = 0; to = 0;");
    pml_copy(x, 1, &f, (PmlPart){ "", 'n' }, NULL);
    pml_line(x, 0, "}");
    pml_line(x, 0, "inline %s_remove() {   /* message `at` */\n  %s_n--;\n  i = at;\n  do\n  :: i < %s_n ->", name,
             name, name);
    copy_message(x, 2, &f, pml_text(x, "%s_bag[i]", name), pml_text(x, "%s_bag[i + 1]", name));
    pml_line(x, 0, "    i++;\n  :: else -> break;\n  od;");
    zero_message(x, 1, &f, pml_text(x, "%s_bag[%s_n]", name, name));
    pml_line(x, 0, "  i = 0;\n}\n");
    pml_join_network(x, net);
}

void pml_networks(Pml *x)
{
    pml_line(x, 0, "\n/* ---- networks ---- */\n\nbyte n_kind; byte n_from; byte n_to; byte n_key;");
    for (int i = 0; i < x->m->p->nets.n; i++) network(x, x->m->p->nets.at[i]);
}
