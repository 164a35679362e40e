/* options.h - what a search is asked to do, and where it leaves what it makes. */
#ifndef CG_VERIFY_OPTIONS_H
#define CG_VERIFY_OPTIONS_H
#include <stdio.h>
#include "ir/ir.h"
#include "litmus/litmus.h"
#include "util/buf.h"

/* The counterexample as a schedule, and NAME=VALUE of every parameter of a design that can run it. cannot: why there is
 * none after all, or NULL. */
typedef struct { const char *cannot; Buf schedule; VEC(Str) sets; } VerifyReplay;
/* Pairs of events that meet on a line, one on each line of `list`, and runs that bring them about. */
typedef struct { Buf list; VEC(VerifyReplay *) tests; } VerifyRaces;

typedef struct {
    const char *system;              /* name of the <system>, or NULL: "small" if there is one, else the first */
    VEC(Str) sets;                   /* NAME=VALUE */
    VEC(Str) values;                 /* [REQUEST.]FIELD=VALUE,...: what cores choose from */
    int cores, warps;                /* 0: as the system says */
    int lines, cells, ops;           /* lines; separately written parts of a line; operations per warp, 0: no end */
    int bad_lines;                   /* the last of the lines: memory cannot read them */
    int outside_lines; /* the last of the lines: accessed outside of transactions only, the others inside only */
    bool fails;                      /* it can at first, until it fails to */
    int stamp_max; /* greatest timestamp of a state that is expanded; 0: what its type can hold, less the sums of a row
                    */
    int ticks;                       /* how far physical time is followed; 0: as its type says */
    bool physical;                   /* no register is a time */
    bool keyed;                      /* nothing happens that is about no key: timers, wishes, requests without key */
    int queues;                      /* messages in front of a receiver, in each network; 0: any number, none blocks */
    int posted;                      /* stores of a thread that are answered and have not taken effect; 0: as room is */
    bool no_atomics, no_symmetry, no_drain, loads_progress, fair, coverage, expect_coverage;
    unsigned allow;                  /* bit per Problem: go on after it */
    size_t memory;                   /* bytes for the states */
    int threads, seconds;            /* seconds: time limit of a search, 0: none */
    bool processor;                  /* of which the limit is, not of the clock */
    bool compact;                    /* states as hashes */
    bool evict_for_room;             /* lines leave only where something lacks a way */
    bool plain;                      /* states are not taken to parts, nothing is remembered */
    VEC(const char *) litmus;        /* files */
    bool served;                     /* the first request that is replayed must not park again */
    LitmusModel model;               /* litmus: whose outcomes are allowed */
    int preloads;                    /* litmus: loads of each thread before its program starts; below 0: not said, 1 */
    bool portfolio;                  /* instead: all searches that the specification names */
    bool unnamed;                    /* that was asked for, and it names none */
    bool quiet;                      /* no progress */
    const char *save, *resume;       /* files: where a search that does not come to its end is left, and goes on from */
    int save_every;                  /* and every so many minutes; 0: not */
    int part, parts, patience;       /* this process is number `part` of so many; 0: alone. patience: seconds */
    const char *exchange;            /* the folder in which they meet */
    const char *program, *input;     /* digests of this program and of what it has read, for these */
    int random_run, seed;            /* steps of a random run instead of the search, for replay; 0: search */
    Buf *counts; /* where to leave how often each row was taken (not with litmus), or NULL */
    VerifyReplay *replay;            /* where to leave the schedule of a violation, or NULL */
    VerifyRaces *races;              /* where to leave directed tests of races, or NULL */
} VerifyOptions;
#endif
