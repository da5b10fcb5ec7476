// A job's network for tests: the ranks are threads of one process.
#pragma once
#include "runtime/fault.hpp"
#include "runtime/ranks/ranks.hpp"
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace nova {

/// What the threads of a job share: a rank's transfer ends once all ranks have come to it.
struct Wire {
  explicit Wire(int n) : size(n), calls(static_cast<size_t>(n)) {}
  int size;
  std::mutex mutex;
  std::map<uint64_t, std::vector<std::string>> turns; ///< what each rank sent, by transfer
  std::map<uint64_t, int> come, gone;                 ///< how many ranks have come to a transfer, and left it
  std::vector<std::atomic<int>> calls;
};

class ThreadNetwork : public Network {
 public:
  ThreadNetwork(Wire& wire, int rank) : wire_(wire), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return wire_.size; }
  void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) override {
    const auto all = exchange({reinterpret_cast<const char*>(mine.data()), mine.size()}, poll);
    for (size_t k = 0; k < all.size(); ++k)
      std::memcpy(to.data() + k * mine.size(), all[k].data(), mine.size());
  }
  void broadcast(std::span<std::byte> bytes, const Poll& poll) override {
    const auto all = exchange({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, poll);
    std::memcpy(bytes.data(), all[0].data(), bytes.size());
    sent += bytes.size();
  }
  void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) override {
    const auto all = exchange({reinterpret_cast<const char*>(whole.data()), whole.size()}, poll);
    for (size_t k = 0, from = 0; k < ends.size(); from = ends[k++])
      std::memcpy(whole.data() + from, all[k].data() + from, ends[k] - from);
  }
  void call(int rank) override { ++wire_.calls[static_cast<size_t>(rank)]; }
  bool called() override { return wire_.calls[static_cast<size_t>(rank_)].exchange(0) > 0; }
  void finish() override { finished = true; }
  void abort(int) override { aborted = true; }
  bool finished = false, aborted = false;
  uint64_t sent = 0;

 private:
  std::vector<std::string> exchange(std::string mine, const Poll& poll) {
    const uint64_t turn = turn_++;
    const auto everyone = [&](std::map<uint64_t, int>& of) { return of[turn] == wire_.size; };
    {
      const std::lock_guard lock(wire_.mutex);
      auto& all = wire_.turns[turn];
      all.resize(static_cast<size_t>(wire_.size));
      all[static_cast<size_t>(rank_)] = std::move(mine);
      ++wire_.come[turn];
    }
    for (;;) {
      {
        const std::lock_guard lock(wire_.mutex);
        if (everyone(wire_.come)) {
          ++wire_.gone[turn];
          return everyone(wire_.gone) ? std::move(wire_.turns.extract(turn).mapped()) : wire_.turns[turn];
        }
      }
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      if (poll) poll();
    }
  }
  Wire& wire_;
  int rank_;
  uint64_t turn_ = 0;
};

/// Runs `work` on each rank of a job. Returns the fault of each: its code and arguments as text, or "".
inline std::vector<std::string> on_ranks(int size, const std::function<void(Ranks&, ThreadNetwork&)>& work) {
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

/// What `on_ranks` returns for three ranks that are all well.
const std::vector<std::string> all_well3 = {"", "", ""};

} // namespace nova
