/* cg_llc against lines in plain memory. Every request is performed in the model at the moment the cache says so
 * (`done`), so that the model knows exactly which requests came before a read of the memory. */
#include "axi_slave.h"

const char *const test_block = "cg_llc";
enum { RANDOM_CYCLES = 8000, RING = 256, MEASURED = 200, MEMORY_LATENCY = 20 };

typedef struct {
    int line;
    bool rd, any, all; /* any, all: of the bytes are written */
    uint8_t be[LINE_MAX_BYTES / 8];
    line_t data;
    unsigned rmw, word; /* rmw: 8 + operation, or 0 */
    unsigned long accepted;
} request;
typedef struct {
    line_t data;
    bool err;
    unsigned long accepted;
} answer;
typedef struct {
    line_t now; /* what a read returns */
    bool bad;   /* it came with an error */
} line_state;

static int places, queue_n, responses_n, rmw_n;
static line_state *lines;
static request offer;
static bool offered;
static request waiting[RING]; /* accepted, not performed */
static answer expected[RING]; /* performed, not answered */
static unsigned w_in, w_out, x_in, x_out;
static int reading; /* line */
static unsigned long rmws[8], swaps; /* by operation; compare-and-swaps that found what they compared with */
static unsigned long performed, answers, err_answers, drops_due, drops, wr_errs, refused, queue_full, last_move,
    last_done;

/* The parts of the test: each draws requests; when they are answered and everything is quiet, its figures are looked
 * at. */
typedef enum {
    PART_RANDOM,
    PART_SWEEP,
    PART_WARM,
    PART_HIT,
    PART_CLEAN_FIRST,
    PART_CLEAN,
    PART_DIRTY,
    PART_FULL_FIRST,
    PART_FULL,
    PARTS
} part_t;
static part_t part;
static int drawn; /* requests of this part */
static int walk;  /* over all lines, further than any line stays */
static unsigned long part_start, reads_before, writes_before;
static unsigned late; /* LATE: a request is looked up so many cycles later; 2: one in every second cycle */
static unsigned long hit_latency; /* longest from acceptance to answer */
static unsigned p_answer;
static unsigned long next_change; /* of the random part's chances */
static double figure[PARTS]; /* cycles per request */

void test_start(void) {
    places = tb_param("SETS") * tb_param("WAYS");
    queue_n = tb_param("QUEUE");
    responses_n = tb_param("RESPONSES");
    rmw_n = tb_param("RMW");
    late = (unsigned)tb_param("LATE");
    slave_start(4 * places > 12 ? 4 * places : 12, 0x1234);
    lines = calloc((size_t)line_count, sizeof *lines);
    if (!lines) exit(1);
    for (int i = 0; i < line_count; i++) lines[i].now = slave_memory[i];
}

/* A request whose bytes are written with the given chances: none, all, else at random. */
static void draw(int line, bool rd, unsigned p_none, unsigned p_all) {
    memset(&offer, 0, sizeof offer);
    offer.line = line;
    offer.rd = rd;
    random_bytes(offer.data.b, line_bytes);
    unsigned kind = tb_rnd(100);
    offer.any = false;
    offer.all = true;
    for (int i = 0; i < line_bytes; i++) {
        bool write = kind >= p_none && (kind < p_none + p_all || tb_pct(40));
        offer.be[i / 8] |= (uint8_t)(write << i % 8);
        offer.any |= write;
        offer.all &= write;
    }
    offered = true;
    drawn++;
}

/* Makes a read-modify-write of what was drawn: compare-and-swap mostly with what the word is after the last request
 * performed. */
static void make_rmw(unsigned op) {
    offer.rmw = 8 + op;
    offer.word = tb_rnd((unsigned)line_bytes / 4);
    if (tb_pct(60)) memcpy(offer.data.b, lines[offer.line].now.b + 4 * offer.word, 4);
    memset(offer.be, 0, sizeof offer.be);
    offer.be[offer.word / 2] = (uint8_t)(15 << 4 * (offer.word % 2));
    offer.any = true;
    offer.all = false;
}

static void random_request(void) {
    static unsigned p_request, p_read, p_none, p_all, span, first;
    if (tb_cycle() >= next_change) {
        next_change = tb_cycle() + 150;
        bool errors = tb_pct(60);
        p_answer = tb_pct(50) ? 100 : 5 + tb_rnd(96);
        p_request = tb_pct(40) ? 100 : 5 + tb_rnd(96);
        p_read = tb_rnd(101);
        p_none = tb_rnd(70);
        p_all = tb_rnd(100 - p_none);
        span = tb_pct(40) ? 1 + tb_rnd(3) : 1 + tb_rnd((uint32_t)line_count);
        first = tb_rnd((uint32_t)line_count - span + 1);
        slave_pace.p_ar = tb_pct(50) ? 100 : 10 + tb_rnd(91);
        slave_pace.p_r = tb_pct(50) ? 100 : 10 + tb_rnd(91);
        slave_pace.p_aw = tb_pct(50) ? 100 : 5 + tb_rnd(96);
        slave_pace.p_w = tb_pct(50) ? 100 : 5 + tb_rnd(96);
        slave_pace.p_b = tb_pct(50) ? 100 : 1 + tb_rnd(8);
        slave_pace.p_bad = errors ? 1 + tb_rnd(30) : 0;
        slave_pace.latency = tb_rnd(tb_pct(50) ? 2 : 30);
    }
    if (!tb_pct(p_request)) return;
    draw((int)(first + tb_rnd(span)), tb_pct(p_read), p_none, p_all);
    if (rmw_n && tb_pct(40)) make_rmw(tb_rnd(8));
}

/* Lines that can all be in the cache at once. */
static int hit_lines(void) { return places < 8 ? places : 8; }

/* Requests of the part. */
static bool part_has_more(void) {
    switch (part) {
    case PART_RANDOM: return tb_cycle() < RANDOM_CYCLES;
    case PART_SWEEP:
    case PART_CLEAN_FIRST:
    case PART_FULL_FIRST: return drawn < line_count;
    case PART_WARM: return drawn < 2 * hit_lines();
    default: return drawn < MEASURED;
    }
}

static void part_request(void) {
    switch (part) {
    case PART_RANDOM: random_request(); break;
    case PART_WARM: draw(drawn % hit_lines(), true, 100, 0); break;
    case PART_HIT:
        draw((int)tb_rnd((uint32_t)hit_lines()), true, 30, 10);
        if (rmw_n && tb_pct(50)) make_rmw(tb_rnd(8));
        break;
    case PART_DIRTY: draw(walk++ % line_count, true, 0, 100); break;
    case PART_FULL_FIRST:
    case PART_FULL: draw(walk++ % line_count, false, 0, 100); break;
    default: draw(walk++ % line_count, true, 100, 0); break;
    }
}

static void check_random_part(void) {
    tb_check(answers > 300 && err_answers > 5 && drops > 2 && wr_errs > 2,
             "%lu answers, %lu with an error, %lu drops, %lu write errors were reached", answers, err_answers, drops,
             wr_errs);
    for (int i = 0; i < 8 * rmw_n; i++)
        tb_check(rmws[i] > 10 && swaps > 5, "%lu of operation %d, %lu swaps were reached", rmws[i], i, swaps);
    tb_check(refused > 50 && queue_full > 50, "answers refused %lu times, requests %lu times", refused, queue_full);
    tb_check(tb_param("WR_SLOTS") == 1 || slave_out_of_order > 0, "%lu write responses out of order were reached",
             slave_out_of_order);
}

static void close_part(void) {
    unsigned long reads = slave_reads - reads_before, writes = slave_writes - writes_before;
    figure[part] = (double)(last_done - late - part_start) / drawn;
    if (part == PART_RANDOM) check_random_part();
    if (part == PART_HIT) {
        tb_check(reads == 0 && writes == 0, "hits leave the memory alone");
        bool narrow = queue_n < 2 + (int)late || responses_n < 3;
        double due = late < 2 ? 1 : 2 - 1.0 / drawn;
        tb_check(narrow || figure[part] == due, "%.3f cycles per hit", figure[part]);
        tb_check(narrow || late == 2 || hit_latency == 2 + late, "hits are answered after up to %lu cycles",
                 hit_latency);
    }
    if (part == PART_CLEAN)
        tb_check(reads == MEASURED && writes == 0, "%lu reads, %lu writes for clean lines", reads, writes);
    if (part == PART_DIRTY)
        tb_check(reads == MEASURED && writes + (unsigned)places >= MEASURED, "%lu reads, %lu writes for dirty lines",
                 reads, writes);
    if (part == PART_FULL)
        tb_check(reads == 0 && writes == MEASURED, "%lu reads, %lu writes for whole lines", reads, writes);
}

static void open_next_part(void) {
    part++;
    drawn = 0;
    part_start = tb_cycle();
    reads_before = slave_reads;
    writes_before = slave_writes;
    hit_latency = 0;
    p_answer = slave_pace.p_ar = slave_pace.p_r = slave_pace.p_aw = slave_pace.p_w = slave_pace.p_b = 100;
    slave_pace.p_bad = 0;
    slave_pace.latency =
        part == PART_HIT || part == PART_CLEAN || part == PART_DIRTY || part == PART_FULL ? MEMORY_LATENCY : 0;
}

static bool nothing_under_way(void) { return !offered && w_in == w_out && x_in == x_out && slave_idle(); }

bool test_drive(void) {
    if (!part_has_more() && nothing_under_way() && tb_get("idle")) {
        close_part();
        open_next_part();
        if (part == PARTS) {
            tb_check(drops == drops_due && wr_errs == slave_wr_errors,
                     "%lu of %lu drops, %lu of %lu write errors are told", drops, drops_due, wr_errs, slave_wr_errors);
            tb_note("SETS=%d WAYS=%d: %lu requests, %lu reads, %lu writes; cycles for a hit %.2f, clean miss %.2f, "
                    "dirty %.2f, whole line %.2f (memory %d)",
                    tb_param("SETS"), tb_param("WAYS"), performed, slave_reads, slave_writes, figure[PART_HIT],
                    figure[PART_CLEAN], figure[PART_DIRTY], figure[PART_FULL], MEMORY_LATENCY);
            return false;
        }
    }
    if (!offered && part_has_more()) part_request();
    tb_put("req_valid", offered);
    if (offered) {
        tb_put("req_key", slave_base + (unsigned)offer.line);
        tb_put("req_rd", offer.rd);
        tb_put("req_rmw", offer.rmw);
        put_bytes("req_be", offer.be, (line_bytes + 7) / 8);
        put_bytes("req_wdata", offer.data.b, line_bytes);
    }
    tb_put("rsp_ready", tb_pct(p_answer));
    slave_drive();
    return true;
}

static uint32_t word_of(const uint8_t *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint32_t result(unsigned op, uint32_t old, uint32_t a, uint32_t b) {
    switch (op) {
    case 0: return old + a;
    case 1: return a;
    case 2: return old == a ? b : old;
    case 3: return a < old ? a : old;
    case 4: return a > old ? a : old;
    case 5: return old & a;
    case 6: return old | a;
    default: return old ^ a;
    }
}

/* The bytes that the request writes. */
static line_t written(const request *r, const line_t *old) {
    line_t data = r->data;
    if (!r->rmw) return data;
    uint32_t was = word_of(old->b + 4 * r->word),
             to = result(r->rmw & 7, was, word_of(r->data.b), word_of(r->data.b + 4));
    for (int i = 0; i < 4; i++) data.b[4 * r->word + (unsigned)i] = (uint8_t)(to >> 8 * i);
    rmws[r->rmw & 7]++;
    swaps += (r->rmw & 7) == 2 && was == word_of(r->data.b);
    return data;
}

/* The oldest request is performed. */
static void perform(void) {
    tb_check(w_in != w_out, "a request to be performed");
    if (w_in == w_out) return;
    const request *r = &waiting[w_out++ % RING];
    line_state *l = &lines[r->line];
    if (r->rd) expected[x_in++ % RING] = (answer){l->now, l->bad, r->accepted};
    line_t data = written(r, &l->now);
    for (int i = 0; i < line_bytes; i++)
        if (r->be[i / 8] >> i % 8 & 1) l->now.b[i] = data.b[i];
    if (r->all) l->bad = false;
    drops_due += r->any && l->bad;
    performed++;
    last_done = last_move = tb_cycle();
}

/* A read of the memory: only for the oldest request, and nothing may have been lost. */
static void check_read(int line) {
    const request *r = &waiting[w_out % RING];
    tb_check(w_in != w_out && r->line == line, "a read is for the oldest request");
    tb_check(r->rd || (r->any && !r->all), "a read is for bytes that are needed");
    tb_check(lines[line].bad || !memcmp(&lines[line].now, &slave_memory[line], sizeof(line_t)),
             "line %d was written back", line);
    reading = line;
}

static void check_answer(void) {
    tb_check(x_in != x_out, "an answer to a request");
    if (x_in == x_out) return;
    const answer *x = &expected[x_out++ % RING];
    line_t data = {{0}};
    get_bytes("rsp_data", data.b, line_bytes);
    tb_check(!memcmp(&data, &x->data, sizeof data), "data of answer %lu", answers);
    tb_check(tb_get("rsp_err") == x->err, "rsp_err_o of answer %lu", answers);
    answers++;
    err_answers += x->err;
    unsigned long took = tb_cycle() - x->accepted;
    if (took > hit_latency) hit_latency = took;
    tb_check(took >= 2 + late, "an answer after %lu cycles", took);
    last_move = tb_cycle();
}

/* A valid output keeps its payload until it is taken. */
static void check_held(const char *valid, const char *ready, const char *payload, int n, line_t *was, bool *held) {
    line_t now = {{0}};
    if (tb_get(valid)) get_bytes(payload, now.b, n);
    tb_check(!*held || (tb_get(valid) && !memcmp(&now, was, sizeof now)), "%s stays until taken", payload);
    *held = tb_get(valid) && !tb_get(ready);
    *was = now;
}

static void check_all_held(void) {
    static line_t rsp, ar, aw, w;
    static bool rsp_held, ar_held, aw_held, w_held;
    check_held("rsp_valid", "rsp_ready", "rsp_data", line_bytes, &rsp, &rsp_held);
    check_held("arvalid", "arready", "araddr", 4, &ar, &ar_held);
    check_held("awvalid", "awready", "awaddr", 4, &aw, &aw_held);
    check_held("wvalid", "wready", "wdata", beat_bytes, &w, &w_held);
    refused += rsp_held;
}

void test_sample(void) {
    tb_check(!tb_get("idle") || nothing_under_way(), "idle_o while something is under way");
    slave_sample();
    check_all_held();
    if (slave_event.read_done) {
        lines[reading].now = slave_event.read_data;
        lines[reading].bad = slave_event.read_failed;
    }
    if (slave_event.ar >= 0) check_read(slave_event.ar);
    if (slave_event.aw >= 0) tb_check(!lines[slave_event.aw].bad, "a line that could not be read is not written back");
    if (tb_get("rsp_valid") && tb_get("rsp_ready")) check_answer();
    if (tb_get("done")) perform();
    drops += tb_get("drop");
    wr_errs += tb_get("wr_err");
    if (offered && tb_get("req_ready")) {
        offer.accepted = tb_cycle();
        waiting[w_in++ % RING] = offer;
        offered = false;
        last_move = tb_cycle();
    } else if (offered) {
        queue_full++;
    }
    tb_check(nothing_under_way() || tb_cycle() < last_move + 5000, "something moves");
}
