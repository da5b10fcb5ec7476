// Vectors of objects that have a buffer: NumPy's arrays, bytes, memoryviews, array.array. Contiguous elements are borrowed;
// others are copied in row-major order.
#include "repl/python/arrays.hpp"

namespace nova::python {
namespace {

/// A buffer of an object, which is given back on any thread. It stays at its place, since its shape may be in it.
class Buffer {
 public:
  Buffer() = default;
  ~Buffer() {
    if (!view_.obj) return;
    if (const Gil gil; gil) PyBuffer_Release(&view_);
  }
  Buffer(const Buffer&) = delete;
  Py_buffer& view() { return view_; }

 private:
  Py_buffer view_{};
};

/// What to write in place of an array whose elements Nova cannot take as they are.
std::string advice(const char* format, const std::string& dtype, const ElementRow* wanted) {
  const std::string to = wanted ? std::string("write a.astype('") + wanted->numpy + "')" : "";
  if (*format == '>' || *format == '!')
    return "its bytes are big-endian: write a.astype(a.dtype.newbyteorder('='))";
  if (wanted && wanted->kind == NOVA_CHAR && (*format == 'B' || *format == 'b')) return "write bytes(x)";
  if (wanted && wanted->kind == NOVA_CHAR && format[strlen(format) - 1] == 'w') return "write list(x)";
  if (*format == 'T') return "it is structured: give its fields one by one, such as a['x']";
  if (*format == 'O')
    return to.empty() ? "its elements are Python objects: write a.astype(float), or a.tolist()" : to;
  if (*format == 'Z') return "declare the parameter as vector (complex double), or write a.tolist()";
  if (const char end = format[strlen(format) - 1]; end == 'w' || end == 's')
    return "its elements are texts: write a.tolist()";
  return to.empty() ? "Nova has no such numbers; " + dtype : to;
}

/// Returns the elements' row, if they are what is wanted.
const ElementRow& elements_of(PyObject* object, const Py_buffer& view, const Type* wanted,
                              const std::string& what) {
  const char* const format = view.format ? view.format : "B";
  const ElementRow* const row = row_of_format(format);
  const Type* const element = innermost(wanted);
  const ElementRow* const asked = element ? row_of(element->kind) : nullptr;
  if (row && (!element || (asked && row->kind == asked->kind))) return *row;
  const std::string dtype = dtype_of(object);
  refuse_array(what, wanted, "an array of " + dtype, advice(format, dtype, asked));
}

std::shared_ptr<Buffer> buffer_of(PyObject* object) {
  auto buffer = std::make_shared<Buffer>();
  if (PyObject_GetBuffer(object, &buffer->view(), PyBUF_FULL_RO) == 0) return buffer;
  return PyErr_Clear(), nullptr;
}

/// Takes an array of which NumPy gives no buffer: bfloat16 by its bits. Others, such as dates, are refused.
Handle<nova_value> without_buffer(SessionObject* s, PyObject* object, const Type* wanted,
                                  const std::string& what) {
  const std::string dtype = dtype_of(object);
  const bool is_date = dtype.starts_with("datetime64") || dtype.starts_with("timedelta64");
  const Type* const element = innermost(wanted);
  if (dtype != "bfloat16" || (element && element->kind != NOVA_BFLOAT16))
    refuse_array(what, wanted, "an array of " + dtype,
                 is_date               ? "write a.astype('int64')"
                 : dtype == "bfloat16" ? "write a.astype('" + numpy_name(element->kind) + "')"
                                       : "it gives no buffer of its elements: write a.tolist()");
  const Ref array = as_array(object);
  if (!array) throw Raised();
  const Ref bits = checked(PyObject_CallMethod(array.get(), "view", "s", "uint16"));
  const std::shared_ptr<Buffer> buffer = buffer_of(bits.get());
  if (!buffer) refuse_array(what, wanted, "an array of " + dtype, "write a.astype('float32')");
  return value_of_array(s, buffer->view(), NOVA_BFLOAT16, buffer, wanted, what);
}

/// NumPy's masked arrays give their elements without the mask.
void refuse_masked(PyObject* object, const Type* wanted, const std::string& what) {
  if (type_name(object) != "MaskedArray") return;
  const Ref ma = checked(PyImport_ImportModule("numpy.ma"));
  const Ref is_masked = checked(PyObject_CallMethod(ma.get(), "is_masked", "O", object));
  if (PyObject_IsTrue(is_masked.get()))
    refuse_array(what, wanted, "an array in which elements are masked", "write a.filled(numpy.nan)");
}

} // namespace

Handle<nova_value> convert_buffer(SessionObject* s, PyObject* object, const Type* wanted,
                                  const std::string& what) {
  Ref made;
  if (!PyObject_CheckBuffer(object)) {
    if (!has(object, "__array__")) return {};
    made = as_array(object);
    if (!made) throw Raised();
    object = made.get();
  }
  refuse_masked(object, wanted, what);
  const std::shared_ptr<Buffer> buffer = buffer_of(object);
  if (!buffer) return without_buffer(s, object, wanted, what);
  const ElementRow& row = elements_of(object, buffer->view(), wanted, what);
  return value_of_array(s, buffer->view(), row.kind, buffer, wanted, what);
}

} // namespace nova::python
