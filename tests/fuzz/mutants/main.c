/* main.c - makes mutants of the stock specifications, and wants of each that it is refused with a place, or emitted as
 * Verilog that all tools take. With REPLAYS in the environment a random run of the model of each is replayed in it too
 * (scripts/replay.sh, with the libraries that stand beside COHGEN).
 *
 *   mutants TOP COHGEN OUT COUNT|SECONDSs [SEED]   OUT: folder for what fails
 *   mutants TOP COHGEN OUT =NUMBER SEED            that one again, with its changes
 *
 * Mutants come in chains of CHAIN: each is made of the last one of its chain that was accepted, by one to three more
 * changes. So one in two or three is accepted, and those at the end of a chain have many changes. */
#include "judge.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CHAIN = 8, MAX_CHANGES = 64, MAX_TRIES = 40, KINDS_OF_FAILURE = 200, FAILURE_TEXT = 200 };

static const Operator *const tables[] = {value_operators, attr_operators, tree_operators, new_operators,
                                         name_operators};
enum { TABLES = sizeof tables / sizeof *tables, MAX_OPERATORS = 64 };

typedef struct {
    uint64_t seed;
    char note[256];
    const char *operator;
} Change;
typedef struct {
    const Stock *stock;
    Change at[MAX_CHANGES];
    int n;
} History;
typedef struct {
    char text[FAILURE_TEXT];
    int count;
} Failure;

typedef struct {
    const char *top, *out;
    char scratch[64];
    uint64_t seed;
    Stock *stock;
    int n_stock;
    Judge judge;
    long made, count[4];
    struct {
        const char *name;
        long made, accepted;
    } operators[MAX_OPERATORS];
    Failure failures[KINDS_OF_FAILURE];
    int n_failures;
} Fuzz;

/* ---- changes ---- */

static const Operator *operator_draw(Mutant *m)
{
    uint32_t sum = 0;
    for (int t = 0; t < TABLES; t++)
        for (const Operator *o = tables[t]; o->name; o++) sum += (uint32_t)o->weight;
    uint32_t wanted = draw(m, sum);
    for (int t = 0; t < TABLES; t++)
        for (const Operator *o = tables[t]; o->name; o++) {
            if (wanted < (uint32_t)o->weight) return o;
            wanted -= (uint32_t)o->weight;
        }
    return value_operators;
}

/* The change of this seed; false if it finds no place. The mutant is as it was then. */
static bool change(Mutant *m, Change *c)
{
    Mutant copy;
    mutant_copy(&copy, m);
    copy.random = copy.next_id = c->seed;
    const Operator *o = operator_draw(&copy);
    c->operator= o->name;
    copy.note[0] = 0;
    if (!o->apply(&copy)) {
        mutant_free(&copy);
        return false;
    }
    snprintf(c->note, sizeof c->note, "%s", copy.note);
    mutant_free(m);
    *m = copy;
    return true;
}

static void write_mutant(Fuzz *z, const Mutant *m)
{
    char path[600];
    snprintf(path, sizeof path, "%s/mutant.xml", z->scratch);
    if (xmlSaveFormatFile(path, m->doc, 1) < 0) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(3);
    }
}

/* ---- failures ---- */

static void copy_file(const char *from, const char *to)
{
    char block[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    for (size_t n; in && out && (n = fread(block, 1, sizeof block, in)) > 0;) fwrite(block, 1, n, out);
    if (in) fclose(in);
    if (out) fclose(out);
}

/* What failed, and the first line of the log without its numbers: the same mistake mostly has the same. */
static void failure_text(Fuzz *z, char out[FAILURE_TEXT])
{
    char path[600], line[512] = "", text[101];
    snprintf(path, sizeof path, "%s/log", z->scratch);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f) && !strstr(line, "rror") && !strstr(line, "arning") &&
           !strstr(line, "ERROR") && !strstr(line, "DIVERGED"))
        continue;
    if (f) fclose(f);
    int n = 0;
    for (const char *c = line; *c && *c != '\n' && n < 100; c++)
        if (*c < '0' || *c > '9') text[n++] = *c;
    text[n] = 0;
    snprintf(out, FAILURE_TEXT, "%s: %.100s", z->judge.what, text);
}

static Failure *failure_of(Fuzz *z, const char *text)
{
    for (int i = 0; i < z->n_failures; i++)
        if (!strcmp(z->failures[i].text, text)) return &z->failures[i];
    if (z->n_failures == KINDS_OF_FAILURE) return &z->failures[KINDS_OF_FAILURE - 1];
    Failure *f = &z->failures[z->n_failures++];
    snprintf(f->text, sizeof f->text, "%s", text);
    return f;
}

static Verdict judge_whole(Fuzz *z, bool with_harness)
{
    Verdict v = judge_design(&z->judge, with_harness);
    return v == MUTANT_FINE && z->judge.replays ? judge_replay(&z->judge) : v;
}

/* Does the specification with these changes but one fail as `text` says? It is SCRATCH/mutant.xml then. */
static bool fails_without(Fuzz *z, const History *h, int without, const char *text, bool with_harness)
{
    Mutant m;
    Verdict v;
    char now[FAILURE_TEXT];
    if (!mutant_load(&m, z->top, h->stock)) exit(3);
    for (int i = 0; i < h->n; i++) {
        Change c = h->at[i];
        if (i != without) change(&m, &c);
    }
    write_mutant(z, &m);
    mutant_free(&m);
    if (judge_accepts(&z->judge, &v)) v = judge_whole(z, with_harness);
    if (v == MUTANT_FAILED) failure_text(z, now);
    return v == MUTANT_FAILED && !strcmp(now, text);
}

/* Keeps the mutant and the log; then with as few changes as it takes, as small.xml. */
static void keep(Fuzz *z, long number, History h, bool with_harness)
{
    char folder[700], from[600], to[800], text[FAILURE_TEXT];
    failure_text(z, text);
    Failure *f = failure_of(z, text);
    bool first = f->count++ == 0;
    printf("FAIL mutant %ld of seed %llu (%s): %s\n", number, (unsigned long long)z->seed, h.stock->path, text);
    if (!first) return;
    snprintf(folder, sizeof folder, "%s/%llu-%ld", z->out, (unsigned long long)z->seed, number);
    mkdir(z->out, 0777);
    mkdir(folder, 0777);
    const char *const files[] = {"mutant.xml", "log"};
    for (int i = 0; i < 2; i++) {
        snprintf(from, sizeof from, "%s/%s", z->scratch, files[i]);
        snprintf(to, sizeof to, "%s/%s", folder, files[i]);
        copy_file(from, to);
    }
    for (int i = 0; i < h.n;)
        if (fails_without(z, &h, i, text, with_harness)) {
            memmove(&h.at[i], &h.at[i + 1], (size_t)(--h.n - i) * sizeof h.at[0]);
        } else {
            i++;
        }
    if (fails_without(z, &h, -1, text, with_harness)) {
        snprintf(from, sizeof from, "%s/mutant.xml", z->scratch);
        snprintf(to, sizeof to, "%s/small.xml", folder);
        copy_file(from, to);
    }
    for (int i = 0; i < h.n; i++) printf("     %s: %s\n", h.at[i].operator, h.at[i].note);
    printf("     %s\n", folder);
}

/* ---- chains ---- */

static void count_operators(Fuzz *z, const History *h, int from, bool accepted)
{
    if (h->n != from + 1) return; /* of one change only it is known whose it is */
    for (int i = 0; i < MAX_OPERATORS; i++) {
        if (z->operators[i].name && strcmp(z->operators[i].name, h->at[from].operator)) continue;
        z->operators[i].name = h->at[from].operator;
        z->operators[i].made++;
        z->operators[i].accepted += accepted;
        return;
    }
}

static const Stock *stock_draw(const Fuzz *z, uint64_t random)
{
    uint64_t sum = 0;
    for (int i = 0; i < z->n_stock; i++) sum += (uint64_t)z->stock[i].weight;
    uint64_t wanted = random % sum;
    for (int i = 0; i < z->n_stock; i++) {
        if (wanted < (uint64_t)z->stock[i].weight) return &z->stock[i];
        wanted -= (uint64_t)z->stock[i].weight;
    }
    return z->stock;
}

typedef struct {
    Mutant base;
    History history;
    uint64_t random;
} Chain;

static void chain_begin(Fuzz *z, Chain *c, long number)
{
    c->random = mix(z->seed * 0x10001u + (uint64_t)((number - 1) / CHAIN));
    c->history = (History){.stock = stock_draw(z, c->random)};
    if (!mutant_load(&c->base, z->top, c->history.stock)) {
        fprintf(stderr, "cannot read %s\n", c->history.stock->path);
        exit(3);
    }
}

/* One more mutant; the tools see it if `judged`. */
static Verdict chain_step(Fuzz *z, Chain *c, long number, bool judged)
{
    Mutant m;
    History h = c->history;
    mutant_copy(&m, &c->base);
    c->random = mix(c->random);
    int from = h.n, wanted = c->random % 10 < 7 ? 1 : c->random % 10 < 9 ? 2 : 3;
    for (int tries = 0; wanted && tries < MAX_TRIES && h.n < MAX_CHANGES; tries++) {
        c->random = mix(c->random);
        h.at[h.n].seed = c->random;
        if (!change(&m, &h.at[h.n])) continue;
        h.n++;
        wanted--;
    }
    write_mutant(z, &m);
    Verdict v;
    bool accepted = judge_accepts(&z->judge, &v), with_harness = number % 4 == 0;
    if (judged) count_operators(z, &h, from, accepted);
    z->judge.seed = mix(c->random);
    if (accepted && judged) v = judge_whole(z, with_harness);
    if (judged && v == MUTANT_FAILED) keep(z, number, h, with_harness);
    if (judged && v == MUTANT_NOT_BUILT) {
        char text[FAILURE_TEXT];
        snprintf(z->judge.what, sizeof z->judge.what, "emit refuses what check took");
        failure_text(z, text);
        printf("NOT BUILT mutant %ld of seed %llu (%s): %s\n", number, (unsigned long long)z->seed, h.stock->path,
               text);
    }
    if (accepted && v != MUTANT_FAILED) {
        mutant_free(&c->base);
        c->base = m;
        c->history = h;
    } else {
        mutant_free(&m);
    }
    return v;
}

static void report(const Fuzz *z, double seconds)
{
    static const char *const stages[] = {"check", "emit", "iverilog", "verilator", "yosys", "test bench", "replay"};
    printf("\noperator             alone  accepted\n");
    for (int i = 0; i < MAX_OPERATORS && z->operators[i].name; i++)
        printf("%-20s %5ld   %5.1f %%\n", z->operators[i].name, z->operators[i].made,
               100.0 * (double)z->operators[i].accepted / (double)z->operators[i].made);
    printf("\nstage          runs   seconds  each\n");
    for (int i = 0; i < STAGES; i++)
        printf("%-12s %6ld  %8.1f  %.3f%s\n", stages[i], z->judge.runs[i], z->judge.seconds[i],
               z->judge.runs[i] ? z->judge.seconds[i] / (double)z->judge.runs[i] : 0.0, "");
    printf("designs seen before: %ld\n\n", z->judge.cached[STAGE_VERILATOR]);
    for (int i = 0; i < z->n_failures; i++) printf("%4d x %s\n", z->failures[i].count, z->failures[i].text);
    long accepted = z->count[MUTANT_FINE] + z->count[MUTANT_NOT_BUILT];
    printf("seed %llu: %ld mutants in %.0f s, %ld refused, %ld accepted (%.1f %%): %ld of these for the tools, %ld not "
           "built yet; %ld failures\n",
           (unsigned long long)z->seed, z->made, seconds, z->count[MUTANT_REFUSED], accepted,
           100.0 * (double)accepted / (double)(z->made ? z->made : 1), z->count[MUTANT_FINE],
           z->count[MUTANT_NOT_BUILT], z->count[MUTANT_FAILED]);
}

static void replay(Fuzz *z, long number)
{
    Chain c;
    Verdict v = MUTANT_REFUSED;
    long first = (number - 1) / CHAIN * CHAIN + 1;
    chain_begin(z, &c, first);
    for (long i = first; i <= number; i++) v = chain_step(z, &c, i, true);
    printf("mutant %ld of seed %llu, of %s: %s\n", number, (unsigned long long)z->seed, c.history.stock->path,
           v == MUTANT_FAILED    ? z->judge.what
           : v == MUTANT_REFUSED ? "refused"
           : v == MUTANT_FINE    ? "fine"
                                 : "not built yet");
    for (int i = 0; i < c.history.n; i++) printf("  %s: %s\n", c.history.at[i].operator, c.history.at[i].note);
    z->count[v]++;
    mutant_free(&c.base);
}

static void fuzz(Fuzz *z, long count, double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    double start = (double)t.tv_sec, now = start, told = start;
    Chain c;
    while (count ? z->made < count : now - start < seconds) {
        long number = ++z->made;
        if ((number - 1) % CHAIN == 0) chain_begin(z, &c, number);
        z->count[chain_step(z, &c, number, true)]++;
        if (number % CHAIN == 0) mutant_free(&c.base);
        clock_gettime(CLOCK_MONOTONIC, &t);
        now = (double)t.tv_sec;
        if (now - told >= 60)
            printf("%ld mutants, %ld failures, %.0f s\n", z->made, z->count[MUTANT_FAILED], (told = now) - start);
        fflush(stdout);
    }
    if (z->made % CHAIN) mutant_free(&c.base);
    report(z, now - start);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: mutants TOP COHGEN OUT COUNT|SECONDSs|=NUMBER [SEED]\n");
        return 2;
    }
    static Fuzz z;
    char path[1024], *end;
    z = (Fuzz){.top = argv[1],
               .out = argv[3],
               .seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1,
               .scratch = "/dev/shm/mutants.XXXXXX"};
    if (access("/dev/shm", W_OK)) snprintf(z.scratch, sizeof z.scratch, "/tmp/mutants.XXXXXX");
    long number = strtol(argv[4] + (*argv[4] == '='), &end, 10);
    if (number < 1 || (*end && strcmp(end, "s"))) {
        fprintf(stderr, "mutants: '%s' is no number of mutants, or of seconds\n", argv[4]);
        return 2;
    }
    if (!mkdtemp(z.scratch)) return 3;
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0);
    z.judge = (Judge){.cohgen = argv[2],
                      .top = argv[1],
                      .replays = getenv("REPLAYS") != NULL,
                      .scratch = z.scratch,
                      .seen = calloc(SEEN_MAX, sizeof(uint64_t))};
    snprintf(path, sizeof path, "%s/tests/fuzz/mutants/stock%s", z.top, z.judge.replays ? "_replayed" : "");
    z.stock = stock_list(path, &z.n_stock);
    grammar_load(z.top);
    printf("seed %llu\n", (unsigned long long)z.seed);
    if (*argv[4] == '=')
        replay(&z, number);
    else
        fuzz(&z, *end ? 0 : number, (double)number);
    snprintf(path, sizeof path, "rm -rf %s", z.scratch);
    return system(path) || z.count[MUTANT_FAILED] ? 1 : 0;
}
