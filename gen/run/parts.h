/* parts.h - what the readers share. Internal to gen/run. */
#ifndef CG_RUN_PARTS_H
#define CG_RUN_PARTS_H
#include "run/run.h"

typedef struct {
    Arena *a;
    Diags *d;
    Pos at;
    Str text;
    Run *run;
    const RunWindow *w;
    bool failed;
} RunReader;

bool run_line(RunReader *r, Str *line);
/* The instance "L1[0]", which is added when it is new. */
int run_instance(RunReader *r, Str name);
/* Adds a step; NULL after a diagnostic: too many. */
RunStep *run_step(RunReader *r, RunStep s);
void run_wrong(RunReader *r, const char *what, Str word);

void run_read_schedule(RunReader *r);
void run_read_rows(RunReader *r);
#endif
