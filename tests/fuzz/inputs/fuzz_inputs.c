/* fuzz_inputs.c - the simulator's inputs under libFuzzer: the first byte chooses what the others are.
 * What is wrong must be refused with a message; what the sanitizers or the time say is a finding. */
#include "base/options.h"
#include "litmus/litmus.h"
#include "simulator/sim.h"
#include "traces/op_trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORDS = 32, MAX_TEXT = 4096 };

static void whole(const char *name, const uint8_t *data, size_t n)
{
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(data, 1, n, f) != n || fclose(f)) abort();
}

static void trace(const char *name)
{
    SimOptions o;
    char *words[] = {"sim", "--test", "trace", (char *)(uintptr_t)name};
    if (sim_options_parse(&o, NULL, 4, words)) abort();
    if (sim_load(&o, &cg_design) == SIM_EXIT_OK) sim_unload(&o);
}

static void options(const uint8_t *data, size_t n)
{
    char text[MAX_TEXT + 1], *words[MAX_WORDS + 1] = {"sim"};
    int count = 1;
    SimOptions o;
    if (n > MAX_TEXT) return;
    memcpy(text, data, n);
    text[n] = 0;
    for (char *w = strtok(text, "\n"); w && count < MAX_WORDS; w = strtok(NULL, "\n")) words[count++] = w;
    if (sim_options_parse(&o, NULL, count, words) == 0) sim_options_settle(&o, &cg_design);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static char name[40]; /* the one file of this process */
    if (!n) return 0;
    if (!name[0]) snprintf(name, sizeof name, "input.%ld", (long)getpid());
    if (*data == 'o') { options(data + 1, n - 1); return 0; }
    whole(name, data + 1, n - 1);
    if (*data == 't') trace(name);
    else {
        Litmus *t = calloc(1, sizeof *t);
        if (!t) abort();
        if (litmus_read(t, name, stderr)) litmus_free(t);
        free(t);
    }
    return 0;
}
