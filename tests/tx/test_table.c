/* The validation unit of specs/getm/getm.xml against the reference, which was written from the text alone: every
 * metadata, every request, with times of four bits. Usage: test_table getm.xml. The table is interpreted; that its
 * Verilog does the same is tests/backbone. */
#include "../backbone/spec.h"
#include "tx/partition/reference.h"
#include <stdlib.h>
#include <string.h>

enum {
    TIMES = 16,
    END = 12,
    WRITES = 3,
    WARPS = 3,
    CORES = 4,
    SHOWN = 5
}; /* END: the first time at which nothing passes, for the 4 cores of one warp of the table */
enum { U, F, R }; /* states, and below answers, in the order of the file; states are checked by name */
enum { VALUE, OK, ABORT };

typedef struct {
    Spec spec;
    Eval *eval;
    uint64_t in[64], out[64];
    int events[4];
    TxReference reference;
    SimPages pages; TxMemory memory;
    TxReply reply;
    TxDecision decision;
    bool replied, readers; /* readers: UNIQUE=0, the owner of what is not reserved is its last reader */
    uint64_t done, wrong, ended, seen[TX_RESULTS + 4];
} Bench;

static int find(const Bench *b, const char *name)
{
    for (int i = 0; i < b->spec.step->signals.n; i++)
        if (str_is(b->spec.step->signals.at[i].name, name)) return i;
    fprintf(stderr, "the table has no signal %s\n", name);
    exit(1);
}

static void put(Bench *b, const char *name, uint64_t value) { b->in[find(b, name)] = value; }
static uint64_t get(const Bench *b, const char *name) { return b->out[find(b, name) - b->spec.n_in]; }

/* The opaque variable that the output chooses; both have one version, from before the row. */
static bool takes(const Bench *b, const char *output, const char *variable)
{
    const Signal *s = &b->spec.step->signals.at[find(b, output)];
    uint64_t k = get(b, output);
    const OpaqueSource *from = s->kind == SIG_SEND_SEL && k < (uint64_t)s->o->fields.at[s->field].sources.n
        ? &s->o->fields.at[s->field].sources.at[k]
        : s->kind == SIG_WRITE_SEL && k < (uint64_t)s->s->sources.n ? &s->s->sources.at[k]
                                                                    : NULL;
    return from && str_is(from->var->ident, variable) && from->version == 0;
}

static void keep_reply(void *context, const TxReply *r)
{
    Bench *b = context;
    b->reply = *r;
    b->replied = true;
}

static void keep_decision(void *context, const TxEvent *e)
{
    if (e->seen == TX_DECIDED) ((Bench *)context)->decision = e->decision;
}

/* The reference, with one line of the stall buffer: free, or taken by another granule. */
static TxMeta ask_reference(Bench *b, TxMeta meta, const TxMessage *m, bool room)
{
    struct TxStallLine *l = &b->reference.lines[0];
    l->used = !room, l->awake = false, l->granule = 99, l->waiting.n = !room;
    *tx_table_entry(&b->reference.table, 0) = meta;
    b->replied = false;
    tx_reference_step(&b->reference, m);
    return *tx_table_entry(&b->reference.table, 0);
}

static void wrong(Bench *b, const char *what, TxMeta meta, const TxMessage *m)
{
    static const char *const kinds[] = {"LD", "ST", "COMMIT", "CLEANUP"};
    printf("%s: wts %d rts %d writes %u owner %u, %s of warp %u at %d, n %u: table row %d, reference %s %d\n", what,
           (int)meta.wts, (int)meta.rts, meta.writes, meta.owner, kinds[m->kind], m->wid, (int)m->warpts, m->n,
           (int)get(b, "row_o"), b->replied ? "answers" : "does not answer", b->replied ? (int)b->reply.result : 0);
    if (++b->wrong == SHOWN) exit(1);
}

/* Receivers of an answer: a bit for each node, warps first. */
static bool answers_agree(const Bench *b, const TxMessage *m)
{
    bool log = m->kind == TX_COMMIT || m->kind == TX_CLEANUP, queued = !log && b->decision == TX_QUEUE && !b->replied;
    if (get(b, "answer0_valid_o") != b->replied || get(b, "stall_park_o") != queued) return false;
    if (!b->replied) return true;
    uint64_t kind = b->reply.result != TX_OK ? ABORT : m->kind == TX_LD ? VALUE : OK;
    return get(b, "answer0_kind_o") == kind && get(b, "answer0_to_o") == 1u << m->wid &&
        get(b, "answer0_warp_o") == (m->wid & 1) &&
        (kind != ABORT || get(b, "answer0_seen_o") == b->reply.seen);
}

/* Nobody is the unit itself, the first node behind the cores. */
static uint64_t node_of(uint32_t owner) { return owner == TX_NOBODY ? CORES : owner; }

static bool metadata_agree(const Bench *b, const TxMeta *after)
{
    bool owned = after->writes != 0 || (b->readers && get(b, "next_o") != U);
    return get(b, "meta_wts_o") == after->wts && get(b, "meta_rts_o") == after->rts &&
        get(b, "meta_writes_o") == after->writes && (!owned || get(b, "meta_owner_o") == node_of(after->owner));
}

/* Refused, nothing else changes, and a rollover is wanted. */
static bool refused_at_end(const Bench *b, const TxMeta *meta, const TxMessage *m)
{
    return get(b, "act_o") == ACT_FIRE && !get(b, "overflow_o") && get(b, "full_o") && get(b, "answer0_valid_o") &&
        get(b, "answer0_kind_o") == ABORT && get(b, "answer0_to_o") == 1u << m->wid &&
        get(b, "answer0_warp_o") == (m->wid & 1) && get(b, "answer0_seen_o") == m->warpts &&
        !get(b, "stall_park_o") && !get(b, "meta_alloc_o") && metadata_agree(b, meta);
}

static void compare(Bench *b, int state, TxMeta meta, const TxMessage *m, bool room)
{
    const struct {
        const char *name;
        uint64_t value;
    } in[] = { { "state_i", (uint64_t)state },   { "event_i", (uint64_t)b->events[m->kind] },
               { "meta_wts_i", meta.wts },       { "meta_rts_i", meta.rts },
               { "meta_writes_i", meta.writes }, { "meta_owner_i", node_of(meta.owner) },
               { "msg_from_i", m->wid },         { "msg_n_i", m->n },
               { "msg_warpts_i", m->warpts },     { "msg_warp_i", m->wid & 1 },
               { "meta_hit_i", state != U },
               { "stall_room_i", room } };
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) put(b, in[i].name, in[i].value);
    eval_step(b->eval, b->in, b->out);
    if ((m->kind == TX_LD || m->kind == TX_ST) && m->warpts >= END) {
        b->ended++;
        if (!refused_at_end(b, &meta, m)) wrong(b, "not refused at END", meta, m);
        return;
    }
    TxMeta after = ask_reference(b, meta, m, room);
    bool log = m->kind == TX_COMMIT || m->kind == TX_CLEANUP, passed = log || (b->replied && b->reply.result == TX_OK);
    uint64_t next = after.writes ? R : state == U && !passed ? U : F;
    b->done++;
    b->seen[log ? TX_RESULTS + (m->kind == TX_COMMIT) : b->replied ? (uint32_t)b->reply.result : TX_RESULTS + 2]++;
    if (get(b, "act_o") != ACT_FIRE || get(b, "overflow_o")) wrong(b, "no row", meta, m);
    else if (!answers_agree(b, m)) wrong(b, "answer", meta, m);
    else if (!metadata_agree(b, &after)) wrong(b, "metadata", meta, m);
    else if (get(b, "next_o") != next || get(b, "meta_alloc_o") != (state == U && next != U))
        wrong(b, "state", meta, m);
    else if ((m->kind == TX_COMMIT && !takes(b, "llc_data_wr0_sel_o", "msg_data")) ||
             (m->kind == TX_LD && passed && !takes(b, "answer0_data_sel_o", "llc_data")))
        wrong(b, "data", meta, m);
    else if (get(b, "llc_data_wr0_valid_o") != (m->kind == TX_COMMIT) ||
             get(b, "stall_replay_o") != (log && after.writes == 0))
        wrong(b, "memory or wake", meta, m);
}

/* Every request to a granule with this metadata. */
static void all_requests(Bench *b, int state, TxMeta meta)
{
    for (uint32_t wid = 0; wid < WARPS; wid++)
        for (uint64_t warpts = 0; warpts < TIMES; warpts++)
            for (int k = 0; k < 4; k++)
                compare(b, state, meta, &(TxMessage){ .kind = k & 1 ? TX_ST : TX_LD, .wid = wid, .warpts = warpts },
                        k >> 1);
    for (uint32_t n = 1; n <= meta.writes; n++)
        for (int k = 0; k < 2; k++)
            compare(b, state, meta, &(TxMessage){ .kind = k ? TX_COMMIT : TX_CLEANUP, .wid = meta.owner, .n = n },
                    true);
}

static bool names_agree(Bench *b)
{
    static const char *const states[] = { "U", "F", "R" },
                             *const events[] = {
                                 [TX_LD] = "Ld", [TX_ST] = "St", [TX_COMMIT] = "Commit", [TX_CLEANUP] = "Cleanup"
                             };
    const Controller *c = b->spec.ctl;
    bool same = c->states.n == 3;
    int found = 0;
    for (int i = 0; same && i < 3; i++) same = str_is(c->states.at[i]->name, states[i]);
    for (int i = 0; i < c->base_events.n; i++)
        for (int k = 0; k < 4; k++) if (str_is(c->base_events.at[i]->name, events[k])) b->events[k] = i, found++;
    return (same && found == 4) || (fputs("the states or events of the table are others\n", stderr), false);
}

/* Every metadata; unique: no two warps have the same time. */
static bool compare_all(const char *file, bool unique)
{
    static Bench b;
    b = (Bench){.readers = !unique};
    const Str sets[] = {str_from("CORES=4"), str_from("WARPS=1"), str_from("TS_BITS=4"), str_from("WRITES=3"),
                        str_from(unique ? "UNIQUE=1" : "UNIQUE=0")};
    TxObserver observer = {keep_decision, &b};
    if (!spec_load(&b.spec, file, "VU", sets, 5) || !names_agree(&b)) return false;
    b.eval = eval_create(b.spec.arena, b.spec.protocol, b.spec.step, &b.spec.env);
    b.memory = (TxMemory){.pages = &b.pages, .granule_bytes = 32};
    tx_reference_init(&b.reference, &(TxReferenceOptions){ .max_writes = WRITES, .stall_lines = 1, .stall_entries = 1,
                                                           .last_reader = !unique }, &b.memory, &observer, 0);
    b.reference.reply = keep_reply, b.reference.context = &b;
    for (uint64_t wts = 0; wts < TIMES; wts++)
        for (uint64_t rts = 0; rts < TIMES; rts++)
            for (uint32_t writes = 0; writes <= WRITES; writes++)
                for (uint32_t owner = 0; owner < WARPS + (unique || writes ? 0u : 1u); owner++) {
                    TxMeta meta = {wts, rts, writes, owner < WARPS ? owner : TX_NOBODY};
                    all_requests(&b, writes ? R : F, meta);
                    if (!unique) meta.owner = TX_NOBODY;
                    if (!writes) all_requests(&b, U, meta);
                }
    tx_reference_free(&b.reference);
    sim_pages_free(&b.pages);
    if (!b.ended) puts("no request at END was met"), b.wrong++;
    for (int i = 0; i < TX_RESULTS + 3; i++)
        if (!b.seen[i] && i != TX_INTRA_WARP && i != TX_ROLLOVER) printf("outcome %d was never met\n", i), b.wrong++;
    printf("UNIQUE=%d: %llu decisions compared, %llu differ; %llu at END\n", unique, (unsigned long long)b.done,
           (unsigned long long)b.wrong, (unsigned long long)b.ended);
    arena_destroy(b.spec.arena);
    return b.wrong == 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) return fputs("usage: test_table getm.xml\n", stderr), 2;
    bool unique = compare_all(argv[1], true), readers = compare_all(argv[1], false);
    return !unique || !readers;
}
