/* near.c - see near.h. */
#include "base/near.h"
#include <string.h>

enum { LONGEST = 40 };

/* Characters that are added, dropped or changed, or two neighbours swapped, to make one of the other. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(b), two[LONGEST + 1] = {0}, one[LONGEST + 1], now[LONGEST + 1];
    if (strlen(a) > LONGEST || n > LONGEST) return LONGEST;
    for (size_t j = 0; j <= n; j++) one[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        now[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = one[j - 1] + (a[i - 1] != b[j - 1]);
            if (one[j] + 1 < best) best = one[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two[j - 2] + 1 < best)
                best = two[j - 2] + 1;
            now[j] = best;
        }
        memcpy(two, one, sizeof two);
        memcpy(one, now, sizeof one);
    }
    return one[n];
}

const char *sim_near(const char *name, const char *const *names, size_t n)
{
    const char *best = NULL;
    size_t limit = strlen(name) <= 4 ? 1 : 2;
    for (size_t i = 0; i < n; i++) {
        size_t d = distance(name, names[i]);
        if (d <= limit) best = names[i], limit = d - (d > 0);
    }
    return best;
}

void sim_print_near(const char *given, const char *const *names, size_t n, FILE *out)
{
    const char *near = sim_near(given, names, n);
    if (near) fprintf(out, ", did you mean '%s'?", near);
}

void sim_print_names(const char *const *names, size_t n, const char *given, FILE *out)
{
    for (size_t i = 0; i < n; i++) fprintf(out, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", names[i]);
    if (given) sim_print_near(given, names, n, out);
}
