#include "repl/build/random_values.hpp"
#include "jit/emit/ahead/ahead.hpp"
#include "jit/values/value_shape.hpp"
#include "repl/build/test_inputs.hpp"
#include <algorithm>
#include <utility>

namespace nova {

using plan::constructor_fields;
using plan::copied;
using plan::is_cell;
using plan::reaches_cell;
using plan::test_kind;

namespace {

constexpr int endless = 1 << 20;

} // namespace

uint64_t RandomValues::below(uint64_t n) { return (nova_random(&state_) >> 16) % n; }

Value RandomValues::number(Element e) {
  uint64_t word = 0;
  nova_write_random(test_kind(e), &word, 0, static_cast<uint64_t>(std::max<int64_t>(n_, 1)), &state_);
  return e == Element::Unit ? Value::unit() : Value::from_bits(static_cast<Tag>(e), word);
}

Value RandomValues::value(TypeId type, int64_t size) {
  const TypeId t = types_.resolve(type);
  switch (types_[t].kind) {
  case TypeKind::Prim: return number(types_.element(t));
  case TypeKind::Vector: return vector(t, size);
  case TypeKind::Sum: return sum(t, size);
  default: {
    std::vector<Value> all = items(copied(types_.args(t)), size);
    return Value::tuple(all);
  }
  }
}

Value RandomValues::vector(TypeId t, int64_t size) {
  const TypeId element = types_.element_of(t);
  const uint32_t rank = types_.rank_of(t);
  const int64_t side = std::max<int64_t>(rank > 1 ? std::min<int64_t>(size, 6) : size, 0);
  int64_t count = 1;
  for (uint32_t d = 0; d < rank; ++d) count *= side;
  ColumnBuilder all(layout_(element), count);
  for (int64_t k = 0; k < count; ++k) all.push(value(element, size / std::max<int64_t>(count, 1)));
  return Value::vector(Array(all.finish(), 0, std::vector<int64_t>(rank, side)));
}

std::vector<Value> RandomValues::items(const std::vector<TypeId>& types, int64_t size) {
  std::vector<Value> all;
  const auto open = static_cast<int64_t>(
      std::ranges::count_if(types, [&](TypeId t) { return !types_.is(t, TypeKind::Prim); }));
  for (const TypeId t : types) all.push_back(value(t, size / std::max<int64_t>(open, 1)));
  return all;
}

/// Chooses a constructor: while cells are left to make, one that holds further values, else one whose value ends soonest.
Value RandomValues::sum(TypeId t, int64_t size) {
  const auto fields = constructor_fields(types_, t);
  std::vector<uint32_t> all, shortest;
  int least = endless;
  for (uint32_t k = 0; k < fields.size(); ++k) {
    const int own = depth(fields[k]);
    if (own < endless) all.push_back(k);
    if (own < least) least = own, shortest.clear();
    if (own == least) shortest.push_back(k);
  }
  const bool recursive = is_cell(types_, t);
  if (reaches_cell(types_, t) && size > 0)
    std::erase_if(all, [&](uint32_t k) {
      const bool ends = std::ranges::none_of(fields[k], [&](TypeId f) { return reaches_cell(types_, f); });
      return ends && below(static_cast<uint64_t>(size) + 1) != 0; // so that all lengths are as likely
    });
  const std::vector<uint32_t>& choices = (recursive && size <= 0) || all.empty() ? shortest : all;
  const uint32_t k = choices[below(choices.size())];
  std::vector<Value> own = items(fields[k], recursive ? size - 1 : size);
  return Value::sum(k, own);
}

int RandomValues::depth(const std::vector<TypeId>& types) {
  int most = 0;
  for (const TypeId t : types) most = std::max(most, depth(t));
  return most;
}

/// Notes the sums that a value of the type nests outside of vectors, which may be empty.
void RandomValues::note(TypeId type) {
  const TypeId t = types_.resolve(type);
  if (types_.is(t, TypeKind::Tuple))
    for (const TypeId item : copied(types_.args(t))) note(item);
  if (!types_.is(t, TypeKind::Sum) || !depths_.try_emplace(t, endless).second) return;
  for (const auto& fields : constructor_fields(types_, t))
    for (const TypeId field : fields) note(field);
}

/// The depths of types that refer to each other are found together: they sink until no constructor gives a smaller one.
int RandomValues::depth(TypeId type) {
  const TypeId t = types_.resolve(type);
  if (types_.is(t, TypeKind::Tuple)) return depth(copied(types_.args(t)));
  if (!types_.is(t, TypeKind::Sum)) return 0;
  if (!depths_.contains(t)) {
    note(t);
    for (bool sinks = true; std::exchange(sinks, false);)
      for (auto& [sum, least] : depths_)
        for (const auto& fields : constructor_fields(types_, sum))
          if (const int own = depth(fields) + 1; own < least) least = own, sinks = true;
  }
  return depths_.at(t);
}

} // namespace nova
