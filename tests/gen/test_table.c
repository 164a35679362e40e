/* test_table.c - counts, notation and layout of the tables; storage figures. */
#include "test_support.h"
#include "emit/stats.h"
#include "emit/table.h"
#include "read/read.h"

static const char toy[] =
    "<protocol name='toy'><type name='t' bits='8'/><type name='a' bits='16' key='yes'/><type name='blk' bytes='8' "
    "opaque='yes'/>"
    "<network name='rq' class='0'/><network name='rs' class='1'/><message name='GET' on='rq'><field name='x' "
    "type='t'/></message>"
    "<message name='DATA' on='rs'><field name='x' type='t'/><field name='data' type='blk'/></message>"
    "<controller name='L1' key='a' doc='a cache'><register name='now' type='t' reset='0'/>"
    "<store name='line' kind='assoc' sets='4' ways='2' victims='V'><field name='exp' type='t'/><field name='data' "
    "type='blk'/></store>"
    "<waiters name='mshr' kind='mshr' entries='2' depth='3'><field name='n' type='t' reset='0'/></waiters>"
    "<port name='core' kind='core'><event name='load'/><reply name='loaded'><field name='data' "
    "type='blk'/></reply></port>"
    "<port name='net' takes='rs'/><port name='out' gives='rq'/>"
    "<event name='DATA.old' from='DATA' when='msg.x lt now'/>"
    "<priority order='net replay evict core'/>"
    "<state name='I' at='none' initial='yes' stable='yes'/><state name='V' at='line' stable='yes'/><state name='IV' "
    "at='mshr' stable='no'/>"
    "<view name='expired' of='V' when='line.exp lt now' as='I' event='load'/>"
    "<in state='I'><on event='load'><allocate what='line mshr'/><send message='GET' to='home' x='now'/><park/><go "
    "to='IV'/></on><never event='*' why='no'/></in>"
    "<in state='V'><on event='load'><reply name='loaded' data='line.data'/></on><on event='evict'><go "
    "to='I'/></on><never event='*' why='no'/></in>"
    "<in state='IV'><on event='load'><park/></on><on event='DATA DATA.old'><choose><when test='now + 1 lt (now + now) "
    "* 2'><set name='now' value='max(now, msg.x, 3)'/></when>"
    "<otherwise><set name='line.exp' value='msg.x'/></otherwise></choose><write to='line.data' "
    "data='msg.data'/><replay/><done/><go to='V'/></on><stall event='evict' why='busy'/></in>"
    "</controller><controller name='L2' key='a'><port name='net' takes='rq'/><port name='out' gives='rs'/><store "
    "name='line' kind='assoc' sets='4' ways='2'>"
    "<field name='data' type='blk'/></store>"
    "<state name='P' at='none' initial='yes' stable='yes'/><in state='P'><on event='GET'><send message='DATA' "
    "to='msg.from' x='msg.x' data='line.data'/></on><never event='*' why='no'/></in></controller>"
    "<system name='s'><place controller='L1' count='3'/><place controller='L2' count='1'/><home of='L2' "
    "by='key'/></system></protocol>";

static Protocol *build(Arena *a, ParamEnv *env)
{
    Diags *d = diags_create(a);
    Node *root = read_memory(a, d, "t.xml", toy, strlen(toy));
    Protocol *p = root ? ir_build(a, d, root) : NULL;
    if (!p || diag_errors(d) || !param_env(a, d, p, NULL, (ParamSets){ 0 }, env))
        fail_msg("%s", printed(a, d, false, 9));
    return p;
}

static const char *written(Arena *a, TableFormat format, int width)
{
    ParamEnv env;
    Buf out;
    buf_init(&out, a);
    Protocol *p = build(a, &env);
    table_write(&out, (TableOf){ (const Controller *const *)p->ctls.at, p->ctls.n }, format, width);
    return str_copy(a, out.at, (int)out.n).p;
}

static void expect_text(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
}

static void transitions_are_pairs_with_a_row(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    ParamEnv env;
    TableCounts n = table_counts(build(a, &env)->ctls.at[0]);
    assert_int_equal(n.states, 3);
    assert_int_equal(n.stable, 2);
    assert_int_equal(n.transitions, 5);            /* I load; V load, evict; IV load, DATA */
    assert_int_equal(n.refined, 6);                /* DATA and DATA.old */
    arena_destroy(a);
}

static void cells_are_written_in_short_notation(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    const char *text = written(a, TABLE_TEXT, 200);
    expect_text(text, "L1: a cache\n");
    expect_text(text, "GET{x=now}");
    expect_text(text, "loaded{data}");
    expect_text(text, "if now + 1 < (now + now)*2:");
    expect_text(text, "  now=max(now, msg.x, 3)");
    expect_text(text, "\xe2\x86\x92 V");
    expect_text(text, "IV *");
    expect_text(text, "stall");
    expect_text(text, "V behaves as I while line.exp < now, for load (expired)\n");
    expect_text(text, "DATA.old: DATA with msg.x < now\n");
    expect_text(text,
                "3 states (2 stable + 1 transient *), 5 transitions (6 with every refinement of an event counted by "
                "itself)");
    arena_destroy(a);
}

static void no_line_is_wider_than_asked_for(void **state)
{
    (void)state;
    Arena *a = arena_create(256 << 20);
    for (int width = 60; width <= 200; width += 10) {
        const char *line = written(a, TABLE_TEXT, width);
        expect_text(line, "DATA.old");
        for (int n; *line; line += n + (line[n] == '\n')) {
            int columns = 0;
            n = (int)strcspn(line, "\n");
            for (int i = 0; i < n; i++) columns += ((unsigned char)line[i] & 0xC0) != 0x80;
            bool in_table = strstr(str_copy(a, line, n).p, " | ") != NULL || strncmp(line, "-----", 5) == 0;
            if (in_table && columns > width) fail_msg("%d columns, expected at most %d: %.*s", columns, width, n, line);
            if (n && line[n - 1] == ' ') fail_msg("blank at the end of: %.*s|", n, line);
        }
    }
    arena_destroy(a);
}

static void csv_has_one_line_per_row(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    const char *text = written(a, TABLE_CSV, 0);
    expect_text(text, "controller,state,event,when,kind,actions,line\n");
    expect_text(text, "L1,I,load,,on,alloc line; alloc mshr; GET{x=now}; park; \xe2\x86\x92 IV,1\n");
    expect_text(text,
                "L1,IV,DATA,,on,\"if now + 1 < (now + now)*2 {now=max(now, msg.x, 3)} else {line.exp=msg.x}; "
                "line.data=msg.data; replay; done; ");
    expect_text(text, "L1,IV,evict,,stall,busy,1\n");
    expect_text(text, "L1,V,DATA.old,,never,no,1\n");
    arena_destroy(a);
}

static void markdown_escapes_what_it_would_interpret(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    const char *text = written(a, TABLE_MD, 0);
    expect_text(text, "| **IV** \\* | park |");
    expect_text(text, "if now + 1 &lt; (now + now)\\*2:<br>&nbsp;&nbsp;now=max(now, msg.x, 3)<br>else:");
    arena_destroy(a);
}

static void figures_of_a_small_cache(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    ParamEnv env;
    Protocol *p = build(a, &env);
    Buf out;
    buf_init(&out, a);
    stats_write(&out, p, &env);
    const char *text = str_copy(a, out.at, (int)out.n).p;
    expect_text(text, "controller L1: 3 instances, 3 states (2 + 1), 5 transitions");
    expect_text(text, "store line (assoc): 4 sets x 2 ways = 8 entries, 720 bits\n");
    expect_text(text, "tag                  14   15.6 %");   /* 16-bit key, 4 sets */
    expect_text(text, "entry                90");            /* 14 + valid, used, state 2 + exp 8 + data 64 */
    expect_text(text, "waiters mshr (mshr): 2 entries, 52 bits\n");
    expect_text(text, "waiters mshr, parked (mshr): 2 entries x 3 depth = 6 entries, ");
    /* GET: 1 kind, node of 4: 2, key 16, x 8; DATA: data 64 more */
    assert_int_equal(message_bits(p, &env, p->msgs.at[0]), 27);
    assert_int_equal(message_bits(p, &env, p->msgs.at[1]), 91);
    expect_text(text, "DATA             rs               91      3");
    expect_text(text,
                "storage                  instances     entries        bits       bytes  bytes in all\n  L1 line       "
                "                 3           8          90          90           270\n");
    arena_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transitions_are_pairs_with_a_row),
        cmocka_unit_test(cells_are_written_in_short_notation),
        cmocka_unit_test(no_line_is_wider_than_asked_for),
        cmocka_unit_test(csv_has_one_line_per_row),
        cmocka_unit_test(markdown_escapes_what_it_would_interpret),
        cmocka_unit_test(figures_of_a_small_cache),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
