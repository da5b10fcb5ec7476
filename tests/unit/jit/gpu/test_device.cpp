// The session's side of a GPU, with a helper that simulates one and goes wrong where it is told to: crashes,
// errors that stick, no memory, kernels that never end, deaf helpers, garbage.
#include "jit/cpu/device.hpp"
#include "jit/gpu/helper/process.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include "tests/unit/gpu_help.hpp"
#include <algorithm>
#include <random>
#include <unistd.h>

using namespace nova;
using namespace nova::plan;
using namespace nova::gpu_help;

namespace {

constexpr const char* sums =
    "(define gx (map to_float (iota 5000))) (reduce + 0.0f (map (lambda (x) (* x x)) gx))";
constexpr const char* doubled = "(define gy (iota 6000)) (map (lambda (x) (* 2 x)) gy)";

} // namespace

TEST_CASE("plans give the same through a helper") {
  PlanRun run;
  Client c;
  for (const char* text :
       {sums, doubled, "(filter odd (iota 3000))", "(scan + 0 (iota 2500))", "(sort [3 1 2])", "(iota 0)",
        "(map (lambda (n) (iota n)) [3 0 2])", "(scatter [0 0 0 0] [2 0 2] [5 7 9])",
        "(map (lambda (x) (/ 100 x)) [1 2 0 4])", "(define gs [4 5 6 7]) (drop 2 gs)",
        "(define gt [1 2 3]) (gt, (map (+ 1) gt), gt)", "(map odd (iota 70000))"})
    check_same(run, c, text);
  CHECK(c.said == "");
  CHECK(c.gpu.counts().deaths == 0);
  CHECK(c.gpu.name() == "a fake GPU");
}

TEST_CASE("an input goes over once, and a result comes back when it is read, once") {
  PlanRun run;
  Client c;
  MadeForm m = make(run, doubled);
  const FlatWords inputs = run.inputs(m.lowered);
  CHECK(c.gpu.missing(inputs) == 48000);
  const Answer first = c.gpu.run(m.form, inputs, {});
  CHECK(c.gpu.missing(inputs) == 0);
  CHECK(c.gpu.counts().sent == 48000);
  c.gpu.run(m.form, inputs, {});
  CHECK(c.gpu.counts().sent == 48000);
  CHECK(c.gpu.counts().fetched == 0);
  REQUIRE(first.columns.size() == 1);
  CHECK(first.columns[0].buffer->is_away());
  FlatWords again; // the result as an input stays there
  again.may_be_away = true;
  const std::optional<Value> v = run.value(m.lowered, first);
  flatten_value(run.frontend.types, m.lowered.type, *v, again);
  const Answer second = c.gpu.run(m.form, again, {});
  CHECK(c.gpu.counts().sent == 48000);
  CHECK(c.gpu.counts().fetched == 0);
  CHECK(second.columns[0].buffer->as<int64_t>()[7] == 28);
  CHECK(second.columns[0].buffer->as<int64_t>()[8] == 32);
  CHECK(c.gpu.counts().fetched == 48000);
}

TEST_CASE("a small result comes with the answer, and stays there too") {
  PlanRun run;
  Client c;
  MadeForm m = make(run, "(define gq [4 5 6]) (map (lambda (x) (* 2 x)) gq)");
  const Answer a = c.gpu.run(m.form, run.inputs(m.lowered), {});
  CHECK_FALSE(a.columns[0].buffer->is_away());
  CHECK(a.columns[0].buffer->as<int64_t>()[2] == 12);
  CHECK(c.gpu.counts().fetched == 0);
  FlatWords again;
  flatten_value(run.frontend.types, m.lowered.type, *run.value(m.lowered, a), again);
  const uint64_t sent = c.gpu.counts().sent;
  CHECK(c.gpu.missing(again) == 0);
  CHECK(c.gpu.run(m.form, again, {}).columns[0].buffer->as<int64_t>()[0] == 16);
  CHECK(c.gpu.counts().sent == sent);
}

TEST_CASE("cells are added to the helper's own copies, and come back with the answer") {
  PlanRun run;
  const std::string text =
      "(types (Chain : (+ (End : unit) (Link : (int, Chain))))) (define (chain n) (if (<= n 0) "
      "(End) (Link (n, (chain (- n 1)))))) (map chain (map (lambda (k) (% k 20)) (iota 60)))";
  Client c;
  MadeForm m = make(run, text);
  REQUIRE(makes_cells(m.lowered.plan));
  const std::optional<Value> want = run.answer(m.lowered, m.lowered.plan);
  const FlatWords inputs = run.inputs(m.lowered);
  uint64_t sent = 0;
  for (int k = 0; k < 3; ++k) { // there is room for one run's cells
    const Answer a = c.gpu.run(m.form, inputs, {});
    for (const ResultColumn& r : a.columns) CHECK_FALSE(r.buffer->is_away());
    CHECK(agree(want, run.value(m.lowered, a)));
    if (k == 0) sent = c.gpu.counts().sent;
  }
  CHECK(c.gpu.counts().sent == sent);
  for (const char* fault : {"crash", "garbage"}) {
    PlanRun again;
    Client other({fault, once_file()});
    check_same(again, other, text);
    CHECK(other.gpu.counts().deaths == 1);
  }
}

TEST_CASE("columns larger than the ring") {
  PlanRun run;
  Client c;
  MadeForm m = make(run, "(define gb (range 0 9000000)) (slice 8999990 1 9000000 gb)");
  CHECK(agree(run.answer(m.lowered, m.lowered.plan), value(run, c, m)));
  CHECK(c.gpu.counts().sent == 72000000);
}

TEST_CASE("threads copy a column's pieces, and nothing beside them") {
  CpuDevice cpu({3, kept_folder()});
  constexpr uint64_t mib = uint64_t{1} << 20;
  std::vector<std::byte> from(5 * mib + 3);
  for (size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::byte>(k * 7919 >> 8);
  for (const uint64_t n : {uint64_t{0}, uint64_t{1}, mib - 1, mib, mib + 1, 2 * mib, 5 * mib + 3}) {
    std::vector<std::byte> to(n + 1, std::byte{0x5a});
    cpu.copy(to.data(), from.data(), n);
    CHECK(std::equal(to.begin(), to.end() - 1, from.begin()));
    CHECK(to.back() == std::byte{0x5a});
  }
}

TEST_CASE("a helper that dies is replaced, and the run gives its answer") {
  PlanRun run;
  for (const char* fault : {"crash", "broken", "garbage"}) {
    INFO(fault);
    Client c({fault, once_file()});
    const auto begin = Clock::now();
    check_same(run, c, sums);
    CHECK(seconds_since(begin) < 10); // the simulator's compiler included
    CHECK(c.gpu.counts().deaths == 1);
    CHECK(c.said.find("another one takes its place") != std::string::npos);
    check_same(run, c, doubled);
    CHECK(c.gpu.counts().deaths == 1);
  }
}

TEST_CASE("a plan that two helpers died of is not tried again; after three deaths the GPU is off") {
  PlanRun run;
  Client c({"broken@1"}); // each helper's first launch
  MadeForm a = make(run, sums), b = make(run, doubled);
  CHECK(refusal(c, run, a) == "two helpers have died of it, at last: CUDA_ERROR_ILLEGAL_ADDRESS");
  CHECK(refusal(c, run, a) == "two helpers have died of it");
  CHECK(c.gpu.counts().deaths == 2);
  CHECK(refusal(c, run, b).find("ended three times within a minute") != std::string::npos);
  CHECK(c.gpu.state() == GpuClient::Off);
  CHECK(c.said.find("the GPU is off for this session") != std::string::npos);
  CHECK(c.said.find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos);
}

TEST_CASE("out of memory: what the run does not need leaves the device, and if that is not enough the run is "
          "refused") {
  PlanRun run;
  {
    Client c({"memory@120000"}); // room for one run's columns
    MadeForm a = make(run, doubled), b = make(run, "(define gz (iota 6001)) (map (lambda (x) (+ 1 x)) gz)");
    const FlatWords first = run.inputs(a.lowered), second = run.inputs(b.lowered);
    const Answer kept = c.gpu.run(a.form, first, {});
    CHECK(agree(run.answer(b.lowered, b.lowered.plan), run.value(b.lowered, c.gpu.run(b.form, second, {}))));
    CHECK(c.gpu.counts().spilled > 0);
    CHECK_FALSE(kept.columns[0].buffer->is_away()); // it was only there
    CHECK(kept.columns[0].buffer->as<int64_t>()[5999] == 11998);
    CHECK(agree(run.answer(a.lowered, a.lowered.plan), run.value(a.lowered, c.gpu.run(a.form, first, {}))));
    CHECK(c.gpu.counts().deaths == 0);
  }
  Client c({"memory@50000"});
  MadeForm a = make(run, doubled);
  CHECK(refusal(c, run, a).find("the GPU's memory is full") == 0);
  check_same(run, c, sums); // it goes on
  CHECK(c.gpu.counts().deaths == 0);
}

TEST_CASE("a run stops when it is told to, and the helper lives on") {
  PlanRun run;
  for (const char* code : {"E0603", "E0604"}) {
    Client c({"hang", once_file()});
    MadeForm m = make(run, sums);
    REQUIRE(c.gpu.load(m.form, {}));
    const auto begin = Clock::now();
    std::string got;
    try {
      c.gpu.run(m.form, run.inputs(m.lowered), after(std::chrono::milliseconds(50), code));
    } catch (const Fault& f) {
      got = f.code;
    }
    CHECK(got == code);
    // A poll that goes on to say E0603 is a second Ctrl-C.
    if (got == "E0604") CHECK(c.gpu.counts().deaths == 0);
    CHECK(seconds_since(begin) < 1);
    check_same(run, c, sums);
  }
}

TEST_CASE("a helper that does not hear is killed after its grace") {
  PlanRun run;
  Client c({"deaf", once_file()}, std::chrono::milliseconds(200));
  MadeForm m = make(run, sums);
  REQUIRE(c.gpu.load(m.form, {}));
  const auto begin = Clock::now();
  CHECK_THROWS_AS(c.gpu.run(m.form, run.inputs(m.lowered), after(std::chrono::milliseconds(50), "E0604")),
                  Fault);
  CHECK(seconds_since(begin) < 1);
  CHECK(c.gpu.counts().deaths == 1);
  check_same(run, c, sums);
}

TEST_CASE("a result that was not read before its helper died is made anew") {
  PlanRun run;
  Client c({"crash@2", once_file()});
  MadeForm m = make(run, doubled);
  const Answer first = c.gpu.run(m.form, run.inputs(m.lowered), {});
  REQUIRE(first.columns[0].buffer->is_away());
  check_same(run, c, sums); // the second launch
  CHECK(c.gpu.counts().deaths == 1);
  CHECK(first.columns[0].buffer->as<int64_t>()[5999] == 11998);
  CHECK_FALSE(first.columns[0].buffer->is_away());
  CHECK(c.gpu.counts().fetched == 0);
}

TEST_CASE("results of results of results are fetched before their recipes grow long") {
  PlanRun run;
  Client c;
  MadeForm m = make(run, doubled);
  std::optional<Value> v = run.value(m.lowered, c.gpu.run(m.form, run.inputs(m.lowered), {}));
  for (int k = 0; k < 20; ++k) {
    FlatWords in;
    in.may_be_away = true;
    flatten_value(run.frontend.types, m.lowered.type, *v, in);
    v = run.value(m.lowered, c.gpu.run(m.form, in, {}));
  }
  CHECK(c.gpu.counts().sent == 48000);
  CHECK(c.gpu.counts().fetched == 2 * 48000);
  CHECK(v->array().data<int64_t>()[3] == int64_t{3} << 21);
}

TEST_CASE("a form is loaded in the background, runs on the GPU while that pays, and why tells") {
  setenv("XDG_CACHE_HOME", folder().c_str(), 1);
  PlanRun run;
  GpuTier tier({{NOVA_FAKE_GPU}, folder() + "/tier", {}, {}});
  MadeForm m = make(run, doubled);
  const FlatWords inputs = run.inputs(m.lowered);
  GpuWork work;
  CHECK_FALSE(tier.pays(work, m.lowered.plan, inputs, 6000, {})); // the CPU's time is not known
  work.times.cpu_ns = 1e6;                                        // six seconds
  const auto begin = Clock::now();
  while (!tier.pays(work, m.lowered.plan, inputs, 6000, {}) && seconds_since(begin) < 30) usleep(1000);
  REQUIRE(tier.pays(work, m.lowered.plan, inputs, 6000, {}));
  std::string refusal;
  const auto a = tier.run(work, inputs, 6000, {}, refusal);
  REQUIRE(a);
  CHECK(agree(run.answer(m.lowered, m.lowered.plan), run.value(m.lowered, *a)));
  CHECK(work.runs == 1);
  CHECK(work.times.gpu_ns > 0);
  CHECK(tier.pays(work, m.lowered.plan, inputs, 6000, {}));
  CHECK(why(work).find("6000 ms on the CPU") != std::string::npos);
  work.times.cpu_ns = 1e3, work.times.gpu_ns = 1e4; // 6 ms against 60
  CHECK_FALSE(tier.pays(work, m.lowered.plan, inputs, 6000, {}));
  CHECK_FALSE(tier.pays(work, m.lowered.plan, inputs, 600, {})); // too short to ask
  CHECK(remembered_crossover(folder() + "/tier", "a fake GPU, simulated"));
}

TEST_CASE("no GPU, no helper, a helper without words") {
  PlanRun run;
  {
    Client c({"none"});
    CHECK_FALSE(c.gpu.wait({}));
    CHECK(c.gpu.why() == "the fake driver shows no GPU");
  }
  {
    GpuClient::Options o;
    o.helper = {folder() + "/no-such-program"};
    GpuClient gpu(o);
    CHECK_FALSE(gpu.wait({}));
    CHECK(gpu.why().find("the helper can't be started") == 0);
  }
  Client c({"mute"});
  CHECK(c.gpu.state() == GpuClient::Starting);
  CHECK_THROWS_AS(c.gpu.wait(after(std::chrono::milliseconds(30), "E0603")), Fault);
}

TEST_CASE("a helper that is sent garbage ends, whatever the garbage is") {
  setenv("XDG_CACHE_HOME", folder().c_str(), 1);
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    std::string error;
    const auto p = GpuProcess::start({NOVA_FAKE_GPU}, error);
    REQUIRE(p);
    CHECK(receive_frame(p->socket(), {}).kind == GpuSays::Hello);
    std::string body(random() % 200, '\0');
    for (char& b : body) b = static_cast<char>(random() % 4 ? random() % 3 : random());
    const auto kind = static_cast<GpuSays>(random() % 11);
    try {
      send_frame(p->socket(), kind, body);
      const auto until = Clock::now() + std::chrono::seconds(5);
      for (;;) // an answer is as good as an end, but no endless wait and nothing wild
        if (const GpuFrame f = receive_frame(p->socket(),
                                             [&] {
                                               if (Clock::now() > until || kind == GpuSays::Release)
                                                 throw WireError{"late"};
                                             });
            f.kind == GpuSays::Moved || f.kind == GpuSays::Loaded)
          break;
    } catch (const WireError& e) {
      CHECK((e.what == "it closed the connection" || (kind == GpuSays::Release && e.what == "late")));
    }
  }
}
