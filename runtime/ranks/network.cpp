#include "runtime/ranks/network.hpp"
#include "runtime/ranks/shim/shim.h"
#include <algorithm>
#include <chrono>
#include <climits>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <sched.h>
#include <thread>
#include <utility>

namespace nova {
namespace {

/// Returns where the shim is: beside the program, or in ../lib, where an installed Nova has it. "" if it is nowhere.
std::string shim_path(const char* name) {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const auto& folder : {program, program.parent_path() / "lib"})
    if (std::filesystem::exists(folder / name, none)) return (folder / name).string();
  return "";
}

/// Opens the first of the libraries that there is. Its symbols serve the shim and the library's own parts.
void* open_library(const MpiKind& kind, std::string& name, int how) {
  for (const char* one : kind.libraries)
    if (void* const opened = dlopen(one, how)) return name = one, opened;
  return nullptr;
}

/// Calls of an MPI library by the table of its shim.
class MpiNetwork : public Network {
 public:
  MpiNetwork(const nova_mpi_calls& mpi, const Launch& launch) : mpi_(mpi) {
    must(mpi_.begin());
    must(mpi_.rank(&rank_)), must(mpi_.size(&size_));
    if (launch.size != 0 && launch.size != size_)
      throw NetworkError{launch.launcher + " started " + std::to_string(launch.size) + " processes, but " +
                         launch.kind->name + " finds " + std::to_string(size_)};
  }
  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void gather(std::span<const std::byte> mine, std::span<std::byte> to, const Poll& poll) override {
    transfer([&] { return mpi_.gather(mine.data(), to.data(), static_cast<int>(mine.size())); }, poll);
  }

  void broadcast(std::span<std::byte> bytes, const Poll& poll) override {
    constexpr size_t most = 64 << 20;
    for (size_t at = 0; at < bytes.size(); at += most) {
      const auto part = bytes.subspan(at, std::min(most, bytes.size() - at));
      transfer([&] { return mpi_.broadcast(part.data(), static_cast<int>(part.size())); }, poll);
    }
  }

  /// In pieces whose bytes an int counts. A rank has a part of each piece, which may be empty.
  void spread(std::span<std::byte> whole, std::span<const uint64_t> ends, const Poll& poll) override {
    constexpr uint64_t most = uint64_t{1} << 30;
    std::vector<int> counts(ends.size()), begins(ends.size());
    for (uint64_t at = 0; at < whole.size(); at += most) {
      const uint64_t to = std::min<uint64_t>(at + most, whole.size());
      for (size_t k = 0; k < ends.size(); ++k) {
        const uint64_t begin = std::clamp(k == 0 ? 0 : ends[k - 1], at, to),
                       end = std::clamp(ends[k], at, to);
        begins[k] = static_cast<int>(begin - at), counts[k] = static_cast<int>(end - begin);
      }
      transfer([&] { return mpi_.spread(whole.data() + at, counts.data(), begins.data()); }, poll);
    }
  }

  void exchange(std::span<const RankMessage> out, std::span<const RankMessage> in,
                const Poll& poll) override {
    if (out.empty() && in.empty()) return;
    const auto start = [&](const RankMessage& m, auto one) {
      constexpr size_t most = size_t{1} << 30;
      for (size_t at = 0; at < m.bytes.size(); at += most)
        if (const int error =
                one(m.rank, m.bytes.data() + at, static_cast<int>(std::min(most, m.bytes.size() - at))))
          return error;
      return 0;
    };
    const auto all = [&] {
      for (const RankMessage& m : in)
        if (const int error = start(m, mpi_.receive)) return error;
      for (const RankMessage& m : out)
        if (const int error = start(m, mpi_.send)) return error;
      return 0;
    };
    transfer(all, poll);
  }

  void call(int rank) override {
    locked([&] { return mpi_.call(rank); });
  }

  bool called() override {
    int yes = 0;
    locked([&] { return mpi_.called(&yes); });
    return yes != 0;
  }

  void finish() override {
    locked([&] { return mpi_.finish(); });
  }
  void abort(int status) override { mpi_.abort(status); }

 private:
  void must(int error) const {
    if (error == 0) return;
    char text[1024];
    mpi_.error_text(error, text, sizeof text);
    throw NetworkError{text};
  }

  template <class F> void locked(F f) {
    const std::lock_guard lock(mutex_);
    must(f());
  }

  /// Starts a transfer and waits for its end. MPI's own wait would keep a processor busy, which other ranks may need.
  template <class F> void transfer(F start, const Poll& poll) {
    locked(start);
    using Clock = std::chrono::steady_clock;
    constexpr auto shortest = std::chrono::microseconds(20), longest = std::chrono::microseconds(1000),
                   idly = std::chrono::microseconds(5000); // at a prompt, ranks may wait for hours
    constexpr auto eager = std::chrono::microseconds(60), idle = std::chrono::microseconds(2'000'000);
    const auto begin = Clock::now();
    auto pause = shortest;
    for (int done = 0;;) {
      locked([&] { return mpi_.done(&done); });
      if (done) return;
      const auto waited = Clock::now() - begin;
      if (waited < eager) {
        sched_yield(); // on a busy machine this may take milliseconds, a pause no longer than it says
        continue;
      }
      std::this_thread::sleep_for(std::exchange(pause, std::min(pause * 2, waited < idle ? longest : idly)));
      if (poll) poll();
    }
  }

  const nova_mpi_calls& mpi_;
  std::mutex mutex_;
  int rank_ = 0, size_ = 0;
};

} // namespace

MpiFound find_mpi(const MpiKind& kind) {
  MpiFound found;
  found.shim = shim_path(kind.shim);
  if (void* const library = open_library(kind, found.library, RTLD_LAZY | RTLD_LOCAL)) dlclose(library);
  return found;
}

std::unique_ptr<Network> join_by_mpi(const Launch& launch) {
  if (!launch.kind)
    throw NetworkError{launch.launcher +
                       " exports nothing for an MPI library; srun --mpi=pmix, or mpirun, does so"};
  const MpiKind& kind = *launch.kind;
  std::string name;
  if (!open_library(kind, name, RTLD_NOW | RTLD_GLOBAL))
    throw NetworkError{launch.launcher + " started this process, but there is no library of " + kind.name +
                       ": " + dlerror()};
  const std::string path = shim_path(kind.shim);
  if (path.empty()) throw NetworkError{std::string(kind.shim) + " is neither beside nova nor in ../lib"};
  void* const shim = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!shim) throw NetworkError{path + " does not fit " + name + ": " + dlerror()};
  const auto table = reinterpret_cast<decltype(&nova_mpi)>(dlsym(shim, "nova_mpi"));
  if (!table || table()->table != NOVA_MPI_TABLE) throw NetworkError{path + " is of another Nova"};
  return std::make_unique<MpiNetwork>(*table(), launch);
}

} // namespace nova
