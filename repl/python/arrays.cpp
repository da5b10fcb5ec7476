// Vectors in memory of other owners, and what is said of arrays that Nova cannot take.
#include "repl/python/arrays.hpp"
#include <functional>
#include <numeric>

namespace nova::python {

bool has(PyObject* object, const char* name) {
  const Ref found(PyObject_GetAttrString(object, name));
  PyErr_Clear();
  return static_cast<bool>(found);
}

std::string library_of(PyObject* object) {
  const Ref name(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__module__"));
  const std::string module = name && PyUnicode_Check(name.get()) ? text_of(name.get()) : "";
  PyErr_Clear();
  return module.substr(0, module.find('.'));
}

std::string dtype_of(PyObject* object) {
  const Ref dtype(PyObject_GetAttrString(object, "dtype"));
  const Ref text(dtype ? PyObject_Str(dtype.get()) : nullptr);
  return text ? text_of(text.get()) : (PyErr_Clear(), type_name(object));
}

Ref as_array(PyObject* object) {
  const Ref numpy(PyImport_ImportModule("numpy"));
  return Ref(numpy ? PyObject_CallMethod(numpy.get(), "asarray", "O", object) : nullptr);
}

std::string numpy_name(nova_kind kind) {
  const ElementRow* const row = row_of(kind);
  return row ? row->numpy : kind == NOVA_BFLOAT16 ? "bfloat16" : "";
}

void refuse_array(const std::string& what, const Type* wanted, const std::string& is,
                  const std::string& write) {
  const std::string has = wanted ? what + " has to be a Nova " + wanted->text + ", but is " : what + " is ";
  raise(PyExc_TypeError, has + is + (write.empty() ? "" : ": " + write));
}

const Type* innermost(const Type* wanted) {
  while (wanted && wanted->kind == NOVA_VECTOR) wanted = &wanted->parts[0];
  return wanted;
}

std::shared_ptr<uint8_t[]> memory(size_t bytes) {
  constexpr size_t slack = 16;
  return std::make_unique_for_overwrite<uint8_t[]>(bytes + slack);
}

std::vector<nova_value*> handles(const std::vector<Handle<nova_value>>& values) {
  std::vector<nova_value*> all;
  for (const auto& v : values) all.push_back(v.get());
  return all;
}

namespace {
void release_owner(void* owner) { delete static_cast<Owner*>(owner); }

/// Whether an array of so many dimensions is what is wanted: as a vector#n, or as vectors of vectors.
bool has_rank(const Type& wanted, int dimensions) {
  const Type& element = wanted.parts[0];
  if (element.kind != NOVA_VECTOR) return static_cast<int>(wanted.rank) == dimensions;
  return wanted.rank == 1 && element.rank == 1 && has_rank(element, dimensions - 1);
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
std::shared_ptr<uint8_t[]> copy_of(Py_buffer& view) {
  std::shared_ptr<uint8_t[]> bytes = memory(static_cast<size_t>(view.len));
  if (PyBuffer_ToContiguous(bytes.get(), &view, view.len, 'C') != 0) throw Raised();
  return bytes;
}

/// Makes vectors of vectors of an array of two dimensions or more, whose elements they share.
Handle<nova_value> equal_rows(SessionObject* s, Elements e) {
  const std::vector<int64_t> shape = e.shape;
  const auto elements = [&](size_t dimensions) {
    return std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(dimensions), int64_t{1},
                           std::multiplies<>());
  };
  e.shape = {elements(shape.size())};
  Handle<nova_value> rows = vector_of(s, e);
  for (size_t d = shape.size() - 1; d > 0; --d) {
    std::vector<int64_t> offsets;
    for (int64_t k = 0, n = elements(d); k <= n; ++k) offsets.push_back(k * shape[d]);
    rows = rows_of(s, rows.get(), offsets);
  }
  return rows;
}

} // namespace

Handle<nova_value> vector_of(SessionObject* s, const Elements& e) {
  const auto owner = new Owner(e.owner);
  return Handle<nova_value>(without_gil([&](nova_error** error) {
    return nova_borrow(s->session, e.kind, e.bytes, e.shape.data(), static_cast<uint32_t>(e.shape.size()),
                       release_owner, owner, error);
  }));
}

Handle<nova_value> rows_of(SessionObject* s, const nova_value* flat, const std::vector<int64_t>& offsets) {
  return Handle<nova_value>(without_gil([&](nova_error** error) {
    return nova_rows(s->session, flat, offsets.data(), offsets.size() - 1, error);
  }));
}

Handle<nova_value> zip_of(SessionObject* s, const Type& element,
                          const std::vector<Handle<nova_value>>& columns) {
  const auto all = handles(columns);
  return Handle<nova_value>(without_gil(
      [&](nova_error** error) { return nova_zip(s->session, element.id, all.data(), all.size(), error); }));
}

Handle<nova_value> value_of_array(SessionObject* s, Py_buffer& view, nova_kind kind, Owner owner,
                                  const Type* wanted, const std::string& what) {
  if (wanted) check_rank(*wanted, view.ndim, what);
  Elements e{kind, view.buf, {view.shape, view.shape + view.ndim}, std::move(owner)};
  if (!PyBuffer_IsContiguous(&view, 'C')) {
    const auto copy = copy_of(view);
    e.bytes = copy.get(), e.owner = copy;
  }
  if (wanted && wanted->parts[0].kind == NOVA_VECTOR) return equal_rows(s, std::move(e));
  if (!e.shape.empty()) return vector_of(s, e);
  return Handle<nova_value>(
      without_gil([&](nova_error** error) { return nova_scalar(s->session, kind, e.bytes, error); }));
}

} // namespace nova::python
