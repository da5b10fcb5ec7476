// Computes the layout of each concrete type: how its elements are stored in columns.
#include "interp/machine.hpp"

namespace nova {

namespace {

const Layout* make_layout(Machine& m, TypeId t);

std::vector<const Layout*> layouts_of(Machine& m, std::span<const TypeId> types) {
  const std::vector<TypeId> items(types.begin(), types.end()); // a copy: making layouts may move `types`
  std::vector<const Layout*> all;
  for (TypeId t : items) all.push_back(m.layout(t));
  return all;
}

/// Returns the layout of a constructor's payload: its field, the tuple of its fields if it has several, or unit if it
/// has none.
const Layout* payload_layout(Machine& m, const std::vector<TypeId>& fields) {
  if (fields.empty()) return m.layouts.primitive(Element::Unit);
  if (fields.size() == 1) return m.layout(fields[0]);
  return m.layouts.tuple(layouts_of(m, fields));
}

const Layout* sum_layout(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  const SumId id{types[t].payload};
  if (types.sum_type(id).recursive) return m.layouts.boxed();
  const std::vector<TypeId> arguments(types.args(t).begin(), types.args(t).end());
  const auto count = static_cast<uint32_t>(types.sum_type(id).constructors.size());
  if (count == 1)
    if (const std::vector<TypeId> fields = types.fields_at(id, 0, arguments); !fields.empty())
      return m.layouts.record(layouts_of(m, fields));
  std::vector<const Layout*> payloads;
  std::vector<uint32_t> counts;
  for (uint32_t c = 0; c < count; ++c) {
    const std::vector<TypeId> fields = types.fields_at(id, c, arguments);
    payloads.push_back(payload_layout(m, fields));
    if (fields.size() > 1 && payloads.back()->kind == ColumnKind::Boxed) return m.layouts.boxed();
    counts.push_back(static_cast<uint32_t>(fields.size()));
  }
  return m.layouts.sum(std::move(payloads), std::move(counts));
}

const Layout* make_layout(Machine& m, TypeId t) {
  Types& types = m.frontend.types;
  switch (types[t].kind) {
  case TypeKind::Prim: return m.layouts.primitive(types.element(t));
  case TypeKind::Tuple: return m.layouts.tuple(layouts_of(m, types.args(t)));
  case TypeKind::Vector: return m.layouts.rows(m.layout(types.element_of(t)), types.rank_of(t));
  case TypeKind::Sum: return sum_layout(m, t);
  case TypeKind::Fun: return m.layouts.boxed();
  case TypeKind::Rank:
  case TypeKind::Var: break;
  }
  return m.layouts.boxed();
}

} // namespace

const Layout* Machine::layout(TypeId element_type) {
  const TypeId t = frontend.types.resolve(element_type);
  if (const auto known = layouts_by_type_.find(static_cast<uint32_t>(t)); known != layouts_by_type_.end())
    return known->second;
  const Layout* made = make_layout(*this, t);
  layouts_by_type_.emplace(static_cast<uint32_t>(t), made);
  return made;
}

} // namespace nova
