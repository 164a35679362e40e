/* rtl.c - the assertions of emitted controllers and systems: each by the engines of its configuration, in turn, and the
 * cover that shows that it says something. The configurations: tests/prove/configurations. */
#include "prove.h"
#include "rtl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Signals that always agree, of all assertions together, once: of a large design this takes as long as for one of them.
 * To s.aig, whose outputs are those of a.aig. Without it each assertion is merged by itself. */
enum { MANY = 12 };
static void merge(Prove *p, RtlDesign *d)
{
    char *file = tool_text(p->a, "%s/s.aig", d->dir);
    prove_abc(p, p->limit + 60, 0,
              tool_text(p->a, "read_aiger %s/a.aig; fold; strash; scleanup; scorr; write_aiger %s", d->dir, file));
    const char *head = tool_read(p->a, file);
    int outputs = -1;
    d->merged = head && sscanf(head, "aig %*d %*d %*d %d", &outputs) == 1 && outputs == d->asserts.n;
}

/* One property of a.aig or c.aig, merged with what it needs. */
static char *solve(Prove *p, const RtlDesign *d, char kind, int output, const char *command)
{
    const char *read = d->merged && kind == 'a'
        ? tool_text(p->a, "read_aiger %s/s.aig; cone -s -O %d; scleanup", d->dir, output)
        : tool_text(p->a, "read_aiger %s/%c.aig; fold; cone -s -O %d; strash; scleanup; scorr", d->dir, kind, output);
    return prove_abc(p, p->limit + 60, 0, tool_text(p->a, "%s; %s", read, command));
}

/* By the engines in turn, until one knows; *used: its name. */
static ProveVerdict proved(Prove *p, const RtlDesign *d, int output, const char **used)
{
    ProveVerdict v = {PROVE_UNKNOWN, -1};
    for (int i = 0; i < d->engines.n && v.result == PROVE_UNKNOWN; i++) {
        char *colon = strchr(d->engines.at[i], ':');
        int n = atoi(colon + 1);
        bool bmc = strncmp(d->engines.at[i], "bmc", 3) == 0;
        *used = bmc ? "bmc" : "pdr";
        v = prove_verdict(solve(p, d, 'a', output, bmc ? tool_text(p->a, "bmc3 -F %d -T %d", n, p->limit)
                                                       : tool_text(p->a, "pdr -T %d", n)), bmc ? n : 0);
    }
    return v;
}

/* The length of the shortest run to a cover, or "NONE". */
static const char *reached(Prove *p, const RtlDesign *d, const char *name)
{
    for (int i = 0; i < d->covers.n; i++) {
        if (strcmp(d->covers.at[i], name) != 0) continue;
        int frame = prove_frame(solve(p, d, 'c', i, tool_text(p->a, "bmc3 -F %d -T %d", d->depth, p->limit)));
        return frame < 0 ? "NONE" : tool_text(p->a, "%d", frame + 1);
    }
    return "NONE";
}

/* The comment of an assertion: before it in what is emitted, behind it in a block. */
static const char *meaning(Prove *p, const RtlDesign *d, const char *name)
{
    const char *label = strrchr(name, '.') ? strrchr(name, '.') + 1 : name;
    char *here = tool_text(p->a, "^ *(`CG_NAME\\()?%s(: |\\) )assert", label), *before = "";
    static const char *const folders[] = {"checks", "rtl"};
    for (int k = 0; k < 2; k++) {
        char *folder = tool_text(p->a, "%s/%s", d->dir, folders[k]);
        Words files = tool_entries(p->a, folder);
        for (int f = 0; f < files.n; f++) {
            char *text = tool_read(p->a, tool_text(p->a, "%s/%s", folder, files.at[f]));
            Words lines = tool_split(p->a, text ? text : "", "\n");
            for (int i = 0; i < lines.n; i++) {
                char *line = lines.at[i], *start = line + strspn(line, " "), *behind = strstr(line, "  // ");
                if (strncmp(start, "// ", 3) == 0) before = start + 3;
                else if (strstr(line, label) && prove_matches(line, here)) return behind ? behind + 5 : before;
            }
        }
    }
    return before;
}

static void assertion(Prove *p, const RtlDesign *d, int output, const char *scope)
{
    const char *name = d->asserts.at[output], *used = "-";
    int64_t began = prove_now();
    ProveVerdict v = proved(p, d, output, &used);
    char *last = prove_said(p);
    const char *cover = reached(p, d, tool_text(p->a, "%s_reached", name));
    static const char *const results[] = {"unknown", "proved", "bounded", "VIOLATED"};
    prove_row(p, (ProveRow){name, scope, d->name, used, results[v.result],
                            v.result == PROVE_PROVED ? "all" : v.depth < 0 ? "-" : tool_text(p->a, "%d", v.depth),
                            cover, began});
    if (v.result == PROVE_VIOLATED) printf("    violated at cycle %d: %s\n", v.depth, meaning(p, d, name));
    if (v.result == PROVE_UNKNOWN) {
        tool_write(p->log, last);
        prove_show(p, 3);
    }
    if (v.result == PROVE_VIOLATED || v.result == PROVE_UNKNOWN) p->bad = true;
    if (strcmp(cover, "NONE") == 0) {
        printf("    the antecedent is not reached within %d cycles\n", d->depth);
        p->bad = true;
    }
    fflush(stdout);
}

/* Of a regular expression's alternatives those that match no assertion, and no cover, of this design. */
static const char *strangers(Prove *p, const RtlDesign *d, const char *key, const char *regex)
{
    Words each = prove_alternatives(p->a, regex);
    const char *all = "";
    for (int i = 0; i < each.n; i++) {
        bool hit = false;
        for (int k = 0; k < d->asserts.n && !hit; k++) hit = prove_matches(d->asserts.at[k], each.at[i]);
        for (int k = 0; k < d->covers.n && !hit; k++) hit = prove_matches(d->covers.at[k], each.at[i]);
        if (!hit) all = tool_text(p->a, "%s '%s'", all, each.at[i]);
    }
    return *all ? tool_text(p->a, " %s= names%s", key, all) : "";
}

static bool meant(const RtlDesign *d, const char *name, const char *only)
{
    return prove_matches(name, d->among) && prove_matches(name, only) && !(d->but && prove_matches(name, d->but));
}

static void one(Prove *p, const ProveRtl *r, RtlDesign *d)
{
    if (!rtl_translate(p, r, d)) {
        prove_fail(p, "%s: cannot be translated", d->name);
        prove_show(p, 15);
        return;
    }
    const char *wrong = tool_text(p->a, "%s%s", strangers(p, d, "asserts", d->among),
                                  d->but ? strangers(p, d, "but", d->but) : "");
    if (*wrong) {
        prove_fail(p, "%s:%s: no assertion is called so", d->name, wrong);
        return;
    }
    const char *scope = tool_text(p->a, "%s (%s)", d->module, d->scope);
    int found = 0;
    for (int i = 0; i < d->asserts.n; i++) found += meant(d, d->asserts.at[i], r->only);
    if (found > MANY) merge(p, d);
    for (int i = 0; i < d->asserts.n; i++)
        if (meant(d, d->asserts.at[i], r->only)) assertion(p, d, i, scope);
    for (int i = 0; i < d->covers.n; i++) { /* what the specification wants to see once */
        const char *name = d->covers.at[i];
        if (!prove_matches(name, "(^|\\.)cov_")) continue;
        if (!prove_matches(name, d->among) || !prove_matches(name, r->only)) continue;
        int64_t began = prove_now();
        const char *cover = reached(p, d, name);
        bool seen = strcmp(cover, "NONE") != 0;
        if (!seen) p->bad = true;
        prove_row(p, (ProveRow){name, scope, d->name, "bmc", seen ? "seen" : "NOT-SEEN", "-", cover, began});
    }
    if (!found) prove_fail(p, "%s: no assertion", d->name);
}

void prove_rtl(Prove *p, const ProveRtl *r)
{
    ProveList list = prove_list(p, r->list);
    bool any = false;
    for (int i = 0; i < list.n; i++) {
        bool wanted = false;
        for (int k = 0; k < r->wanted.n; k++) wanted = wanted || strcmp(r->wanted.at[k], list.at[i].name) == 0;
        if (r->wanted.n && !wanted) continue;
        RtlDesign d = rtl_read(p, &list.at[i]);
        if (!r->wanted.n && d.by_name) continue;
        any = true;
        one(p, r, &d);
    }
    if (!any) tool_fatal(2, "no such configuration in %s", r->list);
}
