/* netlist.c - the netlists that Yosys makes of emitted transition modules are equal to their Verilog: every output bit,
 * for every value of every input.
 *
 * A module is synthesised for the family by itself (synth_FAMILY), the netlist is written as Verilog and read again
 * with the vendor's cells as Yosys models them, put beside the module as Yosys reads it, and ABC proves that no output
 * differs. */
#include "prove.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool synthesised(Prove *p, const ProveNetlist *n, const char *file, const char *module)
{
    bool xilinx = strcmp(n->family, "xilinx") == 0;
    return prove_yosys(p, "read_verilog %s; synth_%s -top %s %s\ntee -q -o %s/stat stat; "
                       "write_verilog -noattr %s/netlist.v", file, n->family, module,
                       xilinx ? "-noiopad -noclkbuf" : "", p->dir, p->dir);
}

static bool beside(Prove *p, const ProveNetlist *n, const char *file, const char *module)
{
    return prove_yosys(
        p,
        "read_verilog %s; prep -flatten -top %s; memory_map; opt_clean; rename %s rtl; design -stash rtl\n"
        "read_verilog %s/netlist.v; read_verilog -defer +/%s/cells_sim.v; prep -flatten -top %s; rename %s netlist\n"
        "design -stash netlist; design -copy-from rtl rtl; design -copy-from netlist netlist\n"
        "miter -equiv -flatten rtl netlist miter; hierarchy -top miter; opt -full; techmap; opt -fast; aigmap\n"
        "select -assert-none t:* t:$_AND_ t:$_NOT_ %%u %%d; write_aiger %s/miter.aig",
        file, module, module, p->dir, n->family, module, module, p->dir);
}

/* "   Number of cells:   123" */
static const char *cells(Prove *p)
{
    static const char label[] = "Number of cells:";
    char *text = tool_read(p->a, tool_text(p->a, "%s/stat", p->dir)), *at = text ? strstr(text, label) : NULL;
    return at ? tool_text(p->a, "%d", atoi(at + sizeof label - 1)) : "?";
}

static void one(Prove *p, const ProveNetlist *n, const char *folder, const char *module)
{
    int64_t began = prove_now();
    char *file = tool_text(p->a, "%s/%s.v", folder, module), *netlist = tool_text(p->a, "%s/netlist.v", p->dir);
    const char *result = "failed";
    tool_remove(tool_text(p->a, "%s/stat", p->dir));
    bool made = synthesised(p, n, file, module);
    if (made && n->broken && !prove_changed(p, netlist, n->broken)) {
        prove_fail(p, "%s: the mistake does not apply", module);
        return;
    }
    if (made && beside(p, n, file, module)) {
        char *log = prove_abc(p, p->limit, 0, tool_text(p->a, "&read %s/miter.aig; &cec -m", p->dir));
        bool differ = strstr(log, "NOT EQUIVALENT") || strstr(log, "are NOT");
        result = strstr(log, "are equivalent") ? "proved" : differ ? "DIFFERENT" : "unknown";
    }
    prove_row(p, (ProveRow){tool_text(p->a, "netlist = Verilog, %s cells of %s", cells(p), n->family), module, n->name,
                            "abc cec", result, "all", "-", began});
    if (strcmp(result, "proved") == 0) return;
    p->bad = true;
    prove_show(p, 5);
}

void prove_netlists(Prove *p, const ProveNetlist *n)
{
    if (!prove_matches(n->family, "^(ecp5|ice40|xilinx)$")) tool_fatal(2, "netlist: no family %s", n->family);
    char *dir = tool_text(p->a, "%s/emitted", p->dir), *folder = tool_text(p->a, "%s/rtl", dir);
    if (!prove_emit(p, n->spec, dir, &n->sets)) {
        fputs(prove_said(p), stderr);
        tool_fatal(1, "%s cannot be emitted", n->spec);
    }
    Words files = tool_entries(p->a, folder);
    bool any = false;
    for (int i = 0; i < files.n; i++) {
        if (!prove_matches(files.at[i], "_step\\.v$")) continue;
        files.at[i][strlen(files.at[i]) - 2] = 0;
        any = true;
        one(p, n, folder, files.at[i]);
    }
    if (!any) tool_fatal(1, "%s has no transition modules", n->spec);
}
