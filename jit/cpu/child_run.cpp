#include "jit/cpu/child_run.hpp"
#include "jit/cpu/run.hpp"
#include "runtime/foreign/child.hpp"
#include <cfenv>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace nova::plan {

namespace {

/// What a message of the child begins with. Progress: the kernel goes on. Done: an answer follows. Ended: a fault.
enum class Said : uint8_t { Progress, Done, Ended };

// ---- the child's side ----

/// Collects the bytes of a message.
class Message {
 public:
  explicit Message(Said kind) { add(kind); }
  template <class T> void add(const T& v) { append(&v, sizeof v); }
  void append(const void* bytes, size_t size) {
    const char* from = static_cast<const char*>(bytes);
    bytes_.insert(bytes_.end(), from, from + size);
  }
  void add_text(const std::string& text) { add(uint64_t{text.size()}), append(text.data(), text.size()); }
  void send(int channel) const { send_all(channel, bytes_.data(), bytes_.size()); }

 private:
  std::vector<char> bytes_;
};

void send_fault(int channel, const Fault& fault) {
  Message m(Said::Ended);
  m.add_text(fault.code), m.add(uint64_t{fault.args.size()});
  for (const std::string& a : fault.args) m.add_text(a);
  m.send(channel);
}

/// Sends an answer. A column that lies in an input is sent as its address, which is the same in the parent.
void send_answer(int channel, const Plan& plan, const Answer& answer) {
  Message m(Said::Done);
  m.add(answer.failed), m.add(answer.site), m.add(uint64_t{answer.scalars.size()});
  m.append(answer.scalars.data(), answer.scalars.size() * sizeof(uint64_t));
  m.add(uint64_t{answer.columns.size()});
  m.send(channel);
  size_t next = 0;
  for (const Var v : plan.body.results) {
    if (answer.failed || !plan[v].column) continue;
    const ResultColumn& c = answer.columns[next++];
    const uint64_t skip = c.buffer ? static_cast<uint64_t>(c.begin) * element_size(plan[v].element) : 0;
    const uint64_t bytes = c.buffer ? c.buffer->size() - skip : 0;
    send_all(channel, &c.place, sizeof c.place), send_all(channel, &bytes, sizeof bytes);
    if (c.buffer) send_all(channel, c.buffer->bytes() + skip, bytes);
  }
}

/// Tells the parent every tenth of a second whether the run has gone on.
class Pulse {
 public:
  Pulse(int channel, const ThreadPool& pool) : thread_([this, channel, &pool] { beat(channel, pool); }) {}
  ~Pulse() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    ended_.notify_all();
    thread_.join();
  }

 private:
  void beat(int channel, const ThreadPool& pool) {
    std::unique_lock lock(mutex_);
    for (int64_t before = 0; !ended_.wait_for(lock, std::chrono::milliseconds(100), [&] { return over_; });) {
      const int64_t now = pool.progress().done;
      if (now != before) send_all(channel, &progress, 1);
      before = now;
    }
  }
  static constexpr Said progress = Said::Progress;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

void work(int channel, const std::string& path, const Plan& plan, std::span<const Word> inputs,
          uint32_t threads) {
  try {
    void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto entry = object ? reinterpret_cast<Entry>(dlsym(object, "nova_run")) : nullptr;
    if (!entry) _exit(1);
    ThreadPool pool(threads);
    const Stop never;
    Run run(pool, never, false);
    Answer answer;
    {
      const Pulse pulse(channel, pool);
      answer = run.run(entry, plan, inputs);
    }
    if (std::fegetround() != FE_TONEAREST) _exit(1); // later arithmetic of the kernel was wrong
    send_answer(channel, plan, answer);
  } catch (const Fault& fault) {
    send_fault(channel, fault);
  } catch (const std::bad_alloc&) {
    send_fault(channel, Fault{"E0601", no_memory_left("what a kernel keeps")});
  }
}

// ---- the parent's side ----

/// Thrown where the child has ended before its answer, or gives none.
struct ChildEnded {};

class Answers {
 public:
  Answers(ChildProcess& child, const Plan& plan, const Stop& stop)
      : child_(child), plan_(plan), stop_(stop) {}

  Answer receive() {
    Said said = Said::Progress;
    while (said == Said::Progress) last_ = std::chrono::steady_clock::now(), take(said);
    if (said == Said::Ended) throw fault();
    return answer();
  }

 private:
  void wait() const {
    const auto now = std::chrono::steady_clock::now();
    if (stop_.interrupted && stop_.interrupted->load(std::memory_order_relaxed)) fail("E0603");
    if (stop_.deadline && now >= *stop_.deadline) fail("E0604");
    if (now - last_ > stop_.longest) throw ChildEnded{};
  }
  void take(void* to, size_t size) {
    if (!child_.receive(to, size, [this] { wait(); })) throw ChildEnded{};
  }
  template <class T> T& take(T& v) { return take(&v, sizeof v), v; }

  std::string text() {
    uint64_t size = 0;
    std::string t(std::min<uint64_t>(take(size), 10'000), '\0');
    return take(t.data(), t.size()), t;
  }

  Fault fault() {
    Fault f{text(), {}};
    uint64_t n = 0;
    take(n);
    for (uint64_t k = 0; k < n && k < 16; ++k) f.args.push_back(text());
    return f;
  }

  Answer answer() {
    Answer a;
    uint64_t n = 0;
    take(a.failed), take(a.site), a.scalars.resize(std::min<uint64_t>(take(n), plan_.body.results.size()));
    take(a.scalars.data(), a.scalars.size() * sizeof(uint64_t));
    take(n);
    for (uint64_t k = 0; k < n && k < plan_.body.results.size(); ++k) a.columns.push_back(column());
    return a;
  }

  ResultColumn column() {
    ResultColumn c;
    uint64_t bytes = 0;
    take(c.place), take(bytes);
    if (c.place) return c;
    c.buffer = std::make_shared<Buffer>(bytes);
    return take(c.buffer->bytes(), bytes), c;
  }

  ChildProcess& child_;
  const Plan& plan_;
  const Stop& stop_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace

Answer run_in_child(const std::string& path, const Plan& plan, std::span<const Word> inputs, const Stop& stop,
                    uint32_t threads) {
  ChildProcess child([&](int channel) { work(channel, path, plan, inputs, threads); });
  try {
    return Answers(child, plan, stop).receive();
  } catch (const ChildEnded&) {
    Answer crashed;
    crashed.failed = true, crashed.site = UINT32_MAX;
    return crashed;
  }
}

} // namespace nova::plan
