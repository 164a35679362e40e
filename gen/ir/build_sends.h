/* build_sends.h - the actions that send: messages, requests to memory, replies. */
#ifndef CG_IR_BUILD_SENDS_H
#define CG_IR_BUILD_SENDS_H
#include "ir/build.h"

/* <send>, <multicast>; NULL after a diagnostic. */
Action *action_send(const Scope *s, const Node *n);
/* <reply> */
Action *action_reply(const Scope *s, const Node *n);
#endif
