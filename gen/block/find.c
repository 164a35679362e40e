/* find.c - looking into manifests; see block.h. */
#include "block/block.h"
#include <string.h>

/* Table of the files in templates/, embedded by the build. */
struct CgText {
    const char *name, *text, *uses;
};
extern const struct CgText cg_blocks[];

const char *block_pin(const Block *b, const char *role)
{
    for (int i = 0; i < b->pins.n; i++)
        if (str_is(b->pins.at[i].role, role)) return b->pins.at[i].name;
    return NULL;
}

/* Of one element of a specification? */
static bool same_element(BlockSort x, BlockSort y)
{
    bool one = x == BLOCK_STORE || x == BLOCK_FILTER || x == BLOCK_MEMORY,
         other = y == BLOCK_STORE || y == BLOCK_FILTER || y == BLOCK_MEMORY;
    return one ? other : x == y;
}

const Block *block_find(const Blocks *all, BlockSort sort, Str kind)
{
    for (int i = 0; i < all->at.n; i++)
        if (same_element(all->at.at[i]->sort, sort) && str_eq(all->at.at[i]->kind, kind)) return all->at.at[i];
    return NULL;
}

int block_kinds(Arena *a, const Blocks *all, BlockSort sort, const Str **out)
{
    Str *names = NEW_N(a, Str, all->at.n + 1);
    int n = 0;
    for (int i = 0; i < all->at.n; i++)
        if (same_element(all->at.at[i]->sort, sort)) names[n++] = all->at.at[i]->kind;
    *out = names;
    return n;
}

static bool listed(const Str *at, int n, Str word)
{
    for (int i = 0; i < n; i++)
        if (str_eq(at[i], word)) return true;
    return false;
}

bool block_serves(const Block *b, const char *action) { return listed(b->actions.at, b->actions.n, str_from(action)); }
bool block_has_entries(const Block *b)
{
    return b->sort == BLOCK_WAITERS && (b->model == BLOCK_MODEL_FIFO || b->model == BLOCK_MODEL_RING);
}

bool block_pools(const Block *b) { return b->model == BLOCK_MODEL_POOL || b->model == BLOCK_MODEL_POOL_ALL; }
bool block_orders(const Block *b, Str word) { return listed(b->orders.at, b->orders.n, word); }

const BlockAttr *block_attr(const Block *b, Str name)
{
    for (int i = 0; i < b->attrs.n; i++)
        if (str_eq(b->attrs.at[i].name, name)) return &b->attrs.at[i];
    return NULL;
}

const char *block_verilog(const Blocks *all, const char *module)
{
    for (int i = 0; i < all->files.n; i++)
        if (strcmp(all->files.at[i].name, module) == 0) return all->files.at[i].text;
    for (int i = 0; cg_blocks[i].name; i++)
        if (strcmp(cg_blocks[i].name, module) == 0) return cg_blocks[i].text;
    return NULL;
}

const char *block_sort_name(BlockSort sort)
{
    static const char *const names[] = { [BLOCK_STORE] = "store",
                                         [BLOCK_FILTER] = "filter",
                                         [BLOCK_MEMORY] = "memory",
                                         [BLOCK_WAITERS] = "waiters",
                                         [BLOCK_APPLY] = "apply",
                                         [BLOCK_UNIT] = "unit" };
    return names[sort];
}
