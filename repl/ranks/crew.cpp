#include "repl/ranks/crew.hpp"
#include "repl/ranks/guard.hpp"
#include "repl/ranks/mpirun.hpp"
#include "runtime/fault.hpp"
#include "runtime/limit_text.hpp"
#include "runtime/ranks/relay.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace nova {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds moment{5};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// A new socket. `use`, bind or connect, gives it an abstract name: no file has that, so none is left behind however this
/// process ends. Returns -1 if that can't be.
int open_socket(int flags, const std::string& name, int (*use)(int, const sockaddr*, socklen_t)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return -1;
  std::memcpy(address.sun_path + 1, name.data(), name.size()); // the zero before it makes the name abstract
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  if (socket >= 0 && use(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0) return socket;
  close(socket);
  return -1;
}

/// Returns the connection if the same user has its other end, else closes it and returns -1.
int of_same_user(int socket) {
  ucred other{};
  socklen_t size = sizeof other;
  if (socket >= 0 && getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
      other.uid == geteuid())
    return socket;
  close(socket);
  return -1;
}

/// A socket with a random name, where the bridge connects.
class Meeting {
 public:
  Meeting() {
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) return;
    name_ = fmt::format("nova-ranks-{}-{:016x}", getpid(), random);
    socket_ = open_socket(SOCK_NONBLOCK, name_, ::bind);
    if (socket_ >= 0 && listen(socket_, 2) != 0) close(std::exchange(socket_, -1));
  }
  ~Meeting() { close(socket_); }
  Meeting(const Meeting&) = delete;
  bool is_open() const { return socket_ >= 0; }
  const std::string& name() const { return name_; }
  /// Returns the next connection, or -1 if there is none yet.
  int accept() const { return of_same_user(accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC)); }

 private:
  std::string name_;
  int socket_ = -1;
};

int connect_to(const std::string& name) { return of_same_user(open_socket(0, name, ::connect)); }

/// Opens a file that has no name, for what the launcher writes. It never keeps a rank waiting, as a full pipe would.
int open_unnamed() {
  std::error_code none;
  std::string path = (std::filesystem::temp_directory_path(none) / "nova-ranks-XXXXXX").string();
  const int file = mkostemp(path.data(), O_CLOEXEC | O_APPEND);
  if (file >= 0) unlink(path.c_str());
  return file;
}

/// Whether the prompt's own bridge died. A launcher kills it, too, when another rank dies.
bool is_of_bridge(const NetworkError& death) { return death.who.starts_with("the bridge"); }

/// Returns the line in which a rank's guard tells of its death, in words for E0606: the first one, but that of the bridge only
/// where there is no other.
std::optional<NetworkError> death_in(const std::string& text) {
  constexpr std::string_view begin = "error[E0606]: ", died = " died: ";
  std::optional<NetworkError> found;
  for (size_t at = text.find(died); at != text.npos; at = text.find(died, at + 1)) {
    const size_t line = text.rfind(begin, at);
    if (line == text.npos) continue;
    const size_t who = line + begin.size();
    const NetworkError death{text.substr(at + 1, std::min(text.find('\n', at), text.size()) - at - 1),
                             text.substr(who, at - who)};
    if (!is_of_bridge(death)) return death;
    if (!found) found = death;
  }
  return found;
}

/// What a launcher has written, without its lines of dashes: the first paragraph as one line, then the others' lines.
struct LauncherText {
  std::string first, rest;
};

/// Returns a line without what only frames it: `---`, or `=   ` before a line of MPICH's.
std::string_view unframed(std::string_view line) {
  if (line.find_first_not_of("-= ") == line.npos) return {};
  if (line.starts_with("= ")) line.remove_prefix(line.find_first_not_of("= "));
  return line;
}

LauncherText paragraphs_of(const std::string& text) {
  constexpr int most_lines = 30;
  LauncherText told;
  bool in_first = true;
  int lines = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line) && lines < most_lines;) {
    const std::string_view words = unframed(line);
    const bool begun = !told.first.empty(), is_frame = words.empty() && !line.empty();
    in_first = in_first && !(words.empty() && begun);
    if (words.empty() && (is_frame || told.rest.empty() || told.rest.ends_with("\n\n"))) continue;
    ++lines;
    in_first ? void((told.first += begun ? " " : "") += words) : void((told.rest += words) += '\n');
  }
  while (told.rest.ends_with("\n\n")) told.rest.pop_back();
  return told;
}

} // namespace

// ---- the prompt ----

Crew::~Crew() { end(); }

/// Starts the launcher in a session of its own, so that Ctrl-C does not end it. The kernel ends it with this process.
std::string Crew::launch(RankStart start, const std::string& socket) {
  start.words.insert(start.words.end(), {crew_word, socket});
  start.words.insert(start.words.end(), words_.begin(), words_.end());
  std::vector<std::string> variables{rank_start_mark()};
  for (char** v = environ; *v; ++v) variables.emplace_back(*v);
  const std::vector<char*> words = pointers(start.words), all = pointers(variables);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), said = open_unnamed();
  if (said < 0) return "there is no room for a temporary file";
  const pid_t prompt = getpid(), child = fork();
  if (child == 0) {
    setsid(), prctl(PR_SET_PDEATHSIG, start.ends_orphan);
    if (getppid() != prompt) _exit(1);
    dup2(nothing, STDIN_FILENO), dup2(said, STDOUT_FILENO), dup2(said, STDERR_FILENO);
    execve(words[0], words.data(), all.data());
    _exit(127);
  }
  close(nothing);
  launched_ = {child, 0, said}, path_ = start.words[0];
  return child < 0 ? start.words[0] + " can't be started: " + std::strerror(errno) : "";
}

/// Whether the launcher has ended. If so, its process is gone.
bool Crew::has_ended() {
  if (launched_.process < 0) return true;
  int status = 0;
  const pid_t ended = waitpid(launched_.process, &status, WNOHANG);
  if (ended == 0) return false;
  launched_.process = -1, launched_.signal = ended > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}

std::string Crew::said() const {
  constexpr size_t most = 1 << 16;
  std::string text(most, ' ');
  const ssize_t n = launched_.said < 0 ? 0 : pread(launched_.said, text.data(), most, 0);
  text.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
  return text;
}

/// Returns why the bridge does not answer: a rank's death, which its guard tells, or the first thing that was said.
NetworkError Crew::why_gone() {
  constexpr std::chrono::seconds patience{3};
  for (const auto begin = Clock::now(); Clock::now() - begin < patience;
       std::this_thread::sleep_for(moment)) {
    const bool ended = has_ended();
    if (auto death = death_in(said()); death && (ended || !is_of_bridge(*death))) return *death;
    if (ended) break;
  }
  const std::string text = said();
  if (auto death = death_in(text)) return *death;
  constexpr std::string_view own = "nova: ";
  if (const size_t begin = text.find(own); begin != text.npos)
    return {text.substr(begin + own.size(), text.find('\n', begin) - begin - own.size())};
  LauncherText told = paragraphs_of(text);
  said_besides_ = std::move(told.rest);
  if (!told.first.empty()) return {told.first};
  if (!launched_.signal) return {"the job has ended"};
  return {path_ + " was ended by signal " + std::to_string(launched_.signal)};
}

/// Ends the launcher, which ends its ranks.
void Crew::stop_launcher() {
  constexpr std::chrono::seconds patience{3};
  for (const int signal : {0, SIGTERM, SIGKILL}) {
    if (signal && launched_.process > 0) kill(launched_.process, signal);
    for (const auto begin = Clock::now(); !has_ended() && Clock::now() - begin < patience;)
      std::this_thread::sleep_for(moment);
  }
  if (launched_.said >= 0) close(launched_.said);
  launched_ = {};
}

std::string Crew::start(uint32_t ranks, const Network::Poll& poll) {
  constexpr std::chrono::seconds patience{60};
  said_besides_.clear();
  if (started_by_nova() || find_launch()) return "ranks start no ranks: this prompt is a rank itself";
  const Meeting meeting;
  if (!meeting.is_open()) return "there can be no socket";
  RankStart line = rank_start(ranks, mpirun_);
  if (line.words.empty()) return line.why;
  if (std::string why = launch(std::move(line), meeting.name()); !why.empty()) return why;
  int ends[2] = {-1, -1};
  try {
    const auto begin = Clock::now();
    for (int& end : ends)
      while ((end = meeting.accept()) < 0) {
        if (has_ended() || Clock::now() - begin > patience) throw why_gone();
        if (poll) poll();
        std::this_thread::sleep_for(moment);
      }
    auto network = std::make_unique<RelayNetwork>(ends[0], ends[1], static_cast<int>(ranks),
                                                  [this] { return why_gone(); });
    ends[0] = ends[1] = -1;
    std::vector<std::string> words{"nova", crew_word, meeting.name()};
    words.insert(words.end(), words_.begin(), words_.end());
    hellos_ = exchange(*network, hello(pointers(words).data(), ""));
    const std::string why = disagreement(hellos_);
    if (why.empty()) {
      job_ = std::make_unique<Job>(std::move(network), hellos_, true);
      return "";
    }
    network.reset(), stop_launcher();
    return why;
  } catch (const NetworkError& error) {
    if (ends[0] >= 0) close(ends[0]);
    stop_launcher();
    return error.who + (error.who.empty() ? "" : " ") + error.what;
  } catch (...) {
    if (ends[0] >= 0) close(ends[0]);
    stop_launcher();
    throw;
  }
}

void Crew::prepare(SessionOptions& options) {
  if (!given_) given_.emplace(options.threads, options.max_memory); // before the first job
  std::tie(options.threads, options.max_memory) = *given_;
  if (job_) job_->share_machine(options);
}

namespace {

/// An input as bytes: P for a program, else I, its place, a zero, its text. No bytes mean the end of the job.
BufferRef input_bytes(const PromptInput& input) {
  const std::string all = (input.is_program ? "P" : "I") + input.place + '\0' + input.text;
  auto bytes = std::make_shared<Buffer>(all.size());
  std::memcpy(bytes->bytes(), all.data(), all.size());
  return bytes;
}

} // namespace

void Crew::hand_on(const PromptInput& input, uint64_t done, const Network::Poll& poll) {
  try {
    job_->ranks().input_of_first(input_bytes(input), done, poll);
  } catch (...) {
    job_.reset(), stop_launcher();
    throw;
  }
}

bool Crew::is_over() {
  if (!job_ || (!job_->ranks().lost() && !has_ended())) return false;
  job_.reset(), stop_launcher();
  return true;
}

void Crew::end() {
  if (job_) {
    try {
      job_->ranks().input_of_first(nullptr, Ranks::any_number, {});
      job_->ranks().leave(1);
    } catch (const Fault&) { // it has ended by itself
    }
  }
  job_.reset();
  if (launched_.process >= 0) stop_launcher();
}

std::string Crew::what_runs() const {
  if (!job_) return "this process alone; :ranks N starts a job of N ranks\n";
  return fmt::format("{} ranks by {}\n", hellos_.size(), path_);
}

std::string Crew::about() const {
  if (!job_) return what_runs();
  const Ranks::Counts& n = job_->ranks().counts();
  std::string text = what_runs();
  const std::vector<uint64_t>& memory = job_->ranks().memory();
  for (size_t k = 0; k < hellos_.size(); ++k)
    text += fmt::format("  rank {} on {}, process {}{}{}\n", k, hellos_[k].machine, hellos_[k].process,
                        k < memory.size() && memory[k] ? ", " + size_text(memory[k]) : "",
                        k == 0 ? ": this prompt" : "");
  text += fmt::format(
      "meetings {}, bytes from rank 0 to each other one {}; columns filled together {}, bytes of them {}\n",
      n.meetings, n.bytes, n.columns, n.column_bytes);
  return text;
}

// ---- workers, and the bridge ----

namespace {

void end_at_once(int) { _exit(1); }

/// Makes the prompt's transfers in its job. Returns the exit status.
int stand_for_prompt(Network& network, const std::string& socket) {
  const int data = connect_to(socket), calls = connect_to(socket);
  if (data < 0 || calls < 0)
    throw NetworkError{"rank 0 has to be on the prompt's machine, and finds no prompt there"};
  return serve_relay(network, data, calls);
}

} // namespace

Joining join_crew(const RanksWanted& wanted, const std::string& socket) {
  const std::optional<Launch> launch = find_launch();
  if (!launch) return {nullptr, (std::fputs("nova: a prompt starts its ranks itself\n", stderr), 2)};
  const std::string who = name_of_rank(launch->rank, launch->size);
  if (launch->kind) guard_rank(launch->rank == 0 ? "the bridge to " + who : who, end_at_once);
  try {
    std::unique_ptr<Network> network = join_by_mpi(*launch);
    if (network->rank() == 0) return {nullptr, stand_for_prompt(*network, socket)};
    std::vector<Hello> hellos = exchange(*network, hello(wanted.argv, ""));
    if (!disagreement(hellos).empty()) return {nullptr, 2}; // the prompt tells
    return {std::make_unique<Job>(std::move(network), std::move(hellos), true), {}};
  } catch (const NetworkError& error) {
    std::fprintf(stderr, "nova: %s\n", error.what.c_str());
    return {nullptr, 2};
  }
}

std::optional<PromptInput> next_input(Ranks& ranks, uint64_t done) {
  const BufferRef bytes = ranks.input_of_first(nullptr, done, {});
  if (bytes->size() == 0) return {};
  const std::string all(reinterpret_cast<const char*>(bytes->bytes()), bytes->size());
  const size_t end = all.find('\0');
  return PromptInput{all.substr(1, end - 1), all.substr(std::min(end, all.size() - 1) + 1), all[0] == 'P'};
}

} // namespace nova
