/* page.c - the page of a design: what it is, its files, its parameters, an instance. The rest of it is in page_*.c. */
#include "rtl/page.h"
#include "util/text.h"
#include <inttypes.h>

Str page_md(Page *g, Str text) { return text_markdown(g->r->a, text); }

int64_t page_number(Hx x)
{
    int64_t n;
    return x && hx_value(x, &n) ? n : 0;
}

void page_width(Page *g, Hx width)
{
    int64_t n;
    if (!width || (hx_is_int(width, &n) && n == 1)) buf_printf(g->b, "1 | 1");
    else if (hx_is_int(width, &n)) buf_printf(g->b, "%" PRId64 " | %" PRId64, n, n);
    else buf_printf(g->b, "`" STR_FMT "` | %" PRId64, STR_ARG(hx_text(g->r->a, width)), page_number(width));
}

/* ---- what is inside ---- */

static void head(Page *g)
{
    Str name = hdl_module_name(g->top->m);
    const HdlStyle style = rtl_style(g->r);
    buf_printf(g->b, "# " STR_FMT "\n\n", STR_ARG(name));
    if (g->r->p->doc.n) buf_printf(g->b, STR_FMT "\n\n", STR_ARG(text_markdown_paragraph(g->r->a, g->r->p->doc)));
    if (g->r->open)
        buf_printf(g->b, "Without controller %s: its ends of the networks are ports.\n\n",
                   str_z(g->r->a, page_md(g, g->r->open->name)));
    buf_printf(g->b,
               "%s\nPlain Verilog-2005, top module `" STR_FMT "`. Widths are symbolic; numbers are those of the "
               "defaults.\n\n",
               style.banner, STR_ARG(name));
}

static void controllers(Page *g)
{
    const System *s = g->r->sys;
    int64_t node = 0;
    buf_printf(g->b, "| controller | instances | nodes | module | what |\n|---|---|---|---|---|\n");
    for (int i = 0; i < s->places.n; i++) {
        const Controller *c = s->places.at[i].ctl;
        int64_t n = place_count(g->r->env, s, c);
        const RtlTile *t = g->tiles[c->id];
        buf_printf(g->b, "| " STR_FMT " | `" STR_FMT "` = %" PRId64 " | %" PRId64 "..%" PRId64 " | ",
                   STR_ARG(page_md(g, c->name)), STR_ARG(hx_text(g->r->a, g->top->count[c->id]->x)), n, node,
                   node + n - 1);
        if (t)
            buf_printf(g->b, "`" STR_FMT "` in `" STR_FMT "`", STR_ARG(hdl_module_name(g->ctls[c->id]->x->m)),
                       STR_ARG(hdl_module_name(t->x->m)));
        else buf_printf(g->b, "left out");
        buf_printf(g->b, " | " STR_FMT " |\n", STR_ARG(page_md(g, c->doc)));
        node += n;
    }
    buf_printf(g->b, "\n");
}

/* Who sends to the network, or takes from it. */
static void ends(Page *g, const Network *n, bool senders)
{
    const char *between = "";
    for (int i = 0; i < g->r->p->ctls.n; i++) {
        const Controller *c = g->r->p->ctls.at[i];
        if (!(senders ? rtl_sends(g->ctls[c->id]->s, n) : rtl_takes(c, n))) continue;
        buf_printf(g->b, "%s" STR_FMT, between, STR_ARG(page_md(g, c->name)));
        between = ", ";
    }
}

static void networks(Page *g)
{
    if (!g->r->p->nets.n) return;
    buf_printf(g->b, "| network | from | to | longest message, bits | bits per cycle | flits | what |\n"
                     "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < g->r->p->nets.n; i++) {
        const Network *n = g->r->p->nets.at[i];
        int64_t bits = page_number(g->top->net[n->id].bits->x),
                flit = page_number(rtl_flit_bits((RtlModule *)g->top, n));
        buf_printf(g->b, "| " STR_FMT " | ", STR_ARG(page_md(g, n->name)));
        ends(g, n, true);
        buf_printf(g->b, " | ");
        ends(g, n, false);
        buf_printf(g->b, " | %" PRId64 " | %" PRId64 " | %" PRId64 " | " STR_FMT " |\n", bits, flit,
                   flit > 0 ? (bits + flit - 1) / flit : 0, STR_ARG(page_md(g, n->doc)));
    }
    buf_printf(g->b, "\n");
}

static void files(Page *g)
{
    const char *top = str_z(g->r->a, hdl_module_name(g->top->m));
    buf_printf(g->b,
               "## Files\n\n"
               "`%s.f` lists them, seen from this folder; `rtl/` has a file for each module. Modules `cg_*` are the "
               "blocks, the others are this design. `checks/` has assertions of the controllers, which they include "
               "where `COHGEN_CHECKS` is defined (`-Ichecks -DCOHGEN_CHECKS`, and `--assert` of Verilator or `-g2012` "
               "of Icarus).%s\n\n"
               "```\n"
               "verilator --lint-only -Wall -f %s.f --top-module %s\n"
               "iverilog -g2005 -Wall -c %s.f -s %s -o %s.vvp\n"
               "yosys -p \"read_verilog $(tr '\\n' ' ' <%s.f); hierarchy -check -top %s; synth\"\n"
               "```\n\n"
               "*For a chip.* `SYNTHESIS`, which synthesis tools define, leaves out what looks on, and takes of "
               "memories what tools map. `cg_ram_1r1w` and `cg_ram_be_raw` are where memory macros go, "
               "`cg_clock_gate` is where a library's clock gate does (with its test enable): without "
               "`CG_CLOCK_GATE` it is a wire, with it a latch and an AND. Blocks have the same names in each design: "
               "several designs of one chip take one copy of them, of one version of the generator and one form of "
               "reset.\n\n",
               top, g->r->open ? "" : " `harness/` is a test bench that is driven from C; nothing here needs it.", top,
               top, top, top, top, top, top);
}

/* ---- parameters ---- */

static const Param *declared(Page *g, const HdlName *param)
{
    for (int i = 0; i < g->r->p->params.n; i++) if (g->top->param[i] == param) return g->r->p->params.at[i];
    return NULL;
}

/* A reserved word of some language has an underscore behind it, one that begins with a small letter P_ before it. */
static bool renamed(const Param *q, const HdlName *param)
{
    bool reserved = param->name.p[param->name.n - 1] == '_' && q->name.p[q->name.n - 1] != '_';
    return reserved || (!q->owner && !str_eq(q->name, param->name));
}

/* As the module has it, where other parameters can be set. */
static void legal_end(Page *g, const Expr *e)
{
    if (e->op == E_NUM || !rtl_known(g->top, e)) buf_printf(g->b, "%" PRId64, param_eval(g->r->env, e));
    else buf_printf(g->b, "`" STR_FMT "`", STR_ARG(hx_text(g->r->a, rtl_int(g->top, e))));
}

static void legal_values(Page *g, const Param *q)
{
    for (int k = 0; k < q->in.n; k++) buf_printf(g->b, "%s%" PRId64, k ? ", " : "", q->in.at[k]);
    if (q->in.n) return;
    legal_end(g, q->min);
    buf_printf(g->b, "..");
    legal_end(g, q->max);
}

/* With the numbers of the modules cg_error_rule_... at which elaboration ends. */
static void rules(Page *g)
{
    for (int k = 0; k < g->r->p->rules.n; k++) {
        const Rule *x = &g->r->p->rules.at[k];
        buf_printf(g->b, "%s%d. " STR_FMT, k ? "" : "\nRules:\n\n", k + 1, STR_ARG(page_md(g, x->why)));
        if (rtl_known(g->top, x->test))
            buf_printf(g->b, ": `" STR_FMT "`", STR_ARG(hx_text(g->r->a, rtl_truth(g->top, x->test))));
        buf_printf(g->b, "\n");
    }
}

static void parameters(Page *g)
{
    HdlName *const *at;
    Hx value;
    int n = hdl_used_params(g->top->m, &at), i = 0;
    buf_printf(g->b, "## Parameters\n\n| parameter | default | legal | what |\n|---|---|---|---|\n");
    for (int k = 0; k < n; k++) {
        const Param *q = declared(g, at[k]);
        buf_printf(g->b, "| `" STR_FMT "` | %" PRId64 " | ", STR_ARG(at[k]->name), page_number(at[k]->x));
        if (q && rtl_fixed(g->r, q)) buf_printf(g->b, "this one: `emit --set` makes others");
        else if (q) legal_values(g, q);
        buf_printf(g->b, " | ");
        if (q && renamed(q, at[k]))
            buf_printf(g->b, "`" STR_FMT "` of the specification%s", STR_ARG(q->name), q->doc.n ? ": " : "");
        buf_printf(g->b, STR_FMT " |\n", STR_ARG(page_md(g, q ? q->doc : STR("instances that share an end"))));
    }
    rules(g);
    buf_printf(g->b, "\nWidths follow from them; they are parameters only because ports need them, and are not to be "
                     "set:\n\n| name | value | default |\n|---|---|---|\n");
    for (HdlName *d; (d = hdl_derived(g->top->m, &i, &value));)
        buf_printf(g->b, "| `" STR_FMT "` | `" STR_FMT "` | %" PRId64 " |\n", STR_ARG(d->name),
                   STR_ARG(hx_text(g->r->a, value)), page_number(d->x));
    buf_printf(g->b, "\n");
}

/* ---- an instance ---- */

/* A port's name without the direction at its end. */
static Str net_name(const HdlName *p) { return (Str){ p->name.p, p->name.n - 2 }; }

static void nets(Page *g)
{
    HdlName *const *at;
    int n = hdl_ports(g->top->m, &at);
    for (int i = 0; i < n; i++) {
        int64_t bits = page_number(at[i]->width);
        buf_printf(g->b, "  wire ");
        if (bits > 1) buf_printf(g->b, "[%" PRId64 ":0] ", bits - 1);
        buf_printf(g->b, STR_FMT ";\n", STR_ARG(net_name(at[i])));
    }
}

static void instance(Page *g)
{
    HdlName *const *at;
    Str name = hdl_module_name(g->top->m);
    int n = hdl_used_params(g->top->m, &at);
    buf_printf(g->b, "## An instance\n\nWith the defaults, to be copied:\n\n```verilog\n");
    nets(g);
    buf_printf(g->b, "\n  " STR_FMT " #(\n", STR_ARG(name));
    for (int i = 0; i < n; i++)
        buf_printf(g->b, "    ." STR_FMT "(%" PRId64 ")%s\n", STR_ARG(at[i]->name), page_number(at[i]->x),
                   i + 1 < n ? "," : "");
    buf_printf(g->b, "  ) u_" STR_FMT " (\n", STR_ARG(name));
    n = hdl_ports(g->top->m, &at);
    for (int i = 0; i < n; i++)
        buf_printf(g->b, "    ." STR_FMT "(" STR_FMT ")%s\n", STR_ARG(at[i]->name), STR_ARG(net_name(at[i])),
                   i + 1 < n ? "," : "");
    buf_printf(g->b, "  );\n```\n");
}

void rtl_page(Rtl *r, RtlModule *top, RtlCtl *const *ctls, RtlTile *const *tiles)
{
    Buf *b = NEW(r->a, Buf);
    Page g = { r, b, top, ctls, tiles };
    buf_init(b, r->a);
    head(&g);
    controllers(&g);
    networks(&g);
    files(&g);
    parameters(&g);
    page_top_ports(&g);
    page_requests(&g);
    page_timing(&g);
    instance(&g);
    page_inner_ports(&g);
    page_messages(&g);
    outset_add(r->out, "README.md", b);
}
