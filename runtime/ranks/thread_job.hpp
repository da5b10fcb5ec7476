// Jobs whose ranks are threads of one process: for tests, and for random programs (`nova fuzz --ranks`).
#pragma once
#include "runtime/ranks/ranks.hpp"
#include <map>
#include <mutex>

namespace nova {

/// What the threads of a job share. A rank's transfer ends once all ranks have come to it.
class Wire {
 public:
  explicit Wire(int ranks) : size(ranks), calls(static_cast<size_t>(ranks)) {}
  /// Returns what all ranks bring to a transfer, the `turn`th of each.
  std::vector<std::string> exchange(int rank, uint64_t turn, std::string mine, const Network::Poll& poll);
  const int size;
  std::vector<std::atomic<int>> calls; ///< how often each rank was called

 private:
  struct Transfer {
    std::vector<std::string> brought; ///< by each rank
    int come = 0, gone = 0;           ///< how many ranks have come to the transfer, and left it
  };
  std::mutex mutex_;
  std::map<uint64_t, Transfer> transfers_;
};

class ThreadNetwork : public Network {
 public:
  ThreadNetwork(Wire& wire, int rank) : wire_(wire), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return wire_.size; }
  void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) override;
  void broadcast(std::span<std::byte> bytes, const Poll& poll) override;
  void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) override;
  void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in, const Poll& poll) override;
  void call(int rank) override { ++wire_.calls[static_cast<size_t>(rank)]; }
  bool called() override { return wire_.calls[static_cast<size_t>(rank_)].exchange(0) > 0; }
  void finish() override { finished = true; }
  void abort(int) override { aborted = true; }
  bool finished = false, aborted = false;
  uint64_t sent = 0;     ///< bytes that were broadcast
  uint64_t messages = 0; ///< messages to other ranks
  uint64_t moved = 0;    ///< bytes of these messages

 private:
  std::vector<std::string> exchange(std::span<const std::byte> mine, const Poll& poll);
  Wire& wire_;
  const int rank_;
  uint64_t turn_ = 0;
};

/// Runs `work` on each rank of a job. Returns the fault of each: its code and arguments as text, or "".
std::vector<std::string> on_ranks(int size, const std::function<void(Ranks&, ThreadNetwork&)>& work);
/// What it returns if no rank has a fault.
inline std::vector<std::string> all_well(int size) {
  return std::vector<std::string>(static_cast<size_t>(size));
}

} // namespace nova
