/* core_model.h - the verilated core_harness: its vectors in words, one clock cycle. */
#ifndef COHGEN_SIM_TX_CORE_MODEL_H
#define COHGEN_SIM_TX_CORE_MODEL_H
#include <stdbool.h>
#include <stdint.h>

enum {
    TX_IN_FLAGS,
    TX_IN_FIRST,
    TX_IN_LIMIT,
    TX_IN_ACC_WARP,
    TX_IN_ACC_TAG,
    TX_IN_ACC_KEY,
    TX_IN_ANS_WARP,
    TX_IN_ANS_KEY,
    TX_IN_ANS_SEEN,
    TX_IN_LOG_WARP = TX_IN_ANS_SEEN + 2,
    TX_IN_LOG_KEY,
    TX_IN_LOG_WORD,
    TX_IN_LOG_DATA,
    TX_IN_LOG_N,
    TX_IN_ROLL_WARP,
    TX_IN_WORDS
};
enum {
    TX_RST = 1,
    TX_STOP_WARP = 2,
    TX_ACC_VALID = 4,
    TX_ACC_TX = 8,
    TX_ACC_STORE = 16,
    TX_ASK_READY = 32,
    TX_ANS_VALID = 64,
    TX_ANS_ABORT = 128,
    TX_RSP_READY = 256,
    TX_LOG_VALID = 512,
    TX_LOG_WRITE = 1024,
    TX_LOG_LAST = 2048,
    TX_LOG_AGAIN = 4096,
    TX_OUT_READY = 8192,
    TX_PLAIN_TIMES = 16384,
    TX_SHORT_TIMES = 32768,
    TX_RESUME_WARP = 65536,
    TX_OWN_CLOCK = 131072
};
enum {
    TX_OUT_FLAGS, TX_OUT_ASK_DST, TX_OUT_ASK_TIME, TX_OUT_RSP_TAG = TX_OUT_ASK_TIME + 2, TX_OUT_DST, TX_OUT_WARP,
    TX_OUT_KEY, TX_OUT_N, TX_OUT_MASK, TX_OUT_DATA, TX_OUT_QUIT = TX_OUT_DATA + 8, TX_OUT_WORDS
};
enum {
    TX_ACC_READY = 1, TX_ASK_VALID = 2, TX_ANS_READY = 4, TX_RSP_VALID = 8, TX_LOG_READY = 16, TX_OUT_VALID = 32,
    TX_OUT_MARK = 64, TX_OVER = 128, TX_IDLE = 256, TX_ERROR = 512, TX_OUT_DRAIN = 1024
};

typedef struct { void *handle; uint32_t in[TX_IN_WORDS], out[TX_OUT_WORDS]; } TxCoreModel;

void tx_core_model_open(TxCoreModel *m, const char *name);   /* and resets it; in stays 0 */
void tx_core_model_cycle(TxCoreModel *m);                    /* out: with in, before the clock edge */
void tx_core_model_close(TxCoreModel *m);
static inline bool tx_core_model_out(const TxCoreModel *m, uint32_t flag) { return m->out[TX_OUT_FLAGS] & flag; }
#endif
