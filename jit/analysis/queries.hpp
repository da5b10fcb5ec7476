// Questions to a plan that passes, printers and reports ask: uses, definitions, kinds of statements, loops.
#pragma once
#include "jit/plan/plan.hpp"
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace nova::plan {

inline size_t index_of(Var v) { return static_cast<size_t>(v); }

/// The statement that binds each variable; none for a parameter. Valid while no statement moves.
class Definitions {
 public:
  explicit Definitions(const Plan& plan);
  const Stm* operator[](Var v) const { return index_of(v) < by_var_.size() ? by_var_[index_of(v)] : nullptr; }
  /// The statement, if it has that operation.
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

  /// Is v bound outside of the body whose parameter i is?
  bool outside_loop(Var v, Var i) const { return binder_[index_of(v)] < parameter_[index_of(i)]; }

 private:
  void number(const Body& b);
  std::vector<const Stm*> by_var_;
  // Numbers in the order of the text: where a variable is bound, and where the body begins whose parameter it
  // is.
  std::vector<uint32_t> binder_, parameter_;
  uint32_t place_ = 0;
};

/// Variables that are constants, by their bits.
using Constants = std::unordered_map<Var, uint64_t>;
/// Those of the body and of what is in it.
Constants constants_of(const Body& b);

/// How often each variable is used.
std::vector<uint32_t> count_uses(const Plan& plan);

/// The same of one body, added to `uses`.
void count_uses(const Body& b, std::vector<uint32_t>& uses);
bool is_any(Var v, std::span<const Var> vars);
/// Does it, or what is in it, use one of the variables?
bool uses(const Stm& s, std::span<const Var> vars);
bool uses(const Body& b, std::span<const Var> vars);

/// May it fail, or have no end? Then it may not be dropped, put off or done twice.
bool can_fail(const Stm& s);
bool can_fail(const Body& b);
/// No more than a load and what surrounds it.
bool is_cheap(const Body& b);
/// What an exact operation joins to anything without a change; nothing for others.
std::optional<uint64_t> neutral(BuiltinId id, Element e);
/// Runs its first body (with an index) any number of times; Loop too.
bool is_loop(Op op);
/// Does it hold a loop, or call a function? It costs much more then than to store what it makes.
bool is_heavy(const Body& b);
/// Does it make cells, or call what does?
bool makes_cells_in(const Body& b);
/// How many statements of that kind there are, in inner bodies too.
size_t count_of(const Body& b, Op op);
/// The loop's index, for those that count from 0 to n - 1 and look at every i once.
std::optional<Var> loop_index(const Stm& s);
/// How often such a loop runs: its n.
Var loop_length(const Stm& s);

/// Calls f on every body of the plan, functions' too, inner ones first.
template <class F> void for_each_body(Body& b, F&& f);
template <class F> void for_each_body(Plan& plan, F&& f) {
  for_each_root(plan, [&](Body& b) { for_each_body(b, f); });
}
/// Calls f on every body, inner ones first.
template <class F> void for_each_body(Body& b, F&& f) {
  for (Stm& s : b.stms)
    for (Body& inner : s.bodies) for_each_body(inner, f);
  f(b);
}

/// Calls f on a body that no kernel's elements are, and before on those of control in it.
template <class F> void for_each_host_body(Body& body, const F& f) {
  for (Stm& s : body.stms)
    if (is_control(s.op))
      for (Body& inner : s.bodies) for_each_host_body(inner, f);
  f(body);
}
/// The same of the plan's own body, and of the functions that are called there.
template <class F> void for_each_host_body(Plan& plan, const F& f) {
  const std::vector<bool> on_host = functions_on_host(plan);
  for (size_t k = 0; k < plan.functions.size(); ++k)
    if (on_host[k]) for_each_host_body(plan.functions[k].body, f);
  for_each_host_body(plan.body, f);
}

/// Does a body look at the columns at index j only, and use j for nothing else?
bool reads_own_only(const Body& b, std::span<const Var> columns, Var j);

} // namespace nova::plan
