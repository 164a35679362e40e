/* recorder.c - the steps of a counterexample in the form that sim/replay/schedule.c reads. */
#include "verify/replay/recorder.h"
#include "verify/replay/meeting.h"
#include "verify/model/roles.h"
#include "verify/state/joined.h"
#include "verify/state/program.h"
#include "verify/step/fire.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void recorder_cannot(Recorder *r, const char *what) { if (!r->cannot) r->cannot = what; }

static const CtlModel *ctl_of(const Model *m, int inst) { return &m->ctl[m->inst[inst].ctl]; }

void recorder_put_inst(Recorder *r, int inst)
{
    buf_printf(r->out, STR_FMT "[%d]", STR_ARG(ctl_of(r->m, inst)->c->name), r->m->inst[inst].index);
}

/* ---- messages: which of those in flight is which ---- */

/* Without its data: these are names that change when a write takes effect. */
static uint64_t without_data(const Model *m, uint64_t msg)
{
    const MessageMap *map = state_msg_map(m, msg);
    for (int i = 0; i < map->body.n; i++)
        if (map->body.at[i].role == ROLE_DATA) msg = state_part_put(&map->body.at[i], msg, 0);
    return msg;
}

typedef struct { uint64_t msg; int id; bool used; } Known;

static int take_id(Known *k, int n, uint64_t msg)
{
    for (int i = 0; i < n; i++)
        if (!k[i].used && k[i].msg == msg) { k[i].used = true; return k[i].id; }
    return 0;
}

static bool is_sent_as(const Model *m, uint64_t msg, const char *clause)
{
    const char *to = strrchr(clause, ' ');
    const Instance *at = &m->inst[state_msg_to(msg)];
    Str name = state_msg_map(m, msg)->m->name,
        inst = str_printf(m->arena, STR_FMT "[%d]", STR_ARG(m->ctl[at->ctl].c->name), at->index);
    return to && strncmp(clause, name.p, (size_t)name.n) == 0 && clause[name.n] == ' ' && str_is(inst, to + 1);
}

/* Gives numbers to what a step has sent; clause: "NAME FIELD=VALUE... to INST" of each, as printed. */
static void number_messages(Recorder *r, const SysState *s, const SysState *next, const Occurrence *o,
                            const char *const *clause, int n_clauses)
{
    Known left[MAX_MSGS];
    int n = 0, ids[MAX_MSGS];
    bool told[MAX_SENT * MAX_INST] = { false };
    for (int i = 0; i < s->n_msgs; i++)
        if (o->where != SRC_MESSAGE_ || (i != o->at && !(o->also >> i & 1)))
            left[n++] = (Known){ without_data(r->m, s->msg[i]), r->ids[i], false };
    for (int i = 0; i < next->n_msgs; i++) {
        ids[i] = take_id(left, n, without_data(r->m, next->msg[i]));
        for (int k = 0; k < n_clauses && !ids[i]; k++)
            if (!told[k] && is_sent_as(r->m, next->msg[i], clause[k])) { told[k] = true; ids[i] = r->sent + 1 + k; }
        if (!ids[i]) recorder_cannot(r, "a message of unknown origin");
    }
    memcpy(r->ids, ids, sizeof *ids * (size_t)next->n_msgs);
    r->n_ids = next->n_msgs;
    r->sent += n_clauses;
}

/* ---- a step ---- */

static unsigned arg_value(const CtlModel *k, const Occurrence *o, const char *name)
{
    for (int i = 0; i < k->n_args; i++) if (str_is(k->args[i].var->name, name)) return o->arg[i];
    return 0;
}

/* A number that no other write has, with the model's own in its low bits. */
static unsigned operand(int number, unsigned model) { return ((1000u * (unsigned)number) << OPERAND_BITS) + model; }

static void put_core(Recorder *r, int number, const SysState *s, const Occurrence *o)
{
    const Model *m = r->m;
    const CtlModel *k = ctl_of(m, o->inst);
    OpType op = k->events[o->code].op;
    unsigned code = arg_value(k, o, "op"), a = operand(number, arg_value(k, o, "a")),
             b = operand(number, arg_value(k, o, "b")), value = (unsigned)number;
    buf_printf(r->out, "core " STR_FMT " warp %d", STR_ARG(k->events[o->code].e->name), o->at % m->n_warps);
    for (int i = 0; i < k->events[o->code].n_choices; i++) {
        const Choice *c = &k->events[o->code].choice[i];
        bool driven = op == OP_ATOMIC && str_is(k->args[c->arg].var->name, "op");
        if (c->n && o->arg[c->arg] && !driven) recorder_cannot(r, "a request with numbers of its own other than 0");
    }
    if (o->keyless) return;
    buf_printf(r->out, " line %d cell %d", o->key, o->cell);
    if (m->program && op == OP_ATOMIC) program_operands(m->program, s, o->at, &code, &a, &b);
    if (m->program && op == OP_STORE && k->arg_data >= 0) value = state_cell_get(o->arg[k->arg_data], o->cell);
    if (op == OP_STORE) buf_printf(r->out, " value %u", value);
    if (op == OP_ATOMIC) buf_printf(r->out, " op %u a %u b %u", code, a, b);
}

/* Of several waiting places which one offers, of several stores that evict which one is meant; what a store calls the
 * line if it has keys of its own. */
static void put_place(Recorder *r, const Occurrence *o)
{
    const CtlModel *k = ctl_of(r->m, o->inst);
    const StoreModel *of = NULL;
    int evicting = 0;
    for (int i = 0; i < k->n_stores; i++) {
        evicting += k->store[i].evict >= 0;
        if (o->where == SRC_EVICT_ && k->store[i].evict == o->code) of = &k->store[i];
    }
    if (o->where == SRC_REPLAY_ && k->n_waits > 1)
        buf_printf(r->out, " in " STR_FMT, STR_ARG(k->wait[o->place].w->name));
    if (o->where == SRC_EVICT_ && evicting > 1)
        buf_printf(r->out, " from " STR_FMT, STR_ARG(k->events[o->code].e->store->name));
    if (of && of->s->key) buf_printf(r->out, " at %" PRId64, of->own[o->key]);
}

static void put_messages(Recorder *r, const SysState *s, const Occurrence *o)
{
    int order[MAX_MSGS], n = 1 + __builtin_popcount(o->also);
    buf_printf(r->out, "message m%d", r->ids[o->at]);
    if (n == 1) return;
    const Join *j = joined_by(r->m, o->msg);
    if (meeting_hold(r->m, j) <= n || meeting_places(r->m, j) < MEETING_PLACES)
        recorder_cannot(r, "joined messages: hold= and entries= of the port are no parameters that let them meet");
    if (!meeting_order(r->m, s, o, order)) recorder_cannot(r, "messages joined in an unknown order");
    else for (int i = 1; i < n; i++) buf_printf(r->out, " m%d", r->ids[order[i]]);
}

/* A timer, a wish, or the wake of a line. */
static void put_level(Recorder *r, const Occurrence *o)
{
    const Event *e = ctl_of(r->m, o->inst)->events[o->code].e;
    if (e->kind == EV_OVERFLOW) recorder_cannot(r, "an overflow event");
    buf_printf(r->out, "level " STR_FMT, STR_ARG(e->name));
    if (!o->keyless) buf_printf(r->out, " line %d", o->key);
}

static void put_source(Recorder *r, int number, const SysState *s, const Occurrence *o)
{
    buf_printf(r->out, "\nstep %d ", number);
    recorder_put_inst(r, o->inst);
    buf_printf(r->out, " ");
    switch (o->where) {
    case SRC_CORE_: put_core(r, number, s, o); break;
    case SRC_MESSAGE_: put_messages(r, s, o); break;
    case SRC_MEMORY_: buf_printf(r->out, "memory line %d", o->key); break;
    case SRC_EVICT_: buf_printf(r->out, "evict line %d", o->key); break;
    case SRC_REPLAY_: buf_printf(r->out, "replay line %d", o->key); break;
    case SRC_BLOCK_: recorder_cannot(r, "an event of a block"); break;
    case SRC_WIRE_: recorder_cannot(r, "a register that another controller sees"); break;
    case SRC_LEVEL_: put_level(r, o); break;
    default: recorder_cannot(r, "a message that waits at the head of its queue");
    }
    put_place(r, o);
    buf_printf(r->out, "\n");
    if (o->where == SRC_MESSAGE_ && !o->keyless) buf_printf(r->out, "  # line %d\n", o->key);
}

/* The value that a litmus test's operation was answered with. */
static void put_answer(Recorder *r, const SysState *s, const SysState *next, const char *clause)
{
    buf_printf(r->out, "  answers %s", clause);
    for (int t = 0; r->m->program && t < r->m->n_threads; t++) {
        int reg = s->thread[t].op && !next->thread[t].op ? program_register(r->m->program, s, t) : -1;
        if (reg >= 0) buf_printf(r->out, " value %u", next->thread[t].reg[reg]);
    }
    buf_printf(r->out, "\n");
}

static void put_fields(Recorder *r, const char *of, const Slotted *at, int n, const uint16_t *value)
{
    for (int i = 0; i < n; i++)
        if (at[i].role != ROLE_UNMODELLED && at[i].out >= 0)
            buf_printf(r->out, "  is %s." STR_FMT " %u\n", of, STR_ARG(at[i].var->name), value[i]);
}

static void put_state(Recorder *r, const SysState *next, const Occurrence *o)
{
    const CtlModel *k = ctl_of(r->m, o->inst);
    const Inst *x = &next->inst[o->inst];
    put_fields(r, "reg", k->regs, k->n_regs, x->reg);
    if (o->keyless) return;
    for (int i = 0; i < k->n_stores; i++) {
        const StoreModel *st = &k->store[i];
        const Line *l = state_line_of_key(k, x, i, o->key);
        if (l->present) put_fields(r, str_z(r->m->arena, st->s->name), st->field, st->n, l->field);
    }
    for (int i = 0; i < k->n_waits; i++) {
        const WaitModel *w = &k->wait[i];
        const Entry *e = &x->at[i].entry[o->key];
        if (e->valid) put_fields(r, str_z(r->m->arena, w->w->name), w->field, w->n, e->field);
    }
}

static void put_memory(Recorder *r, const Occurrence *o, const char *name)
{
    const Port *mem = ctl_of(r->m, o->inst)->mem;
    for (int i = 0; i < mem->requests.n; i++)
        if (str_is(mem->requests.at[i].name, name))
            buf_printf(r->out, "  memory %s %s\n", mem->requests.at[i].fields.n ? "write" : "read", name);
}

/* In a litmus test the core gives other operands than the model's. With several cells the word is that of the cell. */
static bool comparable(const Model *m, Str field)
{
    if (m->n_cells > 1 && str_is(field, "word")) return false;
    for (int i = 0; i < m->n_ctl && m->program; i++)
        for (int e = 0; e < m->ctl[i].n_events; e++)
            for (int k = 0; m->ctl[i].events[e].op == OP_ATOMIC && k < m->ctl[i].events[e].e->def->fields.n; k++) {
                const Field *f = &m->ctl[i].events[e].e->def->fields.at[k];
                if (str_eq(f->name, field) && f->type != m->ctl[i].core->id_type) return false;
            }
    return true;
}

static const Field *message_field(const Model *m, Str message, Str field)
{
    for (int i = 0; i < m->p->msgs.n; i++)
        if (str_eq(m->p->msgs.at[i]->name, message)) return msg_field(m->p->msgs.at[i], field);
    return NULL;
}

static Role field_role(const Model *m, Str message, Str field)
{
    for (int n = 0; n < m->p->nets.n; n++)
        for (int c = 0; c < MAX_KINDS; c++) {
            const MessageMap *map = &m->kind[n][c];
            for (int i = 0; map->m && str_eq(map->m->name, message) && i < map->body.n; i++)
                if (str_eq(map->m->fields.at[i].name, field)) return map->body.at[i].role;
        }
    return ROLE_PLAIN;
}

/* clause: "NAME FIELD=VALUE... to INST". Of numbers that the model does not hold it knows the low bits: FIELD~VALUE. */
static void put_sends(Recorder *r, int id, const char *clause)
{
    Str rest = str_from(clause), name = str_word(&rest), w;
    buf_printf(r->out, "  sends m%d " STR_FMT, id, STR_ARG(name));
    while ((w = str_word(&rest)).n) {
        const char *eq = memchr(w.p, '=', (size_t)w.n);
        Str field = { w.p, eq ? (int)(eq - w.p) : 0 };
        if (eq && !comparable(r->m, field)) continue;
        bool low = eq && field_role(r->m, name, field) == ROLE_UNMODELLED;
        const Field *f = eq ? message_field(r->m, name, field) : NULL;
        int code = f ? model_value_named(f->type, (Str){ eq + 1, w.n - field.n - 1 }) : -1;
        if (code >= 0) buf_printf(r->out, " " STR_FMT "=%d", STR_ARG(field), code);
        else if (low) buf_printf(r->out, " " STR_FMT "~%.*s", STR_ARG(field), w.n - field.n - 1, eq + 1);
        else buf_printf(r->out, " " STR_FMT, STR_ARG(w));
    }
    buf_printf(r->out, "\n");
}

static void find_performs(const Action *a, void *ctx) { *(int *)ctx |= a->performs; }

static void put_write(Recorder *r, int inst, int key)
{
    buf_printf(r->out, "  writes ");
    recorder_put_inst(r, inst);
    buf_printf(r->out, " line %d\n", key);
}

/* How the transaction of the core ends, whose writes take effect; of a write with which something is wrong only the
 * message is known. */
static void put_transactions(Recorder *r, const SysState *s, const SysState *next, const Occurrence *o, const Fired *f)
{
    const Model *m = r->m;
    int performs = 0;
    actions_walk(ctl_of(m, o->inst)->c->rows.at[f->row]->body, find_performs, &performs);
    if (performs & PERFORMS_COMMIT) buf_printf(r->out, "  ends commit\n");
    if (performs & PERFORMS_ABORT) buf_printf(r->out, "  ends abort\n");
    if (f->problem) {
        bool sent = o->where == SRC_MESSAGE_ && m->inst[state_msg_from(o->msg)].core >= 0;
        if (sent && performs & PERFORMS_WRITE) put_write(r, state_msg_from(o->msg), o->key);
        return;
    }
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys && m->inst[i].core >= 0; q++) {
            const TxGhost *was = &s->tx[m->inst[i].core * m->n_warps], *is = &next->tx[m->inst[i].core * m->n_warps];
            if (was->flight[q] && !is->flight[q]) put_write(r, i, q);
        }
}

/* text: what was done, as `fire` tells it: ", sends ...", ", memory ...", ", answers ...". */
static void put_effects(Recorder *r, const SysState *s, const SysState *next, const Occurrence *o, char *text)
{
    const char *sends[MAX_SENT * MAX_INST];
    int n = 0;
    for (char *part = text, *end; part && *part; part = end) {
        end = strstr(part + 1, ", ");
        if (end) *end = 0;
        if (end && part == text && !*part) continue;
        if (strncmp(part, ", ", 2) == 0) part += 2;
        if (strncmp(part, "sends ", 6) == 0 && n < MAX_SENT * MAX_INST) {
            sends[n++] = part + 6;
            put_sends(r, r->sent + n, part + 6);
        } else if (strncmp(part, "memory ", 7) == 0) put_memory(r, o, part + 7);
        else if (strncmp(part, "answers ", 8) == 0) put_answer(r, s, next, part + 8);
        else recorder_cannot(r, "an effect of a row that the test bench does not know");
        if (end) end += 2;
    }
    number_messages(r, s, next, o, sends, n);
}

/* Time passes: what each controller that reads it reads from now on. */
static void put_tick(Recorder *r, int number, const SysState *s, const Occurrence *o)
{
    const Model *m = r->m;
    SysState next;
    Fired f = { 0 };
    step_fire(m, s, o, &next, &f, NULL);
    buf_printf(r->out, "\ntick %d\n", number);
    for (int i = 0; i < m->n_inst; i++) {
        const CtlModel *k = ctl_of(m, i);
        const Var *v = k->c->clocks.at[m->time[o->at].c->id];
        if (!v->is_read) continue;
        buf_printf(r->out, "  now ");
        recorder_put_inst(r, i);
        buf_printf(r->out, " " STR_FMT " %u\n", STR_ARG(v->name), next.inst[i].reg[k->time_reg[o->at]]);
    }
    number_messages(r, s, &next, o, NULL, 0);
}

void recorder_put_step(void *ctx, int number, const SysState *s, const Occurrence *o)
{
    Recorder *r = ctx;
    if (o->where == SRC_TICK_) { put_tick(r, number, s, o); return; }
    const Controller *c = ctl_of(r->m, o->inst)->c;
    SysState next;
    char *text = NULL;
    size_t size = 0;
    Fired f = { 0 };
    FILE *verbose = open_memstream(&text, &size);
    if (!verbose) { recorder_cannot(r, "no memory"); return; }
    FireResult result = step_fire(r->m, s, o, &next, &f, verbose);
    fclose(verbose);
    bool never = result == FIRE_PROBLEM && (f.problem == P_NEVER || f.problem == P_ERROR || f.problem == P_OVERFLOW);
    put_source(r, number, s, o);
    Str before = c->states.at[f.before]->name, event = c->events.at[f.event]->name;
    buf_printf(r->out, "  %s %d state " STR_FMT " event " STR_FMT, never ? "error" : f.waits ? "waits" : "row", f.row,
               STR_ARG(before), STR_ARG(event));
    if (!never && !f.waits) {
        buf_printf(r->out, " next " STR_FMT "\n", STR_ARG(c->states.at[f.after]->name));
        put_effects(r, s, &next, o, text);
        if (r->m->tx) put_transactions(r, s, &next, o, &f);
        put_state(r, &next, o);
    } else buf_printf(r->out, "\n");
    free(text);
}
