/* cg_warpts against times as plain numbers: the next one is searched for by counting. With times of the core `core`
 * stands where each warp has its own, and an attempt keeps the one with which it has begun. */
#include "vpi_test.h"

const char *const test_block = "cg_warpts";
enum { CYCLES = 20000, MOST = 64 };

static int warps, ts_w, id_w, own_clock;
static uint64_t first_id, times[MOST], seen[MOST], step, core; /* core: of its round, the low bits are 0 */
static bool over[MOST], over_ever, in[MOST], core_over;
static unsigned rd, report_warp, advance_warp, clear_warp;
static bool report, advance, clear, clear_core, begins;
static uint64_t report_time;
static int advances, overs, clears, both, jumps, begun, behind;

static void start_again(unsigned w) { times[w] = id_w ? first_id + w : 0, seen[w] = 0, over[w] = false; }

void test_start(void) {
    warps = tb_param("WARPS"), ts_w = tb_param("TS_W"), id_w = tb_param("ID_W");
    own_clock = tb_param("OWN_CLOCK");
    step = UINT64_C(1) << id_w;
    first_id = id_w ? tb_rnd((uint32_t)(step - (uint64_t)warps + 1)) : 0;
    for (unsigned w = 0; w < (unsigned)warps; w++) start_again(w);
}

/* Near the present times mostly: far ones use up the range. */
static uint64_t some_time(void) {
    uint64_t near_to = own_clock || tb_pct(50) ? times[tb_rnd((uint32_t)warps)] : core;
    uint64_t mask = (UINT64_C(1) << ts_w) - 1;
    if (tb_pct(1)) return ((uint64_t)tb_rnd32() << 32 | tb_rnd32()) & mask;
    if (tb_pct(1)) return (mask - tb_rnd(3 * (uint32_t)step)) & mask;
    return (near_to + tb_rnd((own_clock ? 5 : 2) * (uint32_t)step)) & mask;
}

bool test_drive(void) {
    if (tb_cycle() == CYCLES) {
        tb_check(advances > 1000 && overs > 5 && clears > 5 && both > 100 && (jumps > 100 || ts_w - id_w < 2) &&
                     (own_clock || (begun > 1000 && (behind > 100 || warps < 3 || ts_w - id_w < 3))),
                 "%d advances, %d without a later time, %d clears, %d with a report, %d jumps, %d attempts, %d ended "
                 "before the core's time",
                 advances, overs, clears, both, jumps, begun, behind);
        tb_note("WARPS=%d TS_W=%d ID_W=%d: %d advances, %d of them far, %d without a later time", warps, ts_w, id_w,
                advances, jumps, overs);
        return false;
    }
    rd = tb_rnd((uint32_t)warps), report_warp = tb_rnd((uint32_t)warps);
    advance_warp = tb_pct(30) ? report_warp : tb_rnd((uint32_t)warps);
    begins = !in[rd] && tb_pct(50), clear_core = false;
    report = tb_pct(own_clock ? 50 : 20), advance = tb_pct(30), report_time = some_time();
    if (own_clock) clear = over_ever ? tb_pct(10) : tb_rnd(2000) == 0;
    else clear = tb_pct(10), clear_core = over_ever ? tb_pct(2) : tb_rnd(4000) == 0;
    clear_warp = tb_pct(30) ? advance_warp : tb_rnd((uint32_t)warps);
    tb_put("first_id", first_id);
    tb_put("rd_warp", rd);
    tb_put("rd_new", !in[rd]);
    tb_put("begins", begins);
    tb_put("advance_new", !in[advance_warp]);
    tb_put("clear_core", clear_core);
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

/* The core's time is to be later than `beyond`. */
static void core_behind(uint64_t beyond) {
    uint64_t last = UINT64_C(1) << ts_w, t = core;
    if (beyond / step > t / step) t = beyond / step * step;
    while (t / step <= beyond / step) t += step;
    if (t > core + step) jumps++;
    if (t >= last) t -= step, core_over = true, overs++;
    core = t;
}

static void sample_core(void) {
    uint64_t number = id_w ? first_id + rd : 0, present = in[advance_warp] ? times[advance_warp] : core;
    tb_check(tb_get("rd_over") == core_over && tb_get("over") == core_over, "rd_over_o, over_o");
    tb_check(tb_get("rd_time") == (in[rd] ? times[rd] : core + number), "time of warp %u", rd);
    over_ever = core_over;
    both += advance && report;
    if (begins) times[rd] = core + number, begun++;
    if (clear_core) {
        core = 0, core_over = false, clears++;
        for (unsigned w = 0; w < (unsigned)warps; w++) in[w] = false;
        return;
    }
    if (report) core_behind(report_time);
    if (advance) behind += present / step < core / step, core_behind(present), advances++;
    if (advance) in[advance_warp] = false;
    if (begins) in[rd] = true;
}

void test_sample(void) {
    if (!own_clock) { sample_core(); return; }
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
