/* gates.c - of emitted controllers with a clock gate: while `busy` is 0, no register behind the gate would change. So a
 * run is the same with and without the gate. The controllers: tests/prove/gates.list. */
#include "prove.h"
#include <stdio.h>
#include <string.h>

typedef struct { const char *name, *spec, *module, *param; bool by_name; Words edits, sets; } Gated;

static Gated read_gated(Prove *p, const ProveEntry *e)
{
    Gated g = {.name = e->name, .module = e->name, .param = ""};
    for (int i = 0; i < e->words.n; i++) {
        ProveWord w = e->words.at[i];
        if (strcmp(w.key, "by-name") == 0) {
            g.by_name = true;
            continue;
        }
        if (!w.value) prove_wrong(e->where, "what is '%s'?", w.key);
        if (strcmp(w.key, "spec") == 0) g.spec = w.value;
        else if (strcmp(w.key, "module") == 0) g.module = w.value;
        else if (strcmp(w.key, "key") == 0) { /* bits of a key */
            tool_add_text(p->a, &g.edits, "set? //type[@bits=\"32\"and@key]/@bits %s", w.value);
        } else if (strncmp(w.key, "chparam:", 8) == 0) g.param = tool_text(p->a, "-chparam %s %s", w.key + 8, w.value);
        else tool_add(p->a, &g.sets, tool_text(p->a, "--set=%s=%s", w.key, w.value));
    }
    if (!g.spec) prove_wrong(e->where, "%s has no spec=", g.name);
    return g;
}

/* Writes the changed specification and emits it; false after a message. */
static bool emitted(Prove *p, const Gated *g, const char *dir)
{
    const char *name = strrchr(g->spec, '/') ? strrchr(g->spec, '/') + 1 : g->spec;
    char *spec = tool_text(p->a, "%s/in/%s", dir, name);
    tool_folder(tool_text(p->a, "%s/in", dir));
    Words edit = {0};
    tool_add(p->a, &edit, p->spec_edit);
    tool_add(p->a, &edit, tool_text(p->a, "%s/%s", p->top, g->spec));
    tool_add_all(p->a, &edit, &g->edits);
    if (tool_run_to(p->a, spec, NULL, 0, &edit) != 0) tool_fatal(3, "%s cannot be changed", g->spec);
    if (prove_emit(p, spec, dir, &g->sets)) return true;
    prove_fail(p, "%s cannot be emitted", g->name);
    prove_show(p, 20);
    return false;
}

/* A reset in the first cycle, and in any other one. NULL if the module is not as expected. */
static char *with_reset(Prove *p, const char *verilog)
{
    static const char port[] = "  input  wire rst_i,", end[] = "\n);";
    const char *at = strstr(verilog, port), *close = at ? strstr(at, end) : NULL;
    if (!close) return NULL;
    return tool_text(p->a, "%.*s  input  wire rst_any_i,%.*s\n);\n  reg first_q = 1;\n"
                           "  always @(posedge clk_i) first_q <= 0;\n  wire rst_i = rst_any_i || first_q;%s",
                     (int)(at - verilog), verilog, (int)(close - at - (int)sizeof port + 1), at + sizeof port - 1,
                     close + sizeof end - 1);
}

static bool translated(Prove *p, const Gated *g, const char *dir)
{
    const char *m = g->module;
    return prove_yosys(
        p,
        "read_verilog -formal -DSYNTHESIS %s/rtl/*.v %s/tests/prove/gates.v\n"
        "hierarchy -check -top %s %s; prep -flatten -top %s; memory_map; opt_clean; async2sync; dffunmap\n"
        "opt_clean; techmap -map %s/tests/prove/gates_map.v; delete -input %s/w:clk_i; connect -set clk_i 1'b1\n"
        "tee -q -o %s/count select -count t:$assert; opt_clean; delete -output; setundef -undriven -anyseq; techmap\n"
        "opt -fast -nodffe -nosdff; abc -g AND -fast; opt_clean; write_aiger -zinit %s/a.aig",
        dir, p->top, m, g->param, m, p->top, m, dir, dir);
}

static void one(Prove *p, const Gated *g, const char *sed)
{
    int64_t began = prove_now();
    Arena *a = p->a;
    char *dir = tool_text(a, "%s/%s", p->dir, g->name), *file = tool_text(a, "%s/rtl/%s.v", dir, g->module);
    tool_folder(dir);
    if (!emitted(p, g, dir)) return;
    char *verilog = tool_read(a, file);
    if (!verilog || !strstr(verilog, " u_gate ")) {
        prove_fail(p, "%s has no gate", g->name);
        return;
    }
    static const char *const replaced[] = {"cg_clock_gate", "cg_ram_be", "cg_ram_be_raw"}; /* gates.v has them */
    for (int i = 0; i < 3; i++) tool_remove(tool_text(a, "%s/rtl/%s.v", dir, replaced[i]));
    if (sed && !prove_changed(p, file, sed)) {
        prove_fail(p, "%s: the change does not apply", g->name);
        return;
    }
    verilog = with_reset(p, tool_read(a, file));
    if (verilog) tool_write(file, verilog);
    if (!verilog || !translated(p, g, dir)) {
        prove_fail(p, "%s cannot be translated", g->name);
        prove_show(p, 10);
        return;
    }
    /* scorr: registers that always agree, and those that never change, become one: most of what a row's data take */
    char *script = tool_text(a, "read_aiger %s/a.aig; fold; orpos; strash; scleanup; scorr; pdr -T %d", dir, p->limit);
    char *log = prove_abc(p, 2 * p->limit + 60, 0, script);
    ProveVerdict v = prove_verdict(log, 0);
    const char *result = v.result == PROVE_PROVED ? "proved" : v.result == PROVE_VIOLATED ? "VIOLATED" : "unknown";
    if (v.result != PROVE_PROVED) p->bad = true;
    int registers = prove_number(tool_read(a, tool_text(a, "%s/count", dir)));
    prove_row(p, (ProveRow){tool_text(a, "%d registers hold", registers), tool_text(a, "%s (free)", g->module), g->name,
                            "pdr", result,
                            v.result == PROVE_PROVED ? "all" : v.depth >= 0 ? tool_text(a, "%d", v.depth) : "-", "-",
                            began});
}

void prove_gates(Prove *p, const char *verilog, const Words *wanted)
{
    ProveList list = prove_list(p, tool_text(p->a, "%s/tests/prove/gates.list", p->top));
    for (int k = 0; k < wanted->n || (k == 0 && !wanted->n); k++) {
        bool there = !wanted->n;
        for (int i = 0; i < list.n; i++) {
            if (wanted->n && strcmp(list.at[i].name, wanted->at[k]) != 0) continue;
            there = true;
            Gated g = read_gated(p, &list.at[i]);
            if (wanted->n || !g.by_name) one(p, &g, verilog);
        }
        if (!there) tool_fatal(2, "no such controller in gates.list: %s", wanted->at[k]);
    }
}
