#include "jit/tiers/form_runner.hpp"
#include "jit/tiers/form_inputs.hpp"
#include "jit/values/checked_answer.hpp"
#include "runtime/buffer.hpp"
#include "runtime/fault.hpp"
#include <algorithm>
#include <bit>

namespace nova::plan {
namespace {

/// Whether a check that fails at the site reports a limit of compiled code, so that the interpreter may still give a
/// value.
bool is_limit(const Site& s) { return s.code.starts_with("E06") || s.code == out_of_room; }

bool has_limit(const Plan& plan, const Body& b, bool in_kernel) {
  return std::ranges::any_of(b.stms, [&](const Stm& s) {
    const bool may_fail = s.op == Op::Check || s.op == Op::Call || s.op == Op::Cell || s.op == Op::Append;
    if (in_kernel && may_fail && is_limit(plan.sites[s.site])) return true;
    return std::ranges::any_of(
        s.bodies, [&](const Body& in) { return has_limit(plan, in, in_kernel || !is_control(s.op)); });
  });
}

} // namespace

namespace {

/// Returns the inputs with the text mode of a check, in which CUDA texts are compared with their references.
std::vector<Value> compared_texts(const TierForm& f, std::vector<Value> inputs) {
  for (size_t k = 0; k < inputs.size(); ++k)
    if (f.lowered.inputs[k].kind == Input::TextMode) inputs[k] = Value::of(int64_t{text_compared});
  return inputs;
}

} // namespace

bool kernels_have_limits(const Plan& plan) {
  return has_limit(plan, plan.body, false) ||
         std::ranges::any_of(plan.functions,
                             [&](const plan::Function& f) { return has_limit(plan, f.body, true); });
}

/// Takes the cell cache out of `cells_` and returns them for a run of the form, which reuses the cells of its inputs.
/// Returns an empty cache, and leaves `cells_` as it is, if the form has no cells.
CellCache FormRunner::cells_kept_for(const TierForm& f) {
  if (std::ranges::none_of(f.lowered.inputs, [](const Input& in) { return in.kind == Input::Region; }))
    return {};
  return std::exchange(cells_, {});
}

/// Keeps the cells of a run's inputs and of its value, if they take at most an eighth of the memory limit.
void FormRunner::keep_cells(const TierForm& f, CellCache&& kept, const Answer& answer, const Value& made) {
  const uint64_t bytes = kept.bytes();
  if (!bytes || bytes > Memory::limit() / 8) return;
  keep_result(marshal_context(machine_, &f.lowered.boxed), f.lowered, made, answer.scalars, answer.columns,
              kept);
  cells_ = std::move(kept);
}

/// A repeated run for a check (`again`) does not use or change the cell cache. If the memory for a run's new cells is
/// too small, the run is repeated with eight times as much.
std::optional<Value> FormRunner::run(TierForm& f, const std::vector<Value>& inputs, bool again) {
  constexpr int64_t first_room = 1 << 14, more = 8;
  const Plan& fused = f.planned->fused;
  const MarshalContext context = marshal_context(machine_, &f.lowered.boxed);
  if (f.code.room == 0 && makes_cells(fused)) f.code.room = first_room;
  const bool keeps = !again && !f.code.on_gpu && !f.code.sim; // only the CPU extends regions in place
  CellCache kept = keeps ? cells_kept_for(f) : CellCache();
  const FlatWords flat = words_of(context, f.lowered.inputs, again ? compared_texts(f, inputs) : inputs,
                                  f.code.room, true, keeps ? &kept : nullptr);
  if (!again) kernel_runs_ += f.planned->kernels;
  if (!again && std::has_single_bit(f.counts.runs + 1)) f.counts.rows = row_sizes(fused, flat);
  const Answer answer = again ? devices_.run_again(f, flat) : devices_.run(f, flat);
  if (answer.failed) {
    const Site* const at = answer.site < fused.sites.size() ? &fused.sites[answer.site] : nullptr;
    if (at && at->code == out_of_room) {
      if (keeps) cells_ = std::move(kept);
      return run_with_room(f, f.code.room * more, inputs, again);
    }
    if (at && is_limit(*at)) fail("E0602");
    return {};
  }
  try {
    Value made = build_value(context, f.lowered.shape, answer.scalars, answer.columns, f.lowered.regions);
    if (keeps) keep_cells(f, std::move(kept), answer, made);
    return made;
  } catch (const BadAnswer& bad) {
    if (!devices_.distrust(f, bad.what)) fail("E0602"); // the interpreter then does the run
    return run(f, inputs, again);
  }
}

/// Runs the form with memory for `room` new cells. If that fails with a Fault, restores the former `f.code.room` for
/// the next run.
std::optional<Value> FormRunner::run_with_room(TierForm& f, int64_t room, const std::vector<Value>& inputs,
                                               bool again) {
  const int64_t before = std::exchange(f.code.room, room);
  try {
    return run(f, inputs, again);
  } catch (const Fault&) {
    f.code.room = before;
    throw;
  }
}

} // namespace nova::plan
