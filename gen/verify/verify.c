/* verify.c - runs the search and says what it found. */
#include "verify/verify.h"
#include "ir/keyed.h"
#include "verify/alike/alike.h"
#include "verify/litmus/litmus_run.h"
#include "verify/model/choices.h"
#include "verify/model/clock.h"
#include "verify/model/times.h"
#include "verify/model/roles.h"
#include "verify/model/model.h"
#include "verify/portfolio/portfolio.h"
#include "verify/properties/invariant.h"
#include "verify/races/races.h"
#include "verify/replay/replay.h"
#include "verify/search/checkpoint.h"
#include "verify/search/fair.h"
#include "verify/search/leads.h"
#include "verify/search/partition.h"
#include "verify/search/progress.h"
#include "verify/search/trace.h"
#include "verify/seen/fewer.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const problem_title[] = { "",
                                             "an event that must not happen",
                                             "overflow",
                                             "invariant",
                                             "data value",
                                             "order of writes",
                                             "conservation",
                                             "deadlock",
                                             "livelock",
                                             "litmus",
                                             "serialisability",
                                             "starvation",
                                             "an event that must not happen",
                                             "limit" };

static void print_setting(const Model *m, FILE *out)
{
    const VerifyOptions *o = m->o;
    fprintf(out, STR_FMT ": system " STR_FMT, STR_ARG(m->p->name), STR_ARG(m->system->name));
    bool lines = false;              /* without a key there are none to speak of */
    for (int i = 0; i < m->n_ctl; i++) lines |= m->ctl[i].c->key != NULL;
    if (m->n_cores) fprintf(out, ", %d cores x %d warps", m->n_cores, m->n_warps);
    else fprintf(out, ", no cores");
    if (m->n_cores && lines) fprintf(out, ", %d line%s", m->n_keys, m->n_keys == 1 ? "" : "s");
    bool keys_alike = lines && m->keys_alike;
    if (m->n_cells > 1) fprintf(out, " of %d cells", m->n_cells);
    if (o->ops) fprintf(out, ", %d operation%s per warp", o->ops, o->ops == 1 ? "" : "s");
    if (m->stamp) fprintf(out, ", timestamps to %d", m->stamp_max);
    for (int i = 0; i < m->n_times; i++) {
        fprintf(out, ", '" STR_FMT "' ", STR_ARG(m->time[i].c->name));
        if (m->time[i].round) fprintf(out, "goes round in %u ticks", m->time[i].last);
        else fprintf(out, "to %u", m->time[i].last);
        if (m->time[i].skew) fprintf(out, ", %u apart at most", m->time[i].skew);
    }
    if (o->queues) fprintf(out, ", queues of %d", o->queues);
    if (m->n_posted) fprintf(out, ", posted stores: %d of each warp, judged weakly", m->n_posted);
    if (o->no_atomics) fprintf(out, ", no atomics");
    if (o->keyed) fprintf(out, ", nothing without key");
    if (m->n_cores && (m->cores_alike || keys_alike))
        fprintf(out, ", up to the numbering of %s%s%s", m->cores_alike ? "cores" : "",
                m->cores_alike && keys_alike ? " and " : "", keys_alike ? "lines" : "");
    fprintf(out, "\n");
    if (!m->tx && m->performs) model_print_clock(m, out);
    model_print_choices(m, out);
    for (int i = 0; i < m->n_ctl && m->stays; i++)
        if (m->ctl[i].n_backed)
            fprintf(out, "not looked at: lines that leave " STR_FMT "." STR_FMT " (a replay cannot bring it about)\n",
                    STR_ARG(m->ctl[i].c->name), STR_ARG(m->ctl[i].store[m->ctl[i].backed_store].s->name));
    alike_print(m, &(unsigned){ 0 }, out);
}

/* What a step that is not followed would have had, by ModelBound; the numbers are those of the model. */
static void print_bounds(const Search *x, FILE *out)
{
    char messages[80], reads[120], answers[80];
    const char *const what[BOUNDS] = { "a timestamp or a time beyond the bound", messages, reads, answers,
                                       "more writes or transactions of a line than the model has names for",
                                       "a state that is too large" };
    snprintf(messages, sizeof messages, "more than %d messages under way%s", MAX_MSGS,
             x->m->o->queues ? "" : " (--queues N bounds them)");
    snprintf(reads, sizeof reads,
             "more than %d reads of a line under way at one controller, or some before each of two writes", MAX_READS);
    snprintf(answers, sizeof answers, "more than %d answers of blocks to come at one controller", MAX_OWED);
    const char *comma = "";
    fprintf(out, "bounded: %llu transitions were not followed, to ", (unsigned long long)x->bounded);
    for (int i = 0; i < BOUNDS; i++) {
        if (!(x->met.bounds >> i & 1)) continue;
        fprintf(out, "%s%s", comma, what[i]);
        comma = ", ";
    }
    fprintf(out, "\n");
}

/* Times that stand: nothing was looked at that comes later. */
static void print_times(const Model *m, FILE *out)
{
    for (int i = 0; i < m->p->clocks.n && m->n_stands; i++) {
        const Clock *c = m->p->clocks.at[i];
        const TimeModel *t = NULL;
        bool read = model_time_read(m, c);
        for (int k = 0; k < m->n_times; k++) if (m->time[k].c == c) t = &m->time[k];
        if (!read || (t && t->round)) continue;
        fprintf(out, "bounded: '" STR_FMT "' stands at %u%s\n", STR_ARG(c->name), t ? t->last : 0,
                t ? " (--ticks N)" : ", since it has more than 16 bits");
    }
}

static void print_counts(const Search *x, bool complete, FILE *out)
{
    uint64_t n = partition_states(x);
    fprintf(out, "%llu states, %llu transitions, depth %llu%s\n", (unsigned long long)n,
            (unsigned long long)x->transitions, (unsigned long long)x->depth, complete ? "" : ", not complete");
    if (x->bounded) print_bounds(x, out);
    print_times(x->m, out);
    if (x->allowed) fprintf(out, "allowed: %llu problems were passed over\n", (unsigned long long)x->allowed);
}

static void print_speed(const Search *x, FILE *out)
{
    double t = x->seconds > 1e-6 ? x->seconds : 1e-6, n = (double)partition_states(x),
           here = (double)pool_count(x->pool);
    if (here < 1) here = 1;
    fprintf(out,
            "%.2f s, %.2f s of processor time, %.0f k states/s, %.0f k transitions/s, %.1f bytes per state (%.1f with "
            "the table)",
            x->seconds, x->cpu_seconds, n / t / 1e3, (double)x->transitions / t / 1e3,
            (double)pool_record_bytes(x->pool) / here, (double)pool_bytes(x->pool) / here);
    if (x->drain_seconds > 0) fprintf(out, ", way to rest %.2f s", x->drain_seconds);
    if (x->fair_seconds > 0) fprintf(out, ", fairness %.2f s", x->fair_seconds);
    fprintf(out, "\n");
}

/* Probability that two of n states have the same hash of 64 bits, at most. */
static double omission(const Search *x)
{
    double n = (double)pool_count(x->pool);
    return n * n / 36893488147419103232.0;         /* 2^65 */
}

/* Number of rows that were never taken and covers that were never met. */
static int print_coverage(const Search *x, FILE *out)
{
    const Model *m = x->m;
    int missed = 0;
    for (int i = 0; i < m->n_ctl; i++) {
        const Controller *c = m->ctl[i].c;
        int on = 0, taken = 0;
        for (int r = 0; r < c->rows.n; r++) {
            if (m->o->keyed && keyed_drops(c, c->rows.at[r])) continue;
            on += c->rows.at[r]->kind == ROW_ON;
            taken += c->rows.at[r]->kind == ROW_ON && x->rows[m->ctl[i].first_row + r];
        }
        fprintf(out, STR_FMT ": %d of %d rows taken\n", STR_ARG(c->name), taken, on);
        missed += on - taken;
        for (int s = 0; s < c->states.n; s++)
            for (int e = 0; e < c->events.n; e++)
                for (int r = 0; r < c->cells[s * c->events.n + e].rows.n; r++) {
                    const Row *row = c->cells[s * c->events.n + e].rows.at[r];
                    if (row->kind != ROW_ON || x->rows[m->ctl[i].first_row + row->id] ||
                        (m->o->keyed && keyed_leaves_out(c->events.at[e]) && c->key))
                        continue;
                    fprintf(out, "  never taken: ");
                    seen_print_row(c, c->states.at[s], c->events.at[e], row, out);
                }
    }
    return missed + invariants_print_covers(m, out);
}

/* ---- what was not looked at ---- */

static void print_zero(const Model *m, const CtlModel *k, const Slotted *s, int n, bool *any, FILE *out)
{
    for (int i = 0; i < n; i++) {
        if (s[i].role != ROLE_UNMODELLED || !s[i].var->is_written) continue;
        fprintf(out, "%s " STR_FMT "." STR_FMT " (%d bits)", *any ? "," : "not looked at, taken as 0:",
                STR_ARG(k->c->name), STR_ARG(s[i].var->ident), type_width(&m->env, s[i].var->type));
        *any = true;
    }
}

/* Wide numbers that rows set; plain fields of requests. */
static void print_unseen(const Model *m, FILE *out)
{
    bool any = false;
    for (int c = 0; c < m->p->ctls.n; c++) {
        const CtlModel *k = &m->ctl[c];
        print_zero(m, k, k->regs, k->n_regs, &any, out);
        for (int i = 0; i < k->n_stores; i++) print_zero(m, k, k->store[i].field, k->store[i].n, &any, out);
        for (int i = 0; i < k->n_waits; i++) print_zero(m, k, k->wait[i].field, k->wait[i].n, &any, out);
    }
    model_print_taken(m, &any, out);
    if (any) fprintf(out, "\n");
    model_print_handed(m, out);
}

/* What is known of a pair that was not found. */
static const char *races_verdict(const Search *x, SearchEnd end)
{
    char bound[60] = "";
    if (x->bounded)
        snprintf(bound, sizeof bound, x->m->stamp ? " with timestamps to %d" : " within the bounds of the model",
                 x->m->stamp_max);
    return str_z(x->m->arena, str_printf(x->m->arena, "%s: %llu states%s, depth %llu%s",
                                         end == END_ALL ? "all" : "not all", (unsigned long long)pool_count(x->pool),
                                         x->m->o->compact ? " as hashes" : "", (unsigned long long)x->depth, bound));
}

/* Something that the search does not follow: how it came to it, and where. */
static int beyond(Search *x, Diags *d, FILE *out)
{
    const Controller *c = x->m->ctl[x->m->inst[x->occurrence.inst].ctl].c;
    trace_print(x, out);
    diag_error(d, x->fired.row < 0 ? c->pos : c->rows.at[x->fired.row]->pos, "verify: %s", x->fired.text);
    return 2;
}

/* Less than all of the system was searched: of some transitions, of what follows a problem that is passed over, of some
 * values, or of time. */
static bool is_bounded(const Search *x)
{
    return x->bounded || x->allowed || x->m->n_wide || x->m->n_taken || x->m->n_stands;
}

static void note(Found *found, const Search *x, bool complete, bool rest, bool leads)
{
    found->states = partition_states(x);
    found->transitions = x->transitions;
    found->seconds = search_cpu();
    found->bounded = is_bounded(x);
    found->allowed = x->allowed;
    if (x->fired.problem) found->title = problem_title[x->fired.problem];
    seen_add(&found->seen, x, complete, rest);
    seen_aspect(&found->seen, SEEN_LEADS, leads_any(x->m), leads);
    seen_aspect(&found->seen, SEEN_WAITS, x->m->waits, false);
}

/* The least number of cores above two that the file allows, 0: none of four at most. */
static int more_cores(const Model *m)
{
    const Param *p = model_core_param(m);
    for (int n = 3; p && n <= 4; n++) {
        bool in = !p->in.n;
        for (int i = 0; i < p->in.n; i++) in |= p->in.at[i] == n;
        if (in && (!p->max || n <= param_eval(&m->env, p->max))) return n;
    }
    return 0;
}

/* What a user may ask for next, as far as this file has it. */
static void print_further(const Model *m, const Seen *s, FILE *out)
{
    int cores = more_cores(m);
    const char *sep = "; further ones:";
    fprintf(out, "one search, since the file names none (<verify>)");
    if (s->can >> SEEN_LINES & 1) { fprintf(out, "%s --lines 2 --ops 2", sep); sep = ","; }
    if (s->can >> SEEN_CELLS & 1) { fprintf(out, "%s --cells 2", sep); sep = ","; }
    if (cores) { fprintf(out, "%s --cores %d --ops 2", sep, cores); sep = ","; }
    if (m->n_times && m->n_stands) fprintf(out, "%s --ticks N", sep);
    fprintf(out, "\n");
}

static void print_saved(const Search *x, Diags *d, FILE *out)
{
    const char *path = x->m->o->save;
    if (!path) return;
    if (x->saved) fprintf(out, "saved: %s; --resume goes on from there%s\n", path,
                         x->filled ? ", with more --memory" : "");
    else diag_error(d, x->m->p->pos, "verify: --save: cannot write '%s': %s", path, strerror(x->save_error));
}

/* races: what was met of them, or NULL. */
static int finish(Search *x, SearchEnd end, Races *races, FILE *out, Found *found)
{
    const VerifyOptions *o = x->m->o;
    bool complete = end == END_ALL,
         drain = complete && !o->no_drain && !o->races && !o->compact && !o->parts && !(o->allow >> P_LIVELOCK & 1);
    if (drain) end = search_drain(x);
    bool leads = drain && end == END_ALL && leads_any(x->m);
    if (leads) end = search_leads(x);
    if (complete && end == END_ALL && o->loads_progress) end = search_progress(x);
    if (complete && end == END_ALL && o->fair && !(o->allow >> P_STARVATION & 1)) end = search_fair(x);
    print_counts(x, complete, out);
    print_speed(x, out);
    note(found, x, complete, drain && end == END_ALL, leads);
    int who;
    if (end == END_PROBLEM && !partition_shows(x, &who)) {
        fprintf(out, "FAILED: %s\nprocess %d of %d shows the run\n", problem_title[x->fired.problem], who, o->parts);
        return x->fired.problem == P_LIMIT ? 2 : 1;
    }
    if (end == END_PROBLEM && x->fired.problem == P_LIMIT) return beyond(x, found->diags, out);
    int missed = o->coverage ? print_coverage(x, out) + seen_print_promises(&found->seen, x->m->p, out) : 0;
    if (end == END_PROBLEM) {
        fprintf(out, "FAILED: %s\n", problem_title[x->fired.problem]);
        trace_print(x, out);
        replay_record(x);
        return 1;
    }
    if (o->races) races_write(races, x, races_verdict(x, end), out);
    if (end != END_ALL) {
        Str why = end == END_PARTNER ? str_from(partition_why(x)) : search_limit(x->m, end);
        fprintf(out, "INCOMPLETE: " STR_FMT, STR_ARG(why));
        if (!complete) fprintf(out, " at depth %llu; nothing wrong up to there\n", (unsigned long long)x->depth);
        else fprintf(out, " %s the search for ways to rest; nothing else is wrong\n",
                     end == END_STOPPED ? "in" : "by");
        if (!complete && (end == END_TIME || end == END_MEMORY)) seen_print_fewer(x->m, out);
        x->filled |= end == END_MEMORY;
        if (complete) search_save_found(x);
        print_saved(x, found->diags, out);
        return 3;
    }
    if (missed && o->expect_coverage) {
        fprintf(out, "FAILED: coverage\n");
        return 1;
    }
    print_unseen(x->m, out);
    if (x->m->n_wide)
        fprintf(out,
                "not looked at: what %d comparison%s of invariants, covers or <progress> ask%s for (see the "
                "warnings)\n",
                x->m->n_wide, x->m->n_wide == 1 ? "" : "s", x->m->n_wide == 1 ? "s" : "");
    if (!found->quiet) seen_print_not(&found->seen, x->m->p, out);
    if (o->unnamed && x->m->n_threads)
        print_further(x->m, &found->seen, out);
    fprintf(out, "PASSED%s%s", is_bounded(x) ? " within the bounds" : "", drain ? "" : " (ways to rest not searched)");
    if (o->compact) fprintf(out, ", with a probability of an omitted state < %.1e", omission(x));
    fprintf(out, "\n");
    return 0;
}

static int verify_litmus(Arena *a, const Protocol *p, const VerifyOptions *o, FILE *out, Found *found)
{
    LitmusSum sum = { .seen = &found->seen };
    int status = litmus_run(a, found->diags, p, o, &sum, out);
    found->states = sum.states;
    found->tests = sum.tests;
    found->bounded = sum.bounded;
    found->seconds = search_cpu();
    if (status == 1) found->title = problem_title[P_LITMUS];
    return status;
}

static bool races_fit(const Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++) {
        const Controller *c = m->ctl[i].c;
        bool events = c->events.n > RACES_EVENTS_MAX;
        if (!events && (m->ctl[i].core || m->ctl[i].n_parked <= RACES_PARKED_MAX)) continue;
        diag_error(d, c->pos, "verify --races: '" STR_FMT "' has %d events%s, expected at most %d", STR_ARG(c->name),
                   events ? c->events.n : m->ctl[i].n_parked, events ? "" : " that are parked",
                   events ? RACES_EVENTS_MAX : RACES_PARKED_MAX);
        return false;
    }
    return true;
}

static int verify_search(Arena *a, const Protocol *p, const VerifyOptions *o, FILE *out, Found *found)
{
    if (o->litmus.n) return verify_litmus(a, p, o, out, found);
    Diags *d = found->diags;
    Model *m = NEW(a, Model);
    if (!model_build(m, a, d, p, o)) return 2;
    if (o->races && !races_fit(m, d)) return 2;
    diag_say(d, out);
    alike_find(m);
    if (o->random_run) {
        replay_random(m, out);
        return 0;
    }
    Search x = { .m = m, .progress = !o->quiet && isatty(STDERR_FILENO) };
    x.rows = NEW_N(a, uint64_t, m->n_rows + 1);
    x.pool = search_pool(m);
    if (!x.pool) {
        diag_error(d, p->pos, "verify: no address space for %zu MB, use a smaller --memory", o->memory >> 20);
        return 3;
    }
    int status = o->resume ? checkpoint_read(&x, d, o->resume) : o->parts ? partition_begin(&x, d) : 0;
    if (status) {
        partition_end(&x);
        pool_destroy(x.pool);
        parts_destroy(x.parts);
        free(x.reached);
        return status;
    }
    print_setting(m, out);
    if (o->resume) fprintf(out, "resumed: %llu states, depth %llu\n", (unsigned long long)pool_count(x.pool),
                           (unsigned long long)x.depth);
    if (o->parts) fprintf(out, "process %d of %d\n", o->part, o->parts);
    fflush(out);
    Races *races = o->races ? races_create(m) : NULL;
    SearchWatch watch = races_watch(races);
    if (o->races && !races) {
        diag_error(d, p->pos, "verify: no memory for the races");
        return 3;
    }
    if (races) x.watch = &watch;
    status = finish(&x, search_all(&x), races, out, found);
    races_free(races);
    partition_end(&x);
    pool_destroy(x.pool);
    parts_destroy(x.parts);
    return status;
}

int verify_run(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, FILE *out)
{
    Found found = { .diags = d };
    search_hold_signals();
    diag_say(d, out);
    if (o->portfolio && !o->litmus.n) return portfolio_run(a, p, o, out, verify_search);
    seen_init(&found.seen, a, p);
    int status = verify_search(a, p, o, out, &found);
    if (o->counts) seen_write(&found.seen, p, "one search", o->counts);
    return status;
}
