// `nova replay`: runs a recorded mismatch again and names the compiler stage that caused it. A bundle may come
// from an untrusted person, so a child process runs it. Its C code is compiled and run only if the bundle lies in
// the user's own cache, or if the user allows it with --run-kernel.
#include "frontend/source/big_stack.hpp"
#include "frontend/source/utf8.hpp"
#include "jit/compile/disk_cache.hpp"
#include "jit/tiers/checks/mismatch_bundle.hpp"
#include "repl/cli/commands.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova {
namespace {

namespace fs = std::filesystem;

/// Whether the bundle is in this user's cache folder. The folder belongs to the user alone, so only the user's own
/// Nova can have written the bundle.
bool is_own(const Arguments& a) {
  std::error_code e;
  const std::string cache = plan::cache_folder(a.session.tiers.cache);
  return !cache.empty() && fs::canonical(a.operand, e).parent_path() == fs::canonical(cache, e) && !e;
}

void say_form(const std::string& form) {
  std::istringstream lines(form);
  for (std::string line; std::getline(lines, line);) std::printf("%s\n", inert(line).c_str());
  std::fflush(stdout);
}

/// Returns a poll that fails with E0604 after the time limit (--timeout); an empty poll if there is no limit.
Poll deadline(const SessionOptions& o) {
  if (!o.timeout) return {};
  return [until = std::chrono::steady_clock::now() + *o.timeout] {
    if (std::chrono::steady_clock::now() > until) fail("E0604");
  };
}

int replay_here(const Arguments& a) {
  std::string error;
  const std::optional<plan::Bundle> bundle = plan::read_bundle(a.operand, error);
  if (!bundle)
    return std::fprintf(stderr, "nova: %s is no bundle: %s\n", a.operand.c_str(), inert(error).c_str()), 1;
  say_form(bundle->form);
  const bool compiles = a.run_kernel || is_own(a);
  plan::CpuDevice device({a.session.threads, a.session.tiers.cache, "cc", "-O3"});
  try {
    const plan::Guilt guilt =
        plan::replay(*bundle, compiles ? &device : nullptr, {}, {}, deadline(a.session));
    std::printf("%s\n", guilt.story.c_str());
    if (!guilt.stage.empty()) return 1;
    if (!compiles)
      std::printf(
          "it is not from this user's cache: its kernel was not compiled and run (--run-kernel does)\n");
    return 0;
  } catch (const Fault& fault) {
    return std::fprintf(stderr, "nova: the replay ended with %s\n", fault.code.c_str()), 1;
  } catch (const std::bad_alloc&) {
    return std::fprintf(stderr, "nova: the replay ended with E0601\n"), 1;
  }
}

} // namespace

int replay_bundle(const Arguments& a) {
  constexpr uint64_t enough = uint64_t{4} << 30; // 4 GiB: inputs in a bundle are small
  Memory::set_limit(a.session.max_memory ? a.session.max_memory : enough);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return std::fprintf(stderr, "nova: there is no process to replay it in\n"), 1;
  if (child == 0) {
    int status = 1;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // the child is killed when its parent ends
    run_on_big_stack([&] { status = replay_here(a); });
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return std::fprintf(stderr,
                      "nova: the replay crashed (signal %d): the bundle is damaged, or made to do so\n",
                      WTERMSIG(status)),
         1;
}

} // namespace nova
