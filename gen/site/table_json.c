/* table_json.c - the tables for programs. */
#include "emit/table_notation.h"
#include "site/site.h"
#include "util/json.h"
#include "util/text.h"
#include <inttypes.h>

static void put_states(Buf *b, const Controller *c)
{
    buf_printf(b, "     \"states\": [");
    for (int i = 0; i < c->states.n; i++) {
        const State *s = c->states.at[i];
        buf_printf(b, "%s\n      {", i ? "," : "");
        json_put_field(b, "name", s->name);
        buf_printf(b, ", \"stable\": %s, \"initial\": %s, ", s->stable ? "true" : "false",
                   s->initial ? "true" : "false");
        json_put_field(b, "doc", s->doc);
        buf_printf(b, "}");
    }
    buf_printf(b, "],\n");
}

static const char *source_of(const Event *e)
{
    switch ((e->base ? e->base : e)->kind) {
    case EV_CORE: return "core";
    case EV_MESSAGE: return "message";
    case EV_PORT: return "port";
    case EV_EVICT: return "evict";
    case EV_TIMER: return "timer";
    case EV_WAKE: return "wake";
    case EV_SWEEP:
    case EV_SWEPT: return "sweep";
    case EV_WISH: return "wish";
    case EV_OVERFLOW: return "overflow";
    }
    return "";
}

static void put_events(Buf *b, const TableColumns *cols)
{
    buf_printf(b, "     \"events\": [");
    for (int i = 0; i < cols->n; i++) {
        const Event *e = cols->at[i];
        buf_printf(b, "%s\n      {", i ? "," : "");
        json_put_field(b, "name", e->name);
        buf_printf(b, ", \"from\": \"%s\", ", source_of(e));
        if (e->base) {
            json_put_field(b, "refines", e->base->name);
            buf_printf(b, ", ");
        }
        if (e->base && e->when) {
            json_put_field(b, "when", notation_expr(b->arena, e->when, notation_occurrence(e)));
            buf_printf(b, ", ");
        }
        json_put_field(b, "doc", e->doc);
        buf_printf(b, "}");
    }
    buf_printf(b, "],\n");
}

typedef struct {
    const SiteInput *x;
    const Controller *c;
    const State *s;
    const Event *e;
} CellOf;

static void put_row(Buf *b, const CellOf *at, const Row *r)
{
    static const char *const kind[] = { [ROW_ON] = "on", [ROW_STALL] = "stall", [ROW_NEVER] = "never" };
    Arena *a = b->arena;
    buf_printf(b, "{\"row\": %d, \"kind\": \"%s\", ", r->id, kind[r->kind]);
    json_put_field(b, "file", str_from(r->pos.file ? text_file_name(r->pos.file) : ""));
    buf_printf(b, ", \"line\": %d", r->pos.line);
    if (r->when) {
        buf_printf(b, ", ");
        json_put_field(b, "when", notation_expr(a, r->when, notation_occurrence(at->e)));
    }
    if (r->why.n) {
        buf_printf(b, ", ");
        json_put_field(b, "why", r->why);
    }
    if (r->doc.n) {
        buf_printf(b, ", ");
        json_put_field(b, "doc", r->doc);
    }
    if (r->kind == ROW_ON) {
        Lines lines = { 0 };
        notation_actions(a, &lines, r->body, notation_occurrence(at->e), 0);
        buf_printf(b, ", \"actions\": [");
        for (int i = 0; i < lines.n; i++) {
            buf_printf(b, "%s", i ? ", " : "");
            json_put(b, lines.at[i]);
        }
        buf_printf(b, "]");
    }
    if (at->x->coverage && r->kind != ROW_NEVER && coverage_known(at->x->coverage, at->c, r))
        buf_printf(b, ", \"taken\": %" PRIu64, coverage_at(at->x->coverage, at->c, at->s, at->e, r));
    buf_printf(b, "}");
}

static void put_cells(Buf *b, const SiteInput *x, const Controller *c, const TableColumns *cols)
{
    bool first = true;
    buf_printf(b, "     \"cells\": [");
    for (int s = 0; s < c->states.n; s++)
        for (int e = 0; e < cols->n; e++) {
            const Cell *cell = cell_at(c, c->states.at[s], cols->at[e]);
            CellOf at = { x, c, c->states.at[s], cols->at[e] };
            if (!cell->rows.n) continue;
            buf_printf(b, "%s\n      {", first ? "" : ",");
            first = false;
            json_put_field(b, "state", at.s->name);
            buf_printf(b, ", ");
            json_put_field(b, "event", at.e->name);
            buf_printf(b, ", \"rows\": [");
            for (int r = 0; r < cell->rows.n; r++) {
                buf_printf(b, "%s", r ? ", " : "");
                put_row(b, &at, cell->rows.at[r]);
            }
            buf_printf(b, "]}");
        }
    buf_printf(b, "]\n");
}

void site_json(Buf *out, const SiteInput *x, TableOf of)
{
    buf_printf(out, "{\"format\": \"cohgen-table 1\", ");
    json_put_field(out, "protocol", x->p->name);
    buf_printf(out, ", ");
    json_put_field(out, "doc", x->p->doc);
    buf_printf(out, ",\n \"controllers\": [");
    for (int i = 0; i < of.n; i++) {
        const Controller *c = of.at[i];
        TableColumns cols = { 0 };
        TableCounts n = table_counts(c);
        table_columns(out->arena, c, &cols);
        buf_printf(out, "%s\n    {", i ? "," : "");
        json_put_field(out, "name", c->name);
        buf_printf(out, ", ");
        json_put_field(out, "doc", c->doc);
        buf_printf(out,
                   ",\n     \"counts\": {\"states\": %d, \"stable\": %d, \"transitions\": %d, \"refined\": %d, "
                   "\"rows\": %d},\n",
                   n.states, n.stable, n.transitions, n.refined, n.rows);
        put_states(out, c);
        put_events(out, &cols);
        put_cells(out, x, c, &cols);
        buf_printf(out, "    }");
    }
    buf_printf(out, "\n ]}\n");
}
