/* cg_warpts against times as plain numbers: the next one is searched for by counting. */
#include "vpi_test.h"

const char *const test_block = "cg_warpts";
enum { CYCLES = 20000, MOST = 64 };

static int warps, ts_w, id_w;
static uint64_t first_id, times[MOST], seen[MOST], step;
static bool over[MOST], over_ever;
static unsigned rd, report_warp, advance_warp, clear_warp;
static bool report, advance, clear;
static uint64_t report_time;
static int advances, overs, clears, both, jumps;

static void start_again(unsigned w) { times[w] = id_w ? first_id + w : 0, seen[w] = 0, over[w] = false; }

void test_start(void) {
    warps = tb_param("WARPS"), ts_w = tb_param("TS_W"), id_w = tb_param("ID_W");
    step = UINT64_C(1) << id_w;
    first_id = id_w ? tb_rnd((uint32_t)(step - (uint64_t)warps + 1)) : 0;
    for (unsigned w = 0; w < (unsigned)warps; w++) start_again(w);
}

/* Near the present times mostly: far ones use up the range. */
static uint64_t some_time(void) {
    uint64_t mask = (UINT64_C(1) << ts_w) - 1;
    if (tb_pct(1)) return ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & mask;
    if (tb_pct(1)) return (mask - tb_rnd(3 * (uint32_t)step)) & mask;
    return (times[tb_rnd((uint32_t)warps)] + tb_rnd(5 * (uint32_t)step)) & mask;
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) {
        tb_check(advances > 1000 && overs > 5 && clears > 5 && both > 100 && (jumps > 100 || ts_w - id_w < 2),
                 "%d advances, %d without a later time, %d clears, %d with a report, %d jumps", advances, overs, clears,
                 both, jumps);
        tb_note("WARPS=%d TS_W=%d ID_W=%d: %d advances, %d of them far, %d without a later time", warps, ts_w, id_w,
                advances, jumps, overs);
        return false;
    }
    rd = tb_rnd((uint32_t)warps), report_warp = tb_rnd((uint32_t)warps);
    advance_warp = tb_pct(30) ? report_warp : tb_rnd((uint32_t)warps);
    report = tb_pct(50), advance = tb_pct(30), report_time = some_time();
    clear = over_ever ? tb_pct(10) : tb_rnd(2000) == 0;
    clear_warp = tb_pct(30) ? advance_warp : tb_rnd((uint32_t)warps);
    tb_put("first_id", first_id);
    tb_put("rd_warp", rd);
    tb_put("report", report);
    tb_put("report_warp", report_warp);
    tb_put("report_time", report_time);
    tb_put("advance", advance);
    tb_put("advance_warp", advance_warp);
    tb_put("clear", clear);
    tb_put("clear_warp", clear_warp);
    return true;
}

static void move_on(unsigned w) {
    uint64_t last = UINT64_C(1) << ts_w, beyond = seen[w] > times[w] ? seen[w] : times[w];
    uint64_t t = times[w] + (beyond - times[w]) / step * step; /* near it, then by counting */
    while (t / step <= beyond / step) t += step;
    if (t - times[w] > step) jumps++;
    while (t >= last) t -= step, over[w] = true; /* the last one it can have */
    overs += over[w];
    times[w] = t;
    seen[w] = 0;
    advances++;
}

void test_sample(void) {
    bool any = false;
    for (int w = 0; w < warps; w++) any |= over[w];
    over_ever = any;
    tb_check(tb_get("rd_over") == over[rd] && tb_get("over") == any, "rd_over_o, over_o");
    tb_check(tb_get("rd_time") == times[rd], "time of warp %u", rd);
    if (report && report_time > seen[report_warp]) seen[report_warp] = report_time;
    both += advance && report && advance_warp == report_warp;
    if (advance && !(clear && clear_warp == advance_warp)) move_on(advance_warp);
    if (clear) start_again(clear_warp), clears++;
}
