/* block.c - the assertions of building blocks in their formal benches.
 *
 *   tests/templates/FOLDER/BLOCK_fv.v      formal bench, top module BLOCK_fv
 *   tests/templates/FOLDER/BLOCK.proofs    one proof a line
 *
 * The inputs of BLOCK_fv are free in every cycle; it restricts them with assume, states properties with assert and
 * witnesses with cover. Registers start at their `initial` value, or anywhere if they have none.
 *
 * A line of the .proofs file is  engine=E cover=D [checks=yes] [NAME=VALUE ...]  with
 *   engine=pdr    unbounded proof by ABC's property directed reachability
 *   engine=ind:K  unbounded proof by k-induction, depth K (z3)
 *   engine=bmc:K  bounded only: no violation in the first K cycles (ABC's bmc3)
 *   long=yes      only in `./run prove`: too slow for the tests; a bounded line for the same parameters stands beside
 *   ticks=yes     several clocks: each register's clock is the wire that says whether it has an edge in this step
 *                 (ticks_map.v; clk_i of the bench: in each), and synchronisers may take what changes either way
 *                 (ticks_sync.v)
 *   checks=yes    also the assertions and covers inside of the blocks (COHGEN_CHECKS), in these surroundings
 *   cover=D       every cover statement must be reached within D cycles, so that no property holds only because its
 *                 antecedent never does
 * and NAME=VALUE parameters of the bench. */
#include "prove.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *block, *bench, *folder, *rtl; /* folder: of the maps */
    const char *engine, *parameters, *chparams;
    int depth, covers;
    bool whole, ticks, checks;
} Proof;

/* Processor time, so that other work on the machine does not fail a proof; 20 times that on the clock. */
static int smtbmc(Prove *p, const char *options)
{
    Words command = {0};
    tool_add_text(p->a, &command, "yosys-smtbmc -s z3 %s", options);
    tool_add(p->a, &command, tool_text(p->a, "%s/m.smt2", p->dir));
    return prove_run(p, 20 * p->limit, p->limit, &command);
}
static char *abc(Prove *p, const char *file, int limit, const char *script)
{
    return prove_abc(p, 20 * limit, limit, tool_text(p->a, "read_aiger %s/%s; fold; strash; %s", p->dir, file, script));
}

/* With synchronisers that are left to chance, each clock a wire. */
static char *ticking(Prove *p, const Proof *b)
{
    return tool_text(p->a,
                     "async2sync; dffunmap; techmap -map %s/ticks_map.v; delete -input %s_fv/w:clk_i\n"
                     "connect -set clk_i 1'b1; opt_clean", b->folder, b->block);
}
static char *synchronisers(Prove *p, const Proof *b)
{
    char *text = tool_read(p->a, tool_text(p->a, "%s/cg_sync.v", b->rtl)), *to = tool_text(p->a, "%s/flops.v", p->dir);
    static const char module[] = "module cg_sync ";
    char *at = text ? strstr(text, module) : NULL;
    if (!at) tool_fatal(3, "no cg_sync in %s", b->rtl);
    tool_write(to, tool_text(p->a, "%.*smodule cg_sync_flops %s", (int)(at - text), text, at + sizeof module - 1));
    return tool_text(p->a, "%s %s/ticks_sync.v", to, b->folder);
}

/* Reads the bench with its parameters, then writes m.smt2 for z3, m.aig (assertions) and c.aig (covers, equal ones
 * once) for ABC. Memories become registers (write_smt2 fails on a one-word memory). Without `delete -output` a module
 * output would be a bad state. The defaults are for the blocks that hierarchy reads: without them a memory would not
 * answer with anything when a word is read and written at once. */
static bool translated(Prove *p, Proof *b)
{
    static const char aig[] =
        "delete -output; async2sync; setundef -undriven -anyseq; techmap; opt -fast -nodffe -nosdff\n"
        "dfflegalize -cell $_DFF_P_ 01; abc -g AND -fast; opt_clean; write_aiger -zinit";
    const char *dir = p->dir, *top = tool_text(p->a, "%s_fv", b->block);
    bool ok = prove_yosys(
        p,
        "verilog_defaults -add -formal -D SYNTHESIS %s\n"
        "read_verilog -formal -I%s %s %s\n"
        "hierarchy -check -libdir %s -top %s%s\n"
        "prep -flatten -top %s; memory_map; opt_clean; %s\n"
        "select -assert-min 1 t:$assert; select -assert-min 1 t:$cover\n"
        "write_smt2 -wires %s/m.smt2; design -save bench\n"
        "chformal -cover -remove; %s %s/m.aig; design -load bench\n"
        "chformal -assert -remove; techmap -map %s/cover_map.v; %s %s/c.aig\n"
        "tee -q -o %s/covers select -count t:$assert",
        b->checks ? "-D COHGEN_CHECKS" : "", b->folder, b->bench, b->ticks ? synchronisers(p, b) : "", b->rtl, top,
        b->chparams, top, b->ticks ? ticking(p, b) : "", dir, aig, dir, b->folder, aig, dir, dir);
    if (ok) b->covers = prove_number(tool_read(p->a, tool_text(p->a, "%s/covers", dir)));
    return ok;
}

static bool proved(Prove *p, const Proof *b)
{
    const char *colon = strchr(b->engine, ':');
    int n = colon ? atoi(colon + 1) : 0;
    /* scorr merges equivalent registers first, which saves pdr minutes */
    if (!colon) return prove_verdict(abc(p, "m.aig", p->limit, "scorr; pdr"), 0).result == PROVE_PROVED;
    if (strncmp(b->engine, "ind", 3) == 0)
        return smtbmc(p, tool_text(p->a, "-t %d", n)) == 0 && smtbmc(p, tool_text(p->a, "-i -t %d", n)) == 0;
    ProveVerdict v = prove_verdict(abc(p, "m.aig", p->limit, tool_text(p->a, "scorr; bmc3 -F %d", n)), n);
    return v.result == PROVE_BOUNDED || v.result == PROVE_PROVED;
}

/* Every cover has a witness within the depth. pdr finds a witness in seconds or not in minutes, and any change of the
 * netlist turns one into the other: so the same covers are asked in several forms, each for a short time, then for a
 * long one. (bmc3 -a crashes on some inputs; z3 is far slower.) */
static bool reached(Prove *p, const Proof *b)
{
    static const char *const forms[] = {"", "dc2; ", "scorr; "};
    const int limits[] = {p->limit / 12 + !(p->limit / 12), p->limit / 2 + !(p->limit / 2)}; /* 0 would be none */
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            if (prove_all_asserted(abc(p, "c.aig", limits[k], tool_text(p->a, "%spdr -a -F %d", forms[i], b->depth)),
                                   b->covers))
                return true;
    return false;
}

static void failed(Prove *p, const Proof *b, const char *what)
{
    prove_fail(p, "%s [%s] %s:", b->block, b->parameters, what);
    prove_show(p, 15);
}
/* Lines of the last log that match. */
static void named(Prove *p, const char *regex, int most)
{
    Words lines = tool_split(p->a, prove_said(p), "\n");
    for (int i = 0; i < lines.n && most; i++)
        if (prove_matches(lines.at[i], regex)) puts(lines.at[i]), most--;
}

static void one(Prove *p, Proof *b)
{
    int64_t began = prove_now();
    if (!translated(p, b)) {
        failed(p, b, "translate");
        return;
    }
    if (!proved(p, b)) {
        failed(p, b, b->engine);
        if (strcmp(b->engine, "pdr") != 0) return;
        smtbmc(p, "-t 25"); /* which assertion, if a short trace shows it */
        named(p, "Assert|failed|Status", 5);
        return;
    }
    if (!reached(p, b)) {
        failed(p, b, tool_text(p->a, "not all of %d covers reached within %d", b->covers, b->depth));
        smtbmc(p, tool_text(p->a, "-c -t %d", b->depth));
        named(p, "Unreached", 1000);
        return;
    }
    printf("%s %s [%s] engine=%s covers=%d within %d cycles, %lld s\n",
           strncmp(b->engine, "bmc", 3) == 0 ? "BOUNDED" : "PROVED", b->block, b->parameters, b->engine, b->covers,
           b->depth, (long long)(prove_now() - began) / 1000);
    fflush(stdout);
}

/* One line; false after a message. */
static bool read_proof(Prove *p, Proof *b, const Words *words)
{
    b->engine = b->parameters = b->chparams = "", b->depth = 0, b->whole = b->ticks = b->checks = false;
    for (int i = 0; i < words->n; i++) {
        char *word = words->at[i], *value = strchr(word, '=');
        size_t n = value ? (size_t)(value - word) : 0;
        if (strncmp(word, "engine=", 7) == 0) b->engine = word + 7;
        else if (strncmp(word, "cover=", 6) == 0) b->depth = atoi(word + 6);
        else if (strcmp(word, "long=yes") == 0) b->whole = true;
        else if (strcmp(word, "ticks=yes") == 0) b->ticks = true;
        else if (strcmp(word, "checks=yes") == 0) b->checks = true;
        else if (value) {
            b->parameters = tool_text(p->a, "%s%s%s", b->parameters, *b->parameters ? " " : "", word);
            b->chparams = tool_text(p->a, "%s -chparam %.*s %s", b->chparams, (int)n, word, value + 1);
        } else b->engine = "";
    }
    if (!prove_matches(b->engine, "^(pdr|(ind|bmc):[0-9]+)$") || b->depth < 1) {
        prove_fail(p, "%s [%s]: no engine=, no cover= depth, or a strange word", b->block, b->parameters);
        return false;
    }
    return true;
}

static void block(Prove *p, const char *name, bool whole)
{
    char *tests = tool_text(p->a, "%s/tests/templates", p->top), *proofs = NULL;
    Proof b = {.block = name, .folder = tests, .rtl = tool_text(p->a, "%s/templates", p->top)};
    Words folders = tool_entries(p->a, tests);
    for (int i = 0; i < folders.n; i++) {
        char *stem = tool_text(p->a, "%s/%s/%s", tests, folders.at[i], name);
        if (!tool_there(tool_text(p->a, "%s_fv.v", stem))) continue;
        b.bench = tool_text(p->a, "%s_fv.v", stem);
        proofs = tool_read(p->a, tool_text(p->a, "%s.proofs", stem));
    }
    if (!b.bench) prove_fail(p, "%s: no formal bench %s_fv.v", name, name);
    else if (!proofs) prove_fail(p, "%s: no %s.proofs", name, name);
    if (!proofs) return;
    Words lines = tool_split(p->a, proofs, "\n");
    int runs = 0;
    for (int i = 0; i < lines.n; i++) {
        Words words = tool_split(p->a, lines.at[i], " \t");
        if (!words.n || words.at[0][0] == '#' || !read_proof(p, &b, &words)) continue;
        if (b.whole && !whole) continue;
        runs++;
        one(p, &b);
    }
    if (!runs) prove_fail(p, "%s: no proofs listed", name);
}

bool prove_block_there(Prove *p, const char *name)
{
    char *tests = tool_text(p->a, "%s/tests/templates", p->top);
    Words folders = tool_entries(p->a, tests);
    for (int i = 0; i < folders.n; i++)
        if (tool_there(tool_text(p->a, "%s/%s/%s.proofs", tests, folders.at[i], name))) return true;
    return false;
}

void prove_blocks(Prove *p, bool whole, const Words *wanted)
{
    for (int i = 0; i < wanted->n; i++) block(p, wanted->at[i], whole);
    if (wanted->n) return;
    char *tests = tool_text(p->a, "%s/tests/templates", p->top);
    Words folders = tool_entries(p->a, tests);
    for (int i = 0; i < folders.n; i++) {
        Words files = tool_entries(p->a, tool_text(p->a, "%s/%s", tests, folders.at[i]));
        for (int k = 0; k < files.n; k++) {
            char *end = strstr(files.at[k], ".proofs");
            if (!end || end[7]) continue;
            *end = 0;
            block(p, files.at[k], whole);
        }
    }
}
