/* schedule.c - how a schedule begins: the parameters of a design on which its steps can happen, and the contents of
 * memory. */
#include "verify/replay/schedule.h"
#include "verify/model/roles.h"
#include "util/text.h"
#include "verify/replay/meeting.h"
#include "verify/state/program.h"
#include <inttypes.h>

/* ---- parameters ---- */

static void set(Recorder *r, const Param *q, int64_t value)
{
    const Model *m = r->m;
    Str owner = q->owner ? q->owner->name : STR("");
    vec_push(m->arena, &r->to->sets,
             str_printf(m->arena, STR_FMT "%s" STR_FMT "=%" PRId64, STR_ARG(owner), q->owner ? "." : "",
                        STR_ARG(q->name), value));
}

enum { WORD_BYTES = 4 };

/* Is this value of <place> the parameter itself? */
static bool gives_size(const BlockExpr *e, const Store *st, const Waiters *w, const Param *q)
{
    const Expr *x = !e || e->op != BX_NAME ? NULL : st ? store_attr(st, e->name) : waiters_attr(w, e->name);
    return x && x->op == E_PARAM && x->param == q;
}

/* As the model has them; where it is larger than its parameters say (room for every line of a litmus test, a word per
 * cell; time and places for messages to be joined, which the model leaves open) the design is too. */
static int64_t wanted(const Model *m, const Param *q)
{
    int64_t meeting = meeting_wants(m, q);
    if (meeting >= 0) return meeting;
    for (int i = 0; m->program && i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        for (int j = 0; j < k->n_stores; j++) {
            const Store *st = k->store[j].s;
            if (gives_size(st->block->place_rows, st, NULL, q)) return k->store[j].sets;
            if (gives_size(st->block->place_columns, st, NULL, q)) return k->store[j].ways;
        }
        for (int j = 0; j < k->n_waits; j++) {
            const Waiters *w = k->wait[j].w;
            if (!k->wait[j].pool && gives_size(w->block->place_rows, NULL, w, q)) return k->wait[j].entries;
        }
    }
    for (int i = 0; i < m->p->types.n; i++) {
        const Type *t = m->p->types.at[i];
        bool line = t->opaque && t->kind == TK_BYTES && t->size->op == E_PARAM && t->size->param == q;
        if (line && m->env.value[q->id] < WORD_BYTES * m->n_cells) return WORD_BYTES * m->n_cells;
    }
    return m->env.value[q->id];
}

static void put_head(Recorder *r)
{
    const Model *m = r->m;
    buf_printf(r->out, "# A counterexample of cohgen verify, step by step, for `./run replay`; docs/verify.md, "
                       "\"Replay in RTL\", has the format.\n");
    buf_printf(r->out, "protocol " STR_FMT "\nspec " STR_FMT "\nset", STR_ARG(m->p->name),
               STR_ARG(text_line(m->arena, str_from(text_file_name(m->p->file)))));
    for (int i = 0; i < m->p->params.n; i++) {
        set(r, m->p->params.at[i], wanted(m, m->p->params.at[i]));
        buf_printf(r->out, " " STR_FMT, STR_ARG(r->to->sets.at[r->to->sets.n - 1]));
    }
    buf_printf(r->out, "\nwarps %d\nlines %d\ncells %d\n", m->n_warps, m->n_keys, m->n_cells);
}

/* Rows read and write the memory that is behind a store of kind memory: it is no step of its own. */
static void put_memories(Recorder *r)
{
    if (r->m->tx) buf_printf(r->out, "transactions\n");
    for (int i = 0; i < r->m->n_ctl; i++)
        if (r->m->ctl[i].memory) buf_printf(r->out, "behind " STR_FMT "\n", STR_ARG(r->m->ctl[i].c->name));
}

static void put_initial(Recorder *r)
{
    const Model *m = r->m;
    for (int q = 0; q < m->n_keys; q++)
        for (int c = 0; c < m->n_cells; c++) {
            unsigned value = m->program ? program_initial(m->program, q, c) : 1000u + 10u * (unsigned)q + (unsigned)c;
            buf_printf(r->out, "initial line %d cell %d value %u\n", q, c, value);
        }
    for (int q = 0; q < m->n_keys; q++) if (model_key_bad(m, q)) buf_printf(r->out, "bad line %d\n", q);
}

static bool unknown_data(const Model *m, const PortMsg *q)
{
    for (int f = 0; f < q->fields.n; f++) {
        Role role = model_role_of(m, q->fields.at[f].type);
        bool known = str_is(q->fields.at[f].name, "data") || str_is(q->fields.at[f].name, "old");
        if (role == ROLE_DATA && !known) return true;
        if (role == ROLE_MASK && !str_is(q->fields.at[f].name, "mask")) return true;
    }
    return false;
}

/* The test bench knows bytes of accesses and answers by the names that the simulator wants. */
static void name_data(Recorder *r)
{
    bool unknown = false;
    for (int i = 0; i < r->m->n_ctl; i++) {
        const CtlModel *k = &r->m->ctl[i];
        for (int e = 0; e < k->n_events; e++)
            if (k->events[e].op == OP_STORE) unknown |= unknown_data(r->m, k->events[e].e->def);
        for (int q = 0; k->core && q < k->core->replies.n; q++) unknown |= unknown_data(r->m, &k->core->replies.at[q]);
    }
    if (unknown) recorder_cannot(r, "bytes of a core port in fields of other names than data and mask");
}

void schedule_begin(Recorder *r, const Model *m, VerifyReplay *to)
{
    *r = (Recorder){ .m = m, .to = to, .out = &to->schedule };
    buf_init(r->out, m->arena);
    if (m->o->fails) recorder_cannot(r, "memory that fails later");
    for (int i = 0; i < m->pins.n; i++)
        if (m->pins.at[i].value[0]) recorder_cannot(r, "an input pin that is not 0");
    name_data(r);
    put_head(r);
    put_memories(r);
    put_initial(r);
}
