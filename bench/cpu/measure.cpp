// Prints the table: the cpu tier on one and on two threads, beside the peers on as many, all in turn in one process.
// What is reported of Nova is what a user sees at the prompt: from text to value. Times are the least of all rounds, which
// a busy machine disturbs least.
#include "bench/cpu/peers.hpp"
#include "bench/shapes/measure.hpp"
#include "repl/session.hpp"
#include <cstring>

namespace {

using namespace nova;

struct Case {
  const char *name, *definition;
  int64_t elements;
  float (*peer)(const peers::Data&);
  bool one_thread; ///< the peer knows no other way
};

constexpr int64_t many = 10000000;
const char* const price =
    "(define (normal x) (* 0.5f (+ 1.0f (erf (* x 0.70710678f)))))\n"
    "(define (price s k) (let (root (* 0.3f (sqrt 1.5f))) (d1 (/ (+ (log (/ s k)) (* (+ 0.02f (* (* 0.3f 0.3f) 0.5f)) 1.5f)) root))"
    " (d2 (- d1 root)) in (- (* s (normal d1)) (* (* k (exp (* -0.02f 1.5f))) (normal d2)))))\n";
const char* const turns =
    "(define (turns a b) (let ((u 0.0f) (v 0.0f) (k 0)) (while (and (< k 100) (<= (+ (* u u) (* v v)) 4.0f))"
    " (let ((w (+ (- (* u u) (* v v)) a))) (set! v (+ (* (* 2.0f u) v) b)) (set! u w) (set! k (+ k 1)))) (to_float k)))\n";

const Case cases[] = {
    {"map `2x + 1`", "(define (job) (map (lambda (x) (+ (* 2.0f x) 1.0f)) xs))", many, peers::map, false},
    {"saxpy", "(define (job) (map (lambda (x y) (+ (* 2.5f x) y)) xs ys))", many, peers::saxpy, false},
    {"sum", "(define (job) (reduce + 0.0f xs))", many, peers::sum, false},
    {"sum, peer in order", "(define (job) (reduce + 0.0f xs))", many, peers::sum_in_order, true},
    {"dot", "(define (job) (dot xs ys))", many, peers::dot, false},
    {"scan", "(define (job) (scan + 0.0f xs))", many, peers::scan, false},
    {"filter, half is kept", "(define (job) (filter (lambda (x) (> x 0.5f)) xs))", many, peers::filter, false},
    {"Black-Scholes, peer with the C library", "(define (job) (map (lambda (x y) (price (+ x 1.0f) (+ y 1.0f))) xs ys))", many, peers::black_scholes, false},
    {"Black-Scholes, peer with the same functions", "(define (job) (map (lambda (x y) (price (+ x 1.0f) (+ y 1.0f))) xs ys))", many, peers::black_scholes_own, false},
    {"Mandelbrot, 100 turns", "(define (job) (map (lambda (x y) (turns (- (* 3.0f x) 2.0f) (- (* 2.0f y) 1.0f))) xs ys))", many / 10, peers::mandelbrot, false},
};

SessionOptions options(uint32_t threads) {
  SessionOptions o;
  o.tiers.tier = Tier::Cpu, o.threads = threads;
  o.err = [](std::string_view text) { std::fprintf(stderr, "%.*s", static_cast<int>(text.size()), text.data()); };
  return o;
}

class Nova {
public:
  explicit Nova(uint32_t threads) : session_(options(threads)) { run(std::string(price) + turns); }
  std::optional<Value> run(const std::string& text) {
    std::optional<Value> last;
    const FileId file = session_.add_text("bench", text);
    if (!session_.run_forms(file, [&](const Outcome& o) { last = o.value; })) std::exit(1);
    return last;
  }
  void prepare(const Case& c) {
    const std::string n = std::to_string(c.elements);
    run("(define (value i k) (/ (to_float (% (+ (* i 7919) k) 100003)) 100003.0f))\n"
        "(define xs (map (lambda (i) (value i 1)) (iota " + n + ")))\n(define ys (map (lambda (i) (value i 50000)) (iota " + n + ")))\n" + c.definition + "\n(job)");
  }

private:
  Session session_;
};

double time(const std::function<void()>& f) { return bench::milliseconds(f); }

void row(const Case& c, int rounds) {
  Nova one(1), two(2);
  one.prepare(c), two.prepare(c);
  const std::optional<Value> xs = one.run("xs"), ys = one.run("ys");
  float* const out = bench::floats(c.elements);
  const peers::Data data{c.elements, xs->array().data<float>(), ys->array().data<float>(), out, 1};
  double least[4] = {1e9, 1e9, 1e9, 1e9};
  for (int round = -2; round < rounds; ++round) {
    const double t[4] = {time([&] { one.run("(job)"); }),
                         time([&] { bench::keep(c.peer(data)); }),
                         time([&] { two.run("(job)"); }),
                         time([&] { peers::Data d = data; d.threads = c.one_thread ? 1 : 2; bench::keep(c.peer(d)); })};
    for (int k = 0; k < 4 && round >= 0; ++k) least[k] = std::min(least[k], t[k]);
  }
  std::printf("| %s | %.2f | %.2f | **%.2f** | %.2f | %.2f | **%.2f** |\n", c.name, least[0], least[1], least[1] / least[0], least[2],
              least[3], least[3] / least[2]);
  std::fflush(stdout);
  std::free(out);
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  std::printf("| job, elements | nova, 1 thread, ms | C++ | C++ / nova | nova, 2 threads | C++ | C++ / nova |\n| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Case& c : cases)
    if (argc < 3 || std::strstr(c.name, argv[2])) row(c, rounds);
}
