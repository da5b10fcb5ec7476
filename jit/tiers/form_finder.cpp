#include "jit/tiers/form_finder.hpp"
#include "frontend/source/stack_guard.hpp"
#include "jit/values/value_shape.hpp"
#include <algorithm>

namespace nova {
namespace {

constexpr uint32_t largest_form = 3000; ///< most nodes of Core in a form; passes need superlinear time

bool is_array_primitive(const Core& c) {
  return c.kind == CoreKind::Primitive && builtin(c.builtin).kind != BuiltinKind::Scalar &&
         builtin(c.builtin).kind != BuiltinKind::Effect && c.builtin != BuiltinId::Index;
}

} // namespace

const Core* FormFinder::callee(const Core& call) const { return named(*call.items[0]); }

const Core* FormFinder::named(const Core& name) const {
  if (name.kind == CoreKind::Local) return name.function;
  const Core* value = name.kind == CoreKind::Global ? machine_.mono[name.number].value : nullptr;
  return value && value->kind == CoreKind::Lambda ? value : nullptr;
}

/// The result is kept for each node, but not while the body of a called function is searched: results are incomplete
/// then, since a recursive call counts as false.
bool FormFinder::reaches_arrays(const Core& c) {
  if (const auto known = holding_.find(&c); known != holding_.end()) return known->second;
  const auto reaches = [this](const Core* part) { return part && reaches_arrays(*part); };
  const bool found = is_array_primitive(c) || calls_arrays(c) ||
                     (is_no_lambda(c) && (std::ranges::any_of(c.items, reaches) ||
                                          std::ranges::any_of(c.arms, reaches, &CoreArm::body)));
  if (open_functions_ == 0) holding_[&c] = found;
  return found;
}

bool FormFinder::calls_arrays(const Core& c) {
  const Core* f = c.kind == CoreKind::Apply && !StackGuard::exhausted() ? callee(c) : nullptr;
  if (!f) return false;
  if (f->items.size() > 1) return true; // a CUDA kernel
  const auto [known, added] = reaching_.try_emplace(f, false);
  if (!added) return known->second;
  ++open_functions_;
  const bool found = reaches_arrays(*f->items[0]);
  --open_functions_;
  return reaching_[f] = found;
}

namespace {
bool is_tail_call(const Core& c) { return c.kind == CoreKind::Apply && c.tail; }
} // namespace

/// Whether the expression contains a tail call outside of lambdas. Results are kept for lets, because a body of many
/// definitions is a chain of nested lets.
bool FormFinder::has_tail_call(const Core& c) {
  if (!is_no_lambda(c)) return false;
  const bool let = c.kind == CoreKind::Let;
  if (const auto known = let ? leaving_.find(&c) : leaving_.end(); known != leaving_.end())
    return known->second;
  const auto has = [this](const Core* part) { return part && has_tail_call(*part); };
  const bool found = is_tail_call(c) || std::ranges::any_of(c.items, has) ||
                     std::ranges::any_of(c.arms, has, &CoreArm::body);
  if (let) leaving_[&c] = found;
  return found;
}

/// Whether no argument is or contains a function, so that the called function can't call the caller's code through an
/// argument.
bool FormFinder::is_first_order(const Core& call) const {
  return std::none_of(call.items.begin() + 1, call.items.end(), [&](const Core* item) {
    return plan::reaches_function(machine_.frontend.types, item->type);
  });
}

/// These expressions are forms: array built-ins; lets and calls that reach arrays, a recursion or a loop; and tuples,
/// constructor calls and arithmetic with at least two items that reach arrays. An expression with a tail call is a
/// form only if it is itself a call that enters a recursion from outside.
bool FormFinder::is_form(const Core& c) {
  if (is_array_primitive(c)) return true;
  const auto reaches = [this](const Core* item) { return reaches_arrays(*item); };
  switch (c.kind) {
  case CoreKind::Let: break;
  case CoreKind::Apply:
    if (!callee(c)) return false;
    break;
  case CoreKind::Tuple:
  case CoreKind::Construct:
  case CoreKind::Primitive:
    if (builtin(c.builtin).kind == BuiltinKind::Effect || std::ranges::count_if(c.items, reaches) < 2)
      return false;
    break;
  default: return false;
  }
  const auto leaves = [this](const Core* part) { return part && has_tail_call(*part); };
  if (std::ranges::any_of(c.items, leaves) || std::ranges::any_of(c.arms, leaves, &CoreArm::body))
    return false;
  if (is_tail_call(c)) return enters_recursion(c);
  return reaches_arrays(c) || is_recursion(c) || is_loop(c);
}

/// The size of each node is computed once and kept.
uint32_t FormFinder::size(const Core& c) {
  if (const auto known = sizes_.find(&c); known != sizes_.end()) return known->second;
  uint32_t n = 1;
  const auto add = [&](const Core* part) {
    if (part && n <= largest_form) n += StackGuard::exhausted() ? largest_form : size(*part);
  };
  for (const Core* item : c.items) add(item);
  for (const CoreArm& arm : c.arms) add(arm.body);
  return sizes_[&c] = n;
}

bool FormFinder::is_compilable(const Core& c) { return size(c) <= largest_form; }

void FormFinder::forget(const Core* c) {
  sizes_.erase(c), holding_.erase(c), leaving_.erase(c), calls_.erase(c);
  if (c->kind == CoreKind::Lambda) reaching_.erase(c), returning_.erase(c);
}

} // namespace nova
