#include "jit/tiers/form_planner.hpp"
#include "frontend/infer/reduction_shape.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <ctime>

namespace nova::plan {
namespace {

/// Runs `make`, which makes a plan or its C. Returns false and refuses the form if the session's memory is too small
/// for that. Other faults, such as a deadline, are passed on and leave the form as it was.
template <class Make> bool fits(TierForm& f, Make make) {
  try {
    return make(), true;
  } catch (const Fault& limit) {
    if (limit.code != "E0601") throw;
    f.refuse({Reason::NoMemory}), f.lowered = {}, f.too_large = true;
    return false;
  }
}

} // namespace

bool FormPlanner::lower(TierForm& f, std::span<Value> frame) {
  Refusal why;
  const auto shape_at = [&](const Input& in, ValueShape& shape, BoxedFunctions& boxed) {
    const Value* v = input_at(machine_, in, frame);
    return v && join(marshal_context(machine_), shape, *v, boxed);
  };
  const auto function = [&](const Input& in) { return function_at(machine_, in, frame); };
  const auto value = [&](const Input& in) { return input_at(machine_, in, frame); };
  std::optional<Lowered> made;
  const auto make = [&] {
    made = plan::lower(*f.core, machine_.mono, machine_.frontend, why,
                       {function, shape_at, value, f.used_lengths});
  };
  if (!fits(f, make)) return false;
  if (!made) {
    f.refuse({Reason::NotLowered, why.reason}), f.always = why.always, f.too_large = why.too_large;
    return f.lowered.functions = std::move(why.functions), false;
  }
  f.lowered = std::move(*made), f.stage = TierForm::Lowered;
  return true;
}

namespace {

/// Returns the C of a plan without the program's names, so that forms that differ only in names have the same text.
std::string text_to_compile(Plan plan, bool for_ranks) {
  plan.names.clear();
  return emit_c(plan, for_ranks);
}

/// Thrown to end passes that take too long for the time that the form has cost.
struct TooLong {};

double thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

constexpr size_t most_text = 500'000; ///< limit for the C, in bytes; a C compiler takes some seconds for it

/// Whether the interpreter tests an operator of the plan for associativity (interp/associativity.hpp). If so, results
/// of earlier sessions' checks are not used, so that the test's warnings do not depend on them.
bool tries_operators(const Plan& plan) {
  bool tries = false;
  const auto look = [&](const Stm& s) {
    if (s.op != Op::Reduce && s.op != Op::Scan && s.op != Op::ScanScatter) return;
    const Body& join = s.bodies[1];
    for (size_t k = 0; k < join.results.size(); ++k) {
      const std::optional<BuiltinId> by = joined_by(join, k, true);
      tries = tries || !by || !commutes(*by);
    }
  };
  for_each_root(plan, [&](const Body& b) { for_each_stm(b, look); });
  return tries;
}

/// Whether the plan, which may hold CUDA texts, may run on a GPU.
bool may_use_gpu(Tier tier, const Plan& plan) {
  std::string why;
  return is_gpu(tier) || (tier == Tier::Auto && plan.text_mode && has_cuda_driver(why));
}

} // namespace

bool FormPlanner::plan(TierForm& f) {
  if (f.planned) return !f.planned->text.empty();
  const bool good = print(f);
  if (good && options_.kernels) options_.kernels(f.planned->fused);
  return good;
}

bool FormPlanner::plan_whole(TierForm& f) {
  constexpr double any_ns = 1e15;
  const double before = std::exchange(f.heat.waiting_ns, any_ns);
  const bool good = plan(f);
  f.heat.waiting_ns = before;
  return good;
}

/// Runs `make`, which runs passes and prints C while the interpreter waits. In the tier `auto` it may take 100 ms of
/// processor time, or a sixteenth of the interpreter's time so far; the ranks of a job, which have to decide alike, may
/// take any. Returns false if it takes longer; it is tried again when the interpreter has worked much longer.
template <class Make> bool FormPlanner::in_time(TierForm& f, Make make) {
  if (options_.tier != Tier::Auto || dumps() || machine_.options.ranks) return make();
  const double begin = thread_ns(), most = std::max(100e6, f.heat.waiting_ns / 16);
  const Watch watch([&] {
    machine_.check_stop();
    if (thread_ns() - begin > most) throw TooLong{};
  });
  try {
    return make();
  } catch (const TooLong&) {
    f.heat.planning_ns = thread_ns() - begin;
    return false;
  }
}

/// A form whose plan shows that it has no kernel is refused before its passes, which take a millisecond.
bool FormPlanner::print(TierForm& f) {
  PlannedForm made{.fused = f.lowered.plan};
  if (!may_have_kernels(made.fused)) return note(f, std::move(made), {Reason::NothingOverElements});
  if (!is_gpu(options_.tier) && has_text_alone(made.fused))
    return note(f, std::move(made), {Reason::TextAlone});
  if (!may_use_gpu(options_.tier, made.fused)) use_references(made.fused);
  // This is tested before passes run, since they turn some recursion into loops.
  if (machine_.options.max_depth > 0 && is_recursive(made.fused))
    return note(f, std::move(made), {Reason::CountedCalls});
  std::string broken, text;
  const auto make = [&] {
    broken = optimise(made.fused, passes());
    if (broken.empty()) text = text_to_compile(made.fused, for_ranks());
  };
  if (!in_time(f, [&] { return fits(f, make); })) return false;
  if (!broken.empty()) return note(f, std::move(made), {Reason::BrokenPass, broken});
  if (options_.tamper) text = options_.tamper(std::move(text));
  if (f.too_large = text.size() > most_text; f.too_large)
    return note(f, std::move(made), {Reason::LongText, std::to_string(most_text)});
  if (why_no_kernel(made.fused, is_gpu(options_.tier) ? Target::Gpu : Target::Cpu) ==
      NoKernel::NothingOverElements)
    return note(f, std::move(made), {Reason::NothingOverElements});
  made.kernels = count_kernels(made.fused), made.recursive = is_recursive(made.fused);
  made.tries = tries_operators(made.fused), made.text = c_prologue(text) + text;
  return note(f, std::move(made), {});
}

/// Stores the plan and C that were made for the form. If there is a reason `why`, refuses the form and returns false.
bool FormPlanner::note(TierForm& f, PlannedForm made, Why why) {
  f.planned.emplace(std::move(made));
  if (!why) return true;
  return f.refuse(std::move(why)), false;
}

// ---- work ----

WorkFormula::Places FormPlanner::places(const TierForm& f) const {
  return number_places(machine_.frontend.types, f.lowered.inputs, &f.lowered.boxed,
                       [this](uint32_t index) { return machine_.defined_value(index); });
}

std::optional<double> FormPlanner::work_ns(TierForm& f, std::span<Value> frame) {
  if (!f.work) {
    for (const Input& in : f.lowered.inputs)
      if (in.kind == Input::Global && !machine_.defined_value(in.index)) return {};
    f.work.emplace(f.lowered.plan, places(f), WorkFormula::Statements);
  }
  return statement_ns * f.work->amount(frame.data());
}

void FormPlanner::note_bytes(TierForm& f, std::span<Value> frame) {
  if (!f.memory) f.memory.emplace(f.planned->fused, places(f), WorkFormula::Bytes);
  f.counts.bytes = f.memory->amount(frame.data());
}

} // namespace nova::plan
