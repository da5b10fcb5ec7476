// Index arithmetic as polynomials modulo 2^64. Additions, subtractions and products of scalar statements are
// expanded; results of other statements are the polynomials' variables.
#pragma once
#include "jit/plan/plan.hpp"
#include <map>
#include <unordered_map>

namespace nova::plan {

/// A polynomial: products of variables with their coefficients, and a constant.
struct Sum {
  std::map<std::vector<Var>, uint64_t> terms; ///< the coefficient of each product, whose variables are sorted
  uint64_t constant = 0;

  /// Adds `times` * `other`.
  void add(const Sum& other, uint64_t times);
  /// Returns a * b, or nothing if that may have many terms.
  static std::optional<Sum> product(const Sum& a, const Sum& b);
};

/// The polynomials of variables, as far as they are known. `constants` maps variables with a constant value to its
/// bits.
class Sums {
 public:
  /// `multiplies`: whether products of two variables are expanded too.
  explicit Sums(const std::unordered_map<Var, uint64_t>& constants, bool multiplies = false)
      : constants_(constants), multiplies_(multiplies) {}
  /// Records the polynomial of the statement's result, if the statement is integer arithmetic that is expanded.
  void learn(const Stm& s);
  /// Records that the results of the If `branch` are those of its body `taken`.
  void choose(const Stm& branch, const Body& taken);
  void set(Var v, Sum sum) { known_[v] = std::move(sum); }
  /// Returns the polynomial of v. If none is known, that is v itself.
  Sum of(Var v) const;

 private:
  const std::unordered_map<Var, uint64_t>& constants_;
  bool multiplies_;
  std::unordered_map<Var, Sum> known_;
};

} // namespace nova::plan
