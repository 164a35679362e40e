/* crew.h - threads that work side by side and meet. */
#ifndef CG_VERIFY_CREW_H
#define CG_VERIFY_CREW_H
#include <stdbool.h>

typedef struct Crew Crew;

/* Runs work(ctx, 0) .. work(ctx, n - 1) at the same time, number 0 in this thread, and waits for all; fewer if the
 * system does not give so many threads. */
void crew_run(int n, void (*work)(void *ctx, Crew *crew, int number), void *ctx);
/* Waits until every thread has come here; the last one calls alone(ctx) before the others go on. Every thread meets as
 * often as the others. */
void crew_meet(Crew *c, void (*alone)(void *ctx), void *ctx);
#endif
