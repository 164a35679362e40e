/* determinism.c - how many different outcomes programs have: each is run many times, with the same input and ever other
 * times (seed, latency, jitter and bandwidth of memory, back-pressure), and the different signatures are counted.
 * Exit status 1: a run failed, a design with quanta has two outcomes, or racey one elsewhere. */
#define _GNU_SOURCE
#include "trial.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char everything[] = "racey mixed twice parts chains ht transfers atm bfsr bfsf tiles triad";

typedef struct { const char *name, *program; bool quanta; } Machine;
typedef struct {
    Trial *t;
    long runs, seed;
    const char *keep;
    VEC(Machine) machines;
    Words programs, settings;
    Words why;          /* lines behind the row at hand */
    int status;
} Outcomes;

static void usage(FILE *to)
{
    fprintf(to,
        "Usage: ./run determinism [OPTION...] [PROGRAM...]\n"
        "Programs (default: all): %s\n"
        "Options:\n"
        "  --runs N     runs of each program on each design (default 20)\n"
        "  --seed N     of the first run (default 1); run k has seed N + k, and latencies and back-pressure drawn from "
        "it\n"
        "  --sim WHAT=PROGRAM\n"
        "               a simulator that is built already; may be repeated. WHAT is its name in the table, with +\n"
        "               behind it for a design with quanta: its runs are compared with the reference, answer by\n"
        "               answer (--model quanta)\n"
        "  --with P=N   a setting of the programs\n"
        "  --keep FILE  a line for each run: design, program, seed, signature\n", everything);
}
static void wrong(const char *what, const char *word)
{
    fprintf(stderr, "determinism: ");
    fprintf(stderr, what, word);
    fputc('\n', stderr);
    usage(stderr);
    exit(2);
}

/* The checksum of POSIX `cksum`. */
static uint32_t checksum(const char *text)
{
    uint32_t crc = 0;
    size_t n = strlen(text);
    for (size_t i = 0, left = n; i < n || left; i++) { /* the bytes, and those of the length, low ones first */
        uint8_t byte = i < n ? (uint8_t)text[i] : (uint8_t)left;
        if (i >= n) left >>= 8;
        crc ^= (uint32_t)byte << 24;
        for (int k = 0; k < 8; k++) crc = crc << 1 ^ (crc >> 31 ? 0x04c11db7u : 0);
    }
    return ~crc;
}

static char *result_of(Outcomes *o, long seed) { return tool_text(o->t->a, "%s/%ld", o->t->scratch, seed); }

/* Leaves "SIGNATURE", or "FAILED why: command", also if there is no signature. Times are drawn from the seed. With slow
 * memory the commit of a quantum takes longer than the simulator's watchdog waits if nobody says how long. */
static void run(Outcomes *o, const Machine *m, const char *program, long seed)
{
    Trial *t = o->t;
    Words command = {0};
    uint32_t x = checksum(tool_text(t->a, "times %ld\n", seed));
    char *log = tool_text(t->a, "%s.log", result_of(o, seed));
    tool_add(t->a, &command, m->program);
    tool_add(t->a, &command, "--test");
    tool_add(t->a, &command, program);
    for (int i = 0; i < o->settings.n; i++) {
        tool_add(t->a, &command, "--with");
        tool_add(t->a, &command, o->settings.at[i]);
    }
    if (m->quanta) tool_add_text(t->a, &command, "--model quanta");
    tool_add_text(t->a, &command, "--watchdog 1000000 --seed %ld --latency %u --jitter %u --bandwidth %u", seed, x % 97,
                  x / 97 % 61, 20 + x / 5917 % 181);
    tool_add_text(t->a, &command, "--backpressure %u", x / 1070977 % 61);
    int status = tool_run(t->a, log, 0, &command);
    const char *text = tool_read(t->a, log), *line = said_line(t, text, "signature");
    line += line ? strspn(line, " ") : 0;
    if (status != 0 || !line || !*line) {
        Words lines = tool_split(t->a, text, "\n");
        int i = 0;
        while (i < lines.n && !said_after(lines.at[i], "error") && !strstr(lines.at[i], "FAILED")) i++;
        char *all = "";
        for (int k = 0; k < command.n; k++) all = tool_text(t->a, "%s%s%s", all, k ? " " : "", command.at[k]);
        const char *why = !status ? "no signature" : tool_text(t->a, "exit status %d", status);
        if (i < lines.n) why = lines.at[i];
        tool_write(result_of(o, seed), tool_text(t->a, "FAILED %s: %s", why, all));
    } else tool_write(result_of(o, seed), line);
}

/* All seeds, several at a time; how many outcomes, and how many runs that failed. */
static int outcomes(Outcomes *o, const Machine *m, const char *program, int *failed)
{
    Trial *t = o->t;
    bool done = true;
    fflush(NULL);
    for (int w = 0; w < t->jobs; w++) {
        pid_t pid = fork();
        if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
        if (pid) continue;
        for (long i = w; i < o->runs; i += t->jobs) run(o, m, program, o->seed + i);
        _exit(0);
    }
    for (int w = 0, status; w < t->jobs; w++) {
        while (wait(&status) < 0)
            if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
        done &= status == 0;
    }
    if (!done) tool_fatal(3, "a process with runs of %s has ended early", program); /* what is there may be older */
    FILE *keep = o->keep ? fopen(o->keep, "a") : NULL;
    if (o->keep && !keep) tool_fatal(3, "cannot write %s: %s", o->keep, strerror(errno));
    Words seen = {0};
    *failed = 0;
    for (long i = 0; i < o->runs; i++) {
        char *result = tool_read(t->a, result_of(o, o->seed + i));
        if (!result) tool_fatal(3, "a run has left nothing");
        if (keep) fprintf(keep, "%s%s %s %ld %s\n", m->name, m->quanta ? "+" : "", program, o->seed + i, result);
        if (said_after(result, "FAILED")) {
            if (!(*failed)++) tool_add(t->a, &o->why, result);
            continue;
        }
        result[strcspn(result, " ")] = 0;
        int k = 0;
        while (k < seen.n && strcmp(seen.at[k], result) != 0) k++;
        if (k == seen.n) tool_add(t->a, &seen, result);
    }
    if (keep && fclose(keep) != 0) tool_fatal(3, "cannot write %s: %s", o->keep, strerror(errno));
    return seen.n;
}

static void row(Outcomes *o, const char *program)
{
    Trial *t = o->t;
    printf("%-10s", program);
    o->why.n = 0;
    for (int i = 0; i < o->machines.n; i++) {
        const Machine *m = &o->machines.at[i];
        int failed, n = outcomes(o, m, program, &failed);
        printf(" %16s", failed ? tool_text(t->a, "%d, %d failed", n, failed) : tool_text(t->a, "%d", n));
        if (failed || (m->quanta && n != 1)) o->status = 1;
        if (m->quanta || failed || n != 1 || strcmp(program, "racey") != 0) continue;
        o->status = 1;
        tool_add(t->a, &o->why, "racey has one outcome without quanta: is it run with different times?");
    }
    putchar('\n');
    for (int i = 0; i < o->why.n; i++) puts(o->why.at[i]);
    fflush(stdout);
}

static void options(Outcomes *o, int argc, char **argv)
{
    Trial *t = o->t;
    Words all = tool_split(t->a, everything, " ");
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : "", *equals = strchr(value, '=');
        bool runs = strcmp(word, "--runs") == 0, with = strcmp(word, "--with") == 0 || strcmp(word, "--set") == 0;
        if (strcmp(word, "--help") == 0) { usage(stdout); exit(0); }
        if (runs || strcmp(word, "--seed") == 0) {
            if (!tool_number(value, 0, 999999999, runs ? &o->runs : &o->seed)) wrong("%s: a number is missing", word);
        } else if (strcmp(word, "--sim") == 0) {
            if (!equals || equals == value) wrong("%s: WHAT=PROGRAM is missing", word);
            bool quanta = equals[-1] == '+';
            Machine m = {tool_text(t->a, "%.*s", (int)(equals - value) - quanta, value), equals + 1, quanta};
            vec_push(t->a, &o->machines, m);
        } else if (with) {
            if (!equals) wrong("%s: P=N is missing", word);
            tool_add(t->a, &o->settings, value);
        } else if (strcmp(word, "--keep") == 0) {
            if (!*value) wrong("%s: a file is missing", word);
            o->keep = value;
        } else {
            int k = 0;
            while (k < all.n && strcmp(all.at[k], word) != 0) k++;
            if (k == all.n) wrong("no program or option '%s'", word);
            tool_add(t->a, &o->programs, word);
            continue;
        }
        i++;
    }
    if (!o->machines.n) wrong("no design: %s", "--sim");
    if (!o->programs.n) o->programs = all;
}

int trial_determinism(Trial *t, int argc, char **argv)
{
    Outcomes of = {.t = t, .runs = 20, .seed = 1}, *o = &of;
    options(o, argc, argv);
    printf("%-10s", "program");
    for (int i = 0; i < o->machines.n; i++)
        printf(" %16s", tool_text(t->a, "%s%s", o->machines.at[i].name, o->machines.at[i].quanta ? "+" : ""));
    printf("    of %ld runs, seeds %ld to %ld\n", o->runs, o->seed, o->seed + o->runs - 1);
    for (int i = 0; i < o->programs.n; i++) row(o, o->programs.at[i]);
    return o->status;
}
