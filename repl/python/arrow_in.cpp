// Vectors of objects that lend their memory by Arrow's capsules: arrays and tables of pyarrow, polars, duckdb.
#include "repl/python/arrow.hpp"

namespace nova::python {
namespace arrow {
namespace {

/// What an object has lent, until nothing refers to it.
struct Lent {
  ArrowSchema schema{};
  std::vector<ArrowArray> arrays;
  Lent() = default;
  Lent(const Lent&) = delete;
  ~Lent() {
    const Gil gil;
    if (!gil) return;
    for (ArrowArray& a : arrays)
      if (a.release) a.release(&a);
    if (schema.release) schema.release(&schema);
  }
};

/// Takes a structure out of its capsule, which keeps an empty one.
template <class T> T taken(PyObject* capsule, const char* name) {
  auto* const at = static_cast<T*>(PyCapsule_GetPointer(capsule, name));
  if (!at) throw Raised();
  if (!at->release) raise(PyExc_TypeError, std::string("the capsule ") + name + " was taken before");
  const T all = *at;
  at->release = nullptr;
  return all;
}

class Stream {
 public:
  explicit Stream(ArrowArrayStream stream) : stream_(stream) {}
  Stream(const Stream&) = delete;
  ~Stream() { stream_.release(&stream_); }
  void read(Lent& to) {
    check(without_gil([&](nova_error**) { return stream_.get_schema(&stream_, &to.schema); }));
    while (true) {
      ArrowArray next{};
      check(without_gil([&](nova_error**) { return stream_.get_next(&stream_, &next); }));
      if (!next.release) return;
      to.arrays.push_back(next);
      if (PyErr_CheckSignals() != 0) throw Raised();
    }
  }

 private:
  void check(int failure) {
    if (failure == 0) return;
    if (PyErr_Occurred()) throw Raised();
    const char* const why = stream_.get_last_error(&stream_);
    raise(PyExc_RuntimeError, why ? why : "a stream of Arrow arrays has failed");
  }
  ArrowArrayStream stream_;
};

std::shared_ptr<Lent> lent_array(PyObject* object) {
  const Ref pair = checked(PyObject_CallMethod(object, "__arrow_c_array__", nullptr));
  if (!PyTuple_Check(pair.get()) || PyTuple_Size(pair.get()) != 2)
    raise(PyExc_TypeError, "__arrow_c_array__ gives a pair of capsules");
  auto lent = std::make_shared<Lent>();
  lent->schema = taken<ArrowSchema>(PyTuple_GetItem(pair.get(), 0), schema_name);
  lent->arrays.push_back(taken<ArrowArray>(PyTuple_GetItem(pair.get(), 1), array_name));
  return lent;
}

std::shared_ptr<Lent> lent_stream(PyObject* object) {
  const Ref capsule = checked(PyObject_CallMethod(object, "__arrow_c_stream__", nullptr));
  auto lent = std::make_shared<Lent>();
  Stream(taken<ArrowArrayStream>(capsule.get(), stream_name)).read(*lent);
  return lent;
}

} // namespace
} // namespace arrow

Handle<nova_value> convert_arrow(SessionObject* s, PyObject* object, const Type* wanted,
                                 const std::string& what) {
  using namespace arrow;
  const bool is_array = has(object, "__arrow_c_array__");
  const std::shared_ptr<Lent> lent = is_array ? lent_array(object) : lent_stream(object);
  Column all{&lent->schema, {}, lent, what, library_of(object)};
  for (const ArrowArray& a : lent->arrays)
    if (a.length > 0) all.spans.push_back({&a, a.offset, a.length});
  return convert_column(s, all, wanted);
}

} // namespace nova::python
