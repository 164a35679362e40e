/* measure.c - emits a system and measures its controllers: Yosys for cells and memories, OpenSTA for delay. */
#include "area.h"
#include <stdlib.h>
#include <string.h>

enum { SHOWN_LINES = 12 };
static const char tile[] = "_tile.v";

/* The last lines of a log, to stderr; ends the program with status 1. */
static void failed(Arena *a, const char *log, const char *what)
{
    char *text = tool_read(a, log);
    size_t n = text ? strlen(text) : 0;
    int lines = 0;
    while (n && (lines += text[n - 1] == '\n') <= SHOWN_LINES) n--;
    if (text) fputs(text + n, stderr);
    tool_fatal(1, "%s: see %s", what, log);
}

static void yosys(Area *r, const char *log, const char *what, const char *script)
{
    Words command = {0};
    tool_add(r->a, &command, "yosys");
    tool_add(r->a, &command, "-q");
    tool_add(r->a, &command, "-p");
    tool_add(r->a, &command, script);
    if (tool_run(r->a, log, 0, &command) != 0) failed(r->a, log, what);
}

/* The longest path of the flat netlist, in ns; flip-flops and pins of memories are its ends. */
static const char *delay_of(Area *r, const char *base)
{
    Arena *a = r->a;
    if (!tool_in_path(a, "sta")) return "?";
    char *script = tool_text(a, "%s.tcl", base), *log = tool_text(a, "%s.sta", base);
    tool_write(script, tool_text(a, "read_liberty %s\nread_verilog %s.v\nlink_design top\n"
                                 "create_clock -name clk -period 100 [get_ports clk_i]\n"
                                 "set_input_delay 0 -clock clk [all_inputs]\n"
                                 "report_checks -path_delay max -digits 3\nexit\n", r->liberty, base));
    Words command = {0};
    tool_add_text(a, &command, "sta -no_splash -exit");
    tool_add(a, &command, script);
    tool_run(a, log, 0, &command); /* what it has said is judged */
    char *said = tool_read(a, log);
    return area_delay(a, said ? said : "");
}

static char *must_read(Arena *a, const char *file)
{
    char *text = tool_read(a, file);
    if (!text) tool_fatal(1, "%s is not there", file);
    return text;
}

static Cost measure(Area *r, const char *dir, const char *module)
{
    Arena *a = r->a;
    Cost c = {.module = module, .delay = "?", .quick = !r->liberty};
    char *base = tool_text(a, "%s/%s", dir, module), *log = tool_text(a, "%s.log", base);
    char *load = tool_text(a, "verilog_defaults -add -I%s/emitted/rtl; read_verilog %s/emitted/rtl/%s.v\n"
                           "hierarchy -check -libdir %s/emitted/rtl -libdir %s/templates -top %s\n"
                           "proc -norom; opt_clean; memory -nomap; opt_clean", dir, dir, module, dir, r->top, module);
    if (c.quick) {
        yosys(r, log, module, tool_text(a, "%s; flatten; dump -o %s.memories t:$mem_v2", load, base));
    } else {
        double area = 0;
        fprintf(stderr, "  %s ...\n", module);
        /* Modules keep their borders, so that the table has them; the netlist for delay is flat, without memories. */
        yosys(r, log, module, tool_text(a,
            "%s; techmap; opt -fast; dfflibmap -liberty %s\n"
            "abc -liberty %s -script +strash;ifraig;dch,-f;map,-B,0.9;topo;buffer,-p;upsize;dnsize; opt_clean\n"
            "tee -o %s.stat stat -liberty %s; flatten; dump -o %s.memories t:$mem_v2\n"
            "delete t:$mem_v2; rename -top top; splitnets -ports; opt_clean -purge; setundef -undriven -zero\n"
            "opt_clean -purge; write_verilog -noattr -noexpr %s.v", load, r->liberty, r->liberty, base, r->liberty,
            base, base));
        c.delay = delay_of(r, base);
        area_cells(a, must_read(a, tool_text(a, "%s.stat", base)), r->nand, &c.cells, &area, &c.parts);
        c.nand2 = area / r->nand;
        c.flipflops = area_lines(must_read(a, tool_text(a, "%s.v", base)), "DFF");
        c.logic = c.nand2 * 0.8e-6;
    }
    Memories memories = area_memories(a, must_read(a, tool_text(a, "%s.memories", base)));
    char *list = "";
    for (int i = 0; i < memories.n; i++) {
        const Memory *m = &memories.at[i];
        c.bits += m->words * m->width;
        c.memory += area_sram(m->words * m->width, m->reads + m->writes);
        list = tool_text(a, "%s%s %.0f %.0f %d %d\n", list, m->name, m->words, m->width, m->reads, m->writes);
    }
    tool_write(tool_text(a, "%s.mem", base), list);
    return c;
}

/* The name of what was emitted: that of its list of files. */
static char *design_of(Area *r, const char *emitted)
{
    Words all = tool_entries(r->a, emitted);
    for (int i = 0; i < all.n; i++)
        if (tool_ends(all.at[i], ".f")) return tool_text(r->a, "%.*s", (int)strlen(all.at[i]) - 2, all.at[i]);
    tool_fatal(1, "no design in %s", emitted);
}

Costs area_measure(Area *r, const char *dir)
{
    Arena *a = r->a;
    Costs costs = {0};
    char *log = tool_text(a, "%s/log", dir), *emitted = tool_text(a, "%s/emitted", dir);
    tool_folder(dir);
    Words emit = {0};
    tool_add(a, &emit, r->cohgen);
    tool_add(a, &emit, "emit");
    tool_add(a, &emit, r->spec);
    tool_add_all(a, &emit, &r->emit);
    tool_add(a, &emit, "-o");
    tool_add(a, &emit, emitted);
    if (tool_run(a, log, 0, &emit) != 0) failed(a, log, "cohgen emit");
    size_t prefix = strlen(design_of(r, emitted)) + 1;
    Words files = tool_entries(a, tool_text(a, "%s/rtl", emitted));
    for (int i = 0; i < files.n; i++) {
        if (!tool_ends(files.at[i], tile)) continue;
        char *module = tool_text(a, "%.*s", (int)(strlen(files.at[i]) - strlen(tile)), files.at[i]);
        if (r->only && (strlen(module) < prefix || strcmp(module + prefix, r->only) != 0)) continue;
        Cost c = measure(r, dir, module);
        vec_push(a, &costs, c);
    }
    area_csv(a, &costs, tool_text(a, "%s/area.csv", dir));
    area_modules(a, &costs, tool_text(a, "%s/modules.csv", dir));
    return costs;
}
