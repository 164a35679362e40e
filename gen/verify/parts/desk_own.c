/* desk_own.c - parts looked at and renamed, whole states made of them. */
#include "verify/parts/desk_own.h"
#include "verify/ghost/ghost.h"
#include "verify/ghost/ghost_time.h"
#include "verify/properties/invariant.h"
#include "verify/state/each_data.h"
#include "verify/step/inputs.h"

enum { MOVE_NUMBERING = 0, MOVE_DATA = 1, VIEW_BITS = 15, VIEW_MAX = (1 << VIEW_BITS) - 1 };
_Static_assert(MAX_INST <= 8 && MAX_KEYS <= 4, "views of all instances are two words, with room for three bits");

/* ---- a desk ---- */

static bool joins(const CtlModel *k)
{
    for (int i = 0; i < k->c->ports.n; i++) if (k->c->ports.at[i]->joins.n) return true;
    return false;
}

bool desk_possible(const Model *m)
{
    if (m->tx || m->n_posted || m->waits || m->n_times || m->program || m->o->queues || m->o->bad_lines) return false;
    for (int i = 0; i < m->pins.n; i++) if (m->pins.at[i].n > 1) return false;
    for (int i = 0; i < m->p->nets.n; i++) if (m->p->nets.at[i]->most) return false;
    for (int i = 0; i < m->n_ctl; i++) {
        const CtlModel *k = &m->ctl[i];
        if (k->n_port_sets || k->n_wires || k->n_block || k->alone || k->o_by >= 0 || k->n_backed || joins(k))
            return false;
    }
    return true;
}

bool desk_full(const Desk *d) { return d->full; }

/* ---- parts ---- */

static uint64_t hash_of(const uint64_t *v, int n)
{
    uint64_t h = 0;
    for (int i = 0; i < n; i++) h = (h ^ v[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return h;
}

/* As view_of, with the lock. */
static uint32_t view_number(Shelf *s, DeskCtl *c, MemoKey k, const uint64_t *v)
{
    const int n = c->reads.n;
    for (; ; k.word[2]++) {
        uint64_t at = memo_get(&s->views, &k);
        if (at && !memcmp(c->views.at[at - 1], v, sizeof *v * (size_t)n)) return (uint32_t)at - 1;
        if (at) continue;
        if (memo_wants(&s->views)) memo_grow(&s->views);
        if (c->views.n == VIEW_MAX || s->views.fixed) return VIEW_MAX;
        uint64_t *kept = NEW_N(s->arena, uint64_t, n + 1);
        memcpy(kept, v, sizeof *v * (size_t)n);
        vec_push(s->arena, &c->views, kept);
        memo_put(&s->views, &k, (uint64_t)c->views.n);
        return (uint32_t)c->views.n - 1;
    }
}

/* What tests see of the instance, as a number; VIEW_MAX: there are too many. */
static uint32_t view_of(Desk *d, int ctl, const SysState *s)
{
    DeskCtl *c = &d->s->ctl[ctl];
    uint64_t v[c->reads.n + 1];
    for (int i = 0; i < c->reads.n; i++)
        v[i] = step_watched_value(d->m, s, c->first, c->reads.at[i].key, &c->reads.at[i].in);
    pthread_mutex_lock(&d->s->lock);
    uint32_t view = view_number(d->s, c, (MemoKey){ { (uint64_t)ctl, hash_of(v, c->reads.n) } }, v);
    pthread_mutex_unlock(&d->s->lock);
    return view;
}

typedef struct { uint16_t *cell; } Used;

static inline unsigned note_used(void *ctx, unsigned data)
{
    const Used *u = ctx;
    for (int c = 0; c < MAX_CELLS; c++) u->cell[c] |= (uint16_t)(1u << state_cell_get(data, c));
    return data;
}

static bool waits(const Model *m, const CtlModel *k, const Inst *x)
{
    for (int q = 0; q < m->n_keys; q++) if (x->reads[q] || x->side_reads[q] || state_waits(k, x, q)) return true;
    return x->n_owed;
}

/* The exchange of the first two and a turn of all make up every numbering. */
static bool is_fixed(const Model *m, const CtlModel *k, const Inst *x)
{
    int cores = m->cores_alike ? m->n_cores : 1, keys = m->keys_alike ? m->n_keys : 1;
    for (int turn = 0; turn < 2; turn++)
        for (int of = 0; of < 2; of++) {
            int n = of ? keys : cores;
            if (n < 2) continue;
            Numbering to;
            Inst moved;
            symmetry_numbering_same(&to);
            for (int i = 0; i < (turn ? n : 2); i++) (of ? to.key : to.core)[i] = (i + 1) % (turn ? n : 2);
            symmetry_renumber_inst(m, k, x, &to, &moved);
            if (memcmp(x, &moved, state_ctl_size(k))) return false;
        }
    return true;
}

static void look(Desk *d, int ctl, PartId id, PartInfo *info)
{
    const Model *m = d->m;
    const CtlModel *k = &m->ctl[ctl];
    Inst *x = &d->seen.inst[d->s->ctl[ctl].first];
    parts_inst(d->parts, ctl, id, x);
    info->id = id;
    info->waits = waits(m, k, x);
    info->fixed = is_fixed(m, k, x);
    for (int q = 0; q < m->n_keys; q++) each_data_inst(k, x, q, note_used, &(Used){ info->used[q] });
    symmetry_look(m, k, x, &info->look);
    if (m->o->parts) {
        uint64_t at[PACKED_WORDS];
        info->hash = state_hash(at, state_pack_inst(m, k, x, at));
    }
    if (d->s->ctl[ctl].reads.n) info->view = view_of(d, ctl, &d->seen);
}

const PartInfo *desk_look(Desk *d, int ctl, PartId id)
{
    PartInfo *info = NEW(d->known, PartInfo);
    const PartInfo *there = NULL;
    look(d, ctl, id, info);
    d->looked++;
    if (atomic_compare_exchange_strong_explicit(&d->s->ctl[ctl].info[id], &there, info, memory_order_acq_rel,
                                                memory_order_acquire))
        return info;
    return there;                    /* another thread was first */
}

const PartInfo *desk_number(Desk *d, int ctl, const Inst *x)
{
    PartId id = parts_id(d->parts, ctl, x);
    if (!id) d->full = true;
    return desk_info(d, ctl, id ? id : 1);     /* in place of none: what comes of it is not used */
}

/* ---- names of writes ---- */

typedef struct { int cell; const uint8_t *map; } Remap;

static inline unsigned remap(void *ctx, unsigned data)
{
    const Remap *r = ctx;
    return state_cell_put(data, r->cell, r->map[state_cell_get(data, r->cell)]);
}

static const PartInfo *renamed_part(Desk *d, int ctl, const PartInfo *x, int key, const Remap *r)
{
    MemoKey k = desk_part_key(MOVE_DATA, ctl, x->id);
    for (int i = 0; i < 16; i++) k.word[1] |= (uint64_t)r->map[i] << 4 * i;
    k.word[2] = (uint64_t)key | (uint64_t)r->cell << 8;
    const PartInfo *to = (const PartInfo *)(uintptr_t)memo_get(&d->s->moves, &k);
    if (to) return to;
    parts_inst(d->parts, ctl, x->id, &d->inst);
    each_data_inst(&d->m->ctl[ctl], &d->inst, key, remap, (void *)r);
    to = desk_number(d, ctl, &d->inst);
    memo_put(&d->s->moves, &k, (uint64_t)(uintptr_t)to);
    return to;
}

static void rename_data(Desk *d, Whole *x, int key, int cell, const uint8_t map[16])
{
    Remap r = { cell, map };
    unsigned moved = 0;
    for (int i = 0; i < 16; i++) moved |= (unsigned)(map[i] != i) << i;
    for (int i = 0; i < d->m->n_inst; i++)
        if (x->part[i]->used[key][cell] & moved)
            x->part[i] = renamed_part(d, d->m->inst[i].ctl, x->part[i], key, &r);
    each_data_rest(d->m, &x->s, key, remap, &r);
    x->looked &= !moved;
}

/* As ghost_clean, of one line. */
static void clean(Desk *d, Whole *x, int key)
{
    const Model *m = d->m;
    uint16_t used[MAX_CELLS] = { 0 };
    bool several = false;
    for (int c = 0; c < m->n_cells; c++) several |= x->s.order[key][c].n > 1;
    if (!several) return;
    for (int i = 0; i < m->n_inst; i++) for (int c = 0; c < m->n_cells; c++) used[c] |= x->part[i]->used[key][c];
    each_data_rest(m, &x->s, key, note_used, &(Used){ used });
    for (int c = 0; c < m->n_cells; c++) {
        uint8_t map[16];
        if (x->s.order[key][c].n > 1 && ghost_forget(m, &x->s, key, c, used[c], map)) rename_data(d, x, key, c, map);
    }
}

/* What a step means for all: as fire.c and ghost.c do it in a whole state. */
static unsigned conclude(Desk *d, Whole *x, const Outcome *o)
{
    const Model *m = d->m;
    const Write *w = &o->wrote;
    bool all = o->o.keyless || m->ctl[m->inst[o->o.inst].ctl].o_walk >= 0;
    if (!w->is && o->keeps) return ghost_settle(m, &x->s) ? 0 : 1u << BOUND_TIME;
    if (w->is) {
        uint8_t map[16];
        clean(d, x, w->key);
        if (x->s.order[w->key][w->cell].n >= TOKENS) return 1u << BOUND_NAMES;
        ghost_newest(m, &x->s, w, map);
        rename_data(d, x, w->key, w->cell, map);
    }
    for (int q = all ? 0 : o->o.key; q < (all ? m->n_keys : o->o.key + 1); q++) clean(d, x, q);
    return ghost_settle(m, &x->s) ? 0 : 1u << BOUND_TIME;
}

static void find_looks(const Model *m, Whole *x)
{
    const InstLook *looks[MAX_INST];
    for (int i = 0; i < m->n_inst; i++) looks[i] = &x->part[i]->look;
    symmetry_look_cores(m, &x->s, looks, x->looks);
    x->looked = true;
}

/* Of what desk_possible lets through; the size is not known to the compiler, whose own copying is slow. */
static void copy_whole(const Model *m, Whole *to, const Whole *from)
{
    memcpy(to->part, from->part, sizeof to->part);
    memcpy(&to->s, &from->s, offsetof(SysState, order) + sizeof *from->s.order * (size_t)m->n_keys);
    memcpy(to->s.msg, from->s.msg, sizeof *from->s.msg * (size_t)from->s.n_msgs);
}

unsigned desk_apply(Desk *d, const Whole *x, const Outcome *o, int msg, Whole *next)
{
    const Model *m = d->m;
    SysState *s = &next->s;
    copy_whole(m, next, x);
    next->part[o->o.inst] = o->part;
    next->looked = symmetry_of_cores(m);
    for (int c = 0; c < m->n_cores && next->looked; c++) next->looks[c] = x->looks[c] + o->looks[c];
    if (msg >= 0) {
        memmove(&s->msg[msg], &s->msg[msg + 1], sizeof *s->msg * (size_t)(s->n_msgs - msg - 1));
        s->n_msgs--;
    }
    if (s->n_msgs + o->n_sent > MAX_MSGS) return 1u << BOUND_MESSAGES;
    for (int i = 0; i < o->n_sent; i++) state_send(m, s, o->sent[i]);
    if (o->threads) {
        int core = m->inst[o->o.inst].core, first = core < 0 ? 0 : core * m->n_warps;
        memcpy(&s->thread[first], o->threads, sizeof *s->thread * (size_t)(core < 0 ? m->n_threads : m->n_warps));
    }
    if (o->lines) {
        memcpy(s->mem, o->lines->mem, sizeof s->mem);
        memcpy(s->side, o->lines->side, sizeof s->side);
        memcpy(s->order, o->lines->order, sizeof *s->order * (size_t)m->n_keys);
    }
    return conclude(d, next, o);
}

/* ---- whole states ---- */

void desk_all_insts(const Desk *d, Whole *x)
{
    for (int i = 0; i < d->m->n_inst; i++) parts_inst(d->parts, d->m->inst[i].ctl, x->part[i]->id, &x->s.inst[i]);
}

void desk_unpack(Desk *d, const uint64_t *packed, Whole *x)
{
    PartId part[MAX_INST];
    state_unpack_parts(d->m, packed, part, &x->s);
    for (int i = 0; i < d->m->n_inst; i++) x->part[i] = desk_info(d, d->m->inst[i].ctl, part[i]);
    if (symmetry_of_cores(d->m)) find_looks(d->m, x);
}

uint64_t desk_spread(const Desk *d, const Whole *x)
{
    uint64_t hash[MAX_INST];
    for (int i = 0; i < d->m->n_inst; i++) hash[i] = x->part[i]->hash;
    return state_spread(d->m, hash, &x->s);
}

size_t desk_pack(const Desk *d, const Whole *x, uint64_t *packed)
{
    PartId part[MAX_INST];
    for (int i = 0; i < d->m->n_inst; i++) part[i] = x->part[i]->id;
    return state_pack_parts(d->m, part, &x->s, packed);
}

bool desk_idle(const Desk *d, const Whole *x)
{
    const Model *m = d->m;
    if (x->s.n_msgs) return false;
    for (int t = 0; t < m->n_threads; t++) if (x->s.thread[t].op) return false;
    for (int i = 0; i < m->n_inst; i++) if (x->part[i]->waits) return false;
    return true;
}

Views desk_views(const Desk *d, const Whole *before, const Whole *x)
{
    const Model *m = d->m;
    bool same = true;
    if (!m->tests.n) return VIEWS_SAME;
    if (d->s->tests_each) return VIEWS_UNKNOWN;
    for (int i = 0; i < m->n_inst; i++) {
        if (x->part[i] == before->part[i]) continue;
        same &= x->part[i]->view == before->part[i]->view && x->part[i]->view != VIEW_MAX;
    }
    return same ? VIEWS_SAME : VIEWS_OTHERS;
}

bool desk_views_hold(Desk *d, Whole *x)
{
    const Model *m = d->m;
    Pair views = { { 0 } };
    bool known = true;
    Fired f;
    for (int i = 0; i < m->n_inst; i++) {
        uint64_t view = x->part[i]->view;
        views.word[i / 4] |= view << VIEW_BITS * (i % 4);
        known &= view != VIEW_MAX;
    }
    if (known && pairset_has(&d->s->tests, views)) return true;
    desk_all_insts(d, x);
    if (!invariants_of_all(m, &x->s, &f)) return false;
    if (known) pairset_add(&d->s->tests, views);
    return true;
}

bool desk_system_holds(const Desk *d, Whole *x, int inst, int key)
{
    Fired f;
    desk_all_insts(d, x);
    return invariants_of_system(d->m, &x->s, inst, key, &f);
}

static const PartInfo *renumber(Desk *d, int ctl, const PartInfo *x, const Numbering *n)
{
    Inst from;
    parts_inst(d->parts, ctl, x->id, &from);
    symmetry_renumber_inst(d->m, &d->m->ctl[ctl], &from, n, &d->inst);
    return desk_number(d, ctl, &d->inst);
}

static const PartInfo *renumbered_part(Desk *d, int ctl, const PartInfo *x, const Numbering *n)
{
    MemoKey k = desk_part_key(MOVE_NUMBERING, ctl, x->id);
    for (int i = 0; i < d->m->n_cores; i++) k.word[1] |= (uint64_t)n->core[i] << 3 * i;
    for (int q = 0; q < d->m->n_keys; q++) k.word[2] |= (uint64_t)n->key[q] << 2 * q;
    const PartInfo *to = (const PartInfo *)(uintptr_t)memo_get(&d->s->moves, &k);
    if (to) return to;
    to = renumber(d, ctl, x, n);
    memo_put(&d->s->moves, &k, (uint64_t)(uintptr_t)to);
    return to;
}

/* Where the other numberings of a part are. */
static _Atomic(const PartInfo *) *moved_of(Desk *d, PartInfo *x)
{
    _Atomic(const PartInfo *) *at = atomic_load_explicit(&x->moved, memory_order_acquire);
    if (at) return at;
    _Atomic(const PartInfo *) *fresh = NEW_N(d->known, _Atomic(const PartInfo *), d->s->n_ranks);
    if (atomic_compare_exchange_strong_explicit(&x->moved, &at, fresh, memory_order_acq_rel, memory_order_acquire))
        return fresh;
    return at;
}

/* Few numberings are kept with the part, others in the table. */
static const PartInfo *moved_part(Desk *d, int ctl, const PartInfo *x, const Numbering *n, int rank)
{
    if (x->fixed) return x;
    if (!d->s->n_ranks) return renumbered_part(d, ctl, x, n);
    _Atomic(const PartInfo *) *at = &moved_of(d, (PartInfo *)x)[rank];
    const PartInfo *to = atomic_load_explicit(at, memory_order_acquire);
    if (to) return to;
    to = renumber(d, ctl, x, n);
    atomic_store_explicit(at, to, memory_order_release);
    return to;
}

void desk_canonical(Desk *d, Whole *x)
{
    const Model *m = d->m;
    const InstLook *looks[MAX_INST];
    const PartInfo *part[MAX_INST];
    Numbering n;
    Renaming own;
    const Renaming *r = &own;
    int rank = 0;
    if (!symmetry_any(m)) return;
    for (int i = 0; i < m->n_inst; i++) looks[i] = &x->part[i]->look;
    if (!x->looked && symmetry_of_cores(m)) find_looks(m, x);
    if (!symmetry_number(m, &x->s, looks, x->looks, &n)) return;
    if (d->s->n_ranks) r = &d->s->renaming[rank = symmetry_rank(m, &n)];
    else symmetry_renaming(m, &n, &own);
    memcpy(part, x->part, sizeof part);
    for (int i = 0; i < m->n_inst; i++) x->part[r->node[i]] = moved_part(d, m->inst[i].ctl, part[i], &n, rank);
    symmetry_renumber_rest(r, &x->s);
}
