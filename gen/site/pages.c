/* pages.c - overview, controllers, parameters. */
#include "draw/diagram.h"
#include "draw/system.h"
#include "emit/stats.h"
#include "emit/table_notation.h"
#include "site/page.h"
#include "util/text.h"
#include <inttypes.h>

static Buf *begin(const Site *s, Str title)
{
    Buf *b = NEW(s->a, Buf);
    buf_init(b, s->a);
    page_begin(s, b, title);
    return b;
}

static void finish(const Site *s, OutSet *out, const char *name, Buf *b)
{
    page_end(s, b);
    page_add(out, str_from(name), b);
}

static void heading(Buf *b, const char *text) { buf_printf(b, "<h2>%s</h2>\n", text); }

static void doc(Buf *b, Str text)
{
    if (!text.n) return;
    buf_printf(b, "<p class=\"doc\">");
    page_text(b, text);
    buf_printf(b, "</p>\n");
}

static void cell(Buf *b, Str text)
{
    buf_printf(b, "<td>");
    page_text(b, text);
    buf_printf(b, "</td>");
}

static void number(Buf *b, int64_t n) { buf_printf(b, "<td class=\"number\">%" PRId64 "</td>", n); }

/* ---- overview ---- */

static void put_controllers(const Site *s, Buf *b)
{
    const Protocol *p = s->x->p;
    buf_printf(b, "<div class=\"wide\"><table>\n<thead><tr><th>controller</th><th>instances</th><th>states</th>"
                  "<th>stable</th><th>transitions</th><th>rows</th><th>what</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        TableCounts n = table_counts(c);
        buf_printf(b, "<tr><th><a href=\"" STR_FMT "\">", STR_ARG(page_controller(s->a, c)));
        page_text(b, c->name);
        buf_printf(b, "</a></th>");
        number(b, p->systems.n ? place_count(s->x->env, p->systems.at[0], c) : 1);
        number(b, n.states);
        number(b, n.stable);
        number(b, n.transitions);
        number(b, n.rows);
        cell(b, c->doc);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

static void put_runs(const Site *s, Buf *b)
{
    if (!s->x->coverage) return;
    heading(b, "Coverage");
    buf_printf(b, "<p>The tables are coloured by how often each row was taken.</p>\n<ul>\n");
    Str run;
    for (int i = 0; (run = coverage_run(s->x->coverage, i)).n; i++) {
        buf_printf(b, "<li><code>");
        page_text(b, run);
        buf_printf(b, "</code></li>\n");
    }
    buf_printf(b, "</ul>\n");
}

void pages_overview(const Site *s, OutSet *out)
{
    const Protocol *p = s->x->p;
    Buf *b = begin(s, p->name);
    doc(b, p->doc);
    heading(b, "System");
    buf_printf(b, "<div class=\"figure\">\n");
    system_svg(b, p, s->x->env);
    buf_printf(b, "</div>\n");
    put_controllers(s, b);
    put_runs(s, b);
    heading(b, "Verilog");
    if (s->x->rtl)
        buf_printf(b, "<p>Every row leads to its place in the Verilog, and back: <a href=\"files.html\">files</a>"
                      ".</p>\n");
    else {
        buf_printf(b, "<p>No Verilog is shown: ");
        page_text(b, str_from(s->x->no_rtl ? s->x->no_rtl : "it was not asked for"));
        buf_printf(b, "</p>\n");
    }
    finish(s, out, "index.html", b);
}

/* ---- a controller ---- */

static void put_bar(Buf *b, const StatsPlace *x)
{
    buf_printf(b, "<td style=\"min-width:22rem\"><div class=\"bar\">");
    for (int i = 0; i < x->parts.n; i++) {
        const StatsPart *p = &x->parts.at[i];
        double share = 100.0 * (double)p->bits / (double)x->bits;
        buf_printf(b, "<i class=\"p%d\" style=\"width:%.2f%%\" title=\"", i % 6, share);
        page_text(b, str_printf(b->arena, STR_FMT ": %" PRId64 " bits, %.1f %%", STR_ARG(p->name), p->bits, share));
        buf_printf(b, "\"></i>");
    }
    if (!x->parts.n) buf_printf(b, "<i class=\"p5\" style=\"width:100%%\"></i>");
    buf_printf(b, "</div><small>");
    for (int i = 0; i < x->parts.n; i++)
        page_text(b, str_printf(b->arena, "%s" STR_FMT " %" PRId64, i ? ", " : "", STR_ARG(x->parts.at[i].name),
                                x->parts.at[i].bits));
    buf_printf(b, "</small></td>");
}

static void put_storage(const Site *s, Buf *b, const Controller *c, const StatsPlaces *all)
{
    int64_t most = 1;
    for (int i = 0; i < all->n; i++)
        if (all->at[i].ctl == c && all->at[i].bits * all->at[i].entries > most)
            most = all->at[i].bits * all->at[i].entries;
    buf_printf(b, "<div class=\"wide\"><table>\n<thead><tr><th>structure</th><th>entries</th><th>bits of one</th>"
                  "<th>bytes</th><th>share of the largest</th><th>fields of an entry</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < all->n; i++) {
        const StatsPlace *x = &all->at[i];
        if (x->ctl != c) continue;
        int64_t bits = x->bits * x->entries;
        buf_printf(b, "<tr><th>");
        page_text(b, x->name);
        buf_printf(b, "</th>");
        number(b, x->entries);
        number(b, x->bits);
        number(b, (bits + 7) / 8);
        buf_printf(
            b, "<td style=\"min-width:9rem\"><div class=\"bar\"><i class=\"p0\" style=\"width:%.2f%%\"></i></div></td>",
            100.0 * (double)bits / (double)most);
        put_bar(b, x);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
    (void)s;
}

static void put_vars(Buf *b, const Controller *c, const ParamEnv *env)
{
    if (!c->regs.n) return;
    heading(b, "Registers and inputs");
    buf_printf(
        b, "<div class=\"wide\"><table>\n<thead><tr><th>name</th><th>type</th><th>bits</th><th>what</th></tr></thead>\n"
           "<tbody>\n");
    for (int i = 0; i < c->regs.n; i++) {
        const Var *v = c->regs.at[i];
        if (v->array && v != v->array->elem[0]) continue;
        buf_printf(b, "<tr><th>");
        page_text(b, v->array ? v->array->name : v->name);
        buf_printf(b, "%s</th>",
                   v->kind == V_INPUT ? " <small>input</small>"
                   : v->history       ? " <small>history</small>"
                                      : "");
        cell(b, v->type->name);
        number(b, type_width(env, v->type));
        cell(b, v->doc);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

static void put_invariants(Buf *b, const Controller *c)
{
    if (!c->invariants.n && !c->progresses.n) return;
    heading(b, "Invariants, covers, progress");
    buf_printf(
        b, "<div class=\"wide\"><table>\n<thead><tr><th>name</th><th>kind</th><th>what must hold</th><th>why</th></tr>"
           "</thead>\n<tbody>\n");
    for (int i = 0; i < c->invariants.n; i++) {
        const Invariant *v = &c->invariants.at[i];
        buf_printf(b, "<tr><th>");
        page_text(b, v->name);
        buf_printf(b, "</th><td>%s</td><td><code>", v->cover ? "cover" : "invariant");
        page_text(b, v->text);
        buf_printf(b, "</code></td>");
        cell(b, v->doc);
        buf_printf(b, "</tr>\n");
    }
    for (int i = 0; i < c->progresses.n; i++) {
        buf_printf(b, "<tr><th>");
        page_text(b, c->progresses.at[i].name);
        buf_printf(b, "</th><td>progress</td><td><code>");
        page_text(b, c->progresses.at[i].text);
        buf_printf(b, "</code></td>");
        cell(b, c->progresses.at[i].doc);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
}

static void put_notes(const Site *s, Buf *b, const Controller *c)
{
    Buf notes;
    buf_init(&notes, s->a);
    buf_put(&notes, "", 0);
    table_notes(&notes, c, "");
    if (!notes.n) return;
    heading(b, "Views and refined events");
    buf_printf(b, "<ul>\n");
    for (size_t at = 0, n; at < notes.n; at += n + 1) {
        for (n = 0; at + n < notes.n && notes.at[at + n] != '\n'; n++) {}
        buf_printf(b, "<li><code>");
        page_text(b, (Str){ notes.at + at, (int)n });
        buf_printf(b, "</code></li>\n");
    }
    buf_printf(b, "</ul>\n");
}

static void put_counts(Buf *b, const Controller *c)
{
    TableCounts n = table_counts(c);
    buf_printf(
        b,
        "<p>%d states (%d stable, %d transient), %d transitions, %d rows. A state marked * is transient. The text "
        "under the pointer is the row's place in the specification and its remark; a click leads to it.</p>\n",
        n.states, n.stable, n.states - n.stable, n.transitions, n.rows);
}

void pages_controllers(const Site *s, OutSet *out)
{
    const Protocol *p = s->x->p;
    StatsPlaces places = stats_places(s->a, p, s->x->env);
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        Buf *b = begin(s, c->name);
        doc(b, c->doc);
        heading(b, "States");
        buf_printf(b, "<div class=\"figure\">\n");
        diagram_svg(b, p, &c, 1);
        buf_printf(b, "</div>\n");
        heading(b, "Table");
        put_counts(b, c);
        cells_coverage(s, b, c);
        cells_table(s, b, c);
        put_notes(s, b, c);
        heading(b, "Rows");
        cells_rows(s, b, c);
        heading(b, "Pipeline");
        buf_printf(b, "<div class=\"figure\">\n");
        pipeline_svg(b, c, links_module(s, c));
        buf_printf(b, "</div>\n");
        heading(b, "Storage of one instance");
        put_storage(s, b, c, &places);
        put_vars(b, c, s->x->env);
        put_invariants(b, c);
        finish(s, out, page_controller(s->a, c).p, b);
    }
}

/* ---- parameters ---- */

static void put_range(const Site *s, Buf *b, const Param *q)
{
    buf_printf(b, "<td>");
    for (int k = 0; k < q->in.n; k++) buf_printf(b, "%s%" PRId64, k ? ", " : "", q->in.at[k]);
    if (!q->in.n)
        buf_printf(b, "%" PRId64 " to %" PRId64, param_eval(s->x->env, q->min), param_eval(s->x->env, q->max));
    buf_printf(b, "</td>");
}

void pages_parameters(const Site *s, OutSet *out)
{
    const Protocol *p = s->x->p;
    Buf *b = begin(s, STR("Parameters"));
    buf_printf(
        b, "<div class=\"wide\"><table>\n<thead><tr><th>parameter</th><th>value</th><th>legal</th><th>what</th></tr>"
           "</thead>\n<tbody>\n");
    for (int i = 0; i < p->params.n; i++) {
        const Param *q = p->params.at[i];
        buf_printf(b, "<tr><th>");
        if (q->owner) page_text(b, str_printf(s->a, STR_FMT ".", STR_ARG(q->owner->name)));
        page_text(b, q->name);
        buf_printf(b, "</th>");
        number(b, s->x->env->value[q->id]);
        put_range(s, b, q);
        cell(b, q->doc);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
    if (p->rules.n) heading(b, "Rules");
    buf_printf(b, p->rules.n ? "<ul>\n" : "");
    for (int i = 0; i < p->rules.n; i++) {
        buf_printf(b, "<li>");
        page_text(b, p->rules.at[i].why);
        buf_printf(b, " (<code>");
        page_text(b, notation_expr(s->a, p->rules.at[i].test, "msg"));
        buf_printf(b, "</code>)</li>\n");
    }
    buf_printf(b, p->rules.n ? "</ul>\n" : "");
    heading(b, "Types");
    buf_printf(
        b,
        "<div class=\"wide\"><table>\n<thead><tr><th>type</th><th>bits</th><th>values</th><th>what</th></tr></thead>\n"
        "<tbody>\n");
    for (int i = 0; i < p->types.n; i++) {
        const Type *t = p->types.at[i];
        if (t->kind == TK_INT) continue;
        buf_printf(b, "<tr><th>");
        page_text(b, t->name);
        buf_printf(b, "</th>");
        number(b, type_width(s->x->env, t));
        buf_printf(b, "<td>");
        for (int k = 0; k < t->values.n; k++)
            page_text(b, str_printf(s->a, "%s" STR_FMT, k ? ", " : "", STR_ARG(t->values.at[k])));
        buf_printf(b, "%s%s%s</td>", t->opaque ? "opaque " : "", t->key ? "key " : "", t->circular ? "circular" : "");
        cell(b, t->doc);
        buf_printf(b, "</tr>\n");
    }
    buf_printf(b, "</tbody></table></div>\n");
    finish(s, out, "parameters.html", b);
}
