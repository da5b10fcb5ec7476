#include "jit/fuzz/trial.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/analysis/kernels.hpp"
#include "jit/emit/c/emit_c.hpp"
#include "jit/emit/prologue.hpp"
#include "jit/foreign/linker.hpp"
#include "jit/fuzz/rank_runs.hpp"
#include "jit/gpu/execute.hpp"
#include "jit/lower/lower.hpp"
#include "jit/sim/sim.hpp"
#include "jit/values/checked_answer.hpp"
#include "jit/values/marshal.hpp"
#include "runtime/watch.hpp"
#include <set>

namespace nova::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the number of new cells for which a run of the plan gets memory. They take at most 2 MiB, since the inputs
/// of a hundred plans wait for the compiler at the same time.
int64_t room_of(const plan::Plan& p) {
  constexpr int64_t most = 1 << 16, bytes = 1 << 21;
  int64_t columns = 1;
  for (const plan::Region& r : p.regions) columns += static_cast<int64_t>(r.columns.size());
  return plan::makes_cells(p) ? std::min(most, bytes / 8 / columns) : 0;
}

/// Whether an error code reports a limit, which one tier may reach and another may not.
bool is_limit(const std::string& code) { return code.starts_with("E06") || code == plan::out_of_room; }

/// The interpreter's result for an expression.
struct Meaning {
  CoreTop top;
  std::optional<Value> value; ///< none if it failed
  std::string code;
};

/// How a tier's answer differs from the interpreter's result.
struct Difference {
  std::string stage, text;
  std::string whole() const { return stage + ": " + text; }
};

/// What is needed to build a value from a plan's results.
struct ResultForm {
  plan::ValueShape shape;
  std::vector<TypeId> regions;
  plan::BoxedFunctions boxed;
};
ResultForm form_of(const plan::Lowered& l) { return {l.shape, l.regions, l.boxed}; }

/// A form whose C waits for the compiler.
struct Waiting {
  uint64_t tag;
  Meaning meaning;
  ResultForm form;
  plan::Plan plan;
  std::vector<Value> values; ///< the values to which `inputs` refers
  plan::FlatWords inputs;
  std::string kernels;
};

} // namespace

struct TrialRoom::Impl {
  Frontend& frontend;
  TrialOptions options;
  Machine machine;
  plan::ForeignLinker linker{{.cache = options.foreign_cache}};
  std::vector<Waiting> waiting;
  std::set<size_t> compiled;     ///< hashes of the CUDA texts that NVRTC compiled
  bool limited = false;          ///< whether a plan reached a limit that the interpreter did not
  std::vector<Meaning> meanings; ///< the results of the last program's forms

  Impl(Frontend& f, TrialOptions o) : frontend(f), options(std::move(o)), machine(f, {}) {
    for (const Datatype& d : all_datatypes())
      if (!d.declaration.empty()) checked_forms(std::string(d.declaration));
    for (const ForeignDeclaration& f : foreign_declarations()) checked_forms(f.text);
    machine.options.link_foreign = [this](GlobalId g) {
      ForeignFunction& f = *frontend.program[g].foreign;
      if (f.cuda == CudaKind::None) linker.link(f);
    };
  }

  // ---- the interpreter ----

  std::optional<std::vector<CoreTop>> checked_forms(const std::string& text) {
    const FileId file = frontend.sources.add("fuzz", text);
    const auto data = read(frontend.sources, file, frontend.symbols, frontend.data, frontend.diagnostics);
    std::vector<CoreTop> forms = check(frontend, expand(frontend, data, Unit::Prompt));
    bool sound = true;
    for (const Diagnostic& d : frontend.diagnostics.take()) sound &= d.severity() != Severity::Error;
    return sound ? std::optional(std::move(forms)) : std::nullopt;
  }

  /// Reads, expands and type-checks a form. Returns none if it has errors. Evaluates the prelude's values that no form
  /// before has used.
  std::optional<CoreTop> checked(const std::string& text) {
    const auto forms = checked_forms(text);
    if (!forms || forms->empty()) return {};
    for (size_t k = 0; k + 1 < forms->size(); ++k) interpreted((*forms)[k]);
    return forms->back();
  }

  Meaning interpreted(const CoreTop& top) {
    machine.set_deadline(Clock::now() + options.interpreted);
    Result<std::optional<Value>> result = machine.run(top);
    machine.warnings.take();
    if (!result) return {top, {}, result.error().code};
    return {top, std::move(*result), {}};
  }

  // ---- the tiers ----

  plan::MarshalContext context(const plan::BoxedFunctions* boxed = nullptr) {
    return {frontend.types, [this](TypeId t) { return machine.layout(t); },
            [this](const Core& lambda, uint32_t supplied) { return machine.code_of(lambda, supplied); },
            boxed};
  }

  /// Returns an input's value: a definition's value, or an item of a function that is its value. Returns null if
  /// there is none.
  const Value* at(const plan::Input& in) {
    static const Value compared = Value::of(int64_t{plan::text_compared});
    if (in.kind == plan::Input::TextMode) return &compared;
    const Value* v = in.kind == plan::Input::Global ? machine.defined_value(in.index) : nullptr;
    for (size_t k = 0; v && k < in.path.size(); ++k) v = &v->items()[in.path[k]];
    return v;
  }

  plan::KnownValues known() {
    return {[this](const plan::Input& in) -> std::optional<plan::KnownFunction> {
              const Value* v = at(in);
              const Closure c = v ? closure_of(*v) : Closure();
              if (!c.lambda) return {};
              return plan::KnownFunction{in, c.lambda, c.supplied};
            },
            [this](const plan::Input& in, plan::ValueShape& shape, plan::BoxedFunctions& boxed) {
              const Value* v = at(in);
              return v && plan::join(context(), shape, *v, boxed);
            },
            [this](const plan::Input& in) { return in.kind == plan::Input::Global ? at(in) : nullptr; }};
  }

  /// Stores the plan's inputs in `values`, and their words in `flat`. Returns false if a definition that the plan
  /// reads has no value.
  bool take_inputs(const plan::Lowered& lowered, std::vector<Value>& values, plan::FlatWords& flat) {
    for (const plan::Input& in : lowered.inputs) {
      const Value* v = at(in);
      if (in.kind == plan::Input::Region || in.type == frontend.types.prim(Element::Unit))
        values.emplace_back();
      else if (v)
        values.push_back(*v);
      else
        return false;
    }
    flat = plan::words_of(context(&lowered.boxed), lowered.inputs, values, room_of(lowered.plan));
    return true;
  }

  /// Compares a tier's answer with the interpreter's result. Returns how they differ, or none.
  std::optional<Difference> differs(const std::string& stage, const plan::Plan& p, const plan::Answer& a,
                                    const Meaning& meaning, const ResultForm& form) {
    if (!a.broken.empty()) return Difference{stage, a.broken};
    if (a.failed && !meaning.value) return {};
    const bool limit = a.failed && is_limit(p.sites[a.site].code);
    if (limit && ((stage != "cpu" && stage != "ranks") || p.sites[a.site].code == plan::out_of_room))
      return limited = true, std::nullopt;
    if (a.failed) return Difference{stage, "it fails, the interpreter gives " + shown(meaning)};
    if (!meaning.value) return Difference{stage, "it gives a value, the interpreter " + shown(meaning)};
    std::optional<Value> built;
    try {
      built = plan::build_value(context(&form.boxed), form.shape, a.scalars, a.columns, form.regions);
    } catch (const plan::BadAnswer& bad) {
      return Difference{stage, "it gives " + bad.what};
    }
    const Value& got = *built;
    if (same(got, *meaning.value, meaning.top.type)) return {};
    return Difference{stage,
                      "it gives " + shown({meaning.top, got, {}}) + ", the interpreter " + shown(meaning)};
  }

  /// Whether two values are the same. Values of types with functions are compared by their printed text, because each
  /// run of a program has lambdas of its own.
  bool same(const Value& a, const Value& b, TypeId type) {
    if (frontend.types.print(type, frontend.symbols).find("->") == std::string::npos) return same_bits(a, b);
    const auto text = [&](const Value& v) { return print_value(v, type, frontend.types, frontend.symbols); };
    return text(a) == text(b);
  }

  std::string shown(const Meaning& m) {
    if (!m.value) return "the error " + m.code;
    return print_value(*m.value, m.top.type, frontend.types, frontend.symbols, true);
  }

  std::optional<Difference> compare(plan::Lowered& lowered, std::span<const plan::Word> inputs,
                                    const Meaning& meaning) {
    if (std::string broken = plan::check_plan(lowered.plan); !broken.empty())
      return Difference{"lower", broken};
    const Poll poll = within(3);
    auto evaluate = [&](const std::string& stage, const plan::Plan& p) {
      return differs(stage, p, plan::eval_plan(p, inputs, poll), meaning, form_of(lowered));
    };
    if (auto wrong = evaluate("lower", lowered.plan)) return wrong;
    std::optional<Difference> first;
    plan::PassOptions passes{options.passes_off, {}, 20, options.planted};
    passes.after_each = [&](const plan::Pass& pass, const plan::Plan& p) {
      if (!first) first = evaluate(std::string(pass.name), p);
    };
    if (std::string broken = plan::optimise(lowered.plan, passes); !broken.empty())
      return Difference{"optimise", broken};
    return first;
  }

  /// Whether the plan has kernels for a GPU. Otherwise `t.why` says why not.
  static bool has_kernels(const plan::Plan& plan, Trial& t) {
    if (!plan::why_no_kernel(plan, plan::Target::Gpu)) return true;
    return t.why = "nothing of it runs over elements", false;
  }

  /// Returns a check that fails after `times` times the limit of a run, or when the trials are interrupted.
  Poll within(int times) const {
    return [deadline = Clock::now() + times * options.most, this] {
      check_interrupted();
      if (Clock::now() > deadline) fail("E0604");
    };
  }

  void check_interrupted() const {
    if (options.interrupted && *options.interrupted) fail("E0603");
  }

  /// Compiles a CUDA text with NVRTC, to see whether the compiler accepts it. Each call compiles for one of two GPUs, which
  /// alternate from call to call: to intermediate code, and each fourth call to machine code at the low optimisation level. With
  /// `nvrtc_whole`, each call compiles to machine code for both GPUs at the low and at the high level. A text that was compiled
  /// before is skipped. Returns the compiler's error, or none.
  std::optional<Difference> compiled_for_gpus(const std::string& kernels) {
    constexpr std::pair<int, cuda::Effort> all[] = {{90, cuda::Effort::Little},
                                                    {120, cuda::Effort::Little},
                                                    {90, cuda::Effort::All},
                                                    {120, cuda::Effort::All}};
    if (!options.nvrtc || kernels.empty() || !compiled.insert(std::hash<std::string>()(kernels)).second)
      return {};
    const std::string text = plan::cuda_prologue(kernels) + kernels;
    const bool quickly = !options.nvrtc_whole && compiled.size() / 2 % 4 != 0;
    const size_t first = compiled.size() % 2, count = options.nvrtc_whole ? std::size(all) : 1;
    for (size_t k = 0; k < count; ++k) {
      const auto& [arch, effort] = all[(first + k) % std::size(all)];
      const cuda::Compiled c =
          quickly ? options.nvrtc->accepts(text, arch) : options.nvrtc->cubin(text, arch, effort);
      const std::string how = effort == cuda::Effort::All ? ", with all effort: " : ", with little effort: ";
      if (!c.good) return Difference{"nvrtc", "for sm_" + std::to_string(arch) + how + c.log};
    }
    return {};
  }

  /// Runs the plan on the simulated GPU, which has a compiler of its own, and compares the results.
  std::optional<Difference> simulated(const plan::Lowered& lowered, const plan::FlatWords& inputs,
                                      const Meaning& meaning, Trial& t) {
    if (!has_kernels(lowered.plan, t)) return {};
    plan::CudaText cuda = plan::emit_cuda(lowered.plan);
    std::string error;
    const auto module = options.sim->load(options.sim->whole(cuda.text), error);
    if (!module) return Difference{"sim", error};
    t.compiled = true;
    try {
      return differs(
          "sim", lowered.plan,
          plan::run_on(*options.sim, {std::move(cuda), module}, inputs.words, inputs.rooms, within(30)),
          meaning, form_of(lowered));
    } catch (const plan::DeviceError& e) {
      return Difference{"sim", e.what};
    }
  }

  /// Runs the plan on a GPU through its helper process, and compares the results.
  std::optional<Difference> on_gpu(const plan::Lowered& lowered, const plan::FlatWords& inputs,
                                   const Meaning& meaning, Trial& t) {
    if (!has_kernels(lowered.plan, t)) return {};
    plan::GpuForm form;
    form.plan = std::make_shared<const plan::Plan>(lowered.plan);
    t.compiled = true;
    try {
      return differs("cuda", lowered.plan, options.gpu->run(form, inputs, within(30)), meaning,
                     form_of(lowered));
    } catch (const plan::GpuRefusal& r) {
      if (r.memory || r.stack) return limited = true, std::nullopt;
      return Difference{"cuda", r.why};
    }
  }

  void one_form(const Meaning& meaning, uint64_t tag, Trial& t) {
    const std::optional<MonoTop> form = machine.mono.expression(*meaning.top.value);
    if (!form) return t.outcome = Trial::NoProgram, void();
    plan::Refusal why;
    std::optional<plan::Lowered> lowered = plan::lower(*form->value, machine.mono, frontend, why, known());
    if (!lowered) return t.outcome = Trial::Refused, t.why = why.reason, void();
    Waiting w{tag, meaning, form_of(*lowered), {}, {}, {}, {}};
    if (!take_inputs(*lowered, w.values, w.inputs))
      return t.outcome = Trial::Refused, t.why = "an input has no value", void();
    if (const auto wrong = compare(*lowered, w.inputs.words, meaning))
      return t.outcome = Trial::Differs, t.why = wrong->whole(), void();
    t.outcome = Trial::Agreed;
    if (options.nvrtc)
      if (const auto wrong = compiled_for_gpus(plan::emit_cuda(lowered->plan).text))
        return t.outcome = Trial::Differs, t.why = wrong->whole(), void();
    if (std::exchange(limited, false)) return;
    if (options.sim)
      if (const auto wrong = simulated(*lowered, w.inputs, meaning, t))
        return t.outcome = Trial::Differs, t.why = wrong->whole(), void();
    if (options.gpu)
      if (const auto wrong = on_gpu(*lowered, w.inputs, meaning, t))
        return t.outcome = Trial::Differs, t.why = wrong->whole(), void();
    if (std::exchange(limited, false) || !options.cpu) return;
    if (plan::count_kernels(lowered->plan) == 0) return t.why = "nothing of it runs over elements", void();
    w.kernels = plan::emit_c(lowered->plan, options.ranks != nullptr);
    w.plan = std::move(lowered->plan);
    waiting.push_back(std::move(w));
    t.compiled = true;
  }

  // ---- programs ----

  /// Runs a form in the interpreter, and compares the tiers' results with the interpreter's. Returns false if the
  /// rest of the program must not run, because the form failed, differs, or reached a limit.
  bool take(const std::string& text, uint64_t tag, Trial& t) {
    const auto form = checked(text);
    if (!form) return t.outcome = Trial::NoProgram, false;
    meanings.push_back(interpreted(*form));
    const Meaning& m = meanings.back();
    if (is_limit(m.code)) return t.outcome = Trial::Limited, false;
    t.fails = !m.value;
    const bool before = std::exchange(t.compiled, false);
    one_form(m, tag, t);
    if (t.compiled) t.ran += text + "\n";
    t.compiled |= before;
    return t.outcome < Trial::Differs && !t.fails;
  }

  Trial begin(const Program& program, uint64_t tag) {
    Trial t;
    try {
      take_all(program, tag, t);
    } catch (const Fault&) {
      t.outcome = Trial::Limited;
    }
    return t;
  }

  void take_all(const Program& program, uint64_t tag, Trial& t) {
    meanings.clear();
    for (const auto& [name, value] : program.definitions) {
      const std::string text = print_term(value);
      if (!take(text, tag, t)) return;
      const auto definition = checked("(define " + name + " " + text + ")");
      if (!definition) return t.outcome = Trial::NoProgram, void();
      if (!interpreted(*definition).code.empty()) return t.outcome = Trial::Limited, void();
    }
    take(print_term(program.expression), tag, t);
  }

  Trial begin_same(const Program& program, uint64_t tag) {
    const std::vector<Meaning> wanted = std::move(meanings);
    Trial t = begin(program, tag);
    if (t.outcome == Trial::Limited || t.outcome == Trial::NoProgram) return t;
    for (size_t k = 0; k < std::min(wanted.size(), meanings.size()); ++k) {
      const Meaning &a = wanted[k], &b = meanings[k];
      const bool agree = a.code == b.code && (!a.value || same(*a.value, *b.value, a.top.type));
      if (!agree)
        return t.outcome = Trial::Differs,
               t.why = "same: it gives " + shown(b) + " where " + shown(a) + " is meant", t;
    }
    return t;
  }

  // ---- compiled ----

  std::optional<Difference> run(const Waiting& w, const plan::CpuKernel& kernel) {
    try {
      const plan::Stop stop{options.interrupted, Clock::now() + options.most};
      const plan::Answer alone = options.cpu->run(kernel, w.plan, w.inputs.words, stop, w.inputs.rooms);
      const auto wrong = differs("cpu", w.plan, alone, w.meaning, w.form);
      if (wrong || !options.ranks || !w.plan.foreigns.empty()) return wrong;
      for (const plan::Answer& rank : options.ranks->run(kernel, w.plan, w.inputs.words, stop))
        if (auto other = differs("ranks", w.plan, rank, w.meaning, w.form)) return other;
      return {};
    } catch (const Fault&) {
      return {}; // a limit
    }
  }

  /// Calls `work` on a big stack, under a watch that hears an interruption. `work` may catch the fault that ends it, so
  /// that what it found means nothing after an interruption.
  template <typename Work> void watched(const Work& work) {
    const Watch watch([this] { check_interrupted(); });
    run_on_big_stack(work);
    check_interrupted();
  }

  std::vector<std::pair<uint64_t, std::string>> finish() {
    std::vector<std::pair<uint64_t, std::string>> wrong;
    const std::vector<Waiting> all = std::exchange(waiting, {});
    std::vector<std::string> texts;
    for (const Waiting& w : all) texts.push_back(options.tamper ? options.tamper(w.kernels) : w.kernels);
    std::string error;
    if (texts.empty()) return wrong;
    const std::vector<plan::CpuKernelRef> kernels = options.cpu->compile_all(texts, error);
    if (kernels.empty()) wrong.emplace_back(all[0].tag, "cc: " + error);
    for (size_t k = 0; k < kernels.size(); ++k)
      if (const auto difference = run(all[k], *kernels[k]))
        wrong.emplace_back(all[k].tag, difference->whole());
    return wrong;
  }
};

TrialRoom::TrialRoom(Frontend& frontend, TrialOptions options)
    : impl_(std::make_unique<Impl>(frontend, std::move(options))) {}
TrialRoom::~TrialRoom() = default;

Trial TrialRoom::begin(const Program& program, uint64_t tag) {
  Trial t;
  impl_->watched([&] { t = impl_->begin(program, tag); });
  return t;
}

Trial TrialRoom::begin_same(const Program& program, uint64_t tag) {
  Trial t;
  impl_->watched([&] { t = impl_->begin_same(program, tag); });
  return t;
}

std::vector<std::pair<uint64_t, std::string>> TrialRoom::finish() {
  std::vector<std::pair<uint64_t, std::string>> wrong;
  impl_->watched([&] { wrong = impl_->finish(); });
  return wrong;
}

Trial TrialRoom::run(const Program& program) {
  std::vector<Waiting> others = std::exchange(impl_->waiting, {});
  Trial t = begin(program, 0);
  for (auto& [tag, why] : finish())
    if (t.outcome == Trial::Agreed) t.outcome = Trial::Differs, t.why = std::move(why);
  impl_->waiting = std::move(others);
  return t;
}

} // namespace nova::fuzz
