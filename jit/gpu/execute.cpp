// The part of a plan's run that the host executes, and the entry points for running a plan with a device.
#include "frontend/source/stack_guard.hpp"
#include "jit/gpu/executor.hpp"
#include "jit/plan/scalar_eval.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

namespace gpu {

// ---- statements that the host executes ----

void PlanExecutor::statement(const Stm& s) {
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

void PlanExecutor::check(const Stm& s) {
  if (!(run_.bits(s.args[0]) & 1)) throw Failed{s.site};
}

void PlanExecutor::scalar(const Stm& s) {
  uint64_t operands[3] = {};
  for (size_t k = 0; k < s.args.size(); ++k) operands[k] = run_.bits(s.args[k]);
  run_.set(s.outs[0], scalar_function(s.builtin, s.element, run_.plan[s.outs[0]].element).call(operands));
}

void PlanExecutor::branch(const Stm& s) {
  const Body& taken = s.bodies[run_.bits(s.args[0]) ? 0 : 1];
  run(taken);
  run_.bind(s.outs, run_.state(taken.results));
}

void PlanExecutor::loop(const Stm& s) {
  State now = run_.state(s.args);
  for (;;) {
    run_.poll();
    run_.bind(s.bodies[0].params, now);
    run(s.bodies[0]);
    if (!run_.bits(s.bodies[0].results[0])) break;
    run_.bind(s.bodies[1].params, now);
    run(s.bodies[1]);
    now = run_.state(s.bodies[1].results);
  }
  run_.bind(s.outs, now);
}

void PlanExecutor::foldl(const Stm& s) {
  const Body& b = s.bodies[0];
  State now = run_.state(std::span(s.args).subspan(1));
  for (int64_t i = 0, n = run_.count(s.args[0]); i < n; ++i) {
    run_.poll();
    run_.bind(Vars(b.params.begin(), b.params.end() - 1), now);
    run_.set(b.params.back(), static_cast<uint64_t>(i));
    run(b);
    now = run_.state(b.results);
  }
  run_.bind(s.outs, now);
}

void PlanExecutor::read(const Stm& s) {
  const Var out = s.outs[0];
  run_.item(out) = {0,
                    run_.item(s.args[0]).place +
                        static_cast<int64_t>(run_.bits(s.args[1])) * static_cast<int64_t>(run_.size(out)),
                    run_.item(s.args[0]).owner, false};
  run_.bits(out);
}

/// Runs a call of a function. A recursive function's variables are saved before and restored afterwards.
void PlanExecutor::call(const Stm& s) {
  if (StackGuard::exhausted()) throw Failed{s.site};
  const Function& f = run_.plan.functions[s.function];
  const State arguments = run_.state(s.args);
  Vars own;
  if (f.recursive) own = bound_variables(f.body);
  State before;
  for (Var v : own) before.push_back(run_.item(v));
  run_.bind(f.body.params, arguments);
  run(f.body);
  const State results = run_.state(f.body.results);
  run_.bind(own, before);
  run_.bind(s.outs, results);
}

/// Takes n free indices of the statement's region and returns the first. Fails at the statement's site if the region
/// is full.
int64_t PlanExecutor::take_places(const Stm& s, int64_t n) {
  int64_t at = 0;
  run_.finish_sound({{&at, run_.item(s.args[1]).place, sizeof at}});
  if (n > static_cast<int64_t>(run_.bits(s.args[0])) - at) throw Failed{s.site};
  const int64_t next = at + n;
  run_.device.upload(run_.item(s.args[1]).place, &next, sizeof next);
  run_.set(s.outs[0], static_cast<uint64_t>(at));
  return at;
}

void PlanExecutor::cell(const Stm& s) {
  const int64_t at = take_places(s, 1);
  const size_t columns = (s.args.size() - 2) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const Var column = s.args[2 + k];
    const uint64_t value = run_.bits(s.args[2 + columns + k]); // its first bytes are the element
    run_.device.upload(run_.item(column).place + at * static_cast<int64_t>(run_.size(column)), &value,
                       run_.size(column));
  }
}

void PlanExecutor::append(const Stm& s) {
  const int64_t n = run_.count(s.args[2]), at = take_places(s, n);
  const size_t columns = (s.args.size() - 3) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const auto bytes = static_cast<int64_t>(run_.size(s.args[3 + k]));
    char* const to = run_.item(s.args[3 + k]).place + at * bytes;
    if (n > 0)
      run_.device.copy(to, run_.item(s.args[3 + columns + k]).place, static_cast<uint64_t>(n * bytes));
  }
}

namespace {

/// Returns how many blocks of this size hold the threads, in each dimension. Fails with E0432 if that is no grid.
std::array<uint32_t, 3> blocks_of(const ForeignFunction& f, const std::array<int64_t, 3>& threads,
                                  const std::array<int64_t, 3>& block) {
  constexpr int64_t most_threads = 1024, most_blocks[] = {INT32_MAX, 65535, 65535};
  std::array<uint32_t, 3> blocks{};
  int64_t together = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (block[d] < 1 || block[d] > most_threads || (together *= block[d]) > most_threads)
      fail("E0432", {f.name, "a block has 1 to 1024 threads"});
    if (threads[d] < 0 || threads[d] > most_blocks[d] * block[d])
      fail("E0432", {f.name, "its grid has " + std::to_string(threads[d]) + " threads in a dimension"});
    blocks[d] = static_cast<uint32_t>((threads[d] + block[d] - 1) / block[d]);
  }
  return blocks;
}

} // namespace

/// Launches a CUDA kernel of the user's. A grid without threads launches nothing.
void PlanExecutor::launch(const Stm& s) {
  const auto& f = run_.plan.foreigns[s.function];
  const size_t results = f->signature.outputs.size();
  const auto number = [&](size_t k) { return static_cast<int64_t>(run_.bits(s.args[results + k])); };
  const std::array threads{number(0), number(1), number(2)}, block{number(3), number(4), number(5)};
  ForeignLaunch l{f, blocks_of(*f, threads, block), {}, static_cast<uint64_t>(number(6)), {}};
  std::ranges::copy(block, l.threads.begin());
  for (size_t k = results + launch_sizes; k < s.args.size(); ++k) {
    const Var v = s.args[k];
    if (run_.plan[v].column)
      l.places.push_back({0, run_.item(v).place, run_.count(s.args[k + 1])}), ++k;
    else
      l.places.push_back({run_.bits(v), nullptr, 0});
  }
  for (size_t k = 0; k < results; ++k) {
    const int64_t n = static_cast<int64_t>(run_.bits(s.args[k]));
    if (n < 0) fail("E0432", {f->name, "a result has the length " + std::to_string(n)});
    const DeviceBufferRef column = run_.column(s.outs[k], n);
    if (const int64_t byte = number(7); byte >= 0)
      run_.device.fill(column->place, column->bytes, static_cast<uint8_t>(byte));
    l.places.push_back({0, column->place, n});
  }
  const bool empty = std::ranges::find(l.blocks, 0U) != l.blocks.end();
  for (size_t k = 0; k < results && empty; ++k)
    if (const int64_t n = run_.count(s.args[k]); n > 0)
      fail("E0432",
           {f->name, "its grid has no threads, and a result has " + std::to_string(n) + " elements"});
  if (!empty) run_.device.launch(l);
}

void PlanExecutor::shift(const Stm& s) {
  Item moved = run_.item(s.args[0]);
  moved.place += static_cast<int64_t>(run_.bits(s.args[1])) * static_cast<int64_t>(run_.size(s.args[0]));
  run_.item(s.outs[0]) = std::move(moved);
}

void PlanExecutor::copy(const Stm& s) {
  const int64_t n = run_.count(s.args[0]);
  for (size_t k = 0; k < s.outs.size(); ++k) {
    const DeviceBufferRef to = run_.column(s.outs[k], n);
    run_.device.copy(to->place, run_.item(s.args[k + 1]).place, to->bytes);
  }
}

// ---- a run ----

GpuAnswer PlanExecutor::run(std::span<const GpuWord> inputs) {
  GpuAnswer answer;
  try {
    run_.begin(inputs), kernels_.begin();
    run(run_.plan.body);
    run_.finish_results();
  } catch (const Failed& f) {
    return answer.failed = true, answer.site = f.site, answer;
  } catch (const Again&) {
    return run(inputs);
  }
  for (Var v : run_.plan.body.results) {
    const Item& i = run_.item(v);
    if (!run_.plan[v].column)
      answer.results.push_back({run_.bits(v), nullptr, 0});
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

/// Returns a result column on the host. If it lies in an input's buffer, the host's input has it already; otherwise
/// it is downloaded.
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
  return gpu::PlanExecutor(device, program, poll).run(inputs);
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
