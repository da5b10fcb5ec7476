// Prints the table: the programs of a folder, on one and on two threads, beside their peers on as many, all
// in turn in one process.
//
//     bench_rich FOLDER [rounds [name,..]]
//
// A program defines `job`, without parameters. Its value has to be its peer's, number for number. Times are
// the medians of all rounds, each the second of two runs; Nova's go from text to value. The plain programs, which the peers in same/
// follow, are in same/ too, but for those that are the programs to win themselves.
#include "bench/shapes/measure.hpp"
#include "bench/cpu/prompt.hpp"
#include "bench/rich/peers.hpp"
#include "frontend/source/big_stack.hpp"
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>

namespace {

using namespace nova;

struct Case {
  const char *file, *what;
  rich::Make* makes[2];                      ///< of the plain peer, and of that to win
  std::vector<const char*> whole, real = {}; ///< forms whose values the peer is given
  double tolerance = 0;                      ///< relative, of each number
};

const Case cases[] = {
    {"bfs",
     "breadth-first search, 2^20 nodes of 16 edges",
     {rich::same::bfs, rich::bfs},
     {"n", "(flatten graph)"}},
    {"hull",
     "quickhull, 10^6 points",
     {rich::same::hull, rich::hull},
     {},
     {"(map fst points)", "(map snd points)"}},
    {"kdtree",
     "k-d tree, 2*10^5 points, built and asked as often",
     {rich::same::kdtree, rich::kdtree},
     {},
     {"(map fst points)", "(map snd points)", "(map fst others)", "(map snd others)"}},
    {"lambda", "normal forms of 10^5 lambda terms", {rich::same::lambda, rich::lambda}, {"n"}},
    {"tree", "sum of a tree of 10^6 nodes", {rich::same::tree, rich::tree}, {"n"}},
    {"raytrace",
     "200 procedures, 1024 x 1024 pixels",
     {rich::same::raytrace, rich::raytrace},
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
     {rich::same::lines, rich::lines},
     {"(map (lambda (p, q) p.0) segments)", "(map (lambda (p, q) p.1) segments)",
      "(map (lambda (p, q) q.0) segments)", "(map (lambda (p, q) q.1) segments)"}},
    {"sieve", "primes below 10^8", {rich::same::sieve, rich::sieve}, {"n"}},
    {"spmv",
     "sparse matrix of a power law, 200,000 rows",
     {rich::same::spmv, rich::spmv},
     {"(++ (exscan + 0 (map length rows)) [(sum (map length rows))])", "(map fst (flatten rows))"},
     {"(map snd (flatten rows))", "xs"},
     1e-4},
    {"queens", "13 queens, by recursion", {rich::same::queens, rich::queens}, {"n"}},
    {"groups",
     "sums by group, 10^7 records",
     {rich::same::groups, rich::groups},
     {"(map fst records)", "(map snd records)"}},
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
    session().tiers().manager()->options().checking = Checking::Off; // the peer's numbers judge
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

std::string program_of(const std::string& folder, const Case& c, bool to_win) {
  const std::string name = std::string("/") + c.file + ".nv";
  const std::string plain = text_of(folder + "/same" + name);
  return to_win || plain.empty() ? text_of(folder + name) : plain;
}

/// A program on one and on two threads, and its peer.
struct Pair {
  std::unique_ptr<Nova> nova[2];
  rich::Inputs in; ///< which the peer may refer to
  std::unique_ptr<rich::Peer> peer;
  rich::Output out;
  std::vector<double> ours[2], theirs[2]; ///< times
};

void run(Pair& pair, bool count) {
  for (int t = 0; t < 2; ++t) {
    const auto note = [&](std::vector<double>& times, const std::function<void()>& f) {
      f(); // the timed run of either finds its threads awake and its memory where it was
      const double time = bench::milliseconds(f);
      if (count) times.push_back(time);
    };
    bench::rest();
    note(pair.ours[t], [&] { pair.nova[t]->again(); });
    note(pair.theirs[t], [&] { pair.peer->run(t + 1, pair.out); });
  }
}

using Ratios =
    std::array<double, 4>; ///< of the medians: with the same algorithm on one and two threads, to win

Ratios row(const std::string& folder, const Case& c, int rounds) {
  Pair pairs[2];
  for (size_t k = 0; k < 2; ++k) {
    const std::string program = program_of(folder, c, k == 1);
    for (uint32_t t = 0; t < 2; ++t) pairs[k].nova[t] = std::make_unique<Nova>(program, t + 1);
    pairs[k].in = inputs(*pairs[k].nova[0], c);
    pairs[k].peer = c.makes[k](pairs[k].in);
  }
  for (int round = -1; round < rounds; ++round)
    for (Pair& pair : pairs) run(pair, round >= 0);
  size_t wrong = 0;
  for (Pair& pair : pairs)
    for (const auto& nova : pair.nova) wrong += differences(nova->again(), pair.out, c.tolerance);
  if (wrong) std::fprintf(stderr, "%s: %zu numbers differ from the peers'\n", c.file, wrong);
  std::printf("| %s | %s |", c.file, c.what);
  Ratios ratios;
  for (size_t k = 0; k < 2; ++k)
    for (size_t t = 0; t < 2; ++t) {
      const double ours = bench::median(pairs[k].ours[t]), theirs = bench::median(pairs[k].theirs[t]);
      ratios[2 * k + t] = theirs / ours;
      std::printf(" %.2f | %.2f | **%.2f** |", ours, theirs, theirs / ours);
    }
  std::printf("%s\n", wrong ? " wrong" : "");
  std::fflush(stdout);
  return ratios;
}

void table(const std::string& folder, int rounds, const std::string& names) {
  std::printf(
      "# Recursion, trees, closures and comprehensions beside C++ written by hand\n\n`bench_rich` "
      "printed this page: programs from text to value, in turn with C++ (g++ -O3 -march=native, strict "
      "IEEE), in one process; the median of %d rounds, in ms, each after one that is not counted. Each value "
      "is "
      "the peer's, number for number. Plain: the programs and peers of bench/rich/same/, the peers with the "
      "programs' "
      "algorithms (where there is no program, bench/rich/'s). To win: those of bench/rich/, each side "
      "with the algorithm that serves it best.\n\n",
      rounds);
  const char* const columns = " nova | C++ | C++ / nova |";
  std::printf("| program | job |");
  for (const char* kind : {"plain", "to win"})
    for (const char* threads : {"1 thread", "2 threads"}) std::printf(" %s, %s:%s", kind, threads, columns);
  std::printf("\n| --- | --- |");
  for (int k = 0; k < 12; ++k) std::printf(" --- |");
  std::printf("\n");
  Ratios logs{};
  int count = 0;
  for (const Case& c : cases) {
    if (!names.empty() && (names + ",").find(c.file + std::string(",")) == std::string::npos) continue;
    const Ratios ratios = row(folder, c, rounds);
    for (size_t k = 0; k < 4; ++k) logs[k] += std::log(ratios[k]);
    ++count;
  }
  std::printf("| geometric mean | |");
  for (size_t k = 0; k < 4; ++k) std::printf(" | | **%.2f** |", std::exp(logs[k] / count));
  std::printf("\n");
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "bench_rich FOLDER [rounds [name,..]]\n"), 2;
  nova::run_on_big_stack(
      [&] { table(argv[1], argc > 2 ? std::atoi(argv[2]) : 11, argc > 3 ? argv[3] : ""); });
}
