#include "repl/session/files/plan_file.hpp"
#include "frontend/expand/expander.hpp"
#include "jit/foreign/child_answer.hpp"
#include "jit/values/checked_answer.hpp"
#include "jit/values/flat_layout.hpp"
#include "repl/session/files/exchange.hpp"
#include "repl/session/limits.hpp"
#include "runtime/fault.hpp"
#include "runtime/watch.hpp"

namespace nova {
namespace {

bool is_form(const Datum& d, const Symbols& symbols, std::string_view word) {
  return d.is(DatumKind::List) && !d.items.empty() && d.items[0]->is(DatumKind::Symbol) &&
         symbols.text(d.items[0]->symbol) == word;
}

} // namespace

int PlanFile::run(FileId file) {
  bool good = true;
  session_.start_clock();
  limited(session_.machine_, {file, 0, 0, 0}, [&] {
    Frontend& f = session_.frontend_;
    const auto data = read(f.sources, file, f.symbols, f.data, f.diagnostics, {plan::most_nesting});
    for (const Datum* d : data)
      if (good = good && !f.diagnostics.has_errors(); good) good = form(*d);
  });
  return session_.reports_.flush() && good ? 0 : 1;
}

bool PlanFile::form(const Datum& d) {
  Watch::poll();
  const Symbols& symbols = session_.frontend_.symbols;
  if (is_form(d, symbols, "plan")) return plan(d);
  if (is_form(d, symbols, "run")) return make_run(d);
  if (is_form(d, symbols, "define-datatype") || is_form(d, symbols, "define-record") ||
      is_form(d, symbols, "types"))
    return declaration(d);
  return fail(d.span, "a plan, a run or the declaration of a type should stand here");
}

/// Reports that the file is wrong, and returns false.
bool PlanFile::fail(Span at, std::string why) {
  return session_.frontend_.diagnostics.report("E0433", at, {std::move(why)}), false;
}

bool PlanFile::plan(const Datum& d) {
  plan::Plan made;
  if (const auto wrong = plan::read_plan(session_.frontend_.symbols, d, made))
    return fail(wrong->at, wrong->what);
  if (!made.foreigns.empty() || made.text_mode)
    return fail(d.span, "its foreign functions belong to a program: a plan file has none");
  plan_ = std::move(made);
  if (session_.options_.dump.has(Phase::Plan)) session_.options_.out(plan::print_plan(*plan_));
  return true;
}

bool PlanFile::declaration(const Datum& d) {
  Frontend& f = session_.frontend_;
  const Datum* const data[] = {&d};
  check(f, expand(f, data, Unit::File));
  if (session_.options_.dump.has(Phase::Plan))
    session_.options_.out(std::string(f.sources.text(d.span)) + "\n");
  return !f.diagnostics.has_errors();
}

/// Returns the type t of (run (result : t) ..), which has to be one whose values a plan computes.
std::optional<TypeId> PlanFile::result_type(const Datum& run) {
  Frontend& f = session_.frontend_;
  const Datum* const part = run.items.size() > 1 ? run.items[1] : &run;
  const bool written = is_form(*part, f.symbols, "result") && part->items.size() > 2 &&
                       part->items[1]->is_symbol(f.symbols.intern(":"));
  if (!written) return fail(part->span, "(result : type) should stand here"), std::nullopt;
  // (error! "") has every type: the expression ((error! "") : t) has the type t.
  const auto make = [&](DatumKind kind, std::span<const Datum* const> items) {
    Datum* made = f.data.make(kind, part->span);
    return made->items = f.data.items(items), made;
  };
  Datum* const name = f.data.make(DatumKind::Symbol, part->span);
  name->symbol = f.symbols.intern("error!");
  const Datum* const call[] = {name, make(DatumKind::String, {})};
  std::vector<const Datum*> typed{make(DatumKind::List, call)};
  typed.insert(typed.end(), part->items.begin() + 1, part->items.end());
  const Datum* const data[] = {make(DatumKind::List, typed)};
  const std::vector<CoreTop> forms = check(f, expand(f, data, Unit::Prompt));
  if (f.diagnostics.has_errors() || forms.empty()) return std::nullopt;
  const TypeId type = forms.back().type;
  const auto parts = plan::flat_types(f.types, type);
  std::vector<plan::VarType> results;
  for (const plan::Var v : plan_->body.results) results.push_back((*plan_)[v]);
  if (parts && *parts == results) return type;
  return fail(part->span, "the plan's results are no value of this type"), std::nullopt;
}

bool PlanFile::make_run(const Datum& d) {
  if (!plan_) return fail(d.span, "a run stands behind its plan");
  const std::optional<TypeId> type = result_type(d);
  if (!type) return false;
  std::vector<plan::Cell> inputs;
  if (const auto wrong = plan::read_run(session_.frontend_.symbols, d, *plan_, inputs))
    return fail(wrong->at, wrong->what);
  Frontend& f = session_.frontend_;
  if (session_.options_.dump.has(Phase::Plan))
    session_.options_.out(plan::print_run(*plan_, inputs, f.types.print(*type, f.symbols)));
  const std::optional<Value> value = value_of(d, *type, std::move(inputs));
  if (!value) return false;
  Exchange(session_).print({*value, *type, nullptr, {}}, session_.options_.out);
  session_.options_.out("\n");
  return true;
}

/// Returns the plan's value for the inputs. Reports why it has none.
std::optional<Value> PlanFile::value_of(const Datum& run, TypeId type, std::vector<plan::Cell> inputs) {
  Machine& machine = session_.machine_;
  const auto poll = [&machine] { machine.poll(65536); };
  const plan::Answer a = plan::run_checked(*plan_, inputs, poll);
  if (!a.broken.empty()) return fail(run.span, a.broken), std::nullopt;
  if (a.failed) {
    session_.frontend_.diagnostics.report("E0434", run.span,
                                          {plan_->sites[a.site].code, std::to_string(a.site)});
    return std::nullopt;
  }
  const plan::MarshalContext at{
      machine.frontend.types, [&machine](TypeId t) { return machine.layout(t); }, {}};
  const plan::ValueShape shape = plan::shape_of(machine.frontend.types, type);
  try {
    const Value value = plan::build_value(at, shape, a.scalars, a.columns);
    plan::FlatWords flat;
    plan::flatten_value(at, shape, value, flat);
    plan::Bundle bundle;
    bundle.plan = *plan_, bundle.inputs = std::move(inputs),
    bundle.passes_off = session_.options_.tiers.passes_off;
    bundle.result = plan::cells_of(machine.frontend.types, shape, flat.words);
    if (!repeat_in_tier(run, std::move(bundle))) return std::nullopt;
    return value;
  } catch (const plan::BadAnswer& bad) {
    return fail(run.span, "its results are no value of the type: " + bad.what), std::nullopt;
  }
}

/// Repeats the run in the tier that was asked for: all passes, and the compiled code. Returns false, after a report, if
/// that gives another value or crashes.
bool PlanFile::repeat_in_tier(const Datum& run, plan::Bundle bundle) {
  const TierOptions& o = session_.options_.tiers;
  if (o.tier != Tier::Cpu && o.tier != Tier::Sim) return true;
  const auto poll = [this] { session_.machine_.poll(65536); };
  const auto in_child = [&](int) {
    const bool sim = o.tier == Tier::Sim;
    plan::CpuDevice cpu({.threads = o.threads, .cache = o.cache});
    plan::Guilt g = plan::replay(bundle, sim ? nullptr : &cpu, {}, {}, poll);
    if (g.stage.empty() && sim) g = plan::replay_simulated(bundle, o.cache, poll);
    if (!g.stage.empty()) nova::fail("E0433", {g.story});
    return plan::run_checked(bundle.plan, bundle.inputs, poll);
  };
  const plan::Answer a = plan::answer_in_child(
      bundle.plan, {}, in_child, [] { Watch::answer(); }, o.longest_foreign);
  return a.failed ? fail(run.span, "its compiled code crashed, or took longer than --foreign-timeout says")
                  : true;
}

} // namespace nova
