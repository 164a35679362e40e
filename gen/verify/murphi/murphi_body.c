/* murphi_body.c - statements. Options of a choice exclude one another here, or the first that holds is meant. */
#include "verify/murphi/murphi_parts.h"

void mur_line(Mur *m, int depth, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_printf(m->out, "%*s", 2 * depth, "");
    buf_vprintf(m->out, fmt, ap);
    buf_put(m->out, "\n", 1);
    va_end(ap);
}

static void choice(Mur *m, int depth)
{
    const char *word = "if";
    while (mur_take(m, "::")) {
        if (mur_take(m, "else")) mur_line(m, depth, "else");
        else mur_line(m, depth, "%s %s then", word, mur_condition(m));
        word = "elsif";
        mur_want(m, "->");
        mur_statements(m, depth + 1);
    }
    mur_want(m, "fi");
    mur_line(m, depth, "end;");
}

/* do :: GUARD -> ... :: else -> break; od */
static void loop(Mur *m, int depth)
{
    mur_want(m, "::");
    mur_line(m, depth, "while %s do", mur_condition(m));
    mur_want(m, "->");
    mur_statements(m, depth + 1);
    static const char *const rest[] = { "::", "else", "->", "break" };
    for (int i = 0; i < 4; i++) mur_want(m, rest[i]);
    mur_take(m, ";");
    mur_want(m, "od");
    mur_line(m, depth, "end;");
}

/* for (PLACE : FROM .. TO) { ... } leaves PLACE beyond TO. */
static void count(Mur *m, int depth)
{
    mur_want(m, "(");
    const char *place = mur_place(m);
    mur_want(m, ":");
    mur_line(m, depth, "%s := %s;", place, mur_number(m));
    mur_want(m, "..");
    mur_line(m, depth, "while %s <= %s do", place, mur_number(m));
    mur_want(m, ")");
    mur_want(m, "{");
    mur_statements(m, depth + 1);
    mur_want(m, "}");
    mur_line(m, depth + 1, "%s := %s + 1;", place, place);
    mur_line(m, depth, "end;");
}

/* assert(PROPERTY || ...), assert(PROPERTY) */
static void assertion(Mur *m, int depth)
{
    mur_want(m, "(");
    const char *property = str_z(m->a, mur_word(m)), *what = "false";
    if (mur_take(m, "||")) what = mur_condition(m);
    mur_want(m, ")");
    mur_line(m, depth, "assert %s \"%s\";", what, property);
}

static void change(Mur *m, int depth)
{
    const char *place = mur_place(m);
    if (mur_take(m, "++")) mur_line(m, depth, "%s := %s + 1;", place, place);
    else if (mur_take(m, "--")) mur_line(m, depth, "%s := %s - 1;", place, place);
    else {
        mur_want(m, "=");
        mur_line(m, depth, "%s := %s;", place, mur_number(m));
    }
}

static void text_for_people(Mur *m)
{
    while (!mur_end(m) && !mur_is(m, ")")) m->at++;
    mur_want(m, ")");
}

static void statement(Mur *m, int depth)
{
    if (mur_take(m, "if")) choice(m, depth);
    else if (mur_take(m, "do")) loop(m, depth);
    else if (mur_take(m, "for")) count(m, depth);
    else if (mur_take(m, "assert")) assertion(m, depth);
    else if (mur_take(m, "printf")) text_for_people(m);
    else if (mur_take(m, "skip") || mur_take(m, ";")) return;
    else if (mur_take(m, "d_step") || mur_take(m, "atomic")) {
        mur_want(m, "{");
        mur_statements(m, depth);
        mur_want(m, "}");
    } else if (mur_ahead(m, 1, "(")) mur_line(m, depth, "%s;", mur_call(m));
    else change(m, depth);
}

void mur_statements(Mur *m, int depth)
{
    while (!mur_end(m) && !mur_is(m, "}") && !mur_is(m, "fi") && !mur_is(m, "od") && !mur_is(m, "::"))
        statement(m, depth);
}
