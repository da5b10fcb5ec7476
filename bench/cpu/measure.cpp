// Prints the table: the cpu tier on one and on two threads, beside the peers on as many, all in turn in one process.
// What is reported of Nova is what a user sees at the prompt: from text to value. Times are medians.
#include "bench/shapes/measure.hpp"
#include "bench/cpu/peers.hpp"
#include "bench/cpu/prompt.hpp"
#include <cstring>

namespace {

using namespace nova;

struct Case {
  const char *name, *definition;
  int64_t elements;
  float (*peer)(const peers::Data&);
  bool one_thread = false; ///< the peer knows no other way
  const char* setup =
      ""; ///< definitions: of `ks` (keys), `words`, or `rows` (a sparse matrix, as in spmv_csr.nv)
  int64_t places = 0;
};

constexpr int64_t many = 10000000;
const char* const price =
    "(define (normal x) (* 0.5f (+ 1.0f (erf (* x 0.70710678f)))))\n"
    "(define (price s k) (let (root (* 0.3f (sqrt 1.5f))) (d1 (/ (+ (log (/ s k)) (* (+ 0.02f (* (* 0.3f "
    "0.3f) 0.5f)) 1.5f)) root))"
    " (d2 (- d1 root)) in (- (* s (normal d1)) (* (* k (exp (* -0.02f 1.5f))) (normal d2)))))\n";
const char* const turns =
    "(define (turns a b) (let ((u 0.0f) (v 0.0f) (k 0)) (while (and (< k 100) (<= (+ (* u u) (* v v)) 4.0f))"
    " (let ((w (+ (- (* u u) (* v v)) a))) (set! v (+ (* (* 2.0f u) v) b)) (set! u w) (set! k (+ k 1)))) "
    "(to_float k)))\n";

const char* const few = "(define ks (map (lambda (i) (% (* i 7919) 1000)) (iota (length xs))))\n";
const char* const scattered = "(define ks (map (lambda (i) (% (* i 7919777) 1000000)) (iota (length xs))))\n";
const char* const words =
    "(define words (map (lambda (i) (to_int32 (& (* i 2654435761) 2147483647))) (iota (length xs))))\n";
// Matrices of the structures that people meet: five points of a grid; 27 neighbours in a cube, as finite elements have;
// rows whose lengths follow a power law, as graphs have, with columns anywhere.
const char* const matrix =
    "(define (entries n choose) (map (lambda (r) (map (lambda (c) (c, (to_float (% (+ r c) 7)))) (filter "
    "(lambda (c) (and (<= 0 c) (< c n))) (choose r)))) (iota n)))\n"
    "(define (product rows x) (map (lambda (row) (sum (map (lambda (c, v) (* v (! x c))) row))) rows))\n";
const char* const grid =
    "(define rows (entries (length xs) (lambda (r) (map (lambda (d) (+ r d)) [-1000 -1 0 1 1000]))))\n";
const char* const cube = "(define near (concat-map (lambda (a) (concat-map (lambda (b) (map (lambda (c) (+ "
                         "(+ (* 10000 (- a 1)) (* 100 (- b 1))) (- c 1))) (iota 3))) (iota 3))) (iota 3)))\n"
                         "(define rows (entries (length xs) (lambda (r) (map (lambda (d) (+ r d)) near))))\n";
const char* const power = "(define rows (entries (length xs) (lambda (r) (map (lambda (k) (% (+ (* r 7919) "
                          "(* k 104729)) (length xs)))"
                          " (iota (min 4095 (/ 4000000 (+ 1 (% (* r 48271) 1000000)))))))))\n";

const Case cases[] = {
    {"map `2x + 1`", "(define (job) (map (lambda (x) (+ (* 2.0f x) 1.0f)) xs))", many, peers::map, false},
    {"saxpy", "(define (job) (map (lambda (x y) (+ (* 2.5f x) y)) xs ys))", many, peers::saxpy, false},
    {"sum", "(define (job) (reduce + 0.0f xs))", many, peers::sum, false},
    {"sum, peer in order", "(define (job) (reduce + 0.0f xs))", many, peers::sum_in_order, true},
    {"dot", "(define (job) (dot xs ys))", many, peers::dot, false},
    {"scan", "(define (job) (scan + 0.0f xs))", many, peers::scan, false},
    {"filter, half is kept", "(define (job) (filter (lambda (x) (> x 0.5f)) xs))", many, peers::filter,
     false},
    {"Black-Scholes, peer with the C library",
     "(define (job) (map (lambda (x y) (price (+ x 1.0f) (+ y 1.0f))) xs ys))", many, peers::black_scholes,
     false},
    {"Black-Scholes, peer with the same functions",
     "(define (job) (map (lambda (x y) (price (+ x 1.0f) (+ y 1.0f))) xs ys))", many,
     peers::black_scholes_own, false},
    {"Mandelbrot, 100 turns",
     "(define (job) (map (lambda (x y) (turns (- (* 3.0f x) 2.0f) (- (* 2.0f y) 1.0f))) xs ys))", many / 10,
     peers::mandelbrot, false},
    {"two vectors put together, `2x + 1`", "(define (job) (map (lambda (x) (+ (* 2.0f x) 1.0f)) (++ xs ys)))",
     many, peers::together},
    {"histogram of 1,000 places", "(define (job) (histogram 1000 ks))", many, peers::histogram, false, few,
     1000},
    {"histogram of 1,000,000 places", "(define (job) (histogram 1000000 ks))", many, peers::histogram, false,
     scattered, 1000000},
    {"float sums by index, 1,000 places",
     "(define (job) (reduce-by-index (replicate 1000 0.0f) + 0.0f ks xs))", many, peers::sums_by_key, true,
     few, 1000},
    {"float sums by index, 1,000,000 places",
     "(define (job) (reduce-by-index (replicate 1000000 0.0f) + 0.0f ks xs))", many, peers::sums_by_key, true,
     scattered, 1000000},
    {"sort of 2^24 int32, peer by digits", "(define (job) (sort words))", 1 << 24, peers::radix_sort, true,
     words},
    {"sort of 2^24 int32, peer std::sort", "(define (job) (sort words))", 1 << 24, peers::standard_sort, true,
     words},
    {"SpMV, 5 points of a grid", "(define (job) (product rows xs))", 1000000, peers::sparse, false, grid},
    {"SpMV, 27 points of a cube", "(define (job) (product rows xs))", 1000000, peers::sparse, false, cube},
    {"SpMV, power law", "(define (job) (product rows xs))", 200000, peers::sparse, false, power},
};

class Nova : public Prompt {
 public:
  explicit Nova(uint32_t threads) : Prompt(threads) { run(std::string(price) + turns); }
  void prepare(const Case& c) {
    const std::string n = std::to_string(c.elements);
    run(matrix);
    run("(define (value i k) (/ (to_float (% (+ (* i 7919) k) 100003)) 100003.0f))\n"
        "(define xs (map (lambda (i) (value i 1)) (iota " +
        n + ")))\n(define ys (map (lambda (i) (value i 50000)) (iota " + n + ")))\n" + c.setup +
        c.definition + "\n(job)");
    // What is typed is a form of its own each time; the call in `again` is one.
    run("(define (again) (begin (print \"\") (job)))\n(again)");
  }
  std::optional<Value> again() { return run("(again)"); }
};

/// The values that a case's setup defines, for its peer.
class Inputs {
 public:
  Inputs(Nova& nova, const Case& c, peers::Data& d) : nova_(nova) {
    const auto has = [&](const char* name) { return std::strstr(c.setup, name) != nullptr; };
    d.places = c.places;
    if (has("(define ks ")) d.keys = get<int64_t>("ks");
    if (has("(define words ")) d.words = reinterpret_cast<const uint32_t*>(get<int32_t>("words"));
    if (!has("(define rows ")) return;
    nova.run("(define lengths (map length rows))\n(define all (flatten rows))");
    d.offsets = get<int64_t>("(++ (exscan + 0 lengths) [(sum lengths)])");
    d.columns = get<int64_t>("(map fst all)"), d.values = get<float>("(map snd all)"), d.rows = c.elements;
  }

 private:
  template <class T> const T* get(const char* form) {
    return kept_.emplace_back(*nova_.run(form)).array().template data<T>();
  }
  Nova& nova_;
  std::vector<Value> kept_;
};

/// Five in succession, the first for the caches: each finds there what it left itself, on a core that is awake.
double time(const std::function<void()>& f) {
  f();
  std::vector<double> times;
  for (int k = 0; k < 4; ++k) times.push_back(bench::milliseconds(f));
  return bench::median(times);
}

void row(const Case& c, int rounds) {
  Nova one(1), two(2);
  one.prepare(c), two.prepare(c);
  const std::optional<Value> xs = one.run("xs"), ys = one.run("ys");
  float* const out = bench::floats(2 * c.elements);
  peers::Data data{c.elements, xs->array().data<float>(), ys->array().data<float>(), out, 1};
  const Inputs inputs(one, c, data);
  std::vector<double> times[4];
  for (int round = -1; round < rounds; ++round) {
    const double t[4] = {time([&] { one.again(); }), time([&] { bench::keep(c.peer(data)); }),
                         time([&] { two.again(); }), time([&] {
                           peers::Data d = data;
                           d.threads = c.one_thread ? 1 : 2;
                           bench::keep(c.peer(d));
                         })};
    for (int k = 0; k < 4 && round >= 0; ++k) times[k].push_back(t[k]);
    bench::rest();
  }
  const double t[4] = {bench::median(times[0]), bench::median(times[1]), bench::median(times[2]),
                       bench::median(times[3])};
  std::printf("| %s | %.2f | %.2f | **%.2f** | %.2f | %.2f | **%.2f** |\n", c.name, t[0], t[1], t[1] / t[0],
              t[2], t[3], t[3] / t[2]);
  std::fflush(stdout);
  std::free(out);
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  std::printf("# Nova beside C++ written by hand\n\n`bench_cpu` printed this page: forms of the prompt, from "
              "text to value, in turn with the loops of "
              "bench/cpu/peers*.cpp (g++ -O3 -march=native, strict IEEE), in one process, each five times in "
              "succession; medians of %d rounds, in ms.\n\n",
              rounds);
  std::printf("| job, elements | nova, 1 thread, ms | C++ | C++ / nova | nova, 2 threads | C++ | C++ / nova "
              "|\n| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Case& c : cases)
    if (argc < 3 || std::strstr(c.name, argv[2])) row(c, rounds);
}
