// Prints the table: the programs of a folder, on one and on two threads, beside the peers on as many, all in
// turn in one process.
//
//     bench_rich FOLDER [rounds [part of a name]]
//
// A program defines `job`, without parameters. Its value has to be the peer's, number for number. Times are
// the medians of all rounds; Nova's go from text to value.
#include "bench/shapes/measure.hpp"
#include "bench/cpu/prompt.hpp"
#include "bench/rich/peers.hpp"
#include "frontend/big_stack.hpp"
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace {

using namespace nova;

struct Case {
  const char *file, *what;
  rich::Make* make;
  std::vector<const char*> whole, real = {}; ///< forms whose values the peer is given
  double tolerance = 0;                      ///< relative, of each number
};

const Case cases[] = {
    {"bfs", "breadth-first search, 2^20 nodes of 16 edges", rich::bfs, {"n", "(flatten graph)"}},
    {"hull", "quickhull, 10^6 points", rich::hull, {}, {"(map fst points)", "(map snd points)"}},
    {"kdtree",
     "k-d tree, 2*10^5 points, built and asked as often",
     rich::kdtree,
     {},
     {"(map fst points)", "(map snd points)", "(map fst others)", "(map snd others)"}},
    {"lambda", "normal forms of 10^5 lambda terms", rich::lambda, {"n"}},
    {"tree", "sum of a tree of 10^6 nodes", rich::tree, {"n"}},
    {"raytrace",
     "200 procedures, 1024 x 1024 pixels",
     rich::raytrace,
     {"size"},
     {"(map (lambda (k) (value 1 k -2.0f 2.0f)) (iota 200))",
      "(map (lambda (k) (value 2 k -2.0f 2.0f)) (iota 200))",
      "(map (lambda (k) (value 3 k 4.0f 8.0f)) (iota 200))",
      "(map (lambda (k) (value 4 k 0.1f 0.6f)) (iota 200))",
      "(map (lambda (k) (value 5 k 0.0f 1.0f)) (iota 200))",
      "(map (lambda (k) (value 6 k 0.0f 1.0f)) (iota 200))",
      "(map (lambda (k) (value 7 k 0.0f 1.0f)) (iota 200))"}},
    {"lines",
     "points of 131,072 lines, 64 bits a coordinate",
     rich::lines,
     {"(map (lambda (p, q) p.0) segments)", "(map (lambda (p, q) p.1) segments)",
      "(map (lambda (p, q) q.0) segments)", "(map (lambda (p, q) q.1) segments)"}},
    {"sieve", "primes below 10^8", rich::sieve, {"n"}},
    {"spmv",
     "sparse matrix of a power law, 200,000 rows",
     rich::spmv,
     {"(++ (exscan + 0 (map length rows)) [(sum (map length rows))])", "(map fst (flatten rows))"},
     {"(map snd (flatten rows))", "xs"},
     1e-4},
    {"queens", "13 queens, by recursion", rich::queens, {"n"}},
    {"groups", "sums by group, 10^7 records", rich::groups, {"(map fst records)", "(map snd records)"}},
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Nova : public Prompt {
 public:
  Nova(const std::string& program, uint32_t threads) : Prompt(threads) {
    session().tiers()->options().checking = Checking::Off; // the peer's numbers judge
    // What is typed is a form of its own each time; the call in `again` is one.
    run(program + "\n(define (again) (begin (print \"\") (job)))\n");
  }
  Value again() { return *run("(again)"); }
  std::vector<double> column(const char* form) {
    std::vector<double> all;
    numbers(*run(form), all);
    return all;
  }
};

rich::Inputs inputs(Nova& nova, const Case& c) {
  rich::Inputs in;
  for (const char* form : c.whole) {
    const std::vector<double> all = nova.column(form);
    in.whole.emplace_back(all.begin(), all.end());
  }
  for (const char* form : c.real) in.real.push_back(nova.column(form));
  return in;
}

/// How many numbers differ; all, where one side has more.
size_t differences(const Value& value, const rich::Output& out, double tolerance) {
  std::vector<double> ours, theirs(out.longs.begin(), out.longs.end());
  numbers(value, ours);
  theirs.insert(theirs.end(), out.whole.begin(), out.whole.end());
  theirs.insert(theirs.end(), out.doubles.begin(), out.doubles.end());
  theirs.insert(theirs.end(), out.floats.begin(), out.floats.end());
  if (ours.size() != theirs.size()) return std::max(ours.size(), theirs.size());
  size_t count = 0;
  for (size_t k = 0; k < ours.size(); ++k)
    count += !(std::abs(ours[k] - theirs[k]) <= tolerance * std::abs(theirs[k]));
  return count;
}

/// The medians' ratio on one and on two threads.
std::array<double, 2> row(const std::string& folder, const Case& c, int rounds) {
  const std::string program = text_of(folder + "/" + c.file + ".nv");
  Nova one(program, 1), two(program, 2);
  rich::Inputs in = inputs(one, c);
  const std::unique_ptr<rich::Peer> peer = c.make(in);
  rich::Output out;
  std::vector<double> times[4];
  for (int round = -1; round < rounds; ++round) {
    const double t[4] = {
        bench::milliseconds([&] { one.again(); }), bench::milliseconds([&] { peer->run(1, out); }),
        bench::milliseconds([&] { two.again(); }), bench::milliseconds([&] { peer->run(2, out); })};
    for (int k = 0; k < 4 && round >= 0; ++k) times[k].push_back(t[k]);
  }
  const size_t wrong =
      differences(two.again(), out, c.tolerance) + differences(one.again(), out, c.tolerance);
  if (wrong) std::fprintf(stderr, "%s: %zu numbers differ from the peer's\n", c.file, wrong);
  double m[4];
  for (int k = 0; k < 4; ++k) m[k] = bench::median(times[k]);
  std::printf("| %s | %s | %.2f | %.2f | **%.2f** | %.2f | %.2f | **%.2f** |%s\n", c.file, c.what, m[0], m[1],
              m[1] / m[0], m[2], m[3], m[3] / m[2], wrong ? " wrong" : "");
  std::fflush(stdout);
  return {m[1] / m[0], m[3] / m[2]};
}

void table(const std::string& folder, int rounds, const char* part) {
  std::printf("# Recursion, trees, closures and comprehensions beside C++ written by hand\n\n`bench_rich` "
              "printed this page: the programs of bench/rich, "
              "from text to value, in turn with bench/rich/peers*.cpp (g++ -O3 -march=native, strict IEEE), "
              "in one process; "
              "the median of %d rounds, in ms. Each value is the peer's, number for number.\n\n",
              rounds);
  std::printf("| program | job | nova, 1 thread, ms | C++ | C++ / nova | nova, 2 threads | C++ | C++ / nova "
              "|\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  double logs[2] = {0, 0};
  int count = 0;
  for (const Case& c : cases) {
    if (!std::strstr(c.file, part)) continue;
    const auto ratios = row(folder, c, rounds);
    logs[0] += std::log(ratios[0]), logs[1] += std::log(ratios[1]), ++count;
  }
  std::printf("| geometric mean | | | | **%.2f** | | | **%.2f** |\n", std::exp(logs[0] / count),
              std::exp(logs[1] / count));
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "bench_rich FOLDER [rounds [part of a name]]\n"), 2;
  nova::run_on_big_stack(
      [&] { table(argv[1], argc > 2 ? std::atoi(argv[2]) : 11, argc > 3 ? argv[3] : ""); });
}
