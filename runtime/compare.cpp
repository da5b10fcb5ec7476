// Comparison of values: equality, the orders of `<` and of `sort`, and identity of bits. One traversal serves all
// four comparisons; they differ in how it compares scalars (Rule).
//
// The traversal keeps a stack of tasks of its own, so that deep values take heap memory, not call stack. A task
// compares n neighbouring pairs: of values, or of the elements of two columns. Primitive columns are compared in one
// plain loop.
#include "runtime/array.hpp"
#include "runtime/fault.hpp"
#include "runtime/scalar/scalar_math_base.h"
#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace nova {

namespace {

enum class Rule { Equal, Less, Total, Bits };
enum class Outcome { Before, Same, After, Unordered };
using enum Outcome;

template <class T> Outcome order(T a, T b) { return a < b ? Before : b < a ? After : Same; }

template <class F> Outcome order_floating(Rule rule, F a, F b) {
  if (rule == Rule::Bits) {
    const F x = a == a ? a : F(nv_nan_f32()), y = b == b ? b : F(nv_nan_f32());
    return std::memcmp(&x, &y, sizeof x) == 0 ? Same : After;
  }
  if (a < b) return Before;
  if (a > b) return After;
  if (a == b) return Same;
  if (rule != Rule::Total) return Unordered;
  return order(a != a, b != b);
}
Outcome compare_scalar(Rule rule, float a, float b) { return order_floating(rule, a, b); }
Outcome compare_scalar(Rule rule, double a, double b) { return order_floating(rule, a, b); }
Outcome compare_scalar(Rule rule, nv_f16 a, nv_f16 b) {
  return order_floating(rule, nv_to_f32_f16(a), nv_to_f32_f16(b));
}
Outcome compare_scalar(Rule rule, nv_bf16 a, nv_bf16 b) {
  return order_floating(rule, nv_to_f32_bf16(a), nv_to_f32_bf16(b));
}
template <class T> Outcome compare_scalar(Rule, T a, T b) { return order(a, b); }

/// Whether the n elements at a and at b are equal under ==; integers are compared by their bits. The loop has no
/// early exit, so that it vectorises.
template <class T> bool all_equal(const T* a, const T* b, int64_t n) {
  if constexpr (std::is_integral_v<T>) return std::memcmp(a, b, static_cast<size_t>(n) * sizeof(T)) == 0;
  if constexpr (std::is_class_v<T>) return false; // narrow types are not compared by their bits
  bool equal = true;
  for (int64_t i = 0; i < n; ++i) equal &= a[i] == b[i];
  return equal;
}

template <class T> Outcome compare_elements(Rule rule, const T* a, const T* b, int64_t n) {
  constexpr int64_t block = 1024;
  for (int64_t from = 0; from < n; from += block) {
    const int64_t to = std::min(n, from + block);
    const bool zeros_agree = rule != Rule::Bits || std::is_integral_v<T>;
    if (zeros_agree && all_equal(a + from, b + from, to - from)) continue;
    for (int64_t i = from; i < to; ++i)
      if (const Outcome o = compare_scalar(rule, a[i], b[i]); o != Same) return o;
  }
  return Same;
}

class Walk {
 public:
  explicit Walk(Rule rule) : rule_(rule) {}

  Outcome run(const Value& a, const Value& b) {
    Outcome o = pair(a, b);
    while (o == Same && !tasks_.empty()) {
      const Task t = tasks_.back();
      tasks_.pop_back();
      o = step(t);
    }
    return o;
  }

 private:
  enum class Kind : uint8_t { Values, Elements, Verdict };
  struct Task {
    Kind kind;
    Outcome verdict; ///< Verdict: the outcome, if all comparisons before this task were Same
    const void *a, *b;
    int64_t ia, ib, n;
  };

  /// Whether a and b still have to be compared. Values may share objects, since they are graphs: a pair of shared
  /// objects is compared only once.
  bool is_new(const Value& a, const Value& b) {
    const Object *x = a.object(), *y = b.object();
    if (!x || !y || x->references == 1 || y->references == 1) return true;
    if (x == y && rule_ == Rule::Bits) return false;
    return seen_.emplace(x, y).second;
  }

  bool any_difference_decides() const { return rule_ == Rule::Equal || rule_ == Rule::Bits; }

  void push_values(const Value* a, const Value* b, int64_t n) {
    if (n > 0) tasks_.push_back({Kind::Values, Same, a, b, 0, 0, n});
  }
  void push_elements(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    if (n > 0) tasks_.push_back({Kind::Elements, Same, &a, &b, ia, ib, n});
  }

  Outcome step(const Task& t) {
    switch (t.kind) {
    case Kind::Verdict: return t.verdict;
    case Kind::Values: return values(static_cast<const Value*>(t.a), static_cast<const Value*>(t.b), t.n);
    case Kind::Elements:
      return elements(*static_cast<const Column*>(t.a), t.ia, *static_cast<const Column*>(t.b), t.ib, t.n);
    }
    return Same;
  }

  Outcome values(const Value* a, const Value* b, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      if (a[i].is_object() || b[i].is_object()) {
        push_values(a + i + 1, b + i + 1, n - i - 1);
        return pair(a[i], b[i]);
      }
      if (const Outcome o = pair(a[i], b[i]); o != Same) return o;
    }
    return Same;
  }

  /// Compares two values of one type. Returns the outcome; or pushes tasks that will determine it, and returns Same.
  Outcome pair(const Value& a, const Value& b) {
    switch (a.tag()) {
    case Tag::F64: return compare_scalar(rule_, a.as_double(), b.as_double());
    case Tag::F32: return compare_scalar(rule_, a.as_float(), b.as_float());
    case Tag::F16: return compare_scalar(rule_, nv_f16(a.as_int()), nv_f16(b.as_int()));
    case Tag::BF16: return compare_scalar(rule_, nv_bf16(a.as_int()), nv_bf16(b.as_int()));
    case Tag::Tuple:
      if (is_new(a, b)) push_values(a.items().data(), b.items().data(), a.items().size());
      return Same;
    case Tag::Sum: return sums(a, b);
    case Tag::Vector: return is_new(a, b) ? arrays(a.array(), b.array()) : Same;
    case Tag::Function: return functions(a, b);
    case Tag::U64: return order(a.bits(), b.bits());
    default: return order(a.as_int(), b.as_int());
    }
  }

  Outcome sums(const Value& a, const Value& b) {
    if (a.constructor() != b.constructor()) return order(a.constructor(), b.constructor());
    if (is_new(a, b)) push_values(a.items().data(), b.items().data(), static_cast<int64_t>(a.items().size()));
    return Same;
  }

  /// Compares two functions by code and captured values under Rule::Bits, by which results of tiers are compared.
  /// Fails with E0414 under other rules.
  Outcome functions(const Value& a, const Value& b) {
    if (rule_ != Rule::Bits) fail("E0414", {"functions cannot be compared"});
    if (a.code() != b.code() || a.items().size() != b.items().size()) return After;
    if (is_new(a, b)) push_values(a.items().data(), b.items().data(), static_cast<int64_t>(a.items().size()));
    return Same;
  }

  Outcome arrays(const Array& a, const Array& b) {
    return shaped(a.shape(), a.column(), a.begin(), b.shape(), b.column(), b.begin());
  }

  using Dimensions = std::span<const int64_t>;

  /// Compares two arrays with the dimensions da and db. Their elements start at index ia of column a and ib of column
  /// b, in row-major order. The arrays are compared row by row, lexicographically, as nested vectors are.
  Outcome shaped(Dimensions da, const Column& a, int64_t ia, Dimensions db, const Column& b, int64_t ib) {
    const bool alike = std::ranges::equal(da, db);
    if (!alike && any_difference_decides()) return After;
    size_t level = 0; // first dimension to compare: if shapes of rows differ, the first rows decide
    while (!std::ranges::equal(da.subspan(level + 1), db.subspan(level + 1)) && da[level] > 0 &&
           db[level] > 0)
      ++level;
    Outcome tie = order(da[level], db[level]);
    if (tie == Same && !alike) tie = std::ranges::lexicographical_compare(da, db) ? Before : After;
    const int64_t n = std::min(product(da.subspan(level)), product(db.subspan(level)));
    if (a.layout->kind == ColumnKind::Primitive) {
      const Outcome o = primitives(a, ia, b, ib, n);
      return o != Same ? o : tie;
    }
    if (tie != Same) tasks_.push_back({Kind::Verdict, tie, nullptr, nullptr, 0, 0, 0});
    push_elements(a, ia, b, ib, n);
    return Same;
  }
  static int64_t product(Dimensions d) {
    int64_t n = 1;
    for (int64_t x : d) n *= x;
    return n;
  }

  Outcome elements(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    switch (a.layout->kind) {
    case ColumnKind::Primitive: return primitives(a, ia, b, ib, n);
    case ColumnKind::Tuple: return tuples(a, ia, b, ib, n);
    case ColumnKind::Rows: return rows(a, ia, b, ib, n);
    case ColumnKind::Sum: return sum_elements(a, ia, b, ib, n);
    case ColumnKind::Boxed: return push_values(&a.boxed[ia], &b.boxed[ib], n), Same;
    }
    return Same;
  }

  Outcome primitives(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    if (a.layout->element == Element::Unit) return Same;
    return with_element(a.layout->element, [&](auto t) {
      using T = decltype(t);
      return compare_elements(rule_, a.as<T>() + ia, b.as<T>() + ib, n);
    });
  }

  Outcome tuples(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    const int64_t now = any_difference_decides() ? n : 1; // an order compares a whole element before the next
    push_elements(a, ia + now, b, ib + now, n - now);
    for (size_t f = a.children.size(); f-- > 0;) push_elements(*a.children[f], ia, *b.children[f], ib, now);
    return Same;
  }

  Outcome rows(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    if (any_difference_decides()) return equal_rows(a, ia, b, ib, n);
    push_elements(a, ia + 1, b, ib + 1, n - 1);
    const int64_t *oa = a.offsets() + ia, *ob = b.offsets() + ib;
    const uint32_t rank = a.layout->rank;
    const int64_t la = oa[1] - oa[0], lb = ob[1] - ob[0];
    const Dimensions da =
        rank == 1 ? Dimensions(&la, 1) : Dimensions(a.extra->as<int64_t>() + ia * rank, rank);
    const Dimensions db =
        rank == 1 ? Dimensions(&lb, 1) : Dimensions(b.extra->as<int64_t>() + ib * rank, rank);
    return shaped(da, *a.children[0], oa[0], db, *b.children[0], ob[0]);
  }

  /// Compares n rows of each column for equality. Rows lie side by side: if their lengths agree, all their elements
  /// are compared as one range.
  Outcome equal_rows(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    const int64_t *oa = a.offsets() + ia, *ob = b.offsets() + ib;
    for (int64_t k = 1; k <= n; ++k)
      if (oa[k] - oa[0] != ob[k] - ob[0]) return After;
    const int64_t rank = a.layout->rank;
    if (rank > 1 && std::memcmp(a.extra->as<int64_t>() + ia * rank, b.extra->as<int64_t>() + ib * rank,
                                static_cast<size_t>(n * rank) * sizeof(int64_t)) != 0)
      return After;
    push_elements(*a.children[0], oa[0], *b.children[0], ob[0], oa[n] - oa[0]);
    return Same;
  }

  Outcome sum_elements(const Column& a, int64_t ia, const Column& b, int64_t ib, int64_t n) {
    const uint32_t *ta = a.as<uint32_t>() + ia, *tb = b.as<uint32_t>() + ib;
    for (int64_t k = 0; k < n; ++k) {
      if (ta[k] != tb[k]) return order(ta[k], tb[k]);
      if (a.layout->field_counts[ta[k]] == 0) continue;
      push_elements(a, ia + k + 1, b, ib + k + 1, n - k - 1);
      const int64_t pa = a.extra->as<int64_t>()[ia + k], pb = b.extra->as<int64_t>()[ib + k];
      push_elements(*a.children[ta[k]], pa, *b.children[ta[k]], pb, 1);
      return Same;
    }
    return Same;
  }

  struct PairHash {
    size_t operator()(const std::pair<const Object*, const Object*>& p) const {
      return std::hash<const Object*>()(p.first) * 0x9e3779b97f4a7c15u ^ std::hash<const Object*>()(p.second);
    }
  };

  Rule rule_;
  std::unordered_set<std::pair<const Object*, const Object*>, PairHash>
      seen_; ///< pairs of shared objects that were compared
  std::vector<Task, CountingAllocator<Task>> tasks_;
};

} // namespace

bool equal(const Value& a, const Value& b) { return Walk(Rule::Equal).run(a, b) == Same; }
bool less(const Value& a, const Value& b) { return Walk(Rule::Less).run(a, b) == Before; }
bool same_bits(const Value& a, const Value& b) { return Walk(Rule::Bits).run(a, b) == Same; }
int compare_total(const Value& a, const Value& b) {
  const Outcome o = Walk(Rule::Total).run(a, b);
  return o == Before ? -1 : o == After ? 1 : 0;
}

} // namespace nova
