// The connection to the present helper process, and the columns that this process holds. Private to
// gpu/helper/client.cpp and gpu/helper/columns.cpp.
#pragma once
#include "jit/gpu/helper/client.hpp"
#include "jit/gpu/helper/process.hpp"
#include "runtime/fault.hpp"
#include <deque>
#include <mutex>
#include <unordered_map>

namespace nova::plan {

struct DeviceColumn;
using Clock = std::chrono::steady_clock;

/// Thrown if the device has no memory left.
struct OutOfMemory {
  std::string what;
};

/// The plan and the inputs of a run, from which its results can be recomputed.
struct Recipe {
  std::shared_ptr<const Plan> plan;
  FlatWords inputs;
  /// The length of the longest chain of recipes: this one, the recipe of one of its inputs, the recipe of one of that
  /// one's inputs, and so on.
  uint32_t depth = 1;
  /// Where a result column of the plan begins: the id of the device buffer, and the offset in bytes.
  struct Place {
    uint64_t id, offset;
  };
  std::vector<Place> columns;
};

/// The helper process, and what was sent to it. Callers hold the mutex. A WireError from a function means that the
/// helper is dead.
struct GpuLink : std::enable_shared_from_this<GpuLink> {
  explicit GpuLink(GpuClient::Options o) : options(std::move(o)) {}

  // ---- start and end of the helper (gpu/helper/client.cpp) ----
  bool start();
  void take_hello(const GpuFrame& f);
  void died(const std::string& why);
  void take_loaded(const GpuFrame& f);
  /// Requests that the helper compiles and loads the plan's kernels, unless it has them or is compiling them.
  void ask_for(uint64_t id, const Plan& plan);
  /// If the helper has compiled one plan's kernels for longer than `options.compiling`, adds the plan to `refused`
  /// and throws a WireError.
  void check_compiling();
  bool is_loaded(uint64_t id);
  void forget_oldest();
  GpuFrame expect(GpuSays kind, const Poll& meanwhile);
  /// Returns a poll that throws a WireError after a fixed time, for waits in which the helper runs no user's program.
  Poll soon() const;

  // ---- columns (gpu/helper/columns.cpp) ----
  void send_column(uint64_t id, const std::byte* from, uint64_t bytes);
  void fetch_column(uint64_t id, std::byte* to, uint64_t bytes);
  void copy(std::byte* to, const std::byte* from, uint64_t bytes) const;
  void tell_released();
  void spill(const FlatWords& but);
  /// Returns the buffer's copy on the device. If there is none, first sends the buffer's bytes.
  std::shared_ptr<DeviceColumn> copy_of(const BufferRef& b);
  std::shared_ptr<DeviceColumn> sent(const std::byte* from, uint64_t bytes);

  GpuClient::Options options;
  std::recursive_mutex mutex;
  std::unique_ptr<GpuProcess> process;
  bool greeted = false, off = false; ///< whether the helper has sent its Hello; whether the GPU is given up
  uint32_t life = 0;                 ///< the number of helpers that were started so far
  std::string name, about, why;
  std::deque<Clock::time_point> deaths;
  uint64_t next_id = 1;
  std::deque<uint64_t> loading; ///< ids of the plans whose kernels this helper compiles, in this order
  Clock::time_point compiling;  ///< when the helper began to compile `loading[0]`
  /// Maps the id of each loaded plan to the value that `asked` had at the plan's last use.
  std::unordered_map<uint64_t, uint64_t> loaded;
  uint64_t asked = 0; ///< the number of uses of plans so far
  /// Maps the id of each plan that can't be loaded to the reason.
  std::unordered_map<uint64_t, std::string> refused;
  GpuCounts counts;

  std::mutex columns_mutex; ///< guards the members below, since buffers are freed on any thread
  std::unordered_map<uint64_t, DeviceColumn*> columns;
  std::vector<uint64_t> released;
};

/// A column on the device, which is the copy (mirror) of a host buffer.
struct DeviceColumn : Mirror {
  DeviceColumn(std::shared_ptr<GpuLink> l, uint64_t number, uint64_t size);
  ~DeviceColumn() override;
  void fetch(std::byte* to, uint64_t bytes) override;
  std::recursive_mutex& mutex() override { return link->mutex; }
  bool lives() const { return life == link->life && link->process; }

  std::shared_ptr<GpuLink> link;
  uint64_t id, bytes;
  uint32_t life;                ///< the value of the link's `life` when the column was created
  std::weak_ptr<Buffer> buffer; ///< the host buffer whose mirror it is
  std::shared_ptr<const Recipe> recipe;

 private:
  void make_anew(std::byte* to) const;
};

/// Returns the buffer's column in this link's present helper; null if there is none.
std::shared_ptr<DeviceColumn> column_at(const GpuLink& link, const BufferRef& b);

} // namespace nova::plan
