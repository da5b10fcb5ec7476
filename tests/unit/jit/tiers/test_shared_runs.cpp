// Sessions that are ranks of a job: they share the loops of compiled forms, and have the bits of one session.
#include "jit/cpu/sorted_runs.hpp"
#include "repl/session/session.hpp"
#include "runtime/ranks/thread_job.hpp"
#include "tests/unit/test_folder.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <set>

using namespace nova;

namespace {

/// What a session says to the forms of a program.
std::string said_to(const std::string& program, Tier tier, Ranks* ranks) {
  std::string said;
  SessionOptions o;
  o.tiers.tier = tier, o.threads = 2, o.ranks = ranks, o.embedded = true;
  o.tiers.cache = folder();
  o.out = o.err = [&](std::string_view t) { said += t; };
  Session session(std::move(o));
  session.run_forms(session.type_text("program", program), [&](const Outcome& outcome) {
    if (outcome.value) said += session.print(outcome, false) + "\n";
  });
  session.reports().flush();
  return said;
}

/// Runs the program on so many ranks. All of them have to say what one session says. Returns rank 0's counts. `all`: whether
/// they share each loop that they can; elements that a rank has not are overwritten then.
Ranks::Counts counts_on_ranks(const std::string& program, int size, Tier tier, bool all) {
  const std::string alone = said_to(program, tier, nullptr);
  Ranks::Counts counts;
  const auto told = on_ranks(size, [&](Ranks& ranks, ThreadNetwork&) {
    if (all) ranks.share_all();
    CHECK(said_to(program, tier, &ranks) == alone);
    if (ranks.is_first()) counts = ranks.counts();
    ranks.end("", false, {});
  });
  CHECK(told == all_well(size));
  return counts;
}

/// Returns how many columns of loops ranks shared.
uint64_t check_on_ranks(const std::string& program, int size, Tier tier) {
  return counts_on_ranks(program, size, tier, false).columns;
}

/// Runs the program on 2 to 9 ranks, which share each loop that they can.
void check_by_parts(const std::string& program) {
  INFO(program);
  for (int size = 2; size <= 9; ++size) CHECK(counts_on_ranks(program, size, Tier::Cpu, true).columns > 0);
}

const std::string escape = R"(
(define (steps x y) (letrec ((go (lambda (a b k)
    (if (or (= k 100) (> (+ (* a a) (* b b)) 4.0)) k
      (go (+ x (- (* a a) (* b b))) (+ y (* 2.0 (* a b))) (+ k 1))))))
  (go 0.0 0.0 0))))";

} // namespace

TEST_CASE("ranks share maps, rows, reductions and products, with the same bits") {
  const std::string programs[] = {
      escape + R"((sum (map (lambda (i) (steps (* 1e-5 (to_double i)) 0.3)) (range 200000))))",
      escape + R"((define rows (map (lambda (r) (map (lambda (c)
          (steps (- (* 0.01 (to_double c)) 2.0) (* 0.01 (to_double r)))) (range 300))) (range 200)))
        (sum (map sum rows)) (! (! rows 199) 299))",
      escape + R"((define ragged (map (lambda (r) (map (lambda (c)
          (steps (* 0.01 (to_double c)) (* 0.01 (to_double r)))) (range (mod r 37)))) (range 3000)))
        (sum (map length ragged)) (sum (map sum ragged)) (! ragged 2999))",
      R"((define (n : int) 300)
        (define a (map (lambda (i) (map (lambda (j) (sin (to_double (+ (* i n) j)))) (range n))) (range n)))
        (define b (matmul a (transpose a)))
        (sum (map sum b)) (! (! b 299) 1))",
      R"((sum (map (lambda (i) (/ 1.0 (+ 1.0 (to_double i)))) (range 3000000))))",
      R"((iterate 30 (lambda (x) (map (lambda (i) (sin (+ (! x i) (! x (mod (+ i 1) 70000))))) (range 70000)))
          (map (lambda (i) (to_double i)) (range 70000))))",
  };
  uint64_t shared = 0;
  for (const std::string& program : programs)
    for (const Tier tier : {Tier::Auto, Tier::Cpu}) {
      INFO(program);
      shared += check_on_ranks(program, 3, tier);
    }
  CHECK(shared > 0);
}

TEST_CASE("an error in one rank's part is the interpreter's, on all ranks") {
  const std::string program =
      escape + R"((define ks (map (lambda (i) (steps (* 1e-5 (to_double i)) 0.3)) (range 100000)))
    (sum (map (lambda (i) (+ (steps 0.1 0.2) (! ks (if (= i 77777) 100000 i)))) (range 100000)))
    (+ 1 2))";
  check_on_ranks(program, 3, Tier::Auto);
  check_on_ranks(program, 2, Tier::Cpu);
}

TEST_CASE("ranks decide alike where only a run's time tells what it costs") {
  const std::string program = escape + R"(
    (define (count n) (letrec ((go (lambda (k sum) (if (= k n) sum (go (+ k 1) (+ sum (mod (* k k) 7))))))) (go 0 0)))
    (map count [10 1000 100000 3000000])
    (define (halves x) (if (< x 1.0) 0 (+ 1 (halves (* 0.5 x)))))
    (halves 1e300)
    (letrec ((until (lambda (x k) (if (or (= k 40) (< (! x 0) 1e-9)) (sum x)
        (until (map (lambda (v) (* 0.5 (sin v))) x) (+ k 1)))))) (until (map to_double (range 50000)) 0)))";
  check_on_ranks(program, 3, Tier::Auto);
}

TEST_CASE("columns stay where they were computed, and only borders move") {
  const std::string heat = R"(
    (define (n : int) 5000)
    (define (step x) (map (lambda (i) (+ (! x i) (* 0.1 (+ (- (! x (max 0 (- i 1))) (* 2.0 (! x i)))
        (! x (min (- n 1) (+ i 1))))))) (range n)))
    (iterate 30 step (map (lambda (i) (if (= (mod i 100) 0) 1.0 0.0)) (range n))))";
  for (int size = 2; size <= 9; ++size) {
    const Ranks::Counts counts = counts_on_ranks(heat, size, Tier::Cpu, true);
    const auto others = static_cast<uint64_t>(size - 1);
    CHECK(counts.moved_bytes == others * (30 * 2 * 8 + 5000 * 8)); // borders, and the result
    CHECK(counts.moves == 31);
  }
}

TEST_CASE("rows of a matrix move at the borders of the ranks' rows") {
  const std::string heat = R"(
    (define (n : int) 60)
    (define (at x r c) (! (! x (max 0 (min (- n 1) r))) (max 0 (min (- n 1) c))))
    (define (step x) (map (lambda (r) (map (lambda (c) (+ (at x r c) (* 0.1 (- (+ (+ (at x (- r 1) c) (at x (+ r 1) c))
        (+ (at x r (- c 1)) (at x r (+ c 1)))) (* 4.0 (at x r c)))))) (range n))) (range n)))
    (iterate 20 step (map (lambda (r) (map (lambda (c) (if (= (mod (+ r c) 10) 0) 1.0 0.0)) (range n))) (range n))))";
  for (const int size : {2, 3, 7}) {
    const Ranks::Counts counts = counts_on_ranks(heat, size, Tier::Cpu, true);
    CHECK(counts.moved_bytes == static_cast<uint64_t>(size - 1) * (20 * 2 * 60 * 8 + 3600 * 8));
  }
}

TEST_CASE("of a scan, only the blocks' totals move to all") {
  const auto scan_of = [](const std::string& scan, int n) {
    return "(define (n : int) " + std::to_string(n) + ")" + scan;
  };
  const std::string floats = "(scan + 0.5 (map (lambda (i) (sin (to_double i))) (range n)))",
                    ints = "(exscan + 3 (map (lambda (i) (mod (* i 7919) 1013)) (range n)))",
                    after = "(map (lambda (v) (* 2.0 v)) " + floats + ")";
  for (const std::string& scan : {floats, ints, after})
    for (int size = 2; size <= 9; ++size)
      for (const int n : {5000, 16384, 70001}) {
        INFO(scan);
        const Ranks::Counts counts = counts_on_ranks(scan_of(scan, n), size, Tier::Cpu, true);
        const auto others = static_cast<uint64_t>(size - 1), totals = static_cast<uint64_t>((n - 1) / 1024);
        CHECK(counts.moved_bytes == others * 8 * (totals + static_cast<uint64_t>(n)));
        CHECK(counts.moves == 2); // totals, and the result
      }
}

TEST_CASE("a scan has the bits of one process, whatever its operator and what is around it") {
  const std::string programs[] = {
      // between maps, whose columns stay; a sum of it
      R"((define (n : int) 5003)
        (iterate 5 (lambda (x) (map (lambda (v) (/ v (+ 1.0 (to_double n)))) (scan + 0.0 (map sin x)))) (map to_double (range n)))
        (sum (scan + 0 (map (lambda (i) (mod (* i i) 17)) (range n)))))",
      // segments; pairs; an operator that does not commute
      R"((define (n : int) 4097)
        (define (segmented xs) (scan (lambda (a b) (if (fst b) b ((fst a), (+ (snd a) (snd b))))) (false, 0.0) xs))
        (map snd (segmented (map (lambda (i) ((= (mod i 37) 0), (sin (to_double i)))) (range n))))
        (exscan (lambda (a b) ((* (fst a) (fst b)), (+ (* (fst b) (snd a)) (snd b)))) (1.0, 0.0)
          (map (lambda (i) ((cos (to_double i)), (sin (to_double i)))) (range n))))",
      // in a loop with a state, of reads of a distributed column; least and greatest; none, one, and few elements
      R"((define (n : int) 3000)
        (iterate 6 (lambda (x) (scan max 0 (map (lambda (i) (mod (+ (! x (mod (+ i 5) n)) (* i 31)) 1009)) (range n)))) (range n))
        (map (lambda (k) (sum (scan + 0 (map (lambda (i) (* i k)) (range k))))) (range 30))
        (scan + 1 (take 0 (range n))) (scan + 1 (take 1 (range n))) (exscan * 1.5 (map to_double (take 17 (range n)))))",
      // an error in a late block, and one in the operator
      R"((define (n : int) 6000)
        (define xs (map (lambda (i) (mod (* i 7) 11)) (range n)))
        (scan + 0 (map (lambda (i) (! xs (if (= i 5900) n i))) (range n)))
        (scan (lambda (a b) (+ a (! xs (if (> (+ a b) 20000) -1 b)))) 0 xs)
        (+ 1 2))",
  };
  for (const std::string& program : programs) check_by_parts(program);
}

TEST_CASE("of a filter, the numbers of what is kept move, and the result to those who want it") {
  const std::string program = R"((define (n : int) 70001)
    (filter (lambda (v) (< (mod v 7) 3)) (map (lambda (i) (mod (* i 7919) 10007)) (range n))))";
  uint64_t kept = 0;
  for (uint64_t i = 0; i < 70001; ++i) kept += i * 7919 % 10007 % 7 < 3;
  for (int size = 2; size <= 9; ++size) {
    const Ranks::Counts counts = counts_on_ranks(program, size, Tier::Cpu, true);
    CHECK(counts.moved_bytes == static_cast<uint64_t>(size - 1) * 8 * (69 + kept)); // of 69 units
    CHECK(counts.moves == 2);
  }
}

TEST_CASE("a filter has the bits of one process, whatever it keeps and who wants it") {
  const std::string programs[] = {
      // all of it at the end; nothing at all; then reads at their own places, in a loop, with a sum of it
      R"((define (n : int) 5003)
        (define xs (map (lambda (i) (sin (to_double i))) (range n)))
        (filter (lambda (v) (> v 0.0)) xs) (filter (lambda (v) (> v 2.0)) xs) (length (filter (lambda (v) (< v 2.0)) xs))
        (iterate 3 (lambda (x) (let ((y (filter (lambda (v) (> v -0.9)) (map (lambda (v) (* v 1.01)) x)))) (map (lambda (v) (+ v (* 1e-9 (sum y)))) y))) xs)
        (sum (map (lambda (v) (/ v 3.0)) (filter (lambda (i) (> i 4000)) (range n)))))",
      // what is kept lies on one rank; scans and sorts of it; pairs and narrow numbers; none, one, and few elements
      R"((define (n : int) 9000)
        (scan + 0 (filter (lambda (i) (> i 7000)) (range n)))
        (sort (filter (lambda (v) (< v 500)) (map (lambda (i) (mod (* i 7919) 1013)) (range n))))
        (filter (lambda (p) (> (snd p) 0.5)) (map (lambda (i) ((to_int8 (mod i 100)), (sin (to_double i)))) (range n)))
        (filter (lambda (i) (> i 3)) (take 0 (range n))) (filter (lambda (i) (> i -1)) (take 1 (range n)))
        (map (lambda (k) (sum (filter (lambda (i) (< (mod i 3) k)) (range (* 7 k))))) (range 40)))",
      // an error in a late unit
      R"((define (n : int) 6000)
        (define xs (map (lambda (i) (mod (* i 7) 11)) (range n)))
        (filter (lambda (i) (> (! xs (if (= i 5900) n i)) 3)) (range n))
        (+ 1 2))",
  };
  for (const std::string& program : programs) check_by_parts(program);
}

TEST_CASE("of an exact histogram, each rank's table moves") {
  for (int size = 2; size <= 9; ++size) {
    const Ranks::Counts counts = counts_on_ranks(
        "(define (n : int) 70001) (histogram 100 (map (lambda (i) (mod (* i 7919) 100)) (range n)))", size,
        Tier::Cpu, true);
    const auto ranks = static_cast<uint64_t>(size);
    CHECK(counts.moved_bytes == (ranks + 1) * (ranks - 1) * 100 * 8); // and the zeros that it begins with
    CHECK(counts.moves == 2);
  }
}

TEST_CASE("of other histograms, elements move to the owners of their places") {
  constexpr uint64_t m = 70001, n = 5000;
  const auto rank_of = [](uint64_t k, uint64_t all, uint64_t ranks) {
    uint64_t rank = 0;
    const auto end = [&] { return all / ranks * (rank + 1) + std::min(all % ranks, rank + 1); };
    while (k >= end()) ++rank;
    return rank;
  };
  for (int size = 2; size <= 9; ++size) {
    const Ranks::Counts counts = counts_on_ranks(
        R"((define (m : int) 70001) (define (n : int) 5000)
          (reduce-by-index (map (lambda (i) 0.0) (range n)) + 0.0 (map (lambda (i) (mod (* i 7919) n)) (range m))
            (map (lambda (i) (sin (to_double i))) (range m))))",
        size, Tier::Cpu, true);
    const auto ranks = static_cast<uint64_t>(size), others = ranks - 1;
    uint64_t moved = 0;
    for (uint64_t i = 0; i < m; ++i) moved += rank_of(i, m, ranks) != rank_of(i * 7919 % n, n, ranks);
    CHECK(counts.moved_bytes == 2 * others * n * 8                 // the zeros, and the result
                                    + moved * (4 + 8)              // places and values
                                    + others * ranks * ranks * 8); // how many elements go where
    CHECK(counts.moves == 4);
  }
}

TEST_CASE("a histogram has the bits of one process, whatever it adds up and where it begins") {
  check_by_parts(
      // counts, sums, least ones; of columns that are distributed, in a loop; floats, in order
      R"((define (n : int) 40000)
        (define ks (map (lambda (i) (mod (* i i) 61)) (range n)))
        (reduce-by-index (range 61) + 0 ks (map (lambda (i) (- (* i 3) 1000)) (range n)))
        (reduce-by-index (map (lambda (i) 9) (range 61)) min 1000000 ks (map (lambda (i) (mod (* i 7919) 10007)) (range n)))
        (iterate 4 (lambda (x) (let* ((y (map (lambda (v) (mod (+ (* v 31) 7) 61)) x)) (h (histogram 61 y)))
            (map (lambda (v) (mod (+ v (! h v)) 61)) y))) ks)
        (iterate 3 (lambda (x) (let* ((y (map (lambda (v) (mod (+ (* v 31) 7) 3001)) x)) (h (histogram 3001 y)) (g (histogram 50000 y)))
            (map (lambda (v) (mod (+ v (+ (! h v) (! g v))) 61)) y))) ks)
        (iterate 3 (lambda (x) (let* ((ps (map (lambda (v) (mod (to_int (* v 1e4)) 97)) x))
              (h (reduce-by-index (map (lambda (i) 0.5) (range 97)) + 0.0 (map abs ps) x)))
            (map (lambda (v i) (sin (+ v (! h (mod i 97))))) x (range n)))) (map (lambda (i) (sin (to_double i))) (range n)))
        (reduce-by-index (map (lambda (i) 0.5) (range 61)) + 0.0 ks (map (lambda (i) (sin (to_double i))) (range n))))");
  check_by_parts(
      // an error in a late element; a place that is none
      R"((define (n : int) 40000)
        (define ks (map (lambda (i) (mod i 61)) (range n)))
        (histogram 61 (map (lambda (i) (! ks (if (= i 39990) n i))) (range n)))
        (histogram 61 (map (lambda (i) (if (= i 39000) 61 (! ks i))) (range n)))
        (+ 1 2))");
}

/// How many keys move where so many ranks sort a column: samples, keys around the cuts, and the pieces of each part.
static uint64_t keys_that_move(std::vector<int64_t> keys, int64_t size) {
  const auto n = static_cast<int64_t>(keys.size());
  std::vector<int64_t> bounds, samples;
  for (int64_t k = 0; k <= size; ++k) bounds.push_back(n / size * k + std::min(n % size, k));
  for (size_t k = 0; k < size_t(size); ++k) std::sort(&keys[size_t(bounds[k])], keys.data() + bounds[k + 1]);
  plan::SortedRuns<int64_t> runs(keys, bounds, std::max<int64_t>(1, int64_t(std::sqrt(double(n))) / size));
  for (size_t q = 0; q < runs.size(); ++q)
    for (int64_t k = 0; k < runs.samples_of(q); ++k) samples.push_back(runs.sample(q, k));
  runs.learn(samples);
  std::set<int64_t> around; // the cuts
  for (size_t k = 1; k < runs.size(); ++k)
    for (size_t q = 0; q < runs.size(); ++q)
      for (int64_t i = runs.window(bounds[k]).low[q]; i < runs.window(bounds[k]).high[q]; ++i)
        around.insert(bounds[q] + i);
  uint64_t moved = (samples.size() + around.size()) * static_cast<uint64_t>(size - 1);
  for (size_t k = 0; k < runs.size(); ++k)
    for (size_t q = 0; q < runs.size(); ++q)
      for (int64_t i = runs.cut(bounds[k])[q], end = runs.cut(bounds[k + 1])[q]; i < end; ++i)
        moved += k != q && !around.contains(bounds[q] + i);
  return moved;
}

TEST_CASE("of a sort, samples, keys around the cuts, and the pieces of each part move") {
  std::vector<int64_t> keys;
  for (int64_t i = 0; i < 30001; ++i) keys.push_back(i * 7919 % 10007);
  for (int size = 2; size <= 9; ++size) {
    const Ranks::Counts counts =
        counts_on_ranks("(define (n : int) 30001) (sort (map (lambda (i) (mod (* i 7919) 10007)) (range n)))",
                        size, Tier::Cpu, true);
    CHECK(counts.moved_bytes == 8 * (keys_that_move(keys, size) + uint64_t(size - 1) * keys.size()));
    CHECK(counts.moves == 4); // and the result
  }
}

TEST_CASE("a sort has the bits of one process, whatever its keys") {
  check_by_parts(
      R"((define (n : int) 5003)
        (sort (map (lambda (i) (mod (* i 7919) 10)) (range n))) (sort (map (lambda (i) 7) (range n))) (sort (map (lambda (i) (- n i)) (range n)))
        (sort (map (lambda (i) (to_int8 (* i 37))) (range n))) (sort (map (lambda (i) (to_uint16 (* i 3701))) (range n)))
        (sort (map (lambda (i) (if (= (mod i 5) 0) (/ 0.0 0.0) (if (= (mod i 3) 0) (* -0.0 (to_double i)) (sin (to_double i))))) (range n)))
        (sort (map (lambda (i) (to_float (cos (to_double i)))) (range n)))
        (iterate 4 (lambda (x) (map (lambda (v i) (mod (+ (* v 31) i) 4099)) (sort x) (range n))) (map (lambda (i) (mod (* i i) 4099)) (range n)))
        (sum (sort (filter (lambda (v) (> v 3)) (map (lambda (i) (mod (* i 7919) 10)) (range n)))))
        (map (lambda (k) (sum (sort (map (lambda (i) (mod (* i k) 7)) (range k))))) (range 20)))");
}

TEST_CASE("any access of distributed columns has the bits of one process") {
  const std::string programs[] = {
      // around the edge, by a remainder; two columns that take turns; a sum each round
      R"((define (n : int) 4000)
        (define (step x) (map (lambda (i) (- (* 0.5 (+ (! x (mod (+ i 3) n)) (! x (mod (+ i (- n 2)) n)))) 0.01)) (range n)))
        (iterate 20 (lambda (s) (let* ((x (fst s)) (y (map (lambda (v) (+ v (sum x))) (step x)))) (y, (+ (snd s) (sum y)))))
          ((map (lambda (i) (sin (to_double i))) (range n)), 0.0)))",
      // a grid in one column, with conditions on row and column
      R"((define (n : int) 50) (define nn (* n n))
        (define (apply p) (map (lambda (k) (let ((r (/ k n)) (c (mod k n))) (- (* 4.0 (! p k)) (+ (+ (if (> r 0) (! p (- k n)) 0.0)
          (if (< r (- n 1)) (! p (+ k n)) 0.0)) (+ (if (> c 0) (! p (- k 1)) 0.0) (if (< c (- n 1)) (! p (+ k 1)) 0.0)))))) (range nn)))
        (define (dot a b) (sum (map * a b)))
        (define (cg b rounds) (letrec ((go (lambda (k x r p rr) (if (= k rounds) (x, rr)
          (let* ((ap (apply p)) (alpha (/ rr (dot p ap))) (x2 (map (lambda (xi pi) (+ xi (* alpha pi))) x p))
                 (r2 (map (lambda (ri ai) (- ri (* alpha ai))) r ap)) (rr2 (dot r2 r2)) (beta (/ rr2 rr)))
            (go (+ k 1) x2 r2 (map (lambda (ri pi) (+ ri (* beta pi))) r2 p) rr2))))))
          (go 0 (map (lambda (v) 0.0) b) b b (dot b b))))
        (cg (map (lambda (k) (sin (to_double k))) (range nn)) 12))",
      // reversed, strided, halves, gathered; a scan, a filter, a sort and a histogram between
      R"((define (n : int) 3000)
        (iterate 4 (lambda (x) (let* ((a (map (lambda (i) (+ (! x (- n (+ i 1))) (! x (/ i 2)))) (range n)))
              (b (scan + 0 a)) (c (map (lambda (i) (mod (+ (! a i) (! b (mod (* i 7) n))) 1000)) (range n)))
              (d (filter (lambda (v) (> v 300)) c)) (e (sort c)))
            (map (lambda (i) (+ (! e i) (+ (length d) (! c (! e (mod i 300)))))) (range n))))
          (range n)))",
      // ragged rows; a column of a matrix; products
      R"((define ragged (iterate 3 (lambda (m) (map (lambda (r) (map (lambda (v) (+ v (length (! m (mod (+ r 1) 200))))) (! m r))) (range 200)))
          (map (lambda (r) (range (mod (* r 7) 11))) (range 200))))
        ragged
        (define m (map (lambda (r) (map (lambda (c) (sin (to_double (+ (* r 40) c)))) (range 40))) (range 40)))
        (map sum (iterate 3 (lambda (a) (map (lambda (row) (map (lambda (v) (/ v 3.0)) row)) (matmul (transpose a) a))) m)))",
      // a read of one element each round, and the state of a loop chosen by a branch
      R"((define (n : int) 2000)
        (iterate 10 (lambda (x) (let* ((y (map (lambda (v) (+ v (! x 1999))) x)) (z (map (lambda (v) (* v 3)) x)))
            (if (= (mod (! y 5) 2) 0) y (map (lambda (v) (mod v 10007)) z)))) (range n)))",
      R"((iterate 12 (stencil 3 (lambda (w) (mod (+ (sum w) 1) 1009))) (range 2500)))",
      R"((iterate 6 (stencil-with wrap (3, 3) (lambda (w) (mod (+ (+ w!0!1 w!2!1) w!1!1) 1009))) (reshape (40, 30) (iota 1200))))",
  };
  for (const std::string& program : programs)
    for (const int size : {2, 3, 5}) {
      INFO(program);
      CHECK(counts_on_ranks(program, size, Tier::Cpu, true).columns > 0);
    }
}

TEST_CASE("an error in a later round is the interpreter's, on all ranks") {
  const std::string program = R"((define (n : int) 3000)
    (iterate 50 (lambda (x) (map (lambda (i) (+ (! x i) (! x (if (> (! x i) 40) -1 (mod (+ i 1) n))))) (range n)))
      (map (lambda (i) (if (= i 2900) 1 0)) (range n)))
    (+ 1 2))";
  for (const int size : {2, 3}) counts_on_ranks(program, size, Tier::Cpu, true);
}
