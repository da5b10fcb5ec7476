// The host's level of a plan, beside a device.
#include "frontend/source/stack_guard.hpp"
#include "jit/gpu/executor.hpp"
#include "jit/plan/scalar_eval.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

namespace gpu {

// ---- values ----

uint64_t Walk::bits(Var v) {
  Item& i = item(v);
  if (i.fetched) return i.bits;
  finish_sound();
  i.bits = 0, device_.download(&i.bits, i.place, size(v)), i.fetched = true;
  const Element e = plan_[v].element; // as Value::bits: integers carry their sign
  if (is_integer(e) && e != Element::U8) {
    const int shift = 64 - static_cast<int>(size(v)) * 8;
    i.bits = static_cast<uint64_t>(static_cast<int64_t>(i.bits << shift) >> shift);
  }
  return i.bits;
}

DeviceBufferRef Walk::column(Var v, int64_t n) {
  const uint64_t bytes = checked_bytes(static_cast<uint64_t>(n), size(v));
  DeviceBufferRef b = make(bytes);
  item(v) = {0, b->place, b, true};
  return b;
}

/// Of a length that may be only the device's so far.
DeviceBufferRef Walk::column(Var v, const Item& length, int64_t most) {
  DeviceBufferRef b = column(v, most);
  if (!length.fetched) {
    std::erase_if(unknown_, [](const Unknown& u) { return u.column.expired(); });
    unknown_.push_back({b, length, size(v)});
  }
  return b;
}

/// When all is done: how much of such columns is in use.
void Walk::note_lengths() {
  for (const Unknown& u : unknown_)
    if (const DeviceBufferRef column = u.column.lock()) {
      int64_t n = 0;
      device_.download(&n, u.length.place, sizeof n);
      column->bytes = static_cast<uint64_t>(std::max<int64_t>(n, 0)) * u.size;
    }
}

/// Parameters are known here, wherever their values come from.
void Walk::bind(const Vars& vars, const State& s) {
  for (size_t k = 0; k < vars.size(); ++k) item(vars[k]) = s[k];
}

State Walk::state(std::span<const Var> vars) {
  State s;
  for (Var v : vars) {
    if (!plan_[v].column) bits(v);
    s.push_back(item(v));
  }
  return s;
}

// ---- the host's level ----

void Walk::statement(const Stm& s) {
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

void Walk::check(const Stm& s) {
  if (!(bits(s.args[0]) & 1)) throw Failed{s.site};
}

void Walk::scalar(const Stm& s) {
  uint64_t operands[3] = {};
  for (size_t k = 0; k < s.args.size(); ++k) operands[k] = bits(s.args[k]);
  set(s.outs[0], scalar_function(s.builtin, s.element, plan_[s.outs[0]].element).call(operands));
}

void Walk::branch(const Stm& s) {
  const Body& taken = s.bodies[bits(s.args[0]) ? 0 : 1];
  run(taken);
  bind(s.outs, state(taken.results));
}

void Walk::loop(const Stm& s) {
  State now = state(s.args);
  for (;;) {
    if (poll_) poll_();
    bind(s.bodies[0].params, now);
    run(s.bodies[0]);
    if (!bits(s.bodies[0].results[0])) break;
    bind(s.bodies[1].params, now);
    run(s.bodies[1]);
    now = state(s.bodies[1].results);
  }
  bind(s.outs, now);
}

void Walk::foldl(const Stm& s) {
  const Body& b = s.bodies[0];
  State now = state(std::span(s.args).subspan(1));
  for (int64_t i = 0, n = count(s.args[0]); i < n; ++i) {
    if (poll_) poll_();
    bind(Vars(b.params.begin(), b.params.end() - 1), now);
    set(b.params.back(), static_cast<uint64_t>(i));
    run(b);
    now = state(b.results);
  }
  bind(s.outs, now);
}

void Walk::read(const Stm& s) {
  const Var out = s.outs[0];
  item(out) = {
      0, item(s.args[0]).place + static_cast<int64_t>(bits(s.args[1])) * static_cast<int64_t>(size(out)),
      item(s.args[0]).owner, false};
  bits(out);
}

/// A function that calls itself finds its own variables again as they were.
void Walk::call(const Stm& s) {
  if (StackGuard::exhausted()) throw Failed{s.site};
  const Function& f = plan_.functions[s.function];
  const State arguments = state(s.args);
  Vars own;
  if (f.recursive) own = bound_variables(f.body);
  State before;
  for (Var v : own) before.push_back(item(v));
  bind(f.body.params, arguments);
  run(f.body);
  const State results = state(f.body.results);
  bind(own, before);
  bind(s.outs, results);
}

/// The first of n places that are free in the statement's region.
int64_t Walk::take_places(const Stm& s, int64_t n) {
  int64_t at = 0;
  finish_sound();
  device_.download(&at, item(s.args[1]).place, sizeof at);
  if (n > static_cast<int64_t>(bits(s.args[0])) - at) throw Failed{s.site};
  const int64_t next = at + n;
  device_.upload(item(s.args[1]).place, &next, sizeof next);
  set(s.outs[0], static_cast<uint64_t>(at));
  return at;
}

void Walk::cell(const Stm& s) {
  const int64_t at = take_places(s, 1);
  const size_t columns = (s.args.size() - 2) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const Var column = s.args[2 + k];
    const uint64_t value = bits(s.args[2 + columns + k]); // its first bytes are the element
    device_.upload(item(column).place + at * static_cast<int64_t>(size(column)), &value, size(column));
  }
}

void Walk::append(const Stm& s) {
  const int64_t n = count(s.args[2]), at = take_places(s, n);
  const size_t columns = (s.args.size() - 3) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const auto bytes = static_cast<int64_t>(size(s.args[3 + k]));
    char* const to = item(s.args[3 + k]).place + at * bytes;
    if (n > 0) device_.copy(to, item(s.args[3 + columns + k]).place, static_cast<uint64_t>(n * bytes));
  }
}

void Walk::shift(const Stm& s) {
  Item moved = item(s.args[0]);
  moved.place += static_cast<int64_t>(bits(s.args[1])) * static_cast<int64_t>(size(s.args[0]));
  item(s.outs[0]) = std::move(moved);
}

// ---- a run ----

/// Nothing but the inputs is there.
void Walk::begin(std::span<const GpuWord> inputs) {
  items_.assign(plan_.types.size(), {}), unknown_.clear(), sorted_ = nullptr;
  device_.clear(state_->place, 8);
  for_each_stm(plan_.body, [this](const Stm& s) { // constants within bodies are kernels' arguments
    if (s.op == Op::Constant) set(s.outs[0], s.bits);
  });
  for (size_t k = 0; k < inputs.size(); ++k) {
    const GpuWord& in = inputs[k];
    item(plan_.body.params[k]) = {in.bits, in.buffer ? in.buffer->place + in.offset : nullptr, in.buffer,
                                  true};
  }
}

GpuAnswer Walk::run(std::span<const GpuWord> inputs) {
  GpuAnswer answer;
  try {
    begin(inputs);
    run(plan_.body);
    finish_sound();
    note_lengths();
  } catch (const Failed& f) {
    return answer.failed = true, answer.site = f.site, answer;
  } catch (const Again&) {
    return run(inputs);
  }
  for (Var v : plan_.body.results) {
    const Item& i = item(v);
    if (!plan_[v].column)
      answer.results.push_back({bits(v), nullptr, 0});
    else
      answer.results.push_back({0, i.owner, i.place - i.owner->place});
  }
  return answer;
}

} // namespace gpu

bool in_region(const Plan& plan, Var v) {
  return std::ranges::any_of(plan.regions, [v](const Region& r) {
    return v == r.count || std::ranges::find(r.columns, v) != r.columns.end();
  });
}

namespace {

/// Columns of inputs are here already, if no Cell was added there.
ResultColumn column_here(GpuDevice& device, const GpuWord& r, uint64_t size, std::span<const GpuWord> inputs,
                         std::span<const Word> here) {
  for (size_t k = 0; k < inputs.size(); ++k)
    if (inputs[k].buffer && inputs[k].buffer == r.buffer)
      return {nullptr, 0, static_cast<const std::byte*>(here[k].column) + r.offset};
  auto buffer = std::make_shared<Buffer>(std::max<uint64_t>(r.buffer->bytes, 1));
  device.download(buffer->bytes(), r.buffer->place, r.buffer->bytes);
  return {buffer, r.offset / static_cast<int64_t>(size), nullptr};
}

} // namespace

GpuAnswer run_there(GpuDevice& device, const GpuProgram& program, std::span<const GpuWord> inputs,
                    const Poll& poll) {
  return gpu::Walk(device, program, poll).run(inputs);
}

Answer run_on(GpuDevice& device, const GpuProgram& program, std::span<const Word> inputs,
              std::span<const uint64_t> bytes, const Poll& poll) {
  const Plan& plan = *program.cuda.plan;
  std::vector<GpuWord> there;
  for (size_t k = 0; k < inputs.size(); ++k) {
    GpuWord& w = there.emplace_back();
    if (!plan[plan.body.params[k]].column)
      w.bits = inputs[k].bits;
    else {
      w.buffer = std::make_shared<DeviceBuffer>(device, bytes[k]);
      device.upload(w.buffer->place, inputs[k].column, bytes[k]);
    }
  }
  const GpuAnswer got = run_there(device, program, there, poll);
  if (makes_cells(plan))
    for (size_t k = 0; k < there.size(); ++k)
      if (in_region(plan, plan.body.params[k])) there[k].buffer.reset();
  Answer answer;
  answer.failed = got.failed, answer.site = got.site;
  for (size_t k = 0; k < got.results.size(); ++k) {
    const VarType t = plan[plan.body.results[k]];
    if (!t.column)
      answer.scalars.push_back(got.results[k].bits);
    else
      answer.columns.push_back(column_here(device, got.results[k], element_size(t.element), there, inputs));
  }
  return answer;
}

} // namespace nova::plan
