// Records of objects with fields, and vectors of records of objects with columns.
#include "repl/python/arrays.hpp"

namespace nova::python {
namespace {

/// Returns the object's item of a name; null if it has none.
Ref item(PyObject* object, const std::string& name) {
  const Ref key = checked(PyUnicode_FromString(name.c_str()));
  Ref found(PyObject_GetItem(object, key.get()));
  if (!found) PyErr_Clear();
  return found;
}

/// Whether objects of this kind have items by names: a dict, a data frame, a structured array.
bool has_names(PyObject* object) {
  if (PyDict_Check(object) || PyObject_HasAttrString(object, "columns")) return true;
  const Ref dtype(PyObject_GetAttrString(object, "dtype"));
  const Ref names(dtype ? PyObject_GetAttrString(dtype.get(), "names") : nullptr);
  PyErr_Clear();
  return names && names.get() != Py_None;
}

/// Returns the object's items of the record's fields.
std::vector<Ref> items_of(PyObject* object, const Type& record, const std::string& what) {
  std::vector<Ref> all;
  for (const std::string& name : record.names) {
    all.push_back(item(object, name));
    if (!all.back()) raise(PyExc_TypeError, what + " has no `" + name + "`, which " + record.text + " has");
  }
  return all;
}

/// Returns the type of a vector of one field of records.
Type column_type(const Type& wanted, size_t k) {
  Type t;
  t.kind = NOVA_VECTOR, t.rank = wanted.rank, t.parts = {wanted.parts[0].parts[k]};
  t.text = (t.rank == 1 ? "vector " : "vector#" + std::to_string(t.rank) + " ") + t.parts[0].text;
  return t;
}

/// Returns the real and the imaginary part of an array of complex numbers; nothing for another object.
std::vector<Ref> parts_of(PyObject* object) {
  std::vector<Ref> all;
  for (const char* name : {"real", "imag"}) all.emplace_back(PyObject_GetAttrString(object, name));
  PyErr_Clear();
  const bool is_array = PyObject_HasAttrString(object, "dtype") && all[0] && all[1];
  return is_array ? std::move(all) : std::vector<Ref>();
}

} // namespace

Handle<nova_value> convert_fields(SessionObject* s, PyObject* object, const Type& wanted,
                                  const std::string& what) {
  if (wanted.names.empty() || !has_names(object)) return {};
  const std::vector<Ref> items = items_of(object, wanted, what);
  std::vector<Handle<nova_value>> fields;
  for (size_t k = 0; k < items.size(); ++k)
    fields.push_back(convert(s, items[k].get(), &wanted.parts[k], "`" + wanted.names[k] + "` of " + what));
  const auto all = handles(fields);
  return Handle<nova_value>(without_gil([&](nova_error** e) {
    return nova_construct(s->session, wanted.id, wanted.constructor.c_str(), all.data(), all.size(), e);
  }));
}

Handle<nova_value> convert_columns(SessionObject* s, PyObject* object, const Type& wanted,
                                   const std::string& what) {
  const Type& element = wanted.parts[0];
  const bool are_named = !element.names.empty() && has_names(object);
  if (!are_named && !element.is_complex()) return {};
  const std::vector<Ref> items = are_named ? items_of(object, element, what) : parts_of(object);
  if (items.empty()) return {};
  std::vector<Handle<nova_value>> columns;
  for (size_t k = 0; k < items.size(); ++k) {
    const Type type = column_type(wanted, k);
    const std::string name = are_named ? "`" + element.names[k] + "`" : std::string(k ? "imag" : "real");
    columns.push_back(convert(s, items[k].get(), &type, name + " of " + what));
  }
  return zip_of(s, element, columns);
}

} // namespace nova::python
