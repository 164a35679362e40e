/* main.c - drives the schedule of a counterexample in the emitted Verilog, one step at a time, and says whether the
 * same comes of it.
 *
 *   replay SCHEDULE [--wave FILE] [--quiet]
 *   replay --races LIST [SCHEDULE...] [--counts FILE]
 *
 * The second drives many schedules, the design being reset in between, and counts the races that are met: all of the
 * list must be, and if the list is of a complete search no others. Several lists, with counts and without schedules,
 * are added up. The matrices go to standard output; FILE gets the list with the counts.
 *
 * Exit status: 0 reproduced, 1 the design does something else (or the schedule is wrong), 2 wrong command line, 3
 * environment. */
#define _POSIX_C_SOURCE 200809L
#include "base/output.h"
#include "cores/strength.h"
#include "replay/parts.h"
#include "waves/wave.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESET_CYCLES = 4, CLEAR_CYCLES = 100, STEP_CYCLES = 400, BEHIND_CYCLES = 70000, SETTLE_CYCLES = 12,
    FREE_CYCLES = 2000
};

/* ---- a step ---- */

static void issue(Replay *r, const ReplayStep *t)
{
    const CgCorePort *port = replay_core_port(t->at.ctl);
    ReplayThread *w = replay_thread(r, replay_core(t->at), t->warp);
    SimKind kind = sim_strength_does(port, t->event);
    if (!w || w->busy) { replay_diverged(r, "warp %u still waits for an answer", t->warp); return; }
    *w = (ReplayThread){.busy = true,
                        .kind = kind == SIM_FENCE ? SIM_OTHER : kind,
                        .posted = kind == SIM_STORE && (port->posted >> t->event & 1),
                        .line = t->line,
                        .cell = t->cell,
                        .value = t->value,
                        .code = t->op,
                        .a = t->a,
                        .b = t->b};
    w->op = sim_history_begin(&r->history, (uint32_t)(w - r->threads), w->kind, r->cycle);
    SimOp *op = &r->history.ops[w->op];
    op->op = (uint8_t)t->op, op->a = t->a, op->b = t->b;
    uint64_t address = t->line * r->line_bytes + t->cell * r->cell_bytes;
    if (w->kind != SIM_OTHER)
        sim_history_access(&r->history, address / 4, t->value, w->kind == SIM_LOAD ? 0 : UINT32_MAX);
    r->request = true;
}

static ReplayPacket *packet(Replay *r, uint32_t number)
{
    for (size_t i = 0; i < r->n_packets; i++)
        if (r->packets[i]->number == number && !r->packets[i]->delivered) return r->packets[i];
    return NULL;
}

static void begin(Replay *r, const ReplayStep *t)
{
    r->step = t;
    r->row_seen = r->value_seen = r->performed = false;
    r->error_said = -1;
    r->sent = r->read = r->wrote = r->answered = r->fired = 0;
    if (t->source == REPLAY_CORE) issue(r, t);
    if (t->source == REPLAY_MEMORY && !replay_bus_fill(r, t->at, t->line))
        replay_diverged(r, "line %u of memory is not being read", t->line);
    r->joined = 0;
    if (t->source != REPLAY_MESSAGE) return;
    ReplayPacket *p = packet(r, t->message);
    if (!p || !replay_bus_deliver(r, p))
        replay_diverged(r, "message m%u is not there, or its receiver takes none of that network", t->message);
}

/* The next one of the messages that are joined follows as soon as the one before has been taken. */
static void follow(Replay *r, const ReplayStep *t)
{
    if (t->source != REPLAY_MESSAGE || r->joined == t->n_joined) return;
    ReplayPacket *p = packet(r, t->joined[r->joined]);
    if (!p) replay_diverged(r, "message m%u is not there", t->joined[r->joined]);
    else if (replay_bus_deliver(r, p)) r->joined++;
}

static bool complete(Replay *r)
{
    const ReplayStep *t = r->step;
    if (r->row_seen && r->wrote < t->writes && replay_bus_held(r, t->at, r->row_line)) r->wrote++;
    return r->row_seen && (t->source != REPLAY_MESSAGE || r->joined == t->n_joined) && r->sent == t->n_sent &&
           r->read == t->reads && r->wrote == t->writes && r->answered == t->n_answers && (!t->error || r->error_seen);
}

/* How long a step may take. A memory behind rows may have to clear all its sets first. */
static int limit(const Replay *r) { return r->s->behind ? BEHIND_CYCLES : STEP_CYCLES; }

static void missing(Replay *r)
{
    const ReplayStep *t = r->step;
    const CgController *k = &cg_design.controllers[t->at.ctl];
    if (!r->row_seen)
        replay_diverged(r, "nothing happens in %d cycles, expected %s[%u] %s x %s (%s:%u)", limit(r), k->name,
                        t->at.inst, sim_name(k->states, k->n_states, t->state),
                        sim_name(k->events, k->n_events, t->refined), k->rows[t->row].file, k->rows[t->row].line);
    else if (r->sent < t->n_sent) replay_diverged(r, "%u of %u messages are sent", r->sent, t->n_sent);
    else if (r->answered < t->n_answers) replay_diverged(r, "%u of %u answers are given", r->answered, t->n_answers);
    else if (t->error) replay_diverged(r, "the design does not report an error");
    else
        replay_diverged(r, "memory is read %u times and written %u times, expected %u and %u", r->read, r->wrote,
                        t->reads, t->writes);
}

/* What waits for room is offered all the time, and no row is taken. */
static void print_waiting(const Replay *r)
{
    const ReplayStep *t = r->step;
    const CgController *k = &cg_design.controllers[t->at.ctl];
    if (!r->quiet)
        printf("%4u  %s[%u] %s x %s waits for room, %d cycles long (%s:%u)\n", t->number, k->name, t->at.inst,
               sim_name(k->states, k->n_states, t->state), sim_name(k->events, k->n_events, t->refined), limit(r),
               k->rows[t->row].file, k->rows[t->row].line);
}

/* Time passes, and nothing else happens. */
static void pass_time(Replay *r, const ReplayStep *t)
{
    r->step = t;
    r->row_seen = true;
    for (size_t i = 0; i < t->n_times; i++) {
        const ReplayTime *x = &r->s->times[t->first_time + i];
        r->now[REPLAY_CLOCKS * replay_node(x->at) + x->clock] = x->value;
        if (r->quiet) continue;
        if (!i) printf("%4u  time passes:", t->number);
        printf(" %s[%u].%s = %llu", cg_design.controllers[x->at.ctl].name, x->at.inst,
               cg_replay.hooks[x->at.ctl].clocks[x->clock].name, (unsigned long long)x->value);
    }
    if (!r->quiet) printf("\n");
    for (int i = 0; i < SETTLE_CYCLES && !r->failed; i++) replay_bus_cycle(r, false);
    if (r->error_seen) replay_diverged(r, "the design reports an error");
}

static void run_step(Replay *r, const ReplayStep *t)
{
    if (t->source == REPLAY_TICK) { pass_time(r, t); return; }
    begin(r, t);
    for (int i = 0; i < limit(r) && !r->failed && !complete(r); i++) {
        replay_bus_cycle(r, false);
        follow(r, t);
    }
    if (!r->failed && t->waits) print_waiting(r);
    else if (!r->failed && !complete(r)) missing(r);
    for (int i = 0; i < SETTLE_CYCLES && !r->failed; i++) replay_bus_cycle(r, false);
    if (!t->error && r->error_seen) replay_diverged(r, "the design reports an error");
    for (uint32_t i = 0; i < t->n_applied; i++)
        replay_serial_applied(r->serial, replay_core(t->applied[i].at), t->applied[i].line);
}

/* ---- what comes of it ---- */

/* Nothing is held back any more, but no core asks for anything new. */
static void let_go(Replay *r)
{
    r->free = true;
    r->fired = 0;
    for (int i = 0; i < FREE_CYCLES && !r->failed; i++) {
        for (size_t k = 0; k < r->n_packets; k++) if (!r->packets[k]->delivered) replay_bus_deliver(r, r->packets[k]);
        for (uint32_t k = 0; k < r->n_memories; k++) {
            const ReplayMemory *m = &r->memories[k];
            if (m->n_reads && !m->answering) replay_bus_fill(r, m->at, (uint32_t)(m->reads[0].address / r->line_bytes));
        }
        replay_bus_cycle(r, false);
    }
}

static void print_left(Replay *r, const ReplayLeft *l)
{
    const char *name = cg_design.controllers[l->at.ctl].name;
    if (l->kind == REPLAY_WAITS) {
        const ReplayThread *t = replay_thread(r, replay_core(l->at), l->number);
        printf("      warp %u of %s[%u] waits for the answer to its %s of line %u\n", l->number, name, l->at.inst,
               sim_kind_names[t->kind], t->line);
    } else if (l->kind == REPLAY_REFUSED)
        printf("      %s[%u] does not accept a request of warp %u for line %u\n", name, l->at.inst, l->warp, l->number);
    else if (l->kind == REPLAY_ENTRY) printf("      %s[%u] keeps an entry\n", name, l->at.inst);
    else printf("      message m%u is not taken\n", l->number);
}

static bool still_left(Replay *r, const ReplayLeft *l)
{
    if (l->kind == REPLAY_WAITS) {
        const ReplayThread *t = replay_thread(r, replay_core(l->at), l->number);
        return t && t->busy;
    }
    /* it is offered: that it is not taken shows in that no row fires */
    if (l->kind == REPLAY_IN_FLIGHT) return true;
    if (l->kind == REPLAY_REFUSED) return true;
    const CgHooks *h = &cg_replay.hooks[l->at.ctl];
    return sim_get(r->out, h->out_base + l->at.inst * h->out_stride, h->busy) != 0;
}

/* The request that is not accepted, and whatever can be evicted for it. */
static bool ask_refused(Replay *r, ReplayStep *t)
{
    for (size_t i = 0; i < r->s->n_left; i++) {
        const ReplayLeft *l = &r->s->left[i];
        if (l->kind != REPLAY_REFUSED) continue;
        *t = (ReplayStep){.at = l->at, .source = REPLAY_CORE, .event = l->event, .warp = l->warp, .line = l->number};
        r->step = t;
        r->row_seen = false;
        issue(r, t);
        return true;
    }
    return false;
}

static void check_stuck(Replay *r, bool deadlock)
{
    ReplayStep t;
    bool refused = ask_refused(r, &t);
    let_go(r);
    r->step = NULL;
    if (refused && r->row_seen) replay_diverged(r, "the request is accepted after all");
    for (size_t i = 0; i < r->s->n_left && !r->failed; i++) {
        const ReplayLeft *l = &r->s->left[i];
        const char *name = cg_design.controllers[l->at.ctl].name;
        if (still_left(r, l)) { print_left(r, l); continue; }
        if (l->kind == REPLAY_WAITS)
            replay_diverged(r, "warp %u of %s[%u] is answered after all", l->number, name, l->at.inst);
        else replay_diverged(r, "%s[%u] has no entry in use any more", name, l->at.inst);
    }
    if (deadlock && !refused && r->fired)
        replay_diverged(r, "%u rows are taken after the last step, expected none", r->fired);
    if (!r->failed) printf("      in %d cycles without new requests %u rows are taken\n", FREE_CYCLES, r->fired);
}

/* The operands of an atomic show in what its line holds afterwards: it is evicted, and memory looked at. */
static void check_operands(Replay *r)
{
    const ReplayStep *last = &r->s->steps[r->s->n_steps - 1];
    uint32_t cell = r->stale_cell, line = cell / r->s->cells;
    ReplayStep t = {.number = last->number, .at = last->at, .source = REPLAY_EVICT, .line = line, .own = line};
    r->step = &t;
    r->row_seen = false;
    let_go(r);
    uint32_t have = replay_word(r, line, cell % r->s->cells);
    r->step = NULL;
    if (have == r->newest[cell]) replay_diverged(r, "line %u goes back to memory with %u, which is right", line, have);
    else printf("      line %u goes back to memory with %u, the atomic leaves %u\n", line, have, r->newest[cell]);
}

static void check_value(Replay *r)
{
    const char *text = r->s->text;
    if (strncmp(text, "operand ", 8) == 0) check_operands(r);
    else if (strstr(text, "could not read")) {
        bool expected = strstr(text, "does not say") == NULL;
        if (r->error_said != (int)expected)
            replay_diverged(r, "the answer's error bit is %d, expected %d", r->error_said, (int)expected);
        else printf("      the answer's error bit is %d\n", r->error_said);
    } else if (strstr(text, "is written back") && r->wrote && r->s->n_bad)
        printf("      a line that memory could not read is written back\n");
    else if (!r->value_seen && r->performed)
        printf("      the access takes effect, and nothing that is answered or sent carries data\n");
    else if (!r->value_seen) replay_diverged(r, "no value is seen");
    else if (r->seen_value == r->newest_before)
        replay_diverged(r, "the value seen is %u, which is the newest", r->seen_value);
    else printf("      the value seen is %u, the newest write has left %u\n", r->seen_value, r->newest_before);
}

static uint32_t initial_word(void *context, uint64_t word)
{
    const Replay *r = context;
    uint64_t address = word * 4;
    for (size_t i = 0; i < r->s->n_initial; i++) {
        const ReplayWord *w = &r->s->initial[i];
        if (w->line * r->line_bytes + w->cell * r->cell_bytes == address) return w->value;
    }
    return 0;
}

/* With scopes there is no order of all accesses, and a posted store that has not taken effect has none: what the rows
 * and messages are has been compared. */
static bool judged(const Replay *r)
{
    return !r->serial && r->history.n_ops && !r->n_posted && strcmp(r->s->found, "never") != 0 &&
           !sim_strength_scopes(&cg_design);
}

static bool posts(void)
{
    for (uint32_t i = 0; i < cg_design.n_cores; i++) if (cg_design.cores[i].posted) return true;
    return false;
}

static void judge(Replay *r)
{
    bool shown = strcmp(r->s->found, "litmus") == 0 || strcmp(r->s->found, "nothing") == 0;
    bool weak = posts();
    const char *what = weak ? "allowed by the weak model" : "sequentially consistent";
    SimCheck check = {weak ? SIM_MODEL_WEAK : SIM_MODEL_SC, initial_word, r, shown ? stdout : NULL, NULL};
    SimVerdict v = sim_check(&r->history, &check);
    if (!v.ok && strcmp(r->s->found, "nothing") == 0) replay_diverged(r, "the history is not %s", what);
    if (!r->name)
        printf("      the consistency checker: the history of %llu operations is %s%s\n", (unsigned long long)v.ops,
               v.ok ? "" : "not ", what);
}

/* Committed transactions have a serial order, unless that is what was found. */
static void judge_transactions(Replay *r)
{
    uint32_t n;
    bool wanted = strcmp(r->s->found, "serial") != 0, holds = replay_serial_holds(r->serial, &n);
    if (holds && !wanted) replay_diverged(r, "the %u transactions that commit have a serial order", n);
    else if (!holds && strcmp(r->s->found, "nothing") == 0)
        replay_diverged(r, "the %u transactions that commit have no serial order", n);
    else printf("      the %u transactions that commit have %s serial order\n", n, holds ? "a" : "no");
}

static void check_found(Replay *r)
{
    const char *found = r->s->found;
    if (r->serial) judge_transactions(r);
    if (r->s->n_left) check_stuck(r, strcmp(found, "deadlock") == 0);
    else if (strcmp(found, "value") == 0) check_value(r);
    else if (strcmp(found, "conservation") == 0 && r->s->n_steps && r->step) {
        bool lost = strncmp(r->s->text, "at rest", 7) == 0;
        if (!lost && !*r->unasked) replay_diverged(r, "every operation took effect once and was answered once");
        else if (!lost) printf("      %s\n", r->unasked);
    }
    for (size_t i = 0; i < r->s->n_final && !r->failed; i++) {
        const ReplayWord *w = &r->s->final[i];
        uint32_t have = r->newest[replay_cell(r, w->line, w->cell)];
        if (++r->compared && have != w->value)
            replay_diverged(r, "cell %u of line %u is left with %u, expected %u", w->cell, w->line, have, w->value);
    }
}

/* ---- the run ---- */

static void start(Replay *r, const ReplaySchedule *s)
{
    uint32_t cores = 0;
    r->s = s;
    for (uint32_t i = 0; i < cg_design.n_cores; i++) {
        cores += cg_design.cores[i].instances;
        if (cg_design.cores[i].line_bytes) r->line_bytes = cg_design.cores[i].line_bytes;
    }
    for (uint32_t i = 0; i < cg_design.n_memories; i++) r->line_bytes = cg_design.memories[i].line_bytes;
    if (!r->line_bytes) r->line_bytes = 4 * s->cells;
    r->cell_bytes = r->line_bytes / s->cells;
    r->n_threads = cores * s->warps;
    r->threads = sim_alloc(r->n_threads, sizeof *r->threads);
    r->newest = sim_alloc((size_t)s->lines * s->cells, sizeof *r->newest);
    if (s->transactions) r->serial = replay_serial_create(r->n_threads, s->lines);
    for (size_t i = 0; i < s->n_initial && r->serial; i++)
        if (!s->initial[i].cell) replay_serial_initial(r->serial, s->initial[i].line, s->initial[i].value);
    sim_history_init(&r->history, r->n_threads);
    for (uint32_t i = 0; i < r->n_threads; i++)
        r->history.threads[i].core = i / s->warps, r->history.threads[i].warp = i % s->warps;
    replay_bus_start(r);
}

static void run(Replay *r)
{
    for (int i = 0; i < RESET_CYCLES; i++) replay_bus_cycle(r, true);
    cg_attach((CgObserver){replay_row, r});
    for (int i = 0; i < CLEAR_CYCLES && !r->failed; i++) replay_bus_cycle(r, false);
    for (size_t i = 0; i < r->s->n_steps && !r->failed; i++) run_step(r, &r->s->steps[i]);
    if (!r->failed) check_found(r);
    if (!r->failed && judged(r)) judge(r);
    if (r->failed) return;
    bool agrees = strcmp(r->s->found, "nothing") == 0;
    if (r->name) return;
    printf("%s %llu cycles, %zu steps, %llu values compared", agrees ? "AGREES:" : "REPRODUCED in",
           (unsigned long long)r->cycle, r->s->n_steps, (unsigned long long)r->compared);
    if (agrees) printf("\n");
    else printf(": %s: %s\n", r->s->found, r->s->text);
}

static int usage(void)
{
    fputs("usage: replay SCHEDULE [--wave FILE] [--quiet]\n       replay --races LIST... [SCHEDULE...] [--counts FILE] "
          "[--wave FILE]\n",
          stderr);
    return SIM_EXIT_USAGE;
}

typedef struct { const char **schedules, *wave, *counts; int n_schedules; bool quiet; SimRaces *races; } Options;
typedef struct { uint64_t cycles, row_cycle, compared; size_t steps; int failed; bool unreadable; } Totals;

static void run_file(const Options *o, CgModel *model, const char *file, Totals *t)
{
    ReplaySchedule s;
    Replay r = {.model = model, .quiet = o->quiet || o->races, .races = o->races, .name = o->races ? file : NULL};
    if (!replay_read(&s, file)) t->unreadable = true;
    else {
        start(&r, &s);
        if (r.races) sim_races_forget(r.races);
        run(&r);
        cg_detach(&r);
        replay_bus_free(&r);
        sim_history_free(&r.history);
        replay_serial_free(r.serial);
        free(r.threads), free(r.newest), free(r.posted);
        t->cycles += r.cycle, t->row_cycle = r.row_cycle, t->compared += r.compared, t->steps += s.n_steps,
                              t->failed += r.failed;
    }
    replay_free(&s);
}

static void write_list(const void *races, FILE *f) { sim_races_write(races, f); }

/* The matrices, and whether all is as the lists say. Returns an exit code. */
static int judge_races(const Options *o, const Totals *t)
{
    sim_races_print(o->races, stdout);
    printf("\n");
    size_t missing = sim_races_summary(o->races, true, stdout),
           unknown = o->races->complete ? sim_races_unknown(o->races, true, stdout) : 0;
    bool written = !o->counts || sim_write_file(o->counts, write_list, o->races);
    if (o->n_schedules)
        printf(
            "%d tests of %zu steps in %llu cycles, %llu values compared: %d as the model checker says, %d different\n",
            o->n_schedules, t->steps, (unsigned long long)t->cycles, (unsigned long long)t->compared,
            o->n_schedules - t->failed, t->failed);
    return !written ? SIM_EXIT_ENVIRONMENT : missing || unknown || t->failed ? SIM_EXIT_FAILED : SIM_EXIT_OK;
}

/* Returns 0, or an exit code after a message. */
static int read_options(Options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--quiet") == 0) o->quiet = true;
        else if (strcmp(argv[i], "--wave") == 0 && more) o->wave = argv[++i];
        else if (strcmp(argv[i], "--counts") == 0 && more) o->counts = argv[++i];
        else if (strcmp(argv[i], "--races") == 0 && more) {
            if (!o->races) o->races = sim_races_create(&cg_design);
            if (!sim_races_read(o->races, argv[++i])) return SIM_EXIT_FAILED;
        } else if (*argv[i] != '-') o->schedules[o->n_schedules++] = argv[i];
        else return usage();
    }
    bool fits = o->races ? true : o->n_schedules == 1 && !o->counts;
    return fits ? 0 : usage();
}

int main(int argc, char **argv)
{
    Options o = {.schedules = sim_alloc((size_t)argc, sizeof *o.schedules)};
    Totals t = {0};
    int code = read_options(&o, argc, argv);
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error of writing */
    char *wave = code || !o.wave ? NULL : sim_wave_start(o.wave);
    if (!code && o.wave && !wave) code = SIM_EXIT_ENVIRONMENT;
    CgModel *model = code || !o.n_schedules ? NULL : cg_model_create(argc, (const char **)argv, wave, 0);
    if (!code && o.n_schedules && !model) {
        fputs("error: the model could not be created\n", stderr);
        code = SIM_EXIT_ENVIRONMENT;
    }
    for (int i = 0; i < o.n_schedules && !code; i++) run_file(&o, model, o.schedules[i], &t);
    if (model) cg_model_destroy(model);
    if (!code && t.unreadable) code = SIM_EXIT_FAILED;
    if (!code && wave && !sim_wave_save(&cg_design, wave, t.row_cycle)) code = SIM_EXIT_ENVIRONMENT;
    if (!code) code = o.races ? judge_races(&o, &t) : t.failed ? SIM_EXIT_FAILED : SIM_EXIT_OK;
    sim_races_free(o.races);
    free(o.schedules);
    free(wave);
    if (!sim_output_flush(stdout)) code = SIM_EXIT_ENVIRONMENT;
    return code;
}
