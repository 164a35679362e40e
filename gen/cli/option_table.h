/* option_table.h - commands and options as tables: parsing, help, completion and manual pages are made from them.
 * Internal to gen/cli. */
#ifndef CG_CLI_OPTION_TABLE_H
#define CG_CLI_OPTION_TABLE_H
#include "cli/options.h"
#include <stdint.h>

typedef struct { const char *name; Command id; int min_files, max_files; const char *files, *what, *more; } CommandInfo;

typedef enum {
    OPT_COLOR,
    OPT_DIAGNOSTICS,
    OPT_SET,
    OPT_VALUES,
    OPT_OUTPUT,
    OPT_RESET,
    OPT_HARNESS,
    OPT_OPEN,
    OPT_BLOCKS,
    OPT_FORMAT,
    OPT_CONTROLLER,
    OPT_COVERAGE_OF,
    OPT_CHART_FORMAT,
    OPT_SPEC,
    OPT_FIRST,
    OPT_LAST,
    OPT_KEY,
    OPT_CHART,
    OPT_SEARCH,
    OPT_SYSTEM,
    OPT_CORES,
    OPT_WARPS,
    OPT_LINES,
    OPT_CELLS,
    OPT_OPS,
    OPT_STAMPS,
    OPT_TICKS,
    OPT_QUEUES,
    OPT_POSTED,
    OPT_NO_ATOMICS,
    OPT_PHYSICAL,
    OPT_KEYED,
    OPT_NO_SYMMETRY,
    OPT_NO_DRAIN,
    OPT_EVICT_FOR_ROOM,
    OPT_PROGRESS,
    OPT_FAIR,
    OPT_SERVED,
    OPT_ALLOW,
    OPT_LITMUS,
    OPT_PRELOADS,
    OPT_MODEL,
    OPT_REPLAY,
    OPT_RACES,
    OPT_RANDOM_RUN,
    OPT_SEED,
    OPT_COVERAGE,
    OPT_EXPECT_COVERAGE,
    OPT_COVERAGE_FILE,
    OPT_BAD_LINES,
    OPT_OUTSIDE,
    OPT_FAILS,
    OPT_MEMORY,
    OPT_THREADS,
    OPT_COMPACT, OPT_PLAIN,
    OPT_TIME,
    OPT_SAVE, OPT_SAVE_EVERY, OPT_RESUME, OPT_PARTITION, OPT_EXCHANGE, OPT_PATIENCE,
    OPT_EXPORT,
    OPT_HELP,                        /* from here on no command needs to know that it was given */
    OPT_VERSION
} OptionId;
enum {
    OF_CHECK = 1 << CMD_CHECK,
    OF_EMIT = 1 << CMD_EMIT,
    OF_TABLE = 1 << CMD_TABLE,
    OF_CHART = 1 << CMD_CHART,
    OF_DOC = 1 << CMD_DOC,
    OF_STATS = 1 << CMD_STATS,
    OF_PARAMS = 1 << CMD_PARAMS,
    OF_VERIFY = 1 << CMD_VERIFY,
    OF_STEP = 1 << CMD_STEP,
    OF_ALL = -1,
    OF_INPUT = OF_CHECK | OF_EMIT | OF_TABLE | OF_DOC | OF_STATS | OF_PARAMS | OF_VERIFY | OF_STEP
};

/* min < max: the value is a number of that range. */
typedef struct {
    const char *name;
    char letter;
    OptionId id;
    const char *arg;
    const char *choices;
    int commands;
    const char *what;
    int min, max;
} OptionInfo;

enum { MAX_COMMANDS = 24, MAX_OPTIONS = 128 }; /* the tables fit: option_table.c looks */
extern const CommandInfo cg_commands[];
extern const int cg_n_commands;
extern const OptionInfo cg_options[];
extern const int cg_n_options;

const CommandInfo *command_info(Command id);
#endif
