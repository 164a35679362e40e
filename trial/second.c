/* second.c - one small system under two checkers: it is exported (`cohgen verify --export`), SPIN or Rumur runs on the
 * model and `cohgen verify` on the same system with every numbering, and the two are compared.
 *   Nothing wrong:   both say so, and the numbers of states are equal (the other checker has one more if a bound was
 *                    reached: it stands for all that is beyond).
 *   Something wrong: both say so, and their shortest runs have the same number of steps. */
#define _GNU_SOURCE
#include "trial.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Trial *t;
    const char *name, *tool, *command, *messages; /* messages: room of each network */
    char *verify;                       /* what it says */
    int status;                         /* its exit status */
    bool cut;                           /* it reached a bound */
    const char *want;                   /* what it found, as the other one calls it; "passed" */
    long count;                         /* its states, or the steps of its run */
    char *out, *steps;                  /* what the other one says, and its run, if that is apart */
    const char *got, *seconds;
    long others;
} Second;

/* Of a step of a program that must succeed: else its output, and the end. */
static char *must(Second *s, int failure, const Words *command)
{
    int status;
    char *text = said_by(s->t, &status, command);
    if (status == 0) return text;
    fputs(text, stderr);
    exit(failure);
}

/* Lines that begin with blanks, digits, two blanks and a letter: the steps of a run. */
static bool is_step(const char *line)
{
    line += strspn(line, " ");
    size_t digits = strspn(line, "0123456789");
    return digits && line[digits] == ' ' && line[digits + 1] == ' ' && isalpha((unsigned char)line[digits + 2]);
}

/* Reads what verify has said. */
static void read_verify(Second *s)
{
    static const struct { const char *found, *called; } names[] = {
        {"an event that must not happen", "never_row"}, {"data value", "value"}, {"order of writes", "order"}};
    Words lines = tool_split(s->t->a, s->verify, "\n");
    long states = 0, steps = 0;
    s->want = "passed";
    for (int i = 0; i < lines.n; i++) {
        const char *line = lines.at[i], *found = said_after(line, "FAILED: ");
        size_t digits = strspn(line, "0123456789");
        if (digits && said_after(line + digits, " states, ")) states = atol(line);
        if (said_after(line, "bounded: ")) s->cut = true;
        if (is_step(line)) steps++;
        if (!found) continue;
        s->want = found;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strcmp(found, names[k].found) == 0) s->want = names[k].called;
    }
    s->count = s->status == 0 ? states : steps;
}

/* cc with CFLAGS */
static Words compiler(Second *s)
{
    Words command = {0};
    tool_add(s->t->a, &command, tool_setting("CC", "gcc"));
    tool_add_text(s->t->a, &command, "%s -w", tool_setting("CFLAGS", "-O1"));
    return command;
}

/* Depth first to visit every state; breadth first to have a shortest run. */
static void run_promela(Second *s)
{
    static const char *const limits[] = {"max search depth too small", "reached -DMEMLIM", "out of memory"};
    Trial *t = s->t;
    Words spin = {0}, cc = compiler(s), pan = {0}, trail = {0};
    int status;
    tool_add_text(t->a, &spin, "spin -DMESSAGES=%s -a model", s->messages);
    char *said = must(s, 1, &spin);
    if (strcasestr(said, "error")) fputs(said, stderr), exit(1);
    tool_add_text(t->a, &cc, "-DSAFETY -DNOREDUCE -DVECTORSZ=4096 -DMEMLIM=%s %s -o pan pan.c",
                  tool_setting("PAN_MB", "2000"), s->status ? "-DBFS" : "");
    must(s, 1, &cc);
    tool_add_text(t->a, &pan, "./pan -w22 %s", s->status ? "" : "-m2000000");
    s->out = said_by(t, &status, &pan);
    for (int i = 0; i < 3; i++)
        if (strstr(s->out, limits[i])) fprintf(stderr, "SPIN reached a limit:\n%s", s->out), exit(3);
    const char *time = said_line(t, s->out, "pan: elapsed time "), *end = time ? strstr(time, " seconds") : NULL;
    s->seconds = tool_text(t->a, ", %.*s s", end ? (int)(end - time) : 0, time);
    const char *violated = said_line(t, s->out, "pan:1: assertion violated ");
    if (violated) {
        violated += strspn(violated, "(");
        s->got = tool_text(t->a, "%.*s", (int)strspn(violated, "abcdefghijklmnopqrstuvwxyz_"), violated);
    }
    if ((!s->got || !*s->got) && !strstr(s->out, "errors: 0")) fputs(s->out, stderr), exit(1);
    if (!s->got || !*s->got) s->got = "passed";
    if (s->status) {
        tool_add_text(t->a, &trail, "spin -DMESSAGES=%s -t model", s->messages);
        s->steps = said_by(t, &status, &trail);
    }
    Words lines = tool_split(t->a, s->status ? s->steps : s->out, "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *line = lines.at[i] + strspn(lines.at[i], " ");
        if (s->status) s->others += said_after(line, "step ") != NULL;
        else if (strcmp(line + strspn(line, "0123456789"), " states, stored") == 0) s->others = atol(line);
    }
}

/* The rule is about a place in a network beyond its room: its guard, on the line after, says `NET_n > PLACE`. */
static bool is_beyond(const char *rule, long room)
{
    const char *guard = rule + strcspn(rule, "\n"), *end = guard + 1 + strcspn(guard + (*guard != 0), "\n");
    const char *place = strstr(guard, "_n > ");
    return place && place < end && atol(place + strlen("_n > ")) >= room;
}

/* Rumur's model with the room of networks that is wanted, and no rules beyond: it needs long to translate each. */
static void sized(Second *s)
{
    Trial *t = s->t;
    char *text = tool_read(t->a, "model");
    FILE *to = fopen("sized.m", "w");
    if (!text || !to) tool_fatal(3, "cannot copy the model: %s", strerror(errno));
    bool beyond = false;
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        bool ends = beyond && strncmp(line, "end;", n) == 0 && n == 4;
        if (said_after(line, "rule ")) beyond = is_beyond(line, atol(s->messages));
        if (beyond) beyond = !ends;
        else if (said_after(line, "const MESSAGES: ")) fprintf(to, "const MESSAGES: %s;\n", s->messages);
        else fprintf(to, "%.*s\n", (int)n, line);
        line += n + (line[n] != 0);
    }
    if (fclose(to) != 0) tool_fatal(3, "cannot write sized.m: %s", strerror(errno));
}

/* One thread: its search is breadth first, so that runs are shortest. */
static void run_murphi(Second *s)
{
    Trial *t = s->t;
    Words rumur = {0}, cc = compiler(s), checker = {0};
    int status;
    sized(s);
    tool_add_text(t->a, &rumur, "rumur --quiet --threads 1 --deadlock-detection off --output model.c sized.m");
    must(s, 1, &rumur);
    tool_add_text(t->a, &cc, "-mcx16 -o checker model.c -lpthread");
    must(s, 1, &cc);
    tool_add(t->a, &checker, "./checker");
    s->out = said_by(t, &status, &checker);
    s->seconds = "";
    s->got = s->status || strstr(s->out, "No error found") ? "passed" : "failed";
    Words lines = tool_split(t->a, s->out, "\n");
    bool known = false;
    for (int i = 0; i < lines.n; i++) {
        const char *line = lines.at[i], *digits = line + strcspn(line, "0123456789");
        const char *failed = strstr(line, "Assertion failed: "), *name = failed ? strrchr(failed, ' ') : NULL;
        if (s->status == 0) {
            if (said_after(digits + strspn(digits, "0123456789"), " states, ")) s->others = atol(digits);
        } else if (failed && !known && name[1]) s->got = name + 1, known = true;
        else if (said_after(line, "Rule ") && strstr(line, " fired"))
            s->others += !strstr(line, "Rule \"rest") && !strstr(line, "Rule rest");
    }
}

static int compared(Second *s)
{
    bool right = s->status == 0, agree;
    if (right) {
        printf("verify: %s, %ld states; %s: %s, %ld states%s%s\n", s->want, s->count, s->name, s->got, s->others,
               s->cut ? ", one of them beyond the bounds" : "", s->seconds);
        agree = strcmp(s->got, s->want) == 0 && s->others == s->count + s->cut;
    } else {
        printf("verify: %s, %ld steps; %s: %s, %ld steps%s\n", s->want, s->count, s->name, s->got, s->others,
               s->seconds);
        agree = strcmp(s->got, "passed") != 0 && s->others == s->count;
    }
    if (agree) return 0;
    printf("they do not agree; verify says:\n%s%s says:\n%s", s->verify, s->name, s->steps ? s->steps : s->out);
    return 1;
}

/* cohgen verify WORDS MORE... */
static Words search(Second *s, int argc, char **argv)
{
    Words command = {0};
    tool_add(s->t->a, &command, s->t->cohgen);
    tool_add(s->t->a, &command, "verify");
    for (int i = 0; i < argc; i++) tool_add(s->t->a, &command, argv[i]);
    return command;
}

int trial_second(Trial *t, bool promela, int argc, char **argv)
{
    Second of = {.t = t, .name = promela ? "SPIN" : "Rumur", .tool = promela ? "spin" : "rumur",
                 .command = promela ? "spin" : "murphi",
                 .messages = tool_setting("MESSAGES", promela ? "24" : "8")}, *s = &of;
    if (!argc) {
        fprintf(stderr, "usage: ./run %s FILE [OPTION...]\n", s->command);
        return 2;
    }
    if (!tool_in_path(t->a, s->tool))
        tool_fatal(3, "no program %s; scripts/setup.sh build %s installs what is needed", s->tool, s->tool);
    const char *keep = getenv("KEEP"), *dir = keep && *keep ? keep : t->scratch;
    tool_folder(dir);
    Words export = search(s, argc, argv), verify = search(s, argc, argv);
    tool_add_text(t->a, &export, "--export %s -o", promela ? "promela" : "murphi");
    tool_add(t->a, &export, tool_text(t->a, "%s/model", dir));
    int status;
    char *said = said_by(t, &status, &export);
    fputs(said, stderr);
    if (status) return status;
    tool_add_text(t->a, &verify, "--no-symmetry --no-drain");
    s->verify = said_by(t, &s->status, &verify);
    if (s->status > 1) {
        fputs(s->verify, stderr);
        return s->status;
    }
    read_verify(s);
    if (chdir(dir) != 0) tool_fatal(3, "cannot enter %s: %s", dir, strerror(errno));
    if (promela) run_promela(s);
    else run_murphi(s);
    return compared(s);
}
