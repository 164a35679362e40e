/* spec.c - load a specification and lay out its signals; see spec.h. */
#include "spec.h"
#include "check/check.h"
#include "rtl/transition.h"
#include "read/read.h"
#include <string.h>

static Controller *find_controller(const Protocol *p, const char *name)
{
    for (int i = 0; i < p->ctls.n; i++)
        if (str_is(p->ctls.at[i]->name, name)) return p->ctls.at[i];
    fprintf(stderr, "%s: no controller '%s'\n", p->file, name);
    return NULL;
}

static void lay_out(Spec *s)
{
    int n = s->step->signals.n;
    s->n_in = s->step->n_inputs;
    s->n_out = n - s->n_in;
    s->width = NEW_N(s->arena, int, n);
    s->lsb = NEW_N(s->arena, int, n);
    for (int i = 0; i < n; i++) {
        int *bits = i < s->n_in ? &s->in_bits : &s->out_bits;
        s->width[i] = signal_width(&s->env, &s->step->signals.at[i]);
        s->lsb[i] = *bits;
        *bits += s->width[i];
    }
    s->walk_in = s->in_bits;
    s->walk_out = s->out_bits;
    s->low = lower_build(s->arena, s->step);
    s->visiting = rtl_walks_visiting(s->low);
    s->visits = NEW_N(s->arena, const Action *, s->visiting + 1);
    for (int i = 0; i < s->visiting; i++) s->visits[i] = rtl_walk_visiting(s->low, i)->op->from;
    s->walk_output = NEW_N(s->arena, bool, n);
    for (int i = s->n_in; i < n; i++) s->walk_output[i] = rtl_walk_output(&s->step->signals.at[i]);
    s->walk_arg = NEW_N(s->arena, int, n);
    s->parked = NEW_N(s->arena, int, s->step->parked.n + 1);
    if (!s->visiting) return;
    s->in_bits += s->visiting;
    s->out_bits += 1;
    for (int i = s->n_in; i < n; i++) {
        if (s->walk_output[i]) s->out_bits += s->width[i];
        if (s->step->signals.at[i].kind != SIG_WALK_ARG) continue;
        s->walk_arg[i] = s->in_bits;
        s->in_bits += s->width[i];
    }
    for (int i = 0; i < s->step->parked.n; i++) {
        s->parked[i] = s->out_bits;
        s->out_bits += type_width(&s->env, s->step->parked.at[i]->type) + 1;
    }
}

/* The interpreter's values are 64 bits wide. */
static bool fits(const Spec *s)
{
    for (int i = 0; i < s->step->signals.n; i++)
        if (s->width[i] > 64) {
            fprintf(stderr, "signal " STR_FMT " has %d bits, expected at most 64\n",
                    STR_ARG(s->step->signals.at[i].name), s->width[i]);
            return false;
        }
    return true;
}

bool spec_load(Spec *s, const char *file, const char *controller, const Str *sets, int n_sets)
{
    *s = (Spec){ .arena = arena_create((size_t)1 << 30) };
    Diags *d = diags_create(s->arena);
    Node *root = read_file(s->arena, d, file);
    if (root) s->protocol = ir_build(s->arena, d, root);
    bool ok = s->protocol && diag_errors(d) == 0 &&
        param_env(s->arena, d, s->protocol, NULL, (ParamSets){ sets, n_sets }, &s->env);
    if (!ok) diag_print(d, stderr, false, 20);
    else
        check_protocol(s->arena, diags_create(s->arena),
                       s->protocol); /* for what it completes: any table is compared, a sensible protocol or not */
    if (!ok || !(s->ctl = find_controller(s->protocol, controller))) return false;
    s->step = step_build(s->arena, s->protocol, s->ctl);
    lay_out(s);
    return fits(s);
}

void spec_free(Spec *s)
{
    arena_destroy(s->arena);
    s->arena = NULL;
}

static void put_bits(uint32_t *v, int lsb, int width, uint64_t x)
{
    for (int done = 0; done < width; ) {
        int at = (lsb + done) % 32, n = 32 - at < width - done ? 32 - at : width - done;
        v[(lsb + done) / 32] |= (uint32_t)((x >> done & ((UINT64_C(1) << n) - 1)) << at);
        done += n;
    }
}

static uint64_t get_bits(const uint32_t *v, int lsb, int width)
{
    uint64_t x = 0;
    for (int done = 0; done < width; ) {
        int at = (lsb + done) % 32, n = 32 - at < width - done ? 32 - at : width - done;
        x |= ((uint64_t)v[(lsb + done) / 32] >> at & ((UINT64_C(1) << n) - 1)) << done;
        done += n;
    }
    return x;
}

void spec_pack(const Spec *s, bool out, const uint64_t *values, uint32_t *vector)
{
    int first = out ? s->n_in : 0, n = out ? s->n_out : s->n_in;
    memset(vector, 0, sizeof *vector * (size_t)words(out ? s->out_bits : s->in_bits));
    for (int i = 0; i < n; i++) put_bits(vector, s->lsb[first + i], s->width[first + i], values[i]);
}

void spec_unpack(const Spec *s, bool out, const uint32_t *vector, uint64_t *values)
{
    int first = out ? s->n_in : 0, n = out ? s->n_out : s->n_in;
    for (int i = 0; i < n; i++) values[i] = get_bits(vector, s->lsb[first + i], s->width[first + i]);
}

void spec_put_walk(const Spec *s, int walk, const uint64_t *row_out, uint32_t *vector)
{
    for (int i = 0; i < s->visiting; i++)
        if (s->visits[i] == s->step->walks.at[walk]) put_bits(vector, s->walk_in + i, 1, 1);
    for (int i = s->n_in; i < s->step->signals.n; i++)
        if (s->step->signals.at[i].kind == SIG_WALK_ARG)
            put_bits(vector, s->walk_arg[i], s->width[i], row_out[i - s->n_in]);
}

bool spec_walk(const Spec *s, const uint32_t *vector, uint64_t *values, uint64_t *parked)
{
    for (int i = 0; i < s->step->parked.n; i++) {
        int w = type_width(&s->env, s->step->parked.at[i]->type);
        bool set = get_bits(vector, s->parked[i] + w, 1);
        parked[s->step->parked.at[i]->id] = set ? get_bits(vector, s->parked[i], w) : UINT64_MAX;
    }
    int at = s->walk_out + 1;
    for (int i = 0; i < s->n_out; i++) {
        if (!s->walk_output[s->n_in + i]) continue;
        values[i] = get_bits(vector, at, s->width[s->n_in + i]);
        at += s->width[s->n_in + i];
    }
    return get_bits(vector, s->walk_out, 1);
}
