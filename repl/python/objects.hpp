// The Python types of the extension `_nova`: Session, Function and Value, each a handle of nova.h. Only the limited API of
// CPython 3.11 is used, so that one extension serves all later versions.
#pragma once
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "repl/api/nova.h"
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nova::python {

/// A reference that is given back at the end.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : object_(owned) {}
  Ref(Ref&& o) noexcept : object_(std::exchange(o.object_, nullptr)) {}
  Ref& operator=(Ref&& o) noexcept { return std::swap(object_, o.object_), *this; }
  ~Ref() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_; }

 private:
  PyObject* object_ = nullptr;
};
inline Ref borrowed(PyObject* o) { return Py_XINCREF(o), Ref(o); }

struct FreeHandle {
  void operator()(nova_value* v) const { nova_value_free(v); }
  void operator()(nova_function* f) const { nova_function_free(f); }
  void operator()(nova_session* s) const { nova_session_free(s); }
  void operator()(nova_error* e) const { nova_error_free(e); }
  void operator()(char* text) const { nova_text_free(text); }
};
template <class T> using Handle = std::unique_ptr<T, FreeHandle>;

/// A Python exception is set. Thrown inside of the extension only (guarded).
struct Raised {};
[[noreturn]] void raise(PyObject* type, const std::string& message);
/// Raises nova.Error for a failed call of libnova, or what a function of the host has raised meanwhile.
[[noreturn]] void raise(Handle<nova_error> error);
/// Returns a new reference, or throws Raised if it is null.
inline Ref checked(PyObject* o) {
  if (!o) throw Raised();
  return Ref(o);
}
/// Calls f, whose exceptions become Python's, and returns its result or `failed`.
template <class R, class F> R guarded(R failed, F f) {
  try {
    return f();
  } catch (const Raised&) {
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
  return failed;
}
/// Calls f(&error) of libnova without the GIL. Throws if it fails.
template <class F> auto without_gil(F f) {
  nova_error* error = nullptr;
  PyThreadState* const state = PyEval_SaveThread();
  auto result = f(&error);
  PyEval_RestoreThread(state);
  if (error) raise(Handle<nova_error>(error));
  return result;
}

/// A type of a session, read once, so that conversions need no entry into the session.
struct Type {
  nova_type id = 0;
  nova_kind kind = NOVA_UNIT;
  uint32_t rank = 0; ///< of a vector: its number of dimensions
  std::string text;
  std::vector<Type> parts;          ///< as nova_type_item numbers them
  std::vector<std::string> names{}; ///< of a record: the names of its fields
  std::string constructor{};        ///< of a record or sum type: the name of its first constructor
  bool is_vector_of(nova_kind element) const {
    return kind == NOVA_VECTOR && parts[0].kind == element && rank == 1;
  }
  bool is_complex() const { return kind == NOVA_SUM && text.starts_with("(complex "); }
  bool is_maybe() const { return kind == NOVA_SUM && text.starts_with("(Maybe "); }
};
Type read_type(nova_session* session, nova_type id);
/// Returns the type t of the values of a type (Maybe t).
Type maybe_of(nova_session* session, const Type& type);

struct SessionObject {
  PyObject_HEAD nova_session* session;
  PyObject* output;     ///< the function that gets what programs print; null for sys.stdout
  PyObject* progress;   ///< the session's option `progress`: a function, a bool or None
  double told_at;       ///< the seconds of the running call at which its progress was told; 0: it was not
  unsigned long teller; ///< the thread in the option's function while a call runs; 0: none
};
struct FunctionObject {
  PyObject_HEAD nova_function* function;
  SessionObject* session;
  PyObject* value;          ///< the Value of the function, or null for a polymorphic one
  std::vector<Type>* types; ///< the types of the parameters that are known
};
struct ValueObject {
  PyObject_HEAD nova_value* value;
  SessionObject* session;
};

/// What the module has.
struct Module {
  PyObject *session, *function, *value, *error, *warning;
};
Module& module();

PyObject* make_session_type(PyObject* module);
PyObject* make_function_type(PyObject* module);
PyObject* make_value_type(PyObject* module);

inline bool is_value(PyObject* o) {
  return PyObject_TypeCheck(o, reinterpret_cast<PyTypeObject*>(module().value));
}
inline bool is_function(PyObject* o) {
  return PyObject_TypeCheck(o, reinterpret_cast<PyTypeObject*>(module().function));
}
/// Makes the object of a value, as it is.
Ref wrap(SessionObject* session, Handle<nova_value> value);
/// Makes the Python object that is nearest to a value: a number, bool, str, None or tuple of such, a Function, else a
/// Value.
Ref unwrap(SessionObject* session, Handle<nova_value> value);
Ref function_of(SessionObject* session, Handle<nova_function> function, PyObject* value);
/// Makes a value of a Python object. `wanted` is the type that it has to have; null: the nearest one. `what` names the
/// object in messages.
Handle<nova_value> convert(SessionObject* session, PyObject* object, const Type* wanted,
                           const std::string& what);
/// Makes a vector of an object with a buffer or of NumPy's array of it. Returns null if it has none.
Handle<nova_value> convert_buffer(SessionObject* session, PyObject* object, const Type* wanted,
                                  const std::string& what);
/// Makes a vector of an object that lends its memory by DLPack (`__dlpack__`), or by Arrow's capsules
/// (`__arrow_c_array__`, `__arrow_c_stream__`).
Handle<nova_value> convert_dlpack(SessionObject* session, PyObject* object, const Type* wanted,
                                  const std::string& what);
Handle<nova_value> convert_arrow(SessionObject* session, PyObject* object, const Type* wanted,
                                 const std::string& what);
/// Makes a record of an object with its fields, or a vector of records or complex numbers of an object with columns: a dict,
/// a data frame, a structured array. Returns null if it has none.
Handle<nova_value> convert_fields(SessionObject* session, PyObject* object, const Type& wanted,
                                  const std::string& what);
Handle<nova_value> convert_columns(SessionObject* session, PyObject* object, const Type& wanted,
                                   const std::string& what);
/// Tells how far the running call is, after half a second and then ten times a second. Returns whether the call goes on: an
/// exception of the option's function ends it.
bool tell_progress(SessionObject* session);
/// Says that nothing is told any more, if something was.
void end_progress(SessionObject* session);
/// A call whose progress is told until its end.
class Told {
 public:
  explicit Told(SessionObject* session)
      : session_(session), is_inside_(session->teller == PyThread_get_thread_ident()) {}
  ~Told() {
    if (!is_inside_) end_progress(session_);
  }
  Told(const Told&) = delete;

 private:
  SessionObject* const session_;
  const bool is_inside_; ///< the function that another call's progress is told to calls it
};
/// Returns the text, which is freed.
Ref text(char* owned);
std::string text_of(PyObject* object);
std::string type_name(PyObject* object);

/// What the buffer protocol, NumPy and Nova call the elements of a vector.
struct ElementRow {
  nova_kind kind;
  const char *format, *numpy, *nova;
  Py_ssize_t size;
};
const ElementRow* row_of(nova_kind kind);
const ElementRow* row_of_format(const char* format);

} // namespace nova::python
