/* vpi_test.c - signals, random numbers, verdict and the system tasks $tb_start, $tb_drive, $tb_sample. */
#include "vpi_test.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vpi_user.h>

enum { SIGNALS = 128, WORDS = 64 };

static struct {
    const char *name;
    vpiHandle handle;
} signals[SIGNALS];
static unsigned errors;
static unsigned long cycle;
static uint64_t random_state;
static bool over;
static char note[256];

static vpiHandle handle_of(const char *name) {
    unsigned i = 0;
    while (i < SIGNALS && signals[i].name && signals[i].name != name) i++;
    if (i == SIGNALS) {
        vpi_printf("FAIL %s: more than %d signals\n", test_block, SIGNALS);
        exit(1);
    }
    if (!signals[i].name) {
        char path[128];
        snprintf(path, sizeof path, "%s_tb.%s", test_block, name);
        signals[i].name = name;
        signals[i].handle = vpi_handle_by_name(path, NULL);
        if (!signals[i].handle) {
            vpi_printf("FAIL %s: no signal %s\n", test_block, path);
            exit(1);
        }
    }
    return signals[i].handle;
}

uint32_t tb_get_word(const char *name, unsigned word) {
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(handle_of(name), &v);
    tb_check(!v.value.vector[word].bval, "%s has unknown bits", name);
    return (uint32_t)v.value.vector[word].aval & ~(uint32_t)v.value.vector[word].bval;
}

uint64_t tb_get(const char *name) {
    unsigned bits = (unsigned)vpi_get(vpiSize, handle_of(name));
    return tb_get_word(name, 0) | (bits > 32 ? (uint64_t)tb_get_word(name, 1) << 32 : 0);
}

void tb_put_words(const char *name, const uint32_t *words, unsigned n) {
    s_vpi_vecval vector[WORDS] = {{0}};
    s_vpi_value v = {.format = vpiVectorVal, .value.vector = vector};
    for (unsigned i = 0; i < n && i < WORDS; i++) vector[i].aval = (PLI_INT32)words[i];
    vpi_put_value(handle_of(name), &v, NULL, vpiNoDelay);
}

void tb_put(const char *name, uint64_t value) {
    uint32_t words[WORDS] = {(uint32_t)value, (uint32_t)(value >> 32)};
    tb_put_words(name, words, WORDS);
}

int tb_param(const char *name) {
    s_vpi_value v = {.format = vpiIntVal};
    vpi_get_value(handle_of(name), &v);
    return v.value.integer;
}

/* splitmix64 */
uint32_t tb_rnd32(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}
uint32_t tb_rnd(uint32_t n) { return (uint32_t)((uint64_t)tb_rnd32() * n >> 32); }
bool tb_pct(unsigned percent) { return tb_rnd(100) < percent; }
unsigned long tb_cycle(void) { return cycle; }

void tb_check(bool ok, const char *format, ...) {
    if (ok) return;
    if (++errors > 10) return;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    vpi_printf("cycle %lu: check failed: %s\n", cycle, text);
}

void tb_note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(note, sizeof note, format, args);
    va_end(args);
}

long tb_plusarg(const char *name, long otherwise) {
    s_vpi_vlog_info info;
    vpi_get_vlog_info(&info);
    size_t n = strlen(name);
    for (int i = 1; i < info.argc; i++)
        if (info.argv[i][0] == '+' && !strncmp(info.argv[i] + 1, name, n) && info.argv[i][n + 1] == '=')
            return atol(info.argv[i] + n + 2);
    return otherwise;
}

static void finish(void) {
    if (over) return;
    over = true;
    if (errors) vpi_printf("FAIL %s: %u errors\n", test_block, errors);
    else vpi_printf("PASS %s %s\n", test_block, note);
    vpi_control(vpiFinish, 0);
}

static PLI_INT32 call_start(PLI_BYTE8 *unused) {
    (void)unused;
    long seed = tb_plusarg("seed", 1);
    vpi_printf("seed %ld\n", seed);
    random_state = (uint64_t)seed;
    test_start();
    return 0;
}

static PLI_INT32 call_drive(PLI_BYTE8 *unused) {
    (void)unused;
    if (!over && !test_drive()) finish();
    return 0;
}

static PLI_INT32 call_sample(PLI_BYTE8 *unused) {
    (void)unused;
    if (over) return 0;
    test_sample();
    cycle++;
    if (errors > 10) finish();
    return 0;
}

static void add_task(PLI_BYTE8 *name, PLI_INT32 (*function)(PLI_BYTE8 *)) {
    s_vpi_systf_data task = {.type = vpiSysTask, .tfname = name, .calltf = function};
    vpi_register_systf(&task);
}

static void add_tasks(void) {
    static char start[] = "$tb_start", drive[] = "$tb_drive", sample[] = "$tb_sample";
    add_task(start, call_start);
    add_task(drive, call_drive);
    add_task(sample, call_sample);
}

void (*vlog_startup_routines[])(void) = {add_tasks, NULL};
