#include "jit/gpu/helper/process.hpp"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nova::plan {
namespace {

/// Replaces the descriptor by one with a number of 16 or more, and returns that. So the descriptors with fixed, lower
/// numbers that the helper gets do not overwrite it.
int moved_up(int descriptor) {
  const int up = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
  close(descriptor);
  return up;
}

} // namespace

/// Spawns the command with /dev/null as its standard streams, and with the socket and the ring as its only other open
/// descriptors. Returns an error number, 0 for success.
int GpuProcess::spawn(const std::vector<std::string>& command, int socket, int ring) {
  std::vector<char*> argv;
  for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int standard : {0, 1, 2})
    posix_spawn_file_actions_addopen(&files, standard, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, socket, gpu_socket);
  posix_spawn_file_actions_adddup2(&files, ring, gpu_ring);
  const int failed = group_.spawn(child_, argv[0], files, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

std::unique_ptr<GpuProcess> GpuProcess::start(const std::vector<std::string>& command, std::string& error) {
  std::unique_ptr<GpuProcess> p;
  try {
    p.reset(new GpuProcess);
  } catch (const WireError& e) {
    return error = e.what, nullptr;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return error = "there is no socket", nullptr;
  p->socket_ = ends[0];
  const int theirs = moved_up(ends[1]), ring = fcntl(p->ring_.descriptor(), F_DUPFD_CLOEXEC, 16);
  const int failed = theirs < 0 || ring < 0 ? EMFILE : p->spawn(command, theirs, ring);
  close(theirs), close(ring);
  if (failed)
    return p->child_ = 0, error = std::string("the helper can't be started: ") + std::strerror(failed),
           nullptr;
  return p;
}

std::unique_ptr<GpuProcess> GpuProcess::at(int socket) {
  std::unique_ptr<GpuProcess> p(new GpuProcess);
  p->socket_ = socket;
  return p;
}

GpuProcess::~GpuProcess() {
  if (socket_ >= 0) close(socket_);
  if (child_ <= 0) return;
  group_.kill();
  constexpr int patience = 1000; // milliseconds; a process that hangs in the driver is left behind
  for (int k = 0; k < patience && waitpid(child_, nullptr, WNOHANG) == 0; ++k) usleep(1000);
}

} // namespace nova::plan
