// What one rank of a job of any size computes and sends, without the others: a trace for SimGrid's `smpirun -replay`.
//
// bench_trace PROGRAM RANKS FOLDER
//
// Runs `(work 0.02)` of the program five times as rank 0, as one in the middle and as the last one. The ranks that do not run send nothing:
// what they would have computed is missing, so results are wrong, and programs that decide by them have other traces. The other
// ranks' words at a meeting are this rank's own, but for rank 0's, whose decisions come from its run. Each transfer and the least
// processor time before it are written down. Ranks between the first and the last one get the middle one's trace.
#include "repl/session/session.hpp"
#include "runtime/ranks/ranks.hpp"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <thread>

using namespace nova;

namespace {

struct Action {
  std::string what;   ///< `{}` stands for the other rank; "": computing alone
  int peer = -1;      ///< -1: none
  double seconds = 0; ///< that were computed before it
};

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Transfers that move nothing, and are written down.
class DryNetwork : public Network {
 public:
  DryNetwork(int rank, int size, std::vector<std::string>& words_of_first)
      : rank_(rank), size_(size), words_of_first_(words_of_first) {}
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll&) override {
    note(fmt::format("allgather {0} {0} 6 6", mine.size()));
    constexpr size_t rank_at = 16; // in a rank's word
    for (int k = 0; k < size_; ++k) {
      std::byte* const word = to.data() + static_cast<size_t>(k) * mine.size();
      std::memcpy(word, mine.data(), mine.size());
      if (k == 0 && rank_ != 0 && turn_ < words_of_first_.size())
        std::memcpy(word, words_of_first_[turn_].data(), mine.size());
      std::memcpy(word + rank_at, &k, sizeof k);
    }
    if (rank_ == 0) words_of_first_.emplace_back(reinterpret_cast<const char*>(mine.data()), mine.size());
    ++turn_;
    began_ = processor_seconds();
  }
  void broadcast(std::span<std::byte> bytes, const Poll&) override {
    note(fmt::format("bcast {} 0 6", bytes.size()));
    take(bytes.size());
  }
  void spread(std::span<std::byte> whole, std::span<const uint64_t>, const Poll&) override {
    note(fmt::format("allgather {0} {0} 6 6",
                     (whole.size() + static_cast<size_t>(size_) - 1) / static_cast<size_t>(size_)));
    take(whole.size());
  }
  void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in, const Poll&) override {
    size_t bytes = 0;
    for (const RankMessage& m : in)
      note(fmt::format("irecv {{}} 0 {} 6", m.bytes.size()), m.rank), bytes += m.bytes.size();
    for (const RankMessage& m : out) note(fmt::format("isend {{}} 0 {} 6", m.bytes.size()), m.rank);
    note(fmt::format("waitall {}", in.size() + out.size()));
    take(bytes);
  }
  void call(int) override {}
  bool called() override { return false; }
  void finish() override {}
  void abort(int) override {}

  void record() { actions.clear(), began_ = processor_seconds(); }
  /// Ends the trace with what was computed last.
  void stop() { note(""); }
  std::vector<Action> actions;

 private:
  void note(std::string what, int peer = -1) {
    actions.push_back({std::move(what), peer, processor_seconds() - began_});
    began_ = processor_seconds();
  }
  /// Takes the time of a transfer, from which the ranks estimate what the next one takes.
  void take(size_t bytes) {
    constexpr double ns = 0.1; // for a byte
    std::this_thread::sleep_for(
        std::chrono::nanoseconds(static_cast<int64_t>(ns * static_cast<double>(bytes))));
    began_ = processor_seconds();
  }

  const int rank_, size_;
  std::vector<std::string>& words_of_first_;
  size_t turn_ = 0;
  double began_ = processor_seconds();
};

/// Takes the shorter times of two runs that have done the same.
void take_shorter(std::vector<Action>& best, const std::vector<Action>& run) {
  const auto is_other = [](const Action& a, const Action& b) { return a.what != b.what || a.peer != b.peer; };
  if (best.size() != run.size() || !std::ranges::equal(best, run, std::not_fn(is_other)))
    throw std::runtime_error(
        fmt::format("two runs of `work` have sent other messages: {} and {}", best.size(), run.size()));
  for (size_t k = 0; k < best.size(); ++k) best[k].seconds = std::min(best[k].seconds, run[k].seconds);
}

/// Runs the program as one rank of so many, and returns what it did in a run of `work`.
std::vector<Action> actions_of(const std::string& program, int rank, int size,
                               std::vector<std::string>& words_of_first) {
  DryNetwork network(rank, size, words_of_first);
  Ranks ranks(network);
  SessionOptions o;
  o.tiers.tier = Tier::Cpu, o.tiers.checking = Checking::Off, o.threads = 1, o.embedded = true,
  o.max_memory = uint64_t{1} << 40;
  if (size > 1) o.ranks = &ranks;
  o.err = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); };
  o.out = [](std::string_view) {};
  Session session(std::move(o));
  std::vector<Action> best;
  const auto run = [&](const std::string& text) {
    network.record();
    session.run_forms(session.type_text("program", text), [](const Outcome&) {});
    network.stop();
  };
  const std::string work = "(work 0.02)";
  run(program), run(work), run(work); // which compiles, and decides what to share
  constexpr int runs = 5;
  for (int k = 0; k < runs; ++k) {
    run(work);
    k == 0 ? void(best = network.actions) : take_shorter(best, network.actions);
  }
  session.reports().flush();
  return best;
}

/// Writes one rank's actions. `shift`: how far it is from the rank that ran.
void write_trace(const std::string& path, int rank, int size, int shift, const std::vector<Action>& actions) {
  constexpr double operations = 1e9; // a second's, of the platform's hosts
  std::ofstream out(path);
  out << rank << " init\n";
  for (const Action& a : actions) {
    out << rank << fmt::format(" compute {:.0f}\n", operations * a.seconds);
    if (a.what.empty()) continue;
    out << rank << " " << fmt::format(fmt::runtime(a.what), (a.peer + shift + size) % size) << "\n";
  }
  out << rank << " finalize\n";
}

} // namespace

int main(int, char** words) try {
  std::ostringstream text;
  text << std::ifstream(words[1]).rdbuf();
  const int size = std::atoi(words[2]), middle = size / 2;
  std::vector<std::string> words_of_first;
  std::vector<std::vector<Action>> roles;
  for (const int rank : {0, middle, size - 1})
    roles.push_back(actions_of(text.str(), rank, size, words_of_first));
  std::ofstream list(std::string(words[3]) + "/traces");
  for (int k = 0; k < size; ++k) {
    const std::string path = fmt::format("{}/{}.trace", words[3], k);
    list << path << "\n";
    const bool inner = k > 0 && k < size - 1;
    write_trace(path, k, size, inner ? k - middle : 0, roles[k == 0 ? 0 : inner ? 1 : 2]);
  }
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "bench_trace: %s\n", error.what()), 1;
}
