/* replay_random.c - a random run of the model as a schedule, to compare model and Verilog where nothing is wrong. */
#include "verify/replay/replay.h"
#include "verify/replay/schedule.h"
#include "verify/state/initial.h"
#include "verify/step/succ.h"
#include <string.h>

typedef enum { PICK_WORK, PICK_ISSUE, PICK_EVICT, PICKS } PickKind;
typedef struct { int n; Occurrence o; SysState next; } Pick;
typedef struct { const Model *m; uint64_t random; Pick pick[PICKS]; } Picking;

/* splitmix64 */
static uint64_t random_next(Picking *p)
{
    uint64_t z = p->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Keeps one of what can happen of each kind, each with the same probability. */
static bool offer(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Picking *p = ctx;
    Pick *k = &p->pick[o->where == SRC_CORE_ ? PICK_ISSUE : o->where == SRC_EVICT_ ? PICK_EVICT : PICK_WORK];
    (void)f;
    if (r != FIRE_OK || random_next(p) % (uint64_t)++k->n) return true;
    k->o = *o;
    state_copy(p->m, &k->next, next);
    return true;
}

/* Mostly what is under way goes on; or a new request, or an eviction. NULL: nothing can happen. */
static const Pick *choose(Picking *p)
{
    static const int weight[PICKS] = { 11, 6, 3 };
    int roll = (int)(random_next(p) % 20), kind = 0;
    while (roll >= weight[kind]) roll -= weight[kind++];
    for (int i = 0; i < PICKS; i++, kind = (kind + 1) % PICKS) if (p->pick[kind].n) return &p->pick[kind];
    return NULL;
}

/* As the search goes on with it: out of its packed form. */
static void settle(const Model *m, const SysState *s, SysState *to)
{
    uint64_t packed[PACKED_WORDS];
    state_pack(m, s, packed);
    state_unpack(m, packed, to);
}

void replay_random(const Model *m, FILE *out)
{
    Picking p;
    SysState s;
    const Pick *next = NULL;
    Recorder r;
    int n = 0;
    p.m = m;
    p.random = (uint64_t)m->o->seed;
    schedule_begin(&r, m, m->o->replay);
    state_initial(m, &s);
    settle(m, &s, &s);
    while (n < m->o->random_run) {
        for (int k = 0; k < PICKS; k++) p.pick[k].n = 0;
        step_successors(m, &s, SUCC_ALL, offer, &p);
        if (!(next = choose(&p))) break;
        recorder_put_step(&r, ++n, &s, &next->o);
        settle(m, &next->next, &s);
    }
    fprintf(out, "random run: %d steps, seed %d%s\n", n, m->o->seed,
            n < m->o->random_run ? "; nothing more can happen within the bounds" : "");
    buf_printf(r.out, "\nfound nothing in %d random steps, seed %d\n", n, m->o->seed);
    m->o->replay->cannot = r.cannot;
}
