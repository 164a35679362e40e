/* row_data.h - opaque data along a row: what each version of a field holds. */
#ifndef CG_VERIFY_ROW_DATA_H
#define CG_VERIFY_ROW_DATA_H
#include "verify/step/occurrence.h"

/* A row that has run: its occurrence, its lines and entries before it, by store and by waiters, its outputs; s: where
 * the thread's operation is; thread: whose, -1: nobody's. */
typedef struct {
    const Model *m;
    const CtlModel *k;
    const Occurrence *o;
    const Line *line;
    const Entry *entry;
    const uint64_t *out;
    const SysState *s;
    int thread;
} Data;
typedef struct { unsigned data; uint8_t have; } Value;

/* What a data path makes in this row is some thread's atomic: it takes effect here, or was sent here and takes effect
 * later, where its acknowledgements are counted. */
bool row_is_atomic(const Data *d);
/* Version `version` of an opaque variable. */
Value row_value(const Data *d, const Var *v, int version);
/* Its last version. */
int row_versions(const CtlModel *k, const Var *v);
#endif
