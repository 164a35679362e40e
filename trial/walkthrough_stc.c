/* walkthrough_stc.c - the worked example of STC (Puthoor, Lipasti 2023, figure 7) in the emitted Verilog: what is
 * blocked in unit 0 and cached in unit 1 at the end of each epoch (the release of X is blocked as soon as the three
 * stores are done, here still in epoch U); the band of 0xDEADBEEF (figure 4); the search for SEB. What is cached is
 * observed: a line is there from its row Data on, until the generation of its band in the unit's registers is another
 * one; and each look-up of a line must find what this says. */
#include "walkthrough.h"
#include <stdlib.h>
#include <string.h>

enum { BANDS = 16, EPOCHS = 16, X = 5 };

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static const char *simulator(Walk *w, const char *sets)
{
    return walkthrough_simulator(w, "stc/stc.xml", "-O1", tool_text(w->t->a,
        "CUS=2 WARPS=4 FLIT_BITS=256 CU.SETS=4 CU.WAYS=4 CU.MISSES=4 CU.BSQ=8 L2.SETS=16 L2.WAYS=4 WORDS=4 %s", sets));
}

static void same(Walk *w, const char *what, const char *found, const char *expected)
{
    if (is(found, expected)) {
        puts("  as published");
        return;
    }
    printf("  DIFFERENT: %s: expected '%s'\n", what, expected);
    w->status = 1;
}

/* ---- figure 7 ---- */

/* cached: the generation with which a band's line came, and one more; now: the registers of unit 1. */
typedef struct {
    Arena *a;
    int epoch;
    bool bsq[BANDS], gone[BANDS], cache[BANDS], started, over, wrong;
    long cached[BANDS], now[BANDS];
    char *text;
} Example;

/* Bands of pages: U 3, V 2, W 1, X 5; all others are Z. */
static char name_of(int band) { return band == 3 ? 'U' : band == 2 ? 'V' : band == 1 ? 'W' : band == X ? 'X' : 'Z'; }

static const char *list(Arena *a, const bool *of)
{
    char *text = "";
    for (int b = 3; b >= 1; b--)
        if (of[b]) text = tool_text(a, "%s%c", text, name_of(b));
    if (of[X]) text = tool_text(a, "%sX", text);
    return *text ? text : "-";
}

static void look(Example *e)
{
    for (int b = 0; b < BANDS; b++) e->cache[b] = e->cached[b] == e->now[b] + 1;
}

static void end(Example *e)
{
    look(e);
    e->text = tool_text(e->a, "%s%c:%s/%s ", e->text, name_of(e->epoch), list(e->a, e->bsq), list(e->a, e->cache));
}

static void generations(Example *e, const Row *r)
{
    for (int i = 0; i < r->more.n; i++) {
        const char *band = said_after(r->more.at[i], "gen["), *value = band ? strstr(band, "]=") : NULL;
        if (value && atoi(band) >= 0 && atoi(band) < BANDS) e->now[atoi(band)] = atol(value + 2);
    }
    look(e);
}

/* A row that is not about a line. */
static void epoch_row(Example *e, const Row *r)
{
    if (r->instance != 0) return;
    if (is(r->event, "PrepareEpochChange") && (e->started || !is(list(e->a, e->bsq), "-"))) {
        e->started = true;
        if (!e->over) end(e);
    }
    if (is(r->event, "ChangeEpoch")) e->epoch = (e->epoch + 1) % EPOCHS;
}

static void line_row(Example *e, const Row *r)
{
    int band = (int)(strtoul(r->line, NULL, 16) / 256 % BANDS);
    bool loads = is(r->event, "load") || is(r->event, "Load_U");
    if (r->instance == 0) {
        if (is(r->to, "B")) e->bsq[band] = true;
        else if (is(r->from, "B")) e->bsq[band] = false, e->gone[band] = true;
    }
    if (r->instance != 1) return;
    if (loads && is(r->to, "V") != e->cache[band] && strlen(r->from) == 1) e->wrong = true;
    if (is(r->event, "Data") && is(r->to, "V")) e->cached[band] = e->now[band] + 1;
    if (is(r->event, "evict")) e->cached[band] = 0;
    if (band == X || !e->gone[X] || e->over) return;
    if (!strstr(r->event, "load") && !strstr(r->event, "Load")) return;
    e->over = true;
    end(e);
}

/* "(0,0,0) (1,1,1)": what the reader has seen before and after X. */
static const char *values(Trial *t, const char *said)
{
    static const char before[] = "(U,V,W) = ", middle[] = ", X is 1 in cycle ";
    const char *line = said_line(t, said, "handover"), *seen = line ? strstr(line, before) : NULL;
    const char *x = seen ? strstr(seen, middle) : NULL, *after = x ? strstr(x + sizeof middle - 1, ", ") : NULL;
    if (!after) return "";
    seen += sizeof before - 1;
    return tool_text(t->a, "%.*s %s", (int)(x - seen), seen, after + 2);
}

/* Epochs follow each other, as without skipping. */
static void figure7(Walk *w)
{
    static const char *const other[] = {"Epoch", "Ack", "WA", "fence"};
    Trial *t = w->t;
    const char *said, *dir = simulator(w, "VARIANT=0 PERIOD=400");
    Words run = {0};
    tool_add_text(t->a, &run, "--test handover --posted 3 --model weak --backpressure 0 --check epochs");
    Rows rows = rows_of_run(t, dir, &run, &said);
    Example e = {.a = t->a, .text = ""};
    for (int i = 0; i < rows.n; i++) {
        const Row *r = &rows.at[i];
        bool about_line = !is(r->from, "-");
        if (!is(r->controller, "CU")) continue;
        if (r->instance == 1) generations(&e, r);
        for (int k = 0; k < 4; k++) about_line &= !strstr(r->event, other[k]);
        if (about_line) line_row(&e, r);
        else epoch_row(&e, r);
    }
    if (e.wrong) e.text = tool_text(t->a, "%s(a look-up finds something else) ", e.text);
    puts("figure 7: stores in the BSQ of unit 0, lines in the cache of unit 1");
    printf("  %s\n", e.text);
    same(w, "steps", e.text, "Z:UVW/UVWX W:UV/UVX V:U/UX U:X/X Z:X/X X:-/- ");
    const char *handover = said_line(t, said, "handover  ");
    if (handover) printf("  %s\n", handover);
    same(w, "values", values(t, said), "(0,0,0) (1,1,1)");
}

/* ---- figures 4 and 6 ---- */

/* The values of a field in the rows of the EMU, or of one event there, each where it changes. */
static char *emu_values(Trial *t, const Rows *rows, const char *event, const char *field)
{
    char *text = "";
    const char *was = "";
    for (int i = 0; i < rows->n; i++) {
        const Row *r = &rows->at[i];
        const char *value = row_field(r, field);
        if (!is(r->controller, "EMU") || (event && !is(r->event, event)) || !value) continue;
        value = tool_text(t->a, "%.*s", (int)strspn(value, "0123456789"), value);
        if (is(value, was)) continue;
        text = tool_text(t->a, "%s%s%s", text, *text ? " " : "", value);
        was = value;
    }
    return text;
}

static void figure4(Walk *w)
{
    Trial *t = w->t;
    puts("figure 4: a store to 0xDEADBEEF demands epoch");
    const char *dir = simulator(w, "VARIANT=1");
    Words run = rows_trace(t, "0 0 store 0xdeadbeec 4 1\n", "");
    Rows rows = rows_of_run(t, dir, &run, NULL);
    char *band = emu_values(t, &rows, "wakeup", "epoch");
    band[strcspn(band, " ")] = 0;
    printf("  %s\n", band);
    same(w, "band", band, "11");
}

/* With N = 4 and SEB = 4 a read of 0x0A0 and a write of 0x1A0 are of one band; so are 0x0A0 and 0x8A0 up to SEB = 7. */
static void figure6(Walk *w)
{
    static const struct { const char *write, *expected; } pairs[] = {{"0x1a0", "4 5"}, {"0x8a0", "4 5 6 7 8"}};
    Trial *t = w->t;
    const char *dir = simulator(w, "VARIANT=2 SEB_MIN=4 SEB=4 SEB_MAX=12 PERIOD=40");
    for (int p = 0; p < 2; p++) {
        char *trace = "";
        for (int i = 0; i < 60; i++)
            trace = tool_text(t->a, "%s0 0 store %s 4 %d\n0 1 load 0xa0 4 after 15\n1 0 store 0x%d40 4 %d\n", trace,
                              pairs[p].write, i, i % 8 + 1, i);
        Words run = rows_trace(t, trace, "--check epochs");
        Rows rows = rows_of_run(t, dir, &run, NULL);
        char *found = emu_values(t, &rows, NULL, "seb");
        printf("figure 6: SEB while 0x0a0 is read and %s written: %s\n", pairs[p].write, found);
        if (is(found, pairs[p].expected)) {
            puts("  as it must be (errata, S6)");
            continue;
        }
        printf("  DIFFERENT: expected %s\n", pairs[p].expected);
        w->status = 1;
    }
}

void walkthrough_stc(Walk *w)
{
    figure7(w);
    figure4(w);
    figure6(w);
}
