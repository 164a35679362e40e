/* text.c - see text.h for the contract. */
#include "util/text.h"
#include <string.h>
#include <strings.h>

const char *text_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Takes the first character of s, which is not empty. Malformed: one byte, and *code is 0. */
static Str take(Str *s, unsigned *code)
{
    static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned c = (unsigned char)*s->p;
    int n = c < 0x80 ? 1 : c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 0;
    *code = n < 2 ? c : c & (0x7fu >> n);
    for (int i = 1; n && i < n; i++) {
        if (i >= s->n || ((unsigned char)s->p[i] & 0xc0) != 0x80) n = 0;
        else *code = *code << 6 | ((unsigned char)s->p[i] & 0x3f);
    }
    if (!n || *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000)) {
        n = 1;
        *code = 0;
    }
    Str taken = { s->p, n };
    s->p += n;
    s->n -= n;
    return taken;
}

static bool is_separator(unsigned c) { return (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029; }

static bool is_hidden(unsigned c)
{
    bool turns =
        c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || turns || c == 0xfeff;
}

Str text_line(Arena *a, Str s)
{
    Buf b;
    buf_init(&b, a);
    buf_put(&b, "", 0);
    while (s.n > 0) {
        unsigned code;
        Str c = take(&s, &code);
        if (is_separator(code)) buf_put(&b, " ", 1);
        else if (is_hidden(code)) buf_put(&b, "?", 1);
        else buf_put(&b, c.p, (size_t)c.n);
    }
    return (Str){ b.at, (int)b.n };
}

/* Does it begin with a word that makes a comment a directive of some tool? In any case of letters. */
static bool is_directive(Str s)
{
    static const char *const words[] = { "verilator",     "verilog_lint", "verible",    "synopsys", "synthesis",
                                         "rtl_synthesis", "pragma",       "ambit",      "cadence",  "mentor",
                                         "exemplar",      "altera",       "xilinx",     "lattice",  "vcs",
                                         "vlog",          "coverage",     "translate_", "spyglass", "lint_",
                                         "svlint",        "surelint",     "psl ",       "0in ",     "nolint",
                                         "clang-format",  "gcov",         "lcov" };
    while (s.n > 0 && *s.p == ' ') s.p++, s.n--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int n = (int)strlen(words[i]);
        if (s.n >= n && strncasecmp(s.p, words[i], (size_t)n) == 0) return true;
    }
    return false;
}

/* The last character joins the next line: a backslash, or its trigraph. */
static bool joins_lines(Str s)
{
    while (s.n > 0 && s.p[s.n - 1] == ' ') s.n--; /* blanks behind it do not help */
    return s.n > 0 && (s.p[s.n - 1] == '\\' || (s.n > 2 && memcmp(s.p + s.n - 3,
                                                                  "?"
                                                                  "?/",
                                                                  3) == 0));
}

Str text_comment(Arena *a, Str s)
{
    Buf b;
    Str line = text_line(a, s);
    buf_init(&b, a);
    buf_put(&b, "", 0);
    if (is_directive(line)) buf_put(&b, "'", 1);
    for (int i = 0; i < line.n; i++) {
        bool pair = i > 0 && ((line.p[i - 1] == '*' && line.p[i] == '/') || (line.p[i - 1] == '/' && line.p[i] == '*'));
        if (pair) buf_put(&b, " ", 1);
        buf_put(&b, &line.p[i], 1);
    }
    if (joins_lines(line)) buf_put(&b, ".", 1);
    return (Str){ b.at, (int)b.n };
}

Str text_string(Arena *a, Str s)
{
    Buf b;
    Str line = text_line(a, s);
    buf_init(&b, a);
    buf_put(&b, "", 0);
    for (int i = 0; i < line.n; i++) {
        bool trigraph = i > 0 && line.p[i] == '?' && line.p[i - 1] == '?';
        if (trigraph) buf_put(&b, "\\077", 4);
        else if (line.p[i] == '"' || line.p[i] == '\\') buf_printf(&b, "\\%c", line.p[i]);
        else buf_put(&b, &line.p[i], 1);
    }
    return (Str){ b.at, (int)b.n };
}

Str text_markdown(Arena *a, Str text)
{
    Buf b;
    Str s = text_line(a, text);
    int i = 0;
    buf_init(&b, a);
    buf_put(&b, "", 0);
    for (; i < s.n && s.p[i] == ' '; i++) buf_printf(&b, "&nbsp;");
    for (; i < s.n; i++) {
        bool link = s.p[i] == ']' && i + 1 < s.n && strchr("([:", s.p[i + 1]);
        if (link || strchr("|*_\\`~", s.p[i])) buf_put(&b, "\\", 1);
        if (s.p[i] == '<') buf_printf(&b, "&lt;");
        else if (s.p[i] == '&') buf_printf(&b, "&amp;");
        else buf_put(&b, &s.p[i], 1);
    }
    return (Str){ b.at, (int)b.n };
}

Str text_xml(Arena *a, Str text)
{
    Buf b;
    Str s = text_line(a, text);
    buf_init(&b, a);
    buf_put(&b, "", 0);
    for (int i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '<') buf_put(&b, "&lt;", 4);
        else if (c == '>') buf_put(&b, "&gt;", 4);
        else if (c == '&') buf_put(&b, "&amp;", 5);
        else if (c == '"') buf_put(&b, "&quot;", 6);
        else if (c == '\'') buf_put(&b, "&#39;", 5);
        else buf_put(&b, &c, 1);
    }
    return (Str){ b.at, (int)b.n };
}

Str text_markdown_paragraph(Arena *a, Str s)
{
    int digits = 0;
    while (digits < s.n && s.p[digits] >= '0' && s.p[digits] <= '9') digits++;
    if (digits && digits < s.n && strchr(".)", s.p[digits]))
        return str_printf(a, "%.*s\\" STR_FMT, digits, s.p,
                          STR_ARG(text_markdown(a, (Str){ s.p + digits, s.n - digits })));
    return str_printf(a, "%s" STR_FMT, s.n && strchr("#>+-=", *s.p) ? "\\" : "", STR_ARG(text_markdown(a, s)));
}

/* Where a line of n bytes is broken: behind the last of the outermost commas of code within the limit, the first comma
 * behind it if there is none; n: nowhere. */
static size_t break_of(const char *line, size_t n, size_t limit)
{
    size_t found = n;
    int depth = 0, least = 0;
    bool quoted = false;
    for (size_t i = 0; i + 1 < n && (found == n || i < limit); i++) {
        char c = line[i];
        if (quoted && c == '\\') i++;
        else if (c == '"') quoted = !quoted;
        else if (quoted) continue;
        else if (c == '{' || c == '(') depth++;
        else if (c == '}' || c == ')') depth--;
        else if (c == ',' && line[i + 1] == ' ' && (found == n || depth <= least)) {
            found = i + 1;
            least = depth;
        }
    }
    return found;
}

void text_put_c(Buf *out, const Buf *c, size_t columns)
{
    for (size_t at = 0; at < c->n;) {
        const char *line = c->at + at, *end = memchr(line, '\n', c->n - at);
        size_t n = end ? (size_t)(end - line) : c->n - at, indent = 0, taken = 0, lead = 0;
        while (indent < n && line[indent] == ' ') indent++;
        at += n + (end != NULL);
        while (lead + n - taken > columns && indent < n && line[indent] != '#') {
            size_t cut = break_of(line + taken, n - taken, columns - lead);
            if (cut >= n - taken) break;
            buf_printf(out, "%*s%.*s\n", (int)lead, "", (int)cut, line + taken);
            taken += cut + 1;
            lead = indent + 4;
        }
        buf_printf(out, "%*s%.*s%s", (int)lead, "", (int)(n - taken), line + taken, end ? "\n" : "");
    }
}
