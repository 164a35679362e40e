/* page_words.c - requests, replies and messages: their numbers, what they bring, and where it is. */
#include "rtl/page.h"
#include "ir/probe.h"
#include <inttypes.h>

/* ---- types that say more than their width ---- */

static void type_line(Page *g, const Type *t)
{
    Str doc = page_md(g, t->doc);
    buf_printf(g->b, "- `" STR_FMT "`%s" STR_FMT ": ", STR_ARG(t->name), doc.n ? ", " : "", STR_ARG(doc));
    if (t->kind == TK_ENUM)
        for (int i = 0; i < t->values.n; i++)
            buf_printf(g->b, "%s%d `" STR_FMT "`", i ? ", " : "", i, STR_ARG(t->values.at[i]));
    else if (t->kind == TK_BYTES) buf_printf(g->b, "byte `k` is bits `[8 * k +: 8]`");
    else if (t->kind == TK_COUNT)
        buf_printf(g->b, "0 to %" PRId64, param_eval(g->r->env, t->size) - 1);
    else if (t->key && t->offset)
        buf_printf(g->b, "an address divided by %" PRId64 " (bytes)", param_eval(g->r->env, t->offset));
    else buf_printf(g->b, "%d bit%s%s", type_width(g->r->env, t), type_width(g->r->env, t) > 1 ? "s" : "",
                    t->is_signed ? ", signed" : "");
    buf_printf(g->b, "\n");
}

typedef struct { VEC(const Type *) at; } Types;

static void note_type(Page *g, Types *seen, const Type *t)
{
    for (int i = 0; i < seen->at.n; i++) if (seen->at.at[i] == t) return;
    vec_push(g->r->a, &seen->at, t);
}

static void types(Page *g, const Types *seen)
{
    for (int i = 0; i < seen->at.n; i++) if (seen->at.at[i]->kind != TK_BOOL) type_line(g, seen->at.at[i]);
    buf_printf(g->b, "\n");
}

/* ---- requests and replies of a core's port ---- */

static void fields(Page *g, Types *seen, const PortMsg *m)
{
    const char *between = "";
    for (int i = 0; i < m->fields.n; i++) {
        if (m->fields.at[i].stamp) continue;            /* set inside */
        buf_printf(g->b, "%s`" STR_FMT "` (" STR_FMT ")", between, STR_ARG(m->fields.at[i].name),
                   STR_ARG(page_md(g, m->fields.at[i].type->name)));
        note_type(g, seen, m->fields.at[i].type);
        between = ", ";
    }
}

static void request(Page *g, Types *seen, const Controller *c, const Event *e, int kind)
{
    bool keyed = c->key && !e->keyless;
    buf_printf(g->b, "| %d | " STR_FMT " | %s%s", kind, STR_ARG(page_md(g, e->name)), keyed ? "`key`" : "",
               keyed && e->def->fields.n ? ", " : "");
    fields(g, seen, e->def);
    buf_printf(g->b, " | " STR_FMT " | " STR_FMT " |\n",
               STR_ARG(e->def->answer.n ? page_md(g, e->def->answer) : STR("any reply")), STR_ARG(page_md(g, e->doc)));
}

static void core(Page *g, const Controller *c, const Port *p)
{
    Types seen = { 0 };
    buf_printf(g->b, "## Port " STR_FMT " of " STR_FMT "\n\n| `req_kind` | request | brings | reply | what |\n"
                     "|---|---|---|---|---|\n",
               STR_ARG(page_md(g, p->name)), STR_ARG(page_md(g, c->name)));
    for (int i = 0; i < p->events.n; i++) request(g, &seen, c, p->events.at[i], i);
    buf_printf(g->b, "\n| `rep_kind` | reply | brings | what |\n|---|---|---|---|\n");
    for (int i = 0; i < p->replies.n; i++) {
        buf_printf(g->b, "| %d | " STR_FMT " | ", i, STR_ARG(page_md(g, p->replies.at[i].name)));
        fields(g, &seen, &p->replies.at[i]);
        buf_printf(g->b, " | " STR_FMT " |\n", STR_ARG(page_md(g, p->replies.at[i].doc)));
    }
    buf_printf(g->b, "\nWhat a request or a reply does not bring means nothing, but in simulation a key has to be "
               "known (0 or 1), also that of a request without one. %s\n\n",
               p->id_type ? "Who has a request under way offers no other until the reply to it has come; replies to "
                            "different ones come in any order." :
                            "One request at a time: the next one is offered when the reply to it has come.");
    if (c->key) note_type(g, &seen, c->key);
    types(g, &seen);
}

/* Of a block: what it is asked, and what it says. */
static void block(Page *g, const Controller *c, const Port *p)
{
    Types seen = { 0 };
    buf_printf(g->b, "## Port " STR_FMT " of " STR_FMT "\n\n| `req_kind` | request | brings | answered with | what |\n"
                     "|---|---|---|---|---|\n",
               STR_ARG(page_md(g, p->name)), STR_ARG(page_md(g, c->name)));
    for (int i = 0; i < p->requests.n; i++) {
        const PortMsg *q = &p->requests.at[i];
        buf_printf(g->b, "| %d | " STR_FMT " | ", i, STR_ARG(page_md(g, q->name)));
        fields(g, &seen, q);
        buf_printf(g->b, " | " STR_FMT " | " STR_FMT " |\n",
                   STR_ARG(q->answer.n ? page_md(g, q->answer) : STR("nothing")), STR_ARG(page_md(g, q->doc)));
    }
    buf_printf(g->b, "\n| `ev_kind` | event | brings | what |\n|---|---|---|---|\n");
    for (int i = 0; i < p->events.n; i++) {
        buf_printf(g->b, "| %d | " STR_FMT " | ", i, STR_ARG(page_md(g, p->events.at[i]->name)));
        fields(g, &seen, p->events.at[i]->def);
        buf_printf(g->b, " | " STR_FMT " |\n", STR_ARG(page_md(g, p->events.at[i]->doc)));
    }
    buf_printf(g->b, "\nAnswers%s come in the order of their requests%s; fields that both have are the same.\n\n",
               c->key ? " to one key" : "", c->key ? ", others overtake" : "");
    if (c->key) note_type(g, &seen, c->key);
    types(g, &seen);
}

void page_requests(Page *g)
{
    const System *s = g->r->sys;
    for (int i = 0; i < s->places.n; i++) {
        const Controller *c = s->places.at[i].ctl;
        for (int k = 0; k < c->ports.n && c != g->r->open; k++) {
            const Port *p = c->ports.at[k];
            if (p->kind == PORT_CORE) core(g, c, p);
            else if (p->kind == PORT_BLOCK && !port_inside(p)) block(g, c, p);
        }
    }
}

/* ---- messages ---- */

typedef struct { Page *g; int64_t lsb; } Layout;

static void part(Layout *at, Str name, int64_t bits)
{
    if (bits == 1) buf_printf(at->g->b, "`" STR_FMT "[%" PRId64 "]` ", STR_ARG(name), at->lsb);
    else buf_printf(at->g->b, "`" STR_FMT "[%" PRId64 ":%" PRId64 "]` ", STR_ARG(name), at->lsb + bits - 1, at->lsb);
    at->lsb += bits;
}

static void message(Page *g, const Message *m)
{
    RtlModule *x = (RtlModule *)g->top;
    Layout at = { g, 0 };
    int64_t flit = page_number(rtl_flit_bits(x, m->net));
    buf_printf(g->b, "| %d | " STR_FMT " | ", m->code, STR_ARG(page_md(g, m->name)));
    part(&at, STR("kind"), page_number(rtl_net(x, m->net)->kind_w->x));
    part(&at, STR("from"), page_number(x->node_w->x));
    if (!m->keyless) part(&at, STR("key"), page_number(rtl_key_width(x)));
    for (int i = 0; i < m->fields.n; i++)
        part(&at, m->fields.at[i].name, page_number(rtl_bits(x, m->fields.at[i].type)));
    buf_printf(g->b, "| %" PRId64 " | " STR_FMT " |\n", flit > 0 ? (at.lsb + flit - 1) / flit : 0,
               STR_ARG(page_md(g, m->doc)));
}

void page_messages(Page *g)
{
    const Protocol *p = g->r->p;
    if (!p->msgs.n) return;
    buf_printf(g->b, "## Messages\n\nBit 0 is in the first flit. `from` is the node of the sender. Places are those of "
                     "the defaults; symbolically each field follows the one before it.\n");
    for (int i = 0; i < p->nets.n; i++) {
        buf_printf(g->b, "\n### Network " STR_FMT "\n\n| kind | message | places | flits | what |\n"
                         "|---|---|---|---|---|\n",
                   STR_ARG(page_md(g, p->nets.at[i]->name)));
        for (int k = 0; k < p->msgs.n; k++) if (p->msgs.at[k]->net == p->nets.at[i]) message(g, p->msgs.at[k]);
    }
}
