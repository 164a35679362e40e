/* table.c - races as matrices: one for each controller, and one for each message that is on its way. */
#include "races/races.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 10, COLUMNS = 256, ROWS = 1024, HEADS = 4, NUMBER_WIDTH = 6 };

/* A pair, taken apart. at_: where the line is whose state is told; what: of the matrix (controller or message). */
typedef struct {
    const CgDesign *design;
    const SimRace *race;
    bool cross;
    char text[RACE_TEXT];
    char *what, *at, *state, *view, *waiting, *ctl, *event, *how, *relation;
} Pair;

static bool take_apart(const CgDesign *d, const SimRace *race, Pair *p)
{
    char *word[WORDS], *rest = p->text;
    int n = 0;
    *p = (Pair){.design = d, .race = race};
    snprintf(p->text, sizeof p->text, "%s", race->text);
    for (char *w = strtok_r(rest, " ", &rest); w && n < WORDS; w = strtok_r(NULL, " ", &rest)) word[n++] = w;
    p->cross = n == 10 && strcmp(word[0], "cross") == 0;
    if (!p->cross && n != 7) return false;
    p->what = word[1];
    if (p->cross)
        p->at = word[2], p->state = word[3], p->view = word[4], p->waiting = word[5], p->ctl = word[6],
        p->event = word[7], p->how = word[8], p->relation = word[9];
    else
        p->at = p->ctl = word[1], p->state = word[2], p->view = word[3], p->waiting = word[4], p->event = word[5],
        p->how = word[6], p->relation = "";
    return true;
}

/* ---- order ---- */

static uint32_t controller_code(const CgDesign *d, const char *name)
{
    uint32_t c = 0;
    while (c < d->n_controllers && strcmp(d->controllers[c].name, name) != 0) c++;
    return c;
}

static uint32_t state_code(const CgDesign *d, const char *ctl, const char *name)
{
    uint32_t c = controller_code(d, ctl);
    return c < d->n_controllers ? sim_code(d->controllers[c].states, d->controllers[c].n_states, name) : 0;
}

static uint32_t event_code(const CgDesign *d, const char *ctl, const char *name)
{
    uint32_t c = controller_code(d, ctl);
    return c < d->n_controllers ? sim_code(d->controllers[c].events, d->controllers[c].n_events, name) : 0;
}

static int by_number(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

static int by_row(const void *a, const void *b)
{
    const Pair *x = *(const Pair *const *)a, *y = *(const Pair *const *)b;
    int d = by_number(controller_code(x->design, x->at), controller_code(y->design, y->at));
    if (!d) d = by_number(state_code(x->design, x->at, x->state), state_code(y->design, y->at, y->state));
    if (!d) d = by_number(state_code(x->design, x->at, x->view), state_code(y->design, y->at, y->view));
    return d ? d : strcmp(x->waiting, y->waiting);
}

static int by_column(const void *a, const void *b)
{
    const Pair *x = *(const Pair *const *)a, *y = *(const Pair *const *)b;
    int d = by_number(controller_code(x->design, x->ctl), controller_code(y->design, y->ctl));
    if (!d) d = by_number(event_code(x->design, x->ctl, x->event), event_code(y->design, y->ctl, y->event));
    if (!d) d = strcmp(x->how, y->how);
    return d ? d : -strcmp(x->relation, y->relation);
}

/* ---- a matrix ---- */

/* The pairs of one matrix, and one pair for each row and column. */
typedef struct {
    Pair *pairs; size_t n; const Pair *rows[ROWS], *columns[COLUMNS]; size_t n_rows, n_columns; bool complete;
} Matrix;

static size_t distinct(const Pair **list, size_t n, size_t max, int (*order)(const void *, const void *))
{
    size_t k = 0;
    qsort(list, n, sizeof *list, order);
    for (size_t i = 0; i < n && k < max; i++) if (!k || order(&list[k - 1], &list[i]) != 0) list[k++] = list[i];
    return k;
}

static void lay_out(Matrix *m)
{
    const Pair **all = sim_alloc(m->n, sizeof *all);
    for (int way = 0; way < 2; way++) {
        for (size_t i = 0; i < m->n; i++) all[i] = &m->pairs[i];
        size_t n = way ? distinct(all, m->n, COLUMNS, by_column) : distinct(all, m->n, ROWS, by_row);
        if (way) memcpy(m->columns, all, n * sizeof *all), m->n_columns = n;
        else memcpy(m->rows, all, n * sizeof *all), m->n_rows = n;
    }
    free(all);
}

static const SimRace *cell(const Matrix *m, const Pair *row, const Pair *column)
{
    for (size_t i = 0; i < m->n; i++) {
        const Pair *p = &m->pairs[i], *q = p;
        if (by_row(&q, &row) == 0 && by_column(&q, &column) == 0) return p->race;
    }
    return NULL;
}

/* What the table says of a place where nothing can arrive: 'n' never, 's' it waits where it is, '-' it has a row. */
static char empty(const Pair *row, const Pair *column)
{
    const CgDesign *d = column->design;
    const CgController *k = &d->controllers[controller_code(d, column->ctl)];
    uint32_t state = state_code(d, column->ctl, row->view), event = event_code(d, column->ctl, column->event);
    bool on = false, stall = false;
    if (column->cross) return '-';
    for (uint32_t i = 0; i < k->n_cells; i++) {
        if (k->cells[i].state != state || k->cells[i].event != event) continue;
        on |= k->rows[k->cells[i].row].kind == CG_ROW_ON;
        stall |= k->rows[k->cells[i].row].kind == CG_ROW_STALL;
    }
    return on ? '-' : stall ? 's' : 'n';
}

static void row_label(const Pair *p, char *text, size_t size)
{
    bool shown = strcmp(p->view, p->state) != 0, waits = strcmp(p->waiting, "-") != 0;
    snprintf(text, size, "%s%s%s%s%s%s%s%s", p->cross ? p->at : "", p->cross ? " " : "", p->state, shown ? " as " : "",
             shown ? p->view : "", waits ? " {" : "", waits ? p->waiting : "", waits ? "}" : "");
}

static const char *head_text(const Pair *p, int line)
{
    if (line == 0) return p->ctl;
    if (line == 1) return p->event;
    if (line == 2) return strcmp(p->how, "new") == 0 ? "" : p->how;
    return strcmp(p->relation, "nobody") == 0 ? "" : p->relation;
}

static int column_width(const Pair *p)
{
    int width = NUMBER_WIDTH;
    for (int h = 0; h < HEADS; h++) if ((int)strlen(head_text(p, h)) > width) width = (int)strlen(head_text(p, h));
    return width;
}

static void print_heads(const Matrix *m, int left, FILE *out)
{
    for (int h = m->pairs[0].cross ? 0 : 1; h < HEADS; h++) {
        bool any = false;
        for (size_t c = 0; c < m->n_columns; c++) any |= *head_text(m->columns[c], h) != '\0';
        if (!any) continue;
        fprintf(out, "%*s", left, "");
        for (size_t c = 0; c < m->n_columns; c++)
            fprintf(out, " %*s", column_width(m->columns[c]), head_text(m->columns[c], h));
        fputc('\n', out);
    }
}

static void print_cell(const Matrix *m, const Pair *row, const Pair *column, FILE *out)
{
    const SimRace *race = cell(m, row, column);
    int width = column_width(column);
    char text[32], none[2] = {empty(row, column), '\0'};
    if (!race) snprintf(text, sizeof text, "%s", *none == '-' && !m->complete ? "?" : none);
    else snprintf(text, sizeof text, "%" PRIu64 "%s", race->count, race->known ? "" : "+");
    fprintf(out, " %*s", width, text);
}

static void print_matrix(Matrix *m, FILE *out)
{
    int left = 0;
    char label[RACE_TEXT];
    lay_out(m);
    for (size_t i = 0; i < m->n_rows; i++) {
        row_label(m->rows[i], label, sizeof label);
        if ((int)strlen(label) > left) left = (int)strlen(label);
    }
    if (m->pairs[0].cross) fprintf(out, "\n%s is on its way from or to\n", m->pairs[0].what);
    else fprintf(out, "\n%s\n", m->pairs[0].what);
    print_heads(m, left, out);
    for (size_t i = 0; i < m->n_rows; i++) {
        row_label(m->rows[i], label, sizeof label);
        fprintf(out, "%-*s", left, label);
        for (size_t c = 0; c < m->n_columns; c++) print_cell(m, m->rows[i], m->columns[c], out);
        fputc('\n', out);
    }
}

static bool same_matrix(const Pair *a, const Pair *b) { return a->cross == b->cross && strcmp(a->what, b->what) == 0; }

/* ---- all of them ---- */

static void print_legend(const SimRaces *r, FILE *out)
{
    fprintf(out,
            "Times that an event (across) met what was under way on its line (down: state, {operations in progress or "
            "parked requests}).\n"
            "0: it can happen and has not; N+: it has happened, and no list knows it; %s\n"
            "n: the table says never; s: the table lets it wait\n",
            r->complete ? "-: it cannot happen" : "?: it was not found, and the search did not end");
    for (size_t i = 0; i < r->n_searched; i++) fprintf(out, "searched %s\n", r->searched[i]);
}

void sim_races_print(const SimRaces *r, FILE *out)
{
    Pair *all = sim_alloc(r->n, sizeof *all), *part = sim_alloc(r->n, sizeof *part);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) n += take_apart(r->design, &r->list[i], &all[n]);
    bool *done = sim_alloc(n, sizeof *done);
    print_legend(r, out);
    for (size_t i = 0; i < n; i++) {
        Matrix m = {.pairs = part, .complete = r->complete && r->n_searched};
        if (done[i]) continue;
        for (size_t k = i; k < n; k++) {
            if (!same_matrix(&all[i], &all[k])) continue;
            take_apart(r->design, all[k].race, &part[m.n++]);
            done[k] = true;
        }
        print_matrix(&m, out);
    }
    free(done), free(part), free(all);
}
