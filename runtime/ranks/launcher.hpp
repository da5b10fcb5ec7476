// What started this process: mpirun, mpiexec or srun, found by the environment variables that they export.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nova {

/// An MPI library that Nova has a shim for.
struct MpiKind {
  const char* name;                   ///< as users know it: "Open MPI"
  const char* shim;                   ///< file name of the shim
  std::vector<const char*> libraries; ///< names of its library for dlopen, the first that is found
};
const MpiKind& open_mpi();
const MpiKind& mpich();

/// What a launcher exports to a process that it started.
struct Launch {
  const MpiKind* kind = nullptr; ///< null: the launcher exports nothing for an MPI library
  std::string launcher;          ///< the launcher's name, for messages
  int rank = 0;
  int size = 0;       ///< number of processes; 0: not exported
  int local_rank = 0; ///< rank among the processes on this machine
};

/// Returns what started this process, or nothing if it is no rank of a job. `get` returns an environment variable, or
/// null: std::getenv.
std::optional<Launch> find_launch(const char* (*get)(const char* name));
std::optional<Launch> find_launch();

} // namespace nova
