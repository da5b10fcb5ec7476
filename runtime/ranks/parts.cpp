#include "runtime/ranks/parts.hpp"
#include <algorithm>

namespace nova {

void ByteRanges::add(Range added) {
  if (added.begin >= added.end) return;
  const auto first = std::ranges::find_if(ranges_, [&](const Range& r) { return r.end >= added.begin; });
  auto last = first;
  for (; last != ranges_.end() && last->begin <= added.end; ++last)
    added = {std::min(added.begin, last->begin), std::max(added.end, last->end)};
  ranges_.insert(ranges_.erase(first, last), added);
}

void ByteRanges::add(const ByteRanges& added) {
  for (const Range& r : added.ranges_) add(r);
}

ByteRanges ByteRanges::without(const ByteRanges& other) const {
  ByteRanges left;
  auto cut = other.ranges_.begin();
  for (Range r : ranges_) {
    for (; cut != other.ranges_.end() && cut->begin < r.end; ++cut) {
      if (cut->begin > r.begin) left.ranges_.push_back({r.begin, cut->begin});
      r.begin = std::max(r.begin, std::min(cut->end, r.end));
      if (cut->end > r.end) break; // it may cut the next range, too
    }
    if (r.begin < r.end) left.ranges_.push_back(r);
  }
  return left;
}

uint64_t ByteRanges::bytes() const {
  uint64_t all = 0;
  for (const Range& r : ranges_) all += r.end - r.begin;
  return all;
}

ByteRanges PartColumn::all() const {
  ByteRanges all;
  for (const ByteRanges& has : by_rank) all.add(has);
  return all;
}

namespace {

/// Returns what rank `k` wants, and has not, and another rank has. `all`: what all ranks have.
ByteRanges lacked(const WantedBytes& wanted, size_t k, const ByteRanges& all) {
  return wanted.by_rank[k].without(wanted.column->by_rank[k]).within(all);
}

} // namespace

uint64_t bytes_lacked(const WantedBytes& wanted) {
  const ByteRanges all = wanted.column->all();
  uint64_t bytes = 0;
  for (size_t k = 0; k < wanted.by_rank.size(); ++k) bytes += lacked(wanted, k, all).bytes();
  return bytes;
}

std::vector<ColumnMove> moves_for(WantedBytes& wanted) {
  const std::vector<ByteRanges>& has = wanted.column->by_rank;
  const ByteRanges all = wanted.column->all();
  const int size = static_cast<int>(has.size());
  std::vector<ColumnMove> moves;
  for (int to = 0; to < size; ++to) {
    ByteRanges missing = lacked(wanted, static_cast<size_t>(to), all);
    wanted.by_rank[static_cast<size_t>(to)] = missing;
    for (int far = 1; far < size && !missing.empty(); ++far)
      for (const int from : {to - far, to + far}) {
        if (from < 0 || from >= size) continue;
        const ByteRanges got = missing.within(has[static_cast<size_t>(from)]);
        for (const ByteRanges::Range& r : got.ranges())
          moves.push_back({from, to, wanted.column->begin + r.begin, r.end - r.begin});
        missing = missing.without(got);
      }
  }
  return moves;
}

void Parts::add(PartColumn column) {
  forget(column.begin, column.begin + column.bytes);
  columns_.push_back(std::move(column));
  settle();
}

void Parts::forget(const std::byte* begin, const std::byte* end) {
  std::erase_if(columns_, [&](const PartColumn& c) { return c.begin < end && begin < c.begin + c.bytes; });
}

std::vector<PartColumn*> Parts::inside(const std::byte* begin, const std::byte* end) {
  std::vector<PartColumn*> found;
  for (PartColumn& c : columns_)
    if (c.begin >= begin && c.begin + c.bytes <= end) found.push_back(&c);
  return found;
}

void Parts::settle() {
  std::erase_if(columns_, [](const PartColumn& c) {
    return std::ranges::all_of(c.by_rank, [all = c.all()](const ByteRanges& has) { return has == all; });
  });
}

} // namespace nova
