// What several passes need (private to pass*.cpp).
#pragma once
#include "jit/passes/passes.hpp"
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

namespace nova::plan {

inline size_t index_of(Var v) { return static_cast<size_t>(v); }

/// Variables that stand for others. Chains are followed.
class Renaming {
 public:
  explicit Renaming(const Plan& plan) : to_(plan.types.size()) {
    for (size_t v = 0; v < to_.size(); ++v) to_[v] = static_cast<Var>(v);
  }
  void set(Var from, Var to) {
    grow(from), grow(to);
    to_[index_of(from)] = (*this)(to);
    changed_ = true;
  }
  /// It stands for itself again.
  void reset(Var v) { to_[index_of(v)] = v; }
  Var operator()(Var v) const {
    while (index_of(v) < to_.size() && to_[index_of(v)] != v) v = to_[index_of(v)];
    return v;
  }
  void apply(std::vector<Var>& vars) const {
    for (Var& v : vars) v = (*this)(v);
  }
  /// Renames what a statement and its bodies use.
  void apply(Stm& s) const;
  void apply(Body& b) const;
  bool changed() const { return changed_; }

 private:
  void grow(Var v) {
    while (to_.size() <= index_of(v)) to_.push_back(static_cast<Var>(to_.size()));
  }
  std::vector<Var> to_;
  bool changed_ = false;
};

/// Who binds each variable: a statement, or none (a parameter). Valid while no statement moves.
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
/// The neutral elements of a combiner that joins each part by one exact operation; nothing for others.
std::optional<std::vector<Stm>> neutrals(Plan& plan, const Body& combiner);
/// A loop that takes another one in is done as that was to be, unless it says itself how.
void take_strategy(Stm& loop, const Stm& taken);
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

/// A copy whose bound variables are new; `renaming` says what its free ones and its parameters stand for.
Body copy_body(Plan& plan, const Body& b, std::unordered_map<Var, Var> renaming);
/// A copy of the statements of a body with its parameters standing for `args`, appended to `out`; its
/// results.
std::vector<Var> paste_body(Plan& plan, const Body& b, std::span<const Var> args, std::vector<Stm>& out);

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
/// Reads of the columns, or those at one index, become what stands for their elements.
void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index = {});

/// Dead code of one body; all of the plan's uses count.
void remove_unused(Plan& plan, Body& b);

Stm constant_stm(Plan& plan, Element e, uint64_t bits, Span span);
Stm scalar_stm(Plan& plan, BuiltinId id, Element operand, Element result, std::vector<Var> args, Span span);

// The passes, one file each.
bool remove_dead_code(Plan& plan);
bool simplify(Plan& plan);
bool eliminate_common(Plan& plan);
bool hoist_invariants(Plan& plan);
bool order_checks(Plan& plan);
bool unroll_short(Plan& plan);
bool fuse_iota(Plan& plan);
bool fuse_map_map(Plan& plan);
bool fuse_map_reduce(Plan& plan);
bool fuse_map_scan(Plan& plan);
bool fuse_scan_map(Plan& plan);
bool fuse_scan_scatter(Plan& plan);
bool fuse_map_filter(Plan& plan);
bool fuse_map_rows(Plan& plan);
bool fuse_rows(Plan& plan);
bool fuse_rows_map(Plan& plan);
bool even_rows(Plan& plan);
bool grid_rows(Plan& plan);
bool split_filters(Plan& plan);
bool fuse_rows_scatter(Plan& plan);
bool fuse_map_read(Plan& plan);
bool recompute_cheap(Plan& plan);
bool fuse_filter_map(Plan& plan);
bool fuse_filter_filter(Plan& plan);
bool fuse_filter_reduce(Plan& plan);
bool fuse_horizontal(Plan& plan);
bool remove_checks(Plan& plan);
bool keep_stored(Plan& plan);
bool own_states(Plan& plan);
bool reduce_by_levels(Plan& plan);
bool sink_into_branches(Plan& plan);
bool store_long_elements(Plan& plan);
bool inline_calls(Plan& plan);
bool accumulate_calls(Plan& plan);
bool carry_numbers(Plan& plan);
bool peel_recursions(Plan& plan);
bool fold_groups(Plan& plan);

} // namespace nova::plan
