#include "repl/ranks/job.hpp"
#include "repl/ranks/guard.hpp"
#include "repl/ranks/mpirun.hpp"
#include "repl/session/limits.hpp"
#include "runtime/fault.hpp"
#include "runtime/sha256.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace nova {
namespace {

/// Returns the hash of a regular file's text, or "".
std::string hash_of_file(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return "";
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return in ? sha256_hex(text.str()) : "";
}

} // namespace

Hello hello(char** argv, const std::string& program) {
  Hello mine{};
  std::memcpy(mine.mark, "novarank", sizeof mine.mark);
  put_text(mine.version, NOVA_VERSION);
  std::string line;
  for (char** word = argv + 1; *word; ++word) line.append(*word).push_back('\0');
  put_text(mine.options, sha256_hex(line));
  put_text(mine.program, hash_of_file(program));
  mine.process = getpid();
  gethostname(mine.machine, sizeof mine.machine - 1);
  return mine;
}

namespace {

/// Ends a process that can't join, with the reason on the first rank's standard error.
Joining refused(int rank, const std::string& why) {
  if (rank == 0) std::fprintf(stderr, "nova: %s\n", why.c_str());
  return {nullptr, 2};
}

Joining join_launch(const Launch& launch, const RanksWanted& wanted, const std::string& program) {
  if (launch.kind) guard_rank(name_of_rank(launch.rank, launch.size), wanted.on_interrupt);
  try {
    std::unique_ptr<Network> network = join_by_mpi(launch);
    std::vector<Hello> hellos = exchange(*network, hello(wanted.argv, program));
    if (const std::string why = disagreement(hellos); !why.empty()) {
      const Joining told = refused(network->rank(), why);
      network->finish(); // once it is told: the launcher ends all ranks when the first one has ended
      return {nullptr, told.status};
    }
    return {std::make_unique<Job>(std::move(network), std::move(hellos)), {}};
  } catch (const NetworkError& error) {
    return refused(launch.rank, error.what);
  }
}

} // namespace

Joining join_job(const RanksWanted& wanted, const std::string& program) {
  if (wanted.count == 1) return {};
  const std::optional<Launch> launch = find_launch();
  if (!launch && wanted.count == 0) return {};
  if (!launch && started_by_nova())
    return refused(0, wanted.mpirun + " exports nothing that tells ranks apart");
  if (!launch) return refused(0, start_ranks(wanted.count, wanted.mpirun, wanted.argv));
  if (wanted.count != 0 && launch->size != 0 && static_cast<int>(wanted.count) != launch->size)
    return refused(launch->rank, "--ranks " + std::to_string(wanted.count) +
                                     " asks for another number than the " + std::to_string(launch->size) +
                                     " processes of " + launch->launcher);
  if (launch->size == 1) return {};
  return join_launch(*launch, wanted, program);
}

Job::Job(std::unique_ptr<Network> network, std::vector<Hello> hellos, bool ends_forms)
    : network_(std::move(network)), ranks_(*network_, ends_forms), hellos_(std::move(hellos)) {}

/// Keeps the first error, for the other ranks.
void Job::note_error(std::string_view text) {
  const size_t error = text.find("error[");
  if (why_.empty() && error != text.npos) why_ = text.substr(error, text.find('\n', error) - error);
}

void Job::share_machine(SessionOptions& o) const {
  const Hello& mine = hellos_[static_cast<size_t>(ranks_.rank())];
  const auto here = static_cast<uint32_t>(std::ranges::count_if(
      hellos_, [&](const Hello& h) { return std::strncmp(h.machine, mine.machine, sizeof h.machine) == 0; }));
  if (o.threads == 0) o.threads = std::max(1u, std::thread::hardware_concurrency() / here);
  if (o.max_memory == 0) o.max_memory = half_of_memory() / here;
}

void Job::prepare(SessionOptions& o) {
  share_machine(o);
  o.ranks = &ranks_;
  o.stops = [this] { return ranks_.is_called(); };
  if (ranks_.is_first()) {
    if (o.stats) tell_report_ = o.err;
    if (o.timeout) deadline_ = std::chrono::steady_clock::now() + *o.timeout;
    o.err = [this, err = o.err](std::string_view text) {
      note_error(text);
      const bool told_at_end =
          ranks_.was_called() && text.find("error[E0603]") != text.npos; // why it was called
      if (!told_at_end) err(text);
    };
    return;
  }
  o.timeout.reset();
  o.look = {};
  o.out = [](std::string_view) {};
  o.err = [this](std::string_view text) { note_error(text); };
}

/// Returns what ran where, for --stats.
std::string Job::report() const {
  const Ranks::Counts& n = ranks_.counts();
  return "ranks " + std::to_string(ranks_.size()) + ": meetings " + std::to_string(n.meetings) +
         ", bytes from rank 0 to each other one " + std::to_string(n.bytes) + "; columns filled together " +
         std::to_string(n.columns) + ", bytes of them " + std::to_string(n.column_bytes) +
         "; messages with parts " + std::to_string(n.messages) + ", bytes of them " +
         std::to_string(n.moved_bytes) + "\n";
}

/// Where rank 0 does not answer, this rank has to say itself what it knows.
void Job::tell_lost() {
  std::fprintf(stderr, "error[E0606]: rank %d of %d gives the others up, since they do not answer%s%s\n",
               ranks_.rank(), ranks_.size(), why_.empty() ? "" : "; its program failed: ", why_.c_str());
}

int Job::end(Session& session, int status, const std::function<bool()>& interrupted) {
  const auto poll = [&] {
    if (interrupted()) fail("E0603");
    if (deadline_ && last_tick() >= *deadline_) fail("E0604");
  };
  try {
    const bool alone =
        std::ranges::any_of(std::initializer_list<const char*>{"E0601", "E0603", "E0604", "E0606"},
                            [&](const char* code) { return why_.find(code) != why_.npos; });
    ranks_.end(why_, alone, poll);
  } catch (const Fault& fault) {
    session.frontend().diagnostics.report(fault.code, {}, fault.args);
    session.reports().flush();
    status = 1;
  }
  if (ranks_.lost()) tell_lost();
  if (tell_report_) tell_report_(report());
  std::fflush(stdout);
  ranks_.leave(std::max(status, 1));
  return ranks_.is_first() ? status : 0;
}

} // namespace nova
