/* diag_data.h - diagnostics for programs: JSON, and SARIF 2.1.0 (docs/command.md). */
#ifndef CG_DIAG_DATA_H
#define CG_DIAG_DATA_H
#include "util/buf.h"
#include "util/diag.h"

/* One document with all of them, complete also if there is none. limit: as of diag_print. */
void diag_json(Buf *out, Diags *d, int limit);
void diag_sarif(Buf *out, Diags *d, int limit, const char *version);
#endif
