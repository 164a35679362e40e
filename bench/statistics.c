/* statistics.c - means and spreads. */
#include "bench.h"
#include <math.h>

double stat_ratio(double a, double b) { return b != 0 ? a / b : 0; }

double stat_gmean(const double *list, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += log(list[i]);
    return n ? exp(sum / n) : 0;
}

double stat_mean(const double *list, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += list[i];
    return n ? sum / n : 0;
}

double stat_spread(const double *list, int n)
{
    double mean = stat_mean(list, n), sum = 0;
    for (int i = 0; i < n; i++) sum += (list[i] - mean) * (list[i] - mean);
    return n > 1 ? sqrt(sum / (n - 1)) : 0;
}
