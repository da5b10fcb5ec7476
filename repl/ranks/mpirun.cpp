#include "repl/ranks/mpirun.hpp"
#include "jit/compile/host_compiler.hpp"
#include "runtime/ranks/network.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace nova {
namespace {

constexpr const char* start_mark = "NOVA_RANKS_STARTED"; ///< exported, so that ranks do not start ranks

/// Returns what `program --version` writes to its standard output, or "".
std::string version_of(const std::string& program) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
    execl(program.c_str(), program.c_str(), "--version", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  std::array<char, 4096> part;
  for (ssize_t n = 0; child > 0 && (n = ::read(ends[0], part.data(), part.size())) > 0;)
    said.append(part.data(), static_cast<size_t>(n));
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return said;
}

} // namespace

MpiRun find_mpirun(const std::string& program) {
  MpiRun run;
  run.path = program.find('/') == std::string::npos ? plan::find_program(program) : program;
  if (run.path.empty()) return run;
  const std::string said = version_of(run.path);
  if (said.find("Open MPI") != said.npos || said.find("OpenRTE") != said.npos) run.kind = &open_mpi();
  if (said.find("HYDRA") != said.npos) run.kind = &mpich();
  return run;
}

bool started_by_nova() { return std::getenv(start_mark) != nullptr; }

std::string rank_start_mark() { return std::string(start_mark) + "=1"; }

/// Whether a job of so many ranks is bearable on one machine. Where the launcher has been told of others, it is its own affair.
static bool fits_here(uint32_t ranks) {
  constexpr uint32_t most = 16; // for each processor
  for (const char* const other : {"SLURM_JOB_ID", "HYDRA_HOST_FILE"})
    if (std::getenv(other)) return true;
  return ranks <= most * std::max(1u, std::thread::hardware_concurrency());
}

RankStart rank_start(uint32_t ranks, const std::string& mpirun) {
  const MpiRun run = find_mpirun(mpirun);
  if (run.path.empty()) return {{}, mpirun + " is not found in PATH: --ranks needs Open MPI or MPICH"};
  if (!run.kind) return {{}, run.path + " is neither Open MPI's mpirun nor MPICH's"};
  const MpiFound found = find_mpi(*run.kind);
  if (found.library.empty())
    return {{}, run.path + " is of " + run.kind->name + ", whose library is not found"};
  if (found.shim.empty()) return {{}, std::string(run.kind->shim) + " is neither beside nova nor in ../lib"};
  char self[4096] = "";
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return {{}, "nova's own path is not known"};
  const bool fits = fits_here(ranks);
  if (!fits && run.kind != &open_mpi())
    return {{}, "they are more than 16 for each processor of this machine"};
  RankStart start{{run.path, "-n", std::to_string(ranks)}, "", run.kind == &mpich() ? SIGKILL : SIGTERM};
  if (fits && run.kind == &open_mpi())
    start.words.emplace_back("--oversubscribe"); // else it knows other machines
  start.words.emplace_back(self);
  return start;
}

std::string start_ranks(uint32_t ranks, const std::string& mpirun, char** argv) {
  RankStart start = rank_start(ranks, mpirun);
  if (start.words.empty()) return start.why;
  for (char** word = argv + 1; *word; ++word) start.words.emplace_back(*word);
  std::vector<char*> words;
  for (std::string& word : start.words) words.push_back(word.data());
  words.push_back(nullptr);
  setenv(start_mark, "1", 1);
  execv(words[0], words.data());
  return start.words[0] + " can't be started: " + std::strerror(errno);
}

} // namespace nova
