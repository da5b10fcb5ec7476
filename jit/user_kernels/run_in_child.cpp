#include "jit/user_kernels/run_in_child.hpp"
#include "jit/sim/loaded_object.hpp"
#include "jit/user_kernels/launch.hpp"
#include "jit/user_kernels/record.hpp"
#include "jit/user_kernels/sentences.hpp"
#include "runtime/fault.hpp"
#include "runtime/foreign/message.hpp"
#include <algorithm>
#include <cfenv>
#include <csignal>
#include <dlfcn.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

namespace nova::plan {

namespace {

using Kind = KernelParameter::Kind;

constexpr int busy = 4; ///< how many times as long as its processor's time a run may take on a busy machine

// ---- answers as messages ----

void put(Message& m, const KernelPosition& p) {
  m.add(p.block), m.add(p.thread), m.add_text(p.file), m.add(p.line);
}
KernelPosition take_position(MessageReader& m) {
  KernelPosition p;
  p.block = m.take<Triple>(), p.thread = m.take<Triple>(), p.file = m.take_text(),
  p.line = m.take<uint32_t>();
  return p;
}

void put(Message& m, const KernelFault& f) {
  m.add(f.kind), m.add_text(f.sentence), put(m, f.position);
  m.add(f.other.has_value());
  if (f.other) put(m, *f.other);
  m.add_text(f.array), m.add(f.element);
}
KernelFault take_fault(MessageReader& m) {
  KernelFault f;
  f.kind = m.take<KernelMistake>(), f.sentence = m.take_text(), f.position = take_position(m);
  if (m.take<bool>()) f.other = take_position(m);
  f.array = m.take_text(), f.element = m.take<int64_t>();
  return f;
}

void put(Message& m, const SimRecording::Launched& l) {
  m.add_text(l.kernel), m.add(l.grid), m.add(l.whole);
  m.add(uint64_t{l.memories.size()});
  for (const auto& e : l.memories) m.add_text(e.name), m.add(e.element), m.add(e.bytes), m.add(e.shared);
  m.add(uint64_t{l.accesses.size()});
  for (const auto& a : l.accesses) m.add(a);
}
SimRecording::Launched take_record(MessageReader& m) {
  SimRecording::Launched l;
  l.kernel = m.take_text(), l.grid = m.take<GpuGrid>(), l.whole = m.take<bool>();
  for (auto n = m.take<uint64_t>(); n > 0; --n) {
    auto& e = l.memories.emplace_back();
    e.name = m.take_text(), e.element = m.take<uint64_t>(), e.bytes = m.take<uint64_t>(),
    e.shared = m.take<bool>();
  }
  for (auto n = m.take<uint64_t>(); n > 0; --n) l.accesses.push_back(m.take<SimRecording::Access>());
  return l;
}

void put(Message& m, const KernelAnswer& a) {
  m.add(a.fault.has_value());
  if (a.fault) put(m, *a.fault);
  m.add_text(a.doubt), m.add(uint64_t{a.outputs.size()});
  for (const auto& o : a.outputs) m.add(uint64_t{o.size()}), m.add_bytes(o.data(), o.size());
  m.add(a.record.has_value());
  if (a.record) put(m, *a.record);
}
KernelAnswer take_answer(MessageReader& m) {
  KernelAnswer a;
  if (m.take<bool>()) a.fault = take_fault(m);
  a.doubt = m.take_text();
  for (auto n = m.take<uint64_t>(); n > 0; --n) {
    const auto bytes = std::as_bytes(m.take_bytes(m.take<uint64_t>()));
    a.outputs.emplace_back(bytes.begin(), bytes.end());
  }
  if (m.take<bool>()) a.record = take_record(m);
  return a;
}

KernelFault crash(const std::string& what) {
  KernelFault f;
  f.kind = KernelMistake::Crash, f.sentence = what;
  return f;
}

} // namespace

// ---- the child's side ----

/// One run, in the child process.
class KernelRun {
 public:
  KernelRun(const KernelProgram& program, const KernelLaunch& launch, int channel)
      : program_(program), launch_(launch), channel_(channel),
        layout_(program.symbols_, program.dynamic_name_, launch.shared), grid_{launch.grid, launch.block},
        recorder_(program.kernel_, grid_) {}

  void work() {
    void* const object = dlopen(program_.path_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!object) return tell({{}, crash(dlerror()), ""});
    auto* const calls = static_cast<KernelCalls*>(dlsym(object, "nova_machine"));
    const auto entry = reinterpret_cast<void (*)(const uint64_t*)>(dlsym(object, "nova_entry"));
    const auto [begin, end] = extent(calls);
    const std::pair<char*, char*> code{const_cast<char*>(begin), const_cast<char*>(end)};
    place_arguments();
    memory_.add_globals(program_.symbols_.global, code.first);
    KernelMachine machine(*calls, memory_, layout_, code, grid_, launch_.seed);
    machine_ = &machine, current_ = this;
    hear_signals();
    FoundMistake m = machine.run(entry, words_.data(), watch());
    for (const int s : {SIGPROF, SIGALRM}) signal(s, SIG_IGN);
    if (m.kind == KernelMistake::None) m = unwritten();
    tell(m);
  }

 private:
  static KernelRun* current_; // for signal handlers

  std::function<void(const KernelTouch&)> watch() {
    if (!launch_.records) return {};
    return [this](const KernelTouch& t) { recorder_.touch(t); };
  }

  /// Copies the arguments to the device's memory, and makes the words for nova_entry.
  void place_arguments() {
    std::vector<KernelArray> columns;
    for (size_t k = 0; k < program_.parameters_.size(); ++k) {
      const KernelParameter& p = program_.parameters_[k];
      if (p.kind == Kind::Scalar) continue;
      const uint32_t element = c_type_bytes(p.type);
      columns.push_back(
          {.name = p.name,
           .bytes = launch_.arguments[k].count * element,
           .element = element,
           .kind = p.kind == Kind::Input ? KernelArray::Kind::Input : KernelArray::Kind::Output});
    }
    memory_.place_columns(std::move(columns));
    auto column = memory_.columns().begin();
    for (size_t k = 0; k < program_.parameters_.size(); ++k) {
      const KernelArgument& a = launch_.arguments[k];
      if (program_.parameters_[k].kind == Kind::Scalar) {
        words_.push_back(0);
        std::copy_n(a.bytes.data(), std::min(a.bytes.size(), sizeof(uint64_t)),
                    reinterpret_cast<std::byte*>(&words_.back()));
        continue;
      }
      column->reset(!a.bytes.empty() || column->kind == KernelArray::Kind::Input);
      std::copy_n(a.bytes.data(), std::min<uint64_t>(a.bytes.size(), column->bytes),
                  reinterpret_cast<std::byte*>(column->begin));
      words_.push_back(reinterpret_cast<uint64_t>(column->begin)), words_.push_back(a.count);
      ++column;
    }
  }

  FoundMistake unwritten() {
    FoundMistake m;
    for (const KernelArray& c : memory_.columns()) {
      const auto first = std::ranges::find(c.written, 0);
      if (first == c.written.end()) continue;
      m.kind = KernelMistake::Unwritten, m.array = &c, m.offset = first - c.written.begin();
      m.number = (std::ranges::count(c.written, 0) + c.element - 1) / c.element;
      break;
    }
    return m;
  }

  // ---- the answer ----

  void tell(const FoundMistake& m) {
    KernelAnswer a;
    if (m.kind != KernelMistake::None)
      a.fault = described(m, {grid_, program_.shown_, program_.shapes_,
                              launch_.finds_lines || program_.is_slow_to_fail(m.kind)});
    else
      for (const KernelArray& c : memory_.columns())
        if (c.kind == KernelArray::Kind::Output) {
          const auto bytes = std::as_bytes(std::span(c.begin, c.bytes));
          a.outputs.emplace_back(bytes.begin(), bytes.end());
        }
    if (const FoundMistake& d = machine_->doubt(); d.kind != KernelMistake::None)
      a.doubt = doubt_sentence(d, {grid_, program_.shown_, program_.shapes_, true});
    if (launch_.records) a.record = recorder_.record();
    tell(a);
  }
  void tell(const KernelAnswer& a) {
    Message m;
    put(m, a);
    try {
      send(channel_, m);
    } catch (const ChannelClosed&) {
    }
  }

  // ---- signals ----

  static const void* code_of(void* context) {
    const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return reinterpret_cast<const char*>(registers.gregs[REG_RIP]) + 1;
#elif defined(__aarch64__)
    return reinterpret_cast<const char*>(registers.pc) + 1;
#else
    return (void)registers, nullptr;
#endif
  }

  void end_at(KernelMistake kind, const std::string& text, void* context) {
    FoundMistake m = machine_->now(kind, code_of(context));
    m.text = text;
    tell(m);
    _exit(0);
  }

  static void crashed(int number, siginfo_t*, void* context) {
    const bool division = number == SIGFPE;
    current_->end_at(division ? KernelMistake::DivisionByZero : KernelMistake::Crash, strsignal(number),
                     context);
  }

  /// Time is up. The machine ends the run at the next access; if there is none for a while, the run ends here.
  static void timed_out(int, siginfo_t*, void* context) {
    if (current_->is_late_) current_->end_at(KernelMistake::Endless, "", context);
    current_->is_late_ = true;
    current_->machine_->stop();
    set_timer(ITIMER_PROF, std::chrono::milliseconds(200));
  }

  static void set_timer(__itimer_which clock, std::chrono::milliseconds after) {
    const auto count = after.count();
    const itimerval timer{{0, 0}, {count / 1000, count % 1000 * 1000}};
    setitimer(clock, &timer, nullptr);
  }

  void hear_signals() {
    constexpr size_t room = size_t{1} << 20; // a handler describes the mistake
    signal_stack_.resize(room);
    const stack_t stack{signal_stack_.data(), 0, room};
    sigaltstack(&stack, nullptr);
    struct sigaction act {};
    act.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    act.sa_sigaction = crashed;
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &act, nullptr);
    act.sa_sigaction = timed_out;
    for (const int s : {SIGPROF, SIGALRM}) sigaction(s, &act, nullptr);
    set_timer(ITIMER_PROF, launch_.longest), set_timer(ITIMER_REAL, busy * launch_.longest);
  }

  const KernelProgram& program_;
  const KernelLaunch& launch_;
  const int channel_;
  const SharedLayout layout_;
  const KernelMachine::Grid grid_;
  KernelMemory memory_;
  KernelRecorder recorder_;
  KernelMachine* machine_ = nullptr;
  std::vector<uint64_t> words_;
  std::vector<char> signal_stack_;
  volatile bool is_late_ = false;
};

KernelRun* KernelRun::current_ = nullptr;

// ---- the parent's side ----

KernelAnswer run_in_child(const KernelProgram& program, const KernelLaunch& launch,
                          const std::function<void()>& give_up) {
  constexpr std::chrono::seconds telling{10};
  const auto latest = std::chrono::steady_clock::now() + busy * launch.longest + telling;
  ChildProcess child([&](int channel) { KernelRun(program, launch, channel).work(); });
  try {
    MessageReader m = receive(child, [&] {
      if (give_up) give_up();
      if (std::chrono::steady_clock::now() > latest) throw ChannelClosed{};
    });
    return take_answer(m);
  } catch (const ChannelClosed&) {
    const bool late = std::chrono::steady_clock::now() > latest;
    KernelFault f =
        crash(late ? "the kernel has not ended in time" : "the kernel ends its process: " + child.end());
    if (late) f.kind = KernelMistake::Endless;
    return {{}, std::move(f), ""};
  }
}

} // namespace nova::plan
