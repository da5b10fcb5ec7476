// A form's way to a kernel: what it meets, its plan, its C, how much work it is.
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/cuda/emit_cuda.hpp"
#include "jit/emit/embedded_texts.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/tiers/manager.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <ctime>

namespace nova {

using namespace plan;

const Value* TierManager::Impl::at(const Input& in, std::span<Value> frame) const {
  const Value* v = in.kind == Input::Slot ? &frame[in.index] : machine.defined_value(in.index);
  for (const uint32_t k : in.path) v = &v->items()[k];
  return v;
}

std::optional<KnownFunction> TierManager::Impl::function_at(const Input& in, std::span<Value> frame) const {
  const Value* v = at(in, frame);
  if (!v) return {};
  const Closure c = closure_of(*v);
  if (!c.lambda) return {};
  return KnownFunction{in, c.lambda, c.supplied};
}

Border TierManager::Impl::border(const BoxedFunctions* boxed) const {
  return {machine.frontend.types, [this](TypeId t) { return machine.layout(t); },
          [this](const Core& lambda, uint32_t supplied) { return machine.code_of(lambda, supplied); }, boxed};
}

/// Does the plan know all functions in an input?
bool TierManager::Impl::takes(const TierForm& f, const Input& in, std::span<Value> frame) const {
  if (!in.functions) return true;
  const Value* v = at(in, frame);
  ValueShape known = in.shape;
  BoxedFunctions boxed = f.lowered.boxed;
  const auto changed = v ? join(border(), known, *v, boxed) : std::nullopt;
  return changed && !*changed;
}

namespace {

/// For an H100's architecture, whatever machine this is.
std::string ptx_of(const std::string& kernels) {
  constexpr int arch = 90;
  const auto nvrtc = cuda::Nvrtc::open();
  if (!nvrtc) return "; libnvrtc is not installed\n";
  const cuda::Compiled c = nvrtc->ptx(cuda_prologue(kernels) + kernels, arch);
  return c.good ? c.output.substr(0, c.output.find('\0')) : c.log;
}

} // namespace

void TierManager::Impl::make(TierForm& f, std::span<Value> frame) {
  if (!is_compilable(*f.core)) return void(f.reason = "it is too large to be compiled as one");
  if (find_plan(f, frame) && options.kernels) finish(f); // what is small is told too
}

namespace {

/// A plan, and a text made of it, have to fit into the session's memory: else the form is refused. Where there is no time to
/// make it, it is as if never begun.
template <class Make> bool fits(TierForm& f, Make make) {
  try {
    return make(), true;
  } catch (const Fault& limit) {
    f.fused = {}, f.text.clear();
    if (limit.code != "E0601") throw;
    f.state = TierForm::Refused, f.lowered = {}, f.too_large = true;
    return f.reason = "there is no memory for its plan", false;
  }
}

} // namespace

bool TierManager::Impl::find_plan(TierForm& f, std::span<Value> frame) {
  Refusal why;
  const auto shape_at = [&](const Input& in, ValueShape& shape, BoxedFunctions& boxed) {
    const Value* v = at(in, frame);
    return v && join(border(), shape, *v, boxed);
  };
  std::optional<Lowered> made;
  const auto function = [&](const Input& in) { return function_at(in, frame); };
  if (!fits(f, [&] { made = lower(*f.core, machine.mono, machine.frontend, why, {function, shape_at}); }))
    return false;
  if (!made) {
    f.reason = why.reason, f.always = why.always, f.too_large = why.too_large,
    f.lowered.functions = std::move(why.functions);
    return false;
  }
  f.lowered = std::move(*made);
  f.state = TierForm::Lowered;
  return true;
}

namespace {

/// Of forms that are alike but for what they call things there is one text.
std::string text_to_compile(Plan plan) {
  plan.names.clear();
  return emit_c(plan);
}

/// Passes that take longer than a form is worth.
struct TooLong {};

double thread_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

constexpr size_t most_text = 400'000; ///< bytes: a compiler takes some seconds

bool has_loop(const Plan& plan) {
  bool has = false;
  for_each_stm(plan.body, [&](const Stm& s) { has = has || s.op == Op::Loop; });
  return has;
}

} // namespace

/// The plan's C, once. False if the form is refused after all.
bool TierManager::Impl::finish(TierForm& f) {
  if (!f.text.empty()) return true;
  const bool good = print(f);
  if (good && options.kernels) options.kernels(f.fused);
  return good;
}

/// By default the interpreter waits for passes and text, so they may take 100 ms of a processor, or a sixteenth of the
/// interpreter's time so far. What takes longer is tried again when the interpreter has worked much longer.
template <class Make> bool TierManager::Impl::in_time(TierForm& f, Make make) {
  if (options.tier != Tier::Auto || dumps()) return make();
  const double begin = thread_ns(), most = std::max(100e6, f.waiting_ns / 16);
  const Watch watch([&] {
    machine.check_stop();
    if (thread_ns() - begin > most) throw TooLong{};
  });
  try {
    return make();
  } catch (const TooLong&) {
    f.fused = {}, f.planning_ns = thread_ns() - begin, f.state = TierForm::Lowered;
    return f.reason = "its passes take longer than it is worth", false;
  }
}

bool TierManager::Impl::print(TierForm& f) {
  const auto refuse = [&f](std::string why) {
    return f.state = TierForm::Refused, f.reason = std::move(why), false;
  };
  f.fused = f.lowered.plan;
  if (!may_have_kernels(f.fused))
    return refuse("nothing of it runs over elements"); // before the passes, which take a millisecond
  if (machine.options.max_depth > 0 && std::ranges::any_of(f.fused.functions, &plan::Function::recursive))
    return refuse("its calls are counted, as --max-depth asks"); // passes make loops of some
  std::string broken, text;
  const auto make = [&] {
    broken = optimise(f.fused, plain_passes());
    if (broken.empty()) text = text_to_compile(f.fused);
  };
  if (!in_time(f, [&] { return fits(f, make); })) return false;
  if (!broken.empty()) return refuse("a pass broke its plan: " + broken);
  if (options.tamper) text = options.tamper(std::move(text));
  if (text.empty()) return refuse("it folds whole vectors");
  f.too_large = text.size() > most_text;
  if (f.too_large) return refuse("its C is longer than " + std::to_string(most_text) + " bytes");
  f.kernels = count_kernels(f.fused);
  f.recursive = std::ranges::any_of(f.fused.functions, &plan::Function::recursive);
  if (f.kernels == 0 && ((!f.recursive && !has_loop(f.fused)) || is_gpu(options.tier)))
    return refuse("nothing of it runs over elements");
  f.text = c_prologue(text) + text;
  f.state = TierForm::Lowered;
  return true;
}

// ---- dumps ----

bool TierManager::Impl::dumps() const {
  const TierOptions& o = options;
  return o.flows || o.dump_plan || o.dump_fused || o.dump_c || o.dump_cuda || o.dump_ptx ||
         !o.dump_passes.empty();
}

/// The plan before and after each pass that is to be told of.
void TierManager::Impl::dump_passes(Plan p) const {
  PassOptions o = plain_passes();
  o.after_each = [this, before = print_plan(p)](const Pass& pass, const Plan& after) mutable {
    std::string now = print_plan(after);
    if (std::ranges::find(options.dump_passes, pass.name) != options.dump_passes.end())
      options.dump("; before " + std::string(pass.name) + "\n" + before + "; after " +
                   std::string(pass.name) + "\n" + now);
    before = std::move(now);
  };
  optimise(p, o);
}

/// Nothing while a definition has not run.
void TierManager::Impl::tell_flow(TierForm& f, std::span<Value> frame) {
  if (!work(f, frame)) return;
  const std::vector<Value> values = inputs(f, frame);
  const Border at = border(&f.lowered.boxed);
  options.flows(f.core->span, flow_of(f.fused, words_of(at, f.lowered.inputs, values, 0)));
}

/// Prints a form with a plan, once in each dump. Has it kernels, so that nothing in it is one of its own?
bool TierManager::Impl::dump(Node& node, TierForm& f, std::span<Value> frame) {
  if (f.lowered.plan.body.results.empty()) return false; // it was not lowered
  const bool good = f.state != TierForm::Refused && finish(f), again = node.shown == options.dump_round;
  node.shown = options.dump_round;
  if (again) return good;
  const std::string at = machine.frontend.sources.place(node.core->span) + ": ";
  const auto show = [&](const char* comment, const char* phase, const std::string& text) {
    options.dump(comment + at + phase + "\n" + text);
  };
  if (options.dump_plan) show("; ", "plan", print_plan(f.lowered.plan));
  if (!options.dump_passes.empty()) dump_passes(f.lowered.plan);
  if (options.dump_fused) show("; ", "fused", print_plan(f.fused));
  if (!good) return false;
  if (options.flows) tell_flow(f, frame);
  if (options.dump_c) show("// ", "c", emit_c(f.fused));
  if (options.dump_cuda) show("// ", "cuda", emit_cuda(f.fused).text);
  if (options.dump_ptx) show("// ", "ptx", ptx_of(emit_cuda(f.fused).text));
  return true;
}

// ---- work ----

WorkFormula::Places TierManager::Impl::places(const TierForm& f) const {
  return number_places(machine.frontend.types, f.lowered.inputs, &f.lowered.boxed,
                       [this](uint32_t index) { return machine.defined_value(index); });
}

/// About how long the interpreter would need, in nanoseconds. Nothing while a definition has not run.
std::optional<double> TierManager::Impl::work(TierForm& f, std::span<Value> frame) {
  if (!f.work) {
    for (const Input& in : f.lowered.inputs)
      if (in.kind == Input::Global && !machine.defined_value(in.index)) return {};
    f.work.emplace(f.lowered.plan, places(f), WorkFormula::Statements);
  }
  return statement_ns * f.work->amount(frame.data());
}

/// The interpreter asks no more while the bounds hold and the functions are the same.
void TierManager::Impl::ask_no_more(Node& node, TierForm& f, std::vector<Form::Small::Bound> bounds,
                                    std::span<Value> frame) {
  node.small = {std::move(bounds), {}, &f.interpreted, false};
  for (const KnownFunction& known : f.lowered.functions) {
    if (known.at.kind == Input::Global) continue; // it stays what it is
    const NumberPlace at{.slot = known.at.index, .path = known.at.path};
    node.small.functions.push_back({at, at.value(frame.data()).code()});
  }
}

Tiers::Answer TierManager::Impl::refused(Node& node, TierForm& f, std::span<Value> frame) {
  if (!f.lowered.functions.empty()) return ask_no_more(node, f, {}, frame), Answer{};
  return {f.always ? Then::Never : Then::Interpret, {}};
}

Tiers::Answer TierManager::Impl::too_small(Node& node, TierForm& f, std::span<Value> frame) {
  ++f.interpreted;
  if (node.small.passed != &f.interpreted) {
    auto bounds = f.work->bounds(worth_running_ns / statement_ns);
    if (!bounds) return {};
    f.too_small = bounds->empty() && f.lowered.functions.empty();
    ask_no_more(node, f, std::move(*bounds), frame);
    node.small.whole = f.work->is_exact();
  }
  return {node.small.whole ? Then::Small : Then::Interpret, {}};
}

} // namespace nova
