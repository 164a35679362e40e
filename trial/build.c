/* build.c - the simulator of a specification. */
#include "trial.h"

char *trial_build(Trial *t, int *status, const char *dir, const char *optimise, const char *verilate, const char *spec,
                  const Words *options)
{
    Words command = {0};
    tool_add(t->a, &command, "env");
    tool_add(t->a, &command, tool_text(t->a, "COHGEN=%s", t->cohgen));
    tool_add(t->a, &command, tool_text(t->a, "COHGEN_SIM_LIB=%s", t->library));
    tool_add(t->a, &command, tool_text(t->a, "COHGEN_QUICK=%s", optimise));
    tool_add(t->a, &command, tool_text(t->a, "VERILATE=%s", verilate));
    tool_add(t->a, &command, tool_text(t->a, "%s/tests/torture/build_sim.sh", t->top));
    tool_add(t->a, &command, dir);
    tool_add(t->a, &command, spec);
    tool_add_all(t->a, &command, options);
    return said_by(t, status, &command);
}
