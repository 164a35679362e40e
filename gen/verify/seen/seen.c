/* seen.c - collects what a search has looked at. */
#include "verify/seen/seen.h"
#include "verify/model/params.h"
#include "verify/seen/marks.h"
#include "verify/state/program.h"
#include "util/text.h"

void seen_init(Seen *s, Arena *a, const Protocol *p)
{
    *s = (Seen){ .n_marks = marks_of(p, p->ctls.n).rows };
    s->marks = NEW_N(a, uint8_t, s->n_marks + 1);
    s->times = NEW_N(a, uint64_t, s->n_marks + 1);
}

void seen_aspect(Seen *s, SeenAspect a, bool can, bool did)
{
    s->can |= (unsigned)can << a;
    s->did |= (unsigned)did << a;
}

/* What a litmus test, as it is placed, has a second of: its program says so, not the system that it runs in. */
typedef struct { bool core, warp, line, atomic; } ProgramHas;

static ProgramHas program_has(const Model *m)
{
    const Program *q = m->program;
    ProgramHas h = { .line = q->t->n_variables > 1 };
    int threads_of[MAX_CTLS * MAX_THREADS] = { 0 }, cores = 0;
    for (int t = 0; t < m->n_threads; t++) {
        if (q->of[t] < 0) continue;
        int on = threads_of[t / m->n_warps]++;
        cores += !on;
        h.warp |= on > 0;
        for (uint32_t i = 0; i < q->t->n_statements[q->of[t]]; i++)
            h.atomic |= q->t->statements[q->of[t]][i].kind == LITMUS_ATOMIC;
    }
    h.core = cores > 1;
    return h;
}

/* Its core's requests or their answers have opaque data. */
static bool has_values(const CtlModel *k)
{
    for (int r = 0; k->core && r < k->core->replies.n; r++)
        for (int f = 0; f < k->core->replies.at[r].fields.n; f++)
            if (k->core->replies.at[r].fields.at[f].type->kind == TK_BYTES) return true;
    return k->core && k->arg_mask >= 0;
}

/* What the tables have at all, and of it what this search has. */
static void add_inputs(Seen *s, const Model *m)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int k = 0; k < m->ctl[i].c->regs.n; k++) {
            const Var *v = m->ctl[i].c->regs.at[k];
            const Pin *pin = model_pin(m, v);
            if (v->kind == V_INPUT && !v->source && v->is_read) seen_aspect(s, SEEN_TURNS, true, pin && pin->n > 1);
        }
}

static void add_aspects(Seen *s, const Model *m)
{
    ProgramHas has = { m->n_cores > 1, m->n_warps > 1, m->n_keys > 1, !m->o->no_atomics };
    if (m->program) has = program_has(m);
    bool accesses = false, warps = false, cells = false, atomics = false, errors = false, keyless = false;
    bool keys = false, evicts = false, ports = false;
    for (int i = 0; i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        keys |= k->c->key != NULL;
        warps |= k->core && k->core->id_type;
        ports |= k->cores > 1;
        cells |= k->arg_mask >= 0;
        accesses |= has_values(k);
        errors |= k->arg_err >= 0;
        keyless |= k->levels && k->c->key;
        for (int j = 0; j < k->n_stores; j++) evicts |= k->store[j].evict >= 0;
        for (int e = 0; e < k->n_events; e++) {
            OpType op = k->events[e].op;
            accesses |= op == OP_LOAD || op == OP_STORE || op == OP_ATOMIC;
            atomics |= op == OP_ATOMIC;
            keyless |= k->events[e].keyless && k->c->key;
        }
    }
    seen_aspect(s, SEEN_PERFORMS, accesses, m->performs);
    seen_aspect(s, SEEN_CORES, m->n_cores > 0, has.core);
    seen_aspect(s, SEEN_WARPS, warps, has.warp);
    seen_aspect(s, SEEN_LINES, keys, has.line);
    seen_aspect(s, SEEN_CELLS, cells, m->n_cells > 1);
    seen_aspect(s, SEEN_ATOMICS, atomics, has.atomic);
    seen_aspect(s, SEEN_ERRORS, errors, m->o->bad_lines > 0);
    seen_aspect(s, SEEN_PASSING, m->o->bad_lines > 0, false);
    seen_aspect(s, SEEN_KEYLESS, keyless, !m->o->keyed);
    seen_aspect(s, SEEN_BEHIND, m->waits && m->n_warps > 1 && m->n_cores > 1, false);
    seen_aspect(s, SEEN_QUEUES, m->p->nets.n > 0, m->o->queues > 0);
    seen_aspect(s, SEEN_SERVED, m->n_cores > 0, m->o->served);
    seen_aspect(s, SEEN_PROGRESS, m->performs && !m->tx, m->o->loads_progress);
    seen_aspect(s, SEEN_VALUES, m->scoped, m->program || !m->scoped);
    seen_aspect(s, SEEN_FAIR, m->n_inst > 0, m->o->fair);
    seen_aspect(s, SEEN_EVICTIONS, evicts, !m->o->evict_for_room);
    seen_aspect(s, SEEN_PORTS, ports, false);
    seen_aspect(s, SEEN_POSTED, m->n_posted > 0, m->n_posted > 1);
    seen_aspect(s, SEEN_COMMITS, m->tx, false);
    seen_aspect(s, SEEN_OWN_STORES, m->tx, false);
    seen_aspect(s, SEEN_EMPTY_COMMITS, m->tx, false);
    add_inputs(s, m);
}

/* In a litmus test every line has room in every store: no set is ever full. */
static void add_stores(Seen *s, const Model *m)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int j = 0; j < m->ctl[i].n_stores; j++) {
            const StoreModel *x = &m->ctl[i].store[j];
            for (int q = 1; q < m->n_keys; q++)
                for (int r = 0; r < q; r++) {
                    if (x->line[q] == x->line[r]) continue;
                    if (x->row[q] != x->row[r]) s->sets[i] |= 1u << j;
                    else if (!m->program) s->full[i] |= 1u << j;
                }
        }
}

static uint8_t pin_marks(const Pin *p)
{
    uint8_t marks = 0;
    for (int i = 0; i < p->n; i++) marks |= p->value[i] ? 2 : 1;
    return marks;
}

static void add_registers(Seen *s, const Search *x, int ctl)
{
    const Model *m = x->m;
    const CtlModel *k = &m->ctl[ctl];
    uint8_t *at = s->marks + marks_of(m->p, ctl).regs;
    for (int i = 0; i < k->c->regs.n; i++) {
        const Pin *pin = model_pin(m, k->c->regs.at[i]);
        if (k->c->regs.at[i]->kind == V_INPUT && !k->c->regs.at[i]->source) at[i] |= pin ? pin_marks(pin) : 1;
        for (int r = 0; r < k->n_regs; r++)
            if (k->regs[r].var == k->c->regs.at[i]) at[i] |= x->met.moved[ctl] >> r & 1;
    }
}

static void at_least(unsigned *most, unsigned n) { if (n > *most) *most = n; }

static void add_most(Seen *s, const Model *m)
{
    const int sizes[MOST_SIZES] = { m->n_cores, m->n_warps, m->n_keys, m->n_cells };
    unsigned instances[MAX_CTLS] = { 0 };
    if (m->program) return;
    for (int i = 0; i < m->n_inst; i++) instances[m->inst[i].ctl]++;
    for (int i = 0; i < MAX_CTLS; i++) at_least(&s->instances[i], instances[i]);
    for (int i = 0; i < MOST_SIZES; i++) at_least(&s->most[i], (unsigned)sizes[i]);
}

/* A line of memory that one instance writes, another one uses: each is a master of its own. Cores that are alike have
 * all done what one has. */
static bool shares_memory(const Model *m)
{
    for (int i = 0; i < m->n_inst; i++)
        for (int j = 0; j < m->n_inst; j++) {
            bool alike = m->inst[i].ctl == m->inst[j].ctl && m->inst[i].core >= 0 && m->cores_alike;
            int by = alike ? i : j;
            if (i != j && m->memory_written[i] & (m->memory_read[by] | m->memory_written[by])) return true;
        }
    return false;
}

void seen_add(Seen *s, const Search *x, bool complete, bool rest)
{
    const Model *m = x->m;
    int instances[MAX_CTLS] = { 0 };
    add_aspects(s, m);
    seen_aspect(s, SEEN_REST, true, rest);
    seen_aspect(s, SEEN_NO_END, m->n_cores > 0, !m->o->ops && !m->program);
    seen_aspect(s, SEEN_TO_THE_END, true, complete && !x->bounded);
    add_stores(s, m);
    add_most(s, m);
    seen_aspect(s, SEEN_SHARED, shares_memory(m), false);
    for (int i = 0; i < m->n_ctl; i++) s->lacked[i] |= m->lacked[i];
    for (int i = 0; i < m->n_ctl; i++) s->promised[i] |= x->promised[i];
    for (int i = 0; i < m->n_inst; i++) if (++instances[m->inst[i].ctl] > 1) s->second |= 1u << m->inst[i].ctl;
    for (int i = 0; i < m->n_ctl; i++) {
        const Controller *c = m->ctl[i].c;
        Marks at = marks_of(m->p, i);
        for (int r = 0; r < c->rows.n; r++) {
            s->marks[at.rows + r] |= x->rows[m->ctl[i].first_row + r] != 0;
            s->times[at.rows + r] += x->rows[m->ctl[i].first_row + r];
        }
        for (int v = 0; v < c->invariants.n; v++) s->marks[at.invariants + v] |= m->met[m->ctl[i].first_invariant + v];
        for (int t = 0; t < c->states.n; t++)
            s->marks[at.states + t] |= c->states.at[t]->initial || t > 63 || x->met.states[i] >> t & 1;
        add_registers(s, x, i);
    }
}

void seen_merge(Seen *s, const Seen *more)
{
    s->can |= more->can;
    s->did |= more->did;
    s->second |= more->second;
    for (int i = 0; i < MOST_SIZES; i++) at_least(&s->most[i], more->most[i]);
    for (int i = 0; i < MAX_CTLS; i++) {
        at_least(&s->instances[i], more->instances[i]);
        s->sets[i] |= more->sets[i];
        s->full[i] |= more->full[i];
        s->lacked[i] |= more->lacked[i];
        s->promised[i] |= more->promised[i];
    }
    for (int i = 0; i < s->n_marks; i++) s->marks[i] |= more->marks[i];
}

void seen_rows(const Seen *s, const Protocol *p, int *taken, int *on)
{
    *taken = *on = 0;
    for (int i = 0; i < p->ctls.n; i++)
        for (int r = 0; r < p->ctls.at[i]->rows.n; r++) {
            bool is = p->ctls.at[i]->rows.at[r]->kind == ROW_ON;
            *on += is;
            *taken += is && s->marks[marks_of(p, i).rows + r];
        }
}

/* Of a search in another process it is known only whether a row was taken: once. */
static uint64_t times_of(const Seen *s, int at) { return s->times[at] ? s->times[at] : s->marks[at] != 0; }

void seen_write(const Seen *s, const Protocol *p, const char *of, Buf *out)
{
    buf_printf(out, "cohgen-coverage 1 " STR_FMT "\nrun cohgen verify, %s\n", STR_ARG(p->name), of);
    for (int i = 0; i < p->ctls.n; i++) {
        const Controller *c = p->ctls.at[i];
        for (int r = 0; r < c->rows.n; r++) {
            const Row *row = c->rows.at[r];
            if (row->kind == ROW_ON)
                buf_printf(out, STR_FMT " * * %d %llu %s:%d\n", STR_ARG(c->name), r,
                           (unsigned long long)times_of(s, marks_of(p, i).rows + r),
                           row->pos.file ? text_file_name(row->pos.file) : "-", row->pos.line);
        }
    }
}
