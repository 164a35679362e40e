/* verify.c - `./run bench verify`: the speed of the model checker on MSI, MESI and RCC: states and transitions, seconds
 * that go by and of processor time, states and transitions per second that goes by, states per second of processor time
 * of all threads together (what can be compared when the machine does other work), bytes per state (packed, and with
 * the table). +: cut by the time of a row or by the memory. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int budget = 240, memory = 2000, most = 5;
static const char *threads = "1 2", *lines = "1 2", *program;

static void usage(FILE *to)
{
    fputs("Usage: ./run bench verify [OPTION...]\n"
          "  --budget SECONDS   for all rows together; what a row leaves over is for those behind it (default 240)\n"
          "  --memory MB        of each search (default 2000)\n"
          "  --cores N          2 to N cores (default 5)\n"
          "  --lines 'LIST'     (default '1 2')\n"
          "  --threads 'LIST'   (default '1 2')\n"
          "  --program FILE     another cohgen than that of `./run build`: build/fast/cohgen\n", to);
}

static const struct { const char *name, *spec, *options; } specs[] = {
    {"MSI", "tests/protocols/msi.xml", ""}, {"MESI", "specs/mesi/mesi.xml", "--ops 2"},
    {"RCC", "specs/rcc/rcc.xml", "--system bounded --stamp-max 5"},
};
enum { SPECS = sizeof specs / sizeof *specs };

static double seconds_left(double end, int rows)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double left = (end - (double)t.tv_sec) / rows;
    return left > 1 ? left : 1;
}

static const char *word(const Words *w, int i) { return i < w->n ? w->at[i] : ""; }

/* What `cohgen verify` says of its search, as a row. */
void verify_row(Bench *b, const char *name, const char *said)
{
    Words all = tool_split(b->a, said, "\n");
    const char *states = "0", *transitions = "0", *more = " ", *wall = "0", *rate = "0", *moves = "0", *packed = "",
        *table = "";
    double cpu = 0;
    for (int i = 0; i < all.n; i++) {
        Words w = tool_split(b->a, all.at[i], " ");
        if (strstr(all.at[i], " states, ") && strstr(all.at[i], " transitions, depth ")) {
            states = word(&w, 0);
            transitions = word(&w, 2);
            more = strstr(all.at[i], "not complete") ? "+" : " ";
        }
        if (!strstr(all.at[i], " states/s, ")) continue;
        wall = word(&w, 0);
        cpu = atof(word(&w, 2));
        rate = word(&w, 7);
        moves = word(&w, 10);
        packed = word(&w, 13);
        table = *word(&w, 17) ? word(&w, 17) + 1 : "";
    }
    double n = atof(states);
    fprintf(b->out, "%-40s %11.0f%s %12.0f %8.2f %8.2f %8d %9d %8d %7s %7s\n", name, n, more, atof(transitions),
            atof(wall),
            cpu, atoi(rate), atoi(moves), cpu > 0 ? (int)(n / cpu / 1000) : 0, packed, table);
    fflush(b->out);
}

static void table(Bench *b)
{
    Words each_lines = tool_split(b->a, lines, " "), each_threads = tool_split(b->a, threads, " ");
    int left = each_lines.n * each_threads.n * (most - 1) * 2 * SPECS;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double end = (double)t.tv_sec + budget;
    fprintf(b->out, "%-40s %12s %12s %8s %8s %8s %9s %8s %7s %7s\n", "configuration", "states", "transitions",
            "seconds",
            "CPU", "k st/s", "k trans/s", "k/CPU s", "B/state", "+table");
    for (int i = 0; i < each_lines.n * (most - 1) * SPECS * 2 * each_threads.n; i++) { /* the last changes fastest */
        int k = i;
        const char *of_threads = each_threads.at[k % each_threads.n];
        k /= each_threads.n;
        bool whole = k % 2;
        k /= 2;
        int s = k % SPECS;
        k /= SPECS;
        int cores = 2 + k % (most - 1);
        const char *of_lines = each_lines.at[k / (most - 1)];
        Words command = {0};
        tool_add(b->a, &command, program ? program : tool_text(b->a, "%s/cohgen", b->build));
        tool_add(b->a, &command, "verify");
        tool_add(b->a, &command, tool_text(b->a, "%s/%s", b->top, specs[s].spec));
        tool_add_text(b->a, &command,
                      "%s --warps 1 --cores %d --lines %s --threads %s %s --no-drain --memory %d --time %d",
                      specs[s].options, cores, of_lines, of_threads, whole ? "--no-symmetry" : "", memory,
                      (int)seconds_left(end, left--));
        Cost cost;
        char *said = bench_measured(b, &command, &cost);
        if (cost.status != 0 && cost.status != 3) {
            fputs(said, stderr);
            exit(1);
        }
        verify_row(b, tool_text(b->a, "%s %d cores %s lines %s %s thr.", specs[s].name, cores, of_lines,
                                whole ? "all      " : "symmetric", of_threads), said);
    }
}

static const Table tables[] = {{"table", table}, {NULL, NULL}};
static const Option options[] = {
    {"--budget", &budget, NULL, 1, NULL}, {"--memory", &memory, NULL, 1, NULL}, {"--cores", &most, NULL, 2, NULL},
    {"--lines", NULL, &lines, 0, NULL}, {"--threads", NULL, &threads, 0, NULL},
    {"--program", NULL, &program, 0, NULL}, {.option = NULL}
};

int bench_verify(Bench *b, int argc, char **argv)
{
    bench_options(b, argc, argv, options, tables, usage);
    const char *const lists[] = {lines, threads};
    for (int i = 0; i < 2; i++) {
        Words numbers = tool_split(b->a, lists[i], " ");
        bool right = numbers.n > 0;
        long n;
        for (int k = 0; k < numbers.n; k++) right &= tool_number(numbers.at[k], 1, 1000, &n);
        if (!right) bench_wrong(b, usage, "%s: a number is missing", i ? "--threads" : "--lines");
    }
    return bench_print(b, tables);
}
