// nova_transcripts [--update] [--nova BINARY] [--prelude-examples] [--tier cpu] [--without TIER] [--check all]
// [--cc-level N] [--part K/N] [--ranks N] [--gpu-helper PROGRAM] PATH...
// Replays every .nv and .cmd transcript below the paths and compares. --tier T: in T, whatever tiers the transcripts'
// headers name. --without T: in the tiers of the headers but for T; a transcript without another tier is left out.
// --cc-level N: the C compiler optimises kernels at -ON. --part K/N: of the transcripts of the paths that follow, each
// N-th, from the K-th (from 0) on.
#include "jit/gpu/helper/cuda_device.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "transcript.hpp"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Run {
  bool update = false;
  std::string nova = "nova";
  nova::TierOptions tiers;
  int ranks = 1;
  std::optional<nova::Tier> tier;      ///< instead of those that the transcripts name
  std::vector<nova::Tier> without;     ///< tiers of the transcripts' headers that are left out
  std::string cc_level;                ///< for all sessions; "" for the level of `cpu_level`
  size_t part = 0, parts = 1, met = 0; ///< which part of how many is replayed; how many transcripts were met
  int passed = 0, failed = 0;
};

std::string slurp(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

/// The first lines that differ.
void show_difference(const std::string& wanted, const std::string& got) {
  std::istringstream a(wanted), b(got);
  std::string x, y;
  for (int line = 1, shown = 0; shown < 6; ++line) {
    bool more_a = bool(std::getline(a, x)), more_b = bool(std::getline(b, y));
    if (!more_a && !more_b) return;
    if (more_a && more_b && x == y) continue;
    std::printf("  line %d\n    wanted %s\n    got    %s\n", line, more_a ? x.c_str() : "(end)",
                more_b ? y.c_str() : "(end)"),
        ++shown;
  }
}

/// Returns the tiers in which a session's transcript is replayed.
std::vector<nova::Tier> tiers_for(const Run& run, const std::string& text) {
  std::vector<nova::Tier> tiers = nova::tiers_of(text); // also fails if the header names no tier
  if (run.tier) return {*run.tier};
  std::erase_if(tiers, [&](nova::Tier t) { return std::ranges::count(run.without, t) > 0; });
  return tiers;
}

/// The optimisation option for a session's kernels on the CPU. Some sessions, the same ones each time, are compiled quickly,
/// which takes half of the time: seven in eight where `--tier` asks for that tier, so that each form is checked, else half.
std::string cpu_level(const Run& run, const std::string& text) {
  if (!run.cc_level.empty()) return run.cc_level;
  const size_t optimised = run.tier ? 8 : 2; // one session in so many
  return std::hash<std::string>()(text) % optimised ? "-O1" : "-O3";
}

/// A session's transcript in the tier of its header that gives another text, if one does.
std::string replay_tiers(const Run& run, const std::string& text) {
  std::string got = text;
  for (const nova::Tier tier : tiers_for(run, text)) {
    std::string none;
    if (tier == nova::Tier::Cuda && !run.tier && run.tiers.gpu_helper.empty() &&
        !nova::plan::has_cuda_driver(none))
      continue;
    nova::TierOptions options = run.tiers;
    options.tier = tier;
    options.levels.cpu = cpu_level(run, text);
    options.levels.sim =
        "-O0"; // a session runs each kernel once or twice: that takes less than to optimise it
    got = nova::replay_session(text, options, run.ranks);
    if (got != text) break;
  }
  return got;
}

/// Whether the transcript is a session's without a tier that is replayed. One whose header names no tier is replayed,
/// which fails and says so.
bool is_left_out(const Run& run, const fs::path& p) {
  if (run.without.empty() || p.extension() != ".nv") return false;
  try {
    return tiers_for(run, slurp(p)).empty();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

std::string make_anew(const Run& run, const fs::path& p, const std::string& text) {
  if (p.filename() == "builtins.md") return nova::builtins_page();
  if (p.filename() == "prelude.md") return nova::prelude_page();
  if (p.extension() == ".cmd") return nova::replay_commands(text, p.parent_path(), run.nova);
  return replay_tiers(run, text);
}

/// Whether the transcript says what is so; with --update it does afterwards.
bool replay(const Run& run, const fs::path& p) {
  std::string wanted = slurp(p);
  std::string got = make_anew(run, p, wanted);
  if (got == wanted) return true;
  if (run.update) {
    std::ofstream(p, std::ios::binary) << got;
    return std::printf("updated %s\n", p.c_str()), true;
  }
  std::printf("FAILED %s\n", p.c_str());
  show_difference(wanted, got);
  return false;
}

/// False too where its header names no tier.
bool replays(const Run& run, const fs::path& p) {
  try {
    return replay(run, p);
  } catch (const std::invalid_argument& e) {
    return std::printf("FAILED %s\n  %s\n", p.c_str(), e.what()), false;
  }
}

/// In a process of its own, so that neither a crash nor the memory that one transcript keeps touches the next.
void replay_apart(Run& run, const fs::path& p) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const bool good = replays(run, p);
    std::fflush(stdout);
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) std::printf("CRASHED %s: signal %d\n", p.c_str(), WTERMSIG(status));
  ++(status == 0 ? run.passed : run.failed);
}

/// .nv files beside .cmd files are the commands' programs, unless a header names tiers.
std::vector<fs::path> transcripts(const fs::path& root) {
  if (fs::is_regular_file(root)) return {root};
  std::vector<fs::path> found, programs;
  bool commands = false;
  for (const auto& e : fs::recursive_directory_iterator(root)) {
    const bool command = e.path().extension() == ".cmd", nova = e.path().extension() == ".nv";
    commands |= command;
    if (command || (nova && slurp(e.path()).starts_with("; tiers: ")))
      found.push_back(e.path());
    else if (nova)
      programs.push_back(e.path());
  }
  if (!commands) found.insert(found.end(), programs.begin(), programs.end());
  std::sort(found.begin(), found.end());
  return found;
}

/// Of --tier; ends the program where there is none.
nova::Tier tier_named(const std::string& name) {
  try {
    return nova::tiers_of("; tiers: " + name).at(0);
  } catch (const std::logic_error& e) { // none at all, or one that is unknown
    std::fprintf(stderr, "nova_transcripts: --tier %s: %s\n", name.c_str(), e.what());
    std::exit(2);
  }
}

/// Of --part: "0/2" is the first of two.
void take_part(Run& run, const std::string& words) {
  char slash = 0;
  if (!(std::istringstream(words) >> run.part >> slash >> run.parts) || slash != '/' || run.part >= run.parts)
    std::fprintf(stderr, "nova_transcripts: there is no part %s\n", words.c_str()), std::exit(2);
}

void replay_all(Run& run, const std::vector<fs::path>& all) {
  for (const fs::path& p : all)
    if (run.met++ % run.parts == run.part && !is_left_out(run, p)) replay_apart(run, p);
}

} // namespace

int main(int argc, char** argv) {
  constexpr const char* usage = "nova_transcripts [--update] [--nova BINARY] [--prelude-examples] [--tier "
                                "cpu] [--without TIER] [--check all] [--cc-level N] [--part K/N] "
                                "[--ranks N] [--gpu-helper PROGRAM] PATH...\n";
  if (const auto status = nova::plan::cuda_helper(argc, argv)) return *status;
  Run run;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg == "--update")
      run.update = true;
    else if (arg == "--nova" && i + 1 < argc)
      run.nova = argv[++i];
    else if (arg == "--tier" && i + 1 < argc)
      run.tier = tier_named(argv[++i]);
    else if (arg == "--without" && i + 1 < argc)
      run.without.push_back(tier_named(argv[++i]));
    else if (arg == "--cc-level" && i + 1 < argc)
      run.cc_level = std::string("-O") + argv[++i];
    else if (arg == "--part" && i + 1 < argc)
      take_part(run, argv[++i]);
    else if (arg == "--ranks" && i + 1 < argc)
      run.ranks = std::atoi(argv[++i]);
    else if (arg == "--gpu-helper" && i + 1 < argc)
      run.tiers.gpu_helper = {argv[++i]};
    else if (arg == "--check" && i + 1 < argc)
      run.tiers.checking = std::string(argv[++i]) == "all" ? nova::Checking::All : nova::Checking::Off;
    else if (arg == "--prelude-examples")
      return nova::check_examples() == 0 ? 0 : 1;
    else if (!fs::exists(arg))
      return std::fputs(usage, stderr), arg == "--help" ? 0 : 2;
    else
      replay_all(run, transcripts(arg));
  }
  std::printf("%d passed, %d failed\n", run.passed, run.failed);
  return run.failed == 0 ? 0 : 1;
}
