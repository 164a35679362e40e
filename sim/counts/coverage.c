/* coverage.c - see coverage.h. */
#include "counts/coverage.h"
#include "base/lines.h"
#include "base/output.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "cohgen-coverage";

void sim_coverage_init(SimCoverage *c, const CgDesign *d)
{
    *c = (SimCoverage){.design = d, .cells = sim_alloc(d->n_controllers, sizeof *c->cells)};
    for (uint32_t i = 0; i < d->n_controllers; i++)
        c->cells[i] = sim_alloc(d->controllers[i].n_cells, sizeof **c->cells);
}

void sim_coverage_free(SimCoverage *c)
{
    for (uint32_t i = 0; i < c->design->n_controllers; i++) free(c->cells[i]);
    for (size_t i = 0; i < c->n_runs; i++) free(c->runs[i]);
    free(c->cells);
    free(c->runs);
}

void sim_coverage_run(SimCoverage *c, const char *text)
{
    c->runs = sim_grow(c->runs, &c->cap_runs, c->n_runs + 1, sizeof *c->runs);
    c->runs[c->n_runs] = sim_alloc(strlen(text) + 1, 1);
    memcpy(c->runs[c->n_runs++], text, strlen(text));
}

uint64_t sim_coverage_row(const SimCoverage *c, uint32_t controller, uint32_t row)
{
    const CgController *d = &c->design->controllers[controller];
    uint64_t n = 0;
    for (uint32_t i = 0; i < d->n_cells; i++)
        if (d->cells[i].row == row) n += c->cells[controller][i];
    return n;
}

void sim_coverage_rows(const SimCoverage *c, uint32_t controller, uint32_t *rows, uint32_t *taken)
{
    const CgController *d = &c->design->controllers[controller];
    *rows = *taken = 0;
    for (uint32_t r = 0; r < d->n_rows; r++) {
        if (d->rows[r].kind == CG_ROW_NEVER) continue;
        ++*rows;
        *taken += sim_coverage_row(c, controller, r) != 0;
    }
}

static void print_cell(const SimCoverage *c, uint32_t controller, uint32_t cell, FILE *out)
{
    const CgController *d = &c->design->controllers[controller];
    const CgCell *k = &d->cells[cell];
    const struct CgRow *r = &d->rows[k->row];
    fprintf(out, "%s %s %s %u ", d->name, d->states[k->state].name, d->events[k->event].name, k->row);
    if (r->kind == CG_ROW_NEVER) fputs("never", out);
    else fprintf(out, "%" PRIu64, c->cells[controller][cell]);
    fprintf(out, " %s:%u\n", r->file, r->line);
}

void sim_coverage_text(const SimCoverage *c, FILE *out)
{
    uint32_t rows, taken;
    fprintf(out, "%s 1 %s\n", head, c->design->name);
    for (size_t i = 0; i < c->n_runs; i++) fprintf(out, "run %s\n", c->runs[i]);
    for (uint32_t k = 0; k < c->design->n_controllers; k++) {
        sim_coverage_rows(c, k, &rows, &taken);
        fprintf(out, "# %s: %u of %u rows taken\n", c->design->controllers[k].name, taken, rows);
        for (uint32_t i = 0; i < c->design->controllers[k].n_cells; i++) print_cell(c, k, i, out);
    }
    for (uint32_t k = 0; k < c->design->n_controllers; k++)
        for (uint32_t r = 0; r < c->design->controllers[k].n_rows; r++) {
            const struct CgRow *row = &c->design->controllers[k].rows[r];
            if (row->kind != CG_ROW_NEVER && sim_coverage_row(c, k, r) == 0)
                fprintf(out, "# never taken: %s %s %s (%s:%u)\n", c->design->controllers[k].name, row->state,
                        row->event, row->file, row->line);
        }
}

/* ---- reading ---- */

/* The controller named by the first word of the line, or SIM_NONE after an error. */
static uint32_t find_controller(const SimCoverage *c, SimLines *l)
{
    for (uint32_t i = 0; i < c->design->n_controllers; i++)
        if (strcmp(c->design->controllers[i].name, l->words[0].text) == 0) return i;
    sim_lines_error(l, &l->words[0], "the design has no controller %s", l->words[0].text);
    return SIM_NONE;
}

/* State and event from words 1 and 2; false after an error. */
static bool find_place(const CgController *d, SimLines *l, uint32_t *state, uint32_t *event)
{
    *state = sim_code(d->states, d->n_states, l->words[1].text);
    *event = sim_code(d->events, d->n_events, l->words[2].text);
    if (*state == SIM_NONE) sim_lines_error(l, &l->words[1], "%s has no state %s", d->name, l->words[1].text);
    else if (*event == SIM_NONE) sim_lines_error(l, &l->words[2], "%s has no event %s", d->name, l->words[2].text);
    return *state != SIM_NONE && *event != SIM_NONE;
}

static void add_line(SimCoverage *c, SimLines *l)
{
    uint32_t k, state, event;
    uint64_t row, count = 0;
    if (strcmp(l->words[0].text, "run") == 0) { sim_coverage_run(c, l->words[1].rest); return; }
    if (l->n_words != 6) {
        sim_lines_error(l, &l->words[0], "expected 'run ...' or a row: controller, state, event, number, count, place");
        return;
    }
    if ((k = find_controller(c, l)) == SIM_NONE || !find_place(&c->design->controllers[k], l, &state, &event)) return;
    bool never = strcmp(l->words[4].text, "never") == 0;
    if (!sim_lines_number(l, &l->words[3], UINT16_MAX, &row) ||
        (!never && !sim_lines_number(l, &l->words[4], UINT64_MAX, &count)))
        return;
    const CgController *d = &c->design->controllers[k];
    for (uint32_t i = 0; i < d->n_cells; i++)
        if (d->cells[i].row == row && d->cells[i].state == state && d->cells[i].event == event &&
            (d->rows[row].kind == CG_ROW_NEVER) == never) {
            c->cells[k][i] += count;
            return;
        }
    sim_lines_error(l, &l->words[0], "the design has no such row: another version of the specification?");
}

bool sim_coverage_add(SimCoverage *c, const char *file)
{
    SimLines l;
    if (!sim_lines_open(&l, file)) return false;
    if (!sim_lines_next(&l) || l.n_words != 3 || strcmp(l.words[0].text, head) != 0 ||
        strcmp(l.words[1].text, "1") != 0)
        sim_lines_error(&l, NULL, "this is not a coverage file: its first line must be '%s 1 DESIGN'", head);
    else if (strcmp(l.words[2].text, c->design->name) != 0)
        sim_lines_error(&l, &l.words[2], "the file is of design %s, this is %s", l.words[2].text, c->design->name);
    else
        while (sim_lines_next(&l)) add_line(c, &l);
    return sim_lines_close(&l);
}

/* ---- rows never taken ---- */

/* Marks the rows that the list excuses. */
static bool read_except(const SimCoverage *c, const char *file, bool **excused)
{
    SimLines l;
    uint32_t k, state, event;
    if (!sim_lines_open(&l, file)) return false;
    while (sim_lines_next(&l)) {
        if (l.n_words < 4) {
            sim_lines_error(&l, &l.words[0], "expected a controller, a state, an event and a reason");
            continue;
        }
        if ((k = find_controller(c, &l)) == SIM_NONE || !find_place(&c->design->controllers[k], &l, &state, &event))
            continue;
        const CgController *d = &c->design->controllers[k];
        bool found = false;
        for (uint32_t i = 0; i < d->n_cells; i++)
            if (d->cells[i].state == state && d->cells[i].event == event &&
                d->rows[d->cells[i].row].kind != CG_ROW_NEVER)
                found = excused[k][d->cells[i].row] = true;
        if (!found)
            sim_lines_error(&l, &l.words[1], "no row that can be taken stands at %s x %s", l.words[1].text,
                            l.words[2].text);
    }
    return sim_lines_close(&l);
}

static int judge(const SimCoverage *c, bool **excused, FILE *out)
{
    int code = SIM_EXIT_OK;
    for (uint32_t k = 0; k < c->design->n_controllers; k++)
        for (uint32_t r = 0; r < c->design->controllers[k].n_rows; r++) {
            const struct CgRow *row = &c->design->controllers[k].rows[r];
            bool taken = sim_coverage_row(c, k, r) != 0;
            if (row->kind == CG_ROW_NEVER || taken != excused[k][r]) continue;
            fprintf(out, "error: %s: %s: %s x %s (%s:%u)\n",
                    taken ? "listed as a row that cannot be taken, but it was" : "row never taken",
                    c->design->controllers[k].name, row->state, row->event, row->file, row->line);
            code = SIM_EXIT_FAILED;
        }
    return code;
}

int sim_coverage_full(const SimCoverage *c, const char *except, FILE *out)
{
    bool **excused = sim_alloc(c->design->n_controllers, sizeof *excused);
    for (uint32_t k = 0; k < c->design->n_controllers; k++)
        excused[k] = sim_alloc(c->design->controllers[k].n_rows, sizeof **excused);
    int code = except && !read_except(c, except, excused) ? SIM_EXIT_USAGE : judge(c, excused, out);
    for (uint32_t k = 0; k < c->design->n_controllers; k++) free(excused[k]);
    free(excused);
    return code;
}

/* ---- files ---- */

static void write_text(const void *c, FILE *f) { sim_coverage_text(c, f); }
static void write_html(const void *c, FILE *f) { sim_coverage_html(c, f); }

bool sim_coverage_write(const SimCoverage *c, const char *file)
{
    return sim_write_file(file, sim_name_ends(file, ".html") ? write_html : write_text, c);
}

int sim_coverage_merge(const CgDesign *design, const char *const *files, uint32_t n, const char *to, bool full,
                       const char *except)
{
    SimCoverage c;
    int code = SIM_EXIT_OK;
    if (n == 0) return fputs("error: --coverage-merge: which files?\n", stderr), SIM_EXIT_USAGE;
    sim_coverage_init(&c, design);
    for (uint32_t i = 0; i < n; i++)
        if (!sim_coverage_add(&c, files[i])) code = SIM_EXIT_USAGE;
    if (code == SIM_EXIT_OK && to) code = sim_coverage_write(&c, to) ? SIM_EXIT_OK : SIM_EXIT_ENVIRONMENT;
    else if (code == SIM_EXIT_OK) sim_coverage_text(&c, stdout);
    if (code == SIM_EXIT_OK && full) code = sim_coverage_full(&c, except, stderr);
    sim_coverage_free(&c);
    return code;
}
