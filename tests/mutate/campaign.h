/* campaign.h - who watches the watchers: every mutant of a specification, and which layer finds it. See campaign.c. */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H
#include "tools.h"
#include "util/buf.h"
#include "util/str.h"
#include <stdbool.h>
#include <stddef.h>

/* A search that the file names. */
typedef struct {
    const char *name;
    const char *text;  /* the element as written: another text is another search */
    Words settings;    /* --set=P=V of its system, and its own */
    double cost;       /* seconds of processor time on the original */
    bool asked;
} Search;
typedef struct { const char *name, *program; bool quick; } Reference;
typedef struct { int number; char *line, *op, *change; } Listed; /* a mutant, as the mutator lists it */

typedef struct {
    Arena *a;
    const char *top, *cohgen, *mutate, *references; /* folders and programs */
    const char *spec;     /* with all that it uses written into it */
    const char *named_at; /* the folder from which its litmus tests are told */
    const char *unit, *out;
    const char *only;     /* ,NAME,NAME, or NULL */
    int jobs, limit, memory;
    double slow, most;
    bool quick, sim;
    bool warned;          /* check warns of the original */
    VEC(Search) searches; /* in the order in which they are made */
    VEC(Reference) refers;
    VEC(Listed) list;
    VEC(Words) settings;  /* those for which texts are compared */
} Campaign;

/* ---- campaign_spec.c: what the file says of its searches; the text around it ---- */
/* The text of a file with what it uses in the places of <use>, and litmus tests with whole paths. NULL after a
 * message. */
char *spec_whole(Campaign *c, const char *file);
/* Whole paths of litmus tests, as told from `folder`. */
char *spec_paths(Arena *a, const char *text, const char *folder);
void  spec_searches(Campaign *c, const char *text);
/* What the searches have no part in: changes with the tables alone. */
unsigned long spec_tables(const char *text);

/* ---- campaign_texts.c: are two specifications equal? ---- */
typedef enum { TEXTS_STEP, TEXTS_VERILOG } Texts;
/* Writes to FOLDER/step or FOLDER/verilog the transition functions, or the Verilog without comments, for all settings.
 */
bool texts_write(Campaign *c, const char *file, const char *folder, Texts kind);
/* Are those of the folder the original's, by z3 where not by their letters? */
bool texts_same(Campaign *c, const char *folder, Texts kind, bool z3);
/* The formula that some outputs of two transition functions differ for the same inputs. */
char *texts_differ(Arena *a, const char *one, const char *other);

/* ---- campaign_judge.c: one mutant ---- */
typedef struct { const char *layer, *by; } Verdict; /* layer "-": nothing has found it */
/* Leaves FOLDER/result. False if a program ended as none should. */
bool judge_mutant(Campaign *c, const Listed *m);
/* Runs one search, and leaves its log FOLDER/NAME and NAME.end. The status, 124 for a limit of time, -1 after a
 * message. */
int  judge_search(Campaign *c, const char *file, const char *folder, const char *name, int limit, const Words *options);
/* Asks the references. 0: none differs, 1: one does, *by; -1: one ended as none should. */
int  judge_references(Campaign *c, const char *file, const char *folder, bool quick, const char **by);
/* "STATUS LIMIT SIZES" of a search that was made in the folder; false if it was not. */
bool judge_ended(Campaign *c, const char *folder, const char *name, int *status, int *limit, const char **sizes);

/* ---- campaign_table.c ---- */
void table_print(Campaign *c, const char *results);
#endif
