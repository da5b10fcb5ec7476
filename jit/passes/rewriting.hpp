// What passes change a plan with: renaming, copies, new statements.
#pragma once
#include "jit/analysis/queries.hpp"
#include <unordered_map>
#include <utility>

namespace nova::plan {

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

/// The neutral elements of a combiner that joins each part by one exact operation; nothing for others.
std::optional<std::vector<Stm>> neutrals(Plan& plan, const Body& combiner);

/// A loop that takes another one in is done as that was to be, unless it says itself how.
void take_strategy(Stm& loop, const Stm& taken);

/// A copy whose bound variables are new; `renaming` says what its free ones and its parameters stand for.
Body copy_body(Plan& plan, const Body& b, std::unordered_map<Var, Var> renaming);
/// A copy of the statements of a body with its parameters standing for `args`, appended to `out`; its
/// results.
std::vector<Var> paste_body(Plan& plan, const Body& b, std::span<const Var> args, std::vector<Stm>& out);

/// Reads of the columns, or those at one index, become what stands for their elements.
void replace_reads(Body& b, std::span<const Var> columns, std::span<const Var> elements, Renaming& renaming,
                   std::optional<Var> index = {});

/// Dead code of one body; all of the plan's uses count.
void remove_unused(Plan& plan, Body& b);

Stm constant_stm(Plan& plan, Element e, uint64_t bits, Span span);
Stm scalar_stm(Plan& plan, BuiltinId id, Element operand, Element result, std::vector<Var> args, Span span);

} // namespace nova::plan
