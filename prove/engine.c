/* engine.c - runs Yosys and ABC, and reads what ABC says: it exits with 0 whatever comes out. */
#include "prove.h"
#include "util/buf.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was said ---- */

static const char asserted[] = "asserted in frame ";

int prove_frame(const char *log)
{
    const char *at = strstr(log, asserted);
    return at && isdigit((unsigned char)at[sizeof asserted - 1]) ? atoi(at + sizeof asserted - 1) : -1;
}

static bool bounded(const char *log, int frames)
{
    char text[80];
    snprintf(text, sizeof text, "No output asserted in %d frames", frames);
    return strstr(log, text) != NULL;
}

ProveVerdict prove_verdict(const char *log, int frames)
{
    if (strstr(log, "Property proved") || strstr(log, "Networks are equivalent"))
        return (ProveVerdict){PROVE_PROVED, -1};
    int frame = prove_frame(log);
    if (frame >= 0) return (ProveVerdict){PROVE_VIOLATED, frame};
    if (frames && bounded(log, frames)) return (ProveVerdict){PROVE_BOUNDED, frames};
    return (ProveVerdict){PROVE_UNKNOWN, -1};
}

bool prove_all_asserted(const char *log, int outputs)
{
    char all[40], those[40];
    snprintf(all, sizeof all, "All = %d.", outputs);
    snprintf(those, sizeof those, " Disproved = %d.", outputs);
    const char *at = strstr(log, all), *end = at ? strchr(at, '\n') : NULL, *there = at ? strstr(at, those) : NULL;
    return there && (!end || there < end);
}

int prove_number(const char *text)
{
    for (const char *at = text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (isdigit((unsigned char)*at)) return atoi(at);
    return -1;
}

Words prove_cells(Arena *a, const char *dump)
{
    Words names = {0}, lines = tool_split(a, dump, "\n");
    for (int i = 0; i < lines.n; i++) {
        const char *at = lines.at[i] + strspn(lines.at[i], " ");
        static const char cell[] = "cell $assert \\";
        if (strncmp(at, cell, sizeof cell - 1) == 0) tool_add(a, &names, at + sizeof cell - 1);
    }
    return names;
}

/* ---- programs ---- */

volatile sig_atomic_t prove_signal;

int prove_run(Prove *p, int clock, int cpu, const Words *command)
{
    Words all = {0};
    if (clock) tool_add(p->a, &all, "timeout"), tool_add(p->a, &all, tool_text(p->a, "%d", clock));
    tool_add_all(p->a, &all, command);
    int status = tool_run(p->a, p->log, cpu, &all);
    if (prove_signal) exit(128 + prove_signal);
    return status;
}

bool prove_yosys(Prove *p, const char *format, ...)
{
    Buf b;
    buf_init(&b, p->a);
    va_list args;
    va_start(args, format);
    buf_vprintf(&b, format, args);
    va_end(args);
    buf_put(&b, "", 1);
    Words command = {0};
    tool_add_text(p->a, &command, "yosys -q -p");
    vec_push(p->a, &command, b.at);
    return prove_run(p, 0, 0, &command) == 0;
}

char *prove_abc(Prove *p, int clock, int cpu, const char *script)
{
    Words command = {0};
    tool_add_text(p->a, &command, "yosys-abc -c");
    tool_add(p->a, &command, script);
    prove_run(p, clock, cpu, &command);
    return prove_said(p);
}

char *prove_said(Prove *p)
{
    char *text = tool_read(p->a, p->log);
    return text ? text : tool_text(p->a, "%s", "");
}

void prove_show(Prove *p, int lines)
{
    Words all = tool_split(p->a, prove_said(p), "\n");
    for (int i = all.n > lines ? all.n - lines : 0; i < all.n; i++) puts(all.at[i]);
    fflush(stdout);
}

bool prove_emit(Prove *p, const char *file, const char *folder, const Words *sets)
{
    Words command = {0};
    const char *words[] = {p->cohgen, "emit", file, "-o", folder};
    for (int i = 0; i < 5; i++) tool_add(p->a, &command, words[i]);
    tool_add_all(p->a, &command, sets);
    return prove_run(p, 0, 0, &command) == 0;
}

bool prove_changed(Prove *p, const char *file, const char *script)
{
    char *before = tool_read(p->a, file), *to = tool_text(p->a, "%s/changed", p->dir);
    Words command = {0};
    tool_add_text(p->a, &command, "sed -E");
    tool_add(p->a, &command, script);
    tool_add(p->a, &command, file);
    if (!before || tool_run_to(p->a, to, NULL, 0, &command) != 0) tool_fatal(2, "sed: cannot change %s", file);
    char *after = tool_read(p->a, to);
    if (strcmp(before, after) == 0) return false;
    tool_write(file, after);
    return true;
}
