/* campaign_judge.c - what becomes of one mutant. */
#include "campaign.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME_IS_UP = 124 };

static bool wanted(const Campaign *c, const char *name)
{
    return !c->only || strstr(c->only, tool_text(c->a, ",%s,", name));
}
static void show_end(Arena *a, const char *log)
{
    char *text = tool_read(a, log);
    size_t n = text ? strlen(text) : 0;
    fprintf(stderr, "%s", text ? text + (n > 400 ? n - 400 : 0) : "");
}

/* ---- searches ---- */
bool judge_ended(Campaign *c, const char *folder, const char *name, int *status, int *limit, const char **sizes)
{
    char *text = tool_read(c->a, tool_text(c->a, "%s/%s.end", folder, name));
    int n = 0;
    if (!text || sscanf(text, "%d %d %n", status, limit, &n) < 2) return false;
    text[strcspn(text, "\n")] = 0;
    *sizes = n ? text + n : "";
    return true;
}

/* "N states, N transitions" of a log, and what was never taken or met, to FOLDER/NAME.never. */
static char *sizes_of(Arena *a, const char *text)
{
    unsigned long states, transitions;
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (sscanf(line, "%lu states, %lu transitions", &states, &transitions) == 2)
            return tool_text(a, "%lu states, %lu transitions", states, transitions);
    return tool_text(a, "%s", "");
}
static void write_never(Arena *a, const char *file, const char *text)
{
    Words lines = tool_split(a, text, "\n"), never = {0};
    for (int i = 0; i < lines.n; i++) {
        const char *word = lines.at[i] + strspn(lines.at[i], " ");
        if (strncmp(word, "never taken: ", 13) != 0 && strncmp(word, "never met: ", 11) != 0) continue;
        lines.at[i][strcspn(lines.at[i], "(")] = 0;
        vec_push(a, &never, lines.at[i]);
    }
    tool_sort(&never);
    Buf b;
    buf_init(&b, a);
    for (int i = 0; i < never.n; i++) buf_printf(&b, "%s\n", never.at[i]);
    buf_put(&b, "", 1);
    tool_write(file, b.at);
}

int judge_search(Campaign *c, const char *file, const char *folder, const char *name, int limit,
                 const Words *options)
{
    char *log = tool_text(c->a, "%s/%s", folder, name);
    Words command = {0};
    tool_add(c->a, &command, c->cohgen);
    tool_add(c->a, &command, "verify");
    tool_add(c->a, &command, file);
    tool_add(c->a, &command, "--memory");
    tool_add(c->a, &command, tool_text(c->a, "%d", c->memory));
    for (int i = 0; i < options->n; i++) tool_add(c->a, &command, options->at[i]);
    int status = tool_run(c->a, log, limit, &command);
    char *text = tool_read(c->a, log);
    bool failed = text && (strncmp(text, "FAILED", 6) == 0 || strstr(text, "\nFAILED"));
    bool unread = text && strstr(text, "error: cannot read");
    if (status == 128 + SIGKILL || status == 128 + SIGXCPU) status = TIME_IS_UP;
    if (status == 2 && !unread) status = 1; /* it cannot be modelled any more, and verify says why */
    else if ((status == 1 && !failed) || (status > 1 && status != 3 && status != TIME_IS_UP)) {
        fprintf(stderr, "mutants: verify ended unexpectedly: %s, search %s\n", file, name);
        show_end(c->a, log);
        return -1;
    }
    if (status == 0) write_never(c->a, tool_text(c->a, "%s.never", log), text ? text : "");
    tool_write(tool_text(c->a, "%s.end", log),
               tool_text(c->a, "%d %d %s\n", status, limit, sizes_of(c->a, text ? text : "")));
    return status;
}

/* A search that was made, with no smaller limit if it has reached it, is not made again. */
static int searched(Campaign *c, const char *file, const char *folder, const char *name, int limit,
                    const Words *options)
{
    int status, had;
    const char *sizes;
    if (judge_ended(c, folder, name, &status, &had, &sizes) && ((status != 3 && status != TIME_IS_UP) || had >= limit))
        return status;
    return judge_search(c, file, folder, name, limit, options);
}

/* What none of the searches has met: lines that all of them have. */
static Words never_met(Campaign *c, const char *folder)
{
    Words found = {0};
    for (int i = 0; i < c->searches.n; i++) {
        char *text = tool_read(c->a, tool_text(c->a, "%s/%s.never", folder, c->searches.at[i].name));
        Words lines = tool_split(c->a, text ? text : "", "\n"), both = {0};
        for (int k = 0; k < lines.n; k++) {
            bool there = i == 0;
            for (int j = 0; j < found.n && !there; j++) there = strcmp(found.at[j], lines.at[k]) == 0;
            if (there) vec_push(c->a, &both, lines.at[k]);
        }
        found = both;
    }
    return found;
}
static bool meets_less(Campaign *c, const char *folder)
{
    Words here = never_met(c, folder), before = never_met(c, tool_text(c->a, "%s/original", c->out));
    for (int i = 0; i < here.n; i++) {
        bool known = false;
        for (int k = 0; k < before.n && !known; k++) known = strcmp(here.at[i], before.at[k]) == 0;
        if (!known) return true;
    }
    return false;
}

/* ---- references ---- */
int judge_references(Campaign *c, const char *file, const char *folder, bool quick, const char **by)
{
    for (int i = 0; i < c->refers.n; i++) {
        const Reference *r = &c->refers.at[i];
        if ((quick && !r->quick) || !wanted(c, r->name)) continue;
        char *log = tool_text(c->a, "%s/%s", folder, r->name), *end = tool_text(c->a, "%s.end", log);
        char *text = tool_read(c->a, end);
        int status = text ? atoi(text) : -1;
        if (status < 0) {
            Words command = {0};
            tool_add(c->a, &command, r->program);
            tool_add(c->a, &command, file);
            status = tool_run(c->a, log, 0, &command);
            if (status > 2) {
                fprintf(stderr, "mutants: reference %s ended unexpectedly with %d: %s\n", r->name, status, file);
                show_end(c->a, log);
                return -1;
            }
            tool_write(end, tool_text(c->a, "%d\n", status));
        }
        if (status != 0) {
            *by = r->name;
            return 1;
        }
    }
    return 0;
}

/* ---- equal, litmus tests, simulations ---- */
/* What is no part of the transition functions: the Verilog is compared then. */
static bool is_outside(const char *op)
{
    static const char *const outside[] = {"initial", "narrow", "class", "priority", "victims", NULL};
    for (int i = 0; outside[i]; i++)
        if (strcmp(op, outside[i]) == 0) return true;
    return false;
}
/* Equal to the original, by the text; in the second round by z3 as well. Asked once the first search has let it pass,
 * in the second round before all else. */
static bool is_equal(Campaign *c, const char *file, const char *folder, const char *op)
{
    char *equal = tool_text(c->a, "%s/equal", folder), *unequal = tool_text(c->a, "%s/unequal", folder);
    if (c->only) return false;
    if (tool_there(equal)) return true;
    if ((!c->quick && tool_there(unequal)) || strcmp(op, "order") == 0) return false; /* order: asked of the network */
    Texts kind = is_outside(op) ? TEXTS_VERILOG : TEXTS_STEP;
    bool same = texts_write(c, file, folder, kind) &&
                (texts_same(c, folder, kind, false) ||
                 (kind == TEXTS_STEP && !c->quick && texts_same(c, folder, kind, true)));
    if (same) tool_write(equal, "");
    else if (!c->quick) tool_write(unequal, "");
    return same;
}

/* Litmus tests, all of an order in one run of verify: sequentially consistent; weakly ordered, with what keeps order;
 * on one core. */
static const struct { const char *name, *options, *tests; } litmus[] = {
    {"litmus_sc", "--system bounded --warps 1 --stamp-max 10",
     "sim/litmus/CoRR1 sim/litmus/CoRR3 sim/litmus/MP sim/litmus/SB"},
    {"litmus_weak", "--system bounded --warps 1 --stamp-max 10 --set wo=1",
     "sim/litmus/fenced/SB+fences tests/verify/litmus/SB+atomics tests/verify/litmus/MP+atomic"},
    {"litmus_own", "--system bounded --cores 1 --stamp-max 10 --set wo=1 --model weak", "specs/rcc/litmus/CoWR"},
};

/* Builds what tests/mutate/sims says of the unit, and makes the runs. NULL: all pass; else what failed. */
static const char *simulate(Campaign *c, const char *file, const char *folder)
{
    char *sims = tool_read(c->a, tool_text(c->a, "%s/tests/mutate/sims", c->top));
    for (char *p = sims; p && (p = strstr(p, "\\\n"));) p[0] = p[1] = ' ';
    Words lines = tool_split(c->a, sims ? sims : "", "\n"), build = {0};
    size_t n = strlen(c->unit);
    char *log = tool_text(c->a, "%s/sim.log", folder), *built = tool_text(c->a, "%s/built", folder);
    int i = 0;
    while (i < lines.n && !(strncmp(lines.at[i], c->unit, n) == 0 && lines.at[i][n] == ' ')) i++;
    if (i == lines.n) return NULL;
    Words sizes = tool_split(c->a, lines.at[i] + n, " ");
    const char *const first[] = {"env", "COHGEN_QUICK=-O0", "JOBS=1"};
    for (int k = 0; k < 3; k++) tool_add(c->a, &build, first[k]);
    tool_add(c->a, &build, tool_text(c->a, "%s/tests/torture/build_sim.sh", c->top));
    tool_add(c->a, &build, built);
    tool_add(c->a, &build, file);
    for (int k = 0; k < sizes.n; k++) tool_add(c->a, &build, tool_text(c->a, "--set=%s", sizes.at[k]));
    if (tool_run(c->a, log, 0, &build) != 0) return "build";
    for (i++; i < lines.n && lines.at[i][0] == ' '; i++) {
        Words run = {0}, options = tool_split(c->a, lines.at[i], " ");
        tool_add(c->a, &run, tool_text(c->a, "%s/sim", built));
        for (int k = 0; k < options.n; k++) tool_add(c->a, &run, options.at[k]);
        if (tool_run(c->a, log, 0, &run) != 0) return "run";
    }
    return NULL;
}

/* ---- one mutant ---- */
typedef struct { Verdict v; bool warned, equal, same, simulated; } Judged;

/* False if a program ended as none should. */
static bool judge(Campaign *c, const char *file, const char *folder, const char *op, Judged *j)
{
    char *log = tool_text(c->a, "%s/check", folder);
    Words check = {0};
    tool_add(c->a, &check, c->cohgen);
    tool_add(c->a, &check, "check");
    tool_add(c->a, &check, file);
    *j = (Judged){.v = {"-", "-"}};
    if (tool_run(c->a, log, 0, &check) != 0) { j->v = (Verdict){"check", "error"}; return true; }
    j->warned = strstr(tool_read(c->a, log), "warning:");
    if (j->warned && !c->warned) { j->v = (Verdict){"check", "warning"}; j->warned = false; return true; }

    const char *by;
    int differs = 0;
    if (!c->quick && !c->only && is_equal(c, file, folder, op)) { j->equal = true; return true; }
    if (!c->only) differs = judge_references(c, file, folder, c->quick, &by);
    if (differs) { j->v = (Verdict){"reference", by}; return differs > 0; }

    bool same = true;
    int asked = 0;
    for (int i = 0; i < c->searches.n; i++) {
        const Search *s = &c->searches.at[i];
        if (asked == 1 && c->quick && is_equal(c, file, folder, op)) { j->equal = true; return true; }
        asked++;
        int limit = c->limit;
        if (s->cost > c->most) { j->v.by = "left"; continue; }
        if (s->cost <= c->slow) { if (c->quick) limit = (int)(8 + 4 * s->cost); }
        else if (c->quick && !c->only) continue;
        Words options = {0};
        tool_add(c->a, &options, "--search");
        tool_add(c->a, &options, s->name);
        tool_add(c->a, &options, "--coverage");
        int status = searched(c, file, folder, s->name, limit, &options);
        if (status < 0) return false;
        if (status == 1) { j->v = (Verdict){"verify", s->name}; return true; }
        if (status != 0) j->v.by = "limit";
        int here, there, with;
        const char *sizes, *before;
        same = same && judge_ended(c, folder, s->name, &here, &with, &sizes) &&
               judge_ended(c, tool_text(c->a, "%s/original", c->out), s->name, &there, &with, &before) &&
               here == there && strcmp(sizes, before) == 0;
    }
    if (c->only) {
        differs = judge_references(c, file, folder, false, &by);
        if (differs > 0) j->v = (Verdict){"reference", by};
        return differs >= 0;
    }
    if (c->quick) return true;
    if (strcmp(j->v.by, "-") == 0 && c->searches.n && meets_less(c, folder)) {
        j->v = (Verdict){"cover", "missed"};
        return true;
    }
    for (size_t i = 0; strcmp(c->unit, "rcc") == 0 && i < sizeof litmus / sizeof *litmus; i++) {
        Words options = tool_split(c->a, litmus[i].options, " "), tests = tool_split(c->a, litmus[i].tests, " ");
        for (int k = 0; k < tests.n; k++) {
            tool_add(c->a, &options, "--litmus");
            tool_add(c->a, &options, tool_text(c->a, "%s/%s.litmus", c->top, tests.at[k]));
        }
        int status = searched(c, file, folder, litmus[i].name, c->limit, &options);
        if (status < 0) return false;
        if (status == 1) { j->v = (Verdict){"litmus", litmus[i].name + strlen("litmus_")}; return true; }
        if (status != 0) j->v.by = "limit";
    }
    j->same = same;
    return true;
}

bool judge_mutant(Campaign *c, const Listed *m)
{
    char *folder = tool_text(c->a, "%s/%d", c->out, m->number), *file = tool_text(c->a, "%s/mutant.xml", folder);
    tool_folder(folder);
    Words make = {0};
    tool_add(c->a, &make, c->mutate);
    tool_add(c->a, &make, c->spec);
    tool_add(c->a, &make, "-n");
    tool_add(c->a, &make, tool_text(c->a, "%d", m->number));
    tool_add(c->a, &make, "-o");
    tool_add(c->a, &make, file);
    char *log = tool_text(c->a, "%s/mutate.log", folder), *text;
    if (tool_run(c->a, log, 0, &make) != 0 || !(text = tool_read(c->a, file))) {
        fprintf(stderr, "mutants: cannot make mutant %d\n", m->number);
        show_end(c->a, log);
        return false;
    }
    tool_write(file, spec_paths(c->a, text, c->named_at));
    Judged j;
    if (!judge(c, file, folder, m->op, &j)) return false;
    if (c->sim && !c->quick && !j.equal && strcmp(j.v.layer, "-") == 0) {
        const char *failed = simulate(c, file, folder);
        if (failed) j.v = (Verdict){"sim", failed};
        j.simulated = true;
    }
    char marks[64] = "";
    const struct { bool is; const char *name; } mark[] = {
        {j.warned, " warned"}, {j.equal, " equal"}, {j.same, " same"}, {j.simulated, " simulated"}};
    for (int i = 0; i < 4; i++)
        if (mark[i].is) strcat(marks, mark[i].name);
    tool_write(tool_text(c->a, "%s/result", folder),
               tool_text(c->a, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", m->number, j.v.layer, j.v.by, *marks ? marks + 1 : "-",
                         m->line, m->op, m->change));
    static const char *const left[] = {"mutant.xml", "step", "verilog", "built", "differ.smt2", "differ.log",
                                       "mutate.log", "emitted"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) tool_remove(tool_text(c->a, "%s/%s", folder, left[i]));
    return true;
}
