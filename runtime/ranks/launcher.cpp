#include "runtime/ranks/launcher.hpp"
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace nova {

const MpiKind& open_mpi() {
  static const MpiKind kind{"Open MPI", "nova-mpi-openmpi.so", {"libmpi.so.40"}};
  return kind;
}

const MpiKind& mpich() {
  static const MpiKind kind{"MPICH", "nova-mpi-mpich.so", {"libmpich.so.12", "libmpi.so.12"}};
  return kind;
}

namespace {

using Get = const char* (*)(const char*);

/// Returns the number in an environment variable, or nothing if it has none.
std::optional<int> number(Get get, const char* name) {
  const char* const text = get(name);
  int n = 0;
  if (!text) return {};
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), n);
  return error == std::errc() && *end == 0 && n >= 0 ? std::optional(n) : std::nullopt;
}

} // namespace

std::optional<Launch> find_launch(Get get) {
  const auto read = [get](const char* name, int otherwise) { return number(get, name).value_or(otherwise); };
  if (const auto rank = number(get, "OMPI_COMM_WORLD_RANK"))
    return Launch{&open_mpi(), "Open MPI's mpirun", *rank, read("OMPI_COMM_WORLD_SIZE", 0),
                  read("OMPI_COMM_WORLD_LOCAL_RANK", *rank)};
  if (const auto rank = number(get, "PMI_RANK"))
    return Launch{&mpich(), "MPICH's mpirun", *rank, read("PMI_SIZE", 0),
                  read("MPI_LOCALRANKID", read("SLURM_LOCALID", *rank))};
  if (const auto rank = number(get, "PMIX_RANK"))
    return Launch{&open_mpi(), "a launcher with PMIx", *rank, read("SLURM_STEP_NUM_TASKS", 0),
                  read("SLURM_LOCALID", *rank)};
  if (const int tasks = read("SLURM_STEP_NUM_TASKS", 0); tasks > 1)
    return Launch{nullptr, "srun", read("SLURM_PROCID", 0), tasks, read("SLURM_LOCALID", 0)};
  return {};
}

std::optional<Launch> find_launch() {
  return find_launch([](const char* name) -> const char* { return std::getenv(name); });
}

} // namespace nova
