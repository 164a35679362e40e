/* wave.c - see wave.h. Names of signals are those of the emitted test bench; the flags are those of GTKWave's trace
 * entries. */
#include "waves/wave.h"
#include "base/output.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 0x28, HEX = 0x22, COMMENT = 0x200, GROUP_BEGIN = 0x800200, GROUP_END = 0x1000200, PERIOD_PS = 10000 };
static const uint64_t names = UINT64_C(0x100000028); /* values by the names that the waveform holds for them */

typedef struct { const CgDesign *design; const char *fst; uint64_t failure; } Save;

static void scope(const Save *s, FILE *out) { fprintf(out, "model.%s_harness.", s->design->name); }

static void range(uint32_t width, FILE *out)
{
    if (width == 1) fputs("[0]", out);
    else fprintf(out, "[%u:0]", width - 1);
}

static void lower(const char *text, FILE *out)
{
    for (; *text; text++) fputc(tolower((unsigned char)*text), out);
}

typedef struct { uint64_t flags; const char *prefix, *name; uint32_t width; } Signal;

/* One controller: SCOPE_ctl[n].signal with a range of `width` bits. */
static void signal_of(const Save *s, const CgController *c, uint32_t n, Signal signal, FILE *out)
{
    fprintf(out, "@%" PRIx64 "\n", signal.flags);
    scope(s, out);
    fputs(signal.prefix, out);
    lower(c->name, out);
    fprintf(out, "[%u].%s", n, signal.name);
    if (signal.width) range(signal.width, out);
    fputc('\n', out);
}

static void controller(const Save *s, const CgController *c, uint32_t n, FILE *out)
{
    uint32_t state = sim_field(c->fields, c->n_fields, "state").width,
             key = sim_field(c->fields, c->n_fields, "key").width;
    fprintf(out, "@%x\n-%s %u\n", GROUP_BEGIN, c->name, n);
    signal_of(s, c, n, (Signal){BITS, "dut.g_", "u.u_ctl.t_fire", 0}, out);
    if (key) signal_of(s, c, n, (Signal){HEX, "dut.g_", "u.u_ctl.t_key_q", key}, out);
    if (state) signal_of(s, c, n, (Signal){names, "g_", "state", state}, out);
    if (state) signal_of(s, c, n, (Signal){names, "g_", "becomes", state}, out);
    if (c->stage_stride) signal_of(s, c, n, (Signal){HEX, "g_", "cause", 8}, out);
    fprintf(out, "@%x\n-%s %u\n", GROUP_END, c->name, n);
}

static void core_port(const Save *s, const CgCorePort *p, FILE *out)
{
    static const char *const wires[] = {"req_valid_i", "req_ready_o", "rep_valid_o", "rep_ready_i"};
    fprintf(out, "@%x\n-port %s of %s, a bit per core\n", COMMENT, p->name, p->controller);
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++) {
        fprintf(out, "@%x\n", BITS);
        scope(s, out);
        lower(p->controller, out);
        fprintf(out, "_%s_%s", p->name, wires[i]);
        range(p->instances, out);
        fputc('\n', out);
    }
}

static void write_save(const void *what, FILE *out)
{
    const Save *s = what;
    const CgDesign *d = s->design;
    const char *base = strrchr(s->fst, '/');
    uint64_t time = s->failure ? (s->failure - 1) * PERIOD_PS + PERIOD_PS / 2 : 0; /* rising edge */
    fprintf(out, "[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n*-10.0 %" PRId64 "\n", base ? base + 1 : s->fst,
            time > 20 * PERIOD_PS ? time - 20 * PERIOD_PS : 0, s->failure ? (int64_t)time : -1);
    fprintf(out, "@%x\n", BITS);
    scope(s, out);
    fprintf(out, "clk\n@%x\n", BITS);
    scope(s, out);
    fputs("error\n", out);
    for (uint32_t i = 0; i < d->n_cores; i++) core_port(s, &d->cores[i], out);
    for (uint32_t c = 0; c < d->n_controllers; c++)
        for (uint32_t n = 0; n < d->controllers[c].instances; n++) controller(s, &d->controllers[c], n, out);
}

bool sim_wave_save(const CgDesign *design, const char *fst, uint64_t failure)
{
    Save s = {design, fst, failure};
    if (!sim_wave_whole(fst)) return false;
    size_t n = strlen(fst) - (sim_name_ends(fst, ".fst") ? 4 : 0);
    char *name = sim_alloc(n + sizeof ".gtkw", 1);
    memcpy(name, fst, n);
    memcpy(name + n, ".gtkw", sizeof ".gtkw");
    bool ok = sim_write_file(name, write_save, &s);
    free(name);
    return ok;
}
