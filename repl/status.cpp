#include "repl/status.hpp"
#include "repl/editor/terminal.hpp"
#include "runtime/buffer.hpp"
#include <csignal>
#include <cstdio>

namespace nova {
namespace {

using namespace std::chrono_literals;

std::string bytes_text(uint64_t n) {
  char text[32];
  if (n < 1 << 20)
    std::snprintf(text, sizeof text, "%.0f KiB", static_cast<double>(n) / (1 << 10));
  else if (n < 1 << 30)
    std::snprintf(text, sizeof text, "%.0f MiB", static_cast<double>(n) / (1 << 20));
  else
    std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(n) / (1 << 30));
  return text;
}

std::string line(double seconds, TierManager* tiers) {
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s: ", seconds);
  const std::string what(tiers ? tiers->activity() : "the interpreter runs");
  std::string text = time + what + ", " + bytes_text(Memory::used()) + " in use (Ctrl-C stops it)";
  const size_t columns = editor::terminal_size().columns;
  return text.size() < columns ? text : text.substr(0, columns - 1);
}

} // namespace

Status::Status(Output& output, Session& session) : output_(output), session_(session) {
  if (!editor::terminal_can_edit()) return;
  unseen_.emplace();
  sigset_t all, before; // signals are for the thread that runs the form
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { watch(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Status::~Status() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
  }
  done_.notify_one();
  thread_.join();
  output_.clear_status();
}

void Status::watch() {
  std::unique_lock lock(mutex_);
  for (auto pause = 500ms; !done_.wait_for(lock, pause, [&] { return is_done_; }); pause = 100ms) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin_;
    output_.show_status(line(took.count(), session_.tiers()));
  }
}

} // namespace nova
