#include "jit/tiers/checks/sampler.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/tiers/form_inputs.hpp"

namespace nova::plan {
namespace {

/// The longest sample, in elements of each input. It is enough for all parts of a reduction's shape.
constexpr int64_t most_elements_of = 3000;
/// The shortest sample that is tried, in elements of each input.
constexpr int64_t least_elements_of = 40;

/// Returns the function value `f` with `item` in place of the item at the end of the path. If the path is empty,
/// returns `item`.
Value with_item(const Value& f, std::span<const uint32_t> path, const Value& item) {
  if (path.empty()) return item;
  std::vector<Value> items(f.items().begin(), f.items().end());
  items[path[0]] = with_item(items[path[0]], path.subspan(1), item);
  return Value::function(f.code(), items);
}

} // namespace

/// Puts `others` in place of the form's input values. If a definition's value is a function, the plan computes it
/// from the cut inputs. The definition's value is forgotten, so that the interpreter also computes it from them.
void SwappedInputs::put(Machine& machine, const Lowered& form, std::span<Value> frame,
                        const std::vector<Value>& others) {
  for (size_t k = 0; k < others.size(); ++k) {
    const Input& in = form.inputs[k];
    if (in.kind == Input::Region) continue;
    if (in.kind == Input::Slot) {
      slots_.emplace_back(&frame[in.index], frame[in.index]);
      frame[in.index] = with_item(frame[in.index], in.path, others[k]);
      continue;
    }
    const Value now = *machine.defined_value(in.index);
    globals_.emplace_back(in.index, now);
    if (in.path.empty() && now.tag() == Tag::Function)
      machine.forget_global(in.index);
    else
      machine.set_global(in.index, with_item(now, in.path, others[k]));
  }
}

/// Restores values in reverse order, so that of two changes to one value the older is undone last.
void SwappedInputs::put_back(Machine& machine) {
  for (; !slots_.empty(); slots_.pop_back()) *slots_.back().first = std::move(slots_.back().second);
  for (; !globals_.empty(); globals_.pop_back())
    machine.set_global(globals_.back().first, std::move(globals_.back().second));
}

/// Whether the interpreter has time for the form on the inputs in the frame, by the form's formula.
bool Sampler::is_short(TierForm& f) const { return slower_ * *planner_.work_ns(f, frame_) <= quick_check_ns; }

/// Cuts the inputs in the frame to as many first elements as the interpreter has time for; with `numbers`, also makes
/// large integers smaller. Returns none if that does not suffice.
std::optional<Sample> Sampler::first_elements(SwappedInputs& swapped, bool numbers) {
  for (int64_t n = most_elements_of; n >= least_elements_of; n /= 3) {
    auto cut = cut_inputs(inputs_, n, numbers);
    if (!cut) continue; // all inputs are shorter
    swapped.put(machine_, form_.lowered, frame_, *cut);
    if (is_short(form_)) return Sample{std::move(*cut)};
    swapped.put_back(machine_);
  }
  return {};
}

/// Whether `other`, which equals the form except for its literals, has the same kernel. If so, `other` gets the
/// form's code.
bool Sampler::same_kernel(TierForm& other) {
  if (!planner_.lower(other, frame_) || !planner_.print(other) || other.planned->text != form_.planned->text)
    return false;
  other.code.cpu = form_.code.cpu, other.stage = form_.stage, other.code.room = form_.code.room;
  if (!form_.code.sim) return true;
  CudaText cuda = emit_cuda(other.planned->fused);
  if (cuda.text != form_.code.sim->cuda.text) return false;
  return other.code.sim.emplace(GpuProgram{std::move(cuda), form_.code.sim->module}), true;
}

/// Returns a variant of the form with smaller literals and the same kernel: only literals that are arguments of the
/// kernel are changed. Returns null if there are no such literals.
std::shared_ptr<ShorterForm> Sampler::shorter_form(int64_t most) {
  constexpr size_t few = 8;
  const Core& core = *form_.core;
  auto all = with_smaller_numbers(core, most);
  if (!all->form.core || same_kernel(all->form)) return all->form.core ? all : nullptr;
  std::vector<const Core*> arguments;
  for (const auto& literal : all->literals) {
    const std::vector<const Core*> one = {literal.number};
    if (all->literals.size() <= few && same_kernel(with_smaller_numbers(core, most, &one)->form))
      arguments.push_back(literal.number);
  }
  auto some = with_smaller_numbers(core, most, &arguments);
  return some->form.core && same_kernel(some->form) ? some : nullptr;
}

/// Cuts the inputs, and makes literals in the form's text smaller. Returns none for recursive functions: their inner
/// calls would use the smaller literals in the interpreter, but not in the kernel.
std::optional<Sample> Sampler::smaller_numbers(SwappedInputs& swapped) {
  if (form_.code.on_gpu || form_.planned->recursive) return {};
  for (int64_t n = most_elements_of; n >= least_elements_of; n /= 8) {
    auto cut = cut_inputs(inputs_, n, true).value_or(inputs_);
    swapped.put(machine_, form_.lowered, frame_, cut);
    auto shorter = shorter_form(n);
    if (shorter && is_short(shorter->form)) return Sample{std::move(cut), std::move(shorter)};
    swapped.put_back(machine_);
  }
  return {};
}

/// If an operator is tested for associativity, numbers are not made smaller: that could leave fewer than the three
/// elements that a test needs.
std::optional<Sample> Sampler::take(SwappedInputs& swapped) {
  if (auto sample = first_elements(swapped, false)) return sample;
  if (!form_.planned->tries) {
    if (auto sample = first_elements(swapped, true)) return sample;
    if (auto sample = smaller_numbers(swapped)) return sample;
  }
  auto cut = cut_inputs(inputs_, least_elements_of);
  if (!cut) return {};
  swapped.put(machine_, form_.lowered, frame_, *cut);
  return Sample{std::move(*cut)};
}

} // namespace nova::plan
