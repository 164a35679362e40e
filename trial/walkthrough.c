/* walkthrough.c - published walk-throughs in the emitted Verilog: a program of operations runs, and the rows that fire,
 * with the messages that they send, are compared one by one with the published steps (tb/walkthrough/NAME.steps).
 *   hmg      figure 5.6 of the HMG paper: two GPUs of two modules; module 0 of GPU 0 loads line B, whose home of the
 *            system is module 1 of GPU 1. The sharers in the directories are compared as well.
 *   rc, lrc  the primer's tables 10.14, 10.17 and 10.18: message passing between two CTAs, or of two threads of one,
 *            with data1 and flag in the L1s at first. That Ld2 reads NEW the judge of the history says.
 *   tc       the primer's tables 10.4 and 10.7, tick by tick: message passing between two CTAs, with flag, data1 and
 *            data2 leased to SM2 until 35, 30 and 20. A tick has 8 cycles, a hop of the networks takes 5 ticks. tcs and
 *            tcw are the first and the second table by themselves.
 *   stc      walkthrough_stc.c */
#include "walkthrough.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *walkthrough_simulator(Walk *w, const char *spec, const char *optimise, const char *sets)
{
    Trial *t = w->t;
    Words values = tool_split(t->a, sets, " "), options = {0};
    int status;
    for (int i = 0; i < values.n; i++) tool_add(t->a, &options, tool_text(t->a, "--set=%s", values.at[i]));
    tool_add_all(t->a, &options, &w->options);
    char *dir = tool_text(t->a, "%s/design", t->scratch);
    tool_remove(dir);
    char *said = trial_build(t, &status, dir, optimise, "", tool_text(t->a, "%s/specs/%s", t->top, spec), &options);
    if (status == 0) return dir;
    fputs(said, stderr);
    exit(3);
}

/* ---- the published steps: STEP | WHERE | IN SHORT | ROW, ROW... [| ROW, ROW...] ---- */

typedef struct { const char *line; Words fields; } Step; /* fields without blanks around them */
typedef VEC(Step) Steps;

static char *trimmed(Arena *a, const char *text, size_t n)
{
    while (n && *text == ' ') text++, n--;
    while (n && text[n - 1] == ' ') n--;
    return tool_text(a, "%.*s", (int)n, text);
}

static Step step_of(Arena *a, const char *line)
{
    Step s = {.line = line};
    for (const char *p = line;; p++) {
        size_t n = strcspn(p, "|");
        vec_push(a, &s.fields, trimmed(a, p, n));
        p += n;
        if (!*p) return s;
    }
}

/* The steps; `title`: the first line of the comment up to a colon. */
static Steps steps_of(Walk *w, const char *name, char **title)
{
    Arena *a = w->t->a;
    Steps steps = {0};
    char *file = tool_text(a, "%s/tb/walkthrough/%s.steps", w->t->top, name), *text = tool_read(a, file);
    if (!text) tool_fatal(3, "cannot read %s", file);
    Words lines = tool_split(a, text, "\n");
    *title = "";
    for (int i = 0; i < lines.n; i++) {
        const char *comment = said_after(lines.at[i], "# "), *colon = comment ? strstr(comment, ": ") : NULL;
        if (comment && !**title)
            *title = tool_text(a, "%.*s", (int)(colon ? colon - comment : (long)strlen(comment)), comment);
        if (lines.at[i][0] == '#') continue;
        Step s = step_of(a, lines.at[i]);
        if (s.fields.n > 3) vec_push(a, &steps, s);
    }
    return steps;
}

/* BEGINNING and each of the rows, a line each. */
static char *with_rows(Arena *a, char *text, const char *beginning, const char *rows)
{
    while (*rows) {
        const char *end = strstr(rows, ", ");
        int n = end ? (int)(end - rows) : (int)strlen(rows);
        text = tool_text(a, "%s%s %.*s\n", text, beginning, n, rows);
        rows += n + (end ? 2 : 0);
    }
    return text;
}

/* Says whether they are the same, or where they differ. */
static void compare(Walk *w, const char *published, const char *are, const char *remark)
{
    Trial *t = w->t;
    if (strcmp(published, are) == 0) {
        printf("  as published%s\n", remark);
        return;
    }
    char *files[2] = {tool_text(t->a, "%s/published", t->scratch), tool_text(t->a, "%s/are", t->scratch)};
    Words diff = {0};
    int status;
    tool_write(files[0], published);
    tool_write(files[1], are);
    tool_add(t->a, &diff, "diff");
    for (int i = 0; i < 2; i++) tool_add(t->a, &diff, files[i]);
    printf("  DIFFERENT (< as published, > as it is):\n");
    said_lines(stdout, said_by(t, &status, &diff), INT_MAX, "  ");
    w->status = 1;
}

/* ---- HMG ---- */

/* " [GPM0+GPU1]": another module of the GPU by its number there, another GPU by its own. */
static char *sharers(Arena *a, long bits, long at)
{
    char *text = "";
    for (int n = 0; n < 4; n++) {
        if (!(bits >> n & 1)) continue;
        text = n / 2 == at / 2 ? tool_text(a, "%s%sGPM%d", text, *text ? "+" : "", n % 2)
                               : tool_text(a, "%s%sGPU%d", text, *text ? "+" : "", n / 2);
    }
    return tool_text(a, " [%s]", text);
}

static void hmg(Walk *w)
{
    Trial *t = w->t;
    Arena *a = t->a;
    enum { LOAD = 800 }; /* the cycle of the last operation */
    const char *dir = walkthrough_simulator(w, "hmg/hmg.xml", "-O0",
        "GPUS=2 GPMS=2 SMS=1 WARPS=1 LINE_BYTES=16 L1.SETS=2 L1.WAYS=2 "
        "L2.SETS=4 L2.WAYS=2 L2.DIR_SETS=2 L2.DIR_WAYS=2 L2.MSHRS=2 L2.FETCHES=2 L2.MISSES=2 L2.DEPTH=2 FLIT_BITS=128");
    /* Regions of four lines of 16 bytes: 0x100 is A, 0x1c0 is B. */
    Words run = rows_trace(t, "2 0 load 0x100 4\n2 0 load 0x1c0 4\n0 0 load 0x1c0 4 after 800\n",
                           "--backpressure 0 --jitter 0 --rows-all");
    Rows rows = rows_of_run(t, dir, &run, NULL);
    char *are = "", *published = "", *title;
    for (int i = 0; i < rows.n; i++) {
        const Row *r = &rows.at[i];
        const char *of = row_field(r, "dir.sharers");
        bool asks = (r->event[0] == 'F' || r->event[0] == 'T') && said_after(r->event + 1, "Ld");
        char *known = of && asks && strcmp(r->from, "V") == 0 ? sharers(a, atol(of), r->instance) : "";
        are = tool_text(a, "%s%s %sGPU%ld:GPM%ld %s %s %s>%s%s%s\n", are, r->cycle < LOAD ? "before" : "load",
                        strcmp(r->controller, "L1") == 0 ? "L1 of " : "", r->instance / 2, r->instance % 2,
                        strcmp(r->line, "0x10") == 0 ? "A" : "B", r->event, r->from, r->to, row_sends(t, r), known);
    }
    Steps steps = steps_of(w, "hmg", &title);
    puts(title);
    for (int i = 0; i < steps.n; i++) {
        const Words *f = &steps.at[i].fields;
        printf("  %s\n", steps.at[i].line);
        const char *when = f->at[0][0] == 'a' ? "before" : "load";
        published = with_rows(a, published, tool_text(a, "%s %s", when, f->at[1]), f->at[3]);
    }
    compare(w, published, are, "");
}

/* ---- RC, LRC ---- */

static void count_messages(Walk *w, const Words *sent)
{
    Words names = {0};
    tool_add_all(w->t->a, &names, sent);
    tool_sort(&names);
    printf("  messages: ");
    for (int i = 0, n; i < names.n; i += n) {
        for (n = 1; i + n < names.n && strcmp(names.at[i], names.at[i + n]) == 0;) n++;
        printf("%s %d ", names.at[i], n);
    }
    putchar('\n');
}

static void rc_table(Walk *w, const char *dir, const char *name, const char *trace)
{
    Trial *t = w->t;
    Words run = rows_trace(t, trace, "--backpressure 0 --jitter 0 --rows-all");
    Rows rows = rows_of_run(t, dir, &run, NULL);
    char *are = "", *published = "", *title;
    Words sent = {0};
    for (int i = 0; i < rows.n; i++) {
        const Row *r = &rows.at[i];
        bool data = strcmp(r->line, "0x10") == 0;
        const char *dot = strrchr(r->event, '.'), *sends = row_sends(t, r);
        if (r->cycle < 400 || (!data && strcmp(r->line, "0x11") != 0) || (dot && strcmp(dot, ".held") == 0)) continue;
        char *where = strcmp(r->controller, "L2") == 0 ? "L2" : tool_text(t->a, "SM%ld", r->instance + 1);
        are = tool_text(t->a, "%s%s %s %s %s>%s%s\n", are, where, data ? "data1" : "flag", r->event, r->from, r->to,
                        sends);
        if (*sends) tool_add(t->a, &sent, sends + 1);
    }
    Steps steps = steps_of(w, name, &title);
    puts(title);
    for (int i = 0; i < steps.n; i++) {
        printf("  %s\n", steps.at[i].line);
        published = with_rows(t->a, published, steps.at[i].fields.at[1], steps.at[i].fields.at[3]);
    }
    compare(w, published, are, "");
    count_messages(w, &sent);
}

static void rc(Walk *w, bool lazy)
{
    static const char trace[] =
        "0 0 load 0x80 4\n0 0 load 0x88 4\n1 0 load 0x80 4\n1 0 load 0x88 4\n0 0 store 0x80 4 0x11 after 400\n"
        "0 0 store 0x88 4 0x22 as release gpu after 5\n%s load 0x88 4 as acquire gpu after %d\n"
        "%s load 0x80 4 after 5\n";
    Arena *a = w->t->a;
    const char *dir = walkthrough_simulator(w, lazy ? "rcd/lrc.xml" : "rcd/rc.xml", "-O1",
        "CORES=2 WARPS=2 BANKS=1 LINE_BYTES=8 L1.SETS=2 L1.WAYS=2 L1.MSHRS=2 L2.SETS=4 L2.WAYS=2");
    rc_table(w, dir, lazy ? "lrc" : "rc", tool_text(a, trace, "1 0", 800, "1 0"));
    if (lazy) rc_table(w, dir, "lrc_cta", tool_text(a, trace, "0 1", 900, "0 1"));
}

/* ---- temporal coherence ---- */

/* Tick 0 of the tables is tick 200 here; leases take 50. From the ACK of a store to the next request of its warp are 3
 * cycles, so 5 more make it come a tick later, in the same cycle of the tick. */
enum { TICK = 8, START = 200, LEASE = 50 };
static int at(int tick) { return (START + tick) * TICK - 1; } /* the row comes 10 cycles later, amid its tick */

/* SM3, which has no part in the example, brings its lines into L2; seven of its warps load lines of their own, one
 * cycle after the other, which shows when a tick begins. All these leases are over when three warps of SM2 take the
 * leases that the example begins with. */
static char *tc_trace(Arena *a, const char *operations)
{
    char *text = "2 0 load 0x80 4\n2 0 load 0x88 4\n2 0 load 0x90 4\n";
    for (int half = 0; half < 2; half++)
        for (int warp = 1; warp <= 7; warp++)
            text = tool_text(a, "%s2 %d load 0x%d%d 4\n", text, warp, warp, half * 8);
    return tool_text(a, "%s1 1 load 0x90 4 after %d\n1 2 load 0x80 4 after %d\n1 3 load 0x88 4 after %d\n%s", text,
                     at(20 - LEASE - 5), at(30 - LEASE - 5), at(35 - LEASE - 5), operations);
}

static const char *tc_line(const char *key)
{
    return strcmp(key, "0x10") == 0 ? "data1" : strcmp(key, "0x11") == 0 ? "flag" : strcmp(key, "0x12") == 0 ? "data2"
        : strcmp(key, "-") == 0 ? "-" : NULL;
}

/* TICK WHERE LINE EVENT STATES MESSAGE [until=TIME]. The first cycle of tick 0 is the only one that agrees with all
 * leases that L2 gives (ts is the tick, and the lease more). */
static char *tc_rows(Walk *w, const Rows *rows)
{
    Trial *t = w->t;
    long low = LONG_MIN, high = LONG_MAX;
    char *are = "";
    for (int i = 0; i < rows->n; i++) {
        const Row *r = &rows->at[i];
        const char *ts = row_field(r, "line.ts");
        if (strcmp(r->controller, "L2") != 0 || strcmp(r->event, "GETV") != 0 || strcmp(r->to, "F") == 0) continue;
        if (!ts) continue;
        long first = r->cycle - TICK * (atol(ts) - LEASE);
        if (first - (TICK - 1) > low) low = first - (TICK - 1);
        if (first < high) high = first;
    }
    if (low != high) return tool_text(t->a, "the first cycle of a tick is from %ld to %ld\n", low, high);
    for (int i = 0; i < rows->n; i++) {
        const Row *r = &rows->at[i];
        long tick = (r->cycle - low) / TICK - START;
        const char *line = tc_line(r->line), *until = said_after(r->event, "ACK") ? row_field(r, "until[0]") : NULL;
        if (tick < 1 || !line) continue;
        char *where = strcmp(r->controller, "L2") == 0 ? "L2" : tool_text(t->a, "SM%ld", r->instance + 1);
        are = tool_text(t->a, "%s%ld %s %s %s %s>%s%s%s\n", are, tick, where, line, r->event, r->from, r->to,
                        row_sends(t, r), until ? tool_text(t->a, " until=%ld", atol(until) - START) : "");
    }
    return are;
}

/* The rows are those of this column of the steps. */
static void tc_table(Walk *w, const char *name, int column, const char *title, const char *sets,
                     const char *operations)
{
    Trial *t = w->t;
    char *axe = tool_text(t->a, "%s/axe", t->scratch), *published = "", *ignored;
    const char *dir = walkthrough_simulator(w, tool_text(t->a, "tc/%s.xml", name), "-O1", tool_text(t->a,
        "CORES=3 WARPS=8 BANKS=1 LINE_BYTES=8 L1.SETS=16 L1.WAYS=2 L1.MSHRS=8 L2.SETS=16 L2.WAYS=2 L2.MSHRS=8 "
        "LEASE=%d EVERY=8 NET_LATENCY=35 FLIT_BITS=256 BEAT_BYTES=8 %s", LEASE, sets));
    Words run = rows_trace(t, tc_trace(t->a, operations), "--backpressure 0 --jitter 0 --model weak --rows-all --axe");
    tool_add(t->a, &run, axe);
    Rows rows = rows_of_run(t, dir, &run, NULL);
    Steps steps = steps_of(w, name, &ignored);
    bool remark = false;
    puts(title);
    for (int i = 0; i < steps.n; i++) {
        const Words *f = &steps.at[i].fields;
        const char *bar = steps.at[i].line;
        for (int k = 0; k < 3 && bar; k++) bar = strchr(bar + (k > 0), '|');
        printf("  %.*s\n", bar ? (int)(bar - steps.at[i].line) : (int)strlen(steps.at[i].line), steps.at[i].line);
        remark |= strstr(steps.at[i].line, "(published") != NULL;
        published = with_rows(t->a, published, tool_text(t->a, "%s %s", f->at[0], f->at[1]),
                              f->at[column > f->n ? 3 : column - 1]);
    }
    compare(w, published, tc_rows(w, &rows), remark ? ", but for the time in brackets (errata, T8)" : "");
    char *history = tool_read(t->a, axe);
    if (history && strstr(history, "# 0x88 == 0x13") && strstr(history, "# 0x90 == 0x12")) {
        printf("  Ld1 reads SET, Ld2 reads NEW\n");
        return;
    }
    printf("  DIFFERENT: Ld1 or Ld2 reads an old value\n");
    w->status = 1;
}

static void tc_strong(Walk *w)
{
    Arena *a = w->t->a;
    static const char strong[] = "0 0 store 0x80 4 0x11 after %d\n0 0 store 0x90 4 0x12 after 5\n"
        "0 0 store 0x88 4 0x13 after 5\n1 0 load 0x88 4 after %d\n1 0 load 0x90 4 after 5\n";
    char *program = tool_text(a, strong, at(1), at(50));
    tc_table(w, "tcs", 4, "table 10.4: TC-strong; the store waits at the head of its bank's requests (HEAD=1)",
             "HEAD=1", program);
    tc_table(w, "tcs", 5, "table 10.4: TC-strong; the store waits in its entry (HEAD=0)", "HEAD=0", program);
}

static void tc_weak(Walk *w)
{
    Arena *a = w->t->a;
    tc_table(w, "tcw", 4, "table 10.7: TC-weak", "", tool_text(a,
        "0 0 store 0x80 4 0x11 after %d\n0 0 store 0x90 4 0x12 after 5\n0 0 fence after 5\n0 0 store 0x88 4 0x13\n"
        "1 0 load 0x88 4 after %d\n1 0 load 0x90 4 after 5\n", at(1), at(40)));
}

int trial_walkthrough(Trial *t, int argc, char **argv)
{
    Walk w = {.t = t};
    const char *name = argc ? argv[0] : "";
    for (int i = 1; i < argc; i++) tool_add(t->a, &w.options, argv[i]);
    if (strcmp(name, "hmg") == 0) hmg(&w);
    else if (strcmp(name, "rc") == 0 || strcmp(name, "lrc") == 0) rc(&w, *name == 'l');
    else if (strcmp(name, "tcs") == 0) tc_strong(&w);
    else if (strcmp(name, "tcw") == 0) tc_weak(&w);
    else if (strcmp(name, "tc") == 0) tc_strong(&w), tc_weak(&w);
    else if (strcmp(name, "stc") == 0) walkthrough_stc(&w);
    else {
        fprintf(stderr, "usage: trial walkthrough hmg|rc|lrc|stc|tc|tcs|tcw [cohgen emit OPTION...]\n");
        return 2;
    }
    return w.status;
}
