// The Builder, which makes plans statement by statement, for lowering and for passes (plan/rewriter.hpp).
#pragma once
#include "jit/plan/plan.hpp"
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace nova::plan {

using Vars = std::vector<Var>;

/// Removes the first variable from the front of `left` and returns it.
inline Var next_of(std::span<const Var>& left) {
  const Var v = left.front();
  left = left.subspan(1);
  return v;
}

/// Appends statements to the current body, `out`.
class Builder {
 public:
  Plan plan;
  Span at;                              ///< the source span that new statements get
  std::string word;                     ///< the word that new sites get: the built-in that is being lowered
  std::string callee;                   ///< the callee that new sites get
  bool tells = false;                   ///< whether Checks get all numbers of their messages
  bool texts = false;                   ///< whether Checks get the texts of their messages
  Strategy strategy = Strategy::BySize; ///< the strategy that new loops get
  std::vector<Stm>* out = &plan.body.stms;

  /// Appends a statement that binds new variables of these types. Returns the variables.
  Vars emit(Stm s, std::span<const VarType> types);
  Var emit(Stm s, VarType type) { return emit(std::move(s), std::span(&type, 1))[0]; }

  Var constant(Element e, uint64_t bits);
  Var integer(int64_t n) { return constant(Element::I64, static_cast<uint64_t>(n)); }
  Var boolean(bool b) { return constant(Element::Bool, b); }
  Var scalar(BuiltinId id, Element operand, Element result, Vars args);
  /// Appends a built-in on two ints that returns an int.
  Var calc(BuiltinId id, Var a, Var b) { return scalar(id, Element::I64, Element::I64, {a, b}); }
  Var add(Var a, Var b) { return calc(BuiltinId::Add, a, b); }
  Var sub(Var a, Var b) { return calc(BuiltinId::Subtract, a, b); }
  Var mul(Var a, Var b) { return calc(BuiltinId::Multiply, a, b); }
  Var compare(BuiltinId id, Var a, Var b) { return scalar(id, Element::I64, Element::Bool, {a, b}); }
  Var less(Var a, Var b) { return compare(BuiltinId::Less, a, b); }
  Var equal(Var a, Var b) { return compare(BuiltinId::Equal, a, b); }
  Var both(Var a, Var b) { return scalar(BuiltinId::And, Element::Bool, Element::Bool, {a, b}); }
  Var either(Var a, Var b) { return scalar(BuiltinId::Or, Element::Bool, Element::Bool, {a, b}); }
  Var negation(Var a) { return scalar(BuiltinId::Not, Element::Bool, Element::Bool, {a}); }
  Var read(Var column, Var i);
  Var shift(Var column, Var by);
  Var iota(Var n, Var first, Var step);
  /// Returns the step of a column that `iota` has made; none for other columns.
  std::optional<Var> step_of(Var column) const;
  /// Reads element i from `outs`, the columns that an Each has stored. Returns a variable for each of the types: the
  /// scalar that was stored, or the column that begins where the element's own column was stored.
  Vars stored(std::span<const VarType> types, std::span<const Var> outs, Var i);
  void check(Var ok, const char* code, Vars numbers = {});
  /// As `check`; if `tells`, the Check also has the numbers that `more` returns, which its message needs.
  template <class F> void check(Var ok, const char* code, Vars numbers, F more) {
    if (tells)
      for (const Var v : more()) numbers.push_back(v);
    check(ok, code, std::move(numbers));
  }
  /// Appends a Check that 0 <= i < n, which fails with `code`.
  void check_index(Var i, Var n, const char* code = "E0402");
  /// The same for element k of a vector of indices.
  void check_index_at(Var i, Var n, Var k);
  /// Appends a Check that 0 <= n, which fails with E0403.
  void check_not_negative(Var n);
  /// Appends a Check that n <= most_elements, which fails with E0601.
  void check_fits(Var n);
  /// Appends the checks of check_not_negative and check_fits, after which n may be used as a length.
  void check_length(Var n);
  /// Returns n * m for two lengths, after a Check that fails with E0601 if the product is above most_elements.
  Var length_product(Var n, Var m);

  Var parameter(VarType t) { return plan.make(t); }
  Var index() { return parameter({Element::I64, false}); }
  /// Returns a body with these parameters and the statements that f appends. The variables that f returns are its
  /// results.
  template <class F> Body body(Vars params, F f) {
    Body made;
    made.params = std::move(params);
    std::vector<Stm>* around = std::exchange(out, &made.stms);
    made.results = f();
    out = around;
    return made;
  }
  /// Appends the statements of f to an existing body. The variables that f returns become the body's results.
  template <class F> void go_on(Body& made, F f) {
    std::vector<Stm>* around = std::exchange(out, &made.stms);
    made.results = f();
    out = around;
  }
  /// Returns a body whose one parameter is an index i: f(i) appends its statements and returns its results.
  template <class F> Body loop_body(F f) {
    const Var i = index();
    return body({i}, [&] { return f(i); });
  }
  /// Appends an If on the condition c. `then` and `otherwise` append the statements of its branches and return their
  /// results, which have these types. Returns the variables that the If binds.
  template <class F, class G> Vars choose(Var c, std::span<const VarType> types, F then, G otherwise) {
    Stm s{.op = Op::If, .args = {c}};
    s.bodies.push_back(body({}, then));
    s.bodies.push_back(body({}, otherwise));
    return emit(std::move(s), types);
  }
  /// Appends a binary search. Returns the first k below n for which `is_before(k)`, a bool, is false, and n if there is
  /// none. Requires that it is true for all k before the first.
  Var first_not(Var n, const std::function<Var(Var)>& is_before);
  std::vector<VarType> types_of(const Vars& vars) const {
    std::vector<VarType> types;
    for (Var v : vars) types.push_back(plan[v]);
    return types;
  }

 private:
  std::unordered_map<Var, Var> steps_; ///< the steps of the columns that `iota` has made
};

} // namespace nova::plan
