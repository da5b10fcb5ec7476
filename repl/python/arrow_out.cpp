// Vectors lent by Arrow's capsules: pyarrow.array(v), polars.Series(v), a table of v in duckdb. Numbers, offsets and texts are
// not copied. Bools become bits.
#include "repl/python/arrow.hpp"
#include "repl/python/values_out.hpp"
#include <algorithm>
#include <cerrno>

namespace nova::python {
namespace arrow {
namespace {

/// What a schema or array that is lent refers to.
template <class T> struct Parts {
  std::vector<T> children;
  std::vector<T*> pointers;
  std::string format, name;                     ///< the members of a schema
  std::vector<Handle<nova_value>> values;       ///< the values whose memory an array lends
  std::vector<std::shared_ptr<uint8_t[]>> made; ///< buffers of its own
  std::vector<const void*> buffers;
};

template <class T> void release(T* lent) {
  for (int64_t k = 0; k < lent->n_children; ++k)
    if (T* const child = lent->children[k]; child->release) child->release(child);
  delete static_cast<Parts<T>*>(lent->private_data);
  lent->release = nullptr;
}

/// A schema or array, released unless it is handed on.
template <class T> class Own {
 public:
  Own() = default;
  explicit Own(T all) : all_(all) {}
  Own(Own&& o) noexcept : all_(o.hand_on()) {}
  Own& operator=(Own&& o) noexcept {
    std::swap(all_, o.all_);
    return *this;
  }
  ~Own() {
    if (all_.release) all_.release(&all_);
  }
  T& operator*() { return all_; }
  T* operator->() { return &all_; }
  T hand_on() {
    const T all = all_;
    all_.release = nullptr;
    return all;
  }

 private:
  T all_{};
};

template <class T> void adopt(T& to, Parts<T>* parts, std::vector<Own<T>> children) {
  for (Own<T>& child : children) parts->children.push_back(child.hand_on());
  for (T& child : parts->children) parts->pointers.push_back(&child);
  to.n_children = static_cast<int64_t>(parts->children.size());
  to.children = parts->pointers.empty() ? nullptr : parts->pointers.data();
  to.release = release<T>, to.private_data = parts;
}

Own<ArrowSchema> schema_of(std::string format, std::string name,
                           std::vector<Own<ArrowSchema>> children = {}) {
  ArrowSchema made{};
  auto* const parts = new Parts<ArrowSchema>();
  parts->format = std::move(format), parts->name = std::move(name);
  made.format = parts->format.c_str(), made.name = parts->name.c_str(), made.flags = nullable;
  adopt(made, parts, std::move(children));
  return Own<ArrowSchema>(made);
}

/// Returns the same schema once more.
Own<ArrowSchema> copy_of(const ArrowSchema& schema) {
  std::vector<Own<ArrowSchema>> children;
  for (int64_t k = 0; k < schema.n_children; ++k) children.push_back(copy_of(*schema.children[k]));
  return schema_of(schema.format, schema.name, std::move(children));
}

/// The buffers of an array. Those of a value live as long as it.
struct Buffers {
  int64_t length = 0, nulls = 0;
  std::vector<const void*> all{};
  std::vector<std::shared_ptr<uint8_t[]>> made{};
  Handle<nova_value> second{}; ///< whose memory it lends too
};

Own<ArrowArray> array_of(const nova_value* v, Buffers buffers, std::vector<Own<ArrowArray>> children = {}) {
  ArrowArray made{};
  auto* const parts = new Parts<ArrowArray>();
  parts->values.emplace_back(nova_value_copy(v)), parts->values.push_back(std::move(buffers.second));
  parts->buffers = std::move(buffers.all), parts->made = std::move(buffers.made);
  made.length = buffers.length, made.null_count = buffers.nulls;
  made.n_buffers = static_cast<int64_t>(parts->buffers.size()), made.buffers = parts->buffers.data();
  adopt(made, parts, std::move(children));
  return Own<ArrowArray>(made);
}

/// A schema with its array.
struct Pair {
  Own<ArrowSchema> schema;
  Own<ArrowArray> array;
};
template <class T> std::vector<Own<T>> one(Own<T> child) {
  std::vector<Own<T>> all;
  all.push_back(std::move(child));
  return all;
}

[[noreturn]] void refuse(const Type& type, const std::string& why) {
  raise(PyExc_TypeError, "Arrow has no array of a " + type.text + ": " + why);
}

char letter_of(nova_kind kind) {
  for (const LetterRow& r : letters)
    if (r.kind == kind) return r.letter;
  return 0;
}

std::shared_ptr<uint8_t[]> bits_of(const uint8_t* bytes, int64_t n) {
  const auto size = static_cast<size_t>(n + 7) / 8;
  const std::shared_ptr<uint8_t[]> bits = memory(size);
  std::memset(bits.get(), 0, size);
  for (int64_t k = 0; k < n; ++k)
    bits[static_cast<size_t>(k / 8)] |= static_cast<uint8_t>(bytes[k] << (k % 8));
  return bits;
}

/// Lends the numbers or bools of a vector, in all its dimensions.
Pair numbers(const nova_value* v, nova_kind kind, const std::string& name) {
  const void* const data = data_of(v);
  const int64_t n = nova_count(v);
  if (kind != NOVA_BOOL)
    return {schema_of(std::string(1, letter_of(kind)), name), array_of(v, {n, 0, {nullptr, data}})};
  const auto bits = bits_of(static_cast<const uint8_t*>(data), n);
  return {schema_of("b", name), array_of(v, {n, 0, {nullptr, bits.get()}, {bits}})};
}

/// Whether all rows of bytes are UTF-8.
bool are_utf8(const uint8_t* bytes, const int64_t* offsets, int64_t rows) {
  for (int64_t k = 0; k < rows; ++k) {
    const Ref text(PyUnicode_DecodeUTF8(reinterpret_cast<const char*>(bytes) + offsets[k],
                                        static_cast<Py_ssize_t>(offsets[k + 1] - offsets[k]), nullptr));
    if (!text) return PyErr_Clear(), false;
  }
  return true;
}

struct Rows {
  Handle<nova_value> flat;
  const int64_t* offsets;
};
Rows rows_of(const nova_value* v) {
  Handle<nova_value> flat(without_gil([v](nova_error** e) { return nova_flat(v, e); }));
  return {std::move(flat), without_gil([v](nova_error** e) { return nova_offsets(v, e); })};
}

/// Lends strings; as binary ones if some are no UTF-8.
Pair texts(const nova_value* v, const std::string& name) {
  Rows rows = rows_of(v);
  const void* const bytes = data_of(rows.flat.get());
  const int64_t n = nova_count(v);
  const bool are_texts = are_utf8(static_cast<const uint8_t*>(bytes), rows.offsets, n);
  return {schema_of(are_texts ? "U" : "Z", name),
          array_of(v, {n, 0, {nullptr, rows.offsets, bytes}, {}, std::move(rows.flat)})};
}

Pair lend(const nova_value* v, const Type& type, const std::string& name);

Pair lists(const nova_value* v, const Type& type, const std::string& name) {
  const Rows rows = rows_of(v);
  Pair flat = lend(rows.flat.get(), type.parts[0], "item");
  return {schema_of("+L", name, one(std::move(flat.schema))),
          array_of(v, {nova_count(v), 0, {nullptr, rows.offsets}}, one(std::move(flat.array)))};
}

/// Lends a vector#n of numbers as lists of one length, in n - 1 levels.
Pair grid(const nova_value* v, const Type& type, const std::string& name) {
  if (type.parts[0].kind >= NOVA_UNIT || type.parts[0].kind == NOVA_BFLOAT16)
    refuse(type, "lend its v.columns, or write v.to_list()");
  Pair all = numbers(v, type.parts[0].kind, "item");
  for (uint32_t d = type.rank; d-- > 1;) {
    int64_t n = 1;
    for (uint32_t k = 0; k < d; ++k) n *= nova_dimension(v, k);
    all.schema = schema_of("+w:" + std::to_string(nova_dimension(v, d)), d > 1 ? "item" : name,
                           one(std::move(all.schema)));
    all.array = array_of(v, {n, 0, {nullptr}}, one(std::move(all.array)));
  }
  return all;
}

/// Lends a vector of records, tuples or complex numbers as structs.
Pair structs(const nova_value* v, const Type& type, const std::string& name) {
  const Type& element = type.parts[0];
  std::vector<Own<ArrowSchema>> schemas;
  std::vector<Own<ArrowArray>> arrays;
  for (size_t k = 0; k < element.parts.size(); ++k) {
    const Handle<nova_value> column = column_of(v, k);
    const std::string field = !element.names.empty() ? element.names[k]
                              : element.is_complex() ? (k == 0 ? "real" : "imag")
                                                     : std::to_string(k);
    Pair each = lend(column.get(), type_of(column.get()), field);
    schemas.push_back(std::move(each.schema)), arrays.push_back(std::move(each.array));
  }
  return {schema_of("+s", name, std::move(schemas)),
          array_of(v, {nova_count(v), 0, {nullptr}}, std::move(arrays))};
}

/// Returns the result of a function of Nova on a vector.
Handle<nova_value> applied(const nova_value* v, const std::string& text) {
  nova_value* const argument = const_cast<nova_value*>(v);
  return Handle<nova_value>(without_gil([&](nova_error** e) -> nova_value* {
    const Handle<nova_session> s(nova_value_session(v));
    const Handle<nova_function> f(nova_function_new(s.get(), text.c_str(), e));
    return f ? nova_call(f.get(), &argument, 1, e) : nullptr;
  }));
}

/// Lends a vector of (Maybe t) as values with nulls.
Pair maybes(const nova_value* v, const Type& type, const std::string& name) {
  const Handle<nova_session> s(nova_value_session(v));
  const Type value = maybe_of(s.get(), type.parts[0]);
  const bool is_text = value.is_vector_of(NOVA_CHAR), is_bool = value.kind == NOVA_BOOL;
  if (value.kind == NOVA_CHAR || (!is_text && !is_bool && !letter_of(value.kind)))
    refuse(type, "write v.to_list()");
  const std::string nothing = is_text ? "\"\"" : is_bool ? "false" : "0";
  const std::string each = "(lambda (v : " + type.text + ") [(case m (Some x ";
  const Handle<nova_value> there = applied(v, each + "true) (None false)) | m <- v])");
  const Handle<nova_value> values = applied(v, each + "x) (None " + nothing + ")) | m <- v])");
  const int64_t n = nova_count(v);
  // A macro of the session may have changed what the text means.
  if (!type_of(there.get()).is_vector_of(NOVA_BOOL) || nova_count(there.get()) != n ||
      nova_value_kind(values.get()) != NOVA_VECTOR || nova_count(values.get()) != n)
    refuse(type, "write v.to_list()");
  const auto* const bytes = static_cast<const uint8_t*>(data_of(there.get()));
  Pair made = lend(values.get(), type_of(values.get()), name);
  auto* const parts = static_cast<Parts<ArrowArray>*>(made.array->private_data);
  parts->made.push_back(bits_of(bytes, n));
  parts->buffers[0] = parts->made.back().get();
  made.array->null_count = std::count(bytes, bytes + n, 0);
  return made;
}

/// Lends a vector. Its buffers live as long as the array.
Pair lend(const nova_value* v, const Type& type, const std::string& name) {
  if (type.kind != NOVA_VECTOR) raise(PyExc_TypeError, "a value of type " + type.text + " is no array");
  const Type& element = type.parts[0];
  if (type.rank > 1) return grid(v, type, name);
  if (element.kind == NOVA_BOOL || letter_of(element.kind)) return numbers(v, element.kind, name);
  if (element.is_vector_of(NOVA_CHAR)) return texts(v, name);
  if (element.kind == NOVA_VECTOR && element.rank == 1) return lists(v, type, name);
  if (element.is_maybe()) return maybes(v, type, name);
  if (element.kind == NOVA_TUPLE || !element.names.empty() || element.is_complex())
    return structs(v, type, name);
  refuse(type, element.kind == NOVA_BFLOAT16 ? "write (map to_float v)" : "write v.to_list()");
}

Pair lend(PyObject* o) {
  const nova_value* const v = reinterpret_cast<ValueObject*>(o)->value;
  return lend(v, type_of(v), "");
}

/// Returns a capsule with the structure, which releases it unless a consumer has taken it.
template <class T> Ref capsule(T all, const char* name) {
  auto* const held = new T(all);
  const auto destroy = [](T* lent) {
    if (lent->release) lent->release(lent);
    delete lent;
  };
  Ref made(PyCapsule_New(held, name, [](PyObject* c) {
    decltype(destroy)()(static_cast<T*>(PyCapsule_GetPointer(c, PyCapsule_GetName(c))));
  }));
  if (made) return made;
  destroy(held);
  throw Raised();
}

/// A stream of one array.
struct Once {
  Own<ArrowSchema> schema;
  Own<ArrowArray> array;
};
Once& once(ArrowArrayStream* s) { return *static_cast<Once*>(s->private_data); }

ArrowArrayStream stream_of(Pair pair) {
  ArrowArrayStream made{};
  made.private_data = new Once{std::move(pair.schema), std::move(pair.array)};
  made.get_schema = [](ArrowArrayStream* s, ArrowSchema* to) {
    try {
      *to = copy_of(*once(s).schema).hand_on();
      return 0;
    } catch (const std::bad_alloc&) { // which C must not see
      return ENOMEM;
    }
  };
  made.get_next = [](ArrowArrayStream* s, ArrowArray* to) {
    *to = once(s).array.hand_on(); // whose release is null at the second time: the end
    return 0;
  };
  made.get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  made.release = [](ArrowArrayStream* s) {
    delete &once(s);
    s->release = nullptr;
  };
  return made;
}

/// Reads the parameter of Arrow's methods, a wish for another type, which a lender need not fulfil.
void read_wish(PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"requested_schema", nullptr};
  PyObject* wish = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", const_cast<char**>(names), &wish)) throw Raised();
}

} // namespace
} // namespace arrow

using namespace arrow;

PyObject* arrow_schema_method(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr,
                            [&] { return capsule(arrow::lend(o).schema.hand_on(), schema_name).release(); });
}

PyObject* arrow_array_method(PyObject* o, PyObject* args, PyObject* kwargs) {
  return guarded<PyObject*>(nullptr, [&] {
    read_wish(args, kwargs);
    Pair pair = arrow::lend(o);
    const Ref schema = capsule(pair.schema.hand_on(), schema_name);
    const Ref array = capsule(pair.array.hand_on(), array_name);
    return PyTuple_Pack(2, schema.get(), array.get());
  });
}

PyObject* arrow_stream_method(PyObject* o, PyObject* args, PyObject* kwargs) {
  return guarded<PyObject*>(nullptr, [&] {
    read_wish(args, kwargs);
    return capsule(stream_of(arrow::lend(o)), stream_name).release();
  });
}

} // namespace nova::python
