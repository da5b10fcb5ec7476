// Queries on a plan, for passes, emitters and reports: uses, definitions, kinds of statements, loops.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace nova::plan {

inline size_t index_of(Var v) { return static_cast<size_t>(v); }

/// Maps each variable to the statement that binds it, and a parameter to null. Valid while no statement moves in
/// memory.
class Definitions {
 public:
  explicit Definitions(const Plan& plan);
  const Stm* operator[](Var v) const { return index_of(v) < by_var_.size() ? by_var_[index_of(v)] : nullptr; }
  /// Returns the statement that binds v if it has that operation; otherwise null.
  const Stm* find(Var v, Op op) const {
    const Stm* s = (*this)[v];
    return s && s->op == op ? s : nullptr;
  }
  const Stm* scalar(Var v, BuiltinId id) const {
    const Stm* s = find(v, Op::Scalar);
    return s && s->builtin == id ? s : nullptr;
  }
  std::optional<uint64_t> constant(Var v) const {
    const Stm* s = find(v, Op::Constant);
    return s ? std::optional(s->bits) : std::nullopt;
  }

  /// Whether v is bound outside of the body that has i as a parameter.
  bool outside_loop(Var v, Var i) const { return binder_[index_of(v)] < parameter_[index_of(i)]; }

 private:
  void number(const Body& b);
  std::vector<const Stm*> by_var_;
  // Positions in the plan's text order: of the binding of each variable, and of the start of the body whose parameter
  // it is.
  std::vector<uint32_t> binder_, parameter_;
  uint32_t place_ = 0;
};

/// The bits of each variable that a Constant binds.
using Constants = std::unordered_map<Var, uint64_t>;
/// Returns the constants of the body and of its inner bodies.
Constants constants_of(const Body& b);

/// Returns how often each variable of the plan is used.
std::vector<uint32_t> count_uses(const Plan& plan);

/// Adds the number of uses of each variable in the body to `uses`.
void count_uses(const Body& b, std::vector<uint32_t>& uses);
bool is_any(Var v, std::span<const Var> vars);
/// Whether the statement, or one in its bodies, uses one of the variables.
bool uses(const Stm& s, std::span<const Var> vars);
bool uses(const Body& b, std::span<const Var> vars);

/// Whether the statement may fail or run forever. Such a statement may not be dropped, delayed or duplicated.
bool can_fail(const Stm& s);
bool can_fail(const Body& b);
/// Whether the body has nothing but constants, at most one read, and at most four quick scalar operations.
bool is_cheap(const Body& b);
/// Returns the bits of the identity element of an exact operation (associative and commutative to the bit) on
/// elements `e`. Returns nothing for other operations.
std::optional<uint64_t> neutral(BuiltinId id, Element e);
/// Whether the operation runs its first body any number of times. That is every operation with bodies but If.
bool is_loop(Op op);
/// Whether the body holds a loop or a call. Such a body costs much more than to store its results.
bool is_heavy(const Body& b);
/// Whether the body makes cells (heap nodes of recursive types), or calls a function that does.
bool makes_cells_in(const Body& b);
/// Returns the number of statements with that operation, in inner bodies too.
size_t count_of(const Body& b, Op op);
/// Returns the index of a loop that counts from 0 to n - 1; returns nothing for other statements.
std::optional<Var> loop_index(const Stm& s);
/// Returns the n of a loop that counts from 0 to n - 1, which is its number of iterations.
Var loop_length(const Stm& s);

/// Calls f on every body of the plan and of its functions, inner bodies first.
template <class F> void for_each_body(Body& b, F&& f);
template <class F> void for_each_body(Plan& plan, F&& f) {
  for_each_root(plan, [&](Body& b) { for_each_body(b, f); });
}
/// Calls f on every body in `b`, inner bodies first, and on `b`.
template <class F> void for_each_body(Body& b, F&& f) {
  for (Stm& s : b.stms)
    for (Body& inner : s.bodies) for_each_body(inner, f);
  f(b);
}

/// Calls f on the bodies of control statements in `body`, inner ones first, and then on `body`. None of them is run
/// by a kernel for each element.
template <class F> void for_each_host_body(Body& body, const F& f) {
  for (Stm& s : body.stms)
    if (is_control(s.op))
      for (Body& inner : s.bodies) for_each_host_body(inner, f);
  f(body);
}
/// Calls f on the plan's own body, on the bodies of functions that are called outside of kernels, and on the bodies
/// of control statements in them.
template <class F> void for_each_host_body(Plan& plan, const F& f) {
  const std::vector<bool> on_host = functions_on_host(plan);
  for (size_t k = 0; k < plan.functions.size(); ++k)
    if (on_host[k]) for_each_host_body(plan.functions[k].body, f);
  for_each_host_body(plan.body, f);
}

/// Whether the body reads the columns at index j only, and uses j for nothing else.
bool reads_own_only(const Body& b, std::span<const Var> columns, Var j);

} // namespace nova::plan
