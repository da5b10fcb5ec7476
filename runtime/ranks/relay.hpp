// Rank 0 beside its job: a prompt, which no dead rank may end. A process of the job, the bridge, stands for it there, and
// makes its transfers, which it gets through a socket.
#pragma once
#include "runtime/ranks/network.hpp"
#include <atomic>

namespace nova {

/// The two sockets between rank 0 and its bridge. They are closed with the object.
struct RelayEnds {
  RelayEnds(int d, int c) : data(d), calls(c) {}
  ~RelayEnds();
  RelayEnds(const RelayEnds&) = delete;
  const int data;  ///< transfers and their results, in order
  const int calls; ///< calls of ranks, and the job's end, at any time
};

/// Rank 0's side. If the bridge is gone, a transfer throws what `why_gone` returns.
class RelayNetwork : public Network {
 public:
  RelayNetwork(int data, int calls, int size, std::function<NetworkError()> why_gone)
      : ends_(data, calls), size_(size), why_gone_(std::move(why_gone)) {}
  int rank() const override { return 0; }
  int size() const override { return size_; }
  void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) override;
  void begin_gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) override;
  void end_gather(const Poll& poll) override;
  /// Returns before the others have the bytes.
  void broadcast(std::span<std::byte> bytes, const Poll& poll) override;
  void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) override;
  void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in, const Poll& poll) override;
  void call(int rank) override;
  bool called() override;
  void finish() override;
  void abort(int status) override;

 private:
  void send(std::span<const std::byte> bytes, const Poll& poll);
  void receive(std::span<std::byte> to, const Poll& poll);
  void receive_size(uint64_t size, const Poll& poll);
  void receive_result(std::span<std::byte> to, const Poll& poll);
  [[noreturn]] void fail_as_gone();

  RelayEnds ends_;
  const int size_;
  std::span<std::byte> awaited_{}; ///< where the result of a gather that has begun is to go
  std::function<NetworkError()> why_gone_;
};

/// The bridge's side: makes rank 0's transfers in `network` until rank 0 leaves the job, or is gone. Returns the exit
/// status.
int serve_relay(Network& network, int data, int calls);

} // namespace nova
