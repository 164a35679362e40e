/* litmus_run.c - for every test: all placements, and all outcomes of each. */
#include "verify/litmus/litmus_run.h"
#include "verify/alike/alike.h"
#include "verify/litmus/litmus_cores.h"
#include "verify/litmus/litmus_place.h"
#include "verify/ghost/posted.h"
#include "verify/model/model.h"
#include "verify/model/places.h"
#include "verify/replay/replay.h"
#include "verify/search/trace.h"
#include "verify/seen/fewer.h"
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { MAX_OUTCOMES = 256 };

typedef struct {
    Program program;
    pthread_mutex_t lock;
    LitmusOutcome seen[MAX_OUTCOMES];
    int n_seen;
    bool bad, ended;
    const Model *m;
} Run; /* lock: for what was seen; ended: in the placement at hand */

static bool is_allowed(const Run *r, LitmusOutcome o)
{
    return litmus_is_allowed(r->program.t, r->m->o->model, o);
}
static const char *model_text(const Run *r) { return litmus_model_texts[r->m->o->model]; }

static LitmusOutcome outcome(const Run *r, const SysState *s)
{
    const Litmus *t = r->program.t;
    LitmusOutcome o = 0;
    for (uint32_t i = 0; i < t->n_slots; i++) {
        unsigned v = 0;
        if (t->slots[i].thread == LITMUS_NONE) {
            uint32_t at = t->slots[i].index;
            v = state_cell_get(s->final[r->program.line[at]], r->program.cell[at]);
        }
        for (int k = 0; k < MAX_THREADS; k++)
            if (r->program.of[k] >= 0 && (uint32_t)r->program.of[k] == t->slots[i].thread)
                v = s->thread[k].reg[t->slots[i].index & 3];
        o |= (LitmusOutcome)v << 4 * i;
    }
    return o;
}

/* False: it is the first one that is not allowed. */
static bool note_outcome(Run *r, LitmusOutcome o)
{
    for (int i = 0; i < r->n_seen; i++) if (r->seen[i] == o) return true;
    if (r->bad) return true;
    if (r->n_seen < MAX_OUTCOMES) r->seen[r->n_seen++] = o;
    r->bad = !is_allowed(r, o);
    return !r->bad;
}

/* An outcome that is not allowed is the problem; a run that has ended need not go on. */
static bool ended(const SysState *s, Fired *wrong, void *ctx)
{
    Run *r = ctx;
    if (!program_ended(&r->program, s) || posted_any(r->m, s)) return true;
    pthread_mutex_lock(&r->lock);
    r->ended = true;
    bool fine = note_outcome(r, outcome(r, s));
    pthread_mutex_unlock(&r->lock);
    if (!fine) model_problem(wrong, P_LITMUS, "an outcome that is not %s:", model_text(r));
    return false;
}

static void print_outcomes(const Run *r, FILE *out)
{
    for (int i = 0; i < r->n_seen; i++) {
        fprintf(out, "    ");
        litmus_print_outcome(r->program.t, r->seen[i], out);
        fprintf(out, is_allowed(r, r->seen[i]) ? "\n" : "   <- not %s\n", model_text(r));
    }
}

typedef struct { Model *m; Run *r; uint64_t states, bounded; int placements; Seen *seen; FILE *out; } Total;

static void print_placement(const Model *m, const Litmus *t, const Placement *p, FILE *out)
{
    fprintf(out, "threads on");
    for (uint32_t i = 0; i < t->n_threads; i++)
        fprintf(out, "%s core %d warp %d", i ? "," : "", p->thread[i] / m->n_warps, p->thread[i] % m->n_warps);
    for (uint32_t i = 0; i < t->n_variables; i++) {
        fprintf(out, "%s %s on line %d", i ? "," : ";", t->variables[i], p->line[i]);
        if (m->n_cells > 1) fprintf(out, " cell %d", p->cell[i]);
    }
}

static void put_on(Run *r, const Placement *p)
{
    const Litmus *t = r->program.t;
    for (int i = 0; i < MAX_THREADS; i++) r->program.of[i] = -1;
    for (uint32_t i = 0; i < t->n_threads; i++) r->program.of[p->thread[i]] = (int)i;
    memcpy(r->program.line, p->line, sizeof r->program.line);
    memcpy(r->program.cell, p->cell, sizeof r->program.cell);
}

/* All runs were looked at, and none came to the end of its programs: then no outcome says anything. */
static int never_ended(const Total *sum, const Search *x, const Placement *p)
{
    const Run *r = sum->r;
    if (r->ended) return 0;
    fprintf(sum->out, "%s: litmus %s: no run comes to the end of the programs%s, ",
            x->bounded ? "INCOMPLETE" : "FAILED", r->program.t->name, x->bounded ? " within the bounds" : "");
    print_placement(sum->m, r->program.t, p, sum->out);
    fprintf(sum->out, "\n");
    return x->bounded ? 3 : 1;
}

static int place(void *ctx, const Placement *p)
{
    Total *sum = ctx;
    Model *m = sum->m;
    Run *r = sum->r;
    FILE *out = sum->out;
    Search x = { .m = m, .progress = !m->o->quiet && isatty(STDERR_FILENO), .visit = ended, .visit_ctx = r };
    put_on(r, p);
    r->ended = false;
    x.rows = NEW_N(m->arena, uint64_t, m->n_rows + 1);
    x.pool = search_pool(m);
    if (!x.pool) return 3;
    SearchEnd end = search_all(&x);
    sum->states += pool_count(x.pool);
    sum->bounded += x.bounded + (uint64_t)m->n_stands + *m->held;
    sum->placements++;
    seen_add(sum->seen, &x, end == END_ALL, false);
    int status = 0;
    bool beyond = end == END_PROBLEM && x.fired.problem == P_LIMIT;
    if (end == END_PROBLEM) {
        fprintf(out, "%s: litmus %s, ", beyond ? "INCOMPLETE" : "FAILED", r->program.t->name);
        print_placement(m, r->program.t, p, out);
        fprintf(out, "\n");
        trace_print(&x, out);
        replay_record(&x);
        if (r->bad)
            print_outcomes(
                &(Run){ .program = r->program, .seen = { r->seen[r->n_seen - 1] }, .n_seen = 1, .m = m }, out);
        status = beyond ? 3 : 1;
    } else if (end != END_ALL) {
        fprintf(out, "INCOMPLETE: litmus %s: " STR_FMT ", ", r->program.t->name,
                STR_ARG(search_limit(m, end)));
        print_placement(m, r->program.t, p, out);
        fprintf(out, "\n");
        if (end == END_TIME || end == END_MEMORY) seen_print_fewer(m, out);
        status = 3;
    } else status = never_ended(sum, &x, p);
    pool_destroy(x.pool);
    return status;
}

static void print_total(const Total *sum)
{
    const Run *r = sum->r;
    const Litmus *t = r->program.t;
    static const char *const under[LITMUS_MODELS] = { "SC", "the weak model", "the scoped model" };
    LitmusModel model = r->m->o->model;
    int outcomes = (int)t->allowed[model].n;
    fprintf(sum->out, "%-8s %d of %d outcomes under %s, no other; %llu states, %d placement%s%s\n", t->name, r->n_seen,
            outcomes, under[model], (unsigned long long)sum->states, sum->placements,
            sum->placements == 1 ? "" : "s", sum->bounded ? ", bounded" : "");
    if (*r->m->held)
        fprintf(sum->out, "    no thread makes a store while %d of its posted ones %s under way (--posted)\n",
                r->m->n_posted, r->m->n_posted > 1 ? "are" : "is");
    for (int i = 0; i < r->n_seen; i++) {
        if (litmus_is_allowed(t, LITMUS_SC, r->seen[i])) continue;
        fprintf(sum->out, "    ");
        litmus_print_outcome(t, r->seen[i], sum->out);
        fprintf(sum->out, "   not under SC\n");
    }
    fflush(sum->out);
}

static bool fits(const Litmus *t, const char *file, Diags *d)
{
    bool ok = true;
    for (uint32_t i = 0; i < t->n_threads; i++) {
        ok &= t->n_statements[i] < PROGRAM_BEGUN;
        for (uint32_t k = 0; k < t->n_statements[i]; k++)
            ok &= t->statements[i][k].reg == LITMUS_NONE || t->statements[i][k].reg < 4;
    }
    if (!ok)
        diag_error(d, (Pos){ file, 0, 0 }, "verify: a thread has at most %d statements and the registers r0 to r3",
                   PROGRAM_BEGUN - 1);
    return ok;
}

/* Cores that can run the programs, and warps enough on them. */
static bool threads_fit(const Model *m, const Litmus *t, const char *file, Diags *d)
{
    unsigned cores = litmus_cores(m, t);
    int threads = 0;
    if (!cores) { litmus_cores_refuse(m, t, d); return false; }
    for (int i = 0; i < m->n_inst; i++)
        if (m->inst[i].core >= 0 && (cores >> m->inst[i].ctl & 1)) threads += m->n_warps;
    if (threads < (int)t->n_threads)
        diag_error(d, (Pos){ file, 0, 0 }, "verify: %u threads, the system has %d; use --cores or --warps",
                   t->n_threads, threads);
    return threads >= (int)t->n_threads;
}

static bool has_fence(const Model *m)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; e < m->ctl[i].n_events; e++) if (m->ctl[i].events[e].op == OP_FENCE) return true;
    return false;
}

static void find_events(const Model *m, Program *p)
{
    static const LitmusStatement load = { .kind = LITMUS_LOAD };
    for (int i = 0; i < m->n_ctl; i++) {
        bool core = m->ctl[i].core;
        p->preload[i] = (int8_t)(core ? litmus_event(&m->ctl[i], &load) : -1);
        for (uint32_t t = 0; t < p->t->n_threads; t++)
            for (uint32_t n = 0; n < p->t->n_statements[t]; n++)
                p->event[t][n][i] = (int8_t)(core ? litmus_event(&m->ctl[i], &p->t->statements[t][n]) : -1);
    }
}

/* For all tests. said: as for alike_print. none: the system cannot be searched, with no test. */
typedef struct {
    Arena *a; Diags *d; const Protocol *p; const VerifyOptions *o; unsigned said; bool none; LitmusSum *sum; FILE *out;
} Tests;

static int run_read(Tests *x, const char *file, Litmus *t)
{
    Arena *a = x->a;
    Diags *d = x->d;
    VerifyOptions own = *x->o;
    Model *m = NEW(a, Model);
    Run *r = NEW(a, Run);
    int cells = own.cells > 1 && own.lines > 1 ? own.cells : 1, least = ((int)t->n_variables + cells - 1) / cells;
    if (own.lines < least) own.lines = least;
    if (!fits(t, file, d)) return 2;
    x->none = !model_build(m, a, d, x->p, &own);
    if (x->none) return 2;
    diag_say(d, x->out);
    alike_find(m);
    m->o = &own;
    m->program = &r->program;
    for (int i = 0; i < m->n_ctl; i++) model_unbounded(&m->ctl[i], m->n_keys);       /* evictions are free anyway */
    r->program.t = t;
    r->m = m;
    pthread_mutex_init(&r->lock, NULL);
    r->program.fences = has_fence(m);
    find_events(m, &r->program);
    if (!litmus_judge(t, own.model)) {
        diag_error(d, (Pos){ file, 0, 0 }, "verify: too large a test for the %s model", litmus_model_names[own.model]);
        return 2;
    }
    if (!threads_fit(m, t, file, d)) return 2;
    alike_print(m, &x->said, x->out);
    Total sum = { .m = m, .r = r, .seen = x->sum->seen, .out = x->out };
    int status = litmus_places(m, t, place, &sum);
    if (!status && !sum.placements) {
        diag_error(d, (Pos){ file, 0, 0 }, "verify: no warps for the scopes of this test: a CTA is on one core, two "
                   "GPUs are on several; use --cores or --warps");
        return 2;
    }
    if (!status) print_total(&sum);
    x->sum->states += sum.states;
    x->sum->bounded |= sum.bounded != 0;
    return status;
}

/* Why it could not be read, with its line. */
static void say_fault(Tests *x, const char *file, const LitmusFault *f)
{
    if (f->line) {
        size_t before = f->line - 1, n = strlen(f->source);
        char *text = arena_alloc(x->a, before + n + 1);
        memset(text, '\n', before);
        memcpy(text + before, f->source, n);
        diag_source(x->d, file, text, before + n);
    }
    diag_error(x->d, (Pos){ file, (int)f->line, (int)f->column }, "%s", f->text);
}

static int run_test(Tests *x, const char *file)
{
    Litmus *t = NEW(x->a, Litmus);
    if (!litmus_read(t, file, NULL)) {
        say_fault(x, file, &t->fault);
        return 2;
    }
    int status = run_read(x, file, t);
    litmus_free(t);
    return status;
}

int litmus_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, LitmusSum *sum, FILE *out)
{
    Tests x = { a, d, p, o, 0, false, sum, out };
    *sum = (LitmusSum){ .seen = sum->seen };
    int status = 0;
    bool left_out = false;      /* a test that this system cannot run: the others run all the same */
    for (int i = 0; i < o->litmus.n && !x.none; i++) {
        int s = run_test(&x, o->litmus.at[i]);
        sum->tests += s != 2;
        if (s == 2) left_out = true;
        else if (s > status) status = s;
    }
    if (!status && left_out) status = 2;
    if (!status) fprintf(out, sum->bounded ? "PASSED within the bounds\n" : "PASSED\n");
    return status;
}
