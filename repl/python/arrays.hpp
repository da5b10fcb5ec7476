// What all ways of taking an array share: NumPy's buffers, DLPack's tensors, Arrow's columns.
#pragma once
#include "repl/python/objects.hpp"

namespace nova::python {

/// Keeps memory of another owner until nothing refers to it.
using Owner = std::shared_ptr<void>;

/// Numbers, bools or chars in row-major order.
struct Elements {
  nova_kind kind = NOVA_UNIT;
  const void* bytes = nullptr;
  std::vector<int64_t> shape{};
  Owner owner{}; ///< of the bytes
};
/// Makes a vector#n of elements, without a copy.
Handle<nova_value> vector_of(SessionObject* s, const Elements& elements);
/// Makes a vector of rows of `flat`. Row k has the elements from offsets[k] to offsets[k + 1].
Handle<nova_value> rows_of(SessionObject* s, const nova_value* flat, const std::vector<int64_t>& offsets);
/// Makes a vector of records, tuples or complex numbers of the type `element`, from one vector of each field.
Handle<nova_value> zip_of(SessionObject* s, const Type& element,
                          const std::vector<Handle<nova_value>>& columns);
std::vector<nova_value*> handles(const std::vector<Handle<nova_value>>& values);

/// Makes the value that is wanted of an array in another owner's memory. It is copied unless it is contiguous.
Handle<nova_value> value_of_array(SessionObject* s, Py_buffer& view, nova_kind kind, Owner owner,
                                  const Type* wanted, const std::string& what);

/// Returns the memory of `bytes` bytes, and some more that code may read.
std::shared_ptr<uint8_t[]> memory(size_t bytes);
/// Raises that `what` is not what is wanted. `is` says what it is, `write` what to write in its place.
[[noreturn]] void refuse_array(const std::string& what, const Type* wanted, const std::string& is,
                               const std::string& write);
/// Returns the type of the elements in all dimensions, or null if nothing is wanted.
const Type* innermost(const Type* wanted);
/// Returns the name of an array's element type, as its library writes it.
std::string dtype_of(PyObject* object);
/// Returns NumPy's array of an object; null if it fails, with the exception set.
Ref as_array(PyObject* object);
/// Returns NumPy's name of a number type; "" if it has none.
std::string numpy_name(nova_kind kind);
/// Returns the package of an object's type, such as polars.
std::string library_of(PyObject* object);
/// Whether the object has the attribute. Errors while it is looked up are none.
bool has(PyObject* object, const char* name);

/// Holds the GIL on any thread, unless Python has ended.
class Gil {
 public:
  Gil() : is_held_(Py_IsInitialized()), state_(is_held_ ? PyGILState_Ensure() : PyGILState_UNLOCKED) {}
  ~Gil() {
    if (is_held_) PyGILState_Release(state_);
  }
  Gil(const Gil&) = delete;
  explicit operator bool() const { return is_held_; }

 private:
  const bool is_held_;
  const PyGILState_STATE state_;
};

} // namespace nova::python
