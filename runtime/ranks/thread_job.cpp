#include "runtime/ranks/thread_job.hpp"
#include "runtime/fault.hpp"
#include <chrono>
#include <cstring>
#include <thread>

namespace nova {

std::vector<std::string> Wire::exchange(int rank, uint64_t turn, std::string mine,
                                        const Network::Poll& poll) {
  const auto come = [&] {
    const std::lock_guard lock(mutex_);
    Transfer& t = transfers_[turn];
    t.brought.resize(static_cast<size_t>(size));
    t.brought[static_cast<size_t>(rank)] = std::move(mine);
    ++t.come;
  };
  const auto brought = [&]() -> std::optional<std::vector<std::string>> {
    const std::lock_guard lock(mutex_);
    Transfer& t = transfers_[turn];
    if (t.come < size) return {};
    if (++t.gone < size) return t.brought;
    return std::move(transfers_.extract(turn).mapped().brought);
  };
  come();
  for (;;) {
    if (auto all = brought()) return std::move(*all);
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    if (poll) poll();
  }
}

std::vector<std::string> ThreadNetwork::exchange(std::span<const std::byte> mine, const Poll& poll) {
  return wire_.exchange(rank_, turn_++, {reinterpret_cast<const char*>(mine.data()), mine.size()}, poll);
}

void ThreadNetwork::gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) {
  const auto all = exchange(mine, poll);
  for (size_t k = 0; k < all.size(); ++k)
    std::memcpy(to.data() + k * mine.size(), all[k].data(), mine.size());
}

void ThreadNetwork::broadcast(std::span<std::byte> bytes, const Poll& poll) {
  const auto all = exchange(bytes, poll);
  std::memcpy(bytes.data(), all[0].data(), bytes.size());
  sent += bytes.size();
}

void ThreadNetwork::spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) {
  const auto all = exchange(whole, poll);
  for (size_t k = 0, from = 0; k < ends.size(); from = ends[k++])
    std::memcpy(whole.data() + from, all[k].data() + from, ends[k] - from);
}

/// Each rank brings all its messages, one behind the other: the number of a rank, the length, the bytes.
void ThreadNetwork::exchange(std::span<const RankMessage> out, std::span<const RankMessage> in,
                             const Poll& poll) {
  std::string mine;
  const auto put = [&](uint64_t word) { mine.append(reinterpret_cast<const char*>(&word), sizeof word); };
  for (const RankMessage& m : out) {
    put(static_cast<uint64_t>(m.rank)), put(m.bytes.size());
    mine.append(reinterpret_cast<const char*>(m.bytes.data()), m.bytes.size());
    ++messages, moved += m.bytes.size();
  }
  const auto all = wire_.exchange(rank_, turn_++, std::move(mine), poll);
  for (const RankMessage& m : in) {
    const std::string& from = all[static_cast<size_t>(m.rank)];
    uint64_t head[2];
    for (size_t at = 0; at < from.size(); at += sizeof head + head[1]) {
      std::memcpy(head, from.data() + at, sizeof head);
      if (head[0] == static_cast<uint64_t>(rank_) && head[1] == m.bytes.size())
        std::memcpy(m.bytes.data(), from.data() + at + sizeof head, head[1]);
    }
  }
}

std::vector<std::string> on_ranks(int size, const std::function<void(Ranks&, ThreadNetwork&)>& work) {
  Wire wire(size);
  std::vector<std::string> told(static_cast<size_t>(size));
  std::vector<std::thread> threads;
  for (int k = 0; k < size; ++k)
    threads.emplace_back([&, k] {
      ThreadNetwork network(wire, k);
      Ranks ranks(network);
      try {
        work(ranks, network);
      } catch (const Fault& fault) {
        auto& text = told[static_cast<size_t>(k)] = fault.code;
        for (const std::string& arg : fault.args) text += " " + arg;
      }
    });
  for (std::thread& t : threads) t.join();
  return told;
}

} // namespace nova
