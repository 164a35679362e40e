/* races_write.c - the pairs as a list, and a schedule for each of them (replay_record has the format); one schedule
 * brings about many pairs on its way. */
#include "verify/races/race_set.h"
#include "verify/replay/schedule.h"
#include "verify/search/trace.h"
#include <stdlib.h>
#include <string.h>

/* ---- a test ---- */

typedef struct { Races *r; Recorder recorder; int test, steps; } Path;

static void mark(Path *p, int number, const SysState *s, const Occurrence *o)
{
    SysState next;
    Fired f;
    RacePairs pairs;
    if (step_fire(p->r->m, s, o, &next, &f, NULL) != FIRE_OK) return;
    races_pairs(p->r->m, s, o, &f, &pairs);
    for (int i = 0; i < pairs.n; i++) {
        int at = races_find(p->r, pairs.at[i]);
        if (at < 0 || p->r->found[at].test) continue;
        p->r->found[at].test = p->test;
        p->r->found[at].step = number;
    }
}

static void step(void *ctx, int number, const SysState *s, const Occurrence *o)
{
    Path *p = ctx;
    recorder_put_step(&p->recorder, number, s, o);
    mark(p, number, s, o);
    p->steps = number;
}

/* Looks for the occurrence that is this pair. */
typedef struct { const Model *m; const SysState *s; RacePair want; Occurrence o; bool found; } Pick;

static bool pick(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Pick *p = ctx;
    RacePairs pairs;
    (void)next;
    if (r != FIRE_OK || !races_driven(o)) return true;
    races_pairs(p->m, p->s, o, f, &pairs);
    for (int i = 0; i < pairs.n && !p->found; i++) p->found = pairs.at[i].key == p->want.key;
    p->o = *o;
    return !p->found;
}

/* What was marked on the way of a test that there is not. */
static void unmark(Races *r, int test)
{
    for (int i = 0; i < r->n; i++) if (r->found[i].test == test) r->found[i].test = r->found[i].step = 0;
}

/* Writes the test of one pair; false if it cannot be told: to->cannot says why. */
static bool write_test(Races *r, Search *x, const RaceFound *f, VerifyReplay *to)
{
    SysState end;
    Path p = { .r = r, .test = x->m->o->races->tests.n + 1 };
    schedule_begin(&p.recorder, x->m, to);
    x->at = f->from;
    x->has_occurrence = false;
    x->fired.problem = P_NONE;
    to->cannot = "cores or lines are not quite alike, use --no-symmetry";
    if (!trace_walk(x, step, &p, &end)) return false;
    Pick last = { .m = x->m, .s = &end, .want = f->pair };
    step_successors(x->m, &end, SUCC_ALL, pick, &last);
    if (!last.found) return false;
    step(&p, p.steps + 1, &end, &last.o);
    buf_printf(p.recorder.out, "\nfound nothing in %d steps\n", p.steps);
    to->cannot = p.recorder.cannot;
    return !to->cannot;
}

/* ---- the list ---- */

static void put_names(const Model *m, int ctl, bool core, unsigned set, Buf *b)
{
    static const char *const ops[] = { "", "load", "store", "atomic", "fence", "request" };
    enum { N_OPS = sizeof ops / sizeof *ops };
    const char *comma = "";
    if (!set) buf_printf(b, " -");
    int n = core ? N_OPS : m->ctl[ctl].n_events;
    for (int i = 0; i < n; i++) {
        int bit = core ? i : m->ctl[ctl].events[i].parked;
        if (bit < 0 || !(set >> bit & 1)) continue;
        buf_printf(b, "%s", *comma ? comma : " ");
        if (core) buf_printf(b, "%s", ops[i]);
        else buf_printf(b, STR_FMT, STR_ARG(m->ctl[ctl].events[i].e->name));
        comma = ",";
    }
}

static void put_line(const Model *m, int ctl, bool core, RacePair p, Buf *b)
{
    const Controller *c = m->ctl[ctl].c;
    buf_printf(b, " " STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(c->name), STR_ARG(c->states.at[p.state]->name),
               STR_ARG(c->states.at[p.view]->name));
    put_names(m, ctl, core, (unsigned)p.waiting, b);
}

/* As sim/races/races.c says it. */
static void put_pair(const Model *m, RacePair p, Buf *b)
{
    static const char *const relations[] = { "nobody", "own", "other" };
    const Controller *c = m->ctl[p.ctl].c;
    Str event = c->events.at[p.event]->name;
    const char *how = p.replayed ? "replayed" : "new";
    if (!p.cross) {
        buf_printf(b, " at");
        put_line(m, p.ctl, m->ctl[p.ctl].core != NULL, p, b);
        buf_printf(b, " " STR_FMT " %s\n", STR_ARG(event), how);
        return;
    }
    buf_printf(b, " cross " STR_FMT, STR_ARG(m->kind[p.net][p.kind].m->name));
    if (p.has_core) put_line(m, p.of_ctl, true, p, b);
    else buf_printf(b, " - - - -");
    buf_printf(b, " " STR_FMT " " STR_FMT " %s %s\n", STR_ARG(c->name), STR_ARG(event), how, relations[p.relation]);
}

static int by_key(const void *a, const void *b)
{
    const RaceFound *x = a, *y = b;
    return x->pair.key < y->pair.key ? -1 : x->pair.key > y->pair.key;
}

static void put_list(Races *r, const char *verdict, Buf *b)
{
    const Model *m = r->m;
    RaceFound *list = malloc(sizeof *list * (size_t)(r->n + 1));
    buf_printf(b, "cohgen-races 1 " STR_FMT "\nsearched %s\n", STR_ARG(m->p->name), verdict);
    for (int i = 0; i < r->n && list; i++) list[i] = r->found[i];
    if (list) qsort(list, (size_t)r->n, sizeof *list, by_key);
    for (int i = 0; i < r->n && list; i++) {
        if (list[i].test) buf_printf(b, "pair %d.%d", list[i].test, list[i].step);
        else buf_printf(b, "untold -");
        put_pair(m, list[i].pair, b);
    }
    free(list);
}

/* Deep ones first: their tests bring about many others on the way. */
void races_write(Races *r, Search *x, const char *verdict, FILE *out)
{
    const Model *m = r->m;
    VerifyRaces *to = m->o->races;
    const char *cannot = NULL;
    int steps = 0, untold = 0;
    uint64_t deepest = 0;
    for (int i = 0; i < r->n; i++) if (r->found[i].depth > deepest) deepest = r->found[i].depth;
    for (uint64_t depth = deepest + 1; depth-- > 0;)
        for (int i = 0; i < r->n; i++) {
            if (r->found[i].depth != depth || r->found[i].test) continue;
            VerifyReplay *test = NEW(m->arena, VerifyReplay);
            if (!write_test(r, x, &r->found[i], test)) {
                cannot = test->cannot;
                unmark(r, to->tests.n + 1);
                continue;
            }
            vec_push(m->arena, &to->tests, test);
            steps += r->found[i].step;
        }
    for (int i = 0; i < r->n; i++) untold += !r->found[i].test;
    buf_init(&to->list, m->arena);
    put_list(r, verdict, &to->list);
    fprintf(out, "races: %d pairs, %d tests of %d steps", r->n, to->tests.n, steps);
    if (untold) fprintf(out, ", %d pairs without a test: %s", untold, cannot);
    fprintf(out, r->n == RACE_PAIRS ? "; there is no room for more\n" : "\n");
}
