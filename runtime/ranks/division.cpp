#include "runtime/ranks/division.hpp"
#include <algorithm>
#include <bit>
#include <chrono>
#include <set>

namespace nova {
namespace {

std::pair<const void*, int> key_of(const void* job, int64_t units) {
  return {job, std::bit_width(static_cast<uint64_t>(units))};
}

double now_ns() {
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  return Nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

bool Division::may_pay(int64_t units, int64_t grain) const {
  constexpr int64_t few = 8192; // cheap units that take as long as a meeting
  return units > 1 && (ranks_.shares_all() || units / 4 >= std::min(grain, few));
}

std::optional<bool> Division::choice(const void* job, int64_t units) const {
  if (ranks_.shares_all()) return true;
  const auto found = choices_.find(key_of(job, units));
  return found == choices_.end() ? std::nullopt : std::optional(found->second);
}

/// Tells the others of a failure, and a number. Returns the failure of the first rank that has one; all ranks return the
/// same. Sets `of_first` to rank 0's number.
Division::Failure Division::meet(Failure here, uint64_t number, uint64_t& of_first) {
  silent_jobs_ = 0;
  if (failed_) return *failed_;
  const std::vector<Ranks::Note> notes = ranks_.exchange({here, number}, poll_);
  of_first = notes[0].number;
  const auto failed = std::ranges::find_if(notes, [](const Ranks::Note& n) { return n.failure != none; });
  if (failed == notes.end()) return none;
  return *(failed_ = failed->failure);
}

/// A meeting takes some 40 us. What a byte takes, the ranks measure as they go.
Division::Failure Division::decide(const void* job, int64_t units, uint64_t bytes, Trial& trial,
                                   Failure here) {
  constexpr double meeting_ns = 40e3;
  constexpr uint64_t shared = uint64_t{1} << 63;
  const auto ranks = static_cast<double>(ranks_.size());
  const double rest = static_cast<double>(units - trial.done),
               rest_ns = trial.ns / static_cast<double>(std::max<int64_t>(trial.done, 1)) * rest,
               moving_ns = meeting_ns + ranks_.counts().byte_ns * static_cast<double>(bytes);
  const bool pays = trial.done < units && rest_ns * (1 - 1 / ranks) > moving_ns;
  uint64_t told = 0;
  const Failure failure = meet(here, static_cast<uint64_t>(trial.done) | (pays ? shared : 0), told);
  if (failure != none) return failure;
  trial.done = static_cast<int64_t>(std::min(told & ~shared, static_cast<uint64_t>(units)));
  choices_[key_of(job, units)] = (told & shared) != 0;
  return none;
}

namespace {

/// Returns part `k` of `count` parts of a range, which differ by at most one unit.
Division::Range part_of(Division::Range all, int64_t k, int64_t count) {
  const int64_t units = all.end - all.begin, each = units / count, more = units % count;
  const auto before = [&](int64_t n) { return all.begin + each * n + std::min(n, more); };
  return {before(k), before(k + 1)};
}

} // namespace

/// Each block has some units for each rank.
std::vector<Division::Range> Division::blocks(Range all) const {
  constexpr int64_t most = 8, least_units = 8;
  const int64_t count = std::clamp<int64_t>((all.end - all.begin) / (least_units * ranks_.size()), 1, most);
  std::vector<Range> blocks;
  for (int64_t k = 0; k < count; ++k) blocks.push_back(part_of(all, k, count));
  return blocks;
}

/// Returns where a rank's one part ends. It is a multiple of a tile's elements where there are many of these, so that tiles
/// of reductions are not cut.
int64_t Division::even_bound(Range all, JobCut cut, int rank) const {
  constexpr int64_t large = 16384, tile = 1024, many = 64, some = 4;
  const int64_t elements = all.end * cut.width, granules = (elements + large - 1) / large,
                size = ranks_.size();
  const int64_t each = granules >= many * size ? large : granules >= some * size ? tile : 1;
  const int64_t count = (elements + each - 1) / each,
                at = count / size * (rank + 1) + std::min<int64_t>(count % size, rank + 1);
  return std::clamp(at * each / cut.width, all.begin, all.end);
}

std::vector<Division::Range> Division::parts(Range all, JobCut cut, int rank) const {
  if (cut.even)
    return {{rank == 0 ? all.begin : even_bound(all, cut, rank - 1),
             rank == ranks_.size() - 1 ? all.end : even_bound(all, cut, rank)}};
  std::vector<Range> parts = blocks(all);
  for (Range& block : parts) block = part_of(block, rank, ranks_.size());
  return parts;
}

/// Overwrites what this rank has not, so that a test sees where it is used all the same.
void Division::poison(const PartColumn& column) const {
  constexpr int unlikely = 0xa5;
  ByteRanges missing;
  missing.add({0, column.bytes});
  missing = missing.without(column.by_rank[static_cast<size_t>(rank())]);
  for (const ByteRanges::Range& r : missing.ranges())
    std::memset(column.begin + r.begin, unlikely, r.end - r.begin);
}

Division::Failure Division::keep(Range all, JobCut cut, std::span<const JobColumn> columns) {
  constexpr int many_jobs = 256;
  for (const JobColumn& c : columns) {
    PartColumn made{c.column, c.bytes, {}};
    for (int k = 0; k < size(); ++k) {
      ByteRanges& has = made.by_rank.emplace_back();
      has.add({0, c.begin_of(all.begin)});
      for (const Range part : parts(all, cut, k)) has.add({c.begin_of(part.begin), c.begin_of(part.end)});
    }
    if (ranks_.shares_all()) poison(made);
    parts_.add(std::move(made));
    ranks_.counts().note_column(c.begin_of(all.end) - c.begin_of(all.begin));
  }
  uint64_t ignored = 0;
  return ++silent_jobs_ < many_jobs ? none : meet(none, 0, ignored);
}

// ---- what ranks want of each other ----

bool Division::is_distributed(std::span<const std::byte> memory) {
  return !parts_.empty() && !parts_.inside(memory.data(), memory.data() + memory.size()).empty();
}

void Division::forget(std::span<const std::byte> memory) {
  if (!parts_.empty()) parts_.forget(memory.data(), memory.data() + memory.size());
}

/// Returns the wishes as bytes of the distributed columns in the wishes' memory.
std::vector<WantedBytes> Division::wanted(std::span<const ColumnWish> wishes) {
  std::vector<WantedBytes> all;
  for (const ColumnWish& w : wishes)
    for (PartColumn* column : parts_.inside(w.memory.data(), w.memory.data() + w.memory.size())) {
      auto at = std::ranges::find(all, column, &WantedBytes::column);
      if (at == all.end())
        at = all.insert(at, {column, std::vector<ByteRanges>(static_cast<size_t>(size()))});
      const int64_t from = w.column - column->begin, most = static_cast<int64_t>(column->bytes);
      const ByteRanges::Range range{static_cast<uint64_t>(std::clamp<int64_t>(w.begin + from, 0, most)),
                                    static_cast<uint64_t>(std::clamp<int64_t>(w.end + from, 0, most))};
      if (w.rank == ColumnWish::each_rank)
        for (ByteRanges& wants : at->by_rank) wants.add(range);
      else
        at->by_rank[static_cast<size_t>(w.rank)].add(range);
    }
  for (WantedBytes& w : all) {
    const ByteRanges there = w.column->all();
    for (ByteRanges& wants : w.by_rank) wants = wants.within(there);
  }
  return all;
}

uint64_t Division::bytes_for(std::span<const ColumnWish> wishes) {
  uint64_t bytes = 0;
  for (const WantedBytes& w : wanted(wishes)) bytes += bytes_lacked(w);
  return bytes;
}

namespace {

/// A piece of a column, and the first rank that has it.
struct Owned {
  ByteRanges::Range range;
  int rank;
};

/// Cuts what all ranks together have into pieces of one rank each, in ascending order.
std::vector<Owned> owned_pieces(const PartColumn& column) {
  std::vector<Owned> pieces;
  ByteRanges before;
  for (size_t k = 0; k < column.by_rank.size(); ++k) {
    const ByteRanges own = column.by_rank[k].without(before);
    for (const ByteRanges::Range& r : own.ranges()) pieces.push_back({r, static_cast<int>(k)});
    before.add(column.by_rank[k]);
  }
  std::ranges::sort(pieces, {}, [](const Owned& o) { return o.range.begin; });
  return pieces;
}

} // namespace

/// Copies all of a column to all ranks, if they want it, by collective operations: one for as many pieces as lie in the order
/// of the ranks. Counts that. Returns whether it did.
bool Division::spread(const WantedBytes& wanted, Moved& moved) {
  const PartColumn& column = *wanted.column;
  const ByteRanges all = column.all();
  for (size_t k = 0; k < column.by_rank.size(); ++k) {
    ByteRanges then = column.by_rank[k];
    then.add(wanted.by_rank[k]);
    if (then != all) return false;
  }
  ByteRanges everywhere = all;
  for (const ByteRanges& has : column.by_rank) everywhere = everywhere.within(has);
  std::vector<Owned> pieces;
  for (const Owned& o : owned_pieces(column)) {
    ByteRanges one;
    one.add(o.range);
    const ByteRanges elsewhere = one.without(everywhere);
    for (const ByteRanges::Range& r : elsewhere.ranges()) pieces.push_back({r, o.rank});
  }
  for (size_t first = 0, last = 0; first < pieces.size(); first = last) {
    const uint64_t from = pieces[first].range.begin;
    std::vector<uint64_t> ends;
    for (last = first; last < pieces.size(); ++last) {
      const bool follows = last == first || (pieces[last].range.begin == pieces[last - 1].range.end &&
                                             pieces[last].rank > pieces[last - 1].rank);
      if (!follows) break;
      ends.resize(static_cast<size_t>(pieces[last].rank), ends.empty() ? 0 : ends.back());
      ends.push_back(pieces[last].range.end - from);
    }
    ends.resize(static_cast<size_t>(size()), ends.back());
    ranks_.spread({column.begin + from, ends.back()}, ends, poll_);
  }
  std::set<int> owners;
  for (const Owned& o : pieces) owners.insert(o.rank);
  moved.messages += owners.size() * static_cast<uint64_t>(size() - 1);
  moved.bytes += bytes_lacked(wanted);
  moved.here += all.without(column.by_rank[static_cast<size_t>(rank())]).bytes();
  return true;
}

/// Sends each rank its bytes in one message, and receives those of the others.
void Division::exchange(const std::vector<ColumnMove>& moves) {
  struct Packed {
    uint64_t bytes = 0;
    std::vector<std::byte> all{};
  };
  std::map<int, Packed> out, in;
  for (const ColumnMove& m : moves) {
    if (m.from == rank()) out[m.to].all.insert(out[m.to].all.end(), m.at, m.at + m.bytes);
    if (m.to == rank()) in[m.from].bytes += m.bytes;
  }
  std::vector<RankMessage> send, receive;
  for (auto& [to, packed] : out) send.push_back({to, packed.all});
  for (auto& [from, packed] : in) packed.all.resize(packed.bytes), receive.push_back({from, packed.all});
  ranks_.exchange(send, receive, poll_);
  std::map<int, uint64_t> taken;
  for (const ColumnMove& m : moves)
    if (m.to == rank()) {
      uint64_t& at = taken[m.from];
      std::memcpy(m.at, in[m.from].all.data() + at, m.bytes);
      at += m.bytes;
    }
}

/// Moves what is wanted, and notes that ranks have it.
void Division::bring(std::vector<WantedBytes>& all) {
  constexpr uint64_t enough_to_measure = 1 << 20;
  Moved moved;
  std::vector<ColumnMove> moves;
  std::set<std::pair<int, int>> pairs;
  const double begin = now_ns();
  for (WantedBytes& w : all) {
    if (spread(w, moved)) continue;
    for (const ColumnMove& m : moves_for(w)) {
      moved.bytes += m.bytes, moved.here += m.to == rank() ? m.bytes : 0;
      pairs.insert({m.from, m.to}), moves.push_back(m);
    }
  }
  if (!moves.empty()) exchange(moves);
  for (WantedBytes& w : all)
    for (size_t k = 0; k < w.by_rank.size(); ++k) w.column->by_rank[k].add(w.by_rank[k]);
  parts_.settle();
  ranks_.counts().note_moved(moved.messages + pairs.size(), moved.bytes);
  if (moved.here < enough_to_measure) return;
  const double ranks = static_cast<double>(size()),
               whole = static_cast<double>(moved.here) * ranks / (ranks - 1);
  ranks_.counts().note_byte_ns((now_ns() - begin) / whole); // of a column that all get
}

Division::Failure Division::fetch(std::span<const ColumnWish> wishes, Failure here) {
  if (parts_.empty()) return none;
  std::vector<WantedBytes> all = wanted(wishes);
  std::erase_if(all, [](const WantedBytes& w) { return bytes_lacked(w) == 0; });
  if (all.empty()) return none;
  uint64_t ignored = 0;
  if (const Failure failure = meet(here, 0, ignored); failure != none) return failure;
  return bring(all), none;
}

Division::Failure Division::finish(std::span<const ColumnWish> wishes, Failure here) {
  uint64_t ignored = 0;
  if (const Failure failure = meet(here, 0, ignored); failure != none) return failure;
  std::vector<WantedBytes> all = wanted(wishes);
  std::erase_if(all, [](const WantedBytes& w) { return bytes_lacked(w) == 0; });
  if (!all.empty()) bring(all);
  return none;
}

} // namespace nova
