/* streams.h - streams of updates for a Z-buffer unit, and what should be in memory after them. */
#ifndef COHGEN_BENCH_ZUNIT_STREAMS_H
#define COHGEN_BENCH_ZUNIT_STREAMS_H
#include "base/base.h"

enum { MOST_WORDS = 32, BLOCKS = 8192, HOT = 4, WORKING_SET = 512, BURST = 16 };

/* words: a bit for each word that is written, all with one colour and one depth. */
typedef struct { uint64_t block; uint32_t depth, colour, words; } Update;
/* What one word should hold, and holds. */
typedef struct { uint32_t depth, colour, is; } Word;
/* Sizes of the unit; words: BLOCKS * n_words of them. */
typedef struct { uint32_t n_words, sets, ways; SimRng rng; Word *words; } Streams;
typedef Update (*Stream)(Streams *s, uint64_t i);

/* The stream of this name, NULL: there is none. Update i of it has no colour yet. */
Stream stream_named(const char *name);
/* Anywhere in WORKING_SET blocks, with depths of 64 wavefronts in a quantum of 1024 updates. */
Update stream_anywhere(Streams *s, uint64_t i);
/* The update takes place: in each word the smallest depth wins, of equal ones the later. */
void stream_expect(Streams *s, const Update *u);
/* Words that do not have the colour of the smallest depth. */
uint64_t stream_wrong(const Streams *s);
/* Bytes of the update: its colour or depth in all words; a mask of its words. */
void stream_bytes(const Streams *s, uint32_t value, uint8_t *bytes);
void stream_mask(const Streams *s, const Update *u, uint8_t *mask);
uint32_t stream_word(const uint8_t *bytes, uint32_t word);
#endif
