// Proves conditions of Checks from loop bounds: a loop's index is at least 0 and less than the loop's length. A
// proved comparison becomes the constant true, so that `simplify` can remove the Check.
#include "jit/passes/pass_list.hpp"
#include "jit/passes/rewriting.hpp"
#include "runtime/lengths.hpp"

namespace nova::plan {
namespace {

class Ranges {
 public:
  explicit Ranges(Plan& plan) : plan_(plan), definitions_(plan), length_(plan.types.size()) {
    for_each_stm(plan.body, [&](const Stm& s) {
      if (const std::optional<Var> i = loop_index(s)) length_[index_of(*i)] = loop_length(s);
      if (const Body* last = after_of(s)) length_[index_of(last->params.back())] = loop_length(s);
    });
  }
  bool changed = false;

  void prove() {
    for_each_stm(plan_.body, [&](Stm& s) {
      if (s.op != Op::Scalar || s.element != Element::I64 || !holds(s)) return;
      s = {.op = Op::Constant, .outs = s.outs, .element = Element::Bool, .bits = 1, .span = s.span};
      changed = true;
    });
  }

 private:
  bool holds(const Stm& s) const {
    switch (s.builtin) {
    case BuiltinId::LessEqual:
      return (definitions_.constant(s.args[0]) == 0 && not_negative(s.args[1])) ||
             (definitions_.constant(s.args[1]) == most_elements && is_length(s.args[0]));
    case BuiltinId::GreaterEqual: return definitions_.constant(s.args[1]) == 0 && not_negative(s.args[0]);
    case BuiltinId::Less: return below(s.args[0], s.args[1]);
    case BuiltinId::Greater: return below(s.args[1], s.args[0]);
    default: return false;
    }
  }

  bool not_negative(Var v, int depth = 8) const {
    if (depth == 0) return false;
    if (length_[index_of(v)]) return true;
    const Stm* s = definitions_[v];
    if (!s) return false;
    auto operand = [&](size_t k) { return not_negative(s->args[k], depth - 1); };
    if (s->op == Op::Constant) return static_cast<int64_t>(s->bits) >= 0;
    if (s->op == Op::Filter) return s->outs[0] == v;
    if (s->op == Op::Rows) return s->outs[1] == v;
    if (s->op != Op::Scalar || s->element != Element::I64) return false;
    switch (s->builtin) {
    case BuiltinId::Max: return operand(0) || operand(1);
    case BuiltinId::Min:
    case BuiltinId::Divide: return operand(0) && operand(1);
    case BuiltinId::Remainder: return operand(0);
    default: return false;
    }
  }

  /// Whether v is known to be at most most_elements, the largest length of a vector. At most `depth` operations are
  /// followed.
  bool is_length(Var v, int depth = 8) const {
    if (depth == 0) return false;
    if (length_[index_of(v)]) return true; // an index is less than its loop's length
    const Stm* s = definitions_[v];
    if (!s) return false;
    auto operand = [&](size_t k) { return is_length(s->args[k], depth - 1); };
    if (s->op == Op::Filter) return s->outs[0] == v;
    if (s->op == Op::Rows) return s->outs[1] == v;
    if (s->op != Op::Scalar || s->element != Element::I64) return false;
    switch (s->builtin) {
    case BuiltinId::Min: return operand(0) || operand(1);
    case BuiltinId::Max: return bounded(s->args[0], depth) && bounded(s->args[1], depth);
    case BuiltinId::Divide:
    case BuiltinId::Remainder: return operand(0) && not_negative(s->args[0]);
    case BuiltinId::Subtract: return operand(0) && not_negative(s->args[1]);
    default: return false;
    }
  }
  bool bounded(Var v, int depth) const {
    const auto number = definitions_.constant(v);
    return number ? static_cast<int64_t>(*number) <= most_elements : is_length(v, depth - 1);
  }

  /// Whether v < n is proved: by v being an index of a loop of n or fewer iterations, or by how v is computed.
  bool below(Var v, Var n) const {
    if (length_[index_of(v)] == n) return true;
    const std::optional<uint64_t> limit = definitions_.constant(n);
    if (const std::optional<Var> length = length_[index_of(v)]; length && limit) {
      const std::optional<uint64_t> rounds = definitions_.constant(*length);
      return rounds && static_cast<int64_t>(*rounds) <= static_cast<int64_t>(*limit);
    }
    // If v = n - 1 - i for an index i of a loop of n iterations, then v < n.
    const Stm* down = definitions_.scalar(v, BuiltinId::Subtract);
    if (down && not_negative(down->args[1])) {
      const Stm* last = definitions_.scalar(down->args[0], BuiltinId::Subtract);
      if (last && last->args[0] == n && definitions_.constant(last->args[1]) == 1 && below(down->args[1], n))
        return true;
    }
    const Stm* least = definitions_.scalar(v, BuiltinId::Min);
    return least && (below(least->args[0], n) || below(least->args[1], n));
  }

  Plan& plan_;
  Definitions definitions_;
  std::vector<std::optional<Var>> length_; ///< by Var: if the variable is a loop's index, the loop's length
};

} // namespace

bool remove_checks(Plan& plan) {
  Ranges r(plan);
  r.prove();
  return r.changed;
}

} // namespace nova::plan
