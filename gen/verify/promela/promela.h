/* promela.h - the small system that verify searches, as a Promela model for SPIN: printed from the IR, row by row. */
#ifndef CG_VERIFY_PROMELA_H
#define CG_VERIFY_PROMELA_H
#include "util/buf.h"
#include "verify/model/options.h"

/* A join of some port, or NULL. */
const Join *promela_join(const Protocol *p);
/* The model's text. False: the system cannot be exported; d says why, at the line. With o->keyed: of a protocol after
 * keyed_only(). */
bool promela_write(Arena *a, Diags *d, const Protocol *p, const VerifyOptions *o, Buf *out);
#endif
