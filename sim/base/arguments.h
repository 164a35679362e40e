/* arguments.h - command lines: one table of options says what there is, what it takes and what it is for; settings by
 * name (--with NAME=N). */
#ifndef COHGEN_SIM_ARGUMENTS_H
#define COHGEN_SIM_ARGUMENTS_H
#include "base/base.h"

/* value: what it takes, NULL: nothing; least, most: of a number, which has both or neither. */
typedef struct { const char *name, *value, *doc; uint64_t least, most; } SimArgument;

/* What becomes of an option's value: it was taken; it is not one; it was refused after a message. */
typedef enum { SIM_TAKEN, SIM_BAD, SIM_REFUSED } SimTaken;

enum { SIM_MOST_ARGUMENTS = 96 };
typedef struct {
    const SimArgument *table; int n; /* at most SIM_MOST_ARGUMENTS */
    int help, version, with;         /* options that -h, -V and --set, the name of --with in older scripts, are too */
    SimTaken (*apply)(void *options, int option, const char *value);
    /* prints what a value that is no number should have been; NULL: all are numbers */
    bool (*expected)(const void *options, int option, const char *value, FILE *out);
} SimArguments;

/* Applies all options; *first: the first of the other words, which stand behind the options then. Returns 0, or an exit
 * code after a message. */
int sim_arguments_parse(const SimArguments *a, void *options, int argc, char **argv, int *first);
/* Prints a message, and SIM_EXIT_USAGE is returned. */
int sim_usage(const char *text, const char *what);
/* Of cohgen. */
const char *sim_version(void);
/* A number without sign, decimal or 0x. */
bool sim_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);
/* Prints an option: how it is written, doc, `now` (its value, if it is a number), its range. */
void sim_arguments_print(const SimArgument *a, const uint64_t *now, FILE *out);

enum { SIM_MAX_SETS = 32 };
struct SimSet { const char *name; size_t length; uint64_t value; bool used; };

/* Takes NAME=N; false if it is not one, or there are too many. */
bool sim_set_parse(struct SimSet *sets, uint32_t *n, const char *text);
/* The last value of this name, all of which are marked as used; `value` if there is none. */
uint64_t sim_set_value(struct SimSet *sets, uint32_t n, const char *name, uint64_t value);
#endif
