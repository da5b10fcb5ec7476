// `nova fuzz`: runs random programs in several execution tiers and compares their values bit by bit.
#include "jit/fuzz/rank_runs.hpp"
#include "jit/fuzz/trial.hpp"
#include "jit/sim/sim.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "repl/cli/commands.hpp"
#include "repl/cli/fuzz_coverage.hpp"
#include "repl/editor/terminal.hpp"
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace fs = std::filesystem;

namespace nova {

namespace {

constexpr uint32_t programs_per_session = 200;      // bounded, since a session keeps all texts in memory
constexpr uint32_t programs_per_file = 25;          // programs that are compiled as one file of C
constexpr uint64_t most_memory = uint64_t{1} << 30; // bytes for all, unless --max-memory is given

/// A folder for compiled kernels. If `kept` is a path, it is that folder, which stays. If `kept` is empty, it is a
/// temporary folder, which the destructor removes.
class KernelFolder {
 public:
  explicit KernelFolder(const std::string& kept)
      : stays_(!kept.empty()), path_(stays_ ? fs::path(kept) : fresh()) {
    if (stays_) return; // the cache creates the folder and checks its owner
    fs::create_directories(path_);
    fs::permissions(path_, fs::perms::owner_all); // the cache rejects a folder that others may access
  }
  ~KernelFolder() {
    std::error_code ignored;
    if (!stays_) fs::remove_all(path_, ignored);
  }
  std::string path() const { return path_.string(); }

 private:
  static fs::path fresh() { return fs::temp_directory_path() / ("nova-fuzz-" + std::to_string(getpid())); }
  bool stays_;
  fs::path path_;
};

using fuzz::Program;
using fuzz::Trial;

/// Identifies a random program: the program generated from `seed`, or, if `rewritten`, an equivalent program that is
/// made from the generated one. `rare` is the argument of make_program.
struct Which {
  uint64_t seed;
  bool rewritten;
  uint32_t rare;
  uint64_t tag() const { return seed * 2 + rewritten; }
  static Which of(uint64_t tag, uint32_t rare) { return {tag / 2, tag % 2 == 1, rare}; }
  Program program() const {
    fuzz::Random random(seed);
    Program p = fuzz::make_program(seed, rare);
    return rewritten ? fuzz::rewritten(std::move(p), random) : p;
  }
  std::string name() const { return "seed " + std::to_string(seed) + (rewritten ? ", rewritten" : ""); }
};

/// Returns the text `why` without the numbers in generated names such as f4 and f17, so that reasons that differ only
/// in these count as one.
std::string without_numbers(const std::string& why) {
  std::string out;
  bool in_name = false; // whether why[k] is among the digits that follow a single letter
  for (size_t k = 0; k < why.size(); ++k) {
    const bool digit = std::isdigit(static_cast<unsigned char>(why[k]));
    in_name = digit ? in_name || (k >= 2 && why[k - 2] == ' ') : false;
    if (!in_name) out += why[k];
  }
  return out;
}

bool has_vector(const fuzz::Term& t) {
  return t.type.kind == fuzz::Type::Vector || std::ranges::any_of(t.parts, has_vector);
}

bool has_vector(const Program& p) {
  return has_vector(p.expression) ||
         std::ranges::any_of(p.definitions, [](const auto& d) { return has_vector(d.second); });
}

void tell(std::string_view text) {
  std::printf("%.*s", static_cast<int>(text.size()), text.data()), std::fflush(stdout);
}

plan::Answer again_on_the_host(const plan::Plan& p, const plan::FlatWords& in) {
  return plan::eval_plan(p, in.words);
}

std::atomic<bool> stopping{false};

/// Requests the end of the run. The next interrupt ends the process at once.
void stop_fuzzing(int) {
  stopping = true;
  std::signal(SIGINT, SIG_DFL);
}

/// A line of progress on the terminal. If standard error is no terminal, nothing is shown.
class ProgressLine {
 public:
  ~ProgressLine() { clear(); }
  void show(const std::string& text) {
    const auto now = std::chrono::steady_clock::now();
    if (!rich_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(500);
    editor::write_bytes(STDERR_FILENO, "\r\x1b[K" + text);
    shown_ = true;
  }
  /// Removes the line; called before anything else is printed.
  void clear() {
    if (std::exchange(shown_, false)) editor::write_bytes(STDERR_FILENO, "\r\x1b[K");
  }

 private:
  const bool rich_ = editor::is_rich_terminal(STDERR_FILENO);
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  bool shown_ = false;
};

/// What is counted of the programs of a run.
struct Tally {
  uint64_t outcomes[Trial::NoProgram + 1] = {}, programs = 0, failing = 0;
  uint64_t with_arrays = 0, with_plan = 0, compiled = 0;
  std::map<std::string, uint64_t> refusals; ///< how often each reason kept a program from being compiled
  FuzzCoverage coverage;
};

class FuzzRun {
 public:
  explicit FuzzRun(const Arguments& a)
      : kernels_(a.fuzz.cache), fuzz_(a.fuzz), passes_off_(a.session.tiers.passes_off),
        session_options_(a.session) {
    session_options_.tiers.tier = Tier::Interp;
    session_options_.out = session_options_.err = [](std::string_view) {};
    if (!session_options_.max_memory) session_options_.max_memory = most_memory;
    const std::string level = "-O" + std::to_string(fuzz_.level);
    if (wants("cpu")) cpu_.emplace(plan::CpuDevice::Options{a.session.threads, kernels_.path(), "cc", level});
    if (cpu_ && a.ranks.count > 1) ranks_.emplace(static_cast<int>(a.ranks.count), kernels_.path());
    if (wants("cuda"))
      gpu_.emplace(
          plan::GpuTier::Options{a.session.tiers.gpu_helper, kernels_.path(), tell, again_on_the_host});
    if (wants("nvrtc") || wants("sim"))
      nvrtc_ = cuda::Nvrtc::open(); // in the tier cuda the GPU's helper compiles
    if (nvrtc_) nvrtc_logs_.emplace(*nvrtc_, kernels_.path() + "/nvrtc");
    if (wants("sim")) sim_ = plan::make_sim(kernels_.path(), a.fuzz.seed, level);
  }

  int run() {
    if (wants("nvrtc") && !nvrtc_)
      return std::fprintf(stderr, "nova: there is no libnvrtc for the tier nvrtc\n"), 1;
    if (cpu_ && !cpu_->available())
      return std::fprintf(stderr, "nova: there is no C compiler for the tier cpu\n"), 1;
    if (gpu_ && !gpu_->client().wait({}))
      return std::fprintf(stderr, "nova: there is no GPU for the tier cuda: %s\n",
                          gpu_->client().why().c_str()),
             1;
    std::signal(SIGINT, stop_fuzzing);
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(fuzz_.minutes);
    const auto goes_on = [&](uint64_t k) {
      return !stopping && (fuzz_.minutes ? std::chrono::steady_clock::now() < end : k < fuzz_.programs);
    };
    std::string limit; // the error that ended the run
    try {
      for (uint64_t k = 0; goes_on(k); ++k) {
        if (k % programs_per_session == 0) open_room();
        take(fuzz_.seed + k);
        if (!cpu_ || (k + 1) % programs_per_file == 0) finish();
        progress_.show(so_far());
      }
      finish();
    } catch (const Fault& fault) {
      std::swap(tally_, compared_);
      limit = fault.code;
    }
    progress_.clear();
    if (stopping)
      tell_interrupted();
    else if (!limit.empty())
      std::printf("ended by a limit (%s); so far\n", limit.c_str());
    report();
    return differing_ || tally_.outcomes[Trial::NoProgram] || stopping || !limit.empty() ? 1 : 0;
  }

 private:
  bool wants(std::string_view tier) const {
    return std::ranges::find(fuzz_.tiers, tier) != fuzz_.tiers.end();
  }

  /// Called when `tally_` has only the programs that were compared.
  void tell_interrupted() const {
    const uint64_t lost = compared_.programs - std::min(compared_.programs, tally_.programs);
    if (lost) std::printf("interrupted; %llu more had begun and are not counted; so far\n", number(lost));
    if (!lost) std::printf("interrupted; so far\n");
  }

  std::string so_far() const {
    const std::string all = fuzz_.minutes ? "" : " of " + std::to_string(fuzz_.programs);
    return std::to_string(tally_.programs) + all + " programs, " + std::to_string(differing_) +
           " differ (Ctrl-C ends it)";
  }

  void open_room() {
    room_.reset();
    session_.emplace(session_options_);
    fuzz::TrialOptions options;
    options.foreign_cache = fuzz_.cache;
    if (cpu_) options.cpu = &*cpu_;
    if (ranks_) options.ranks = &*ranks_;
    options.nvrtc = nvrtc_logs_ ? &*nvrtc_logs_ : nullptr, options.nvrtc_whole = wants("nvrtc");
    options.sim = sim_.get();
    if (gpu_) options.gpu = &gpu_->client();
    options.passes_off = passes_off_, options.interrupted = &stopping;
    room_.emplace(session_->frontend(), options);
  }

  void take(uint64_t seed) {
    const Which plain{seed, false, fuzz_.rare}, other{seed, true, fuzz_.rare};
    const Program p = plain.program();
    if (fuzz_.print) progress_.clear();
    if (fuzz_.print)
      std::printf("; %s\n%s", plain.name().c_str(), fuzz::print_program(p).c_str()), std::fflush(stdout);
    const Trial t = room_->begin(p, plain.tag());
    count(p, t);
    judge(plain, t);
    if (t.outcome == Trial::Agreed || t.outcome == Trial::Refused)
      judge(other, room_->begin_same(other.program(), other.tag()));
  }

  void count(const Program& p, const Trial& t) {
    ++tally_.outcomes[t.outcome], ++tally_.programs, tally_.failing += t.fails;
    if (t.outcome > Trial::Agreed || !has_vector(p)) return;
    const bool compiles = cpu_ || sim_ || gpu_;
    if (compiles)
      tally_.coverage.add(t.ran);
    else if (t.outcome == Trial::Agreed)
      tally_.coverage.add(fuzz::print_program(p));
    ++tally_.with_arrays, tally_.with_plan += t.outcome == Trial::Agreed, tally_.compiled += t.compiled;
    if (compiles ? !t.compiled : t.outcome == Trial::Refused) ++tally_.refusals[without_numbers(t.why)];
  }

  void judge(Which which, const Trial& t) {
    if (t.outcome == Trial::Differs) show(which, t.why);
    if (t.outcome == Trial::NoProgram) {
      ++tally_.outcomes[Trial::NoProgram];
      progress_.clear();
      std::printf("; %s: this does not check\n%s\n", which.name().c_str(),
                  fuzz::print_program(which.program()).c_str());
    }
  }

  /// Compares what waits for the compiler, so that all programs up to here count.
  void finish() {
    if (!room_) return;
    for (const auto& [tag, why] : room_->finish()) show(Which::of(tag, fuzz_.rare), why);
    compared_ = tally_;
  }

  /// Prints a program whose values differ between tiers, shrunk to the smallest program found that differs in the
  /// same stage. If it differs from its rewritten equivalent, prints both programs and does not shrink.
  void show(Which which, const std::string& why) {
    ++differing_;
    progress_.clear();
    auto stage = [](const std::string& text) { return text.substr(0, text.find(':')); };
    std::printf("; %s: %s\n", which.name().c_str(), why.c_str());
    Program small = which.program();
    if (stage(why) == "same")
      std::printf("%s; as\n", fuzz::print_program(Which{which.seed, false, which.rare}.program()).c_str());
    else {
      small = fuzz::shrink(small, [&](const Program& q) {
        const Trial t = room_->run(q);
        return t.outcome == Trial::Differs && stage(t.why) == stage(why);
      });
      std::printf("; shrunk, %s\n", room_->run(small).why.c_str());
    }
    std::printf("%s\n", fuzz::print_program(small).c_str());
    std::fflush(stdout);
  }

  void report() const {
    const Tally& n = tally_;
    std::printf("%llu programs: %llu agreed, %llu without a plan, %llu ended by a limit, %llu do not check; "
                "%llu differ; the "
                "meaning of %llu is an error\n",
                number(n.programs), number(n.outcomes[Trial::Agreed]), number(n.outcomes[Trial::Refused]),
                number(n.outcomes[Trial::Limited]), number(n.outcomes[Trial::NoProgram]), number(differing_),
                number(n.failing));
    std::printf("with an array expression %llu: %.1f %% have a plan", number(n.with_arrays),
                share(n.with_plan));
    if (cpu_ || sim_ || gpu_) std::printf(", %.1f %% ran compiled", share(n.compiled));
    std::printf("\n");
    std::vector<std::pair<uint64_t, std::string>> most;
    for (const auto& [why, times] : n.refusals) most.emplace_back(times, why);
    std::ranges::sort(most, std::greater());
    for (const auto& [times, why] : most) std::printf("  %5llu not, since %s\n", number(times), why.c_str());
    if (fuzz_.coverage) std::printf("in how many of them stands\n%s", n.coverage.table().c_str());
  }

  double share(uint64_t n) const {
    return tally_.with_arrays ? 100.0 * static_cast<double>(n) / static_cast<double>(tally_.with_arrays)
                              : 0.0;
  }

  static unsigned long long number(uint64_t n) { return n; }

  KernelFolder kernels_;
  FuzzArguments fuzz_;
  std::vector<std::string> passes_off_;
  SessionOptions session_options_;
  std::optional<plan::CpuDevice> cpu_;
  std::optional<fuzz::RankRuns> ranks_;
  std::unique_ptr<plan::GpuDevice> sim_;
  std::unique_ptr<cuda::Nvrtc> nvrtc_;
  std::optional<plan::NvrtcLogs> nvrtc_logs_; ///< of `nvrtc_`, if there is one
  std::optional<plan::GpuTier> gpu_;
  std::optional<Session> session_;
  std::optional<fuzz::TrialRoom> room_;
  uint64_t differing_ = 0;
  Tally tally_; ///< counts over all programs
  Tally
      compared_; ///< counts over those up to the last `finish`; after an interruption, the two have been exchanged
  ProgressLine progress_;
};

} // namespace

int fuzz_tiers(const Arguments& a) { return FuzzRun(a).run(); }

} // namespace nova
