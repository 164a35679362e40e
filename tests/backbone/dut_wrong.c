/* dut_wrong.c - a device under test with a rare mistake: one output bit is wrong for about one input in 100,000. The
 * comparison must find it. */
#include "dut.h"

static const Spec *spec;
static Eval *eval;

void dut_open(const Spec *s)
{
    spec = s;
    eval = eval_create(s->arena, s->protocol, s->step, &s->env);
}

static bool rare(const uint64_t *in)
{
    uint64_t h = 0;
    for (int i = 0; i < spec->n_in; i++) h = (h ^ in[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return (h >> 32) % 100000 == 7;
}

void dut_step(const uint32_t *in, uint32_t *out)
{
    uint64_t input[spec->n_in], value[spec->n_out];
    spec_unpack(spec, false, in, input);
    eval_step(eval, input, value);
    if (rare(input)) value[spec->n_out - 1] ^= 1;
    spec_pack(spec, true, value, out);
}

void dut_close(void) { }
