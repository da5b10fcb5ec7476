// The rules of plan.hpp: scopes, and for each operation what types its parts have.
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

class PlanChecker {
 public:
  explicit PlanChecker(const Plan& plan)
      : plan_(plan), names_(plan), state_(plan.types.size(), State::Unbound) {}

  std::string run() {
    if (plan_.names.size() != plan_.types.size()) return "a plan has one name for each type";
    for (const VarType& t : plan_.types)
      if (t.element >= Element::Unit) return "no variable holds a unit";
    for (const Function& f : plan_.functions) {
      enter(f.body), enter(f.sizes);
      where_ = f.name;
      if (const VarTypes given = types(f.body.results); has_column(given)) sizes(f.sizes, given);
      where_.clear();
    }
    for (const Region& r : plan_.regions) region(r);
    if (error_.empty()) enter(plan_.body);
    return error_;
  }

 private:
  enum class State : uint8_t { Unbound, Visible, Gone };

  void fail(const std::string& what) {
    if (!error_.empty()) return;
    error_ = where_.empty() ? what : where_ + ": " + what;
  }

  // ---- scopes ----

  void bind(Var v) {
    const auto k = static_cast<size_t>(v);
    if (k >= state_.size()) return fail(names_(v) + " is no variable of the plan");
    if (state_[k] != State::Unbound) return fail(names_(v) + " is bound twice");
    state_[k] = State::Visible;
  }

  void use(const std::vector<Var>& vars) {
    for (Var v : vars) {
      const auto k = static_cast<size_t>(v);
      if (k >= state_.size()) return fail(names_(v) + " is no variable of the plan");
      if (state_[k] != State::Visible) return fail(names_(v) + " is not bound here");
    }
  }

  void leave(const std::vector<Var>& vars) {
    for (Var v : vars)
      if (static_cast<size_t>(v) < state_.size()) state_[static_cast<size_t>(v)] = State::Gone;
  }

  void enter(const Body& b) {
    const std::string outer = where_;
    for (Var v : b.params) bind(v);
    for (const Stm& s : b.stms) {
      Watch::poll();
      where_ = place(s);
      statement(s);
      if (!error_.empty()) return;
    }
    where_ = outer;
    use(b.results);
    leave(b.params);
    for (const Stm& s : b.stms) leave(s.outs);
  }

  std::string place(const Stm& s) const {
    std::string text(s.op < Op::Count_ ? op_row(s.op).name : "an unknown operation");
    return s.outs.empty() ? text : text + " of " + names_(s.outs[0]);
  }

  void statement(const Stm& s) {
    if (s.op >= Op::Count_) return fail("there is no such operation");
    const bool may_hold_columns =
        s.op == Op::Loop || s.op == Op::Reduce || s.op == Op::Accumulate || s.op == Op::Scan;
    if (s.bodies.size() != op_row(s.op).bodies + size_t{s.after} && !(may_hold_columns && sizes_of(s)))
      return fail("it has " + std::to_string(s.bodies.size()) + " bodies");
    if (s.strategy != Strategy::BySize && (s.bodies.empty() || s.op == Op::If))
      return fail("it is no loop, and has a strategy");
    use(s.args);
    for (const Body& b : s.bodies) enter(b);
    if (error_.empty()) types_of(s);
    for (Var v : s.outs) bind(v);
  }

  // ---- types ----

  VarTypes types(const std::vector<Var>& vars) const {
    VarTypes all;
    for (Var v : vars)
      all.push_back(static_cast<size_t>(v) < plan_.types.size() ? plan_[v] : VarType{Element::Unit});
    return all;
  }

  void same(const char* what, const std::vector<Var>& vars, const VarTypes& want) {
    if (const VarTypes got = types(vars); got != want)
      fail(std::string(what) + " have types " + types_text(got) + ", not " + types_text(want));
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

  /// What a body says of one element, after the first `skip` results: scalars.
  VarTypes element(const Body& b, size_t skip = 0) {
    if (b.results.size() < skip) return fail("its body has too few results"), VarTypes{};
    return with_column(types({b.results.begin() + static_cast<ptrdiff_t>(skip), b.results.end()}), false);
  }
  /// The arguments after the first `skip`, which are columns.
  VarTypes columns(const Stm& s, size_t skip) {
    if (s.args.size() < skip) return fail("it has too few arguments"), VarTypes{};
    return with_column(types({s.args.begin() + static_cast<ptrdiff_t>(skip), s.args.end()}), true);
  }

  /// What a state with columns has beside it: their lengths.
  void sizes(const Body& b, const VarTypes& state) {
    VarTypes lengths;
    for (const VarType& t : state)
      if (t.column) lengths.push_back(int_scalar);
    if (types(b.params) != state)
      fail("the sizes' parameters have types " + types_text(types(b.params)) + ", not " + types_text(state));
    if (types(b.results) != lengths) fail("the sizes have types " + types_text(types(b.results)));
  }
  void sizes(const Stm& s, const VarTypes& state) {
    if (has_column(state) != (sizes_of(s) != nullptr)) return fail("columns and their sizes belong together");
    if (sizes_of(s)) sizes(*sizes_of(s), state);
  }
  /// The columns of elements: of one that is a column, offsets and the rows.
  static VarTypes stored(const VarTypes& element) {
    VarTypes all;
    for (const VarType& t : element) {
      if (t.column) all.push_back(int_column);
      all.push_back({t.element, true});
    }
    return all;
  }
  static bool has_column(const VarTypes& all) {
    return std::any_of(all.begin(), all.end(), [](const VarType& t) { return t.column; });
  }

  void types_of(const Stm& s) {
    switch (s.op) {
#define OP(Name, method, ...)                                                                                \
  case Op::Name:                                                                                             \
    return method(s);
#include "jit/plan/ops.def"
#undef OP
    case Op::Count_: return;
    }
  }

  void iota(const Stm& s) { arguments(s, {int_scalar, int_scalar, int_scalar}), outs(s, {int_column}); }
  void copy(const Stm& s) { arguments(s, concat({int_scalar}, columns(s, 1))), outs(s, columns(s, 1)); }
  void cell(const Stm& s) { cell(s, {}); }
  void append(const Stm& s) { cell(s, {int_scalar}); }
  void constant(const Stm& s) {
    if (s.element >= Element::Unit) return fail("there is no such element type");
    arguments(s, {}), outs(s, {{s.element, false}});
    const uint64_t bits =
        with_element(s.element, [&](auto t) { return to_word(from_word<decltype(t)>(s.bits)); });
    const bool fits = bits == s.bits && (s.element != Element::Bool || bits <= 1);
    if (!fits) fail("its bits are no " + std::string(element_name(s.element)));
  }

  void scalar(const Stm& s) {
    if (s.outs.size() != 1) return fail("it has one out");
    if (s.builtin >= BuiltinId::Count_) return fail("there is no such built-in");
    const ScalarFunction f = scalar_function(s.builtin, s.element, types(s.outs)[0].element);
    if (!f.call)
      return fail(std::string(builtin(s.builtin).spelling) + " is no scalar operation at its types");
    outs(s, with_column(types(s.outs), false));
    arguments(s, VarTypes(f.arity, VarType{s.element, false}));
  }

  void check(const Stm& s) {
    if (s.site >= plan_.sites.size()) return fail("there is no site " + std::to_string(s.site));
    if (s.args.empty()) return fail("it has too few arguments");
    VarTypes want = with_column(types(s.args), false);
    want[0] = bool_scalar;
    arguments(s, want), outs(s, {});
  }

  void branch(const Stm& s) {
    arguments(s, {bool_scalar});
    for (size_t b = 0; b < 2; ++b) params(s, b, {}), results(s, b, types(s.outs));
  }

  void loop(const Stm& s) {
    const VarTypes state = types(s.outs);
    arguments(s, state);
    params(s, 0, state), results(s, 0, {bool_scalar});
    params(s, 1, state), results(s, 1, state);
    if (sizes_of(s)) sizes(*sizes_of(s), state);
  }

  void read(const Stm& s) {
    const VarTypes element = with_column(types(s.outs), false), column = with_column(element, true);
    if (element.size() != 1) return fail("it has one out");
    arguments(s, {column[0], int_scalar}), outs(s, element);
  }

  void shift(const Stm& s) {
    const VarTypes column = with_column(types(s.outs), true);
    if (column.size() != 1) return fail("it has one out");
    arguments(s, {column[0], int_scalar}), outs(s, column);
  }

  void map(const Stm& s) {
    const VarTypes e = element(s.bodies[0]);
    arguments(s, {int_scalar});
    params(s, 0, {int_scalar}), results(s, 0, e);
    outs(s, with_column(e, true));
  }

  void each(const Stm& s) {
    const VarTypes e = types(s.bodies[0].results);
    arguments(s, {int_scalar});
    params(s, 0, {int_scalar}), sizes(s.bodies[1], e);
    outs(s, stored(e));
  }

  void reduce(const Stm& s) {
    const VarTypes e = types(s.outs);
    sizes(s, e);
    arguments(s, concat({int_scalar}, e));
    params(s, 0, {int_scalar}), results(s, 0, e);
    params(s, 1, concat(e, e)), results(s, 1, e);
  }

  void accumulate(const Stm& s) {
    const VarTypes state = types(s.outs);
    sizes(s, state);
    arguments(s, concat({int_scalar}, state));
    params(s, 0, concat(state, VarTypes{int_scalar})), results(s, 0, state);
    params(s, 1, concat(state, state)), results(s, 1, state);
  }

  void scan(const Stm& s) {
    const VarTypes e = types(s.bodies[0].results);
    arguments(s, concat({int_scalar}, e));
    params(s, 0, {int_scalar}), results(s, 0, e);
    params(s, 1, concat(e, e)), results(s, 1, e);
    if (s.after) return after(s, e);
    sizes(s, e);
    outs(s, stored(e));
  }
  void after(const Stm& s, const VarTypes& state) {
    if (sizes_of(s) || has_column(state)) return fail("a state with columns is stored as it is");
    const VarTypes r = element(s.bodies[2]);
    if (types(s.bodies[2].params) != concat(state, VarTypes{int_scalar}))
      fail("the last body's parameters have types " + types_text(types(s.bodies[2].params)));
    same("the last body's results", s.bodies[2].results, r), outs(s, with_column(r, true));
  }

  void scan_scatter(const Stm& s) {
    const VarTypes e = types(s.bodies[0].results), into = columns(s, e.size() + 2);
    arguments(s, concat(concat({int_scalar}, e), concat({int_scalar}, into)));
    params(s, 0, {int_scalar}), results(s, 0, e);
    params(s, 1, concat(e, e)), results(s, 1, e);
    if (!s.after || has_column(e)) return fail("a state of numbers and a last body should stand in it");
    params(s, 2, concat(e, VarTypes{int_scalar})),
        results(s, 2, concat({int_scalar}, with_column(into, false)));
    outs(s, into);
  }

  void foldl(const Stm& s) {
    const VarTypes state = types(s.outs);
    arguments(s, concat({int_scalar}, state));
    params(s, 0, concat(state, VarTypes{int_scalar})), results(s, 0, state);
  }

  void filter(const Stm& s) {
    const VarTypes e = element(s.bodies[0], 1);
    arguments(s, {int_scalar});
    params(s, 0, {int_scalar}), results(s, 0, concat({bool_scalar}, e));
    outs(s, concat({int_scalar}, with_column(e, true)));
  }

  void rows(const Stm& s) {
    const VarTypes row = with_column(element(s.bodies[0], 1), true);
    arguments(s, {int_scalar});
    params(s, 0, {int_scalar}), results(s, 0, concat({int_scalar}, row));
    outs(s, concat({int_column, int_scalar}, row));
  }

  void scatter(const Stm& s) {
    const VarTypes into = columns(s, 2);
    arguments(s, concat({int_scalar, int_scalar}, into));
    params(s, 0, {int_scalar}), results(s, 0, concat({int_scalar}, with_column(into, false)));
    outs(s, into);
  }

  void rows_scatter(const Stm& s) {
    const VarTypes into = columns(s, 2);
    arguments(s, concat({int_scalar, int_scalar}, into));
    params(s, 0, {int_scalar});
    VarTypes row = types(s.bodies[0].results);
    if (row.empty() || row[0] != int_scalar) return fail("a row begins with its length");
    row.erase(row.begin()), row.push_back(int_scalar);
    params(s, 1, row), results(s, 1, concat({int_scalar}, with_column(into, false)));
    outs(s, into);
  }

  void histogram(const Stm& s) {
    scatter(s);
    const VarTypes e = with_column(columns(s, 2), false);
    params(s, 1, concat(e, e)), results(s, 1, e);
  }

  void sort(const Stm& s) {
    arguments(s, concat({int_scalar}, columns(s, 1)));
    params(s, 0, {int_scalar, int_scalar}), results(s, 0, {bool_scalar});
    outs(s, {int_column});
  }

  void call(const Stm& s) {
    if (s.function >= plan_.functions.size())
      return fail("there is no function " + std::to_string(s.function));
    if (s.site >= plan_.sites.size()) return fail("there is no site " + std::to_string(s.site));
    const Body& f = plan_.functions[s.function].body;
    arguments(s, types(f.params)), outs(s, types(f.results));
  }

  /// As many columns as values, or columns of those behind their number.
  void cell(const Stm& s, const VarTypes& number) {
    if (s.site >= plan_.sites.size()) return fail("there is no site " + std::to_string(s.site));
    const size_t others = 2 + number.size(),
                 columns = s.args.size() < others ? 0 : (s.args.size() - others) / 2;
    const auto first = s.args.begin() + static_cast<ptrdiff_t>(others);
    if (columns == 0 || s.args.size() != others + 2 * columns)
      return fail("it has columns and as many values");
    const VarTypes values = with_column(types({first, first + static_cast<ptrdiff_t>(columns)}), false);
    const VarTypes region = concat({int_scalar, int_column}, number, with_column(values, true));
    VarTypes given = with_column(values, !number.empty());
    for (size_t k = 0; k < columns && number.empty(); ++k) // places have 64 bits, and 32 in cells
      if (values[k].element == Element::I32 && plan_[s.args[others + columns + k]].element == Element::I64)
        given[k].element = Element::I64;
    arguments(s, concat(region, given));
    outs(s, {int_scalar});
  }

  void region(const Region& r) {
    std::vector<Var> all = r.columns;
    all.insert(all.end(), {r.count, r.room});
    const std::vector<Var>& params = plan_.body.params;
    for (Var v : all)
      if (std::find(params.begin(), params.end(), v) == params.end()) return fail("a region is no input");
    VarTypes want = with_column(types(r.columns), true);
    same("a region's parts", all, concat(want, VarTypes{int_column, int_scalar}));
  }

  const Plan& plan_;
  PlanNames names_;
  std::vector<State> state_;
  std::string where_, error_;
};

} // namespace

std::string check_plan(const Plan& plan) { return PlanChecker(plan).run(); }

} // namespace nova::plan
