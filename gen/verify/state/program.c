/* program.c - the threads of a litmus test as operations of the model's threads. */
#include "verify/state/program.h"
#include "litmus/atomic.h"

static const LitmusStatement *statement(const Program *p, const SysState *s, int thread)
{
    int l = p->of[thread];
    unsigned pc = s->thread[thread].started & 7u;
    while (l >= 0 && !p->fences && pc < p->t->n_statements[l] && p->t->statements[l][pc].kind == LITMUS_FENCE) pc++;
    return l >= 0 && pc < p->t->n_statements[l] ? &p->t->statements[l][pc] : NULL;
}

static unsigned operand(const SysState *s, int thread, LitmusValue v)
{
    return v.is_register ? s->thread[thread].reg[v.value & 3] : v.value;
}

unsigned program_initial(const Program *p, int key, int cell)
{
    for (uint32_t i = 0; i < p->t->n_variables; i++)
        if (p->line[i] == key && p->cell[i] == cell) return p->t->initial[i];
    return 0;
}

bool program_next(const Program *p, const SysState *s, int thread, ProgramOp *out)
{
    static const OpType ops[] = {
        [LITMUS_STORE] = OP_STORE, [LITMUS_LOAD] = OP_LOAD, [LITMUS_ATOMIC] = OP_ATOMIC, [LITMUS_FENCE] = OP_FENCE
    };
    const LitmusStatement *x = statement(p, s, thread);
    if (!x) return false;
    bool fence = x->kind == LITMUS_FENCE;
    *out = (ProgramOp){ ops[x->kind], fence ? 0 : p->line[x->variable], fence ? 0 : p->cell[x->variable],
                        x->kind == LITMUS_STORE ? operand(s, thread, x->a) : 0,
                        p->event[p->of[thread]][x - p->t->statements[p->of[thread]]] };
    return true;
}

unsigned program_atomic(const Program *p, const SysState *s, int thread, unsigned old)
{
    const LitmusStatement *x = statement(p, s, thread);
    return x && x->kind == LITMUS_ATOMIC
               ? litmus_op_result(x->op, old, operand(s, thread, x->a), operand(s, thread, x->b)) & 15
               : old;
}

unsigned program_written(const Program *p, const SysState *s, int thread, unsigned old)
{
    const LitmusStatement *x = statement(p, s, thread);
    if (!x) return old;
    return x->kind == LITMUS_STORE ? operand(s, thread, x->a) : program_atomic(p, s, thread, old);
}

void program_operands(const Program *p, const SysState *s, int thread, unsigned *op, unsigned *a, unsigned *b)
{
    const LitmusStatement *x = statement(p, s, thread);
    if (!x || x->kind != LITMUS_ATOMIC) return;
    *op = x->op;
    *a = operand(s, thread, x->a);
    *b = operand(s, thread, x->b);
}

int program_register(const Program *p, const SysState *s, int thread)
{
    const LitmusStatement *x = statement(p, s, thread);
    return s->thread[thread].started & PROGRAM_BEGUN && x && x->reg != LITMUS_NONE && x->kind != LITMUS_STORE
               ? (int)(x->reg & 3)
               : -1;
}

void program_advance(const Program *p, SysState *s, int thread, unsigned value)
{
    Thread *t = &s->thread[thread];
    const LitmusStatement *x = statement(p, s, thread);
    if (!(t->started & PROGRAM_BEGUN) || !x) return;
    if (x->reg != LITMUS_NONE && (x->kind == LITMUS_LOAD || x->kind == LITMUS_ATOMIC))
        t->reg[x->reg & 3] = (uint8_t)value;
    t->started = (uint8_t)((unsigned)(x - p->t->statements[p->of[thread]]) + 1 + PROGRAM_BEGUN);
}

bool program_begun(const Model *m, const SysState *s)
{
    for (int i = 0; i < m->n_threads; i++) if (s->thread[i].started & PROGRAM_BEGUN) return true;
    return false;
}

bool program_ended(const Program *p, const SysState *s)
{
    for (int i = 0; i < MAX_THREADS; i++) if (p->of[i] >= 0 && (statement(p, s, i) || s->thread[i].op)) return false;
    return true;
}
