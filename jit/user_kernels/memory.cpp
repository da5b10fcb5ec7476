#include "jit/user_kernels/memory.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace nova::plan {
namespace {

constexpr uint64_t column_gap = uint64_t{16}
                                << 20; ///< bytes between two columns, which no index should bridge
constexpr uint64_t shared_gap = 1024;  ///< bytes between two shared variables
constexpr uint64_t alignment = 256;    ///< the alignment of memory that a GPU allocates
constexpr int unwritten_byte = 0xcd;   ///< fills new memory: not zero, since kernels must not rely on zeros

uint64_t aligned(uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

} // namespace

void KernelArray::reset(bool is_written) {
  written.clear();
  if (!is_written) forget_written();
  if (has_shadow()) shadow.reset(bytes, element ? element : 4);
}

void KernelArray::forget_written() {
  written.assign(bytes, 0);
  if (bytes) std::memset(begin, unwritten_byte, bytes);
}

bool KernelArray::is_written(uint64_t offset, uint64_t size) const {
  if (written.empty()) return true;
  constexpr uint64_t word = 8;
  const bool whole = size <= word;
  for (uint64_t k = offset, end = offset + size; k < end;) {
    const uint64_t next = std::min(k / word * word + word, end);
    const auto first = written.begin() + static_cast<ptrdiff_t>(k),
               last = written.begin() + static_cast<ptrdiff_t>(next);
    const auto count = std::count(first, last, 1);
    if (whole ? count != last - first : count == 0) return false;
    k = next;
  }
  return true;
}

void KernelArray::mark_written(uint64_t offset, uint64_t size) {
  if (!written.empty()) std::fill_n(written.begin() + static_cast<ptrdiff_t>(offset), size, 1);
}

SharedLayout::SharedLayout(const ModuleSymbols& symbols, const std::string& dynamic_name,
                           uint64_t dynamic_bytes) {
  places_.resize(symbols.shared_bytes + 1);
  uint64_t at = shared_gap;
  for (const ModuleVariable& v : symbols.shared) {
    places_[v.offset] = static_cast<uint32_t>(at);
    variables_.push_back({v.name, at, v.bytes});
    at = aligned(at + v.bytes + shared_gap);
  }
  dynamic_ = at;
  variables_.push_back({dynamic_name, at, dynamic_bytes});
  arena_bytes_ = aligned(at + dynamic_bytes + shared_gap);
}

std::vector<KernelArray> SharedLayout::arrays(char* arena) const {
  std::vector<KernelArray> out;
  for (const Variable& v : variables_) {
    out.push_back({.name = v.name, .begin = arena + v.begin, .bytes = v.bytes});
    out.back().reset(false);
  }
  return out;
}

KernelMemory::~KernelMemory() {
  if (room_) munmap(room_, room_bytes_);
}

void KernelMemory::place_columns(std::vector<KernelArray> columns) {
  columns_ = std::move(columns), last_ = nullptr;
  room_bytes_ = column_gap;
  for (const KernelArray& c : columns_) room_bytes_ += aligned(c.bytes) + column_gap;
  void* const made =
      mmap(nullptr, room_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED)
    fail("E0601", {"the simulated device's memory", "all that the machine gives", "none"});
  room_ = static_cast<char*>(made);
  char* at = room_ + column_gap;
  for (KernelArray& c : columns_) c.begin = at, at += aligned(c.bytes) + column_gap;
}

void KernelMemory::add_globals(const std::vector<ModuleVariable>& variables, char* base) {
  for (const ModuleVariable& v : variables) {
    globals_.push_back({.name = v.name,
                        .begin = base + v.offset,
                        .bytes = v.bytes,
                        .kind = v.written ? KernelArray::Kind::Global : KernelArray::Kind::Constant});
    globals_.back().reset(true);
  }
}

KernelArray* KernelMemory::find(const char* p, uint64_t size) {
  if (last_ && last_->holds(p, size)) return last_;
  for (auto* list : {&columns_, &globals_}) {
    const auto next = std::ranges::upper_bound(
        *list, p, {}, [](const KernelArray& a) { return const_cast<const char*>(a.begin); });
    if (next != list->begin() && std::prev(next)->holds(p, size)) return last_ = &*std::prev(next);
  }
  return nullptr;
}

const KernelArray* KernelMemory::nearest(const char* p) const {
  const KernelArray* found = nullptr;
  uint64_t least = column_gap;
  for (const KernelArray& c : columns_) {
    const auto distance =
        static_cast<uint64_t>(p < c.begin ? c.begin - p : std::max<ptrdiff_t>(p - (c.begin + c.bytes), 0));
    if (distance < least) least = distance, found = &c;
  }
  return found;
}

} // namespace nova::plan
