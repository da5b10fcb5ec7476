#include "jit/tiers.hpp"
#include "jit/bundle.hpp"
#include "frontend/depth.hpp"
#include "jit/disk_cache.hpp"
#include "jit/emit_c.hpp"
#include "jit/passes.hpp"
#include "jit/tier_devices.hpp"
#include "runtime/cuda/nvrtc.hpp"
#include <algorithm>
#include <cstdio>
#include <deque>
#include <unordered_map>

namespace nova {
namespace {

using namespace plan;
using Clock = std::chrono::steady_clock;

// Measured on two cores of an EPYC: the interpreter takes about 20 ns for a plan's statement, a run of a kernel about
// 10 us before it begins, the compiler 60 to 150 ms.
constexpr double statement_ns = 20;
constexpr double worth_running_ns = 50e3;    ///< a form that takes less stays with the interpreter
constexpr double quick_check_ns = 50e6;      ///< a check so long is made on everything
constexpr int64_t sample = 3000;             ///< elements of each input in a longer one: all shapes' parts, and a tail
constexpr uint32_t largest_form = 3000;      ///< nodes of core: passes take longer than in proportion
constexpr int64_t least_sample = 40;         ///< where more would take too long
constexpr uint64_t sample_every = 64;        ///< runs between checks

bool is_array_primitive(const Core& c) {
  return c.kind == CoreKind::Primitive && builtin(c.builtin).kind != BuiltinKind::Scalar &&
         builtin(c.builtin).kind != BuiltinKind::Effect && c.builtin != BuiltinId::Index;
}

/// Does f hold for the form or for something in it? What `into` denies is not entered.
template <class F, class G> bool any_of(const Core& c, F f, G into) {
  if (f(c)) return true;
  if (!into(c)) return false;
  for (const Core* item : c.items)
    if (item && any_of(*item, f, into)) return true;
  for (const CoreArm& arm : c.arms)
    if (any_of(*arm.body, f, into)) return true;
  return false;
}

} // namespace

struct TierManager::Impl {
  Impl(Machine& m, TierOptions o) : machine(m), options(std::move(o)), devices(machine, options) {}

  uint32_t size(const Core& c);

  Machine& machine;
  TierOptions options;
  std::unordered_map<const Core*, uint32_t> sizes;
  TierDevices devices;
  std::unordered_map<const Core*, bool>
      reaching; ///< by function: are there array built-ins in what it calls?
  struct Node : Form {
    const Core* core = nullptr;
    std::deque<TierForm> made; ///< one for each set of functions that they meet
  };
  std::unordered_map<const Core*, Node> forms;
  std::vector<const TierForm*> order; ///< of their first runs
  uint32_t kernel_runs = 0, mismatches = 0;
  Verdict verdict = Verdict::Interpreted; ///< since somebody asked
  bool asking = true;

  /// The check under way.
  struct Check {
    TierForm* form = nullptr;
    std::optional<Value> expected; ///< what the kernel gave for what the interpreter runs on; nothing: it failed
    std::vector<Value> inputs;     ///< of both
    std::vector<std::pair<Value*, Value>> slots;
    std::vector<std::pair<uint32_t, Value>> globals;
    bool whole = false;
  };
  std::optional<Check> check;

  const Core* callee(const Core& call) const;
  bool reaches_arrays(const Core& c);
  bool is_form(const Core& c);
  TierForm* form(Node& node, std::span<Value> frame);
  void make(TierForm& f, std::span<Value> frame);
  bool finish(TierForm& f);
  PassOptions pass_options(const Plan& plan) const;
  bool dumps() const {
    const TierOptions& o = options;
    return o.dump_plan || o.dump_fused || o.dump_c || o.dump_cuda || o.dump_ptx || o.kernels || !o.dump_passes.empty();
  }
  WorkFormula::Places places(const TierForm& f) const {
    return number_places(machine.frontend.types, f.lowered.inputs,
                         [this](uint32_t index) { return machine.defined_value(index); });
  }
  const Value* at(const Input& in, std::span<Value> frame) const;
  std::optional<KnownFunction> function_at(const Input& in, std::span<Value> frame) const;
  Border border() const;
  bool takes(const Input& in, std::span<Value> frame) const;
  std::optional<double> work(TierForm& f, std::span<Value> frame);
  void ask_no_more(Node& node, TierForm& f, std::vector<Form::Small::Bound> bounds, std::span<Value> frame);
  Answer refused(Node& node, TierForm& f, std::span<Value> frame);
  Answer too_small(Node& node, TierForm& f, std::span<Value> frame);
  std::vector<Value> inputs(const TierForm& f, std::span<Value> frame) const;
  std::optional<Value> run(TierForm& f, const std::vector<Value>& inputs, bool again = false);
  bool check_is_due(const TierForm& f) const;
  void saw(Verdict v) { verdict = std::max(verdict, v); }
  Answer run_checked(TierForm& f, std::span<Value> frame, std::vector<Value> inputs, double work_ns);
  std::optional<std::vector<Value>> sampled(Check& c, std::span<Value> frame, const std::vector<Value>& inputs);
  void begin_sample(Check& c, std::span<Value> frame, const std::vector<Value>& cut);
  void put_back(Check& c);
  void end_check();
  void quarantine(const Check& c, const Value* interpreted);
  PassOptions plain_passes() const { return {options.passes_off, {}, 20, options.planted}; }
  std::string text_of(const TierForm& f, const Value* v) const;
  const Sources& sources() const { return machine.frontend.sources; }
};

TierManager::TierManager(Machine& machine, TierOptions options) : impl_(std::make_unique<Impl>(machine, std::move(options))) {}
TierManager::~TierManager() = default;
TierOptions& TierManager::options() { return impl_->options; }

namespace {
bool is_no_lambda(const Core& c) { return c.kind != CoreKind::Lambda; }
} // namespace

/// The function that a call names; null where it is a value.
const Core* TierManager::Impl::callee(const Core& call) const {
  const Core& f = *call.items[0];
  if (f.kind == CoreKind::Local) return f.function;
  const Core* value = f.kind == CoreKind::Global ? machine.mono[f.number].value : nullptr;
  return value && value->kind == CoreKind::Lambda ? value : nullptr;
}

bool TierManager::Impl::reaches_arrays(const Core& c) {
  const auto reaches = [this](const Core& in) {
    if (is_array_primitive(in)) return true;
    const Core* f = in.kind == CoreKind::Apply && !StackGuard::exhausted() ? callee(in) : nullptr;
    if (!f) return false;
    const auto [known, added] = reaching.try_emplace(f, false); // a call of itself adds nothing
    if (!added) return known->second;
    return reaching[f] = reaches_arrays(*f->items[0]);
  };
  return any_of(c, reaches, is_no_lambda);
}

/// Array built-ins, and what fuses around them: lets, calls, tuples and arithmetic of several. A tail call is
/// none of its form's own.
bool TierManager::Impl::is_form(const Core& c) {
  if (is_array_primitive(c)) return true;
  const auto reaches = [this](const Core* item) { return reaches_arrays(*item); };
  switch (c.kind) {
  case CoreKind::Let: break;
  case CoreKind::Apply:
    if (!callee(c)) return false;
    break;
  case CoreKind::Tuple:
  case CoreKind::Construct:
  case CoreKind::Primitive:
    if (builtin(c.builtin).kind == BuiltinKind::Effect || std::ranges::count_if(c.items, reaches) < 2)
      return false;
    break;
  default: return false;
  }
  if (any_of(
          c, [](const Core& in) { return in.kind == CoreKind::Apply && in.tail; }, is_no_lambda))
    return false;
  return reaches_arrays(c);
}

Tiers::Form* TierManager::wants(const Core& c) {
  if (!impl_->is_form(c)) return nullptr;
  Impl::Node& node = impl_->forms[&c];
  node.core = &c;
  return &node;
}

// ---- a form's way to a kernel ----

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

Border TierManager::Impl::border() const {
  return {machine.frontend.types, [this](TypeId t) { return machine.layout(t); },
          [this](const Core& lambda, uint32_t supplied) { return machine.code_of(lambda, supplied); }};
}

/// Does the plan know all functions in an input?
bool TierManager::Impl::takes(const Input& in, std::span<Value> frame) const {
  if (in.kind == Input::Region || !has_function(machine.frontend.types, in.type)) return true;
  const Value* v = at(in, frame);
  ValueShape known = in.shape;
  const auto changed = v ? join(border(), known, *v) : std::nullopt;
  return changed && !*changed;
}

/// The form as it was made for the functions that it meets now; null if it has met too many.
TierForm* TierManager::Impl::form(Node& node, std::span<Value> frame) {
  constexpr size_t most = 8;
  const auto holds = [&](const KnownFunction& known) {
    const auto now = function_at(known.at, frame);
    return now && now->lambda == known.lambda && now->supplied == known.supplied;
  };
  for (TierForm& f : node.made)
    if (std::ranges::all_of(f.lowered.functions, holds) &&
        std::ranges::all_of(f.lowered.inputs, [&](const Input& in) { return takes(in, frame); }))
      return &f;
  if (node.made.size() == most) return nullptr;
  TierForm& f = node.made.emplace_back();
  f.core = node.core;
  order.push_back(&f);
  make(f, frame);
  return &f;
}

/// Tells of the passes that are to be told of.
PassOptions TierManager::Impl::pass_options(const Plan& plan) const {
  PassOptions o = plain_passes();
  if (options.dump_passes.empty()) return o;
  o.after_each = [this, before = print_plan(plan)](const Pass& pass, const Plan& after) mutable {
    std::string now = print_plan(after);
    if (std::ranges::find(options.dump_passes, pass.name) != options.dump_passes.end())
      options.dump("; before " + std::string(pass.name) + "\n" + before + "; after " +
                   std::string(pass.name) + "\n" + now);
    before = std::move(now);
  };
  return o;
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

/// How many nodes of core it has; each is counted once, whatever is asked later.
uint32_t TierManager::Impl::size(const Core& c) {
  if (const auto known = sizes.find(&c); known != sizes.end()) return known->second;
  uint32_t n = 1;
  const auto add = [&](const Core* part) {
    if (part && n <= largest_form) n += StackGuard::exhausted() ? largest_form : size(*part);
  };
  for (const Core* item : c.items) add(item);
  for (const CoreArm& arm : c.arms) add(arm.body);
  return sizes[&c] = n;
}

void TierManager::Impl::make(TierForm& f, std::span<Value> frame) {
  if (size(*f.core) > largest_form) return void(f.reason = "it is too large to be compiled as one");
  Refusal why;
  const auto shape_at = [&](const Input& in, ValueShape& shape) {
    const Value* v = at(in, frame);
    return v && join(border(), shape, *v);
  };
  std::optional<Lowered> made =
      lower(*f.core, machine.mono, machine.frontend, why,
            {[&](const Input& in) { return function_at(in, frame); }, shape_at});
  if (!made) {
    f.reason = why.reason, f.always = why.always, f.lowered.functions = std::move(why.functions);
    return;
  }
  f.lowered = std::move(*made);
  f.state = TierForm::Lowered;
  if (options.dump_plan) options.dump(print_plan(f.lowered.plan));
  if (dumps()) finish(f); // what is small is dumped too
}

/// The plan's C. False if the form is refused after all.
bool TierManager::Impl::finish(TierForm& f) {
  if (!f.text.empty()) return true;
  f.state = TierForm::Refused;
  f.fused = f.lowered.plan;
  const std::string broken = optimise(f.fused, pass_options(f.fused));
  if (!broken.empty()) return f.reason = "a pass broke its plan: " + broken, false;
  if (options.dump_fused) options.dump(print_plan(f.fused));
  std::string text = emit_c(f.fused);
  if (options.tamper) text = options.tamper(std::move(text));
  if (text.empty()) return f.reason = "it folds whole vectors", false;
  f.kernels = count_kernels(f.fused);
  if (f.kernels == 0) return f.reason = "nothing of it runs over elements", false;
  if (options.kernels) options.kernels(f.fused);
  if (options.dump_c) options.dump(text);
  if (options.dump_cuda) options.dump(emit_cuda(f.fused).text);
  if (options.dump_ptx) options.dump(ptx_of(emit_cuda(f.fused).text));
  f.text = c_prologue(text) + text;
  f.state = TierForm::Lowered;
  return true;
}

// ---- runs ----

std::vector<Value> TierManager::Impl::inputs(const TierForm& f, std::span<Value> frame) const {
  std::vector<Value> values;
  for (const Input& in : f.lowered.inputs)
    values.push_back(in.kind == Input::Region ? Value() : *at(in, frame));
  return values;
}

/// The kernel's value, or nothing where a check in it failed. Where its cells had no room it runs again with more.
std::optional<Value> TierManager::Impl::run(TierForm& f, const std::vector<Value>& inputs, bool again) {
  constexpr int64_t first_room = 1 << 14, more = 8;
  if (f.room == 0 && makes_cells(f.fused)) f.room = first_room;
  const FlatWords flat = words_of(border(), f.lowered.inputs, inputs, f.room, true);
  kernel_runs += f.kernels;
  const plan::Answer answer = again ? devices.run_again(f, flat) : devices.run(f, flat);
  if (answer.failed && f.fused.sites[answer.site].code == out_of_room)
    return f.room *= more, run(f, inputs, again);
  if (answer.failed && !f.gpu && f.fused.sites[answer.site].code.starts_with("E06"))
    fail("E0602"); // a limit of the kernel's own
  if (answer.failed) return {};
  return build_value(border(), f.lowered.shape, answer.scalars, answer.columns, f.lowered.regions);
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
    NumberPlace at{.slot = known.at.index, .path = known.at.path};
    if (known.at.kind == Input::Global) at.global = machine.defined_value(known.at.index);
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
    node.small.whole = f.work->is_exact() && !dumps();
  }
  return {node.small.whole ? Then::Small : Then::Interpret, {}};
}

Tiers::Answer TierManager::try_run(Form& form, std::span<Value> frame) {
  Impl& m = *impl_;
  if (m.check || !m.asking) return {};
  Impl::Node& node = static_cast<Impl::Node&>(form);
  TierForm* const found = m.form(node, frame);
  if (!found) return {};
  TierForm& f = *found;
  const bool runs = m.options.tier != Tier::Interp; // otherwise plans are only printed
  if (!runs || f.state == TierForm::Refused || f.state == TierForm::Quarantined)
    return m.refused(node, f, frame);
  const std::optional<double> work_ns = m.work(f, frame);
  if (!work_ns) return {}; // the interpreter says so
  if (!is_forced(m.options.tier) && *work_ns <= worth_running_ns) return m.too_small(node, f, frame);
  if (!m.finish(f)) return m.refused(node, f, frame);
  if (!m.devices.ready(f, *work_ns)) return ++f.interpreted, Answer{};
  try {
    return m.run_checked(f, frame, m.inputs(f, frame), *work_ns);
  } catch (const Fault& fault) {
    if (fault.code == "E0601" || fault.code == "E0602")
      return ++f.interpreted, Answer{}; // the interpreter may need less
    if (fault.code == "E0603") m.machine.interrupt() = false;
    throw;
  }
}

// ---- verdicts ----

bool TierManager::Impl::check_is_due(const TierForm& f) const {
  switch (options.checking) {
  case Checking::All: return true;
  case Checking::First: return f.runs == 0 || (f.on_gpu && f.cuda.runs == 1);
  case Checking::Sample: return f.runs % sample_every == 0;
  case Checking::Off: return false;
  }
  return false;
}

/// Short runs are checked whole; of long ones the interpreter sees the first elements of each input, and so does the
/// kernel once more.
Tiers::Answer TierManager::Impl::run_checked(TierForm& f, std::span<Value> frame, std::vector<Value> inputs, double work_ns) {
  if (!f.memory) f.memory.emplace(f.fused, places(f), WorkFormula::Bytes);
  f.bytes = f.memory->amount(frame.data());
  std::optional<Value> value = run(f, inputs);
  const bool due = check_is_due(f);
  ++f.runs;
  if (!value) return ++f.failed, Tiers::Answer{}; // the interpreter runs into the same error, and tells it
  if (!due) return saw(f.whole + f.sampled > 0 ? Verdict::Kernel : Verdict::Unchecked), Tiers::Answer{Then::Done, std::move(*value)};
  Check c;
  c.form = &f, c.whole = options.checking == Checking::All || work_ns <= quick_check_ns;
  if (c.whole) c.expected = *value, c.inputs = std::move(inputs);
  else {
    const auto cut = sampled(c, frame, inputs);
    if (!cut) return saw(Verdict::Unchecked), f.unchecked = true, Tiers::Answer{Then::Done, std::move(*value)};
    c.expected = run(f, *cut, true);
    c.inputs = *cut;
  }
  check = std::move(c);
  return {Then::Check, std::move(*value)};
}

/// The function value with another item at the end of the path; without a path, the item.
Value with_item(const Value& f, std::span<const uint32_t> path, const Value& item) {
  if (path.empty()) return item;
  std::vector<Value> items(f.items().begin(), f.items().end());
  items[path[0]] = with_item(items[path[0]], path.subspan(1), item);
  return Value::function(f.code(), items);
}

/// The first elements of each input, in place: as many as the interpreter has the time for, by the form's estimate.
std::optional<std::vector<Value>> TierManager::Impl::sampled(Check& c, std::span<Value> frame, const std::vector<Value>& inputs) {
  for (int64_t n = sample;; n /= 3) {
    auto cut = cut_inputs(inputs, n);
    if (!cut) return {};
    begin_sample(c, frame, *cut);
    if (n <= least_sample || statement_ns * c.form->work->amount(frame.data()) <= quick_check_ns) return cut;
    put_back(c);
  }
}

void TierManager::Impl::begin_sample(Check& c, std::span<Value> frame, const std::vector<Value>& cut) {
  for (size_t k = 0; k < cut.size(); ++k) {
    const Input& in = c.form->lowered.inputs[k];
    if (in.kind == Input::Region) continue;
    if (in.kind == Input::Slot) {
      c.slots.emplace_back(&frame[in.index], frame[in.index]);
      frame[in.index] = with_item(frame[in.index], in.path, cut[k]);
    } else {
      const Value now = *machine.defined_value(in.index);
      c.globals.emplace_back(in.index, now);
      machine.set_global(in.index, with_item(now, in.path, cut[k]));
    }
  }
}

/// In reverse, so that of two changes to one place the older is undone last.
void TierManager::Impl::put_back(Check& c) {
  for (; !c.slots.empty(); c.slots.pop_back()) *c.slots.back().first = std::move(c.slots.back().second);
  for (; !c.globals.empty(); c.globals.pop_back())
    machine.set_global(c.globals.back().first, std::move(c.globals.back().second));
}

void TierManager::Impl::end_check() {
  put_back(*check);
  check.reset();
}

bool TierManager::judge(const Value* interpreted) {
  Impl& m = *impl_;
  Impl::Check& c = *m.check;
  TierForm& f = *c.form;
  const bool agree = c.expected.has_value() == (interpreted != nullptr) && (!interpreted || same_bits(*interpreted, *c.expected));
  if (agree) ++(c.whole ? f.whole : f.sampled), m.saw(c.whole ? Verdict::Whole : Verdict::Sampled);
  else m.quarantine(c, interpreted);
  m.end_check();
  return agree;
}

void TierManager::abandon() { impl_->end_check(); }

void TierManager::Impl::quarantine(const Check& c, const Value* interpreted) {
  ++mismatches;
  TierForm& f = *c.form;
  f.state = TierForm::Quarantined;
  f.reason = "its kernel gave another value than the interpreter";
  const auto tell = [&](const std::string& story, const std::string& path) {
    if (!options.say) return;
    options.say("nova: " + place(f, sources()) + ": " + story + "; the interpreter's is used, and the kernel never again" +
                (path.empty() ? "" : "; nova replay " + path) + "\n");
  };
  const auto is_region = [](const Input& in) { return in.kind == Input::Region; };
  if (std::ranges::any_of(f.lowered.inputs, is_region)) return tell(f.reason, ""); // a bundle has no cells
  Bundle bundle = bundle_of(border(), f.lowered, c.inputs, interpreted);
  bundle.passes_off = options.passes_off;
  bundle.form = place(f, sources()) + ": " + std::string(machine.frontend.sources.text(f.core->span));
  bundle.interpreted = text_of(f, interpreted), bundle.compiled = text_of(f, c.expected ? &*c.expected : nullptr);
  std::string story = f.reason;
  try {
    const auto again = [&](const Bundle& b) { return replay(b, devices.cpu(), plain_passes(), options.tamper); };
    const Guilt guilt = again(bundle);
    story += " (" + guilt.story + ")";
    if (!guilt.stage.empty()) // else any smaller input would do
      shrink_inputs(bundle, border(), f.lowered, c.inputs, [&](const Bundle& b) { return again(b).stage == guilt.stage; });
  } catch (const Fault&) { // memory or time: the bundle keeps what there is
  }
  tell(story, write_bundle(cache_folder(options.cache), bundle, plain_passes()));
}

std::string TierManager::Impl::text_of(const TierForm& f, const Value* v) const {
  return v ? print_value(*v, f.lowered.type, machine.frontend.types, machine.frontend.symbols) : "an error";
}

// ---- what happened ----

std::string TierManager::report() const {
  std::string out;
  for (const TierForm* f : impl_->order) out += line(*f, impl_->sources());
  return out + impl_->devices.report(impl_->mismatches);
}

std::string TierManager::why(Span within) const {
  std::string out;
  for (const TierForm* f : impl_->order) {
    const Span s = f->core->span;
    if (s.file == within.file && s.begin >= within.begin && s.end <= within.end) out += line(*f, impl_->sources());
  }
  return out;
}

Verdict TierManager::take_verdict() { return std::exchange(impl_->verdict, Verdict::Interpreted); }

std::string_view describe(Verdict v) {
  constexpr std::string_view words[] = {"interpreted", "checked whole", "checked on samples", "its kernels were checked in other runs",
                                        "unchecked"};
  return words[static_cast<size_t>(v)];
}

uint32_t TierManager::take_kernel_runs() { return std::exchange(impl_->kernel_runs, 0); }

} // namespace nova
