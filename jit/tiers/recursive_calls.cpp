// Finds recursion and loops without arrays. A call from outside to a function that calls itself or loops is a form,
// and so is a let with a loop. No formula gives their cost, so the interpreter's runs are timed.
#include "frontend/source/stack_guard.hpp"
#include "jit/tiers/form_finder.hpp"
#include "jit/values/value_shape.hpp"
#include <algorithm>

namespace nova {
namespace {

/// Whether the expression assigns to a variable from outside of it. Also true if the expression is too deep to
/// search.
bool assigns_outside(const Core& expression) {
  std::vector<uint32_t> bound, assigned;
  const auto note = [&](const Core& c) {
    if (binds_variable(c)) bound.push_back(c.slot);
    if (c.kind == CoreKind::Assign) assigned.push_back(c.slot);
    return StackGuard::exhausted();
  };
  if (any_of(expression, note, is_no_lambda)) return true;
  return std::ranges::any_of(assigned,
                             [&](uint32_t slot) { return std::ranges::find(bound, slot) == bound.end(); });
}

void note_variables(const CorePattern& p, std::vector<VarId>& bound) {
  if (p.kind == CorePattern::Variable) bound.push_back(p.var);
  for (const CorePattern& item : p.items) note_variables(item, bound);
}

/// Appends the variables that the node binds.
void note_bound(const Core& c, std::vector<VarId>& bound) {
  if (binds_variable(c)) bound.push_back(c.var);
  bound.insert(bound.end(), c.vars.begin(), c.vars.end());
  for (const CoreArm& arm : c.arms) note_variables(arm.pattern, bound);
}

} // namespace

const FormFinder::Calls& FormFinder::calls_in(const Core& expression) {
  const auto [at, added] = calls_.try_emplace(&expression);
  if (added) {
    const auto note = [&own = at->second, this](const Core& c) {
      const bool is_name = c.kind == CoreKind::Global || c.kind == CoreKind::Local;
      const bool names_builtin = c.kind == CoreKind::Primitive || c.kind == CoreKind::Builtin;
      own.has_effect |=
          (names_builtin && builtin(c.builtin).kind == BuiltinKind::Effect) || StackGuard::exhausted();
      own.has_loop |= repeats_items(c);
      if (c.kind == CoreKind::Apply) own.calls.push_back(&c);
      if (is_name && plan::reaches_function(machine_.frontend.types, c.type)) own.names.push_back(&c);
      note_bound(c, own.bound);
      return false;
    };
    any_of(expression, note, [](const Core&) { return !StackGuard::exhausted(); });
  }
  return at->second;
}

/// Follows calls from a function to all functions that they reach. Stops after `most` functions.
struct FormFinder::CallWalk {
  FormFinder& finder;
  const Core& from;
  bool returns = false;     ///< whether any reached function is recursive or loops
  bool inside = false;      ///< whether the call `from` is among the reached calls
  bool known_pure = true;   ///< whether all that was reached is known to be pure
  bool knows_values = true; ///< after `follow_values`: whether all functions that are values are known
  std::vector<std::pair<const Core*, bool>> seen{}; ///< reached functions; true: it is still being followed

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

  /// Follows the functions that the parts of the call `from` name, called or not, and the functions that these name.
  void follow_values() {
    for (const Core* part : from.items) look(*part), meet_names(*part, {}, false);
    for (size_t k = 0; k < seen.size() && knows_values; ++k) { // grows meanwhile
      const Core& f = *seen[k].first;
      meet_names(*f.items[0], f.vars, true);
    }
    knows_values &= seen.size() < most;
  }

  /// A variable may hold any function. One that a followed function binds has values that are followed too; one that it
  /// captures may have others.
  void meet_names(const Core& expression, std::span<const VarId> parameters, bool followed) {
    const Calls& own = finder.calls_in(expression);
    const auto binds = [&](VarId v) {
      return std::ranges::find(parameters, v) != parameters.end() ||
             std::ranges::find(own.bound, v) != own.bound.end();
    };
    for (const Core* name : own.names)
      if (const Core* const g = finder.named(*name))
        meet(*g);
      else
        knows_values &= followed && name->kind == CoreKind::Local && binds(name->var);
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

/// Whether the call enters a recursion or a loop from outside, and no function that it passes on calls it again.
bool FormFinder::enters_recursion(const Core& call) {
  if (!is_recursion(call)) return false;
  const bool is_global = call.items[0]->kind == CoreKind::Global; // a local function may capture others
  if (is_global && is_first_order(call)) return true;
  CallWalk walk{*this, call};
  walk.follow_values();
  return walk.knows_values && !walk.inside;
}

/// Whether the expression is a let with a loop of its own: outside of lambdas, without assignments to outer
/// variables.
bool FormFinder::is_loop(const Core& let) {
  return let.kind == CoreKind::Let && is_compilable(let) && any_of(let, repeats_items, is_no_lambda) &&
         !assigns_outside(let) && !plan::has_function(machine_.frontend.types, let.type);
}

/// Whether neither the call nor its arguments have an effect outside of the call.
bool FormFinder::is_pure(const Core& call) {
  if (assigns_outside(call)) return false;
  CallWalk walk{*this, call};
  walk.look(call);
  return walk.known_pure && is_first_order(call);
}

/// A form that reaches arrays has a plan before it takes part in a race. Expressions with a plan have no effects
/// other than assignments, so only assignments are searched for.
bool FormFinder::may_stop(const Core& form) {
  return reaches_arrays(form) ? !assigns_outside(form) : is_pure(form);
}

} // namespace nova
