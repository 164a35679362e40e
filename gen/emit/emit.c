#include "emit/harness.h"

bool emit_design(Arena *a, Diags *d, Protocol *p, const ParamEnv *env, const EmitOptions *opt, OutSet *out)
{
    int before = diag_errors(d);
    Emit e = { a, d, p, env, opt, p->systems.n ? p->systems.at[0] : NULL, out, ident(a, lower(a, p->name)), { 0 }, { 0 } };
    Step **steps = NEW_N(a, Step *, p->ctls.n + 1);
    Module **ctls = NEW_N(a, Module *, p->ctls.n + 1);
    if (!e.sys) {
        diag_error(d, p->pos, "nothing to emit: the protocol has no <system>");
        return false;
    }
    for (int i = 0; i < p->ctls.n; i++) {
        steps[i] = step_build(a, p, p->ctls.at[i]);
        Module *step = emit_step(&e, steps[i]);
        ctls[i] = emit_controller(&e, steps[i], step, emit_walk(&e, steps[i]));
    }
    if (diag_errors(d) != before) return false;
    emit_system(&e, steps, ctls);
    emit_blocks(&e);
    emit_harness(&e, steps);
    return diag_errors(d) == before;
}
