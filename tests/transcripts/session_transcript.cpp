// Transcripts of sessions (.nv), in each tier that their header names.
#include "repl/session/session.hpp"
#include "runtime/ranks/thread_job.hpp"
#include "transcript.hpp"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace nova {

namespace {

bool is_expectation(const std::string& line) {
  return line.starts_with("; => ") || line.starts_with("; | ") || line == "; |" || line.starts_with("; ! ") ||
         line == "; !";
}

/// The text's lines, and prefixed for the transcript.
std::string prefixed(const std::string& text, const char* prefix) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);)
    out += line.empty() ? std::string(prefix) + "\n" : std::string(prefix) + " " + line + "\n";
  return out;
}

struct Replay {
  std::string printed, said; // since the last flush; result lines and diagnostics in order
  Session session;
  Replay(const TierOptions& tiers, Ranks* ranks) : session(options(tiers, ranks)) {}
  SessionOptions options(const TierOptions& tiers, Ranks* ranks) {
    SessionOptions o;
    o.ranks = ranks;
    o.tiers = tiers;
    o.tiers.longest_foreign = std::chrono::seconds(1);
    o.max_memory = uint64_t{2} << 30;
    o.timeout = std::chrono::seconds(60);
    const char* data = std::getenv("NOVA_TEST_DATA"); // a bundle's stands elsewhere
    o.allow_read = {data ? data : NOVA_TEST_DATA};
    o.allow_foreign = {"all"};
    o.out = [this](std::string_view t) { printed += t; };
    o.err = [this](std::string_view t) { flush_printed(), said += prefixed(std::string(t), "; !"); };
    return o;
  }
  void flush_printed() {
    if (!printed.empty()) said += prefixed(printed, "; |");
    printed.clear();
  }
  std::string run(const std::string& chunk) {
    FileId file = session.type_text("form", chunk);
    session.run_forms(file, [&](const Outcome& o) {
      flush_printed();
      if (!o.value || o.value->tag() == Tag::Unit) return;
      Frontend& f = session.frontend();
      said += prefixed(session.print(o, true) + " : " + f.types.print(o.type, f.symbols), "; =>");
    });
    flush_printed();
    return std::exchange(said, {});
  }
};

} // namespace

namespace {

/// The passes of "; kernels: 1, without fuse-map-map 2, without fuse-map-scan 2".
std::vector<std::string> passes_left_out(const std::string& line) {
  std::istringstream words(line);
  std::vector<std::string> passes;
  for (std::string word; words >> word;)
    if (word == "without" && words >> word) passes.push_back(word);
  return passes;
}

/// How many kernels the chunk runs without a pass; its value has to be the same.
std::string kernels_without(Replay& replay, const std::string& chunk, const std::string& told,
                            const std::string& pass) {
  TierManager& tiers = *replay.session.tiers().manager();
  tiers.options().passes_off.push_back(pass);
  const std::string same = replay.run(chunk) == told ? "" : " and another value";
  tiers.options().passes_off.pop_back();
  return ", without " + pass + " " + std::to_string(tiers.take_kernel_runs()) + same;
}

/// The line that counts kernels, where the transcript has one: as it was in tiers that have none.
std::string kernels_line(Replay& replay, const std::string& chunk, const std::string& told,
                         const std::string& wanted) {
  TierManager* tiers = replay.session.tiers().manager();
  const uint32_t ran = tiers ? tiers->take_kernel_runs() : 0;
  if (wanted.empty() || !tiers) return wanted;
  std::string line = "; kernels: " + std::to_string(ran);
  for (const std::string& pass : passes_left_out(wanted)) line += kernels_without(replay, chunk, told, pass);
  return line + "\n";
}

/// The lines of the tiers' report that tell of a fault in Nova that the interpreter hid: the value is right then, and
/// the transcript has to fail.
std::string hidden_faults(Replay& replay) {
  const TierManager* tiers = replay.session.tiers().manager();
  std::istringstream report(tiers ? tiers->report() : "");
  std::string faults;
  for (std::string line; std::getline(report, line);)
    for (const char* fault : {"a pass broke its plan", "its kernel gave", "its kernel failed"})
      if (line.find(fault) != std::string::npos) faults += "; fault: " + line + "\n";
  return faults;
}

} // namespace

std::vector<Tier> tiers_of(const std::string& text) {
  // The plan's interpreter is no tier of a session: the interpreter stands for it.
  static const std::map<std::string, Tier> names = {{"interp", Tier::Interp}, {"plan", Tier::Interp},
                                                    {"auto", Tier::Auto},     {"cpu", Tier::Cpu},
                                                    {"sim", Tier::Sim},       {"cuda", Tier::Cuda}};
  constexpr std::string_view header = "; tiers: ";
  if (!text.starts_with(header)) return {Tier::Interp};
  std::string line = text.substr(header.size(), text.find('\n') - header.size());
  std::ranges::replace(line, ',', ' ');
  std::istringstream words(line);
  std::vector<Tier> tiers;
  for (std::string name; words >> name;) {
    const auto found = names.find(name);
    if (found == names.end()) throw std::invalid_argument("there is no tier " + name);
    tiers.push_back(found->second);
  }
  return tiers;
}

namespace {

std::string replay_here(const std::string& text, const TierOptions& tiers, Ranks* ranks) {
  Replay replay(tiers, ranks);
  std::istringstream in(text);
  std::string out, chunk, kernels;
  auto finish = [&] {
    if (!chunk.empty()) {
      const std::string told = replay.run(chunk);
      out += chunk + told + kernels_line(replay, chunk, told, kernels);
    }
    chunk.clear(), kernels.clear();
  };
  for (std::string line; std::getline(in, line);) {
    if (is_expectation(line)) continue;
    if (line.starts_with("; kernels: ")) {
      kernels = line + "\n";
      continue;
    }
    if (!line.empty()) {
      chunk += line + "\n";
      continue;
    }
    finish();
    out += "\n";
  }
  finish();
  return out + hidden_faults(replay);
}

} // namespace

/// On several ranks, each has to have the same text.
std::string replay_session(const std::string& text, const TierOptions& tiers, int ranks) {
  if (ranks < 2) return replay_here(text, tiers, nullptr);
  std::vector<std::string> got(static_cast<size_t>(ranks));
  const std::vector<std::string> faults = on_ranks(ranks, [&](Ranks& mine, ThreadNetwork&) {
    mine.share_all();
    got[static_cast<size_t>(mine.rank())] = replay_here(text, tiers, &mine);
    mine.end("", false, {});
  });
  for (int k = 0; k < ranks; ++k) {
    const auto at = static_cast<size_t>(k);
    if (!faults[at].empty()) return "; rank " + std::to_string(k) + " failed: " + faults[at] + "\n" + got[at];
    if (got[at] != got[0]) return "; rank " + std::to_string(k) + " has another text\n" + got[at];
  }
  return got[0];
}

} // namespace nova
