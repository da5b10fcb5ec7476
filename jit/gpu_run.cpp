// The host's level of a plan, beside a device: scalars are computed here, kernels launched there. What a
// kernel has made stays on the device until somebody here looks at it.
#include "jit/gpu_run.hpp"
#include "frontend/depth.hpp"
#include "jit/scalar_function.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

DeviceBuffer::DeviceBuffer(GpuDevice& d, uint64_t bytes)
    : place(static_cast<char*>(d.allocate(std::max<uint64_t>(bytes, 8)))), bytes(bytes), device_(d) {}

namespace {

/// A variable's value: bits, or a place on the device (of a column, or of a scalar that a kernel makes).
struct Item {
  uint64_t bits = 0;
  char* place = nullptr;
  DeviceBufferRef owner;
  bool fetched = true; ///< a scalar: `bits` are known here
};
using State = std::vector<Item>;
using Vars = std::vector<Var>;

struct Failed {
  uint32_t site;
};

/// Words of a kernel's arguments.
struct Words {
  std::vector<uint64_t> all;
  void place(const void* p) { all.push_back(reinterpret_cast<uint64_t>(p)); }
};

class Walk {
 public:
  Walk(GpuDevice& d, const GpuProgram& p, const Poll& poll)
      : device_(d), plan_(p.plan), program_(p), poll_(poll), items_(p.plan.types.size()),
        made_(device_scalars(p.plan)), state_(make(8)) {
    device_.clear(state_->place, 8);
    device_.give_up = poll;
  }
  ~Walk() { device_.give_up = nullptr; }
  GpuAnswer run(std::span<const GpuWord> inputs);

 private:
  // ---- the host's level ----
  void run(const Body& b) {
    for (const Stm& s : b.stms) statement(s);
  }
  void statement(const Stm& s);
  void scalar(const Stm& s);
  void branch(const Stm& s);
  void loop(const Stm& s);
  void foldl(const Stm& s);
  void read(const Stm& s);
  void call(const Stm& s);
  void shift(const Stm& s);

  // ---- kernels ----
  void iota(const Stm& s) { elements(s, count(s.args[0]), s.outs, count(s.args[0])); }
  void map(const Stm& s) { elements(s, count(s.args[0]), s.outs, count(s.args[0])); }
  void elements(const Stm& s, int64_t n, const Vars& columns, int64_t room);
  void reduce(const Stm& s);
  void scan(const Stm& s);
  void filter(const Stm& s);
  void rows(const Stm& s);
  void scatter(const Stm& s);
  void copy(const Stm& s);
  void sort(const Stm& s);

  const Launch& launch_of(const Stm& s) const { return program_.cuda.launches.at(&s); }
  Words words(const Launch& l, Var n);
  uint32_t blocks(int64_t units, uint32_t threads) const;
  void launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
              std::span<const DeviceBufferRef> clear = {});
  /// Waits, and what was made is right.
  void finish_sound() {
    device_.finish();
    int state[2];
    device_.download(state, state_->place, sizeof state);
    if (state[0]) throw Failed{static_cast<uint32_t>(state[0] - 1)};
  }

  // ---- values ----
  DeviceBufferRef make(uint64_t bytes) { return std::make_shared<DeviceBuffer>(device_, bytes); }
  DeviceBufferRef column(Var v, int64_t n);
  Item& item(Var v) { return items_[static_cast<size_t>(v)]; }
  uint64_t bits(Var v);
  int64_t count(Var v) { return std::max<int64_t>(static_cast<int64_t>(bits(v)), 0); }
  uint64_t size(Var v) const { return element_size(plan_[v].element); }
  void set(Var v, uint64_t b) { item(v) = {b, nullptr, nullptr, true}; }
  void bind(const Vars& vars, const State& s);
  State state(std::span<const Var> vars);

  GpuDevice& device_;
  const Plan& plan_;
  const GpuProgram& program_;
  const Poll& poll_;
  std::vector<Item> items_;
  std::vector<bool> made_;
  DeviceBufferRef state_; ///< two ints: a failed check, an arena that was too small
  int64_t slice_ = 4096;  ///< bytes of a thread's arena
};

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
  case Op::Constant: return set(s.outs[0], s.bits);
  case Op::Scalar: return scalar(s);
  case Op::Check:
    if (!(bits(s.args[0]) & 1)) throw Failed{s.site};
    return;
  case Op::If: return branch(s);
  case Op::Loop: return loop(s);
  case Op::Foldl: return foldl(s);
  case Op::Read: return read(s);
  case Op::Shift: return shift(s);
  case Op::Iota: return iota(s);
  case Op::Map: return map(s);
  case Op::Reduce:
  case Op::Accumulate: return reduce(s);
  case Op::Scan: return scan(s);
  case Op::Filter: return filter(s);
  case Op::Rows: return rows(s);
  case Op::Scatter: return scatter(s);
  case Op::Copy: return copy(s);
  case Op::Sort: return sort(s);
  case Op::Call: return call(s);
  case Op::Count_: return;
  }
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

void Walk::shift(const Stm& s) {
  Item moved = item(s.args[0]);
  moved.place += static_cast<int64_t>(bits(s.args[1])) * static_cast<int64_t>(size(s.args[0]));
  item(s.outs[0]) = std::move(moved);
}

// ---- kernels ----

/// The count and the captures; a scalar that kernels make is passed by its place.
Words Walk::words(const Launch& l, Var n) {
  Words w;
  const auto add = [&](Var v) {
    if (plan_[v].column) return w.place(item(v).place);
    if (!made_[static_cast<size_t>(v)]) return w.all.push_back(bits(v));
    w.place(item(v).place);
  };
  add(n);
  for (Var v : l.captures) add(v);
  return w;
}

uint32_t Walk::blocks(int64_t units, uint32_t threads) const {
  const int64_t wanted = (units + threads - 1) / threads;
  return static_cast<uint32_t>(std::clamp<int64_t>(wanted, 1, device_.resident_blocks(threads)));
}

/// Kernels are pure: one whose threads ran out of memory runs again with eight times as much.
void Walk::launch(const Launch& l, const std::string& kernel, uint32_t blocks, const Words& w,
                  std::span<const DeviceBufferRef> clear) {
  if (poll_) poll_();
  for (;;) {
    for (const DeviceBufferRef& b : clear) device_.clear(b->place, b->bytes);
    DeviceBufferRef arena;
    const int64_t slice = l.arena ? slice_ : 0;
    if (slice) arena = make(checked_bytes(static_cast<uint64_t>(slice), uint64_t{blocks} * l.threads));
    const GpuTask task = {arena ? arena->place : nullptr, slice, state_->place, device_.stop_place(),
                          device_.stack_bytes()};
    device_.launch(*program_.module, kernel, {blocks, l.threads, l.shared}, task, w.all);
    if (!slice) return;
    device_.finish();
    int state[2];
    device_.download(state, state_->place, sizeof state);
    if (!state[1] || state[0]) return;
    slice_ *= 8;
    device_.clear(state_->place, 8);
  }
}

void Walk::elements(const Stm& s, int64_t n, const Vars& columns, int64_t room) {
  const Launch& l = launch_of(s);
  Words w = words(l, s.args[0]);
  for (Var v : columns) w.place(column(v, room)->place);
  if (n > 0) launch(l, l.kernel, blocks(n, l.threads), w);
}

void Walk::reduce(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]), groups = n / l.leaves + 1; // a leaf has an element at least
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) {
    const DeviceBufferRef b = make(8);
    item(v) = {0, b->place, b, false};
    w.place(b->place);
  }
  const DeviceBufferRef partial = make(checked_bytes(static_cast<uint64_t>(2 * groups), l.value)),
                        ticket = make(4);
  w.place(partial->place), w.place(ticket->place);
  const int64_t per_group = int64_t{l.leaves} * 16;
  launch(l, l.kernel, blocks((n + per_group - 1) / per_group * l.threads, l.threads), w,
         std::span(&ticket, 1));
}

/// What blocks in a row need: nodes, flags and a ticket.
struct Look {
  DeviceBufferRef nodes, flags, ticket;
};

void Walk::scan(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]), each = int64_t{l.threads} * 16, count = (n + each - 1) / each;
  Words w = words(l, s.args[0]);
  for (Var v : s.outs) w.place(column(v, n)->place);
  const DeviceBufferRef nodes = make(static_cast<uint64_t>(2 * count + 1) * l.value);
  const DeviceBufferRef clear[] = {make(static_cast<uint64_t>(2 * count + 1) * 4), make(4)};
  w.place(nodes->place), w.place(clear[0]->place), w.place(clear[1]->place);
  if (n > 0) launch(l, l.kernel, blocks(count * l.threads, l.threads), w, clear);
}

void Walk::filter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]), each = int64_t{l.threads} * 8, blocks_wanted = (n + each - 1) / each;
  Words w = words(l, s.args[0]);
  const DeviceBufferRef kept = make(8);
  device_.clear(kept->place, 8);
  item(s.outs[0]) = {0, kept->place, kept, false};
  w.place(kept->place);
  std::vector<DeviceBufferRef> columns;
  for (size_t k = 1; k < s.outs.size(); ++k) w.place(columns.emplace_back(column(s.outs[k], n))->place);
  const DeviceBufferRef nodes = make(static_cast<uint64_t>(2 * blocks_wanted + 1) * 8);
  const DeviceBufferRef clear[] = {make(static_cast<uint64_t>(2 * blocks_wanted + 1) * 4), make(4)};
  w.place(nodes->place), w.place(clear[0]->place), w.place(clear[1]->place);
  if (n > 0) launch(l, l.kernel, blocks(blocks_wanted * l.threads, l.threads), w, clear);
  const auto left = static_cast<uint64_t>(count(s.outs[0]));
  for (size_t k = 1; k < s.outs.size(); ++k) columns[k - 1]->bytes = left * size(s.outs[k]);
}

void Walk::rows(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]);
  const DeviceBufferRef offsets = column(s.outs[0], n + 1),
                        lengths = make(checked_bytes(static_cast<uint64_t>(n), 8));
  device_.clear(offsets->place, 8);
  Words w = words(l, s.args[0]);
  const size_t columns = s.outs.size() - 2, at = w.all.size();
  w.all.resize(at + columns);
  w.place(lengths->place);
  Launch sums = l;
  sums.arena = false, sums.shared = 2 * l.threads * 8;
  const int64_t each = int64_t{l.threads} * 16, units = (n + each - 1) / each;
  const DeviceBufferRef nodes = make(static_cast<uint64_t>(2 * units + 1) * 8);
  const DeviceBufferRef clear[] = {make(static_cast<uint64_t>(2 * units + 1) * 4), make(4)};
  Words of_sums;
  of_sums.all.push_back(static_cast<uint64_t>(n));
  for (const DeviceBufferRef& b : {lengths, offsets, nodes, clear[0], clear[1]}) of_sums.place(b->place);
  if (n > 0) {
    launch(l, l.kernel, blocks(n, l.threads), w);
    launch(sums, l.kernel + "_offsets", blocks(units * l.threads, l.threads), of_sums, clear);
  }
  item(s.outs[1]) = {0, offsets->place + n * 8, offsets, false};
  const int64_t total = count(s.outs[1]);
  for (size_t k = 0; k < columns; ++k)
    w.all[at + k] = reinterpret_cast<uint64_t>(column(s.outs[k + 2], total)->place);
  w.all.pop_back();
  w.place(offsets->place);
  if (n > 0) launch(l, l.kernel + "_fill", blocks(n, l.threads), w);
}

void Walk::scatter(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]), m = count(s.args[1]);
  std::vector<Item> from = state(std::span(s.args).subspan(2));
  Words w = words(l, s.args[1]);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const DeviceBufferRef to = column(s.outs[k], n);
    device_.copy(to->place, from[k].place, to->bytes);
    w.place(to->place);
  }
  const DeviceBufferRef claims = make(checked_bytes(static_cast<uint64_t>(n), 8));
  w.place(claims->place);
  if (m > 0) {
    launch(l, l.kernel, blocks(m, l.threads), w, std::span(&claims, 1));
    launch(l, l.kernel + "_write", blocks(m, l.threads), w);
  }
}

void Walk::copy(const Stm& s) {
  const int64_t n = count(s.args[0]);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const DeviceBufferRef to = column(s.outs[k], n);
    device_.copy(to->place, item(s.args[k + 1]).place, to->bytes);
  }
}

void Walk::sort(const Stm& s) {
  const Launch& l = launch_of(s);
  const int64_t n = count(s.args[0]);
  DeviceBufferRef from = column(s.outs[0], n), to = make(checked_bytes(static_cast<uint64_t>(n), 8));
  Words first, w = words(l, s.args[0]);
  first.all.push_back(static_cast<uint64_t>(n)), first.place(from->place);
  if (n > 0) launch(l, l.kernel + "_first", blocks(n, l.threads), first);
  for (int64_t width = 1; width < n; width *= 2, std::swap(from, to)) {
    Words pass = w;
    pass.place(from->place), pass.place(to->place), pass.all.push_back(static_cast<uint64_t>(width));
    launch(l, l.kernel, blocks(n, l.threads), pass);
  }
  item(s.outs[0]) = {0, from->place, from, true};
}

// ---- a run ----

GpuAnswer Walk::run(std::span<const GpuWord> inputs) {
  GpuAnswer answer;
  for_each_stm(plan_.body, [this](const Stm& s) { // constants within bodies are kernels' arguments
    if (s.op == Op::Constant) set(s.outs[0], s.bits);
  });
  for (size_t k = 0; k < inputs.size(); ++k) {
    const GpuWord& in = inputs[k];
    item(plan_.body.params[k]) = {in.bits, in.buffer ? in.buffer->place + in.offset : nullptr, in.buffer, true};
  }
  try {
    run(plan_.body);
    finish_sound();
  } catch (const Failed& f) {
    return answer.failed = true, answer.site = f.site, answer;
  }
  for (Var v : plan_.body.results) {
    const Item& i = item(v);
    if (!plan_[v].column) answer.results.push_back({bits(v), nullptr, 0});
    else answer.results.push_back({0, i.owner, i.place - i.owner->place});
  }
  return answer;
}

/// Columns of inputs are here already.
ResultColumn column_here(GpuDevice& device, const GpuWord& r, uint64_t size, std::span<const GpuWord> inputs,
                         std::span<const Word> here) {
  for (size_t k = 0; k < inputs.size(); ++k)
    if (inputs[k].buffer == r.buffer) return {nullptr, 0, static_cast<const std::byte*>(here[k].column) + r.offset};
  auto buffer = std::make_shared<Buffer>(std::max<uint64_t>(r.buffer->bytes, 1));
  device.download(buffer->bytes(), r.buffer->place, r.buffer->bytes);
  return {buffer, r.offset / static_cast<int64_t>(size), nullptr};
}

} // namespace

GpuAnswer run_there(GpuDevice& device, const GpuProgram& program, std::span<const GpuWord> inputs,
                    const Poll& poll) {
  return Walk(device, program, poll).run(inputs);
}

Answer run_on(GpuDevice& device, const GpuProgram& program, std::span<const Word> inputs,
              std::span<const uint64_t> bytes, const Poll& poll) {
  const Plan& plan = program.plan;
  std::vector<GpuWord> there;
  for (size_t k = 0; k < inputs.size(); ++k) {
    GpuWord& w = there.emplace_back();
    if (!plan[plan.body.params[k]].column) w.bits = inputs[k].bits;
    else {
      w.buffer = std::make_shared<DeviceBuffer>(device, bytes[k]);
      device.upload(w.buffer->place, inputs[k].column, bytes[k]);
    }
  }
  const GpuAnswer got = run_there(device, program, there, poll);
  Answer answer;
  answer.failed = got.failed, answer.site = got.site;
  for (size_t k = 0; k < got.results.size(); ++k) {
    const VarType t = plan[plan.body.results[k]];
    if (!t.column) answer.scalars.push_back(got.results[k].bits);
    else answer.columns.push_back(column_here(device, got.results[k], element_size(t.element), there, inputs));
  }
  return answer;
}

} // namespace nova::plan
