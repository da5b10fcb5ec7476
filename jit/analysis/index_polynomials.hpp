// Writes index arithmetic as polynomials modulo 2^64. Statements that add, subtract or multiply ints are expanded;
// the results of all other statements are the variables of the polynomials.
#pragma once
#include "jit/plan/plan.hpp"
#include <map>
#include <span>
#include <unordered_map>

namespace nova::plan {

/// A polynomial: products of variables with their coefficients, and a constant.
struct Sum {
  std::map<std::vector<Var>, uint64_t> terms; ///< maps the sorted variables of a product to its coefficient
  uint64_t constant = 0;

  /// Adds `times` * `other` to this polynomial.
  void add(const Sum& other, uint64_t times);
  /// Whether a term has one of the variables.
  bool has_any(std::span<const Var> vars) const;
  /// Returns a * b, or nothing if the product may have more than 12 terms, the constant included.
  static std::optional<Sum> product(const Sum& a, const Sum& b);
};

/// Maps variables of a plan to their polynomials.
class Sums {
 public:
  /// `constants` maps each variable that has a constant value to the bits of that value. `multiplies`: whether
  /// multiplications are expanded too, not only additions and subtractions.
  explicit Sums(const std::unordered_map<Var, uint64_t>& constants, bool multiplies = false)
      : constants_(constants), multiplies_(multiplies) {}
  /// Records the polynomial of the statement's result if the statement adds, subtracts or, with `multiplies`,
  /// multiplies ints. Ignores all other statements.
  void learn(const Stm& s);
  /// Records that the results of the If statement `branch` are equal to the results of its body `taken`.
  void choose(const Stm& branch, const Body& taken);
  void set(Var v, Sum sum) { known_[v] = std::move(sum); }
  /// Returns the polynomial of v. If none is recorded, returns the polynomial that is v itself.
  Sum of(Var v) const;

 private:
  const std::unordered_map<Var, uint64_t>& constants_;
  bool multiplies_;
  std::unordered_map<Var, Sum> known_;
};

/// How a read goes through a matrix, row by row in memory.
enum class Direction : uint8_t { Down, Other, Along };

/// Returns the direction of a read at `index` of element k of column j. Down: neighbouring columns j have neighbouring
/// elements, and successive elements k of a column have not. Along: the reverse. Other: the read does not depend on j.
Direction direction(const Sum& index, Var j, Var k);

} // namespace nova::plan
