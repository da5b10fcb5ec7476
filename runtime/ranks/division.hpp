// One run of a compiled form that the ranks of a job share: each computes a part of its long loops (jobs). What a rank has
// computed stays there until other ranks want it. A job's units (elements, rows, tiles) are computed alike on any rank, so
// that the division shows in no bit.
#pragma once
#include "runtime/ranks/parts.hpp"
#include "runtime/ranks/ranks.hpp"
#include <algorithm>
#include <map>
#include <span>

namespace nova {

/// A column of `bytes` bytes that a job fills, a unit behind the other.
struct JobColumn {
  std::byte* column;
  uint64_t bytes;
  uint64_t
      unit_bytes; ///< bytes that a unit writes; with `offsets`, bytes of an element. The last unit may have fewer
  const int64_t*
      offsets; ///< unit u writes the elements from offsets[u] to offsets[u + 1]; null: all write as many

  /// Returns at which byte a unit begins.
  uint64_t begin_of(int64_t unit) const {
    return std::min(bytes, static_cast<uint64_t>(offsets ? offsets[unit] : unit) * unit_bytes);
  }
};

/// How a job's units are cut into parts.
struct JobCut {
  int64_t width = 1; ///< elements of a unit: parts of jobs over the same elements begin at the same ones
  bool even = false; ///< whether units cost the same, so that each rank has one part
};

/// Bytes of a column that a rank wants: from `begin` to `end`, counted from the column's address.
struct ColumnWish {
  int rank; ///< `each_rank`: all ranks want the same
  const std::byte* column;
  std::span<const std::byte> memory; ///< in which the column lies
  int64_t begin, end;
  static constexpr int each_rank = -1;
  static constexpr int64_t far = int64_t{1} << 62; ///< -far and far: the whole memory
};

class Division {
 public:
  /// Which jobs are shared, by the address of a job's code and the order of magnitude of its units. Kept between the runs
  /// of a kernel, and the same on all ranks.
  using Choices = std::map<std::pair<const void*, int>, bool>;
  /// Why a run fails on a rank: no failure; a limit of this rank; otherwise 1 + the number of a failed check.
  using Failure = uint64_t;
  static constexpr Failure none = 0, limit = ~uint64_t{0};
  struct Range {
    int64_t begin, end;
  };
  /// How far a rank has come with a job before the ranks decide on it, and how long that took.
  struct Trial {
    int64_t done = 0;
    double ns = 0;
  };

  /// `choices` are those of the kernel that runs. `poll` may throw to end a wait for the other ranks.
  Division(Ranks& ranks, Choices& choices, Ranks::Poll poll)
      : ranks_(ranks), choices_(choices), poll_(std::move(poll)) {}

  /// Whether a job may be worth a meeting. All ranks must decide alike, so no clock is asked. `grain`: how many units a
  /// thread takes at once.
  bool may_pay(int64_t units, int64_t grain) const;
  /// Returns the earlier decision on such a job, or none.
  std::optional<bool> choice(const void* job, int64_t units) const;
  /// Decides, as rank 0 finds best after its trial, whether a job that fills `bytes` bytes is shared. Sets `trial.done` to
  /// that of rank 0. Returns a failure of any rank. Requires that `choice` returns none.
  Failure decide(const void* job, int64_t units, uint64_t bytes, Trial& trial, Failure here);
  int rank() const { return ranks_.rank(); }
  int size() const { return ranks_.size(); }
  /// Returns a rank's parts of the units `all`. Units whose costs differ are cut into some blocks, of which each rank has a
  /// part, so that ranks have as much to do where the costs rise or fall.
  std::vector<Range> parts(Range all, JobCut cut, int rank) const;
  /// Notes that each rank has computed its parts of the units `all`, and the units before. After many jobs without a
  /// meeting the ranks meet. Returns a failure of any rank.
  Failure keep(Range all, JobCut cut, std::span<const JobColumn> columns);
  /// Whether any column in this memory is distributed.
  bool is_distributed(std::span<const std::byte> memory);
  bool has_parts() const { return !parts_.empty(); }
  /// Returns how many bytes would move to each rank for these wishes.
  uint64_t bytes_for(std::span<const ColumnWish> wishes);
  /// Copies to each rank what it wants and has not. If anything moves, the ranks meet before. Returns a failure of any rank.
  Failure fetch(std::span<const ColumnWish> wishes, Failure here);
  /// Memory that is given back, or that all ranks change alike.
  void forget(std::span<const std::byte> memory);
  /// Meets the others at the end of the run, and copies what they want. Returns a failure of any rank. Without effect after
  /// a failure.
  Failure finish(std::span<const ColumnWish> wishes, Failure here);

 private:
  std::vector<Range> blocks(Range all) const;
  int64_t even_bound(Range all, JobCut cut, int rank) const;
  std::vector<WantedBytes> wanted(std::span<const ColumnWish> wishes);
  void bring(std::vector<WantedBytes>& all);
  /// What was copied: messages and bytes of all ranks, and the bytes that this rank got.
  struct Moved {
    uint64_t messages = 0, bytes = 0, here = 0;
  };
  bool spread(const WantedBytes& wanted, Moved& moved);
  void exchange(const std::vector<ColumnMove>& moves);
  void poison(const PartColumn& column) const;
  Failure meet(Failure here, uint64_t number, uint64_t& of_first);

  Ranks& ranks_;
  Choices& choices_;
  Ranks::Poll poll_;
  Parts parts_;
  int silent_jobs_ = 0;           ///< jobs since the last meeting
  std::optional<Failure> failed_; ///< the failure by which the run ended on all ranks
};

} // namespace nova
