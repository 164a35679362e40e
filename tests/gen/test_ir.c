/* Tree to IR: typing and precedence of expressions, macros, <as>, refinements, values of parameters, the evictions that
 * are implied. */
#include "test_support.h"
#include "ir/ir.h"
#include "read/read.h"
#include "util/buf.h"

typedef struct { Arena *a; Diags *d; Protocol *p; Controller *c; } Spec;

/* A protocol around the given top-level and controller parts. `rows`: what stands in state V next to what makes the
 * table complete. */
static Spec build(const char *top, const char *parts, const char *rows)
{
    Spec s = { .a = arena_create((size_t)64 << 20) };
    s.d = diags_create(s.a);
    Str text = str_printf(
        s.a,
        "<protocol name='p'>"
        "<param name='N' default='4' min='2' max='8'/><param name='M' default='N * 2' min='N' max='64'/>"
        "<type name='addr' bits='16' key='yes' offset='4'/><type name='n' bits='4'/><type name='block' bytes='4'/>"
        "<type name='temp' bits='6' signed='yes'/><type name='ring' bits='4' order='circular'/><enum name='op'><value "
        "name='add'/><value name='cas'/></enum>"
        "<network name='net' class='1'/><message name='Msg' on='net'><field name='x' type='n'/></message>%s"
        "<controller name='C' key='addr'><store name='line' kind='assoc' sets='4' ways='2' victims='V'>"
        "<field name='a' type='n' absent='3'/><field name='b' type='n'/><field name='t' type='temp'/><field name='o' "
        "type='op'/><field name='data' type='block'/></store>"
        "<register name='now' type='n' reset='1'/><port name='core' kind='core'><event name='go_on'/><reply "
        "name='done'/></port>"
        "<port name='net' takes='net'/><port name='out' gives='net'/>"
        "<state name='V' at='line'/><state name='I' at='none' initial='yes'/>%s"
        "<in state='V'>%s</in></controller></protocol>",
        top, parts, rows);
    Node *root = read_memory(s.a, s.d, "test.xml", text.p, (size_t)text.n);
    if (root) s.p = ir_build(s.a, s.d, root);
    if (s.p && s.p->ctls.n) s.c = s.p->ctls.at[0];
    return s;
}

static void expect_clean(Spec *s)
{
    if (diag_errors(s->d)) fail_msg("%s", printed(s->a, s->d, false, 10));
}

static void done(Spec *s) { arena_destroy(s->a); }

/* The expression as text with every operation in parentheses. */
static void put_expr(Buf *b, const Expr *e)
{
    static const char *const op[] = {
        [E_NOT] = "not",         [E_NEG] = "neg",       [E_OR] = "or",          [E_AND] = "and",
        [E_IMPLIES] = "implies", [E_EQ] = "eq",         [E_NE] = "ne",          [E_LT] = "lt",
        [E_LE] = "le",           [E_GT] = "gt",         [E_GE] = "ge",          [E_ADD] = "+",
        [E_SUB] = "-",           [E_MUL] = "*",         [E_DIV] = "/",          [E_MOD] = "%",
        [E_BITAND] = "bitand",   [E_BITOR] = "bitor",   [E_BITXOR] = "bitxor",  [E_WITHOUT] = "without",
        [E_SHL] = "shl",         [E_SHR] = "shr",       [E_COND] = "?",         [E_MAX] = "max",
        [E_MIN] = "min",         [E_CLOG2] = "clog2",   [E_POW2] = "pow2",      [E_POPCOUNT] = "popcount",
        [E_ONEHOT] = "onehot",   [E_FIRST] = "first",   [E_ANY] = "any",        [E_ALL] = "all",
        [E_BIT] = "bit",         [E_BEFORE] = "before", [E_AFTER] = "after",    [E_CONVERT] = "convert",
        [E_HOME] = "home",       [E_NODE_OF] = "node",  [E_UNKNOWN] = "unknown"
    };
    if (e->op == E_NUM) { buf_printf(b, "%lld", (long long)e->num); return; }
    if (e->op == E_PARAM) { buf_printf(b, STR_FMT, STR_ARG(e->param->name)); return; }
    if (e->op == E_VAR) { buf_printf(b, STR_FMT, STR_ARG(e->var->ident)); return; }
    if (e->op == E_STATE) { buf_printf(b, STR_FMT, STR_ARG(e->text)); return; }
    buf_printf(b, "(%s", op[e->op]);
    for (int i = 0; i < e->n_args; i++) { buf_printf(b, " "); put_expr(b, e->arg[i]); }
    buf_printf(b, ")");
}

static const char *text_of(Arena *a, const Expr *e)
{
    Buf b;
    buf_init(&b, a);
    put_expr(&b, e);
    buf_put(&b, "", 1);
    return b.at;
}

static Row *row_of(Controller *c, const char *state, const char *event, int index)
{
    State *st = NULL;
    Event *ev = NULL;
    for (int i = 0; i < c->states.n; i++) if (str_is(c->states.at[i]->name, state)) st = c->states.at[i];
    for (int i = 0; i < c->events.n; i++) if (str_is(c->events.at[i]->name, event)) ev = c->events.at[i];
    assert_non_null(st);
    assert_non_null(ev);
    Cell *cell = cell_at(c, st, ev);
    return index < cell->rows.n ? cell->rows.at[index] : NULL;
}

/* <set name="line.DST" value="VALUE"/> in a row: the value. */
static Expr *value_of(Spec *s, const char *dst, const char *value)
{
    Str row;
    *s = build("", "", "");
    row = str_printf(s->a, "<on event='go_on'><set name='line.%s' value='%s'/></on>", dst, value);
    const char *kept = strdup(row.p);
    done(s);
    *s = build("", "", kept);
    free((void *)kept);
    if (diag_errors(s->d)) return NULL;
    return row_of(s->c, "V", "go_on", 0)->body->value;
}

static void reads_as(const char *dst, const char *value, const char *expected)
{
    Spec s;
    Expr *e = value_of(&s, dst, value);
    expect_clean(&s);
    assert_string_equal(text_of(s.a, e), expected);
    done(&s);
}

static void is_refused(const char *dst, const char *value, const char *message)
{
    Spec s;
    value_of(&s, dst, value);
    const char *text = printed(s.a, s.d, false, 10);
    if (!strstr(text, message)) fail_msg("expected '%s', got: %s", message, text);
    assert_int_equal(diag_errors(s.d), 1);
    done(&s);
}

static void precedence(void **state)
{
    (void)state;
    reads_as("a", "line.a + line.b * 2", "(+ line_a (* line_b 2))");
    reads_as("a", "line.a - line.b - 1", "(- (- line_a line_b) 1)");
    reads_as("a", "(line.a - (line.b - 1))", "(- line_a (- line_b 1))");
    reads_as("a", "line.a bitor line.b bitand 3", "(bitor line_a (bitand line_b 3))");
    reads_as("a", "line.a bitand line.b shl 1 + 2", "(bitand line_a (shl line_b (+ 1 2)))");
    reads_as("a", "line.a eq 1 or line.b eq 2 and not line.a lt 3 ? 1 : 2",
             "(? (or (eq line_a 1) (and (eq line_b 2) (not (lt line_a 3)))) 1 2)");
    reads_as("a", "line.a eq 1 implies line.b ne 2 ? now : 0", "(? (implies (eq line_a 1) (ne line_b 2)) now 0)");
    reads_as("a", "line.a eq 1 ? 1 : line.a eq 2 ? 2 : 3", "(? (eq line_a 1) 1 (? (eq line_a 2) 2 3))");
    reads_as("a", "line.a in {1 2} ? 1 : 0", "(? (or (eq line_a 1) (eq line_a 2)) 1 0)");
    reads_as("a", "max(line.a, line.b, now)", "(max (max line_a line_b) now)");
    reads_as("t", "-line.t + 1", "(+ (neg line_t) 1)");
    reads_as("a", "0x0f - 0x1", "(- 15 1)");
}

static void typing(void **state)
{
    (void)state;
    Spec s;
    Expr *e = value_of(&s, "a", "line.a lt N ? line.b : 0");
    expect_clean(&s);
    assert_true(str_is(e->type->name, "n"));
    assert_ptr_equal(e->arg[0]->type, s.p->t_bool);
    assert_true(str_is(e->arg[0]->arg[1]->type->name, "n"));       /* the parameter has adapted */
    assert_true(str_is(e->arg[2]->type->name, "n"));
    done(&s);
    e = value_of(&s, "o", "op.cas");
    expect_clean(&s);
    assert_int_equal(e->num, 1);
    done(&s);
    reads_as("a", "n(line.t)", "(convert line_t)");
    reads_as("a", "popcount(line.b)", "(popcount line_b)");
    is_refused("a", "line.t", "this is of type 'temp', expected 'n'");
    is_refused("a", "line.a + line.t", "one side is of type 'n', the other of type 'temp'");
    is_refused("a", "line.a eq 1", "this is of type 'bool', expected 'n'");
    is_refused("a", "line.data", "'block'");
    is_refused("a", "line.a eq line.data ? 1 : 2", "opaque");
    is_refused("a", "1 div 2", "expected an operator or the end");
}

static void parameter_values(void **state)
{
    (void)state;
    Spec s =
        build("<param name='K' default='clog2(M) + pow2(3)' min='-5' max='100'/><rule test='K lt 50' why='too large'/>",
              "", "");
    ParamEnv env;
    Str set[] = { STR("N=5") }, wrong[] = { STR("N=9") }, unknown[] = { STR("MM=3") };
    expect_clean(&s);
    assert_true(param_env(s.a, s.d, s.p, NULL, (ParamSets){ 0 }, &env));
    assert_int_equal(env.value[0], 4);
    assert_int_equal(env.value[1], 8);
    for (int i = 0; i < s.p->params.n; i++)
        if (str_is(s.p->params.at[i]->name, "K")) assert_int_equal(env.value[i], 3 + 8);
    assert_true(param_env(s.a, s.d, s.p, NULL, (ParamSets){ set, 1 }, &env));
    assert_int_equal(env.value[1], 10);
    assert_false(param_env(s.a, s.d, s.p, NULL, (ParamSets){ wrong, 1 }, &env));
    assert_non_null(strstr(printed(s.a, s.d, false, 10), "parameter 'N' is 9, expected 2 to 8"));
    assert_false(param_env(s.a, s.d, s.p, NULL, (ParamSets){ unknown, 1 }, &env));
    done(&s);
}

static void widths(void **state)
{
    (void)state;
    Spec s = build("<type name='c5' count='5'/><type name='c1' count='1'/><type name='c4' count='N'/>", "", "");
    ParamEnv env;
    static const struct {
        const char *name;
        int width;
    } list[] = { { "addr", 14 }, { "n", 4 },  { "block", 32 }, { "op", 1 },
                 { "c5", 3 },    { "c1", 1 }, { "c4", 2 },     { "bool", 1 } };
    expect_clean(&s);
    assert_true(param_env(s.a, s.d, s.p, NULL, (ParamSets){ 0 }, &env));
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (int i = 0; i < s.p->types.n; i++)
            if (str_is(s.p->types.at[i]->name, list[k].name))
                assert_int_equal(type_width(&env, s.p->types.at[i]), list[k].width);
    done(&s);
}

static void macros(void **state)
{
    (void)state;
    Spec s = build("<function name='twice' args='x:n' result='n' value='x + x'/>",
                   "<macro name='put' args='v:n'><set name='line.a' value='v * 2'/><do macro='inner'/></macro><macro "
                   "name='inner'><set name='line.b' value='twice(line.a + 1)'/></macro>",
                   "<on event='go_on'><do macro='put' v='line.b + 1'/><reply name='done'/></on>");
    expect_clean(&s);
    Action *x = row_of(s.c, "V", "go_on", 0)->body;
    assert_int_equal(x->kind, A_SET);
    assert_string_equal(text_of(s.a, x->value), "(* (+ line_b 1) 2)");
    assert_string_equal(text_of(s.a, x->next->value), "(+ (+ line_a 1) (+ line_a 1))");
    assert_int_equal(x->next->next->kind, A_REPLY);
    assert_null(x->next->next->next);
    done(&s);
}

static void as_copies_what_is_open(void **state)
{
    (void)state;
    Spec s = build("",
                   "<state name='W' at='line'/><in state='W'><on event='go_on'><reply name='done'/></on><as state='V' "
                   "event='*'/></in>",
                   "<on event='go_on'><go to='I'/></on><on event='Msg' when='msg.x eq 0'><go to='I'/></on><stall "
                   "event='Msg' why='later'/>");
    expect_clean(&s);
    assert_int_equal(row_of(s.c, "W", "go_on", 0)->body->kind, A_REPLY);       /* its own, not V's */
    assert_ptr_equal(row_of(s.c, "W", "Msg", 0), row_of(s.c, "V", "Msg", 0));
    assert_ptr_equal(row_of(s.c, "W", "Msg", 1), row_of(s.c, "V", "Msg", 1));
    assert_null(row_of(s.c, "W", "Msg", 2));
    done(&s);
}

static void star_covers_the_rest(void **state)
{
    (void)state;
    Spec s = build(
        "", "", "<on event='go_on' when='line.a eq 1'><go to='I'/></on><on event='Msg'/><never event='*' why='no'/>");
    expect_clean(&s);
    assert_int_equal(row_of(s.c, "V", "go_on", 0)->kind, ROW_ON);
    assert_int_equal(row_of(s.c, "V", "go_on", 1)->kind, ROW_NEVER);           /* the rest of a guarded pair too */
    assert_null(row_of(s.c, "V", "Msg", 1));
    assert_int_equal(row_of(s.c, "V", "evict", 0)->kind, ROW_NEVER);
    done(&s);
}

static void evictions_are_implied_where_no_victim_is(void **state)
{
    (void)state;
    Spec s = build("", "", "<on event='evict'><go to='I'/></on>");
    expect_clean(&s);
    assert_true(row_of(s.c, "I", "evict", 0)->implied);
    assert_int_equal(row_of(s.c, "I", "evict", 0)->kind, ROW_NEVER);
    assert_false(row_of(s.c, "V", "evict", 0)->implied);
    done(&s);
}

static void refinements(void **state)
{
    (void)state;
    Spec s = build(
        "", "<event name='Msg.zero' from='Msg' when='msg.x eq 0'/><event name='Msg.rest' from='Msg' otherwise='yes'/>",
        "<on event='Msg.zero'/><on event='Msg.rest'><go to='I'/></on>");
    expect_clean(&s);
    Event *base = NULL;
    for (int i = 0; i < s.c->events.n; i++) if (str_is(s.c->events.at[i]->name, "Msg")) base = s.c->events.at[i];
    assert_non_null(base);
    assert_true(base->hidden);
    assert_int_equal(base->refinements.n, 2);
    assert_ptr_equal(base->refinements.at[0]->base, base);
    assert_int_equal(base->refinements.at[0]->code, base->code);
    assert_true(base->refinements.at[1]->otherwise);
    assert_null(row_of(s.c, "V", "Msg", 0));
    assert_non_null(row_of(s.c, "V", "Msg.rest", 0)->body);
    done(&s);
    /* naming a complete base means all its refinements */
    s = build(
        "", "<event name='Msg.zero' from='Msg' when='msg.x eq 0'/><event name='Msg.rest' from='Msg' otherwise='yes'/>",
        "<stall event='Msg' why='later'/>");
    expect_clean(&s);
    assert_ptr_equal(row_of(s.c, "V", "Msg.zero", 0), row_of(s.c, "V", "Msg.rest", 0));
    done(&s);
}

static void initial_state_comes_first(void **state)
{
    (void)state;
    Spec s = build("", "", "");
    expect_clean(&s);
    assert_true(str_is(s.c->states.at[0]->name, "I"));
    assert_int_equal(s.c->states.at[0]->id, 0);
    assert_int_equal(s.c->states.at[1]->id, 1);
    done(&s);
}

static void sources_follow_the_declared_order(void **state)
{
    (void)state;
    Spec s = build("", "<priority order='core evict'/>", "");
    expect_clean(&s);
    assert_int_equal(s.c->sources.n, 2); /* no row speaks of Msg: its network is no source */
    assert_true(str_is(s.c->sources.at[0].name, "core"));
    assert_int_equal(s.c->sources.at[1].kind, SRC_EVICT);
    done(&s);
    s = build("", "", "<on event='Msg'/>");
    expect_clean(&s);
    assert_int_equal(s.c->sources.n, 3);
    assert_int_equal(s.c->sources.at[0].kind, SRC_NETWORK);
    assert_int_equal(s.c->sources.at[2].kind, SRC_PORT);                       /* the core last */
    done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(precedence),
        cmocka_unit_test(typing),
        cmocka_unit_test(parameter_values),
        cmocka_unit_test(widths),
        cmocka_unit_test(macros),
        cmocka_unit_test(as_copies_what_is_open),
        cmocka_unit_test(star_covers_the_rest),
        cmocka_unit_test(evictions_are_implied_where_no_victim_is),
        cmocka_unit_test(refinements),
        cmocka_unit_test(initial_state_comes_first),
        cmocka_unit_test(sources_follow_the_declared_order),
    };
    return cmocka_run_group_tests_name("ir", tests, NULL, NULL);
}
