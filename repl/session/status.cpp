#include "repl/session/status.hpp"
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

/// Returns text with the progress of the interpreter's outermost loop, even if a kernel runs inside of it. If there
/// is no such loop, returns the progress of the running kernel, or "".
std::string how_far(const Activity& now) {
  char text[64] = "";
  if (now.elements.all > 0 && now.elements.in_bytes)
    std::snprintf(text, sizeof text, ", %.0f %% of a file",
                  100.0 * static_cast<double>(now.elements.done) / static_cast<double>(now.elements.all));
  else if (now.elements.all > 0)
    std::snprintf(text, sizeof text, ", %lld of %lld elements", static_cast<long long>(now.elements.done),
                  static_cast<long long>(now.elements.all));
  else if (now.kernel.all > 0)
    std::snprintf(text, sizeof text, ", %.0f %% of a kernel's elements",
                  100.0 * static_cast<double>(now.kernel.done) / static_cast<double>(now.kernel.all));
  return text;
}

std::string copied(const Activity& now, const Activity& before) {
  const uint64_t sent = now.sent - before.sent, fetched = now.fetched - before.fetched;
  std::string text;
  if (sent > 0) text += ", " + bytes_text(sent) + " sent";
  if (fetched > 0) text += ", " + bytes_text(fetched) + " fetched";
  return text;
}

std::string line(double seconds, const Activity& now, const Activity& before) {
  const std::string begin = activity_text(seconds, now, before), end = " (Ctrl-C stops it)";
  const size_t columns = editor::terminal_size().columns;
  std::string text = begin + ", " + bytes_text(Memory::used()) + " in use" + end;
  if (text.size() >= columns) text = begin + end;
  return text.size() < columns ? text : text.substr(0, columns - 1);
}

} // namespace

std::string activity_text(double seconds, const Activity& now, const Activity& before) {
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s: ", seconds);
  return time + std::string(now.what) + how_far(now) + copied(now, before);
}

Status::Status(Output* output, Session& session) : output_(output), session_(session) {
  if (!output || !editor::terminal_can_edit()) return;
  unseen_.emplace();
  sigset_t all, before; // the new thread blocks all signals, so that the form's thread handles them
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
  output_->clear_status();
}

void Status::watch() {
  std::unique_lock lock(mutex_);
  for (auto pause = 500ms; !done_.wait_for(lock, pause, [&] { return is_done_; }); pause = 100ms) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin_;
    if (session_.input().is_awaited()) continue; // the line has the text that the user types as input
    output_->show_status(line(took.count(), session_.tiers().activity(), before_));
  }
}

} // namespace nova
