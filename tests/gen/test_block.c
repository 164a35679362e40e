/* test_block.c - manifests: the stock blocks are read, mistakes are found where they stand, values are computed. */
#include "test_support.h"
#include "block/block.h"
#include <inttypes.h>

typedef struct { Arena *a; Diags *d; const Blocks *stock; } World;

static World world(void)
{
    World w = { .a = arena_create(64 << 20) };
    w.d = diags_create(w.a);
    w.stock = blocks_stock(w.a, w.d);
    if (!w.stock) fail_msg("%s", printed(w.a, w.d, false, 20));
    return w;
}

static void stock_blocks(void **state)
{
    (void)state;
    World w = world();
    const Block *assoc = block_find(w.stock, BLOCK_STORE, STR("assoc")),
                *stall = block_find(w.stock, BLOCK_WAITERS, STR("stall"));
    assert_non_null(assoc);
    assert_string_equal(assoc->module, "cg_store_assoc");
    assert_string_equal(block_pin(assoc, "hit_o"), "hit_o");
    assert_null(block_pin(assoc, "later_o"));
    assert_string_equal(block_pin(stall, "order_i"), "ts_i");
    assert_true(block_serves(stall, "park") && !block_serves(stall, "done"));
    assert_ptr_equal(block_find(w.stock, BLOCK_STORE, STR("bloom"))->module, NULL);
    assert_null(block_find(w.stock, BLOCK_STORE, STR("stall")));
    for (int i = 0; i < w.stock->at.n; i++) {
        const Block *b = w.stock->at.at[i];
        assert_true(b->stock);
        for (int j = 0; j < b->uses.n; j++) assert_non_null(block_verilog(w.stock, b->uses.at[j]));
    }
    arena_destroy(w.a);
}

/* ---- values ---- */

static bool named(void *ctx, Str name, int64_t *out)
{
    (void)ctx;
    *out = str_is(name, "sets") ? 8 : str_is(name, "behind.rows") ? 3 : str_is(name, "key_width") ? INT64_MAX : -1;
    return *out >= 0;
}

static const Block *with_param(World *w, const char *value)
{
    Str text =
        str_printf(w->a,
                   "<block kind='mine' sort='store' model='none' behind='bloom' module='mine'><attr name='sets'/>"
                   "<pins list='clk_i rst_i rd_i rd_key_i hit_o ent_o upd_i upd_keep_i upd_ent_i'/><param name='P' "
                   "value='%s'/></block>",
                   value);
    const Blocks *all = blocks_add(w->a, w->d, w->stock, "t.xml", text.p, (size_t)text.n);
    return all ? block_find(all, BLOCK_STORE, STR("mine")) : NULL;
}

static void values(void **state)
{
    (void)state;
    static const struct { const char *text; int64_t value;
    } good[] = { { "2 + 3 * sets", 26 },     { "(2 + 3) * sets", 40 },
                 { "sets - 2 - 1", 5 },      { "20 / 3 / 2", 3 },
                 { "sets eq 8 ? 1 : 2", 1 }, { "sets ne 8 ? 1 : sets lt 9 ? 5 : 6", 5 },
                 { "not sets eq 8", 0 },     { "not sets eq 8 or 1", 1 },
                 { "1 and not 0", 1 },       { "clog2(sets + 1)", 4 },
                 { "clog2(1)", 0 },          { "pow2(clog2(5))", 8 },
                 { "max(1, 7, 3)", 7 },      { "min(4, behind.rows)", 3 },
                 { "0 and 1 / 0", 0 },       { "1 or 1 / 0", 1 },
                 { "0 ? 1 / 0 : 4", 4 },     { "0x10", 16 } };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        World w = world();
        const Block *b = with_param(&w, good[i].text);
        int64_t v = -1;
        if (!b) fail_msg("%s: %s", good[i].text, printed(w.a, w.d, false, 9));
        assert_true(block_eval(b->params.at[0].value, named, NULL, &v, NULL, NULL));
        if (v != good[i].value) fail_msg("%s is %" PRId64 ", expected %" PRId64, good[i].text, v, good[i].value);
        arena_destroy(w.a);
    }
}

static void values_that_fail(void **state)
{
    (void)state;
    static const char *const bad[] = { "1 / 0",    "key_width + 1", "key_width * 2", "0 - key_width - 2",
                                       "pow2(63)", "pow2(0 - 1)",   "behind.none" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        World w = world();
        const Block *b = with_param(&w, bad[i]);
        const char *why = NULL;
        int64_t v;
        Pos at;
        assert_non_null(b);
        assert_false(block_eval(b->params.at[0].value, named, NULL, &v, &why, &at));
        assert_non_null(why);
        assert_int_equal(at.line, 1);
        arena_destroy(w.a);
    }
}

/* ---- mistakes ---- */

#define PINS "clk_i rst_i rd_i rd_key_i hit_o ent_o upd_i upd_keep_i upd_ent_i"
static const struct { const char *text, *says;
} mistakes[] = {
    { "", "t.xml: error: the file is empty; expected <block kind=\"...\">" },
    { "<protocol name='p'/>", "1:1: error: the root element is <protocol>; expected <block kind=\"...\">" },
    { "<block kind='m' sort='store' model='map'", "error: " },
    { "<block kind='m' sort='heap' model='map'/>",
      "1:23: error: sort=\"heap\" is not allowed; expected one of store, filter, memory, waiters, apply" },
    { "<block sort='store' model='map'/>", "1:1: error: <block> needs the attribute kind=\"...\"" },
    { "<block kind='m n' sort='store' model='none'/>", "error: kind=\"m n\": expected a name" },
    { "<block kind='m' sort='store' model='none'><use file='x'/></block>", "error: unknown element <use> in <block>" },
    { "<block kind='m' sort='store' model='fifo'/>", "1:37: error: model=\"fifo\" is for blocks of sort waiters" },
    { "<block kind='m' sort='waiters' model='order'/>",
      "error: waiters with model=\"order\" have no fields: expected fields=\"no\"" },
    { "<block kind='assoc' sort='store' model='none'/>",
      "1:14: error: the kind 'assoc' is one of the generator's own, expected another name" },
    { "<block kind='memory' sort='store' model='none'/>",
      "1:14: error: the kind 'memory' is one of the generator's own" },
    { "<block kind='m' sort='store' model='none' behind='blom'/>",
      "error: unknown kind of sort filter 'blom', did you mean 'bloom'?" },
    { "<block kind='m' sort='memory' model='none' applies='rmw32 x'/>",
      "1:59: error: unknown kind of sort apply 'x', expected one of: depth_test fill32 log_head rmw32" },
    { "<block kind='m' sort='waiters' model='none' behind='bloom'/>", "error: behind= is for blocks of sort store" },
    { "<block kind='m' sort='store' model='none' offer='of_valid_q'/>", "error: offer= is for blocks of sort waiters" },
    { "<block kind='m' sort='filter' model='none' module='m'/>",
      "error: a filter is a part of the module of the store in front of it, expected no module=" },
    { "<block kind='m' sort='store' model='none' actions='allocate fre'/>",
      "1:61: error: unknown word 'fre', did you mean 'free'?" },
    { "<block kind='m' sort='store' model='none'><pins list='clk_i'/></block>",
      "1:55: error: pins of a block without module=" },
    { "<block kind='m' sort='store' model='none'><param name='P' value='1'/></block>",
      "error: a parameter of a block without module=" },
    { "<block kind='m' sort='store' model='none'><operand name='p'/></block>",
      "error: only blocks of sort apply and unit have operands" },
    { "<block kind='m' sort='store' model='none' whole='yes'/>", "error: only a block of sort apply writes a line" },
    { "<block kind='m' sort='unit' model='none'><operand name='p' opaque='yes'/></block>",
      "error: operands of a unit are fields of its request, opaque or not" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='clk_i rst_i'/></block>",
      "1:51: error: the module has no pin of role rd_i, which a block of sort store needs" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " hitt_o'/></block>",
      "error: unknown role of a pin of sort store 'hitt_o', did you mean 'hit_o'?" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " hit_o'/></block>",
      "error: the role 'hit_o' stands twice in this manifest" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " room_o=hit_o'/></block>",
      "error: the port 'hit_o' stands twice in this manifest" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " room_o='/></block>",
      "error: 'room_o=' is no pin, expected ROLE or ROLE=PORT" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " room_o=a;b'/></block>",
      "error: 'room_o=a;b' is no pin, expected ROLE or ROLE=PORT" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " room_o=always_ff'/></block>",
      "error: 'always_ff' is a reserved word" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS " bg_grant_i'/></block>",
      "error: the module has no pin of role bg_want_o, which goes with bg_grant_i" },
    { "<block kind='m' sort='store' model='none' module='m' takes='victims'><pins list='" PINS "'/></block>",
      "error: takes= has victims, but the module has no pin of role vclass_i" },
    { "<block kind='m' sort='store' model='none' module='wire'><pins list='" PINS "'/></block>",
      "1:51: error: 'wire' is a reserved word" },
    { "<block kind='m' sort='store' model='none' module='m'><pins list='" PINS
      "'/><param name='reg' value='1'/></block>",
      "error: 'reg' is a reserved word" },
    { "<block kind='m' sort='apply' model='opaque' module='m'><operand name='p'/><pins list='line_i line_o "
      "be_o'/></block>",
      "error: operand 'p' has no pin, expected p_i in <pins>" },
    { "<block kind='m' sort='store' model='none'><attr name='key_width'/></block>",
      "1:55: error: 'key_width' means something else in the language" },
    { "<block kind='m' sort='store' model='none'><attr name='victims'/></block>",
      "error: 'victims' means something else in the language" },
    { "<block kind='m' sort='store' model='none'><attr name='and'/></block>",
      "error: 'and' means something else in the language" },
    { "<block kind='m' sort='store' model='none'><attr name='n'/><attr name='n'/></block>",
      "1:71: error: attribute 'n' stands twice in this manifest" },
    { "<block kind='m' sort='store' model='none'><attr name='n' max='99999999999999999999'/></block>",
      "error: max=\"99999999999999999999\": expected a whole number of at most nine digits" },
    { "<block kind='m' sort='store' model='none'><attr name='n' min='5' max='4'/></block>",
      "error: min= is above max=, expected at most it" },
    { "<block kind='m' sort='store' model='none'><attr name='n' default='0'/></block>",
      "error: the default is outside min= to max=" },
    { "<block kind='m' sort='store' model='none'><table words='n'/></block>",
      "1:57: error: unknown name 'n', expected an attribute of this block or a quantity" },
    { "<block kind='m' sort='store' model='none'><table words='behind.rows'/></block>",
      "error: unknown name 'behind.rows'" },
    { "<block kind='m' sort='store' model='none'><table words='key_widht'/></block>",
      "error: unknown name 'key_widht', did you mean 'key_width'?" },
    { "<block kind='m' sort='store' model='none'><table words='1 +'/></block>",
      "1:60: error: the expression ends too early, expected a value" },
    { "<block kind='m' sort='store' model='none'><table words=''/></block>",
      "error: the expression ends too early, expected a value" },
    { "<block kind='m' sort='store' model='none'><table words='(1'/></block>", "error: expected ')'" },
    { "<block kind='m' sort='store' model='none'><table words='1 2'/></block>",
      "error: expected an operator or the end" },
    { "<block kind='m' sort='store' model='none'><table words='1 shl 2'/></block>",
      "error: expected an operator or the end" },
    { "<block kind='m' sort='store' model='none'><table words='1 $ 2'/></block>",
      "error: expected a value or an operator" },
    { "<block kind='m' sort='store' model='none'><table words='log(2)'/></block>",
      "error: unknown function 'log', expected max, min, clog2 or pow2" },
    { "<block kind='m' sort='store' model='none'><table words='max(2)'/></block>",
      "error: expected ',' and another value" },
    { "<block kind='m' sort='store' model='none'><table words='1 lt 2 lt 3'/></block>",
      "1:64: error: comparisons do not chain" },
    { "<block kind='m' sort='store' model='none'><table words='2147483648'/></block>",
      "error: the number is too large, expected at most 2147483647" },
    { "<block kind='m' sort='store' model='none'><table words='99999999999999999999999999'/></block>",
      "error: expected a" },
    { "<block kind='m' sort='store' model='none'><gauge name='g'/></block>",
      "error: expected pin= and width=, or when=" },
    { "<block kind='m' sort='store' model='none'><gauge name='g' pin='p'/></block>",
      "error: expected pin= and width=, or when=" },
    { "<block kind='m' sort='store' model='none'><cause name='c' when='hold and'/></block>",
      "error: the condition ends too early" },
    { "<block kind='m' sort='store' model='none'><cause name='c' when='hold park'/></block>",
      "1:70: error: expected 'and' or the end, not 'park'" },
    { "<block kind='m' sort='store' model='none'><cause name='c' when='not held'/></block>",
      "error: 'held' is neither a role of a pin of this block nor a signal of the controller" },
    { "<block kind='m' sort='store' model='none'><walk rows='1' columns='1'/><walk rows='1' columns='1'/></block>",
      "error: <walk> may stand only once in a manifest" },
};

static void said(const char *text, const char *says)
{
    World w = world();
    const Blocks *all = blocks_add(w.a, w.d, w.stock, "t.xml", text, strlen(text));
    const char *out = printed(w.a, w.d, false, 20);
    if (all) fail_msg("taken: %s", text);
    if (!strstr(out, says)) fail_msg("%s\nexpected: %s\nbut: %s", text, says, out);
    arena_destroy(w.a);
}

static void mistakes_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) said(mistakes[i].text, mistakes[i].says);
}

static void deep_expressions_end(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    static const char *const deep[] = { "(", "not ", "max(1, ", "1 ? 2 : " };
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        Str value = STR("1");
        for (int k = 0; k < 300; k++) value = str_printf(a, "%s" STR_FMT, deep[i], STR_ARG(value));
        said(str_printf(a, "<block kind='m' sort='store' model='none'><table words='" STR_FMT "'/></block>",
                        STR_ARG(value))
                 .p,
             "error: the expression is nested too deeply, expected at most 50 levels");
    }
    arena_destroy(a);
}

/* Every cut of a good manifest: an error or a block, never a crash. */
static void cut_manifests(void **state)
{
    (void)state;
    static const char text[] = "<block kind='m' sort='store' model='map' module='m' takes='victims'><attr name='n' "
                               "default='2'/><place rows='n' columns='1' tag='key / n'/><pins list='" PINS
                               " vclass_i place_valid_o place_ent_o'/><param name='P' value='n eq 2 ? max(n, 1) : "
                               "pow2(key_width)'/><gauge name='g' when='not hit_o and hold'/></block>";
    World w = world();
    for (size_t n = 0; n < sizeof text; n++) {
        Diags *d = diags_create(w.a);
        const Blocks *all = blocks_add(w.a, d, w.stock, "t.xml", text, n);
        assert_int_equal(all != NULL, n == sizeof text - 1);
        assert_int_equal(all != NULL, diag_errors(d) == 0);
    }
    arena_destroy(w.a);
}

/* ---- folders ---- */

#define MINE(module, more) \
    "<block kind='mine' sort='store' model='none' module='" module "' " more "><pins list='" PINS "'/></block>"

static void folder_says(const char *manifest, const char *module, const char *says)
{
    World w = world();
    char folder[32];
    make_folder(folder);
    if (manifest) write_file(w.a, folder, "mine.xml", manifest);
    if (module) write_file(w.a, folder, "my_store.v", module);
    const char *const list[] = { folder };
    const Blocks *all = blocks_read(w.a, w.d, list, 1);
    const char *out = printed(w.a, w.d, false, 20);
    if ((all != NULL) != (says == NULL)) fail_msg("%s", out);
    if (says && !strstr(out, says)) fail_msg("expected: %s\nbut: %s", says, out);
    if (all) assert_string_equal(block_verilog(all, "my_store"), module);
    remove_folder(folder);
    arena_destroy(w.a);
}

static void folders(void **state)
{
    (void)state;
    folder_says(MINE("my_store", ""), "module my_store; endmodule\n", NULL);
    folder_says(MINE("my_store", "uses='cg_ram_1r1w'"), "module my_store; endmodule\n", NULL);
    folder_says(MINE("my_store", "uses='my_other'"), "module my_store; endmodule\n",
                "/my_other.v: No such file or directory");
    folder_says(MINE("my_store", ""), NULL, "mine.xml:1:54: error: cannot read ");
    folder_says(MINE("cg_fifo", ""), NULL, "the module 'cg_fifo' is one of the generator's own");
    folder_says(MINE("cg_new", ""), NULL, "names that begin with cg_ are the generator's");
    folder_says(NULL, NULL, "there is no manifest in the folder of blocks");
}

static void folder_that_is_none(void **state)
{
    (void)state;
    World w = world();
    static const char *const list[] = { "/nonexistent/blocks" };
    assert_null(blocks_read(w.a, w.d, list, 1));
    assert_non_null(strstr(printed(w.a, w.d, false, 9),
                           "/nonexistent/blocks: error: cannot read the folder of blocks: No such file or directory"));
    arena_destroy(w.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(stock_blocks),
                                        cmocka_unit_test(values),
                                        cmocka_unit_test(values_that_fail),
                                        cmocka_unit_test(mistakes_are_found),
                                        cmocka_unit_test(deep_expressions_end),
                                        cmocka_unit_test(cut_manifests),
                                        cmocka_unit_test(folders),
                                        cmocka_unit_test(folder_that_is_none) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
