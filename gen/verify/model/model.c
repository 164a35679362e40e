/* model.c - the instances of the system and the sizes of the search. */
#include "verify/model/model.h"
#include "verify/model/roles.h"
#include "verify/model/choices.h"
#include "verify/model/clock.h"
#include "verify/model/controller.h"
#include "verify/model/layout.h"
#include "verify/model/params.h"
#include "verify/model/times.h"
#include "verify/model/unroll.h"
#include "verify/model/wide.h"
#include <inttypes.h>
#include <string.h>

/* ---- instances ---- */

/* --cores can have given another number of instances than check has seen. */
static bool gpus_fit(const Model *m, const CtlModel *c, int64_t n, Diags *d)
{
    int64_t gpus = c->core && c->core->gpus ? param_eval(&m->env, c->core->gpus) : 1;
    if (gpus >= 1 && n % gpus == 0) return true;
    diag_error(d, c->core->gpus->pos, "verify: gpus= is %" PRId64 ", expected a number that divides the %" PRId64
               " cores", gpus, n);
    return false;
}

/* Of n instances of this controller that of number k. */
static int gpu_of(const Model *m, const CtlModel *c, int64_t n, int k)
{
    return c->core && c->core->gpus ? (int)(k / (n / param_eval(&m->env, c->core->gpus))) : -1;
}

static bool instances(Model *m, Diags *d)
{
    const System *s = m->p->systems.at[0];
    for (int i = 0; i < s->places.n; i++) {
        const Place *q = &s->places.at[i];
        int64_t n = param_eval(&m->env, q->count);
        int ctl = -1;
        for (int k = 0; k < m->n_ctl; k++) if (m->ctl[k].c == q->ctl) ctl = k;
        if (n > MAX_INST - m->n_inst) return model_refuse(d, q->pos, "instances in this system", MAX_INST);
        if (!gpus_fit(m, &m->ctl[ctl], n, d)) return false;
        for (int k = 0; k < n; k++) {
            m->inst[m->n_inst] = (Instance){ ctl, k, m->n_inst, m->ctl[ctl].core ? m->n_cores++ : -1,
                                               gpu_of(m, &m->ctl[ctl], n, k) };
            m->n_inst++;
        }
    }
    m->n_nodes = m->n_inst;
    m->key_bits = code_bits(m->n_keys);
    m->op_bits = code_bits(OP_OTHER + 1);
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; e < m->ctl[i].n_events; e++)
            if (code_bits(m->ctl[i].events[e].op + 1) > m->op_bits) m->op_bits = code_bits(m->ctl[i].events[e].op + 1);
    m->node_bits = code_bits(m->n_nodes);
    m->net_bits = code_bits(m->p->nets.n);
    for (int i = 0; i < m->p->nets.n; i++) m->sorted_from[i] = m->p->nets.at[i]->pair_order ? TO_SHIFT : 0;
    if (m->n_cores) return true;
    for (int i = 0; i < m->n_ctl; i++) if (m->ctl[i].n_block || m->ctl[i].alone || m->ctl[i].levels) return true;
    diag_error(d, m->p->pos, "verify: nothing moves this system: it has no core port, block port, timer or wish");
    return false;
}

static bool threads(Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++) if (m->ctl[i].core) m->n_warps = model_warps(m, m->ctl[i].core->id_type);
    m->n_threads = m->n_slots = m->n_cores * m->n_warps;
    if (m->n_threads > MAX_THREADS) return model_refuse(d, m->p->pos, "threads (cores x warps)", MAX_THREADS);
    for (int t = 0; t < m->n_threads; t++) {
        m->thread[t].core = (uint8_t)(t / m->n_warps);
        m->thread[t].warp = (uint8_t)(t % m->n_warps);
    }
    return true;
}

static bool any_memory(const Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++)
        for (int j = 0; j < p->ctls.at[i]->ports.n; j++)
            if (p->ctls.at[i]->ports.at[j]->kind == PORT_MEMORY) return true;
    return false;
}

/* With one thread a request that waits for others is never made. */
static bool others(const Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; e < m->ctl[i].n_events && m->n_threads == 1; e++) {
            const Event *at = m->ctl[i].events[e].e;
            if (at->kind != EV_CORE || !at->def->waits_others) continue;
            diag_error(d, at->pos, "verify: '" STR_FMT "' waits for others, and there is one thread: expected two at "
                       "least (--cores, --warps)", STR_ARG(at->name));
            return false;
        }
    return true;
}

/* Where a store can be answered before it takes effect each thread has places for such. */
static bool posted_stores(Model *m, Diags *d)
{
    const Port *port = NULL;
    int room = MAX_THREADS / (m->n_threads ? m->n_threads : 1) - 1;
    for (int i = 0; i < m->n_ctl; i++) {
        m->waits |= m->ctl[i].waits;
        for (int e = 0; e < m->ctl[i].n_events; e++)
            m->scoped |= m->ctl[i].events[e].op && m->ctl[i].events[e].e->def->scope;
        if (m->ctl[i].posted) port = m->ctl[i].core;
    }
    if (!port && !m->o->posted) return true;
    if (!port) {
        diag_error(d, m->p->pos, "verify: --posted: no event 'store' says posted=\"yes\"");
        return false;
    }
    const char *why = m->stamp                              ? "logical times"
                      : m->tx                               ? "transactions"
                      : m->o->bad_lines                     ? "--bad-lines"
                      : m->o->replay && !m->o->random_run   ? "--replay"
                                                            : NULL;
    if (why) {
        diag_error(d, port->pos, "verify: posted stores: not with %s", why);
        return false;
    }
    m->n_posted = m->o->posted ? m->o->posted : room < 2 ? room : 2;
    if (m->n_posted < 1 || m->n_posted > room) {
        diag_error(d, port->pos,
                   "verify: %d threads with %d posted stores each: expected %d at most of both together; use --cores, "
                   "--warps or --posted", m->n_threads, m->n_posted < 1 ? 1 : m->n_posted, MAX_THREADS);
        return false;
    }
    m->n_slots = m->n_threads * (1 + m->n_posted);
    return true;
}

static void find_performs(const Action *a, void *ctx)
{
    Model *m = ctx;
    m->performs |= a->performs != 0;
    m->tx |= (a->performs & PERFORMS_COMMIT) != 0;
}

/* A core's loads are what is repeated. */
static bool progress_fits(const Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        bool loads = false;
        for (int e = 0; e < k->n_events; e++) loads |= k->events[e].op == OP_LOAD;
        if (!m->o->loads_progress || !k->core || (loads && m->performs)) continue;
        diag_error(d, k->core->pos, loads ? "verify: --progress: no row has performs=\"read\""
                                          : "verify: --progress: this port has no event 'load'");
        return false;
    }
    return true;
}

/* Values are followed in opaque fields: where no answer to a load has one, each would be wrong. */
static bool values_fit(const Model *m, Diags *d)
{
    for (int i = 0; i < m->n_ctl; i++)
        for (int e = 0; m->performs && e < m->ctl[i].n_events; e++) {
            const Event *x = m->ctl[i].events[e].e;
            bool data = m->ctl[i].events[e].op != OP_LOAD;
            for (int r = 0; !data && r < x->port->replies.n; r++) {
                const PortMsg *q = &x->port->replies.at[r];
                if (x->def->answer.n && !port_answers(x->def, q->name)) continue;
                for (int f = 0; f < q->fields.n; f++) data |= model_role_of(m, q->fields.at[f].type) == ROLE_DATA;
            }
            if (data) continue;
            diag_error(d, x->pos,
                       "verify: no answer to '" STR_FMT "' has a field of an opaque type, so what is read is not "
                       "followed: expected opaque=\"yes\" at the type of the data, or no performs= in rows",
                       STR_ARG(x->name));
            return false;
        }
    return true;
}

/* The test bench drives cores, networks and the memory of a controller with key, and must be able to withdraw what
 * waits. */
static bool replay_fits(const Model *m, Diags *d)
{
    const char *what = m->o->races ? "--races" : "replay";
    for (int i = 0; i < m->n_ctl; i++)
        for (int j = 0; j < m->ctl[i].n_waits; j++) {
            const Waiters *w = m->ctl[i].wait[j].w;
            if (w->block->offer.n || !waiters_parked_in(m->ctl[i].c, w)) continue;
            diag_error(d, w->pos,
                       "verify: %s: not with waiters of kind " STR_FMT ", whose manifest does not say where they "
                       "offer (offer=)",
                       what, STR_ARG(w->block->kind));
            return false;
        }
    for (int i = 0; i < m->n_ctl; i++) {
        const Controller *c = m->ctl[i].c;
        if (!c->key && m->o->races) {
            diag_error(d, c->pos, "verify: %s: not with a controller without key", what);
            return false;
        }
        for (int j = 0; j < c->ports.n; j++) {
            const Port *p = c->ports.at[j];
            if (p->kind != PORT_BLOCK && !p->key) continue;
            diag_error(d, p->pos, "verify: %s: not with a port of kind %s", what,
                       p->probe ? "probe" : p->kind == PORT_BLOCK ? "block" : "memory that has key=");
            return false;
        }
        if (m->ctl[i].n_wires) {
            diag_error(d, m->ctl[i].regs[m->ctl[i].wires[0].reg].var->pos,
                       "verify: %s: not with inputs that show registers", what);
            return false;
        }
        for (int j = 0; j < m->pins.n; j++) {
            if (m->pins.at[j].n == 1) continue;
            diag_error(d, m->pins.at[j].var->pos, "verify: %s: not with inputs that change", what);
            return false;
        }
        if (!c->sweeps.n) continue;
        diag_error(d, c->sweeps.at[0]->pos, "verify: %s: not with sweeps, whose order is the store's", what);
        return false;
    }
    return true;
}

/* What takes messages out of the middle of a queue, or does not know of it. */
static bool queues_fit(const Model *m, Diags *d)
{
    for (int i = 0; i < m->p->ctls.n; i++)
        for (int k = 0; k < m->p->ctls.at[i]->ports.n; k++) {
            const Port *port = m->p->ctls.at[i]->ports.at[k];
            if (!port->joins.n) continue;
            diag_error(d, port->joins.at[0]->pos, "verify: --queues: not where messages are joined");
            return false;
        }
    if (!m->o->replay && !m->o->races && !m->o->random_run && !m->o->loads_progress) return true;
    diag_error(d, m->p->pos, "verify: --queues: not with --replay, --chart, --races and --progress");
    return false;
}

/* What is left out where there are transactions, a memory that rows read, or stores that are backed. */
static bool options_fit(const Model *m, Diags *d)
{
    bool other = m->tx;
    for (int i = 0; i < m->n_ctl; i++) other |= m->ctl[i].n_backed || m->ctl[i].memory;
    if (m->o->outside_lines && !m->tx) {
        diag_error(d, m->p->pos, "verify: --outside-lines: no row commits a transaction");
        return false;
    }
    const char *what = m->o->litmus.n                     ? "litmus tests"
                       : m->o->races                      ? "--races"
                       : m->o->loads_progress             ? "--progress"
                       : m->n_cells > 1                   ? "several cells"
                                                          : NULL;
    if (other && what) {
        diag_error(d, m->p->pos,
                   "verify: %s: not with transactions, or stores that are backed or memory", what);
        return false;
    }
    if ((m->o->replay || m->o->random_run || m->o->races) && !replay_fits(m, d)) return false;
    if (!progress_fits(m, d) || !values_fit(m, d)) return false;
    for (int i = 0; i < m->p->ctls.n; i++)
        for (int k = 0; k < m->p->ctls.at[i]->ports.n; k++) {
            const Port *port = m->p->ctls.at[i]->ports.at[k];
            if (port->joins.n && m->o->races) {
                diag_error(d, port->joins.at[0]->pos, "verify: --races: not where messages are joined");
                return false;
            }
        }
    if (m->o->queues && !queues_fit(m, d)) return false;
    if (!m->tx || m->n_threads <= TX_THREADS) return true;
    return model_refuse(d, m->p->pos, "threads with transactions", TX_THREADS);
}

/* --bad-lines: each memory port's event tells of the error; where it does not, no row could take it. */
static bool errors_are_heard(Diags *d, const Controller *c)
{
    bool heard = true;
    for (int i = 0; i < c->ports.n; i++) {
        const Port *port = c->ports.at[i];
        if (port->kind != PORT_MEMORY || !port->events.n) continue;
        const Event *e = port->events.at[0];
        bool told = false;
        for (int f = 0; f < e->def->fields.n; f++) told |= e->def->fields.at[f].type->kind == TK_BOOL;
        if (told) continue;
        diag_error(d, e->pos, "verify: --bad-lines: '" STR_FMT "' has no field of type bool that tells of memory's "
                   "errors, so no row of " STR_FMT " can take one", STR_ARG(e->name), STR_ARG(c->name));
        heard = false;
    }
    return heard;
}

static bool any_key(const Protocol *p)
{
    for (int i = 0; i < p->ctls.n; i++) if (p->ctls.at[i]->key) return true;
    return false;
}

bool model_build(Model *m, Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o)
{
    memset(m, 0, sizeof *m);
    m->arena = a; m->p = p; m->o = o;
    m->stays = o->replay || o->random_run;
    m->n_keys = o->lines ? o->lines : 1;
    m->n_cells = o->cells ? o->cells : 1;
    if (!model_params(m, d)) return false;
    if (!model_times(m, d) || !model_clock(m, d)) return false;
    if (p->ctls.n > MAX_CTLS) return model_refuse(d, p->pos, "controllers", MAX_CTLS);
    if (p->nets.n > MAX_NETS) return model_refuse(d, p->pos, "networks", MAX_NETS);
    if (m->n_keys > MAX_KEYS) return model_refuse(d, p->pos, "lines", MAX_KEYS);
    for (int i = 0; i < p->ctls.n; i++) {
        int bits = p->ctls.at[i]->key ? type_width(&m->env, p->ctls.at[i]->key) : MAX_WIDTH;
        if (bits >= MAX_WIDTH || m->n_keys <= 1 << bits) continue;
        diag_error(d, p->ctls.at[i]->key->pos, "verify: %d lines, but keys of '" STR_FMT "' have %d bits: expected %d "
                   "lines at most", m->n_keys, STR_ARG(p->ctls.at[i]->key->name), bits, 1 << bits);
        return false;
    }
    if (!any_key(p) && (o->lines > 1 || o->cells > 1)) {
        diag_error(d, p->pos, "verify: --lines and --cells: no controller here has a key, so there are no lines");
        return false;
    }
    if (o->bad_lines > m->n_keys) {
        diag_error(d, p->pos, "verify: %d bad lines, but there are only %d lines", o->bad_lines, m->n_keys);
        return false;
    }
    if (o->outside_lines > m->n_keys) {
        diag_error(d, p->pos, "verify: %d lines outside of transactions, but there are only %d lines", o->outside_lines,
                   m->n_keys);
        return false;
    }
    if (o->bad_lines && !any_memory(p)) {
        diag_error(d, p->pos, "verify: --bad-lines: no controller has a memory port");
        return false;
    }
    if (o->bad_lines) {
        bool heard = true;
        for (int i = 0; i < p->ctls.n; i++) heard &= errors_are_heard(d, p->ctls.at[i]);
        if (!heard) return false;
    }
    if (o->bad_lines && o->litmus.n) { diag_error(d, p->pos, "verify: litmus tests have no bad lines"); return false; }
    if (m->n_cells > MAX_CELLS) return model_refuse(d, p->pos, "cells", MAX_CELLS);
    int invariants = 0;
    m->n_ctl = p->ctls.n;
    for (int i = 0; i < p->ctls.n; i++) {
        if (!model_controller(m, d, &m->ctl[i], p->ctls.at[i])) return false;
        m->n_wide += model_wide(m, d, p->ctls.at[i]);
        if (m->ctl[i].side && m->side)
            return model_refuse(d, p->ctls.at[i]->pos, "controllers with a memory port with key=", 1);
        m->side |= m->ctl[i].side != NULL;
        m->side_known |= m->ctl[i].side_known;
        m->ctl[i].first_row = m->n_rows;
        m->ctl[i].first_invariant = invariants;
        invariants += p->ctls.at[i]->invariants.n;
        m->restarts |= m->ctl[i].restarts;
        m->n_rows += p->ctls.at[i]->rows.n;
        for (int k = 0; k < p->ctls.at[i]->rows.n; k++) actions_walk(p->ctls.at[i]->rows.at[k]->body, find_performs, m);
    }
    if (!model_wires(m, d) || !instances(m, d) || !threads(m, d) || !model_stamps(m, d)) return false;
    if (!others(m, d) || !posted_stores(m, d) || !options_fit(m, d)) return false;
    if (!model_layouts(m, d) || !model_choices(m, d)) return false;
    model_version_fields(m);
    m->n_noted = MAX_CTLS + 2 * MAX_INST + 1 + invariants;
    m->lacked = m->noted = NEW_N(a, _Atomic unsigned, m->n_noted);
    m->memory_read = m->lacked + MAX_CTLS;
    m->memory_written = m->memory_read + MAX_INST;
    m->held = m->memory_written + MAX_INST;
    m->met = m->held + 1;
    return model_unroll(m, d);
}
