// Recognises sorts of plain numbers in ascending order, by the statements of their comparison body (`less`).
#include "jit/analysis/numeric_sort.hpp"
#include <unordered_map>

namespace nova::plan {
namespace {

using Made = std::unordered_map<Var, const Stm*>;

/// Returns the scalar statement that computes v if its built-in is `by`; otherwise null.
const Stm* scalar_of(const Made& made, Var v, BuiltinId by) {
  const auto at = made.find(v);
  return at != made.end() && at->second->op == Op::Scalar && at->second->builtin == by ? at->second : nullptr;
}

/// Whether v is `x = x`, which holds unless x is NaN.
bool is_number_test(const Made& made, Var v, Var x) {
  const Stm* same = scalar_of(made, v, BuiltinId::Equal);
  return same && same->args[0] == x && same->args[1] == x;
}

/// Whether the And statement `both` tests that y is NaN and x is not.
bool is_last_test(const Made& made, const Stm& both, Var x, Var y) {
  for (const size_t k : {0, 1})
    if (const Stm* no = scalar_of(made, both.args[k], BuiltinId::Not);
        no && is_number_test(made, no->args[0], y) && is_number_test(made, both.args[1 - k], x))
      return true;
  return false;
}

/// Returns the statement that computes x < y in a comparison body with the result `result`. Returns null unless the
/// body compares integers by <, or floating-point numbers by < with NaN last.
const Stm* plain_less(const Made& made, Var result) {
  if (const Stm* less = scalar_of(made, result, BuiltinId::Less))
    return is_integer(less->element) ? less : nullptr;
  const Stm* either = scalar_of(made, result, BuiltinId::Or);
  for (size_t k = 0; either && k < 2; ++k) {
    const Stm *less = scalar_of(made, either->args[k], BuiltinId::Less),
              *last = scalar_of(made, either->args[1 - k], BuiltinId::And);
    if (less && last && is_floating(less->element) && is_last_test(made, *last, less->args[0], less->args[1]))
      return less;
  }
  return nullptr;
}

} // namespace

std::optional<Var> sorted_numbers(const Stm& s) {
  const Body& less = s.bodies[0];
  Made made;
  for (const Stm& in : less.stms)
    if (!in.outs.empty()) made[in.outs[0]] = &in;
  const Stm* last = plain_less(made, less.results[0]);
  if (!last) return {};
  const auto column = [&](size_t side) -> std::optional<Var> {
    const auto at = made.find(last->args[side]);
    const bool reads =
        at != made.end() && at->second->op == Op::Read && at->second->args[1] == less.params[side];
    return reads ? std::optional(at->second->args[0]) : std::nullopt;
  };
  return column(0) == column(1) ? column(0) : std::nullopt;
}

} // namespace nova::plan
