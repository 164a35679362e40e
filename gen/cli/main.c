/* main.c - cohgen: runs one command. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { ARENA_LIMIT_MB = 1024, ERRORS_SHOWN = 100 };

static bool use_color(ColorMode mode)
{
    return mode == COLOR_ALWAYS || (mode == COLOR_AUTO && isatty(STDERR_FILENO));
}

static int run(Arena *a, Diags *d, const Options *o)
{
    switch (o->command) {
    case CMD_CHECK: return command_check(a, d, o);
    case CMD_EMIT: return command_emit(a, d, o);
    case CMD_TABLE: return command_table(a, d, o);
    case CMD_CHART: return command_chart(a, d, o);
    case CMD_DOC: return command_doc(a, d, o);
    case CMD_STATS: return command_stats(a, d, o);
    case CMD_PARAMS: return command_params(a, d, o);
    case CMD_VERIFY: return command_verify(a, d, o);
    case CMD_STEP: return command_step(a, d, o);
    case CMD_HELP: options_help(stdout, o->topic); return EXIT_OK;
    case CMD_VERSION: printf("cohgen %s\n", COHGEN_VERSION); return EXIT_OK;
    }
    return EXIT_USAGE;
}

/* A full disk or a closed pipe shows only when the last of the output is written. */
static int close_output(int status)
{
    bool failed = ferror(stdout) != 0, reported = failed && status == EXIT_ENV;
    if (fclose(stdout) == 0 && !failed) return status;
    if (!reported) fprintf(stderr, "cohgen: cannot write the output: %s\n", strerror(errno));
    return EXIT_ENV;
}

int main(int argc, char **argv)
{
    Arena *a = arena_create((size_t)ARENA_LIMIT_MB << 20);
    Options o;
    int status = EXIT_USAGE;
    signal(SIGXFSZ, SIG_IGN);      /* a limit on files is an error of writing */
    if (options_parse(a, argc, argv, &o)) {
        Diags *d = diags_create(a);
        status = run(a, d, &o);
        diag_print(d, stderr, use_color(o.color), ERRORS_SHOWN);
        status = close_output(status);
    }
    arena_destroy(a);
    return status;
}
