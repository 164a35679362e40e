/* test_util.c - arena, strings, diagnostics, output sets. */
#define _DEFAULT_SOURCE
#include "test_support.h"
#include "util/outset.h"
#include "util/text.h"
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef COHGEN_SANITIZE
#include <sanitizer/asan_interface.h>
#endif

static void arena_memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    size_t sum = 0;
    for (size_t size = 0; size < 200000; size = size * 3 / 2 + 1) {
        unsigned char *p = arena_alloc(a, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xa5, size);
        sum += size;
    }
    assert_true(arena_peak(a) >= sum);
    assert_true(arena_peak(a) < sum + 4096);
    arena_destroy(a);
}

static void expect_str(Str got, const char *want)
{
    assert_int_equal(got.n, (int)strlen(want));
    assert_memory_equal(got.p, want, (size_t)got.n);
}

static void text_of_others_is_harmless(void **state)
{
    (void)state;
    static const struct { const char *text, *line, *comment, *string;
    } all[] = {
        { "", "", "", "" },
        { "a line", "a line", "a line", "a line" },
        { "\xc3\xbc \xe2\x86\x92", "\xc3\xbc \xe2\x86\x92", "\xc3\xbc \xe2\x86\x92", "\xc3\xbc \xe2\x86\x92" },
        { "a\nb\r\tc", "a b  c", "a b  c", "a b  c" },
        { "\x7f\x1b", "??", "??", "?\\077" },
        { "\xe2\x80\xa8\xc2\x85\xe2\x80\xae", "  ?", "  ?", "  ?" },
        { "\xff\xc3", "??", "??", "?\\077" },
        { "\xc0\xaf\xed\xa0\x80", "?????", "?????", "?\\077\\077\\077\\077" },
        { "*/ x /*", "*/ x /*", "* / x / *", "*/ x /*" },
        { "/*/", "/*/", "/ * /", "/*/" },
        { "x \\", "x \\", "x \\.", "x \\\\" },
        { "x \\  ", "x \\  ", "x \\  .", "x \\\\  " },
        { "?"
          "?/",
          "?"
          "?/",
          "?"
          "?/.",
          "?\\077/" },
        { "a \"b\"", "a \"b\"", "a \"b\"", "a \\\"b\\\"" },
        { " Verilator lint_off", " Verilator lint_off", "' Verilator lint_off", " Verilator lint_off" },
        { "synthesis x", "synthesis x", "'synthesis x", "synthesis x" },
    };
    Arena *a = arena_create(1 << 20);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Str s = str_from(all[i].text);
        expect_str(text_line(a, s), all[i].line);
        expect_str(text_comment(a, s), all[i].comment);
        expect_str(text_string(a, s), all[i].string);
    }
    assert_string_equal(text_file_name("a/b.xml"), "b.xml");
    arena_destroy(a);
}

/* Runs f in a child with stderr closed; returns its exit code. */
static int exit_code_of(void (*f)(void))
{
    fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        fclose(stderr);
        f();
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void use_exactly_the_limit(void)
{
    Arena *a = arena_create(1024);
    arena_alloc(a, 512);
    arena_alloc(a, 512);
    arena_destroy(a);
}

static void use_more_than_the_limit(void)
{
    Arena *a = arena_create(1024);
    arena_alloc(a, 512);
    arena_alloc(a, 513);
}

static void ask_for_an_absurd_size(void)
{
    arena_alloc(arena_create(1024), SIZE_MAX);
}

/* Under the sanitizers a byte behind an allocation may not be read. */
static void arena_has_gaps(void **state)
{
    (void)state;
#ifdef COHGEN_SANITIZE
    Arena *a = arena_create(1 << 20);
    char *p = arena_alloc(a, 16);
    arena_alloc(a, 16);
    assert_false(__asan_address_is_poisoned(p + 15));
    assert_true(__asan_address_is_poisoned(p + 16));
    arena_destroy(a);
#endif
}

/* Chunks that come to lie where others have lain, with other sizes: under the sanitizers too they can be written. */
static void arena_memory_is_given_back(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (int turn = 0; turn < 200; turn++) {
        Arena *both[2] = {arena_create((size_t)1 << 30), arena_create((size_t)1 << 30)};
        for (int i = 0; i < 12; i++) {
            seed = seed * 1103515245 + 12345;
            char *p = arena_alloc(both[i % 2], ((size_t)(seed >> 16) % 20 + 1) * 500000);
            p[0] = 1;
        }
        arena_destroy(both[0]);
        arena_destroy(both[1]);
    }
}

static void arena_limit_ends_the_run(void **state)
{
    (void)state;
    assert_int_equal(exit_code_of(use_exactly_the_limit), 0);
    assert_int_equal(exit_code_of(use_more_than_the_limit), 3);
    assert_int_equal(exit_code_of(ask_for_an_absurd_size), 3);
}

static void vec_keeps_its_elements(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    VEC(int) v = { 0 };
    for (int i = 0; i < 100000; i++)
        vec_push(a, &v, i * 7);
    assert_int_equal(v.n, 100000);
    for (int i = 0; i < v.n; i++)
        assert_int_equal(v.at[i], i * 7);
    arena_destroy(a);
}

static void str_words(void **state)
{
    (void)state;
    Str rest = str_from(" \t DATA.old\n*  x ");
    assert_true(str_is(str_word(&rest), "DATA.old"));
    assert_true(str_is(str_word(&rest), "*"));
    assert_true(str_is(str_word(&rest), "x"));
    assert_int_equal(str_word(&rest).n, 0);
    assert_int_equal(str_word(&rest).n, 0);
    assert_true(str_eq((Str){ NULL, 0 }, STR("")));
    assert_false(str_is(STR("GETS"), "GET"));
}

/* As the library prints it: what is done by hand, and what is handed on to it. */
#define SAME(...) do { \
        char want[2000]; \
        snprintf(want, sizeof want, __VA_ARGS__); \
        assert_string_equal(str_printf(a, __VA_ARGS__).p, want); \
    } while (0)

static void printf_as_the_library(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    SAME("%s", "");
    SAME("plain");
    SAME("%d %d %d|%u %u%%", 0, INT_MIN, INT_MAX, 0u, UINT_MAX);
    SAME("%lld %lld %llu %llx", LLONG_MIN, LLONG_MAX, ULLONG_MAX, 0xfeedULL);
    SAME("%ld %zu %lu", -5L, (size_t)7, 9UL);
    SAME("%.*s|%.*s|%.*s|%.3s|%.*s", 2, "abc", 9, "abc", 0, "abc", "abcdef", -1, "abc");
    SAME("%*s|%*s|%*s|%*s", 3, "x", -3, "x", 0, "x", 2, "xyz");
    SAME("%*s|%-*s|%9s|%-9s|%*d|%04d|%5.1f|%.2f|%x|%c%c", 5, "ab", 5, "ab", "x", "y", 6, 42, 7, 3.14159, 2.5, 255u, 'o',
         'k');
    SAME("%700s|%-700s|%s", "right", "left", "end");
    arena_destroy(a);
}

static void str_copies(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    assert_string_equal(str_z(a, (Str){ "abcdef", 3 }), "abc");
    assert_string_equal(str_printf(a, "%d-%s", 12, "x").p, "12-x");
    assert_int_equal(str_printf(a, "%300d", 1).n, 300);
    assert_int_equal(str_copy(a, NULL, 0).n, 0);
    arena_destroy(a);
}

static void str_closest_suggests_typing_errors_only(void **state)
{
    (void)state;
    static const Str names[] = {
        { "stable", 6 }, { "state", 5 }, { "I", 1 }, { "on", 2 }, { "GETS", 4 }, { "GETM", 4 }
    };
    static const struct { const char *typed, *expected;
    } cases[] = {
        { "stabel", "stable" },
        { "Stable", "stable" },
        { "sate", "state" },
        { "stat", "state" },
        { "onn", "on" },
        { "gets", "GETS" },
        { "GEST", "GETS" },
        { "GETX", "GETS" },
        { "V", "" },
        { "colour", "" },
        { "", "" },
        { "x", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Str got = str_closest(str_from(cases[i].typed), names, 6);
        if (!str_is(got, cases[i].expected))
            fail_msg("%s: got '" STR_FMT "', expected '%s'", cases[i].typed, STR_ARG(got), cases[i].expected);
    }
    assert_int_equal(str_closest(STR("stabel"), names, 0).n, 0);
}

static void diag_prints_in_order_with_line_and_caret(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    const char *one = "first\n\tab\xc3\xa9X\r\nthird", *two = "only line";
    diag_source(d, "one.xml", one, strlen(one));
    diag_source(d, "two.xml", two, strlen(two));
    diag_error(d, (Pos){ "two.xml", 1, 6 }, "fourth");
    diag_error(d, (Pos){ "one.xml", 3, 1 }, "third %s", "one");
    diag_note(d, (Pos){ "two.xml", 1, 1 }, "see here");
    diag_warning(d, (Pos){ "one.xml", 2, 5 }, "second");
    diag_error(d, (Pos){ "one.xml", 3, 1 }, "third one");
    diag_error(d, (Pos){ NULL, 0, 0 }, "nowhere");
    diag_error(d, (Pos){ "unknown.xml", 7, 8 }, "no text");
    assert_int_equal(diag_errors(d), 5);
    assert_int_equal(diag_warnings(d), 1);
    assert_string_equal(printed(a, d, false, 100),
                        "cohgen: error: nowhere\n"
                        "one.xml:2:5: warning: second\n"
                        "     2 |  ab\xc3\xa9X\n"
                        "       |     ^\n"
                        "one.xml:3:1: error: third one\n"
                        "     3 | third\n"
                        "       | ^\n"
                        "two.xml:1:1: note: see here\n"
                        "     1 | only line\n"
                        "       | ^\n"
                        "two.xml:1:6: error: fourth\n"
                        "     1 | only line\n"
                        "       |      ^\n"
                        "unknown.xml:7:8: error: no text\n");
    arena_destroy(a);
}

static void diag_limits_errors_and_says_how_many_more(void **state)
{
    (void)state;
    Arena *a = arena_create(64 << 20);
    Diags *d = diags_create(a);
    for (int i = 0; i < 30000; i++)
        diag_error(d, (Pos){ "a", i + 1, 0 }, "x");
    diag_note(d, (Pos){ "a", 1, 0 }, "a note to an error that is not kept");
    assert_int_equal(diag_errors(d), 30000);
    assert_string_equal(printed(a, d, false, 2), "a:1: error: x\na:2: error: x\n29998 more errors not shown\n");
    arena_destroy(a);
}

static void diag_does_not_pass_control_characters_on(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    const char *text = "a\033[31mb\xff\xc2\x9b" "c";
    diag_source(d, "x", text, strlen(text));
    diag_error(d, (Pos){ "x", 1, 1 }, "%s", text);
    assert_string_equal(printed(a, d, false, 9), "x:1:1: error: a?[31mb??c\n     1 | a?[31mb??c\n       | ^\n");
    assert_non_null(strstr(printed(a, d, true, 9), "\033[1;31merror:\033[0m "));
    arena_destroy(a);
}

static void diag_cuts_long_lines_around_the_caret(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    char text[1001];
    memset(text, '.', 1000);
    text[1000] = '\0';
    text[500] = 'X';
    diag_source(d, "x", text, 1000);
    diag_error(d, (Pos){ "x", 1, 501 }, "here");
    const char *out = printed(a, d, false, 9), *line = strchr(out, '\n') + 1, *caret = strchr(line, '\n') + 1;
    assert_true(caret - line < 180);
    assert_int_equal(strchr(line, 'X') - line, strchr(caret, '^') - caret);
    arena_destroy(a);
}

static void buf_collects_text(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Buf b;
    buf_init(&b, a);
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%d,", i % 10);
    buf_printf(&b, "%500s", "end");
    buf_put(&b, "a\0b", 3);
    assert_int_equal(b.n, 2503);
    assert_memory_equal(b.at, "0,1,2,3,", 8);
    assert_memory_equal(b.at + 2497, "enda\0b", 6);
    arena_destroy(a);
}

static Buf *text_buf(Arena *a, const char *text)
{
    Buf *b = NEW(a, Buf);
    buf_init(b, a);
    buf_put(b, text, strlen(text));
    return b;
}

/* Number of files and folders below a folder. */
static int entries(const char *folder)
{
    char command[100];
    int n = -1;
    snprintf(command, sizeof command, "find '%s' -mindepth 1 | wc -l", folder);
    FILE *f = popen(command, "r");
    assert_int_equal(fscanf(f, "%d", &n), 1);
    pclose(f);
    return n;
}

static void lines_of_c_are_broken_behind_outer_commas(void **state)
{
    static const struct {
        const char *c, *want;
    } all[] = {
        { "a(1, 2, 3);\n", "a(1, 2, 3);\n" },
        { "  {1, 2}, {3, 4}, {5, 6},\n", "  {1, 2},\n      {3, 4},\n      {5, 6},\n" },
        { "  x = {{1, 2}, {3, 4}};\nnext\n", "  x = {{1, 2},\n      {3, 4}};\nnext\n" },
        { "f(\"a, b, \\\", c\", 12, 3);", "f(\"a, b, \\\", c\",\n    12, 3);" },
        { "#define A(a, b, c, d, e) 0\n", "#define A(a, b, c, d, e) 0\n" },
        { "no_comma_here_no_comma_here\n", "no_comma_here_no_comma_here\n" },
        { "", "" },
    };
    (void)state;
    Arena *a = arena_create(1 << 20);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Buf in, out;
        buf_init(&in, a);
        buf_init(&out, a);
        buf_put(&in, all[i].c, strlen(all[i].c));
        text_put_c(&out, &in, 16);
        expect_str((Str){ out.at, (int)out.n }, all[i].want);
    }
    arena_destroy(a);
}

static void outset_writes_all_and_leaves_equal_files_alone(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    char dir[32];
    make_folder(dir);
    write_file(a, dir, "same.v", "same");
    write_file(a, dir, "old.v", "old");
    struct timespec past[2] = { { 1000, 0 }, { 1000, 0 } };
    assert_int_equal(utimensat(AT_FDCWD, str_printf(a, "%s/same.v", dir).p, past, 0), 0);
    OutSet *o = outset_create(a, dir);
    outset_add(o, "same.v", text_buf(a, "same"));
    outset_add(o, "old.v", text_buf(a, "new"));
    outset_add(o, "sub/deep/f.v", text_buf(a, ""));
    assert_true(outset_commit(o, d));
    assert_int_equal(diag_errors(d), 0);
    struct stat st;
    assert_int_equal(stat(str_printf(a, "%s/same.v", dir).p, &st), 0);
    assert_int_equal(st.st_mtime, 1000);
    assert_string_equal(file_text(a, dir, "old.v"), "new");
    assert_string_equal(file_text(a, dir, "sub/deep/f.v"), "");
    assert_int_equal(entries(dir), 5);
    remove_folder(dir);
    arena_destroy(a);
}

/* "x/y" makes the folder x, so that putting the file x in place fails after new/f and old.v have been renamed. */
static void outset_failing_late_restores_everything(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    char dir[32];
    make_folder(dir);
    write_file(a, dir, "old.v", "old");
    OutSet *o = outset_create(a, dir);
    outset_add(o, "new/f", text_buf(a, "f"));
    outset_add(o, "old.v", text_buf(a, "new"));
    outset_add(o, "x", text_buf(a, "x"));
    outset_add(o, "x/y", text_buf(a, "y"));
    assert_false(outset_commit(o, d));
    assert_int_equal(diag_errors(d), 1);
    assert_string_equal(file_text(a, dir, "old.v"), "old");
    assert_int_equal(entries(dir), 1);
    remove_folder(dir);
    arena_destroy(a);
}

static void outset_survives_a_full_disk(void **state)
{
    (void)state;
    Arena *a = arena_create(8 << 20);
    Diags *d = diags_create(a);
    char dir[32], *big = arena_alloc(a, 100001);
    memset(big, 'x', 100000);
    make_folder(dir);
    write_file(a, dir, "b.v", "old");
    OutSet *o = outset_create(a, dir);
    outset_add(o, "a.v", text_buf(a, "small"));
    outset_add(o, "b.v", text_buf(a, big));
    struct rlimit before, small = { 4096, RLIM_INFINITY };
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool ok = outset_commit(o, d);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(ok);
    assert_int_equal(diag_errors(d), 1);
    assert_string_equal(file_text(a, dir, "b.v"), "old");
    assert_int_equal(entries(dir), 1);
    remove_folder(dir);
    arena_destroy(a);
}

static void outset_refuses_what_is_no_folder_or_file(void **state)
{
    (void)state;
    Arena *a = arena_create(1 << 20);
    Diags *d = diags_create(a);
    char dir[32];
    make_folder(dir);
    write_file(a, dir, "file", "text");
    OutSet *below_a_file = outset_create(a, str_printf(a, "%s/file", dir).p);
    outset_add(below_a_file, "x.v", text_buf(a, "x"));
    assert_false(outset_commit(below_a_file, d));
    assert_int_equal(mkdir(str_printf(a, "%s/folder", dir).p, 0777), 0);
    OutSet *over_a_folder = outset_create(a, dir);
    outset_add(over_a_folder, "folder", text_buf(a, "x"));
    assert_false(outset_commit(over_a_folder, d));
    assert_int_equal(diag_errors(d), 2);
    assert_int_equal(entries(dir), 2);
    remove_folder(dir);
    arena_destroy(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_others_is_harmless), cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
        cmocka_unit_test(arena_has_gaps), cmocka_unit_test(arena_memory_is_given_back),
        cmocka_unit_test(arena_limit_ends_the_run),
        cmocka_unit_test(vec_keeps_its_elements),
        cmocka_unit_test(str_words), cmocka_unit_test(printf_as_the_library),
        cmocka_unit_test(str_copies),
        cmocka_unit_test(str_closest_suggests_typing_errors_only),
        cmocka_unit_test(diag_prints_in_order_with_line_and_caret),
        cmocka_unit_test(diag_limits_errors_and_says_how_many_more),
        cmocka_unit_test(diag_does_not_pass_control_characters_on),
        cmocka_unit_test(diag_cuts_long_lines_around_the_caret),
        cmocka_unit_test(buf_collects_text),
        cmocka_unit_test(lines_of_c_are_broken_behind_outer_commas),
        cmocka_unit_test(outset_writes_all_and_leaves_equal_files_alone),
        cmocka_unit_test(outset_failing_late_restores_everything),
        cmocka_unit_test(outset_survives_a_full_disk),
        cmocka_unit_test(outset_refuses_what_is_no_folder_or_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
