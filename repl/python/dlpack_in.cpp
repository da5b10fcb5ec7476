// Vectors of objects that lend their memory by DLPack: tensors of PyTorch, JAX, CuPy.
#include "repl/python/arrays.hpp"
#include "repl/python/dlpack.hpp"

namespace nova::python {
namespace dlpack {
namespace {

constexpr TypeRow rows[] = {{NOVA_INT64, 0, 64, "l"},  {NOVA_INT32, 0, 32, "i"},  {NOVA_INT16, 0, 16, "h"},
                            {NOVA_INT8, 0, 8, "b"},    {NOVA_UINT64, 1, 64, "L"}, {NOVA_UINT32, 1, 32, "I"},
                            {NOVA_UINT16, 1, 16, "H"}, {NOVA_UINT8, 1, 8, "B"},   {NOVA_FLOAT, 2, 32, "f"},
                            {NOVA_DOUBLE, 2, 64, "d"}, {NOVA_HALF, 2, 16, "e"},   {NOVA_BFLOAT16, 4, 16, "H"},
                            {NOVA_BOOL, 6, 8, "?"},    {NOVA_CHAR, 1, 8, "B"}};

} // namespace

const TypeRow* row_of(nova_kind kind) {
  for (const TypeRow& r : rows)
    if (r.kind == kind) return &r;
  return nullptr;
}
const TypeRow* row_of(DataType type) {
  for (const TypeRow& r : rows)
    if (r.code == type.code && r.bits == type.bits && type.lanes == 1) return &r;
  return nullptr;
}

namespace {

/// Takes the tensor of a capsule, and gives it back when nothing refers to it.
template <class M> std::pair<const Tensor*, Owner> take(PyObject* capsule, const char* from, const char* to) {
  auto* const managed = static_cast<M*>(PyCapsule_GetPointer(capsule, from));
  if (!managed || PyCapsule_SetName(capsule, to) != 0) throw Raised();
  const Owner owner(managed, [](void* p) {
    auto* const m = static_cast<M*>(p);
    if (const Gil gil; gil && m->deleter) m->deleter(m);
  });
  return {&managed->tensor, owner};
}

std::pair<const Tensor*, Owner> take(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, versioned_name)) return take<Managed>(capsule, name, used_name);
  const auto* const m = static_cast<const Versioned*>(PyCapsule_GetPointer(capsule, versioned_name));
  if (m->version.major != version.major)
    raise(PyExc_TypeError, "the array is of version " + std::to_string(m->version.major) +
                               " of DLPack, of which version 1 is known");
  return take<Versioned>(capsule, versioned_name, used_versioned_name);
}

/// Returns obj.__dlpack__ with these named arguments; null if it fails, with the exception set.
Ref ask(PyObject* object, Ref arguments) {
  const Ref method = checked(PyObject_GetAttrString(object, "__dlpack__")), none = checked(PyTuple_New(0));
  return Ref(PyObject_Call(method.get(), none.get(), arguments.get()));
}

/// Returns what the exception that is set says, and clears it.
std::string cleared_message() {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref of_type(type), of_value(value), of_trace(trace);
  const Ref text(value ? PyObject_Str(value) : nullptr);
  return text ? text_of(text.get()) : (PyErr_Clear(), "");
}

/// Returns the object's capsule: of version 1, else one of the time before. Returns null if it fails, with the exception
/// set.
Ref capsule_of(PyObject* object) {
  Ref made = ask(object, checked(Py_BuildValue("{s(II)}", "max_version", version.major, version.minor)));
  if (made || !PyErr_ExceptionMatches(PyExc_TypeError)) return made;
  PyErr_Clear();
  return ask(object, checked(PyDict_New()));
}

/// Makes the vector of NumPy's array of an object whose library does not lend it, such as old PyTorch's bools.
Handle<nova_value> by_numpy(SessionObject* s, PyObject* object, const Type* wanted, const std::string& what) {
  const std::string why = cleared_message();
  if (has(object, "__array__")) {
    const Ref array = as_array(object);
    if (array) return convert_buffer(s, array.get(), wanted, what);
    PyErr_Clear();
  }
  raise(PyExc_TypeError, what + " cannot be lent by its library: " + why);
}

/// Returns the capsule of a copy in the host's memory of an array that is elsewhere.
Ref capsule_of_copy(PyObject* object, const Type* wanted, const std::string& what) {
  Ref made = ask(object, checked(Py_BuildValue("{s(II)s(ii)}", "max_version", version.major, version.minor,
                                               "dl_device", cpu, 0)));
  if (made) return made;
  PyErr_Clear();
  const bool is_torch = dtype_of(object).starts_with("torch.");
  refuse_array(what, wanted, "an array in the memory of a device",
               is_torch ? "write x.cpu()" : "write numpy.asarray(x), or x.get()");
}

bool is_on_host(PyObject* object) {
  const Ref device = checked(PyObject_CallMethod(object, "__dlpack_device__", nullptr));
  const Ref type = checked(PySequence_GetItem(device.get(), 0)), number = checked(PyNumber_Index(type.get()));
  const long n = PyLong_AsLong(number.get());
  if (n == -1 && PyErr_Occurred()) throw Raised();
  return n == cpu || n == cuda_host || n == rocm_host || n == cuda_managed;
}

/// What to write in place of an array whose elements are others.
std::string advice(DataType type, const std::string& dtype, const Type* wanted) {
  const Type* const element = innermost(wanted);
  const std::string to = element ? numpy_name(element->kind) : "";
  if (element && element->kind == NOVA_CHAR) return "write bytes(x.tolist())";
  if (to.empty())
    return type.code == code_complex ? "declare the parameter as vector (complex double)"
                                     : "Nova has no such numbers";
  return dtype.starts_with("torch.") ? "write x.to(torch." + to + ")" : "write x.astype('" + to + "')";
}

/// A tensor as the buffer protocol describes it.
class View {
 public:
  View(const Tensor& t, const TypeRow& row) : shape_(t.shape, t.shape + t.dimensions) {
    const Py_ssize_t size = row.bits / 8;
    Py_ssize_t count = 1;
    for (size_t d = shape_.size(); d-- > 0;) {
      strides_.insert(strides_.begin(), size * (t.strides ? t.strides[d] : count));
      if (shape_[d] < 0 || __builtin_mul_overflow(count, shape_[d], &count) || count > PY_SSIZE_T_MAX / size)
        raise(PyExc_ValueError, "there is no array of this shape: its elements are too many");
    }
    view_.buf = static_cast<char*>(t.data) + t.offset, view_.len = count * size, view_.itemsize = size;
    view_.format = const_cast<char*>(row.format), view_.ndim = t.dimensions, view_.readonly = 1;
    view_.shape = shape_.data(), view_.strides = strides_.data();
  }
  View(const View&) = delete;
  Py_buffer& buffer() { return view_; }

 private:
  std::vector<Py_ssize_t> shape_, strides_;
  Py_buffer view_{};
};

} // namespace
} // namespace dlpack

Handle<nova_value> convert_dlpack(SessionObject* s, PyObject* object, const Type* wanted,
                                  const std::string& what) {
  using namespace dlpack;
  const bool on_host = is_on_host(object);
  const Ref capsule = on_host ? capsule_of(object) : capsule_of_copy(object, wanted, what);
  if (!capsule) return by_numpy(s, object, wanted, what);
  const auto [tensor, owner] = take(capsule.get());
  const TypeRow* const row = dlpack::row_of(tensor->type);
  const Type* const element = innermost(wanted);
  if (!row || (element && element->kind != row->kind)) {
    const std::string dtype = dtype_of(object);
    refuse_array(what, wanted, "an array of " + dtype, advice(tensor->type, dtype, wanted));
  }
  View view(*tensor, *row);
  return value_of_array(s, view.buffer(), row->kind, owner, wanted, what);
}

} // namespace nova::python
