#include "jit/values/value_shape.hpp"
#include "frontend/core/visited.hpp"
#include <algorithm>
#include <functional>

namespace nova::plan {
namespace {

using Seen = std::vector<std::pair<const Core*, size_t>>;

/// Returns the type of the Lambda's captured value k, taken from a use of it: in the body, or in a function inside of
/// the body that captures it too. Returns none if there is no use.
std::optional<TypeId> captured_type(const Types& types, const Core& lambda, size_t k, Seen& seen) {
  if (std::ranges::find(seen, std::pair(&lambda, k)) != seen.end()) return {};
  seen.emplace_back(&lambda, k);
  const size_t slot = lambda.vars.size() + k;
  std::optional<TypeId> found;
  std::function<void(const Core&)> look = [&](const Core& c) {
    const Core* inner = c.kind == CoreKind::Lambda ? &c : c.kind == CoreKind::Local ? c.function : nullptr;
    for (size_t j = 0; inner && j < c.frame.captures.size() && !found; ++j)
      if (c.frame.captures[j] == slot) found = captured_type(types, *inner, j, seen);
    if (inner || found) return;
    if (c.kind == CoreKind::Local && c.slot == slot) found = types.resolve(c.type);
    for (const Core* item : c.items) look(*item);
    for (const CoreArm& arm : c.arms) look(*arm.body);
  };
  look(*lambda.items[0]);
  return found;
}

} // namespace

std::vector<TypeId> copied(std::span<const TypeId> types) { return {types.begin(), types.end()}; }

std::optional<uint32_t> BoxedFunctions::number(TypeId resolved, const Core* lambda, size_t items) const {
  const auto& all = at(resolved);
  const auto known = std::ranges::find(all, Function{lambda, items});
  return known == all.end() ? std::nullopt : std::optional(static_cast<uint32_t>(known - all.begin()));
}

bool BoxedFunctions::add(TypeId resolved, const Core* lambda, size_t items) {
  const bool first = add(resolved);
  if (number(resolved, lambda, items)) return first;
  of[static_cast<uint32_t>(resolved)].push_back({lambda, items});
  return true;
}

namespace {

/// Returns, for each of the functions, the types of its captured values and arguments.
std::vector<std::vector<TypeId>> boxed_items(Types& types,
                                             const std::vector<BoxedFunctions::Function>& functions) {
  std::vector<std::vector<TypeId>> all;
  for (const auto& [lambda, items] : functions) {
    auto& own = all.emplace_back();
    for (size_t k = 0; k < items; ++k)
      own.push_back(item_type(types, *lambda, k).value_or(types.prim(Element::Unit)));
  }
  return all;
}

} // namespace

std::vector<std::vector<TypeId>> constructor_fields(Types& types, TypeId sum, const BoxedFunctions* boxed) {
  if (boxed && boxed->has(sum)) return boxed_items(types, boxed->at(sum));
  const SumId id{types[sum].payload};
  const std::vector<TypeId> arguments = copied(types.args(sum));
  std::vector<std::vector<TypeId>> fields;
  const auto count = static_cast<uint32_t>(types.sum_type(id).constructors.size());
  for (uint32_t k = 0; k < count; ++k) fields.push_back(types.fields_at(id, k, arguments));
  return fields;
}

bool is_cell(const Types& types, TypeId t, const BoxedFunctions* boxed) {
  t = types.resolve(t);
  if (types.is(t, TypeKind::Fun)) return boxed && boxed->has(t);
  return types.is(t, TypeKind::Sum) && types.sum_type(SumId{types[t].payload}).recursive;
}

namespace {

/// Returns how many items the tuples in a type have together. Items that are tuples themselves do not count. A vector
/// counts like its element type. Counting stops soon after `most`.
size_t count_values(const Types& types, TypeId t, size_t most) {
  t = types.resolve(t);
  if (types.is(t, TypeKind::Vector)) return count_values(types, types.element_of(t), most);
  if (!types.is(t, TypeKind::Tuple)) return 1;
  size_t n = 0;
  for (TypeId item : types.args(t))
    if ((n += count_values(types, item, most)) > most) break;
  return n;
}

} // namespace

bool is_large(const Types& types, TypeId t) {
  constexpr size_t most = 1000;
  return count_values(types, t, most) > most;
}

namespace {

/// The recursive types that enclose a type, as a linked list that begins with the innermost one.
struct Path {
  TypeId cell;
  const Path* around;
};

/// What the function `holds` searches for in a type: functions, or functions and cells.
struct Sought {
  bool cells;                      ///< whether to search for cells too
  std::vector<TypeId>* entered;    ///< recursive types that were searched; null: cells are not searched
  bool* grows = nullptr;           ///< set if a type holds ever larger instances of itself
  VisitedPairs* visited = nullptr; ///< types that were searched, each as a pair with itself
};

size_t size_of(const Types& types, TypeId t) {
  constexpr size_t most = 10'000;
  size_t n = 1;
  for (TypeId item : types.args(types.resolve(t)))
    if (n < most) n += size_of(types, item);
  return n;
}

/// Whether 8 smaller instances of the same sum enclose the recursive type `cell`, so that the nesting is assumed to
/// be endless.
bool is_growing(const Types& types, TypeId cell, const Path* path) {
  constexpr int most = 8;
  if (!types.is(cell, TypeKind::Sum)) return false;
  int smaller = 0;
  for (; path && smaller < most; path = path->around) {
    const bool same = types.is(path->cell, TypeKind::Sum) && types[path->cell].payload == types[cell].payload;
    smaller += same && size_of(types, path->cell) < size_of(types, cell);
  }
  return smaller == most;
}

bool holds(Types& types, TypeId t, const Sought& what, const Path* path = nullptr) {
  t = types.resolve(t);
  const Path inner{t, path};
  if (is_cell(types, t)) {
    if (!what.entered) return what.cells;
    if (std::ranges::find(*what.entered, t) != what.entered->end()) return false;
    if (is_growing(types, t, path)) {
      if (what.grows) *what.grows = true;
      return false;
    }
    what.entered->push_back(t), path = &inner;
  } else if (!what.visited->add(t, t)) {
    return false;
  }
  const auto any = [&](const std::vector<TypeId>& items) {
    return std::ranges::any_of(items, [&](TypeId item) { return holds(types, item, what, path); });
  };
  switch (types[t].kind) {
  case TypeKind::Fun: return true;
  case TypeKind::Tuple: return any(copied(types.args(t)));
  case TypeKind::Vector: return holds(types, types.element_of(t), what, path);
  case TypeKind::Sum: return std::ranges::any_of(constructor_fields(types, t), any);
  default: return false;
  }
}

} // namespace

bool has_function(Types& types, TypeId t) {
  VisitedPairs visited;
  return holds(types, t, {false, nullptr, nullptr, &visited});
}
bool is_open(Types& types, TypeId t) {
  VisitedPairs visited;
  return holds(types, t, {true, nullptr, nullptr, &visited});
}
bool reaches_function(Types& types, TypeId t) {
  VisitedPairs visited;
  std::vector<TypeId> entered;
  return holds(types, t, {false, &entered, nullptr, &visited});
}

bool reaches_cell(Types& types, TypeId t) {
  VisitedPairs visited;
  const auto reaches = [&](auto& self, TypeId part) -> bool {
    part = types.resolve(part);
    if (is_cell(types, part)) return true;
    if (!visited.add(part, part)) return false;
    const auto any = [&](const std::vector<TypeId>& parts) {
      return std::ranges::any_of(parts, [&](TypeId each) { return self(self, each); });
    };
    if (types.is(part, TypeKind::Vector)) return self(self, types.element_of(part));
    if (types.is(part, TypeKind::Tuple)) return any(copied(types.args(part)));
    return types.is(part, TypeKind::Sum) && std::ranges::any_of(constructor_fields(types, part), any);
  };
  return reaches(reaches, t);
}

bool holds_ever_larger(Types& types, TypeId t) {
  VisitedPairs visited;
  std::vector<TypeId> entered;
  bool grows = false;
  holds(types, t, {false, &entered, &grows, &visited});
  return grows;
}

namespace {

ValueShape tuple_shape(Types& types, TypeId t, const std::vector<TypeId>& items,
                       const BoxedFunctions* boxed) {
  ValueShape s{.kind = ValueShape::Tuple, .type = t};
  for (TypeId item : items) s.items.push_back(shape_of(types, item, boxed));
  return s;
}

} // namespace

Element tag_element(size_t constructors) { return constructors <= 256 ? Element::U8 : Element::I32; }

void add_parts(Types& types, TypeId t, std::vector<Element>& out, Element place,
               const BoxedFunctions* boxed) {
  t = types.resolve(t);
  const uint32_t rank = types.is(t, TypeKind::Vector) ? types.rank_of(t) : 0;
  if (is_cell(types, t, boxed)) return out.push_back(place);
  switch (types[t].kind) {
  case TypeKind::Prim:
    if (types.element(t) != Element::Unit) out.push_back(types.element(t));
    return;
  case TypeKind::Vector: out.insert(out.end(), rank > 1 ? 2 + rank : 2, Element::I64); return;
  case TypeKind::Tuple:
    for (TypeId item : copied(types.args(t))) add_parts(types, item, out, place, boxed);
    return;
  case TypeKind::Sum: {
    const auto fields = constructor_fields(types, t);
    if (fields.size() > 1) out.push_back(Element::I32);
    for (const auto& each : fields)
      for (TypeId f : each) add_parts(types, f, out, place, boxed);
    return;
  }
  default: return; // a function that is not boxed is in no region
  }
}

std::vector<Element> region_parts(Types& types, TypeId t, const BoxedFunctions* boxed) {
  std::vector<Element> parts;
  if (!is_cell(types, t, boxed))
    return add_parts(types, types.element_of(t), parts, Element::I64, boxed), parts;
  const auto constructors = constructor_fields(types, types.resolve(t), boxed);
  parts.push_back(tag_element(constructors.size()));
  for (const auto& fields : constructors)
    for (TypeId f : fields) add_parts(types, f, parts, place_in_cell, boxed);
  return parts;
}

std::optional<uint64_t> place_of_constant(Types& types, TypeId t, uint32_t constructor,
                                          const BoxedFunctions* boxed) {
  const auto fields = constructor_fields(types, t, boxed);
  if (!fields[constructor].empty()) return {};
  return 1 + static_cast<uint64_t>(std::count_if(fields.begin(), fields.begin() + constructor,
                                                 [](const auto& each) { return each.empty(); }));
}

ValueShape shape_of(Types& types, TypeId t, const BoxedFunctions* boxed) {
  t = types.resolve(t);
  ValueShape s{.kind = ValueShape::Plain, .type = t};
  if (!is_open(types, t)) return s;
  if (is_cell(types, t, boxed)) return s.kind = ValueShape::Cell, s;
  switch (types[t].kind) {
  case TypeKind::Tuple: return tuple_shape(types, t, copied(types.args(t)), boxed);
  case TypeKind::Sum: {
    const auto fields = constructor_fields(types, t);
    s.kind = ValueShape::Tuple;
    if (fields.size() > 1) s.items.push_back(shape_of(types, types.prim(Element::I32)));
    for (const auto& each : fields) s.items.push_back(tuple_shape(types, t, each, boxed));
    return s;
  }
  case TypeKind::Vector: s.items.push_back(shape_of(types, types.element_of(t), boxed)); break;
  default: break;
  }
  s.kind = types.is(t, TypeKind::Vector) ? ValueShape::Vector : ValueShape::Choice;
  return s;
}

namespace {

/// Returns the depth to which Closures of the Lambda are nested in each other in the shape.
size_t levels_of(const ValueShape& s, const Core* lambda) {
  size_t most = 0;
  for (const ValueShape& item : s.items) most = std::max(most, levels_of(item, lambda));
  return most + (s.kind == ValueShape::Closure && s.lambda == lambda);
}

} // namespace

std::optional<TypeId> nested_functions(const ValueShape& s, size_t most) {
  for (const ValueShape& item : s.items) {
    if (item.kind == ValueShape::Closure && levels_of(item, item.lambda) > most) return s.type;
    if (const auto found = nested_functions(item, most)) return found;
  }
  return {};
}

size_t closures_in(const ValueShape& s) {
  size_t n = s.kind == ValueShape::Closure;
  for (const ValueShape& item : s.items) n += closures_in(item);
  return n;
}

std::optional<uint32_t> closure_number(const ValueShape& choice, const Core* lambda, size_t items) {
  for (uint32_t k = 0; k < choice.items.size(); ++k)
    if (choice.items[k].lambda == lambda && choice.items[k].items.size() == items) return k;
  return {};
}

ValueShape& closure_in(Types& types, ValueShape& choice, const Core& lambda, size_t items, bool& added,
                       const BoxedFunctions* boxed) {
  if (const auto k = closure_number(choice, &lambda, items)) return choice.items[*k];
  added = true;
  ValueShape closure{.kind = ValueShape::Closure, .type = choice.type, .lambda = &lambda};
  for (size_t k = 0; k < items; ++k)
    closure.items.push_back(
        shape_of(types, item_type(types, lambda, k).value_or(types.prim(Element::Unit)), boxed));
  return choice.items.emplace_back(std::move(closure));
}

std::optional<TypeId> item_type(const Types& types, const Core& lambda, size_t k) {
  Seen seen;
  if (k < lambda.frame.captures.size()) return captured_type(types, lambda, k, seen);
  TypeId t = types.resolve(lambda.type);
  for (k -= lambda.frame.captures.size(); k > 0; --k) t = types.resolve(types.arg(t, 1));
  return types.resolve(types.arg(t, 0));
}

} // namespace nova::plan
