// Vectors lent by DLPack: numpy.from_dlpack(v), torch.from_dlpack(v), jax.dlpack.from_dlpack(v).
#include "repl/python/arrays.hpp"
#include "repl/python/dlpack.hpp"
#include "repl/python/values_out.hpp"

namespace nova::python {
namespace {

using namespace dlpack;

/// A tensor that is lent, and what it needs.
template <class M> struct Lent {
  M managed{};
  Handle<nova_value> value;
  std::shared_ptr<uint8_t[]> copy; ///< of the elements; null if they are the value's
  std::vector<int64_t> shape, strides;
};

/// What a caller of __dlpack__ asks for.
struct Wish {
  bool versioned = false;
  bool marked = true; ///< whether the capsule has to say that the elements must not change
  int copy = -1;      ///< 0: none may be made, 1: one has to be, -1: as it comes
};

/// The elements to lend.
struct Source {
  DataType type{};
  const void* bytes = nullptr;
  std::shared_ptr<uint8_t[]> copy{};
};

/// Returns one column's elements of complex numbers between the other's.
std::shared_ptr<uint8_t[]> interleaved(const nova_value* v, size_t size, size_t count) {
  const std::shared_ptr<uint8_t[]> all = memory(2 * size * count);
  for (size_t part = 0; part < 2; ++part) {
    const Handle<nova_value> column = column_of(v, part);
    const auto* const from = static_cast<const uint8_t*>(data_of(column.get()));
    for (size_t k = 0; k < count; ++k) std::memcpy(&all[(2 * k + part) * size], from + k * size, size);
  }
  return all;
}

Source source_of(const nova_value* v, const Type& type) {
  if (type.kind != NOVA_VECTOR)
    raise(PyExc_BufferError, "the value is no vector, so it has no elements to lend");
  const Type& element = type.parts[0];
  if (element.is_complex()) {
    const TypeRow* const part = dlpack::row_of(element.parts[0].kind);
    const auto bits = static_cast<uint8_t>(2 * part->bits);
    const auto copy = interleaved(v, part->bits / 8, static_cast<size_t>(nova_count(v)));
    return {{code_complex, bits, 1}, copy.get(), copy};
  }
  const TypeRow* const row = dlpack::row_of(element.kind);
  if (row) return {{row->code, row->bits, 1}, data_of(v)};
  raise(PyExc_BufferError, "a tensor has numbers, but the elements of " + type.text +
                               " are none: lend its v.columns, or its v.flat and v.offsets");
}

/// Copies the elements if a copy is asked for, or if the capsule cannot say that they must not change.
void copy_as_wished(Source& from, const Wish& wish, size_t count) {
  const bool unsaid = !wish.versioned && wish.marked, must = wish.copy == 1 || unsaid;
  if (wish.copy == 0 && (from.copy || unsaid))
    raise(PyExc_BufferError, from.copy
                                 ? "complex numbers have to be copied"
                                 : "capsules before version 1 of DLPack are for arrays that may change");
  if (!must || from.copy) return;
  const size_t bytes = count * from.type.bits / 8;
  from.copy = memory(bytes);
  if (bytes > 0) std::memcpy(from.copy.get(), from.bytes, bytes);
  from.bytes = from.copy.get();
}

template <class M> void delete_lent(M* managed) { delete static_cast<Lent<M>*>(managed->context); }

template <class M> Lent<M>* lend(const nova_value* v, const Source& from) {
  auto lent = std::make_unique<Lent<M>>();
  lent->value = Handle<nova_value>(nova_value_copy(v)), lent->copy = from.copy;
  for (uint32_t d = 0; d < nova_rank(v); ++d) lent->shape.push_back(nova_dimension(v, d));
  int64_t stride = 1;
  lent->strides.resize(lent->shape.size());
  for (size_t d = lent->shape.size(); d-- > 0; stride *= lent->shape[d]) lent->strides[d] = stride;
  lent->managed.context = lent.get(), lent->managed.deleter = delete_lent<M>;
  lent->managed.tensor = {const_cast<void*>(from.bytes),
                          {cpu, 0},
                          static_cast<int32_t>(lent->shape.size()),
                          from.type,
                          lent->shape.data(),
                          lent->strides.data(),
                          0};
  return lent.release();
}

/// Returns a capsule, which frees the tensor unless a consumer has taken it.
template <class M> PyObject* capsule_of(Lent<M>* lent, const char* its_name) {
  const auto destroy = [](PyObject* capsule) {
    const char* const now = PyCapsule_GetName(capsule);
    if (!now || (std::strcmp(now, name) != 0 && std::strcmp(now, versioned_name) != 0)) return;
    delete_lent(static_cast<M*>(PyCapsule_GetPointer(capsule, now)));
  };
  PyObject* const made = PyCapsule_New(&lent->managed, its_name, destroy);
  if (!made) delete lent;
  return made;
}

/// Reads a tuple of two ints; `otherwise` for None.
std::pair<int, int> two_ints(PyObject* given, const char* name, std::pair<int, int> otherwise) {
  if (given == Py_None) return otherwise;
  std::pair<int, int> both;
  if (!PyTuple_Check(given) || !PyArg_ParseTuple(given, "ii", &both.first, &both.second))
    raise(PyExc_TypeError, std::string(name) + " is a tuple of two ints, or None");
  return both;
}

Wish wish_of(PyObject* max_version, PyObject* device, PyObject* copy, bool marked) {
  Wish wish;
  wish.marked = marked, wish.versioned = two_ints(max_version, "max_version", {0, 0}).first >= 1;
  if (two_ints(device, "dl_device", {cpu, 0}).first != cpu)
    raise(PyExc_BufferError, "the value is in the host's memory");
  if (copy == Py_None) return wish;
  wish.copy = PyObject_IsTrue(copy);
  if (wish.copy < 0) throw Raised();
  return wish;
}

} // namespace

PyObject* dlpack_method(PyObject* o, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"stream", "max_version", "dl_device", "copy", "marked", nullptr};
  return guarded<PyObject*>(nullptr, [&] {
    PyObject *stream = Py_None, *max_version = Py_None, *device = Py_None, *copy = Py_None;
    int marked = 1;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOOp:__dlpack__", const_cast<char**>(names), &stream,
                                     &max_version, &device, &copy, &marked))
      throw Raised();
    if (stream != Py_None) raise(PyExc_BufferError, "memory of the host has no stream");
    const Wish wish = wish_of(max_version, device, copy, marked != 0);
    const nova_value* const v = reinterpret_cast<ValueObject*>(o)->value;
    Source from = source_of(v, type_of(v));
    copy_as_wished(from, wish, static_cast<size_t>(nova_count(v)));
    if (!wish.versioned) return capsule_of(lend<Managed>(v, from), name);
    Lent<Versioned>* const lent = lend<Versioned>(v, from);
    lent->managed.version = version, lent->managed.flags = from.copy ? is_copied : read_only;
    return capsule_of(lent, versioned_name);
  });
}

PyObject* dlpack_device_method(PyObject*, PyObject*) { return Py_BuildValue("(ii)", cpu, 0); }

} // namespace nova::python
