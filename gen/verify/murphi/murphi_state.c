/* murphi_state.c - types, variables, and the values that they have first. */
#include "verify/murphi/murphi_parts.h"

static const char *range(Mur *m, Str type)
{
    return str_is(type, "bool")    ? "0..1"
           : str_is(type, "byte")  ? "0..255"
           : str_is(type, "short") ? "-32768..32767"
           : str_is(type, "int")   ? "-1000000..1000000"
                                   : mur_name(m, type);
}

static Field field(Mur *m)
{
    Field f = { .init = "0" };
    f.type = mur_word(m);
    f.name = mur_word(m);
    if (mur_take(m, "[")) {
        f.length = mur_number(m);
        mur_want(m, "]");
    }
    if (mur_take(m, "=")) f.init = mur_number(m);
    mur_want(m, ";");
    return f;
}

static const char *declared(Mur *m, const Field *f)
{
    const char *type = range(m, f->type);
    return mur_text(m, "%s: %s%s%s%s;", mur_name(m, f->name), f->length ? "array [0 .. " : "",
                    f->length ? mur_text(m, "%s - 1", f->length) : "", f->length ? "] of " : "", type);
}

void mur_typedef(Mur *m)
{
    Record r = { .name = mur_word(m) };
    mur_want(m, "{");
    buf_printf(&m->types, "type %s: record\n", mur_name(m, r.name));
    while (!mur_end(m) && !mur_take(m, "}")) {
        Field f = field(m);
        vec_push(m->a, &r.of, f);
        buf_printf(&m->types, "  %s\n", declared(m, &f));
    }
    buf_printf(&m->types, "end;\n");
    vec_push(m->a, &m->records, r);
}

static void first_value(Mur *m, int depth, const char *at, const Field *f)
{
    int in = depth;
    if (f->length) {
        buf_printf(&m->start, "%*sfor i%d: 0 .. %s - 1 do\n", 2 * depth, "", depth, f->length);
        at = mur_text(m, "%s[i%d]", at, depth);
        in++;
    }
    const Record *r = NULL;
    for (int i = 0; i < m->records.n; i++) if (str_eq(m->records.at[i].name, f->type)) r = &m->records.at[i];
    if (!r) buf_printf(&m->start, "%*s%s := %s;\n", 2 * in, "", at, f->init);
    for (int i = 0; r && i < r->of.n; i++)
        first_value(m, in, mur_text(m, "%s.%s", at, mur_name(m, r->of.at[i].name)), &r->of.at[i]);
    if (f->length) buf_printf(&m->start, "%*send;\n", 2 * depth, "");
}

/* The names of properties stand only in assertions. */
static bool is_property(Str s)
{
    static const char *const of[] = { "never_row", "overflow", "invariant", "value", "order", "conservation",
                                      "deadlock", "livelock", "serialisability" };
    for (int i = 0; i < 9; i++) if (str_is(s, of[i])) return true;
    return false;
}

void mur_variable(Mur *m)
{
    Field f = field(m);
    if (is_property(f.name)) return;
    buf_printf(&m->vars, "var %s\n", declared(m, &f));
    first_value(m, 1, mur_name(m, f.name), &f);
}
