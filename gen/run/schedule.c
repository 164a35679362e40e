/* schedule.c - reads what `cohgen verify --replay` writes (docs/verify.md, "Replay in RTL"). */
#include "run/parts.h"
#include <string.h>

typedef struct {
    RunReader *r;
    RunStep *step; /* NULL: outside of the window */
    RunStep skipped;
} State;

static Str rest_of(Str rest)
{
    while (rest.n && *rest.p == ' ') {
        rest.p++;
        rest.n--;
    }
    return rest;
}

static RunMessage *message(RunReader *r, Str name)
{
    int64_t n;
    if (name.n < 2 || *name.p != 'm' || !run_text_number((Str){ name.p + 1, name.n - 1 }, &n)) return NULL;
    for (int i = 0; i < r->run->messages.n; i++)
        if (r->run->messages.at[i].number == n) return &r->run->messages.at[i];
    return NULL;
}

/* The word behind `name` in a line of words, or empty. */
static Str after(Str line, const char *name)
{
    Str w;
    while ((w = str_word(&line)).n)
        if (str_is(w, name)) return str_word(&line);
    return (Str){ "", 0 };
}

static void take_messages(State *s, Str list)
{
    RunReader *r = s->r;
    Str w;
    while ((w = str_word(&list)).n) {
        RunMessage *m = message(r, w);
        if (!m) {
            run_wrong(r, "expected a message that was sent before", w);
            return;
        }
        if (s->step == &s->skipped) {
            m->taken = -2;
            continue;
        }
        m->taken = r->run->steps.n - 1;
        vec_push(r->a, &s->step->takes, (int)(m - r->run->messages.at));
    }
}

/* step N INST SOURCE... */
static void read_step(State *s, Str rest)
{
    RunReader *r = s->r;
    Str number = str_word(&rest), inst = str_word(&rest), source = rest_of(rest), words = source;
    Str kind = str_word(&words);
    int64_t n;
    if (!run_text_number(number, &n)) {
        run_wrong(r, "expected the number of a step", number);
        return;
    }
    if (!inst.n || inst.p[inst.n - 1] != ']') {
        run_wrong(r, "expected an instance as in L1[0]", inst);
        return;
    }
    RunStep t = { .time = number, .row = -1, .whole = true, .inst = run_instance(r, inst) };
    t.key = after(source, "line");
    if (str_is(kind, "core")) {
        Str request = str_word(&words), warp = after(words, "warp"), value = after(words, "value");
        t.what =
            str_printf(r->a, "warp " STR_FMT "%s" STR_FMT, STR_ARG(warp), value.n ? ", value " : "", STR_ARG(value));
        (void)request;
    } else if (!str_is(kind, "message"))
        t.what = kind;
    bool inside = n >= r->w->first && n <= r->w->last;
    s->skipped = t;
    s->step = inside ? run_step(r, t) : &s->skipped;
    if (s->step && str_is(kind, "message")) take_messages(s, words);
}

/* row N state S event E [next S], error N state S event E */
static void read_row(State *s, bool fails, Str rest)
{
    int64_t n;
    Str number = str_word(&rest);
    if (!run_text_number(number, &n) || n > 1 << 24) {
        run_wrong(s->r, "expected the number of a row", number);
        return;
    }
    s->step->row = (int)n;
    s->step->fails = fails;
    s->step->state = after(rest, "state");
    s->step->event = after(rest, "event");
    s->step->next = fails ? s->step->state : after(rest, "next");
}

/* sends mN NAME FIELD=VALUE... to INST */
static void read_sends(State *s, Str rest)
{
    RunReader *r = s->r;
    Str number = str_word(&rest), name = str_word(&rest), to = after(rest, "to"), w, all = rest;
    RunMessage m = { .name = name, .sent = s->step == &s->skipped ? -1 : r->run->steps.n - 1, .taken = -1 };
    int64_t n;
    Buf fields;
    if (number.n < 2 || !run_text_number((Str){ number.p + 1, number.n - 1 }, &n) || n > 1 << 24 || !to.n) {
        run_wrong(r, "expected 'sends mN NAME ... to INSTANCE'", number);
        return;
    }
    buf_init(&fields, r->a);
    buf_put(&fields, "", 0);
    while ((w = str_word(&all)).n && !str_is(w, "to"))
        buf_printf(&fields, "%s" STR_FMT, fields.n ? " " : "", STR_ARG(w));
    m.number = (int)n;
    m.fields = (Str){ fields.at, (int)fields.n };
    m.from = s->step->inst;
    m.to = run_instance(r, to);
    vec_push(r->a, &r->run->messages, m);
    if (m.sent >= 0) vec_push(r->a, &s->step->sends, r->run->messages.n - 1);
}

static void read_is(State *s, Str rest)
{
    Str name = str_word(&rest), value = str_word(&rest);
    if (!value.n) {
        run_wrong(s->r, "expected 'is NAME VALUE'", name);
        return;
    }
    vec_push(s->r->a, &s->step->fields, ((RunField){ name, value }));
}

static void read_line(State *s, Str line)
{
    RunReader *r = s->r;
    Str rest = line, first = str_word(&rest);
    bool of_step = str_is(first, "row") || str_is(first, "error") || str_is(first, "sends") ||
                   str_is(first, "memory") || str_is(first, "answers") || str_is(first, "is") ||
                   str_is(first, "ends") || str_is(first, "writes");
    if (of_step && !s->step) {
        run_wrong(r, "expected a step before this", first);
        return;
    }
    if (str_is(first, "#")) { /* "# line N": what a message is about */
        Str key = after(rest, "line");
        if (s->step && key.n && !s->step->key.n) s->step->key = key;
    } else if (str_is(first, "protocol"))
        r->run->protocol = str_word(&rest);
    else if (str_is(first, "step"))
        read_step(s, rest);
    else if (str_is(first, "row"))
        read_row(s, false, rest);
    else if (str_is(first, "error"))
        read_row(s, true, rest);
    else if (str_is(first, "sends"))
        read_sends(s, rest);
    else if (str_is(first, "is"))
        read_is(s, rest);
    else if (str_is(first, "memory") || str_is(first, "answers") || str_is(first, "ends") || str_is(first, "writes"))
        vec_push(r->a, &s->step->effects, rest_of(line));
    else if (str_is(first, "found")) {
        Str name = str_word(&rest), text = rest_of(rest);
        r->run->found = str_printf(r->a, STR_FMT ": " STR_FMT, STR_ARG(name), STR_ARG(text));
    } else if (str_is(first, "left"))
        vec_push(r->a, &r->run->left, rest_of(rest));
}

void run_read_schedule(RunReader *r)
{
    State s = { .r = r };
    Str line;
    r->run->is_schedule = true;
    while (run_line(r, &line)) {
        Str rest = line;
        if (str_word(&rest).n) read_line(&s, line);
    }
}
