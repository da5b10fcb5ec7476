#include "runtime/ranks/division.hpp"
#include <algorithm>
#include <bit>
#include <chrono>

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
               moving_ns = meeting_ns + ranks_.byte_ns() * static_cast<double>(bytes);
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

std::vector<Division::Range> Division::parts(Range all) const {
  std::vector<Range> parts = blocks(all);
  for (Range& block : parts) block = part_of(block, ranks_.rank(), ranks_.size());
  return parts;
}

void Division::spread(const JobColumn& column, Range block) {
  const uint64_t from = column.begin_of(block.begin);
  std::vector<uint64_t> ends;
  for (int k = 0; k < ranks_.size(); ++k)
    ends.push_back(column.begin_of(part_of(block, k, ranks_.size()).end) - from);
  ranks_.spread({column.column + from, ends.back()}, ends, poll_);
}

Division::Failure Division::share(Range all, std::span<const JobColumn> columns, Failure here) {
  constexpr uint64_t enough_to_measure = 1 << 20;
  uint64_t ignored = 0, bytes = 0;
  if (const Failure failure = meet(here, 0, ignored); failure != none) return failure;
  const double begin = now_ns();
  for (const JobColumn& c : columns) {
    for (const Range block : blocks(all)) spread(c, block);
    const uint64_t filled = c.begin_of(all.end) - c.begin_of(all.begin);
    ranks_.note_column(filled), bytes += filled;
  }
  if (bytes >= enough_to_measure) ranks_.note_byte_ns((now_ns() - begin) / static_cast<double>(bytes));
  return none;
}

Division::Failure Division::finish(Failure here) {
  uint64_t ignored = 0;
  return meet(here, 0, ignored);
}

} // namespace nova
