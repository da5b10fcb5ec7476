// How values are lent to other libraries: by DLPack, and by Arrow's capsules.
#pragma once
#include "repl/python/objects.hpp"

namespace nova::python {

/// What libnova tells of a value, without the GIL.
inline Type type_of(const nova_value* v) {
  return without_gil([v](nova_error**) {
    const Handle<nova_session> s(nova_value_session(v));
    return read_type(s.get(), nova_value_type(v));
  });
}
inline const void* data_of(const nova_value* v) {
  return without_gil([v](nova_error** e) { return nova_data(v, e); });
}
inline Handle<nova_value> column_of(const nova_value* v, size_t k) {
  return Handle<nova_value>(without_gil([&](nova_error** e) { return nova_column(v, k, e); }));
}

/// Methods of Value.
PyObject* dlpack_method(PyObject* o, PyObject* args, PyObject* kwargs);
PyObject* dlpack_device_method(PyObject* o, PyObject*);
PyObject* arrow_schema_method(PyObject* o, PyObject*);
PyObject* arrow_array_method(PyObject* o, PyObject* args, PyObject* kwargs);
PyObject* arrow_stream_method(PyObject* o, PyObject* args, PyObject* kwargs);

} // namespace nova::python
