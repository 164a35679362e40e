/* check.c - what the design does in a step, against the schedule: the row, the state after it, messages, requests to
 * memory, answers. */
#include "litmus/atomic.h"
#include "replay/parts.h"
#include <stdarg.h>
#include <string.h>

void replay_diverged(Replay *r, const char *format, ...)
{
    va_list ap;
    if (r->failed) return;
    r->failed = true;
    fflush(stdout);
    if (r->name) fprintf(stderr, "%s: ", r->name);
    if (r->step) fprintf(stderr, "DIVERGED at step %u, cycle %llu: ", r->step->number, (unsigned long long)r->cycle);
    else fprintf(stderr, "DIVERGED after the last step, cycle %llu: ", (unsigned long long)r->cycle);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
}

ReplayThread *replay_thread(Replay *r, uint32_t core, uint32_t warp)
{
    return warp < r->s->warps && core < r->n_threads / r->s->warps ? &r->threads[core * r->s->warps + warp] : NULL;
}

/* ---- rows ---- */

static uint64_t observed(const CgController *k, const uint32_t *fields, const char *name)
{
    return sim_get(fields, 0, sim_field(k->fields, k->n_fields, name));
}

static const char *state_name(const CgController *k, uint64_t code)
{
    return sim_name(k->states, k->n_states, (uint32_t)code);
}
static const char *event_name(const CgController *k, uint64_t code)
{
    return sim_name(k->events, k->n_events, (uint32_t)code);
}

typedef struct { char text[240]; } RowText;
typedef struct { char text[64]; } InstText;

/* "L2[0] takes the row V x WRITE -> V of line 0 (published.xml:250)" */
static RowText row_text(int ctl, int inst, int row, const uint32_t *fields)
{
    RowText t;
    const CgController *k = &cg_design.controllers[ctl];
    const struct CgRow *at = &k->rows[row < 0 ? -1 - row : row];
    const char *state = state_name(k, observed(k, fields, "state")),
               *event = event_name(k, observed(k, fields, "event")), *next = state_name(k, observed(k, fields, "next"));
    snprintf(t.text, sizeof t.text, "%s[%d] %s %s x %s%s%s of line %llu (%s:%u)", k->name, inst,
             row < 0 ? "fails in" : "takes the row", state, event, row < 0 ? "" : " -> ", row < 0 ? "" : next,
             (unsigned long long)observed(k, fields, "key"), at->file, at->line);
    return t;
}

static void check_fields(Replay *r, const CgController *k, const uint32_t *fields)
{
    for (uint32_t i = 0; i < r->step->n_fields; i++) {
        const ReplayValue *want = &r->step->fields[i];
        CgField f = sim_field(k->fields, k->n_fields, want->name);
        uint64_t have = sim_get(fields, 0, f);
        r->compared += f.width != 0;
        if (!f.width || have == want->value) continue;
        replay_diverged(r, "%s of %s[%u] is %llu, expected %llu", want->name, k->name, r->step->at.inst,
                        (unsigned long long)have, (unsigned long long)want->value);
    }
}

static uint32_t step_line(const Replay *r, uint64_t key)
{
    return r->step->source == REPLAY_MESSAGE || r->step->keyless ? (uint32_t)key : r->step->line;
}

static void check_row(Replay *r, int ctl, int inst, int row, const uint32_t *fields)
{
    const ReplayStep *t = r->step;
    const CgController *k = &cg_design.controllers[ctl];
    uint64_t key = observed(k, fields, "key"), state = observed(k, fields, "state"),
             event = observed(k, fields, "event"), next = observed(k, fields, "next");
    if (t->waits) {
        replay_diverged(r, "%s, expected that it waits for room", row_text(ctl, inst, row, fields).text);
        return;
    }
    bool here = t->at.ctl == (uint32_t)ctl && t->at.inst == (uint32_t)inst,
         same = t->error == (row < 0) && t->row == (uint32_t)(row < 0 ? -1 - row : row);
    if (here && same && t->state == state && t->refined == event && key == step_line(r, key) &&
        (t->error || t->next == next)) {
        check_fields(r, k, fields);
        return;
    }
    const CgController *w = &cg_design.controllers[t->at.ctl];
    replay_diverged(r, "%s, expected %s[%u] %s %s%s%s (%s:%u)", row_text(ctl, inst, row, fields).text, w->name,
                    t->at.inst, state_name(w, t->state), event_name(w, t->refined), t->error ? " to fail" : " -> ",
                    t->error ? "" : state_name(w, t->next), w->rows[t->row].file, w->rows[t->row].line);
}

/* ---- accesses take effect ---- */

static void unasked(Replay *r, const char *what, uint32_t core, uint32_t warp)
{
    if (!*r->unasked) snprintf(r->unasked, sizeof r->unasked, "core %u warp %u: %s", core, warp, what);
}

/* The oldest store of the thread to that line that was answered before; it is taken off the list. */
static bool take_posted(Replay *r, const ReplayThread *of, uint32_t line, ReplayThread *store)
{
    for (size_t i = 0; of && i < r->n_posted; i++) {
        const struct ReplayPosted *p = &r->posted[i];
        if (&r->threads[p->thread] != of || p->store.line != line) continue;
        *store = p->store;
        memmove(&r->posted[i], &r->posted[i + 1], (--r->n_posted - i) * sizeof *r->posted);
        return true;
    }
    return false;
}

static void performs(Replay *r, uint32_t how, uint32_t core, uint32_t warp, uint32_t line)
{
    ReplayThread *t = replay_thread(r, core, warp), store;
    if (how == 2 && take_posted(r, t, line, &store)) t = &store;
    if (!t || !t->busy) { unasked(r, "an access takes effect that it does not wait for", core, warp); return; }
    if (t->performed++) unasked(r, "its operation takes effect a second time", core, warp);
    uint32_t *newest = &r->newest[replay_cell(r, t->line, t->cell)];
    r->stale_cell = replay_cell(r, t->line, t->cell);
    r->newest_before = t->before = *newest;
    const char *bad = t->performed == 1 ? sim_history_perform(&r->history, t->op, how, r->cycle) : NULL;
    if (bad) unasked(r, bad, core, warp);
    if (!(how & 2)) return;
    *newest = t->kind == SIM_ATOMIC ? litmus_op_result(t->code, *newest, t->a, t->b) : t->value;
}

void replay_row(void *replay, int ctl, int inst, int row, const uint32_t *fields)
{
    Replay *r = replay;
    const CgController *k = &cg_design.controllers[ctl];
    if (r->failed) return;
    r->fired++;
    if (r->free && !r->quiet && r->fired <= 10)
        printf("      cycle %llu  %s\n", (unsigned long long)r->cycle, row_text(ctl, inst, row, fields).text);
    if (r->free && r->step && r->step->source == REPLAY_CORE) {
        const CgCorePort *port = replay_core_port(r->step->at.ctl);
        const char *request = sim_name(port->events, port->n_events, r->step->event),
                   *event = event_name(k, observed(k, fields, "event"));
        r->row_seen |= r->step->at.ctl == (uint32_t)ctl && r->step->at.inst == (uint32_t)inst &&
                       strncmp(event, request, strlen(request)) == 0;
    }
    if (r->step && !r->free) {
        if (r->row_seen)
            replay_diverged(r, "%s, which the schedule does not have", row_text(ctl, inst, row, fields).text);
        else check_row(r, ctl, inst, row, fields);
        if (r->failed) return;
        r->row_seen = true;
        r->row_cycle = r->cycle;
        r->row_line = (uint32_t)observed(k, fields, "key");
        if (!r->quiet)
            printf("%4u  cycle %5llu  %s\n", r->step->number, (unsigned long long)r->cycle,
                   row_text(ctl, inst, row, fields).text);
    }
    if (r->races && row >= 0 && !r->free) sim_races_row(r->races, ctl, inst, fields);
    uint32_t how = row < 0 ? 0 : (uint32_t)observed(k, fields, "performs");
    r->performed |= how != 0;
    if (how) performs(r, how, (uint32_t)observed(k, fields, "core"), (uint32_t)observed(k, fields, "id"),
                      (uint32_t)observed(k, fields, "key"));
}

/* ---- messages ---- */

static InstText inst_text(ReplayInst at)
{
    InstText t;
    snprintf(t.text, sizeof t.text, "%s[%u]", cg_design.controllers[at.ctl].name, at.inst);
    return t;
}

static const ReplayValue *wrong_field(Replay *r, const ReplayMessage *m, const ReplayPacket *p)
{
    for (uint32_t i = 0; i < m->n_fields; i++) {
        CgField f = sim_field(p->type->fields, p->type->n_fields, m->fields[i].name);
        r->compared++;
        uint64_t bits = f.width < 64 ? (UINT64_C(1) << f.width) - 1 : UINT64_MAX;     /* of a negative number, too */
        uint64_t other = (sim_get(p->bits, 0, f) ^ m->fields[i].value) & m->fields[i].mask & bits;
        if (!f.width || other) return &m->fields[i];
    }
    return NULL;
}

static bool is_sent_already(const Replay *r, uint32_t number)
{
    for (size_t i = 0; i + 1 < r->n_packets; i++) if (r->packets[i]->number == number) return true;
    return false;
}

static void note_data(Replay *r, const uint32_t *bits, uint32_t base, CgField data, CgField old)
{
    uint32_t cell = r->stale_cell % r->s->cells, first = cell * r->cell_bytes * 8;
    if ((!data.width && !old.width) || r->value_seen) return;
    r->value_seen = true;
    r->seen_value = (uint32_t)sim_get(bits, base, old);      /* the word alone */
    if (!data.width) return;
    r->seen_value = (uint32_t)cg_get(bits, base + data.lsb + first, data.width - first < 32 ? data.width - first : 32);
}

void replay_sent(Replay *r, ReplayPacket *p)
{
    const ReplayStep *t = r->step;
    const ReplayMessage *near = NULL;
    const char *name = p->type ? p->type->name : "?";
    for (uint32_t i = 0; t && !r->free && i < t->n_sent; i++) {
        const ReplayMessage *m = &r->s->messages[t->first_sent + i - 1];
        if (m->message != p->type || replay_node(m->from) != p->from || replay_node(m->to) != p->to ||
            is_sent_already(r, t->first_sent + i))
            continue;
        near = m;
        if (wrong_field(r, m, p)) continue;
        p->number = t->first_sent + i;
        r->sent++;
        note_data(r, p->bits, 0, sim_field(p->type->fields, p->type->n_fields, "data"),
                  sim_field(p->type->fields, p->type->n_fields, "old"));
        return;
    }
    if (r->free) return;
    const ReplayValue *f = near ? wrong_field(r, near, p) : NULL;
    InstText from = inst_text(replay_instance(p->from)), to = inst_text(replay_instance(p->to));
    if (!f) {
        replay_diverged(r, "%s sends %s to %s, which the schedule does not have", from.text, name, to.text);
        return;
    }
    uint64_t have = sim_get(p->bits, 0, sim_field(p->type->fields, p->type->n_fields, f->name));
    replay_diverged(r, "%s of the %s to %s is %llu, expected %llu", f->name, name, to.text, (unsigned long long)have,
                    (unsigned long long)f->value);
}

void replay_memory(Replay *r, ReplayInst at, uint64_t line, bool write)
{
    const ReplayStep *t = r->step;
    uint32_t *n = write ? &r->wrote : &r->read;
    for (uint32_t c = 0; write && c < r->s->cells; c++) {      /* a line that goes back without its newest values */
        uint32_t cell = replay_cell(r, (uint32_t)line, c), have = replay_word(r, (uint32_t)line, c);
        if (r->value_seen || have == r->newest[cell]) continue;
        r->value_seen = true;
        r->seen_value = have;
        r->newest_before = r->newest[cell];
    }
    if (r->free || (write && replay_bus_owed(r, at, (uint32_t)line))) return;
    if (!t || t->at.ctl != at.ctl || t->at.inst != at.inst || ++*n > (write ? t->writes : t->reads))
        replay_diverged(r, "%s %s line %llu of memory, which the schedule does not have", inst_text(at).text,
                        write ? "writes" : "reads", (unsigned long long)line);
}

/* ---- answers ---- */

static uint32_t answer_value(Replay *r, const CgCorePort *port, uint32_t base, const ReplayThread *t)
{
    CgField data = sim_field(port->rep_fields, port->n_rep_fields, "data"),
            old = sim_field(port->rep_fields, port->n_rep_fields, "old");
    if (t->kind == SIM_ATOMIC && old.width) return (uint32_t)sim_get(r->out, base, old);      /* the word alone */
    return data.width ? (uint32_t)cg_get(r->out, base + data.lsb + 8 * t->cell * r->cell_bytes,
                                         r->cell_bytes < 4 ? 8 * r->cell_bytes : 32)
                      : 0;
}

static void complete(Replay *r, ReplayThread *t, uint32_t value)
{
    SimOp *op = &r->history.ops[t->op];
    for (uint32_t i = 0; i < op->count; i++) r->history.accesses[op->first + i].read = value;
    op->complete = true;
    op->complete_at = r->cycle;
    t->busy = false;
}

/* An access of a transaction is answered; the step says whether it ends it. */
static void transaction(Replay *r, const ReplayThread *t, uint32_t core, uint32_t value)
{
    ReplayEnd end = r->step && !r->free ? r->step->end : REPLAY_OPEN;
    if (end != REPLAY_OPEN) replay_serial_end(r->serial, core, end == REPLAY_COMMITS);
    else if (t->kind == SIM_LOAD) replay_serial_read(r->serial, core, t->line, value);
    else if (t->kind == SIM_STORE) replay_serial_store(r->serial, core, t->line, t->value);
}

void replay_answered(Replay *r, ReplayInst at, const CgCorePort *port, uint32_t base)
{
    const ReplayStep *s = r->step;
    CgField id = port->id_field ? sim_field(port->rep_fields, port->n_rep_fields, port->id_field) : (CgField){0};
    uint32_t warp = (uint32_t)sim_get(r->out, base, id), reply = (uint32_t)sim_get(r->out, base, port->rep_kind),
             core = replay_core(at);
    ReplayThread *t = replay_thread(r, core, warp);
    const ReplayAnswer *want = s && !r->free && r->answered < s->n_answers ? &s->answers[r->answered] : NULL;
    if (!t || !t->busy) unasked(r, "an answer that it does not wait for", core, warp);
    else if (!t->performed && t->kind != SIM_OTHER && !t->posted && !r->s->transactions)
        unasked(r, "its operation is answered, but it has not taken effect", core, warp);
    if (!r->free &&
        (!want || want->reply != reply || want->warp != warp || s->at.ctl != at.ctl || s->at.inst != at.inst)) {
        replay_diverged(r, "%s answers %s to warp %u, which the schedule does not have", inst_text(at).text,
                        sim_name(port->replies, port->n_replies, reply), warp);
        return;
    }
    r->answered++;
    if (!t || !t->busy) return;
    uint32_t value = answer_value(r, port, base, t);
    if (want && want->has_value && ++r->compared && value != want->value)
        replay_diverged(r, "warp %u of %s is answered %u, expected %u", warp, inst_text(at).text, value, want->value);
    if (r->serial) transaction(r, t, core, value);
    if (t->kind != SIM_STORE) { r->value_seen = true; r->seen_value = value; r->newest_before = t->before; }
    r->error_said = -1;
    for (uint32_t i = 0; i < port->n_rep_fields; i++) {
        bool is_id = port->id_field && strcmp(port->rep_fields[i].name, port->id_field) == 0;
        if (port->rep_fields[i].width == 1 && !is_id) r->error_said = (int)sim_get(r->out, base, port->rep_fields[i]);
    }
    if (!r->quiet && t->kind != SIM_STORE && t->kind != SIM_OTHER)
        printf("                  core %u warp %u reads %u\n", core, warp, value);
    if (t->posted && !t->performed) {
        r->posted = sim_grow(r->posted, &r->cap_posted, r->n_posted + 1, sizeof *r->posted);
        r->posted[r->n_posted++] = (struct ReplayPosted){(uint32_t)(t - r->threads), *t};
    }
    r->history.ops[t->op].failed = t->kind != SIM_STORE && r->error_said == 1;
    complete(r, t, value);
}
