// A map from objects to their indices in a region. It has one table for each 64 KiB of memory that holds objects. So
// the entries of objects that were made one after the other, as cells mostly are, lie next to each other.
#pragma once
#include "runtime/fault.hpp"
#include "runtime/value.hpp"
#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>

namespace nova::plan {

class ObjectPlaces {
 public:
  std::optional<uint64_t> find(const Object* o) {
    const uint32_t* const w = window(o, false);
    const uint32_t place = w ? w[slot(o)] : 0;
    return place ? std::optional<uint64_t>(place - 1) : std::nullopt;
  }
  /// Sets the index of an object that has none yet. Fails with E0601 if the index needs more than 32 bits.
  void add(const Object* o, uint64_t place) {
    if (place >= std::numeric_limits<uint32_t>::max()) fail("E0601");
    window(o, true)[slot(o)] = static_cast<uint32_t>(place) + 1;
  }

 private:
  static constexpr int window_bits = 16, slot_bits = 3; // objects begin at multiples of 8
  struct Free {
    void operator()(uint32_t* w) const { std::free(w); }
  };
  struct Known {
    uintptr_t number = 0;
    uint32_t* window = nullptr;
  };
  static size_t slot(const Object* o) {
    return (reinterpret_cast<uintptr_t>(o) & ((uintptr_t{1} << window_bits) - 1)) >> slot_bits;
  }
  uint32_t* window(const Object* o, bool make) {
    const uintptr_t number = reinterpret_cast<uintptr_t>(o) >> window_bits;
    Known& known = known_[number % known_.size()];
    if (known.window && known.number == number) return known.window;
    const auto at = windows_.find(number);
    if (at != windows_.end()) return known = {number, at->second.get()}, known.window;
    return make ? made(number) : nullptr;
  }
  /// Makes the table of a window (64 KiB of memory), filled with zeros. The operating system provides only the pages
  /// that are used.
  uint32_t* made(uintptr_t number) {
    auto* const w =
        static_cast<uint32_t*>(std::calloc(size_t{1} << (window_bits - slot_bits), sizeof(uint32_t)));
    if (!w) fail("E0601");
    windows_.emplace(number, w);
    known_[number % known_.size()] = {number, w};
    return w;
  }

  std::unordered_map<uintptr_t, std::unique_ptr<uint32_t, Free>> windows_;
  std::array<Known, 64> known_{};
};

} // namespace nova::plan
