// What eight threads of a host ask of libnova: forms, calls, values in and out, cancellation, and handles that are freed in any
// order by any thread. Two bytes are one question. Its answer goes where another thread may take it.
#include "fuzz_session.hpp"
#include "repl/api/nova.h"
#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace nova::fuzzing;

namespace {

constexpr size_t threads = 8, places = 16;

/// Where threads leave handles for each other. A handle belongs to the thread that has taken it.
template <class T, void (*release)(T*)> class Shelf {
 public:
  ~Shelf() {
    for (auto& place : all_) release(place.load());
  }
  T* take(uint8_t at) { return all_[at % places].exchange(nullptr); }
  void put(uint8_t at, T* handle) { release(all_[at % places].exchange(handle)); }

 private:
  std::array<std::atomic<T*>, places> all_{};
};

struct Shelves {
  Shelf<nova_value, nova_value_free> values;
  Shelf<nova_function, nova_function_free> functions;
  Shelf<nova_session, nova_session_free> sessions;
};

const char* const texts[] = {"1",
                             "(+ 1 2)",
                             "[1.0 2.0]",
                             "(map (lambda (k) (k, [k])) (range 9))",
                             "[[1] [] [2 3]]",
                             "(Some [1 2])",
                             "(+ 1 true)",
                             "(sum [1",
                             "(map (lambda (k) [1 2]!k) [0 5])",
                             "(let (n 0) in (begin (while true (set! n (+ n 1))) n))",
                             "x",
                             "(define y [1 2 3]) (sum y)",
                             "\"text\"",
                             "(lambda ((k : int)) k)",
                             "(reduce - 0 [5 3 1])",
                             "(println 1)"};
const char* const functions[] = {"(lambda (x) x)",
                                 "(lambda (x : vector double) (sum x))",
                                 "(lambda (x : int) (y : int) (+ x y))",
                                 "sum",
                                 "(",
                                 "42",
                                 "(lambda (x : vector int) (map (lambda (k) x!k) [0 5]))",
                                 "(lambda (u : unit) 1)"};

void check(nova_error* error) {
  for (const nova_error* e = error; e; e = nova_error_next(e)) {
    require(nova_error_code(e)[0] == 'E' && *nova_error_message(e) && *nova_error_text(e),
            "an error without code or text");
    nova_place place;
    require(!nova_error_place(e, &place) || place.line > 0, "a place without a line");
    for (size_t k = 0; nova_error_note(e, k) || nova_error_help(e, k);) ++k;
  }
  nova_error_free(error);
}

/// Asks all that reads a value.
void read(const nova_value* v, uint8_t what) {
  nova_error* error = nullptr;
  unsigned char hash[32];
  size_t n = 0;
  switch (what % 6) {
  case 0: nova_text_free(nova_value_text(v, &error)); break;
  case 1: nova_text_free(nova_value_shown(v, "text/html", &n, &error)); break;
  case 2: nova_hash(v, hash, &error); break;
  case 3: nova_text_free(nova_value_why(v)); break;
  case 4: nova_data(v, &error); break;
  default: nova_text_free(nova_value_type_text(v)), nova_value_verdict(v), nova_element(v);
  }
  check(error);
}

nova_value* part(const nova_value* v, uint8_t what, nova_error** error) {
  switch (what % 4) {
  case 0: return nova_item(v, what / 4, error);
  case 1: return nova_column(v, what / 4, error);
  case 2: return nova_flat(v, error);
  default: return nova_value_copy(v);
  }
}

std::atomic<int> lent; ///< arrays that values of the running input hold
void give_back(void*) { --lent; }

/// A thread of the host, with a handle of its own of the session.
class Host {
 public:
  Host(Shelves& shelves, nova_session* session) : shelves_(shelves), session_(session) {}
  ~Host() { nova_session_free(session_); }

  void ask(uint8_t what, uint8_t at) {
    nova_error* error = nullptr;
    nova_value* const v = shelves_.values.take(at);
    nova_value* const made = v ? of_value(what, at, v, &error) : of_session(what, at, &error);
    if (made) shelves_.values.put(static_cast<uint8_t>(at + what / 16), made);
    require(!made || !error, "a value and an error");
    check(error);
  }

 private:
  nova_value* of_session(uint8_t what, uint8_t at, nova_error** error) {
    static const double data[4] = {1, 2, 3, 4};
    const int64_t n = what / 16 % 5;
    switch (what % 8) {
    case 0: nova_cancel(session_); return nullptr;
    case 1: nova_text_free(nova_activity(session_, nullptr)); return nullptr;
    case 2: ++lent; return nova_borrow(session_, NOVA_DOUBLE, data, &n, 1, give_back, nullptr, error);
    case 3:
      shelves_.functions.put(at,
                             nova_function_new(session_, functions[what / 8 % std::size(functions)], error));
      return nullptr;
    case 4: return call(at, nullptr, 0, error);
    case 5: return nova_scalar(session_, NOVA_INT64, &n, error);
    default: return nova_eval(session_, texts[(what / 8 + at) % std::size(texts)], error);
    }
  }

  /// Asks something about a value, which is freed, or left where it was.
  nova_value* of_value(uint8_t what, uint8_t at, nova_value* v, nova_error** error) {
    nova_value* made = nullptr;
    switch (what % 8) {
    case 0: read(v, what / 8); break;
    case 1: made = part(v, what / 8, error); break;
    case 2: made = call(static_cast<uint8_t>(what / 8), &v, 1, error); break;
    case 3: nova_define(session_, "x", v, error); break;
    case 4: shelves_.functions.put(at, nova_function_of(v, error)); break;
    case 5:
      return nova_session_free(std::exchange(session_, nova_value_session(v))), nova_value_free(v), nullptr;
    case 6: return nova_value_free(v), nullptr;
    default: shelves_.sessions.put(at, nova_value_session(v));
    }
    shelves_.values.put(at, v);
    return made;
  }

  nova_value* call(uint8_t at, nova_value* const* arguments, size_t n, nova_error** error) {
    nova_function* const f = shelves_.functions.take(at);
    if (!f) return nullptr;
    nova_value* const made = nova_call(f, arguments, n, error);
    nova_text_free(nova_function_why(f));
    shelves_.functions.put(at, f);
    return made;
  }

  Shelves& shelves_;
  nova_session* session_;
};

nova_session* new_session(bool compiles) {
  own_folder();
  nova_options o{};
  o.size = sizeof o, o.tier = compiles ? "cpu" : "interp", o.check = "off", o.threads = 2, o.timeout_ms = 20,
  o.max_memory = uint64_t{256} << 20;
  o.output = [](void*, const char*, size_t) {};
  nova_session* const s = nova_session_new(&o, nullptr);
  require(s, "there is no session");
  return s;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size < 2) return 0;
  {
    Shelves shelves;
    nova_session* const first = new_session(bytes[0] == 255);
    const int64_t one = 1;
    nova_value* const seed =
        nova_scalar(first, NOVA_INT64, &one, nullptr); // runs nothing, so that no time ends it
    std::vector<std::thread> hosts;
    for (size_t t = 0; t < threads; ++t)
      hosts.emplace_back([&, t] {
        Host host(shelves, nova_value_session(seed));
        for (size_t k = 1 + 2 * t; k + 1 < size; k += 2 * threads) host.ask(bytes[k], bytes[k + 1]);
      });
    nova_session_free(first);
    for (std::thread& t : hosts) t.join();
    nova_value_free(seed);
  }
  require(lent == 0, "what was lent is given back once");
  return 0;
}
