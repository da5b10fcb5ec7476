// Random values of any type without functions, for tests whose inputs are stored.
#pragma once
#include "frontend/core/types.hpp"
#include "runtime/array.hpp"
#include "runtime/value.hpp"
#include <functional>
#include <map>

namespace nova {

class RandomValues {
 public:
  /// `layout`: the layout of columns of a type. Vectors have `n` elements, values of recursive types about n cells.
  RandomValues(Types& types, std::function<const Layout*(TypeId)> layout, uint64_t seed, int64_t n)
      : types_(types), layout_(std::move(layout)), state_(seed), n_(n) {}
  Value value(TypeId t) { return value(t, n_); }

 private:
  /// A value with about `size` cells or elements.
  Value value(TypeId t, int64_t size);
  Value number(Element e);
  Value vector(TypeId t, int64_t size);
  Value sum(TypeId t, int64_t size);
  std::vector<Value> items(const std::vector<TypeId>& types, int64_t size);
  /// Returns how many cells the smallest value of a type nests; a large number if there is no value.
  int depth(TypeId t);
  int depth(const std::vector<TypeId>& types);
  void note(TypeId t);
  uint64_t below(uint64_t n);

  Types& types_;
  std::function<const Layout*(TypeId)> layout_;
  unsigned long long state_; ///< of kernels/c/test_inputs.h
  int64_t n_;
  std::map<TypeId, int> depths_; ///< of sums
};

} // namespace nova
