// Values that a host gives.
#include "repl/api/handles.hpp"
#include "repl/session/files/exchange.hpp"
#include <algorithm>
#include <cstring>

using namespace nova;
using api::Entry, api::returning;

namespace {

/// Elements of the host.
struct Elements {
  Element element;
  const void* data;
  std::vector<int64_t> shape;
  int64_t count = 1;
  uint64_t bytes = 0;
};

Elements elements_of(nova_kind kind, const void* data, const int64_t* shape, uint32_t rank) {
  if (kind < NOVA_INT64 || kind >= NOVA_UNIT) api::refuse("a vector's elements are numbers, bools or chars");
  if (rank == 0) api::refuse("a vector has one dimension at least");
  Elements e{api::element_of(kind), data, {shape, shape + rank}};
  for (const int64_t n : e.shape)
    if (n < 0 || __builtin_mul_overflow(e.count, n, &e.count))
      api::refuse("there is no vector of this shape");
  e.bytes = checked_bytes(static_cast<uint64_t>(e.count), element_size(e.element));
  const auto* bytes = static_cast<const uint8_t*>(data);
  if (e.element == Element::Bool && std::any_of(bytes, bytes + e.bytes, [](uint8_t b) { return b > 1; }))
    api::refuse("a bool is a byte 0 or 1; there is another one");
  return e;
}

nova_value* vector_of(Entry& entry, const api::SharedRef& shared, const Elements& e, BufferRef data) {
  const auto column = std::make_shared<Column>();
  column->layout = Exchange(*entry).layouts().primitive(e.element);
  column->length = e.count, column->data = std::move(data);
  Types& types = entry->frontend().types;
  const TypeId type = types.vector(types.rank(static_cast<uint32_t>(e.shape.size())), types.prim(e.element));
  return api::handle(shared, {Value::vector(Array(column, 0, e.shape)), type});
}

BufferRef copied(const Elements& e) {
  auto buffer = std::make_shared<Buffer>(e.bytes);
  if (e.bytes > 0) std::memcpy(buffer->bytes(), e.data, e.bytes);
  return buffer;
}

/// What calls the host's `release`, once.
class Release {
 public:
  Release(void (*release)(void*), void* context) : release_(release), context_(context) {}
  ~Release() {
    if (release_) api::GivingBack::give_back(release_, context_);
  }
  Release(const Release&) = delete;

 private:
  void (*const release_)(void*);
  void* const context_;
};

/// The values of handles, of the session `shared`.
std::vector<Value> values_of(const api::SharedRef& shared, nova_value* const* items, size_t n,
                             std::vector<TypeId>& types) {
  std::vector<Value> values;
  for (size_t k = 0; k < n; ++k) {
    if (!items[k] || items[k]->shared != shared)
      api::refuse("item " + std::to_string(k + 1) + " is of another session");
    values.push_back(items[k]->value()), types.push_back(items[k]->outcome.type);
  }
  return values;
}

void check_types(const Frontend& f, std::span<const TypeId> given, std::span<const TypeId> wanted) {
  if (given.size() != wanted.size())
    api::refuse("there are " + std::to_string(given.size()) + " items, not " + std::to_string(wanted.size()));
  for (size_t k = 0; k < given.size(); ++k)
    if (given[k] != f.types.resolve(wanted[k]))
      api::refuse("item " + std::to_string(k + 1) + " is of type " + f.types.print(given[k], f.symbols) +
                  ", not " + f.types.print(wanted[k], f.symbols));
}

uint32_t constructor_named(const Frontend& f, const SumType& sum, std::string_view name) {
  for (uint32_t c = 0; c < sum.constructors.size(); ++c)
    if (f.symbols.text(sum.constructors[c].name) == name) return c;
  api::refuse("the type has no constructor " + std::string(name));
}

} // namespace

nova_value* nova_scalar(nova_session* session, nova_kind kind, const void* from, nova_error** error) {
  return returning(error, [&] {
    if (!api::is_element(kind)) api::refuse("a scalar is a number, a bool, a char or unit");
    const Element e = api::element_of(kind);
    uint64_t bits = 0;
    if (e != Element::Unit) std::memcpy(&bits, from, element_size(e));
    Value v = is_integer(e) ? Value::integer(e, static_cast<int64_t>(bits))
                            : Value::from_bits(static_cast<Tag>(e), bits);
    if (e == Element::Bool && bits > 1) api::refuse("a bool is a byte 0 or 1");
    return api::handle(session->shared, {std::move(v), TypeId{static_cast<uint32_t>(e)}});
  });
}

nova_value* nova_string(nova_session* session, const char* text, size_t length, nova_error** error) {
  const auto n = static_cast<int64_t>(length);
  return nova_copy(session, NOVA_CHAR, text, &n, 1, error);
}

nova_value* nova_borrow(nova_session* session, nova_kind element, const void* data, const int64_t* shape,
                        uint32_t rank, void (*release)(void*), void* context, nova_error** error) {
  const auto owner = std::make_shared<Release>(release, context);
  return returning(error, [&] {
    const Elements e = elements_of(element, data, shape, rank);
    Entry entry(*api::given(session).shared);
    const bool aligned = reinterpret_cast<uintptr_t>(data) % element_size(e.element) == 0;
    if (!aligned || !Buffer::can_borrow(data, e.bytes))
      return vector_of(entry, session->shared, e, copied(e));
    auto buffer = std::make_shared<Buffer>(data, e.bytes, [owner] {}); // which goes with the buffer
    return vector_of(entry, session->shared, e, std::move(buffer));
  });
}

nova_value* nova_copy(nova_session* session, nova_kind element, const void* data, const int64_t* shape,
                      uint32_t rank, nova_error** error) {
  return returning(error, [&] {
    const Elements e = elements_of(element, data, shape, rank);
    Entry entry(*api::given(session).shared);
    return vector_of(entry, session->shared, e, copied(e));
  });
}

nova_value* nova_tuple(nova_session* session, nova_value* const* items, size_t n, nova_error** error) {
  return returning(error, [&] {
    if (n < 2) api::refuse("a tuple has two items at least");
    Entry entry(*api::given(session).shared);
    std::vector<TypeId> types;
    std::vector<Value> values = values_of(session->shared, items, n, types);
    Outcome tuple{Value::tuple(values), entry->frontend().types.tuple(types)};
    return api::handle(session->shared, std::move(tuple));
  });
}

nova_value* nova_vector(nova_session* session, nova_type element, nova_value* const* items, size_t n,
                        nova_error** error) {
  return returning(error, [&] {
    Entry entry(*api::given(session).shared);
    Frontend& f = entry->frontend();
    const TypeId type = api::type_of_handle(*entry, element);
    std::vector<TypeId> types;
    const std::vector<Value> values = values_of(session->shared, items, n, types);
    check_types(f, types, std::vector<TypeId>(n, type));
    ColumnBuilder column(Exchange(*entry).layout(type), static_cast<int64_t>(n));
    for (const Value& v : values) column.push(v);
    return api::handle(session->shared, {Value::vector(Array(column.finish())), f.types.vector(type)});
  });
}

nova_value* nova_construct(nova_session* session, nova_type type, const char* constructor,
                           nova_value* const* fields, size_t n, nova_error** error) {
  return returning(error, [&] {
    Entry entry(*api::given(session).shared);
    Frontend& f = entry->frontend();
    const TypeId t = api::type_of_handle(*entry, type);
    if (!f.types.is(t, TypeKind::Sum)) api::refuse(f.types.print(t, f.symbols) + " has no constructors");
    const SumId id{f.types[t].payload};
    const uint32_t c = constructor_named(f, f.types.sum_type(id), constructor);
    std::vector<TypeId> types;
    std::vector<Value> values = values_of(session->shared, fields, n, types);
    check_types(f, types, f.types.fields_at(t, c));
    return api::handle(session->shared, {Value::sum(c, values), t});
  });
}

nova_value* nova_zip(nova_session* session, nova_type element, nova_value* const* columns, size_t n,
                     nova_error** error) {
  return returning(error, [&] {
    Entry entry(*api::given(session).shared);
    Types& types = entry->frontend().types;
    const TypeId type = api::type_of_handle(*entry, element);
    const Layout* const layout = Exchange(*entry).layout(type);
    if (layout->kind != ColumnKind::Tuple)
      api::refuse(types.print(type, entry->frontend().symbols) + " has no columns");
    std::vector<TypeId> given, wanted;
    const std::vector<Value> values = values_of(session->shared, columns, n, given);
    std::vector<ColumnRef> all;
    for (size_t k = 0; k < n && k < layout->children.size(); ++k) {
      const bool is_vector = values[k].tag() == Tag::Vector;
      if (!is_vector || !std::ranges::equal(values[k].array().shape(), values[0].array().shape()))
        api::refuse("the columns are no vectors of one shape");
      const Array& a = values[k].array();
      wanted.push_back(types.vector(types.rank(a.rank()), api::part_of(types, type, k)));
      all.push_back(api::whole_column(a));
    }
    wanted.resize(layout->children.size());
    check_types(entry->frontend(), given, wanted);
    Array zipped(zip_columns(layout, std::move(all)), 0, values[0].array().dimensions());
    const TypeId made = types.vector(types.rank(zipped.rank()), type);
    return api::handle(session->shared, {Value::vector(std::move(zipped)), made});
  });
}

nova_value* nova_rows(nova_session* session, const nova_value* flat, const int64_t* offsets, size_t n,
                      nova_error** error) {
  return returning(error, [&] {
    Entry entry(*api::given(session).shared);
    if (flat->shared != session->shared) api::refuse("the rows are of another session");
    Types& types = entry->frontend().types;
    const TypeId type = flat->outcome.type;
    const bool is_vector = types.is(type, TypeKind::Vector) && flat->value().array().rank() == 1;
    if (!is_vector) api::refuse("rows are made of a vector");
    const Array& all = flat->value().array();
    if (offsets[0] != 0 || offsets[n] != all.count() || !std::is_sorted(offsets, offsets + n + 1))
      api::refuse("the offsets of rows begin with 0, never fall, and end with the number of elements");
    const auto places = std::make_shared<Buffer>((n + 1) * sizeof(int64_t));
    std::memcpy(places->bytes(), offsets, (n + 1) * sizeof(int64_t));
    const Layout* const rows = Exchange(*entry).layouts().rows(all.layout(), 1);
    Array made(rows_column(rows, api::whole_column(all), places));
    return api::handle(session->shared, {Value::vector(std::move(made)), types.vector(type)});
  });
}
