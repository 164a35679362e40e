/* joined.h - messages that wait at a port and become one (docs/language.md, Joined messages). */
#ifndef CG_VERIFY_JOINED_H
#define CG_VERIFY_JOINED_H
#include "verify/state/state.h"

/* The rules of the port that takes message x, NULL: it stays alone. */
const Join *joined_by(const Model *m, uint64_t x);
/* Both messages, of one network, sender, receiver and key, as one in *out. False: they are not joined. */
bool joined(const Model *m, const Join *j, uint64_t older, uint64_t newer, uint64_t *out);
/* Which of the two comes first makes no difference. */
bool joined_alike(const Model *m, uint64_t a, uint64_t b);
#endif
