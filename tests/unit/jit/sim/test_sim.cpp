// Kernels on the simulated GPU give the bits of the plan's interpreter, in any order of threads; mistakes
// planted in their skeletons are found.
#include "jit/gpu/execute.hpp"
#include "jit/passes/passes.hpp"
#include "jit/sim/sim.hpp"
#include "tests/unit/plan_help.hpp"
#include "tests/unit/test_folder.hpp"
#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace nova;
using namespace nova::plan;

namespace {

/// A mistake in the whole text: `from` stands in it, and `to` takes its place.
struct Mistake {
  std::string from, to;
};

struct Simulated {
  std::optional<Value> value; ///< nothing: a check failed
  std::string found;          ///< what the simulator says is wrong
};

/// `quick`: the code that a GPU's first answer waits for.
Simulated simulate(PlanRun& run, const Lowered& l, const Plan& plan, uint64_t seed, bool quick = false,
                   const Mistake& mistake = {}) {
  const std::unique_ptr<GpuDevice> sim = make_sim(kept_folder(), seed);
  CudaText cuda = emit_cuda(plan);
  REQUIRE_MESSAGE(!cuda.text.empty(), print_plan(plan));
  std::string text = sim->whole(cuda.text), error;
  if (!mistake.from.empty()) {
    const size_t at = text.find(mistake.from);
    REQUIRE_MESSAGE(at != text.npos, mistake.from);
    text.replace(at, mistake.from.size(), mistake.to);
  }
  const auto module = sim->load((quick ? "#define NOVA_QUICK\n" : "") + text, error);
  REQUIRE_MESSAGE(module, error);
  const FlatWords flat = run.inputs(l);
  try {
    return {run.value(l, run_on(*sim, {std::move(cuda), module}, flat.words, flat.rooms, {})), ""};
  } catch (const DeviceError& e) {
    return {{}, e.what};
  }
}

/// Rows for each way to fold them, of as many elements as there are; their reductions.
constexpr const char* rows[] = {
    "(define vN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 300))) (map (lambda (n) (reduce + 0f (map "
    "(lambda (k) "
    "(! vN (+ k (% n 3)))) (iota n)))) (map (lambda (i) (% (* i i) 97)) (iota 600)))",
    "(define wN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 30000))) (map (lambda (n) (reduce + 0f "
    "(map (lambda (k) "
    "(! wN (+ k (% n 3)))) (iota n)))) [3 29000 17 20000 5000 1 0])",
    "(define zN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 140000))) (map (lambda (n) (reduce + 0f "
    "(map (lambda "
    "(k) (! zN (+ k (% n 3)))) (iota n)))) [3 139000 17])",
};

/// Rows for each way to scan them.
constexpr const char* scans[] = {
    "(define uN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 5300))) (map (lambda (n) (scan + 0f (map "
    "(lambda (k) "
    "(! uN (+ k (% n 3)))) (iota n)))) (map (lambda (i) (% (* i (* i i)) 5227)) (iota 40)))",
    "(define tN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 90000))) (map (lambda (n) (exscan + 0f "
    "(map (lambda (k) "
    "(! tN (+ k (% n 3)))) (iota n)))) [3 36000 17 80000 5000 1 0])",
};

/// Reductions whose inputs elements share, by way of a block's shared memory; the skeletons' names.
constexpr const char* shared[][2] = {
    {"(define aN (reshape (70, 50) (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 3500)))) (matmul aN "
     "(transpose aN))",
     "nova_product_folds"},
    {"(define pN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 1100))) (map (lambda (x) (reduce + 0f "
     "(map (lambda (q) "
     "(abs (- q x))) pN))) (take 300 pN))",
     "nova_pair_folds<true>"},
    {"(define qN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 1100))) (map (lambda (x) (reduce (lambda "
     "(a b) (if (< "
     "b a) b a)) 9f (map (lambda (q) (abs (- q x))) qN))) (take 300 qN))",
     "nova_pair_folds<false>"},
    {"(define cN (reshape (45, 70) (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota 3150)))) (define (cellN "
     "y x) (if (and (and (>= y 0) (< y 45)) "
     "(and (>= x 0) (< x (length (! (rows cN) 0))))) (! cN (y, x)) 7f)) (map (lambda (y) (map (lambda (x) (+ "
     "(- (cellN y (- x 1)) (cellN y (+ x 1))) "
     "(- (cellN (- y 1) x) (cellN (+ y 1) x)))) (iota (length (! (rows cN) 0))))) (iota 45))",
     "nova_grid("},
    {"(define rN (map (lambda (n) (map (lambda (x) (/ 1f (to_float (+ x n)))) (iota n))) (map (lambda (i) (+ "
     "20 (% i 3))) (iota 50)))) (define lN (map length "
     "rN)) (map (lambda (r) (map (lambda (k) (reduce + 0f (map (lambda (i) (* (! r i) (! (! rN k) i))) (iota "
     "(min (length r) (! lN k)))))) (iota 50))) rN)",
     "nova_product_folds"},
};

/// Rows whose elements are scattered, and by which skeleton.
constexpr const char* scattered[][2] = {
    {"(define dN (map (lambda (i) (% (* i i) 97)) (iota 300))) (let (all [((% (* k (+ r 3)) 1009), r) | (r, "
     "l) <- (zip "
     "(iota 300) dN), k <- (iota l)]) in (scatter (replicate 1009 -1) (map fst all) (map snd all)))",
     "nova_rows_scatter<true>"},
    {"(define eN (map (lambda (i) (% (* i i) 97)) (iota 300))) (let (all [((% (* k k) 509), (+ l k)) | l <- "
     "eN, k <- (filter "
     "(lambda (k) (~= 1 (% k 3))) (iota l))]) in (scatter (replicate 509 -1) (map fst all) (map snd all)))",
     "nova_whole_rows_scatter<true>"},
};

/// Sizes around the edges of cells, tiles and blocks.
constexpr const char* around_edges[] = {
    "(map (lambda (x) (* x x)) (map to_float (iota N)))",
    "(reduce + 0.0f (map (lambda (x) (/ 1.0f (to_float (+ x 1)))) (iota N)))",
    "(reduce (lambda ((a, b) (c, d)) ((* a c), (+ (* b c) d))) (1.0, 0.0) (map (lambda (x) (0.5, (to_double "
    "x))) (iota N)))",
    "(accumulate (lambda (a x) (fma x x a)) + 0.0f (map to_float (iota N)))",
    "(scan + 0.0f (map (lambda (x) (/ 1.0f (to_float (+ x 1)))) (iota N)))",
    "(exscan (lambda ((a, b) (c, d)) ((* a c), (+ (* b c) d))) (1.0, 0.0) (map (lambda (x) (0.5, (to_double "
    "x))) (iota N)))",
    "(filter (lambda (x) (= 0 (% (* x 7919) 3))) (iota N))",
    "(sort (map (lambda (x) (- (% (* x 7919) 1009) 500)) (iota N)))",
    "(define kN (map (lambda (x) (to_float (% (* x 7919) 1009))) (iota N))) (sort-by (lambda (i) (! kN i)) "
    "(iota N))",
    "(define fN (map (lambda (x) (/ 1f (to_float (+ x 1)))) (iota N))) (reduce-by-index (map to_float (iota "
    "400)) + 0f "
    "(map (lambda (x) (% x (if (< x 5000) 400 3))) (iota N)) fN)",
};

std::string with_size(std::string text, const std::string& n) {
  for (size_t at; (at = text.find('N')) != text.npos;) text.replace(at, 1, n);
  return text;
}

} // namespace

TEST_CASE("the simulated GPU gives the plan's bits, whatever the order of its threads") {
  PlanRun run;
  for (const char* program : around_edges)
    for (const char* n : {"1", "15", "16", "17", "1025", "4097", "9000", "23011"}) {
      const std::string text = with_size(program, n);
      const Lowered l = run.lowered(text);
      const std::optional<Value> want = run.answer(l, l.plan);
      for (const bool quick : {false, true}) {
        INFO(text << ", " << (quick ? "quick" : "all"));
        const Simulated got = simulate(run, l, l.plan, 1 + quick, quick);
        CHECK(got.found == "");
        INFO((want ? run.print(*want, l) : "error")
             << " and simulated " << (got.value ? run.print(*got.value, l) : "error"));
        CHECK(agree(want, got.value));
      }
    }
}

/// Does the simulated GPU give what the plan's interpreter gives, by that skeleton?
void check_optimised(PlanRun& run, const char* program, const char* skeleton) {
  Lowered l = run.lowered(program);
  const std::optional<Value> want = run.answer(l, l.plan);
  REQUIRE(optimise(l.plan, {{}, {}, 20}) == "");
  REQUIRE(emit_cuda(l.plan).text.find(skeleton) != std::string::npos);
  for (const bool quick : {false, true}) {
    INFO(program);
    const Simulated got = simulate(run, l, l.plan, 1 + quick, quick);
    CHECK(got.found == "");
    CHECK(agree(want, got.value));
  }
}

TEST_CASE("rows of any lengths are folded alike, whoever folds them") {
  PlanRun run;
  for (const char* program : rows) check_optimised(run, program, "nova_row_folds");
}

TEST_CASE("rows of any lengths are scanned alike, whoever scans them") {
  PlanRun run;
  for (const char* program : scans) check_optimised(run, program, "nova_row_scans");
}

TEST_CASE("of elements of rows that go to one place the last one stays, whoever makes them") {
  PlanRun run;
  for (const auto& [program, skeleton] : scattered) check_optimised(run, program, skeleton);
}

TEST_CASE("rows of more elements than can be counted are gone through until one goes nowhere") {
  PlanRun run;
  Lowered l = run.lowered(
      "(define mN (map (lambda (r) (<< (min 1 (+ r 1)) 62)) (iota 4))) (let (all [k | l <- mN, k <- "
      "(iota l)]) in (scatter (replicate 10 0) all (map (lambda (k) 1) all)))");
  REQUIRE(optimise(l.plan, {{}, {}, 20}) == "");
  const Simulated got = simulate(run, l, l.plan, 1);
  CHECK(got.found == "");
  CHECK(!got.value);
}

TEST_CASE("inputs that elements share come by shared memory") {
  PlanRun run;
  for (const auto& [program, skeleton] : shared) check_optimised(run, program, skeleton);
}

namespace {

/// A device that counts how often it was looked at before the last launch.
class Watched final : public GpuDevice {
 public:
  explicit Watched(GpuDevice& d) : device_(d) {}
  uint32_t looks = 0, before_last = 0, launches = 0;

  std::string name() const override { return device_.name(); }
  uint32_t resident_blocks(uint32_t threads) const override { return device_.resident_blocks(threads); }
  std::string whole(const std::string& kernels) const override { return device_.whole(kernels); }
  std::shared_ptr<GpuModule> load(const std::string& whole, std::string& error) override {
    return device_.load(whole, error);
  }
  void* allocate(uint64_t bytes) override { return device_.allocate(bytes); }
  void release(void* place) noexcept override { device_.release(place); }
  void upload(void* to, const void* from, uint64_t bytes) override { device_.upload(to, from, bytes); }
  void download(void* to, const void* from, uint64_t bytes) override {
    ++looks, device_.download(to, from, bytes);
  }
  void copy(void* to, const void* from, uint64_t bytes) override { device_.copy(to, from, bytes); }
  void fill(void* at, uint64_t bytes, uint8_t byte) override { device_.fill(at, bytes, byte); }
  int64_t stack_bytes(const GpuModule& m) const override { return device_.stack_bytes(m); }
  const void* stop_place() override { return device_.stop_place(); }
  void launch(const GpuModule& module, const std::string& kernel, const GpuGrid& grid, const GpuTask& task,
              std::span<const uint64_t> words) override {
    ++launches, before_last = looks, device_.launch(module, kernel, grid, task, words);
  }
  void finish() override { device_.finish(); }

 private:
  GpuDevice& device_;
};

/// The plan, optimised, and its kernels for the simulated GPU.
GpuProgram kernels_of(GpuDevice& sim, Lowered& l) {
  REQUIRE(optimise(l.plan, {{}, {}, 20}) == "");
  CudaText cuda = emit_cuda(l.plan);
  std::string error;
  auto module = sim.load(sim.whole(cuda.text), error);
  REQUIRE_MESSAGE(module, error);
  return {std::move(cuda), std::move(module)};
}

} // namespace

TEST_CASE("kernels follow each other without a look at the device") {
  constexpr const char* programs[] = {
      "(define x0 (map to_float (iota 5000))) (reduce + 0f (map sqrt (filter (lambda (x) (> x 9f)) x0)))",
      "(define x1 (map to_float (iota 5000))) (scan + 0f (filter (lambda (x) (< x 7f)) (filter (lambda (x) "
      "(> x 9f)) x1)))",
      "(define x2 (map to_float (iota 5000))) (map (lambda (i) (map (lambda (j) (* (! x2 i) (! x2 j))) (iota "
      "40))) (iota 30))",
      "(define x3 (iota 5000)) (let ((k (filter (lambda (x) (> x 4000)) x3))) ((reduce max 0 k), (scan + 0 "
      "k)))",
  };
  PlanRun run;
  for (const char* program : programs) {
    INFO(program);
    Lowered l = run.lowered(program);
    const std::optional<Value> want = run.answer(l, l.plan);
    const std::unique_ptr<GpuDevice> sim = make_sim(kept_folder(), 1);
    Watched watched(*sim);
    const GpuProgram kernels = kernels_of(*sim, l);
    const FlatWords flat = run.inputs(l);
    CHECK(agree(want, run.value(l, run_on(watched, kernels, flat.words, flat.rooms, {}))));
    CHECK(watched.launches > 1);
    CHECK(watched.before_last == 0);
  }
}

TEST_CASE("rows take the room that the run before had, and ask where that is not enough") {
  constexpr const char* programs[] = {
      "(define n4 [3 0 5 2]) (map (lambda (n) (map sqrt (map to_float (iota n)))) n4)",
      "(define n5 [3 0 5 2]) (map (lambda (r) (+ (length r) (sum r))) (force (map (lambda (n) (twice (filter "
      "(lambda (k) (< 1 (% k 3))) (iota n)))) n5)))",
      "(define n6 [3 0 5 2]) (map (lambda (n) ((iota n), (twice (filter (lambda (k) (< 1 (% k 3))) (iota "
      "n))))) n6)",
  };
  PlanRun run;
  run.form(
      "(define (double-all r) (map (* 2) r)) (define (twice r) (++ r ((no-inline double-all) r))) 0"); // a call: no other form is looked for
  for (const char* program : programs) {
    INFO(program);
    Lowered l = run.lowered(program);
    const std::unique_ptr<GpuDevice> sim = make_sim(kept_folder(), 1);
    const GpuProgram kernels = kernels_of(*sim, l);
    const FlatWords flat = run.inputs(l);
    const auto lengths =
        std::ranges::find_if(flat.rooms, [](uint64_t room) { return room > 0; }) - flat.rooms.begin();
    auto* const first =
        const_cast<int64_t*>(static_cast<const int64_t*>(flat.words[static_cast<size_t>(lengths)].column));
    for (const auto& [length, looks] :
         {std::pair<int64_t, bool>{3, true}, {2, false}, {40, false}, {4000, true}, {3000, false}}) {
      *first = length;
      Watched watched(*sim);
      const std::optional<Value> want = run.answer(l, l.plan);
      CHECK(agree(want, run.value(l, run_on(watched, kernels, flat.words, flat.rooms, {}))));
      CHECK((watched.before_last > 0) == looks);
    }
  }
}

namespace {

struct PlantedMistake {
  const char *program, *what;
  Mistake mistake;
  const char* found; ///< in the simulator's words; empty: another value will do
  bool optimised = false;
};
const PlantedMistake planted_mistakes[] = {
    {around_edges[1],
     "a missing barrier",
     {"if (lane == 0) room[warp] = v;\n  __syncthreads();", "if (lane == 0) room[warp] = v;"},
     ""},
    {rows[0], "a wrong mask", {"if (lane >= d) sum += left;", "if (lane > d) sum += left;"}, "", true},
    {around_edges[6],
     "an element that counts itself",
     {"votes & ((1u << lane) - 1)", "votes & ((2u << lane) - 1)"},
     ""},
    {around_edges[6],
     "elements in another warp's place",
     {"first += w < warp ? room[w] : 0", "first += w + 1 < warp ? room[w] : 0"},
     ""},
    {around_edges[4],
     "a cell that its warp has not written",
     {"at(e).y = y;\n      }\n    __syncwarp();", "at(e).y = y;\n      }"},
     "before it is written"},
    {around_edges[4],
     "running values read too early",
     {"&own[k].made; });\n    __syncwarp();", "&own[k].made; });"},
     ""},
    {around_edges[4],
     "a node of a warp that is late",
     {"from + live);\n  }\n  __syncthreads();", "from + live);\n  }"},
     ""},
    {around_edges[0],
     "an off-by-one tail",
     {"if (V > 1 && rest < n) {", "if (V > 1 && rest <= n) {"},
     "out of bounds"},
    {"(map (lambda (x) (* x x)) (map to_float (iota 23011)))",
     "a lot taken twice",
     {"f.load((k + u * by) * V, wide, in[u]);", "f.load(k * V, wide, in[u]);"},
     ""},
    {rows[0],
     "a row's leaves of its neighbour",
     {"const unsigned lane = threadIdx.x % 16;", "const unsigned lane = threadIdx.x % 32;"},
     "",
     true},
    {rows[0], "rows listed twice", {"list[m] = threadIdx.x;", "list[m / 2] = threadIdx.x;"}, "", true},
    {rows[1],
     "a barrier that some leave out",
     {"if (__syncthreads_or(over |= row.head(t, &bad, at))) break;",
      "row.head(t, &bad, at); if (threadIdx.x == 3) continue;"},
     "",
     true},
    {rows[1],
     "the tree's last part lost",
     {"for (; depth > 1; --depth)", "for (; depth > 2; --depth)"},
     "",
     true},
    {rows[2],
     "a piece of another row",
     {"pieces[cut->first[k] + p] = v;", "pieces[cut->first[k]] = v;"},
     "",
     true},
    {scans[0], "a carry of sixteen threads", {"lane >> level & 1", "lane >> level & 2"}, "", true},
    {scans[1], "flags of another row", {"flags + 2 * first", "flags"}, "", true},
    {scans[1],
     "a piece in another's place",
     {"b * blockDim.x * 16, row.count()", "piece * blockDim.x * 16, row.count()"},
     "",
     true},
    {scattered[0][0],
     "claims of whoever comes last",
     {"if (!Write) atomicMax(claim, mine);", "if (!Write) *claim = mine;"},
     "",
     true},
    {scattered[0][0], "the head of the row before", {"if (low != now && ", "if (now < 0 && "}, "", true},
    {scattered[1][0], "claims by the place in the row", {"f.nova_starts[i] + j))", "j))"}, "", true},
    {shared[0][0], "a tile's edge", {"k + ty < end", "k + ty + 1 < end"}, "before it is written", true},
    {shared[0][0],
     "the tile overwritten",
     {"  __syncthreads();\n  return over;", "  return over;"},
     "",
     true},
    {shared[3][0],
     "a neighbourhood read too early",
     {"f.stage(top, left);\n    __syncthreads();", "f.stage(top, left);"},
     "before it is written",
     true},
    {shared[3][0],
     "a neighbourhood of another row",
     {"at[y][x] = (nv_u64)place", "at[y][x] = y % 7 && (nv_u64)place"},
     "",
     true},
    {shared[3][0],
     "a border taken for the inside",
     {"f.holds(top, left) && f.holds(top, right)", "f.holds(top, left) || f.holds(top, right)"},
     "",
     true},
    {"(define oN (map (lambda (i) (% (* i 7919) 1009)) (iota 9000))) ((filter (lambda (x) (> x 500)) oN), "
     "(filter (lambda (x) (not (> x 500))) oN))",
     "what is not kept in another's place",
     {"f.put_other(begin - at + (k - total), slots[k])", "f.put_other(begin - at, slots[k])"},
     "",
     true},
    {shared[4][0],
     "a tile of uneven rows taken for an even one",
     {"differ |= row[q].count() != *m;", ""},
     "",
     true},
    {shared[1][0], "another lot", {"in[l / 4], l % 4", "in[l / 4], l / 4"}, "", true},
    {around_edges[4],
     "shared memory unwritten",
     {"carry(tree[2 * blockDim.x - 2])", "carry(tree[2 * blockDim.x - 1])"},
     "before it is written"},
    {around_edges[4],
     "shared memory beyond its end",
     {"*const before = tree + 2 * blockDim.x - 1", "*const before = tree + 2 * blockDim.x"},
     "shared memory"},
    {around_edges[4], "a flag never set", {"*flag = 1;", ""}, "deadlock"},
    {around_edges[1],
     "a barrier in a branch",
     {"if (lane == 0) room[warp] = v;\n  __syncthreads();",
      "if (lane == 0) { room[warp] = v; __syncthreads(); }"},
     "barrier"},
    {around_edges[7],
     "ranks of another warp",
     {"rank[k] += counts[warp * 256 + d] + local[d]", "rank[k] += counts[(warp ^ 1) * 256 + d] + local[d]"},
     ""},
    {around_edges[8],
     "a digit's block before forgotten",
     {"before += word & count;", "before = word & count;"},
     ""},
    {around_edges[8],
     "staging over counts that others still read",
     {"__syncthreads();\n#pragma unroll\n    for (int k = 0; k < tile::items; ++k)\n      if (here >> k & "
      "1) sorted",
      "#pragma unroll\n    for (int k = 0; k < tile::items; ++k)\n      if (here >> k & 1) sorted"},
     ""},
    {around_edges[8],
     "a ballot in a branch",
     {"if (is_there && !before) others", "if (is_there && __ballot_sync(0xffffffffu, !before)) others"},
     ""},
    {around_edges[9],
     "values overwritten that a thread still joins",
     {"if (!over) f.put(sum);\n      }\n    }\n    __syncthreads();",
      "if (!over) f.put(sum);\n      }\n    }"},
     ""},
    {around_edges[9],
     "a run's next lot in the place of the one that is joined",
     {"*filled = joined + others", "*filled = joined"},
     ""},
    {around_edges[9],
     "a lot joined too late",
     {"joined = filled, filled = swap;", ""},
     "before it is written"},
};

} // namespace

TEST_CASE("mistakes planted in kernels are found on the simulated GPU") {
  PlanRun run;
  for (const PlantedMistake& c : planted_mistakes) {
    Lowered l = run.lowered(with_size(c.program, c.program == around_edges[8] ? "40000" : "9000"));
    const std::optional<Value> want = run.answer(l, l.plan);
    if (c.optimised) REQUIRE(optimise(l.plan, {{}, {}, 20}) == "");
    bool caught = false;
    for (uint64_t seed = 1; seed <= 20 && !caught; ++seed) {
      const Simulated got = simulate(run, l, l.plan, seed, false, c.mistake);
      caught = got.found.empty() ? !agree(want, got.value) : got.found.find(c.found) != got.found.npos;
    }
    CHECK_MESSAGE(caught, std::string(c.what));
  }
}

namespace {

/// Rows whose lengths take loops to find, so that threads hear of a stop in them, some of them so long that all blocks share them.
constexpr const char* slow_rows[] = {
    "(define (slowA n) (let ((k n) (s 0)) (while (> k 0) (set! k (- k 1)) (set! s (+ s 1))) s)) (map (lambda "
    "(n) (reduce + 0 (map (lambda (k) "
    "(% (* k 7) 5)) (iota (slowA n))))) [3 40000 17 33000 5])",
    "(define (slowB n) (let ((k n) (s 0)) (while (> k 0) (set! k (- k 1)) (set! s (+ s 1))) s)) (map (lambda "
    "(n) (scan + 0 (map (lambda (k) "
    "(% (* k 7) 5)) (iota (slowB n))))) [3 40000 17 33000 5])",
    "(filter (lambda (x) (odd (sum (iota (% x 50))))) (iota 20000))",
    "(scan + 0 (map (lambda (x) (sum (iota (% x 50)))) (iota 20000)))",
};

/// Kernels are told to stop where the k-th question whether to give up is asked; how many were asked, or what was wrong.
int stopped_at(PlanRun& run, const Lowered& l, const Plan& plan, int k, std::string& wrong) {
  const std::unique_ptr<GpuDevice> sim = make_sim(kept_folder(), static_cast<uint64_t>(k) + 1);
  CudaText cuda = emit_cuda(plan);
  const auto module = sim->load(sim->whole(cuda.text), wrong);
  REQUIRE_MESSAGE(module, wrong);
  int asked = 0;
  const Poll poll = [&] {
    const int on = 1;
    if (++asked == k) sim->upload(const_cast<void*>(sim->stop_place()), &on, sizeof on);
  };
  const FlatWords flat = run.inputs(l);
  try {
    run_on(*sim, {std::move(cuda), module}, flat.words, flat.rooms, poll);
  } catch (const DeviceError& e) {
    wrong = e.what;
  } catch (const Fault&) { // of what was not computed no length is one
  }
  return asked;
}

} // namespace

TEST_CASE(
    "a stop that some threads hear before others makes no barrier diverge, and no block wait for ever") {
  constexpr int times = 10;
  for (const char* text : slow_rows) {
    INFO(text);
    PlanRun run;
    const Lowered l = run.lowered(text);
    Plan plan = l.plan;
    REQUIRE(optimise(plan, {{}, {}, 20}) == "");
    std::string wrong;
    const int all = stopped_at(run, l, plan, 0, wrong);
    CHECK(wrong == "");
    for (int t = 0; t < times; ++t) {
      stopped_at(run, l, plan, 1 + t * (all - 1) / times, wrong);
      CHECK(wrong == "");
    }
  }
}

TEST_CASE("where one thread alone finds that a cut row is over, its block leaves as one") {
  const Mistake one_leaves{"row.head(t, &bad, cut->row[k])",
                           "(threadIdx.x == 7 ? nova_fail(t, 0) : row.head(t, &bad, cut->row[k]))"};
  PlanRun run;
  for (const char* text : {std::end(rows)[-1], std::end(scans)[-1]}) {
    INFO(text);
    Lowered l = run.lowered(text);
    REQUIRE(optimise(l.plan, {{}, {}, 20}) == "");
    const Simulated got = simulate(run, l, l.plan, 1, false, one_leaves);
    CHECK(got.found == "");
    CHECK(!got.value);
  }
}
