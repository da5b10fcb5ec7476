// Vectors of objects that have a buffer: NumPy's arrays, bytes, memoryviews, array.array. Contiguous elements are borrowed;
// others are copied in row-major order.
#include "repl/python/objects.hpp"
#include <cstdlib>

namespace nova::python {
namespace {

/// A buffer of an object, which is given back on any thread.
class Buffer {
 public:
  explicit Buffer(Py_buffer view) : view_(view) {}
  ~Buffer() {
    const PyGILState_STATE state = PyGILState_Ensure();
    PyBuffer_Release(&view_);
    PyGILState_Release(state);
  }
  Buffer(const Buffer&) = delete;
  Py_buffer& view() { return view_; }

 private:
  Py_buffer view_;
};
void release_buffer(void* buffer) { delete static_cast<Buffer*>(buffer); }
void release_copy(void* bytes) { std::free(bytes); }

std::string dtype_of(PyObject* object) {
  const Ref dtype(PyObject_GetAttrString(object, "dtype"));
  const Ref text(dtype ? PyObject_Str(dtype.get()) : nullptr);
  return text ? text_of(text.get()) : (PyErr_Clear(), type_name(object));
}

/// What to write in place of an array whose elements Nova cannot take as they are.
std::string advice(const char* format, const std::string& dtype, const ElementRow* wanted) {
  const std::string to = wanted ? std::string("write a.astype('") + wanted->numpy + "')" : "";
  if (*format == '>' || *format == '!')
    return "its bytes are big-endian: write a.astype(a.dtype.newbyteorder('='))";
  if (wanted && wanted->kind == NOVA_CHAR && dtype != "uint8") return "write list(x)";
  if (*format == 'T') return "it is structured: give its fields one by one, such as a['x']";
  if (*format == 'O')
    return to.empty() ? "its elements are Python objects: write a.astype(float), or a.tolist()" : to;
  if (*format == 'Z') return "declare the parameter as vector (complex double), or write a.tolist()";
  if (*format == 'w' || *format == 's') return "its elements are texts: write a.tolist()";
  return to.empty() ? "Nova has no such numbers; " + dtype : to;
}

[[noreturn]] void refuse(const std::string& what, const Type* wanted, const std::string& dtype,
                         const std::string& write) {
  const std::string has = wanted ? what + " has to be a Nova " + wanted->text + ", but is" : what + " is";
  raise(PyExc_TypeError, has + " an array of " + dtype + ": " + write);
}

/// Returns the elements' row, if they are what is wanted.
const ElementRow& elements_of(PyObject* object, const Py_buffer& view, const Type* wanted,
                              const std::string& what) {
  const char* const format = view.format ? view.format : "B";
  const ElementRow* const row = row_of_format(format);
  const Type* element = wanted;
  while (element && element->kind == NOVA_VECTOR) element = &element->parts[0];
  const ElementRow* const asked = element ? row_of(element->kind) : nullptr;
  if (!row || (element && (!asked || row->kind != asked->kind)))
    refuse(what, wanted, dtype_of(object), advice(format, dtype_of(object), asked));
  return *row;
}

/// Whether an array of so many dimensions is what is wanted: as a vector#n, or as vectors of vectors.
bool has_rank(const Type& wanted, int dimensions) {
  if (static_cast<int>(wanted.rank) == dimensions) return wanted.parts[0].kind != NOVA_VECTOR;
  return wanted.rank == 1 && dimensions == 2 && wanted.parts[0].kind == NOVA_VECTOR &&
         wanted.parts[0].rank == 1;
}

void check_rank(const Type& wanted, int dimensions, const std::string& what) {
  if (has_rank(wanted, dimensions)) return;
  std::string write = "";
  if (wanted.rank == 1 && dimensions > 1)
    write = ": write a.ravel(), or declare the parameter as vector#" + std::to_string(dimensions);
  if (dimensions == 0) write = ": write a.reshape(1)";
  raise(PyExc_TypeError, what + " has to be a Nova " + wanted.text + ", but is an array of " +
                             std::to_string(dimensions) + " dimensions" + write);
}

/// Returns the elements in row-major order in memory of their own.
void* copy_of(Py_buffer& view) {
  void* const bytes = std::malloc(static_cast<size_t>(view.len) + 8);
  if (!bytes) throw std::bad_alloc();
  if (PyBuffer_ToContiguous(bytes, &view, view.len, 'C') == 0) return bytes;
  std::free(bytes);
  throw Raised();
}

Handle<nova_value> borrow(SessionObject* s, const ElementRow& row, std::unique_ptr<Buffer> buffer,
                          const std::vector<int64_t>& shape) {
  Py_buffer& view = buffer->view();
  const bool as_it_is = PyBuffer_IsContiguous(&view, 'C');
  void* const bytes = as_it_is ? view.buf : copy_of(view);
  void* const owner = as_it_is ? buffer.release() : bytes;
  void (*const release)(void*) = as_it_is ? release_buffer : release_copy;
  return Handle<nova_value>(without_gil([&](nova_error** e) {
    return nova_borrow(s->session, row.kind, bytes, shape.data(), static_cast<uint32_t>(shape.size()),
                       release, owner, e);
  }));
}

/// Makes a vector of rows of one length of a vector#2, whose elements it shares.
Handle<nova_value> rows_of(SessionObject* s, const ElementRow& row, std::unique_ptr<Buffer> buffer, int64_t n,
                           int64_t m) {
  std::vector<int64_t> offsets;
  for (int64_t k = 0; k <= n; ++k) offsets.push_back(k * m);
  const Handle<nova_value> flat = borrow(s, row, std::move(buffer), {n * m});
  return Handle<nova_value>(without_gil([&](nova_error** e) {
    return nova_rows(s->session, flat.get(), offsets.data(), static_cast<size_t>(n), e);
  }));
}

/// Returns NumPy's array of an object that has no buffer but can be an array, such as a pandas Series; else null.
Ref as_array(PyObject* object) {
  if (!PyObject_HasAttrString(object, "__array__")) return {};
  const Ref numpy = checked(PyImport_ImportModule("numpy"));
  return checked(PyObject_CallMethod(numpy.get(), "asarray", "O", object));
}

std::unique_ptr<Buffer> buffer_of(PyObject* object, const Type* wanted, const std::string& what) {
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_FULL_RO) == 0) return std::make_unique<Buffer>(view);
  PyErr_Clear(); // NumPy gives no buffer of dates
  const std::string dtype = dtype_of(object);
  const bool is_date = dtype.starts_with("datetime64") || dtype.starts_with("timedelta64");
  refuse(what, wanted, dtype, is_date ? "write a.astype('int64')" : "it gives no buffer of its elements");
}

} // namespace

Handle<nova_value> convert_buffer(SessionObject* s, PyObject* object, const Type* wanted,
                                  const std::string& what) {
  Ref made;
  if (!PyObject_CheckBuffer(object)) {
    made = as_array(object);
    if (!made) return {};
    object = made.get();
  }
  std::unique_ptr<Buffer> buffer = buffer_of(object, wanted, what);
  const Py_buffer& view = buffer->view();
  const ElementRow& row = elements_of(object, view, wanted, what);
  if (wanted) check_rank(*wanted, view.ndim, what);
  std::vector<int64_t> shape(view.shape, view.shape + view.ndim);
  if (wanted && wanted->parts[0].kind == NOVA_VECTOR)
    return rows_of(s, row, std::move(buffer), shape[0], shape[1]);
  if (!shape.empty()) return borrow(s, row, std::move(buffer), shape);
  const void* const at = view.buf;
  return Handle<nova_value>(
      without_gil([&](nova_error** e) { return nova_scalar(s->session, row.kind, at, e); }));
}

} // namespace nova::python
