/* problem.c - says what is wrong. */
#include "verify/model/problem.h"
#include <stdarg.h>
#include <stdio.h>

const char verify_problem_names[] = "never overflow invariant value order conservation deadlock livelock litmus serial "
                                    "starvation error";
void model_problem(Fired *f, Problem p, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    f->problem = p;
    f->why = (Str){ 0 };
    vsnprintf(f->text, sizeof f->text, format, ap);
    va_end(ap);
}
