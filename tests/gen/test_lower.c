/* test_lower.c - the operations that rows become, written out. */
#include "test_support.h"
#include "lower/lower.h"
#include "read/read.h"
#include "util/buf.h"

#define TOP \
    "<protocol name='p'><type name='t' bits='8'/><type name='a' bits='8' key='yes'/>" \
    "<type name='blk' bytes='4' opaque='yes'/><type name='cores' bits='2'/>" \
    "<network name='rq' class='0'/><message name='ASK' on='rq'><field name='x' type='t'/>" \
    "<field name='d' type='blk'/></message><message name='TELL' on='rq'/>"
#define PARTS \
    "<register name='r' type='t' reset='0'/>" \
    "<store name='line' kind='assoc' sets='2' ways='1' victims='V'>" \
    "<field name='f' type='t' absent='7' reset='9'/><field name='d' type='blk'/></store>" \
    "<waiters name='mshr' kind='mshr' entries='2' depth='2'><field name='i' type='t'/></waiters>" \
    "<port name='core' kind='core'><event name='ld'><stamp name='at' type='t' value='r + 1'/></event><event " \
    "name='st'/></port>" \
    "<port name='out' gives='rq'/>" \
    "<event name='late' from='ld' when='r eq 5'/><event name='soon' from='ld' otherwise='yes'/>" \
    "<state name='I' at='none' initial='yes' stable='yes'/><state name='V' at='line' stable='yes'/>" \
    "<state name='W' at='mshr' stable='no'/>" \
    "<view name='gone' of='V' event='st' when='r eq 0' as='I'/>"
#define BOTTOM \
    "<controller name='B' key='a'><port name='net' takes='rq'/><state name='P' at='none' initial='yes' stable='yes'/>" \
    "<in state='P'><on event='ASK'/><on event='TELL'/></in></controller>" \
    "<system name='sys'><place controller='A' count='2'/><place controller='B' count='2'/>" \
    "<home of='B' by='key'/></system></protocol>"

typedef struct { Arena *arena; const Lowered *l; } Unit;

/* A controller with these actions for st in I. */
static Unit unit_open(const char *actions)
{
    char text[8192];
    Unit u = { .arena = arena_create(64 << 20) };
    Diags *d = diags_create(u.arena);
    snprintf(text, sizeof text,
             TOP "<controller name='A' key='a'>" PARTS "<in state='I'><on event='st'>%s</on><never event='*' "
                                                       "why='x'/></in><in state='V'><stall event='*' why='x'/></in>"
                 "<in state='W'><never event='*' why='x'/></in></controller>" BOTTOM,
             actions);
    Node *root = read_memory(u.arena, d, "t.xml", text, strlen(text));
    Protocol *p = root ? ir_build(u.arena, d, root) : NULL;
    if (!p || diag_errors(d)) fail_msg("%s", printed(u.arena, d, false, 9));
    u.l = lower_build(u.arena, step_build(u.arena, p, p->ctls.at[0]));
    return u;
}

static void unit_close(Unit *u) { arena_destroy(u->arena); }

/* ---- a list in one line of text: SIGNAL := what, SIGNAL |= bits, if ... { ... } ---- */

static void put_ops(Buf *b, const Lowered *l, const LowOp *o);

static void put_arms(Buf *b, const Lowered *l, const LowOp *o)
{
    static const char *const tests[] = {
        [LOW_TEST] = "test", [LOW_HIT] = "hit", [LOW_MISS] = "miss", [LOW_ELSE] = "else"
    };
    for (int i = 0; i < o->arms.n; i++) {
        buf_printf(b, "%s { ", tests[o->arms.at[i].kind]);
        put_ops(b, l, o->arms.at[i].body);
        buf_printf(b, "} ");
    }
}

static void put_ops(Buf *b, const Lowered *l, const LowOp *o)
{
    for (; o; o = o->next) {
        Str name = l->step->signals.at[o->signal].name;
        switch (o->kind) {
        case LOW_SET: buf_printf(b, STR_FMT " := value%s; ", STR_ARG(name), o->checked ? "" : " unchecked"); break;
        case LOW_ELEM: buf_printf(b, STR_FMT "[] := value; ", STR_ARG(name)); break;
        case LOW_LET: buf_printf(b, "let " STR_FMT "; ", STR_ARG(o->var->name)); break;
        case LOW_EACH: buf_printf(b, "each { "); put_ops(b, l, o->body); buf_printf(b, "} "); break;
        case LOW_NODES: buf_printf(b, STR_FMT " := nodes%s; ", STR_ARG(name), o->nodes_of ? " of" : ""); break;
        case LOW_CODE:
            buf_printf(b, STR_FMT " := %d " STR_FMT "; ", STR_ARG(name), (int)o->code, STR_ARG(o->note));
            break;
        case LOW_OR: buf_printf(b, STR_FMT " |= %d; ", STR_ARG(name), (int)o->code); break;
        case LOW_THERE:
            buf_printf(b, "there " STR_FMT "; ", STR_ARG(o->store ? o->store->name : o->waiters->name));
            break;
        case LOW_IF: buf_printf(b, "if "); put_arms(b, l, o); break;
        case LOW_WALK: buf_printf(b, STR_FMT " { ", STR_ARG(name)); put_ops(b, l, o->body); buf_printf(b, "} "); break;
        case LOW_PARKED: buf_printf(b, "parked " STR_FMT "; ", STR_ARG(o->var->name)); break;
        case LOW_ERROR: buf_printf(b, "error; "); break;
        case LOW_OUTSIDE: buf_printf(b, "outside; "); break;
        }
    }
}

static void assert_ops(const char *actions, const char *want)
{
    Unit u = unit_open(actions);
    Buf b;
    buf_init(&b, u.arena);
    for (int i = 0; i < u.l->step->ctl->rows.n; i++) put_ops(&b, u.l, u.l->rows[i].body);
    buf_put(&b, "", 1);
    assert_string_equal(b.at, want);
    unit_close(&u);
}

static void fields_and_places(void **state)
{
    (void)state;
    assert_ops("<set name='r' value='r + 1'/>", "r_o := value; ");
    assert_ops("<allocate what='line'/>",
               "if miss { line_alloc_o |= 1; line_we_o |= 1; there line; line_f_o := value; } ");
    assert_ops("<allocate what='mshr'/><set name='mshr.i' value='3'/>",
               "mshr_alloc_o |= 1; there mshr; mshr_we_o |= 1; mshr_i_o := 0 ; mshr_i_o := value; ");
    assert_ops("<free what='line'/>", "if hit { line_free_o |= 1; line_we_o |= 1; } ");
    assert_ops("<park in='mshr'/>", "mshr_park_o |= 1; ");
    assert_ops("<replay in='mshr' first='must-hit'/>", "mshr_replay_o |= 1; mshr_must_o |= 1; ");
    assert_ops("<write to='line.d' data='line.d'/>", "line_d_wr0_valid_o |= 1; line_d_wr0_sel_o := 0 line_d; ");
}

static void states_go_where_they_are_kept(void **state)
{
    (void)state;
    assert_ops("<go to='V'/>", "next_o := 1 V; line_we_o |= 1; ");
    assert_ops("<go to='W'/>", "next_o := 2 W; mshr_we_o |= 1; if hit { line_we_o |= 1; } ");
    assert_ops("<go to='I'/>", "next_o := 0 I; if hit { line_free_o |= 1; line_we_o |= 1; } ");
}

static void messages(void **state)
{
    (void)state;
    assert_ops("<send message='ASK' to='home' x='r' d='line.d'/>",
               "rq0_valid_o |= 1; rq0_kind_o := 0 ASK; rq0_to_o := value; rq0_x_o := value; rq0_d_sel_o := 0 line_d; ");
    assert_ops("<send message='TELL' to='home'/><multicast message='TELL' to='cores(r)' of='B'/>",
               "rq0_valid_o |= 1; rq0_kind_o := 1 TELL; rq0_to_o := nodes; "
               "rq1_valid_o |= 1; rq1_kind_o := 1 TELL; rq1_to_o := nodes of; ");
}

static void branches_and_walks(void **state)
{
    (void)state;
    assert_ops("<choose><when test='r eq 1'><set name='r' value='0'/></when><otherwise><error "
               "why='x'/></otherwise></choose>",
               "if test { r_o := value; } else { error; } ");
    assert_ops("<walk over='line' where='line.f eq 3'><set name='line.f' value='line.f + 1'/></walk>",
               "walk0_o { line_f_o := value unchecked; line_we_o |= 1; } ");
    assert_ops("<walk over='mshr'><set name='parked.at' value='0'/></walk>", "walk0_o { parked at; } ");
}

/* ---- around the rows ---- */

static void events_views_and_cells(void **state)
{
    (void)state;
    Unit u = unit_open("");
    const LowEvent *ld = &u.l->events.at[0];
    assert_int_equal(ld->cases.n, 1);
    assert_true(str_is(ld->cases.at[0].event->name, "late") && str_is(ld->rest->name, "soon"));
    assert_true(u.l->events.at[1].rest == u.l->events.at[1].base);
    assert_int_equal(u.l->views.n, 1);
    assert_true(!u.l->views.at[0].except && u.l->views.at[0].events.n == 1);
    assert_true(str_is(u.l->views.at[0].events.at[0]->name, "st"));
    int v = 0;
    while (!str_is(u.l->states.at[v].state->name, "V")) v++;
    assert_int_equal(u.l->states.at[v].cells.n, 1);                /* all events have the same row */
    assert_int_equal(u.l->states.at[v].cells.at[0].rows.at[0]->act, ACT_STALL);
    unit_close(&u);
}

static LowStartKind kind_of_start(const Signal *g)
{
    if (g->kind == SIG_STAMP) return LOW_START_STAMP;
    if (g->kind == SIG_VAR) return g->var->kind == V_STORE ? LOW_START_LINE : LOW_START_INPUT;
    return g->kind == SIG_NEXT || g->kind == SIG_VIEW ? LOW_START_INPUT : LOW_START_CODE;
}

static void every_output_starts_somewhere(void **state)
{
    (void)state;
    Unit u = unit_open("<set name='r' value='1'/>");
    const Step *s = u.l->step;
    assert_int_equal(u.l->starts.n, s->signals.n - s->n_inputs);
    for (int i = 0; i < u.l->starts.n; i++) {
        const LowStart *x = &u.l->starts.at[i];
        const Signal *g = &s->signals.at[x->signal];
        assert_int_equal(x->kind, kind_of_start(g));
        if (g->kind == SIG_ACT) assert_int_equal(x->code, ACT_NEVER);
        if (x->kind != LOW_START_CODE) assert_true(x->input >= 0);
        if (x->kind == LOW_START_LINE || x->kind == LOW_START_STAMP) assert_true(x->when >= 0 && x->value);
    }
    unit_close(&u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_and_places),
        cmocka_unit_test(states_go_where_they_are_kept),
        cmocka_unit_test(messages),
        cmocka_unit_test(branches_and_walks),
        cmocka_unit_test(events_views_and_cells),
        cmocka_unit_test(every_output_starts_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
