/* check.h - is the protocol complete and sensible? Completes ir_build's checks of single names and expressions by those
 * that need the whole. */
#ifndef CG_CHECK_H
#define CG_CHECK_H
#include "ir/ir.h"

/* Call only when ir_build has reported no error. Reports as many problems as it finds; false if there are errors among
 * them (warnings do not count). */
bool check_protocol(Arena *a, Diags *d, Protocol *p);
/* The same but for what no template is there for: tables of papers are searched whether or not they can be built. */
bool check_searchable(Arena *a, Diags *d, Protocol *p);

/* Values chosen for the first system, beyond ranges and rules (param_env looks at those): sizes, and what the blocks of
 * the tool ask. False after an error. */
bool check_values(Arena *a, Diags *d, Protocol *p, const ParamEnv *env);
/* Values chosen for a system that is searched: whether expressions have values, and fit their types. False after an
 * error. */
bool check_widths(Arena *a, Diags *d, const Protocol *p, const ParamEnv *env);
#endif
