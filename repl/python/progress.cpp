// The progress of long calls.
#include "repl/python/objects.hpp"

namespace nova::python {
namespace {

constexpr double first = 0.5, between = 0.1; ///< seconds

/// Calls the package's function for the option and a line, or for None at the end.
bool tell(SessionObject* session, PyObject* line) {
  const Ref package(PyImport_ImportModule("nova._progress"));
  const Ref done(package ? PyObject_CallMethod(package.get(), "tell", "OO", session->progress, line)
                         : nullptr);
  return static_cast<bool>(done);
}

} // namespace

bool tell_progress(SessionObject* session) {
  if (session->progress == Py_False) return true;
  double seconds = 0;
  const Handle<char> now(nova_activity(session->session, &seconds)); // enters no session
  const double next = session->told_at > 0 ? session->told_at + between : first;
  if (!now || seconds < next) return true;
  session->told_at = seconds;
  const Ref line(PyUnicode_FromString(now.get()));
  session->teller = PyThread_get_thread_ident();
  const bool good = line && tell(session, line.get());
  session->teller = 0;
  if (!good) session->told_at = 0; // it is not called again
  return good;
}

void end_progress(SessionObject* session) {
  if (session->told_at <= 0) return;
  session->told_at = 0;
  PyObject *type, *value, *trace; // the error of the call that ends, which is kept
  PyErr_Fetch(&type, &value, &trace);
  if (!tell(session, Py_None)) PyErr_WriteUnraisable(nullptr);
  PyErr_Restore(type, value, trace);
}

} // namespace nova::python
