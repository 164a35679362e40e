/* area.h - `./run area`: what a configuration costs (docs/area.md): cells of a library, NAND2 equivalents, delay,
 * memories as bits and mm2. main.c reads the command line; each part has a file. */
#ifndef COHGEN_AREA_H
#define COHGEN_AREA_H
#include "tools.h"
#include <stdbool.h>
#include <stdio.h>

typedef struct {
    Arena *a;
    const char *top, *cohgen;    /* folder of the project; the generator */
    const char *spec, *only;     /* a specification; one of its controllers, or NULL */
    const char *liberty;         /* the library; NULL: memories only, no synthesis */
    double nand;                 /* the area of its NAND2 */
    Words emit;                  /* more options of `cohgen emit` */
} Area;

typedef struct { const char *name; double words, width; int reads, writes; } Memory;
typedef VEC(Memory) Memories;
typedef struct { const char *name; double nand2; } Part; /* a module with one set of parameters */
typedef VEC(Part) Parts;

/* A controller; with `quick` no figures but those of memories. delay: nanoseconds as text, or "?". */
typedef struct {
    const char *module, *delay;
    double cells, nand2, flipflops, bits, memory, logic; /* memory, logic: mm2 */
    bool quick;
    Parts parts;
} Cost;
typedef VEC(Cost) Costs;

/* ---- measure.c: runs of the tools ---- */
/* Emits to DIR, and measures each controller of the system, or the one that is asked for; what is made stays in DIR.
 * Ends the program with status 1 if something cannot be emitted or synthesised. */
Costs area_measure(Area *r, const char *dir);

/* ---- reports.c: what tools have written ---- */
/* Of a library: the area of the first NAND2; 0 if there is none. */
double area_of_nand2(Arena *a, const char *liberty);
/* The memories of a dump of Yosys. */
Memories area_memories(Arena *a, const char *dump);
/* Of a `stat`: cells and area of the last module, which is the top; the modules of `parts` in NAND2 of `nand` each. */
void area_cells(Arena *a, const char *stat, double nand, double *cells, double *area, Parts *parts);
/* The latest arrival of a report of OpenSTA, as it stands there; "?" if it has none. */
const char *area_delay(Arena *a, const char *report);
/* Lines with this word in them. */
int area_lines(const char *text, const char *word);

/* ---- sram.c ---- */
double area_sram(double bits, int ports); /* mm2 at 32 nm */

/* ---- figures.c: tables ---- */
void area_csv(Arena *a, const Costs *costs, const char *file);
void area_json(Arena *a, const Costs *costs, const char *file);
void area_modules(Arena *a, const Costs *costs, const char *file);
void area_text(const Costs *costs, FILE *to);
/* The modules with most NAND2 equivalents. */
void area_largest(Arena *a, const Costs *costs, FILE *to);

/* ---- draw.c ---- */
/* A strip for each controller, in it the modules: all by their area. */
void area_treemap(Arena *a, const Costs *costs, const char *file);
/* A line for each controller over the values of a parameter: NAND2 equivalents, or bits of memory. */
typedef struct { const char *value; Costs costs; } Point;
typedef VEC(Point) Points;
void area_sweep(Arena *a, const char *param, const Points *points, bool bits, const char *file);

/* ---- claims.c ---- */
/* Prints the storage that the papers' cost claims are about. */
void area_claims(Area *r);
#endif
