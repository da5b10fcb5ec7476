#include "jit/tiers/checks/sampler.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/tiers/form_inputs.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

/// The longest sample, in elements of each input. It is enough for all parts of a reduction's shape.
constexpr int64_t most_elements_of = 3000;
/// The longest sample with rows cut too, in elements of each dimension: such a sample is a copy.
constexpr int64_t most_in_rows = 300;
/// The shortest sample that is tried, in elements of each input.
constexpr int64_t least_elements_of = 40;
/// The shortest sample with rows cut too, in elements of each dimension: more than a reduction has lanes.
constexpr int64_t least_in_rows = 18;
/// The smallest number that stands for a length, if no other sample is short.
constexpr int64_t least_number = 4;
/// The elements of each input, and the largest number, of a sample that is taken if no estimate is small.
constexpr int64_t few = 6;
/// The most elements of inputs that the interpreter has time for, if the estimate leaves some work out.
constexpr int64_t most_elements_if_vague = 100'000;

/// Returns the number of elements of a vector, those of its rows included; 1 for other values.
int64_t size_of(const Value& v) {
  if (v.tag() != Tag::Vector) return 1;
  int64_t first = v.array().begin(), last = first + v.array().count();
  for (const Column* c = &v.array().column(); c->layout->kind == ColumnKind::Rows; c = c->children[0].get())
    first = c->offsets()[first], last = c->offsets()[last];
  return last - first;
}

/// Returns the function value `f` with `item` in place of the item at the end of the path. If the path is empty,
/// returns `item`.
Value with_item(const Value& f, std::span<const uint32_t> path, const Value& item) {
  if (path.empty()) return item;
  std::vector<Value> items(f.items().begin(), f.items().end());
  items[path[0]] = with_item(items[path[0]], path.subspan(1), item);
  return Value::function(f.code(), items);
}

} // namespace

/// Puts `others` in place of the form's input values. If a definition's value is a function, or the length of an
/// input, the plan computes it from the cut inputs. The definition's value is forgotten, so that the interpreter also
/// computes it from them.
void SwappedInputs::put(Machine& machine, const Lowered& form, std::span<Value> frame,
                        const std::vector<Value>& others) {
  for (size_t k = 0; k < others.size(); ++k) {
    const Input& in = form.inputs[k];
    if (in.kind == Input::Region || in.kind == Input::TextMode) continue;
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
  for (const uint32_t length : form.lengths)
    if (const Value* now = machine.defined_value(length)) {
      globals_.emplace_back(length, *now);
      machine.forget_global(length);
    }
}

/// Restores values in reverse order, so that of two changes to one value the older is undone last.
void SwappedInputs::put_back(Machine& machine) {
  for (; !slots_.empty(); slots_.pop_back()) *slots_.back().first = std::move(slots_.back().second);
  for (; !globals_.empty(); globals_.pop_back())
    machine.set_global(globals_.back().first, std::move(globals_.back().second));
}

/// Whether the interpreter has time for the form on the inputs in the frame, by the form's formula.
bool Sampler::is_short(TierForm& f, const std::vector<Value>& inputs) const {
  int64_t elements = 0;
  for (const Value& v : inputs) elements += size_of(v);
  if (vague_ && elements > most_elements_if_vague) return false;
  return slower_ * *planner_.work_ns(f, frame_) <= most_ns_;
}

/// Cuts the inputs in the frame to as many first elements as the interpreter has time for, but not below `least`.
/// Returns none if that does not suffice.
std::optional<Sample> Sampler::first_elements(SwappedInputs& swapped, Cuts cuts, int64_t least) {
  for (int64_t n = cuts.rows ? most_in_rows : most_elements_of; n >= least; n /= 2) {
    auto cut = cut_inputs(form_.lowered.inputs, inputs_, n, cuts);
    if (!cut) continue; // all inputs are shorter
    swapped.put(machine_, form_.lowered, frame_, *cut);
    if (is_short(form_, *cut)) return Sample{std::move(*cut)};
    swapped.put_back(machine_);
  }
  return {};
}

/// Whether `other`, which equals the form except for its literals, has the same kernel. If so, `other` gets the
/// form's code.
bool Sampler::same_kernel(TierForm& other) {
  other.used_lengths = form_.used_lengths;
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
    auto cut = cut_inputs(form_.lowered.inputs, inputs_, n, {.numbers = true}).value_or(inputs_);
    swapped.put(machine_, form_.lowered, frame_, cut);
    auto shorter = shorter_form(n);
    if (shorter && is_short(shorter->form, cut)) return Sample{std::move(cut), std::move(shorter)};
    swapped.put_back(machine_);
  }
  return {};
}

/// Makes literals in the form's text as small as they stay arguments of the kernel, whether the interpreter has time for
/// the form then or not: the estimate of nests without inputs is vague.
std::optional<Sample> Sampler::smallest_numbers(SwappedInputs& swapped) {
  constexpr int64_t least_argument = 256; // smaller ints are part of the kernel's text
  if (form_.code.on_gpu || form_.planned->recursive) return {};
  swapped.put(machine_, form_.lowered, frame_, inputs_);
  if (auto shorter = shorter_form(least_argument)) return Sample{inputs_, std::move(shorter)};
  swapped.put_back(machine_);
  return {};
}

/// Returns the sample of `most` elements, whether the interpreter has time for it or not: the formula may count work that
/// does not depend on the inputs.
std::optional<Sample> Sampler::shortest(SwappedInputs& swapped, Cuts cuts, int64_t most) {
  auto cut = cut_inputs(form_.lowered.inputs, inputs_, most, cuts);
  if (!cut) return {};
  swapped.put(machine_, form_.lowered, frame_, *cut);
  return Sample{std::move(*cut)};
}

/// Smaller literals come behind cut inputs: to find those that are arguments of the kernel, the form is planned anew.
/// If an operator is tested for associativity, numbers are made smaller only where no other sample is short: that could
/// leave fewer than the three elements that a test needs.
std::optional<Sample> Sampler::take_kind(SwappedInputs& swapped, int kind) {
  const Cuts numbers{.numbers = true}, rows{.rows = true}, both{.numbers = true, .rows = true},
      all{.numbers = true, .rows = true, .indices = true};
  const bool smaller = !form_.planned->tries;
  switch (kind) {
  case 0: return first_elements(swapped, {}, least_elements_of);
  case 1: return smaller ? first_elements(swapped, numbers, least_elements_of) : std::nullopt;
  case 2: return first_elements(swapped, rows, least_in_rows);
  case 3: return first_elements(swapped, both, least_in_rows);
  case 4: return first_elements(swapped, all, least_in_rows);
  case 5: return smaller ? smaller_numbers(swapped) : std::nullopt;
  case 6: return first_elements(swapped, both, least_number);
  case 7: return shortest(swapped, both, few);
  case 8: return shortest(swapped, all, few);
  case 9: return shortest(swapped, rows, least_elements_of);
  case 10: return shortest(swapped, {}, least_elements_of);
  default: return smaller ? smallest_numbers(swapped) : std::nullopt;
  }
}

bool Sampler::expect_longer(double times) {
  constexpr int estimated = 7; // kinds of samples that an estimate chooses
  if (kind_ > estimated) return false;
  --kind_, slower_ *= std::max(times, 2.0);
  return true;
}

std::optional<Sample> Sampler::take(SwappedInputs& swapped) {
  while (kind_ < kinds)
    if (auto sample = take_kind(swapped, kind_++)) return sample;
  return {};
}

} // namespace nova::plan
