// Recursion and loops on the host: a call, from outside, of a function that calls itself or loops is a form
// too, though it makes no array; so is a let with a loop. What they cost no formula tells, so that the
// interpreter's runs are timed.
#include "frontend/source/stack_guard.hpp"
#include "jit/tiers/form_finder.hpp"
#include "jit/values/value_shape.hpp"
#include <algorithm>

namespace nova {
namespace {

bool is_while_or_for(const Core& c) { return c.kind == CoreKind::While || c.kind == CoreKind::For; }

/// Does it give a variable around it another value? Unknown, and so true, where it is too deep to look.
bool assigns_outside(const Core& expression) {
  std::vector<uint32_t> bound, assigned;
  const auto note = [&](const Core& c) {
    if (c.kind == CoreKind::Let || c.kind == CoreKind::For) bound.push_back(c.slot);
    if (c.kind == CoreKind::Assign) assigned.push_back(c.slot);
    return StackGuard::exhausted();
  };
  if (any_of(expression, note, is_no_lambda)) return true;
  return std::ranges::any_of(assigned,
                             [&](uint32_t slot) { return std::ranges::find(bound, slot) == bound.end(); });
}

} // namespace

const FormFinder::Calls& FormFinder::calls_in(const Core& expression) {
  const auto [at, added] = calls_.try_emplace(&expression);
  if (added) {
    const auto note = [&own = at->second](const Core& c) {
      const bool names_builtin = c.kind == CoreKind::Primitive || c.kind == CoreKind::Builtin;
      own.has_effect |=
          (names_builtin && builtin(c.builtin).kind == BuiltinKind::Effect) || StackGuard::exhausted();
      own.has_loop |= is_while_or_for(c);
      if (c.kind == CoreKind::Apply) own.calls.push_back(&c);
      return false;
    };
    any_of(expression, note, [](const Core&) { return !StackGuard::exhausted(); });
  }
  return at->second;
}

/// Calls as far as they lead from a function. Past `most` functions nothing more is looked for.
struct FormFinder::CallWalk {
  FormFinder& finder;
  const Core& from;
  bool returns = false;                             ///< some function comes to itself, or loops
  bool inside = false;                              ///< `from` is one of the calls
  bool known_pure = true;                           ///< nothing that it comes to has an effect
  std::vector<std::pair<const Core*, bool>> seen{}; ///< is it being followed?

  void follow(const Core& f) {
    if (seen.size() == most) return void(known_pure = false);
    seen.emplace_back(&f, true);
    const size_t own = seen.size() - 1;
    look(*f.items[0]);
    seen[own].second = false;
  }

  void look(const Core& expression) {
    const Calls& own = finder.calls_in(expression);
    known_pure &= !own.has_effect, returns |= own.has_loop;
    for (const Core* call : own.calls) {
      inside |= call == &from;
      const Core* const g = finder.callee(*call);
      g ? meet(*g) : void(known_pure = false);
    }
  }

  static constexpr size_t most = 64;
  void meet(const Core& g) {
    const auto known = std::ranges::find(seen, &g, &std::pair<const Core*, bool>::first);
    if (known == seen.end())
      follow(g);
    else
      returns |= known->second;
  }
};

bool FormFinder::is_recursion(const Core& call) {
  const Core* f = call.kind == CoreKind::Apply ? callee(call) : nullptr;
  if (!f || plan::has_function(machine_.frontend.types, call.type)) return false;
  if (const auto known = returning_.find(f); known != returning_.end() && !known->second) return false;
  CallWalk walk{*this, call};
  walk.follow(*f);
  returning_[f] = walk.returns;
  return walk.returns && !walk.inside;
}

/// A let whose loop is its own: not that of a function in it, nor one around.
bool FormFinder::is_loop(const Core& let) {
  return let.kind == CoreKind::Let && is_compilable(let) && any_of(let, is_while_or_for, is_no_lambda) &&
         !assigns_outside(let) && !plan::has_function(machine_.frontend.types, let.type);
}

/// Nor may the call's arguments have an effect.
bool FormFinder::is_pure(const Core& call) {
  if (assigns_outside(call)) return false;
  CallWalk walk{*this, call};
  walk.look(call);
  return walk.known_pure && is_first_order(call);
}

/// A form with arrays has a plan before it is overtaken, and what has a plan does nothing but compute.
bool FormFinder::may_stop(const Core& form) {
  return reaches_arrays(form) ? !assigns_outside(form) : is_pure(form);
}

} // namespace nova
