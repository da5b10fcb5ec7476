// Which bytes of a run's columns each rank has: a column that ranks fill together stays where it was computed.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nova {

/// A set of positions in a column, as ascending ranges of bytes that do not touch.
class ByteRanges {
 public:
  struct Range {
    uint64_t begin, end;
    bool operator==(const Range&) const = default;
  };
  /// Adds a range, which may be empty.
  void add(Range added);
  void add(const ByteRanges& added);
  ByteRanges without(const ByteRanges& other) const;
  /// Returns what both sets have.
  ByteRanges within(const ByteRanges& other) const { return without(without(other)); }
  uint64_t bytes() const;
  bool empty() const { return ranges_.empty(); }
  const std::vector<Range>& ranges() const { return ranges_; }
  bool operator==(const ByteRanges&) const = default;

 private:
  std::vector<Range> ranges_;
};

/// A column of which no rank, or not each rank, has all bytes.
struct PartColumn {
  std::byte* begin;
  uint64_t bytes;
  std::vector<ByteRanges> by_rank; ///< what each rank has
  /// Returns what all ranks together have.
  ByteRanges all() const;
};

/// Bytes that a rank copies to another one.
struct ColumnMove {
  int from, to;
  std::byte* at; ///< on this rank
  uint64_t bytes;
};

/// What ranks want of a column, in its bytes.
struct WantedBytes {
  PartColumn* column;
  std::vector<ByteRanges> by_rank;
};

/// Returns how many bytes ranks want that they have not and others have.
uint64_t bytes_lacked(const WantedBytes& wanted);
/// Removes what each rank has. Returns the moves that bring the rest, in an order that all ranks agree on. A rank gets bytes
/// from the nearest rank that has them; what no rank has does not move.
std::vector<ColumnMove> moves_for(WantedBytes& wanted);

/// The columns of a run whose bytes are distributed, in the order in which they were filled. A whole column is none of them.
class Parts {
 public:
  /// Adds a column, in place of those that were in its memory.
  void add(PartColumn column);
  /// Removes columns whose memory is given back or changed.
  void forget(const std::byte* begin, const std::byte* end);
  /// Returns the columns in a piece of memory.
  std::vector<PartColumn*> inside(const std::byte* begin, const std::byte* end);
  /// Removes the columns of which each rank has all. Pointers to columns are not valid afterwards.
  void settle();
  bool empty() const { return columns_.empty(); }

 private:
  std::vector<PartColumn> columns_;
};

} // namespace nova
