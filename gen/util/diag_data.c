/* diag_data.c - see diag_data.h for the contract. */
#include "util/diag_data.h"
#include "util/json.h"
#include <stdbool.h>

static const char *const words[] = { [DIAG_ERROR] = "error", [DIAG_WARNING] = "warning", [DIAG_NOTE] = "note" };

/* said: an error or a warning is open, notes: so is its list of notes. */
typedef struct { Buf *out; bool said, notes; int alike; } Writing;

static void put_place(Buf *b, Pos at)
{
    if (at.file) {
        buf_printf(b, ", ");
        json_put_field(b, "file", str_from(at.file));
    }
    if (at.line > 0) buf_printf(b, ", \"line\": %d", at.line);
    if (at.line > 0 && at.col > 0) buf_printf(b, ", \"column\": %d", at.col);
}

/* ---- JSON ---- */

static void end_json(Writing *w)
{
    if (w->notes) buf_printf(w->out, "]");
    if (w->said && w->alike) buf_printf(w->out, ", \"alike\": %d", w->alike);
    if (w->said) buf_printf(w->out, "}");
    w->notes = false;
}

static void put_json(void *ctx, const DiagSaid *s)
{
    Writing *w = ctx;
    if (s->level == DIAG_NOTE) {
        buf_printf(w->out, w->notes ? ", " : ", \"notes\": [");
        w->notes = true;
        buf_printf(w->out, "{");
    } else {
        end_json(w);
        buf_printf(w->out, "%s\n  {\"level\": \"%s\", ", w->said ? "," : "", words[s->level]);
        w->said = true;
        w->alike = s->alike;
    }
    json_put_field(w->out, "message", s->text);
    put_place(w->out, s->at);
    if (s->level == DIAG_NOTE) buf_printf(w->out, "}");
}

void diag_json(Buf *out, Diags *d, int limit)
{
    Writing w = { .out = out };
    buf_printf(out, "{\"format\": \"cohgen-diagnostics 1\", \"diagnostics\": [");
    int hidden = diag_each(d, limit, put_json, &w);
    end_json(&w);
    buf_printf(out, "],\n \"errors\": %d, \"warnings\": %d, \"not_shown\": %d}\n", diag_errors(d), diag_warnings(d),
               hidden);
}

/* ---- SARIF ---- */

/* A path as a URI: relative to where cohgen was called, or file:///... */
static void put_uri(Buf *b, const char *path)
{
    buf_printf(b, "\"%s", *path == '/' ? "file://" : "");
    for (const char *p = path; *p; p++) {
        unsigned char c = (unsigned char)*p;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                     c == '.' || c == '-' || c == '_' || c == '~';
        if (plain) buf_put(b, p, 1);
        else buf_printf(b, "%%%02X", c);
    }
    buf_printf(b, "\"");
}

static void put_location(Buf *b, Pos at)
{
    buf_printf(b, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    put_uri(b, at.file);
    buf_printf(b, "}");
    if (at.line > 0) buf_printf(b, ", \"region\": {\"startLine\": %d", at.line);
    if (at.line > 0 && at.col > 0) buf_printf(b, ", \"startColumn\": %d", at.col);
    buf_printf(b, "%s}", at.line > 0 ? "}" : "");
}

static void end_sarif(Writing *w)
{
    if (w->notes) buf_printf(w->out, "]");
    if (w->said && w->alike) buf_printf(w->out, ", \"occurrenceCount\": %d", w->alike + 1);
    if (w->said) buf_printf(w->out, "}");
    w->notes = false;
}

static void put_sarif(void *ctx, const DiagSaid *s)
{
    Writing *w = ctx;
    Buf *b = w->out;
    if (s->level == DIAG_NOTE) {
        if (!s->at.file) return;
        buf_printf(b, w->notes ? ", " : ", \"relatedLocations\": [");
        w->notes = true;
        put_location(b, s->at);
        buf_printf(b, ", \"message\": {");
        json_put_field(b, "text", s->text);
        buf_printf(b, "}}");
        return;
    }
    end_sarif(w);
    buf_printf(b, "%s\n    {\"level\": \"%s\", \"message\": {", w->said ? "," : "", words[s->level]);
    json_put_field(b, "text", s->text);
    buf_printf(b, "}");
    if (s->at.file) {
        buf_printf(b, ", \"locations\": [");
        put_location(b, s->at);
        buf_printf(b, "}]");
    }
    w->said = true;
    w->alike = s->alike;
}

void diag_sarif(Buf *out, Diags *d, int limit, const char *version)
{
    Writing w = { .out = out };
    buf_printf(out, "{\"version\": \"2.1.0\", \"runs\": [{\n  \"tool\": {\"driver\": {\"name\": \"cohgen\", ");
    json_put_field(out, "version", str_from(version));
    buf_printf(out, "}},\n  \"columnKind\": \"unicodeCodePoints\",\n  \"results\": [");
    int hidden = diag_each(d, limit, put_sarif, &w);
    end_sarif(&w);
    buf_printf(out, "],\n  \"properties\": {\"errors\": %d, \"warnings\": %d, \"notShown\": %d}}]}\n", diag_errors(d),
               diag_warnings(d), hidden);
}
