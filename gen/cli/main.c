/* main.c - cohgen: runs one command. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "util/diag_data.h"
#include <errno.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ARENA_LIMIT_MB = 1024, ERRORS_SHOWN = 100, STACK_KB = 1024 };

/* NO_COLOR (if it is not empty) and terminals that know no colours are asked only where --color does not say. */
static bool use_color(ColorMode mode)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool can = (!no || !*no) && (!term || strcmp(term, "dumb") != 0);
    return mode == COLOR_ALWAYS || (mode == COLOR_AUTO && can && isatty(STDERR_FILENO));
}

/* False: a document for programs is not there, or not whole. */
static bool print_diagnostics(Arena *a, Diags *d, const Options *o)
{
    Buf b;
    if (o->diagnostics == DIAGNOSTICS_TEXT) {
        diag_print(d, stderr, use_color(o->color), ERRORS_SHOWN);
        return true;
    }
    buf_init(&b, a);
    if (o->diagnostics == DIAGNOSTICS_JSON) diag_json(&b, d, ERRORS_SHOWN);
    else diag_sarif(&b, d, ERRORS_SHOWN, COHGEN_VERSION);
    return fwrite(b.at, 1, b.n, stderr) == b.n && fflush(stderr) == 0;
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
    case CMD_COMPLETION: return options_completion(stdout, o->files.at[0]) ? EXIT_OK : EXIT_USAGE;
    case CMD_MANUAL: return options_manual(stdout, o->files.n ? o->files.at[0] : NULL) ? EXIT_OK : EXIT_USAGE;
    case CMD_HELP: options_help(stdout, o->topic); return EXIT_OK;
    case CMD_VERSION: printf("cohgen %s\n", COHGEN_VERSION); return EXIT_OK;
    }
    return EXIT_USAGE;
}

/* A full disk or a closed pipe shows only when the last of the output is written. why: an error seen before, or 0. */
static int close_output(int status, int why)
{
    bool failed = ferror(stdout) != 0, reported = failed && status == EXIT_ENV, said = __fpending(stdout) > 0;
    if (fclose(stdout) == 0 && !failed) return status;
    if (!failed && !said) return status;             /* closed from the beginning, and nothing to say */
    if (!reported) fprintf(stderr, "cohgen: cannot write the output: %s\n", strerror(why ? why : errno));
    return EXIT_ENV;
}

/* Room on the stack, also of threads, for which the C library takes the limit when the program starts: so it starts
 * again with a larger one, or says so where it may not have it. */
static bool enough_stack(char **argv)
{
    struct rlimit limit;
    const rlim_t need = (rlim_t)STACK_KB << 10;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= need) return true;
    limit.rlim_cur = need;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < need) limit.rlim_max = need; /* some may */
    if (setrlimit(RLIMIT_STACK, &limit) == 0) execv("/proc/self/exe", argv);
    fprintf(stderr, "cohgen: error: the stack is too small: ulimit -s %d\n", STACK_KB);
    return false;
}

int main(int argc, char **argv)
{
    if (!enough_stack(argv)) return EXIT_ENV;
    Arena *a = arena_create((size_t)ARENA_LIMIT_MB << 20);
    Options o;
    int status = EXIT_USAGE;
    signal(SIGXFSZ, SIG_IGN);      /* a limit on files is an error of writing */
    if (options_parse(a, argc, argv, &o)) {
        Diags *d = diags_create(a);
        if (o.diagnostics == DIAGNOSTICS_TEXT) diag_live(d, stderr, use_color(o.color), ERRORS_SHOWN);
        status = run(a, d, &o);
        int why = fflush(stdout) != 0 || ferror(stdout) ? errno : 0;
        if (!print_diagnostics(a, d, &o)) status = EXIT_ENV;
        status = close_output(status, why);
    }
    arena_destroy(a);
    return status;
}
