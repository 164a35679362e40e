/* axe.h - a history in the format of the Axe checker (github.com/CTSRD-CHERI/axe): thread: M[address] := value, ==
 * value, { M == ; M := }, sync; @ begin:end.
 *
 * Axe wants memory to be zero at first and each value to be written to an address once, so addresses are numbered from
 * 0 in order of use, and so are the values of each word: 0 is what it held at first. A comment behind each line tells
 * what it stands for.
 * It also wants the operations of a thread to begin at increasing times. Those of one request, the words of a line,
 * begin in one cycle: so a cycle is divided into as many units of time as the largest request has words, and the file
 * says how many. Atomics that leave the word as it was become loads. */
#ifndef COHGEN_SIM_AXE_H
#define COHGEN_SIM_AXE_H
#include "history/history.h"

typedef struct {
    const SimHistory *history;
    uint32_t (*initial)(void *context, uint64_t word); /* NULL: zero */
    void *context;
} SimAxe;

/* NULL, or why the history cannot be told to Axe: a store of a part of a word. */
const char *sim_axe_refuses(const SimHistory *h);
void sim_axe_write(const SimAxe *a, FILE *out);
#endif
