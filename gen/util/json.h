/* json.h - text on its way into JSON. */
#ifndef CG_JSON_H
#define CG_JSON_H
#include "util/buf.h"
#include "util/str.h"

/* Puts s with quotes around it. Nothing in it ends a <script> of a page: '<', '>' and '&' are written as \u003c ...;
 * bytes that are no UTF-8 as '?'. */
void json_put(Buf *b, Str s);
/* The same behind `"name": `. */
void json_put_field(Buf *b, const char *name, Str s);
#endif
