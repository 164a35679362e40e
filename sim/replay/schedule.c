/* schedule.c - see schedule.h. One statement per line, words between blanks. */
#include "replay/schedule.h"
#include "base/lines.h"
#include <stdlib.h>
#include <string.h>

typedef struct { ReplaySchedule *s; SimLines l; uint32_t at; } Reader;   /* at: the next word */

/* ---- words ---- */

/* At the word read last; the first error ends the reading. */
#define wrong(r, ...)                                                                                                  \
    ((r)->l.errors ? (void)0 : sim_lines_error(&(r)->l, (r)->at ? &(r)->l.words[(r)->at - 1] : NULL, __VA_ARGS__))

static const char *word(Reader *r)
{
    if (r->at < r->l.n_words) return r->l.words[r->at++].text;
    if (!r->l.errors) sim_lines_error(&r->l, &r->l.words[r->l.n_words], "the line ends too early");
    return "";
}

static bool more(const Reader *r) { return r->at < r->l.n_words && !r->l.errors; }

static bool next_is(Reader *r, const char *name)
{
    if (!more(r) || strcmp(r->l.words[r->at].text, name) != 0) return false;
    r->at++;
    return true;
}

static void expect(Reader *r, const char *name)
{
    if (!next_is(r, name) && !r->l.errors) sim_lines_error(&r->l, &r->l.words[r->at], "expected '%s'", name);
}

static uint64_t digits(Reader *r, const char *text)
{
    char *end;
    uint64_t v = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end) wrong(r, "'%s' is not a number", text);
    return v;
}

static uint32_t number(Reader *r, uint32_t limit)
{
    uint64_t v = digits(r, word(r));
    if (v > limit) wrong(r, "%llu is too large, at most %u", (unsigned long long)v, limit);
    return (uint32_t)v;
}

static uint32_t code(Reader *r, const CgName *names, uint32_t n, const char *what)
{
    const char *name = word(r);
    uint32_t c = sim_code(names, n, name);
    if (c == SIM_NONE) wrong(r, "the design has no %s '%s'", what, name);
    return c;
}

static ReplayValue value(Reader *r, const char *name, const char *text)
{
    bool minus = *text == '-';
    ReplayValue v = {.value = digits(r, text + minus), .mask = UINT64_MAX};
    if (minus) v.value = -v.value;
    if (strlen(name) >= sizeof v.name) wrong(r, "name too long");
    else strcpy(v.name, name);
    return v;
}

/* "L1[0]" */
static ReplayInst instance(Reader *r)
{
    const char *text = word(r), *open = strchr(text, '[');
    for (uint32_t c = 0; open && c < cg_design.n_controllers; c++) {
        const CgController *k = &cg_design.controllers[c];
        unsigned long i = strtoul(open + 1, NULL, 10);
        bool named = strlen(k->name) == (size_t)(open - text) && strncmp(k->name, text, (size_t)(open - text)) == 0;
        if (named && i < k->instances) return (ReplayInst){c, (uint32_t)i};
    }
    wrong(r, "the design has no '%s'", text);
    return (ReplayInst){0, 0};
}

/* "m3" */
static uint32_t message_number(Reader *r)
{
    const char *text = word(r);
    uint64_t id = *text == 'm' ? digits(r, text + 1) : 0;
    if (id == 0 || id > r->s->n_messages) wrong(r, "no message '%s' has been sent", text);
    return (uint32_t)id;
}

/* ---- steps ---- */

static const CgCorePort *core_port(uint32_t ctl)
{
    for (uint32_t i = 0; i < cg_design.n_cores; i++)
        if (strcmp(cg_design.cores[i].controller, cg_design.controllers[ctl].name) == 0) return &cg_design.cores[i];
    return NULL;
}

static void read_request(Reader *r, ReplayStep *t)
{
    const CgCorePort *port = core_port(t->at.ctl);
    if (!port) { wrong(r, "%s has no core port", cg_design.controllers[t->at.ctl].name); return; }
    t->event = code(r, port->events, port->n_events, "request");
    expect(r, "warp"), t->warp = number(r, port->ids - 1);
    t->keyless = !more(r);
    if (t->keyless) return;
    expect(r, "line"), t->line = number(r, r->s->lines - 1);
    expect(r, "cell"), t->cell = number(r, r->s->cells - 1);
    if (next_is(r, "value")) t->value = number(r, UINT32_MAX);
    if (!next_is(r, "op")) return;
    t->op = number(r, 7);
    expect(r, "a"), t->a = number(r, UINT32_MAX);
    expect(r, "b"), t->b = number(r, UINT32_MAX);
}

/* Of several waiting places "in NAME", of several stores "from NAME", of a store with keys of its own "at KEY". */
static void read_place(Reader *r, ReplayStep *t)
{
    const CgHooks *h = &cg_replay.hooks[t->at.ctl];
    if (t->source == REPLAY_PARKED && next_is(r, "in")) t->place = code(r, h->waiters, h->n_waiters, "waiting place");
    if (t->source == REPLAY_EVICT && next_is(r, "from"))
        t->place = code(r, h->stores, h->n_stores, "store that evicts");
    t->own = t->line;
    if (t->source == REPLAY_EVICT && next_is(r, "at")) t->own = number(r, UINT32_MAX);
}

/* "m1", or "m1 m4 m2": joined in this order. */
static void read_messages(Reader *r, ReplayStep *t)
{
    t->source = REPLAY_MESSAGE;
    t->message = message_number(r);
    while (more(r)) {
        if (t->n_joined == REPLAY_JOINED) { wrong(r, "more than %d messages are joined", REPLAY_JOINED + 1); return; }
        t->joined[t->n_joined++] = message_number(r);
    }
}

/* "level NAME", of a wake "level NAME line 0" */
static void read_level(Reader *r, ReplayStep *t)
{
    const CgHooks *h = &cg_replay.hooks[t->at.ctl];
    t->source = REPLAY_LEVEL;
    t->place = code(r, h->levels, h->n_levels, "timer, wish or wake");
    t->keyless = !next_is(r, "line");
    if (!t->keyless) t->line = number(r, r->s->lines - 1);
}

static void add_step(ReplaySchedule *s, ReplayStep t)
{
    s->steps = sim_grow(s->steps, &s->cap_steps, s->n_steps + 1, sizeof *s->steps);
    s->steps[s->n_steps++] = t;
}

static void read_tick(Reader *r)
{
    ReplaySchedule *s = r->s;
    add_step(s, (ReplayStep){.number = number(r, UINT32_MAX), .source = REPLAY_TICK, .row = SIM_NONE,
                             .first_sent = (uint32_t)s->n_messages + 1, .first_time = s->n_times});
}

/* "now L1[0] time 3" */
static void read_now(Reader *r, ReplayStep *t)
{
    ReplaySchedule *s = r->s;
    ReplayTime x = {.at = instance(r)};
    const CgHooks *h = &cg_replay.hooks[x.at.ctl];
    const char *name = word(r);
    while (x.clock < h->n_clocks && strcmp(h->clocks[x.clock].name, name) != 0) x.clock++;
    if (x.clock == h->n_clocks || t->source != REPLAY_TICK) { wrong(r, "no time '%s' passes here", name); return; }
    x.value = digits(r, word(r));
    s->times = sim_grow(s->times, &s->cap_times, s->n_times + 1, sizeof *s->times);
    s->times[s->n_times++] = x;
    t->n_times++;
}

static void read_step(Reader *r)
{
    ReplaySchedule *s = r->s;
    ReplayStep t = {.number = number(r, UINT32_MAX), .row = SIM_NONE, .first_sent = (uint32_t)s->n_messages + 1};
    t.at = instance(r);
    const char *source = word(r);
    if (strcmp(source, "core") == 0) t.source = REPLAY_CORE, read_request(r, &t);
    else if (strcmp(source, "message") == 0) read_messages(r, &t);
    else if (strcmp(source, "level") == 0) read_level(r, &t);
    else {
        if (strcmp(source, "memory") == 0) t.source = REPLAY_MEMORY;
        else if (strcmp(source, "replay") == 0) t.source = REPLAY_PARKED;
        else if (strcmp(source, "evict") == 0) t.source = REPLAY_EVICT;
        else wrong(r, "'%s' is not one of: core message memory replay evict level", source);
        expect(r, "line"), t.line = number(r, s->lines - 1);
        read_place(r, &t);
    }
    add_step(s, t);
}

/* "row", "error" or "waits", and of which row. */
static void read_row(Reader *r, ReplayStep *t, char how)
{
    const CgController *k = &cg_design.controllers[t->at.ctl];
    t->error = how == 'e';
    t->waits = how == 'w';
    t->row = number(r, k->n_rows - 1);
    expect(r, "state"), t->state = code(r, k->states, k->n_states, "state");
    expect(r, "event"), t->refined = code(r, k->events, k->n_events, "event");
    if (how == 'r') expect(r, "next"), t->next = code(r, k->states, k->n_states, "state");
}

static const CgPacketType *message_type(const char *name)
{
    for (uint32_t i = 0; i < cg_replay.n_messages; i++)
        if (strcmp(cg_replay.messages[i].name, name) == 0) return &cg_replay.messages[i];
    return NULL;
}

static void read_sends(Reader *r, ReplayStep *t)
{
    ReplaySchedule *s = r->s;
    const char *id = word(r), *name = word(r);
    ReplayMessage m = {.message = message_type(name), .from = t->at};
    if (*id != 'm' || digits(r, id + 1) != s->n_messages + 1) wrong(r, "expected message m%zu", s->n_messages + 1);
    if (!m.message) wrong(r, "the design has no message '%s'", name);
    while (more(r) && strcmp(r->l.words[r->at].text, "to") != 0) {
        if (next_is(r, "about")) {             /* another line than the row's */
            expect(r, "line");
            if (m.n_fields == REPLAY_FIELDS) { wrong(r, "too many fields"); return; }
            m.fields[m.n_fields++] = (ReplayValue){"key", number(r, r->s->lines - 1), UINT64_MAX};
            continue;
        }
        char *field = r->l.words[r->at++].text, *eq = strpbrk(field, "=~");
        bool low = eq && *eq == '~';
        if (!eq || m.n_fields == REPLAY_FIELDS) { wrong(r, "expected FIELD=VALUE, not '%s'", field); return; }
        *eq = '\0';
        m.fields[m.n_fields] = value(r, field, eq + 1);
        if (low) m.fields[m.n_fields].mask = REPLAY_LOW;
        m.n_fields++;
    }
    expect(r, "to");
    m.to = instance(r);
    s->messages = sim_grow(s->messages, &s->cap_messages, s->n_messages + 1, sizeof *s->messages);
    s->messages[s->n_messages++] = m;
    t->n_sent++;
}

static void read_answer(Reader *r, ReplayStep *t)
{
    const CgCorePort *port = core_port(t->at.ctl);
    ReplayAnswer a = {0};
    if (!port || t->n_answers == REPLAY_ANSWERS) { wrong(r, "an answer too many"); return; }
    a.reply = code(r, port->replies, port->n_replies, "answer");
    expect(r, "to"), expect(r, "warp"), a.warp = number(r, port->ids - 1);
    a.has_value = next_is(r, "value");
    if (a.has_value) a.value = number(r, UINT32_MAX);
    t->answers[t->n_answers++] = a;
}

static void read_end(Reader *r, ReplayStep *t)
{
    if (next_is(r, "commit")) t->end = REPLAY_COMMITS;
    else expect(r, "abort"), t->end = REPLAY_ABORTS;
}

static void read_applied(Reader *r, ReplayStep *t)
{
    ReplayWrite w = {instance(r), 0};
    expect(r, "line"), w.line = number(r, r->s->lines - 1);
    if (t->n_applied < REPLAY_ANSWERS) t->applied[t->n_applied++] = w;
    else wrong(r, "too many writes");
}

/* What a step does; false: not such a statement. */
static bool read_effect(Reader *r, const char *first)
{
    ReplayStep none = {0}, *t = r->s->n_steps ? &r->s->steps[r->s->n_steps - 1] : &none;
    if (strcmp(first, "row") == 0 || strcmp(first, "error") == 0 || strcmp(first, "waits") == 0)
        read_row(r, t, *first);
    else if (strcmp(first, "now") == 0) read_now(r, t);
    else if (strcmp(first, "sends") == 0) read_sends(r, t);
    else if (strcmp(first, "memory") == 0) {
        if (next_is(r, "write")) t->writes++;
        else expect(r, "read"), t->reads++;
        word(r);
    } else if (strcmp(first, "answers") == 0) read_answer(r, t);
    else if (strcmp(first, "ends") == 0) read_end(r, t);
    else if (strcmp(first, "writes") == 0) read_applied(r, t);
    else if (strcmp(first, "is") == 0) {
        const char *name = word(r), *text = word(r);
        if (t->n_fields < REPLAY_STATE) t->fields[t->n_fields++] = value(r, name, text);
        else wrong(r, "too many fields");
    } else return false;
    if (t == &none) wrong(r, "'%s' before the first step", first);
    return true;
}

/* ---- the rest ---- */

static void check_parameter(Reader *r, const char *set)
{
    const char *eq = strchr(set, '=');
    for (uint32_t i = 0; eq && i < cg_design.n_params; i++) {
        const CgParam *q = &cg_design.params[i];
        if (strlen(q->name) != (size_t)(eq - set) || strncmp(q->name, set, (size_t)(eq - set)) != 0) continue;
        if (q->value != digits(r, eq + 1))
            wrong(r, "the design has %s=%llu, the schedule is for %s", q->name, (unsigned long long)q->value, set);
        return;
    }
}

static ReplayWord read_word(Reader *r)
{
    ReplayWord w = {0};
    expect(r, "line"), w.line = number(r, r->s->lines - 1);
    expect(r, "cell"), w.cell = number(r, r->s->cells - 1);
    expect(r, "value"), w.value = number(r, UINT32_MAX);
    return w;
}

static void read_found(Reader *r)
{
    ReplaySchedule *s = r->s;
    snprintf(s->found, sizeof s->found, "%s", word(r));
    snprintf(s->text, sizeof s->text, "%s", r->l.words[r->at].rest);
    r->at = r->l.n_words;
}

static void read_left(Reader *r)
{
    ReplaySchedule *s = r->s;
    ReplayLeft l = {0};
    if (next_is(r, "waits"))
        l.kind = REPLAY_WAITS, l.at = instance(r), expect(r, "warp"), l.number = number(r, s->warps - 1);
    else if (next_is(r, "entry"))
        l.kind = REPLAY_ENTRY, l.at = instance(r), expect(r, "line"), l.number = number(r, s->lines - 1);
    else if (next_is(r, "refused")) {
        l.kind = REPLAY_REFUSED, l.at = instance(r);
        const CgCorePort *port = core_port(l.at.ctl);
        if (port) l.event = code(r, port->events, port->n_events, "request");
        expect(r, "warp"), l.warp = number(r, s->warps - 1);
        expect(r, "line"), l.number = number(r, s->lines - 1);
    } else expect(r, "message"), l.kind = REPLAY_IN_FLIGHT, l.number = message_number(r);
    s->left = sim_grow(s->left, &s->cap_left, s->n_left + 1, sizeof *s->left);
    s->left[s->n_left++] = l;
}

static void read_behind(Reader *r)
{
    const char *name = word(r);
    for (uint32_t c = 0; c < cg_design.n_controllers; c++)
        if (strcmp(cg_design.controllers[c].name, name) == 0) r->s->behind |= UINT64_C(1) << c % 64;
}

static void statement(Reader *r)
{
    ReplaySchedule *s = r->s;
    const char *first = word(r);
    if (strcmp(first, "step") == 0) read_step(r);
    else if (strcmp(first, "tick") == 0) read_tick(r);
    else if (strcmp(first, "set") == 0) while (more(r)) check_parameter(r, word(r));
    else if (strcmp(first, "warps") == 0) s->warps = number(r, 1024);
    else if (strcmp(first, "lines") == 0) s->lines = number(r, 1024);
    else if (strcmp(first, "cells") == 0) s->cells = number(r, 1024);
    else if (strcmp(first, "initial") == 0) {
        s->initial = sim_grow(s->initial, &s->cap_initial, s->n_initial + 1, sizeof *s->initial);
        s->initial[s->n_initial++] = read_word(r);
    } else if (strcmp(first, "final") == 0) {
        s->final = sim_grow(s->final, &s->cap_final, s->n_final + 1, sizeof *s->final);
        s->final[s->n_final++] = read_word(r);
    } else if (strcmp(first, "bad") == 0) {
        s->bad = sim_grow(s->bad, &s->cap_bad, s->n_bad + 1, sizeof *s->bad);
        expect(r, "line"), s->bad[s->n_bad++] = number(r, s->lines - 1);
    } else if (strcmp(first, "found") == 0) read_found(r);
    else if (strcmp(first, "left") == 0) read_left(r);
    else if (strcmp(first, "transactions") == 0) s->transactions = true;
    else if (strcmp(first, "behind") == 0) read_behind(r);
    else if (strcmp(first, "protocol") == 0 || strcmp(first, "spec") == 0) r->at = r->l.n_words;
    else if (!read_effect(r, first)) wrong(r, "unknown statement '%s'", first);
    if (more(r)) sim_lines_error(&r->l, &r->l.words[r->at], "unexpected '%s'", r->l.words[r->at].text);
}

static void check_whole(Reader *r)
{
    for (size_t i = 0; i < r->s->n_steps; i++)
        if (r->s->steps[i].row == SIM_NONE && r->s->steps[i].source != REPLAY_TICK)
            wrong(r, "step %u has no row", r->s->steps[i].number);
    if (!*r->s->found) wrong(r, "the schedule does not say what was found");
}

bool replay_read(ReplaySchedule *s, const char *file)
{
    Reader r = {.s = s};
    *s = (ReplaySchedule){.warps = 1, .lines = 1, .cells = 1};
    if (!sim_lines_open(&r.l, file)) return false;
    while (!r.l.errors && sim_lines_next(&r.l)) r.at = 0, statement(&r);
    if (!r.l.errors) check_whole(&r);
    return sim_lines_close(&r.l);
}

void replay_free(ReplaySchedule *s)
{
    free(s->steps), free(s->messages), free(s->times), free(s->initial), free(s->bad), free(s->final), free(s->left);
    *s = (ReplaySchedule){0};
}
