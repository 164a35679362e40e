/* test_eval.c - meaning of the tables, one rule at a time, on small controllers. */
#include "test_support.h"
#include "eval/eval.h"
#include "read/read.h"

/* ---- a controller under test ---- */

typedef struct {
    Arena *arena;
    Protocol *p;
    Controller *c;
    Step *step;
    ParamEnv env;
    Eval *eval;
    uint64_t *in, *out;
} Unit;

#define TOP \
    "<protocol name='p'><param name='LIMIT' default='200' min='1' max='255'/>" \
    "<type name='t' bits='8'/><type name='w' bits='8' overflow='wrap'/><type name='s' bits='8' overflow='saturate'/>" \
    "<type name='g' bits='8' signed='yes' overflow='error'/><type name='a' bits='8' key='yes'/><type name='n3' " \
    "bits='3'/><type name='blk' bytes='4' opaque='yes'/>" \
    "<type name='circ' bits='8' order='circular' overflow='wrap'/><type name='n16' bits='16'/><type name='cores' " \
    "bits='2'/>" \
    "<network name='rq' class='0'/><network name='rs' class='1'/>" \
    "<message name='ASK' on='rq'><field name='x' type='t'/><field name='d' type='blk'/></message>" \
    "<message name='TELL' on='rq'><field name='y' type='t'/></message>" \
    "<message name='SAY' on='rs'><field name='x' type='t'/></message>"
#define BOTTOM \
    "<controller name='B' key='a'><port name='net' takes='rq'/><port name='out' gives='rs'/><state name='P' " \
    "at='none' initial='yes' stable='yes'/>" \
    "<in state='P'><on event='ASK'><send message='SAY' to='msg.from' x='1'/></on><on event='TELL'/></in></controller>" \
    "<system name='sys'><place controller='A' count='2'/><place controller='B' count='2'/><home of='B' " \
    "by='key'/></system></protocol>"
#define PARTS \
    "<register name='r' type='t' reset='0'/><register name='q' type='t' reset='0'/><register name='u' type='w' " \
    "reset='0'/><register name='v' type='s' reset='0'/>" \
    "<register name='h' type='g' reset='0'/><register name='c' type='circ' reset='0'/><register name='e' type='circ' " \
    "reset='0'/>" \
    "<register name='k' type='n3' reset='0'/><register name='m' type='n16' reset='0'/><register name='b' type='bool' " \
    "reset='0'/>" \
    "<store name='line' kind='assoc' sets='2' ways='1' victims='V'>" \
    "<field name='f' type='t' absent='7' reset='9'/><field name='z' type='t'/><field name='d' type='blk'/></store>" \
    "<waiters name='mshr' kind='mshr' entries='2' depth='2'><field name='i' type='t' reset='3'/></waiters>" \
    "<port name='core' kind='core'><event name='ld'><field name='n' type='t'/><stamp name='at' type='t' value='r + " \
    "1'/></event>" \
    "<reply name='ok'><field name='n' type='t'/><field name='d' type='blk'/></reply></port>" \
    "<port name='net' takes='rs'/><port name='out' gives='rq'/>"
#define STATES \
    "<state name='I' at='none' initial='yes' stable='yes'/><state name='V' at='line' stable='yes'/><state name='W' " \
    "at='mshr' stable='no'/>"

static Unit unit_open(const char *text)
{
    Unit u = { .arena = arena_create(64 << 20) };
    Diags *d = diags_create(u.arena);
    Node *root = read_memory(u.arena, d, "t.xml", text, strlen(text));
    if (root) u.p = ir_build(u.arena, d, root);
    if (!u.p || diag_errors(d) || !param_env(u.arena, d, u.p, NULL, (ParamSets){ 0 }, &u.env))
        fail_msg("%s", printed(u.arena, d, false, 9));
    u.c = u.p->ctls.at[0];
    u.step = step_build(u.arena, u.p, u.c);
    u.eval = eval_create(u.arena, u.p, u.step, &u.env);
    u.in = NEW_N(u.arena, uint64_t, u.step->n_inputs);
    u.out = NEW_N(u.arena, uint64_t, u.step->signals.n);
    return u;
}

static void unit_close(Unit *u) { arena_destroy(u->arena); }

static int find_signal(const Unit *u, const char *name)
{
    for (int i = 0; i < u->step->signals.n; i++)
        if (str_is(u->step->signals.at[i].name, name)) return i;
    fail_msg("no signal %s", name);
    return -1;
}

static void set(Unit *u, const char *name, uint64_t value) { u->in[find_signal(u, name)] = value; }

static int state_id(const Unit *u, const char *name)
{
    for (int i = 0; i < u->c->states.n; i++)
        if (str_is(u->c->states.at[i]->name, name)) return u->c->states.at[i]->id;
    fail_msg("no state %s", name);
    return -1;
}

static const Event *event_named(const Unit *u, const char *name)
{
    for (int i = 0; i < u->c->events.n; i++)
        if (str_is(u->c->events.at[i]->name, name)) return u->c->events.at[i];
    fail_msg("no event %s", name);
    return NULL;
}

static void run(Unit *u, const char *state, const char *event)
{
    set(u, "state_i", (uint64_t)state_id(u, state));
    set(u, "event_i", (uint64_t)event_named(u, event)->code);
    eval_step(u->eval, u->in, u->out);
}

static uint64_t got(const Unit *u, const char *name) { return u->out[find_signal(u, name) - u->step->n_inputs]; }

#define EXPECT(u, name, value) \
    do { \
        uint64_t x_ = got((u), (name)), y_ = (uint64_t)(value); \
        if (x_ != y_) fail_msg("%s is %llu, expected %llu", (name), (unsigned long long)x_, (unsigned long long)y_); \
    } while (0)

/* A controller whose only interesting row is `ld` in I. */
static Unit unit_row(const char *actions)
{
    char text[8192];
    snprintf(text, sizeof text,
             TOP "<controller name='A' key='a'>" PARTS STATES
                 "<in state='I'><on event='ld'>%s</on><never event='*' why='x'/></in><in state='V'><on "
                 "event='ld'>%s</on><stall event='SAY' why='x'/>"
                 "<never event='*' why='x'/></in><in state='W'><on event='ld'>%s</on><never event='*' "
                 "why='x'/></in></controller>" BOTTOM,
             actions, actions, actions);
    return unit_open(text);
}

/* ---- expressions ---- */

static void assert_sum(const char *target, const char *value, uint64_t r, uint64_t q, uint64_t want, bool overflow)
{
    char action[256], name[32];
    snprintf(action, sizeof action,
             "<set name='u' value='u'/><set name='v' value='v'/><set name='h' value='h'/><set name='%s' value='%s'/>",
             target, value);
    snprintf(name, sizeof name, "%s_o", target);
    Unit u = unit_row(action);
    set(&u, "r_i", r);
    for (int i = 0; i < u.step->n_inputs; i++)
        if (str_is(u.step->signals.at[i].name, "q_i")) u.in[i] = q;
    set(&u, "u_i", r);
    set(&u, "v_i", r);
    set(&u, "h_i", r);
    run(&u, "I", "ld");
    EXPECT(&u, "overflow_o", overflow);
    EXPECT(&u, "act_o", overflow ? ACT_NEVER : ACT_FIRE);
    EXPECT(&u, name, overflow ? r : want);
    unit_close(&u);
}

static void sums_follow_the_overflow_rule_of_their_type(void **state)
{
    (void)state;
    assert_sum("r", "r + q", 250, 5, 255, false);
    assert_sum("r", "r + q", 250, 6, 0, true);
    assert_sum("r", "r - q", 3, 3, 0, false);
    assert_sum("r", "r - q", 3, 4, 0, true);
    assert_sum("r", "q gt 3 ? q : r + 255", 7, 4, 4, false);
    assert_sum("u", "u + 10", 250, 0, 4, false);
    assert_sum("u", "u - 251", 250, 0, 255, false);
    assert_sum("v", "v + 10", 250, 0, 255, false);
    assert_sum("v", "v - 251", 250, 0, 0, false);
    assert_sum("h", "h + 1", 126, 0, 127, false);
    assert_sum("h", "h + 1", 127, 0, 0, true);
    assert_sum("h", "h - 1", 0, 0, 255, false);
    assert_sum("h", "h - 1", 128, 0, 0, true);
    assert_sum("h", "h + h", 255, 0, 254, false);
}

/* Value of an expression of type bool over r, q, h, c, e, k, m, u. */
static bool holds(const char *text, uint64_t r, uint64_t q)
{
    char action[512];
    snprintf(action, sizeof action,
             "<set name='b' value='(%s) and (r eq r or q eq q or u eq u or c eq c or e eq e or k eq k or h eq h or m "
             "eq m)'/>",
             text);
    Unit u = unit_row(action);
    static const char *of_r[] = { "r_i", "c_i", "k_i", "h_i", "u_i" }, *of_q[] = { "q_i", "e_i", "m_i" };
    for (int i = 0; i < 5; i++) set(&u, of_r[i], i == 2 ? r & 7 : r);
    for (int i = 0; i < 3; i++) set(&u, of_q[i], q);
    run(&u, "I", "ld");
    bool b = got(&u, "b_o");
    unit_close(&u);
    return b;
}

static void comparisons_and_logic(void **state)
{
    (void)state;
    assert_true(holds("r lt q", 1, 2) && !holds("r lt q", 2, 2) && !holds("r lt q", 200, 2));
    assert_true(holds("r le q", 2, 2) && holds("r ge q", 2, 2) && holds("r gt q", 200, 2) && holds("r ne q", 1, 2));
    assert_true(holds("h lt 0", 200, 0) && holds("h lt 1", 255, 0) && !holds("h lt 1", 127, 0) &&
                holds("h eq -1", 255, 0));
    assert_true(holds("max(h, 0) eq 0", 200, 0) && holds("max(r, q, 9) eq 200", 200, 7) &&
                holds("min(r, q) eq 7", 200, 7));
    assert_true(holds("r eq 1 implies q eq 2", 1, 2) && !holds("r eq 1 implies q eq 2", 1, 3) &&
                holds("r eq 1 implies q eq 2", 0, 3));
    assert_true(holds("r in {3 5 7}", 5, 0) && !holds("r in {3 5 7}", 6, 0) && holds("not (r eq 6)", 5, 0));
    assert_true(holds("before(c, e)", 250, 5) && !holds("before(c, e)", 5, 250) && holds("after(c, e)", 5, 250) &&
                !holds("before(c, e)", 9, 9));
}

static void bits_and_conversions(void **state)
{
    (void)state;
    assert_true(holds("(r bitand q) eq 8", 12, 10) && holds("(r bitor q) eq 14", 12, 10) &&
                holds("(r bitxor q) eq 6", 12, 10) && holds("(r without q) eq 4", 12, 10));
    assert_true(holds("(u shl 7) eq 128", 3, 0) && holds("(r shr 1) eq 1", 3, 0) && holds("(u shl r) eq 0", 200, 0));
    assert_true(holds("r * 3 eq 44", 100, 0) && holds("r / 7 eq 14", 100, 0) && holds("r % 7 eq 2", 100, 0) &&
                holds("mod(r, 8) eq 4", 100, 0));
    assert_true(holds("popcount(r) eq 3", 7, 0) && holds("first(r) eq 3", 8, 0) && holds("first(r) eq 8", 0, 0));
    assert_true(holds("any(r)", 8, 0) && !holds("any(r)", 0, 0) && holds("all(k)", 7, 0) && !holds("all(r)", 7, 0));
    assert_true(holds("bit(r, 3)", 8, 0) && !holds("bit(r, 2)", 8, 0) && !holds("bit(r, q)", 255, 9) &&
                holds("m eq n16(r)", 200, 200));
    assert_true(holds("n3(r) eq 4", 12, 0) && holds("n16(h) eq 65535", 255, 0) && holds("LIMIT - 1 eq r", 199, 0) &&
                holds("r eq LIMIT", 200, 0));
    assert_true(holds("pow2(clog2(LIMIT)) - 56 eq r", 200, 0));
}

/* ---- rows ---- */

static void actions_see_what_earlier_ones_did(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='r' value='r + 1'/><set name='q' value='r + r'/><set name='r' value='q'/>");
    set(&u, "r_i", 4);
    run(&u, "I", "ld");
    EXPECT(&u, "r_o", 10);
    EXPECT(&u, "q_o", 10);
    unit_close(&u);
}

static void a_choice_takes_its_first_true_branch(void **state)
{
    (void)state;
    Unit u = unit_row("<choose><when test='r gt 9'><set name='q' value='1'/></when><when test='r gt 5'><set name='q' "
                      "value='2'/><set name='r' value='r + 250'/></when>"
                      "<otherwise><set name='q' value='3'/></otherwise></choose><set name='k' value='5'/>");
    static const struct {
        uint64_t r, q, act;
    } cases[] = { { 10, 1, ACT_FIRE }, { 6, 0, ACT_NEVER }, { 5, 3, ACT_FIRE }, { 255, 1, ACT_FIRE } };
    for (int i = 0; i < 4; i++) {
        set(&u, "r_i", cases[i].r);
        run(&u, "I", "ld");
        EXPECT(&u, "act_o", cases[i].act);
        EXPECT(&u, "q_o", cases[i].q);
        EXPECT(&u, "k_o", cases[i].act == ACT_FIRE ? 5 : 0);
        EXPECT(&u, "overflow_o", cases[i].act == ACT_NEVER);
    }
    unit_close(&u);
}

static void nothing_happens_in_a_stall_or_a_never(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='r' value='1'/><send message='ASK' to='home' x='r' d='line.d'/>");
    set(&u, "r_i", 77);
    set(&u, "line_hit_i", 1);
    set(&u, "line_z_i", 5);
    run(&u, "V", "SAY");
    EXPECT(&u, "act_o", ACT_STALL);
    EXPECT(&u, "r_o", 77);
    EXPECT(&u, "line_z_o", 5);
    EXPECT(&u, "next_o", state_id(&u, "V"));
    EXPECT(&u, "view_o", state_id(&u, "V"));
    EXPECT(&u, "rq0_valid_o", 0);
    EXPECT(&u, "row_o", cell_at(u.c, u.c->states.at[state_id(&u, "V")], event_named(&u, "SAY"))->rows.at[0]->id);
    run(&u, "W", "SAY");
    EXPECT(&u, "act_o", ACT_NEVER);
    EXPECT(&u, "r_o", 77);
    unit_close(&u);
}

static void an_error_action_is_a_never(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='r' value='1'/><choose><when test='q eq 3'><error why='x'/></when></choose><set "
                      "name='q' value='9'/>");
    set(&u, "q_i", 3);
    run(&u, "I", "ld");
    EXPECT(&u, "act_o", ACT_NEVER);
    EXPECT(&u, "r_o", 0);
    EXPECT(&u, "q_o", 3);
    EXPECT(&u, "overflow_o", 0);
    set(&u, "q_i", 4);
    run(&u, "I", "ld");
    EXPECT(&u, "act_o", ACT_FIRE);
    EXPECT(&u, "q_o", 9);
    unit_close(&u);
}

/* ---- entries ---- */

static void absent_fields_and_new_entries(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='r' value='line.f'/><set name='q' value='line.z'/><choose><when test='r ne "
                      "8'><allocate what='line'/></when></choose>");
    set(&u, "line_f_i", 100);
    set(&u, "line_z_i", 50);
    run(&u, "I", "ld");
    EXPECT(&u, "r_o", 7);
    EXPECT(&u, "q_o", 0);
    EXPECT(&u, "line_f_o", 9);
    EXPECT(&u, "line_z_o", 0);
    EXPECT(&u, "line_alloc_o", 1);
    EXPECT(&u, "line_we_o", 1);
    set(&u, "line_hit_i", 1);
    run(&u, "V", "ld");
    EXPECT(&u, "r_o", 100);
    EXPECT(&u, "line_f_o", 100);
    EXPECT(&u, "line_z_o", 50);
    EXPECT(&u, "line_alloc_o", 0);
    EXPECT(&u, "line_we_o", 0);
    unit_close(&u);
}

static void a_waiting_entry_is_always_allocated_anew(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='b' value='mshr.hit'/><allocate what='mshr'/><set name='r' value='mshr.i'/><park/><go "
                      "to='W'/>");
    set(&u, "mshr_i_i", 40);
    for (uint64_t hit = 0; hit < 2; hit++) {
        set(&u, "mshr_hit_i", hit);
        run(&u, "I", "ld");
        EXPECT(&u, "b_o", hit);
        EXPECT(&u, "r_o", 3);
        EXPECT(&u, "mshr_i_o", 3);
        EXPECT(&u, "mshr_alloc_o", 1);
        EXPECT(&u, "mshr_we_o", 1);
        EXPECT(&u, "mshr_park_o", 1);
        EXPECT(&u, "mshr_replay_o", 0);
        EXPECT(&u, "line_we_o", 0);
        EXPECT(&u, "next_o", state_id(&u, "W"));
    }
    set(&u, "line_hit_i", 1);
    run(&u, "V", "ld");
    EXPECT(&u, "line_we_o", 1);
    unit_close(&u);
}

static void going_writes_where_the_state_is_kept(void **state)
{
    (void)state;
    static const struct { const char *to; int hit, line_we, line_free, mshr_we; } cases[] = {
        { "I", 0, 0, 0, 0 }, { "I", 1, 1, 1, 0 }, { "V", 1, 1, 0, 0 }, { "W", 0, 0, 0, 1 }, { "W", 1, 1, 0, 1 } };
    for (int i = 0; i < 5; i++) {
        char action[64];
        snprintf(action, sizeof action, "<go to='%s'/>", cases[i].to);
        Unit u = unit_row(action);
        set(&u, "line_hit_i", (uint64_t)cases[i].hit);
        run(&u, "W", "ld");
        EXPECT(&u, "line_we_o", cases[i].line_we);
        EXPECT(&u, "line_free_o", cases[i].line_free);
        EXPECT(&u, "mshr_we_o", cases[i].mshr_we);
        EXPECT(&u, "next_o", state_id(&u, cases[i].to));
        unit_close(&u);
    }
}

static void fields_written_and_freed(void **state)
{
    (void)state;
    Unit u = unit_row("<choose><when test='r eq 1'><set name='line.z' value='6'/></when><when test='r eq 2'><set "
                      "name='mshr.i' value='6'/></when>"
                      "<when test='r eq 3'><free what='line'/></when><when test='r eq 4'><replay "
                      "first='must-hit'/><done/></when></choose>");
    static const char *flags[] = { "line_we_o",     "mshr_we_o",   "line_free_o",
                                   "mshr_replay_o", "mshr_must_o", "mshr_done_o" };
    static const int want[5][6] = { { 0 }, { 1 }, { 0, 1 }, { 1, 0, 1 }, { 0, 0, 0, 1, 1, 1 } };
    set(&u, "line_hit_i", 1);
    for (uint64_t r = 0; r < 5; r++) {
        set(&u, "r_i", r);
        run(&u, "V", "ld");
        for (int i = 0; i < 6; i++) EXPECT(&u, flags[i], want[r][i]);
    }
    unit_close(&u);
}

/* ---- messages ---- */

static void sends_carry_their_fields(void **state)
{
    (void)state;
    Unit u = unit_row("<choose><when test='r eq 1'><send message='ASK' to='home' x='r + q' d='line.d'/></when>"
                      "<when test='r eq 2'><send message='TELL' to='home' y='q'/></when></choose><reply name='ok' "
                      "n='req.n' d='line.d'/>");
    set(&u, "r_i", 1);
    set(&u, "q_i", 4);
    set(&u, "key_i", 5);
    set(&u, "msg_n_i", 33);
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_valid_o", 1);
    EXPECT(&u, "rq0_kind_o", 0);
    EXPECT(&u, "rq0_to_o", 3);                     /* nodes: A0 A1 B0 B1; key 5 is at B1 */
    EXPECT(&u, "rq0_x_o", 5);
    EXPECT(&u, "rq0_y_o", 0);
    EXPECT(&u, "core_rep_valid_o", 1);
    EXPECT(&u, "core_rep_n_o", 33);
    set(&u, "r_i", 2);
    set(&u, "key_i", 4);
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_kind_o", 1);
    EXPECT(&u, "rq0_to_o", 2);
    EXPECT(&u, "rq0_x_o", 0);
    EXPECT(&u, "rq0_y_o", 4);
    set(&u, "r_i", 3);
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_valid_o", 0);
    EXPECT(&u, "rq0_to_o", 0);
    EXPECT(&u, "core_rep_valid_o", 1);
    set(&u, "r_i", 1);
    set(&u, "q_i", 255);
    run(&u, "I", "ld");
    EXPECT(&u, "act_o", ACT_NEVER);                /* r + q leaves t: nothing is sent */
    EXPECT(&u, "rq0_valid_o", 0);
    EXPECT(&u, "core_rep_valid_o", 0);
    unit_close(&u);
}

static void a_multicast_network_takes_bit_vectors(void **state)
{
    (void)state;
    Unit u = unit_row("<choose><when test='r eq 1'><multicast message='TELL' to='cores(r)' of='B' y='q'/></when>"
                      "<otherwise><send message='TELL' to='home' y='q'/></otherwise></choose>");
    set(&u, "r_i", 1);
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_to_o", 4);                     /* instance 0 of B is node 2 */
    set(&u, "r_i", 0);
    set(&u, "key_i", 7);
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_to_o", 8);                     /* home is node 3 */
    unit_close(&u);
}

static void a_multicast_reaches_instances_only(void **state)
{
    (void)state;
    Unit u = unit_row("<multicast message='TELL' to='k' of='A' y='q'/>");
    set(&u, "k_i", 7);                             /* A has two instances, the nodes behind them are of B */
    run(&u, "I", "ld");
    EXPECT(&u, "rq0_to_o", 3);
    unit_close(&u);
}

static void selectors_name_the_version_of_opaque_data(void **state)
{
    (void)state;
    Unit u = unit_row("<choose><when test='r eq 1'><send message='ASK' to='home' x='1' d='line.d'/></when>"
                      "<otherwise><write to='line.d' data='line.d'/><send message='ASK' to='home' x='1' "
                      "d='line.d'/></otherwise></choose>");
    uint64_t before, after;
    set(&u, "r_i", 1);
    run(&u, "V", "ld");
    EXPECT(&u, "line_d_wr0_valid_o", 0);
    before = got(&u, "rq0_d_sel_o");
    set(&u, "r_i", 2);
    run(&u, "V", "ld");
    EXPECT(&u, "line_d_wr0_valid_o", 1);
    after = got(&u, "rq0_d_sel_o");
    assert_true(before != after);
    const Out *o = u.step->outs.at[0];
    for (int i = 0; i < o->fields.n; i++)
        if (str_is(o->fields.at[i].name, "d")) {
            assert_int_equal(o->fields.at[i].sources.at[before].version, 0);
            assert_int_equal(o->fields.at[i].sources.at[after].version, 1);
        }
    unit_close(&u);
}

/* ---- which row ---- */

static Unit unit_rows(const char *extra, const char *in_i, const char *in_v)
{
    char text[8192];
    snprintf(text, sizeof text,
             TOP "<controller name='A' key='a'>" PARTS "%s" STATES "<in state='I'>%s<never event='*' why='x'/></in>"
                 "<in state='V'>%s<never event='*' why='x'/></in><in state='W'><never event='*' "
                 "why='x'/></in></controller>" BOTTOM,
             extra, in_i, in_v);
    return unit_open(text);
}

static void refinements_are_tried_in_order(void **state)
{
    (void)state;
    Unit u = unit_rows("<event name='SAY.big' from='SAY' when='msg.x gt 100'/><event name='SAY.odd' from='SAY' "
                       "when='bit(msg.x, 0)'/>",
                       "<on event='SAY.big'><set name='r' value='1'/></on><on event='SAY.odd'><set name='r' "
                       "value='2'/></on><on event='SAY'><set name='r' value='3'/></on>",
                       "");
    static const struct {
        uint64_t x, r;
        const char *event;
    } cases[] = { { 101, 1, "SAY.big" }, { 102, 1, "SAY.big" }, { 99, 2, "SAY.odd" }, { 98, 3, "SAY" } };
    for (int i = 0; i < 4; i++) {
        set(&u, "msg_x_i", cases[i].x);
        run(&u, "I", "SAY");
        EXPECT(&u, "r_o", cases[i].r);
        EXPECT(&u, "refined_o", event_named(&u, cases[i].event)->id);
    }
    unit_close(&u);
}

static void a_view_shows_another_state_for_its_events(void **state)
{
    (void)state;
    Unit u = unit_rows("<event name='SAY.big' from='SAY' when='msg.x gt 100'/>"
                       "<view name='old' of='V' when='line.f lt r' as='I' event='ld SAY.big'/><view name='none' of='V' "
                       "when='r eq 99' as='I'/>",
                       "<on event='ld SAY.big SAY'><set name='q' value='1'/></on>",
                       "<on event='ld SAY.big SAY'><set name='q' value='2'/></on>");
    static const struct { const char *event; uint64_t x, f, r, q;
    } cases[] = { { "ld", 0, 5, 6, 1 },
                  { "ld", 0, 5, 5, 2 },
                  { "SAY", 0, 5, 6, 2 },
                  { "SAY", 101, 5, 6, 1 },
                  { "SAY", 0, 200, 99, 1 } };
    set(&u, "line_hit_i", 1);
    for (int i = 0; i < 5; i++) {
        set(&u, "msg_x_i", cases[i].x);
        set(&u, "line_f_i", cases[i].f);
        set(&u, "r_i", cases[i].r);
        run(&u, "V", cases[i].event);
        EXPECT(&u, "q_o", cases[i].q);
        EXPECT(&u, "view_o", state_id(&u, cases[i].q == 1 ? "I" : "V"));
        EXPECT(&u, "next_o", state_id(&u, "V"));
    }
    unit_close(&u);
}

static void the_first_guard_that_holds_decides(void **state)
{
    (void)state;
    Unit u = unit_rows("",
                       "<on event='ld' when='r eq 1'><set name='q' value='1'/></on><on event='ld' when='r eq 2'><set "
                       "name='q' value='2'/></on>"
                       "<on event='ld'><set name='q' value='3'/></on>",
                       "<on event='ld' when='r + 250 eq 4'><set name='q' value='4'/></on><on event='ld'/>");
    for (uint64_t r = 1; r < 4; r++) {
        set(&u, "r_i", r);
        run(&u, "I", "ld");
        EXPECT(&u, "q_o", r);
    }
    set(&u, "r_i", 10);
    run(&u, "V", "ld");                            /* a guard wraps and is no error */
    EXPECT(&u, "q_o", 4);
    EXPECT(&u, "overflow_o", 0);
    unit_close(&u);
}

static void stamps_are_taken_once(void **state)
{
    (void)state;
    Unit u = unit_row("<set name='r' value='100'/><set name='q' value='req.at'/>");
    set(&u, "r_i", 4);
    set(&u, "msg_at_i", 60);
    run(&u, "I", "ld");
    EXPECT(&u, "q_o", 5);
    EXPECT(&u, "msg_at_o", 5);
    set(&u, "replay_i", 1);
    run(&u, "I", "ld");
    EXPECT(&u, "q_o", 60);
    EXPECT(&u, "msg_at_o", 60);
    unit_close(&u);
}

static void a_stamp_reads_what_an_absent_line_says(void **state)
{
    (void)state;
    char text[8192];
    const char *parts = PARTS, *rest = strstr(parts, "value='r + 1'") + strlen("value='r + 1'");
    int before = (int)(rest - parts - (ptrdiff_t)strlen("value='r + 1'"));
    snprintf(text, sizeof text,
             TOP "<controller name='A' key='a'>%.*svalue='line.f'%s" STATES
                 "<in state='I'><on event='ld'><set name='q' value='req.at'/></on><never event='*' why='x'/></in><in "
                 "state='V'><never event='*' why='x'/></in>"
                 "<in state='W'><never event='*' why='x'/></in></controller>" BOTTOM,
             before, parts, rest);
    Unit u = unit_open(text);
    set(&u, "line_f_i", 99);
    run(&u, "I", "ld");
    EXPECT(&u, "q_o", 7);                          /* absent= of the field, not what the memory happens to hold */
    set(&u, "line_hit_i", 1);
    run(&u, "I", "ld");
    EXPECT(&u, "q_o", 99);
    unit_close(&u);
}

static void expressions_over_given_values(void **state)
{
    (void)state;
    Unit u = unit_rows("<view name='old' of='V' when='line.f lt r and state eq V' as='I'/>", "<on event='ld'/>",
                       "<on event='ld'/>");
    const Expr *e = u.c->views.at[0]->when;
    uint64_t *vars = NEW_N(u.arena, uint64_t, u.c->vars.n);
    for (int i = 0; i < u.c->vars.n; i++) {
        const Var *v = u.c->vars.at[i];
        vars[v->id] = str_is(v->ident, "line_f") ? 5
            : str_is(v->ident, "r")              ? 6
            : v->kind == V_STATE                 ? (uint64_t)state_id(&u, "V")
                                                 : 0;
    }
    for (int i = 0; i < 3; i++) assert_int_equal(eval_expr(u.eval, e, vars), 1);
    for (int i = 0; i < u.c->vars.n; i++)
        if (u.c->vars.at[i]->kind == V_STATE) vars[u.c->vars.at[i]->id] = 0;
    assert_int_equal(eval_expr(u.eval, e, vars), 0);
    unit_close(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_follow_the_overflow_rule_of_their_type),
        cmocka_unit_test(comparisons_and_logic),
        cmocka_unit_test(bits_and_conversions),
        cmocka_unit_test(actions_see_what_earlier_ones_did),
        cmocka_unit_test(a_choice_takes_its_first_true_branch),
        cmocka_unit_test(nothing_happens_in_a_stall_or_a_never),
        cmocka_unit_test(an_error_action_is_a_never),
        cmocka_unit_test(absent_fields_and_new_entries),
        cmocka_unit_test(a_waiting_entry_is_always_allocated_anew),
        cmocka_unit_test(going_writes_where_the_state_is_kept),
        cmocka_unit_test(fields_written_and_freed),
        cmocka_unit_test(sends_carry_their_fields),
        cmocka_unit_test(a_multicast_network_takes_bit_vectors),
        cmocka_unit_test(a_multicast_reaches_instances_only),
        cmocka_unit_test(selectors_name_the_version_of_opaque_data),
        cmocka_unit_test(refinements_are_tried_in_order),
        cmocka_unit_test(a_view_shows_another_state_for_its_events),
        cmocka_unit_test(the_first_guard_that_holds_decides),
        cmocka_unit_test(stamps_are_taken_once),
        cmocka_unit_test(a_stamp_reads_what_an_absent_line_says),
        cmocka_unit_test(expressions_over_given_values),
    };
    return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}
