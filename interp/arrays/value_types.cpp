#include "interp/arrays/value_types.hpp"
#include "interp/arrays/file_shapes.hpp"

namespace nova::arrays {

const ValueType& ValueTypes::of(TypeId t) {
  t = types_.resolve(t);
  ValueType*& made = made_[static_cast<uint32_t>(t)];
  if (made) return *made;
  ValueType& v = *(made = &all_.emplace_back());
  v.layout = m_.layout(t), v.name = types_.print(t, m_.frontend.symbols);
  fill(v, t);
  return v;
}

void ValueTypes::fill(ValueType& v, TypeId t) {
  if (types_.is(t, TypeKind::Vector)) {
    v.kind = t == types_.resolve(types_.string()) ? ValueType::Text : ValueType::Vector;
    v.rank = types_.rank_of(t);
    if (v.kind == ValueType::Vector) v.parts = {&of(types_.element_of(t))};
  } else if (types_.is(t, TypeKind::Tuple)) {
    v.kind = ValueType::Tuple, v.parts = all_of({types_.args(t).begin(), types_.args(t).end()});
  } else if (types_.is(t, TypeKind::Sum)) {
    fill_sum(v, t);
  }
}

std::vector<const ValueType*> ValueTypes::all_of(const std::vector<TypeId>& ts) {
  std::vector<const ValueType*> parts;
  for (const TypeId t : ts) parts.push_back(&of(t));
  return parts;
}

/// Whether the type is that of values that may be missing, but not of values that may themselves be missing: these are told
/// apart by their constructors' names.
bool ValueTypes::is_plain_optional(TypeId t) {
  const auto is_optional = [&](TypeId s) {
    s = types_.resolve(s);
    return types_.is(s, TypeKind::Sum) && types_.sum_type(SumId{types_[s].payload}).is_optional();
  };
  if (!is_optional(t)) return false;
  const uint32_t present = types_.sum_type(SumId{types_[t].payload}).constructors[0].fields.empty() ? 1 : 0;
  return !is_optional(types_.fields_at(t, present)[0]);
}

void ValueTypes::fill_sum(ValueType& v, TypeId t) {
  const SumType& sum = types_.sum_type(SumId{types_[t].payload});
  if (sum.complex) {
    const ValueType* part = &of(types_.arg(t, 0));
    v.kind = ValueType::Complex, v.parts = {part, part};
  } else if (is_plain_optional(t)) {
    v.kind = ValueType::Optional, v.present = sum.constructors[0].fields.empty() ? 1 : 0;
    v.parts = all_of(types_.fields_at(t, v.present));
  } else if (const CsvKind moment = moment_kind(m_, t); moment != CsvKind::Plain) {
    v.kind = moment == CsvKind::Date       ? ValueType::Date
             : moment == CsvKind::Datetime ? ValueType::Datetime
                                           : ValueType::Duration;
  } else if (sum.is_record()) {
    v.kind = ValueType::Record, v.parts = all_of(types_.fields_at(t, 0));
    for (const CsvName& n : field_names(m_, t))
      v.names.push_back(n.title.value_or(n.name)), v.fields.push_back(n.name);
  } else {
    v.kind = ValueType::Sum;
    for (uint32_t c = 0; c < types_.sum_type(SumId{types_[t].payload}).constructors.size(); ++c)
      add_constructor(v, t, c);
  }
}

void ValueTypes::add_constructor(ValueType& v, TypeId t, uint32_t c) {
  const Symbol name = types_.sum_type(SumId{types_[t].payload}).constructors[c].name;
  v.names.emplace_back(m_.frontend.symbols.text(name));
  const std::vector<const ValueType*> fields = all_of(types_.fields_at(t, c));
  if (fields.size() < 2) return v.parts.push_back(fields.empty() ? nullptr : fields[0]);
  ValueType& together = all_.emplace_back();
  together.kind = ValueType::Tuple, together.parts = fields, together.is_payload = true;
  together.name = "array of the fields of " + v.names.back();
  v.parts.push_back(&together);
}

} // namespace nova::arrays
