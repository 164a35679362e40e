/* list_memory.h - the memory behind an overflow list, in C: accepts and answers after random times, in order. */
#ifndef LIST_MEMORY_H
#define LIST_MEMORY_H
#include "vpi_test.h"
#include <string.h>

enum { MEMORY_WORDS = 65536, WORD_PARTS = 4 };
static struct {
    uint32_t word[MEMORY_WORDS][WORD_PARTS];
    bool ready, open;
    unsigned wait, at, parts;
    unsigned p_ready, most_wait;
    bool fixed; /* every answer takes most_wait */
    long reads, writes;
} memory = {.p_ready = 60, .most_wait = 6};

static void memory_drive(void) {
    bool answer = memory.open && memory.wait-- == 0;
    memory.parts = (unsigned)tb_param("WORD_PARTS");
    memory.ready = tb_pct(memory.p_ready);
    tb_put("mem_ready", memory.ready);
    tb_put("mem_rvalid", answer);
    if (answer) {
        tb_put_words("mem_rdata", memory.word[memory.at], memory.parts);
        memory.open = false;
    }
}

static void memory_sample(void) {
    static bool waits, we_before;
    static unsigned at_before;
    bool valid = tb_get("mem_valid"), we = tb_get("mem_we");
    unsigned at = valid ? (unsigned)tb_get("mem_addr") : 0;
    tb_check(!waits || (valid && we == we_before && at == at_before), "an access does not wait");
    waits = valid && !memory.ready;
    we_before = we;
    at_before = at;
    if (!valid || !memory.ready) return;
    if (we) {
        for (unsigned i = 0; i < memory.parts; i++) memory.word[at][i] = tb_get_word("mem_wdata", i);
        memory.writes++;
    } else {
        tb_check(!memory.open, "a second read");
        memory.open = true;
        memory.at = at;
        memory.wait = memory.fixed ? memory.most_wait : tb_rnd(memory.most_wait + 1);
        memory.reads++;
    }
}

#endif
