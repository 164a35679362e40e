/* campaign.c - every single-point mutant of a specification, and which layer finds it.
 *
 * Layers; the first that finds the mutant is named:
 *   check      `cohgen check` has an error, or a warning where the original has none (the tests of specs refuse
 *              shipped files with warnings)
 *   verify     a search that the file names (`cohgen verify FILE` makes them all) ends with exit status 1; the quickest
 *              on the original come first
 *   reference  a program that compares the table with something else does: 1, or 2 if nothing can be built of it;
 *              programs are asked before the searches, scripts before the slow ones
 *   cover      none does, but rows, states or covers that they meet on the original are met by none of them
 *   litmus     `cohgen verify --litmus` of some tests does (RCC)
 *   sim        with --sim: a simulation of tests/mutate/sims does
 * A limit that is reached finds nothing. Marks of what survives: `equal`: the transition functions are those of the
 * original for every input, by their text or by z3, for the parameters of all its searches and the default ones; of
 * what is no part of them (first values, types, classes, priorities, victims) the whole Verilog is. No search is made
 * then. `same`: all searches visit as many states and transitions as on the original. `warned`: check warns, as of the
 * original.
 *
 * All mutants meet the quick searches before any meets a slow one, equality by z3, and what follows. What is finished
 * stays in DIR (the log of each search, DIR/N/result), and is not made again by the next run with the same DIR and
 * tables. DIR/results: a line for each mutant.
 *
 * Exit status: 0 done, whatever survives; 1 the original does not pass, or a program crashed; 2 wrong command line; 3 a
 * program is missing, or a file cannot be written. */
#define _XOPEN_SOURCE 700
#include "campaign.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "Usage: campaign [OPTION...] [NUMBER...]      no number: all mutants\n"
    "\n"
    "  --spec FILE          of which specification (default: RCC)\n"
    "  --out DIR            where logs and results stay (default: build/mutants/NAME)\n"
    "  --list               only write DIR/list, which numbers the mutants\n"
    "  --sample N           N of them, drawn evenly, always the same; a greater N adds to them\n"
    "  --searches NAME,...  these searches and references only, in this order, and check\n"
    "  --quick              only the quick searches\n"
    "  --sim                simulate what the other layers leave, a minute each\n"
    "  --jobs N             so many mutants at a time (default 1)\n"
    "\n"
    "Environment: SLOW: what quick searches do not exceed on the original, seconds of processor time (2); MOST: what\n"
    "takes longer there is left out (1000); LIMIT: of one search (60, quick ones less); MEMORY: MB of it (3000);\n"
    "COHGEN, MUTATE, REFERENCES (a folder): the programs.\n";

static const struct { const char *unit, *name, *path; } references[] = {
    /* from the quickest to the slowest */
    {"getm", "unit", "tx/test_tx_unit"}, {"getm", "table", "tx/test_tx_table"}, {"getm", "warp", "tx/test_tx_warp"},
    {"stc", "emu", "stc/test_stc_emu"}, {"stc", "cu", "stc/test_stc_cu"}, {"stc", "l2", "stc/test_stc_l2"},
    {"stc", "posted", "tests/stc/posted.sh"},
    {"rcc", "l1", "rcc/test_rcc_l1"}, {"rcc", "l2", "rcc/test_rcc_l2"},
    {"mesi", "l1", "mesi/test_mesi_l1"}, {"mesi", "dir", "mesi/test_mesi_dir"},
    {"mesi_wt", "l1", "mesi/test_mesi_wt_l1"}, {"mesi_wt", "l2", "mesi/test_mesi_wt_l2"},
    {"tcs", "l1", "tc/test_tcs_l1"}, {"tcs", "l2", "tc/test_tcs_l2"},
    {"tcw", "l1", "tc/test_tcw_l1"}, {"tcw", "l2", "tc/test_tcw_l2"},
    {"zunit", "l2", "gpudet/test_gpudet_l2"}, {"zunit", "zu", "gpudet/test_gpudet_zu"},
    {"zunit", "feed", "gpudet/test_gpudet_feed"}, {"zunit", "ordered", "tests/gpudet/ordered.sh"},
    {"zunit", "streams", "tests/gpudet/streams.sh"},
    {"gpudet/published", "streams", "tests/gpudet/published_streams.sh"},
    {"gpudet", "l2", "gpudet/test_gpudet_l2"}, {"gpudet", "zu", "gpudet/test_gpudet_zu"},
    {"gpudet", "ordered", "tests/gpudet/ordered.sh"}, {"gpudet", "programs", "tests/gpudet/programs.sh"},
};

static void wrong(const char *what, const char *word)
{
    fprintf(stderr, "mutants: %s%s\n%s", what, word, usage);
    exit(2);
}
static int number_of(const char *what, const char *word)
{
    long n = 0;
    if (!tool_number(word, 1, 1000000, &n))
        wrong(tool_text(arena_create(1 << 20), "%s'%s' is not a number from 1", what, word), "");
    return (int)n;
}
static double setting(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtod(text, NULL) : otherwise;
}
static const char *program(Campaign *c, const char *name, const char *path)
{
    const char *text = getenv(name);
    return text && *text ? text : tool_text(c->a, "%s/build/%s", c->top, path);
}

/* ---- the list ---- */
static void read_list(Campaign *c)
{
    char *file = tool_text(c->a, "%s/list", c->out);
    Words command = {0};
    tool_add(c->a, &command, c->mutate);
    tool_add(c->a, &command, c->spec);
    tool_add(c->a, &command, "--list");
    int status = tool_run(c->a, file, 0, &command);
    char *text = tool_read(c->a, file);
    if (status != 0 || !text) {
        fprintf(stderr, "%s", text ? text : "");
        tool_fatal(1, "%s cannot be mutated", c->spec);
    }
    Words lines = tool_split(c->a, text, "\n");
    for (int i = 0; i < lines.n; i++) {
        Words cell = tool_split(c->a, lines.at[i], "\t");
        if (cell.n != 4) tool_fatal(1, "the mutator's list has a line of %d cells", cell.n);
        vec_push(c->a, &c->list, ((Listed){atoi(cell.at[0]), cell.at[1], cell.at[2], cell.at[3]}));
    }
}

typedef struct { long long rank; int at; } Drawn;
static int by_rank(const void *a, const void *b)
{
    const Drawn *x = a, *y = b;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}
/* Which mutants: those that are named, or drawn, or all; places of the list. */
typedef VEC(int) Chosen;
static Chosen choose(Campaign *c, char **words, int n_words, int sample)
{
    Chosen chosen = {0};
    for (int i = 0; i < n_words; i++) {
        int wanted = number_of("", words[i]), at = 0;
        while (at < c->list.n && c->list.at[at].number != wanted) at++;
        if (at == c->list.n) wrong("there is no mutant ", words[i]);
        vec_push(c->a, &chosen, at);
    }
    if (n_words) return chosen;
    Drawn *drawn = NEW_N(c->a, Drawn, c->list.n + 1);
    long long x = 91648253;
    for (int i = 0; i < c->list.n; i++) drawn[i] = (Drawn){sample ? (x = x * 16807 % 2147483647) : i, i};
    qsort(drawn, (size_t)c->list.n, sizeof *drawn, by_rank);
    for (int i = 0; i < c->list.n && (!sample || i < sample); i++) vec_push(c->a, &chosen, drawn[i].at);
    return chosen;
}

/* ---- the original ---- */
/* What was found of other tables, or by searches that were others, is not of these. */
static void forget(Campaign *c, const char *text)
{
    char *file = tool_text(c->a, "%s/tables", c->out), *sum = tool_text(c->a, "%lx\n", spec_tables(text));
    char *before = tool_read(c->a, file);
    Words made = tool_entries(c->a, c->out);
    bool others = !before || strcmp(before, sum) != 0;
    for (int i = 0; others && i < made.n; i++)
        if (isdigit((unsigned char)made.at[i][0]) || strcmp(made.at[i], "original") == 0)
            tool_remove(tool_text(c->a, "%s/%s", c->out, made.at[i]));
    tool_folder(tool_text(c->a, "%s/original", c->out));
    tool_write(file, sum);
    for (int i = 0; i < c->searches.n; i++) {
        const Search *s = &c->searches.at[i];
        char *key = tool_text(c->a, "%s/original/%s.key", c->out, s->name), *was = tool_read(c->a, key);
        if (was && strcmp(was, s->text) == 0) continue;
        for (int k = 0; k < made.n; k++)
            tool_remove(tool_text(c->a, "%s/%s/%s.end", c->out, made.at[k], s->name));
        tool_write(key, s->text);
    }
}

static int by_cost(const void *a, const void *b)
{
    const Search *x = a, *y = b;
    return x->cost != y->cost ? (x->cost < y->cost ? -1 : 1) : strcmp(x->name, y->name);
}
/* Seconds of processor time of all programs that have ended. */
static double children_time(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
/* The original must pass; how long each search takes says when its turn comes. With --searches they come as they are
 * named, so that the verdicts do not depend on the machine. */
static void meet_searches(Campaign *c)
{
    char *folder = tool_text(c->a, "%s/original", c->out);
    Words names = tool_split(c->a, c->only ? c->only : "", ",");
    for (int i = 0; i < c->searches.n; i++) {
        Search *s = &c->searches.at[i];
        s->asked = !c->only || strstr(c->only, tool_text(c->a, ",%s,", s->name));
        if (!s->asked) continue;
        int status, limit;
        const char *sizes;
        char *cost = tool_text(c->a, "%s/%s.cost", folder, s->name), *spent = tool_read(c->a, cost);
        if (!spent || !judge_ended(c, folder, s->name, &status, &limit, &sizes)) {
            double before = children_time();
            Words options = {0};
            tool_add(c->a, &options, "--search");
            tool_add(c->a, &options, s->name);
            tool_add(c->a, &options, "--coverage");
            status = judge_search(c, c->spec, folder, s->name, 300, &options);
            spent = tool_text(c->a, "%.2f\n", children_time() - before);
            tool_write(cost, spent);
        }
        char *log = tool_read(c->a, tool_text(c->a, "%s/%s", folder, s->name));
        if (status != 0) {
            fprintf(stderr, "mutants: the original itself is stopped by %s\n%s", s->name, log ? log : "");
            exit(1);
        }
        s->cost = strtod(spent, NULL);
        for (int k = 0; c->only && k < names.n; k++)
            if (strcmp(names.at[k], s->name) == 0) s->asked = true;
    }
    int n = 0;
    Search *order = NEW_N(c->a, Search, c->searches.n + 1);
    if (c->only)
        for (int k = 0; k < names.n; k++)
            for (int i = 0; i < c->searches.n; i++)
                if (strcmp(names.at[k], c->searches.at[i].name) == 0) order[n++] = c->searches.at[i];
    for (int i = 0; !c->only && i < c->searches.n; i++) order[n++] = c->searches.at[i];
    if (!c->only) qsort(order, (size_t)n, sizeof *order, by_cost);
    c->searches.at = order, c->searches.n = n;
}

static int by_words(const void *a, const void *b)
{
    const Words *x = a, *y = b;
    for (int i = 0; i < x->n && i < y->n; i++) {
        int order = strcmp(x->at[i], y->at[i]);
        if (order) return order;
    }
    return x->n - y->n;
}
/* The settings of all searches, and the default, each once. */
static void collect_settings(Campaign *c)
{
    VEC(Words) all = {0};
    vec_push(c->a, &all, (Words){0});
    for (int i = 0; i < c->searches.n; i++) vec_push(c->a, &all, c->searches.at[i].settings);
    qsort(all.at, (size_t)all.n, sizeof *all.at, by_words);
    for (int i = 0; i < all.n; i++)
        if (i == 0 || by_words(&all.at[i - 1], &all.at[i]) != 0) vec_push(c->a, &c->settings, all.at[i]);
}

static void meet_original(Campaign *c)
{
    char *folder = tool_text(c->a, "%s/original", c->out), *log = tool_text(c->a, "%s/check", folder);
    collect_settings(c);
    meet_searches(c);
    tool_remove(tool_text(c->a, "%s/step", folder));
    tool_remove(tool_text(c->a, "%s/verilog", folder));
    Words check = {0};
    tool_add(c->a, &check, c->cohgen);
    tool_add(c->a, &check, "check");
    tool_add(c->a, &check, c->spec);
    tool_run(c->a, log, 0, &check);
    c->warned = strstr(tool_read(c->a, log), "warning:");
    if (!c->only && !(texts_write(c, c->spec, folder, TEXTS_STEP) && texts_write(c, c->spec, folder, TEXTS_VERILOG)))
        tool_fatal(1, "the original cannot be written: %s", tool_read(c->a, tool_text(c->a, "%s/texts.log", folder)));
    for (int i = 0; i < c->refers.n; i++)
        if (access(c->refers.at[i].program, X_OK) != 0) tool_fatal(3, "no program %s", c->refers.at[i].program);
    const char *by;
    int differs = judge_references(c, c->spec, folder, false, &by);
    if (differs < 0) exit(1);
    if (differs) tool_fatal(1, "the original itself is stopped by %s", by);
}

/* ---- rounds ---- */
/* Judges mutants, so many at a time, each in a process of its own. False if one could not be judged. */
static bool round_of(Campaign *c, const Chosen *chosen)
{
    bool ok = true;
    int running = 0;
    fflush(NULL);
    for (int i = 0; i < chosen->n || running;) {
        if (i < chosen->n && running < c->jobs) {
            pid_t pid = fork();
            if (pid < 0) tool_fatal(3, "cannot fork: %s", strerror(errno));
            if (pid == 0) exit(judge_mutant(c, &c->list.at[chosen->at[i]]) ? 0 : 1);
            running++, i++;
            continue;
        }
        int status;
        if (wait(&status) > 0) running--, ok = ok && status == 0;
        else if (errno != EINTR) tool_fatal(3, "cannot wait: %s", strerror(errno));
    }
    return ok;
}

/* layer, by and marks of a mutant that was judged; false if it was not. */
static bool result_of(Campaign *c, int at, Words *cell)
{
    char *text = tool_read(c->a, tool_text(c->a, "%s/%d/result", c->out, c->list.at[at].number));
    *cell = tool_split(c->a, text ? text : "", "\t\n");
    return cell->n == 7;
}
/* A mutant that is found stays found, by a search that has not changed. */
static bool is_known(Campaign *c, int at)
{
    Words cell;
    if (!result_of(c, at, &cell)) return false;
    if (strcmp(cell.at[1], "verify") == 0)
        return tool_there(tool_text(c->a, "%s/%d/%s.end", c->out, c->list.at[at].number, cell.at[2]));
    if (strcmp(cell.at[1], "-") == 0) return strstr(cell.at[3], "equal");
    return strcmp(cell.at[1], "cover") != 0;
}

static bool judge_all(Campaign *c, const Chosen *chosen, bool quick)
{
    if (c->only) {
        c->quick = quick;
        return round_of(c, chosen);
    }
    Chosen todo = {0};
    Words cell;
    for (int i = 0; i < chosen->n; i++)
        if (!is_known(c, chosen->at[i])) vec_push(c->a, &todo, chosen->at[i]);
    c->quick = true;
    bool ok = round_of(c, &todo);
    if (quick) return ok;
    todo.n = 0;
    for (int i = 0; i < chosen->n; i++)
        if (result_of(c, chosen->at[i], &cell) && strcmp(cell.at[1], "-") == 0 && !strstr(cell.at[3], "equal"))
            vec_push(c->a, &todo, chosen->at[i]);
    c->quick = false;
    return round_of(c, &todo) && ok;
}

static void find_programs(Campaign *c, const char *spec)
{
    c->cohgen = program(c, "COHGEN", "cohgen");
    c->mutate = program(c, "MUTATE", "tests/mutate/mutate");
    c->references = program(c, "REFERENCES", "tests");
    Words z3 = {0};
    tool_add(c->a, &z3, "z3");
    tool_add(c->a, &z3, "-version");
    if (access(c->cohgen, X_OK) != 0) tool_fatal(3, "no program %s", c->cohgen);
    if (access(c->mutate, X_OK) != 0) tool_fatal(3, "no program %s", c->mutate);
    if (tool_run(c->a, tool_text(c->a, "%s/z3.log", c->out), 0, &z3) == 127) tool_fatal(3, "no program z3");
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        const char *unit = references[i].unit, *path = references[i].path;
        bool fits = strchr(unit, '/') ? strstr(spec, tool_text(c->a, "%s.xml", unit)) != NULL
                                      : strcmp(unit, c->unit) == 0;
        size_t n = strlen(path);
        bool script = strcmp(path + n - 3, ".sh") == 0;
        if (fits)
            vec_push(c->a, &c->refers, ((Reference){references[i].name,
                     tool_text(c->a, "%s/%s", script ? c->top : c->references, path), !script}));
    }
}

int main(int argc, char **argv)
{
    Campaign campaign = {.a = arena_create((size_t)2 << 30), .top = COHGEN_TOP, .jobs = 1}, *c = &campaign;
    tool_name = "mutants";
    const char *spec = tool_text(c->a, "%s/specs/rcc/rcc.xml", c->top);
    int sample = 0, i = 1;
    bool quick = false, list = false;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--quick") == 0) { quick = true; continue; }
        if (strcmp(word, "--list") == 0) { list = true; continue; }
        if (strcmp(word, "--sim") == 0) { c->sim = true; continue; }
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) { fputs(usage, stdout); return 0; }
        static const char *const known[] = {"--spec", "--out", "--searches", "--sample", "--jobs"};
        int k = 0;
        while (k < 5 && strcmp(known[k], word) != 0) k++;
        if (k == 5) wrong("unknown option ", word);
        if (++i == argc) wrong("a value is missing: ", word);
        if (k == 0) spec = argv[i];
        if (k == 1) c->out = argv[i];
        if (k == 2) c->only = tool_text(c->a, ",%s,", argv[i]);
        if (k == 3) sample = number_of("--sample: ", argv[i]);
        if (k == 4) c->jobs = number_of("--jobs: ", argv[i]);
    }
    for (int k = i; k < argc; k++) number_of("", argv[k]);
    c->limit = (int)setting("LIMIT", 60);
    c->memory = (int)setting("MEMORY", 3000);
    c->slow = setting("SLOW", 2);
    c->most = setting("MOST", 1000);

    char *real = realpath(spec, NULL);
    if (!real) tool_fatal(2, "cannot read %s: %s", spec, strerror(errno));
    char *slash = strrchr(real, '/');
    c->unit = tool_text(c->a, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
    c->named_at = tool_text(c->a, "%.*s", (int)(slash - real), real);
    if (!c->out) c->out = tool_text(c->a, "%s/build/mutants/%s", c->top, c->unit);
    tool_folder(c->out);
    find_programs(c, real);
    char *sims = tool_read(c->a, tool_text(c->a, "%s/tests/mutate/sims", c->top));
    if (c->sim && !(sims && strstr(sims, tool_text(c->a, "\n%s ", c->unit))))
        wrong("--sim: tests/mutate/sims has no simulations of ", c->unit);

    char *text = tool_read(c->a, real), *whole = spec_whole(c, real);
    if (!whole) return 1;
    c->spec = real;
    if (strcmp(text, whole) != 0) { /* the files that it uses are mutated as well */
        c->spec = tool_text(c->a, "%s/%s", c->out, slash + 1);
        tool_write(c->spec, spec_paths(c->a, whole, c->named_at));
    }
    read_list(c);
    spec_searches(c, whole);
    forget(c, whole);
    if (list) return 0;
    Chosen chosen = choose(c, argv + i, argc - i, sample);
    meet_original(c);
    bool ok = judge_all(c, &chosen, quick);

    Buf b;
    buf_init(&b, c->a);
    for (int k = 0; k < chosen.n; k++) {
        char *line = tool_read(c->a, tool_text(c->a, "%s/%d/result", c->out, c->list.at[chosen.at[k]].number));
        if (line) buf_printf(&b, "%s", line);
    }
    buf_put(&b, "", 1);
    tool_write(tool_text(c->a, "%s/results", c->out), b.at);
    table_print(c, b.at);
    return ok ? 0 : 1;
}
