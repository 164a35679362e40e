/* getm_cores.c - `./run bench getm`: programs with transactions on the cores in C (sim/tx). */
#include "getm.h"
#include <stdlib.h>
#include <string.h>

/* The programs, their locks, and what table 4.4 says of them: aborts per 1000 commits with the best number of warps. */
enum { PROGRAMS = 4 };
static const struct { const char *name, *program, *locks, *count, *sizes; int aborts, warps; } programs[PROGRAMS] = {
    {"HT-H", "ht", "ht_locks", "keys", "", 460, 8},
    {"HT-M", "ht", "ht_locks", "keys", "--with buckets=80000", 172, 8},
    {"HT-L", "ht", "ht_locks", "keys", "--with buckets=800000", 207, 8},
    {"ATM", "atm", "atm_locks", "transfers", "", 114, 4},
};

/* The words behind a name in a report; none if no line begins with it. `third`: the line's third word. */
static Words line_of(Arena *a, const char *report, const char *name, const char *third)
{
    Words lines = tool_split(a, report, "\n"), found = {0};
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(a, lines.at[i], " ");
        if (!w.n || strcmp(w.at[0], name) != 0) continue;
        if (!third || (w.n > 2 && strcmp(w.at[2], third) == 0)) found = w;
    }
    return found;
}
static const char *word(const Words *w, int i, const char *otherwise)
{
    return i >= 0 && i < w->n ? w->at[i] : otherwise;
}
static bool is(const Words *w, int i, const char *text) { return i < w->n && strcmp(w->at[i], text) == 0; }

Told getm_told(Arena *a, const char *report)
{
    Told t = {.granules = "0", .mean_granules = "0"};
    Words w = line_of(a, report, "cycles", NULL);
    t.cycles = word(&w, 1, "");
    w = line_of(a, report, "aborts", NULL);
    t.aborts = word(&w, 1, "");
    w = line_of(a, report, "granules", NULL);
    t.granules = word(&w, 1, "0");
    t.mean_granules = word(&w, w.n - 3, "0");
    w = line_of(a, report, "waiting", NULL);
    t.queued = word(&w, 1, "");
    t.beside = t.unit = t.requests = t.mean_requests = "";
    for (int i = 0; i < w.n; i++) {
        if (is(&w, i + 1, "of") && is(&w, i + 2, "their")) t.beside = w.at[i];
        if (is(&w, i, "most")) t.unit = word(&w, i + 1, "");
        if (is(&w, i + 1, "in") && is(&w, i + 2, "all,")) t.requests = w.at[i];
        if (is(&w, i + 1, "in") && is(&w, i + 3, "on")) t.mean_requests = w.at[i];
    }
    w = line_of(a, report, "late", "requests");
    t.late = word(&w, 1, "0");
    t.falsely = word(&w, 7, "0");
    w = line_of(a, report, "table", "entries");
    t.left = word(&w, 1, "0");
    return t;
}

/* ---- runs ---- */

/* Asks for a run of program p, or of its locks, under the name of its options. */
static void ask(Bench *b, int p, bool locks, const char *options)
{
    Words command = {0};
    tool_add(b->a, &command, tool_text(b->a, "%s/sim/tx/cohgen_tx", b->build));
    tool_add_text(b->a, &command, "--cores %d --warps %d --entries 683 %s --with %s=%d %s %s", getm.cores, getm.warps,
                  locks ? programs[p].locks : programs[p].program, programs[p].count, getm.each, programs[p].sizes,
                  options);
    Words name = tool_split(b->a, options, " -");
    char *text = tool_text(b->a, locks ? "locks" : "tx");
    for (int i = 0; i < name.n; i++) text = tool_text(b->a, "%s_%s", text, name.at[i]);
    run_add_text(b, text, programs[p].name, 1, &command);
}
static Told told(Bench *b, int p, bool locks, const char *options)
{
    Words name = tool_split(b->a, options, " -");
    char *text = tool_text(b->a, locks ? "locks" : "tx");
    for (int i = 0; i < name.n; i++) text = tool_text(b->a, "%s_%s", text, name.at[i]);
    const Result *r = result_of(&b->results, text, programs[p].name, 1);
    if (!r) tool_fatal(1, "no run %s of %s", text, programs[p].name);
    return getm_told(b->a, r->text);
}
static char *limited(Bench *b, int warps, const char *more) { return tool_text(b->a, "--limit %d %s", warps, more); }

static const int limits[] = {1, 2, 4, 8, 16, 0}; /* 0: all */
enum { LIMITS = sizeof limits / sizeof *limits };
static char *limit_name(Bench *b, int limit) { return limit ? tool_text(b->a, "%d", limit) : tool_text(b->a, "all"); }

/* ---- tables ---- */

static int best[PROGRAMS] = {-1, -1, -1, -1}; /* the best number of warps of table aborts; -1: it was not made */

void getm_aborts(Bench *b)
{
    for (int p = 0; p < PROGRAMS; p++)
        for (int l = 0; l < LIMITS; l++) {
            ask(b, p, false, limited(b, limits[l], "--entries 0"));
            ask(b, p, false, limited(b, limits[l], ""));
        }
    runs_make(b);
    getm_title(b,
               "reference in C, %d cores of %d warps, %d transactions per thread: cycles and aborts per 1000 commits "
               "against the warps of a core that may be in transactions; precise metadata of all granules, and 4K "
               "entries with the filter", getm.cores, getm.warps, getm.each);
    fprintf(b->out, "%-6s %7s | %9s %10s | %9s %10s | %s\n", "", "", "exact", "", "4K", "", "table 4.4");
    fprintf(b->out, "%-6s %7s | %9s %10s | %9s %10s | %s\n", "", "warps", "cycles", "aborts", "cycles", "aborts",
            "aborts");
    for (int p = 0; p < PROGRAMS; p++) {
        long least = 0;
        best[p] = -1;
        for (int l = 0; l < LIMITS; l++) {
            Told exact = told(b, p, false, limited(b, limits[l], "--entries 0"));
            Told filter = told(b, p, false, limited(b, limits[l], ""));
            long cycles = atol(filter.cycles);
            if (best[p] < 0 || cycles < least) best[p] = limits[l], least = cycles;
            fprintf(b->out, "%-6s %7s | %9s %10s | %9s %10s | %s\n", programs[p].name, limit_name(b, limits[l]),
                    exact.cycles, exact.aborts, filter.cycles, filter.aborts,
                    limits[l] == programs[p].warps ? tool_text(b->a, "%d", programs[p].aborts) : "");
        }
        fprintf(b->out, "%-6s best with 4K entries: %s warps\n", programs[p].name, limit_name(b, best[p]));
    }
}

static int best_of(int p) { return best[p] >= 0 ? best[p] : programs[p].warps; }

void getm_locks(Bench *b)
{
    for (int p = 0; p < PROGRAMS; p++) {
        ask(b, p, false, limited(b, best_of(p), ""));
        ask(b, p, true, "");
    }
    runs_make(b);
    getm_title(b, "reference in C: cycles with transactions, the number of warps as in table aborts if that is printed "
               "too, else as in table 4.4, and with locks");
    fprintf(b->out, "%-6s %7s %12s %12s %14s\n", "", "warps", "transactions", "locks", "transactions/locks");
    for (int p = 0; p < PROGRAMS; p++) {
        double one = atof(told(b, p, false, limited(b, best_of(p), "")).cycles), other = atof(told(b, p, true,
                                                                                                   "").cycles);
        fprintf(b->out, "%-6s %7s %12.0f %12.0f %14.2f\n", programs[p].name, limit_name(b, best_of(p)), one, other,
                one / other);
    }
}

/* Start at the time of the core or the warp, pauses, bytes of a bucket's head. */
static const struct { const char *start, *pauses; int head; } mixes[] = {
    {"warp", "doubled", 4}, {"core", "doubled", 4}, {"core", "doubled", 8}, {"core", "doubled", 16}, {"core", "steps",
                                                                                                      4},
    {"core", "steps", 8}, {"core", "steps", 16},
};
enum { MIXES = sizeof mixes / sizeof *mixes };

static char *head_of(Bench *b, int m, int p)
{
    return programs[p].name[0] == 'H' ? tool_text(b->a, "--with spread=%d", mixes[m].head) : tool_text(b->a, "%s", "");
}
static char *mix(Bench *b, int m, int p, int warps)
{
    return tool_text(b->a, "%s%s%s --limit %d", mixes[m].start[0] == 'w' ? "--own-clock " : "",
                     mixes[m].pauses[0] == 's' ? "--backoff-step 500 " : "", head_of(b, m, p), warps);
}

static void mix_row(Bench *b, int m)
{
    double ratios[PROGRAMS];
    fprintf(b->out, "%-5s %-9s %4d", mixes[m].start, mixes[m].pauses, mixes[m].head);
    for (int p = 0; p < PROGRAMS; p++) {
        int least_warps = 0;
        double least = 0;
        const char *aborts = "";
        for (int warps = 4; warps <= 16; warps *= 2) {
            Told t = told(b, p, false, mix(b, m, p, warps));
            if (warps == programs[p].warps) aborts = t.aborts;
            if (!least_warps || atof(t.cycles) < least) least_warps = warps, least = atof(t.cycles);
        }
        ratios[p] = least / atof(told(b, p, true, head_of(b, m, p)).cycles);
        fprintf(b->out, " | %13s %4d %6.2f", aborts, least_warps, ratios[p]);
    }
    fprintf(b->out, " | %5.2f\n", stat_gmean(ratios, PROGRAMS));
}

/* 4K entries; the best of 4, 8 and 16 warps. */
void getm_mixes(Bench *b)
{
    for (int m = 0; m < MIXES; m++)
        for (int p = 0; p < PROGRAMS; p++) {
            for (int warps = 4; warps <= 16; warps *= 2) ask(b, p, false, mix(b, m, p, warps));
            ask(b, p, true, head_of(b, m, p));
        }
    runs_make(b);
    getm_title(b,
               "reference in C, 4K entries: aborts per 1000 commits with the number of warps of table 4.4; best of 4, "
               "8, 16 warps; its cycles against locks. Head: bytes of a bucket's; nodes of a warp in granules of their "
               "own");
    fprintf(b->out, "%-5s %-9s %4s", "start", "pauses", "head");
    for (int p = 0; p < PROGRAMS; p++) fprintf(b->out, " | %-6s aborts best /locks", programs[p].name);
    fprintf(b->out, " | gmean\n");
    for (int m = 0; m < MIXES; m++) mix_row(b, m);
    fprintf(b->out, "%-20s", "published");
    for (int p = 0; p < PROGRAMS; p++) fprintf(b->out, " | %13d %4d %6s", programs[p].aborts, programs[p].warps, "");
    fprintf(b->out, " | %5s\n", "1.07");
}

void getm_sizes(Bench *b)
{
    static const struct { const char *name, *options; } sizes[] = {
        {"2K", "--entries 341"}, {"4K", "--entries 683"}, {"8K", "--entries 1365"}, {"16 B", "--granule 16"},
        {"32 B", "--granule 32"}, {"64 B", "--granule 64"}, {"128 B", "--granule 128"},
    };
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < SIZES; i++) ask(b, p, false, limited(b, programs[p].warps, sizes[i].options));
    runs_make(b);
    getm_title(b,
               "reference in C, warps as in table 4.4: cycles and aborts per 1000 commits against precise entries in "
               "all (granules of 32 bytes), and granule (4K entries)");
    fprintf(b->out, "%-6s", "");
    for (int i = 0; i < SIZES; i++) fprintf(b->out, " %9s %7s", sizes[i].name, "aborts");
    fputc('\n', b->out);
    for (int p = 0; p < PROGRAMS; p++) {
        fprintf(b->out, "%-6s", programs[p].name);
        for (int i = 0; i < SIZES; i++) {
            Told t = told(b, p, false, limited(b, programs[p].warps, sizes[i].options));
            fprintf(b->out, " %9s %7s", t.cycles, t.aborts);
        }
        fputc('\n', b->out);
    }
}

void getm_false(Bench *b)
{
    static const struct { int entries; const char *kind; } tried[] = {
        {0, "exact"}, {683, "filter"}, {683, "registers"}, {171, "filter"}, {171, "registers"},
    };
    enum { TRIED = sizeof tried / sizeof *tried };
    char *options[PROGRAMS][TRIED];
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < TRIED; i++) {
            bool registers = strcmp(tried[i].kind, "registers") == 0;
            options[p][i] = limited(b, programs[p].warps, tool_text(b->a, "--entries %d%s", tried[i].entries,
                                                                    registers ? " --registers=1" : ""));
            ask(b, p, false, options[p][i]);
        }
    runs_make(b);
    getm_title(b, "reference in C, warps as in table 4.4, %d transactions per thread: requests refused for their time, "
               "and of these those that true times would not have refused", getm.each);
    fprintf(b->out, "%-6s %9s %-18s %9s %10s %9s %9s %9s %12s\n", "", "entries", "approximate", "cycles", "aborts",
            "refused", "falsely", "share", "left table");
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < TRIED; i++) {
            Told t = told(b, p, false, options[p][i]);
            int n = tried[i].entries;
            fprintf(b->out, "%-6s %9s %-18s %9s %10.1f %9s %9s %7.1f %% %12s\n", programs[p].name,
                    n ? tool_text(b->a, "%d", n) : "all", tried[i].kind, t.cycles, atof(t.aborts), t.late, t.falsely,
                    100 * stat_ratio(atof(t.falsely), atof(t.late)), n ? t.left : "0");
        }
}

void getm_stall(Bench *b)
{
    static const int bounds[] = {4, 1024};
    char *options[PROGRAMS][2];
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < 2; i++) {
            options[p][i] = limited(b, programs[p].warps, tool_text(b->a, "--stall-lines %d --stall-entries %d",
                                                                    bounds[i],
                                                                    bounds[i]));
            ask(b, p, false, options[p][i]);
        }
    runs_make(b);
    getm_title(b, "reference in C, 4K entries, warps as in table 4.4: what waits in the stall buffers (4 granules of 4 "
               "requests in each partition; and without bound): granules (figure 4.15 counts these) and requests");
    static const char format[] = "%-6s %-10s %9s %14s %9s %14s %9s %12s %13s %9s\n";
    fprintf(b->out, format, "", "buffer", "queued", "granules: most", "mean", "requests: most", "mean", "most in one",
            "with them on", "aborts");
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < 2; i++) {
            Told t = told(b, p, false, options[p][i]);
            fprintf(b->out, format, programs[p].name, i ? "no bound" : "4 x 4", t.queued, t.granules, t.mean_granules,
                    t.requests, t.mean_requests, t.unit, t.beside, t.aborts);
        }
}
