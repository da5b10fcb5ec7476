// Sizes on which GPU kernels and the host code that launches them must agree. Both include this header. Sizes are in elements,
// threads or bytes. A leaf is a leaf of the reduction tree (docs/shapes.md): a lane of 64 elements or a cell of 16.
#ifndef NOVA_SIZES_H
#define NOVA_SIZES_H

enum {
  nova_cell_items = 16,           ///< elements of a cell; a thread scans a cell at a time
  nova_cell_pitch = nova_cell_items + 1, ///< slots of a cell in shared memory; the extra slot avoids bank conflicts
  nova_most_slot = 32,            ///< maximal bytes of an element's slot; cells of larger elements are in registers
  nova_scan_blocks = 5,           ///< blocks of a scan for which a multiprocessor of 228 KiB has shared memory
  nova_filter_blocks = 3,         ///< the same for filters, whose threads have their elements in registers
  nova_most_shared = 40960,       ///< maximal bytes of a block's shared memory, if a kernel can do with less
  nova_most_run = 64,             ///< maximal number of neighbouring groups of leaves that a block folds, one after the other
  nova_run_levels = 7,            ///< levels of the tree over these groups
  nova_filter_items = 8,          ///< elements that a thread filters at a time
  nova_narrow_filter_items = 16,  ///< the same where at most 8 bytes of each element are written
  nova_row_map_items = 4,         ///< elements of rows that a thread computes in a tile
  nova_most_cut_rows = 256,            ///< maximal number of rows that a launch cuts into pieces
  nova_cut_bytes = 8 + 16 * nova_most_cut_rows,  ///< bytes of the struct nova_cut (row_balancing.h)
  nova_short_fold = 16,           ///< maximal elements of a row that one thread folds, in the ordered shape
  nova_short_lane_fold = 8,       ///< the same in the lane shape
  nova_short_scan = 64,           ///< maximal elements of a row that one thread scans
  nova_group_leaves = 256,        ///< maximal leaves of a row that 16 threads take
  nova_whole_leaves = 2048,       ///< maximal leaves of a row that is not cut
  nova_piece_leaves = 1024,       ///< leaves of a piece, if a row that is folded is cut
  nova_table_bytes = 32768,       ///< bytes of a histogram's table in shared memory
  nova_short_run = 32,            ///< maximal elements of a histogram's run that one thread joins; a block takes longer runs
  nova_digits = 256,              ///< values of a digit of a radix sort
  nova_count_threads = 256,       ///< threads of a block that counts digits
  nova_pass_threads = 512,        ///< threads of a block that sorts by a digit
  nova_wide_key_items = 8,        ///< keys of 8 bytes that such a thread has in registers
  nova_narrow_key_items = 16,     ///< the same for shorter keys
  nova_sort_room = nova_pass_threads * nova_wide_key_items * 8,         ///< bytes of shared memory for such a block's keys
  nova_sort_plan_bytes = 8 * 4 * nova_digits + 64, ///< bytes of the struct nova_sort_plan (radix_sort.h)
  nova_pair_items = 256           ///< elements that an all-pairs kernel has in shared memory at a time
};

#endif
