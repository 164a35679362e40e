/* replay.c - a counterexample as a schedule, and what it ends with. */
#include "verify/replay/replay.h"
#include "util/text.h"
#include "verify/replay/schedule.h"
#include "verify/search/trace.h"
#include <string.h>

static void put_left(Recorder *r, const SysState *s)
{
    const Model *m = r->m;
    for (int i = 0; i < m->n_inst; i++) {
        for (int t = 0; t < m->n_threads && m->inst[i].core >= 0; t++)
            if (s->thread[t].op && t / m->n_warps == m->inst[i].core) {
                buf_printf(r->out, "left waits ");
                recorder_put_inst(r, i);
                buf_printf(r->out, " warp %d\n", t % m->n_warps);
            }
        for (int q = 0; q < m->n_keys; q++)
            if (state_waits(&m->ctl[m->inst[i].ctl], &s->inst[i], q)) {
                buf_printf(r->out, "left entry ");
                recorder_put_inst(r, i);
                buf_printf(r->out, " line %d\n", q);
            }
    }
    for (int i = 0; i < s->n_msgs; i++) buf_printf(r->out, "left message m%d\n", r->ids[i]);
}

/* "... INST does not accept the REQUEST of line L from warp W"; one without key is of no line: the schedule says 0 */
static void put_refused(Recorder *r, const char *text)
{
    static const char verb[] = " does not accept the ";
    int line = 0, warp;
    const char *at = strstr(text, verb), *from = at, *of = at ? strchr(at + sizeof verb - 1, ' ') : NULL;
    while (from && from > text && from[-1] != ' ') from--;
    if (!of || (sscanf(of, " of line %d from warp %d", &line, &warp) != 2 && sscanf(of, " from warp %d", &warp) != 1))
        return;
    Str inst = { from, (int)(at - from) }, request = { at + sizeof verb - 1, (int)(of - at) - (int)sizeof verb + 1 };
    buf_printf(r->out, "left refused " STR_FMT " " STR_FMT " warp %d line %d\n", STR_ARG(inst), STR_ARG(request), warp,
               line);
}

static void put_end(Recorder *r, const Fired *f, bool step, const SysState *end)
{
    Str names = str_from(verify_problem_names), name = { "", 0 };
    for (int i = 0; i < (int)f->problem; i++) name = str_word(&names);
    const char *list = strstr(f->text, " this is left:");
    size_t n = list ? (size_t)(list - f->text) : strlen(f->text);
    while (n && strchr(":;,", f->text[n - 1])) n--;     /* what a list follows in the printed run */
    if (list && n > 4 && strncmp(f->text + n - 5, ", and", 5) == 0) n -= 5;
    buf_printf(r->out, "\nfound " STR_FMT " %.*s%s" STR_FMT "\n", STR_ARG(name), (int)n, f->text, f->why.n ? ": " : "",
               STR_ARG(text_line(r->m->arena, f->why)));
    if (!step && (f->problem == P_DEADLOCK || f->problem == P_LIVELOCK)) { put_left(r, end); put_refused(r, f->text); }
    for (int q = 0; f->problem == P_LITMUS && q < r->m->n_keys; q++)
        for (int c = 0; c < r->m->n_cells; c++)
            buf_printf(r->out, "final line %d cell %d value %u\n", q, c, state_cell_get(end->final[q], c));
}

void replay_record(Search *x)
{
    VerifyReplay *to = x->m->o->replay;
    Recorder r;
    SysState end;
    if (!to || to->schedule.n) return;           /* the first of several litmus tests that fail */
    schedule_begin(&r, x->m, to);
    bool whole = trace_walk(x, recorder_put_step, &r, &end);
    put_end(&r, &x->fired, x->has_occurrence, &end);
    if (x->loop.n) recorder_cannot(&r, "a run without end");
    if (!whole) recorder_cannot(&r, "numbers of cores or lines that are not alike: use --no-symmetry");
    to->cannot = r.cannot;
}
