#include "interp/associativity.hpp"
#include "frontend/source/utf8.hpp"
#include "interp/arrays/elements.hpp"
#include <cmath>

namespace nova {

namespace {

/// A number inside of a value. Two results are compared number by number, in the order in which they contain the
/// numbers. Dimensions of vectors and constructor indices of sums count as exact numbers. `tolerance`: how far rounding
/// may move a floating number, relative to the largest number; 0 for an exact one.
struct Leaf {
  double tolerance;
  double approximate;
  int64_t exact;
};
constexpr size_t most_leaves = 4096;

class Leaves {
 public:
  Leaves(Machine& m, const Value& v, TypeId t) : types_(m.frontend.types) {
    left_.push_back({v, t});
    while (!left_.empty() && list.size() < most_leaves) {
      const Part part = std::move(left_.back());
      left_.pop_back();
      add(part.value, types_.resolve(part.type));
    }
  }
  std::vector<Leaf> list;

 private:
  struct Part {
    Value value;
    TypeId type;
  };
  void add(const Value& v, TypeId t) {
    switch (types_[t].kind) {
    case TypeKind::Prim: return add_scalar(v);
    case TypeKind::Tuple: return add_items(v.items(), types_.args(t));
    case TypeKind::Vector: return add_vector(v.array(), types_.element_of(t));
    case TypeKind::Sum: return add_sum(v, t);
    default: return; // functions can't be compared
    }
  }
  void add_exact(int64_t n) { list.push_back({0, 0, n}); }
  void add_scalar(const Value& v) {
    switch (v.tag()) {
    case Tag::F64: return list.push_back({1e-3, v.as_double(), 0});
    case Tag::F32: return list.push_back({1e-3, double{v.as_float()}, 0});
    case Tag::F16: return list.push_back({4e-3, static_cast<double>(nv_f16(v.as_int())), 0});
    case Tag::BF16: return list.push_back({3e-2, static_cast<double>(nv_bf16(v.as_int())), 0});
    default: add_exact(v.as_int());
    }
  }
  void add_items(std::span<const Value> items, std::span<const TypeId> types) {
    for (size_t k = items.size(); k-- > 0;) left_.push_back({items[k], types[k]});
  }
  void add_vector(const Array& a, TypeId element) {
    for (int64_t d : a.dimensions()) add_exact(d);
    for (int64_t k = std::min<int64_t>(a.count(), most_leaves); k-- > 0;) left_.push_back({a.at(k), element});
  }
  void add_sum(const Value& v, TypeId t) {
    add_exact(v.constructor());
    const std::vector<TypeId> arguments(types_.args(t).begin(), types_.args(t).end());
    add_items(v.items(), types_.fields_at(SumId{types_[t].payload}, v.constructor(), arguments));
  }

  Types& types_;
  std::vector<Part> left_;
};

/// Whether two results, given by their numbers, differ by more than rounding can explain. `magnitude` is the largest
/// absolute value of the finite floating numbers in the operands and results.
bool differ(const std::vector<Leaf>& a, const std::vector<Leaf>& b, double magnitude) {
  if (a.size() != b.size()) return true;
  for (size_t k = 0; k < a.size(); ++k) {
    const double x = a[k].approximate, y = b[k].approximate;
    if (a[k].tolerance == 0 && a[k].exact != b[k].exact) return true;
    if (std::isfinite(x) && std::isfinite(y) && std::fabs(x - y) > a[k].tolerance * magnitude) return true;
  }
  return false;
}

double largest(double so_far, const std::vector<Leaf>& leaves) {
  for (const Leaf& l : leaves)
    if (l.tolerance > 0 && std::isfinite(l.approximate)) so_far = std::max(so_far, std::fabs(l.approximate));
  return so_far;
}

/// Tests the operator of one reduce or scan on given operands, and reports counterexamples.
class Trial {
 public:
  Trial(Machine& m, const Core& node, const Value& f, TypeId element)
      : machine_(m), node_(node), call_(m, f, 2), element_(element) {}

  /// Whether (f (f a b) c) and (f a (f b c)) differ. If so, reports it.
  bool not_associative(const Value& a, const Value& b, const Value& c) {
    const Value left = call_(call_(a, b), c), right = call_(a, call_(b, c));
    if (!differ_on({&a, &b, &c}, left, right)) return false;
    report("W0401", {&a, &b, &c, &left, &right});
    return true;
  }
  bool not_commutative(const Value& a, const Value& b) {
    const Value left = call_(a, b), right = call_(b, a);
    if (!differ_on({&a, &b}, left, right)) return false;
    report("W0402", {&a, &b, &left, &right});
    return true;
  }

 private:
  bool differ_on(std::initializer_list<const Value*> operands, const Value& left, const Value& right) {
    const std::vector<Leaf> l = Leaves(machine_, left, element_).list,
                            r = Leaves(machine_, right, element_).list;
    double magnitude = largest(largest(0, l), r);
    for (const Value* v : operands) magnitude = largest(magnitude, Leaves(machine_, *v, element_).list);
    return differ(l, r, magnitude);
  }
  void report(const char* code, std::initializer_list<const Value*> values) {
    std::vector<std::string> args{std::string(builtin(node_.builtin).spelling)};
    Frontend& f = machine_.frontend;
    for (const Value* v : values)
      args.push_back(shorten(print_value(*v, element_, f.types, f.symbols, true)));
    machine_.warnings.report(code, node_.span, std::move(args));
  }

  Machine& machine_;
  const Core& node_;
  Caller call_;
  TypeId element_;
};

/// Tests whether the operator is associative on the first, the middle and the last three elements of x; if x has only
/// two, on the start value and both elements. For reduce-comm, also tests whether it commutes. Returns whether there
/// was a counterexample.
bool counterexample(Trial& trial, const Core& node, const Value* start, const Array& x) {
  const int64_t n = x.count();
  if (n == 2 && start && trial.not_associative(*start, x.at(0), x.at(1))) return true;
  int64_t before = -1;
  for (int64_t at : {int64_t{0}, n / 2 - 1, n - 3}) {
    if (at <= before || at + 3 > n) continue;
    if (trial.not_associative(x.at(at), x.at(at + 1), x.at(at + 2))) return true;
    before = at;
  }
  if (node.builtin != BuiltinId::ReduceComm || n < 2) return false;
  return trial.not_commutative(x.at(0), x.at(1)) || trial.not_commutative(x.at(0), x.at(n - 1));
}

/// The value of `tests` for a call site at which a counterexample was reported.
constexpr uint32_t reported = UINT32_MAX;
/// Counts a run of a call site in `tests`, and returns whether the operator is to be tested in that run. It is tested
/// in the first four runs, then in runs whose number is a power of two, and no more after a report.
bool due(uint32_t& tests) {
  if (tests == reported) return false;
  ++tests;
  return tests <= 4 || (tests & (tests - 1)) == 0;
}

bool is_limit(const std::string& code) { return code.starts_with("E06"); }

} // namespace

void test_operator(Machine& m, const Core& node, const Value& f, const Value* start, const Array& x) {
  const bool known_to_commute = node.number == 1 && node.builtin != BuiltinId::ReduceComm;
  if (known_to_commute || x.count() < 2 || m.options.derivation) return;
  uint32_t& tests = m.site_counts[site_of(node.span)];
  if (!due(tests)) return;
  Trial trial(m, node, f, m.frontend.types.element_of(node.items.back()->type));
  const Checkpoint before(m);
  try {
    if (counterexample(trial, node, start, x)) tests = reported;
  } catch (const Fault& fault) { // an error in a trial is no error of the program
    if (is_limit(fault.code)) throw;
    before.restore();
  } catch (const RuntimeError& error) {
    if (is_limit(error.diagnostic.code)) throw;
    before.restore();
  }
}

} // namespace nova
