#include "repl/ranks/crew.hpp"
#include "repl/ranks/guard.hpp"
#include "repl/ranks/mpirun.hpp"
#include "runtime/fault.hpp"
#include "runtime/ranks/relay.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

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

/// Returns an address for a socket's file, or nothing if the path is too long.
std::optional<sockaddr_un> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return {};
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

/// A socket in a folder that this user alone can open, where the bridge connects. Both go with the object.
class Meeting {
 public:
  Meeting() {
    std::error_code none;
    std::string folder = (std::filesystem::temp_directory_path(none) / "nova-ranks-XXXXXX").string();
    if (!mkdtemp(folder.data())) return;
    folder_ = folder, path_ = folder + "/prompt";
    const auto address = address_of(path_);
    if (!address) return;
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const auto* const at = reinterpret_cast<const sockaddr*>(&*address);
    if (socket >= 0 && bind(socket, at, sizeof *address) == 0 && listen(socket, 2) == 0)
      socket_ = socket;
    else if (socket >= 0)
      close(socket);
  }
  ~Meeting() {
    if (socket_ >= 0) close(socket_);
    std::error_code none;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, none);
  }
  Meeting(const Meeting&) = delete;
  bool is_open() const { return socket_ >= 0; }
  const std::string& path() const { return path_; }
  /// Returns the next connection, or -1 if there is none yet.
  int accept() const { return accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC); }

 private:
  std::string folder_, path_;
  int socket_ = -1;
};

int connect_to(const std::string& path) {
  const auto address = address_of(path);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (address && connect(socket, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) == 0)
    return socket;
  close(socket);
  return -1;
}

/// Opens a file that has no name, for what the launcher writes. It never keeps a rank waiting, as a full pipe would.
int open_unnamed() {
  std::error_code none;
  std::string path = (std::filesystem::temp_directory_path(none) / "nova-ranks-XXXXXX").string();
  const int file = mkostemp(path.data(), O_CLOEXEC | O_APPEND);
  if (file >= 0) unlink(path.c_str());
  return file;
}

/// Returns the line in which a rank's guard tells of its death, in words for E0606.
std::optional<NetworkError> death_in(const std::string& text) {
  constexpr std::string_view begin = "error[E0606]: ", died = " died: ";
  const size_t at = text.find(died), line = at == text.npos ? at : text.rfind(begin, at);
  if (line == text.npos) return {};
  const size_t who = line + begin.size();
  return NetworkError{text.substr(at + 1, std::min(text.find('\n', at), text.size()) - at - 1),
                      text.substr(who, at - who)};
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
    setsid(), prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != prompt) _exit(1);
    dup2(nothing, STDIN_FILENO), dup2(said, STDOUT_FILENO), dup2(said, STDERR_FILENO);
    execve(words[0], words.data(), all.data());
    _exit(127);
  }
  close(nothing);
  launched_ = {child, said}, path_ = start.words[0];
  return child < 0 ? start.words[0] + " can't be started: " + std::strerror(errno) : "";
}

/// Whether the launcher has ended. If so, its process is gone.
bool Crew::has_ended() {
  if (launched_.process < 0) return true;
  if (waitpid(launched_.process, nullptr, WNOHANG) == 0) return false;
  launched_.process = -1;
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
    if (auto death = death_in(said())) return *death;
    if (ended) break;
  }
  const std::string text = said();
  const size_t begin = text.find("nova: ");
  std::string told = begin == text.npos ? text : text.substr(begin + std::strlen("nova: "));
  told.erase(0, told.find_first_not_of("-\n")); // Open MPI's messages begin with a line of these
  const size_t end = std::min(told.find(begin == text.npos ? "\n\n" : "\n"), told.size());
  std::replace(told.begin(), told.begin() + static_cast<std::ptrdiff_t>(end), '\n', ' ');
  return {end == 0 ? "the job has ended" : told.substr(0, end)};
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
  if (started_by_nova() || find_launch()) return "ranks start no ranks: this prompt is a rank itself";
  const Meeting meeting;
  if (!meeting.is_open()) return "there can be no socket in the folder of temporary files";
  RankStart line = rank_start(ranks, mpirun_);
  if (line.words.empty()) return line.why;
  if (std::string why = launch(std::move(line), meeting.path()); !why.empty()) return why;
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
    std::vector<std::string> words{"nova", crew_word, meeting.path()};
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

/// An input as bytes: its place, a zero, its text. No bytes mean the end of the job.
BufferRef input_bytes(const PromptInput& input) {
  auto bytes = std::make_shared<Buffer>(input.place.size() + 1 + input.text.size());
  std::memcpy(bytes->bytes(), input.place.c_str(), input.place.size() + 1);
  std::memcpy(bytes->bytes() + input.place.size() + 1, input.text.data(), input.text.size());
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

std::string Crew::about() const {
  if (!job_) return "this process alone; :ranks N starts a job of N ranks\n";
  const Ranks::Counts& n = job_->ranks().counts();
  std::string text = fmt::format("{} ranks by {}\n", hellos_.size(), path_);
  for (size_t k = 0; k < hellos_.size(); ++k)
    text += fmt::format("  rank {} on {}, process {}{}\n", k, hellos_[k].machine, hellos_[k].process,
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
  if (launch->kind) guard_rank(launch->rank, launch->size, end_at_once);
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
  return PromptInput{all.substr(0, end), all.substr(std::min(end, all.size() - 1) + 1)};
}

} // namespace nova
