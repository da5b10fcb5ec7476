#include "repl/session/dumps.hpp"
#include "frontend/core/core_text.hpp"
#include "frontend/expand/expander.hpp"
#include "frontend/infer/check.hpp"
#include "interp/machine.hpp"
#include "jit/passes/passes.hpp"
#include "runtime/watch.hpp"
#include <algorithm>

namespace nova {
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

std::string PhasePrinter::counts(Machine& machine) const {
  const std::pair<const char*, uint64_t> all[] = {{"expressions", frontend_.program.exprs.size()},
                                                  {"name steps", frontend_.expander->name_steps()},
                                                  {"types", frontend_.types.mark().nodes},
                                                  {"type visits", frontend_.checker->type_visits()},
                                                  {"core", frontend_.core.nodes.size()},
                                                  {"instances", machine.mono.size()},
                                                  {"polls", Watch::polls()}};
  std::string text;
  for (const auto& [name, n] : all) text += std::string(name) + " " + std::to_string(n) + "\n";
  return text;
}

void PhasePrinter::data(std::span<const Datum* const> data) const {
  if (!dumps_.has(Phase::Datum)) return;
  for (const Datum* d : data) out_(print_datum(*d, frontend_.symbols) + "\n");
}

void PhasePrinter::tops(std::span<const Top> tops) const {
  if (!dumps_.has(Phase::Expr) || !out_) return;
  const Program& p = frontend_.program;
  for (const Top& top : tops) {
    for (GlobalId g : top.globals)
      if (p[g].value)
        out_("(define " + std::string(names_.name_of(g)) + " " +
             print_expr(*p[g].value, p, frontend_.symbols) + ")\n");
    if (top.value) out_(print_expr(*top.value, p, frontend_.symbols) + "\n");
  }
}

/// Whether the definition is the first one that its form declares.
bool PhasePrinter::is_first_of_form(GlobalId g) const {
  const auto before = static_cast<GlobalId>(static_cast<uint32_t>(g) - 1);
  return frontend_.program[before].form != frontend_.program[g].form;
}

void PhasePrinter::definition(GlobalId g) const {
  const CoreGlobal& core = frontend_.core.globals[static_cast<uint32_t>(g)];
  const Global& global = frontend_.program[g];
  if (dumps_.has(Phase::Types))
    out_(std::string(names_.name_of(g)) + " : " + print_scheme(frontend_, g) + "\n");
  if (!dumps_.has(Phase::Core)) return;
  const bool foreign = global.kind == Global::Foreign, inside = !global.module.empty();
  if (foreign && is_first_of_form(g))
    out_((inside ? "(module " + global.module + " " : "") + std::string(frontend_.sources.text(global.form)) +
         (inside ? ")\n" : "\n"));
  if (!foreign && core.value)
    out_(print_core(g, core, frontend_.program, frontend_.types, frontend_.symbols) + "\n");
}

/// Prints the declarations of the program's inputs.
void PhasePrinter::inputs() const {
  std::string inputs;
  for (const GlobalId g : unit_facts(frontend_).inputs)
    inputs += (inputs.empty() ? "((" : " (") + core_name(frontend_.program, frontend_.symbols, g) + " : " +
              print_scheme(frontend_, g) + ")";
  if (!inputs.empty()) out_(inputs + ")\n");
}

/// Prints the declarations of the types from index `next` up to `end`, and returns `end`.
size_t PhasePrinter::declarations(size_t next, size_t end) const {
  const Program& program = frontend_.program;
  for (; next < end; ++next)
    if (const TypeDecl& d = program.types[next]; !d.failed && !d.in_place && !d.prelude)
      out_(print_declaration(d, program, frontend_.symbols) + "\n");
  return next;
}

/// Returns the index behind the last type, from index `next` on, that is declared above the form.
size_t PhasePrinter::end_of_types_above(Span form, size_t next) const {
  const auto& types = frontend_.program.types;
  for (size_t end = types.size(); end > next; --end)
    if (const Span at = types[end - 1].span; at.file == form.file && at.begin < form.begin) return end;
  return next;
}

/// Prints the types and Core of the program's forms. Leaves out the prelude constants that the program uses. A type is
/// declared above the forms below it, since a later type may have constructors of the same names; where only plans
/// are printed, all types stand before them.
void PhasePrinter::core(std::span<const CoreTop> tops, size_t first_type) const {
  if (!out_) return;
  const bool core = dumps_.has(Phase::Core), program = core && unit_facts(frontend_).main;
  const bool types = core || dumps_.has(Phase::Plan);
  const size_t end = frontend_.program.types.size();
  if (program) out_("(module\n");
  if (core) inputs();
  if (types && !core) declarations(first_type, end);
  for (const CoreTop& top : tops) {
    if (core) first_type = declarations(first_type, end_of_types_above(top.span, first_type));
    for (GlobalId g : top.globals)
      if (names_.is_own(g)) definition(g);
    if (!top.value || top.kind == CoreTop::CompileNow) continue; // (compile-now f) has no Core of its own
    if (dumps_.has(Phase::Types)) out_(frontend_.types.print(top.type, frontend_.symbols) + "\n");
    if (core) out_(print_core(*top.value, frontend_.program, frontend_.types, frontend_.symbols) + "\n");
  }
  if (core) declarations(first_type, end);
  if (program) out_(")\n");
}

} // namespace nova
