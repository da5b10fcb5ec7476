// Queries on a plan, for passes, emitters and reports: uses, definitions, kinds of statements, loops.
#pragma once
#include "jit/analysis/kernels.hpp"
#include "jit/plan/plan.hpp"
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace nova::plan {

inline size_t index_of(Var v) { return static_cast<size_t>(v); }

/// Maps each variable to the statement that binds it, or to null if it is a parameter. The map holds addresses, so it
/// is valid only as long as no statement moves in memory.
class Definitions {
 public:
  explicit Definitions(const Plan& plan);
  const Stm* operator[](Var v) const { return index_of(v) < by_var_.size() ? by_var_[index_of(v)] : nullptr; }
  /// Returns the statement that binds v if its operation is `op`; otherwise null.
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

  /// Whether v is bound outside of the body whose parameter is i, so that v has the same value in all iterations of
  /// that body.
  bool outside_loop(Var v, Var i) const { return binder_[index_of(v)] < parameter_[index_of(i)]; }

 private:
  void number(const Body& b);
  std::vector<const Stm*> by_var_;
  // Both are indexed by variable and hold positions in the order of the plan's text. `binder_`: the position at which
  // the variable is bound. `parameter_`: the position at which the body begins that has the variable as its
  // parameter; 0 if the variable is no parameter.
  std::vector<uint32_t> binder_, parameter_;
  uint32_t place_ = 0;
};

/// Maps each variable that a Constant statement binds to the bits of its value.
using Constants = std::unordered_map<Var, uint64_t>;
/// Returns the constants of the body and of its inner bodies.
Constants constants_of(const Body& b);

/// Returns the number of uses of each variable of the plan, indexed by variable.
std::vector<uint32_t> count_uses(const Plan& plan);

/// Returns how often elements of each column of the plan are read, indexed by variable.
std::vector<uint32_t> count_reads(const Plan& plan);

/// Adds the number of uses of each variable in the body to the variable's entry of `uses`.
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
/// Whether `s` is a constant, arithmetic, a read, a check, or an If of these. Such a statement is so cheap that
/// several threads may each compute it, instead of one thread that shares the result.
bool is_small(const Stm& s);
/// Whether the operation is sin, cos or tan. For arguments far from 0 these functions take another branch, so that loops with
/// them do not become SIMD (has_near_version, emit/c). Each inlined copy of them also costs the C compiler much time.
bool is_trigonometric(BuiltinId id);
/// Whether the statement is a fold in the lane shape (docs/shapes.md).
inline bool is_lane_fold(const Stm& s) {
  return s.op == Op::Accumulate || (s.op == Op::Reduce && s.shape == Shape::Lane);
}
/// Returns the bits of the identity element of built-in `id` on elements of type `e`, if the operation is exact
/// (associative and commutative to the bit). Returns nothing for other operations.
std::optional<uint64_t> neutral(BuiltinId id, Element e);
/// Whether the operation may run its first body many times. This is so for all operations with bodies except If.
bool is_loop(Op op);
/// Whether the body holds a loop or a call, at any depth. Running such a body costs much more than storing its
/// results.
bool is_heavy(const Body& b);
/// Whether the body makes cells (heap nodes of recursive types), or calls a function that does.
bool makes_cells_in(const Body& b);
/// Whether the order of a histogram's elements shows in no bit: no component is floating, and each is combined by one operation
/// that has an identity element.
bool combines_exactly(const Stm& histogram);
/// Returns the number of statements with operation `op` in the body and in its inner bodies.
size_t count_of(const Body& b, Op op);
/// Returns the index variable of a loop that counts from 0 to n - 1; returns nothing for other statements.
std::optional<Var> loop_index(const Stm& s);
/// Returns the variable that holds n, the number of iterations of a loop that counts from 0 to n - 1.
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

/// Calls f on the bodies in `body` of statements that the host executes in a run on a GPU, inner ones first, and then on
/// `body` itself. Leaves out the bodies that a kernel runs for each element.
template <class F> void for_each_host_body(Body& body, const F& f) {
  for (Stm& s : body.stms)
    if (runs_on_host(s))
      for (Body& inner : s.bodies) for_each_host_body(inner, f);
  f(body);
}
/// Calls f on the plan's own body, on the bodies of functions that are called outside of kernels, and on the bodies
/// of statements in them that the host executes.
template <class F> void for_each_host_body(Plan& plan, const F& f) {
  const std::vector<bool> on_host = functions_on_host(plan);
  for (size_t k = 0; k < plan.functions.size(); ++k)
    if (on_host[k]) for_each_host_body(plan.functions[k].body, f);
  for_each_host_body(plan.body, f);
}

/// Whether the body uses `columns` only in Read statements at index j, and j only as the index of these reads.
bool reads_own_only(const Body& b, std::span<const Var> columns, Var j);

} // namespace nova::plan
