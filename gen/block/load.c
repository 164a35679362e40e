/* load.c - where manifests and their Verilog come from: the generator itself, and the folders of --blocks. */
#include "block/parts.h"
#include "read/load.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Tables of the files in templates/, embedded by the build. */
struct CgText {
    const char *name, *text, *uses;
};
extern const struct CgText cg_manifests[], cg_blocks[];

typedef struct {
    Arena *a;
    Diags *d;
    Blocks *all;
    VEC(const Node *) roots;
    const char *folder;
} Load;

/* root: NULL: an error has been reported. */
static Block *add(Load *l, const Node *root, bool stock)
{
    Block *b = root ? block_build(l->a, l->d, root) : NULL;
    if (!b) return NULL;
    b->stock = stock;
    vec_push(l->a, &l->all->at, b);
    vec_push(l->a, &l->roots, root);
    return b;
}

static void check_all(Load *l, int from)
{
    for (int i = from; i < l->roots.n; i++)
        block_check_kinds(l->a, l->d, l->all, l->all->at.at[l->all->at.n - l->roots.n + i], l->roots.at[i]);
}

static void add_stock(Load *l)
{
    int n = 0;
    while (cg_manifests[n].name) n++;
    ManifestText *all = NEW_N(l->a, ManifestText, n + 1);
    for (int i = 0; i < n; i++) {
        all[i].name = str_printf(l->a, "templates/%s.xml", cg_manifests[i].name).p;
        all[i].text = cg_manifests[i].text;
    }
    read_manifests_memory(l->a, l->d, all, n);
    for (int i = 0; i < n; i++) add(l, all[i].root, true);
    check_all(l, 0);
}

const Blocks *blocks_stock(Arena *a, Diags *d)
{
    Load l = { .a = a, .d = d, .all = NEW(a, Blocks) };
    int before = diag_errors(d);
    add_stock(&l);
    return diag_errors(d) == before ? l.all : NULL;
}

/* ---- a user's Verilog ---- */

static bool is_stock_module(const char *module)
{
    for (int i = 0; cg_blocks[i].name; i++)
        if (strcmp(cg_blocks[i].name, module) == 0) return true;
    return false;
}

/* FOLDER/MODULE.v. A module of templates/ stays what it is. */
static void add_verilog(Load *l, Pos at, const char *module, bool own)
{
    Loaded file;
    if (is_stock_module(module)) {
        if (own) diag_error(l->d, at, "the module '%s' is one of the generator's own, expected another name", module);
        return;
    }
    if (strncmp(module, "cg_", 3) == 0) {
        diag_error(l->d, at, "the module '%s': names that begin with cg_ are the generator's, expected another name",
                   module);
        return;
    }
    for (int i = 0; i < l->all->files.n; i++)
        if (strcmp(l->all->files.at[i].name, module) == 0) return;
    if (!load_file(l->a, l->d, at, str_printf(l->a, "%s/%s.v", l->folder, module).p, &file)) return;
    if (memchr(file.text, 0, file.size)) {
        diag_error(l->d, at, "%s/%s.v: a byte 0 in the text, expected Verilog", l->folder, module);
        return;
    }
    vec_push(l->a, &l->all->files, ((BlockFile){ module, file.text }));
}

static void add_user(Load *l, const char *path)
{
    const Node *root = read_manifest_file(l->a, l->d, path);
    vec_push(l->a, &l->all->manifests, path);
    const Block *b = add(l, root, false);
    if (!b || !b->module) return;
    add_verilog(l, node_attr_pos(root, "module"), b->module, true);
    for (int i = 0; i < b->uses.n; i++) add_verilog(l, node_attr_pos(root, "uses"), b->uses.at[i], false);
}

/* ---- folders ---- */

static int by_name(const void *x, const void *y) { return strcmp(*(const char *const *)x, *(const char *const *)y); }

/* In the order of their names, so that the same folder gives the same messages everywhere. */
static void add_folder(Load *l, const char *folder)
{
    VEC(const char *) paths = { 0 };
    DIR *dir = opendir(folder);
    l->folder = folder;
    if (!dir) {
        diag_error(l->d, (Pos){ folder, 0, 0 }, "cannot read the folder of blocks: %s", strerror(errno));
        return;
    }
    for (const struct dirent *f; (f = readdir(dir));) {
        size_t n = strlen(f->d_name);
        if (n > 4 && f->d_name[0] != '.' && strcmp(f->d_name + n - 4, ".xml") == 0)
            vec_push(l->a, &paths, str_printf(l->a, "%s/%s", folder, f->d_name).p);
    }
    closedir(dir);
    if (paths.n) qsort(paths.at, (size_t)paths.n, sizeof *paths.at, by_name);
    else
        diag_error(l->d, (Pos){ folder, 0, 0 },
                   "there is no manifest in the folder of blocks, expected files NAME.xml");
    for (int i = 0; i < paths.n; i++) add_user(l, paths.at[i]);
}

const Blocks *blocks_read(Arena *a, Diags *d, const char *const *folders, int n)
{
    Load l = { .a = a, .d = d, .all = NEW(a, Blocks) };
    int before = diag_errors(d);
    add_stock(&l);
    int stock = l.roots.n;
    for (int i = 0; i < n; i++) add_folder(&l, folders[i]);
    check_all(&l, stock);
    return diag_errors(d) == before ? l.all : NULL;
}

const Blocks *blocks_add(Arena *a, Diags *d, const Blocks *all, const char *name, const char *text, size_t size)
{
    Load l = { .a = a, .d = d, .all = NEW(a, Blocks) };
    int before = diag_errors(d);
    for (int i = 0; i < all->at.n; i++) vec_push(a, &l.all->at, all->at.at[i]);
    for (int i = 0; i < all->files.n; i++) vec_push(a, &l.all->files, all->files.at[i]);
    add(&l, read_manifest_memory(a, d, name, text, size), false);
    check_all(&l, 0);
    return diag_errors(d) == before ? l.all : NULL;
}
