/* murphi.c - the model as a whole: procedures, and a rule for each occurrence. */
#include "verify/murphi/murphi.h"
#include "verify/murphi/murphi_parts.h"

void mur_function(Mur *m, Str name, const Str *params, int n, const Toks *body)
{
    Mur in = *m;
    const char *list = "";
    for (int i = 0; i < n; i++) list = mur_text(m, "%s%s%s: number", list, i ? "; " : "", mur_name(m, params[i]));
    in.toks = *body;
    in.at = 0;
    const char *value = mur_number(&in);
    m->failed = in.failed;
    buf_printf(&m->procs, "\nfunction %s(%s): number;\nbegin\n  return %s;\nend;\n", mur_name(m, name), list, value);
}

static void procedure(Mur *m)
{
    const char *name = mur_name(m, mur_word(m)), *params = "";
    m->out = &m->procs;
    mur_want(m, "(");
    while (!mur_end(m) && !mur_take(m, ")")) {
        params = mur_text(m, "%s%s%s: 0..255", params, *params ? "; " : "", mur_name(m, mur_word(m)));
        mur_take(m, ",");
    }
    mur_line(m, 0, "\nprocedure %s(%s);\nbegin", name, params);
    mur_want(m, "{");
    mur_statements(m, 1);
    mur_want(m, "}");
    mur_line(m, 0, "end;");
}

/* :: d_step { GUARD -> ... } */
static void pick(Mur *m, const char *process, int number)
{
    mur_want(m, "d_step");
    mur_want(m, "{");
    mur_line(m, 0, "\nrule \"%s %d\"\n  %s\n==>\nbegin", process, number, mur_condition(m));
    mur_want(m, "->");
    mur_statements(m, 1);
    mur_want(m, "}");
    mur_line(m, 1, "%s_step();\nend;", process);
}

static void to_fi(Mur *m)
{
    for (int open = 1; !mur_end(m) && open; m->at++) open += mur_is(m, "if") - mur_is(m, "fi");
}

/* active proctype NAME() { do :: atomic { if OPTIONS fi; ... } od }; without options it acts in every state. */
static void process(Mur *m)
{
    const char *name = mur_name(m, mur_word(m));
    static const char *const head[] = { "(", ")", "{", "do", "::", "atomic", "{" };
    for (int i = 0; i < 7; i++) mur_want(m, head[i]);
    int options = mur_take(m, "if") ? m->at : -1;
    if (options >= 0) to_fi(m);
    m->out = &m->procs;
    mur_line(m, 0, "\nprocedure %s_step();\nbegin", name);
    mur_statements(m, 1);
    mur_line(m, 0, "end;");
    int after = m->at;
    m->out = &m->rules;
    if (options < 0) mur_line(m, 0, "\nrule \"%s\"\n  true\n==>\nbegin\n  %s_step();\nend;", name, name);
    m->at = options < 0 ? after : options;
    for (int i = 1; options >= 0 && mur_take(m, "::"); i++) pick(m, name, i);
    m->at = after;
    static const char *const tail[] = { "}", "od", "}" };
    for (int i = 0; i < 3; i++) mur_want(m, tail[i]);
}

/* A comment's text without its ends: Murphi has others. */
static void heading(const char *promela, Buf *out)
{
    int n = 0;
    while (promela[n] && promela[n] != '\n') n++;
    Str line = { promela + 3, n > 3 ? n - 3 : 0 };
    int written = 0;
    while (written < line.n && line.p[written] != ',') written++;
    buf_printf(out,
               "-- " STR_FMT "\n"
               "-- Written by cohgen verify --export murphi.\n"
               "--   rumur --deadlock-detection off --output model.c FILE && cc -O2 -mcx16 -o model model.c -lpthread "
               "&& ./model\n"
               "-- Each rule is what is offered to a controller; rest looks at every state and changes none.\n"
               "-- Livelock is not checked. MESSAGES is the room of each network.\n\n",
               written, line.p);
}

const char *murphi_write(Arena *a, const char *promela, Buf *out)
{
    Mur m = { .a = a };
    Buf *const parts[] = { &m.types, &m.vars, &m.procs, &m.start, &m.rules };
    for (int i = 0; i < 5; i++) buf_init(parts[i], a);
    buf_printf(&m.types, "type number: -1000000..1000000;\n");
    mur_read(&m, promela);
    while (!mur_end(&m)) {
        if (mur_take(&m, "typedef")) mur_typedef(&m);
        else if (mur_take(&m, "inline")) procedure(&m);
        else if (mur_take(&m, "active")) {
            mur_want(&m, "proctype");
            process(&m);
        } else mur_variable(&m);
    }
    if (m.failed) return m.failed;
    heading(promela, out);
    for (int i = 0; i < 5; i++) {
        if (parts[i] == &m.start) buf_printf(out, "\nstartstate\nbegin\n");
        buf_put(out, parts[i]->at, parts[i]->n);
        if (parts[i] == &m.start) buf_printf(out, "end;\n");
    }
    return NULL;
}
