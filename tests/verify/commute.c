/* commute.c - along a random run, in states that are renumbered at random: what can happen next is what could happen
 * before, renumbered.
 *   commute FILE STEPS SEED [cores=N] [warps=N] [lines=N] [ops=N] [stamps=N] [system=NAME] [keyed] [force]
 *           [set=NAME=VALUE]...
 * force: as if cores and lines were alike. Exit status 1: it is not so. */
#include "check/check.h"
#include "read/read.h"
#include "verify/alike/alike.h"
#include "verify/model/model.h"
#include "verify/properties/invariant.h"
#include "verify/state/initial.h"
#include "verify/step/inputs.h"
#include "verify/step/succ.h"
#include "verify/symmetry/symmetry.h"
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t packed[PACKED_WORDS]; size_t bytes; } Packed;
typedef struct { const Model *m; const Numbering *n; Packed *at; int n_at, cap; SysState *keep; int n_ok; } Next;

static uint64_t seed;

/* splitmix64 */
static unsigned random_below(unsigned n)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) % n);
}

static void forget(const Model *m, const CtlModel *k, const State *st, const Slotted *s, int n, uint16_t *v)
{
    for (int i = 0; i < n; i++) {
        bool number = s[i].role >= ROLE_NODE && s[i].role <= ROLE_CORES;
        if (number && alike_unset(m, k, st, s[i].var)) v[i] = 0;
    }
}

/* Fields that mean nothing. */
static void forget_unset(const Model *m, SysState *s)
{
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys; q++) {
            const CtlModel *k = &m->ctl[m->inst[i].ctl];
            const State *st = k->c->states.at[step_stored_state(m, s, i, q)];
            for (int j = 0; j < k->n_stores; j++)
                forget(m, k, st, k->store[j].field, k->store[j].n, s->inst[i].at[j].line[q].field);
            for (int j = 0; j < k->n_waits; j++)
                forget(m, k, st, k->wait[j].field, k->wait[j].n, s->inst[i].at[j].entry[q].field);
        }
    for (int t = 0; t < m->n_threads; t++) if (s->thread[t].op >= OP_FENCE) s->thread[t].key = 0;
}

static void pack(const Model *m, SysState *s, Packed *to)
{
    memset(to, 0, sizeof *to);
    forget_unset(m, s);
    state_order(m, s);               /* data that was renamed may have left messages out of order */
    to->bytes = state_pack(m, s, to->packed);
}

/* Notes the state after it, renumbered, and what is to be said of it. */
static bool note(void *ctx, const Occurrence *o, FireResult r, const SysState *next, const Fired *f)
{
    Next *x = ctx;
    SysState s;
    Fired broken;
    if (x->n_at == x->cap) x->at = realloc(x->at, sizeof *x->at * (size_t)(x->cap = 2 * x->cap + 16));
    Packed *p = &x->at[x->n_at++];
    memset(p, 0, sizeof *p);
    bool holds = true;
    if (r == FIRE_OK) {
        int key = o->keyless ? 0 : o->key, last = o->keyless ? x->m->n_keys - 1 : o->key;
        for (int q = key; q <= last; q++) holds &= invariants_hold(x->m, next, o->inst, q, &broken);
        if (random_below((unsigned)++x->n_ok) == 0) state_copy(x->m, x->keep, next);
        state_copy(x->m, &s, next);
        symmetry_renumber(x->m, &s, x->n);
        pack(x->m, &s, p);
    }
    unsigned problem = r == FIRE_PROBLEM ? f->problem : P_NONE, row = r == FIRE_OK ? (unsigned)f->row : 0;
    p->packed[PACKED_WORDS - 1] = (uint64_t)r << 48 | (uint64_t)problem << 32 | row << 1 | holds;
    return true;
}

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(Packed)); }

/* As a set: in how many ways messages are joined to one and the same depends on their order. */
static void settle(Next *x)
{
    int n = 0;
    if (x->n_at) qsort(x->at, (size_t)x->n_at, sizeof *x->at, compare);
    for (int i = 0; i < x->n_at; i++) if (!n || compare(&x->at[n - 1], &x->at[i])) x->at[n++] = x->at[i];
    x->n_at = n;
}

static bool commutes(const Model *m, const SysState *s, const Numbering *n, Next *here, Next *there)
{
    static SysState other, ignored;
    Numbering same;
    symmetry_numbering_same(&same);
    state_copy(m, &other, s);
    symmetry_renumber(m, &other, n);
    here->n = n; here->n_at = here->n_ok = 0;
    there->n = &same; there->n_at = there->n_ok = 0; there->keep = &ignored;
    step_successors(m, s, SUCC_ALL, note, here);
    step_successors(m, &other, SUCC_ALL, note, there);
    settle(here);
    settle(there);
    if (here->n_at != there->n_at) return false;
    return !here->n_at || !memcmp(here->at, there->at, sizeof *here->at * (size_t)here->n_at);
}

static void shuffle(int *at, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)random_below((unsigned)i + 1), x = at[i];
        at[i] = at[k];
        at[k] = x;
    }
}

static void first(const Model *m, SysState *s)
{
    state_initial(m, s);
    Packed p = { 0 };
    pack(m, s, &p);
    state_unpack(m, p.packed, s);
}

static int run(const Model *m, int steps)
{
    static SysState s, next;
    Next here = { .m = m, .keep = &next }, there = { .m = m };
    int changed = 0, moves = 0, status = 0;
    first(m, &s);
    for (int i = 0; i < steps && !status; i++) {
        Numbering n;
        Packed p;
        symmetry_numbering_same(&n);
        if (m->cores_alike) shuffle(n.core, m->n_cores);
        if (m->keys_alike) shuffle(n.key, m->n_keys);
        for (int c = 0; c < m->n_cores; c++) changed += n.core[c] != c;
        for (int q = 0; q < m->n_keys; q++) changed += n.key[q] != q;
        status = !commutes(m, &s, &n, &here, &there);
        if (status) printf("FAIL after %d steps: a renumbered state has other successors\n", i);
        moves += here.n_at;
        if (!here.n_ok || random_below(200) == 0) { first(m, &s); continue; }
        pack(m, &next, &p);
        state_unpack(m, p.packed, &s);
    }
    printf("%d steps, %d transitions compared, %d numbers changed\n", steps, moves, changed);
    free(here.at);
    free(there.at);
    return status;
}

static bool option(Arena *a, VerifyOptions *o, const char *x, bool *force)
{
    static const char *const names[] = { "cores=", "warps=", "lines=", "ops=", "stamps=" };
    int *const to[] = { &o->cores, &o->warps, &o->lines, &o->ops, &o->stamp_max };
    for (int i = 0; i < 5; i++)
        if (!strncmp(x, names[i], strlen(names[i]))) { *to[i] = atoi(x + strlen(names[i])); return true; }
    if (!strcmp(x, "keyed")) return o->keyed = true;
    if (!strcmp(x, "force")) return *force = true;
    if (!strncmp(x, "system=", 7)) { o->system = x + 7; return true; }
    if (strncmp(x, "set=", 4)) return false;
    vec_push(a, &o->sets, str_from(x + 4));
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 4) { fprintf(stderr, "usage: commute FILE STEPS SEED [OPTION...]\n"); return 2; }
    Arena *a = arena_create((size_t)256 << 20);
    Diags *d = diags_create(a);
    VerifyOptions o = { .memory = (size_t)64 << 20, .threads = 1 };
    static Model m;
    bool force = false, ok = true;
    for (int i = 4; i < argc; i++) ok &= option(a, &o, argv[i], &force);
    const struct Node *root = read_file(a, d, argv[1]);
    Protocol *p = root ? ir_build(a, d, root) : NULL;
    seed = strtoull(argv[3], NULL, 10);
    int status = 2;
    if (ok && p && check_protocol(a, d, p) && model_build(&m, a, d, p, &o)) {
        alike_find(&m);
        if (force) m.cores_alike = m.keys_alike = true;
        printf("%s seed %s%s%s: ", argv[1], argv[3], m.cores_alike ? ", cores" : "", m.keys_alike ? ", lines" : "");
        invariants_prepare(&m);
        status = run(&m, atoi(argv[2]));
    }
    diag_print(d, stderr, false, 10);
    arena_destroy(a);
    return status;
}
