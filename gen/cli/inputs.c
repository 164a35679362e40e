/* inputs.c - see inputs.h for the contract. */
#include "cli/inputs.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/sha256.h"
#include "util/outset.h"
#include <errno.h>
#include <string.h>

Protocol *inputs_load(Arena *a, Diags *d, const Options *o, const char *path, const Node **tree)
{
    int before = diag_errors(d);
    const Blocks *blocks = blocks_read(a, d, o->blocks.at, o->blocks.n);
    Node *root = blocks ? read_file(a, d, path) : NULL;
    if (tree) *tree = root;
    Protocol *p = root ? ir_build_with(a, d, root, blocks) : NULL;
    if (!p || diag_errors(d) > before) return NULL;
    bool search = o->command == CMD_VERIFY && !o->replay_dir && !o->races_dir;
    bool fine = search ? check_searchable(a, d, p) : check_protocol(a, d, p);
    return fine && diag_errors(d) == before ? p : NULL;
}

bool inputs_values(Arena *a, Diags *d, Protocol *p, const Options *o, ParamEnv *env)
{
    return param_env(a, d, p, NULL, (ParamSets){ o->sets.at, o->sets.n }, env) && check_values(a, d, p, env);
}

/* ---- the input's name by content: the files in the order in which they are used, one after the other ---- */

void inputs_files(Arena *a, const Node *n, InputFiles *out)
{
    bool known = !n->pos.file;
    for (int i = 0; i < out->n && !known; i++) known = strcmp(out->at[i], n->pos.file) == 0;
    if (!known) vec_push(a, out, n->pos.file);
    for (const Node *k = n->first; k; k = k->next) inputs_files(a, k, out);
}

static void hash_file(Sha256 *s, const char *path)
{
    char part[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (!f) return;                  /* it was readable a moment ago */
    while ((n = fread(part, 1, sizeof part, f)) > 0) sha256_add(s, part, n);
    fclose(f);
}

const char *inputs_hash(Arena *a, const Node *root, const Blocks *blocks)
{
    InputFiles files = { 0 };
    Sha256 s;
    char *hex = NEW_N(a, char, 65);
    inputs_files(a, root, &files);
    sha256_init(&s);
    for (int i = 0; i < files.n; i++) hash_file(&s, files.at[i]);
    for (int i = 0; i < blocks->manifests.n; i++) hash_file(&s, blocks->manifests.at[i]);
    for (int i = 0; i < blocks->files.n; i++)
        sha256_add(&s, blocks->files.at[i].text, strlen(blocks->files.at[i].text));
    sha256_finish(&s, hex);
    return hex;
}

const char *inputs_program(Arena *a)
{
    Sha256 s;
    char *hex = NEW_N(a, char, 65);
    sha256_init(&s);
    hash_file(&s, "/proc/self/exe");
    sha256_finish(&s, hex);
    return hex;
}

Buf *inputs_text(Arena *a, const char *path)
{
    char part[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    Buf *b = NEW(a, Buf);
    buf_init(b, a);
    if (!f) return NULL;
    while ((n = fread(part, 1, sizeof part, f)) > 0) buf_put(b, part, n);
    fclose(f);
    return b;
}

bool inputs_write(Arena *a, Diags *d, const char *path, const Buf *text)
{
    return outset_commit(outset_create_file(a, path, text), d);
}

int inputs_print(const Buf *b)
{
    if (fwrite(b->at, 1, b->n, stdout) == b->n && fflush(stdout) == 0) return EXIT_OK;
    fprintf(stderr, "cohgen: cannot write the output: %s\n", strerror(errno));
    return EXIT_ENV;
}
