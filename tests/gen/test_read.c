/* test_read.c - from XML text to positioned nodes.
 *
 * The random test prints its seed; COHGEN_TEST_SEED=N replays it. */
#define _DEFAULT_SOURCE
#include "test_support.h"
#include "read/read.h"
#include "util/buf.h"
#include <sys/stat.h>
#include <time.h>

static Node *read_text(Arena *a, Diags *d, const char *text)
{
    return read_memory(a, d, "t.xml", text, strlen(text));
}

static Node *read_good(Arena *a, const char *text)
{
    Diags *d = diags_create(a);
    Node *root = read_text(a, d, text);
    if (!root)
        fail_msg("%s", printed(a, d, false, 9));
    return root;
}

static uint64_t current_seed;    /* of the random test; 0 outside it */

static void assert_pos(Pos at, int line, int col)
{
    if (at.line != line || at.col != col)
        fail_msg("position %d:%d, expected %d:%d (seed %llu)", at.line, at.col, line, col,
                 (unsigned long long)current_seed);
}

static void tree_has_the_file_s_shape(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Node *p = read_good(a,
                        "<protocol name='p'><controller name='c'><in state='I'><on event='E'><done/><go "
                        "to='V'/></on></in></controller>"
                        "<rule test='1' why='w'/></protocol>");
    assert_true(str_is(p->name, "protocol"));
    assert_null(p->parent);
    assert_null(p->next);
    Node *c = p->first, *on = c->first->first, *done = on->first, *go = done->next;
    assert_true(str_is(c->next->name, "rule"));
    assert_null(c->next->next);
    assert_true(str_is(on->name, "on") && str_is(done->name, "done") && str_is(go->name, "go"));
    assert_ptr_equal(go->parent, on);
    assert_ptr_equal(on->parent->parent, c);
    assert_null(go->first);
    assert_true(str_is(node_attr(go, "to"), "V"));
    assert_null(node_attr(go, "from").p);
    assert_pos(node_attr_pos(go, "from"), go->pos.line, go->pos.col);
    assert_pos(node_attr_pos_at(go, "from", 3), go->pos.line, go->pos.col);
    arena_destroy(a);
}

static void positions_count_characters_and_all_line_ends(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Node *p = read_good(a, "\xef\xbb\xbf<?xml version='1.0'?>\r\n"
                           "<!-- <rule/> \xd0\xba\xd0\xbb -->\t<protocol\n"
                           "  name = \"p\"><!-- > --><?x <rule?>\r"
                           " <rule doc='\xc3\xa9\xe2\x82\xac'  test='1' why=''/></protocol>");
    Node *rule = p->first;
    assert_pos(p->pos, 2, 21);
    assert_pos(p->attrs[0].name_pos, 3, 3);
    assert_pos(p->attrs[0].value_pos, 3, 11);
    assert_pos(rule->pos, 4, 2);
    assert_pos(rule->attrs[0].value_pos, 4, 13);
    assert_pos(rule->attrs[1].name_pos, 4, 18);
    assert_pos(node_attr_pos(rule, "why"), 4, 32);
    arena_destroy(a);
}

static void offsets_in_values_find_their_source(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Node *rule = read_good(a,
                           "<protocol name='p'>\n<rule why='w' test='a &lt; \xc3\xa9&#xE9;&#8364;\r\n b\tc\nd "
                           "&amp;&#38; e'/></protocol>")
                     ->first;
    Str v = node_attr(rule, "test");
    assert_string_equal(v.p, "a < \xc3\xa9\xc3\xa9\xe2\x82\xac  b c d && e");
    static const struct { char what; int nth, line, col;
    } cases[] = {
        { 'a', 0, 2, 21 },    { '<', 0, 2, 23 }, { '\xc3', 0, 2, 28 }, { '\xc3', 1, 2, 29 },
        { '\xe2', 0, 2, 35 }, { 'b', 0, 3, 2 },  { 'c', 0, 3, 4 },     { 'd', 0, 4, 1 },
        { '&', 0, 4, 3 },     { '&', 1, 4, 8 },  { 'e', 0, 4, 14 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *p = strchr(v.p, cases[i].what);
        for (int n = cases[i].nth; n > 0; n--)
            p = strchr(p + 1, cases[i].what);
        assert_pos(node_attr_pos_at(rule, "test", (int)(p - v.p)), cases[i].line, cases[i].col);
    }
    assert_pos(node_attr_pos_at(rule, "test", v.n), 4, 15);
    arena_destroy(a);
}

static void namespace_hints_are_dropped(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Node *p = read_good(a,
                        "<?xml-model href='cohgen.xsd'?><protocol "
                        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' doc='d' "
                        "xsi:noNamespaceSchemaLocation='cohgen.xsd' name='p'/>");
    assert_int_equal(p->n_attrs, 2);
    assert_pos(node_attr_pos(p, "doc"), 1, 101);
    assert_pos(node_attr_pos(p, "name"), 1, 153);
    arena_destroy(a);
}

static void errors_are_found_all_at_once(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    Diags *d = diags_create(a);
    Buf b;
    buf_init(&b, a);
    buf_printf(&b, "<protocol name='p'>\n");
    for (int i = 0; i < 500; i++)
        buf_printf(&b, "<rull/><rule tset='1' why='w'/>\n");
    buf_printf(&b, "</protocol>");
    assert_null(read_text(a, d, b.at));
    assert_int_equal(diag_errors(d), 1500);   /* unknown element; unknown attribute; missing attribute */
    arena_destroy(a);
}

static void only_well_formed_utf8_is_text(void **state)
{
    (void)state;
    static const char *const good[] = { "\x7f",         "\xc2\x80",     "\xdf\xbf",         "\xe0\xa0\x80",
                                        "\xed\x9f\xbf", "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf" };
    static const char *const bad[] = {
        "\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xff"
    };
    Arena *a = arena_create(16 << 20);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        read_good(a, str_printf(a, "<protocol name='p' doc='%s'/>", good[i]).p);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Diags *d = diags_create(a);
        assert_null(read_text(a, d, str_printf(a, "<protocol name='p' doc='%s'/>", bad[i]).p));
        assert_non_null(strstr(printed(a, d, false, 9), "t.xml:1:25: error: not UTF-8 text"));
    }
    arena_destroy(a);
}

static void use_needs_a_file(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Diags *d = diags_create(a);
    assert_null(read_text(a, d, "<protocol name='p'><use file='x.xml'/></protocol>"));
    assert_int_equal(diag_errors(d), 1);
    arena_destroy(a);
}

static void expect_rules(const Node *root, const char *expected)
{
    char got[64] = "";
    for (const Node *n = root->first; n; n = n->next) {
        assert_ptr_equal(n->parent, root);
        strncat(got, node_attr(n, "test").p, 8);
    }
    assert_string_equal(got, expected);
}

static void used_files_are_spliced_in_once_and_in_place(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Diags *d = diags_create(a);
    char dir[32];
    make_folder(dir);
    assert_int_equal(mkdir(str_printf(a, "%s/sub", dir).p, 0777), 0);
    const char *path = write_file(
        a, dir, "main.xml",
        "<protocol name='m'><rule test='a' why=''/><use file='sub/one.xml'/><rule test='b' why=''/>"
        "<use file='two.xml'/><use file='./sub/../two.xml'/><use file='none.xml'/><rule test='c' why=''/></protocol>");
    write_file(a, dir, "sub/one.xml",
               "<protocol name='1'><use file='../two.xml'/>\n<rule test='1' why=''/></protocol>");
    write_file(a, dir, "two.xml", "<protocol name='2'><rule test='2' why=''/><rule test='3' why=''/></protocol>");
    write_file(a, dir, "none.xml", "<protocol name='0'/>");
    assert_null(read_file(a, d, path));       /* name='1' is no label */
    write_file(a, dir, "sub/one.xml",
               "<protocol name='o'><use file='../two.xml'/>\n<rule test='1' why=''/></protocol>");
    write_file(a, dir, "two.xml", "<protocol name='t'><rule test='2' why=''/><rule test='3' why=''/></protocol>");
    write_file(a, dir, "none.xml", "<protocol name='n'/>");
    Node *root = read_file(a, d, path);
    assert_non_null(root);
    expect_rules(root, "a231bc");
    const Node *one = root->first->next->next->next;
    assert_pos(one->pos, 2, 1);
    assert_string_equal(one->pos.file, str_printf(a, "%s/sub/one.xml", dir).p);
    assert_pos(node_attr_pos_at(one, "test", 0), 2, 13);
    remove_folder(dir);
    arena_destroy(a);
}

static void stock_specs_may_be_used_from_outside_their_folder(void **state)
{
    (void)state;
    Arena *a = arena_create(16 << 20);
    Diags *d = diags_create(a);
    char dir[32];
    make_folder(dir);
    assert_int_equal(mkdir(str_printf(a, "%s/stock", dir).p, 0777), 0);
    assert_int_equal(mkdir(str_printf(a, "%s/own", dir).p, 0777), 0);
    write_file(a, dir, "stock/s.xml", "<protocol name='s'><rule test='s' why=''/></protocol>");
    const char *path = write_file(a, dir, "own/m.xml", "<protocol name='m'><use file='../stock/s.xml'/></protocol>");
    unsetenv("COHGEN_SPECS");
    assert_null(read_file(a, d, path));
    setenv("COHGEN_SPECS", str_printf(a, "%s/stock", dir).p, 1);
    Node *root = read_file(a, d, path);
    assert_int_equal(mkdir(str_printf(a, "%s/sto", dir).p, 0777), 0);
    setenv("COHGEN_SPECS", str_printf(a, "%s/sto", dir).p, 1);
    assert_null(read_file(a, d, path));
    unsetenv("COHGEN_SPECS");
    assert_non_null(root);
    expect_rules(root, "s");
    remove_folder(dir);
    arena_destroy(a);
}

/* ---- random documents whose positions are known ---- */

typedef struct {
    uint64_t seed;
    Arena *arena;
    Buf text;
    int n;
    struct {
        size_t offset;
        bool is_element;
    } at[4000];
} Random;

static unsigned pick(Random *r, unsigned n)
{
    r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(r->seed >> 33) % n;
}

static void put(Random *r, const char *s)
{
    buf_put(&r->text, s, strlen(s));
}

static void put_blank(Random *r)
{
    static const char *const blanks[] = { " ", "\n", "\t", "\r\n", "\r", "  ", "\n\n " };
    put(r, blanks[pick(r, 7)]);
}

static void put_between(Random *r)
{
    static const char *const between[] = { "<!-- > <go to='x'> \xd0\xba -->", "<?pi > <rule/> ?>", " ", "\r\n", "\n\t",
                                           "<!--\r\xf0\x9f\x98\x80-->" };
    while (pick(r, 2))
        put(r, between[pick(r, 6)]);
}

static void note(Random *r, bool is_element)
{
    r->at[r->n].offset = r->text.n;
    r->at[r->n++].is_element = is_element;
}

static void put_attr(Random *r, const char *name)
{
    static const char *const pieces[] = { "a",     "\xc3\xa9",         "&lt;", "&#x20AC;", "\n", "\r\n", "\t",
                                          "&amp;", "\xf0\x9f\x98\x80", ">",    "/>",       "'",  "\"" };
    char quote[2] = { "'\""[pick(r, 2)], 0 };
    do
        put_blank(r);
    while (!pick(r, 3));
    put(r, name);
    if (!pick(r, 4))
        put_blank(r);
    put(r, "=");
    if (!pick(r, 4))
        put_blank(r);
    put(r, quote);
    note(r, false);
    while (pick(r, 6)) {
        const char *piece = pieces[pick(r, 13)];
        if (*piece != *quote)
            put(r, piece);
    }
    put(r, quote);
}

static void put_rule(Random *r)
{
    put_between(r);
    note(r, true);
    put(r, "<rule");
    put_attr(r, "test");
    put_attr(r, "why");
    if (pick(r, 2))
        put_attr(r, "doc");
    if (pick(r, 3))
        put(r, "/>");
    else {
        put(r, ">");
        put_between(r);
        put(r, "</rule\n>");
    }
}

/* Line and column of a byte, counted the plain way. */
static Pos plain_pos(const char *text, size_t offset)
{
    Pos at = { NULL, 1, 1 };
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n')) {
            at.line++;
            at.col = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80 && text[i] != '\r')
            at.col++;
    }
    return at;
}

static void check_random(uint64_t seed)
{
    Arena *a = arena_create(64 << 20);
    Random *r = NEW(a, Random);
    r->seed = seed;
    buf_init(&r->text, a);
    put_between(r);
    note(r, true);
    put(r, "<protocol");
    note(r, false);
    r->at[r->n - 1].offset += strlen(" name='");
    put(r, " name='p'>");
    for (unsigned n = pick(r, 40); n > 0; n--)
        put_rule(r);
    put(r, "</protocol>");
    Node *root = read_good(a, r->text.at);
    int k = 0;
    for (Node *n = root; n; n = n == root ? root->first : n->next) {
        assert_true(r->at[k].is_element);
        Pos at = plain_pos(r->text.at, r->at[k++].offset);
        assert_pos(n->pos, at.line, at.col);
        for (int i = 0; i < n->n_attrs; i++) {
            assert_false(r->at[k].is_element);
            at = plain_pos(r->text.at, r->at[k++].offset);
            assert_pos(n->attrs[i].value_pos, at.line, at.col);
        }
    }
    assert_int_equal(k, r->n);
    arena_destroy(a);
}

static void random_documents_have_right_positions(void **state)
{
    (void)state;
    const char *replay = getenv("COHGEN_TEST_SEED");
    uint64_t seed = replay ? strtoull(replay, NULL, 0) : 20240601;
    int runs = replay ? 1 : 300;
    print_message("seeds from %llu, %d documents\n", (unsigned long long)seed, runs);
    for (int i = 0; i < runs; i++, seed++) {
        current_seed = seed;
        check_random(seed);
    }
    current_seed = 0;
}

/* Processor time in ms of reading n rows, the best of three. */
static double time_rows(int n)
{
    double best = 1e9;
    for (int run = 0; run < 3; run++) {
        Arena *a = arena_create(512 << 20);
        Buf b;
        buf_init(&b, a);
        buf_printf(&b, "<protocol name='p'><controller name='c'><in state='I'>");
        for (int i = 0; i < n; i++)
            buf_printf(&b, "\n<on event='E%d' when='x lt %d'><set name='y' value='y + 1'/><go to='V'/></on>", i, i);
        buf_printf(&b, "</in></controller></protocol>");
        clock_t start = clock();
        read_good(a, b.at);
        double ms = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
        best = ms < best ? ms : best;
        arena_destroy(a);
    }
    return best;
}

static void time_grows_with_the_number_of_rows_only(void **state)
{
    (void)state;
    double small = time_rows(2500), large = time_rows(20000);
    print_message("2500 rows %.1f ms, 20000 rows %.1f ms\n", small, large);
    assert_true(large < small * 8 * 4);   /* quadratic would be 64 times */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_has_the_file_s_shape),
        cmocka_unit_test(positions_count_characters_and_all_line_ends),
        cmocka_unit_test(offsets_in_values_find_their_source),
        cmocka_unit_test(namespace_hints_are_dropped),
        cmocka_unit_test(errors_are_found_all_at_once),
        cmocka_unit_test(only_well_formed_utf8_is_text),
        cmocka_unit_test(use_needs_a_file),
        cmocka_unit_test(used_files_are_spliced_in_once_and_in_place),
        cmocka_unit_test(stock_specs_may_be_used_from_outside_their_folder),
        cmocka_unit_test(random_documents_have_right_positions),
        cmocka_unit_test(time_grows_with_the_number_of_rows_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
