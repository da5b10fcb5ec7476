// Checks the rules that a plan obeys (check_plan in plan.hpp): scopes, and the types of each operation's parts.
#include "jit/plan/names.hpp"
#include "jit/plan/scalar_eval.hpp"
#include "runtime/array.hpp"
#include "runtime/watch.hpp"
#include "runtime/word.hpp"
#include <algorithm>

namespace nova::plan {
namespace {

using VarTypes = std::vector<VarType>;
constexpr VarType int_scalar{Element::I64, false}, int_column{Element::I64, true},
    bool_scalar{Element::Bool, false};

template <class... More> VarTypes concat(VarTypes a, const More&... more) {
  (a.insert(a.end(), more.begin(), more.end()), ...);
  return a;
}

VarTypes with_column(VarTypes types, bool column) {
  for (VarType& t : types) t.column = column;
  return types;
}

std::string types_text(const VarTypes& types) {
  std::string text = "(";
  for (const VarType& t : types) text += (text.size() > 1 ? " " : "") + type_text(t);
  return text + ")";
}

/// The first error that was found, and the statement or function that is being checked.
struct Report {
  std::string where, error;
  void fail(const std::string& what) {
    if (error.empty()) error = where.empty() ? what : where + ": " + what;
  }
};

/// The state of each variable: not yet bound, visible, or out of scope. Reports uses and bindings that break the
/// rules.
class Scopes {
 public:
  Scopes(const Plan& plan, Report& report)
      : names_(plan), state_(plan.types.size(), State::Unbound), report_(report) {}

  void bind(Var v) {
    const auto k = static_cast<size_t>(v);
    if (k >= state_.size()) return report_.fail(names_(v) + " is no variable of the plan");
    if (state_[k] != State::Unbound) return report_.fail(names_(v) + " is bound twice");
    state_[k] = State::Visible;
  }

  void use(const std::vector<Var>& vars) {
    for (Var v : vars) {
      const auto k = static_cast<size_t>(v);
      if (k >= state_.size()) return report_.fail(names_(v) + " is no variable of the plan");
      if (state_[k] != State::Visible) return report_.fail(names_(v) + " is not bound here");
    }
  }

  void leave(const std::vector<Var>& vars) {
    for (Var v : vars)
      if (static_cast<size_t>(v) < state_.size()) state_[static_cast<size_t>(v)] = State::Gone;
  }

  std::string name(Var v) const { return names_(v); }

 private:
  enum class State : uint8_t { Unbound, Visible, Gone };
  PlanNames names_;
  std::vector<State> state_;
  Report& report_;
};

/// Returns the types of the columns that store a vector of such elements. A scalar in the element needs one column; a
/// column in it needs two, for the offsets and for the rows one after the other.
VarTypes stored(const VarTypes& element) {
  VarTypes all;
  for (const VarType& t : element) {
    if (t.column) all.push_back(int_column);
    all.push_back({t.element, true});
  }
  return all;
}
bool has_column(const VarTypes& all) {
  return std::any_of(all.begin(), all.end(), [](const VarType& t) { return t.column; });
}

/// Compares the types of a statement's parts with the types that they should have, and reports differences.
class PartTypes {
 public:
  PartTypes(const Plan& plan, Report& report) : plan_(plan), report_(report) {}

  VarTypes types(const std::vector<Var>& vars) const {
    VarTypes all;
    for (Var v : vars)
      all.push_back(static_cast<size_t>(v) < plan_.types.size() ? plan_[v] : VarType{Element::Unit});
    return all;
  }

  void same(const char* what, const std::vector<Var>& vars, const VarTypes& want) {
    if (const VarTypes got = types(vars); got != want)
      report_.fail(std::string(what) + " have types " + types_text(got) + ", not " + types_text(want));
  }
  void params(const Stm& s, size_t body, const VarTypes& want) {
    same(body == 0 ? "the first body's parameters" : "the second body's parameters", s.bodies[body].params,
         want);
  }
  void results(const Stm& s, size_t body, const VarTypes& want) {
    same(body == 0 ? "the first body's results" : "the second body's results", s.bodies[body].results, want);
  }
  void arguments(const Stm& s, const VarTypes& want) { same("arguments", s.args, want); }
  void outs(const Stm& s, const VarTypes& want) { same("outs", s.outs, want); }

  /// Returns the types of a body's results from index `skip` on, each as a scalar type. Reports an error if there are
  /// fewer results.
  VarTypes element(const Body& b, size_t skip = 0) {
    if (b.results.size() < skip) return report_.fail("its body has too few results"), VarTypes{};
    return with_column(types({b.results.begin() + static_cast<ptrdiff_t>(skip), b.results.end()}), false);
  }
  /// Returns the types of the arguments from index `skip` on, each as a column type. Reports an error if there are
  /// fewer arguments.
  VarTypes columns(const Stm& s, size_t skip) {
    if (s.args.size() < skip) return report_.fail("it has too few arguments"), VarTypes{};
    return with_column(types({s.args.begin() + static_cast<ptrdiff_t>(skip), s.args.end()}), true);
  }

  /// Checks a body that computes the lengths of a state's columns: its parameters are the state, and it has one int
  /// result for each column.
  void sizes(const Body& b, const VarTypes& state) {
    VarTypes lengths;
    for (const VarType& t : state)
      if (t.column) lengths.push_back(int_scalar);
    if (types(b.params) != state)
      report_.fail("the sizes' parameters have types " + types_text(types(b.params)) + ", not " +
                   types_text(state));
    if (types(b.results) != lengths) report_.fail("the sizes have types " + types_text(types(b.results)));
  }
  void sizes(const Stm& s, const VarTypes& state) {
    if (has_column(state) != (sizes_of(s) != nullptr))
      return report_.fail("columns and their sizes belong together");
    if (sizes_of(s)) sizes(*sizes_of(s), state);
  }

 private:
  const Plan& plan_;
  Report& report_;
};

/// Checks, for each operation, the types of a statement's arguments, bodies and outs.
class OperationTypes {
 public:
  OperationTypes(const Plan& plan, Report& report) : plan_(plan), report_(report), parts_(plan, report) {}

  void check_types(const Stm& s) {
    switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
    case Op::Count_: return;
    }
  }

 private:
  void iota(const Stm& s) {
    parts_.arguments(s, {int_scalar, int_scalar, int_scalar}), parts_.outs(s, {int_column});
  }
  void copy(const Stm& s) {
    parts_.arguments(s, concat({int_scalar}, parts_.columns(s, 1))), parts_.outs(s, parts_.columns(s, 1));
  }
  void cell(const Stm& s) { cell(s, {}); }
  void append(const Stm& s) { cell(s, {int_scalar}); }
  void constant(const Stm& s) {
    if (s.element >= Element::Unit) return report_.fail("there is no such element type");
    parts_.arguments(s, {}), parts_.outs(s, {{s.element, false}});
    const uint64_t bits =
        with_element(s.element, [&](auto t) { return to_word(from_word<decltype(t)>(s.bits)); });
    const bool fits = bits == s.bits && (s.element != Element::Bool || bits <= 1);
    if (!fits) report_.fail("its bits are no " + std::string(element_name(s.element)));
  }

  void scalar(const Stm& s) {
    if (s.outs.size() != 1) return report_.fail("it has one out");
    if (s.builtin >= BuiltinId::Count_) return report_.fail("there is no such built-in");
    const ScalarFunction f = scalar_function(s.builtin, s.element, parts_.types(s.outs)[0].element);
    if (!f.call)
      return report_.fail(std::string(builtin(s.builtin).spelling) + " is no scalar operation at its types");
    parts_.outs(s, with_column(parts_.types(s.outs), false));
    parts_.arguments(s, VarTypes(f.arity, VarType{s.element, false}));
  }

  void check(const Stm& s) {
    if (s.site >= plan_.sites.size()) return report_.fail("there is no site " + std::to_string(s.site));
    if (s.args.empty()) return report_.fail("it has too few arguments");
    VarTypes want = with_column(parts_.types(s.args), false);
    want[0] = bool_scalar;
    if (want.size() == 3 && want[1].element == Element::Char) want[1].column = true, want[2] = int_scalar;
    parts_.arguments(s, want), parts_.outs(s, {});
  }

  void branch(const Stm& s) {
    parts_.arguments(s, {bool_scalar});
    for (size_t b = 0; b < 2; ++b) parts_.params(s, b, {}), parts_.results(s, b, parts_.types(s.outs));
  }

  void loop(const Stm& s) {
    const VarTypes state = parts_.types(s.outs);
    parts_.arguments(s, state);
    parts_.params(s, 0, state), parts_.results(s, 0, {bool_scalar});
    parts_.params(s, 1, state), parts_.results(s, 1, state);
    if (sizes_of(s)) parts_.sizes(*sizes_of(s), state);
  }

  /// Appends the types of the arguments that a foreign function takes.
  static void add_parameters(const ForeignSignature& f, VarTypes& arguments) {
    for (const ForeignType& t : f.parameters)
      for (const Element e : t.elements) {
        arguments.push_back({e, t.kind == ForeignType::Vector});
        if (t.kind == ForeignType::Vector) arguments.push_back(int_scalar);
      }
  }

  void foreign(const Stm& s) {
    if (s.function >= plan_.foreigns.size())
      return report_.fail("there is no foreign function " + std::to_string(s.function));
    const ForeignSignature& f = plan_.foreigns[s.function]->signature;
    VarTypes arguments, outs;
    add_parameters(f, arguments);
    const bool vector = f.result.kind == ForeignType::Vector; // its length, and its elements
    if (vector) outs.push_back(int_scalar);
    for (const Element e : f.result.elements) outs.push_back({e, vector});
    parts_.arguments(s, arguments), parts_.outs(s, outs);
  }

  void launch(const Stm& s) {
    if (s.function >= plan_.foreigns.size())
      return report_.fail("there is no foreign function " + std::to_string(s.function));
    const ForeignSignature& f = plan_.foreigns[s.function]->signature;
    VarTypes arguments(f.outputs.size() + launch_sizes, int_scalar), outs;
    add_parameters(f, arguments);
    for (const Element e : f.outputs) outs.push_back({e, true});
    parts_.arguments(s, arguments), parts_.outs(s, outs);
  }

  void read(const Stm& s) {
    const VarTypes element = with_column(parts_.types(s.outs), false), column = with_column(element, true);
    if (element.size() != 1) return report_.fail("it has one out");
    parts_.arguments(s, {column[0], int_scalar}), parts_.outs(s, element);
  }

  void shift(const Stm& s) {
    const VarTypes column = with_column(parts_.types(s.outs), true);
    if (column.size() != 1) return report_.fail("it has one out");
    parts_.arguments(s, {column[0], int_scalar}), parts_.outs(s, column);
  }

  void map(const Stm& s) {
    const VarTypes e = parts_.element(s.bodies[0]);
    parts_.arguments(s, {int_scalar});
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, e);
    parts_.outs(s, with_column(e, true));
  }

  void each(const Stm& s) {
    const VarTypes e = parts_.types(s.bodies[0].results);
    parts_.arguments(s, {int_scalar});
    parts_.params(s, 0, {int_scalar}), parts_.sizes(s.bodies[1], e);
    parts_.outs(s, stored(e));
  }

  void reduce(const Stm& s) {
    const VarTypes e = parts_.types(s.outs);
    parts_.sizes(s, e);
    parts_.arguments(s, concat({int_scalar}, e));
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, e);
    parts_.params(s, 1, concat(e, e)), parts_.results(s, 1, e);
  }

  void accumulate(const Stm& s) {
    const VarTypes state = parts_.types(s.outs);
    parts_.sizes(s, state);
    parts_.arguments(s, concat({int_scalar}, state));
    parts_.params(s, 0, concat(state, VarTypes{int_scalar})), parts_.results(s, 0, state);
    parts_.params(s, 1, concat(state, state)), parts_.results(s, 1, state);
  }

  void scan(const Stm& s) {
    const VarTypes e = parts_.types(s.bodies[0].results);
    parts_.arguments(s, concat({int_scalar}, e));
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, e);
    parts_.params(s, 1, concat(e, e)), parts_.results(s, 1, e);
    if (s.after) return after(s, e);
    parts_.sizes(s, e);
    parts_.outs(s, stored(e));
  }
  void after(const Stm& s, const VarTypes& state) {
    if (sizes_of(s) || has_column(state)) return report_.fail("a state with columns is stored as it is");
    const VarTypes r = parts_.element(s.bodies[2]);
    if (parts_.types(s.bodies[2].params) != concat(state, VarTypes{int_scalar}))
      report_.fail("the last body's parameters have types " + types_text(parts_.types(s.bodies[2].params)));
    parts_.same("the last body's results", s.bodies[2].results, r), parts_.outs(s, with_column(r, true));
  }

  void scan_scatter(const Stm& s) {
    const VarTypes e = parts_.types(s.bodies[0].results), into = parts_.columns(s, e.size() + 2);
    parts_.arguments(s, concat(concat({int_scalar}, e), concat({int_scalar}, into)));
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, e);
    parts_.params(s, 1, concat(e, e)), parts_.results(s, 1, e);
    if (!s.after || has_column(e))
      return report_.fail("a state of numbers and a last body should stand in it");
    parts_.params(s, 2, concat(e, VarTypes{int_scalar})),
        parts_.results(s, 2, concat({int_scalar}, with_column(into, false)));
    parts_.outs(s, into);
  }

  void foldl(const Stm& s) {
    const VarTypes state = parts_.types(s.outs);
    parts_.arguments(s, concat({int_scalar}, state));
    parts_.params(s, 0, concat(state, VarTypes{int_scalar})), parts_.results(s, 0, state);
  }

  void filter(const Stm& s) {
    const VarTypes e = parts_.element(s.bodies[0], 1);
    parts_.arguments(s, {int_scalar});
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, concat({bool_scalar}, e));
    parts_.outs(s, concat({int_scalar}, with_column(e, true)));
  }

  void rows(const Stm& s) {
    const VarTypes row = with_column(parts_.element(s.bodies[0], 1), true);
    parts_.arguments(s, {int_scalar});
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, concat({int_scalar}, row));
    parts_.outs(s, concat({int_column, int_scalar}, row));
  }

  void scatter(const Stm& s) {
    const VarTypes into = parts_.columns(s, 2);
    parts_.arguments(s, concat({int_scalar, int_scalar}, into));
    parts_.params(s, 0, {int_scalar}), parts_.results(s, 0, concat({int_scalar}, with_column(into, false)));
    parts_.outs(s, into);
  }

  void rows_scatter(const Stm& s) {
    const VarTypes into = parts_.columns(s, 2);
    parts_.arguments(s, concat({int_scalar, int_scalar}, into));
    parts_.params(s, 0, {int_scalar});
    VarTypes row = parts_.types(s.bodies[0].results);
    if (row.empty() || row[0] != int_scalar) return report_.fail("a row begins with its length");
    row.erase(row.begin()), row.push_back(int_scalar);
    parts_.params(s, 1, row), parts_.results(s, 1, concat({int_scalar}, with_column(into, false)));
    parts_.outs(s, into);
  }

  void histogram(const Stm& s) {
    scatter(s);
    const VarTypes e = with_column(parts_.columns(s, 2), false);
    parts_.params(s, 1, concat(e, e)), parts_.results(s, 1, e);
  }

  void sort(const Stm& s) {
    parts_.arguments(s, concat({int_scalar}, parts_.columns(s, 1)));
    parts_.params(s, 0, {int_scalar, int_scalar}), parts_.results(s, 0, {bool_scalar});
    parts_.outs(s, {int_column});
  }

  void call(const Stm& s) {
    if (s.function >= plan_.functions.size())
      return report_.fail("there is no function " + std::to_string(s.function));
    if (s.site >= plan_.sites.size()) return report_.fail("there is no site " + std::to_string(s.site));
    const Body& f = plan_.functions[s.function].body;
    parts_.arguments(s, parts_.types(f.params)), parts_.outs(s, parts_.types(f.results));
  }

  /// Checks a Cell, which has one value for each column, or an Append, which has one column of new elements for each
  /// column. `number` is the type of Append's n; empty for Cell.
  void cell(const Stm& s, const VarTypes& number) {
    if (s.site >= plan_.sites.size()) return report_.fail("there is no site " + std::to_string(s.site));
    const size_t others = 2 + number.size(),
                 columns = s.args.size() < others ? 0 : (s.args.size() - others) / 2;
    const auto first = s.args.begin() + static_cast<ptrdiff_t>(others);
    if (columns == 0 || s.args.size() != others + 2 * columns)
      return report_.fail("it has columns and as many values");
    const VarTypes values =
        with_column(parts_.types({first, first + static_cast<ptrdiff_t>(columns)}), false);
    const VarTypes region = concat({int_scalar, int_column}, number, with_column(values, true));
    VarTypes given = with_column(values, !number.empty());
    for (size_t k = 0; k < columns && number.empty(); ++k) // an int64 index may be stored as int32
      if (values[k].element == Element::I32 && plan_[s.args[others + columns + k]].element == Element::I64)
        given[k].element = Element::I64;
    parts_.arguments(s, concat(region, given));
    parts_.outs(s, {int_scalar});
  }

  const Plan& plan_;
  Report& report_;
  PartTypes parts_;
};

/// Checks a whole plan: scopes, the types of operations, and the rules of functions and regions.
class PlanChecker {
 public:
  explicit PlanChecker(const Plan& plan)
      : plan_(plan), scopes_(plan, report_), parts_(plan, report_), operations_(plan, report_) {}

  std::string run() {
    if (plan_.names.size() != plan_.types.size()) return "a plan has one name for each type";
    for (const VarType& t : plan_.types)
      if (t.element >= Element::Unit) return "no variable holds a unit";
    for (const Function& f : plan_.functions) {
      enter(f.body), enter(f.sizes);
      report_.where = f.name;
      if (const VarTypes given = parts_.types(f.body.results); has_column(given))
        parts_.sizes(f.sizes, given);
      report_.where.clear();
    }
    for (const Region& r : plan_.regions) region(r);
    if (report_.error.empty()) enter(plan_.body);
    return report_.error;
  }

 private:
  void enter(const Body& b) {
    const std::string outer = report_.where;
    for (Var v : b.params) scopes_.bind(v);
    for (const Stm& s : b.stms) {
      Watch::poll();
      report_.where = place(s);
      statement(s);
      if (!report_.error.empty()) return;
    }
    report_.where = outer;
    scopes_.use(b.results);
    scopes_.leave(b.params);
    for (const Stm& s : b.stms) scopes_.leave(s.outs);
  }

  std::string place(const Stm& s) const {
    std::string text(s.op < Op::Count_ ? op_row(s.op).name : "an unknown operation");
    return s.outs.empty() ? text : text + " of " + scopes_.name(s.outs[0]);
  }

  void statement(const Stm& s) {
    if (s.op >= Op::Count_) return report_.fail("there is no such operation");
    const bool may_hold_columns =
        s.op == Op::Loop || s.op == Op::Reduce || s.op == Op::Accumulate || s.op == Op::Scan;
    if (s.bodies.size() != op_row(s.op).bodies + size_t{s.after} && !(may_hold_columns && sizes_of(s)))
      return report_.fail("it has " + std::to_string(s.bodies.size()) + " bodies");
    if (s.strategy != Strategy::BySize && (s.bodies.empty() || s.op == Op::If))
      return report_.fail("it is no loop, and has a strategy");
    scopes_.use(s.args);
    for (const Body& b : s.bodies) enter(b);
    if (report_.error.empty()) operations_.check_types(s);
    for (Var v : s.outs) scopes_.bind(v);
  }

  void region(const Region& r) {
    std::vector<Var> all = r.columns;
    all.insert(all.end(), {r.count, r.room});
    const std::vector<Var>& params = plan_.body.params;
    for (Var v : all)
      if (std::find(params.begin(), params.end(), v) == params.end())
        return report_.fail("a region is no input");
    VarTypes want = with_column(parts_.types(r.columns), true);
    parts_.same("a region's parts", all, concat(want, VarTypes{int_column, int_scalar}));
  }

  const Plan& plan_;
  Report report_;
  Scopes scopes_;
  PartTypes parts_;
  OperationTypes operations_;
};

} // namespace

std::string check_plan(const Plan& plan) { return PlanChecker(plan).run(); }

} // namespace nova::plan
