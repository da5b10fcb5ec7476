#include "jit/compiler.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <spawn.h>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace nova::plan {
namespace {

// Loops that copy some hundred elements are not to become calls, which cost more; a kernel's loop is not to be there twice,
// for its first and its other tiles, which takes the time of compiling both.
// GCC 12 makes conditional moves of several assignments whose flags an increment between them has changed (its pass ce2, seen
// where it tunes for machines with AVX-512): it is to make them of single ones only.
constexpr const char* one_move = "--param=max-rtl-if-conversion-insns=1";
// Where nothing is optimised, what is put in place of its calls only makes the text twice as long.
constexpr const char* call_all = "-Dalways_inline=unused";
constexpr const char* flags[] = {"-march=native", one_move, "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math",
                                 "-fno-tree-loop-distribute-patterns", "-fno-split-loops", "-std=gnu11", "-w", "-pipe", "-shared", "-fPIC", "-nostdlib", "-x", "c"};
// Every access to memory becomes a call: no out-of-bounds access and no race between two of them stays hidden.
constexpr const char* simulated_flags[] = {
    "-march=native", one_move, "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-std=gnu++17", "-w", "-pipe", "-shared", "-fPIC",
    "-nostdlib", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-fsanitize=kernel-address",
    "--param=asan-instrumentation-with-call-threshold=0", "--param=asan-stack=0", "--param=asan-globals=0", "-x", "c++"};

/// What -march=native stands for on this machine.
std::string machine() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, found;
  while (std::getline(in, line) && !line.empty())
    if (line.starts_with("model") || line.starts_with("flags")) found += line + "\n";
  return found;
}

std::string temporary_folder() {
  std::string path = (fs::temp_directory_path() / "nova-XXXXXX").string();
  return mkdtemp(path.data()) ? path : "";
}

constexpr const char* unwritable = "the folder for compiled code can't be written";

/// Could it be another folder's luck? A compiler that failed may have found the disk full.
bool is_unwritable(const std::string& error) {
  return error == unwritable || error.find("No space left") != error.npos || error.find("File too large") != error.npos;
}

} // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (const std::string at = folder + "/" + name; !folder.empty() && access(at.c_str(), X_OK) == 0) return at;
  return "";
}

Compiler::Compiler(std::string program, std::string cache, std::string level, Language language)
    : program_(find_program(program)), level_(std::move(level)), cache_(cache_folder(cache), ".so"), language_(language) {
  if (program_.empty()) return;
  std::error_code ignored;
  const std::string real = fs::canonical(program_, ignored).string();
  struct stat s {};
  stat(real.c_str(), &s);
  version_ = real + " " + std::to_string(s.st_size) + " " + std::to_string(s.st_mtime) + "\n" + machine();
  workshop_ = cache_.folder().empty() ? temporary_folder() : cache_.folder();
}

Compiler::~Compiler() {
  stop();
  std::error_code ignored;
  if (workshop_ != cache_.folder() && !workshop_.empty()) fs::remove_all(workshop_, ignored);
}

void Compiler::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  if (child_ > 0) kill(-child_, SIGKILL);
}

std::vector<const char*> Compiler::arguments(const std::string& text) const {
  std::vector<const char*> all = {text.find(scalar_text) == text.npos || level_ == "-O0" ? level_.c_str()
                                                                                         : "-O1"};
  if (level_ == "-O0") all.push_back(call_all);
  if (language_ == C) all.insert(all.end(), std::begin(flags), std::end(flags));
  else all.insert(all.end(), std::begin(simulated_flags), std::end(simulated_flags));
  return all;
}

std::string Compiler::key(const std::string& text) const {
  std::string all = text + "\n// " + version_;
  for (const char* f : arguments(text)) all += std::string(" ") + f;
  return all;
}

void* Compiler::load_entry(const std::string& key) const {
  return cache_.find(key) ? dlopen(cache_.path(key).c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
}

void* Compiler::load(const std::string& text, std::string& error, bool& from_cache) {
  if (program_.empty()) return error = "there is no C compiler (cc)", nullptr;
  const std::string key = this->key(text);
  from_cache = false;
  if (void* found = load_entry(key)) return from_cache = true, found;
  void* made = make(text, key, error);
  if (made || workshop_ != cache_.folder() || !is_unwritable(error)) return made;
  workshop_ = temporary_folder(); // the user's is read-only, or its disk is full
  return error.clear(), make(text, key, error);
}

namespace {

/// What a compiler works on, gone when it has ended.
struct Leftovers {
  const std::string& base;
  ~Leftovers() {
    for (const char* ending : {".c", ".so", ".log"}) unlink((base + ending).c_str());
  }
};

} // namespace

void* Compiler::make(const std::string& text, const std::string& key, std::string& error) {
  if (workshop_.empty()) return error = "there is no folder for compiled code", nullptr;
  static std::atomic<uint32_t> made{0};
  const std::string base = workshop_ + "/tmp." + std::to_string(getpid()) + "." + std::to_string(++made);
  const Leftovers leftovers{base};
  void* handle = nullptr;
  if (!write_new_file(base + ".c", text)) error = unwritable;
  else if (compile(text, base + ".c", base + ".so", error)) {
    handle = dlopen((base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle && workshop_ == cache_.folder()) cache_.store(read_bytes(base + ".so"), key); // only what can be loaded
    if (!handle) error = dlerror();
  }
  return handle;
}

// ---- running cc ----

bool Compiler::compile(const std::string& text, const std::string& source, const std::string& object, std::string& error) {
  const std::string log = object.substr(0, object.size() - 3) + ".log";
  std::vector<const char*> argv = {program_.c_str()}, own = arguments(text);
  argv.insert(argv.end(), own.begin(), own.end());
  for (const char* more : {"-o", object.c_str(), source.c_str()}) argv.push_back(more);
  argv.push_back(nullptr);
  // Nothing of the user's environment may change what the text means.
  const std::string path = std::string("PATH=") + (std::getenv("PATH") ? std::getenv("PATH") : "/usr/bin:/bin"), tmp = "TMPDIR=" + workshop_;
  const char* environment[] = {path.c_str(), tmp.c_str(), "LC_ALL=C", nullptr};

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none), sigemptyset(&defaults), sigaddset(&defaults, SIGINT), sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &none), posix_spawnattr_setsigdefault(&attributes, &defaults);
  pid_t child = 0;
  int failed = ECANCELED;
  {
    const std::lock_guard lock(mutex_);
    if (!stopped_)
      failed = posix_spawn(&child, program_.c_str(), &files, &attributes, const_cast<char* const*>(argv.data()), const_cast<char* const*>(environment));
    child_ = failed ? 0 : child;
  }
  posix_spawn_file_actions_destroy(&files), posix_spawnattr_destroy(&attributes);
  if (failed) return error = std::string("cc can't be started: ") + std::strerror(failed), false;
  const bool done = wait_for(child, error);
  if (!done) error += ": " + read_bytes(log).substr(0, 2000);
  return done;
}

namespace {

/// Until the process has ended, which is not reaped. Where a session waits for it, a limit kills it.
void await(pid_t child) {
  constexpr auto interval = std::chrono::milliseconds(5);
  siginfo_t info{};
  try {
    for (; Watch::answer(); std::this_thread::sleep_for(interval))
      if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid) return;
  } catch (...) {
    kill(-child, SIGKILL);
    throw;
  }
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}

} // namespace

/// The process is looked at before it is reaped, so that `stop` never kills another one that got its number.
bool Compiler::wait_for(pid_t child, std::string& error) {
  struct Reaped {
    Compiler& compiler;
    const pid_t child;
    int status = 0;
    void reap() {
      const std::lock_guard lock(compiler.mutex_);
      if (!std::exchange(compiler.child_, 0)) return;
      waitpid(child, &status, 0);
    }
    ~Reaped() { reap(); }
  } end{*this, child};
  await(child);
  end.reap();
  const std::lock_guard lock(mutex_);
  if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0) return true;
  error = stopped_ ? "cc was stopped" : "cc failed";
  return false;
}

} // namespace nova::plan
