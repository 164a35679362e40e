/* option_rules.h - which options go together. Internal to gen/cli. */
#ifndef CG_CLI_OPTION_RULES_H
#define CG_CLI_OPTION_RULES_H
#include "cli/options.h"
#include <stdint.h>

/* used: a bit for the id of each option that was given. False after a message: one means nothing for the command, or
 * not beside another one. */
bool rules_check(Arena *a, const Options *o, uint64_t used);
/* The options with which `verify` makes all searches that the file names. */
uint64_t rules_every_search(void);
/* Says where there is help; false. */
bool options_hint(const char *command);
#endif
