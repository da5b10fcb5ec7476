// What a plan's variables are at run time.
#pragma once
#include "runtime/array.hpp"
#include <cstdint>
#include <vector>

namespace nova::plan {

/// A plan variable at run time: a scalar's bits, or where a column begins.
union Word {
  uint64_t bits;
  const void* column;
};

/// Values' words, and the columns that were made for them. Both they and the values have to outlive the
/// words' use.
struct FlatWords {
  std::vector<Word> words;
  std::vector<uint64_t> rooms;    ///< by word: the bytes that lie there, where it is a column
  std::vector<BufferRef> buffers; ///< by word: what a column lies in; null where it is in none
  bool may_be_away = false;       ///< columns that a device has may stay there until `fetch`
  void add_scalar(uint64_t bits) {
    words.push_back({.bits = bits}), rooms.push_back(0), buffers.emplace_back();
  }
  void add_column(const void* at, uint64_t bytes, BufferRef in = {}) {
    words.push_back({.column = at}), rooms.push_back(bytes), buffers.push_back(std::move(in));
  }
  void append(const FlatWords& other) {
    words.insert(words.end(), other.words.begin(), other.words.end());
    rooms.insert(rooms.end(), other.rooms.begin(), other.rooms.end());
    buffers.insert(buffers.end(), other.buffers.begin(), other.buffers.end());
    made.insert(made.end(), other.made.begin(), other.made.end());
  }
  /// Before columns are read here.
  void fetch() const {
    for (const BufferRef& b : buffers)
      if (b) b->bytes();
  }
  std::vector<ColumnRef> made;
};

/// A result column: its buffer, and where in it the column begins. Without a buffer it lies in an input's column, from
/// `place` on, and is copied when a value is built.
struct ResultColumn {
  BufferRef buffer;
  int64_t begin = 0; ///< elements
  const void* place = nullptr;
};

} // namespace nova::plan
