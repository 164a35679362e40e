/* figures.c - the worked examples of the paper, through the interpreter of the tables: inputs and outputs of one row by
 * their names. Usage: figures DRAW.xml COMPOSE.xml */
#include "../backbone/spec.h"
#include <stdlib.h>
#include <string.h>

typedef struct { Spec spec; Eval *eval; uint64_t *in, *out; int failed; const char *what; } Example;

static uint64_t *value_of(Example *r, const char *name)
{
    for (int i = 0; i < r->spec.step->signals.n; i++)
        if (str_is(r->spec.step->signals.at[i].name, name))
            return i < r->spec.n_in ? &r->in[i] : &r->out[i - r->spec.n_in];
    fprintf(stderr, "no signal %s\n", name);
    exit(1);
}

static void set(Example *r, const char *name, uint64_t v) { *value_of(r, name) = v; }

static void expect(Example *r, const char *name, uint64_t want)
{
    uint64_t got = *value_of(r, name);
    if (got == want) return;
    printf("FAIL %s: %s is %llu, expected %llu\n", r->what, name, (unsigned long long)got, (unsigned long long)want);
    r->failed++;
}

static Example open_row(const char *file, const char *controller)
{
    Example r = { 0 };
    Str four = STR("GPUS=4");
    if (!spec_load(&r.spec, file, controller, &four, 1)) exit(1);
    r.eval = eval_create(r.spec.arena, r.spec.protocol, r.spec.step, &r.spec.env);
    r.in = NEW_N(r.spec.arena, uint64_t, r.spec.n_in);
    r.out = NEW_N(r.spec.arena, uint64_t, r.spec.n_out);
    return r;
}

static void run(Example *r, const char *event)
{
    const Controller *c = r->spec.ctl;
    for (int i = 0; i < c->base_events.n; i++)
        if (str_is(c->base_events.at[i]->name, event)) set(r, "event_i", (uint64_t)c->base_events.at[i]->code);
    eval_step(r->eval, r->in, r->out);
    expect(r, "act_o", ACT_FIRE);
}

/* 100 triangles go to GPU2, which has 20 to do; then 50 of them are done. */
static int figure_6_9(const char *file)
{
    static const int scheduled[] = { 200, 180, 210, 200 }, processed[] = { 150, 150, 190, 160 };
    Example r = open_row(file, "SCHEDULER");
    char name[32];
    r.what = "figure 6.9";
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "scheduled_%d_i", i);
        set(&r, name, (uint64_t)scheduled[i]);
        snprintf(name, sizeof name, "processed_%d_i", i);
        set(&r, name, (uint64_t)processed[i]);
    }
    set(&r, "msg_triangles_i", 100);
    run(&r, "draw");
    expect(&r, "scheduled_2_o", 310);
    expect(&r, "scheduled_0_o", 200);
    expect(&r, "down0_valid_o", 1);
    expect(&r, "down0_to_o", 2);
    expect(&r, "down0_triangles_o", 100);
    set(&r, "scheduled_2_i", 310);
    set(&r, "msg_gpu_i", 2);
    set(&r, "msg_done_i", 50);
    run(&r, "Progress");
    expect(&r, "processed_2_o", 240);
    int failed = r.failed;
    spec_free(&r.spec);
    return failed;
}

/* GPU0 and GPU2 have composed, GPU1 is ready, GPU3 still draws: GPU1 receives from GPU0. */
static int figure_6_10(const char *file)
{
    static const char *const set_bits[] = { "ready_0_i",      "ready_1_i",      "ready_2_i",  "received_0_2_i",
                                            "received_2_0_i", "sent_0_2_i", "sent_2_0_i" };
    Example r = open_row(file, "SCHEDULER");
    r.what = "figure 6.10";
    for (size_t i = 0; i < sizeof set_bits / sizeof *set_bits; i++) set(&r, set_bits[i], 1);
    set(&r, "cgid_0_i", 5);
    set(&r, "cgid_1_i", 5);
    set(&r, "cgid_2_i", 5);
    set(&r, "cgid_3_i", 4);
    set(&r, "next_i", 1);
    run(&r, "pair");
    expect(&r, "receiving_1_o", 1);
    expect(&r, "sending_0_o", 1);
    expect(&r, "sending_2_o", 0);
    expect(&r, "orders0_to_o", 0);
    expect(&r, "orders0_region_o", 1);
    set(&r, "receiving_1_i", 1);
    set(&r, "sending_0_i", 1);
    set(&r, "msg_r_i", 1);
    set(&r, "msg_s_i", 0);
    run(&r, "Done");
    expect(&r, "receiving_1_o", 0);
    expect(&r, "sending_0_o", 0);
    expect(&r, "received_1_0_o", 1);
    expect(&r, "sent_0_1_o", 1);
    int failed = r.failed;
    spec_free(&r.spec);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc != 3) { fprintf(stderr, "usage: %s DRAW.xml COMPOSE.xml\n", argv[0]); return 2; }
    int failed = figure_6_9(argv[1]) + figure_6_10(argv[2]);
    printf("%d values of the figures differ\n", failed);
    return failed != 0;
}
