/* near.h - misspelt names. */
#ifndef COHGEN_SIM_NEAR_H
#define COHGEN_SIM_NEAR_H
#include <stddef.h>
#include <stdio.h>

/* The name that differs least from `name`, or NULL if none is close enough to be worth suggesting. */
const char *sim_near(const char *name, const char *const *names, size_t n);
/* ", did you mean 'b'?", if a name is near. */
void sim_print_near(const char *given, const char *const *names, size_t n, FILE *out);
/* "a, b or c", and behind it ", did you mean 'b'?" if one is near to `given` (which may be NULL). */
void sim_print_names(const char *const *names, size_t n, const char *given, FILE *out);
#endif
