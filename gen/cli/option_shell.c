/* option_shell.c - completion for shells, from the tables. Files complete by themselves. */
#include "cli/option_table.h"
#include <string.h>

/* Options of a command, blank-separated: --set= where a value follows. */
static void put_options(FILE *to, const CommandInfo *c)
{
    for (int i = 0; i < cg_n_options; i++)
        if (cg_options[i].commands & 1 << c->id)
            fprintf(to, " --%s%s", cg_options[i].name, cg_options[i].arg ? "=" : "");
}

static void put_commands(FILE *to, const char *between)
{
    for (int i = 0; i < cg_n_commands; i++) fprintf(to, "%s%s", i ? between : "", cg_commands[i].name);
}

/* "allow:deadlock livelock" where the choices of a command's options are asked for. */
static void put_choices(FILE *to, const CommandInfo *c, const char *format)
{
    for (int i = 0; i < cg_n_options; i++)
        if (cg_options[i].commands & 1 << c->id && cg_options[i].choices)
            fprintf(to, format, c->name, cg_options[i].name, cg_options[i].choices);
}

static void bash(FILE *to)
{
    fprintf(to, "# bash completion for cohgen.\n_cohgen()\n{\n    local command= word option i choices= options=\n"
                "    local line=${COMP_LINE:0:COMP_POINT}\n    word=${line##*[[:blank:]]}\n"
                "    local cur=${COMP_WORDS[COMP_CWORD]}\n    [ \"$cur\" != = ] || cur=\n"
                "    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in\n        ");
    put_commands(to, "|");
    fprintf(to,
            ") command=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n    case $command in\n    '') options='");
    put_commands(to, " ");
    fprintf(to, " --help --version' ;;\n    help|manual) options='");
    put_commands(to, " ");
    fprintf(to, "' ;;\n    completion) options='bash zsh' ;;\n");
    for (int i = 0; i < cg_n_commands; i++) {
        const CommandInfo *c = &cg_commands[i];
        if (c->id == CMD_HELP || c->id == CMD_MANUAL || c->id == CMD_COMPLETION) continue;
        fprintf(to, "    %s) options='", c->name);
        put_options(to, c);
        fprintf(to, "' ;;\n");
    }
    fprintf(to, "    esac\n    case $command:$word in\n");
    for (int i = 0; i < cg_n_commands; i++) put_choices(to, &cg_commands[i], "    %s:--%s=*) choices='%s' ;;\n");
    fprintf(to, "    esac\n    if [ \"$choices\" ]; then\n        COMPREPLY=($(compgen -W \"$choices\" -- \"$cur\"))\n"
                "    elif [[ $word == --*=* ]]; then\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                "    elif [[ $word == -* || ! $command || $command == @(help|manual|completion) ]]; then\n"
                "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                "        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
                "    else\n        COMPREPLY=($(compgen -f -- \"$cur\"))\n    fi\n}\n"
                "complete -o filenames -F _cohgen cohgen\n");
}

/* In a string between apostrophes, within [...] of _arguments. */
static void put_zsh(FILE *to, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", to);
        else if (strchr("[]:", *text))
            fprintf(to, "\\%c", *text);
        else
            fputc(*text, to);
    }
}

static void zsh_option(FILE *to, const OptionInfo *o)
{
    fprintf(to, " \\\n            '*--%s%s[", o->name, o->arg ? "=" : "");
    put_zsh(to, o->what);
    if (o->choices)
        fprintf(to, "]:%s:(%s)'", o->arg, o->choices);
    else if (o->arg)
        fprintf(to, "]:%s:_files'", o->arg);
    else
        fprintf(to, "]'");
}

static void zsh(FILE *to)
{
    fprintf(to, "#compdef cohgen\n# zsh completion for cohgen.\n_cohgen() {\n    local -a commands\n    commands=(\n");
    for (int i = 0; i < cg_n_commands; i++) {
        fprintf(to, "        '%s:", cg_commands[i].name);
        put_zsh(to, cg_commands[i].what);
        fprintf(to, "'\n");
    }
    fprintf(to, "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
                "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n"
                "        help|manual) _describe command commands ;;\n        completion) compadd bash zsh ;;\n");
    for (int i = 0; i < cg_n_commands; i++) {
        const CommandInfo *c = &cg_commands[i];
        if (c->id == CMD_HELP || c->id == CMD_MANUAL || c->id == CMD_COMPLETION) continue;
        fprintf(to, "        %s) _arguments", c->name);
        for (int k = 0; k < cg_n_options; k++)
            if (cg_options[k].commands & 1 << c->id) zsh_option(to, &cg_options[k]);
        fprintf(to, " \\\n            '*:file:_files' ;;\n");
    }
    fprintf(to, "    esac\n}\n_cohgen \"$@\"\n");
}

bool options_completion(FILE *to, const char *shell)
{
    bool is_bash = strcmp(shell, "bash") == 0, is_zsh = strcmp(shell, "zsh") == 0;
    if (is_bash)
        bash(to);
    else if (is_zsh)
        zsh(to);
    else
        fprintf(stderr, "cohgen: completion: '%s' is not one of: bash zsh\n", shell);
    return is_bash || is_zsh;
}
