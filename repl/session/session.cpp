#include "repl/session/session.hpp"
#include "frontend/core_file/compare.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/helps/known_names.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/compile/kernel_folder.hpp"
#include "repl/session/files/exchange.hpp"
#include "repl/session/files/program_outputs.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/prelude.hpp"
#include "repl/session/warnings.hpp"
#include "runtime/process_memory.hpp"
#include "runtime/ranks/ranks.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <iterator>
#include <thread>

namespace nova {

namespace {

MachineOptions machine_options(const SessionOptions& o, Permissions& permissions, ProgramInput& input) {
  MachineOptions m;
  m.max_depth = o.max_depth;
  m.out = o.out;
  m.ranks = o.ranks;
  if (o.out)
    m.out = [&o](std::string_view text) {
      if (o.ranks) o.ranks->note_output(text);
      o.out(text);
    };
  m.permissions = &permissions;
  m.threads = o.threads ? o.threads : std::max(1u, std::thread::hardware_concurrency());
  m.stops = o.stops;
  if (o.embedded) return m;
  m.in = [&input, &o](const std::function<void()>& poll) { return input.read(o.ranks, poll); };
  return m;
}

/// Sets the process's memory limit by the options, and returns the options.
SessionOptions within_memory(SessionOptions o) {
  Memory::set_limit(o.max_memory ? o.max_memory : half_of_memory());
  return o;
}

/// Reports a folder of kernels that is none, or whose kernels can't be used.
void report_kernels(Frontend& f, const plan::KernelFolder& kernels) {
  if (!kernels.wrong().empty()) f.diagnostics.report("E0721", {}, {kernels.path(), kernels.wrong()});
  if (!kernels.unfit().empty()) f.diagnostics.report("W0405", {}, {kernels.path(), kernels.unfit()});
}

} // namespace

Session::Session(SessionOptions options)
    : options_(within_memory(std::move(options))),
      files_(
          frontend_, names_, [this] { machine_.check_stop(); }, options_.ranks),
      machine_(frontend_, machine_options(options_, files_.permissions(), input_)),
      foreign_(machine_, files_, names_, options_) {
  machine_.options.drawn = [this](std::string_view svg, const DescribesPlot& describe) {
    if (reports_.drawn) reports_.drawn(svg, describe());
  };
  for (const std::string& p : options_.allow_read) files_.allow_read(p);
  for (const std::string& p : options_.allow_write) files_.allow_write(p);
  for (const std::string& p : options_.allow_foreign) files_.permissions().allow_foreign(p);
  load_prelude();
  if (options_.tiers.ahead) report_kernels(frontend_, *options_.tiers.ahead);
  if (!options_.embedded) note_start_memory();
}

Session::~Session() {
  if (options_.dump.has(Phase::Counts) && options_.out) options_.out(printer_.counts(machine_));
  if (tiers_.manager() && options_.stats && options_.err) options_.err(tiers_.manager()->report());
  if (options_.verdicts && options_.err) options_.err(tiers_.verdicts());
}

/// Loads the prelude. Its files are expanded as one unit, so that each can use the others' definitions.
void Session::load_prelude() {
  run_on_big_stack([&] {
    std::vector<FileId> files;
    for (const PreludeFile& file : prelude_files())
      files.push_back(add_text("prelude/" + std::string(file.name), std::string(file.text)));
    check(frontend_, expand_prelude(frontend_, files));
  });
  names_.begin();
  reports_.flush();
}

FileId Session::type_text(std::string name, std::string text) {
  checkpoints_.next_text();
  return add_text(std::move(name), std::move(text));
}

std::optional<FileId> Session::load_file(const std::string& path) {
  start_clock();
  return files_.load(path);
}

/// Starts the time limit of a run. The time in which the run's text is read counts too.
void Session::start_clock() {
  reports_.begin();
  const auto now = std::chrono::steady_clock::now();
  machine_.set_deadline(options_.timeout ? std::optional(now + *options_.timeout)
                                         : std::nullopt); // :set may have removed the limit
}

void run_by(Session& session, Ranks* ranks) {
  MachineOptions& of_machine = session.machine_.options;
  session.options_.ranks = of_machine.ranks = ranks;
  session.files_.share_by(ranks);
  of_machine.stops = session.options_.stops;
  if (ranks) of_machine.stops = [ranks] { return ranks->is_called(); };
}

void free_after_use(Session& session) { session.frees_ = true; }

// ---- values of definitions and forms ----

GlobalId Session::define_value(const std::string& name, const Outcome& o) {
  GlobalId g{};
  run_on_big_stack([&] {
    g = nova::define_value(frontend_, name, o.type);
    machine_.set_input(g, *o.value), tiers_.note_value(g, o.made), checkpoints_.note_host_value(g);
  });
  return g;
}

Outcome Session::value_of(GlobalId g) {
  Outcome o;
  if (static_cast<uint32_t>(g) >= frontend_.core.globals.size()) return o;
  const CoreGlobal* core = &frontend_.core.globals[static_cast<uint32_t>(g)];
  o.type = core->scheme.type;
  if (!core->scheme.quantified.empty() || !frontend_.types.is_concrete(o.type)) return o;
  run_on_big_stack([&] {
    if (const Value* v = machine_.defined_value(machine_.mono.instance(g, {}))) o.value = *v;
  });
  return o;
}

std::string Session::print(const Outcome& o, bool abbreviate) {
  return print_value(*o.value, o.type, frontend_.types, frontend_.symbols, abbreviate);
}

// ---- the pipeline: read, expand, check, run ----

std::vector<const Datum*> Session::read_text(FileId file) {
  std::vector<const Datum*> data =
      read(frontend_.sources, file, frontend_.symbols, frontend_.data, frontend_.diagnostics);
  warn_of_slips(frontend_, data);
  return data;
}

std::vector<const Datum*> Session::read_and_expand(FileId file, std::vector<Top>& tops, Language from) {
  auto data = read_text(file);
  printer_.data(data);
  if (options_.stop_after == Phase::Datum) return data;
  tops = from == Language::Core ? frontend_.expander->expand_core(data) : expand(frontend_, data, Unit::File);
  printer_.tops(tops);
  return data;
}

/// A core file's warnings are those of the program that it was printed from.
static void drop_warnings(Diagnostics& diagnostics) {
  for (Diagnostic& d : diagnostics.take())
    if (d.severity() == Severity::Error) diagnostics.add(std::move(d));
}

int Session::run_program(FileId file, const InputTexts& inputs, const InputTexts& outputs, Language from) {
  std::vector<CoreTop> forms;
  std::vector<const Datum*> data;
  const bool from_core = from == Language::Core;
  start_clock();
  limited(machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    const size_t first_type = frontend_.program.types.size();
    data = read_and_expand(file, tops, from);
    if (options_.stop_after > Phase::Expr) forms = check(frontend_, tops);
    help_by_known_names(frontend_, data);
    if (from_core) drop_warnings(frontend_.diagnostics), compare_core(frontend_, data, forms);
    printer_.core(forms, first_type);
  });
  if (!reports_.flush()) return 1;
  if (options_.stop_after != Phase::Run) return 0;
  UnitFacts facts = unit_facts(frontend_);
  if (!give_inputs(inputs)) return 1;
  ProgramOutputs written(*this, outputs);
  if (!written.check(forms)) return 1;
  if (!tiers_.holds_verdicts() && !from_core) warn_of_bare_calls(frontend_, data), reports_.flush();
  if (!forms.empty() && !written.takes_last() && !from_core)
    warn_of_waiting(frontend_, forms.back()), reports_.flush();
  const bool frees = frees_ && outputs.empty() && !facts.main;
  const auto unused =
      frees ? checkpoints_.last_uses(forms) : std::vector<std::vector<GlobalId>>(forms.size());
  for (const CoreTop& form : forms) {
    bool failed = false;
    std::optional<Value> value = run_one(form, failed);
    checkpoints_.drop_values(unused[static_cast<size_t>(&form - forms.data())]);
    if (failed) return 1;
    bool last = &form == &forms.back() && form.kind == CoreTop::Expression;
    if (last && value) written.set_last(*value);
    const bool shown = last && value && value->tag() != Tag::Unit && !recording_;
    if (shown && !written.takes_last()) print_last(*value, form);
  }
  if (!written.write() || !reports_.flush()) return 1;
  return facts.main ? run_main(*facts.main) : 0;
}

/// Prints a program's value piece by piece, so that limits can end the printing.
void Session::print_last(const Value& value, const CoreTop& form) {
  limited(machine_, form.span, [&] {
    Exchange(*this).print({value, form.type}, options_.out);
    options_.out("\n");
  });
}

int Session::check_program(FileId file, bool types) {
  start_clock();
  limited(machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    const size_t first_type = frontend_.program.types.size();
    const auto data = read_and_expand(file, tops);
    const std::vector<CoreTop> forms = check(frontend_, tops);
    help_by_known_names(frontend_, data);
    foreign_.warn_of_unlinked();
    if (types) options_.dump.phases.push_back(Phase::Types);
    printer_.core(forms, first_type);
  });
  return reports_.flush() ? 0 : 1;
}

std::optional<std::vector<CoreTop>> Session::checked_forms(FileId file) {
  std::vector<CoreTop> forms;
  start_clock();
  limited(machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    const auto data = read_and_expand(file, tops);
    forms = check(frontend_, tops);
    help_by_known_names(frontend_, data);
  });
  if (!reports_.flush()) return {};
  return forms;
}

/// Meets the other ranks at the end of a form, which fails on all of them or on none. `error`: this rank's own, or null.
/// Returns an error that takes its place: another rank has failed, or does not answer.
static std::optional<Diagnostic> failure_of_ranks(Ranks& ranks, Machine& machine, Span at,
                                                  const Diagnostic* error) {
  const bool alone = error && error->code.starts_with("E06"); // a limit, which the others may not reach
  try {
    ranks.end_form(error ? "error[" + error->code + "]: " + message(*error) : "", alone,
                   [&machine] { machine.check_stop(); });
    return {};
  } catch (const Fault& fault) {
    return Diagnostic{fault.code, at, fault.args, {}};
  }
}

std::optional<Value> Session::run_one(const CoreTop& top, bool& failed) {
  if (top.kind == CoreTop::Expression && !frontend_.types.is_concrete(top.type))
    return {}; // WhenOpen::Variables
  Result<std::optional<Value>> result = machine_.run(top);
  if (options_.ranks && options_.ranks->ends_forms())
    if (auto failure =
            failure_of_ranks(*options_.ranks, machine_, top.span, result ? nullptr : &result.error()))
      result = std::move(*failure);
  reports_.flush();
  failed = !result;
  tiers_.note(top, !failed);
  if (result) return std::move(*result);
  reports_.report(result.error());
  return {};
}

/// Calls the function main of a program in the style of the language Harlan, without arguments. Returns the exit
/// status: main's result modulo 256 if it is an int, 1 on an error, else 0.
int Session::run_main(GlobalId main) {
  Expr& callee = frontend_.program.exprs.emplace_back();
  callee.kind = ExprKind::Global, callee.global = main, callee.span = frontend_.program[main].span;
  Expr& call = frontend_.program.exprs.emplace_back();
  call.kind = ExprKind::Apply, call.items = {&callee}, call.span = callee.span;
  Top top;
  top.kind = Top::Expression, top.value = &call, top.span = call.span;
  std::vector<CoreTop> forms;
  limited(machine_, top.span, [&] { forms = check(frontend_, std::span(&top, 1)); });
  if (!reports_.flush() || forms.empty()) return 1;
  if (frontend_.types.is(forms[0].type, TypeKind::Fun)) {
    frontend_.diagnostics.report("E0708", callee.span);
    return reports_.flush(), 1;
  }
  bool failed = false;
  std::optional<Value> value = run_one(forms[0], failed);
  if (failed) return 1;
  return value && value->tag() == Tag::I64 ? static_cast<int>(value->as_int() & 255) : 0;
}

} // namespace nova
