// The type Session.
#include "repl/python/arrays.hpp"

namespace nova::python {
namespace {

SessionObject* self_of(PyObject* o) { return reinterpret_cast<SessionObject*>(o); }
nova_session* open(SessionObject* s) {
  if (!s->session) raise(PyExc_ValueError, "the session is closed");
  return s->session;
}

/// Writes what a program prints to the session's function, or to sys.stdout.
void write_output(void* context, const char* bytes, size_t length) {
  const Gil gil;
  end_progress(static_cast<SessionObject*>(context));
  PyObject* const function = static_cast<SessionObject*>(context)->output;
  const Ref text(PyUnicode_DecodeUTF8(bytes, static_cast<Py_ssize_t>(length), "replace"));
  PyObject* const out = PySys_GetObject("stdout");
  const Ref done(!text      ? nullptr
                 : function ? PyObject_CallFunctionObjArgs(function, text.get(), nullptr)
                 : out      ? PyObject_CallMethod(out, "write", "O", text.get())
                            : Py_NewRef(Py_None));
  if (!done) PyErr_WriteUnraisable(function);
}

void warn(void*, const nova_error* warning) {
  const Gil gil;
  if (PyErr_WarnEx(module().warning, nova_error_text(warning), 1) != 0) PyErr_WriteUnraisable(nullptr);
}

/// Runs Python's handlers of signals, such as Ctrl-C's, and tells the progress. What they raise ends the call.
int poll(void* context) {
  const Gil gil;
  return PyErr_Occurred() || PyErr_CheckSignals() != 0 ||
         !tell_progress(static_cast<SessionObject*>(context));
}

bool is_path(PyObject* o) { return PyUnicode_Check(o) || PyObject_HasAttrString(o, "__fspath__"); }

/// Paths as UTF-8, for an option.
class Paths {
 public:
  explicit Paths(PyObject* given) {
    if (!given || given == Py_None) return;
    const Ref all = is_path(given) ? checked(PyTuple_Pack(1, given)) : checked(PySequence_Tuple(given));
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
      PyObject* bytes = nullptr;
      if (!PyUnicode_FSConverter(PyTuple_GetItem(all.get(), k), &bytes)) throw Raised();
      const Ref path(bytes);
      texts_.emplace_back(PyBytes_AsString(bytes));
    }
    for (const std::string& t : texts_) pointers_.push_back(t.c_str());
    pointers_.push_back(nullptr);
  }
  const char* const* list() const { return pointers_.empty() ? nullptr : pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<const char*> pointers_;
};

struct Given {
  const char *tier = nullptr, *check = nullptr;
  PyObject *threads = nullptr, *memory = nullptr, *depth = nullptr, *timeout = nullptr;
  PyObject *read = nullptr, *write = nullptr, *foreign = nullptr, *output = nullptr, *progress = nullptr;
  PyObject* gpu_helper = nullptr;
};

uint64_t count(PyObject* given, const char* name, uint64_t most = UINT64_MAX) {
  if (!given || given == Py_None) return 0;
  const uint64_t n = PyLong_AsUnsignedLongLong(given);
  if (PyErr_Occurred() || n > most) {
    PyErr_Clear();
    raise(PyExc_ValueError, std::string(name) + " is a number from 0 on, or None");
  }
  return n;
}

uint64_t milliseconds(PyObject* given) {
  if (!given || given == Py_None) return 0;
  const double seconds = PyFloat_AsDouble(given);
  if (PyErr_Occurred()) throw Raised();
  if (!(seconds > 0 && seconds < 1e9))
    raise(PyExc_ValueError, "timeout is a number of seconds above 0, or None");
  return static_cast<uint64_t>(seconds * 1000) + 1;
}

int init(PyObject* o, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"tier",     "check",      "threads",     "max_memory",    "max_depth",
                                "timeout",  "allow_read", "allow_write", "allow_foreign", "output",
                                "progress", "gpu_helper", nullptr};
  return guarded(-1, [&] {
    SessionObject* const self = self_of(o);
    Given g;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$zzOOOOOOOOOO:Session", const_cast<char**>(names),
                                     &g.tier, &g.check, &g.threads, &g.memory, &g.depth, &g.timeout, &g.read,
                                     &g.write, &g.foreign, &g.output, &g.progress, &g.gpu_helper))
      throw Raised();
    if (self->session) raise(PyExc_ValueError, "the session is open already");
    if (g.output == Py_None) g.output = nullptr;
    if (g.output && !PyCallable_Check(g.output))
      raise(PyExc_TypeError, "output is a function of a text, or None");
    if (g.gpu_helper && g.gpu_helper != Py_None && !is_path(g.gpu_helper))
      raise(PyExc_TypeError, "gpu_helper is one path, or None");
    const Paths read(g.read), write(g.write), foreign(g.foreign), helper(g.gpu_helper);
    nova_options options{};
    options.size = sizeof options, options.tier = g.tier, options.check = g.check;
    options.threads = static_cast<uint32_t>(count(g.threads, "threads", UINT32_MAX));
    options.max_memory = count(g.memory, "max_memory"), options.max_depth = count(g.depth, "max_depth");
    options.timeout_ms = milliseconds(g.timeout);
    options.allow_read = read.list(), options.allow_write = write.list(),
    options.allow_foreign = foreign.list();
    options.gpu_helper = helper.list() ? helper.list()[0] : nullptr;
    options.output = write_output, options.warn = warn, options.poll = poll, options.context = self;
    Py_XDECREF(self->output),
        Py_XDECREF(self->progress); // releases what an earlier __init__ that failed has set
    self->output = Py_XNewRef(g.output), self->progress = Py_NewRef(g.progress ? g.progress : Py_None);
    self->session = without_gil([&](nova_error** e) { return nova_session_new(&options, e); });
    return 0;
  });
}

void destroy(PyObject* o) {
  SessionObject* const self = self_of(o);
  PyTypeObject* const type = Py_TYPE(o);
  PyThreadState* const state = PyEval_SaveThread(); // compilers in the background end first
  nova_session_free(self->session);
  PyEval_RestoreThread(state);
  Py_XDECREF(self->output), Py_XDECREF(self->progress);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(o);
  Py_DECREF(type);
}

Handle<nova_value> evaluate(SessionObject* self, PyObject* text) {
  const std::string code = text_of(text);
  nova_session* const s = open(self);
  const Told told(self);
  return Handle<nova_value>(without_gil([&](nova_error** e) { return nova_eval(s, code.c_str(), e); }));
}

Ref function(SessionObject* self, PyObject* text) {
  const std::string code = text_of(text);
  nova_session* const s = open(self);
  Handle<nova_function> f(without_gil([&](nova_error** e) { return nova_function_new(s, code.c_str(), e); }));
  return function_of(self, std::move(f), nullptr);
}

PyObject* eval_method(PyObject* o, PyObject* text) {
  return guarded<PyObject*>(nullptr, [&] { return wrap(self_of(o), evaluate(self_of(o), text)).release(); });
}

PyObject* function_method(PyObject* o, PyObject* text) {
  return guarded<PyObject*>(nullptr, [&] { return function(self_of(o), text).release(); });
}

/// Whether the exception that is set is the error that a form's type is open: it may be a polymorphic function.
bool is_open_type() {
  if (!PyErr_ExceptionMatches(module().error)) return false;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref code(PyObject_GetAttrString(value, "code"));
  const bool open = code && PyUnicode_CompareWithASCIIString(code.get(), "E0202") == 0;
  PyErr_Restore(type, value, trace);
  return open;
}

/// Returns the text's function, if the text is one expression and its function is polymorphic. Evaluated as a form, it
/// would have one of its types.
Ref polymorphic(SessionObject* self, PyObject* text) {
  const std::string code = text_of(text);
  nova_session* const s = open(self);
  Handle<nova_function> f(
      without_gil([&](nova_error**) { return nova_function_new(s, code.c_str(), nullptr); }));
  if (PyErr_Occurred()) throw Raised();
  const bool is_open = f && without_gil([&](nova_error**) { return nova_function_type(f.get()); }) == 0;
  return is_open ? function_of(self, std::move(f), nullptr) : Ref();
}

PyObject* call(PyObject* o, PyObject* args, PyObject* kwargs) {
  return guarded<PyObject*>(nullptr, [&] {
    if (PyTuple_Size(args) != 1 || (kwargs && PyDict_Size(kwargs) > 0))
      raise(PyExc_TypeError, "a session is called with one text of forms");
    PyObject* const text = PyTuple_GetItem(args, 0);
    Handle<nova_value> value;
    try {
      value = evaluate(self_of(o), text);
    } catch (const Raised&) {
      if (!is_open_type()) throw;
      PyErr_Clear();
      return function(self_of(o), text).release();
    }
    if (nova_value_kind(value.get()) == NOVA_FUNCTION)
      if (Ref f = polymorphic(self_of(o), text)) return f.release();
    return unwrap(self_of(o), std::move(value)).release();
  });
}

PyObject* define_method(PyObject* o, PyObject* args) {
  return guarded<PyObject*>(nullptr, [&] {
    PyObject *name, *object;
    if (!PyArg_ParseTuple(args, "UO:define", &name, &object)) throw Raised();
    const std::string key = text_of(name);
    nova_session* const s = open(self_of(o));
    const Handle<nova_value> value = convert(self_of(o), object, nullptr, key);
    without_gil([&](nova_error** e) { return nova_define(s, key.c_str(), value.get(), e); });
    return Py_NewRef(Py_None);
  });
}

PyObject* value_method(PyObject* o, PyObject* args) {
  return guarded<PyObject*>(nullptr, [&] {
    PyObject *object, *type = nullptr;
    if (!PyArg_ParseTuple(args, "O|U:value", &object, &type)) throw Raised();
    nova_session* const s = open(self_of(o));
    if (!type) return wrap(self_of(o), convert(self_of(o), object, nullptr, "the object")).release();
    const std::string name = text_of(type);
    const Type wanted = without_gil([&](nova_error** e) {
      const nova_type id = nova_type_named(s, name.c_str(), e);
      return id ? read_type(s, id) : Type();
    });
    return wrap(self_of(o), convert(self_of(o), object, &wanted, "the object")).release();
  });
}

PyObject* cancel_method(PyObject* o, PyObject*) {
  return guarded<PyObject*>(nullptr, [&] {
    nova_cancel(open(self_of(o)));
    return Py_NewRef(Py_None);
  });
}

PyMethodDef methods[] = {
    {"eval", eval_method, METH_O,
     "eval(text) -> Value\n\nRuns forms in order. Returns the value of the last one, as it is."},
    {"function", function_method, METH_O,
     "function(text) -> Function\n\nThe value of an expression, such as a name, as a function. Later "
     "definitions do not "
     "change it."},
    {"define", define_method, METH_VARARGS, "define(name, value)\n\nDefines `name` for later forms."},
    {"value", value_method, METH_VARARGS,
     "value(object, type=None) -> Value\n\nMakes a value of a Python object, of the nearest type or of "
     "`type`, such as "
     "'vector double'. An array of contiguous numbers is not copied, and must not change afterwards."},
    {"cancel", cancel_method, METH_NOARGS, "cancel()\n\nEnds the running call of another thread with E0603."},
    {nullptr, nullptr, 0, nullptr}};

const char doc[] =
    "Session(*, tier='auto', check='first', threads=None, max_memory=None, max_depth=None, timeout=None,\n"
    "        allow_read=(), allow_write=(), allow_foreign=(), output=None, progress=None, "
    "gpu_helper=None)\n\n"
    "One Nova with its definitions. s(text) runs forms, and returns the last one's value: a Function, a "
    "Python number,\n"
    "str or tuple, else a Value. Programs print to `output`, a function of a text; None is sys.stdout. "
    "`progress` tells\n"
    "about calls of more than half a second: True on sys.stderr, False never, None where a person waits, at "
    "Python's prompt\n"
    "and in notebooks; or it is a function of a line, which is None at the end. `gpu_helper` is a program "
    "for "
    "tests. The\n"
    "other options are those of `nova run`; timeout is in seconds, of one call. Several threads may use a "
    "session; they\ntake turns.";

PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>(doc)},
                       {Py_tp_new, reinterpret_cast<void*>(PyType_GenericNew)},
                       {Py_tp_init, reinterpret_cast<void*>(init)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                       {Py_tp_call, reinterpret_cast<void*>(call)},
                       {Py_tp_methods, methods},
                       {0, nullptr}};
PyType_Spec spec = {"nova.Session", sizeof(SessionObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                    slots};

} // namespace

PyObject* make_session_type(PyObject* m) { return PyType_FromModuleAndSpec(m, &spec, nullptr); }

} // namespace nova::python
