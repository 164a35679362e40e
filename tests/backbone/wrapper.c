/* wrapper.c - emits the step module of one controller, with the default parameter values, and the harness module around
 * it: one packed vector in, one out, so that the C prototype is the same for all. The values given are handed over as
 * Verilog parameters. Usage: backbone_wrapper SPEC CONTROLLER FOLDER [NAME=VALUE...]; writes FOLDER/rtl/<module>.v and
 * FOLDER/backbone.sv. */
#include "spec.h"
#include "rtl/array.h"
#include "rtl/transition.h"
#include <stdlib.h>
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

/* Of the signal and of those behind it that are parts of the same port. */
static int port_width(const Spec *s, int i)
{
    int bits = s->width[i], n = s->step->signals.n;
    while (++i < n && rtl_is_part(s->step->signals.at[i].var)) bits += s->width[i];
    return bits;
}

static void put_ports(FILE *f, const Spec *s)
{
    for (int i = 0; i < s->step->signals.n; i++) {
        const Signal *g = &s->step->signals.at[i];
        if (rtl_is_part(g->var)) continue;
        fprintf(f, "%s\n    .%.*s(%s[%d +: %d])", i ? "," : "", STR_ARG(g->port), g->out ? "response" : "stimulus",
                s->lsb[i], port_width(s, i));
    }
}

/* The module's name, or an empty string after a message. */
static Str emit_module(const Spec *s, const char *folder)
{
    Diags *d = diags_create(s->arena);
    ParamEnv defaults;
    EmitOptions options = { .input_sha256 = "0000000000000000000000000000000000000000000000000000000000000000" };
    OutSet *out = outset_create(s->arena, folder);
    Rtl e = { .a = s->arena,
              .d = d,
              .p = s->protocol,
              .env = &defaults,
              .opt = &options,
              .out = out,
              .design = hdl_legal(s->arena, rtl_lower(s->arena, s->protocol->name)) };
    if (s->protocol->systems.n) e.sys = s->protocol->systems.at[0];
    bool ok = param_env(s->arena, d, s->protocol, NULL, (ParamSets){ 0 }, &defaults);
    if (ok) rtl_step(&e, lower_build(s->arena, s->step));
    if (ok && rtl_walks_visiting(s->low)) rtl_walk(&e, lower_build(s->arena, s->step));
    ok = ok && diag_errors(d) == 0 && outset_commit(out, d);
    diag_print(d, stderr, false, 20);
    return ok ? str_printf(s->arena, STR_FMT "_" STR_FMT "_step", STR_ARG(e.design),
                           STR_ARG(rtl_lower(s->arena, s->ctl->name)))
              : STR("");
}

/* The module of the walks, with the inputs of the other one. */
static void put_walk(FILE *f, const Spec *s, const char *folder, Str module)
{
    const char *text = read_text(str_printf(s->arena, "%s/rtl/" STR_FMT ".v", folder, STR_ARG(module)).p);
    int at = s->walk_out + 1;
    if (!text) exit(1);
    fprintf(f, "  " STR_FMT, STR_ARG(module));
    put_parameters(f, s, strstr(text, "\nmodule "));
    fprintf(f, " u_walk (\n    .walk_i(stimulus[%d +: %d]),\n    .run_o(response[%d])", s->walk_in,
            rtl_walks_visiting(s->low), s->walk_out);
    for (int i = 0; i < s->step->signals.n; i++) {
        const Signal *g = &s->step->signals.at[i];
        if (g->kind == SIG_WALK_ARG)
            fprintf(f, ",\n    ." STR_FMT "(stimulus[%d +: %d])", STR_ARG(rtl_walk_arg(s->arena, g)), s->walk_arg[i],
                    s->width[i]);
        if (rtl_is_part(g->var) || (g->out ? !rtl_walk_output(g) : !rtl_walk_input(g))) continue;
        fprintf(f, ",\n    ." STR_FMT "(%s[%d +: %d])", STR_ARG(g->port), g->out ? "response" : "stimulus",
                g->out ? at : s->lsb[i], port_width(s, i));
        if (g->out) at += s->width[i];
    }
    for (int i = 0; i < s->step->parked.n; i++) {
        const Var *v = s->step->parked.at[i];
        int w = type_width(&s->env, v->type);
        fprintf(f, ",\n    .parked_" STR_FMT "_o(response[%d +: %d]),\n    .parked_" STR_FMT "_we_o(response[%d])",
                STR_ARG(v->ident), s->parked[i], w, STR_ARG(v->ident), s->parked[i] + w);
    }
    fprintf(f, ");\n");
}

/* Verilator puts ports of 33 to 64 bits behind the others in the C prototype: one bit more than that. */
static int port_bits(int bits) { return bits > 32 && bits <= 64 ? 65 : bits; }

static int write_harness(const Spec *s, const char *folder)
{
    Str module = emit_module(s, folder);
    if (!module.n) return 1;
    const char *text = read_text(str_printf(s->arena, "%s/rtl/" STR_FMT ".v", folder, STR_ARG(module)).p);
    const char *path = str_printf(s->arena, "%s/backbone.sv", folder).p;
    FILE *f = text ? fopen(path, "w") : NULL;
    if (!f) { perror(path); return 1; }
    const char *start = strstr(text, "\nmodule ");
    fprintf(f, "// " STR_FMT " between two packed vectors.\nmodule backbone (\n", STR_ARG(module));
    int out = port_bits(s->out_bits);
    fprintf(f, "    input  bit [%d:0] stimulus,\n    output bit [%d:0] response\n);\n  wire unused = ^stimulus;\n",
            port_bits(s->in_bits) - 1, out - 1);
    if (out > s->out_bits) fprintf(f, "  assign response[%d:%d] = 0;\n", out - 1, s->out_bits);
    fprintf(f, "  " STR_FMT, STR_ARG(module));
    put_parameters(f, s, start ? start : text);
    fprintf(f, " u_step (");
    put_ports(f, s);
    fprintf(f, "\n  );\n");
    if (rtl_walks_visiting(s->low)) put_walk(f, s, folder, str_printf(s->arena, "%.*s_walk", module.n - 5, module.p));
    fprintf(f, "endmodule\n");
    return fclose(f) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    Spec s;
    Str sets[64];
    int n = 0;
    if (argc < 4) { fprintf(stderr, "usage: %s SPEC CONTROLLER FOLDER [NAME=VALUE...]\n", argv[0]); return 2; }
    for (int i = 4; i < argc && n < 64; i++) sets[n++] = str_from(argv[i]);
    return spec_load(&s, argv[1], argv[2], sets, n) ? write_harness(&s, argv[3]) : 1;
}
