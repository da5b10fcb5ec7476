#include "jit/foreign/child_answer.hpp"
#include "runtime/fault.hpp"
#include "runtime/foreign/message.hpp"
#include <algorithm>
#include <cfenv>
#include <unistd.h>
#include <utility>

namespace nova::plan {

namespace {

/// What a message of the child begins with. Progress: the run goes on. Done: an answer follows. Ended: a fault.
enum class Said : uint8_t { Progress, Done, Ended };

// ---- the child's side ----

void send_fault(int channel, const Fault& fault) {
  Message m;
  m.add(Said::Ended), m.add_text(fault.code), m.add(uint64_t{fault.args.size()});
  for (const std::string& a : fault.args) m.add_text(a);
  send(channel, m);
}

/// Sends an answer. A column that lies in an input is sent as its address, which is the same in the parent. The
/// elements of other columns follow the message.
void send_answer(int channel, const Plan& plan, const Answer& answer) {
  Message m;
  m.add(Said::Done), m.add(answer.failed), m.add(answer.site), m.add(uint64_t{answer.scalars.size()});
  for (const uint64_t word : answer.scalars) m.add(word);
  m.add(uint64_t{answer.columns.size()});
  std::vector<std::span<const std::byte>> elements;
  size_t next = 0;
  for (const Var v : plan.body.results) {
    if (answer.failed || !plan[v].column) continue;
    const ResultColumn& c = answer.columns[next++];
    const uint64_t skip = c.buffer ? static_cast<uint64_t>(c.begin) * element_size(plan[v].element) : 0;
    const uint64_t bytes = c.buffer ? c.buffer->size() - skip : 0;
    m.add(c.place), m.add(bytes);
    if (c.buffer) elements.emplace_back(c.buffer->bytes() + skip, bytes);
  }
  send(channel, m);
  for (const auto& e : elements) send_all(channel, e.data(), e.size());
}

void work(int channel, const Plan& plan, const std::function<Answer(int)>& make) {
  try {
    const Answer answer = make(channel);
    if (std::fegetround() != FE_TONEAREST) _exit(1); // later arithmetic of the kernel was wrong
    send_answer(channel, plan, answer);
  } catch (const Fault& fault) {
    send_fault(channel, fault);
  } catch (const std::bad_alloc&) {
    send_fault(channel, Fault{"E0601", no_memory_left("what a kernel keeps")});
  } catch (const ChannelClosed&) {
  }
}

// ---- the parent's side ----

class Answers {
 public:
  Answers(ChildProcess& child, const Plan& plan, const ChildInputs& inputs, const std::function<void()>& wait,
          std::chrono::milliseconds longest)
      : child_(child), plan_(plan), inputs_(inputs), wait_([this, &wait, longest] {
          wait();
          if (std::chrono::steady_clock::now() - last_ > longest) throw ChannelClosed{};
        }) {}

  Answer next() {
    for (;;) {
      last_ = std::chrono::steady_clock::now();
      MessageReader m = receive(child_, wait_);
      const Said said = m.take<Said>();
      if (said == Said::Ended) throw fault(m);
      if (said == Said::Done) return answer(m);
    }
  }

 private:
  static Fault fault(MessageReader& m) {
    Fault f{m.take_text(), {}};
    for (auto n = m.take<uint64_t>(); n > 0; --n) f.args.push_back(m.take_text());
    return f;
  }

  /// Reads an answer. A hostile child may send any: so it has the results of the plan, or none and a site of it.
  Answer answer(MessageReader& m) {
    Answer a;
    a.failed = m.take<uint8_t>() != 0, a.site = m.take<uint32_t>();
    const auto is_column = [&](Var v) { return plan_[v].column; };
    const std::vector<Var>& results = plan_.body.results;
    const auto columns = a.failed ? 0 : static_cast<uint64_t>(std::ranges::count_if(results, is_column));
    const uint64_t scalars = a.failed ? 0 : results.size() - columns;
    if (a.failed && a.site >= plan_.sites.size()) throw ChannelClosed{};
    if (m.take<uint64_t>() != scalars) throw ChannelClosed{};
    for (uint64_t n = 0; n < scalars; ++n) a.scalars.push_back(m.take<uint64_t>());
    if (m.take<uint64_t>() != columns) throw ChannelClosed{};
    for (const Var v : results)
      if (!a.failed && is_column(v)) a.columns.push_back(column(m, element_size(plan_[v].element)));
    return a;
  }

  ResultColumn column(MessageReader& m, size_t element) {
    ResultColumn c;
    c.place = m.take<const void*>();
    const auto bytes = m.take<uint64_t>();
    if (c.place) return inside(c.place, element);
    c.buffer = std::make_shared<Buffer>(bytes);
    if (!child_.receive(c.buffer->bytes(), bytes, wait_)) throw ChannelClosed{};
    return c;
  }

  /// Returns the column at an address that the child has sent, which lies in an input. Anything else is an empty column.
  ResultColumn inside(const void* place, size_t element) const {
    static const uint64_t nothing = 0;
    const auto at = reinterpret_cast<uintptr_t>(place);
    for (size_t k = 0; k < inputs_.rooms.size(); ++k) {
      if (inputs_.rooms[k] == 0) continue;
      const uintptr_t from = reinterpret_cast<uintptr_t>(inputs_.words[k].column), skip = at - from;
      if (skip < inputs_.rooms[k] && skip % element == 0) return {nullptr, 0, place, inputs_.rooms[k] - skip};
    }
    return {nullptr, 0, &nothing, 0};
  }

  ChildProcess& child_;
  const Plan& plan_;
  const ChildInputs inputs_;
  const std::function<void()> wait_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace

Pulse::Pulse(int channel, std::function<int64_t()> progress)
    : progress_(std::move(progress)), thread_([this, channel] { beat(channel); }) {}

Pulse::~Pulse() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void Pulse::beat(int channel) {
  std::unique_lock lock(mutex_);
  for (int64_t before = 0; !ended_.wait_for(lock, std::chrono::milliseconds(100), [&] { return over_; });) {
    const int64_t now = progress_();
    if (std::exchange(before, now) == now) continue;
    Message m;
    m.add(Said::Progress);
    try {
      send(channel, m);
    } catch (const ChannelClosed&) {
      return;
    }
  }
}

Answer answer_in_child(const Plan& plan, const ChildInputs& inputs, const std::function<Answer(int)>& make,
                       const std::function<void()>& wait, std::chrono::milliseconds longest) {
  ChildProcess child([&](int channel) { work(channel, plan, make); });
  try {
    return Answers(child, plan, inputs, wait, longest).next();
  } catch (const ChannelClosed&) {
    Answer crashed;
    crashed.failed = true, crashed.site = UINT32_MAX;
    return crashed;
  }
}

} // namespace nova::plan
