/* options.h - the command line as data. */
#ifndef CG_CLI_OPTIONS_H
#define CG_CLI_OPTIONS_H
#include <stdbool.h>
#include <stdio.h>
#include "emit/table.h"
#include "verify/verify.h"
#include "util/arena.h"
#include "util/str.h"

typedef enum {
    CMD_CHECK,
    CMD_EMIT,
    CMD_TABLE,
    CMD_DOC,
    CMD_CHART,
    CMD_STATS,
    CMD_PARAMS,
    CMD_VERIFY,
    CMD_STEP,
    CMD_COMPLETION,
    CMD_MANUAL,
    CMD_HELP,
    CMD_VERSION
} Command;
typedef enum { CHART_BY_NAME, CHART_TEXT, CHART_SVG, CHART_HTML } ChartFormat;
typedef enum { DIAGNOSTICS_TEXT, DIAGNOSTICS_JSON, DIAGNOSTICS_SARIF } DiagnosticsFormat;
typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorMode;

/* A model for another checker, in the order of the words of --export. */
typedef enum { EXPORT_NONE, EXPORT_PROMELA, EXPORT_MURPHI } Export;

typedef struct {
    Command command;
    VEC(const char *) files;
    VEC(Str) sets;                   /* NAME=VALUE */
    const char *dir;                 /* -o, or NULL */
    const char *replay_dir;          /* --replay, or NULL */
    const char *races_dir;           /* --races, or NULL */
    VEC(const char *) blocks;        /* --blocks */
    VEC(const char *) coverage;      /* --coverage FILE of doc and table */
    const char *coverage_file;       /* of verify, or NULL */
    const char *chart;               /* --chart of verify, or NULL */
    const char *spec, *key;          /* of chart, or NULL */
    ChartFormat chart_format;
    int first, last;                 /* of chart; last 0: no end */
    const char *controller;          /* --controller, or NULL */
    bool async_reset, replay_harness;
    const char *open;                /* --open, or NULL */
    TableFormat format;
    ColorMode color;
    DiagnosticsFormat diagnostics;
    VerifyOptions verify;
    const char *search;              /* --search, or NULL */
    Export export;
    const char *topic;               /* help on this command, or NULL */
} Options;

/* False: the command line is wrong and a message with a hint has been written to stderr. */
bool options_parse(Arena *a, int argc, char **argv, Options *out);
/* Help on everything, or on one command. */
void options_help(FILE *to, const char *topic);
/* For a shell; false after a message: none of that name. */
bool options_completion(FILE *to, const char *shell);
/* A manual page, in man(7): of everything, or of one command; false after a message: none of that name. */
bool options_manual(FILE *to, const char *topic);
#endif
