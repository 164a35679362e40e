/* exchange.h - processes that search together: files in a folder that all of them see, each whole or not there. */
#ifndef CG_VERIFY_EXCHANGE_H
#define CG_VERIFY_EXCHANGE_H
#include "util/savefile.h"
#include "verify/search/search.h"

enum { EXCHANGE_MOST = 64 };

typedef struct Exchange Exchange;

/* Number `me` of n; from now on a thread shows that this process lives. NULL: errno says why; EEXIST: the folder has
 * files of another run. seconds: a process that shows nothing for so long is gone. */
Exchange *exchange_open(const char *dir, int me, int n, int seconds);
void exchange_close(Exchange *e);
int  exchange_me(const Exchange *e);
int  exchange_n(const Exchange *e);
/* A file WHAT.NUMBER.FROM.TO of this process, and one of another. */
SaveFile *exchange_write(Exchange *e, const char *what, uint64_t number, int to);
/* Waits for it. END_ALL: *f is open; END_STOPPED, END_TIME (at most until `until`, if not 0), END_PARTNER: it will not
 * come. */
SearchEnd exchange_read(Exchange *e, const char *what, uint64_t number, int from, SaveFile **f);
/* It has been read. */
void exchange_remove(Exchange *e, const char *what, uint64_t number, int from, int to);
/* This process ends before its time: the others shall as well. */
void exchange_give_up(Exchange *e);
/* Now and then: END_ALL, or END_PARTNER if another one is gone or has given up. From one thread. */
SearchEnd exchange_look(Exchange *e);
/* Which, and why, as a text. */
const char *exchange_why(const Exchange *e);
void exchange_until(Exchange *e, double when);        /* search_clock; 0: no limit */
#endif
