/* wrapper.c - writes the harness module around an emitted step module: one packed vector in, one out, so that the C prototype is the same for all.
 * Usage: backbone_wrapper SPEC CONTROLLER RTL_FOLDER HARNESS.sv [NAME=VALUE...] */
#include "spec.h"
#include <ctype.h>
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

static void put_parameters(FILE *f, const Spec *s, const char *text)
{
    const char *sep = " #(", *end = strstr(text, ");");
    Str name;
    for (const char *at = text; (at = next_parameter(at, &name)) && at < end; ) {
        const Param *p = find_parameter(s, name);
        if (!p) continue;
        fprintf(f, "%s.%.*s(%lld)", sep, STR_ARG(name), (long long)s->env.value[p->id]);
        sep = ", ";
    }
    if (*sep == ',') fprintf(f, ")");
}

static void put_ports(FILE *f, const Spec *s)
{
    for (int i = 0; i < s->step->signals.n; i++) {
        Str n = s->step->signals.at[i].name;
        fprintf(f, "%s\n    .%.*s(%s[%d +: %d])", i ? "," : "", STR_ARG(n), i < s->n_in ? "stimulus" : "response", s->lsb[i], s->width[i]);
    }
}

static const char *lower(Arena *a, Str s)
{
    char *p = (char *)str_copy(a, s.p, s.n).p;
    for (int i = 0; i < s.n; i++) p[i] = (char)tolower((unsigned char)p[i]);
    return p;
}

static int write_harness(const Spec *s, const char *rtl, const char *path)
{
    Str module = str_printf(s->arena, "%s_%s_step", lower(s->arena, s->protocol->name), lower(s->arena, s->ctl->name));
    const char *text = read_text(str_printf(s->arena, "%s/" STR_FMT ".v", rtl, STR_ARG(module)).p);
    FILE *f = text ? fopen(path, "w") : NULL;
    if (!f) { perror(path); return 1; }
    const char *start = strstr(text, "\nmodule ");
    fprintf(f, "// " STR_FMT " between two packed vectors.\nmodule backbone (\n", STR_ARG(module));
    fprintf(f, "    input  bit [%d:0] stimulus,\n    output bit [%d:0] response\n);\n  " STR_FMT, s->in_bits - 1, s->out_bits - 1, STR_ARG(module));
    put_parameters(f, s, start ? start : text);
    fprintf(f, " u_step (");
    put_ports(f, s);
    fprintf(f, "\n  );\nendmodule\n");
    return fclose(f) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    Spec s;
    Str sets[64];
    int n = 0;
    if (argc < 5) { fprintf(stderr, "usage: %s SPEC CONTROLLER RTL_FOLDER HARNESS.sv [NAME=VALUE...]\n", argv[0]); return 2; }
    for (int i = 5; i < argc && n < 64; i++) sets[n++] = str_from(argv[i]);
    return spec_load(&s, argv[1], argv[2], sets, n) ? write_harness(&s, argv[3], argv[4]) : 1;
}
