#include "jit/fuzz_trial.hpp"
#include "frontend/big_stack.hpp"
#include "frontend/check.hpp"
#include "jit/emit_c.hpp"
#include "jit/lower.hpp"

namespace nova::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// Codes of limits: what one tier can do, another may not.
bool is_limit(const std::string& code) { return code.starts_with("E06"); }

/// What the interpreter made of an expression.
struct Meaning {
  CoreTop top;
  std::optional<Value> value; ///< none: it failed
  std::string code;
};

/// What is wrong with a tier's answer.
struct Difference {
  std::string stage, text;
};

} // namespace

struct TrialRoom::Impl {
  Frontend& frontend;
  TrialOptions options;
  Machine machine;

  Impl(Frontend& f, TrialOptions o) : frontend(f), options(std::move(o)), machine(f, {}) {}

  // ---- the interpreter ----

  /// Reads, expands and checks a form.
  std::optional<CoreTop> checked(const std::string& text) {
    const FileId file = frontend.sources.add("fuzz", text);
    const auto data = read(frontend.sources, file, frontend.symbols, frontend.data, frontend.diagnostics);
    const std::vector<CoreTop> forms = check(frontend, expand(frontend, data, Unit::Prompt));
    bool sound = forms.size() == 1;
    for (const Diagnostic& d : frontend.diagnostics.take()) sound &= d.severity() != Severity::Error;
    return sound ? std::optional(forms[0]) : std::nullopt;
  }

  Meaning interpreted(const CoreTop& top) {
    machine.set_deadline(Clock::now() + options.most);
    Result<std::optional<Value>> result = machine.run(top);
    machine.warnings.take();
    if (!result) return {top, {}, result.error().code};
    return {top, std::move(*result), {}};
  }

  // ---- the tiers ----

  /// The plan's inputs; false where a definition has no value.
  bool take_inputs(const plan::Lowered& lowered, std::vector<plan::Word>& words) {
    for (const plan::Input& in : lowered.inputs) {
      const Value* v = in.kind == plan::Input::Global ? machine.defined_value(in.index) : nullptr;
      if (in.type == frontend.types.prim(Element::Unit)) continue;
      if (!v) return false;
      plan::flatten_value(*v, words);
    }
    return true;
  }

  /// Compares a tier's answer with the meaning.
  std::optional<Difference> differs(const std::string& stage, const plan::Answer& a, const Meaning& meaning) {
    if (!a.broken.empty()) return Difference{stage, a.broken};
    if (a.failed && !meaning.value) return {};
    if (a.failed)
      return Difference{stage, "it fails, the interpreter gives " + shown(*meaning.value, meaning.top.type)};
    plan::ValueBuilder builder(frontend.types, [this](TypeId t) { return machine.layout(t); });
    const Value got = builder.build(meaning.top.type, a.scalars, a.columns);
    if (!meaning.value)
      return Difference{stage, "it gives " + shown(got, meaning.top.type) + ", the interpreter fails with " +
                                   meaning.code};
    if (same_bits(got, *meaning.value)) return {};
    return Difference{stage, "it gives " + shown(got, meaning.top.type) + ", the interpreter " +
                                 shown(*meaning.value, meaning.top.type)};
  }

  std::string shown(const Value& v, TypeId t) {
    return print_value(v, t, frontend.types, frontend.symbols, true);
  }

  std::optional<Difference> compare(plan::Lowered& lowered, std::span<const plan::Word> inputs,
                                    const Meaning& meaning) {
    if (std::string broken = plan::check_plan(lowered.plan); !broken.empty())
      return Difference{"lower", broken};
    const auto deadline = Clock::now() + 3 * options.most;
    const Poll poll = [&] {
      if (Clock::now() > deadline) fail("E0604");
    };
    auto evaluate = [&](const std::string& stage, const plan::Plan& p) {
      return differs(stage, plan::eval_plan(p, inputs, poll), meaning);
    };
    if (auto wrong = evaluate("lower", lowered.plan)) return wrong;
    for (const plan::Pass& pass : options.planted)
      if (pass.run(lowered.plan))
        if (auto wrong = evaluate(std::string(pass.name), lowered.plan)) return wrong;
    std::optional<Difference> first;
    plan::PassOptions passes{options.passes_off, {}};
    passes.after_each = [&](const plan::Pass& pass, const plan::Plan& p) {
      if (!first) first = evaluate(std::string(pass.name), p);
    };
    if (std::string broken = plan::optimise(lowered.plan, passes); !broken.empty())
      return Difference{"optimise", broken};
    if (!first && options.cpu) first = on_cpu(lowered.plan, inputs, meaning);
    return first;
  }

  std::optional<Difference> on_cpu(const plan::Plan& p, std::span<const plan::Word> inputs,
                                   const Meaning& meaning) {
    const std::string kernels = plan::emit_c(p);
    if (kernels.empty()) return {};
    std::string error;
    const plan::CpuKernelRef kernel = options.cpu->compile(plan::c_prologue(kernels) + kernels, error);
    if (!kernel) return Difference{"cc", error};
    const plan::Stop stop{nullptr, Clock::now() + options.most};
    return differs("cpu", options.cpu->run(*kernel, p, inputs, stop), meaning);
  }

  Trial tried(const Meaning& meaning) {
    Trial t;
    t.fails = !meaning.value;
    if (t.fails && is_limit(meaning.code)) return t.outcome = Trial::Limited, t;
    const std::optional<MonoTop> form = machine.mono.expression(*meaning.top.value);
    if (!form) return t;
    plan::Refusal why;
    std::optional<plan::Lowered> lowered = plan::lower(*form->value, machine.mono, frontend, why);
    if (!lowered) return t.outcome = Trial::Refused, t.why = why.reason, t;
    std::vector<plan::Word> inputs;
    if (!take_inputs(*lowered, inputs)) return t.outcome = Trial::Refused, t.why = "an input has no value", t;
    const std::optional<Difference> wrong = compare(*lowered, inputs, meaning);
    t.outcome = wrong ? Trial::Differs : Trial::Agreed;
    if (wrong) t.why = wrong->stage + ": " + wrong->text;
    return t;
  }

  Trial run(const Program& program) {
    for (const auto& [name, value] : program.definitions) {
      const auto form = checked("(define " + name + " " + print_term(value) + ")");
      if (!form) return {};
      if (const Meaning m = interpreted(*form); !m.code.empty()) return {Trial::Limited, true, m.code};
    }
    const auto form = checked(print_term(program.expression));
    if (!form) return {};
    try {
      return tried(interpreted(*form));
    } catch (const Fault& fault) {
      return {Trial::Limited, false, fault.code};
    }
  }
};

TrialRoom::TrialRoom(Frontend& frontend, TrialOptions options)
    : impl_(std::make_unique<Impl>(frontend, std::move(options))) {}
TrialRoom::~TrialRoom() = default;
Trial TrialRoom::run(const Program& program) {
  Trial t;
  run_on_big_stack([&] { t = impl_->run(program); });
  return t;
}

} // namespace nova::fuzz
