// `nova fuzz`: random programs through every tier.
#include "jit/fuzz_trial.hpp"
#include "repl/commands.hpp"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace nova {

namespace {

constexpr uint32_t programs_per_session = 250;        // a session keeps what it has read
constexpr uint64_t most_memory = uint64_t{256} << 20; // of a program, unless --max-memory says otherwise

/// A folder for compiled kernels that nobody will ask for again.
class Scratch {
 public:
  Scratch() { std::filesystem::create_directories(path_); }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("nova-fuzz-" + std::to_string(getpid()));
};

class FuzzRun {
 public:
  explicit FuzzRun(const Arguments& a)
      : fuzz_(a.fuzz), passes_off_(a.session.tiers.passes_off), session_options_(a.session) {
    session_options_.tiers.tier = Tier::Interp;
    session_options_.out = session_options_.err = [](std::string_view) {};
    if (!session_options_.max_memory) session_options_.max_memory = most_memory;
    if (wants("cpu")) cpu_.emplace(plan::CpuDevice::Options{a.session.threads, scratch_.path()});
  }

  int run() {
    if (cpu_ && !cpu_->available())
      return std::fprintf(stderr, "nova: there is no C compiler for the tier cpu\n"), 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(fuzz_.minutes);
    for (uint64_t k = 0; fuzz_.minutes ? std::chrono::steady_clock::now() < end : k < fuzz_.programs; ++k) {
      if (k % programs_per_session == 0) open_room();
      take(fuzz_.seed + k);
    }
    report();
    return differing_ || counts_[fuzz::Trial::NoProgram] ? 1 : 0;
  }

 private:
  bool wants(std::string_view tier) const {
    return std::ranges::find(fuzz_.tiers, tier) != fuzz_.tiers.end();
  }

  void open_room() {
    room_.reset();
    session_.emplace(session_options_);
    fuzz::TrialOptions options;
    if (cpu_) options.cpu = &*cpu_;
    options.passes_off = passes_off_;
    room_.emplace(session_->frontend(), options);
  }

  void take(uint64_t seed) {
    const fuzz::Program p = fuzz::make_program(seed);
    if (fuzz_.print)
      std::printf("; seed %llu\n%s", static_cast<unsigned long long>(seed), fuzz::print_program(p).c_str());
    const fuzz::Trial t = room_->run(p);
    ++counts_[t.outcome], ++total_, failing_ += t.fails;
    if (t.outcome == fuzz::Trial::Refused) ++refusals_[t.why];
    if (t.outcome == fuzz::Trial::Differs) ++differing_, show(seed, p, t);
    if (t.outcome == fuzz::Trial::NoProgram)
      std::printf("; seed %llu: this does not check\n%s\n", static_cast<unsigned long long>(seed),
                  fuzz::print_program(p).c_str());
  }

  /// The smallest program that differs in the same stage, as a transcript to keep.
  void show(uint64_t seed, const fuzz::Program& p, const fuzz::Trial& first) {
    auto stage = [](const fuzz::Trial& t) { return t.why.substr(0, t.why.find(':')); };
    const fuzz::Program small = fuzz::shrink(p, [&](const fuzz::Program& q) {
      const fuzz::Trial t = room_->run(q);
      return t.outcome == fuzz::Trial::Differs && stage(t) == stage(first);
    });
    std::printf("; seed %llu: %s\n%s\n", static_cast<unsigned long long>(seed), room_->run(small).why.c_str(),
                fuzz::print_program(small).c_str());
    std::fflush(stdout);
  }

  void report() const {
    const uint64_t taken = counts_[fuzz::Trial::Agreed] + counts_[fuzz::Trial::Differs];
    const uint64_t comparable = taken + counts_[fuzz::Trial::Refused];
    std::printf("%llu programs: %llu agreed, %llu differ, %llu not lowered, %llu ended by a limit, %llu do "
                "not check\n",
                number(total_), number(counts_[fuzz::Trial::Agreed]), number(counts_[fuzz::Trial::Differs]),
                number(counts_[fuzz::Trial::Refused]), number(counts_[fuzz::Trial::Limited]),
                number(counts_[fuzz::Trial::NoProgram]));
    std::printf("lowered: %.1f %%; their meaning is an error in %llu\n",
                comparable ? 100.0 * static_cast<double>(taken) / static_cast<double>(comparable) : 0.0,
                number(failing_));
    std::vector<std::pair<uint64_t, std::string>> most;
    for (const auto& [why, n] : refusals_) most.emplace_back(n, why);
    std::ranges::sort(most, std::greater());
    for (size_t k = 0; k < std::min<size_t>(most.size(), 8); ++k)
      std::printf("  not lowered, %llu: %s\n", number(most[k].first), most[k].second.c_str());
  }

  static unsigned long long number(uint64_t n) { return n; }

  Scratch scratch_;
  FuzzArguments fuzz_;
  std::vector<std::string> passes_off_;
  SessionOptions session_options_;
  std::optional<plan::CpuDevice> cpu_;
  std::optional<Session> session_;
  std::optional<fuzz::TrialRoom> room_;
  uint64_t counts_[fuzz::Trial::NoProgram + 1] = {}, total_ = 0, differing_ = 0, failing_ = 0;
  std::map<std::string, uint64_t> refusals_;
};

} // namespace

int fuzz_tiers(const Arguments& a) { return FuzzRun(a).run(); }

} // namespace nova
