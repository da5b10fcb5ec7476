// How long a prompt waits for a GPU, wall clock from the form to its value, in the tier cuda, nothing checked.
//     bench_gpu_latency CACHE [HELPER ..]
// CACHE is an empty folder; HELPER another helper's command line. A line for each: name, median and least ms, the goal in ms
// (- where there is none), runs. The helper's cold start is its process, the driver and the device's context.
#include "bench/cpu/prompt.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/gpu/helper/cuda_device.hpp"
#include "jit/tiers/gpu_choice.hpp"
#include <algorithm>
#include <chrono>
#include <thread>

namespace {

using namespace nova;
using Clock = std::chrono::steady_clock;

/// Each is a text of its own, so that it has kernels of its own.
constexpr const char* forms[] = {
    "(reduce + 0 (map (lambda (x) (* x x)) xs))",
    "(! (map (lambda (x y) (+ (* 2f x) y)) fs fs) 5)",
    "(length (filter (lambda (x) (= 0 (% x 3))) xs))",
    "(! (scan + 0.0 ds) 9)",
    "(reduce + 0.0 (map (lambda (x) (exp (sin x))) ds))",
    "(! (sort (map (lambda (x) (% (* x 7919) 100003)) xs)) 7)",
    "(reduce + 0 (map (lambda (n) (sum (iota n))) (take 300 xs)))",
};
constexpr const char* inputs = "(define xs (iota 20000)) (define fs (map to_float xs)) (define ds (map "
                               "to_double xs)) (map (lambda (x) (- 7 x)) xs)";

constexpr auto better_code = std::chrono::seconds(12);

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

class GpuPrompt {
 public:
  GpuPrompt(const std::string& cache, const std::vector<std::string>& helper)
      : session_(options(cache, helper)) {}
  /// Milliseconds to the value; a form that fails, or that no GPU ran, ends the process.
  double run(const std::string& text) {
    const FileId file = session_.add_text("form", text);
    const auto begin = Clock::now();
    const bool good = session_.run_forms(file, [](const Outcome&) {});
    const double took = ms_since(begin);
    if (good && session_.tiers().manager()->report().find("cpu: ") == std::string::npos) return took;
    std::fprintf(stderr, "%s\n%s", text.c_str(), session_.tiers().manager()->report().c_str());
    std::exit(1);
  }

 private:
  static SessionOptions options(const std::string& cache, const std::vector<std::string>& helper) {
    SessionOptions o = cpu_options(1);
    o.tiers.tier = Tier::Cuda, o.tiers.checking = Checking::Off;
    o.tiers.cache = cache, o.tiers.gpu_helper = helper;
    o.out = [](std::string_view) {};
    return o;
  }
  Session session_;
};

void row(const char* name, std::vector<double> ms, const char* goal) {
  std::sort(ms.begin(), ms.end());
  std::printf("%s\t%.3f\t%.3f\t%s\t%zu\n", name, ms[ms.size() / 2], ms[0], goal, ms.size());
  std::fflush(stdout);
}

/// Helpers that start one after the other; and of the last one the least time for a plan that it has, without a session.
void cold_starts(const std::string& cache, const std::vector<std::string>& helper) {
  constexpr int runs = 5;
  std::vector<double> ms, round_trip;
  for (int k = 0; k < runs; ++k) {
    const auto begin = Clock::now();
    plan::GpuTier tier({helper, cache, {}, {}});
    if (!tier.client().wait({}))
      std::fprintf(stderr, "no latency: %s\n", tier.client().why().c_str()), std::exit(1);
    ms.push_back(ms_since(begin));
    if (k + 1 == runs) round_trip.push_back(tier.crossover({}).round_trip_ns * 1e-6);
  }
  row("helper's cold start", ms, "-");
  row("resident plan, helper alone", round_trip, "0.1");
}

/// Of each form, in a session whose GPU is warm and has the inputs.
std::vector<double> first_answers(GpuPrompt& prompt) {
  std::vector<double> ms;
  prompt.run(inputs);
  for (const char* form : forms) ms.push_back(prompt.run(form));
  return ms;
}

/// What the same plan costs over again, its input and its result on the device. A typed form is planned anew each time; in
/// `again`, which cannot be planned, the call is one form.
std::vector<double> dispatches(GpuPrompt& prompt) {
  constexpr int runs = 500;
  prompt.run("(define few (map (* 3) (iota 2000))) (define (job) (map (+ 1) few)) (define (again) (begin "
             "(print \"\") (job)))");
  std::vector<double> ms;
  for (int k = 0; k < runs; ++k) ms.push_back(prompt.run("(again)"));
  return ms;
}

void measure(const std::string& cache, const std::vector<std::string>& helper) {
  cold_starts(cache, helper);
  {
    GpuPrompt prompt(cache, helper);
    row("new form", first_answers(prompt), "150");
    row("resident plan, called at the prompt", dispatches(prompt), "0.1");
    if (helper.empty())
      std::this_thread::sleep_for(better_code); // compiled beside; the next session finds it
  }
  GpuPrompt prompt(cache, helper);
  row("cached form", first_answers(prompt), "5");
}

} // namespace

int main(int argc, char** argv) {
  if (const auto status = plan::cuda_helper(argc, argv)) return *status;
  if (argc < 2) return std::fprintf(stderr, "bench_gpu_latency CACHE [HELPER ..]\n"), 2;
  run_on_big_stack([&] { measure(argv[1], std::vector<std::string>(argv + 2, argv + argc)); });
}
