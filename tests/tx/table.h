/* table.h - a controller of a specification, decision by decision against a reference. The reference says what a row
 * changes; all else must stay: registers, the entry and the state are what they were, nothing is sent, answered or
 * written. The table is interpreted; that its Verilog does the same is tests/backbone. */
#ifndef TESTS_TX_TABLE_H
#define TESTS_TX_TABLE_H
#include "../backbone/spec.h"

enum { TABLE_SIGNALS = 512, TABLE_SHOWN = 5 };

typedef struct {
    Spec spec;
    Eval *eval;
    uint64_t in[TABLE_SIGNALS], out[TABLE_SIGNALS];
    struct { bool asked; int input; } quiet[TABLE_SIGNALS];  /* by output, when nothing happens; input -1: it is 0 */
    struct { bool asked; uint64_t value; const char *source; int version; } expect[TABLE_SIGNALS];   /* by output */
    uint64_t compared, wrong;
} Table;

/* False after a message on stderr. sets: NAME=VALUE. */
bool table_load(Table *t, const char *file, const char *controller, const Str *sets, int n_sets);
/* Numbers as the table has them: State.id, Event.code, a message on its network, a reply of the core's port, a request
 * to a block or memory; -1: there is none. */
int table_state(const Table *t, const char *name);
int table_event(const Table *t, const char *name);
int table_message(const Table *t, const char *name);
int table_reply(const Table *t, const char *name);
int table_request(const Table *t, const char *name);
/* Inputs of the next decision; one that the table does not look at is not there. */
int table_input(const Table *t, const char *name);
void table_put(Table *t, int input, uint64_t value);
/* The next decision is expected to change nothing; then: what it does. source: from which opaque variable, and which
 * version of it; of what is written also the block that is applied. */
void table_begin(Table *t);
void table_expect(Table *t, const char *output, uint64_t value);
/* By the name of a variable or field: its input NAME_i, its output NAME_o. */
typedef void TableEach(Table *t, const char *name, uint64_t value);
void table_put_named(Table *t, const char *name, uint64_t value);
void table_expect_named(Table *t, const char *name, uint64_t value);
void table_expect_source(Table *t, const char *output, const char *source, int version);
/* act: ACT_FIRE, else nothing else is compared. where: for the message. */
void table_compare(Table *t, int act, const char *where);
/* Does the wish, timer or wake hold, for the registers of the inputs? */
void table_compare_when(Table *t, const char *event, bool holds);
/* How often the timer comes, in cycles. */
void table_compare_period(Table *t, const char *event, uint64_t cycles);
/* What a register, or a field of a new entry, begins with. */
void table_compare_reset(Table *t, const char *ident, uint64_t value);
#endif
