/* A compute unit of specs/stc/stc.xml (controller CU) against a reference, which says in C what docs/stc.md and
 * docs/errata.md (S1 to S9) say in words: loads that are cached or not, blocked stores, generations, demands and
 * conflicts, the handshake. Drawn at random, always the same; in several settings, so that no parameter can take the
 * place of another. Usage: test_cu stc.xml. The table is interpreted; that its Verilog does the same is
 * tests/backbone. */
#include "../tx/table.h"
#include "draw.h"
#include <stdio.h>

typedef struct {
    const char *sets[12];
    uint64_t variant, cus, warps, line, parts, n, gen, least, first_seb, most, first, bits;
} Setting;
static const Setting settings[] = {
    { { "VARIANT=1", "CUS=3", "WARPS=4", "WORDS=4", "PARTS=2", "N=2", "GEN=2", "SEB_MIN=4", "SEB=6", "SEB_MAX=9",
        "FIRST=3", "ADDR_BITS=12" }, 1, 3, 4, 16, 2, 2, 2, 4, 6, 9, 3, 12 },
    { { "VARIANT=3", "CUS=2", "WARPS=5", "WORDS=2", "PARTS=8", "N=2", "GEN=3", "SEB_MIN=4", "SEB=4", "SEB_MAX=6",
        "FIRST=1", "ADDR_BITS=11" }, 3, 2, 5, 8, 8, 2, 3, 4, 4, 6, 1, 11 },
    { { "VARIANT=2", "CUS=5", "WARPS=2", "WORDS=8", "PARTS=1", "N=3", "GEN=1", "SEB_MIN=5", "SEB=7", "SEB_MAX=8",
        "FIRST=0", "ADDR_BITS=13" }, 2, 5, 2, 32, 1, 3, 1, 5, 7, 8, 0, 13 },
    { { "VARIANT=0", "CUS=2", "WARPS=3", "WORDS=4", "PARTS=4", "N=1", "GEN=2", "SEB_MIN=5", "SEB=5", "SEB_MAX=31",
        "FIRST=1", "ADDR_BITS=32" }, 0, 2, 3, 16, 4, 1, 2, 5, 5, 31, 1, 32 }
};
enum { SETTINGS = sizeof settings / sizeof *settings, SETS = 12, MOST = 8, DRAWN = 40000 };
static const Setting *set;

typedef enum { I, V, I_V, I_I, B, STATES } At;
static const char *const states[] = {"I", "V", "I_V", "I_I", "B"};

/* The unit, and the line at hand. */
typedef struct {
    uint64_t cer, seb, coming, moved, closed, ready, pw, asked, met, gen[MOST], outside;
    uint64_t line_gen, line_band, bsq_written, miss_gen, miss_band;
    At at;
} Cu;
typedef struct {
    Table t;
    Draw draw;
    Cu cu, next;
    uint64_t key, prepare, grant, seb, who;             /* grant, seb: as the EMU shows them */
    bool hit, anew;
} Bench;

static uint64_t epochs(void) { return UINT64_C(1) << set->n; }
static uint64_t all_epochs(void) { return (UINT64_C(1) << epochs()) - 1; }
static uint64_t address(const Bench *b) { return b->key * set->line; }
static uint64_t band(const Bench *b, uint64_t seb) { return address(b) >> seb & (epochs() - 1); }
static bool in(const Bench *b, uint64_t bands, uint64_t seb) { return bands >> band(b, seb) & 1; }
static bool writable(const Bench *b) { return !b->cu.closed && in(b, b->cu.cer, b->cu.seb); }
static bool uncached(const Bench *b)
{
    return in(b, b->cu.cer, b->cu.seb) || in(b, b->cu.coming, b->cu.moved);
}

static bool over(const Bench *b) { return b->cu.at == V && b->cu.line_gen != b->cu.gen[b->cu.line_band]; }

/* ---- what a row does ---- */

static void reply(Bench *b, const char *name, uint64_t who)
{
    table_expect(&b->t, "core_rep_valid_o", 1);
    table_expect(&b->t, "core_rep_kind_o", (uint64_t)table_reply(&b->t, name));
    table_expect(&b->t, "core_rep_warp_o", who);
}

static void loaded(Bench *b, const char *source)
{
    reply(b, "loaded", b->who);
    table_expect_source(&b->t, "core_rep_data_sel_o", source, 0);
}

static void tell(Bench *b, const char *message)
{
    table_expect(&b->t, "up0_valid_o", 1);
    table_expect(&b->t, "up0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "up0_to_o", set->cus);
    table_expect(&b->t, "up0_at_o", address(b));
}

static void ask(Bench *b, const char *message)
{
    table_expect(&b->t, "ask0_valid_o", 1);
    table_expect(&b->t, "ask0_kind_o", (uint64_t)table_message(&b->t, message));
    table_expect(&b->t, "ask0_to_o", set->cus + 1 + b->key % set->parts);
    table_expect(&b->t, "ask0_who_o", b->who);
}

static int park(Bench *b, const char *where)
{
    table_expect(&b->t, where, 1);
    return ACT_FIRE;
}

/* A load of a band that has been asked for: once. */
static void conflict(Bench *b)
{
    uint64_t own = UINT64_C(1) << band(b, b->cu.moved);
    if (set->variant < 2 || !(b->cu.asked & ~b->cu.met & own)) return;
    tell(b, "EpochConflict");
    b->next.met |= own;
}

static int load(Bench *b)
{
    bool uncached_here = uncached(b);
    if (b->cu.at == B) return park(b, "bsq_park_o");
    if (b->cu.at == I_V || b->cu.at == I_I) return park(b, "miss_park_o");
    conflict(b);
    if (b->cu.at == V && !over(b)) {
        if (uncached_here) return ACT_NEVER;
        loaded(b, "line_data");
        table_expect(&b->t, "performs_o", PERFORMS_READ);
        return ACT_FIRE;
    }
    table_expect(&b->t, "miss_alloc_o", 1);
    b->next.miss_band = band(b, b->cu.moved), b->next.miss_gen = b->cu.gen[b->next.miss_band];
    ask(b, "Read");
    b->next.at = uncached_here ? I_I : I_V;
    if (!uncached_here) table_expect(&b->t, "line_alloc_o", !b->hit);
    if (!uncached_here && !b->hit) b->next.line_gen = b->next.line_band = 0;
    return ACT_FIRE;
}

/* A store or an atomic. */
static int change(Bench *b, const char *message)
{
    if (b->cu.at == B) return park(b, "bsq_park_o");
    if (b->cu.at == I_V || b->cu.at == I_I) return park(b, "miss_park_o");
    if (!writable(b)) {
        table_expect(&b->t, "bsq_alloc_o", 1);
        b->next.bsq_written = 1, b->next.at = B;
        return park(b, "bsq_park_o");
    }
    if (b->cu.at == V && !over(b)) return ACT_NEVER;
    if (b->cu.pw == set->warps) return -1;                  /* each wavefront has one under way already */
    b->next.pw++, b->next.at = I;
    ask(b, message);
    return ACT_FIRE;
}

static int store(Bench *b)
{
    int act = change(b, "Write");
    if (b->next.pw == b->cu.pw) return act;
    table_expect_source(&b->t, "ask0_data_sel_o", "msg_data", 0);
    table_expect_source(&b->t, "ask0_mask_sel_o", "msg_mask", 0);
    return act;
}

static int atomic(Bench *b)
{
    static const char *const operands[][2] = { { "msg_op_i", "ask0_op_o" },
                                               { "msg_word_i", "ask0_word_o" },
                                               { "msg_a_i", "ask0_a_o" },
                                               { "msg_b_i", "ask0_b_o" } };
    int act = change(b, "Atomic");
    for (int i = 0; i < 4; i++) {
        uint64_t value = i == 1 ? set->line / 4 - 1 : draw(&b->draw, 8);
        table_put(&b->t, table_input(&b->t, operands[i][0]), value);
        if (b->next.pw != b->cu.pw) table_expect(&b->t, operands[i][1], value);
    }
    return act;
}

static int data(Bench *b)
{
    bool late = b->cu.miss_gen != b->cu.gen[b->cu.miss_band];
    if (b->cu.at != I_V && b->cu.at != I_I) return ACT_NEVER;
    loaded(b, "msg_data");
    table_expect(&b->t, "miss_replay_o", 1);
    table_expect(&b->t, "miss_done_o", 1);
    b->next.at = I;
    if (b->cu.at == I_I || late) return ACT_FIRE;
    b->next.at = V, b->next.line_gen = b->cu.miss_gen, b->next.line_band = b->cu.miss_band;
    table_expect(&b->t, "line_data_wr0_valid_o", 1);
    table_expect_source(&b->t, "line_data_wr0_sel_o", "msg_data", 0);
    return ACT_FIRE;
}

static int opens(Bench *b)
{
    if (b->cu.at != B) return -1;
    b->next.at = I;
    table_expect(&b->t, "bsq_replay_o", 1);
    table_expect(&b->t, "bsq_done_o", 1);
    return ACT_FIRE;
}

static int demand(Bench *b)
{
    if (b->cu.at != B) return -1;
    tell(b, "EpochDemand");
    b->next.asked |= UINT64_C(1) << band(b, b->cu.moved);
    return ACT_FIRE;
}

static int evict(Bench *b)
{
    if (b->cu.at != V) return -1;
    b->next.at = I;
    return ACT_FIRE;
}

static int complete(Bench *b, const char *name)
{
    if (!b->cu.pw) return ACT_NEVER;
    b->next.pw--;
    reply(b, name, b->who);
    return ACT_FIRE;
}

static int old(Bench *b)
{
    table_expect_source(&b->t, "core_rep_old_sel_o", "msg_old", 0);
    return complete(b, "done");
}

static int acknowledged(Bench *b) { return complete(b, "stored"); }

static int fence(Bench *b)
{
    reply(b, "fenced", b->who);
    return ACT_FIRE;
}

/* (1): bands that come, and all if SEB moves, have no valid lines any more. */
static int prepare(Bench *b)
{
    Cu *n = &b->next;
    bool moves = b->seb != b->cu.moved;
    uint64_t ends = moves ? all_epochs() : b->grant;
    b->anew = false;
    for (uint64_t k = 0; k < epochs(); k++)
        if (ends >> k & 1 && b->cu.gen[k] + 1 == UINT64_C(1) << set->gen) b->anew = true;
    for (uint64_t k = 0; k < epochs(); k++) {
        if (b->anew) n->gen[k] = 0;
        else if (ends >> k & 1) n->gen[k]++;
    }
    n->asked &= ~ends, n->met &= ~ends;
    n->coming = b->grant, n->moved = b->seb, n->closed = 1;
    if (!b->cu.pw) n->ready = 1;
    table_expect(&b->t, "walk0_o", b->anew);
    table_expect(&b->t, "walk1_o", b->anew);
    return ACT_FIRE;
}

static int ready(Bench *b) { b->next.ready = 1; return ACT_FIRE; }

static int change_epoch(Bench *b)
{
    Cu *n = &b->next;
    n->cer = n->coming, n->seb = n->moved, n->coming = 0, n->closed = n->ready = 0;
    return ACT_FIRE;
}

typedef struct { const char *name; int (*run)(Bench *); bool keyless; const char *who; } Happens;
static const Happens events[] = { { "load", load, false, "msg_warp_i" },
                                  { "store", store, false, "msg_warp_i" },
                                  { "atomic", atomic, false, "msg_warp_i" },
                                  { "Data", data, false, "msg_who_i" },
                                  { "Old", old, false, "msg_who_i" },
                                  { "open", opens, false, NULL },
                                  { "demand", demand, false, NULL },
                                  { "evict", evict, false, NULL },
                                  { "WA", acknowledged, true, "msg_who_i" },
                                  { "fence", fence, true, "msg_warp_i" },
                                  { "PrepareEpochChange", prepare, true, NULL },
                                  { "ReadyAck", ready, true, NULL },
                                  { "ChangeEpoch", change_epoch, true, NULL } };
enum { EVENTS = sizeof events / sizeof *events };

/* ---- the table ---- */

static void each(Table *t, const Cu *c, TableEach *with)
{
    const struct { const char *name; uint64_t value; } fields[] = {
        { "cer", c->cer },       { "seb", c->seb },     { "coming", c->coming },     { "moved", c->moved },
        { "closed", c->closed }, { "ready", c->ready }, { "pw", c->pw },             { "asked", c->asked },
        { "met", c->met },       { "outside", c->outside },
        { "line_gen", c->line_gen }, { "line_band", c->line_band }, { "bsq_written", c->bsq_written },
        { "miss_gen", c->miss_gen }, { "miss_band", c->miss_band }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) with(t, fields[i].name, fields[i].value);
    for (uint64_t k = 0; k < epochs(); k++) {
        char name[16];
        snprintf(name, sizeof name, "gen_%d", (int)k);
        with(t, name, c->gen[k]);
    }
}

static uint64_t draw_seb(Draw *d) { return set->least + draw(d, set->most - set->least + 1); }

static void draw_unit(Bench *b)
{
    Draw *d = &b->draw;
    int all = (int)epochs();
    Cu *c = &b->cu;
    *c = (Cu){ .cer = draw_bits(d, all), .seb = draw_seb(d), .coming = draw(d, 2) ? draw_bits(d, all) : 0,
               .moved = draw_seb(d), .closed = draw(d, 3) == 0, .ready = draw(d, 2), .pw = draw(d, set->warps + 1),
               .asked = draw_bits(d, all), .met = draw(d, 2) ? draw_bits(d, all) : 0, .outside = draw(d, 2),
               .at = (At)draw(d, STATES) };
    for (uint64_t k = 0; k < epochs(); k++) c->gen[k] = draw_bits(d, (int)set->gen);
    c->line_band = draw(d, epochs()), c->miss_band = draw(d, epochs());
    c->line_gen = draw(d, 2) ? c->gen[c->line_band] : draw_bits(d, (int)set->gen);
    c->miss_gen = draw(d, 2) ? c->gen[c->miss_band] : draw_bits(d, (int)set->gen);
    c->bsq_written = draw(d, 2);
    b->key = draw_bits(d, (int)set->bits) / set->line;
    b->prepare = draw(d, 2), b->grant = draw_bits(d, all);
    b->seb = draw(d, 2) ? c->moved : draw_seb(d);
    b->who = draw(d, set->warps);
    b->hit = c->at == V || c->at == I_V || (c->at == B && draw(d, 2));
    if (!b->hit) c->line_gen = c->line_band = 0;
}

static int output(const Bench *b, const char *name)
{
    for (int i = 0; i < b->t.spec.n_out; i++)
        if (str_is(b->t.spec.step->signals.at[b->t.spec.n_in + i].name, name)) return i;
    return -1;
}

/* All lines go, and no load under way is cached. */
static void compare_walks(Bench *b)
{
    uint64_t at[TABLE_SIGNALS], out[TABLE_SIGNALS], parked[TABLE_SIGNALS];
    int freed = output(b, "line_free_o"), next = output(b, "next_o");
    if (b->t.spec.step->walks.n != 2 || freed < 0) { b->t.wrong++; puts("walks are missing"); return; }
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i < TABLE_SIGNALS; i++) at[i] = b->t.in[i];
        at[table_input(&b->t, "state_i")] = (uint64_t)table_state(&b->t, states[k]);
        at[table_input(&b->t, "line_hit_i")] = k == V || k == I_V;
        b->t.compared++;
        bool lines = eval_walk(b->t.eval, b->t.in, 0, at, out, parked), goes = lines && out[freed];
        bool loads = eval_walk(b->t.eval, b->t.in, 1, at, out, parked);
        bool becomes = loads && out[next] == (uint64_t)table_state(&b->t, states[I_I]);
        if (lines == (k == V) && goes == (k == V) && loads == (k == I_V) && becomes == (k == I_V)) continue;
        b->t.wrong++;
        printf("a generation begins anew: wrong for %s\n", states[k]);
    }
}

static void compare_conditions(Bench *b)
{
    const Cu *c = &b->cu;
    bool blocked = c->at == B;
    table_compare_when(&b->t, "PrepareEpochChange", b->prepare && !c->closed);
    table_compare_when(&b->t, "ReadyAck", b->prepare && c->closed && !c->ready && !c->pw);
    table_compare_when(&b->t, "ChangeEpoch", c->ready && !b->prepare);
    if (!blocked) return;
    table_compare_when(&b->t, "open", writable(b));
    table_compare_when(&b->t, "demand", set->variant > 0 && !writable(b) && !in(b, c->coming | c->asked, c->moved));
}

static void compare(Bench *b)
{
    const Happens *e = &events[draw(&b->draw, EVENTS)];
    draw_unit(b);
    if (e->keyless) b->cu.at = I, b->hit = false, b->cu.line_gen = b->cu.line_band = 0;
    each(&b->t, &b->cu, table_put_named);
    table_put_named(&b->t, "key", b->key),
        table_put_named(&b->t, "prepare", b->prepare),
        table_put_named(&b->t, "grant", b->grant);
    table_put_named(&b->t, "next", b->seb), table_put_named(&b->t, "line_hit", b->hit);
    table_put_named(&b->t, "msg_warp", set->warps - 1 - b->who),
        table_put_named(&b->t, "msg_who", set->warps - 1 - b->who);
    if (e->who) table_put(&b->t, table_input(&b->t, e->who), b->who);
    table_put_named(&b->t, "event", (uint64_t)table_event(&b->t, e->name));
    table_put_named(&b->t, "state", (uint64_t)table_state(&b->t, states[b->cu.at]));
    table_begin(&b->t);
    table_expect(&b->t, "miss_alloc_o", 0), table_expect(&b->t, "bsq_alloc_o", 0);
    b->next = b->cu, b->anew = false;
    int act = e->run(b);
    if (act < 0) return;                                    /* nothing offers it there */
    each(&b->t, &b->next, table_expect_named);
    if (b->hit && b->next.at == I) table_expect(&b->t, "line_free_o", 1);
    table_expect_named(&b->t, "next", (uint64_t)table_state(&b->t, states[b->next.at]));
    table_compare(&b->t, act, e->name);
    if (b->anew && act == ACT_FIRE) compare_walks(b);
    compare_conditions(b);
}

/* False: the table cannot be read. */
static bool compare_all(const char *file, uint64_t *compared, uint64_t *wrong)
{
    static const char *const zero[] = {"coming", "closed", "ready", "pw", "asked", "met", "outside", "gen_0", "gen_1",
                                       "line_gen", "line_band", "bsq_written", "miss_gen", "miss_band"};
    static Bench b;
    Str sets[SETS];
    b = (Bench){ .draw = { 2 } };
    for (int i = 0; i < SETS; i++) sets[i] = str_from(set->sets[i]);
    if (!table_load(&b.t, file, "CU", sets, SETS)) return false;
    for (int i = 0; i < EVENTS; i++)
        if (table_event(&b.t, events[i].name) < 0)
            return fprintf(stderr, "the table has no event %s\n", events[i].name), false;
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) table_compare_reset(&b.t, zero[i], 0);
    table_compare_reset(&b.t, "cer", UINT64_C(1) << set->first);
    table_compare_reset(&b.t, "seb", set->first_seb);
    table_compare_reset(&b.t, "moved", set->first_seb);
    for (int i = 0; i < DRAWN; i++) compare(&b);
    *compared += b.t.compared, *wrong += b.t.wrong;
    spec_free(&b.t.spec);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t compared = 0, wrong = 0;
    if (argc != 2) return fputs("usage: test_cu stc.xml\n", stderr), 2;
    for (set = settings; set < settings + SETTINGS; set++)
        if (!compare_all(argv[1], &compared, &wrong)) return 1;
    printf("%llu decisions of a compute unit compared, %llu differ\n", (unsigned long long)compared,
           (unsigned long long)wrong);
    return wrong != 0;
}
