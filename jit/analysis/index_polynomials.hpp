// Places as sums: what scalar statements add, subtract and multiply, modulo 2^64, over variables that they do
// not make.
#pragma once
#include "jit/plan/plan.hpp"
#include <map>
#include <unordered_map>

namespace nova::plan {

/// A sum of products of variables (in the order of their numbers), each some times, and a constant.
struct Sum {
  std::map<std::vector<Var>, uint64_t> terms;
  uint64_t constant = 0;

  void add(const Sum& other, uint64_t times);
  /// Nothing where it would have many terms.
  static std::optional<Sum> product(const Sum& a, const Sum& b);
};

/// What is known of variables; `constants` are some by their bits.
class Sums {
 public:
  /// `multiplies`: products are looked into, too.
  explicit Sums(const std::unordered_map<Var, uint64_t>& constants, bool multiplies = false)
      : constants_(constants), multiplies_(multiplies) {}
  void learn(const Stm& s);
  /// The If's results are those of the body that it takes.
  void choose(const Stm& branch, const Body& taken);
  void set(Var v, Sum sum) { known_[v] = std::move(sum); }
  /// A variable that nothing is known of stands for itself.
  Sum of(Var v) const;

 private:
  const std::unordered_map<Var, uint64_t>& constants_;
  bool multiplies_;
  std::unordered_map<Var, Sum> known_;
};

} // namespace nova::plan
