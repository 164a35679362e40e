/* roles.c - what the controller offers to a block of each sort: pins by role, quantities by name. */
#include "block/parts.h"

static const BlockRole store[] = { { "clk_i", true, NULL },
                                   { "rst_i", true, NULL },
                                   { "ready_o", false, NULL },
                                   { "busy_o", false, NULL },
                                   /* S0 */
                                   { "rd_i", true, NULL },
                                   { "rd_key_i", true, NULL },
                                   { "rd_index_i", false, NULL },
                                   { "live_i", false, NULL },
                                   { "walk_i", false, NULL },
                                   { "walk_row_i", false, "walk_i" },
                                   { "walk_column_i", false, "walk_i" },
                                   { "rd_keys_i", false, "rd_pick_i" },
                                   { "rd_pick_i", false, "rd_keys_i" },
                                   { "bg_want_o", false, "bg_grant_i" },
                                   { "bg_urgent_o", false, "bg_want_o" },
                                   { "bg_grant_i", false, "bg_want_o" },
                                   /* T */
                                   { "hit_o", true, NULL },
                                   { "ent_o", true, NULL },
                                   { "room_o", false, NULL },
                                   { "later_o", false, NULL },
                                   { "loc_o", false, NULL },
                                   { "key_o", false, NULL },
                                   { "place_valid_o", false, "vclass_i" },
                                   { "place_ent_o", false, "vclass_i" },
                                   { "vclass_i", false, NULL },
                                   { "victim_ok_o", false, NULL },
                                   { "victim_key_o", false, "victim_ok_o" },
                                   { "fire_i", false, NULL },
                                   { "upd_i", true, NULL },
                                   { "upd_keep_i", true, NULL },
                                   { "upd_ent_i", true, NULL },
                                   { "touch_i", false, NULL },
                                   { "stale_o", false, NULL },
                                   { "flush_i", false, NULL },
                                   /* words in memory */
                                   { "word_valid_o", false, NULL },
                                   { "word_ready_i", false, "word_valid_o" },
                                   { "word_we_o", false, "word_valid_o" },
                                   { "word_addr_o", false, "word_valid_o" },
                                   { "word_wdata_o", false, "word_valid_o" },
                                   { "word_rvalid_i", false, "word_valid_o" },
                                   { "word_rdata_i", false, "word_valid_o" },
                                   { 0 } };

static const BlockRole waiters[] = { { "clk_i", true, NULL },
                                     { "rst_i", true, NULL },
                                     { "next_key_i", false, NULL },
                                     { "key_i", true, NULL },
                                     { "hit_o", true, NULL },
                                     { "idx_o", false, NULL },
                                     { "fld_o", false, "fld_i" },
                                     { "armed_o", false, NULL },
                                     { "drain_o", false, NULL },
                                     { "first_o", false, "head_o" },
                                     { "head_o", false, "first_o" },
                                     { "must_first_o", false, NULL },
                                     { "room_o", false, "alloc_i" },
                                     { "park_room_o", false, "park_i" },
                                     { "seen_room_o", false, NULL },
                                     { "idle_o", true, NULL },
                                     { "busy_o", false, NULL },
                                     { "op_i", false, "fld_i" },
                                     { "alloc_i", false, "fld_i" },
                                     { "fld_i", false, NULL },
                                     { "park_i", false, NULL },
                                     { "pay_i", false, "park_i" },
                                     { "replay_i", false, NULL },
                                     { "must_i", false, "must_first_o" },
                                     { "done_i", false, "fld_i" },
                                     { "stale_o", false, NULL },
                                     { "wake_i", false, NULL },
                                     { "wake_all_i", false, "wake_i" },
                                     { "order_i", false, NULL },
                                     { "rp_valid_o", false, "park_i" },
                                     { "rp_idx_o", false, NULL },
                                     { "rp_key_o", false, "park_i" },
                                     { "rp_pay_o", false, "park_i" },
                                     { "rp_order_o", false, "order_i" },
                                     { "rp_stop_o", false, NULL },
                                     { "rp_take_i", false, "park_i" },
                                     { "rp_commit_i", false, "park_i" },
                                     { "rp_keep_i", false, "park_i" },
                                     { "rp_rewind_i", false, "park_i" },
                                     { "rp_parks_i", false, NULL },
                                     { "pw_i", false, NULL },
                                     { "pw_idx_i", false, "pw_i" },
                                     { "pw_word_i", false, "pw_i" },
                                     { "pw_we_i", false, "pw_i" },
                                     { 0 } };

static const BlockRole memory[] = { { "clk_i", true, NULL },         { "rst_i", true, NULL },
                                    { "req_valid_i", true, NULL },   { "req_ready_o", true, NULL },
                                    { "req_key_i", true, NULL },     { "req_rd_i", true, NULL },
                                    { "req_rmw_i", false, NULL },    { "req_be_i", true, NULL },
                                    { "req_wdata_i", true, NULL },   { "rsp_valid_o", true, NULL },
                                    { "rsp_ready_i", true, NULL },   { "rsp_data_o", true, NULL },
                                    { "rsp_err_o", false, NULL },    { "drop_o", false, NULL },
                                    { "wr_err_o", false, NULL },     { "idle_o", false, NULL },
                                    { "m_axi_arvalid", true, NULL }, { "m_axi_arready", true, NULL },
                                    { "m_axi_araddr", true, NULL },  { "m_axi_arid", false, NULL },
                                    { "m_axi_arlen", true, NULL },   { "m_axi_arsize", true, NULL },
                                    { "m_axi_arburst", true, NULL }, { "m_axi_arlock", false, NULL },
                                    { "m_axi_arcache", false, NULL },{ "m_axi_arprot", false, NULL },
                                    { "m_axi_arqos", false, NULL },  { "m_axi_rvalid", true, NULL },
                                    { "m_axi_rready", true, NULL },  { "m_axi_rid", false, NULL },
                                    { "m_axi_rdata", true, NULL },   { "m_axi_rresp", true, NULL },
                                    { "m_axi_rlast", true, NULL },   { "m_axi_awvalid", true, NULL },
                                    { "m_axi_awready", true, NULL }, { "m_axi_awaddr", true, NULL },
                                    { "m_axi_awid", false, NULL },   { "m_axi_awlen", true, NULL },
                                    { "m_axi_awsize", true, NULL },  { "m_axi_awburst", true, NULL },
                                    { "m_axi_awlock", false, NULL }, { "m_axi_awcache", false, NULL },
                                    { "m_axi_awprot", false, NULL }, { "m_axi_awqos", false, NULL },
                                    { "m_axi_wvalid", true, NULL },  { "m_axi_wready", true, NULL },
                                    { "m_axi_wdata", true, NULL },   { "m_axi_wstrb", true, NULL },
                                    { "m_axi_wlast", true, NULL },   { "m_axi_bvalid", true, NULL },
                                    { "m_axi_bready", true, NULL },  { "m_axi_bid", false, NULL },
                                    { "m_axi_bresp", true, NULL },   { 0 } };

static const BlockRole apply[] = { { "line_i", true, NULL }, { "line_o", true, NULL }, { "be_o", true, NULL }, { 0 } };
static const BlockRole unit[] = { { "clk_i", true, NULL },
                                  { "rst_i", true, NULL },
                                  { "req_valid_i", true, NULL },
                                  { "req_ready_o", true, NULL },
                                  { "tag_i", true, NULL },
                                  { "ev_valid_o", true, NULL },
                                  { "ev_ready_i", true, NULL },
                                  { "tag_o", true, NULL },
                                  { "outcome_o", false, NULL },
                                  { 0 } };
static const BlockRole filter[] = { { 0 } }; /* a part of the block of the store that it backs */

const BlockRole *block_roles(BlockSort sort)
{
    static const BlockRole *const roles[] = { [BLOCK_STORE] = store,
                                              [BLOCK_FILTER] = filter,
                                              [BLOCK_MEMORY] = memory,
                                              [BLOCK_WAITERS] = waiters,
                                              [BLOCK_APPLY] = apply,
                                              [BLOCK_UNIT] = unit };
    return roles[sort];
}

const char *const *block_signals(void)
{
    static const char *const names[] = { "offered", "hold", "alloc", "park", NULL };
    return names;
}

const char *const *block_own_attributes(void)
{
    static const char *const names[] = { "name",  "kind", "doc", "key",      "index",  "victims", "backing",
                                         "order", "what", "to",  "performs", "enough", NULL };
    return names;
}

const char *const *block_quantities(BlockSort sort)
{
    static const char *const place[] = {
        "key_width", "keys",    "entry_width",        "state_width", "fields_width", "kept_fields", "kept_width",
        "askers",    "choices", "indexed", "word_address_width", "word_width",  "line_bytes",   "stages",
        "index_values", NULL
    };
    static const char *const waiting[] = { "key_width",    "keys",         "entry_width", "state_width",
                                           "fields_width", "parked_width", "order_width", "stages",
                                           NULL };
    static const char *const lines[] = { "key_width",    "keys",   "address_width", "line_bytes", "beat_bytes",
                                         "memory_slots", "slices", "rmw",           NULL };
    static const char *const path[] = { "line_bytes", NULL };
    static const char *const beside[] = { "key_width", "tag_width", NULL };
    static const char *const *const names[] = { [BLOCK_STORE] = place,
                                                [BLOCK_FILTER] = place,
                                                [BLOCK_MEMORY] = lines,
                                                [BLOCK_WAITERS] = waiting,
                                                [BLOCK_APPLY] = path,
                                                [BLOCK_UNIT] = beside };
    return names[sort];
}
