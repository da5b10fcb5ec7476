// One run of a compiled form that the ranks of a job share: each computes a part of its long loops (jobs), and then all get
// what the others have computed. A job's units (elements, rows, tiles) are computed alike on any rank, so that the
// division shows in no bit.
#pragma once
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
  /// Returns this rank's parts of the units `all`. Units are cut into some blocks, of which each rank has a part, so that
  /// ranks have as much to do where the units' costs rise or fall.
  std::vector<Range> parts(Range all) const;
  /// Meets the others after this rank's parts. If no rank has failed, copies to each rank what the others have computed of
  /// the units `all`. Returns a failure of any rank.
  Failure share(Range all, std::span<const JobColumn> columns, Failure here);
  /// Meets the others at the end of the run. Returns a failure of any rank. Without effect after a failure.
  Failure finish(Failure here);

 private:
  std::vector<Range> blocks(Range all) const;
  void spread(const JobColumn& column, Range block);
  Failure meet(Failure here, uint64_t number, uint64_t& of_first);

  Ranks& ranks_;
  Choices& choices_;
  Ranks::Poll poll_;
  std::optional<Failure> failed_; ///< the failure by which the run ended on all ranks
};

} // namespace nova
