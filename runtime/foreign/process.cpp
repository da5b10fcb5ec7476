#include "runtime/foreign/process.hpp"
#include "runtime/fault.hpp"
#include "runtime/lengths.hpp"
#include <algorithm>
#include <cfenv>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <thread>
#include <unordered_map>

namespace nova {

namespace {

/// What a call begins with: the lengths of what follows.
struct Request {
  uint64_t name, path, library, arguments, results;
  Element element; ///< of the result, if it is a vector
  bool vector;     ///< whether the result is a vector
  bool calls;      ///< false: the function is loaded only
};
/// What a reply begins with. `code` and `error`: the lengths of a fault's code and message, if the call failed. `bytes`:
/// the size of the vector that follows the results' words.
struct Reply {
  uint64_t code, error, bytes;
};

struct Failure {
  std::string code, why;
};

// ---- the child's side ----

/// Receives the arguments of a call. Their columns are copied to `columns`.
bool receive_arguments(int channel, std::span<ForeignArgument> all, std::vector<std::vector<char>>& columns) {
  for (ForeignArgument& a : all) {
    bool vector = false;
    if (!receive_all(channel, &vector, sizeof vector) || !receive_all(channel, &a.word, sizeof a.word) ||
        !receive_all(channel, &a.bytes, sizeof a.bytes))
      return false;
    if (!vector) continue;
    columns.emplace_back(a.bytes + 1); // an empty vector has an address too
    if (!receive_all(channel, columns.back().data(), a.bytes)) return false;
    a.column = columns.back().data();
  }
  return true;
}

bool reply(int channel, const Failure& failure, const ForeignResult& result) {
  const uint64_t bytes = result.column ? result.column->size() : 0;
  const Reply r{failure.code.size(), failure.why.size(), bytes};
  if (!send_all(channel, &r, sizeof r) || !send_all(channel, failure.code.data(), failure.code.size()) ||
      !send_all(channel, failure.why.data(), failure.why.size()))
    return false;
  if (!failure.code.empty()) return true;
  return send_all(channel, result.words.data(), result.words.size() * sizeof(uint64_t)) &&
         (!bytes || send_all(channel, result.column->bytes(), bytes));
}

/// Loads the function if it is new, and calls it if the request says so.
ForeignResult answer(const Request& r, const ForeignObject& f, std::span<const ForeignArgument> arguments,
                     std::unordered_map<std::string, ForeignEntry>& loaded, Failure& failure) {
  ForeignEntry& entry = loaded[f.path];
  if (!entry) entry = load_shim(f, failure.why);
  if (!entry) return failure.code = "E0430", ForeignResult();
  if (!r.calls) return {std::vector<uint64_t>(r.results), nullptr};
  try {
    return call_here(entry, f, arguments);
  } catch (const Fault& fault) {
    return failure = {fault.code, fault.code == "E0601" ? fault.args.front() : fault.args.back()},
           ForeignResult();
  }
}

/// The child's work: answers calls until the parent closes the channel.
void answer_calls(int channel) {
  std::unordered_map<std::string, ForeignEntry> loaded;
  for (Request r{}; receive_all(channel, &r, sizeof r);) {
    ForeignObject f;
    f.name.resize(r.name), f.path.resize(r.path), f.library.resize(r.library);
    f.signature.result = {r.vector ? ForeignType::Vector : ForeignType::Tuple,
                          std::vector<Element>(r.vector ? 1 : r.results, r.element)};
    std::vector<ForeignArgument> arguments(r.arguments);
    std::vector<std::vector<char>> columns;
    for (std::string* text : {&f.name, &f.path, &f.library})
      if (!receive_all(channel, text->data(), text->size())) return;
    if (!receive_arguments(channel, arguments, columns)) return;
    Failure failure;
    const ForeignResult result = answer(r, f, arguments, loaded, failure);
    if (!reply(channel, failure, result)) return;
  }
}

// ---- the parent's side ----

std::string time_text(std::chrono::milliseconds t) {
  const auto ms = t.count();
  return ms % 1000 ? std::to_string(ms) + " ms" : std::to_string(ms / 1000) + " s";
}

/// A conversation with the child: sends a request and receives its reply. `wait` may throw meanwhile.
class Asking {
 public:
  Asking(ChildProcess& child, const ForeignObject& f, std::function<void()> wait)
      : child_(child), f_(f), wait_(std::move(wait)) {}

  void send(bool calls, std::span<const ForeignArgument> arguments) {
    const ForeignType& t = f_.signature.result;
    const bool vector = t.kind == ForeignType::Vector;
    put(Request{f_.name.size(), f_.path.size(), f_.library.size(), arguments.size(),
                vector ? 1 : t.elements.size(), t.elements.empty() ? Element::Unit : t.elements[0], vector,
                calls});
    for (const std::string* text : {&f_.name, &f_.path, &f_.library}) put(text->data(), text->size());
    for (const ForeignArgument& a : arguments) {
      put(a.column != nullptr), put(a.word), put(a.bytes);
      if (a.column) put(a.column, a.bytes);
    }
  }

  ForeignResult receive() {
    Reply r{};
    take(&r, sizeof r);
    std::string code(std::min<uint64_t>(r.code, 8), '\0'), why(std::min<uint64_t>(r.error, 10'000), '\0');
    take(code.data(), code.size()), take(why.data(), why.size());
    if (!code.empty()) throw Fault{code, code == "E0601" ? no_memory_left(why) : std::vector{f_.name, why}};
    const bool vector = f_.signature.result.kind == ForeignType::Vector;
    ForeignResult result{std::vector<uint64_t>(vector ? 1 : f_.signature.result.elements.size()), nullptr};
    take(result.words.data(), result.words.size() * sizeof(uint64_t));
    if (!vector) return result;
    result.column = std::make_shared<Buffer>(r.bytes);
    return take(result.column->bytes(), r.bytes), result;
  }

 private:
  template <class T> void put(const T& v) { put(&v, sizeof v); }
  void put(const void* bytes, size_t size) {
    if (!child_.send(bytes, size, wait_)) fail("E0429", {f_.name, child_.end()});
  }
  void take(void* bytes, size_t size) {
    if (!child_.receive(bytes, size, wait_)) fail("E0429", {f_.name, child_.end()});
  }
  ChildProcess& child_;
  const ForeignObject& f_;
  const std::function<void()> wait_;
};

} // namespace

ForeignEntry load_shim(const ForeignObject& f, std::string& error) {
  if (!f.library.empty() && !dlopen(f.library.c_str(), RTLD_NOW | RTLD_GLOBAL))
    return error = dlerror(), nullptr;
  void* const object = dlopen(f.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) {
    error = dlerror();
    const size_t symbol = error.find("undefined symbol");
    return error = symbol == error.npos ? error : error.substr(symbol), nullptr;
  }
  const auto entry = reinterpret_cast<ForeignEntry>(dlsym(object, "nova_foreign"));
  if (!entry) error = "it has no entry";
  return entry;
}

ForeignResult call_here(ForeignEntry entry, const ForeignObject& f,
                        std::span<const ForeignArgument> arguments) {
  const ForeignType& t = f.signature.result;
  const bool vector = t.kind == ForeignType::Vector;
  std::vector<int64_t> in, out(vector ? 2 : t.elements.size() + 1);
  for (const ForeignArgument& a : arguments) {
    if (a.column) in.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(a.column)));
    in.push_back(static_cast<int64_t>(a.word));
  }
  std::fenv_t before;
  std::fegetenv(&before);
  entry(in.data(), out.data());
  std::fesetenv(&before); // the function may have changed the rounding mode
  ForeignResult result{{out.begin(), out.end() - 1}, nullptr};
  if (!vector) return result;
  void* const elements = reinterpret_cast<void*>(static_cast<intptr_t>(out[1]));
  if (out[0] < 0) fail("E0429", {f.name, "it has returned a vector of length " + std::to_string(out[0])});
  result.column =
      std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(out[0]), element_size(t.elements[0])));
  std::memcpy(result.column->bytes(), elements, result.column->size());
  std::free(elements);
  return result;
}

ForeignResult ForeignProcess::ask(const ForeignObject& f, bool calls,
                                  std::span<const ForeignArgument> arguments,
                                  const std::function<void()>& wait) {
  const auto last = std::chrono::steady_clock::now() + longest_;
  // A thread of the child has a small stack, so that endless recursion ends soon.
  if (!child_)
    child_ = std::make_unique<ChildProcess>([](int channel) { std::thread(answer_calls, channel).join(); });
  try {
    Asking asking(*child_, f, [&] {
      wait();
      if (std::chrono::steady_clock::now() > last)
        fail("E0429", {f.name, "it took more than " + time_text(longest_)});
    });
    asking.send(calls, arguments);
    return asking.receive();
  } catch (const Fault& fault) {
    if (fault.code != "E0430" && fault.code != "E0601") child_.reset(); // it may still be at work
    throw;
  } catch (...) {
    child_.reset();
    throw;
  }
}

void ForeignProcess::load(const ForeignObject& f, const std::function<void()>& wait) {
  ask(f, false, {}, wait);
}

ForeignResult ForeignProcess::call(const ForeignObject& f, std::span<const ForeignArgument> arguments,
                                   const std::function<void()>& wait) {
  return ask(f, true, arguments, wait);
}

} // namespace nova
