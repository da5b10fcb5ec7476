// `--ranks N`: starts N ranks of this very command by mpirun.
#pragma once
#include "runtime/ranks/launcher.hpp"
#include <csignal>
#include <string>
#include <vector>

namespace nova {

/// An mpirun, and the MPI library that it belongs to.
struct MpiRun {
  std::string path;              ///< "" if there is none
  const MpiKind* kind = nullptr; ///< null: neither Open MPI nor MPICH
};

/// Finds `program` in PATH, unless it is a path itself, and asks it for its version.
MpiRun find_mpirun(const std::string& program);

/// How ranks of this Nova are started.
struct RankStart {
  std::vector<std::string> words; ///< the command line up to nova's own path; empty: they can't be started
  std::string why;                ///< why not
  /// The signal that ends mpirun at the death of what started it. MPICH's does not hear SIGTERM while it starts its ranks.
  int ends_orphan = SIGTERM;
};
RankStart rank_start(uint32_t ranks, const std::string& mpirun);
/// The variable that `started_by_nova` looks for, as an environment has it.
std::string rank_start_mark();

/// Puts mpirun in the place of this process, with the command line `argv` for each of the ranks. Returns only if that
/// can't be, with the reason.
std::string start_ranks(uint32_t ranks, const std::string& mpirun, char** argv);

/// Whether `start_ranks` has begun this process.
bool started_by_nova();

} // namespace nova
