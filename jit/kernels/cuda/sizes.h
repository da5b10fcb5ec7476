// Sizes on which kernels and the code that launches them agree: both include this header.
#ifndef NOVA_SIZES_H
#define NOVA_SIZES_H

enum {
  nova_cell_items = 16,           ///< elements of a cell, which a thread scans
  nova_most_shared = 40960,       ///< bytes of a block's shared memory, where that can be chosen
  nova_most_run = 64,             ///< groups of a reduction's leaves that a block folds in a row
  nova_run_levels = 7,            ///< of the tree over them
  nova_filter_items = 8,          ///< neighbours that a thread filters
  nova_row_map_items = 4,         ///< elements of rows that a thread makes
  nova_most_cut_rows = 256,            ///< rows of a launch that may be cut
  nova_cut_bytes = 8 + 16 * nova_most_cut_rows,  ///< of nova_cut
  nova_short_fold = 16,           ///< elements of the longest row that one thread folds in order
  nova_short_lane_fold = 8,       ///< the same in lanes
  nova_short_scan = 64,           ///< elements of the longest row that one thread scans
  nova_group_leaves = 256,        ///< leaves of the longest row that 16 threads take
  nova_whole_leaves = 2048,       ///< a row of no more leaves is not cut
  nova_piece_leaves = 1024,       ///< of a cut row's fold
  nova_table_bytes = 32768,       ///< of a histogram in shared memory
  nova_short_run = 32,            ///< elements of the longest run that one thread joins: few beside a block's, enough to busy a block with more
  nova_digits = 256,              ///< values of a radix sort's digit
  nova_count_threads = 256,       ///< of a block that counts digits
  nova_pass_threads = 512,        ///< of a block that sorts by a digit
  nova_wide_key_items = 8,        ///< keys of 8 bytes that such a thread holds
  nova_narrow_key_items = 16,     ///< shorter keys
  nova_sort_room = nova_pass_threads * nova_wide_key_items * 8,         ///< bytes for such a block's keys
  nova_sort_plan_bytes = 8 * 4 * nova_digits + 64, ///< of nova_sort_plan
  nova_pair_items = 256           ///< elements in shared memory with which all pairs are made
};

#endif
