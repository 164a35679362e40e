/* option_help.c - help, from the tables. */
#include "cli/option_table.h"
#include <string.h>

/* OF_ALL: those that every command has. */
static void help_options(FILE *to, int mask)
{
    fprintf(to, "\nOptions:\n");
    for (int i = 0; i < cg_n_options; i++) {
        const OptionInfo *o = &cg_options[i];
        char left[64];
        if (mask == OF_ALL ? o->commands != OF_ALL : !(o->commands & mask)) continue;
        snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ',
                 o->letter ? "," : " ", o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
        fprintf(to, "  %-26s %s\n", left, o->what);
    }
}

static void help_command(FILE *to, const CommandInfo *c)
{
    fprintf(to, "Usage: cohgen %s %s\n\n%c%s.\n", c->name, c->files, c->what[0] - 'a' + 'A', c->what + 1);
    if (*c->more) fprintf(to, "%s\n", c->more);
    help_options(to, 1 << c->id);
}

void options_help(FILE *to, const char *topic)
{
    for (int i = 0; topic && i < cg_n_commands; i++)
        if (strcmp(cg_commands[i].name, topic) == 0) {
            help_command(to, &cg_commands[i]);
            return;
        }
    fprintf(to, "Usage: cohgen COMMAND [OPTION...] [FILE]\n\nReads a coherence or synchronisation controller, written "
                "as a state x event table in XML, and writes Verilog.\n\nCommands:\n");
    for (int i = 0; i < cg_n_commands; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", cg_commands[i].name, cg_commands[i].files);
        fprintf(to, "  %-26s %s\n", left, cg_commands[i].what);
    }
    help_options(to, OF_ALL);
    fprintf(to, "\n'cohgen help COMMAND' lists the options of a command.\n\nExit status: 0 success, 1 errors in the "
                "input, 2 wrong command line, 3 trouble with files, memory "
                "or the system.\n");
}
