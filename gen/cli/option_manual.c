/* option_manual.c - manual pages, from the tables. */
#include "cli/option_table.h"
#include <ctype.h>
#include <string.h>

/* Text of man(7): no '-' becomes a hyphen, no line is a request, blanks and line ends are one. */
static void put(FILE *to, const char *text)
{
    for (; *text; text++) {
        if (*text == '-')
            fputs("\\-", to);
        else if (*text == '\\')
            fputs("\\e", to);
        else if (*text == '\n')
            fputc(' ', to);
        else
            fputc(*text, to);
    }
}

static void paragraph(FILE *to, const char *text)
{
    fprintf(to, ".PP\n\\&");
    put(to, text);
    fprintf(to, "\n");
}

static void put_options(FILE *to, int mask)
{
    for (int i = 0; i < cg_n_options; i++) {
        const OptionInfo *o = &cg_options[i];
        if (mask == OF_ALL ? o->commands != OF_ALL : o->commands == OF_ALL || !(o->commands & mask)) continue;
        fprintf(to, ".TP\n\\fB");
        if (o->letter) fprintf(to, "\\-%c\\fR, \\fB", o->letter);
        fprintf(to, "\\-\\-");
        put(to, o->name);
        fprintf(to, "\\fR");
        if (o->arg) fprintf(to, "=\\fI%s\\fR", o->arg);
        fprintf(to, "\n\\&");
        put(to, o->what);
        if (o->choices) {
            fprintf(to, " (");
            put(to, o->choices);
            fprintf(to, ")");
        }
        if (o->min < o->max) fprintf(to, " (%d to %d)", o->min, o->max);
        fprintf(to, "\n");
    }
}

static void head(FILE *to, const char *name)
{
    fprintf(to, ".\\\" Printed by `cohgen manual`.\n.TH \"COHGEN%s", *name ? "\\-" : "");
    for (; *name; name++) fputc(toupper((unsigned char)*name), to);
    fprintf(to, "\" \"1\" \"\" \"cohgen %s\" \"cohgen\"\n.SH NAME\ncohgen", COHGEN_VERSION);
}

static void tail(FILE *to)
{
    fprintf(to, ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\nthe input is wrong, or a property failed\n.TP\n2\n"
                "wrong command line, or a system that \\fBverify\\fR cannot search\n.TP\n3\n"
                "files, memory, a limit, or the system\n.SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\n"
                "if it is not empty, messages have no colours, unless \\fB\\-\\-color=always\\fR says so\n");
}

static void command_page(FILE *to, const CommandInfo *c)
{
    head(to, c->name);
    fprintf(to, "\\-%s \\- ", c->name);
    put(to, c->what);
    fprintf(to, "\n.SH SYNOPSIS\n\\fBcohgen %s\\fR [\\fIoption\\fR...] ", c->name);
    put(to, c->files);
    fprintf(to, "\n.SH DESCRIPTION\n\\&%c", toupper((unsigned char)*c->what));
    put(to, c->what + 1);
    fprintf(to, ".\n");
    if (*c->more) paragraph(to, c->more);
    fprintf(to, ".SH OPTIONS\n");
    put_options(to, 1 << c->id);
    put_options(to, OF_ALL);
    tail(to);
    fprintf(to, ".SH SEE ALSO\n\\fBcohgen\\fR(1)\n");
}

static void whole_page(FILE *to)
{
    head(to, "");
    fprintf(to, " \\- cache controllers from state x event tables\n.SH SYNOPSIS\n"
                "\\fBcohgen\\fR \\fIcommand\\fR [\\fIoption\\fR...] [\\fIfile\\fR...]\n.SH DESCRIPTION\n"
                "Reads a coherence or synchronisation controller, written as a state x event table in XML. Writes "
                "synthesizable Verilog, a test bench, documents; searches all states of a small system.\n"
                ".SH COMMANDS\nEach has a page of its own, \\fBcohgen\\-\\fIcommand\\fR(1).\n");
    for (int i = 0; i < cg_n_commands; i++) {
        fprintf(to, ".TP\n\\fB%s\\fR ", cg_commands[i].name);
        put(to, cg_commands[i].files);
        fprintf(to, "\n\\&");
        put(to, cg_commands[i].what);
        fprintf(to, "\n");
    }
    fprintf(to, ".SH OPTIONS OF EVERY COMMAND\n");
    put_options(to, OF_ALL);
    tail(to);
    fprintf(to,
            ".SH FILES\nThe schema of specifications is specs/cohgen.xsd; docs/language.md explains the language.\n");
}

bool options_manual(FILE *to, const char *topic)
{
    if (!topic) {
        whole_page(to);
        return true;
    }
    for (int i = 0; i < cg_n_commands; i++)
        if (strcmp(cg_commands[i].name, topic) == 0) {
            command_page(to, &cg_commands[i]);
            return true;
        }
    fprintf(stderr, "cohgen: manual: unknown command '%s'\n", topic);
    return false;
}
