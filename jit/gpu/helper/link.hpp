// Private to gpu/helper/client.cpp and gpu/helper/columns.cpp: the helper that lives now, and the columns that it has.
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

/// The device has no memory left.
struct OutOfMemory {
  std::string what;
};

/// How results are made anew: the plan and what it ran on.
struct Recipe {
  std::shared_ptr<const Plan> plan;
  FlatWords inputs;
  uint32_t depth = 1; ///< recipes that may have to be followed to get the inputs
  /// Where in which buffer the plan's columns stand.
  struct Place {
    uint64_t id, offset;
  };
  std::vector<Place> columns;
};

/// The helper, and what goes over to it. The caller holds the mutex; a WireError means that it is dead.
struct GpuLink : std::enable_shared_from_this<GpuLink> {
  explicit GpuLink(GpuClient::Options o) : options(std::move(o)) {}

  // ---- its life (gpu/helper/client.cpp) ----
  bool start();
  void take_hello(const GpuFrame& f);
  void died(const std::string& why);
  void take_loaded(const GpuFrame& f);
  /// Asks for the plan's kernels, unless the helper is at them.
  void ask_for(uint64_t id, const Plan& plan);
  /// A WireError where it has been at one plan's kernels for longer than `options.compiling`; that plan is refused.
  void check_compiling();
  bool is_loaded(uint64_t id);
  void forget_oldest();
  GpuFrame expect(GpuSays kind, const Poll& meanwhile);
  /// A WireError after so long; for what takes no time of the user's.
  Poll soon() const;

  // ---- columns (gpu/helper/columns.cpp) ----
  void send_column(uint64_t id, const std::byte* from, uint64_t bytes);
  void fetch_column(uint64_t id, std::byte* to, uint64_t bytes);
  void copy(std::byte* to, const std::byte* from, uint64_t bytes) const;
  void tell_released();
  void spill(const FlatWords& but);
  /// The buffer's copy at the device, made if need be.
  std::shared_ptr<DeviceColumn> copy_of(const BufferRef& b);
  std::shared_ptr<DeviceColumn> sent(const std::byte* from, uint64_t bytes);

  GpuClient::Options options;
  std::recursive_mutex mutex;
  std::unique_ptr<GpuProcess> process;
  bool greeted = false, off = false;
  uint32_t life = 0;
  std::string name, about, why;
  std::deque<Clock::time_point> deaths;
  uint64_t next_id = 1;
  std::deque<uint64_t> loading;                      ///< plans whose kernels this helper compiles, in order
  Clock::time_point compiling;                       ///< since when it is at the first of them
  std::unordered_map<uint64_t, uint64_t> loaded;     ///< and when they were last asked for
  uint64_t asked = 0;                                ///< how often any was
  std::unordered_map<uint64_t, std::string> refused; ///< and why
  GpuCounts counts;

  std::mutex columns_mutex; ///< of what follows: buffers die on any thread
  std::unordered_map<uint64_t, DeviceColumn*> columns;
  std::vector<uint64_t> released;
};

/// A column at the device.
struct DeviceColumn : Mirror {
  DeviceColumn(std::shared_ptr<GpuLink> l, uint64_t number, uint64_t size);
  ~DeviceColumn() override;
  void fetch(std::byte* to, uint64_t bytes) override;
  bool lives() const { return life == link->life && link->process; }

  std::shared_ptr<GpuLink> link;
  uint64_t id, bytes;
  uint32_t life;
  std::weak_ptr<Buffer> buffer; ///< whose mirror it is
  std::shared_ptr<const Recipe> recipe;

 private:
  void make_anew(std::byte* to) const;
};

/// The buffer's column at this link's helper; null where there is none.
std::shared_ptr<DeviceColumn> column_at(const GpuLink& link, const BufferRef& b);

} // namespace nova::plan
