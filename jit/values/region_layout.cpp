#include "jit/values/region_layout.hpp"

namespace nova::plan {

const Stored& StoredTypes::of(TypeId type) {
  const TypeId t = at_.types.resolve(type);
  const auto [at, added] = all_.try_emplace(static_cast<uint32_t>(t));
  if (!added) return *at->second;
  at->second = std::make_unique<Stored>();
  Stored& s = *at->second;
  s.type = t, s.number = static_cast<uint32_t>(all_.size() - 1);
  fill(s);
  return s;
}

/// Fills in how the type `s.type` is stored. For a cell, `kind` and `parts` are set before the fields are described,
/// since fields may be of the same type.
void StoredTypes::fill(Stored& s) {
  Types& types = at_.types;
  s.open = is_open(types, s.type);
  if (is_cell(types, s.type, at_.boxed)) {
    s.kind = Stored::Cell, s.function = types.is(s.type, TypeKind::Fun), s.parts = 1;
    return items(s, 1, constructor_fields(types, s.type, at_.boxed));
  }
  switch (types[s.type].kind) {
  case TypeKind::Prim:
    s.element = types.element(s.type);
    if (s.element != Element::Unit) s.kind = Stored::Number, s.parts = 1;
    return;
  case TypeKind::Tuple: {
    s.kind = Stored::Tuple;
    return items(s, 0, {{types.args(s.type).begin(), types.args(s.type).end()}});
  }
  case TypeKind::Vector:
    s.kind = Stored::Vector, s.rank = types.rank_of(s.type), s.has_vector = true;
    s.parts = s.rank > 1 ? 2 + s.rank : 2;
    s.item = &of(types.element_of(s.type));
    return;
  case TypeKind::Sum: {
    const auto constructors = constructor_fields(types, s.type, at_.boxed);
    s.kind = Stored::Sum;
    return items(s, constructors.size() > 1, constructors);
  }
  default: s.open = false; // a function that is not boxed is in no region
  }
}

void StoredTypes::items(Stored& s, size_t begin, const std::vector<std::vector<TypeId>>& constructors) {
  bool has_vector = false;
  for (const std::vector<TypeId>& fields : constructors) {
    Stored::Constructor own{.begin = begin, .end = begin};
    for (TypeId f : fields) {
      const Stored& field = of(f);
      own.fields.push_back(&field), own.end += field.parts;
      has_vector |= field.has_vector;
    }
    begin = own.end;
    s.constructors.push_back(std::move(own));
  }
  if (s.kind != Stored::Cell) s.parts = begin, s.has_vector = has_vector;
}

} // namespace nova::plan
