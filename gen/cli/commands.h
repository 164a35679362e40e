/* commands.h - what the commands do. Each returns an exit code of cli.h; diagnostics are left in d. */
#ifndef CG_CLI_COMMANDS_H
#define CG_CLI_COMMANDS_H
#include "cli/options.h"
#include "util/diag.h"

int command_check(Arena *a, Diags *d, const Options *o);
int command_emit(Arena *a, Diags *d, const Options *o);
int command_table(Arena *a, Diags *d, const Options *o);
int command_chart(Arena *a, Diags *d, const Options *o);
int command_doc(Arena *a, Diags *d, const Options *o);
int command_stats(Arena *a, Diags *d, const Options *o);
int command_params(Arena *a, Diags *d, const Options *o);
int command_step(Arena *a, Diags *d, const Options *o);
int command_verify(Arena *a, Diags *d, const Options *o);
#endif
