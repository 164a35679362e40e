/* list.c - lists of races: reading, writing, adding up. */
#include "base/lines.h"
#include "races/races.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "cohgen-races";

static void add_searched(SimRaces *r, const char *text)
{
    r->searched = sim_grow(r->searched, &r->cap_searched, r->n_searched + 1, sizeof *r->searched);
    r->searched[r->n_searched] = sim_alloc(strlen(text) + 1, 1);
    strcpy(r->searched[r->n_searched++], text);
    r->complete &= strncmp(text, "all:", 4) == 0;
}

static void add_line(SimRaces *r, SimLines *l)
{
    const char *what = l->words[0].text;
    uint64_t n = 0;
    bool pair = strcmp(what, "pair") == 0, untold = strcmp(what, "untold") == 0, counted = strcmp(what, "count") == 0;
    if (strcmp(what, "searched") == 0 && l->n_words > 1) { add_searched(r, l->words[1].rest); return; }
    if ((!pair && !untold && !counted) || l->n_words < 8) {
        sim_lines_error(l, &l->words[0], "expected 'searched ...', 'pair TEST ...', 'untold - ...' or 'count N ...'");
        return;
    }
    if (counted && !sim_lines_number(l, &l->words[1], UINT64_MAX, &n)) return;
    SimRace *p = sim_race(r, l->words[2].rest);
    p->count += n;
    p->known |= !counted;
    if (pair && !*p->test) snprintf(p->test, sizeof p->test, "%s", l->words[1].text);
}

bool sim_races_read(SimRaces *r, const char *file)
{
    SimLines l;
    if (!sim_lines_open(&l, file)) return false;
    if (!sim_lines_next(&l) || l.n_words != 3 || strcmp(l.words[0].text, head) != 0 ||
        strcmp(l.words[1].text, "1") != 0)
        sim_lines_error(&l, NULL, "this is not a list of races: its first line must be '%s 1 DESIGN'", head);
    else if (strcmp(l.words[2].text, r->design->name) != 0)
        sim_lines_error(&l, &l.words[2], "the list is of design %s, this is %s", l.words[2].text, r->design->name);
    else
        while (sim_lines_next(&l)) add_line(r, &l);
    return sim_lines_close(&l);
}

void sim_races_write(const SimRaces *r, FILE *out)
{
    fprintf(out, "%s 1 %s\n", head, r->design->name);
    for (size_t i = 0; i < r->n_searched; i++) fprintf(out, "searched %s\n", r->searched[i]);
    for (size_t i = 0; i < r->n; i++) {
        const SimRace *p = &r->list[i];
        if (p->known) fprintf(out, "%s %s %s\n", *p->test ? "pair" : "untold", *p->test ? p->test : "-", p->text);
        if (p->count) fprintf(out, "count %" PRIu64 " %s\n", p->count, p->text);
    }
}

size_t sim_races_unknown(const SimRaces *r, bool print, FILE *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->list[i].known || !r->list[i].count) continue;
        n++;
        if (print) fprintf(out, "not in the list: %s\n", r->list[i].text);
    }
    return n;
}

size_t sim_races_summary(const SimRaces *r, bool missing, FILE *out)
{
    size_t known = 0, reached = 0;
    uint64_t times = 0;
    for (size_t i = 0; i < r->n; i++) {
        const SimRace *p = &r->list[i];
        known += p->known;
        reached += p->known && p->count;
        times += p->count;
        if (missing && p->known && !p->count) fprintf(out, "never: %s\n", p->text);
    }
    fprintf(out, "races      %zu of %zu pairs reached, %" PRIu64 " times in all; %zu pairs beyond the list\n", reached,
            known, times, sim_races_unknown(r, false, out));
    return known - reached;
}
