#include "runtime/foreign/process.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>
#include <unordered_map>

namespace nova {

using namespace std::chrono_literals;

namespace {

// ---- the child's side ----

/// A function to call, as the child needs it, and its arguments. Columns are those in the message.
struct Request {
  ForeignObject function;
  bool calls = false; ///< false: the function is loaded only
  std::vector<ForeignArgument> arguments;
};

Request read_request(MessageReader& m) {
  Request r;
  r.function = {m.take_text(), m.take_text(), m.take_text(), {}, ""};
  r.calls = m.take<bool>(), r.function.signature.result.kind = m.take<ForeignType::Kind>();
  for (auto n = m.take<uint64_t>(); n > 0; --n)
    r.function.signature.result.elements.push_back(m.take<Element>());
  for (auto n = m.take<uint64_t>(); n > 0; --n) {
    ForeignArgument a{m.take<uint64_t>(), nullptr, 0};
    if (m.take<bool>()) {
      a.bytes = m.take<uint64_t>(), m.take_bytes(m.take<uint8_t>());
      a.column = m.take_bytes(a.bytes).data();
    }
    r.arguments.push_back(a);
  }
  return r;
}

/// Loads the function if it is new, and calls it if the request says so. Throws a Fault if that fails.
ForeignResult answer(const Request& r, std::unordered_map<std::string, ForeignEntry>& loaded) {
  ForeignEntry& entry = loaded[r.function.path];
  std::string error;
  if (!entry) entry = load_shim(r.function, error);
  if (!entry) fail("E0430", {r.function.name, error});
  return r.calls ? call_here(entry, r.function, r.arguments) : ForeignResult();
}

/// What there was no memory for, where the child's own bound has been reached (settle_in).
constexpr const char* too_large = "what a foreign function returns";

/// Returns the reply to a request: the fault's code and message if it fails, or "" and the result.
Message reply_to(const Request& r, std::unordered_map<std::string, ForeignEntry>& loaded) {
  Message m;
  try {
    const ForeignResult made = answer(r, loaded);
    const uint64_t bytes = made.column ? made.column->size() : 0;
    m.add_text(""), m.add(uint64_t{made.words.size()});
    m.add_bytes(made.words.data(), made.words.size() * sizeof(uint64_t));
    m.add(bytes);
    if (bytes) m.add_bytes(made.column->bytes(), bytes);
  } catch (const Fault& f) {
    m.add_text(f.code), m.add_text(f.code == "E0601" ? f.args.front() : f.args.back());
  } catch (const std::bad_alloc&) {
    m = Message();
    m.add_text("E0601"), m.add_text(too_large);
  }
  return m;
}

/// The child's work: answers calls until it is killed.
void answer_calls(Mailbox& box) {
  const auto wait = [] {};
  std::unordered_map<std::string, ForeignEntry> loaded;
  try {
    for (;;) {
      MessageReader m = box.receive(Mailbox::Side::Child, wait);
      const Request r = read_request(m);
      Message reply = reply_to(r, loaded);
      box.send(Mailbox::Side::Child, reply, wait);
    }
  } catch (const ChannelClosed&) { // a function has damaged the mailbox
  }
}

/// Ends the child with its parent, and what it has started: it leads a group of processes.
void end_with(pid_t parent, int channel) {
  constexpr int second = 1000; // how long to wait where a function has closed the channel
  for (pollfd end{channel, POLLIN, 0}; getppid() == parent; end.revents = 0) {
    if (poll(&end, 1, second) == 0) continue;
    if (end.revents & POLLHUP) break;
    usleep(second * 1000);
  }
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(0);
}

// ---- the parent's side ----

constexpr const char* damaged = "it has damaged its process";

std::string time_text(std::chrono::milliseconds t) {
  const auto ms = t.count();
  return ms % 1000 ? std::to_string(ms) + " ms" : std::to_string(ms / 1000) + " s";
}

/// Returns the request that read_request reads. A column lies at a multiple of eight bytes.
Message request_for(const ForeignObject& f, bool calls, std::span<const ForeignArgument> arguments) {
  constexpr size_t alignment = 8;
  Message m;
  for (const std::string* text : {&f.name, &f.path, &f.library}) m.add_text(*text);
  const ForeignType& t = f.signature.result;
  m.add(calls), m.add(t.kind), m.add(uint64_t{t.elements.size()});
  for (const Element e : t.elements) m.add(e);
  m.add(uint64_t{arguments.size()});
  for (const ForeignArgument& a : arguments) {
    m.add(a.word), m.add(a.column != nullptr);
    if (!a.column) continue;
    m.add(a.bytes);
    const auto gap = static_cast<uint8_t>(alignment - 1 - m.sent().size() % alignment);
    m.add(gap), m.add_bytes("\0\0\0\0\0\0\0", gap);
    m.add_bytes(a.column, a.bytes);
  }
  return m;
}

/// Returns the word as a value of this type has it. A child may send any bits.
uint64_t as_element(Element e, uint64_t word) {
  if (e == Element::Bool) return word != 0;
  const size_t bits = 8 * element_size(e);
  if (bits == 0 || bits == 64) return word;
  word <<= 64 - bits;
  return is_signed(e) ? static_cast<uint64_t>(static_cast<int64_t>(word) >> (64 - bits))
                      : word >> (64 - bits);
}

/// Throws the Fault in a reply. No call has other codes than these.
[[noreturn]] void throw_fault(const ForeignObject& f, const std::string& code, MessageReader& m) {
  const std::string why = m.take_text();
  if (code == "E0601")
    throw Fault{code, {why, "all bytes that the function's process may have", "that of the session"}};
  if (code == "E0429" || code == "E0430") throw Fault{code, {f.name, why}};
  throw ChannelClosed{};
}

/// Returns the vector in a reply, which has to be as long as the reply says.
std::shared_ptr<Buffer> read_column(Element e, uint64_t length, MessageReader& m) {
  const auto bytes = m.take<uint64_t>();
  if (length > INT64_MAX / element_size(e) || bytes != length * element_size(e)) throw ChannelClosed{};
  const std::span<const char> sent = m.take_bytes(bytes);
  auto column = std::make_shared<Buffer>(bytes);
  if (e == Element::Bool)
    std::ranges::transform(sent, reinterpret_cast<char*>(column->bytes()), [](char c) { return c != 0; });
  else if (bytes)
    std::memcpy(column->bytes(), sent.data(), bytes);
  return column;
}

/// Returns the result in a reply, or throws the Fault in it. Throws ChannelClosed if the reply is none to this request:
/// a hostile child may send anything.
ForeignResult read_reply(const ForeignObject& f, bool calls, MessageReader& m) {
  if (const std::string code = m.take_text(); !code.empty()) throw_fault(f, code, m);
  const ForeignType& t = f.signature.result;
  const bool vector = t.kind == ForeignType::Vector;
  ForeignResult made;
  if (m.take<uint64_t>() != (!calls ? 0 : vector ? 1 : t.elements.size())) throw ChannelClosed{};
  if (!calls) return made;
  if (vector) {
    made.words = {m.take<uint64_t>()};
    made.column = read_column(t.elements[0], made.words[0], m);
  } else {
    for (const Element e : t.elements) made.words.push_back(as_element(e, m.take<uint64_t>()));
  }
  return made;
}

} // namespace

ForeignEntry load_shim(const ForeignObject& f, std::string& error) {
  void* const library = f.library.empty() ? nullptr : dlopen(f.library.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!f.library.empty() && !library) return error = dlerror(), nullptr;
  void* const object = dlopen(f.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) {
    error = dlerror();
    const size_t symbol = error.find("undefined symbol");
    return error = symbol == error.npos ? error : error.substr(symbol), nullptr;
  }
  const auto entry = reinterpret_cast<ForeignEntry>(dlsym(object, "nova_foreign"));
  if (!entry) return error = "it has no entry", nullptr;
  if (!library) return entry;
  void* const function = dlsym(library, f.name.c_str());
  if (!function) return error = "undefined symbol: " + f.name, nullptr;
  *static_cast<void**>(dlsym(object, "nova_library")) = function;
  return entry;
}

ForeignResult call_here(ForeignEntry entry, const ForeignObject& f,
                        std::span<const ForeignArgument> arguments) {
  const ForeignType& t = f.signature.result;
  const bool vector = t.kind == ForeignType::Vector;
  const size_t words = vector ? 2 : t.elements.size();
  std::vector<int64_t> in,
      out(words + 1); // the last word: whether a library's function has written no result
  for (const ForeignArgument& a : arguments) {
    if (a.column) in.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(a.column)));
    in.push_back(static_cast<int64_t>(a.word));
  }
  std::fenv_t before;
  std::fegetenv(&before);
  entry(in.data(), out.data());
  std::fesetenv(&before); // the function may have changed the rounding mode
  if (out.back())
    fail("E0429",
         {f.name, "it has written no result; by NOVA's calling convention its first parameter says where"});
  ForeignResult result{{out.begin(), out.begin() + static_cast<ptrdiff_t>(vector ? 1 : words)}, nullptr};
  if (!vector) return result;
  void* const elements = reinterpret_cast<void*>(static_cast<intptr_t>(out[1]));
  if (out[0] < 0) fail("E0429", {f.name, "it has returned a vector of length " + std::to_string(out[0])});
  result.column =
      std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(out[0]), element_size(t.elements[0])));
  std::memcpy(result.column->bytes(), elements, result.column->size());
  std::free(elements);
  return result;
}

ForeignProcesses::Process::Process() {
  child = std::make_unique<ChildProcess>([this, parent = getpid()](int channel) {
    // The system would end the child with the thread that has made it, though calls of other threads may follow.
    prctl(PR_SET_PDEATHSIG, 0);
    std::thread([this] { // a thread has a small stack, so that endless recursion ends soon
      answer_calls(box);
      _exit(0);
    })
        .detach();
    end_with(parent, channel);
  });
  box.hide();
}

ForeignProcesses::Process& ForeignProcesses::process_of(const ForeignObject& f) {
  if (!processes_.contains(f.home) && f.library.empty()) end_one_of_texts();
  Process& p = processes_[f.home];
  p.used = ++calls_, p.library = f.library;
  return p;
}

/// Ends the process of the text that was not called for the longest time, if there are many. A text has no state.
void ForeignProcesses::end_one_of_texts() {
  constexpr ptrdiff_t most = 32;
  const auto is_text = [](const auto& p) { return p.second.library.empty(); };
  if (std::ranges::count_if(processes_, is_text) < most) return;
  const auto age = [&](const auto& p) { return is_text(p) ? p.second.used : UINT64_MAX; };
  processes_.erase(std::ranges::min_element(processes_, {}, age));
}

/// Ends the processes of what stood at the library's path before.
void ForeignProcesses::end_older_libraries(const ForeignObject& f) {
  if (f.library.empty()) return;
  std::erase_if(processes_,
                [&](const auto& p) { return p.second.library == f.library && p.first != f.home; });
}

/// Sends a request to the function's process. Returns nothing, and ends the process, if it takes more than `longest`.
std::optional<ForeignResult> ForeignProcesses::ask(const ForeignObject& f, bool calls,
                                                   std::span<const ForeignArgument> arguments,
                                                   const std::function<void()>& wait,
                                                   std::chrono::milliseconds longest) {
  struct TookTooLong {};
  Process& process = process_of(f);
  const auto last = std::chrono::steady_clock::now() + longest;
  const auto waiting = [&] {
    wait();
    if (process.child->has_ended()) throw ChannelClosed{};
    if (std::chrono::steady_clock::now() > last) throw TookTooLong{};
  };
  std::optional<MessageReader> reply;
  try {
    Message request = request_for(f, calls, arguments);
    process.box.send(Mailbox::Side::Parent, request, waiting);
    reply = process.box.receive(Mailbox::Side::Parent, waiting);
  } catch (const ChannelClosed&) {
    const std::string how = process.child->has_ended() ? process.child->end() : std::string(damaged);
    processes_.erase(f.home);
    fail("E0429", {f.name, how});
  } catch (const TookTooLong&) {
    return processes_.erase(f.home), std::nullopt;
  } catch (...) {
    processes_.erase(f.home); // it may still be at work
    throw;
  }
  try {
    return read_reply(f, calls, *reply);
  } catch (const ChannelClosed&) {
    processes_.erase(f.home);
    fail("E0429", {f.name, damaged});
  }
}

/// Fails because a function has taken too long.
[[noreturn]] static void fail_in_time(const ForeignObject& f, std::chrono::milliseconds longest) {
  fail("E0429", {f.name, "it took more than " + time_text(longest)});
}

/// Loads the function in its process, unless it is there. If another thread of the host loads a library while a process
/// is copied, the system's loader is locked in the copy for ever. So new copies are asked, each after a longer while.
void ForeignProcesses::load_in_process(const ForeignObject& f, const std::function<void()>& wait) {
  constexpr std::chrono::milliseconds whiles[] = {500ms, 1s, 2s, 4s};
  if (process_of(f).loaded.contains(f.path)) return;
  const auto loads = [&](std::chrono::milliseconds longest) {
    return longest < longest_ && ask(f, false, {}, wait, longest);
  };
  if (std::ranges::none_of(whiles, loads) && !ask(f, false, {}, wait, longest_)) fail_in_time(f, longest_);
  process_of(f).loaded.insert(f.path);
}

void ForeignProcesses::load(const ForeignObject& f, const std::function<void()>& wait) {
  end_older_libraries(f);
  load_in_process(f, wait);
}

ForeignResult ForeignProcesses::call(const ForeignObject& f, std::span<const ForeignArgument> arguments,
                                     const std::function<void()>& wait) {
  load_in_process(f, wait);
  std::optional<ForeignResult> made = ask(f, true, arguments, wait, longest_);
  return made ? std::move(*made) : (fail_in_time(f, longest_), ForeignResult());
}

} // namespace nova
