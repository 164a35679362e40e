/* fuzz_read.c - libFuzzer target: any bytes through the reader, and through the whole generator when it is linked in.
 *
 * Besides crashes and undefined behaviour it checks that the reader either gives a tree or says why not, and that every
 * position it gives lies in the text. */
#include "read/read.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int cohgen_run_memory(const char *text, size_t size) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static void check_pos(Pos at, int lines, size_t size)
{
    require(at.file != NULL && at.line >= 1 && at.line <= lines && at.col >= 1 && (size_t)at.col <= size + 1);
}

static void check_node(const Node *n, int lines, size_t size)
{
    check_pos(n->pos, lines, size);
    for (int i = 0; i < n->n_attrs; i++) {
        const Attr *a = &n->attrs[i];
        check_pos(a->name_pos, lines, size);
        check_pos(a->value_pos, lines, size);
        require((int)strlen(a->value.p) == a->value.n);
        check_pos(node_attr_pos_at(n, a->name.p, a->value.n / 2), lines, size);
        check_pos(node_attr_pos_at(n, a->name.p, a->value.n), lines, size);
    }
    for (const Node *child = n->first; child; child = child->next) {
        require(child->parent == n);
        check_node(child, lines, size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *a = arena_create((size_t)1 << 30);
    Diags *d = diags_create(a);
    char *text = arena_alloc(a, size + 1);
    FILE *sink = fopen("/dev/null", "w");
    if (size)
        memcpy(text, data, size);
    Node *root = read_memory(a, d, "fuzz.xml", text, size);
    require((root != NULL) == (diag_errors(d) == 0));
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n' || text[i] == '\r';
    if (root)
        check_node(root, lines, size);
    diag_print(d, sink, false, 20);
    fclose(sink);
    if (root && cohgen_run_memory)
        cohgen_run_memory(text, size);
    arena_destroy(a);
    return 0;
}
