// The type Value.
#include "repl/python/values_out.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace nova::python {

namespace {

const ElementRow rows[] = {
    {NOVA_INT64, "l", "int64", "int", 8},      {NOVA_INT32, "i", "int32", "int32", 4},
    {NOVA_INT16, "h", "int16", "int16", 2},    {NOVA_INT8, "b", "int8", "int8", 1},
    {NOVA_UINT64, "L", "uint64", "uint64", 8}, {NOVA_UINT32, "I", "uint32", "uint32", 4},
    {NOVA_UINT16, "H", "uint16", "uint16", 2}, {NOVA_UINT8, "B", "uint8", "uint8", 1},
    {NOVA_FLOAT, "f", "float32", "float", 4},  {NOVA_DOUBLE, "d", "float64", "double", 8},
    {NOVA_BOOL, "?", "bool", "bool", 1},       {NOVA_HALF, "e", "float16", "half", 2},
    {NOVA_CHAR, "B", "uint8", "char", 1}};

} // namespace

const ElementRow* row_of(nova_kind kind) {
  for (const ElementRow& r : rows)
    if (r.kind == kind) return &r;
  return nullptr;
}

/// C's long has as many bits as long long here. NumPy's int64 is long, so Nova's is.
const ElementRow* row_of_format(const char* format) {
  if (*format == '@' || *format == '=' || *format == '<') ++format;
  std::string_view letter = format;
  if (letter == "q" || letter == "Q") letter = letter == "q" ? "l" : "L";
  for (const ElementRow& r : rows)
    if (letter == r.format) return &r;
  return nullptr;
}

namespace {

ValueObject* self_of(PyObject* o) { return reinterpret_cast<ValueObject*>(o); }
nova_value* value_of(PyObject* o) { return self_of(o)->value; }

/// Returns a number of 16 bits with `bits` bits of fraction: binary16 has 10, bfloat16 7.
double narrow(uint16_t x, int bits) {
  const int exponents = (1 << (15 - bits)) - 1, exponent = x >> bits & exponents, bias = exponents / 2;
  const double fraction = std::ldexp(x & ((1 << bits) - 1), -bits), sign = x >> 15 ? -1.0 : 1.0;
  if (exponent == exponents) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign * std::ldexp(fraction + (exponent > 0), std::max(exponent, 1) - bias);
}

/// Returns the Python number, bool or str of a value; null if it is none.
Ref scalar(const nova_value* v) {
  union {
    int64_t i64;
    int32_t i32;
    int16_t i16;
    int8_t i8;
    uint64_t u64;
    uint32_t u32;
    uint16_t u16;
    uint8_t u8;
    float f;
    double d;
  } x{};
  const nova_kind kind = nova_value_kind(v);
  if (kind <= NOVA_UNIT) nova_get(v, kind, &x);
  switch (kind) {
  case NOVA_INT64: return checked(PyLong_FromLongLong(x.i64));
  case NOVA_INT32: return checked(PyLong_FromLong(x.i32));
  case NOVA_INT16: return checked(PyLong_FromLong(x.i16));
  case NOVA_INT8: return checked(PyLong_FromLong(x.i8));
  case NOVA_UINT64: return checked(PyLong_FromUnsignedLongLong(x.u64));
  case NOVA_UINT32: return checked(PyLong_FromUnsignedLong(x.u32));
  case NOVA_UINT16: return checked(PyLong_FromLong(x.u16));
  case NOVA_UINT8: return checked(PyLong_FromLong(x.u8));
  case NOVA_FLOAT: return checked(PyFloat_FromDouble(static_cast<double>(x.f)));
  case NOVA_DOUBLE: return checked(PyFloat_FromDouble(x.d));
  case NOVA_HALF: return checked(PyFloat_FromDouble(narrow(x.u16, 10)));
  case NOVA_BFLOAT16: return checked(PyFloat_FromDouble(narrow(x.u16, 7)));
  case NOVA_BOOL: return checked(PyBool_FromLong(x.u8));
  case NOVA_UNIT: return borrowed(Py_None);
  case NOVA_CHAR: {
    const char letter = static_cast<char>(x.u8);
    return checked(PyUnicode_DecodeLatin1(&letter, 1, nullptr));
  }
  default: return {};
  }
}

Ref string(const nova_value* v) {
  const auto* const bytes = static_cast<const char*>(nova_data(v, nullptr));
  return checked(PyUnicode_DecodeUTF8(bytes, nova_dimension(v, 0), "surrogateescape"));
}

nova_kind element(const nova_value* v) {
  return without_gil([v](nova_error**) { return nova_element(v); });
}

bool is_string(const nova_value* v) {
  return nova_value_kind(v) == NOVA_VECTOR && nova_rank(v) == 1 && element(v) == NOVA_CHAR;
}

Handle<nova_value> item(const nova_value* v, int64_t k) {
  return Handle<nova_value>(without_gil([&](nova_error** e) { return nova_item(v, k, e); }));
}

Ref tuple(SessionObject* session, const nova_value* v) {
  const int64_t n = nova_count(v);
  Ref all = checked(PyTuple_New(n));
  for (int64_t k = 0; k < n; ++k) PyTuple_SetItem(all.get(), k, unwrap(session, item(v, k)).release());
  return all;
}

/// Returns a complex number as a Python complex. Returns null for any other value, which is told by its type's text.
Ref complex(const nova_value* v) {
  if (nova_count(v) != 2) return {};
  const std::string type =
      without_gil([v](nova_error**) { return Handle<char>(nova_value_type_text(v)); }).get();
  if (!type.starts_with("(complex ")) return {};
  const Ref re = scalar(item(v, 0).get()), im = scalar(item(v, 1).get());
  if (!re || !im || !PyFloat_Check(re.get())) return {};
  return checked(PyComplex_FromDoubles(PyFloat_AsDouble(re.get()), PyFloat_AsDouble(im.get())));
}

} // namespace

Ref wrap(SessionObject* session, Handle<nova_value> value) {
  const auto type = reinterpret_cast<PyTypeObject*>(module().value);
  Ref made = checked(reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0));
  self_of(made.get())->value = value.release();
  self_of(made.get())->session = session, Py_INCREF(reinterpret_cast<PyObject*>(session));
  return made;
}

Ref unwrap(SessionObject* session, Handle<nova_value> value) {
  const nova_value* const v = value.get();
  if (Ref number = scalar(v)) return number;
  if (is_string(v)) return string(v);
  if (nova_value_kind(v) == NOVA_TUPLE) return tuple(session, v);
  if (nova_value_kind(v) == NOVA_SUM)
    if (Ref number = complex(v)) return number;
  const bool is_function = nova_value_kind(v) == NOVA_FUNCTION;
  Ref made = wrap(session, std::move(value));
  if (!is_function) return made;
  Handle<nova_function> f(without_gil([&](nova_error** e) { return nova_function_of(v, e); }));
  return function_of(session, std::move(f), made.get());
}

namespace {

/// Refuses what has no elements to view. Returns the elements' row.
const ElementRow& viewable(const nova_value* v) {
  if (nova_value_kind(v) != NOVA_VECTOR)
    raise(PyExc_BufferError, "the value is no vector, so it has no elements to view");
  const ElementRow* const row = row_of(element(v));
  if (row) return *row;
  raise(PyExc_BufferError,
        "the vector's elements are no numbers to view; v.to_list() has them as Python objects, "
        "v.columns the fields of tuples and records, v.flat and v.offsets those of rows");
}

/// The shape and strides of a view.
struct Extent {
  std::vector<Py_ssize_t> shape, strides;
};

int get_buffer(PyObject* o, Py_buffer* view, int flags) {
  view->obj = nullptr;
  return guarded(-1, [&] {
    const nova_value* const v = value_of(o);
    const ElementRow& row = viewable(v);
    if (flags & PyBUF_WRITABLE) raise(PyExc_BufferError, "a value of Nova does not change: write v.copy()");
    auto extent = std::make_unique<Extent>();
    Py_ssize_t bytes = row.size;
    for (uint32_t k = 0; k < nova_rank(v); ++k)
      extent->shape.push_back(nova_dimension(v, k)), bytes *= extent->shape.back();
    Py_ssize_t stride = row.size;
    extent->strides.resize(extent->shape.size());
    for (size_t k = extent->shape.size(); k-- > 0; stride *= extent->shape[k]) extent->strides[k] = stride;
    view->buf = const_cast<void*>(without_gil([&](nova_error** e) { return nova_data(v, e); }));
    view->len = bytes, view->itemsize = row.size, view->readonly = 1;
    view->format = (flags & PyBUF_FORMAT) ? const_cast<char*>(row.format) : nullptr;
    view->ndim = static_cast<int>(extent->shape.size());
    view->shape = (flags & PyBUF_ND) ? extent->shape.data() : nullptr;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? extent->strides.data() : nullptr;
    view->suboffsets = nullptr, view->internal = extent.release();
    view->obj = Py_NewRef(o);
    return 0;
  });
}
void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<Extent*>(view->internal); }

Py_ssize_t length(PyObject* o) {
  const nova_value* const v = value_of(o);
  if (nova_value_kind(v) == NOVA_VECTOR) return nova_dimension(v, 0);
  if (nova_count(v) > 0) return nova_count(v);
  PyErr_SetString(PyExc_TypeError, "the value has no length");
  return -1;
}

/// Returns the row-major index of an element of a vector#n; or of an item.
int64_t place_of(const nova_value* v, PyObject* key) {
  const uint32_t rank = nova_value_kind(v) == NOVA_VECTOR ? nova_rank(v) : 1;
  const Ref keys = PyTuple_Check(key) ? borrowed(key) : checked(PyTuple_Pack(1, key));
  if (PyTuple_Size(keys.get()) != static_cast<Py_ssize_t>(rank))
    raise(PyExc_TypeError, "an index has " + std::to_string(rank) + " number(s), or take numpy.asarray(v)");
  int64_t at = 0;
  for (uint32_t k = 0; k < rank; ++k) {
    const int64_t n = nova_value_kind(v) == NOVA_VECTOR ? nova_dimension(v, k) : nova_count(v);
    Py_ssize_t i = PyNumber_AsSsize_t(PyTuple_GetItem(keys.get(), k), PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) throw Raised();
    if (i < 0) i += n;
    if (i < 0 || i >= n) raise(PyExc_IndexError, "the index is out of range: there are " + std::to_string(n));
    at = at * n + i;
  }
  return at;
}

/// Whether a key is a number. Arrays have __index__ too, but a length besides.
bool is_number(PyObject* key) {
  return PyLong_Check(key) || (PyIndex_Check(key) && !PyObject_HasAttrString(key, "__len__"));
}

/// Whether a key is one element's: a number, or a tuple of numbers.
bool is_place(PyObject* key) {
  if (!PyTuple_Check(key)) return is_number(key);
  for (Py_ssize_t k = 0; k < PyTuple_Size(key); ++k)
    if (!is_number(PyTuple_GetItem(key, k))) return false;
  return true;
}

/// The element at a place; of another key, such as a slice, what NumPy makes of it.
PyObject* subscript(PyObject* o, PyObject* key) {
  return guarded<PyObject*>(nullptr, [&] {
    if (!is_place(key) && nova_value_kind(value_of(o)) == NOVA_VECTOR) {
      const Ref arrays = checked(PyImport_ImportModule("nova._arrays"));
      return PyObject_GetItem(checked(PyObject_CallMethod(arrays.get(), "array", "O", o)).get(), key);
    }
    return unwrap(self_of(o)->session, item(value_of(o), place_of(value_of(o), key))).release();
  });
}

/// So that iteration goes by this index and not by place_of.
PyObject* sequence_item(PyObject* o, Py_ssize_t k) {
  const Ref key(PyLong_FromSsize_t(k));
  return key ? subscript(o, key.get()) : nullptr;
}

Ref list_of(SessionObject* session, Handle<nova_value> value);

/// Returns the elements of a vector#n from index `at` on as nested lists.
Ref nested(SessionObject* session, const nova_value* v, uint32_t d, int64_t& at) {
  const int64_t n = nova_dimension(v, d);
  Ref all = checked(PyList_New(n));
  for (int64_t k = 0; k < n; ++k) {
    Ref each = d + 1 < nova_rank(v) ? nested(session, v, d + 1, at) : list_of(session, item(v, at++));
    PyList_SetItem(all.get(), k, each.release());
  }
  return all;
}

Ref list_of(SessionObject* session, Handle<nova_value> value) {
  int64_t at = 0;
  const bool is_list = nova_value_kind(value.get()) == NOVA_VECTOR && !is_string(value.get());
  return is_list ? nested(session, value.get(), 0, at) : unwrap(session, std::move(value));
}

PyObject* to_list(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    return list_of(self_of(o)->session, Handle<nova_value>(nova_value_copy(value_of(o)))).release();
  });
}

PyObject* why(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    return text(without_gil([&](nova_error**) { return nova_value_why(value_of(o)); })).release();
  });
}

PyObject* get_type(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    return text(without_gil([&](nova_error**) { return nova_value_type_text(value_of(o)); })).release();
  });
}

PyObject* get_verdict(PyObject* o, void*) {
  return PyUnicode_FromString(nova_verdict_text(nova_value_verdict(value_of(o))));
}

PyObject* get_hash(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    unsigned char hash[32];
    without_gil([&](nova_error** e) { return nova_hash(value_of(o), hash, e); });
    std::string digits;
    for (const unsigned char byte : hash)
      (digits += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
    return PyUnicode_FromString(digits.c_str());
  });
}

PyObject* get_shape(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    const nova_value* const v = value_of(o);
    Ref all = checked(PyTuple_New(nova_rank(v)));
    for (uint32_t k = 0; k < nova_rank(v); ++k)
      PyTuple_SetItem(all.get(), k, checked(PyLong_FromLongLong(nova_dimension(v, k))).release());
    return all.release();
  });
}

PyObject* get_session(PyObject* o, void*) {
  return Py_NewRef(reinterpret_cast<PyObject*>(self_of(o)->session));
}

PyObject* get_constructor(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    const char* const name = without_gil([o](nova_error**) { return nova_constructor(value_of(o)); });
    return name ? PyUnicode_FromString(name) : Py_NewRef(Py_None);
  });
}

PyObject* get_python(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    return unwrap(self_of(o)->session, Handle<nova_value>(nova_value_copy(value_of(o)))).release();
  });
}

PyObject* get_flat(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    return wrap(self_of(o)->session,
                Handle<nova_value>(without_gil([&](nova_error** e) { return nova_flat(value_of(o), e); })))
        .release();
  });
}

PyObject* get_offsets(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    SessionObject* const session = self_of(o)->session;
    return wrap(session, Handle<nova_value>(without_gil([&](nova_error** e) -> nova_value* {
                  const int64_t n = nova_count(value_of(o)) + 1;
                  const int64_t* const offsets = nova_offsets(value_of(o), e);
                  return offsets ? nova_copy(session->session, NOVA_INT64, offsets, &n, 1, e) : nullptr;
                })))
        .release();
  });
}

/// Returns column k of a vector of tuples or records, or field k of a value.
Ref part(PyObject* o, size_t k) {
  const nova_value* const v = value_of(o);
  if (nova_value_kind(v) != NOVA_VECTOR) return unwrap(self_of(o)->session, item(v, static_cast<int64_t>(k)));
  return wrap(self_of(o)->session,
              Handle<nova_value>(without_gil([&](nova_error** e) { return nova_column(v, k, e); })));
}

/// Returns the names of a record's fields, also of a vector of records; numbers for a tuple's items.
std::vector<std::string> fields_of(const nova_value* v, bool are_named) {
  nova_session* const s = nova_value_session(v);
  const Handle<nova_session> owner(s);
  nova_type type = nova_value_type(v);
  if (nova_value_kind(v) == NOVA_VECTOR) type = nova_type_item(s, type, 0);
  const nova_kind kind = nova_type_kind(s, type);
  const size_t n = kind == NOVA_TUPLE || kind == NOVA_SUM ? nova_type_count(s, type) : 0;
  std::vector<std::string> names;
  for (size_t k = 0; k < n; ++k) {
    const char* const name = nova_field_name(v, k);
    if (name || !are_named) names.emplace_back(name ? name : "");
  }
  return names;
}
std::vector<std::string> fields(PyObject* o, bool are_named) {
  return without_gil([&](nova_error**) { return fields_of(value_of(o), are_named); });
}

/// Returns the fields of a record, or the columns of a vector of records, by their names, else by their numbers.
PyObject* get_columns(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    Ref all = checked(PyDict_New());
    const std::vector<std::string> names = fields(o, false);
    for (size_t k = 0; k < names.size(); ++k) {
      const Ref key =
          checked(names[k].empty() ? PyLong_FromSize_t(k) : PyUnicode_FromString(names[k].c_str()));
      if (PyDict_SetItem(all.get(), key.get(), part(o, k).get()) != 0) throw Raised();
    }
    return all.release();
  });
}

PyObject* get_attribute(PyObject* o, PyObject* name) {
  if (PyObject* const own = PyObject_GenericGetAttr(o, name)) return own;
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  const nova_kind kind = nova_value_kind(value_of(o));
  const auto names = kind == NOVA_SUM || kind == NOVA_VECTOR ? fields(o, true) : std::vector<std::string>();
  for (size_t k = 0; k < names.size(); ++k)
    if (PyUnicode_CompareWithASCIIString(name, names[k].c_str()) == 0) {
      Py_XDECREF(type), Py_XDECREF(value), Py_XDECREF(trace);
      return guarded<PyObject*>(nullptr, [&] { return part(o, k).release(); });
    }
  PyErr_Restore(type, value, trace);
  return nullptr;
}

/// The bytes of a value in a notebook's format; none if it does not have it.
std::string shown(PyObject* o, const char* format) {
  size_t n = 0;
  const Handle<char> bytes(
      without_gil([&](nova_error** e) { return nova_value_shown(value_of(o), format, &n, e); }));
  return bytes ? std::string(bytes.get(), n) : std::string();
}

/// The value as at Nova's prompt: with its type, vectors of tuples as a table.
PyObject* repr(PyObject* o) {
  return guarded<PyObject*>(nullptr, [&] {
    const std::string all = shown(o, "text/plain");
    return PyUnicode_DecodeUTF8(all.data(), static_cast<Py_ssize_t>(all.find_last_not_of('\n') + 1),
                                "replace");
  });
}

PyObject* str(PyObject* o) {
  return guarded<PyObject*>(nullptr, [&] {
    return text(without_gil([&](nova_error** e) { return nova_value_text(value_of(o), e); })).release();
  });
}

PyObject* html(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    const std::string all = shown(o, "text/html");
    return all.empty() ? Py_NewRef(Py_None) : PyUnicode_FromString(all.c_str());
  });
}

PyObject* png(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    const std::string all = shown(o, "image/png");
    return all.empty() ? Py_NewRef(Py_None)
                       : PyBytes_FromStringAndSize(all.data(), static_cast<Py_ssize_t>(all.size()));
  });
}

PyObject* reduce(PyObject* o, PyObject* protocol) {
  return guarded<PyObject*>(nullptr, [&] {
    const Ref pickle = checked(PyImport_ImportModule("nova._pickle"));
    return PyObject_CallMethod(pickle.get(), "reduce", "OO", o, protocol);
  });
}

/// NumPy's arrays of what has no buffer are made by the package.
PyObject* array(PyObject* o, PyObject* args, PyObject* kwargs) {
  return guarded<PyObject*>(nullptr, [&] {
    const Ref arrays = checked(PyImport_ImportModule("nova._arrays"));
    const Ref make = checked(PyObject_GetAttrString(arrays.get(), "array"));
    Ref all = checked(PyTuple_New(PyTuple_Size(args) + 1));
    PyTuple_SetItem(all.get(), 0, Py_NewRef(o));
    for (Py_ssize_t k = 0; k < PyTuple_Size(args); ++k)
      PyTuple_SetItem(all.get(), k + 1, Py_NewRef(PyTuple_GetItem(args, k)));
    return PyObject_Call(make.get(), all.get(), kwargs);
  });
}

void destroy(PyObject* o) {
  ValueObject* const self = self_of(o);
  PyTypeObject* const type = Py_TYPE(o);
  nova_value_free(self->value);
  Py_XDECREF(reinterpret_cast<PyObject*>(self->session));
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(o);
  Py_DECREF(type);
}

PyCFunction with_names(PyCFunctionWithKeywords method) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(method));
}

PyMethodDef methods[] = {
    {"to_list", to_list, METH_NOARGS, "to_list() -> list\n\nThe elements as Python objects, rows as lists."},
    {"why", why, METH_NOARGS, "why() -> str\n\nWhat Nova did to compute the value."},
    {"_repr_html_", html, METH_NOARGS, "A vector of tuples as a table, for notebooks; else None."},
    {"_repr_png_", png, METH_NOARGS, "An image, for notebooks; else None."},
    {"__reduce_ex__", reduce, METH_O,
     "For pickle. Values of a session's own types need these types where they are restored."},
    {"__array__", with_names(array), METH_VARARGS | METH_KEYWORDS,
     "The value as a NumPy array: a view where its elements are numbers."},
    {"__dlpack__", with_names(dlpack_method), METH_VARARGS | METH_KEYWORDS,
     "The elements of a vector for numpy.from_dlpack and its like: not copied where the capsule can say that "
     "they "
     "must not change."},
    {"__dlpack_device__", dlpack_device_method, METH_NOARGS, "(1, 0): the host's memory."},
    {"__arrow_c_schema__", arrow_schema_method, METH_NOARGS, "The type of a vector for Arrow."},
    {"__arrow_c_array__", with_names(arrow_array_method), METH_VARARGS | METH_KEYWORDS,
     "The vector for pyarrow.array, polars.Series and their like."},
    {"__arrow_c_stream__", with_names(arrow_stream_method), METH_VARARGS | METH_KEYWORDS,
     "The same in one piece, for tables."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef members[] = {
    {"type", get_type, nullptr, "The value's type, as a text.", nullptr},
    {"shape", get_shape, nullptr, "The dimensions of a vector.", nullptr},
    {"verdict", get_verdict, nullptr, "How far the value was compared with the interpreter's.", nullptr},
    {"sha256", get_hash, nullptr, "SHA-256 over type, shape and bits, the same on every machine.", nullptr},
    {"python", get_python, nullptr, "The nearest Python object, as a call returns it.", nullptr},
    {"columns", get_columns, nullptr,
     "A dict of a record's fields, or of the columns of a vector of records or tuples, without a copy.",
     nullptr},
    {"flat", get_flat, nullptr, "The elements of all rows as one vector, without a copy.", nullptr},
    {"offsets", get_offsets, nullptr, "Where the rows begin in `flat`; one number more than there are rows.",
     nullptr},
    {"constructor", get_constructor, nullptr, "The constructor's name of a value of a datatype, else None.",
     nullptr},
    {"session", get_session, nullptr, "The value's session.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

const char doc[] =
    "A value of Nova. It does not change. A vector of numbers is a buffer: numpy.asarray(v) and\n"
    "memoryview(v) are views of it. v[i] is an element as a Python object, v.name a record's field.";

PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(doc)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                       {Py_tp_repr, reinterpret_cast<void*>(repr)},
                       {Py_tp_str, reinterpret_cast<void*>(str)},
                       {Py_tp_getattro, reinterpret_cast<void*>(get_attribute)},
                       {Py_tp_methods, methods},
                       {Py_tp_getset, members},
                       {Py_tp_iter, reinterpret_cast<void*>(PySeqIter_New)},
                       {Py_sq_length, reinterpret_cast<void*>(length)},
                       {Py_sq_item, reinterpret_cast<void*>(sequence_item)},
                       {Py_mp_length, reinterpret_cast<void*>(length)},
                       {Py_mp_subscript, reinterpret_cast<void*>(subscript)},
                       {Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)},
                       {Py_bf_releasebuffer, reinterpret_cast<void*>(release_buffer)},
                       {0, nullptr}};
PyType_Spec spec = {"nova.Value", sizeof(ValueObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

} // namespace

PyObject* make_value_type(PyObject* m) { return PyType_FromModuleAndSpec(m, &spec, nullptr); }

} // namespace nova::python
