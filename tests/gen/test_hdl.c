/* test_hdl.c - the netlist that becomes Verilog: names, constants, expressions, what is printed, parts of a module. */
#include "test_support.h"
#include "hdl/hdl.h"
#include "util/buf.h"

static const char *text_of(HdlModule *m)
{
    static const HdlStyle style = { "test", false };
    Buf b;
    buf_init(&b, hdl_arena(m));
    hdl_print(m, &style, &b);
    return str_printf(hdl_arena(m), "%.*s", (int)b.n, b.at).p;
}

static HdlModule *module(Arena *a, const char *name) { return hdl_module(a, str_from(name), STR("for a test")); }

static void expect_text(Hx x, const char *want)
{
    Arena *a = arena_create(1 << 20);
    Str got = hx_text(a, x);
    assert_string_equal(str_z(a, got), want);
    arena_destroy(a);
}

static void expect_in(const char *text, const char *wanted)
{
    if (strstr(text, wanted)) return;
    fprintf(stderr, "not in the text: %s\n%s", wanted, text);
    fail();
}

static void names_are_legal_everywhere(void **state)
{
    (void)state;
    static const char *const all[][2] = {
        { "count", "count" }, { "a-b.c", "a_b_c" }, { "2nd", "n2nd" }, { "wire", "wire_" }, { "Signal", "Signal_" },
        { "logic", "logic_" }, { "int", "int_" }, { "template", "template_" }, { "wired", "wired" },
    };
    Arena *a = arena_create(1 << 20);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_string_equal(str_z(a, hdl_legal(a, str_from(all[i][0]))), all[i][1]);
    assert_true(hdl_reserved(STR("endmodule")));
    assert_true(hdl_reserved(STR("ENTITY")));           /* of VHDL, in which case does not count */
    assert_false(hdl_reserved(STR("EndModule")));
    arena_destroy(a);
}

static void names_in_a_module_are_unique(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "names");
    HdlScope *s = hdl_items(m);
    HdlName *first = hdl_wire(s, STR("x"), NULL), *second = hdl_wire(s, STR("x"), NULL);
    assert_string_equal(str_z(a, first->name), "x");
    assert_string_equal(str_z(a, second->name), "x_2");
    assert_ptr_equal(hdl_find_net(s, STR("x")), first);
    assert_null(hdl_find_net(s, STR("y")));
    assert_int_equal(hdl_clash(m).n, 0);
    HdlName *w = hdl_param(m, STR("W"), 8);
    assert_ptr_equal(hdl_find(m, STR("W")), w);
    HdlName *four = hdl_const(m, STR("FOUR"), NULL, hx_int(m, 4));
    assert_ptr_equal(hdl_const(m, STR("FOUR"), NULL, hx_int(m, 4)), four);
    assert_int_equal(hdl_clash(m).n, 0);
    hdl_const(m, STR("FOUR"), NULL, hx_int(m, 5));
    assert_string_equal(str_z(a, hdl_clash(m)), "FOUR");
    arena_destroy(a);
}

static void constants_of_a_value_are_one(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "constants");
    Hx w = hdl_param(m, STR("W"), 8)->x;
    HdlName *one = hdl_const_of(m, STR("TOP"), NULL, hx_sub(m, w, hx_int(m, 1)));
    assert_ptr_equal(hdl_const_of(m, STR("LAST"), NULL, hx_sub(m, w, hx_int(m, 1))), one);
    HdlName *other = hdl_const_of(m, STR("TOP"), NULL, hx_sub(m, w, hx_int(m, 2)));
    assert_string_equal(str_z(a, other->name), "TOP_2");
    HdlName *number = hdl_const_of(m, STR("N"), NULL, hx_int(m, 3));
    assert_ptr_not_equal(hdl_const_of(m, STR("K"), NULL, hx_int(m, 3)), number);    /* equal by chance */
    arena_destroy(a);
}

static void expressions_are_folded_and_bracketed(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "expressions");
    Hx w = hdl_param(m, STR("W"), 8)->x, p = hdl_input(m, STR("p"), NULL)->x, q = hdl_input(m, STR("q"), NULL)->x;
    Hx v = hdl_input(m, STR("v"), w)->x;
    int64_t n;
    assert_true(hx_is_int(hx_add(m, hx_int(m, 2), hx_int(m, 3)), &n));
    assert_int_equal(n, 5);
    assert_false(hx_is_int(w, &n));
    assert_true(hx_value(hx_mul(m, w, hx_int(m, 3)), &n));
    assert_int_equal(n, 24);
    assert_false(hx_value(p, &n));
    assert_ptr_equal(hx_and(m, NULL, p), p);
    assert_ptr_equal(hx_or(m, p, NULL), p);
    assert_true(hx_same(hx_and(m, p, q), hx_and(m, p, q)));
    assert_false(hx_same(hx_and(m, p, q), hx_or(m, p, q)));
    assert_ptr_equal(hx_part(m, v, hx_int(m, 0), w), v);        /* the whole */
    assert_ptr_equal(hx_bit(m, p, hx_int(m, 0)), p);            /* the only bit */
    expect_text(hx_and(m, hx_or(m, p, q), p), "(p || q) && p");
    expect_text(hx_or(m, hx_and(m, p, q), p), "(p && q) || p");
    expect_text(hx_not(m, hx_and(m, p, q)), "!(p && q)");
    expect_text(hx_sub(m, w, hx_sub(m, w, hx_int(m, 1))), "W - (W - 1)");
    expect_text(hx_top(m, v, w), "v[W - 1]");
    expect_text(hx_lit(m, 3, 5), "3'd5");
    expect_text(hx_bool(m, true), "1'b1");
    expect_text(hx_zeros(m, w), "{W{1'b0}}");
    expect_text(hx_cat2(m, p, q), "{p, q}");
    assert_true(hx_has_cond(hx_not(m, hx_cond(m, p, q, p))));
    assert_false(hx_has_cond(p));
    assert_ptr_equal(hdl_name_of(p), hdl_find_port(m, STR("p")));
    assert_null(hdl_name_of(hx_not(m, p)));
    arena_destroy(a);
}

/* What nothing mentions is not there; what is read by nobody is named as unused. */
static void only_what_is_used_is_printed(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "used");
    HdlScope *s = hdl_items(m);
    Hx w = hdl_param(m, STR("W"), 8)->x;
    hdl_param(m, STR("SPARE"), 1);
    hdl_const(m, STR("NOBODY"), NULL, hx_int(m, 7));
    HdlName *in = hdl_input(m, STR("in_i"), w), *idle = hdl_input(m, STR("idle_i"), NULL);
    HdlName *out = hdl_output(m, STR("out_o"), w);
    hdl_lazy(s, STR("lazy"), NULL, idle->x);
    hdl_assign(s, out->x, hx_inv(m, in->x));
    hdl_seal(m);
    assert_true(hdl_is_read(m, in));
    assert_false(hdl_is_read(m, idle));
    HdlName *const *at;
    assert_int_equal(hdl_used_params(m, &at), 1);
    const char *text = text_of(m);
    expect_in(text, "parameter integer W = 8");
    expect_in(text, "assign out_o = ~in_i;");
    expect_in(text, "wire unused = &{1'b0, idle_i, 1'b0};");
    assert_null(strstr(text, "SPARE"));
    assert_null(strstr(text, "NOBODY"));
    assert_null(strstr(text, "lazy"));
    arena_destroy(a);
}

/* A part has its own nets, as ports what crosses its border, and the parameters that it needs. */
static void parts_become_modules(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "whole");
    HdlScope *top = hdl_items(m);
    Hx w = hdl_param(m, STR("W"), 8)->x;
    hdl_input(m, STR("clk_i"), NULL);
    hdl_input(m, STR("rst_i"), NULL);
    HdlName *in = hdl_input(m, STR("in_i"), w), *out = hdl_output(m, STR("out_o"), w);
    HdlName *clk = hdl_wire(top, STR("clk_on"), NULL);
    hdl_part_clock(m, clk);
    HdlScope *keep = hdl_part(m, STR("keep"), STR("keeps")), *turn = hdl_part(m, STR("turn"), STR("turns"));
    HdlScope *none = hdl_part(m, STR("none"), STR("nothing"));
    hdl_note(none, STR("empty"));
    hdl_assign(top, clk->x, hdl_find_port(m, STR("clk_i"))->x);
    HdlName *held = hdl_wire(keep, STR("held_q"), w), *inner = hdl_wire(keep, STR("inner"), w);
    HdlName *pin_too = hdl_wire(keep, STR("out_q"), w);           /* its rest is a pin's */
    hdl_assign(keep, inner->x, in->x);
    HdlClocked c = hdl_clocked(keep, true);
    hs_set(c.reset, held->x, hx_zeros(m, w));
    hs_set(c.run, held->x, inner->x);
    hs_set(c.reset, pin_too->x, hx_zeros(m, w));
    hs_set(c.run, pin_too->x, inner->x);
    hdl_assign(turn, out->x, hx_bxor(m, pin_too->x, held->x));
    hdl_split(m);
    hdl_seal(m);
    assert_int_equal(hdl_parts(m), 3);
    assert_null(hdl_part_module(m, 2));
    assert_string_equal(str_z(a, hdl_module_name(hdl_part_module(m, 0))), "whole_keep");
    assert_string_equal(str_z(a, hdl_part_with(m, STR("inner"))), "u_keep");
    assert_int_equal(hdl_part_with(m, STR("held_q")).n, 0);       /* it crosses */

    const char *text = text_of(m);
    expect_in(text, "whole_keep #(.W(W)) u_keep (");
    expect_in(text, ".clk_i(clk_on)");
    expect_in(text, ".held_o(held_q)");
    expect_in(text, ".held_i(held_q)");
    expect_in(text, ".out_q_o(out_q)");
    expect_in(text, ".out_q_i(out_q)");
    Str driven_as;
    assert_string_equal(str_z(a, hdl_driver_of(m, STR("out_q"), &driven_as)), "u_keep");
    assert_string_equal(str_z(a, driven_as), "out_q_o");
    expect_in(text, "assign clk_on = clk_i;");
    assert_null(strstr(text, "inner"));
    assert_null(strstr(text, "u_none"));
    Str *names;
    assert_int_equal(hdl_instantiated(m, &names), 2);

    text = text_of(hdl_part_module(m, 0));
    expect_in(text, "module whole_keep #(");
    expect_in(text, "output reg  [W-1:0] held_o");
    expect_in(text, "wire [W-1:0] inner");
    expect_in(text, "always @(posedge clk_i)");
    expect_in(text, "held_o <= inner;");
    text = text_of(hdl_part_module(m, 1));
    expect_in(text, "assign out_o = out_q_i ^ held_i;");
    assert_null(strstr(text, "clk_i"));
    arena_destroy(a);
}

static void a_reset_is_in_the_style_of_the_printer(void **state)
{
    (void)state;
    static const HdlStyle async = { "test", true };
    Arena *a = arena_create(1 << 20);
    HdlModule *m = module(a, "resets");
    hdl_input(m, STR("clk_i"), NULL);
    hdl_input(m, STR("rst_i"), NULL);
    HdlName *q = hdl_output(m, STR("q_o"), NULL);
    HdlClocked c = hdl_clocked(hdl_items(m), true);
    hs_set(c.reset, q->x, hx_bool(m, false));
    hs_set(c.run, q->x, hx_not(m, q->x));
    hdl_seal(m);
    expect_in(text_of(m), "always @(posedge clk_i) begin");
    Buf b;
    buf_init(&b, a);
    hdl_print(m, &async, &b);
    expect_in(str_printf(a, "%.*s", (int)b.n, b.at).p, "always @(posedge clk_i or posedge rst_i) begin");
    arena_destroy(a);
}

static void comments_end_where_they_end(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    assert_null(strstr(str_z(a, hdl_comment(a, STR("a */ b\nc \\"))), "*/"));
    assert_null(strchr(str_z(a, hdl_comment(a, STR("a\nb"))), '\n'));
    arena_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_legal_everywhere),
        cmocka_unit_test(names_in_a_module_are_unique),
        cmocka_unit_test(constants_of_a_value_are_one),
        cmocka_unit_test(expressions_are_folded_and_bracketed),
        cmocka_unit_test(only_what_is_used_is_printed),
        cmocka_unit_test(parts_become_modules),
        cmocka_unit_test(a_reset_is_in_the_style_of_the_printer),
        cmocka_unit_test(comments_end_where_they_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
