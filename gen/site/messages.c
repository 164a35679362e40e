/* messages.c - networks and messages: what they carry, which rows send and take them. */
#include "emit/stats.h"
#include "site/page.h"
#include <inttypes.h>

static void put_networks(const Site *s, Buf *b)
{
    const Protocol *p = s->x->p;
    buf_printf(b,
               "<h2>Networks</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>network</th><th>class</th><th>order</th>"
               "<th>bits per cycle</th><th>latency</th>"
               "<th>given by</th><th>taken by</th><th>messages</th><th>what</th></tr></thead>\n<tbody>\n");
    for (int n = 0; n < p->nets.n; n++) {
        const Network *net = p->nets.at[n];
        buf_printf(b, "<tr id=\"n%d\"><th>", net->id);
        page_text(b, net->name);
        buf_printf(b, "</th><td class=\"number\">%" PRId64 "</td><td>%s</td><td class=\"number\">%" PRId64
                   "</td><td class=\"number\">%" PRId64 "</td>", net->class_, net->pair_order ? "pair" : "none",
                   param_eval(s->x->env, net->width), param_eval(s->x->env, net->latency));
        for (int kind = 0; kind < 2; kind++) {
            int k = 0;
            buf_printf(b, "<td>");
            for (int c = 0; c < p->ctls.n; c++)
                for (int i = 0; i < p->ctls.at[c]->ports.n; i++) {
                    const Port *q = p->ctls.at[c]->ports.at[i];
                    if (q->kind != (kind ? PORT_IN : PORT_OUT)) continue;
                    for (int j = 0; j < q->nets.n; j++)
                        if (q->nets.at[j] == net) {
                            buf_printf(b, "%s", k++ ? ", " : "");
                            page_text(b, p->ctls.at[c]->name);
                        }
                }
            buf_printf(b, "</td>");
        }
        buf_printf(b, "<td>");
        for (int i = 0, k = 0; i < p->msgs.n; i++) {
            if (p->msgs.at[i]->net != net) continue;
            buf_printf(b, "%s<a href=\"#m%d\">", k++ ? ", " : "", i);
            page_text(b, p->msgs.at[i]->name);
            buf_printf(b, "</a>");
        }
        buf_printf(b, "</td><td>");
        page_text(b, net->doc);
        buf_printf(b, "</td></tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

/* ---- who sends, who takes ---- */

typedef struct {
    const Message *m;
    bool sends;
} Sends;

static void look(const Action *x, void *ctx)
{
    Sends *l = ctx;
    l->sends |= (x->kind == A_SEND || x->kind == A_MULTICAST) && x->msg == l->m;
}

static void put_row_link(const Site *s, Buf *b, const Controller *c, const Row *r, int n)
{
    buf_printf(b, "%s<a class=\"whole\" href=\"" STR_FMT "#c%d-r%d\">",
               n ? ", " : "", STR_ARG(page_controller(s->a, c)), c->id, r->id);
    page_text(b, c->name);
    buf_printf(b, " %d</a>", r->id);
}

static void put_senders(const Site *s, Buf *b, const Message *m)
{
    for (int c = 0, n = 0; c < s->x->p->ctls.n; c++)
        for (int r = 0; r < s->x->p->ctls.at[c]->rows.n; r++) {
            Sends l = { m, false };
            const Row *row = s->x->p->ctls.at[c]->rows.at[r];
            if (row->kind == ROW_ON) actions_walk(row->body, look, &l);
            if (l.sends) put_row_link(s, b, s->x->p->ctls.at[c], row, n++);
        }
}

static void put_takers(const Site *s, Buf *b, const Message *m)
{
    for (int c = 0, n = 0; c < s->x->p->ctls.n; c++) {
        const Controller *k = s->x->p->ctls.at[c];
        bool *seen = NEW_N(s->a, bool, k->rows.n + 1);
        for (int e = 0; e < k->events.n; e++) {
            const Event *ev = k->events.at[e], *base = ev->base ? ev->base : ev;
            for (int st = 0; base->msg == m && st < k->states.n; st++) {
                const Cell *cell = &k->cells[st * k->events.n + e];
                for (int i = 0; i < cell->rows.n; i++) seen[cell->rows.at[i]->id] |= cell->rows.at[i]->kind == ROW_ON;
            }
        }
        for (int r = 0; r < k->rows.n; r++)
            if (seen[r]) put_row_link(s, b, k, k->rows.at[r], n++);
    }
}

void pages_messages(const Site *s, OutSet *out)
{
    const Protocol *p = s->x->p;
    Buf *b = NEW(s->a, Buf);
    buf_init(b, s->a);
    page_begin(s, b, STR("Messages"));
    put_networks(s, b);
    buf_printf(b,
               "<h2>Messages</h2>\n<p>Bits: kind, sender, key and fields.</p>\n"
               "<div class=\"wide\"><table>\n<thead><tr><th>message</th><th>network</th><th>fields</th><th>bits</th>"
               "<th>flits</th><th>sent by rows</th><th>taken by rows</th><th>what</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < p->msgs.n; i++) {
        const Message *m = p->msgs.at[i];
        int64_t bits = message_bits(p, s->x->env, m), flit = param_eval(s->x->env, m->net->width);
        buf_printf(b, "<tr id=\"m%d\"><th>", i);
        page_text(b, m->name);
        buf_printf(b, "</th><td><a href=\"#n%d\">", m->net->id);
        page_text(b, m->net->name);
        buf_printf(b, "</a></td><td>");
        for (int f = 0; f < m->fields.n; f++) {
            const Field *x = &m->fields.at[f];
            buf_printf(b, "%s<span class=\"field\" title=\"", f ? "<br>" : "");
            page_text(b, x->doc);
            buf_printf(b, "\"><code>");
            page_text(b, x->name);
            buf_printf(b, "</code> <small>");
            page_text(b, x->type->name);
            buf_printf(b, ", %d</small></span>", type_width(s->x->env, x->type));
        }
        buf_printf(b, "</td><td class=\"number\">%" PRId64 "</td><td class=\"number\">%" PRId64 "</td><td>", bits,
                   (bits + flit - 1) / flit);
        put_senders(s, b, m);
        buf_printf(b, "</td><td>");
        put_takers(s, b, m);
        buf_printf(b, "</td><td>");
        page_text(b, m->doc);
        buf_printf(b, "</td></tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
    page_end(s, b);
    page_add(out, STR("messages.html"), b);
}
