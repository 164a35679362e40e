/* rtl_design.c - a configuration as it is written, and as ABC reads it. */
#include "rtl.h"
#include "util/buf.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool engine(const char *text)
{
    return prove_matches(text, "^(pdr|bmc):[0-9]+$");
}

/* "KIND|PATH|VALUE", as words of spec_edit. */
static void add_edit(Prove *p, Words *edits, const char *text)
{
    Words parts = tool_split(p->a, text, "|");
    if (parts.n > 3) tool_fatal(2, "not KIND|PATH|VALUE: %s", text);
    tool_add_all(p->a, edits, &parts);
}

RtlDesign rtl_read(Prove *p, const ProveEntry *e)
{
    Arena *a = p->a;
    const char *where = e->where;
    RtlDesign d = {.name = e->name, .scope = "free", .among = ".", .depth = 40};
    for (int i = 0; i < e->words.n; i++) {
        const char *key = e->words.at[i].key, *value = e->words.at[i].value;
        const struct { const char *key; const char **to; } texts[] = {
            {"spec", &d.spec}, {"module", &d.module}, {"scope", &d.scope}, {"asserts", &d.among}, {"but", &d.but}};
        const struct { const char *key; Words *to; } lists[] = {
            {"engine", &d.engines}, {"cut", &d.cuts}, {"see", &d.sees}, {"queue", &d.queues}};
        bool known = false;
        for (size_t k = 0; value && k < sizeof texts / sizeof *texts; k++)
            if (strcmp(key, texts[k].key) == 0) *texts[k].to = value, known = true;
        for (size_t k = 0; value && k < sizeof lists / sizeof *lists; k++)
            if (strcmp(key, lists[k].key) == 0) tool_add(a, lists[k].to, value), known = true;
        if (known) continue;
        if (strcmp(key, "by-name") == 0 && !value) d.by_name = true;
        else if (!value) prove_wrong(where, "%s: what is '%s'?", d.name, key);
        else if (strcmp(key, "cover") == 0) d.depth = atoi(value);
        else if (strcmp(key, "env") == 0) d.envs = tool_split(a, value, ",");
        else if (strcmp(key, "edit") == 0) add_edit(p, &d.edits, value);
        else if (strncmp(key, "chparam:", 8) == 0) tool_add_text(a, &d.chparams, "-chparam %s %s", key + 8, value);
        else tool_add(a, &d.sets, tool_text(a, "--set=%s=%s", key, value));
    }
    for (int i = 0; i < d.queues.n; i++) {
        const char *net = d.queues.at[i];
        tool_add_text(a, &d.cuts, "in/u_%s_queue", net);
        tool_add_text(a, &d.sees, "u_in.%s_take u_in.%s_take_valid", net, net);
    }
    if (!d.spec || !d.module || !d.engines.n)
        prove_wrong(where, "%s has no spec=, module= or engine=", d.name);
    for (int i = 0; i < d.engines.n; i++)
        if (!engine(d.engines.at[i]))
            prove_wrong(where, "%s: no engine '%s'", d.name, d.engines.at[i]);
    if (!prove_matches(d.scope, "^(free|env|system)$"))
        prove_wrong(where, "%s: no scope '%s'", d.name, d.scope);
    return d;
}

/* ---- emitted ---- */

/* The specification with its edits, beside the other files of its folder, which it may use. The name of the file is
 * that of the specification, for the places in comments. */
static bool edited(Prove *p, const ProveRtl *r, const RtlDesign *d, const char *to)
{
    Arena *a = p->a;
    char *from = tool_text(a, "%s/%s", p->top, d->spec), *folder = tool_text(a, "%s", from);
    *strrchr(folder, '/') = 0;
    char *in = tool_text(a, "%s", to);
    *strrchr(in, '/') = 0;
    tool_folder(in);
    Words others = tool_entries(a, folder);
    for (int i = 0; i < others.n; i++)
        if (prove_matches(others.at[i], "\\.xml$"))
            tool_copy(a, tool_text(a, "%s/%s", folder, others.at[i]), tool_text(a, "%s/%s", in, others.at[i]));
    Words command = {0};
    tool_add(a, &command, p->spec_edit);
    tool_add(a, &command, from);
    tool_add_all(a, &command, &d->edits);
    for (int i = 0; i < r->edits.n; i++) add_edit(p, &command, r->edits.at[i]);
    return tool_run_to(a, to, p->log, 0, &command) == 0;
}

static bool emitted(Prove *p, const ProveRtl *r, RtlDesign *d)
{
    Arena *a = p->a;
    const char *name = strrchr(d->spec, '/') + 1;
    char *spec = tool_text(a, "%s/in/%s", d->dir, name);
    if (!edited(p, r, d, spec)) return false;
    if (!prove_emit(p, spec, d->dir, &d->sets)) return false;
    char *rtl = tool_text(a, "%s/rtl", d->dir);
    Words files = tool_entries(a, rtl);
    bool changed = !r->verilog;
    for (int i = 0; i < files.n && r->verilog; i++)
        if (prove_changed(p, tool_text(a, "%s/%s", rtl, files.at[i]), r->verilog)) changed = true;
    if (!changed) tool_write(p->log, "the change of the Verilog does not apply\n");
    return changed;
}

static char *replaced(Arena *a, const char *text, const char *what, const char *by)
{
    Buf b;
    buf_init(&b, a);
    for (const char *at; (at = strstr(text, what)); text = at + strlen(what))
        buf_printf(&b, "%.*s%s", (int)(at - text), text, by);
    buf_printf(&b, "%s", text);
    buf_put(&b, "", 1);
    return b.at;
}

/* Of a queue that is cut out: what it offers is a message of its network, as the checks assume of what comes in. */
static char *offered(Prove *p, const char *checks, const char *net)
{
    Arena *a = p->a;
    char *bits = tool_text(a, "%s", net), *first = tool_text(a, "wire [31:0] chk_%s_from", net);
    for (char *c = bits; *c; c++) *c = (char)toupper((unsigned char)*c);
    Buf b;
    buf_init(&b, a);
    buf_printf(&b, "`ifdef FORMAL\n  wire %s_take_valid;\n  wire [%s_BITS-1:0] %s_take;\n", net, bits, net);
    const char *at = strstr(checks, first), *always = tool_text(a, "if (!rst_i && (%s_in_valid_i)) assume", net);
    for (int i = 0; i < 3 && at; i++) { /* the sender, in bounds; the kind */
        const char *end = strchr(at, ';');
        char *text = tool_text(a, "%.*s;\n", (int)(end - at), at);
        text = replaced(a, text, tool_text(a, "chk_%s_from", net), tool_text(a, "env_%s_from", net));
        text = replaced(a, text, tool_text(a, "%s_in_valid_i", net), tool_text(a, "%s_take_valid", net));
        text = replaced(a, text, tool_text(a, "%s_in_msg_i", net), tool_text(a, "%s_take", net));
        buf_printf(&b, "  %s%s", i ? "always @* " : "", text);
        at = strstr(end, always);
    }
    buf_printf(&b, "`endif\n");
    buf_put(&b, "", 1);
    return b.at;
}

/* What an environment assumes goes behind the module's checks. */
static void surrounded(Prove *p, const RtlDesign *d)
{
    char *file = tool_text(p->a, "%s/checks/%s_checks.vh", d->dir, d->module), *text = tool_read(p->a, file);
    if (!d->envs.n && !d->queues.n) return;
    const char *checks = text ? text : "";
    for (int i = 0; i < d->queues.n; i++)
        text = tool_text(p->a, "%s%s", text ? text : "", offered(p, checks, d->queues.at[i]));
    for (int i = 0; i < d->envs.n; i++) {
        char *env = tool_text(p->a, "%s/tests/prove/%s", p->top, d->envs.at[i]), *more = tool_read(p->a, env);
        if (!more) tool_fatal(2, "%s: no file %s", d->name, env);
        text = tool_text(p->a, "%s%s", text ? text : "", more);
    }
    tool_write(file, text);
}

/* ---- as ABC reads it ---- */

/* Commands that take blocks out, and make nets inside of parts visible. */
static char *cuts(Prove *p, const RtlDesign *d)
{
    Buf b;
    buf_init(&b, p->a);
    for (int i = 0; i < d->cuts.n; i++) { /* a module with parameters has a longer name */
        const char *slash = strchr(d->cuts.at[i], '/');
        char *cell = slash ? tool_text(p->a, "*%s_%.*s*%s", d->module, (int)(slash - d->cuts.at[i]), d->cuts.at[i],
                                       slash)
                           : tool_text(p->a, "%s/%s", d->module, d->cuts.at[i]);
        buf_printf(&b, "proc; select -assert-count 1 %s; cutpoint %s; ", cell, cell);
    }
    if (d->sees.n) buf_printf(&b, "proc; flatten; cd %s; ", d->module);
    for (int i = 0; i < d->sees.n; i++) {
        const char *dot = strrchr(d->sees.at[i], '.');
        buf_printf(&b, "connect -nounset -set \\%s \\%s; ", dot ? dot + 1 : d->sees.at[i], d->sees.at[i]);
    }
    if (d->sees.n) buf_printf(&b, "cd ..; ");
    buf_put(&b, "", 1);
    return b.at;
}

/* What Yosys reads first. */
static char *reading(Prove *p, const RtlDesign *d)
{
    Buf b;
    buf_init(&b, p->a);
    buf_printf(&b, "read_verilog -formal -DCOHGEN_CHECKS -DSYNTHESIS%s%s -I %s/checks %s/rtl/*.v; "
               "hierarchy -check -top %s",
               strcmp(d->scope, "free") != 0 ? " -DCOHGEN_CLOSED" : "",
               strcmp(d->scope, "system") == 0 ? " -DCOHGEN_SYSTEM" : "", d->dir, d->dir, d->module);
    for (int i = 0; i < d->chparams.n; i++) buf_printf(&b, " %s", d->chparams.at[i]);
    buf_printf(&b, "; %s prep -flatten -top %s\nchformal -early; ", cuts(p, d), d->module);
    buf_put(&b, "", 1);
    return b.at;
}

/* The signal that is 1 in the first cycle. NULL: the log says why. */
static const char *first_cycle(Prove *p, const RtlDesign *d, const char *read)
{
    if (strcmp(d->scope, "system") != 0) return "chk_first";
    char *file = tool_text(p->a, "%s/first", d->dir);
    if (!prove_yosys(p, "%sdelete -input %s/w:rst_i; tee -q -o %s select -list w:*chk_first", read, d->module, file))
        return NULL;
    Words lines = tool_split(p->a, tool_read(p->a, file), "\n");
    if (!lines.n || !strchr(lines.at[0], '/')) return NULL;
    return strchr(lines.at[0], '/') + 1;
}

static Words names(Prove *p, const RtlDesign *d, char kind)
{
    char *dump = tool_read(p->a, tool_text(p->a, "%s/%c.cells", d->dir, kind));
    return prove_cells(p->a, dump ? dump : "");
}

bool rtl_translate(Prove *p, const ProveRtl *r, RtlDesign *d)
{
    d->dir = tool_text(p->a, "%s/%s", p->dir, d->name);
    tool_folder(d->dir);
    if (!emitted(p, r, d)) return false;
    surrounded(p, d);
    char *read = reading(p, d);
    const char *first = first_cycle(p, d, read), *dir = d->dir;
    if (!first) return false;
    /* Memories become registers. The reset is the first cycle. A module output would be a bad state. */
    static const char aig[] =
        "delete -output; async2sync; setundef -undriven -anyseq; techmap; opt -fast -nodffe -nosdff\n"
        "dfflegalize -cell $_DFF_P_ 01; abc -g AND -fast; opt_clean";
    bool ok = prove_yosys(
        p,
        "%ssetattr -set keep 1 t:$assert t:$cover; delete -input %s/w:rst_i; connect -set rst_i \\%s; "
        "memory_map; opt_clean; "
        "design -save flat\n"
        "chformal -cover -remove; %s; tee -q -o %s/a.cells dump t:$assert; write_aiger -zinit %s/a.aig; "
        "design -load flat\n"
        "chformal -assert -remove; techmap -map %s/tests/templates/cover_map.v; %s; "
        "tee -q -o %s/c.cells dump t:$assert; "
        "write_aiger -zinit %s/c.aig",
        read, d->module, first, aig, dir, dir, p->top, aig, dir, dir);
    d->asserts = names(p, d, 'a'); /* in the order in which write_aiger visits the cells */
    d->covers = names(p, d, 'c');
    return ok;
}
