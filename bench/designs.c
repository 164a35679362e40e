/* designs.c - from a specification to a program that simulates it. */
#define _GNU_SOURCE
#include "bench.h"
#include <stdlib.h>
#include <string.h>

static char *log_of(Bench *b) { return tool_text(b->a, "%s/log", b->scratch); }

void bench_do(Bench *b, const Words *command)
{
    if (tool_run(b->a, log_of(b), 0, command) == 0) return;
    char *text = tool_read(b->a, log_of(b));
    fprintf(stderr, "%s\n", text ? text : "");
    tool_fatal(3, "'%s' failed", command->at[0]);
}

char *bench_output(Bench *b, const Words *command)
{
    char *file = tool_text(b->a, "%s/output", b->scratch);
    int status = tool_run_to(b->a, file, log_of(b), 0, command);
    char *text = tool_read(b->a, file);
    if (status == 0 && text) return text;
    char *errors = tool_read(b->a, log_of(b));
    Words lines = tool_split(b->a, text ? text : "", "\n");
    for (int i = lines.n > 20 ? lines.n - 20 : 0; i < lines.n; i++) fprintf(stderr, "%s\n", lines.at[i]);
    fprintf(stderr, "%s", errors ? errors : "");
    tool_fatal(1, "'%s' failed", command->at[0]);
}

/* The protocol's name, from the name of the harness that was emitted; the folder holds no other. */
char *design_protocol(Bench *b, const char *dir)
{
    static const char end[] = "_harness.sv";
    char *harness = tool_text(b->a, "%s/harness", dir);
    Words files = tool_entries(b->a, harness);
    for (int i = 0; i < files.n; i++) {
        size_t n = strlen(files.at[i]);
        if (n < sizeof end || strcmp(files.at[i] + n - sizeof end + 1, end) != 0) continue;
        return tool_text(b->a, "%.*s", (int)(n - sizeof end + 1), files.at[i]);
    }
    tool_fatal(3, "no harness in %s", harness);
}

static char *folder_of(Bench *b, const Design *d) { return tool_text(b->a, "%s/%s", b->work, d->name); }

const char *design_link(Bench *b, const Design *d)
{
    const char *dir = folder_of(b, d), *program = tool_text(b->a, "%s/%s", dir, d->program ? d->program : "sim");
    char *made = tool_text(b->a, "%s.new", program), *compiler = getenv("CC");
    Words cc = {0};
    tool_add(b->a, &cc, compiler ? compiler : "cc");
    tool_add_text(b->a, &cc, "-std=c17 -O2 -DCG_LIB=cg_dut");
    tool_add(b->a, &cc, tool_text(b->a, "-I%s/sim", b->top));
    tool_add_text(b->a, &cc, "-o");
    tool_add(b->a, &cc, made);
    if (!d->sources.n) tool_add(b->a, &cc, tool_text(b->a, "%s/sim/main.c", b->top));
    for (int i = 0; i < d->sources.n; i++)
        tool_add(b->a, &cc, tool_text(b->a, "%s/tests/bench/%s", b->top, d->sources.at[i]));
    tool_add(b->a, &cc, tool_text(b->a, "%s/tb/cg_model.c", b->top));
    tool_add(b->a, &cc, tool_text(b->a, "%s/harness/%s_dut.c", dir, design_protocol(b, dir)));
    tool_add(b->a, &cc, tool_text(b->a, "%s/verilated/libcg_dut.a", dir));
    tool_add(b->a, &cc, tool_text(b->a, "%s/sim/libcohgen_sim.a", b->build));
    tool_add_text(b->a, &cc, "-lstdc++ -latomic -lm -lz -lpthread");
    bench_do(b, &cc);
    if (rename(made, program) != 0) tool_fatal(3, "cannot write %s", program);
    return program;
}

void design_emit(Bench *b, const Design *d)
{
    const char *dir = folder_of(b, d);
    char *harness = tool_text(b->a, "%s/harness", dir);
    Words old = tool_entries(b->a, harness), emit = {0};
    for (int i = 0; i < old.n; i++) /* of a protocol that had another name */
        if (strstr(old.at[i], "_harness.sv")) tool_remove(tool_text(b->a, "%s/%s", harness, old.at[i]));
    tool_add(b->a, &emit, tool_text(b->a, "%s/cohgen", b->build));
    tool_add(b->a, &emit, "emit");
    tool_add(b->a, &emit, d->spec);
    tool_add(b->a, &emit, "-o");
    tool_add(b->a, &emit, dir);
    for (int i = 0; i < d->sets.n; i++) tool_add(b->a, &emit, tool_text(b->a, "--set=%s", d->sets.at[i]));
    tool_add_all(b->a, &emit, &d->emit);
    bench_do(b, &emit);
}

const char *design_build(Bench *b, const Design *d)
{
    const char *dir = folder_of(b, d);
    Words verilate = {0};
    fprintf(stderr, "building %s ...\n", d->name);
    design_emit(b, d);
    if (d->optimise) {
        tool_add(b->a, &verilate, "env");
        tool_add(b->a, &verilate, tool_text(b->a, "COHGEN_QUICK=%s", d->optimise));
    }
    tool_add(b->a, &verilate, tool_text(b->a, "%s/scripts/verilate.sh", b->top));
    tool_add(b->a, &verilate, dir);
    tool_add(b->a, &verilate, design_protocol(b, dir));
    tool_add_all(b->a, &verilate, &d->verilate);
    setenv("JOBS", tool_text(b->a, "%d", b->jobs), 1);
    bench_do(b, &verilate);
    return design_link(b, d);
}
