/* crew.c - threads and their meetings. */
#include "verify/search/crew.h"
#include <pthread.h>

enum { MOST = 32 };

struct Crew {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    int n, here;
    unsigned meetings;
    void (*work)(void *, Crew *, int);
    void *ctx;
};

typedef struct { Crew *crew; int number; pthread_t thread; } Hand;

static void *run(void *at)
{
    Hand *h = at;
    h->crew->work(h->crew->ctx, h->crew, h->number);
    return NULL;
}

void crew_meet(Crew *c, void (*alone)(void *ctx), void *ctx)
{
    pthread_mutex_lock(&c->lock);
    unsigned meeting = c->meetings;
    if (++c->here == c->n) {
        alone(ctx);
        c->here = 0;
        c->meetings++;
        pthread_cond_broadcast(&c->all_here);
    }
    while (meeting == c->meetings) pthread_cond_wait(&c->all_here, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void crew_run(int n, void (*work)(void *, Crew *, int), void *ctx)
{
    Crew c = {
        .lock = PTHREAD_MUTEX_INITIALIZER, .all_here = PTHREAD_COND_INITIALIZER, .n = n, .work = work, .ctx = ctx
    };
    Hand hand[MOST];
    int started = 1;
    pthread_mutex_lock(&c.lock);                               /* nobody meets before their number is known */
    for (; started < n && started < MOST; started++) {
        hand[started] = (Hand){ .crew = &c, .number = started };
        if (pthread_create(&hand[started].thread, NULL, run, &hand[started])) break;
    }
    c.n = started;
    pthread_mutex_unlock(&c.lock);
    work(ctx, &c, 0);
    for (int i = 1; i < started; i++) pthread_join(hand[i].thread, NULL);
}
