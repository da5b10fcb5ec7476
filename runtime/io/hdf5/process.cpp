#include "runtime/io/hdf5/process.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/hdf5/protocol.hpp"
#include "runtime/watch.hpp"

namespace nova::hdf5 {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds longest = 60s; ///< without an answer
struct TookTooLong {};

[[noreturn]] void fail_reading(const std::string& name, std::string why) {
  fail("E0518", {name, std::move(why)});
}

} // namespace

/// Does a step of the exchange, which gets what to call while it waits. Throws TookTooLong behind less than the longest time.
template <class Step> auto Process::heard(std::chrono::milliseconds most, Step step) {
  const auto last = std::chrono::steady_clock::now() + most;
  const std::function<void()> wait = [last] {
    Watch::answer();
    if (std::chrono::steady_clock::now() > last) throw TookTooLong{};
  };
  try {
    return step(wait);
  } catch (const ChannelClosed&) {
    if (end_.empty()) end_ = child_->end();
    fail_reading(name_, "the process that runs libhdf5 has failed: " + end_);
  } catch (const TookTooLong&) {
    if (most < longest) throw;
    fail_reading(name_, "libhdf5 has not answered for a minute");
  }
}

/// If another thread loads a library while a process is copied, the system's loader is locked in the copy for ever. So new
/// copies are tried, each for a longer while.
Process::Process(ByteSource& source) : name_(source.name()) {
  const std::optional<int> file = source.descriptor();
  const BufferRef bytes = file ? nullptr : source.read_all();
  const auto opens = [&](std::chrono::milliseconds most) {
    start(file, bytes);
    try {
      return heard(most, [&](auto& wait) { return reply(wait), true; });
    } catch (const TookTooLong&) {
      return false;
    }
  };
  if (!opens(1s) && !opens(4s)) opens(longest);
}

void Process::start(std::optional<int> file, const BufferRef& bytes) {
  const auto work = [&bytes](int channel) { answer_requests(channel, bytes.get()); };
  try {
    child_ = std::make_unique<ChildProcess>(work, file.value_or(-1));
  } catch (const Fault& f) {
    fail_reading(name_, "there is no room for the process that runs libhdf5: " + f.args.back());
  }
}

MessageReader Process::reply(const std::function<void()>& wait) {
  MessageReader m = receive(*child_, wait);
  if (std::string why = m.take_text(); !why.empty()) fail_reading(name_, std::move(why));
  return m;
}

MessageReader Process::ask(Message& request) {
  return heard(longest, [&](auto& wait) {
    send(*child_, request, wait);
    return reply(wait);
  });
}

void Process::receive_bytes(void* to, uint64_t bytes) {
  heard(longest, [&](auto& wait) {
    if (!child_->receive(to, bytes, wait)) throw ChannelClosed{};
  });
}

void Process::fail_damaged() const {
  fail_reading(name_, "the process that runs libhdf5 has been damaged by the file");
}

} // namespace nova::hdf5
