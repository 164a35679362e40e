/* The epoch management unit of specs/stc/stc.xml (controller EMU) against a reference, which says in C what docs/stc.md
 * and docs/errata.md (S2, S3, S5, S6) say in words: the next epochs of each variant, the moves of SEB, the handshake,
 * the watchdog. Drawn at random, always the same; in several settings, so that no parameter can take the place of
 * another. Usage: test_emu stc.xml. The table is interpreted; that its Verilog does the same is tests/backbone. */
#include "../tx/table.h"
#include "draw.h"
#include <stdio.h>

enum { NV, ES, AB, MB };
typedef struct { const char *sets[10]; uint64_t variant, cus, n, least, first_seb, most, first, bits, period, watch; }
    Setting;
static const Setting settings[] = {
    { { "VARIANT=0", "CUS=3", "N=2", "SEB_MIN=4", "SEB=6", "SEB_MAX=9", "FIRST=3", "ADDR_BITS=16", "PERIOD=20",
        "WATCH=50" }, NV, 3, 2, 4, 6, 9, 3, 16, 20, 50 },
    { { "VARIANT=1", "CUS=2", "N=3", "SEB_MIN=5", "SEB=5", "SEB_MAX=7", "FIRST=1", "ADDR_BITS=12", "PERIOD=9",
        "WATCH=11" }, ES, 2, 3, 5, 5, 7, 1, 12, 9, 11 },
    { { "VARIANT=2", "CUS=5", "N=3", "SEB_MIN=6", "SEB=8", "SEB_MAX=10", "FIRST=2", "ADDR_BITS=14", "PERIOD=33",
        "WATCH=0" }, AB, 5, 3, 6, 8, 10, 2, 14, 33, 0 },
    { { "VARIANT=3", "CUS=2", "N=3", "SEB_MIN=4", "SEB=5", "SEB_MAX=8", "FIRST=0", "ADDR_BITS=13", "PERIOD=8",
        "WATCH=700" }, MB, 2, 3, 4, 5, 8, 0, 13, 8, 700 },
    { { "VARIANT=3", "CUS=2", "N=1", "SEB_MIN=28", "SEB=30", "SEB_MAX=31", "FIRST=1", "ADDR_BITS=32", "PERIOD=8",
        "WATCH=8" }, MB, 2, 1, 28, 30, 31, 1, 32, 8, 8 },
    { { "VARIANT=2", "CUS=32", "N=5", "SEB_MIN=7", "SEB=7", "SEB_MAX=8", "FIRST=31", "ADDR_BITS=13", "PERIOD=100",
        "WATCH=9" }, AB, 32, 5, 7, 7, 8, 31, 13, 100, 9 }
};
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 10, MOST = 32, DRAWN = 30000, MET = 20 };
static const Setting *set;

typedef enum { SLEEP, PREPARE, CHANGE, STATES } State3;
static const char *const states[] = {"SLEEP", "PREPARE", "CHANGE"};
static const char *const events[] = {"wakeup", "watch", "EpochDemand", "EpochConflict", "ReadyAck", "DoneAck"};
enum { WAKEUP, WATCH, DEMAND, CONFLICT, READY, DONE, EVENTS };

typedef struct {
    State3 state;
    uint64_t epoch, erv, demand[MOST], seb, want, hold, prepare, grant, change, met, late;
} Emu;
typedef struct { Table t; Draw draw; Emu e; uint64_t ready, at; uint64_t seen[MET]; } Bench;

/* What happened, each of which must be met. */
enum { ASLEEP, BEGUN, OF_TWO, OF_FOUR, MOVED, HELD, RELEASED, AGAIN, DOWN, LEAST, UP, GREATEST, SAME_LINE, LATE, MUTE,
       MET_ALL };

static uint64_t epochs(void) { return UINT64_C(1) << set->n; }
static uint64_t band(uint64_t at, uint64_t seb) { return at >> seb & (epochs() - 1); }

/* New epochs: the next change takes place. */
static void begin(Bench *b, Emu *e, uint64_t epoch, uint64_t grant, uint64_t seb)
{
    if (seb != e->seb) {
        e->hold = 2, e->erv = 0;
        b->seen[MOVED]++;
    } else {
        if (e->hold && epoch <= e->epoch) e->hold--, b->seen[e->hold ? HELD : RELEASED]++;
        e->erv &= ~grant;
    }
    e->epoch = epoch, e->seb = e->want = seb, e->grant = grant;
    e->prepare = 1, e->late = 0, e->state = PREPARE;
}

static void wakeup(Bench *b, Emu *e)
{
    uint64_t grant = 0, first = 0;
    int granted = 0;
    if (e->state != SLEEP) return;
    if (set->variant == NV) {
        first = (e->epoch + 1) % epochs();
        begin(b, e, first, UINT64_C(1) << first, e->seb);
        return;
    }
    for (uint64_t i = 1; i <= epochs() && granted < (set->variant == MB ? 4 : 1); i++) {
        uint64_t k = (e->epoch + i) % epochs();
        if (!(e->erv >> k & 1)) continue;
        if (!granted++) first = k;
        grant |= UINT64_C(1) << k;
    }
    if (!granted) { b->seen[ASLEEP]++; return; }
    if (e->want != e->seb) grant = UINT64_C(1) << band(e->demand[first], e->want);
    else if (granted > 1) b->seen[granted == 4 ? OF_FOUR : OF_TWO]++;
    b->seen[BEGUN]++;
    begin(b, e, first, grant, e->want);
}

static void demand(Bench *b, Emu *e)
{
    uint64_t k = band(b->at, e->seb);
    if (e->erv >> k & 1) { b->seen[AGAIN]++; return; }
    e->demand[k] = b->at, e->erv |= UINT64_C(1) << k;
}

/* SEB is to move by one, once in two rounds: down if a smaller band would part the two lines. */
static void conflict(Bench *b, Emu *e)
{
    uint64_t k = band(b->at, e->seb), bits = b->at ^ e->demand[k];
    if (!(e->erv >> k & 1) || e->hold || e->want != e->seb) return;
    if (!bits) { b->seen[SAME_LINE]++; return; }
    if (bits % (UINT64_C(1) << e->seb)) {
        b->seen[e->seb > set->least ? DOWN : LEAST]++;
        if (e->seb > set->least) e->want = e->seb - 1;
    } else {
        b->seen[e->seb < set->most ? UP : GREATEST]++;
        if (e->seb < set->most) e->want = e->seb + 1;
    }
}

/* What the row does; its act. */
static int reference(Bench *b, int event, Emu *e)
{
    switch (event) {
    case WAKEUP: wakeup(b, e); break;
    case WATCH:
        if (e->state == SLEEP) break;
        if (e->late && e->met == b->ready) { b->seen[MUTE]++; return ACT_NEVER; }
        b->seen[LATE]++;
        e->late = 1, e->met = b->ready;
        break;
    case DEMAND: demand(b, e); break;
    case CONFLICT: conflict(b, e); break;
    case READY:
        if (e->state != PREPARE) return ACT_NEVER;
        e->prepare = 0, e->change = 1, e->late = 0, e->state = CHANGE;
        break;
    case DONE:
        if (e->state != CHANGE) return ACT_NEVER;
        e->change = 0, e->state = SLEEP;
        break;
    }
    return ACT_FIRE;
}

static void each(Table *t, const Emu *e, TableEach *with)
{
    const struct { const char *name; uint64_t value; } registers[] = {
        { "epoch", e->epoch }, { "erv", e->erv },         { "seb", e->seb },     { "want", e->want },
        { "hold", e->hold },   { "prepare", e->prepare }, { "grant", e->grant }, { "change", e->change },
        { "met", e->met },     { "late", e->late }
    };
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) with(t, registers[i].name, registers[i].value);
    for (uint64_t k = 0; k < epochs(); k++) {
        char name[16];
        snprintf(name, sizeof name, "demand_%d", (int)k);
        with(t, name, e->demand[k]);
    }
}

static void draw_unit(Bench *b)
{
    Draw *d = &b->draw;
    Emu *e = &b->e;
    uint64_t all = UINT64_MAX >> (64 - set->cus);
    e->state = (State3)draw(d, STATES);
    e->epoch = draw(d, epochs()), e->hold = draw(d, 3), e->grant = draw_bits(d, (int)epochs());
    e->erv = draw(d, 4) ? draw_bits(d, (int)epochs()) & (draw(d, 2) ? draw_bits(d, (int)epochs()) : UINT64_MAX) : 0;
    e->seb = set->least + draw(d, set->most - set->least + 1);
    e->want = draw(d, 2) ? e->seb : set->least + draw(d, set->most - set->least + 1);
    e->prepare = draw(d, 2), e->change = draw(d, 2), e->late = draw(d, 2);
    e->met = draw_bits(d, (int)set->cus);
    b->ready = draw(d, 3) ? draw(d, 2) ? all : 0 : draw(d, 2) ? e->met : draw_bits(d, (int)set->cus);
    b->at = draw_bits(d, (int)set->bits);
    for (uint64_t k = 0; k < epochs(); k++) {
        uint64_t other = draw_bits(d, (int)set->bits);
        switch (draw(d, 4)) {                        /* the same line, or others by high or low bits */
        case 0: e->demand[k] = b->at; break;
        case 1: e->demand[k] = b->at ^ (other >> e->seb << e->seb); break;
        case 2: e->demand[k] = b->at ^ (other & ((UINT64_C(1) << e->seb) - 1)); break;
        default: e->demand[k] = other; break;
        }
    }
}

static void compare(Bench *b)
{
    draw_unit(b);
    int event = (int)draw(&b->draw, EVENTS);
    Emu after = b->e;
    int act = reference(b, event, &after);
    each(&b->t, &b->e, table_put_named);
    table_put_named(&b->t, "ready", b->ready);
    table_put_named(&b->t, "msg_at", b->at);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, events[event]));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->e.state]));
    table_begin(&b->t);
    each(&b->t, &after, table_expect_named);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[after.state]));
    table_compare(&b->t, act, events[event]);
    uint64_t all = UINT64_MAX >> (64 - set->cus);
    table_compare_when(&b->t, "ReadyAck", b->e.prepare && b->ready == all);
    table_compare_when(&b->t, "DoneAck", b->e.change && b->ready == 0);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong, uint64_t *seen)
{
    static const char *const zero[] = {"erv", "hold", "prepare", "change", "met", "late", "demand_0", "demand_1"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 1 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "EMU", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i]) < 0) return fprintf(stderr, "the table has no event %s\n", events[i]), false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    table_compare_reset(&b.t, "epoch", set->first);
    table_compare_reset(&b.t, "grant", UINT64_C(1) << set->first);
    table_compare_reset(&b.t, "seb", set->first_seb);
    table_compare_reset(&b.t, "want", set->first_seb);
    table_compare_period(&b.t, "wakeup", set->period);
    table_compare_period(&b.t, "watch", set->watch);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    for (int i = 0; i < MET_ALL; i++) seen[i] += b.seen[i];
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0, seen[MET] = {0};
    if (argc != 2) return fputs("usage: test_emu stc.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong, seen)) return 1;
    for (int i = 0; i < MET_ALL; i++) if (!seen[i]) printf("case %d was never met\n", i), wrong++;
    printf("%llu decisions of the EMU compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
