/* row.c - rows that have fired, a line each: CYCLE CONTROLLER INSTANCE LINE FROM EVENT TO FIELD... */
#include "trial.h"
#include <stdlib.h>
#include <string.h>

Rows rows_read(Trial *t, const char *file)
{
    enum { PLACES = 7 };
    Rows rows = {0};
    char *text = tool_read(t->a, file);
    Words lines = tool_split(t->a, text ? text : "", "\n");
    for (int i = 0; i < lines.n; i++) {
        Words w = tool_split(t->a, lines.at[i], " ");
        if (w.n < PLACES) continue;
        Row r = {.cycle = atol(w.at[0]), .controller = w.at[1], .instance = atol(w.at[2]), .line = w.at[3],
                 .from = w.at[4], .event = w.at[5], .to = w.at[6]};
        for (int k = PLACES; k < w.n; k++) tool_add(t->a, &r.more, w.at[k]);
        vec_push(t->a, &rows, r);
    }
    return rows;
}

const char *row_field(const Row *r, const char *name)
{
    const char *found = NULL;
    for (int i = 0; i < r->more.n; i++) {
        const char *value = said_after(r->more.at[i], name);
        if (value && *value == '=') found = value + 1;
    }
    return found;
}

const char *row_sends(Trial *t, const Row *r)
{
    const char *sends = row_field(r, "sends");
    return sends ? tool_text(t->a, " %.*s", (int)strcspn(sends, ">"), sends) : "";
}

Rows rows_of_run(Trial *t, const char *dir, const Words *options, const char **said)
{
    Words command = {0};
    int status;
    char *rows = tool_text(t->a, "%s/rows", t->scratch);
    tool_add(t->a, &command, tool_text(t->a, "%s/sim", dir));
    tool_add_all(t->a, &command, options);
    tool_add(t->a, &command, "--rows");
    tool_add(t->a, &command, rows);
    char *text = said_by(t, &status, &command);
    if (said) *said = text;
    if (status == 0) return rows_read(t, rows);
    Words lines = tool_split(t->a, text, "\n");
    for (int i = lines.n > 3 ? lines.n - 3 : 0; i < lines.n; i++) puts(lines.at[i]);
    fflush(stdout);
    exit(1);
}

Words rows_trace(Trial *t, const char *operations, const char *options)
{
    Words words = {0};
    char *file = tool_text(t->a, "%s/trace", t->scratch);
    tool_write(file, tool_text(t->a, "cohgen-trace 1\n%s", operations));
    tool_add_text(t->a, &words, "--test trace");
    tool_add(t->a, &words, file);
    tool_add_text(t->a, &words, "%s", options);
    return words;
}
