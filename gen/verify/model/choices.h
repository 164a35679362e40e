/* choices.h - numbers in the requests of cores: which values the search chooses from. */
#ifndef CG_VERIFY_CHOICES_H
#define CG_VERIFY_CHOICES_H
#include "verify/model/types.h"

/* Fills EventMap.choice, chosen_bits and n_taken, once the sizes of types are known. False after an error: --values
 * does not fit. */
bool model_choices(Model *m, Diags *d);
/* What an atomic was given: the argument's value, for this Thread.chosen. */
unsigned model_operand(const CtlModel *k, int arg, unsigned chosen);
/* "numbers of requests: ...": which are chosen, in a line; nothing if none is. */
void model_print_choices(const Model *m, FILE *out);
/* Of those that are not: what one value stands for is handed on only, else it is not looked at. In a line, or none. */
void model_print_handed(const Model *m, FILE *out);
/* As items behind others: `any` says whether there are some, and becomes true. */
void model_print_taken(const Model *m, bool *any, FILE *out);
#endif
