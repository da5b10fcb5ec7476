// The module `_nova`: its exceptions, and what all its types need.
#include "repl/python/objects.hpp"
#include <algorithm>

namespace nova::python {

Module& module() {
  static Module all{};
  return all;
}

void raise(PyObject* type, const std::string& message) {
  PyErr_SetString(type, message.c_str());
  throw Raised();
}

namespace {

Ref str(const char* text) {
  return checked(PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(strlen(text)), "replace"));
}

void set(PyObject* object, const char* name, Ref value) {
  if (PyObject_SetAttrString(object, name, value.get()) != 0) throw Raised();
}

using NoteOf = const char* (*)(const nova_error*, size_t);
Ref notes_of(const nova_error* e, NoteOf note) {
  Ref all = checked(PyList_New(0));
  for (size_t k = 0; note(e, k); ++k)
    if (PyList_Append(all.get(), str(note(e, k)).get()) != 0) throw Raised();
  return all;
}

Ref place_of(const nova_error* e) {
  nova_place p;
  if (!nova_error_place(e, &p)) return borrowed(Py_None);
  return checked(Py_BuildValue("(sIIII)", p.file, p.line, p.column, p.end_line, p.end_column));
}

/// Makes the nova.Error of an error. Those of the same call are its `others`.
Ref exception_of(const nova_error* e, const std::string& text) {
  Ref made = checked(
      PyObject_CallFunction(module().error, "s#", text.c_str(), static_cast<Py_ssize_t>(text.size())));
  set(made.get(), "code", str(nova_error_code(e)));
  set(made.get(), "message", str(nova_error_message(e)));
  set(made.get(), "place", place_of(e));
  set(made.get(), "notes", notes_of(e, nova_error_note));
  set(made.get(), "helps", notes_of(e, nova_error_help));
  return made;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

} // namespace

void raise(Handle<nova_error> error) {
  if (PyErr_Occurred()) throw Raised(); // a signal's handler has raised it while the call ran
  std::string all;
  Ref others = checked(PyList_New(0));
  for (const nova_error* e = error.get(); e; e = nova_error_next(e)) {
    const std::string text = trimmed(nova_error_text(e));
    all += (all.empty() ? "" : "\n") + text;
    if (e != error.get() && PyList_Append(others.get(), exception_of(e, text).get()) != 0) throw Raised();
  }
  Ref made = exception_of(error.get(), all);
  set(made.get(), "others", std::move(others));
  PyErr_SetObject(module().error, made.get());
  throw Raised();
}

Ref text(char* owned) {
  const Handle<char> all(owned);
  return str(owned ? owned : "");
}

std::string text_of(PyObject* object) {
  if (!PyUnicode_Check(object))
    raise(PyExc_TypeError, "a text is a str, not of Python's type " + type_name(object));
  Py_ssize_t n = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object, &n);
  if (!bytes) throw Raised();
  return {bytes, static_cast<size_t>(n)};
}

std::string type_name(PyObject* object) {
  const Ref name(PyType_GetName(Py_TYPE(object)));
  return name ? text_of(name.get()) : (PyErr_Clear(), "object");
}

namespace {

/// A sum type that has the type that is read in it.
struct Outer {
  nova_type id;
  std::string constructor;
};

/// Whether a sum has no end: it is inside of itself, or of ever larger ones of its definition, as by (Nest ('a, 'a)).
bool is_endless(const std::vector<Outer>& outer, const Outer& sum) {
  constexpr std::ptrdiff_t most = 8;
  return std::any_of(outer.begin(), outer.end(), [&](const Outer& o) { return o.id == sum.id; }) ||
         std::count_if(outer.begin(), outer.end(),
                       [&](const Outer& o) { return o.constructor == sum.constructor; }) == most;
}

/// Reads a type inside of others. A sum that has no end gets no parts and names.
Type read_part(nova_session* session, nova_type id, std::vector<Outer>& outer) {
  Type t;
  t.id = id, t.kind = nova_type_kind(session, id), t.rank = nova_type_rank(session, id);
  t.text = Handle<char>(nova_type_text(session, id)).get();
  if (t.kind == NOVA_SUM) {
    t.constructor = nova_type_constructor(session, id, 0);
    const Outer sum{id, t.constructor};
    if (is_endless(outer, sum)) return t;
    outer.push_back(sum);
    for (size_t k = 0; const char* name = nova_type_field(session, id, k); ++k) t.names.emplace_back(name);
  }
  for (size_t k = 0; k < nova_type_count(session, id); ++k)
    t.parts.push_back(read_part(session, nova_type_item(session, id, k), outer));
  if (t.kind == NOVA_SUM) outer.pop_back();
  return t;
}

} // namespace

Type read_type(nova_session* session, nova_type id) {
  std::vector<Outer> outer;
  return read_part(session, id, outer);
}

Type maybe_of(nova_session* session, const Type& type) {
  const size_t begin = strlen("(Maybe ");
  const std::string text = type.text.substr(begin, type.text.size() - begin - 1);
  return without_gil([&](nova_error** e) {
    const nova_type id = nova_type_named(session, text.c_str(), e);
    return id ? read_type(session, id) : Type();
  });
}

namespace {

const char error_doc[] =
    "What Nova reports: str() is what a terminal shows, with the place and a caret.\n\n"
    "code: as 'E0401', of which `nova explain` tells more. message: one line. place: (file, line,\n"
    "column, end line, end column) or None. notes: active calls. helps: what to write. others: the\n"
    "errors after the first one.";

int execute(PyObject* m) {
  Module& all = module();
  all.error = PyErr_NewExceptionWithDoc("nova.Error", error_doc, PyExc_Exception, nullptr);
  all.warning = PyErr_NewExceptionWithDoc("nova.Warning", "A warning of Nova.", PyExc_UserWarning, nullptr);
  all.session = make_session_type(m), all.function = make_function_type(m), all.value = make_value_type(m);
  const std::pair<const char*, PyObject*> names[] = {{"Error", all.error},
                                                     {"Warning", all.warning},
                                                     {"Session", all.session},
                                                     {"Function", all.function},
                                                     {"Value", all.value}};
  for (const auto& [name, object] : names)
    if (!object || PyModule_AddObjectRef(m, name, object) != 0) return -1;
  return PyModule_AddStringConstant(m, "__version__", nova_version());
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};
PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_nova", "Nova's engine.", 0, nullptr, slots, nullptr, nullptr, nullptr};

} // namespace
} // namespace nova::python

PyMODINIT_FUNC PyInit__nova() { return PyModuleDef_Init(&nova::python::definition); }
