// The class Expander, and the functions of frontend.hpp that call it.
#include "frontend/expand/expander.hpp"
#include "frontend/core/builtin.hpp"
#include "frontend/expand/core_text/core_text.hpp"
#include "frontend/expand/foreign_words.hpp"
#include "frontend/expand/forms.hpp"
#include "frontend/expand/top.hpp"
#include "frontend/expand/typos.hpp"
#include "frontend/expand/units/prelude.hpp"
#include "runtime/fault.hpp"

namespace nova {

Expander::Expander(Frontend& f) : state_(std::make_unique<ExpanderState>(f)) {}
Expander::~Expander() = default;

const UnitFacts& Expander::facts() const { return state_->facts; }
uint64_t Expander::name_steps() const { return state_->names.steps(); }
Expander::Mark Expander::mark() const { return {state_->names.mark_all(), state_->finished_later}; }
bool Expander::has_scopes_since(const Mark& m) const { return state_->names.lasts_since(m.names); }
bool Expander::lasts_since(const Mark& m) const {
  return has_scopes_since(m) || state_->finished_later != m.finished_later;
}

void Expander::forget(const Mark& m, const Program::Mark& program, uint32_t symbols) {
  state_->names.forget(m.names, symbols), state_->text.pending.clear();
  state_->variables.resize(std::min(state_->variables.size(), program.variables));
}

void Expander::look_from_prompt() { state_->names.here = {state_->session, state_->unit + 1, UINT32_MAX}; }

HeadFacts Expander::head_facts(std::string_view name) {
  look_from_prompt();
  Meaning m = state_->names.resolve(state_->f.symbols.intern(name), Want::Head);
  if (m.kind == Meaning::Macro) return {state_->macros[m.id].span, {}};
  if (m.kind == Meaning::Form) return {{}, core_forms()[m.id].grammar};
  return {};
}

namespace {

NameInSight::Kind kind_in_sight(Meaning::Kind kind) {
  switch (kind) {
  case Meaning::Form: return NameInSight::Form;
  case Meaning::Macro: return NameInSight::Macro;
  case Meaning::Builtin: return NameInSight::Builtin;
  case Meaning::Constructor: return NameInSight::Constructor;
  case Meaning::Type: return NameInSight::Type;
  case Meaning::Module: return NameInSight::Module;
  default: return NameInSight::Definition;
  }
}

} // namespace

std::vector<NameInSight> Expander::names_in_sight() {
  look_from_prompt();
  std::vector<NameInSight> out;
  for (const Table table : {Table::Values, Table::Types, Table::Modules})
    for (const std::string_view name : state_->names.candidates(table, Want::Head)) {
      const Meaning m = state_->names.resolve(state_->f.symbols.intern(name), Want::Head, table);
      if (!m) continue;
      NameInSight& n = out.emplace_back();
      n.kind = kind_in_sight(m.kind), n.name = name, n.constructor = m.number;
      n.builtin = static_cast<BuiltinId>(m.id), n.global = static_cast<GlobalId>(m.id);
      n.type = static_cast<TypeDeclId>(m.id);
    }
  return out;
}

GlobalId Expander::define_value(std::string_view name) {
  ++state_->unit, state_->text.kind = Unit::Prompt, state_->text.module.clear();
  state_->names.here = {state_->session, state_->unit, state_->position++};
  const GlobalId id = state_->f.program.add_global(state_->f.symbols.intern(name));
  Global& g = state_->f.program[id];
  g.kind = Global::Input;
  state_->names.define(g.name, {Meaning::Global, static_cast<uint32_t>(id)}, {}, state_->names.here, true);
  return id;
}

std::vector<Top> Expander::expand(Data data, Unit unit) {
  const size_t first = state_->f.program.globals.size(), first_type = state_->f.program.types.size();
  try {
    return expand_text(*state_, data, unit);
  } catch (const Fault& limit) {
    give_up(*state_, first, first_type);
    state_->f.diagnostics.report(limit.code, state_->form.datum ? state_->form.datum->span : Span{},
                                 limit.args);
    return {};
  }
}

std::vector<Top> Expander::expand_prelude(std::span<const FileId> files) {
  return expand_prelude_text(*state_, files);
}

const Expr* Expander::body(GlobalId g) {
  finish_later(*state_, g);
  return state_->f.program[g].value;
}

std::vector<Top> Expander::expand_core(Data data) {
  ExpanderState& ex = *state_;
  const size_t before = ex.errors(), first = ex.f.program.exprs.size();
  look_from_prompt();
  for (const std::string_view name :
       ex.names.candidates(Table::Modules, Want::Head)) // types have no module's name
    if (const Meaning m = ex.names.resolve(ex.f.symbols.intern(name), Want::Head, Table::Modules);
        m.kind == Meaning::Module)
      ex.names.import(ex.session, static_cast<SpaceId>(m.id));
  const ProgramOfCore program = program_of_core(ex, data);
  if (ex.errors() > before) return {};
  std::vector<Top> tops = expand(program.data, Unit::File);
  mark_turned(ex, first, program.turned);
  return tops;
}

bool Expander::is_infix_at_prompt(Data data) {
  look_from_prompt();
  return nova::is_other_infix(*state_, data);
}

std::vector<Top> expand(Frontend& f, Data data, Unit unit) { return f.expander->expand(data, unit); }
std::vector<Top> expand_prelude(Frontend& f, std::span<const FileId> files) {
  return f.expander->expand_prelude(files);
}
const Expr* body(Frontend& f, GlobalId g) { return f.expander->body(g); }
const UnitFacts& unit_facts(const Frontend& f) { return f.expander->facts(); }
HeadFacts head_facts(Frontend& f, std::string_view name) { return f.expander->head_facts(name); }
std::vector<NameInSight> names_in_sight(Frontend& f) { return f.expander->names_in_sight(); }
bool is_other_infix(Frontend& f, Data data) { return f.expander->is_infix_at_prompt(data); }

} // namespace nova
