/* emit_step.c - writes the transition module of a controller and its terms, for tables that `cohgen check` would
 * refuse: the tests of the operators are no sensible protocols. Usage: emit_step SPEC CONTROLLER FOLDER
 * [NAME=VALUE...]: FOLDER/rtl/MODULE.v and FOLDER/MODULE.smt2. */
#include "../backbone/spec.h"
#include "rtl/transition.h"
#include "smt/smt.h"

static bool write_both(Spec *s, const char *folder)
{
    Arena *a = s->arena;
    Diags *d = diags_create(a);
    EmitOptions options = { .input_sha256 = "0000000000000000000000000000000000000000000000000000000000000000" };
    OutSet *out = outset_create(a, folder);
    Rtl e = { .a = a,
              .d = d,
              .p = s->protocol,
              .env = &s->env,
              .opt = &options,
              .out = out,
              .design = hdl_legal(a, rtl_lower(a, s->protocol->name)) };
    Buf *terms = NEW(a, Buf);
    if (s->protocol->systems.n) e.sys = s->protocol->systems.at[0];
    rtl_step(&e, lower_build(a, s->step));
    buf_init(terms, a);
    bool fine = smt_step(a, d, s->protocol, &s->env, s->step, terms) && diag_errors(d) == 0;
    outset_add(
        out, str_printf(a, STR_FMT "_" STR_FMT "_step.smt2", STR_ARG(e.design), STR_ARG(rtl_lower(a, s->ctl->name))).p,
        terms);
    fine = fine && outset_commit(out, d);
    diag_print(d, stderr, false, 20);
    return fine;
}

int main(int argc, char **argv)
{
    Spec s;
    Str sets[64];
    int n = 0;
    if (argc < 4) { fprintf(stderr, "usage: %s SPEC CONTROLLER FOLDER [NAME=VALUE...]\n", argv[0]); return 2; }
    for (int i = 4; i < argc && n < 64; i++) sets[n++] = str_from(argv[i]);
    return spec_load(&s, argv[1], argv[2], sets, n) && write_both(&s, argv[3]) ? 0 : 1;
}
