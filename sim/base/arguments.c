/* arguments.c - see arguments.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/arguments.h"
#include "base/near.h"
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = SIM_MOST_ARGUMENTS };

const char *sim_version(void) { return COHGEN_VERSION; }

int sim_usage(const char *text, const char *what)
{
    fprintf(stderr, "error: %s%s%s\nTry --help.\n", text, what ? ": " : "", what ? what : "");
    return SIM_EXIT_USAGE;
}

/* Zeros in front do not make a number octal. */
static int base_of(const char *text) { return text[0] == '0' && (text[1] | 32) == 'x' ? 16 : 10; }

bool sim_number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, base_of(text));
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value >= least && *value <= most;
}

void sim_arguments_print(const SimArgument *a, const uint64_t *now, FILE *out)
{
    char left[40];
    snprintf(left, sizeof left, "--%s%s%s", a->name, a->value ? "=" : "", a->value ? a->value : "");
    fprintf(out, "  %-24s %s", left, a->doc);
    if (now) fprintf(out, " (default %llu)", (unsigned long long)*now);
    if (a->most && a->most < UINT32_MAX / 4)
        fprintf(out, "; %llu to %llu", (unsigned long long)a->least, (unsigned long long)a->most);
    fputc('\n', out);
}

/* Of what an option takes: its range, its words, or its form. */
static int bad_value(const SimArguments *a, const void *options, int option, const char *value)
{
    const SimArgument *g = &a->table[option];
    fprintf(stderr, "error: --%s: ", g->name);
    if (value) fprintf(stderr, "'%s': ", value);
    if (!g->value) fputs("it takes no value", stderr);
    else if (!a->expected || !a->expected(options, option, value, stderr))
        fprintf(stderr, "expected a number, %llu to %llu", (unsigned long long)g->least, (unsigned long long)g->most);
    fputs("\nTry --help.\n", stderr);
    return SIM_EXIT_USAGE;
}

static int unknown(const SimArguments *a, const char *word)
{
    const char *names[MOST_OPTIONS];
    size_t dashes = strspn(word, "-"), length = strcspn(word + dashes, "=");
    char given[40];
    for (int i = 0; i < a->n; i++) names[i] = a->table[i].name;
    fprintf(stderr, "error: unknown option '%.*s'", (int)(dashes + length), word);
    snprintf(given, sizeof given, "%.*s", (int)length, word + dashes);
    const char *near = dashes == 2 ? sim_near(given, names, (size_t)a->n) : NULL;
    if (near) fprintf(stderr, ", did you mean '--%s'?", near);
    fputs("\nTry --help.\n", stderr);
    return SIM_EXIT_USAGE;
}

/* The option that a word of the command line is, whose value is bad or missing; -1: none. */
static int option_of(const SimArguments *a, const char *word)
{
    size_t length = strcspn(word, "=");
    for (int i = 0; i < a->n; i++)
        if (length > 2 && strncmp(word + 2, a->table[i].name, length - 2) == 0 && !a->table[i].name[length - 2])
            return i;
    return -1;
}

int sim_arguments_parse(const SimArguments *a, void *options, int argc, char **argv, int *first)
{
    struct option longs[MOST_OPTIONS + 2] = {{0}};
    int c, which = 0;
    for (int i = 0; i < a->n && i < MOST_OPTIONS; i++)
        longs[i] =
            (struct option){a->table[i].name, a->table[i].value ? required_argument : no_argument, NULL, 0};
    longs[a->n] = (struct option){"set", required_argument, NULL, 0};
    optind = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, ":hV", longs, &which)) != -1) {
        const char *word = optind > 0 && optind <= argc ? argv[optind - 1] : "";
        if (c == ':') return sim_usage("a value is missing", word);
        if (c == '?') {
            int option = option_of(a, word);
            const char *value = strchr(word, '=');
            return option >= 0 && value ? bad_value(a, options, option, value + 1) : unknown(a, word);
        }
        if (c != 0) which = c == 'h' ? a->help : a->version;
        if (which == a->n) which = a->with;
        SimTaken taken = a->apply(options, which, optarg);
        if (taken == SIM_REFUSED) return SIM_EXIT_USAGE;
        if (taken == SIM_BAD) return bad_value(a, options, which, optarg);
    }
    *first = optind;
    return SIM_EXIT_OK;
}

bool sim_set_parse(struct SimSet *sets, uint32_t *n, const char *text)
{
    const char *eq = strchr(text, '=');
    if (!eq || eq == text || *n == SIM_MAX_SETS) return false;
    struct SimSet *s = &sets[*n];
    *s = (struct SimSet){.name = text, .length = (size_t)(eq - text)};
    if (!sim_number(eq + 1, 0, UINT64_MAX, &s->value)) return false;
    ++*n;
    return true;
}

uint64_t sim_set_value(struct SimSet *sets, uint32_t n, const char *name, uint64_t value)
{
    for (uint32_t i = 0; i < n; i++)
        if (strlen(name) == sets[i].length && strncmp(name, sets[i].name, sets[i].length) == 0) {
            sets[i].used = true;
            value = sets[i].value;
        }
    return value;
}
