/* mock_design.c - the tables of the mock design, as a generator would emit them. */
#include "mock.h"

#define N(a) (uint32_t)(sizeof(a) / sizeof *(a))

static const CgField request[] = { { "id", 23, 2 },    { "data", 25, 128 }, { "mask", 153, 16 }, { "op", 169, 3 },
                                   { "word", 172, 2 }, { "a", 174, 32 },    { "b", 206, 32 } };
static const CgField reply[] = {{"id", 4, 2}, {"data", 6, 128}, {"err", 134, 1}};
static const CgName events[] = {{"load", 0}, {"store", 1}, {"atomic", 2}, {"fence", 3}};
static const CgName replies[] = {{"loaded", 0}, {"done", 1}};

static const uint64_t answers[] = {1, 2, 2, 2};

static const CgCorePort cores[] = { {
    .controller = "CACHE",
    .name = "core",
    .instances = MOCK_CORES,
    .in_base = IN_CORES,
    .in_stride = IN_CORE_STRIDE,
    .out_base = OUT_CORES,
    .out_stride = OUT_CORE_STRIDE,
    .req_valid = { "valid", 0, 1 },
    .req_kind = { "kind", 1, 2 },
    .req_key = { "key", 3, MOCK_KEY_BITS },
    .req_ready = { "ready", 0, 1 },
    .rep_valid = { "valid", 1, 1 },
    .rep_kind = { "kind", 2, 2 },
    .rep_ready = { "ready", 238, 1 },
    .req_fields = request,
    .n_req_fields = N(request),
    .rep_fields = reply,
    .n_rep_fields = N(reply),
    .events = events,
    .n_events = N(events),
    .replies = replies,
    .n_replies = N(replies),
    .answers = answers,
    .id_field = "id",
    .ids = MOCK_WARPS,
    .key_bits = MOCK_KEY_BITS,
    .line_bytes = MOCK_LINE,
} };

static const CgField mem_in[] = { { "arready", 0, 1 }, { "awready", 1, 1 }, { "wready", 2, 1 }, { "rvalid", 3, 1 },
                                  { "rid", 4, 4 },     { "rdata", 8, 64 },  { "rresp", 72, 2 }, { "rlast", 74, 1 },
                                  { "bvalid", 75, 1 }, { "bid", 76, 4 },    { "bresp", 80, 2 } };
static const CgField mem_out[] = { { "arvalid", 0, 1 },  { "araddr", 1, 32 },  { "arid", 33, 4 },
                                   { "arlen", 37, 8 },   { "arsize", 45, 3 },  { "arburst", 48, 2 },
                                   { "rready", 50, 1 },  { "awvalid", 51, 1 }, { "awaddr", 52, 32 },
                                   { "awid", 84, 4 },    { "awlen", 88, 8 },   { "awsize", 96, 3 },
                                   { "awburst", 99, 2 }, { "wvalid", 101, 1 }, { "wdata", 102, 64 },
                                   { "wstrb", 166, 8 },  { "wlast", 174, 1 },  { "bready", 175, 1 } };
static const CgMemPort memories[] = { { "CACHE", "mem", MOCK_BANKS, IN_MEM, IN_MEM_STRIDE, OUT_MEM, OUT_MEM_STRIDE,
                                        mem_in, N(mem_in), mem_out, N(mem_out), MOCK_BEAT, MOCK_LINE, false, 0, 0 } };

static const CgField observed[] = {
    { "key", 0, MOCK_KEY_BITS }, { "state", 20, 1 }, { "next", 21, 1 }, { "event", 22, 3 },
    { "performs", 25, 2 },       { "core", 27, 2 },  { "id", 29, 2 }
};
static const CgName states[] = {{"I", 0}, {"V", 1}};
static const CgName row_events[] = {{"load", 0}, {"store", 1}, {"atomic", 2}, {"fence", 3}, {"RENEW", 4}};
static const struct CgRow rows[MOCK_ROWS] = {
    [ROW_LOAD_HIT] = {"V", "load", "mock.xml", 10, CG_ROW_ON, 0},
    [ROW_LOAD_MISS] = {"I", "load", "mock.xml", 11, CG_ROW_ON, 0},
    [ROW_STORE] = {"V", "store", "mock.xml", 12, CG_ROW_ON, 0},
    [ROW_ATOMIC] = {"V", "atomic", "mock.xml", 13, CG_ROW_ON, 0},
    [ROW_FENCE] = {"V", "fence", "mock.xml", 14, CG_ROW_ON, 0},
    [ROW_RENEW] = {"I", "RENEW", "mock.xml", 15, CG_ROW_ON, 0},
    [ROW_NEVER] = {"I", "fence", "mock.xml", 16, CG_ROW_NEVER, "no fence here"},
    [ROW_STALL] = {"I", "store", "mock.xml", 17, CG_ROW_STALL, "it waits"},
};
static const CgCell cells[] = { { 0, 0, ROW_LOAD_MISS }, { 0, 1, ROW_STALL },  { 0, 2, ROW_STALL },
                                { 0, 3, ROW_NEVER },     { 0, 4, ROW_RENEW },  { 1, 0, ROW_LOAD_HIT },
                                { 1, 1, ROW_STORE },     { 1, 2, ROW_ATOMIC }, { 1, 3, ROW_FENCE } };
static const CgName causes[] = {{"no_line", MOCK_NO_LINE}, {"line_pending", MOCK_PENDING}};
static const CgOccurrence occurrences[] = { { CG_ORIGIN_CORE, false, 0, 0, 0 },
                                            { CG_ORIGIN_CORE, false, 1, 0, 0 },
                                            { CG_ORIGIN_CORE, false, 2, 0, 0 },
                                            { CG_ORIGIN_CORE, false, 3, 0, 0 },
                                            { CG_ORIGIN_NETWORK, false, 4, 0, 0 } };
static const CgController controllers[] = {
    { "CACHE",     MOCK_CORES, observed, N(observed), states, N(states), row_events, N(row_events),
      rows,        N(rows),    cells,    N(cells),    causes, N(causes), OUT_STAGE,  OUT_STAGE_STRIDE,
      occurrences, 0,          0,        0,           0,      0,         0,          0,
      0,           0 }
};

static const CgNetwork networks[] = {{"req", OUT_FLITS, 32, OUT_HELD}};
static const CgParam params[] = {
    { "CORES", MOCK_CORES }, { "WARPS", MOCK_WARPS }, { "LINE_BYTES", MOCK_LINE }, { "BANKS", MOCK_BANKS }
};

const CgDesign cg_design = {
    .name = "mock",
    .in_bits = IN_BITS,
    .out_bits = OUT_BITS,
    .rst_lsb = IN_RST,
    .error_lsb = OUT_ERROR,
    .params = params,
    .n_params = N(params),
    .cores = cores,
    .n_cores = N(cores),
    .memories = memories,
    .n_memories = N(memories),
    .controllers = controllers,
    .n_controllers = N(controllers),
    .networks = networks,
    .n_networks = N(networks),
};

const char *const mock_fault_names[MOCK_FAULTS] = { "sc",        "store_buffer", "stale",     "lost",
                                                    "twice",     "torn_atomic",  "error",     "silent",
                                                    "bad_burst", "wrong_key",    "wrong_flag", "wrong_reply",
                                                    "ends" };
