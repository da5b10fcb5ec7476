#include "repl/session/session.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/infer/check.hpp"
#include "frontend/source/big_stack.hpp"
#include "jit/passes/passes.hpp"
#include "repl/editor/terminal.hpp"
#include "repl/session/doc_comment.hpp"
#include "repl/session/limits.hpp"
#include "repl/session/prelude.hpp"
#include "runtime/fault.hpp"
#include "runtime/io/bytes.hpp"
#include "runtime/process_memory.hpp"
#include "runtime/watch.hpp"
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace nova {

namespace {

std::string text_of(const BufferRef& bytes) { return std::string(bytes->as<const char>(), bytes->size()); }

std::string standard_input(const std::function<void()>& poll) {
  editor::show_what_is_typed();
  return text_of(read_stream(STDIN_FILENO, "<stdin>", poll));
}

MachineOptions machine_options(const SessionOptions& o, Permissions* permissions) {
  MachineOptions m;
  m.max_depth = o.max_depth;
  m.out = o.out;
  m.permissions = permissions;
  return m;
}

} // namespace

Session::Session(SessionOptions options) : options_(std::move(options)) {
  for (const std::string& p : options_.allow_read) permissions_.allow_read(p);
  for (const std::string& p : options_.allow_write) permissions_.allow_write(p);
  Memory::set_limit(options_.max_memory ? options_.max_memory : half_of_memory());
  frontend_.load = [this](const std::string& path, Span at) { return load_import(path, at); };
  MachineOptions options_of_machine = machine_options(options_, &permissions_);
  options_of_machine.in = [this](const std::function<void()>& poll) {
    struct Waiting {
      std::atomic<bool>& on;
      ~Waiting() { on = false; }
    } waiting{waits_};
    waits_ = true;
    return standard_input(poll);
  };
  machine_ = std::make_unique<Machine>(frontend_, std::move(options_of_machine));
  set_up_tiers();
  load_prelude();
  note_start_memory();
}

Session::~Session() {
  if (dumps(Phase::Counts) && options_.out) options_.out(counts());
  if (tiers_ && options_.stats && options_.err) options_.err(tiers_->report());
  if (options_.verdicts && options_.err) options_.err(verdicts());
}

/// The interpreter asks nobody unless there is somebody to ask: another tier, or dumps of what one would run.
void Session::set_up_tiers() {
  if (options_.tiers.tier == Tier::Interp && !options_.dump.plans() && !options_.tiers.kernels &&
      !options_.tiers.flows)
    return;
  TierOptions t = options_.tiers;
  t.threads = options_.threads;
  t.dump = [this](std::string_view text) { ++dumped_, options_.out(text); }, t.say = options_.err;
  tiers_ = std::make_unique<TierManager>(*machine_, std::move(t));
  machine_->options.tiers = tiers_.get();
  set_dump(options_.dump);
}

void Session::set_dump(Dumps dump) {
  options_.dump = std::move(dump);
  if (!tiers_ && options_.dump.plans()) return set_up_tiers();
  if (!tiers_) return;
  TierOptions& t = tiers_->options();
  t.dump_plan = dumps(Phase::Plan), t.dump_fused = dumps(Phase::Fused), t.dump_c = dumps(Phase::C),
  t.dump_cuda = dumps(Phase::Cuda), t.dump_ptx = dumps(Phase::Ptx);
  t.dump_passes = options_.dump.passes, ++t.dump_round;
}

void Session::watch_flows(std::function<void(Span, plan::Flow)> told) {
  options_.tiers.flows = std::move(told);
  if (!tiers_ && options_.tiers.flows) return set_up_tiers();
  if (tiers_) tiers_->options().flows = options_.tiers.flows, ++tiers_->options().dump_round;
}

void Session::watch_sim(plan::SimWatch* watch) {
  options_.tiers.sim_watch = watch;
  if (tiers_) tiers_->options().sim_watch = watch;
}

void Session::set_tier(Tier tier) {
  options_.tiers.tier = tier;
  if (tiers_)
    tiers_->options().tier = tier;
  else
    set_up_tiers();
}

void Session::set_checking(Checking checking) {
  options_.tiers.checking = checking;
  if (tiers_) tiers_->options().checking = checking;
}

void Session::define_value(const std::string& name, const Outcome& o) {
  run_on_big_stack([&] {
    const GlobalId g = nova::define_value(frontend_, name, o.type);
    machine_->set_input(g, *o.value), verdicts_.note_value(g, o.made);
  });
}

Outcome Session::value_of(GlobalId g) {
  Outcome o;
  if (static_cast<uint32_t>(g) >= frontend_.core.globals.size()) return o;
  const CoreGlobal* core = &frontend_.core.globals[static_cast<uint32_t>(g)];
  o.type = core->scheme.type;
  if (!core->scheme.quantified.empty() || !frontend_.types.is_concrete(o.type)) return o;
  run_on_big_stack([&] {
    if (const Value* v = machine_->defined_value(machine_->mono.instance(g, {}))) o.value = *v;
  });
  return o;
}

std::string Session::verdicts(size_t most) const {
  return tiers_ ? verdicts_.list(most)
                : "interpreted, as all is in the tier interp (--tier auto or cpu for another)\n";
}

std::string Session::why(FileId file) const {
  if (!tiers_) return "interpreted, as all is in the tier interp (--tier auto or cpu for another)\n";
  return verdicts_.why(*tiers_, file);
}

/// The prelude's files are one unit: each sees what the others define.
void Session::load_prelude() {
  run_on_big_stack([&] {
    std::vector<const Datum*> data;
    for (const PreludeFile& file : prelude_files()) {
      FileId id = add_text("prelude/" + std::string(file.name), std::string(file.text));
      std::ranges::copy(read_text(id), std::back_inserter(data));
    }
    check(frontend_, expand(frontend_, data, Unit::Prelude));
  });
  first_own_file_ = static_cast<FileId>(frontend_.sources.size());
  flush_diagnostics();
}

std::optional<FileId> Session::load_file(const std::string& path) {
  start_clock();
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  allow_read(folder.empty() ? "." : folder);
  std::error_code ec;
  bool stream = std::filesystem::exists(path, ec) && !std::filesystem::is_regular_file(path, ec) &&
                !std::filesystem::is_directory(path, ec);
  if (!stream) return load_allowed(path, {});
  return load_bytes(path, {},
                    [&] { return read_stream(path, stop_check()); }); // a pipe, as in `nova run <(generate)`
}

/// A relative path is looked for beside the importing file.
std::optional<FileId> Session::load_import(const std::string& path, Span at) {
  std::filesystem::path importer = at.file < first_own_file_ ? "" : frontend_.sources.name(at.file);
  return load_allowed((importer.parent_path() / path).string(), at);
}

std::optional<FileId> Session::load_allowed(const std::string& path, Span at) {
  return load_bytes(path, at, [&] { return open_source(permissions_, path, stop_check())->read_all(); });
}

/// Throws when Ctrl-C was pressed or the time is over.
std::function<void()> Session::stop_check() {
  return [this] { machine_->check_stop(); };
}

std::optional<FileId> Session::load_bytes(const std::string& path, Span at,
                                          const std::function<BufferRef()>& read) {
  try {
    return add_text(path, text_of(read()));
  } catch (const Fault& fault) {
    frontend_.diagnostics.report(fault.code, at, fault.args);
    return {};
  }
}

std::vector<const Datum*> Session::read_text(FileId file) {
  std::vector<const Datum*> data =
      read(frontend_.sources, file, frontend_.symbols, frontend_.data, frontend_.diagnostics);
  warn_of_slips(frontend_, data);
  return data;
}

// ---- reporting -----------------------------------------------------------------------------------------------------

namespace {

/// Is the place all of the body of the prelude's function, so that its call and the function's are one?
bool is_body_of(const Frontend& f, const std::string& name, Span place) {
  return std::ranges::any_of(f.program.globals, [&](const Global& g) {
    if (!g.prelude || !g.value || f.symbols.text(g.name) != name) return false;
    const Span body = g.value->kind == ExprKind::Lambda ? g.value->items[0]->span : Span{};
    return body.file == place.file && body.begin == place.begin && body.end == place.end;
  });
}

/// An error of a built-in that nobody wrote here, in terms of the function that the user called. Is the
/// message to begin with its name?
bool name_callee(const Frontend& f, Diagnostic& d, const std::string& callee) {
  constexpr std::string_view begin_with_name[] = {"E0403", "E0404", "E0407", "E0408", "E0413"};
  if (d.code == "E0401") return d.args[0] = callee, d.args[1] = "one", d.args[3] = "another", false;
  if (std::ranges::find(begin_with_name, d.code) != std::end(begin_with_name))
    return d.args[0] = callee, false;
  if (d.code == "E0421" && is_body_of(f, callee, d.span)) return d.args[1] = callee, false;
  return d.code.starts_with("E04");
}

} // namespace

/// An error inside the prelude is the user's call's that led there; of the ways through the prelude only the
/// elements are told.
Diagnostic Session::at_user_call(Diagnostic d) const {
  while (d.code.starts_with("E04") &&
         d.span.expansion != 0) { // what a macro of the prelude wrote is the use's
    const Expansion& e = frontend_.sources.expansion(d.span.expansion);
    if (!in_prelude(e.definition)) break;
    d.span = e.use;
  }
  auto call =
      std::ranges::find_if(d.notes, [&](const Note& n) { return n.span.file != 0 && !in_prelude(n.span); });
  if (in_prelude(d.span) && call != d.notes.end()) {
    const bool begins = !call->callee.empty() && name_callee(frontend_, d, call->callee);
    const std::string element = call->element;
    d.span = call->span;
    *call = Note{Note::Plain, "", {}, call->callee};
    const auto behind = begins ? call + 1 : d.notes.erase(call);
    if (!element.empty()) d.notes.insert(behind, Note{Note::Plain, "called for " + element, {}});
  }
  if (!d.code.starts_with("E04") && !d.code.starts_with("E06")) return d; // other notes are no calls
  std::erase_if(d.notes, [&](const Note& n) { return in_prelude(n.span) && n.element.empty(); });
  for (Note& n : d.notes)
    if (in_prelude(n.span)) n.span = {}, n.text = "called for " + n.element;
  return d;
}

void Session::report(const Diagnostic& reported) {
  const Diagnostic d = at_user_call(reported);
  interrupted_ |= d.code == "E0603";
  stopped_ |= interrupted_ || d.code == "E0604"; // or there is no time left
  if (on_diagnostic) return on_diagnostic(d);
  failed_ |= d.severity() == Severity::Error;
  if (options_.err)
    options_.err(render(d, frontend_.sources, options_.colour,
                        options_.breaks_lines ? editor::terminal_size().columns : 0));
}

namespace {
bool is_limit(const Diagnostic& d) { return d.code == "E0601" || d.code == "E0603" || d.code == "E0604"; }
} // namespace

/// Where a limit ended the work, what else seems wrong is what was left half done.
bool Session::flush_diagnostics() {
  bool ok = true;
  std::vector<Diagnostic> told = frontend_.diagnostics.take();
  if (const auto limit = std::ranges::find_if(told, is_limit); limit != told.end()) told = {*limit};
  for (const Diagnostic& d : told) {
    ok &= d.severity() != Severity::Error;
    report(d);
  }
  if (machine_)
    for (const Diagnostic& d : machine_->warnings.take()) report(d);
  return ok;
}

void Session::write_file(const std::string& path, std::string_view bytes) const {
  write_whole(permissions_, path, bytes, [this] { machine_->check_stop(); });
}

std::string Session::print(const Outcome& o, bool abbreviate) {
  return print_value(*o.value, o.type, frontend_.types, frontend_.symbols, abbreviate);
}

// ---- dumps -----------------------------------------------------------------------------------------------------------

namespace {

constexpr std::pair<std::string_view, Phase> phases[] = {
    {"datum", Phase::Datum}, {"expr", Phase::Expr},    {"types", Phase::Types}, {"core", Phase::Core},
    {"plan", Phase::Plan},   {"fused", Phase::Fused},  {"c", Phase::C},         {"cuda", Phase::Cuda},
    {"ptx", Phase::Ptx},     {"counts", Phase::Counts}};

} // namespace

std::optional<Phase> phase_named(std::string_view name) {
  for (const auto& [known, phase] : phases)
    if (known == name) return phase;
  return {};
}

bool Dumps::add(std::string_view name) {
  if (const std::optional<Phase> p = phase_named(name)) return phases.push_back(*p), true;
  const bool is_pass =
      std::ranges::find(plan::all_passes(), name, &plan::Pass::name) != plan::all_passes().end();
  if (is_pass) passes.emplace_back(name);
  return is_pass;
}

bool Dumps::has(Phase p) const { return std::ranges::find(phases, p) != phases.end(); }

bool Dumps::plans() const {
  return has(Phase::Plan) || has(Phase::Fused) || has(Phase::C) || has(Phase::Cuda) || has(Phase::Ptx) ||
         !passes.empty();
}

std::string phase_names() {
  std::string all;
  for (const auto& [name, phase] : phases)
    if (phase != Phase::Counts) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

std::string dump_names() { return phase_names() + ", and the passes " + plan::pass_names(); }

/// How much the phases above the tiers did, the prelude's part included: what a program's size is to decide.
std::string Session::counts() const {
  const std::pair<const char*, uint64_t> all[] = {{"expressions", frontend_.program.exprs.size()},
                                                  {"name steps", frontend_.expander->name_steps()},
                                                  {"types", frontend_.types.mark().nodes},
                                                  {"type visits", frontend_.checker->type_visits()},
                                                  {"core", frontend_.core.nodes.size()},
                                                  {"instances", machine_->mono.size()},
                                                  {"polls", Watch::polls()}};
  std::string text;
  for (const auto& [name, n] : all) text += std::string(name) + " " + std::to_string(n) + "\n";
  return text;
}

void Session::dump_tops(std::span<const Top> tops) {
  if (!dumps(Phase::Expr) || !options_.out) return;
  const Program& p = frontend_.program;
  for (const Top& top : tops) {
    for (GlobalId g : top.globals)
      if (p[g].value)
        options_.out("(define " + std::string(frontend_.symbols.text(p[g].name)) + " " +
                     print_expr(*p[g].value, p, frontend_.symbols) + ")\n");
    if (top.value) options_.out(print_expr(*top.value, p, frontend_.symbols) + "\n");
  }
}

void Session::dump_core(std::span<const CoreTop> tops) {
  if (!options_.out) return;
  const Program& p = frontend_.program;
  for (const CoreTop& top : tops) {
    for (GlobalId g : top.globals) {
      if (p[g].form.file < first_own_file_) continue; // a value of the prelude that the program uses
      const CoreGlobal& cg = frontend_.core.globals[static_cast<uint32_t>(g)];
      std::string name(frontend_.symbols.text(p[g].name));
      if (dumps(Phase::Types)) options_.out(name + " : " + print_scheme(frontend_, g) + "\n");
      if (dumps(Phase::Core) && cg.value)
        options_.out("(define " + name + " " + print_core(*cg.value, p, frontend_.types, frontend_.symbols) +
                     ")\n");
    }
    if (!top.value) continue;
    if (dumps(Phase::Types)) options_.out(frontend_.types.print(top.type, frontend_.symbols) + "\n");
    if (dumps(Phase::Core))
      options_.out(print_core(*top.value, p, frontend_.types, frontend_.symbols) + "\n");
  }
}

// ---- the pipeline ------------------------------------------------------------------------------------------------------

std::vector<const Datum*> Session::read_and_expand(FileId file, Unit unit, std::vector<Top>& tops) {
  auto data = read_text(file);
  if (dumps(Phase::Datum))
    for (const Datum* d : data) options_.out(print_datum(*d, frontend_.symbols) + "\n");
  if (options_.stop_after == Phase::Datum) return data;
  tops = expand(frontend_, data, unit);
  dump_tops(tops);
  return data;
}

int Session::run_program(FileId file, const InputTexts& inputs) {
  std::vector<CoreTop> forms;
  std::vector<const Datum*> data;
  start_clock();
  limited(*machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    data = read_and_expand(file, Unit::File, tops);
    if (options_.stop_after > Phase::Expr) forms = check(frontend_, tops);
    dump_core(forms);
  });
  if (!flush_diagnostics()) return 1;
  if (options_.stop_after != Phase::Run) return 0;
  UnitFacts facts = unit_facts(frontend_);
  if (!give_inputs(inputs)) return 1;
  warn_of_bare_calls(data);
  for (const CoreTop& form : forms) {
    bool failed = false;
    std::optional<Value> value = run_one(form, failed);
    if (failed) return 1;
    bool last = &form == &forms.back() && form.kind == CoreTop::Expression;
    if (last && value && value->tag() != Tag::Unit && !recording_)
      limited(*machine_, form.span, [&] {
        write_value(*value, form.type, frontend_.types, frontend_.symbols, options_.abbreviate,
                    [&](std::string_view piece) {
                      Watch::answer();
                      options_.out(piece);
                    });
        options_.out("\n");
      });
  }
  if (!flush_diagnostics()) return 1;
  return facts.main ? run_main(*facts.main) : 0;
}

int Session::check_program(FileId file, bool types) {
  std::vector<CoreTop> forms;
  start_clock();
  limited(*machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    read_and_expand(file, Unit::File, tops);
    forms = check(frontend_, tops);
    if (types) options_.dump.phases.push_back(Phase::Types);
    dump_core(forms);
  });
  return flush_diagnostics() ? 0 : 1;
}

std::optional<std::vector<CoreTop>> Session::checked_forms(FileId file) {
  std::vector<CoreTop> forms;
  start_clock();
  limited(*machine_, {file, 0, 0, 0}, [&] {
    std::vector<Top> tops;
    read_and_expand(file, Unit::File, tops);
    forms = check(frontend_, tops);
  });
  if (!flush_diagnostics()) return {};
  return forms;
}

/// A Harlan program's main takes unit; an int from it is the exit status.
int Session::run_main(GlobalId main) {
  Expr& callee = frontend_.program.exprs.emplace_back();
  callee.kind = ExprKind::Global, callee.global = main, callee.span = frontend_.program[main].span;
  Expr& call = frontend_.program.exprs.emplace_back();
  call.kind = ExprKind::Apply, call.items = {&callee}, call.span = callee.span;
  Top top;
  top.kind = Top::Expression, top.value = &call, top.span = call.span;
  std::vector<CoreTop> forms;
  limited(*machine_, top.span, [&] { forms = check(frontend_, std::span(&top, 1)); });
  if (!flush_diagnostics() || forms.empty()) return 1;
  if (frontend_.types.is(forms[0].type, TypeKind::Fun)) {
    frontend_.diagnostics.report("E0708", callee.span);
    return flush_diagnostics(), 1;
  }
  bool failed = false;
  std::optional<Value> value = run_one(forms[0], failed);
  if (failed) return 1;
  return value && value->tag() == Tag::I64 ? static_cast<int>(value->as_int() & 255) : 0;
}

/// The time that a run may take, of which the reading of its text is a part.
void Session::start_clock() {
  stopped_ = interrupted_ = false;
  const auto now = std::chrono::steady_clock::now();
  machine_->set_deadline(options_.timeout ? std::optional(now + *options_.timeout)
                                          : std::nullopt); // :set may have taken it away
}

} // namespace nova
