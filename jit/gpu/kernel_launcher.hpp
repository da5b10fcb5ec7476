// Launches the kernels of a plan's array operations with the memory and the arguments that they need. Private to
// gpu/.
#pragma once
#include "jit/gpu/device_run.hpp"

namespace nova::plan::gpu {

/// The arguments of a kernel, as words: scalars' bits and device addresses.
struct Words {
  std::vector<uint64_t> all;
  void place(const void* p) { all.push_back(reinterpret_cast<uint64_t>(p)); }
};

/// Launches the kernels of statements. Each plan operation that has kernels has a method, which binds the statement's
/// results to columns and scalars on the device.
class KernelLauncher {
 public:
  explicit KernelLauncher(DeviceRun& run) : run_(run) {}
  void begin() { sorted_ = nullptr; }

  void map(const Stm& s) {
    if (launch_of(s).row_folds) return row_folds(s);
    if (std::exchange(sorted_, nullptr) != &s) elements(s);
  }
  void elements(const Stm& s);
  void reduce(const Stm& s);
  void scan(const Stm& s);
  void scan_scatter(const Stm& s);
  void filter(const Stm& s);
  void rows(const Stm& s);
  void each(const Stm& s);
  void scatter(const Stm& s);
  void rows_scatter(const Stm& s);
  void histogram(const Stm& s);
  void sort(const Stm& s);

 private:
  const Launch& launch_of(const Stm& s) const { return run_.program.cuda.launches.at(&s); }
  Words words(const Launch& l, Var n);
  uint32_t blocks(int64_t units, uint32_t threads) const;
  void launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
              std::span<const DeviceBufferRef> clear = {});
  uint64_t readable(Var v);
  Words changed_columns(const Stm& s, Var rounds, int64_t n);

  /// Launches a kernel whose `count` blocks read results of the blocks before them (kernels/cuda/look_back.h).
  /// Allocates the nodes that hold these results. Each node takes `value` bytes.
  void launch_in_order(const Launch& l, const std::string& kernel, Words w, int64_t count, uint64_t value);
  void run_scan(const Launch& l, Words w, int64_t n);
  // ---- rows ----
  void row_folds(const Stm& s);
  int64_t total_of(const Launch& l, Var rows, Item& total);
  void row_scans(const Launch& l, Words w, int64_t n, int64_t total);
  void row_starts(const Launch& l, Words counting, int64_t n, const DeviceBufferRef& starts);
  void offsets_of(const Launch& l, int64_t n, const DeviceBufferRef& lengths, const DeviceBufferRef& offsets);
  // ---- histograms and sorts ----
  void ordered_histogram(const Launch& l, Words w, int64_t n, int64_t m);
  void join_runs(const Launch& l, Words w, int64_t m);
  /// A radix sort of n keys of `key` bytes, which differ at most in their lowest `digits` bytes. The sorted keys are
  /// written to `out`, and their original indices to `order`; one of the two may be null.
  struct DigitSort {
    std::string kernel;
    int64_t n;
    const char* keys;
    uint64_t key, digits;
    char *out, *order;
  };
  void by_digits(const DigitSort& s);
  DeviceBufferRef sorted(const Launch& l, const std::string& kernel, const Words& w, int64_t n,
                         DeviceBufferRef order);

  DeviceRun& run_;
  const Stm* sorted_ = nullptr; ///< the Map whose column the preceding sort has already written, or null
};

} // namespace nova::plan::gpu
