/* frame.h - a synthetic frame as lists of draw commands, and how long GPUs take for their shares of it. Nothing here is
 * measured on a real game: sizes are drawn at random around the means that the source publishes
 * (docs/studies/chopin.md). */
#ifndef COHGEN_BENCH_FRAME_H
#define COHGEN_BENCH_FRAME_H
#include "base/base.h"

/* Of one GPU: CYCLES_PER_TRIANGLE of geometry, CYCLES_PER_FRAGMENT. THRESHOLD: a smaller group is drawn by all GPUs.
 * GAP: cycles between two draws of the driver. */
enum { GPUS = 8, CYCLES_PER_TRIANGLE = 8, CYCLES_PER_FRAGMENT = 2, THRESHOLD = 4096, GAP = 100 };

typedef struct { uint32_t triangles, fragments; } Draw;
typedef struct { bool transparent; Draw *draws; uint32_t n; uint64_t triangles, fragments; } Group;
typedef struct { Group *groups; uint32_t n; } Frame;

/* big: groups of THRESHOLD triangles or more, opaque and transparent in turn; small ones stand between them. percent:
 * of the published number of triangles. */
Frame frame_make(uint64_t seed, uint32_t big, uint32_t percent);
void frame_free(Frame *f);
bool frame_is_small(const Group *g);

/* Geometry and pixels of one GPU, one behind the other; cycles at which they are free again. */
typedef struct { uint64_t geometry, pixels; } Pipe;
/* A draw that arrives at a cycle. */
void pipe_draw(Pipe *p, uint64_t arrives, Draw d);
/* Its fragments, when its triangles went through geometry from one cycle to another. */
void pipe_fragments(Pipe *p, uint64_t from, uint64_t to, uint64_t fragments);

/* What a group is for each GPU: when it has drawn its share, from the start of the group on, and its fragments. */
typedef struct { uint64_t end[GPUS], fragments[GPUS]; } Share;
uint64_t share_end(const Share *s);                       /* of the last GPU */
Share share_in_turn(const Group *g);                      /* draw i to GPU i mod GPUS */
Share share_known(const Group *g);                        /* to the GPU that will be free first, pixels included */
Share share_ranges(const Group *g);                       /* ranges of as many triangles each, in order */
/* every GPU processes all triangles, and the fragments of its part of the screen */
void share_copies(const Group *g, SimRng *rng, Pipe pipes[GPUS]);
#endif
