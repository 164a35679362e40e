/* cuckoo.c - `./run bench cuckoo`: cg_cuckoo under load (tests/templates/getm/cuckoo_load.c), in Icarus: what a request
 * costs against the share of occupied and of locked places. */
#include "bench.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void usage(FILE *to)
{
    fputs("Usage: ./run bench cuckoo [NAME=VALUE...]\n"
          "NAME=VALUE: a parameter of the block (default: WAYS=4 ROWS=170 STASH=4, a sixth of 4K entries).\n"
          "SEED, of the environment: of the requests (1)\n", to);
}

typedef struct { Bench *b; Words parameters; const char *seed; } Load;

/* What the compilers are told where the headers of VPI are. */
static Words headers(Bench *b)
{
    Words ask = {0}, found = {0};
    tool_add_text(b->a, &ask, "iverilog-vpi --cflags");
    Words flags = tool_split(b->a, bench_output(b, &ask), " \n");
    for (int i = 0; i < flags.n; i++)
        if (strncmp(flags.at[i], "-I", 2) == 0) tool_add(b->a, &found, flags.at[i]);
    return found;
}

/* SCRATCH/test.vpi, which makes the requests, and SCRATCH/sim. */
static void build(const Load *l)
{
    Bench *b = l->b;
    const char *here = tool_text(b->a, "%s/tests/templates", b->top), *cc = getenv("CC");
    Words module = {0}, sim = {0}, vpi = headers(b);
    tool_add(b->a, &module, cc && *cc ? cc : "gcc");
    tool_add_text(b->a, &module, "-std=c17 -O2 -Wall -Wextra -fPIC -shared");
    tool_add_all(b->a, &module, &vpi);
    tool_add(b->a, &module, tool_text(b->a, "-I%s/vpi", here));
    tool_add(b->a, &module, "-o");
    tool_add(b->a, &module, tool_text(b->a, "%s/test.vpi", b->scratch));
    tool_add(b->a, &module, tool_text(b->a, "%s/getm/cuckoo_load.c", here));
    tool_add(b->a, &module, tool_text(b->a, "%s/vpi/vpi_test.c", here));
    bench_do(b, &module);
    tool_add_text(b->a, &sim, "iverilog -g2005-sv -s cg_cuckoo_tb -y");
    tool_add(b->a, &sim, tool_text(b->a, "%s/templates", b->top));
    tool_add(b->a, &sim, "-I");
    tool_add(b->a, &sim, tool_text(b->a, "%s/vpi", here));
    for (int i = 0; i < l->parameters.n; i++)
        tool_add(b->a, &sim, tool_text(b->a, "-Pcg_cuckoo_tb.%s", l->parameters.at[i]));
    tool_add(b->a, &sim, "-o");
    tool_add(b->a, &sim, tool_text(b->a, "%s/sim", b->scratch));
    tool_add(b->a, &sim, tool_text(b->a, "%s/getm/cg_cuckoo_tb.v", here));
    bench_do(b, &sim);
}

static void head(Bench *b, const char *title)
{
    static const char *const lines[2][8] = {
        {"occu-", "lock-", "slots/", "moves/", "stash", "stash", "spills/", "evicted/"},
        {"pied", "ed", "request", "insert", "mean", "most", "insert", "insert"}};
    fprintf(b->out, "%s\n", title);
    for (int i = 0; i < 2; i++)
        fprintf(b->out, "%5s %5s %8s %8s %7s %6s %9s %9s\n", lines[i][0], lines[i][1], lines[i][2], lines[i][3],
                lines[i][4], lines[i][5], lines[i][6], lines[i][7]);
}

/* "PASS NAME FIGURE...": the figures are the line of the table. */
static void run(const Load *l, int occupied, int locked)
{
    Bench *b = l->b;
    Words command = {0};
    tool_add_text(b->a, &command, "vvp -n -M");
    tool_add(b->a, &command, b->scratch);
    tool_add_text(b->a, &command, "-m test");
    tool_add(b->a, &command, tool_text(b->a, "%s/sim", b->scratch));
    tool_add_text(b->a, &command, "+occupied=%d +locked=%d", occupied, locked);
    tool_add(b->a, &command, tool_text(b->a, "+seed=%s", l->seed));
    char *said = bench_output(b, &command);
    Words lines = tool_split(b->a, said, "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *name = strncmp(lines.at[i], "PASS ", 5) == 0 ? lines.at[i] + 5 : NULL;
        const char *figures = name ? strchr(name, ' ') : NULL;
        if (!figures) continue;
        fprintf(b->out, "%s\n", figures + 1);
        fflush(b->out);
        return;
    }
    fputs(said, stderr);
    tool_fatal(1, "a run that does not say PASS");
}

int bench_cuckoo(Bench *b, int argc, char **argv)
{
    static const char *const tools[] = {"iverilog", "vvp", "iverilog-vpi"};
    Load l = {.b = b, .seed = getenv("SEED") && *getenv("SEED") ? getenv("SEED") : "1"};
    tool_add_text(b->a, &l.parameters, "WAYS=4 ROWS=170 STASH=4");
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) { usage(stdout); return 0; }
        if (!isupper((unsigned char)argv[i][0]) || !strchr(argv[i], '='))
            bench_wrong(b, usage, "'%s' is not NAME=VALUE", argv[i]);
        tool_add(b->a, &l.parameters, argv[i]);
    }
    for (int i = 0; i < 3; i++)
        if (!tool_in_path(b->a, tools[i])) tool_fatal(3, "%s is not installed", tools[i]);
    build(&l);
    fputs("cg_cuckoo", b->out);
    for (int i = 0; i < l.parameters.n; i++) fprintf(b->out, " %s", l.parameters.at[i]);
    fprintf(b->out, ", seed %s\n", l.seed);
    head(b, "A tenth of the places locked, more and more of them occupied:");
    for (int p = 10; p <= 100; p += 10) run(&l, p, p < 20 ? p / 2 : 10);
    head(b, "All places occupied, more and more of them locked:");
    for (int p = 10; p <= 90; p += 10) run(&l, 100, p);
    run(&l, 100, 95);
    run(&l, 100, 99);
    return 0;
}
