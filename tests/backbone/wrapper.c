/* wrapper.c - writes the harness module around an emitted step module: one packed vector in, one out, so that the C prototype is the same for all.
 * Usage: backbone_wrapper SPEC CONTROLLER MODULE STEP.v [NAME=VALUE...] > harness.sv */
#include "spec.h"
#include <string.h>

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) { perror(path); return NULL; }
    static char text[1 << 22];
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

/* Next `parameter [integer] NAME` of the module header; NULL when there is none. */
static const char *next_parameter(const char *at, Str *name)
{
    while ((at = strstr(at, "parameter"))) {
        at += strlen("parameter");
        for (;;) {
            at += strspn(at, " \t\n");
            if (strncmp(at, "integer", 7) == 0) at += 7;
            else if (strncmp(at, "signed", 6) == 0) at += 6;
            else if (*at == '[') at += strcspn(at, "]") + 1;
            else break;
        }
        name->p = at;
        name->n = (int)strcspn(at, " \t\n=");
        return at + name->n;
    }
    return NULL;
}

static const Param *find_parameter(const Spec *s, Str name)
{
    const Param *found = NULL;
    for (int i = 0; i < s->protocol->params.n; i++) {
        const Param *p = s->protocol->params.at[i];
        if (str_eq(p->name, name) && (!p->owner || p->owner == s->ctl)) found = p;
    }
    return found;
}

static void put_parameters(const Spec *s, const char *text)
{
    const char *sep = " #(", *end = strstr(text, ");");
    Str name;
    for (const char *at = text; (at = next_parameter(at, &name)) && at < end; ) {
        const Param *p = find_parameter(s, name);
        if (!p) continue;
        printf("%s.%.*s(%lld)", sep, STR_ARG(name), (long long)s->env.value[p->id]);
        sep = ", ";
    }
    if (*sep == ',') printf(")");
}

static void put_ports(const Spec *s)
{
    for (int i = 0; i < s->step->signals.n; i++) {
        Str n = s->step->signals.at[i].name;
        printf("%s\n    .%.*s(%s[%d +: %d])", i ? "," : "", STR_ARG(n), i < s->n_in ? "stimulus" : "response", s->lsb[i], s->width[i]);
    }
}

int main(int argc, char **argv)
{
    Spec s;
    Str sets[64];
    int n = 0;
    if (argc < 5) { fprintf(stderr, "usage: %s SPEC CONTROLLER MODULE STEP.v [NAME=VALUE...]\n", argv[0]); return 2; }
    for (int i = 5; i < argc && n < 64; i++) sets[n++] = str_from(argv[i]);
    const char *text = read_text(argv[4]);
    if (!text || !spec_load(&s, argv[1], argv[2], sets, n)) return 1;
    const char *module = strstr(text, "\nmodule ");
    printf("// The step module of %s between two packed vectors.\n", argv[2]);
    printf("module backbone (\n    input  bit [%d:0] stimulus,\n    output bit [%d:0] response\n);\n  %s", s.in_bits - 1, s.out_bits - 1, argv[3]);
    put_parameters(&s, module ? module : text);
    printf(" u_step (");
    put_ports(&s);
    printf("\n  );\nendmodule\n");
    return fflush(stdout) == 0 ? 0 : 3;
}
