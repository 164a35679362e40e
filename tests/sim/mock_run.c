/* mock_run.c - see mock_run.h. */
#include "mock_run.h"
#include <stdlib.h>
#include <string.h>

static uint32_t in[IN_BITS / 32 + 1], out[OUT_BITS / 32 + 1];

static char *read_all(FILE *f)
{
    fseek(f, 0, SEEK_END);
    size_t length = (size_t)ftell(f);
    rewind(f);
    char *text = sim_alloc(length + 1, 1);
    if (fread(text, 1, length, f) != length) abort();
    fclose(f);
    return text;
}

char *mock_read_file(const char *name)
{
    FILE *f = fopen(name, "r");
    return f ? read_all(f) : NULL;
}

Sim *mock_run(MockFault fault, const char *line, int *code, char **report)
{
    static SimOpTrace *trace; /* of the latest run */
    static char text[2000]; /* the options point into it as long as the simulation lives */
    static CgCorePort port;   /* one that answers stores early says so; the model is still sc, unless it is told */
    static CgDesign design;
    char *words[64] = {"test"};
    int n = 1;
    design = cg_design;
    port = cg_design.cores[0];
    if (fault == MOCK_STORE_BUFFER) {
        port.posted = UINT64_C(1) << sim_code(port.events, port.n_events, "store");
        design.cores = &port;
        if (!strstr(line, "--model")) words[n++] = "--model=sc";
    }
    SimOptions o;
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) words[n++] = w;
    if ((*code = sim_options_parse(&o, NULL, n, words)) != 0) return NULL;
    if ((*code = sim_load(&o, &design)) != 0) return NULL;
    sim_op_trace_free(trace);
    trace = o.trace;
    mock_set_fault(fault);
    Sim *s = sim_create(&design, &o, code);
    if (!s) return NULL;
    s->status.err = NULL;
    memset(out, 0, sizeof out);
    CgModel *m = cg_model_create(0, NULL, NULL, 0);
    while (!sim_step(s, in, out)) cg_model_cycle(m, in, out);
    cg_model_destroy(m);
    FILE *f = tmpfile();
    *code = sim_finish(s, f);
    if (report) *report = read_all(f);
    else fclose(f);
    return s;
}
