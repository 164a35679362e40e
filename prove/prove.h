/* prove.h - proofs of what is emitted, with Yosys, ABC and Z3 (docs/proofs.md). Each kind has a file of its own; main.c
 * is the door.
 *
 * A proof that fails prints a line, and those behind it say why; the others go on. */
#ifndef COHGEN_PROVE_H
#define COHGEN_PROVE_H
#include "tools.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    Arena *a;
    const char *top, *cohgen, *spec_edit, *step_terms; /* the project's folder, programs */
    char *dir, *log;                                   /* scratch; the log of the last program there */
    int limit;                                         /* seconds for one run of a solver, 1 at least */
    bool bad;                                          /* something is not proved */
} Prove;

/* ---- engine.c: solvers, and what they have said ---- */
typedef enum { PROVE_UNKNOWN, PROVE_PROVED, PROVE_BOUNDED, PROVE_VIOLATED } ProveResult;
/* depth: the number of the cycle of a violation, from 0; with `bounded` how many cycles; else -1. */
typedef struct { ProveResult result; int depth; } ProveVerdict;

/* The cycle in which ABC's log asserts an output, or -1. */
int prove_frame(const char *log);
/* ABC's log of pdr (frames 0) or of bmc3 over so many frames. */
ProveVerdict prove_verdict(const char *log, int frames);
/* Does the log of `pdr -a` say that all outputs, so many, were asserted? */
bool prove_all_asserted(const char *log, int outputs);
/* The first number at the beginning of a line, or of the text; -1 if there is none. */
int prove_number(const char *text);
/* The names of assertions in a dump of their cells, in the order of the netlist's outputs. */
Words prove_cells(Arena *a, const char *dump);

/* A signal that came: the program ends when the one that it waits for has. */
extern volatile sig_atomic_t prove_signal;
/* Runs a program to its end, its text goes to p->log: exit status. Seconds on the clock, of processor time; 0: none. */
int prove_run(Prove *p, int clock, int cpu, const Words *command);
bool prove_yosys(Prove *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* ABC on an AIGER file; its log. */
char *prove_abc(Prove *p, int clock, int cpu, const char *script);
char *prove_said(Prove *p); /* the log of the last program */
void prove_show(Prove *p, int lines); /* its last lines */
/* cohgen emit FILE -o FOLDER SETS; false: the log says why. */
bool prove_emit(Prove *p, const char *file, const char *folder, const Words *sets);
/* Changes a file by a script of sed; false if it stays the same. */
bool prove_changed(Prove *p, const char *file, const char *script);

/* ---- table.c ---- */
int64_t prove_now(void); /* ms */
typedef struct {
    const char *property, *scope, *configuration, *engine, *result, *depth, *cover;
    int64_t began;
} ProveRow;
void prove_head(void);
void prove_row(Prove *p, ProveRow row); /* with the seconds since `began` */
void prove_fail(Prove *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- list.c: files of configurations, one a line ---- */
typedef struct { char *key, *value; } ProveWord; /* "KEY=VALUE"; value NULL: a word alone */
typedef struct { char *name, *where; VEC(ProveWord) words; } ProveEntry; /* where: "FILE:LINE" */
typedef VEC(ProveEntry) ProveList;
/* Lines "NAME WORD...", "let NAME WORD..." (later @NAME stands for the words), "# ...". Ends the program if it cannot
 * be read. */
ProveList prove_list(Prove *p, const char *file);
/* Ends the program with "WHERE: error: ...", status 2. */
void prove_wrong(const char *where, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
/* The alternatives of a regular expression: of "^(a|b)$" "^a$" and "^b$". */
Words prove_alternatives(Arena *a, const char *regex);
bool prove_matches(const char *text, const char *regex); /* extended; ends the program if it is none */

/* ---- the kinds; exit status by p->bad ---- */
/* Transition modules against the terms of their tables. from: a folder with both; else of the specification. */
typedef struct { const char *name, *spec, *from, *broken, *other; Words sets; } ProveStep;
void prove_step(Prove *p, const ProveStep *s);
void prove_steps_listed(Prove *p); /* those of tests/prove/steps.list */
/* Assertions of emitted controllers and systems. edits: words of spec_edit, verilog: a script of sed, for tests that a
 * proof can fail. */
typedef struct { const char *list, *only, *verilog; Words edits, wanted; } ProveRtl;
void prove_rtl(Prove *p, const ProveRtl *r);
/* Netlists of transition modules against their Verilog; broken: a script of sed for the netlist. */
typedef struct { const char *name, *spec, *family, *broken; Words sets; } ProveNetlist;
void prove_netlists(Prove *p, const ProveNetlist *n);
void prove_gates(Prove *p, const char *verilog, const Words *wanted);
void prove_blocks(Prove *p, bool whole, const Words *wanted);
bool prove_block_there(Prove *p, const char *name); /* has it a list of proofs? */
#endif
