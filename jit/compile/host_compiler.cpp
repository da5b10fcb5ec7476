#include "jit/compile/host_compiler.hpp"
#include "jit/compile/process_group.hpp"
#include "jit/compile/temporary_folder.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "runtime/foreign/function.hpp"
#include "runtime/loader.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace nova::plan {
namespace {

// -fno-tree-loop-distribute-patterns: a loop that copies some hundred elements stays a loop, since a call of memcpy
// costs more.
// -fno-split-loops: GCC does not split a kernel's loop into one copy for its first tile and one for the other tiles,
// since that costs compile time.
// one_move: GCC 12, when it tunes for AVX-512, turns several assignments of a branch into conditional moves, although
// an increment between them changes the CPU's flags (pass ce2). With this limit it converts only single assignments.
constexpr const char* one_move = "--param=max-rtl-if-conversion-insns=1";
// GCC's pass `combine` tries all groups of up to four instructions that feed each other. With this limit it tries only
// pairs. The code of the benchmarks is the same, and long blocks without branches compile in half of the time.
constexpr const char* pairs = "--param=max-combine-insns=2";
// Without optimisation, inlined functions only make the code twice as long, so they are called.
constexpr const char* call_all = "-Dalways_inline=unused";
constexpr const char* flags[] = {"-march=native",
                                 one_move,
                                 pairs,
                                 "-ffp-contract=off",
                                 "-fno-math-errno",
                                 "-fno-trapping-math",
                                 "-fno-tree-loop-distribute-patterns",
                                 "-fno-split-loops",
                                 "-std=gnu11",
                                 "-w",
                                 "-pipe",
                                 "-shared",
                                 "-fPIC",
                                 "-nostdlib",
#ifdef __GLIBC__ // an unversioned memcpy is glibc's oldest one, which does not use the CPU's wide registers
                                 "-Wl,--no-as-needed",
                                 "-l:libc.so.6",
#endif
                                 "-x",
                                 "c"};
// With these flags every memory access becomes a call, so that the simulator detects each out-of-bounds access and
// each race.
constexpr const char* simulated_flags[] = {"-march=native",
                                           one_move,
                                           pairs,
                                           "-ffp-contract=off",
                                           "-fno-math-errno",
                                           "-fno-trapping-math",
                                           "-std=gnu++17",
                                           "-w",
                                           "-pipe",
                                           "-shared",
                                           "-fPIC",
                                           "-nostdlib",
                                           "-fno-exceptions",
                                           "-fno-rtti",
                                           "-fno-strict-aliasing",
                                           "-fsanitize=kernel-address",
                                           "--param=asan-instrumentation-with-call-threshold=0",
                                           "--param=asan-stack=0",
                                           "--param=asan-globals=0",
                                           "-x",
                                           "c++"};

// A user's kernels. Each access to memory that others may see becomes a call, and so does each operation that C++ leaves
// undefined. Without optimisation each has its own line. A local variable has no likely value before it is written. -Bsymbolic: the text's own functions get these calls, whatever this
// program has been linked with.
constexpr const char* checked_flags[] = {
#ifdef __x86_64__
    "-mno-red-zone",
    "-mpopcnt",
#endif
    "-ffp-contract=off",
    "-fno-math-errno",
    "-std=gnu++17",
    "-w",
    "-g1",
    "-pipe",
    "-shared",
    "-fPIC",
    "-nostdlib",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fno-gnu-unique",
    "-fno-extern-tls-init",
    "-fno-threadsafe-statics",
    "-ftrivial-auto-var-init=pattern",
    "-fvisibility=hidden",
    "-fsanitize=thread",
    "-fsanitize=bounds,integer-divide-by-zero,alignment,shift-exponent,float-cast-overflow",
    "--param=tsan-distinguish-volatile=1",
    "-Wl,-Bsymbolic",
    "-Wl,-z,defs",
    "-Wl,--no-as-needed",
    "-l:libc.so.6",
    "-l:libm.so.6",
    "-x",
    "c++"};
// The compiler follows variables only with optimisation, but some passes take for granted that each has a value. The entry is
// the only function that is called from elsewhere, so other kernels of the text are left out.
constexpr const char* judged_flags[] = {"-std=gnu++17",
                                        "-fwhole-program",
                                        "-fno-tree-ccp",
                                        "-fno-tree-copy-prop",
                                        "-fno-tree-dominator-opts",
                                        "-fno-tree-fre",
                                        "-fno-tree-vrp",
                                        "-fno-exceptions",
                                        "-fno-rtti",
                                        "-Werror=uninitialized",
                                        "-Werror=maybe-uninitialized",
                                        "-S",
                                        "-x",
                                        "c++"};

// Names of a user's text stay in its object: they neither replace nor are replaced by those of libraries. A function
// that is called without a declaration is an error.
constexpr const char* foreign_flags[] = {"-fvisibility=hidden", "-Werror=implicit-function-declaration",
                                         "-Werror=implicit-int", "-Werror=int-conversion",
                                         "-Werror=incompatible-pointer-types"};

/// Returns the CPU's model and features, which decide what -march=native means on this machine.
std::string machine() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, found;
  while (std::getline(in, line) && !line.empty())
    if (line.starts_with("model") || line.starts_with("flags")) found += line + "\n";
  return found;
}

constexpr std::string_view unwritable = "the folder for compiled code can't be written";

/// Whether the error message, of Nova or of the compiler, says that the folder can't be written or its disk is full.
/// Then the compilation may succeed in another folder.
bool is_unwritable(const std::string& error) {
  return error.starts_with(unwritable) || error.find("No space left") != error.npos ||
         error.find("File too large") != error.npos || error.find("quota exceeded") != error.npos;
}

/// Returns 2,000 bytes of the compiler's messages in this file, from the line of its first error on.
std::string written(int file) {
  constexpr size_t most = 2000, all = 200'000;
  std::string text(all, '\0');
  const ssize_t n = pread(file, text.data(), all, 0);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  const size_t error = std::min(text.find(" error: "), text.find("undefined reference")),
               line = error == text.npos ? error : text.rfind('\n', error);
  return text.substr(line == text.npos ? 0 : line + 1, most);
}

/// A file without a name, in memory.
struct MemoryFile {
  const int descriptor = memfd_create("nova-cc", MFD_CLOEXEC);
  ~MemoryFile() { close(descriptor); }
};

/// Describes how a failed process ended, from its wait status.
std::string end_of(int status) {
  return WIFSIGNALED(status) ? "it was ended by signal " + std::to_string(WTERMSIG(status))
                             : "it ended with status " + std::to_string(WEXITSTATUS(status));
}

} // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (const std::string at = folder + "/" + name; folder.starts_with('/') && access(at.c_str(), X_OK) == 0)
      return at;
  return "";
}

Compiler::Compiler(std::string program, std::string cache, std::string level, Language language)
    : program_(find_program(program)), level_(std::move(level)), cache_(cache_folder(cache), ".so"),
      language_(language) {
  if (program_.empty()) return;
  std::error_code ignored;
  const std::string real = fs::canonical(program_, ignored).string();
  struct stat s {};
  stat(real.c_str(), &s);
  version_ = real + " " + std::to_string(s.st_size) + " " + std::to_string(s.st_mtime) + "\n" + machine();
  room_ = cache_.folder();
}

Compiler::~Compiler() { stop(); }

void Compiler::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  if (at_work_) at_work_->kill();
}

bool Compiler::is_long(const std::string& text) const {
  constexpr size_t long_text = 200'000;
  return text.size() > long_text && level_ != "-O0" && !text.starts_with(all_effort) &&
         text.find(scalar_text) == text.npos;
}

std::vector<const char*> Compiler::arguments(const std::string& text) const {
  const bool is_quick = is_long(text), is_scalar = text.find(scalar_text) != text.npos;
  std::vector<const char*> all = {(is_quick || is_scalar) && level_ != "-O0" ? "-O1" : level_.c_str()};
  if (is_quick) all.push_back("-ftree-loop-vectorize");
  if (level_ == "-O0" && language_ != Checked) all.push_back(call_all);
  const std::span<const char* const> of_language[] = {flags, simulated_flags, checked_flags, judged_flags};
  const std::span<const char* const> own = of_language[language_];
  all.insert(all.end(), own.begin(), own.end());
  if (language_ == C && text.find(foreign_mark) != text.npos) {
    std::erase(all, std::string_view("-w")); // it would silence the errors, too
    all.insert(all.begin(), std::begin(foreign_flags), std::end(foreign_flags));
    if (text.find(no_headers_mark) != text.npos) all.insert(all.begin(), "-fno-builtin");
  }
#ifdef NOVA_THREAD_SANITIZER // kernels hand ranges on to other threads by atomics of their own
  if (language_ == C)
    all.insert(all.begin(), {"-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0"});
#endif
  return all;
}

/// Returns the text and the compiler's flags. Unlike `key`, it says nothing of this machine and its compiler.
std::string Compiler::ahead_key(const std::string& text) const {
  std::string all = text + "\n//";
  for (const char* f : arguments(text)) all += std::string(" ") + f;
  return all;
}

std::string Compiler::key(const std::string& text) const {
  std::string all = text + "\n// " + version_;
  for (const char* f : arguments(text)) all += std::string(" ") + f;
  return all;
}

void* Compiler::find(const std::string& text, Origin& origin) const {
  const std::string ahead_path = ahead ? ahead->object(ahead_key(text)) : "";
  if (!ahead_path.empty())
    if (void* found = load_object(ahead_path)) return origin = Ahead, found;
  const std::string key = this->key(text);
  const std::optional<std::string> bytes = cache_.find(key);
  if (!bytes) return nullptr;
  origin = FromCache;
  void* const found = load_object(cache_.path(key));
  if (found && keep) keep(ahead_key(text), *bytes);
  return found;
}

std::string Compiler::no_compiler(const std::string& text) const {
  const std::string why = ahead ? not_ahead(text) : "";
  return "there is no C compiler (cc)" + (why.empty() ? "" : ", and " + why);
}

void* Compiler::load(const std::string& text, std::string& error, Origin& origin) {
  if (void* found = find(text, origin)) return found;
  if (program_.empty()) return error = no_compiler(text), nullptr;
  origin = Compiled;
  void* made = make(text, error);
  if (made || room_.empty() || !is_unwritable(error)) return made;
  room_.clear(); // the cache's folder is read-only, or its disk is full
  return error.clear(), make(text, error);
}

void* Compiler::make(const std::string& text, std::string& error) {
  const TemporaryFolder temporary(room_);
  const std::string &folder = temporary.folder(), object = folder + "/kernel.so";
  if (folder.empty()) return error = std::string(unwritable) + ": " + temporary.trouble(), nullptr;
  if (!write_new_file(folder + "/kernel.c", text))
    return error = std::string(unwritable) + ": " + std::strerror(errno), nullptr;
  if (!compile(text, folder, error)) return nullptr;
  void* handle = load_object(object);
  if (!handle) return error = dlerror(), nullptr;
  if (keep) keep(ahead_key(text), read_bytes(object));
  if (!room_.empty()) cache_.store(read_bytes(object), key(text)); // only objects that can be loaded
  return handle;
}

std::string Compiler::object(const std::string& text, std::string& error) {
  if (const std::string found = ahead ? ahead->object(ahead_key(text)) : ""; !found.empty()) return found;
  const std::string key = this->key(text);
  std::optional<std::string> bytes = cache_.find(key);
  if (!bytes) {
    if (program_.empty()) return error = no_compiler(text), "";
    const TemporaryFolder temporary(room_);
    const std::string& folder = temporary.folder();
    if (folder.empty() || room_.empty() || !write_new_file(folder + "/kernel.c", text))
      return error = std::string(unwritable) + ": " + temporary.trouble(), "";
    if (!compile(text, folder, error)) return "";
    cache_.store(read_bytes(folder + "/kernel.so"), key);
    if (!(bytes = cache_.find(key))) return error = std::string(unwritable), "";
  }
  if (keep) keep(ahead_key(text), *bytes);
  return cache_.path(key);
}

// ---- running cc ----

/// Compiles the text in `folder` with cc. On failure returns false and sets `error`. The messages of cc go to a file
/// in memory, so that a full disk does not lose them.
bool Compiler::compile(const std::string& text, const std::string& folder, std::string& error) {
  const std::string source = folder + "/kernel.c", object = folder + "/kernel.so";
  std::vector<const char*> argv = {program_.c_str()}, own = arguments(text);
  argv.insert(argv.end(), own.begin(), own.end());
  for (const char* more : {"-o", object.c_str(), source.c_str()}) argv.push_back(more);
  argv.push_back(nullptr);
  const MemoryFile log;
  const bool done = run(argv, folder, log.descriptor, error);
  if (const std::string said = written(log.descriptor); !done && !said.empty()) error = "cc failed: " + said;
  return done;
}

bool Compiler::run(const std::vector<const char*>& argv, const std::string& folder, int log,
                   std::string& error) {
  // The user's environment must not change what the text means, so cc gets only these variables.
  const std::string path =
                        std::string("PATH=") + (std::getenv("PATH") ? std::getenv("PATH") : "/usr/bin:/bin"),
                    tmp = "TMPDIR=" + folder;
  const char* environment[] = {path.c_str(), tmp.c_str(), "LC_ALL=C", nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  for (const int out : {1, 2}) posix_spawn_file_actions_adddup2(&files, log, out);
  ProcessGroup group(folder);
  pid_t child = 0;
  int failed = ECANCELED;
  {
    const std::lock_guard lock(mutex_);
    if (!stopped_)
      failed = group.spawn(child, program_.c_str(), files, const_cast<char* const*>(argv.data()),
                           const_cast<char* const*>(environment));
    at_work_ = failed ? nullptr : &group;
  }
  posix_spawn_file_actions_destroy(&files);
  if (!failed && yields) setpriority(PRIO_PGRP, static_cast<id_t>(getpgid(child)), 19);
  if (failed) return error = std::string("cc can't be started: ") + std::strerror(failed), false;
  return wait_for(child, group, error);
}

namespace {

/// Returns whether the child process has ended. If `waits`, waits for its end first. Otherwise, if the child still
/// runs, sleeps for two milliseconds.
bool has_ended(pid_t child, bool waits) {
  constexpr useconds_t some = 2000;
  siginfo_t info{};
  const int failed =
      waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
  if (!failed && info.si_pid == child) return true;
  if (!waits) usleep(some);
  return failed && errno != EINTR;
}

} // namespace

/// Waits until the compiler ends. If it failed, returns false and sets `error`. Reaps the compiler only with the lock
/// held, so that `stop` never kills another process that got the same process number.
bool Compiler::wait_for(pid_t child, ProcessGroup& group, std::string& error) {
  try {
    const bool heard = give_up || Watch::answer(); // whether an interruption or a limit may end the wait
    while (!has_ended(child, !heard)) {
      if (give_up) give_up();
      Watch::answer();
    }
  } catch (...) {
    group.kill(), has_ended(child, true);
    const std::lock_guard lock(mutex_);
    waitpid(child, nullptr, 0);
    at_work_ = nullptr;
    throw;
  }
  const std::lock_guard lock(mutex_);
  int status = 0;
  waitpid(child, &status, 0);
  at_work_ = nullptr;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  error = stopped_ ? "cc was stopped" : "cc failed: " + end_of(status);
  return false;
}

} // namespace nova::plan
