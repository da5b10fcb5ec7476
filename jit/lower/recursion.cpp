// Queries on Core: which function a call refers to, and which functions call themselves.
#include "jit/lower/recursion.hpp"
#include <algorithm>
#include <unordered_set>

namespace nova::plan {

const Core* known_function(Monomorphiser& mono, const Core& c) {
  const Core* lambda = c.kind == CoreKind::Local    ? c.function
                       : c.kind == CoreKind::Global ? mono[c.number].value
                                                    : nullptr;
  return lambda && lambda->kind == CoreKind::Lambda ? lambda : nullptr;
}

const Core* known_callee(Monomorphiser& mono, const Core& call) {
  const Core* lambda = known_function(mono, *call.items[0]);
  return lambda && call.items.size() == lambda->vars.size() + 1 ? lambda : nullptr;
}

bool refers(Monomorphiser& mono, const Core& c, const Core& lambda) {
  if (c.kind == CoreKind::Global) return mono[c.number].value == &lambda;
  return c.kind == CoreKind::Local && c.function == &lambda;
}

bool mentions(Monomorphiser& mono, const Core& c, const Core& lambda) {
  auto in = [&](const Core* item) { return mentions(mono, *item, lambda); };
  return refers(mono, c, lambda) || std::ranges::any_of(c.items, in) ||
         std::ranges::any_of(c.arms, [&](const CoreArm& arm) { return mentions(mono, *arm.body, lambda); });
}

bool always_continues(Monomorphiser& mono, const Core& c, const Core& lambda) {
  auto rest = [&](const Core& part) { return always_continues(mono, part, lambda); };
  switch (c.kind) {
  case CoreKind::Apply: return refers(mono, *c.items[0], lambda);
  case CoreKind::If: return rest(*c.items[1]) && rest(*c.items[2]);
  case CoreKind::Let:
  case CoreKind::LetRec:
  case CoreKind::Sequence: return rest(*c.items.back());
  case CoreKind::Match:
    return std::ranges::all_of(c.arms, [&](const CoreArm& arm) { return rest(*arm.body); });
  default: return false;
  }
}

bool calls_itself(Lowering& l, const Core& lambda) {
  if (lambda.name.empty()) return false; // without a name, it cannot refer to itself
  auto [at, added] = l.functions.recursive.try_emplace(&lambda, false);
  if (added) at->second = mentions(l.mono, *lambda.items[0], lambda);
  return at->second;
}

namespace {

bool reaches(Monomorphiser& mono, const Core& c, const Core& lambda, std::unordered_set<const Core*>& seen) {
  const Core* callee = known_function(mono, c);
  if (callee == &lambda) return true;
  bool found = callee && seen.insert(callee).second && reaches(mono, *callee->items[0], lambda, seen);
  for_each_part(c, [&](const Core& part) { found = found || reaches(mono, part, lambda, seen); });
  return found;
}

} // namespace

bool only_tail_calls(Monomorphiser& mono, const Core& c, const Core& lambda) {
  if (c.kind == CoreKind::Lambda) return !mentions(mono, c, lambda);
  const bool call = c.kind == CoreKind::Apply && refers(mono, *c.items[0], lambda);
  if (call && (!c.tail || c.items.size() != lambda.vars.size() + 1)) return false;
  bool all = !refers(mono, c, lambda);
  for (size_t k = call; k < c.items.size(); ++k) all = all && only_tail_calls(mono, *c.items[k], lambda);
  for (const CoreArm& arm : c.arms) all = all && only_tail_calls(mono, *arm.body, lambda);
  return all;
}

bool is_recursive(Lowering& l, const Core& lambda) {
  if (lambda.name.empty()) return false; // without a name, it cannot refer to itself
  const auto [at, added] = l.functions.in_circles.try_emplace(&lambda, false);
  if (!added) return at->second;
  const Core& body = *lambda.items[0];
  std::unordered_set<const Core*> seen{&lambda};
  bool others = false;
  // `look` searches the body for calls of other functions from which the Lambda is called again.
  std::function<void(const Core&)> look = [&](const Core& c) {
    const Core* callee = known_function(l.mono, c);
    if (callee && callee != &lambda && seen.insert(callee).second)
      others = others || reaches(l.mono, *callee->items[0], lambda, seen);
    for_each_part(c, look);
  };
  look(body);
  return l.functions.in_circles[&lambda] = others || !only_tail_calls(l.mono, body, lambda);
}

} // namespace nova::plan
