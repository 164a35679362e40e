/* races.h - pairs of events that meet on one line, found by a search, and directed tests that bring each of them about
 * in the Verilog. The pairs are those of docs/simulation.md, "Races"; sim/races/races.c sees the same ones in what the
 * Verilog does. */
#ifndef CG_VERIFY_RACES_H
#define CG_VERIFY_RACES_H
#include "verify/search/search.h"

typedef struct Races Races;

/* Most events of a controller, refined ones too, and most that wait at one without a core, whose races can be told
 * apart; more are refused before the search. */
enum { RACES_EVENTS_MAX = 256, RACES_PARKED_MAX = 24 };
/* NULL: no memory. */
Races *races_create(const Model *m);
void races_free(Races *r);
/* Notes the races that a search meets, and lets it take no step that their tests cannot. */
SearchWatch races_watch(Races *r);
/* Leaves the pairs and their tests in x->m->o->races, and says how many there are. verdict: how the search ended. */
void races_write(Races *r, Search *x, const char *verdict, FILE *out);
#endif
