#include "repl/completion.hpp"
#include "frontend/check.hpp"

namespace nova {

void Completer::add(std::string name, std::string detail, CompletionKind kind, std::string documentation) {
  if (!fits(name) || !seen_.insert(name).second) return;
  found_.push_back({std::move(name), std::move(detail), std::move(documentation), kind});
}

void Completer::add_names() {
  for (const NameInSight& n : names_in_sight(f_))
    if (fits(n.name)) add_name(n);
  for (int e = 0; e < element_count; ++e)
    add(std::string(element_name(static_cast<Element>(e))), "a type", CompletionKind::Type);
  add("vector", "a type", CompletionKind::Type);
  add_members();
}

void Completer::add_name(const NameInSight& n) {
  const std::string name(n.name);
  switch (n.kind) {
  case NameInSight::Definition: return add_global(name, n.global);
  case NameInSight::Constructor: return add_constructor(name, f_.program[n.type], n.constructor);
  case NameInSight::Type: return add(name, describe(f_.program[n.type]), CompletionKind::Type);
  case NameInSight::Module: return add(name, "a module", CompletionKind::Module);
  case NameInSight::Macro: return add(name, "a macro", CompletionKind::Keyword);
  case NameInSight::Form: return add(name, std::string(head_facts(f_, n.name).grammar), CompletionKind::Keyword);
  case NameInSight::Builtin: break;
  }
  const BuiltinRow& row = builtin(n.builtin);
  add(name, std::string(row.scheme), CompletionKind::Function, std::string(row.doc));
}

void Completer::add_global(const std::string& name, GlobalId g) {
  const Global& global = f_.program[g];
  const bool function = global.kind == Global::Function || global.kind == Global::Foreign;
  add(name, global.failed ? "" : print_scheme(f_, g), function ? CompletionKind::Function : CompletionKind::Constant);
}

void Completer::add_constructor(const std::string& name, const TypeDecl& type, size_t number) {
  std::string fields;
  for (const TypeExpr& t : type.constructors[number].fields) fields += std::string(f_.sources.text(t.span)) + " -> ";
  add(name, fields + std::string(f_.symbols.text(type.name)), CompletionKind::Constructor);
}

/// What modules define, by its qualified name; the latest first.
void Completer::add_members() {
  const auto& all = f_.program.globals;
  for (size_t k = all.size(); k-- > 1;) {
    const std::string name = all[k].module + "." + std::string(f_.symbols.text(all[k].name));
    if (!all[k].module.empty() && fits(name) && !seen_.contains(name)) add_global(name, GlobalId{static_cast<uint32_t>(k)});
  }
}

std::string Completer::describe(const TypeDecl& type) {
  return type.alias ? "a type" : "a type of " + std::to_string(type.constructors.size()) + " constructors";
}

} // namespace nova
