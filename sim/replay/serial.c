/* serial.c - the transactions of a replay: is there a serial order of those that have committed? What they have read is
 * what the design has answered; the steps say in which order their writes took effect. */
#include "replay/serial.h"
#include <stdlib.h>
#include <string.h>

typedef struct { uint32_t line, value; } Access;
typedef struct { Access *at; uint32_t n; size_t cap; } Accesses;
/* applied: a bit per write, it has taken effect. mark: while a circle is looked for. */
typedef struct { uint32_t core; bool committed; Accesses reads, writes; uint64_t applied; int mark; } Transaction;
/* writer: number of the transaction, SIM_NONE: the initial contents. */
typedef struct { uint32_t value, writer; } Version;
typedef struct { Version *at; uint32_t n; size_t cap; } Line;

struct ReplaySerial {
    Transaction *all; uint32_t n; size_t cap;
    uint32_t *open, cores;                     /* by core: number of its open transaction, SIM_NONE */
    Line *lines; uint32_t n_lines;
};

ReplaySerial *replay_serial_create(uint32_t cores, uint32_t lines)
{
    ReplaySerial *x = sim_alloc(1, sizeof *x);
    x->cores = cores;
    x->open = sim_alloc(cores, sizeof *x->open);
    for (uint32_t i = 0; i < cores; i++) x->open[i] = SIM_NONE;
    x->n_lines = lines;
    x->lines = sim_alloc(lines, sizeof *x->lines);
    return x;
}

static void add_version(ReplaySerial *x, uint32_t line, Version v)
{
    Line *l = &x->lines[line];
    l->at = sim_grow(l->at, &l->cap, l->n + 1, sizeof *l->at);
    l->at[l->n++] = v;
}

void replay_serial_initial(ReplaySerial *x, uint32_t line, uint32_t value)
{
    if (line < x->n_lines) add_version(x, line, (Version){value, SIM_NONE});
}

static Transaction *open_of(ReplaySerial *x, uint32_t core)
{
    if (x->open[core] == SIM_NONE) {
        x->all = sim_grow(x->all, &x->cap, x->n + 1, sizeof *x->all);
        x->all[x->n] = (Transaction){.core = core};
        x->open[core] = x->n++;
    }
    return &x->all[x->open[core]];
}

static void add(Accesses *to, uint32_t line, uint32_t value)
{
    to->at = sim_grow(to->at, &to->cap, to->n + 1, sizeof *to->at);
    to->at[to->n++] = (Access){line, value};
}

static Access *of_line(Accesses *a, uint32_t line)
{
    for (uint32_t i = 0; i < a->n; i++) if (a->at[i].line == line) return &a->at[i];
    return NULL;
}

void replay_serial_read(ReplaySerial *x, uint32_t core, uint32_t line, uint32_t value)
{
    if (core < x->cores && line < x->n_lines) add(&open_of(x, core)->reads, line, value);
}

void replay_serial_store(ReplaySerial *x, uint32_t core, uint32_t line, uint32_t value)
{
    if (core >= x->cores || line >= x->n_lines) return;
    Transaction *t = open_of(x, core);
    Access *known = of_line(&t->writes, line);
    if (known) known->value = value;
    else add(&t->writes, line, value);
}

void replay_serial_end(ReplaySerial *x, uint32_t core, bool commits)
{
    if (core >= x->cores || x->open[core] == SIM_NONE) return;
    x->all[x->open[core]].committed = commits;
    x->open[core] = SIM_NONE;
}

void replay_serial_applied(ReplaySerial *x, uint32_t core, uint32_t line)
{
    for (uint32_t i = 0; i < x->n; i++) {
        Transaction *t = &x->all[i];
        for (uint32_t k = 0; t->core == core && t->committed && k < t->writes.n && k < 64; k++) {
            if (t->writes.at[k].line != line || t->applied >> k & 1) continue;
            t->applied |= UINT64_C(1) << k;
            add_version(x, line, (Version){t->writes.at[k].value, i});
        }
    }
}

/* ---- a circle: of two transactions one is before the other if it wrote what the other reads or writes over, or read
 * what the other has written over, or is an earlier one of the same core ---- */

static const Version *version_of(const Line *l, uint32_t value)
{
    for (uint32_t i = 0; i < l->n; i++) if (l->at[i].value == value) return &l->at[i];
    return NULL;
}

static bool circle(ReplaySerial *x, uint32_t from);

static bool circle_to(ReplaySerial *x, uint32_t from, uint32_t to)
{
    return to != SIM_NONE && to != from && circle(x, to);
}

/* The one that writes the version behind v, or another transaction behind it, comes back to where the search began. */
static bool circle_behind(ReplaySerial *x, uint32_t from, const Line *l, const Version *v)
{
    const Version *next = v + 1;
    while (next < l->at + l->n && next->writer == from) next++;
    return next < l->at + l->n && circle_to(x, from, next->writer);
}

static bool readers(ReplaySerial *x, uint32_t from, uint32_t line, uint32_t value)
{
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t k = 0; x->all[i].committed && k < x->all[i].reads.n; k++) {
            const Access *a = &x->all[i].reads.at[k];
            if (a->line == line && a->value == value && circle_to(x, from, i)) return true;
        }
    return false;
}

static bool circle(ReplaySerial *x, uint32_t from)
{
    Transaction *t = &x->all[from];
    if (t->mark) return t->mark == 1;
    t->mark = 1;
    for (uint32_t k = 0; k < t->reads.n; k++) {
        const Line *l = &x->lines[t->reads.at[k].line];
        const Version *v = version_of(l, t->reads.at[k].value);
        if (v && circle_behind(x, from, l, v)) return true;
    }
    for (uint32_t k = 0; k < t->writes.n; k++) {
        const Line *l = &x->lines[t->writes.at[k].line];
        const Version *v = version_of(l, t->writes.at[k].value);
        if (readers(x, from, t->writes.at[k].line, t->writes.at[k].value)) return true;
        if (v && circle_behind(x, from, l, v)) return true;
    }
    uint32_t next = from + 1;                               /* the next one of this core */
    while (next < x->n && (x->all[next].core != t->core || !x->all[next].committed)) next++;
    if (next < x->n && circle(x, next)) return true;
    t->mark = 2;
    return false;
}

bool replay_serial_holds(ReplaySerial *x, uint32_t *committed)
{
    bool holds = true;
    *committed = 0;
    for (uint32_t i = 0; i < x->n; i++) x->all[i].mark = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        if (!x->all[i].committed) continue;
        ++*committed;
        holds = holds && !circle(x, i);
    }
    return holds;
}

void replay_serial_free(ReplaySerial *x)
{
    if (!x) return;
    for (uint32_t i = 0; i < x->n; i++) free(x->all[i].reads.at), free(x->all[i].writes.at);
    for (uint32_t i = 0; i < x->n_lines; i++) free(x->lines[i].at);
    free(x->all), free(x->open), free(x->lines), free(x);
}
