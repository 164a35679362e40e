/* races.h - what is under way on a line when an event arrives there: pairs of events that meet, counted as the rows of
 * the tables fire. Nothing but the observers is needed. A pair is a text, the same as in the lists of `cohgen verify
 * --races` (docs/simulation.md, "Races"):
 *   at CTL STATE VIEW WAITING EVENT new|replayed
 *       the event is taken in this state (shown as VIEW); WAITING: what is under way
 *   cross MESSAGE CTL STATE VIEW WAITING CTL EVENT new|replayed own|other|nobody
 *       meanwhile MESSAGE is on its way from or to a core's line in this state
 * A list holds, a line each, `searched TEXT`, `pair TEST.STEP PAIR` (can happen, and in which test), `untold - PAIR`
 * (can happen, no test), `count N PAIR` (has happened). */
#ifndef COHGEN_SIM_RACES_H
#define COHGEN_SIM_RACES_H
#include "base/base.h"

enum { RACE_TEXT = 256 };

/* known: some list says that it can happen; test: where it is brought about, "" if nowhere. */
typedef struct { char *text; uint64_t count; bool known; char test[16]; } SimRace;

typedef struct {
    const CgDesign *design;
    SimRace *list; size_t n, cap;
    uint32_t *slots; size_t n_slots;         /* by hash of the text: place in the list + 1 */
    char **searched; size_t n_searched, cap_searched;
    bool complete;                           /* every list is of a search of all states */
    struct SimRaceWatch *watch;              /* what is under way now */
} SimRaces;

SimRaces *sim_races_create(const CgDesign *design);
void sim_races_free(SimRaces *r);
/* A row that has fired, as cg_observe is told. */
void sim_races_row(SimRaces *r, int ctl, int inst, const uint32_t *fields);
/* The design has been reset: nothing is under way. */
void sim_races_forget(SimRaces *r);

/* The pair of this text; it is added if it is new. */
SimRace *sim_race(SimRaces *r, const char *text);
/* Adds a list. On errors prints "FILE:LINE:COL: error: ..." to stderr and returns false. */
bool sim_races_read(SimRaces *r, const char *file);
/* Writes a list with the counts. */
void sim_races_write(const SimRaces *r, FILE *out);
/* The matrices: what is under way down the side, what arrives across the top. */
void sim_races_print(const SimRaces *r, FILE *out);
/* Totals in one line; with `missing` those that can happen and have not, a line each. Returns their number. */
size_t sim_races_summary(const SimRaces *r, bool missing, FILE *out);
/* Pairs that have happened and that no list knows; with a complete search of the same system there is none. */
size_t sim_races_unknown(const SimRaces *r, bool print, FILE *out);
#endif
