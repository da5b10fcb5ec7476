// The interpreter for plans: scalars, control, calls and cells, one function per operation.
#include "frontend/source/stack_guard.hpp"
#include "jit/plan/evaluator.hpp"
#include "runtime/array.hpp"
#include "runtime/word.hpp"
#include <algorithm>
#include <cstring>

namespace nova::plan {

PlanEvaluator::PlanEvaluator(const Plan& plan, const Poll& poll)
    : plan_(plan), poll_(poll), values_(plan.types.size()), functions_(plan.types.size()) {
  for_each_root(plan, [&](const Body& b) {
    for_each_stm(b, [&](const Stm& s) {
      if (s.op == Op::Scalar)
        functions_[static_cast<size_t>(s.outs[0])] =
            scalar_function(s.builtin, s.element, plan[s.outs[0]].element);
    });
  });
}

/// Returns the plan's results as an answer.
static Answer answer_of(const Plan& plan, const PlanValues& values) {
  Answer a;
  for (Var v : plan.body.results) {
    const Item& i = values.item(v);
    if (!plan[v].column) {
      a.scalars.push_back(i.word.bits);
    } else if (i.owner) {
      const auto bytes = static_cast<const std::byte*>(i.word.column) - i.owner->bytes();
      a.columns.push_back({i.owner, bytes / static_cast<ptrdiff_t>(element_size(plan[v].element)), nullptr});
    } else {
      a.columns.push_back({nullptr, 0, i.word.column});
    }
  }
  return a;
}

namespace {

/// Copies a region's columns and its count, so that a run adds cells to copies and leaves the inputs as they are.
void copy_region(const Plan& plan, PlanValues& values, const Region& r) {
  require_inside(values.item(r.count), Element::I64, 0, 1, "read");
  const auto used = static_cast<const int64_t*>(values.item(r.count).word.column)[0];
  const auto copy = [&](Var v, int64_t room, int64_t used) {
    const size_t size = element_size(plan[v].element);
    require_inside(values.item(v), plan[v].element, 0, used, "read");
    auto buffer = std::make_shared<Buffer>(checked_bytes(static_cast<uint64_t>(room), size));
    if (used > 0) std::memcpy(buffer->bytes(), values.item(v).word.column, static_cast<size_t>(used) * size);
    values.set_column(v, std::move(buffer));
  };
  copy(r.count, 1, 1);
  for (Var v : r.columns) copy(v, std::max<int64_t>(values.integer(r.room), used), used);
}

} // namespace

Answer PlanEvaluator::run(std::span<const Word> inputs, std::span<const BufferRef> buffers) {
  Answer failed;
  failed.failed = true;
  try {
    if (inputs.size() != plan_.body.params.size()) throw PlanBroken{"it has other inputs"};
    for (size_t k = 0; k < inputs.size(); ++k)
      values_.set(plan_.body.params[k], {inputs[k], buffers.empty() ? nullptr : buffers[k]});
    if (plan_.text_mode)
      values_.set_bits(*plan_.text_mode, 0); // references run, since only a GPU runs CUDA texts
    for (const Region& r : plan_.regions) copy_region(plan_, values_, r);
    run(plan_.body);
    return answer_of(plan_, values_);
  } catch (const CheckFailed& check) {
    failed.site = check.site;
  } catch (PlanBroken& broken) {
    failed.broken = std::move(broken.what);
  }
  return failed;
}

void PlanEvaluator::run(const Body& b) {
  for (const Stm& s : b.stms) statement(s);
}

void PlanEvaluator::statement(const Stm& s) {
  switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
  case Op::Count_: return;
  }
}

void PlanEvaluator::scalar(const Stm& s) {
  uint64_t operands[3] = {};
  for (size_t k = 0; k < s.args.size(); ++k) operands[k] = values_.bits(s.args[k]);
  values_.set_bits(s.outs[0], functions_[static_cast<size_t>(s.outs[0])].call(operands));
}

void PlanEvaluator::check(const Stm& s) {
  if (!values_.bits(s.args[0])) throw CheckFailed{s.site};
}

void PlanEvaluator::branch(const Stm& s) {
  const Body& taken = s.bodies[values_.bits(s.args[0]) ? 0 : 1];
  run(taken);
  values_.set_all(s.outs, values_.state(taken.results));
}

void PlanEvaluator::loop(const Stm& s) {
  const Body &go = s.bodies[0], &step = s.bodies[1];
  State now = values_.state(s.args);
  for (;; tick()) {
    values_.set_all(go.params, now);
    run(go);
    if (!values_.bits(go.results[0])) break;
    values_.set_all(step.params, now);
    run(step);
    now = values_.state(step.results);
  }
  values_.set_all(s.outs, now);
}

/// Calls a function of the plan. If the function is recursive, its variables are saved before and restored after the
/// call, since the caller may be the same function.
void PlanEvaluator::call(const Stm& s) {
  tick();
  if (StackGuard::exhausted()) throw CheckFailed{s.site};
  const Function& f = plan_.functions[s.function];
  const State arguments = values_.state(s.args);
  std::vector<Var> own;
  if (f.recursive) own = bound_variables(f.body);
  const State before = values_.state(own);
  values_.set_all(f.body.params, arguments);
  run(f.body);
  const State results = values_.state(f.body.results);
  values_.set_all(own, before);
  values_.set_all(s.outs, results);
}

void PlanEvaluator::foreign(const Stm& s) {
  tick();
  const ForeignFunction& f = *plan_.foreigns[s.function];
  if (!f.call || s.allocates) throw PlanBroken{"nothing calls the foreign function " + f.name};
  std::vector<ForeignArgument> all;
  size_t next = 0;
  for (const ForeignType& t : f.signature.parameters)
    for (const Element e : t.elements) {
      const Var v = s.args[next++];
      if (t.kind != ForeignType::Vector) {
        all.push_back({values_.bits(v), nullptr, 0});
        continue;
      }
      const int64_t n = values_.count(s.args[next++]);
      require_inside(values_.item(v), e, 0, n, "read");
      static const uint64_t nothing = 0;
      const auto count = static_cast<uint64_t>(n);
      all.push_back({count, n ? values_.item(v).word.column : &nothing, count * element_size(e)});
    }
  const ForeignResult made = f.call(all);
  for (size_t k = 0; k < s.outs.size(); ++k) values_.set_bits(s.outs[k], made.words[k]);
}

/// Reserves the next n free indices of the statement's region and returns the first. Throws CheckFailed if the region
/// has too little room left.
int64_t PlanEvaluator::take_places(const Stm& s, int64_t n) {
  require_inside(values_.item(s.args[1]), Element::I64, 0, 1, "written");
  int64_t& count = *static_cast<int64_t*>(const_cast<void*>(values_.item(s.args[1]).word.column));
  int64_t left;
  if (__builtin_sub_overflow(values_.integer(s.args[0]), count, &left) || n > left) throw CheckFailed{s.site};
  return (count += n) - n;
}

void PlanEvaluator::cell(const Stm& s) {
  const int64_t at = take_places(s, 1);
  const size_t columns = (s.args.size() - 2) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const Var column = s.args[2 + k];
    require_inside(values_.item(column), plan_[column].element, at, 1, "written");
    with_element(plan_[column].element, [&](auto t) {
      static_cast<decltype(t)*>(const_cast<void*>(values_.item(column).word.column))[at] =
          from_word<decltype(t)>(values_.bits(s.args[2 + columns + k]));
    });
  }
  values_.set_bits(s.outs[0], static_cast<uint64_t>(at));
}

void PlanEvaluator::append(const Stm& s) {
  const int64_t n = values_.count(s.args[2]), at = take_places(s, n);
  const size_t columns = (s.args.size() - 3) / 2;
  for (size_t k = 0; k < columns; ++k) {
    const size_t size = element_size(plan_[s.args[3 + k]].element);
    const Item &to = values_.item(s.args[3 + k]), &from = values_.item(s.args[3 + columns + k]);
    require_inside(to, plan_[s.args[3 + k]].element, at, n, "written");
    require_inside(from, plan_[s.args[3 + k]].element, 0, n, "read");
    std::byte* const first = static_cast<std::byte*>(const_cast<void*>(to.word.column));
    if (n > 0)
      std::memcpy(first + static_cast<size_t>(at) * size, from.word.column, static_cast<size_t>(n) * size);
  }
  values_.set_bits(s.outs[0], static_cast<uint64_t>(at));
}

void PlanEvaluator::read(const Stm& s) {
  const Item& column = values_.item(s.args[0]);
  const int64_t i = values_.integer(s.args[1]);
  const Element e = plan_[s.outs[0]].element;
  require_inside(column, e, i, 1, "read");
  values_.set_bits(s.outs[0], load(column.word.column, e, i));
}

void PlanEvaluator::shift(const Stm& s) {
  Item column = values_.item(s.args[0]);
  const uint64_t size = element_size(plan_[s.args[0]].element); // bounds are checked at each read
  column.word.bits += values_.bits(s.args[1]) * size;
  values_.set(s.outs[0], std::move(column));
}

Answer eval_plan(const Plan& plan, std::span<const Word> inputs, const Poll& poll,
                 std::span<const BufferRef> buffers) {
  return PlanEvaluator(plan, poll).run(inputs, buffers);
}

} // namespace nova::plan
