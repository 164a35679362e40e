/* cover.c - every (state, event) pair has rows, and one of them always applies. */
#include "check/common.h"
#include "check/passes.h"

enum { LISTED = 12 };

static bool uncovered(const Controller *c, const State *s, const Event *e)
{
    return !e->hidden && !cell_at(c, s, e)->rows.n;
}

/* Its rows stand in <in> without state=, and count for the first state. */
static bool apart(const Controller *c, const Event *e) { return c->key && e->keyless && !ctl_whole_state(c); }

static void report_keyless(Check *k, const Controller *c, const State *s, int missing)
{
    Buf names;
    int n = 0;
    buf_init(&names, k->a);
    for (int i = 0; i < c->events.n; i++)
        if (uncovered(c, s, c->events.at[i]) && apart(c, c->events.at[i]))
            list_name(&names, c->events.at[i]->name, n++, missing, LISTED);
    const char *list = buf_text(&names);
    diag_error(k->d, c->pos, "controller " STR_FMT " does not say what happens on: %s, events without key",
               STR_ARG(c->name), list);
    diag_note(k->d, c->pos, "their rows stand in <in> without state=: add <on event=\"%s\"> there, or <never> if it "
              "cannot happen", missing <= LISTED ? list : "...");
}

static void report_missing(Check *k, const Controller *c, const State *s, int missing)
{
    Buf names;
    int n = 0;
    buf_init(&names, k->a);
    for (int i = 0; i < c->events.n; i++)
        if (uncovered(c, s, c->events.at[i]) && !apart(c, c->events.at[i]))
            list_name(&names, c->events.at[i]->name, n++, missing, LISTED);
    const char *list = buf_text(&names);
    diag_error(k->d, s->pos, "state " STR_FMT " of controller " STR_FMT " does not say what happens on: %s",
               STR_ARG(s->name), STR_ARG(c->name), list);
    if (missing <= LISTED)
        diag_note(k->d, s->pos,
                  "if it cannot happen, add <never event=\"%s\" why=\"...\"/> to <in state=\"" STR_FMT
                  "\">, otherwise <on> or <stall>",
                  list, STR_ARG(s->name));
    else
        diag_note(k->d, s->pos,
                  "if they cannot happen, add <never event=\"*\" why=\"...\"/> to <in state=\"" STR_FMT
                  "\">, otherwise <on> or <stall>",
                  STR_ARG(s->name));
}

/* The condition decides when the row applies, but not what happens otherwise. */
static void check_rest(Check *k, const Controller *c, const State *s, const Event *e)
{
    const Cell *cell = cell_at(c, s, e);
    const Row *last = cell->rows.n ? cell->rows.at[cell->rows.n - 1] : NULL;
    if (e->hidden || !last || !last->when) return;
    diag_error(k->d, last->pos,
               "state " STR_FMT ", event " STR_FMT
               ": every row has a condition, expected a last one without when= for the rest",
               STR_ARG(s->name), STR_ARG(e->name));
}

void check_cover(Check *k)
{
    for (int n = 0; n < k->p->ctls.n; n++) {
        const Controller *c = k->p->ctls.at[n];
        for (int s = 0; s < c->states.n; s++) {
            int missing = 0, keyless = 0;
            for (int e = 0; e < c->events.n; e++) {
                bool none = uncovered(c, c->states.at[s], c->events.at[e]);
                keyless += none && apart(c, c->events.at[e]);
                missing += none && !apart(c, c->events.at[e]);
                check_rest(k, c, c->states.at[s], c->events.at[e]);
            }
            if (keyless) report_keyless(k, c, c->states.at[s], keyless);
            if (missing) report_missing(k, c, c->states.at[s], missing);
        }
    }
}
