/* pick.c - choices that are the same for the same seed. */
#include "mutants.h"
#include <string.h>

uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint32_t draw(Mutant *m, uint32_t n)
{
    m->random = mix(m->random);
    return n ? (uint32_t)((m->random >> 32) % n) : 0;
}

bool chance(Mutant *m, uint32_t percent) { return draw(m, 100) < percent; }

const char *draw_word(Mutant *m, const char *words)
{
    static _Thread_local char word[WORD_MAX];
    int n = 0;
    for (const char *w = words; *w; w += strspn(w, " ")) {
        n++;
        w += strcspn(w, " ");
    }
    int wanted = n ? (int)draw(m, (uint32_t)n) : 0;
    const char *w = words + strspn(words, " ");
    for (; wanted > 0; wanted--) {
        w += strcspn(w, " ");
        w += strspn(w, " ");
    }
    size_t len = strcspn(w, " ");
    if (len >= sizeof word) len = sizeof word - 1;
    memcpy(word, w, len);
    word[len] = 0;
    return word;
}

static void pick_below(const Mutant *m, xmlNode *n, NodeTest test, uint64_t seed, xmlNode **best, uint64_t *rank)
{
    if (n->type != XML_ELEMENT_NODE) return;
    uint64_t r = mix(seed ^ mix((uint64_t)(uintptr_t)n->_private));
    if ((!*best || r < *rank) && test(m, n)) {
        *best = n;
        *rank = r;
    }
    for (xmlNode *c = n->children; c; c = c->next) pick_below(m, c, test, seed, best, rank);
}

xmlNode *pick_node(Mutant *m, xmlNode *below, NodeTest test)
{
    xmlNode *best = NULL;
    uint64_t rank = 0;
    m->random = mix(m->random);
    if (below) pick_below(m, below, test, m->random, &best, &rank);
    return best;
}
