// Functions with which passes change a plan: renaming, copies, new statements.
#pragma once
#include "jit/analysis/queries.hpp"
#include <unordered_map>
#include <utility>

namespace nova::plan {

/// A map from variables to the variables that replace them. Chains are followed.
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
  /// Removes a variable's replacement.
  void reset(Var v) { to_[index_of(v)] = v; }
  Var operator()(Var v) const {
    while (index_of(v) < to_.size() && to_[index_of(v)] != v) v = to_[index_of(v)];
    return v;
  }
  void apply(std::vector<Var>& vars) const {
    for (Var& v : vars) v = (*this)(v);
  }
  /// Renames the variables that a statement and its bodies use.
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

/// Returns the neutral elements, as constants, of a combiner that joins each part by one exact operation; nothing for
/// other combiners.
std::optional<std::vector<Stm>> neutrals(Plan& plan, const Body& combiner);

/// Gives a loop the strategy of a loop that is fused into it, unless it has a strategy of its own.
void take_strategy(Stm& loop, const Stm& taken);

/// Returns a copy of a body whose parameters and other bound variables are new. `renaming` replaces its free
/// variables.
Body copy_body(Plan& plan, const Body& b, std::unordered_map<Var, Var> renaming);
/// Appends to `out` a copy of the statements of a body, with `args` in place of its parameters. Returns the copy's
/// results.
std::vector<Var> paste_body(Plan& plan, const Body& b, std::span<const Var> args, std::vector<Stm>& out);

/// Removes the reads of `columns`, or only those at `index` if it is given. Their results are renamed to the
/// variables of `elements`.
void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index = {});

/// Removes dead code from one body. Uses in the whole plan count.
void remove_unused(Plan& plan, Body& b);

Stm constant_stm(Plan& plan, Element e, uint64_t bits, Span span);
Stm scalar_stm(Plan& plan, BuiltinId id, Element operand, Element result, std::vector<Var> args, Span span);

} // namespace nova::plan
