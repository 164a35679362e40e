/* rcc_blocked.c - `./run bench rcc blocked`: from the rows that fired. */
#define _POSIX_C_SOURCE 200809L
#include "rcc.h"
#include <stdlib.h>
#include <string.h>

typedef struct { char line[32]; long since, sum; int times, parked; bool held; } Held;
typedef struct { VEC(Held) lines; long last; } Rows;

static bool is_blocked(const char *state) { return tool_ends(state, "_MB") || tool_ends(state, "_SB"); }

/* A row that fired: CYCLE CONTROLLER INSTANCE LINE STATE EVENT NEXT ... */
static void row(Bench *b, Rows *r, char *text)
{
    char *rest, *save, *word[7];
    int n = 0;
    r->last = strtol(text, &rest, 10);
    if (strncmp(rest, " L2 ", 4) != 0) return;
    for (char *w = strtok_r(text, " ", &save); w && n < 7; w = strtok_r(NULL, " ", &save)) word[n++] = w;
    if (n < 7) return;
    Held *h = NULL;
    for (int i = 0; i < r->lines.n && !h; i++)
        if (strcmp(r->lines.at[i].line, word[3]) == 0) h = &r->lines.at[i];
    if (!h) {
        Held fresh = {.since = 0};
        snprintf(fresh.line, sizeof fresh.line, "%s", word[3]);
        vec_push(b->a, &r->lines, fresh);
        h = &r->lines.at[r->lines.n - 1];
    }
    bool held = is_blocked(word[6]);
    if (held && is_blocked(word[4]) && strcmp(word[5], "Unblock") != 0) h->parked++;
    if (held && !h->held) h->since = r->last, h->times++;
    if (!held && h->held) h->sum += r->last - h->since;
    h->held = held;
}

static void blocked_part(Bench *b, const char *file)
{
    Rows r = {.last = 0};
    FILE *f = fopen(file, "r");
    if (!f) tool_fatal(3, "cannot read %s", file);
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, f) > 0) row(b, &r, text);
    free(text);
    fclose(f);
    Held none = {.line = ""}, *most = &none;
    for (int i = 0; i < r.lines.n; i++)
        if (r.lines.at[i].sum > most->sum) most = &r.lines.at[i];
    fprintf(b->out, " | %7ld %8s %6.1f %% %7d %7.0f %7d", r.last, most->line, 100 * stat_ratio((double)most->sum,
                                                                                               (double)r.last),
            most->times, stat_ratio((double)most->sum, most->times), most->parked);
}

/* For how much of a run of MESI the line that is blocked most is blocked at L2: from the rows of one run. */
void rcc_blocked(Bench *b)
{
    const char *program = rcc_peer(b, "mesi_wt"), *polls[2] = {"", "--poll-loads"};
    bench_title(b, "%s, MESI: the line that is blocked at L2 longest, seed 1; polls by atomics, by loads", rcc_size(b));
    fprintf(b->out, "%-10s", "workload");
    for (int p = 0; p < 2; p++)
        fprintf(b->out, " | %7s %8s %8s %7s %7s %7s", p ? "loads" : "atomics", "line", "blocked", "times", "cycles",
                "parked");
    fputc('\n', b->out);
    for (int i = 0; i < rcc_work.n; i++) {
        fprintf(b->out, "%-10s", rcc_work.at[i]);
        for (int p = 0; p < 2; p++) {
            Words command = rcc_command(b, program, rcc_work.at[i]);
            char *rows = tool_text(b->a, "%s/rows", b->scratch);
            tool_add_text(b->a, &command, "--seed 1 --pin FRIENDLY=0 %s --rows", polls[p]);
            tool_add(b->a, &command, rows);
            bench_output(b, &command);
            blocked_part(b, rows);
        }
        fputc('\n', b->out);
    }
}
