// The type Function.
#include "repl/python/objects.hpp"
#include <algorithm>
#include <array>

namespace nova::python {
namespace {

FunctionObject* self_of(PyObject* o) { return reinterpret_cast<FunctionObject*>(o); }

constexpr size_t most_arguments = 64;

/// The values of the arguments of a call.
struct Arguments {
  std::array<nova_value*, most_arguments> values{};
  size_t count = 0;
  Arguments() = default;
  Arguments(const Arguments&) = delete;
  ~Arguments() {
    for (size_t k = 0; k < count; ++k) nova_value_free(values[k]);
  }
};

/// Returns the record type of a parameter, or of the elements of one that is a vector; null for another parameter.
const Type* record_of(const Type* parameter) {
  if (parameter && parameter->kind == NOVA_VECTOR) parameter = &parameter->parts[0];
  return parameter && !parameter->names.empty() ? parameter : nullptr;
}

/// Refuses names that are no fields of the parameter's record.
void check_names(PyObject* named, const Type* parameter) {
  const Type* const record = record_of(parameter);
  if (!record)
    raise(PyExc_TypeError,
          "a function of Nova has no named arguments, but for the fields of a record: the next "
          "parameter is " +
              (parameter ? "of type " + parameter->text : "not known"));
  const Ref names = checked(PyDict_Keys(named));
  for (Py_ssize_t k = 0; k < PyList_Size(names.get()); ++k) {
    const std::string name = text_of(PyList_GetItem(names.get(), k));
    if (std::ranges::find(record->names, name) != record->names.end()) continue;
    std::string all;
    for (const std::string& n : record->names) all += (all.empty() ? "" : ", ") + n;
    raise(PyExc_TypeError, record->text + " has no field `" + name + "`; it has " + all);
  }
}

/// Named arguments are the fields of a record, or the columns of a vector of records: the last argument.
void convert_named(FunctionObject* self, PyObject* named, Arguments& to) {
  const std::vector<Type>& types = *self->types;
  const Type* const parameter = to.count < types.size() ? &types[to.count] : nullptr;
  check_names(named, parameter);
  to.values[to.count] =
      convert(self->session, named, parameter, "argument " + std::to_string(to.count + 1)).release();
  ++to.count;
}

void convert_all(FunctionObject* self, PyObject* args, PyObject* named, Arguments& to) {
  const auto n = static_cast<size_t>(PyTuple_Size(args));
  if (n >= most_arguments)
    raise(PyExc_TypeError, "a call has at most " + std::to_string(most_arguments - 1) + " arguments");
  const std::vector<Type>& types = *self->types;
  for (size_t k = 0; k < n; ++k) {
    const Type* const wanted = k < types.size() ? &types[k] : nullptr;
    PyObject* const given = PyTuple_GetItem(args, static_cast<Py_ssize_t>(k));
    to.values[k] = convert(self->session, given, wanted, "argument " + std::to_string(k + 1)).release();
    to.count = k + 1;
  }
  if (named && PyDict_Size(named) > 0) convert_named(self, named, to);
}

Handle<nova_value> run(FunctionObject* self, PyObject* args, PyObject* named) {
  Arguments arguments;
  convert_all(self, args, named, arguments);
  const Told told(self->session);
  return Handle<nova_value>(without_gil([&](nova_error** e) {
    return nova_call(self->function, arguments.values.data(), arguments.count, e);
  }));
}

PyObject* call(PyObject* o, PyObject* args, PyObject* named) {
  return guarded<PyObject*>(
      nullptr, [&] { return unwrap(self_of(o)->session, run(self_of(o), args, named)).release(); });
}

PyObject* value_method(PyObject* o, PyObject* args, PyObject* named) {
  return guarded<PyObject*>(
      nullptr, [&] { return wrap(self_of(o)->session, run(self_of(o), args, named)).release(); });
}

PyObject* why_method(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    nova_function* const f = self_of(o)->function;
    return text(without_gil([f](nova_error**) { return nova_function_why(f); })).release();
  });
}

PyObject* get_type(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    nova_function* const f = self_of(o)->function;
    return text(without_gil([f](nova_error**) { return nova_function_type_text(f); })).release();
  });
}

PyObject* get_types(PyObject* o, void*) {
  return guarded<PyObject*>(nullptr, [&] {
    const std::vector<Type>& types = *self_of(o)->types;
    Ref all = checked(PyTuple_New(static_cast<Py_ssize_t>(types.size())));
    for (size_t k = 0; k < types.size(); ++k)
      PyTuple_SetItem(all.get(), static_cast<Py_ssize_t>(k),
                      checked(PyUnicode_FromString(types[k].text.c_str())).release());
    return all.release();
  });
}

PyObject* get_session(PyObject* o, void*) {
  return Py_NewRef(reinterpret_cast<PyObject*>(self_of(o)->session));
}

PyObject* repr(PyObject* o) {
  const Ref type(get_type(o, nullptr));
  return type ? PyUnicode_FromFormat("<nova.Function : %U>", type.get()) : nullptr;
}

void destroy(PyObject* o) {
  FunctionObject* const self = self_of(o);
  PyTypeObject* const type = Py_TYPE(o);
  PyThreadState* const state = PyEval_SaveThread();
  nova_function_free(self->function);
  PyEval_RestoreThread(state);
  delete self->types;
  Py_XDECREF(self->value);
  Py_XDECREF(reinterpret_cast<PyObject*>(self->session));
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(o);
  Py_DECREF(type);
}

PyMethodDef methods[] = {
    {"value", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(value_method)),
     METH_VARARGS | METH_KEYWORDS,
     "value(*arguments, **fields) -> Value\n\nCalls the function. Unlike a call, returns numbers, "
     "texts and tuples as a Value too, "
     "which knows its verdict and its hash."},
    {"why", why_method, METH_NOARGS,
     "why() -> str\n\nWhat Nova did for the last call: tiers, kernels, checks."},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef members[] = {{"type", get_type, nullptr, "The function's type, as a text.", nullptr},
                         {"types", get_types, nullptr,
                          "The types of the parameters, as texts; () for a polymorphic function.", nullptr},
                         {"session", get_session, nullptr, "The function's session.", nullptr},
                         {nullptr, nullptr, nullptr, nullptr, nullptr}};

const char doc[] =
    "A function of Nova. f(*arguments) calls it: with NumPy arrays and other objects that have a buffer "
    "without a copy, with numbers, strs, lists and tuples. Fewer arguments than it takes give a function. "
    "Named arguments are the fields of one more argument, a record, or the columns of a vector of records.";

PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(doc)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                       {Py_tp_call, reinterpret_cast<void*>(call)},
                       {Py_tp_repr, reinterpret_cast<void*>(repr)},
                       {Py_tp_methods, methods},
                       {Py_tp_getset, members},
                       {0, nullptr}};
PyType_Spec spec = {"nova.Function", sizeof(FunctionObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/// Returns the types of the parameters of a function type.
std::vector<Type> parameters_of(nova_session* session, nova_type type) {
  std::vector<Type> all;
  for (; type != 0 && nova_type_kind(session, type) == NOVA_FUNCTION; type = nova_type_item(session, type, 1))
    all.push_back(read_type(session, nova_type_item(session, type, 0)));
  return all;
}

} // namespace

Ref function_of(SessionObject* session, Handle<nova_function> function, PyObject* value) {
  std::vector<Type> types = without_gil(
      [&](nova_error**) { return parameters_of(session->session, nova_function_type(function.get())); });
  const auto type = reinterpret_cast<PyTypeObject*>(module().function);
  Ref made = checked(reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc))(type, 0));
  FunctionObject* const f = self_of(made.get());
  f->function = function.release(), f->types = new std::vector<Type>(std::move(types));
  f->value = Py_XNewRef(value);
  f->session = session, Py_INCREF(reinterpret_cast<PyObject*>(session));
  return made;
}

PyObject* make_function_type(PyObject* m) { return PyType_FromModuleAndSpec(m, &spec, nullptr); }

} // namespace nova::python
