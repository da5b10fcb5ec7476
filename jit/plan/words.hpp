// The representation of a plan's variables at run time: scalars, columns, and what keeps the columns alive.
#pragma once
#include "runtime/array.hpp"
#include <cstdint>
#include <vector>

namespace nova::plan {

/// A plan variable at run time: a scalar's bits, or a column's address.
union Word {
  uint64_t bits;
  const void* column;
};

/// Nova values in flat layout: a word for each variable that they are spread over. `made` holds the columns that were
/// made for them. The words point into `made` and into the values, so both have to live as long as the words are
/// used.
struct FlatWords {
  std::vector<Word> words;
  std::vector<uint64_t> rooms;    ///< for each word: the bytes of the column; 0 for a scalar
  std::vector<BufferRef> buffers; ///< for each word: the buffer that the column lies in, or null
  /// Whether columns may be in device memory only, until `fetch` copies them to the host.
  bool may_be_away = false;
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
  /// Copies to the host all columns that only a GPU holds. Has to run before the host reads columns.
  void fetch() const {
    for (const BufferRef& b : buffers)
      if (b) b->bytes();
  }
  std::vector<ColumnRef> made;
};

/// A column of a plan's result. With a buffer, it begins at element `begin` of the buffer. Without one, it lies in
/// the memory of an input and is copied when a value is built from it.
struct ResultColumn {
  BufferRef buffer;
  int64_t begin = 0;           ///< the column's first element, counted in elements from the buffer's start
  const void* place = nullptr; ///< the column's address, if there is no buffer
  uint64_t room = UINT64_MAX;  ///< the bytes from `place` on, where the address is not trusted
};

} // namespace nova::plan
