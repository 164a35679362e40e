/* symmetry.c - sort cores and lines by what they hold; then rename them everywhere. */
#include "verify/symmetry/symmetry.h"
#include "verify/ghost/serial.h"
#include <string.h>

static inline uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* ---- renaming ---- */

static unsigned rename_value(const Renaming *r, Role role, unsigned v)
{
    unsigned x = 0;
    switch (role) {
    case ROLE_NODE: return (int)v < r->m->n_nodes ? (unsigned)r->node[v] : v;
    case ROLE_CORE: return (int)v < r->m->n_cores ? (unsigned)r->core[v] : v;
    case ROLE_CORES:
        for (int i = 0; i < r->m->n_cores; i++) if (v >> i & 1) x |= 1u << r->core[i];
        return x;
    case ROLE_DATA:
        for (int c = 0; c < r->m->n_cells; c++) x = state_cell_put(x, c, r->token[state_cell_get(v, c)]);
        return x;
    default: return v;
    }
}

static void rename_fields(const Renaming *r, uint16_t *v, const Slotted *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i].role >= ROLE_NODE && s[i].role <= ROLE_CORES) v[i] = (uint16_t)rename_value(r, s[i].role, v[i]);
}

static void rename_parts(const Renaming *r, const Layout *l, uint64_t *x)
{
    for (int i = 0; i < l->n_named; i++) {
        const Part *p = &l->at[l->named[i]];
        *x = state_part_put(p, *x, rename_value(r, p->role, state_part_get(p, *x)));
    }
}

static void rename_entry(const Renaming *r, const CtlModel *k, const WaitModel *w, const Entry *old, Entry *e)
{
    if (!e->valid && !old->valid) return;
    *e = *old;
    if (!e->valid) return;
    rename_fields(r, e->field, w->field, w->n);
    for (int i = 0; i < w->n_data; i++) e->data[i] = (uint16_t)rename_value(r, ROLE_DATA, e->data[i]);
    for (int i = 0; i < e->n; i++) rename_parts(r, &k->events[e->list[i] >> EVENT_SHIFT].park, &e->list[i]);
}

static ReadsBefore renamed_before(const Renaming *r, ReadsBefore x)
{
    if (x.n) x.data = (uint16_t)rename_value(r, ROLE_DATA, x.data);
    return x;
}

/* old: the same instance before; x: the same but for keys and what is in them. */
static void rename_key(const Renaming *r, const CtlModel *k, const Inst *old, int from, Inst *x, int to)
{
    x->reads[to] = old->reads[from];
    x->side_reads[to] = old->side_reads[from];
    x->before[to] = renamed_before(r, old->before[from]);
    x->side_before[to] = renamed_before(r, old->side_before[from]);
    for (int j = 0; j < k->n_stores; j++) {
        const StoreModel *st = &k->store[j];
        Line *l = &x->at[j].line[to];
        *l = old->at[j].line[from];
        if (!l->present) continue;
        rename_fields(r, l->field, st->field, st->n);
        for (int i = 0; i < st->n_data; i++) l->data[i] = (uint16_t)rename_value(r, ROLE_DATA, l->data[i]);
    }
    for (int j = 0; j < k->n_waits; j++) rename_entry(r, k, &k->wait[j], &old->at[j].entry[from], &x->at[j].entry[to]);
}

static uint8_t rename_lines(const Renaming *r, uint8_t set)
{
    unsigned x = 0;
    for (int q = 0; q < r->m->n_keys; q++) x |= (unsigned)(set >> q & 1) << r->key[q];
    return (uint8_t)x;
}

static void rename_inst(const Renaming *r, const CtlModel *k, const Inst *old, Inst *x)
{
    memcpy(x, old, offsetof(Inst, reads));
    memcpy(x->ring, old->ring, sizeof x->ring);
    rename_fields(r, x->reg, k->regs, k->n_regs);
    for (int q = 0; q < r->m->n_keys; q++) rename_key(r, k, old, q, x, r->key[q]);
    for (int i = 0; i < k->n_sweeps; i++) {
        x->due[i] = rename_lines(r, old->due[i]);
        x->seen[i] = rename_lines(r, old->seen[i]);
    }
}

static void rename_messages(const Renaming *r, SysState *s)
{
    for (int i = 0; i < s->n_msgs; i++) {
        uint64_t x = s->msg[i], body = x & ((UINT64_C(1) << KEY_SHIFT) - 1);
        int net = state_msg_net(x), kind = state_msg_kind(x);
        if (r->m->renamed[net] >> kind & 1) rename_parts(r, &r->m->kind[net][kind].body, &body);
        s->msg[i] = state_msg_head(net, r->node[state_msg_from(x)], r->node[state_msg_to(x)], kind,
                                   r->m->keyless[net] >> kind & 1 ? 0 : r->key[state_msg_key(x)]) |
                    body;
    }
    state_order(r->m, s);
}

/* Of a thread, or of a place for a posted store. */
static int thread_number(const Renaming *r, int t)
{
    const Model *m = r->m;
    if (t < m->n_threads) return r->core[m->thread[t].core] * m->n_warps + m->thread[t].warp;
    return m->n_threads + thread_number(r, (t - m->n_threads) / m->n_posted) * m->n_posted +
           (t - m->n_threads) % m->n_posted;
}

static void rename_transactions(const Renaming *r, const SysState *old, SysState *s)
{
    const Model *m = r->m;
    for (int t = 0; t < m->n_threads; t++) {
        TxGhost *to = &s->tx[r->thread[t]];
        *to = old->tx[t];
        to->wrote = 0;
        for (int q = 0; q < m->n_keys; q++) {
            to->saw[r->key[q]] = old->tx[t].saw[q];
            to->flight[r->key[q]] = old->tx[t].flight[q];
            to->wrote |= (uint8_t)((old->tx[t].wrote >> q & 1) << r->key[q]);
        }
    }
}

static void rename_floors(const Renaming *r, SysState *s)
{
    uint16_t floor[MAX_THREADS][MAX_KEYS];
    memcpy(floor, s->floor, sizeof floor);
    for (int t = 0; t < r->m->n_threads; t++)
        for (int q = 0; q < r->m->n_keys; q++) s->floor[r->thread[t]][r->key[q]] = floor[t][q];
}

/* All but the instances. */
static void rename_rest(const Renaming *r, SysState *s)
{
    const Model *m = r->m;
    Thread thread[MAX_THREADS];
    uint16_t mem[MAX_KEYS], side[MAX_KEYS];
    Order order[MAX_KEYS][MAX_CELLS];
    memcpy(thread, s->thread, sizeof thread);
    if (m->n_posted) rename_floors(r, s);
    for (int t = 0; t < m->n_slots; t++) {
        Thread *to = &s->thread[r->thread[t]];
        *to = thread[t];
        if (to->op && to->op != OP_FENCE) to->key = (uint8_t)r->key[to->key];
    }
    memcpy(mem, s->mem, sizeof mem);
    memcpy(side, s->side, sizeof side);
    if (m->n_keys > 1) memcpy(order, s->order, sizeof order);
    for (int q = 0; q < m->n_keys; q++) {
        s->mem[r->key[q]] = (uint16_t)rename_value(r, ROLE_DATA, mem[q]);
        s->side[r->key[q]] = (uint16_t)rename_value(r, ROLE_DATA, side[q]);
        if (m->n_keys > 1) memcpy(s->order[r->key[q]], order[q], sizeof order[q]);
    }
    rename_messages(r, s);
}

static void rename_all(const Renaming *r, SysState *s)
{
    const Model *m = r->m;
    SysState old;
    state_copy(m, &old, s);
    for (int i = 0; i < m->n_inst; i++) rename_inst(r, &m->ctl[m->inst[i].ctl], &old.inst[i], &s->inst[r->node[i]]);
    if (m->tx) rename_transactions(r, &old, s);
    rename_rest(r, s);
    if (m->tx) serial_settle(m, s);
}

/* ---- what cores and lines look like, whatever their numbers ---- */

static uint64_t plain_parts(const Layout *l, uint64_t x, uint64_t h)
{
    for (int i = 0; i < l->n; i++) {
        unsigned v = state_part_get(&l->at[i], x);
        if (l->at[i].role == ROLE_DATA && (v & 8)) v = 8;
        if (l->at[i].role < ROLE_NODE || l->at[i].role >= ROLE_DATA) h = mix(h, v);
    }
    return h;
}

static uint64_t look_fields(const uint16_t *v, const Slotted *s, int n, uint64_t h)
{
    for (int i = 0; i < n; i++) if (s[i].role < ROLE_NODE || s[i].role >= ROLE_DATA) h = mix(h, v[i]);
    return h;
}

/* Data: whose write it is that has not taken effect, is left out. */
static uint64_t look_data(unsigned v)
{
    for (int c = 0; c < MAX_CELLS; c++) if (state_cell_get(v, c) >= PENDING) v = state_cell_put(v, c, PENDING);
    return v;
}

static uint64_t look_line(const CtlModel *k, const StoreModel *st, const Line *l, uint64_t h)
{
    for (int i = 0; model_is_backed(k, st) && i < k->n_backed && !l->present; i++) h = mix(h, l->field[k->backed[i]]);
    if (l->present) h = mix(look_fields(l->field, st->field, st->n, mix(h, 3u + l->state)), look_data(l->data[0]));
    return h;
}

static uint64_t look_entry(const CtlModel *k, const WaitModel *w, const Entry *e, uint64_t h)
{
    if (!e->valid) return h;
    h = look_fields(e->field, w->field, w->n,
                    mix(h, (uint64_t)e->armed | e->drain << 1 | e->must << 2 | e->fin << 3 | (uint64_t)e->fresh << 20 |
                               (uint64_t)e->asked << 21 | e->state << 4 | e->n << 12 | (uint64_t)e->place << 24));
    for (int i = 0; i < e->n; i++)
        h = plain_parts(&k->events[e->list[i] >> EVENT_SHIFT].park, e->list[i], mix(h, e->list[i] >> EVENT_SHIFT));
    return h;
}

static uint64_t look_key(const CtlModel *k, const Inst *x, int q)
{
    uint64_t h = 1 + x->reads[q] + ((uint64_t)x->side_reads[q] << 8) + ((uint64_t)x->before[q].n << 16) +
                 ((uint64_t)x->side_before[q].n << 24);
    for (int i = 0; i < k->n_sweeps; i++) h = mix(h, (x->due[i] >> q & 1u) | (x->seen[i] >> q & 1u) << 1);
    for (int i = 0; i < k->n_stores; i++) h = look_line(k, &k->store[i], &x->at[i].line[q], h);
    for (int i = 0; i < k->n_waits; i++) h = look_entry(k, &k->wait[i], &x->at[i].entry[q], h);
    return h;
}

bool symmetry_renaming(const Model *m, const Numbering *n, Renaming *r)
{
    int base = 0;
    bool same = true;
    r->m = m;
    for (int i = 0; i < m->n_cores; i++) { r->core[i] = n->core[i]; same &= n->core[i] == i; }
    for (int q = 0; q < m->n_keys; q++) { r->key[q] = n->key[q]; same &= n->key[q] == q; }
    while (m->inst[base].core < 0) base++;
    for (int i = 0; i < m->n_inst; i++) r->node[i] = m->inst[i].core >= 0 ? base + r->core[m->inst[i].core] : i;
    for (int i = 0; i < 16; i++) r->token[i] = (uint8_t)i;
    for (int t = 0; t < m->n_slots; t++) {
        int to = r->thread[t] = thread_number(r, t);
        r->token[(PENDING + t) & 15] = (uint8_t)(PENDING + to);
        if (m->tx) r->token[(COMMITTED + t) & 15] = (uint8_t)(COMMITTED + to);
    }
    return !same;
}

int symmetry_renumbered(const Model *m, int inst, const Numbering *n)
{
    for (int i = 0; i < m->n_inst && m->inst[inst].core >= 0; i++)
        if (m->inst[i].core == n->core[m->inst[inst].core]) return i;
    return inst;
}

void symmetry_renumber(const Model *m, SysState *s, const Numbering *n)
{
    Renaming r;
    if (symmetry_renaming(m, n, &r)) rename_all(&r, s);
}

void symmetry_numbering_same(Numbering *n)
{
    for (int i = 0; i < MAX_INST; i++) n->core[i] = i;
    for (int q = 0; q < MAX_KEYS; q++) n->key[q] = q;
}

/* Which number each gets: that of the smaller ones, and of those alike before it. Without branches, which nobody could
 * foretell. */
static void number_by(const uint64_t *look, int *number, int n)
{
    for (int i = 0; i < n; i++) {
        int before = 0;
        for (int k = 0; k < i; k++) before += look[k] <= look[i];
        for (int k = i + 1; k < n; k++) before += look[k] < look[i];
        number[i] = before;
    }
}

/* What others say of each core. */
static void look_others(const Model *m, const StoreModel *st, const Line *l, uint64_t *look)
{
    for (int f = 0; f < st->n && l->present; f++)
        for (int c = 0; c < m->n_cores; c++) {
            if (st->field[f].role == ROLE_CORES && (l->field[f] >> c & 1)) look[c] += mix(11, (uint64_t)f);
            if (st->field[f].role == ROLE_NODE && m->inst[l->field[f] % m->n_inst].core == c)
                look[c] += mix(13, (uint64_t)f);
        }
}

static void look_registers(const Model *m, const CtlModel *k, const Inst *x, uint64_t *look)
{
    for (int r = 0; r < k->n_regs; r++)
        for (int c = 0; k->regs[r].role == ROLE_CORES && c < m->n_cores; c++)
            if (x->reg[r] >> c & 1) look[c] += mix(23, (uint64_t)r);
}

void symmetry_look(const Model *m, const CtlModel *k, const Inst *x, InstLook *l)
{
    memset(l, 0, sizeof *l);
    for (int q = 0; q < m->n_keys; q++) l->key[q] = look_key(k, x, q);
    l->own = look_fields(x->reg, k->regs, k->n_regs, 5);
    look_registers(m, k, x, l->core);
    for (int q = 0; q < m->n_keys; q++)
        for (int j = 0; j < k->n_stores; j++) look_others(m, &k->store[j], &x->at[j].line[q], l->core);
}

/* ---- looks of cores are sums, so that what a step changes can be taken off and added ---- */

void symmetry_look_inst(const Model *m, int inst, const InstLook *l, uint64_t *look, uint64_t times)
{
    int core = m->inst[inst].core;
    if (core < 0) {
        for (int c = 0; c < m->n_cores; c++) look[c] += times * l->core[c];
        return;
    }
    look[core] += times * l->own;
    for (int q = 0; q < m->n_keys; q++)
        look[core] += times * (m->keys_alike ? l->key[q] * 3 : mix(l->key[q], (uint64_t)q));
}

void symmetry_look_thread(const Model *m, int t, const Thread *x, uint64_t *look, uint64_t times)
{
    look[m->thread[t].core] += times * mix(mix(7 + (uint64_t)m->thread[t].warp,
                                               (uint64_t)x->op | x->performed << 4 | x->cell << 5 | x->left << 8 |
                                                   (m->keys_alike ? 0 : x->key) << 16),
                                           x->time);
}

void symmetry_look_message(const Model *m, uint64_t x, uint64_t *look, uint64_t times)
{
    uint64_t kind = (uint64_t)state_msg_net(x) << 8 | (uint64_t)state_msg_kind(x);
    uint64_t h = plain_parts(&state_msg_map(m, x)->body, x, kind);
    int from = m->inst[state_msg_from(x)].core, to = m->inst[state_msg_to(x)].core;
    if (!m->keys_alike) h = mix(h, (uint64_t)state_msg_key(x));
    if (from >= 0) look[from] += times * mix(h, 17);
    if (to >= 0) look[to] += times * mix(h, 19);
}

static void look_posted(const Model *m, const SysState *s, uint64_t *look)
{
    int n = m->n_warps * m->n_posted;
    for (int i = 0; i < m->n_cores * n; i++) {
        const Thread *t = &s->thread[m->n_threads + i];
        look[i / n] += mix(37 + (uint64_t)(i % n), (uint64_t)t->op | t->cell << 5 | (m->keys_alike ? 0 : t->key) << 16);
    }
}

void symmetry_look_cores(const Model *m, const SysState *s, const InstLook *const looks[], uint64_t look[MAX_INST])
{
    memset(look, 0, MAX_INST * sizeof *look);
    for (int i = 0; i < m->n_inst; i++) symmetry_look_inst(m, i, looks[i], look, 1);
    for (int t = 0; t < m->n_threads; t++) symmetry_look_thread(m, t, &s->thread[t], look, 1);
    if (m->n_posted) look_posted(m, s, look);
    for (int i = 0; i < s->n_msgs; i++) symmetry_look_message(m, s->msg[i], look, 1);
}

/* As if cores and nodes had been renumbered. */
static void number_keys(const Model *m, const SysState *s, const InstLook *const looks[], const Renaming *r,
                      Numbering *n)
{
    uint64_t look[MAX_KEYS] = { 0 };
    for (int i = 0; i < m->n_inst; i++)
        for (int q = 0; q < m->n_keys; q++) look[q] += mix(looks[i]->key[q], (uint64_t)r->node[i]);
    for (int t = 0; t < m->n_slots; t++) {
        int number = r->thread[t];
        const Thread *x = &s->thread[t];
        if (x->op) look[x->key] += mix(31 + (uint64_t)number, (uint64_t)x->op | x->performed << 4 | x->time << 8);
    }
    for (int i = 0; i < s->n_msgs; i++) {
        uint64_t x = s->msg[i];
        look[state_msg_key(x)] += mix(
            plain_parts(&state_msg_map(m, x)->body, x,
                        (uint64_t)state_msg_net(x) << 16 | (uint64_t)state_msg_kind(x) << 8 |
                        (uint64_t)r->node[state_msg_from(x)] << 4),
            (uint64_t)r->node[state_msg_to(x)]);
    }
    for (int q = 0; q < m->n_keys; q++) {
        look[q] = mix(look[q], rename_value(r, ROLE_DATA, s->mem[q]));
        if (r->m->side) look[q] = mix(look[q], rename_value(r, ROLE_DATA, s->side[q]));
        for (int c = 0; c < m->n_cells; c++) {
            const Order *o = &s->order[q][c];
            look[q] = mix(look[q], (uint64_t)o->n | (uint64_t)o->lastread << 8 | (uint64_t)o->ver[0] << 24 |
                                       (uint64_t)o->ver[1] << 40);
        }
    }
    number_by(look, n->key, m->n_keys);
}

bool symmetry_any(const Model *m)
{
    return symmetry_of_cores(m) || (m->keys_alike && m->n_keys > 1);
}

bool symmetry_number(const Model *m, const SysState *s, const InstLook *const looks[], const uint64_t *cores,
                     Numbering *n)
{
    Renaming r;
    bool same = true, keys = m->keys_alike && m->n_keys > 1;
    for (int i = 1; symmetry_of_cores(m) && i < m->n_cores; i++) same &= cores[i - 1] <= cores[i];
    if (same && !keys) return false;
    same = true;
    symmetry_numbering_same(n);
    if (symmetry_of_cores(m)) number_by(cores, n->core, m->n_cores);
    if (keys) {
        symmetry_renaming(m, n, &r);
        number_keys(m, s, looks, &r, n);
    }
    for (int i = 0; i < m->n_cores; i++) same &= n->core[i] == i;
    for (int q = 0; q < m->n_keys; q++) same &= n->key[q] == q;
    return !same;
}

void symmetry_canonical(const Model *m, SysState *s, Numbering *did)
{
    InstLook look[MAX_INST];
    const InstLook *looks[MAX_INST];
    uint64_t cores[MAX_INST];
    Numbering n;
    if (did) symmetry_numbering_same(did);
    if (!symmetry_any(m)) return;
    for (int i = 0; i < m->n_inst; i++) {
        symmetry_look(m, &m->ctl[m->inst[i].ctl], &s->inst[i], &look[i]);
        looks[i] = &look[i];
    }
    if (symmetry_of_cores(m)) symmetry_look_cores(m, s, looks, cores);
    if (!symmetry_number(m, s, looks, cores, &n)) return;
    symmetry_renumber(m, s, &n);
    if (did) *did = n;
}

/* ---- in parts ---- */

void symmetry_renumber_inst(const Model *m, const CtlModel *k, const Inst *from, const Numbering *n, Inst *to)
{
    Renaming r;
    memset(to, 0, state_ctl_size(k));
    symmetry_renaming(m, n, &r);
    rename_inst(&r, k, from, to);
}

void symmetry_renumber_rest(const Renaming *r, SysState *s) { rename_rest(r, s); }

/* Orders of n numbers. */
static int orders(int n) { return n < 2 ? 1 : n * orders(n - 1); }

static int rank_of(const int *order, int n)
{
    int rank = 0;
    for (int i = 0; i < n; i++) {
        int less = 0;
        for (int k = i + 1; k < n; k++) less += order[k] < order[i];
        rank = rank * (n - i) + less;
    }
    return rank;
}

static void order_of(int rank, int *order, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        order[i] = rank % (n - i);
        rank /= n - i;
        for (int k = i + 1; k < n; k++) order[k] += order[k] >= order[i];
    }
}

int symmetry_ranks(const Model *m) { return orders(m->n_cores) * orders(m->n_keys); }

int symmetry_rank(const Model *m, const Numbering *n)
{
    return rank_of(n->core, m->n_cores) * orders(m->n_keys) + rank_of(n->key, m->n_keys);
}

void symmetry_of_rank(const Model *m, int rank, Numbering *n)
{
    symmetry_numbering_same(n);
    order_of(rank / orders(m->n_keys), n->core, m->n_cores);
    order_of(rank % orders(m->n_keys), n->key, m->n_keys);
}
