/* main.c - compares the interpreter of a controller's table with another implementation, bit by bit.
 *
 * Usage: SPEC CONTROLLER [NAME=VALUE...] [--seed N] [--vectors N] [--first N]
 * Corner vectors first, then `vectors` random ones; --first N --vectors 1 with the printed seed replays random vector N
 * alone. Fails when an output bit differs, or when a row of the table was never taken or an action never run. */
#include "dut.h"
#include "vectors.h"
#include "rtl/transition.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MISMATCHES = 3, DEFAULT_VECTORS = 1000000 };

typedef struct {
    Spec spec;
    Vectors vectors;
    Eval *eval;
    uint32_t *in, *out;              /* packed */
    uint64_t *want, *got;
    uint64_t *row_hits, *ever;       /* per row; per output: bits that were ever set */
    uint64_t done, index;
    bool random;
    int mismatches, row_signal, act_signal;
    uint64_t **row_of_walk; /* per walk: inputs with which its row was taken last, or NULL; registers are what the row
                               has made of them */
    const char **unbuilt;            /* per walk: why the module does not have it, or NULL */
    uint64_t **said;                 /* per walk: outputs of the step with those inputs */
    uint64_t *walks, *parked, *got_parked; /* per walk: how often it was compared; for the interpreter, of the module */
} Bench;

/* ---- reports ---- */

static Str row_place(const Bench *b, uint64_t id)
{
    const Controller *c = b->spec.ctl;
    if (id >= (uint64_t)c->rows.n) return STR("no row");
    const Row *r = c->rows.at[id];
    return str_printf(b->spec.arena, "%s:%d", r->pos.file, r->pos.line);
}

/* A value with the name it stands for. */
static void print_value(const Bench *b, const Signal *g, uint64_t x)
{
    const Controller *c = b->spec.ctl;
    bool state = g->kind == SIG_IN_STATE || g->kind == SIG_VIEW || g->kind == SIG_NEXT;
    printf("%" PRIu64, x);
    if (state && x < (uint64_t)c->states.n) printf(" (" STR_FMT ")", STR_ARG(c->states.at[x]->name));
    if (g->kind == SIG_IN_EVENT && x < (uint64_t)c->base_events.n)
        printf(" (" STR_FMT ")", STR_ARG(c->base_events.at[x]->name));
    if (g->kind == SIG_EVENT && x < (uint64_t)c->events.n) printf(" (" STR_FMT ")", STR_ARG(c->events.at[x]->name));
    if (g->kind == SIG_ROW) printf(" (" STR_FMT ")", STR_ARG(row_place(b, x)));
}

static void report(const Bench *b, const uint64_t *in)
{
    const Spec *s = &b->spec;
    if (b->random)
        printf("mismatch in random vector %" PRIu64 " (replay: --seed %" PRIu64 " --first %" PRIu64 " --vectors 1)\n",
               b->index, b->vectors.seed, b->index);
    else printf("mismatch in corner vector %" PRIu64 "\n", b->done);
    printf("  row " STR_FMT "\n  inputs:", STR_ARG(row_place(b, b->want[b->row_signal])));
    for (int i = 0; i < s->n_in; i++) {
        printf(" " STR_FMT "=", STR_ARG(s->step->signals.at[i].name));
        print_value(b, &s->step->signals.at[i], in[i]);
    }
    printf("\n");
    for (int i = 0; i < s->n_out; i++) {
        const Signal *g = &s->step->signals.at[s->n_in + i];
        if (b->want[i] == b->got[i]) continue;
        printf("  %-24.*s interpreter ", STR_ARG(g->name));
        print_value(b, g, b->want[i]);
        printf(", module ");
        print_value(b, g, b->got[i]);
        printf("\n");
    }
}

/* ---- comparison ---- */

/* A row that fails while it runs (overflow, <error>) leaves its other outputs half made in the module; nothing obeys
 * them then. */
static bool row_failed(const Bench *b)
{
    const Controller *c = b->spec.ctl;
    uint64_t row = b->want[b->row_signal];
    return b->want[b->act_signal] == ACT_NEVER && row < (uint64_t)c->rows.n && c->rows.at[row]->kind == ROW_ON;
}

static bool meaningful(SignalKind k, bool failed)
{
    return !failed || k == SIG_ACT || k == SIG_ROW || k == SIG_EVENT || k == SIG_VIEW || k == SIG_OVERFLOW;
}

static bool outputs_differ(Bench *b)
{
    const Spec *s = &b->spec;
    if (memcmp(b->want, b->got, sizeof *b->want * (size_t)s->n_out) == 0) return false;
    bool failed = row_failed(b), differ = false;
    for (int i = 0; i < s->n_out; i++) {
        if (!meaningful(s->step->signals.at[s->n_in + i].kind, failed)) b->got[i] = b->want[i];
        differ |= b->got[i] != b->want[i];
    }
    return differ;
}

/* ---- walks: of the row that was taken last, with the line and entry of other vectors ---- */

static bool is_register(const Bench *b, int i)
{
    const Signal *g = &b->spec.step->signals.at[i];
    return g->kind == SIG_IN_VAR &&
        (g->var->kind == V_REG || g->var->kind == V_INPUT || g->var->kind == V_ME || g->var->kind == V_EMPTY);
}

/* walk[]: inputs of the row, then those of the walks' module: the registers, as the row leaves them. */
static void remember_rows(Bench *b, const uint64_t *in)
{
    const Spec *s = &b->spec;
    for (int i = 0; i < s->n_out; i++) {
        const Signal *g = &s->step->signals.at[s->n_in + i];
        if (g->kind != SIG_WALK || !b->want[i] || b->want[b->act_signal] != ACT_FIRE) continue;
        uint64_t **w = &b->row_of_walk[step_walk(s->step, g->walk)];
        uint64_t **said = &b->said[step_walk(s->step, g->walk)];
        if (!*w) { *w = NEW_N(s->arena, uint64_t, 2 * s->n_in); *said = NEW_N(s->arena, uint64_t, s->n_out); }
        memcpy(*said, b->want, sizeof *in * (size_t)s->n_out);
        memcpy(*w, in, sizeof *in * (size_t)s->n_in);
        memcpy(*w + s->n_in, in, sizeof *in * (size_t)s->n_in);
        for (int k = 0; k < s->n_in; k++)
            for (int o = 0; o < s->n_out && is_register(b, k); o++)
                if (s->step->signals.at[s->n_in + o].kind == SIG_VAR &&
                    s->step->signals.at[s->n_in + o].var == s->step->signals.at[k].var)
                    (*w)[s->n_in + k] = b->want[o];
    }
}

static void walk_differs(Bench *b, int walk, const uint64_t *in, bool want_run, bool run)
{
    const Spec *s = &b->spec;
    printf("mismatch in walk %d, %s:%d, vector %" PRIu64 "\n  inputs:", walk, s->step->walks.at[walk]->pos.file,
           s->step->walks.at[walk]->pos.line, b->done);
    for (int i = 0; i < s->n_in; i++) printf(" " STR_FMT "=%" PRIu64, STR_ARG(s->step->signals.at[i].name), in[i]);
    printf("\n  runs: interpreter %d, module %d\n", want_run, run);
    for (int i = 0; i < s->n_out; i++)
        if (s->walk_output[s->n_in + i] && b->want[i] != b->got[i])
            printf("  %-24.*s interpreter %" PRIu64 ", module %" PRIu64 "\n",
                   STR_ARG(s->step->signals.at[s->n_in + i].name), b->want[i], b->got[i]);
    b->mismatches++;
}

static void compare_walk(Bench *b, int walk, const uint64_t *in)
{
    const Spec *s = &b->spec;
    const uint64_t *row = b->row_of_walk[walk];
    uint64_t at[s->n_in];
    for (int i = 0; i < s->n_in; i++) at[i] = is_register(b, i) ? row[s->n_in + i] : in[i];
    spec_pack(s, false, at, b->in);
    spec_put_walk(s, walk, b->said[walk], b->in);
    dut_step(b->in, b->out);
    for (int i = 0; i < s->ctl->vars.n; i++) b->parked[i] = UINT64_MAX;
    bool want = eval_walk(b->eval, row, walk, at, b->want, b->parked),
         run = spec_walk(s, b->out, b->got, b->got_parked), same = want == run;
    for (int i = 0; i < s->step->parked.n && want; i++)
        same &= b->parked[s->step->parked.at[i]->id] == b->got_parked[s->step->parked.at[i]->id];
    for (int i = 0; i < s->n_out && want; i++)
        same &= !s->walk_output[s->n_in + i] || b->want[i] == b->got[i];
    if (!same) walk_differs(b, walk, at, want, run);
    b->walks[walk]++;
}

static bool compare(void *ctx, const uint64_t *in)
{
    Bench *b = ctx;
    spec_pack(&b->spec, false, in, b->in);
    dut_step(b->in, b->out);
    spec_unpack(&b->spec, true, b->out, b->got);
    eval_step(b->eval, in, b->want);
    for (int i = 0; i < b->spec.n_out; i++) b->ever[i] |= b->want[i];
    if (b->want[b->row_signal] < (uint64_t)b->spec.ctl->rows.n) b->row_hits[b->want[b->row_signal]]++;
    if (outputs_differ(b)) {
        report(b, in);
        b->mismatches++;
    }
    remember_rows(b, in);
    for (int w = 0; w < b->spec.step->walks.n; w++) if (b->row_of_walk[w] && !b->unbuilt[w]) compare_walk(b, w, in);
    b->done++;
    return b->mismatches < SHOWN_MISMATCHES;
}

static void run_random(Bench *b, uint64_t first, uint64_t n)
{
    uint64_t in[b->spec.n_in];
    b->random = true;
    for (b->index = first; b->index < first + n && b->mismatches < SHOWN_MISMATCHES; b->index++) {
        vectors_random(&b->vectors, b->index, in);
        compare(b, in);
    }
}

/* ---- coverage ---- */

static int rows_missed(const Bench *b)
{
    const Controller *c = b->spec.ctl;
    int missed = 0;
    for (int i = 0; i < c->rows.n; i++) {
        const Row *r = c->rows.at[i];
        if (b->row_hits[r->id] || r->implied) continue;
        printf("  never taken: row " STR_FMT "%s\n", STR_ARG(row_place(b, (uint64_t)r->id)),
               r->kind == ROW_NEVER ? ", which claims to be impossible" : "");
        missed += r->kind != ROW_NEVER;
    }
    return missed;
}

static bool is_selector(SignalKind k)
{
    return k == SIG_SEND_SEL || k == SIG_REQ_SEL || k == SIG_REPLY_SEL || k == SIG_WRITE_SEL || k == SIG_WRITE_MASK;
}

typedef struct { const Eval *eval; int missed; } ActionCount;

static void count_action(const Action *a, void *ctx)
{
    ActionCount *n = ctx;
    if (eval_taken(n->eval, a)) return;
    printf("  never run: action %s:%d:%d\n", a->pos.file, a->pos.line, a->pos.col);
    n->missed++;
}

static int actions_missed(const Bench *b)
{
    ActionCount n = { b->eval, 0 };
    for (int i = 0; i < b->spec.ctl->rows.n; i++)
        if (b->row_hits[b->spec.ctl->rows.at[i]->id]) actions_walk(b->spec.ctl->rows.at[i]->body, count_action, &n);
    return n.missed;
}

/* Outputs that this run says nothing about. Selectors are left out: one with a single source is always zero. */
static void report_constant_outputs(const Bench *b)
{
    for (int i = 0; i < b->spec.n_out; i++) {
        const Signal *g = &b->spec.step->signals.at[b->spec.n_in + i];
        if (!b->ever[i] && b->spec.width[b->spec.n_in + i] && !is_selector(g->kind))
            printf("  always zero: " STR_FMT "\n", STR_ARG(g->name));
    }
}

/* ---- set up ---- */

typedef struct { Bench *b; const Row *row; } WalkScan;
static void note_walk(const Action *a, void *ctx)
{
    const WalkScan *w = ctx;
    if (a->kind == A_WALK)
        w->b->unbuilt[step_walk(w->b->spec.step, a)] = walk_clears(a)
            ? "no place after the other, the store clears itself"
            : a->port ? "in the row itself: compared there"
                      : NULL;
}

static void bench_init(Bench *b, uint64_t seed)
{
    Arena *a = b->spec.arena;
    b->eval = eval_create(a, b->spec.protocol, b->spec.step, &b->spec.env);
    b->in = NEW_N(a, uint32_t, words(b->spec.in_bits) + 1);
    b->out = NEW_N(a, uint32_t, words(b->spec.out_bits) + 1);
    b->want = NEW_N(a, uint64_t, b->spec.n_out);
    b->got = NEW_N(a, uint64_t, b->spec.n_out);
    b->ever = NEW_N(a, uint64_t, b->spec.n_out);
    b->row_hits = NEW_N(a, uint64_t, b->spec.ctl->rows.n + 1);
    for (int i = 0; i < b->spec.n_out; i++) {
        SignalKind k = b->spec.step->signals.at[b->spec.n_in + i].kind;
        if (k == SIG_ROW) b->row_signal = i;
        if (k == SIG_ACT) b->act_signal = i;
    }
    b->row_of_walk = NEW_N(a, uint64_t *, b->spec.step->walks.n + 1);
    b->said = NEW_N(a, uint64_t *, b->spec.step->walks.n + 1);
    b->walks = NEW_N(a, uint64_t, b->spec.step->walks.n + 1);
    b->unbuilt = NEW_N(a, const char *, b->spec.step->walks.n + 1);
    for (int i = 0; i < b->spec.ctl->rows.n; i++) {
        WalkScan w = { b, b->spec.ctl->rows.at[i] };
        actions_walk(w.row->body, note_walk, &w);
    }
    b->parked = NEW_N(a, uint64_t, b->spec.ctl->vars.n + 1);
    b->got_parked = NEW_N(a, uint64_t, b->spec.ctl->vars.n + 1);
    eval_watch(b->eval);
    vectors_init(&b->vectors, &b->spec, seed);
}

/* never: rows and actions that cannot come about with these values of the parameters. */
static int finish(const Bench *b, bool whole, int never)
{
    int missed = whole && !b->mismatches ? rows_missed(b) + actions_missed(b) : 0;
    if (whole && !b->mismatches) report_constant_outputs(b);
    for (int i = 0; whole && i < b->spec.step->walks.n; i++)
        if (b->unbuilt[i])
            printf("  not built: %s (%s:%d)\n", b->unbuilt[i], b->spec.step->walks.at[i]->pos.file,
                   b->spec.step->walks.at[i]->pos.line);
        else if (!b->walks[i]) {
            printf("  never compared: walk %s:%d\n", b->spec.step->walks.at[i]->pos.file,
                   b->spec.step->walks.at[i]->pos.line);
            missed++;
        }
    bool bad = b->mismatches || (whole && missed != never);
    printf("%s " STR_FMT ": %" PRIu64 " vectors, seed %" PRIu64
           ", %d mismatches, %d rows and actions of %d rows missed (expected %d): %s\n",
           b->spec.protocol->file, STR_ARG(b->spec.ctl->name), b->done, b->vectors.seed, b->mismatches, missed,
           b->spec.ctl->rows.n, whole ? never : 0, bad ? "FAIL" : "pass");
    return bad;
}

int main(int argc, char **argv)
{
    Bench b = { 0 };
    Str sets[64];
    int n = 0, never = 0;
    uint64_t seed = 1, count = DEFAULT_VECTORS, first = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: %s SPEC CONTROLLER [NAME=VALUE...] [--seed N] [--vectors N] [--first N]"
                        " [--never N]\n", argv[0]);
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        bool more = i + 1 < argc;
        if (more && strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[++i], NULL, 0);
        else if (more && strcmp(argv[i], "--vectors") == 0) count = strtoull(argv[++i], NULL, 0);
        else if (more && strcmp(argv[i], "--first") == 0) first = strtoull(argv[++i], NULL, 0);
        else if (more && strcmp(argv[i], "--never") == 0) never = atoi(argv[++i]);
        else if (n < 64) sets[n++] = str_from(argv[i]);
    }
    if (!spec_load(&b.spec, argv[1], argv[2], sets, n)) return 2;
    bench_init(&b, seed);
    dut_open(&b.spec);
    bool whole = first == 0 && count >= DEFAULT_VECTORS;
    if (first == 0) vectors_corners(&b.vectors, compare, &b);
    if (b.mismatches < SHOWN_MISMATCHES) run_random(&b, first, count);
    dut_close();
    return finish(&b, whole, never);
}
