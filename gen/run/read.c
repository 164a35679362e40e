/* read.c - see run.h for the contract. */
#include "run/parts.h"
#include <stdlib.h>
#include <string.h>

bool run_line(RunReader *r, Str *line)
{
    int n = 0;
    if (!r->text.n || r->failed) return false;
    while (n < r->text.n && r->text.p[n] != '\n') n++;
    *line = (Str){ r->text.p, n };
    n += n < r->text.n;
    r->text = (Str){ r->text.p + n, r->text.n - n };
    r->at.line++;
    if (line->n && line->p[line->n - 1] == '\r') line->n--;
    return true;
}

void run_wrong(RunReader *r, const char *what, Str word)
{
    r->failed = true;
    diag_error(r->d, r->at, "%s, found '" STR_FMT "'", what, STR_ARG(word));
}

bool run_text_number(Str s, int64_t *out)
{
    int64_t n = 0;
    for (int i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9' || n > INT64_MAX / 10 - 1) return false;
        n = n * 10 + (s.p[i] - '0');
    }
    *out = n;
    return s.n > 0;
}

int run_instance(RunReader *r, Str name)
{
    for (int i = 0; i < r->run->insts.n; i++)
        if (str_eq(r->run->insts.at[i], name)) return i;
    vec_push(r->a, &r->run->insts, name);
    return r->run->insts.n - 1;
}

RunStep *run_step(RunReader *r, RunStep s)
{
    if (r->run->steps.n >= RUN_STEPS_MAX) {
        r->failed = true;
        diag_error(r->d, r->at, "the run has more than %d steps, expected a window of it: --first, --last, --key",
                   RUN_STEPS_MAX);
        return NULL;
    }
    vec_push(r->a, &r->run->steps, s);
    return &r->run->steps.at[r->run->steps.n - 1];
}

/* ---- instances in the order of a table ---- */

typedef struct {
    Str name;
    int was, first;
} Ranked; /* first: where its controller was first seen */

static Str controller_of(Str inst)
{
    int n = inst.n;
    while (n > 0 && inst.p[n - 1] != '[') n--;
    return (Str){ inst.p, n };
}

static int by_rank(const void *pa, const void *pb)
{
    const Ranked *a = pa, *b = pb;
    if (a->first != b->first) return a->first < b->first ? -1 : 1;
    if (a->name.n != b->name.n) return a->name.n < b->name.n ? -1 : 1;
    int order = memcmp(a->name.p, b->name.p, (size_t)a->name.n);
    return order ? order : a->was - b->was;
}

static void order_instances(RunReader *r)
{
    Run *run = r->run;
    Ranked *all = NEW_N(r->a, Ranked, run->insts.n + 1);
    int *now = NEW_N(r->a, int, run->insts.n + 1);
    for (int i = 0; i < run->insts.n; i++) {
        all[i] = (Ranked){ run->insts.at[i], i, i };
        for (int k = 0; k < i; k++)
            if (str_eq(controller_of(all[k].name), controller_of(all[i].name))) {
                all[i].first = all[k].first;
                break;
            }
    }
    if (run->insts.n) qsort(all, (size_t)run->insts.n, sizeof *all, by_rank);
    for (int i = 0; i < run->insts.n; i++) {
        run->insts.at[i] = all[i].name;
        now[all[i].was] = i;
    }
    for (int i = 0; i < run->steps.n; i++) run->steps.at[i].inst = now[run->steps.at[i].inst];
    for (int i = 0; i < run->messages.n; i++) {
        RunMessage *m = &run->messages.at[i];
        m->from = m->from < 0 ? -1 : now[m->from];
        m->to = m->to < 0 ? -1 : now[m->to];
    }
}

/* The first line that is no comment. */
static Str first_line(Str text)
{
    while (text.n) {
        int n = 0;
        while (n < text.n && text.p[n] != '\n') n++;
        Str line = { text.p, n }, rest = line, w = str_word(&rest);
        if (w.n && *w.p != '#') return line;
        n += n < text.n;
        text = (Str){ text.p + n, text.n - n };
    }
    return (Str){ "", 0 };
}

Run *run_read(Arena *a, Diags *d, const char *name, Str text, const RunWindow *w)
{
    RunReader r = { .a = a, .d = d, .at = { name, 0, 0 }, .text = text, .run = NEW(a, Run), .w = w };
    Str head = first_line(text), word = str_word(&head);
    int64_t cycle;
    if (str_is(word, "protocol"))
        run_read_schedule(&r);
    else if (run_text_number(word, &cycle))
        run_read_rows(&r);
    else {
        diag_error(d, (Pos){ name, 1, 0 },
                   "this is no run: expected a schedule of `verify --replay`, or what the simulator's --rows writes");
        return NULL;
    }
    if (r.failed) return NULL;
    if (!r.run->steps.n) {
        diag_error(d, r.at, "no step of the run is in the window");
        return NULL;
    }
    order_instances(&r);
    return r.run;
}
