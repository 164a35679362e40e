/* step.c - the emitted transition modules compute what the table says, for every value of every input, every output
 * bit.
 *
 * Two readings of the table are compared: the Verilog of `cohgen emit`, as Yosys reads it, and the terms of `cohgen
 * step`. Z3 looks for inputs with which they differ. */
#include "prove.h"
#include <stdio.h>
#include <string.h>

/* cohgen KIND FILE -o FOLDER SETS: ends the program if it refuses. */
static void made(Prove *p, const ProveStep *s, const char *kind, const char *file, const char *folder)
{
    Words command = {0};
    tool_add(p->a, &command, p->cohgen);
    tool_add(p->a, &command, kind);
    tool_add(p->a, &command, file);
    tool_add(p->a, &command, "-o");
    tool_add(p->a, &command, folder);
    tool_add_all(p->a, &command, &s->sets);
    int status = prove_run(p, 0, 0, &command);
    fputs(prove_said(p), status ? stderr : stdout);
    if (status) tool_fatal(status < 4 ? status : 3, "cohgen %s %s", kind, file);
}

/* A solver's answer to a formula, in a file of its own; true if it can be used. */
static bool asked(Prove *p, const char *formula, const char *answer)
{
    Words command = {0};
    tool_add_text(p->a, &command, "z3 -T:%d", p->limit);
    tool_add(p->a, &command, formula);
    tool_run(p->a, answer, 0, &command);
    Words lines = tool_split(p->a, tool_read(p->a, answer), "\n");
    /* without a difference there is no model, which Z3 reports as an error */
    for (int i = 0; i < lines.n; i++)
        if (strstr(lines.at[i], "(error") && !strstr(lines.at[i], "model is not available")) return false;
    return true;
}

static bool says(Prove *p, const char *answer, const char *word)
{
    Words lines = tool_split(p->a, tool_read(p->a, answer), "\n");
    return lines.n && strcmp(lines.at[0], word) == 0;
}

typedef struct { char *module, *verilog, *terms, *yosys, *cover, *difference, *seen, *answer; } Readings;

/* First that the two can be put together and some row fires, which shows that nothing contradicts itself; then the
 * difference. */
static bool solved(Prove *p, const Readings *r)
{
    /* Yosys makes a memory of a case of constants: memory_map */
    if (!prove_yosys(p, "read_verilog %s; prep -flatten -top %s; memory_map\nwrite_smt2 -stbv %s", r->verilog,
                     r->module, r->yosys))
        return false;
    Words command = {0};
    const char *words[] = {p->step_terms, r->module, r->terms, r->yosys, r->cover, r->difference};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) tool_add(p->a, &command, words[i]);
    if (prove_run(p, 0, 0, &command) != 0) return false;
    bool both = asked(p, r->cover, r->seen);
    return asked(p, r->difference, r->answer) && both && says(p, r->seen, "sat");
}

static void lines_of(Prove *p, const char *file, int most)
{
    char *text = tool_read(p->a, file);
    Words lines = text ? tool_split(p->a, text, "\n") : (Words){0};
    for (int i = 0; i < lines.n && i < most; i++) puts(lines.at[i]);
}

/* What the inputs are with which they differ. */
static void shown(Prove *p, const Readings *r)
{
    Words command = {0};
    tool_add(p->a, &command, p->step_terms);
    tool_add(p->a, &command, "--show");
    tool_add(p->a, &command, r->answer);
    prove_run(p, 0, 0, &command);
    fputs(prove_said(p), stdout);
}

static int outputs(Prove *p, const Readings *r)
{
    Words lines = tool_split(p->a, tool_read(p->a, r->terms), "\n");
    int n = 0;
    for (int i = 0; i < lines.n; i++) n += prove_matches(lines.at[i], "^\\(declare-const [^ ]+_o ");
    return n;
}

static void one(Prove *p, const ProveStep *s, const Readings *r)
{
    int64_t began = prove_now();
    if (s->broken && !prove_changed(p, r->verilog, s->broken)) {
        printf("%s: the mistake does not apply\n", r->module);
        return;
    }
    bool together = solved(p, r);
    const char *result = !together ? "failed" : says(p, r->answer, "unsat") ? "proved"
                         : says(p, r->answer, "sat") ? "DIFFERENT" : "failed";
    prove_row(p, (ProveRow){tool_text(p->a, "= the table, %d outputs", outputs(p, r)), r->module, s->name, "z3", result,
                            "all", together ? "fires" : "-", began});
    if (strcmp(result, "proved") == 0) return;
    p->bad = true;
    if (strcmp(result, "DIFFERENT") == 0) {
        shown(p, r);
        return;
    }
    prove_show(p, 5);
    lines_of(p, r->answer, 3);
    lines_of(p, r->seen, 3);
}

/* The Verilog of one transition module, and its terms. */
static Readings readings(Prove *p, const char *verilog, const char *terms, const char *module)
{
    Arena *a = p->a;
    char *at = tool_text(a, "%s/%s", p->dir, module);
    return (Readings){.module = tool_text(a, "%s", module), .verilog = tool_text(a, "%s/%s.v", verilog, module),
                      .terms = tool_text(a, "%s/%s.smt2", terms, module), .yosys = tool_text(a, "%s.yosys", at),
                      .cover = tool_text(a, "%s.cover.smt2", at), .difference = tool_text(a, "%s.smt2", at),
                      .seen = tool_text(a, "%s.seen", at), .answer = tool_text(a, "%s.answer", at)};
}

void prove_step(Prove *p, const ProveStep *s)
{
    Arena *a = p->a;
    char *verilog = tool_text(a, "%s/verilog", p->dir), *terms = tool_text(a, "%s/terms", p->dir);
    tool_remove(verilog);
    tool_remove(terms);
    tool_folder(verilog);
    tool_folder(terms);
    char *emitted = tool_text(a, "%s/emitted", p->dir);
    tool_remove(emitted);
    if (!s->from) {
        made(p, s, "emit", s->spec, emitted);
        made(p, s, "step", s->other ? s->other : s->spec, terms);
    }
    char *rtl = tool_text(a, "%s/rtl", s->from ? s->from : emitted);
    Words files = tool_entries(a, rtl);
    for (int i = 0; i < files.n; i++)
        tool_copy(a, tool_text(a, "%s/%s", rtl, files.at[i]), tool_text(a, "%s/%s", verilog, files.at[i]));
    files = s->from ? tool_entries(a, s->from) : (Words){0};
    for (int i = 0; i < files.n; i++)
        if (prove_matches(files.at[i], "\\.smt2$"))
            tool_copy(a, tool_text(a, "%s/%s", s->from, files.at[i]), tool_text(a, "%s/%s", terms, files.at[i]));
    files = tool_entries(a, terms);
    if (!files.n) prove_fail(p, "%s: no transition modules", s->name);
    for (int i = 0; i < files.n; i++) {
        files.at[i][strlen(files.at[i]) - strlen(".smt2")] = 0;
        Readings r = readings(p, verilog, terms, files.at[i]);
        one(p, s, &r);
    }
}

void prove_steps_listed(Prove *p)
{
    ProveList list = prove_list(p, tool_text(p->a, "%s/tests/prove/steps.list", p->top));
    for (int i = 0; i < list.n; i++) {
        ProveStep s = {.name = list.at[i].name};
        for (int k = 0; k < list.at[i].words.n; k++) {
            ProveWord w = list.at[i].words.at[k];
            if (w.value && strcmp(w.key, "spec") == 0) s.spec = tool_text(p->a, "%s/%s", p->top, w.value);
            else if (w.value) tool_add(p->a, &s.sets, tool_text(p->a, "--set=%s=%s", w.key, w.value));
            else tool_fatal(2, "steps.list: what is '%s'?", w.key);
        }
        if (!s.spec) tool_fatal(2, "steps.list: %s has no spec=", s.name);
        prove_step(p, &s);
    }
}
