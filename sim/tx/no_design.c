/* no_design.c - the model of cohgen_tx: there is no design, the partitions are those in C. */
#include "model/model.h"
#include <stddef.h>

const CgDesign cg_design = {.name = "GETM's cores and partitions in C", .in_bits = 32, .out_bits = 32};

struct CgModel { char none; };

bool cg_model_waves(void) { return false; }
CgModel *cg_model_create(int argc, const char **argv, const char *fst_path, uint64_t fst_from)
{
    static CgModel model;
    (void)argc, (void)argv, (void)fst_path, (void)fst_from;
    return &model;
}
void cg_model_cycle(CgModel *m, const uint32_t *in, uint32_t *out) { (void)m, (void)in, (void)out; }
const char *cg_model_ended(const CgModel *m) { return (void)m, NULL; }
void cg_model_destroy(CgModel *m) { (void)m; }
