// Values of Python's numbers, texts, tuples and lists.
#include "repl/python/arrays.hpp"
#include <cstring>

namespace nova::python {
namespace {

[[noreturn]] void refuse(const std::string& what, const Type& wanted, PyObject* given,
                         const std::string& write = "") {
  const std::string kind = given == Py_None ? "None" : "of Python's type " + type_name(given);
  raise(PyExc_TypeError,
        what + " has to be a Nova " + wanted.text + ", but is " + kind + (write.empty() ? "" : ": " + write));
}

template <class T> Handle<nova_value> number(SessionObject* session, nova_kind kind, T x) {
  nova_error* error = nullptr;
  Handle<nova_value> v(nova_scalar(session->session, kind, &x, &error)); // enters no session
  if (!v) raise(Handle<nova_error>(error));
  return v;
}

bool is_unsigned(nova_kind kind) { return kind >= NOVA_UINT64 && kind <= NOVA_UINT8; }

/// The bytes of an integer of a kind. Others are refused with the least and the greatest one.
uint64_t integer_bits(PyObject* object, const ElementRow& row, const std::string& what) {
  const Ref index(PyNumber_Index(object));
  if (!index) {
    PyErr_Clear();
    Type wanted;
    wanted.text = row.nova;
    refuse(what, wanted, object, PyFloat_Check(object) ? "write int(x)" : "");
  }
  const unsigned bits = 8 * static_cast<unsigned>(row.size);
  if (is_unsigned(row.kind)) {
    const uint64_t n = PyLong_AsUnsignedLongLong(index.get());
    if (!PyErr_Occurred() && (bits == 64 || n >> bits == 0)) return n;
  } else {
    const int64_t n = PyLong_AsLongLong(index.get());
    const int64_t least = INT64_MIN >> (64 - bits);
    if (!PyErr_Occurred() && n >= least && n <= ~least) return static_cast<uint64_t>(n);
  }
  PyErr_Clear();
  raise(PyExc_OverflowError,
        what + " does not fit a Nova " + row.nova + " of " + std::to_string(bits) + " bits");
}

double floating(PyObject* object, const Type& wanted, const std::string& what) {
  const bool is_text = PyUnicode_Check(object) || PyBytes_Check(object);
  const double d = is_text || PyBool_Check(object) ? -1 : PyFloat_AsDouble(object);
  if (d == -1 && (is_text || PyBool_Check(object) || PyErr_Occurred())) {
    PyErr_Clear();
    refuse(what, wanted, object);
  }
  return d;
}

bool truth(PyObject* object, const Type& wanted, const std::string& what) {
  if (!PyBool_Check(object) && !type_name(object).starts_with("bool"))
    refuse(what, wanted, object, "write bool(x)");
  const int is_true = PyObject_IsTrue(object); // accepts NumPy's bool, too
  if (is_true < 0) throw Raised();
  return is_true;
}

Handle<nova_value> character(SessionObject* s, PyObject* object, const Type& wanted,
                             const std::string& what) {
  const std::string bytes = PyUnicode_Check(object) ? text_of(object) : "";
  if (bytes.size() != 1) refuse(what, wanted, object, "a char is a str of one ASCII character");
  return number(s, NOVA_CHAR, bytes[0]);
}

Handle<nova_value> scalar(SessionObject* s, PyObject* object, const Type& wanted, const std::string& what) {
  switch (wanted.kind) {
  case NOVA_DOUBLE: return number(s, wanted.kind, floating(object, wanted, what));
  case NOVA_FLOAT: return number(s, wanted.kind, static_cast<float>(floating(object, wanted, what)));
  case NOVA_BOOL: return number(s, wanted.kind, static_cast<uint8_t>(truth(object, wanted, what)));
  case NOVA_CHAR: return character(s, object, wanted, what);
  case NOVA_UNIT:
    if (object != Py_None) refuse(what, wanted, object, "write None");
    return number(s, NOVA_UNIT, uint64_t{0});
  case NOVA_HALF:
  case NOVA_BFLOAT16:
    refuse(what, wanted, object,
           "write session.eval(\"1.5h\"), or session.value of an array of float16, and its element");
  default: return number(s, wanted.kind, integer_bits(object, *row_of(wanted.kind), what));
  }
}

Handle<nova_value> string(SessionObject* s, PyObject* object) {
  std::string bytes;
  if (PyUnicode_Check(object)) {
    bytes = text_of(object);
  } else {
    char* at;
    Py_ssize_t n;
    if (PyBytes_AsStringAndSize(object, &at, &n) != 0) throw Raised();
    bytes.assign(at, static_cast<size_t>(n));
  }
  return Handle<nova_value>(
      without_gil([&](nova_error** e) { return nova_string(s->session, bytes.data(), bytes.size(), e); }));
}

using Values = std::vector<Handle<nova_value>>;

Handle<nova_value> tuple(SessionObject* s, PyObject* object, const Type* wanted, const std::string& what) {
  const auto n = static_cast<size_t>(PyTuple_Size(object));
  if (wanted && wanted->parts.size() != n)
    raise(PyExc_TypeError,
          what + " has to be a Nova " + wanted->text + ", but is a tuple of " + std::to_string(n));
  Values items;
  for (size_t k = 0; k < n; ++k)
    items.push_back(convert(s, PyTuple_GetItem(object, static_cast<Py_ssize_t>(k)),
                            wanted ? &wanted->parts[k] : nullptr,
                            "item " + std::to_string(k) + " of " + what));
  const auto all = handles(items);
  return Handle<nova_value>(
      without_gil([&](nova_error** e) { return nova_tuple(s->session, all.data(), all.size(), e); }));
}

/// Makes a value of a record or of complex numbers from its fields.
Handle<nova_value> construct(SessionObject* s, const Type& type, const char* constructor,
                             const Values& fields) {
  const auto all = handles(fields);
  return Handle<nova_value>(without_gil([&](nova_error** e) {
    return nova_construct(s->session, type.id, constructor, all.data(), all.size(), e);
  }));
}

Handle<nova_value> complex(SessionObject* s, PyObject* object, const Type& wanted, const std::string& what) {
  const double re = PyComplex_RealAsDouble(object), im = PyComplex_ImagAsDouble(object);
  if (PyErr_Occurred()) {
    PyErr_Clear();
    refuse(what, wanted, object);
  }
  Values parts;
  for (const double x : {re, im})
    parts.push_back(wanted.parts[0].kind == NOVA_FLOAT ? number(s, NOVA_FLOAT, static_cast<float>(x))
                                                       : number(s, NOVA_DOUBLE, x));
  return construct(s, wanted, "Cartesian", parts);
}

/// Returns the type of a list's elements when nothing asks for one: that of the first.
Handle<nova_value> list(SessionObject* s, PyObject* object, const Type* wanted, const std::string& what) {
  const Ref items = checked(PySequence_Tuple(object));
  const auto n = PyTuple_Size(items.get());
  if (!wanted && n == 0)
    raise(PyExc_TypeError,
          what + " is an empty list, whose type is not known: write session.value([], 'vector double')");
  if (wanted && wanted->rank > 1)
    raise(PyExc_TypeError,
          what + " has to be a Nova " + wanted->text + ", but is a list: write numpy.array(x)");
  Values values;
  const Type* element = wanted ? &wanted->parts[0] : nullptr;
  for (Py_ssize_t k = 0; k < n; ++k)
    values.push_back(
        convert(s, PyTuple_GetItem(items.get(), k), element, "element " + std::to_string(k) + " of " + what));
  const nova_type type = element ? element->id : nova_value_type(values[0].get());
  const auto all = handles(values);
  return Handle<nova_value>(
      without_gil([&](nova_error** e) { return nova_vector(s->session, type, all.data(), all.size(), e); }));
}

/// Whether the object lends its memory by Arrow's capsules. What pandas has in NumPy's arrays goes by these.
bool lends_arrow(PyObject* object) {
  if (PyObject_CheckBuffer(object) ||
      !(has(object, "__arrow_c_array__") || has(object, "__arrow_c_stream__")))
    return false;
  if (library_of(object) != "pandas") return true;
  const Ref dtype(PyObject_GetAttrString(object, "dtype"));
  PyErr_Clear();
  return dtype && library_of(dtype.get()) != "numpy";
}

/// Makes a vector of an object that lends its memory as a buffer or by DLPack. Returns null if it does not.
Handle<nova_value> convert_array(SessionObject* s, PyObject* object, const Type* wanted,
                                 const std::string& what) {
  const bool is_tensor = !PyObject_CheckBuffer(object) && has(object, "__dlpack__");
  return is_tensor ? convert_dlpack(s, object, wanted, what) : convert_buffer(s, object, wanted, what);
}

/// The nearest value of an object, where nothing says which type it has to have.
Handle<nova_value> nearest(SessionObject* s, PyObject* object, const std::string& what) {
  if (PyBool_Check(object)) return number(s, NOVA_BOOL, static_cast<uint8_t>(object == Py_True));
  if (PyFloat_Check(object)) return number(s, NOVA_DOUBLE, PyFloat_AsDouble(object));
  if (PyLong_Check(object)) return number(s, NOVA_INT64, integer_bits(object, *row_of(NOVA_INT64), what));
  if (object == Py_None) return number(s, NOVA_UNIT, uint64_t{0});
  if (PyUnicode_Check(object)) return string(s, object);
  if (PyTuple_Check(object)) return tuple(s, object, nullptr, what);
  if (PyComplex_Check(object)) {
    const Type type = without_gil([&](nova_error** e) {
      const nova_type id = nova_type_named(s->session, "(complex double)", e);
      return id ? read_type(s->session, id) : Type();
    });
    return complex(s, object, type, what);
  }
  if (PyList_Check(object)) return list(s, object, nullptr, what);
  if (lends_arrow(object)) return convert_arrow(s, object, nullptr, what);
  if (Handle<nova_value> array = convert_array(s, object, nullptr, what)) return array;
  raise(PyExc_TypeError, what + " is of Python's type " + type_name(object) +
                             ", for which Nova has no value: it has numbers, strs, tuples, lists and arrays");
}

/// Returns the value that an object holds already; null if it is no Value or Function.
Handle<nova_value> held(PyObject* object, const std::string& what) {
  if (is_value(object))
    return Handle<nova_value>(nova_value_copy(reinterpret_cast<ValueObject*>(object)->value));
  if (!is_function(object)) return {};
  PyObject* const value = reinterpret_cast<FunctionObject*>(object)->value;
  if (!value) raise(PyExc_TypeError, what + " is a polymorphic function: give its parameters types");
  return held(value, what);
}

} // namespace

Handle<nova_value> convert(SessionObject* s, PyObject* object, const Type* wanted, const std::string& what) {
  if (wanted && wanted->kind <= NOVA_UNIT && !is_value(object)) return scalar(s, object, *wanted, what);
  if (Handle<nova_value> value = held(object, what)) return value;
  if (!wanted) return nearest(s, object, what);
  const bool is_text = PyUnicode_Check(object) || PyBytes_Check(object);
  if (is_text && wanted->is_vector_of(NOVA_CHAR)) return string(s, object);
  if (wanted->kind == NOVA_TUPLE && PyTuple_Check(object)) return tuple(s, object, wanted, what);
  if (wanted->kind == NOVA_SUM)
    if (Handle<nova_value> record = convert_fields(s, object, *wanted, what)) return record;
  if (wanted->is_complex()) return complex(s, object, *wanted, what);
  if (wanted->kind != NOVA_VECTOR || is_text) refuse(what, *wanted, object);
  if (PyList_Check(object) || PyTuple_Check(object)) return list(s, object, wanted, what);
  if (lends_arrow(object)) return convert_arrow(s, object, wanted, what);
  if (Handle<nova_value> columns = convert_columns(s, object, *wanted, what)) return columns;
  if (Handle<nova_value> array = convert_array(s, object, wanted, what)) return array;
  const bool has_elements = PyIter_Check(object) || PyObject_HasAttrString(object, "__iter__");
  refuse(what, *wanted, object, has_elements && !PyDict_Check(object) ? "write list(x)" : "");
}

} // namespace nova::python
