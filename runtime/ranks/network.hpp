// How the ranks of a job exchange bytes: an MPI library behind its shim, or threads of one process in tests.
#pragma once
#include "runtime/ranks/launcher.hpp"
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace nova {

/// Bytes for another rank, or from it.
struct RankMessage {
  int rank;
  std::span<std::byte> bytes;
};

/// The transfers between the ranks of a job. All ranks call the first four in the same order. No transfer
/// computes with numbers. A function throws NetworkError if the library reports an error.
class Network {
 public:
  using Poll = std::function<void()>;
  virtual ~Network() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Gathers as many bytes of each rank, in the order of ranks. `to` has room for all. `poll` is called many times a
  /// second during the wait. If it throws, the transfer is given up, and there must be no other one.
  virtual void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) = 0;
  /// Begins a gather whose result is needed at `end_gather`, before the next gather or spread. Other ranks may call
  /// `gather`.
  virtual void begin_gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) {
    gather(mine, to, poll);
  }
  virtual void end_gather(const Poll&) {}
  /// Copies rank 0's bytes to the other ranks.
  virtual void broadcast(std::span<std::byte> bytes, const Poll& poll) = 0;
  /// Copies rank k's part of `whole`, the bytes from ends[k - 1] (from 0) to ends[k], to the other ranks, for each k.
  virtual void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) = 0;
  /// Sends and receives at most one message for each other rank. Both ranks of a message know its length.
  virtual void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in,
                        const Poll& poll) = 0;
  /// Calls another rank, which hears so by `called` while it computes.
  virtual void call(int rank) = 0;
  virtual bool called() = 0;
  /// Leaves the job, once all ranks do so.
  virtual void finish() = 0;
  /// Ends the whole job at once, with this exit status of the launcher.
  virtual void abort(int status) = 0;
};

struct NetworkError {
  std::string what;
  std::string who{}; ///< the rank that is to blame, as "rank 1 of 2"; "" if it is not known
};

/// Joins the job whose launcher started this process. Throws NetworkError with the reason if that can't be.
std::unique_ptr<Network> join_by_mpi(const Launch& launch);

/// What of an MPI library was found on this machine.
struct MpiFound {
  std::string library; ///< its name for dlopen, or ""
  std::string shim;    ///< the path of its shim, or ""
};
MpiFound find_mpi(const MpiKind& kind);

} // namespace nova
