// Values that a host takes.
#include "repl/api/handles.hpp"
#include "repl/api/hash.hpp"
#include "repl/session/files/exchange.hpp"
#include "repl/show/show.hpp"
#include <cstring>

using namespace nova;
using api::Entry, api::returning;

static_assert(static_cast<int>(Tag::F64) == NOVA_DOUBLE && static_cast<int>(Tag::Unit) == NOVA_UNIT &&
              static_cast<int>(Tag::Function) == NOVA_FUNCTION);
static_assert(static_cast<int>(Verdict::Whole) == NOVA_WHOLE &&
              static_cast<int>(Verdict::Foreign) == NOVA_FOREIGN);

namespace nova::api {

nova_kind kind_of(Types& types, TypeId t) {
  t = types.resolve(t);
  switch (types[t].kind) {
  case TypeKind::Prim: return static_cast<nova_kind>(types.element(t));
  case TypeKind::Tuple: return NOVA_TUPLE;
  case TypeKind::Sum: return NOVA_SUM;
  case TypeKind::Vector: return NOVA_VECTOR;
  case TypeKind::Fun:
  case TypeKind::Rank:
  case TypeKind::Var: break;
  }
  return NOVA_FUNCTION;
}

TypeId part_of(Types& types, TypeId t, size_t k) {
  t = types.resolve(t);
  if (types.is(t, TypeKind::Sum)) return types.fields_at(t, 0)[k];
  return types.resolve(types.arg(t, static_cast<uint32_t>(k)));
}

const SumType* sum_of(const Types& types, TypeId t) {
  if (types.is(t, TypeKind::Vector)) t = types.element_of(t);
  t = types.resolve(t);
  return types.is(t, TypeKind::Sum) ? &types.sum_type(SumId{types[t].payload}) : nullptr;
}

const char* field_name(const Frontend& f, TypeId t, size_t k) {
  const SumType* const sum = sum_of(f.types, t);
  if (!sum || !sum->is_record() || k >= sum->constructors[0].names.size()) return nullptr;
  return f.symbols.text(sum->constructors[0].names[k]).data();
}

ColumnRef whole_column(const Array& a) {
  if (a.begin() == 0 && a.count() == a.column().length) return a.column_ref();
  ColumnBuilder copy(a.layout(), a.count());
  copy.append(a, 0, a.count());
  return copy.finish();
}

} // namespace nova::api

namespace {

const Array* array_of(const nova_value* v) {
  return v->value().tag() == Tag::Vector ? &v->value().array() : nullptr;
}
const Array& array_or_fail(const nova_value* v) {
  if (const Array* a = array_of(v)) return *a;
  api::refuse("the value is no vector");
}

/// Returns the type of item k of a value.
TypeId item_type(Types& types, const nova_value& v, size_t k) {
  const TypeId t = types.resolve(v.outcome.type);
  if (types.is(t, TypeKind::Vector)) return types.element_of(t);
  if (!types.is(t, TypeKind::Sum)) return types.resolve(types.arg(t, static_cast<uint32_t>(k)));
  return types.fields_at(t, v.value().constructor())[k];
}

nova_value* part(const nova_value* of, Value v, TypeId type) {
  return api::handle(of->shared, {std::move(v), type, nullptr, of->outcome.made});
}

char* text_of(const nova_value* v, nova_error** error, bool is_short) {
  return returning(error, [&] {
    Entry entry(*api::given(v).shared);
    if (is_short) return api::text_copy(entry->print(v->outcome, true));
    std::string text;
    Exchange(*entry).print(v->outcome, [&](std::string_view piece) { text += piece; });
    return api::text_copy(text);
  });
}

} // namespace

nova_value* nova_value_copy(const nova_value* value) {
  ++value->handles;
  return const_cast<nova_value*>(value);
}
void nova_value_free(nova_value* value) {
  if (value && --value->handles == 0) delete value;
}
nova_session* nova_value_session(const nova_value* value) { return new nova_session{value->shared}; }

nova_kind nova_value_kind(const nova_value* value) { return static_cast<nova_kind>(value->value().tag()); }
nova_type nova_value_type(const nova_value* value) { return api::type_handle(value->outcome.type); }
char* nova_value_type_text(const nova_value* value) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(value).shared);
    const Frontend& f = entry->frontend();
    return api::text_copy(f.types.print(value->outcome.type, f.symbols));
  });
}
char* nova_value_text(const nova_value* value, nova_error** error) { return text_of(value, error, false); }
char* nova_value_short_text(const nova_value* value, nova_error** error) {
  return text_of(value, error, true);
}

char* nova_value_shown(const nova_value* value, const char* format, size_t* length, nova_error** error) {
  return returning(error, [&]() -> char* {
    Entry entry(*api::given(value).shared);
    const RichResult all = rich_result(*entry, value->outcome, {});
    const std::string_view wanted = format ? format : "";
    const std::string none, &shown = wanted == "text/plain"  ? all.text
                                     : wanted == "text/html" ? all.html
                                     : wanted == "image/png" ? all.png
                                                             : none;
    if (length) *length = shown.size();
    return shown.empty() ? nullptr : api::text_copy(shown);
  });
}

int nova_get(const nova_value* value, nova_kind kind, void* to) {
  if (!value || nova_value_kind(value) != kind || !api::is_element(kind)) return 0;
  const uint64_t bits = value->value().bits();
  std::memcpy(to, &bits, element_size(api::element_of(kind)));
  return 1;
}

uint32_t nova_rank(const nova_value* value) {
  const Array* const a = array_of(value);
  return a ? a->rank() : 0;
}
int64_t nova_dimension(const nova_value* value, uint32_t k) {
  const Array* const a = array_of(value);
  return a && k < a->rank() ? a->dimension(k) : 0;
}
nova_kind nova_element(const nova_value* value) {
  const Array* const a = array_of(value);
  if (a && a->is_primitive()) return static_cast<nova_kind>(a->element());
  return returning(nullptr, [&] {
    Entry entry(*api::given(value).shared);
    Types& types = entry->frontend().types;
    return a ? api::kind_of(types, types.element_of(value->outcome.type)) : NOVA_UNIT;
  });
}

const void* nova_data(const nova_value* value, nova_error** error) {
  return returning(error, [&]() -> const void* {
    const Array& a = array_or_fail(value);
    if (!a.is_primitive()) api::refuse("the vector's elements are no numbers, bools or chars");
    static const uint64_t nothing = 0; // so that NULL is an error only
    if (!a.column().data) return &nothing;
    return a.column().data->bytes() + static_cast<size_t>(a.begin()) * element_size(a.element());
  });
}
int64_t nova_count(const nova_value* value) {
  const Array* const a = array_of(value);
  return a                                       ? a->count()
         : value->value().tag() == Tag::Function ? 0
                                                 : static_cast<int64_t>(value->value().items().size());
}

nova_value* nova_item(const nova_value* value, int64_t k, nova_error** error) {
  return returning(error, [&] {
    if (k < 0 || k >= nova_count(value)) api::refuse("there is no item " + std::to_string(k));
    Entry entry(*api::given(value).shared);
    const Array* const a = array_of(value);
    Value v = a ? a->at(k) : value->value().items()[static_cast<size_t>(k)];
    return part(value, std::move(v), item_type(entry->frontend().types, *value, static_cast<size_t>(k)));
  });
}

nova_value* nova_column(const nova_value* value, size_t k, nova_error** error) {
  return returning(error, [&] {
    const Array& a = array_or_fail(value);
    if (a.layout()->kind != ColumnKind::Tuple) api::refuse("the vector's elements are no tuples or records");
    if (k >= a.layout()->children.size()) api::refuse("there is no field " + std::to_string(k));
    Entry entry(*api::given(value).shared);
    Types& types = entry->frontend().types;
    const TypeId field = api::part_of(types, types.element_of(value->outcome.type), k);
    return part(value, Value::vector(a.field(static_cast<uint32_t>(k))),
                types.vector(types.rank(a.rank()), field));
  });
}

nova_value* nova_flat(const nova_value* value, nova_error** error) {
  return returning(error, [&] {
    const Array& a = array_or_fail(value);
    if (a.layout()->kind != ColumnKind::Rows) api::refuse("the vector's elements are no vectors");
    Entry entry(*api::given(value).shared);
    Types& types = entry->frontend().types;
    const TypeId element = types.element_of(types.element_of(value->outcome.type));
    return part(value, Value::vector(flatten(a)), types.vector(element));
  });
}

const int64_t* nova_offsets(const nova_value* value, nova_error** error) {
  return returning(error, [&]() -> const int64_t* {
    const Array& a = array_or_fail(value);
    if (a.layout()->kind != ColumnKind::Rows) api::refuse("the vector's elements are no vectors");
    const int64_t* const offsets = a.column().offsets() + a.begin();
    if (offsets[0] == 0) return offsets;
    Entry entry(*api::given(value).shared);
    if (value->offsets.empty())
      for (int64_t k = 0; k <= a.count(); ++k) value->offsets.push_back(offsets[k] - offsets[0]);
    return value->offsets.data();
  });
}

const char* nova_constructor(const nova_value* value) {
  return returning(nullptr, [&]() -> const char* {
    Entry entry(*api::given(value).shared);
    Frontend& f = entry->frontend();
    const SumType* const sum =
        value->value().tag() == Tag::Sum ? api::sum_of(f.types, value->outcome.type) : nullptr;
    return sum ? f.symbols.text(sum->constructors[value->value().constructor()].name).data() : nullptr;
  });
}

const char* nova_field_name(const nova_value* value, size_t k) {
  return returning(nullptr, [&]() -> const char* {
    Entry entry(*api::given(value).shared);
    return api::field_name(entry->frontend(), value->outcome.type, k);
  });
}

nova_verdict nova_value_verdict(const nova_value* value) {
  const MadeRef& made = value->outcome.made;
  return made ? static_cast<nova_verdict>(made->verdict) : NOVA_INTERPRETED;
}
const char* nova_verdict_text(nova_verdict verdict) { return describe(static_cast<Verdict>(verdict)).data(); }
char* nova_value_why(const nova_value* value) {
  return returning(nullptr, [&] {
    Entry entry(*api::given(value).shared);
    return api::text_copy(entry->tiers().why(value->outcome.made ? *value->outcome.made : Made{}));
  });
}

int nova_hash(const nova_value* value, unsigned char hash[32], nova_error** error) {
  return returning(error, [&] {
    Entry entry(*api::given(value).shared);
    const Frontend& f = entry->frontend();
    Sha256 sha;
    const std::string type = f.types.print(value->outcome.type, f.symbols);
    sha.add(type.c_str(), type.size() + 1);
    api::add_value(sha, value->value());
    const auto digest = sha.digest();
    std::memcpy(hash, digest.data(), digest.size());
    return 1;
  });
}
