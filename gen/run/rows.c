/* rows.c - reads what the simulator's --rows writes: CYCLE CONTROLLER INSTANCE KEY STATE EVENT NEXT FILE:LINE, then
 * REGISTER=VALUE, PLACE.FIELD=VALUE, from=INSTANCE, replayed=1, sends=MESSAGE>INSTANCE. */
#include "run/parts.h"
#include <string.h>

static Str last_part(Str w, char c)
{
    int i = w.n;
    while (i > 0 && w.p[i - 1] != c) i--;
    return (Str){ w.p + i, w.n - i };
}

/* A message that was sent to this instance and is of this kind; of several the first. */
static void take(RunReader *r, RunStep *s, Str from, int step)
{
    Str base = s->event;
    for (int i = 0; i < base.n; i++)
        if (base.p[i] == '.') base.n = i;
    for (int i = 0; i < r->run->messages.n; i++) {
        RunMessage *m = &r->run->messages.at[i];
        if (m->sent == step || m->taken != -1 || m->to != s->inst || !str_eq(m->name, base)) continue;
        if (from.n && !str_eq(r->run->insts.at[m->from], from)) continue;
        if (m->fields.n && !str_eq(m->fields, s->key)) continue;
        m->taken = step;
        vec_push(r->a, &s->takes, i);
        return;
    }
}

static void send(RunReader *r, RunStep *s, Str word, int step)
{
    Str to = last_part(word, '>');
    RunMessage m = { .name = { word.p, word.n - to.n - 1 },
                     .fields = s->key,
                     .from = s->inst,
                     .sent = step,
                     .taken = -1,
                     .number = r->run->messages.n + 1 };
    if (to.n == word.n || m.name.n < 1) {
        run_wrong(r, "expected MESSAGE>INSTANCE", word);
        return;
    }
    m.to = run_instance(r, to);
    vec_push(r->a, &r->run->messages, m);
    vec_push(r->a, &s->sends, r->run->messages.n - 1);
}

static void read_words(RunReader *r, RunStep *s, Str rest, int step)
{
    Str w, from = { "", 0 };
    while ((w = str_word(&rest)).n) {
        const char *eq = memchr(w.p, '=', (size_t)w.n);
        if (!eq) {
            run_wrong(r, "expected NAME=VALUE", w);
            return;
        }
        Str name = { w.p, (int)(eq - w.p) }, value = { eq + 1, w.n - name.n - 1 };
        bool plain = !memchr(name.p, '.', (size_t)name.n);
        if (str_is(name, "from")) from = value;
        else if (str_is(name, "replayed")) s->what = STR("replay");
        else if (str_is(name, "sends")) send(r, s, value, step);
        else
            vec_push(r->a, &s->fields,
                     ((RunField){ plain ? str_printf(r->a, "reg." STR_FMT, STR_ARG(name)) : name, value }));
    }
    if (!s->what.n) take(r, s, from, step);
}

void run_read_rows(RunReader *r)
{
    for (Str line; run_line(r, &line);) {
        Str rest = line, time = str_word(&rest), ctl = str_word(&rest), inst = str_word(&rest), key = str_word(&rest);
        int64_t cycle, n;
        if (!time.n || *time.p == '#') continue;
        RunStep s = { .time = time, .row = -1 };
        s.state = str_word(&rest);
        s.event = str_word(&rest);
        s.next = str_word(&rest);
        s.place = str_word(&rest);
        if (!run_text_number(time, &cycle) || !run_text_number(inst, &n) || !s.place.n) {
            run_wrong(r, "expected 'CYCLE CONTROLLER INSTANCE KEY STATE EVENT NEXT FILE:LINE'", line);
            return;
        }
        if (cycle < r->w->first || cycle > r->w->last) continue;
        if (r->w->keep_key.n && !str_eq(r->w->keep_key, key)) continue;
        s.key = str_is(key, "-") ? (Str){ "", 0 } : key;
        s.inst = run_instance(r, str_printf(r->a, STR_FMT "[" STR_FMT "]", STR_ARG(ctl), STR_ARG(inst)));
        RunStep *at = run_step(r, s);
        if (at) read_words(r, at, rest, r->run->steps.n - 1);
    }
}
