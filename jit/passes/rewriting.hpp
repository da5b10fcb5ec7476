// Tools with which passes change a plan: they rename variables, copy bodies, and make new statements.
#pragma once
#include "jit/analysis/queries.hpp"
#include <unordered_map>
#include <utility>

namespace nova::plan {

/// A map from variables to the variables that replace them. If a replacement is itself replaced, the last variable of
/// that chain is taken.
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
  /// Removes the replacement of the variable from the map.
  void reset(Var v) { to_[index_of(v)] = v; }
  Var operator()(Var v) const {
    while (index_of(v) < to_.size() && to_[index_of(v)] != v) v = to_[index_of(v)];
    return v;
  }
  void apply(std::vector<Var>& vars) const {
    for (Var& v : vars) v = (*this)(v);
  }
  /// Replaces the variables that a statement and its bodies use. Variables that they bind are not changed.
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

/// Returns the neutral elements of a reduction's operator: a Constant for each component, such as 0 for +. Returns
/// nothing unless the operator joins each component by a single built-in that has a neutral element.
std::optional<std::vector<Stm>> neutrals(Plan& plan, const Body& combiner);

/// Sets the strategy of `loop` to that of `taken`, a loop that is fused into it. A strategy that `loop` has already
/// stays.
void take_strategy(Stm& loop, const Stm& taken);

/// Returns a copy of a body in which all variables that it binds are new ones. Free variables are replaced as
/// `renaming` says.
Body copy_body(Plan& plan, const Body& b, std::unordered_map<Var, Var> renaming);
/// Appends to `out` a copy of the statements of a body, with `args` in place of its parameters. Returns the copy's
/// results.
std::vector<Var> paste_body(Plan& plan, const Body& b, std::span<const Var> args, std::vector<Stm>& out);

/// Removes from a body the reads of `columns`, or, if `index` is given, only those at this index. The result of a
/// read of column k is replaced by variable k of `elements`; `renaming` records these replacements.
void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index = {});

/// Removes dead code from the body `b`. A result is dead if nothing in the whole plan uses it.
void remove_unused(Plan& plan, Body& b);

/// Adds to `out` a Map that binds `column` to these elements, scalars.
void add_column(Plan& plan, Var column, const std::vector<Var>& elements, std::vector<Stm>& out, Span span);

Stm constant_stm(Plan& plan, Element e, uint64_t bits, Span span);
Stm scalar_stm(Plan& plan, BuiltinId id, Element operand, Element result, std::vector<Var> args, Span span);

} // namespace nova::plan
