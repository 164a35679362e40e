/* trace.c - see trace.h. */
#include "rows/trace.h"
#include <stdlib.h>
#include <string.h>

enum { KEY_SLOTS = 1 << 15 };

/* A row met in a state where it does not stand was found through a view: it counts at the first place with the
 * event. */
static void init_cells(SimTraced *k, const CgController *ctl)
{
    size_t n = (size_t)ctl->n_rows * ctl->n_events * ctl->n_states;
    k->cell_of = sim_alloc(n, sizeof *k->cell_of);
    memset(k->cell_of, 0xff, n * sizeof *k->cell_of);
    for (uint32_t i = ctl->n_cells; i-- > 0;) {
        uint16_t *of = &k->cell_of[(ctl->cells[i].row * ctl->n_events + ctl->cells[i].event) * ctl->n_states];
        for (uint32_t s = 0; s < ctl->n_states; s++) of[s] = (uint16_t)i;
    }
    for (uint32_t i = 0; i < ctl->n_cells; i++)
        k->cell_of[(ctl->cells[i].row * ctl->n_events + ctl->cells[i].event) * ctl->n_states + ctl->cells[i].state] =
            (uint16_t)i;
}

static CgField low_word(CgField f)
{
    if (f.width > 64) f.width = 64;
    return f;
}

static void init_registers(SimTraced *k, const CgController *ctl)
{
    k->registers = sim_alloc(ctl->n_fields, sizeof *k->registers);
    for (uint32_t i = 0; i < ctl->n_fields; i++)
        if (strncmp(ctl->fields[i].name, "reg.", 4) == 0)
            k->registers[k->n_registers++] = (SimRegister){low_word(ctl->fields[i]),
                                                           sim_alloc(ctl->instances, sizeof(uint64_t)),
                                                           sim_alloc(ctl->instances, sizeof(uint64_t))};
}

static void free_registers(SimTraced *k)
{
    for (uint32_t i = 0; i < k->n_registers; i++) free(k->registers[i].value), free(k->registers[i].changes);
    free(k->registers);
}

/* Of a controller, or of any (NULL): its core port with loads and stores of lines, else the first one. */
static const SimPort *memory_port(const SimCores *c, const char *controller)
{
    const SimPort *first = NULL;
    for (uint32_t i = 0; i < c->n_ports; i++) {
        const SimPort *p = &c->ports[i];
        if (controller && strcmp(p->port->controller, controller) != 0) continue;
        if (p->programs) return p;
        if (!first) first = p;
    }
    return first;
}

static void init_controller(SimTrace *t, SimTraced *k, const CgController *ctl)
{
    struct {
        CgField *to;
        const char *name;
    } names[] = {{&k->key, "key"},           {&k->state, "state"}, {&k->event, "event"}, {&k->next, "next"},
                 {&k->performs, "performs"}, {&k->core, "core"},   {&k->id, "id"},
                 {&k->transacts, "transacts"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *names[i].to = sim_field(ctl->fields, ctl->n_fields, names[i].name);
    const SimPort *own = memory_port(t->cores, ctl->name);
    k->first_core = own ? own->first_core : SIM_NONE;
    k->rows = sim_alloc(ctl->n_rows, sizeof *k->rows);
    k->views = sim_alloc(ctl->n_rows, sizeof *k->views);
    k->view_stored = sim_alloc(ctl->n_rows, sizeof *k->view_stored);
    k->row_state = sim_alloc(ctl->n_rows, sizeof *k->row_state);
    k->load_row = sim_alloc(ctl->n_rows, sizeof *k->load_row);
    for (uint32_t r = 0; r < ctl->n_rows; r++) {
        k->row_state[r] = sim_code(ctl->states, ctl->n_states, ctl->rows[r].state);
        k->load_row[r] = strcmp(ctl->rows[r].event, sim_kind_names[SIM_LOAD]) == 0;
    }
    init_cells(k, ctl);
    init_registers(k, ctl);
}

void sim_trace_init(SimTrace *t, const CgDesign *d, SimCores *cores)
{
    *t = (SimTrace){.design = d,
                    .cores = cores,
                    .controllers = sim_alloc(d->n_controllers, sizeof *t->controllers),
                    .keys = sim_alloc(KEY_SLOTS, sizeof *t->keys)};
    sim_coverage_init(&t->coverage, d);
    const SimPort *memory = memory_port(t->cores, NULL);
    t->first_core = memory ? memory->first_core : 0;
    for (uint32_t i = 0, instance = 0; i < d->n_controllers; instance += d->controllers[i++].instances) {
        init_controller(t, &t->controllers[i], &d->controllers[i]);
        t->controllers[i].first_instance = instance;
    }
}

void sim_trace_free(SimTrace *t)
{
    for (uint32_t i = 0; i < t->design->n_controllers; i++) {
        SimTraced *k = &t->controllers[i];
        free(k->rows), free(k->views), free(k->view_stored), free(k->row_state), free(k->load_row), free(k->cell_of);
        free_registers(k);
    }
    sim_coverage_free(&t->coverage);
    free(t->controllers);
    free(t->keys);
}

static struct SimKeyRows *key_rows(const SimTrace *t, uint32_t ctl, uint32_t inst, uint64_t key)
{
    uint64_t h = (key * 64 + ctl * 31 + inst) * UINT64_C(0x9e3779b97f4a7c15);
    return &t->keys[h >> 32 & (KEY_SLOTS - 1)];
}

static void remember(SimTrace *t, const SimSeen *s)
{
    struct SimKeyRows *k = key_rows(t, s->ctl, s->inst, s->key);
    const SimSeen *old = &k->rows[0];
    if (k->n != 0 && (old->key != s->key || old->ctl != s->ctl || old->inst != s->inst)) k->n = 0;
    k->rows[k->n++ % SIM_KEY_ROWS] = *s;
    t->recent[t->seen++ % SIM_RECENT] = *s;
}

/* The first time a register is seen its reset value is not known, and taken for 0. */
static void follow_registers(SimTraced *k, uint32_t instance, const uint32_t *fields)
{
    for (uint32_t i = 0; i < k->n_registers; i++) {
        SimRegister *r = &k->registers[i];
        uint64_t now = sim_get(fields, 0, r->field);
        r->changes[instance] += now != r->value[instance];
        r->value[instance] = now;
    }
}

/* A load hits if the first row that looks at it also answers it. */
static void look_up(SimTraced *k, SimThread *t, uint32_t row, uint32_t performs, bool at_core, bool by_view)
{
    if (t->request.kind != SIM_LOAD || t->state != SIM_OUTSTANDING) return;
    if (!t->looked_up && at_core && k->load_row[row]) t->by_view = by_view;
    if (at_core && k->load_row[row] && !(performs & 1)) t->looked_up = t->missed = true;
    if (!(performs & 1)) return;
    t->looked_up = true;
    if (!at_core || !k->load_row[row]) t->missed = true;
}

void sim_trace_row(SimTrace *t, int ctl, int inst, int row, const uint32_t *fields)
{
    SimTraced *k = &t->controllers[ctl];
    const CgController *d = &t->design->controllers[ctl];
    if (row < 0 || (uint32_t)row >= d->n_rows) {
        sim_fail(t->cores->status, "%s[%d]: the observer reports row %d of %u", d->name, inst, row, d->n_rows);
        return;
    }
    SimSeen s = {t->cores->status->cycle,
                 sim_get(fields, 0, k->key),
                 (uint16_t)ctl,
                 (uint16_t)inst,
                 (uint32_t)row,
                 (uint32_t)sim_get(fields, 0, k->state),
                 (uint32_t)sim_get(fields, 0, k->next)};
    remember(t, &s);
    k->rows[row]++;
    uint32_t event = (uint32_t)sim_get(fields, 0, k->event), cell = SIM_NO_CELL;
    if (event < d->n_events && s.state < d->n_states)
        cell = k->cell_of[((uint32_t)row * d->n_events + event) * d->n_states + s.state];
    if (cell != SIM_NO_CELL) t->coverage.cells[ctl][cell]++;
    /* a row that several states share is of each of them */
    uint32_t of = cell != SIM_NO_CELL ? d->cells[cell].state : k->row_state[row];
    bool by_view = k->state.width != 0 && of != s.state;
    if (by_view) k->views[row]++, k->view_stored[row] = s.state;
    follow_registers(k, (uint32_t)inst, fields);
    uint32_t performs = (uint32_t)sim_get(fields, 0, k->performs);
    bool at_core = k->first_core != SIM_NONE;
    uint32_t transacts = k->transacts.width ? (uint32_t)sim_get(fields, 0, k->transacts) : 0;
    if (t->apart || (performs == 0 && transacts == 0 && !(at_core && k->load_row[row]))) return;
    uint32_t core = k->core.width || !at_core ? t->first_core + (uint32_t)sim_get(fields, 0, k->core)
                                              : k->first_core + (uint32_t)inst;
    SimThread *thread = sim_thread_of(t->cores, core, (uint32_t)sim_get(fields, 0, k->id));
    if (thread && performs) thread->performed_by = k->first_instance + (uint32_t)inst;
    if (thread) look_up(k, thread, s.row, performs, at_core, by_view);
    if (thread) sim_thread_performs(t->cores, thread, performs, s.key);
    if (thread && transacts) sim_thread_transacts(t->cores, thread, transacts, s.key, at_core);
    if (!thread && (performs || transacts))
        sim_fail(t->cores->status, "%s[%d]: a row performs for core %u, which has no such thread", d->name, inst, core);
}

static void print_seen(const SimTrace *t, const SimSeen *s, FILE *out)
{
    const CgController *d = &t->design->controllers[s->ctl];
    const struct CgRow *r = &d->rows[s->row];
    fprintf(out, "    cycle %llu  %s[%u] key 0x%llx  %s x %s -> %s  (%s:%u)\n", (unsigned long long)s->cycle, d->name,
            s->inst, (unsigned long long)s->key, sim_name(d->states, d->n_states, s->state), r->event,
            sim_name(d->states, d->n_states, s->next), r->file, r->line);
}

void sim_trace_print_recent(const SimTrace *t, FILE *out)
{
    uint64_t n = t->seen < SIM_RECENT ? t->seen : SIM_RECENT;
    for (uint64_t i = t->seen - n; i < t->seen; i++) print_seen(t, &t->recent[i % SIM_RECENT], out);
}

static bool same_row(const SimSeen *a, const SimSeen *b)
{
    return a->ctl == b->ctl && a->inst == b->inst && a->row == b->row;
}

void sim_trace_print_busy(const SimTrace *t, FILE *out)
{
    uint32_t n = t->seen < SIM_RECENT ? (uint32_t)t->seen : SIM_RECENT;
    if (n != 0) fprintf(out, "the latest %u rows of the design:\n", n);
    for (uint32_t i = 0; i < n; i++) {
        const SimSeen *s = &t->recent[i];
        const CgController *d = &t->design->controllers[s->ctl];
        uint32_t times = 0, before = 0;
        for (uint32_t k = 0; k < n; k++) {
            times += same_row(&t->recent[k], s);
            before += k < i && same_row(&t->recent[k], s);
        }
        if (before != 0) continue;
        fprintf(out, "  %2u times %s[%u] %s  (%s:%u)\n", times, d->name, s->inst, d->rows[s->row].event,
                d->rows[s->row].file, d->rows[s->row].line);
    }
}

void sim_trace_print_key(const SimTrace *t, uint64_t key, FILE *out)
{
    for (uint32_t c = 0; c < t->design->n_controllers; c++)
        for (uint32_t i = 0; i < t->design->controllers[c].instances; i++) {
            const struct SimKeyRows *k = key_rows(t, c, i, key);
            uint32_t n = k->n < SIM_KEY_ROWS ? k->n : SIM_KEY_ROWS;
            if (n == 0 || k->rows[0].key != key || k->rows[0].ctl != c || k->rows[0].inst != i) continue;
            for (uint32_t j = k->n - n; j < k->n; j++) print_seen(t, &k->rows[j % SIM_KEY_ROWS], out);
        }
}
