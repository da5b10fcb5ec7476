// Remembers for each element of an array which threads have touched it last, so that a race is found even if it did no
// harm in this order of threads.
#pragma once
#include "jit/user_kernels/happens_before.hpp"
#include <cstddef>
#include <functional>
#include <optional>

namespace nova::plan {

/// How a thread touches memory. Two atomic accesses never race. A volatile access to global memory counts as atomic.
enum class Touch : uint8_t { Read, Write, AtomicRead, AtomicWrite };
inline bool writes(Touch t) { return t == Touch::Write || t == Touch::AtomicWrite; }
inline bool is_atomic(Touch t) { return t >= Touch::AtomicRead; }

/// An access that was remembered. `place`: the address in the text's code, from its beginning.
struct Remembered {
  Moment by;
  Touch how;
  uint32_t place;
};

class Shadow {
 public:
  Shadow() = default;
  ~Shadow() { release(); }
  Shadow(Shadow&& from) noexcept { *this = std::move(from); }
  Shadow& operator=(Shadow&& from) noexcept;

  /// Forgets all. The array has `bytes` bytes, in elements of `element` bytes.
  void reset(uint64_t bytes, uint32_t element);
  /// Remembers an access to `bytes` bytes from `offset` on. `before` says whether an earlier moment is known to be over.
  /// Returns the earlier access with which it races, if there is one, and sets `at` to the offset of their element.
  template <class Before>
  std::optional<Remembered> touch(uint64_t offset, uint64_t bytes, const Remembered& a, const Before& before,
                                  uint64_t& at) {
    if (granule_ > 1 && (offset % granule_ || bytes % granule_)) refine();
    for (uint64_t k = offset / granule_, end = (offset + bytes - 1) / granule_; k <= end; ++k) {
      at = k * granule_;
      if (auto race = touch_cell(cells_ + k * slots, a, before)) return race;
    }
    return {};
  }

 private:
  static constexpr size_t slots = 4; ///< the number of accesses that are remembered for an element
  /// An access in few bytes. `thread` is 0 in an empty slot, otherwise the thread's number and 1. `place_how` has the
  /// kind of access in its two lowest bits.
  struct Slot {
    uint32_t thread, clock, barriers, place_how;
    Moment by() const { return {thread - 1, clock, barriers}; }
    Touch how() const { return static_cast<Touch>(place_how & 3); }
  };

  template <class Before>
  std::optional<Remembered> touch_cell(Slot* cell, const Remembered& a, const Before& before) {
    Slot* room = nullptr;
    for (Slot* s = cell; s != cell + slots; ++s) {
      if (!s->thread) {
        room = room ? room : s;
        continue;
      }
      const Touch how = s->how();
      const bool in_turn =
          how == Touch::AtomicWrite && a.how == how; // the later one sees the earlier one's value
      if (in_turn || before(s->by())) {
        if (outdates(a.how, how)) s->thread = 0, room = room ? room : s;
      } else if ((writes(how) || writes(a.how)) && !(is_atomic(how) && is_atomic(a.how))) {
        return Remembered{s->by(), how, s->place_how >> 2};
      }
    }
    if (!room) room = dispensable(cell, a.by.thread);
    *room = {a.by.thread + 1, a.by.clock, a.by.barriers, a.place << 2 | static_cast<uint32_t>(a.how)};
    return {};
  }
  /// Whether each later access that races with an `old` one also races with the `next` one after it.
  static bool outdates(Touch next, Touch old) {
    return next == Touch::Write || next == old || (next == Touch::Read && old == Touch::AtomicRead) ||
           (next == Touch::AtomicWrite && old == Touch::AtomicRead);
  }
  static Slot* dispensable(Slot* cell, uint32_t thread);
  void refine();
  void release();

  Slot* cells_ = nullptr;
  uint64_t bytes_ = 0;   ///< the size of the array
  uint32_t granule_ = 1; ///< the bytes that have a cell in common
};

} // namespace nova::plan
