// Nova text to a plan and its answer, beside the interpreter's.
#pragma once
#include "interp/machine.hpp"
#include "jit/lower/lower.hpp"
#include "jit/plan/eval.hpp"
#include "jit/values/marshal.hpp"
#include "repl/session/prelude.hpp"
#include <doctest/doctest.h>

namespace nova::plan {

/// A frontend and a machine that know the prelude.
class PlanRun {
 public:
  PlanRun() : machine_(std::make_unique<Machine>(frontend, MachineOptions{})) {
    Memory::set_limit(uint64_t{4} << 30);
    std::vector<FileId> files;
    for (const PreludeFile& file : prelude_files())
      files.push_back(frontend.sources.add(std::string(file.name), std::string(file.text)));
    check(frontend, expand_prelude(frontend, files));
  }

  /// Runs definitions; the concrete core of the last form, an expression, which does not run.
  MonoTop form(const std::string& text) {
    const std::vector<Top> tops = expand(frontend, read_text(text), Unit::Prompt);
    kept_.push_back(check(frontend, tops));
    const std::vector<CoreTop>& core = kept_.back();
    for (const Diagnostic& d : frontend.diagnostics.all()) FAIL(text << ": " << d.code);
    for (size_t k = 0; k + 1 < core.size(); ++k) REQUIRE(machine_->run(core[k]));
    top_ = &core.back();
    std::optional<MonoTop> made = machine_->mono.expression(*core.back().value);
    REQUIRE(made);
    return *made;
  }

  /// What the interpreter says of the last form; nothing where it fails.
  std::optional<Value> expected() {
    Result<std::optional<Value>> r = machine_->run(*top_);
    machine_->warnings = {};
    if (!r) return {};
    return **r;
  }

  std::optional<Lowered> lower(const MonoTop& form, Refusal& why) {
    return nova::plan::lower(*form.value, machine_->mono, frontend, why);
  }
  Lowered lowered(const std::string& text) {
    Refusal why;
    std::optional<Lowered> made = lower(form(text), why);
    REQUIRE_MESSAGE(made, (text + ": " + why.reason));
    REQUIRE_MESSAGE(check_plan(made->plan) == "", (check_plan(made->plan) + "\n" + print_plan(made->plan)));
    return std::move(*made);
  }

  MarshalContext context(const Lowered& l) {
    return {frontend.types, [this](TypeId t) { return machine_->layout(t); }, {}, &l.boxed};
  }

  FlatWords inputs(const Lowered& l) {
    constexpr int64_t room = 1000;
    std::vector<Value> values;
    for (const Input& in : l.inputs) {
      const Value* v = in.kind == Input::Global ? machine_->value_of_global(in.index) : nullptr;
      REQUIRE((v || in.kind == Input::Region));
      values.push_back(v ? *v : Value());
    }
    return words_of(context(l), l.inputs, values, room);
  }

  /// The plan's answer; nothing where a check fails.
  std::optional<Value> answer(const Lowered& l, const Plan& plan) {
    const FlatWords flat = inputs(l);
    const Answer a = eval_plan(plan, flat.words);
    REQUIRE_MESSAGE(a.broken == "", (a.broken + "\n" + print_plan(plan)));
    return value(l, a);
  }
  std::optional<Value> value(const Lowered& l, const Answer& a) {
    if (a.failed) return {};
    return build_value(context(l), l.shape, a.scalars, a.columns, l.regions);
  }

  std::string print(const Value& v, const Lowered& l) {
    return print_value(v, l.type, frontend.types, frontend.symbols, true);
  }

  Frontend frontend;

 private:
  std::vector<const Datum*> read_text(std::string text) {
    const FileId file = frontend.sources.add("test.nv", std::move(text));
    return read(frontend.sources, file, frontend.symbols, frontend.data, frontend.diagnostics);
  }
  std::unique_ptr<Machine> machine_;
  std::deque<std::vector<CoreTop>> kept_;
  const CoreTop* top_ = nullptr;
};

inline bool agree(const std::optional<Value>& a, const std::optional<Value>& b) {
  return a.has_value() == b.has_value() && (!a || same_bits(*a, *b));
}

} // namespace nova::plan
