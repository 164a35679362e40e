/* core_model.c - see core_model.h. The library is made by `verilator --lib-create cg_core`. */
#include "tx/rtl/core_model.h"

void *cg_core_protectlib_create(const char *scope);
long long cg_core_protectlib_combo_update(void *h, const uint32_t *i, uint32_t *o);
long long cg_core_protectlib_seq_update(void *h, unsigned char clk, uint32_t *o);
void cg_core_protectlib_final(void *h);

void tx_core_model_open(TxCoreModel *m, const char *name)
{
    *m = (TxCoreModel){.handle = cg_core_protectlib_create(name)};
    m->in[TX_IN_FLAGS] = TX_RST;
    for (int i = 0; i < 4; i++) tx_core_model_cycle(m);
    m->in[TX_IN_FLAGS] = 0;
}

void tx_core_model_cycle(TxCoreModel *m)
{
    uint32_t after[TX_OUT_WORDS];
    cg_core_protectlib_combo_update(m->handle, m->in, m->out);
    cg_core_protectlib_seq_update(m->handle, 1, after);
    cg_core_protectlib_seq_update(m->handle, 0, after);
}

void tx_core_model_close(TxCoreModel *m) { cg_core_protectlib_final(m->handle); }
