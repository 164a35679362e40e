/* explorer.c - a run as a page: everything is in it, and its script only shows and hides. */
#include "draw/chart.h"
#include "draw/held.h"
#include "site/page.h"
#include "util/json.h"

/* ---- the run as data ---- */

static void put_numbers(Buf *b, const char *name, const int *at, int n)
{
    buf_printf(b, ", \"%s\": [", name);
    for (int i = 0; i < n; i++) buf_printf(b, "%s%d", i ? ", " : "", at[i]);
    buf_printf(b, "]");
}

static void put_texts(Buf *b, const char *name, const Str *at, int n)
{
    buf_printf(b, ", \"%s\": [", name);
    for (int i = 0; i < n; i++) {
        buf_printf(b, "%s", i ? ", " : "");
        json_put(b, at[i]);
    }
    buf_printf(b, "]");
}

/* The row that fires stands at the stored state, or, where a view applies, at another one. */
static bool has_row(const Cell *cell, const RunStep *s)
{
    for (int i = 0; i < cell->rows.n; i++) {
        const Row *r = cell->rows.at[i];
        Str tail = s->place;
        int n = tail.n;
        int64_t line;
        while (n > 0 && tail.p[n - 1] != ':') n--;
        if (s->row >= 0 ? r->id == s->row
                        : run_text_number((Str){ tail.p + n, tail.n - n }, &line) && r->pos.line == line)
            return true;
    }
    return false;
}

static void put_cell(Buf *b, const Controller *c, const RunStep *s)
{
    const State *stored = c ? names_get(&c->by.states, s->state) : NULL, *at = stored;
    const Event *e = c ? names_get(&c->by.events, s->event) : NULL;
    if (!stored || !e) return;
    for (int i = 0; i < c->states.n && !has_row(cell_at(c, at, e), s); i++) at = c->states.at[i];
    if (!has_row(cell_at(c, at, e), s)) at = stored;
    buf_printf(b, ", \"ctl\": %d, \"cell\": \"c%d-s%d-e%d\"", c->id, c->id, at->id, e->id);
}

static void put_step(Buf *b, const SiteInput *x, const Run *run, const RunStep *s)
{
    buf_printf(b, "{\"inst\": %d, \"row\": %d, \"fails\": %s, \"whole\": %s, ", s->inst, s->row,
               s->fails ? "true" : "false", s->whole ? "true" : "false");
    json_put_field(b, "time", s->time);
    buf_printf(b, ", ");
    json_put_field(b, "key", s->key);
    buf_printf(b, ", ");
    json_put_field(b, "what", s->what);
    buf_printf(b, ", ");
    json_put_field(b, "state", s->state);
    buf_printf(b, ", ");
    json_put_field(b, "event", s->event);
    buf_printf(b, ", ");
    json_put_field(b, "next", s->next);
    buf_printf(b, ", ");
    json_put_field(b, "place", s->place);
    put_numbers(b, "sends", s->sends.at, s->sends.n);
    put_numbers(b, "takes", s->takes.at, s->takes.n);
    put_texts(b, "effects", s->effects.at, s->effects.n);
    if (x->p) put_cell(b, held_controller(x->p, run->insts.at[s->inst]), s);
    buf_printf(b, ", \"fields\": [");
    for (int i = 0; i < s->fields.n; i++) {
        buf_printf(b, "%s[", i ? ", " : "");
        json_put(b, s->fields.at[i].name);
        buf_printf(b, ", ");
        json_put(b, s->fields.at[i].value);
        buf_printf(b, "]");
    }
    buf_printf(b, "]}");
}

static void put_run(Buf *b, const SiteInput *x, const Run *run)
{
    buf_printf(b, "const run = {\"schedule\": %s", run->is_schedule ? "true" : "false");
    put_texts(b, "insts", run->insts.at, run->insts.n);
    buf_printf(b, ",\n\"steps\": [");
    for (int i = 0; i < run->steps.n; i++) {
        buf_printf(b, "%s\n", i ? "," : "");
        put_step(b, x, run, &run->steps.at[i]);
    }
    buf_printf(b, "],\n\"messages\": [");
    for (int i = 0; i < run->messages.n; i++) {
        const RunMessage *m = &run->messages.at[i];
        buf_printf(b, "%s\n{\"number\": %d, \"from\": %d, \"to\": %d, \"sent\": %d, \"taken\": %d, ", i ? "," : "",
                   m->number, m->from, m->to, m->sent, m->taken);
        json_put_field(b, "name", m->name);
        buf_printf(b, ", ");
        json_put_field(b, "fields", m->fields);
        buf_printf(b, "}");
    }
    buf_printf(b, "]");
    put_texts(b, "left", run->left.at, run->left.n);
    buf_printf(b, ", ");
    json_put_field(b, "found", run->found);
    buf_printf(b, "};\n");
}

/* ---- the page ---- */

static const char buttons[] =
    "<div class=\"bar-of-steps\"><button id=\"first\" title=\"Home\">|&lt;</button><button id=\"back\" title=\"Left\">"
    "&lt;</button><button id=\"forth\" title=\"Right\">&gt;</button><button id=\"last\" title=\"End\">&gt;|</button>"
    "<input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"step\"><output "
    "id=\"now\"></output></div>\n";

void site_explorer(Buf *out, const SiteInput *x, const Run *run)
{
    Site s = { out->arena, x, true };
    Str name = run->protocol.n ? run->protocol : x->p ? x->p->name : STR("run");
    page_begin(&s, out, str_printf(out->arena, "A run of " STR_FMT, STR_ARG(name)));
    if (run->found.n) {
        buf_printf(out, "<p class=\"bad\">");
        page_text(out, run->found);
        buf_printf(out, "</p>\n");
    }
    buf_printf(out, "%s<div class=\"explorer\">\n<div class=\"figure\" id=\"chart\">\n", buttons);
    chart_svg(out, run, x->p);
    buf_printf(out,
               "</div>\n<div class=\"side\">\n<p id=\"what\"></p>\n<div id=\"held\"></div>\n<div id=\"flight\"></div>\n"
               "</div>\n</div>\n<div id=\"tables\">\n");
    for (int i = 0; x->p && i < x->p->ctls.n; i++) {
        buf_printf(out, "<div class=\"table-of\" id=\"table%d\"><h2>", i);
        page_text(out, x->p->ctls.at[i]->name);
        buf_printf(out, "</h2>\n");
        cells_table(&s, out, x->p->ctls.at[i]);
        buf_printf(out, "</div>\n");
    }
    buf_printf(out, "</div>\n<script>\n");
    put_run(out, x, run);
    buf_printf(out, "%s</script>\n", page_asset("explorer"));
    page_end(&s, out);
}
