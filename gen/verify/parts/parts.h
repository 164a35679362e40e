/* parts.h - what instances hold, each stored once: a state then has a number for each instance. Several threads. */
#ifndef CG_VERIFY_PARTS_H
#define CG_VERIFY_PARTS_H
#include "util/savefile.h"
#include "verify/state/state.h"

typedef struct Parts Parts;
typedef uint32_t PartId;             /* of a controller; 0: none */

/* limit: of bytes. NULL: no address space. */
Parts *parts_create(const Model *m, size_t limit);
void   parts_destroy(Parts *p);
/* So many bytes of zeros, which take memory where they are written only. NULL: no address space. */
void  *parts_area(size_t n);
/* The number of what the instance holds; new if it was not there. 0: the limit is reached. */
PartId parts_id(Parts *p, int ctl, const Inst *x);
/* And back. */
void   parts_inst(const Parts *p, int ctl, PartId id, Inst *x);
/* Packed bytes of one kind that are something else, as a number that they have alone; UINT64_MAX: the limit is reached.
 */
uint64_t parts_word(Parts *p, const uint64_t *at, size_t n);
size_t parts_bytes(const Parts *p);
size_t parts_most(const Parts *p);   /* no number is greater */
size_t parts_count(const Parts *p);

/* All of them to a file, and back into parts that are empty: the numbers stay. False: the file does not hold them. */
void   parts_save(const Parts *p, SaveFile *to);
bool   parts_load(Parts *p, SaveFile *from);

/* A state packed with numbers for its instances, and back. Bytes used; more than PACKED_MAX: it cannot be
 * stored; SIZE_MAX: the limit is reached. */
size_t parts_pack(Parts *p, const SysState *s, uint64_t *to);
void   parts_unpack(const Parts *p, const uint64_t *from, SysState *s);
#endif
