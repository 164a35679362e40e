/* run.h - a run, step by step, as `cohgen verify --replay` and the simulator's --rows write it. */
#ifndef CG_RUN_RUN_H
#define CG_RUN_RUN_H
#include <stdbool.h>
#include <stdint.h>
#include "util/arena.h"
#include "util/buf.h"
#include "util/diag.h"
#include "util/str.h"

typedef struct {
    Str name, value;
} RunField; /* "reg.now", "line.exp", "mshr.pend" */

/* A message by its number; from, to: instances; sent, taken: steps, -1: none. */
typedef struct {
    Str name, fields;
    int number, from, to, sent, taken;
} RunMessage;

/* A row at an instance. key: "0", "0x40", or empty: about none. what: where the occurrence comes from ("core, warp 0").
 * row: its number, or -1; place: "rcc.xml:151", or empty. fails: it is marked never, or a sum does not fit. whole:
 * `fields` are all registers of the instance, and all fields of the key's lines and entries; else only registers and
 * fields that are named. */
typedef struct {
    Str time, key, what, state, event, next, place;
    int inst, row;
    bool fails, whole;
    VEC(int) sends;
    VEC(int) takes;
    VEC(Str) effects;
    VEC(RunField) fields;
} RunStep;

typedef struct {
    Str protocol, found; /* found: what is violated, or empty */
    bool is_schedule;    /* time is the number of the step; else a cycle */
    VEC(Str) insts;      /* "L1[0]", in order of controller and number */
    VEC(RunStep) steps;
    VEC(RunMessage) messages;
    VEC(Str) left; /* what cannot go on */
} Run;

/* What is taken of a file; the numbers are those of its first word: steps or cycles. keep_key: only rows about this
 * key, or an empty text. */
typedef struct {
    int64_t first, last;
    Str keep_key;
} RunWindow;
/* A decimal number; false: it is none. */
bool run_text_number(Str s, int64_t *out);
enum { RUN_STEPS_MAX = 2000 };

/* name: for messages. NULL after a diagnostic: no run, or more than RUN_STEPS_MAX steps of it are in the window. */
Run *run_read(Arena *a, Diags *d, const char *name, Str text, const RunWindow *w);
#endif
