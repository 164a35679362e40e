/* world.h - the state of the system as far as invariants read it, made of the rows that fire: registers, lines,
 * entries, and the messages that are between the row that sends them and the row that takes them. */
#ifndef COHGEN_SIM_WORLD_H
#define COHGEN_SIM_WORLD_H
#include "base/base.h"
#include "model/watch.h"

typedef struct { uint64_t v; bool known; } SimKnown;

enum { SIM_MESSAGE_FIELDS = 16 };
/* field: by number of the watched field; known: bit per field, and SIM_MESSAGE_FIELDS for the sender. number: how many
 * were sent before it. */
typedef struct {
    uint16_t network, kind; uint32_t from, to, known; uint64_t key, number, field[SIM_MESSAGE_FIELDS];
} SimMessage;

/* Of a row. keyless: it is about no line. sent: the number of the first message that it sends, sends: there is one.
 * news: a bit for each watched value of the controller that is another one than before. */
typedef struct { uint32_t controller, instance; uint64_t key, sent, news; bool keyless, sends; } SimChange;

typedef struct SimWorld SimWorld;
SimWorld *sim_world_create(const CgDesign *design);
void sim_world_destroy(SimWorld *w);
/* The row has fired. */
SimChange sim_world_row(SimWorld *w, uint32_t controller, uint32_t instance, uint32_t row, const uint32_t *fields);

/* The watched value i of an instance, of a line there. */
SimKnown sim_world_own(const SimWorld *w, uint32_t controller, uint32_t instance, uint32_t i);
SimKnown sim_world_of_line(const SimWorld *w, uint32_t controller, uint32_t instance, uint64_t key, uint32_t i);
/* What is under way, oldest first. Not known: a message was taken that nobody has sent. */
const SimMessage *sim_world_messages(const SimWorld *w, uint32_t *n);
bool sim_world_lost(const SimWorld *w);
/* The lines that rows were about; one of them? */
const uint64_t *sim_world_keys(const SimWorld *w, uint32_t *n);
bool sim_world_has_key(const SimWorld *w, uint64_t key);
uint32_t sim_world_key_bits(const SimWorld *w);
#endif
